; Sorting by insertion; keys are lists, compared in order.

define internal i1 @key_less(ptr %keys, i32 %n, i32 %a, i32 %b) {
  %wa = zext i32 %a to i64
  %wb = zext i32 %b to i64
  br label %head
head:
  %k = phi i32 [ 0, %0 ], [ %k1, %next ]
  %in = icmp slt i32 %k, %n
  br i1 %in, label %look, label %no
look:
  %wk = zext i32 %k to i64
  %slot = getelementptr ptr, ptr %keys, i64 %wk
  %key = load ptr, ptr %slot
  %pa = getelementptr i32, ptr %key, i64 %wa
  %pb = getelementptr i32, ptr %key, i64 %wb
  %x = load i32, ptr %pa
  %y = load i32, ptr %pb
  %less = icmp slt i32 %x, %y
  br i1 %less, label %yes, label %more
more:
  %greater = icmp sgt i32 %x, %y
  br i1 %greater, label %no, label %next
next:
  %k1 = add i32 %k, 1
  br label %head
yes:
  ret i1 true
no:
  ret i1 false
}
define internal %list @list_sorted(ptr %c, %list %l, ptr %keys, i32 %nk) {
  %n = extractvalue %list %l, 1
  %items = extractvalue %list %l, 0
  %new = call %list @list_new(ptr %c, i32 %n)
  %temp = call %list @list_new(ptr %c, i32 %n)
  %cap1 = extractvalue %list %new, 2
  %cap2 = extractvalue %list %temp, 2
  %both = or i32 %cap1, %cap2
  %ok = icmp sge i32 %both, 0
  br i1 %ok, label %start, label %bad
bad:
  ret %list { ptr null, i32 0, i32 -1 }
start:
  %order = extractvalue %list %temp, 0
  %to = extractvalue %list %new, 0
  br label %head
head:
  %i = phi i32 [ 0, %start ], [ %i1, %placed ]
  %in = icmp slt i32 %i, %n
  br i1 %in, label %insert, label %copy
insert:
  %j = phi i32 [ %i, %head ], [ %j1, %shift ]
  %first = icmp eq i32 %j, 0
  br i1 %first, label %placed, label %compare
compare:
  %j1 = sub i32 %j, 1
  %wj1 = zext i32 %j1 to i64
  %before = getelementptr i32, ptr %order, i64 %wj1
  %other = load i32, ptr %before
  %less = call i1 @key_less(ptr %keys, i32 %nk, i32 %i, i32 %other)
  br i1 %less, label %shift, label %placed
shift:
  %here = getelementptr i32, ptr %before, i64 1
  store i32 %other, ptr %here
  br label %insert
placed:
  %wj = zext i32 %j to i64
  %slot = getelementptr i32, ptr %order, i64 %wj
  store i32 %i, ptr %slot
  %i1 = add i32 %i, 1
  br label %head
copy:
  %m = phi i32 [ 0, %head ], [ %m1, %put ]
  %more = icmp slt i32 %m, %n
  br i1 %more, label %put, label %done
put:
  %wm = zext i32 %m to i64
  %os = getelementptr i32, ptr %order, i64 %wm
  %o = load i32, ptr %os
  %wo = zext i32 %o to i64
  %is = getelementptr i32, ptr %items, i64 %wo
  %x = load i32, ptr %is
  %ts = getelementptr i32, ptr %to, i64 %wm
  store i32 %x, ptr %ts
  %m1 = add i32 %m, 1
  br label %copy
done:
  %r = insertvalue %list %new, i32 %n, 1
  ret %list %r
}
