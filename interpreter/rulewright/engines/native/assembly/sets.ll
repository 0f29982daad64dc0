; Sets of $WORDS words: as lists, from lists, in keys of the history.

define internal %list @elements$WORDS(ptr %c, $KIND %x) {
  %m = alloca $KIND, align 8
  store $KIND %x, ptr %m, align 8
  %pop = call $KIND @llvm.ctpop.$KIND($KIND %x)
  %wide = add $KIND %pop, 0
  %n = trunc $KIND %wide to i32
  %new = call %list @list_new(ptr %c, i32 %n)
  %cap = extractvalue %list %new, 2
  %ok = icmp ne i32 %cap, -1
  br i1 %ok, label %start, label %bad
bad:
  ret %list %new
start:
  %p = extractvalue %list %new, 0
  br label %word
word:
  %w = phi i32 [ 0, %start ], [ %w1, %wordnext ]
  %i = phi i32 [ 0, %start ], [ %j, %wordnext ]
  %in = icmp slt i32 %w, $WORDS
  br i1 %in, label %take, label %done
take:
  %ww = zext i32 %w to i64
  %slot = getelementptr i64, ptr %m, i64 %ww
  %bits0 = load i64, ptr %slot
  %base = shl i32 %w, 6
  br label %bit
bit:
  %bits = phi i64 [ %bits0, %take ], [ %rest, %put ]
  %j = phi i32 [ %i, %take ], [ %j1, %put ]
  %some = icmp ne i64 %bits, 0
  br i1 %some, label %put, label %wordnext
put:
  %low = call i64 @llvm.cttz.i64(i64 %bits, i1 true)
  %low32 = trunc i64 %low to i32
  %member = add i32 %base, %low32
  %wj = zext i32 %j to i64
  %to = getelementptr i32, ptr %p, i64 %wj
  store i32 %member, ptr %to
  %less = sub i64 %bits, 1
  %rest = and i64 %bits, %less
  %j1 = add i32 %j, 1
  br label %bit
wordnext:
  %w1 = add i32 %w, 1
  br label %word
done:
  %r = insertvalue %list %new, i32 %n, 1
  ret %list %r
}
define internal $KIND @gather$WORDS(%list %l) {
  %m = alloca $KIND, align 8
  store $KIND 0, ptr %m, align 8
  %p = extractvalue %list %l, 0
  %n = extractvalue %list %l, 1
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %i1, %next ]
  %in = icmp slt i32 %i, %n
  br i1 %in, label %look, label %done
look:
  %wide = zext i32 %i to i64
  %slot = getelementptr i32, ptr %p, i64 %wide
  %x = load i32, ptr %slot
  %fits = icmp ult i32 %x, $BITS
  br i1 %fits, label %put, label %next
put:
  %at = lshr i32 %x, 6
  %wat = zext i32 %at to i64
  %word = getelementptr i64, ptr %m, i64 %wat
  %low = and i32 %x, 63
  %by = zext i32 %low to i64
  %bit = shl i64 1, %by
  %old = load i64, ptr %word
  %with = or i64 %old, %bit
  store i64 %with, ptr %word
  br label %next
next:
  %i1 = add i32 %i, 1
  br label %head
done:
  %r = load $KIND, ptr %m, align 8
  ret $KIND %r
}
define internal i64 @mix_set$WORDS(i64 %key, $KIND %x) {
  %first = $LOWEST
  %k0 = call i64 @mix(i64 %key, i64 %first)
$REST}
