; What generators yielded: entries of `stride` bytes from `start` to the top; 0 the weight, 8 alternative and key.

define internal i64 @hash_words(ptr %p, i32 %n) {
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %i1, %look ]
  %h = phi i64 [ 0, %0 ], [ %h1, %look ]
  %in = icmp slt i32 %i, %n
  br i1 %in, label %look, label %done
look:
  %wide = zext i32 %i to i64
  %slot = getelementptr i32, ptr %p, i64 %wide
  %x = load i32, ptr %slot
  %word = zext i32 %x to i64
  %h1 = call i64 @mix(i64 %h, i64 %word)
  %i1 = add i32 %i, 1
  br label %head
done:
  ret i64 %h
}
; Equal ones become the first of them, with the sum of their weights if they are weighed. Where keys of one int ascend,
; equal ones lie side by side; else they are looked for, with a table of hashes if they are many.
define internal i32 @merge(ptr %c, i64 %start, i64 %stride, i32 %words, i1 %weigh) {
  %topp = getelementptr i8, ptr %c, i64 $ENTRIES
  %top = load i64, ptr %topp
  %length = sub i64 %top, %start
  %n = udiv i64 %length, %stride
  %base = inttoptr i64 %start to ptr
  %arenap = getelementptr i8, ptr %c, i64 $ARENA
  %arena = load i64, ptr %arenap
  %single = icmp eq i32 %words, 2
  br i1 %single, label %climb, label %size0
climb:
  %c1 = phi i64 [ 0, %0 ], [ %c2, %up ]
  %before = phi i64 [ -9223372036854775808, %0 ], [ %this, %up ]
  %climbing = icmp ult i64 %c1, %n
  br i1 %climbing, label %step, label %begin
step:
  %cat = mul i64 %c1, %stride
  %ce = getelementptr i8, ptr %base, i64 %cat
  %ck = getelementptr i8, ptr %ce, i64 8
  %this = load i64, ptr %ck, align 4
  %rises = icmp sle i64 %before, %this
  br i1 %rises, label %up, label %size0
up:
  %c2 = add i64 %c1, 1
  br label %climb
size0:
  %many = icmp ugt i64 %n, 16
  br i1 %many, label %hashed, label %begin
hashed:
  %lz = call i64 @llvm.ctlz.i64(i64 %n, i1 false)
  %log = sub i64 65, %lz
  %size = shl i64 1, %log
  %bytes = shl i64 %size, 2
  %made = call ptr @alloc(ptr %c, i64 %bytes)
  %nomore = icmp eq ptr %made, null
  br i1 %nomore, label %bad, label %clear
bad:
  ret i32 -1
clear:
  call void @llvm.memset.p0.i64(ptr %made, i8 -1, i64 %bytes, i1 false)
  br label %begin
begin:
  %ascends = phi i1 [ true, %climb ], [ false, %size0 ], [ false, %clear ]
  %table = phi ptr [ null, %climb ], [ null, %size0 ], [ %made, %clear ]
  %tsize = phi i64 [ 0, %climb ], [ 0, %size0 ], [ %size, %clear ]
  %mask = sub i64 %tsize, 1
  br label %head
head:
  %i = phi i64 [ 0, %begin ], [ %i1, %next ]
  %out = phi i64 [ 0, %begin ], [ %out1, %next ]
  %in = icmp ult i64 %i, %n
  br i1 %in, label %look, label %done
look:
  %at = mul i64 %i, %stride
  %e = getelementptr i8, ptr %base, i64 %at
  %weight = load i64, ptr %e
  %nothing = icmp eq i64 %weight, 0
  %skip = and i1 %nothing, %weigh
  br i1 %skip, label %next, label %sign
sign:
  %minus = icmp slt i64 %weight, 0
  %wrong = and i1 %minus, %weigh
  br i1 %wrong, label %negative, label %find
negative:
  %vp = getelementptr i8, ptr %c, i64 $VALUES
  store i64 %weight, ptr %vp
  ret i32 -2
find:
  %key = getelementptr i8, ptr %e, i64 8
  br i1 %ascends, label %bylast, label %search
bylast:
  %some = icmp ne i64 %out, 0
  br i1 %some, label %lastlook, label %fresh
lastlook:
  %l0 = sub i64 %out, 1
  %lat = mul i64 %l0, %stride
  %l = getelementptr i8, ptr %base, i64 %lat
  %lk = getelementptr i8, ptr %l, i64 8
  %lkey = load i64, ptr %lk, align 4
  %own = load i64, ptr %key, align 4
  %lsame = icmp eq i64 %lkey, %own
  br i1 %lsame, label %again, label %fresh
search:
  %hashes = icmp ne i64 %tsize, 0
  br i1 %hashes, label %byhash, label %scan
scan:
  %j = phi i64 [ 0, %search ], [ %j1, %scannext ]
  %left = icmp ult i64 %j, %out
  br i1 %left, label %scanlook, label %fresh
scanlook:
  %jat = mul i64 %j, %stride
  %o = getelementptr i8, ptr %base, i64 %jat
  %okey = getelementptr i8, ptr %o, i64 8
  %same = call i1 @words_same(ptr %key, ptr %okey, i32 %words)
  br i1 %same, label %again, label %scannext
scannext:
  %j1 = add i64 %j, 1
  br label %scan
byhash:
  %h = call i64 @hash_words(ptr %key, i32 %words)
  %high = lshr i64 %h, 32
  %h2 = xor i64 %h, %high
  %slot0 = and i64 %h2, %mask
  br label %probe
probe:
  %slot = phi i64 [ %slot0, %byhash ], [ %slot2, %probenext ]
  %sp = getelementptr i32, ptr %table, i64 %slot
  %t = load i32, ptr %sp
  %empty = icmp eq i32 %t, -1
  br i1 %empty, label %insert, label %probelook
probelook:
  %wt = zext i32 %t to i64
  %tat = mul i64 %wt, %stride
  %to = getelementptr i8, ptr %base, i64 %tat
  %tkey = getelementptr i8, ptr %to, i64 8
  %tsame = call i1 @words_same(ptr %key, ptr %tkey, i32 %words)
  br i1 %tsame, label %again, label %probenext
probenext:
  %slot1 = add i64 %slot, 1
  %slot2 = and i64 %slot1, %mask
  br label %probe
insert:
  %short = trunc i64 %out to i32
  store i32 %short, ptr %sp
  br label %fresh
fresh:
  %oat = mul i64 %out, %stride
  %oto = getelementptr i8, ptr %base, i64 %oat
  call void @llvm.memmove.p0.p0.i64(ptr %oto, ptr %e, i64 %stride, i1 false)
  %outmore = add i64 %out, 1
  br label %next
again:
  %f = phi ptr [ %l, %lastlook ], [ %o, %scanlook ], [ %to, %probelook ]
  br i1 %weigh, label %add, label %next
add:
  %fw = load i64, ptr %f
  %sum = add i64 %fw, %weight
  store i64 %sum, ptr %f
  br label %next
next:
  %out1 = phi i64 [ %out, %look ], [ %outmore, %fresh ], [ %out, %again ], [ %out, %add ]
  %i1 = add i64 %i, 1
  br label %head
done:
  %newlength = mul i64 %out, %stride
  %newtop = add i64 %start, %newlength
  store i64 %newtop, ptr %topp
  store i64 %arena, ptr %arenap
  %count = trunc i64 %out to i32
  ret i32 %count
}
; Equal ones become the first of them, where those of the alternatives `apart` (as bits) all differ: the others are looked
; for behind the first of them, if they are few.
define internal i32 @merge_some(ptr %c, i64 %start, i64 %stride, i32 %words, i64 %apart) {
  %topp = getelementptr i8, ptr %c, i64 $ENTRIES
  %top = load i64, ptr %topp
  %length = sub i64 %top, %start
  %n = udiv i64 %length, %stride
  %base = inttoptr i64 %start to ptr
  br label %counting
counting:
  %ci = phi i64 [ 0, %0 ], [ %ci1, %count ]
  %unsure = phi i64 [ 0, %0 ], [ %unsure1, %count ]
  %first = phi i64 [ 0, %0 ], [ %first1, %count ]
  %cin = icmp ult i64 %ci, %n
  br i1 %cin, label %count, label %counted
count:
  %cat = mul i64 %ci, %stride
  %ce = getelementptr i8, ptr %base, i64 %cat
  %ck = getelementptr i8, ptr %ce, i64 8
  %calt = load i32, ptr %ck
  %cwide = zext i32 %calt to i64
  %cbits = lshr i64 %apart, %cwide
  %cbit = and i64 %cbits, 1
  %csure = icmp ne i64 %cbit, 0
  %cbefore = icmp eq i64 %unsure, 0
  %cfirst = select i1 %cbefore, i64 %ci, i64 %first
  %first1 = select i1 %csure, i64 %first, i64 %cfirst
  %cother = xor i64 %cbit, 1
  %unsure1 = add i64 %unsure, %cother
  %ci1 = add i64 %ci, 1
  br label %counting
counted:
  %alone = icmp ult i64 %unsure, 2
  br i1 %alone, label %all, label %several
all:
  %every = trunc i64 %n to i32
  ret i32 %every
several:
  %many = icmp ugt i64 %unsure, 16
  br i1 %many, label %whole, label %head
whole:
  %merged = call i32 @merge(ptr %c, i64 %start, i64 %stride, i32 %words, i1 false)
  ret i32 %merged
head:
  %i = phi i64 [ %first, %several ], [ %i1, %next ]
  %out = phi i64 [ %first, %several ], [ %out1, %next ]
  %in = icmp ult i64 %i, %n
  br i1 %in, label %look, label %done
look:
  %at = mul i64 %i, %stride
  %e = getelementptr i8, ptr %base, i64 %at
  %key = getelementptr i8, ptr %e, i64 8
  %alt = load i32, ptr %key
  %wide = zext i32 %alt to i64
  %bits = lshr i64 %apart, %wide
  %bit = and i64 %bits, 1
  %sure = icmp ne i64 %bit, 0
  br i1 %sure, label %keep, label %scan
scan:
  %j = phi i64 [ %first, %look ], [ %j1, %scannext ]
  %left = icmp ult i64 %j, %out
  br i1 %left, label %scanlook, label %keep
scanlook:
  %jat = mul i64 %j, %stride
  %o = getelementptr i8, ptr %base, i64 %jat
  %okey = getelementptr i8, ptr %o, i64 8
  %same = call i1 @words_same(ptr %key, ptr %okey, i32 %words)
  br i1 %same, label %next, label %scannext
scannext:
  %j1 = add i64 %j, 1
  br label %scan
keep:
  %oat = mul i64 %out, %stride
  %oto = getelementptr i8, ptr %base, i64 %oat
  call void @llvm.memmove.p0.p0.i64(ptr %oto, ptr %e, i64 %stride, i1 false)
  %outmore = add i64 %out, 1
  br label %next
next:
  %out1 = phi i64 [ %outmore, %keep ], [ %out, %scanlook ]
  %i1 = add i64 %i, 1
  br label %head
done:
  %newlength = mul i64 %out, %stride
  %newtop = add i64 %start, %newlength
  store i64 %newtop, ptr %topp
  %short = trunc i64 %out to i32
  ret i32 %short
}

define internal void @best(ptr %c, i64 %start, i64 %stride, i64 %rank, i32 %ranks) {
  %topp = getelementptr i8, ptr %c, i64 $ENTRIES
  %top = load i64, ptr %topp
  %length = sub i64 %top, %start
  %n = udiv i64 %length, %stride
  %base = inttoptr i64 %start to ptr
  %first = getelementptr i8, ptr %base, i64 %rank
  br label %head
head:
  %i = phi i64 [ 0, %0 ], [ %i1, %next ]
  %out = phi i64 [ 0, %0 ], [ %out1, %next ]
  %in = icmp ult i64 %i, %n
  br i1 %in, label %look, label %done
look:
  %at = mul i64 %i, %stride
  %e = getelementptr i8, ptr %base, i64 %at
  %er = getelementptr i8, ptr %e, i64 %rank
  %none = icmp eq i64 %out, 0
  br i1 %none, label %put, label %compare
compare:
  %k = phi i32 [ 0, %look ], [ %k1, %equal ]
  %more = icmp slt i32 %k, %ranks
  br i1 %more, label %values, label %put
values:
  %wk = zext i32 %k to i64
  %pa = getelementptr i32, ptr %er, i64 %wk
  %pb = getelementptr i32, ptr %first, i64 %wk
  %x = load i32, ptr %pa
  %y = load i32, ptr %pb
  %less = icmp slt i32 %x, %y
  br i1 %less, label %next, label %notless
notless:
  %greater = icmp sgt i32 %x, %y
  br i1 %greater, label %anew, label %equal
equal:
  %k1 = add i32 %k, 1
  br label %compare
anew:
  br label %put
put:
  %o = phi i64 [ 0, %look ], [ %out, %compare ], [ 0, %anew ]
  %oat = mul i64 %o, %stride
  %oto = getelementptr i8, ptr %base, i64 %oat
  call void @llvm.memmove.p0.p0.i64(ptr %oto, ptr %e, i64 %stride, i1 false)
  %o1 = add i64 %o, 1
  br label %next
next:
  %out1 = phi i64 [ %o1, %put ], [ %out, %values ]
  %i1 = add i64 %i, 1
  br label %head
done:
  %newlength = mul i64 %out, %stride
  %newtop = add i64 %start, %newlength
  store i64 %newtop, ptr %topp
  ret void
}
define internal i64 @total(i64 %start, i64 %stride, i32 %n) {
  %base = inttoptr i64 %start to ptr
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %i1, %look ]
  %sum = phi i64 [ 0, %0 ], [ %more, %look ]
  %in = icmp slt i32 %i, %n
  br i1 %in, label %look, label %done
look:
  %wide = zext i32 %i to i64
  %at = mul i64 %wide, %stride
  %e = getelementptr i8, ptr %base, i64 %at
  %weight = load i64, ptr %e
  %more = add i64 %sum, %weight
  %i1 = add i32 %i, 1
  br label %head
done:
  ret i64 %sum
}
define internal i32 @fallen(i64 %start, i64 %stride, i64 %number) {
  %base = inttoptr i64 %start to ptr
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %i1, %more ]
  %left = phi i64 [ %number, %0 ], [ %rest, %more ]
  %wide = zext i32 %i to i64
  %at = mul i64 %wide, %stride
  %e = getelementptr i8, ptr %base, i64 %at
  %weight = load i64, ptr %e
  %rest = sub i64 %left, %weight
  %found = icmp slt i64 %rest, 0
  br i1 %found, label %done, label %more
more:
  %i1 = add i32 %i, 1
  br label %head
done:
  ret i32 %i
}
