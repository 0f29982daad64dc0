; Operators of lists. Lists that are made lie in the arena.

define internal %list @list_copy(ptr %c, %list %l) {
  %n = extractvalue %list %l, 1
  %new = call %list @list_new(ptr %c, i32 %n)
  %cap = extractvalue %list %new, 2
  %ok = icmp ne i32 %cap, -1
  br i1 %ok, label %yes, label %no
yes:
  %from = extractvalue %list %l, 0
  %to = extractvalue %list %new, 0
  %wide = zext i32 %n to i64
  %bytes = shl i64 %wide, 2
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %bytes, i1 false)
  %r = insertvalue %list %new, i32 %n, 1
  ret %list %r
no:
  ret %list %new
}
define internal %list @list_join(ptr %c, %list %a, %list %b) {
  %n = extractvalue %list %a, 1
  %m = extractvalue %list %b, 1
  %all = add i32 %n, %m
  %new = call %list @list_new(ptr %c, i32 %all)
  %cap = extractvalue %list %new, 2
  %ok = icmp ne i32 %cap, -1
  br i1 %ok, label %yes, label %no
yes:
  %to = extractvalue %list %new, 0
  %from1 = extractvalue %list %a, 0
  %from2 = extractvalue %list %b, 0
  %wide1 = zext i32 %n to i64
  %bytes1 = shl i64 %wide1, 2
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from1, i64 %bytes1, i1 false)
  %to2 = getelementptr i8, ptr %to, i64 %bytes1
  %wide2 = zext i32 %m to i64
  %bytes2 = shl i64 %wide2, 2
  call void @llvm.memcpy.p0.p0.i64(ptr %to2, ptr %from2, i64 %bytes2, i1 false)
  %r = insertvalue %list %new, i32 %all, 1
  ret %list %r
no:
  ret %list %new
}
define internal %list @list_append(ptr %c, %list %l, i32 %x) {
  %n = extractvalue %list %l, 1
  %cap = extractvalue %list %l, 2
  %room = icmp slt i32 %n, %cap
  br i1 %room, label %here, label %grow
here:
  %p = extractvalue %list %l, 0
  %wide = zext i32 %n to i64
  %slot = getelementptr i32, ptr %p, i64 %wide
  store i32 %x, ptr %slot
  %n1 = add i32 %n, 1
  %r = insertvalue %list %l, i32 %n1, 1
  ret %list %r
grow:
  %twice = shl i32 %n, 1
  %more = add i32 %twice, 4
  %new = call %list @list_new(ptr %c, i32 %more)
  %newcap = extractvalue %list %new, 2
  %ok = icmp ne i32 %newcap, -1
  br i1 %ok, label %yes, label %no
yes:
  %from = extractvalue %list %l, 0
  %to = extractvalue %list %new, 0
  %wide2 = zext i32 %n to i64
  %bytes = shl i64 %wide2, 2
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %bytes, i1 false)
  %slot2 = getelementptr i8, ptr %to, i64 %bytes
  store i32 %x, ptr %slot2
  %n2 = add i32 %n, 1
  %r2 = insertvalue %list %new, i32 %n2, 1
  ret %list %r2
no:
  ret %list %new
}
define internal i32 @list_place(%list %l, i32 %x) {
  %p = extractvalue %list %l, 0
  %n = extractvalue %list %l, 1
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %i1, %next ]
  %in = icmp slt i32 %i, %n
  br i1 %in, label %look, label %none
look:
  %wide = zext i32 %i to i64
  %slot = getelementptr i32, ptr %p, i64 %wide
  %y = load i32, ptr %slot
  %same = icmp eq i32 %x, %y
  br i1 %same, label %found, label %next
next:
  %i1 = add i32 %i, 1
  br label %head
found:
  ret i32 %i
none:
  ret i32 -1
}
define internal i1 @list_same(%list %a, %list %b) {
  %n = extractvalue %list %a, 1
  %m = extractvalue %list %b, 1
  %p = extractvalue %list %a, 0
  %q = extractvalue %list %b, 0
  %long = icmp eq i32 %n, %m
  br i1 %long, label %yes, label %no
yes:
  %r = call i1 @words_same(ptr %p, ptr %q, i32 %n)
  ret i1 %r
no:
  ret i1 false
}
define internal %list @list_leaving(ptr %c, %list %l, i32 %x) {
  %at = call i32 @list_place(%list %l, i32 %x)
  %own = call %list @list_copy(ptr %c, %list %l)
  %cap = extractvalue %list %own, 2
  %ok = icmp ne i32 %cap, -1
  %in = icmp sge i32 %at, 0
  %does = and i1 %ok, %in
  br i1 %does, label %cut, label %done
done:
  ret %list %own
cut:
  %n = extractvalue %list %own, 1
  %p = extractvalue %list %own, 0
  %wide = zext i32 %at to i64
  %to = getelementptr i32, ptr %p, i64 %wide
  %from = getelementptr i32, ptr %to, i64 1
  %n1 = sub i32 %n, 1
  %left = sub i32 %n1, %at
  %wide2 = zext i32 %left to i64
  %bytes = shl i64 %wide2, 2
  call void @llvm.memmove.p0.p0.i64(ptr %to, ptr %from, i64 %bytes, i1 false)
  %r = insertvalue %list %own, i32 %n1, 1
  ret %list %r
}
define internal i1 @words_same(ptr %a, ptr %b, i32 %n) {
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %i1, %next ]
  %in = icmp slt i32 %i, %n
  br i1 %in, label %look, label %all
look:
  %wide = zext i32 %i to i64
  %p = getelementptr i32, ptr %a, i64 %wide
  %q = getelementptr i32, ptr %b, i64 %wide
  %x = load i32, ptr %p
  %y = load i32, ptr %q
  %same = icmp eq i32 %x, %y
  br i1 %same, label %next, label %no
next:
  %i1 = add i32 %i, 1
  br label %head
all:
  ret i1 true
no:
  ret i1 false
}
define internal void @list_tail(ptr %place, i32 %n) {
  %old = load i32, ptr %place
  %longer = icmp sgt i32 %old, %n
  br i1 %longer, label %clear, label %done
clear:
  %left = sub i32 %old, %n
  %wide = zext i32 %left to i64
  %bytes = shl i64 %wide, 2
  %from = zext i32 %n to i64
  %skip = shl i64 %from, 2
  %items = getelementptr i8, ptr %place, i64 8
  %start = getelementptr i8, ptr %items, i64 %skip
  call void @llvm.memset.p0.i64(ptr %start, i8 0, i64 %bytes, i1 false)
  br label %done
done:
  ret void
}
; In a list that lies in memory, its length first: without its first item of that value.
define internal void @list_take(ptr %place, i32 %x) {
  %n = load i32, ptr %place
  %items = getelementptr i8, ptr %place, i64 8
  %l0 = insertvalue %list undef, ptr %items, 0
  %l1 = insertvalue %list %l0, i32 %n, 1
  %l = insertvalue %list %l1, i32 %n, 2
  %at = call i32 @list_place(%list %l, i32 %x)
  %in = icmp sge i32 %at, 0
  br i1 %in, label %cut, label %done
cut:
  %wide = zext i32 %at to i64
  %to = getelementptr i32, ptr %items, i64 %wide
  %from = getelementptr i32, ptr %to, i64 1
  %n1 = sub i32 %n, 1
  store i32 %n1, ptr %place
  %left = sub i32 %n1, %at
  %wide2 = zext i32 %left to i64
  %bytes = shl i64 %wide2, 2
  call void @llvm.memmove.p0.p0.i64(ptr %to, ptr %from, i64 %bytes, i1 false)
  ret void
done:
  ret void
}
; What lies there becomes a list with one item more behind the first `at`. The list may be the one that lies there.
define internal void @list_put(ptr %place, %list %l, i32 %at, i32 %x) {
  %from = extractvalue %list %l, 0
  %n = extractvalue %list %l, 1
  %to = getelementptr i8, ptr %place, i64 8
  %wide = sext i32 %at to i64
  %left = sub i32 %n, %at
  %wide2 = sext i32 %left to i64
  %bytes2 = shl i64 %wide2, 2
  %slot = getelementptr i32, ptr %to, i64 %wide
  %behind = getelementptr i32, ptr %slot, i64 1
  %rest = getelementptr i32, ptr %from, i64 %wide
  %here = icmp eq ptr %from, %to
  br i1 %here, label %last, label %first
first:
  %bytes = shl i64 %wide, 2
  call void @llvm.memmove.p0.p0.i64(ptr %to, ptr %from, i64 %bytes, i1 false)
  br label %last
last:
  call void @llvm.memmove.p0.p0.i64(ptr %behind, ptr %rest, i64 %bytes2, i1 false)
  store i32 %x, ptr %slot
  %n1 = add i32 %n, 1
  store i32 %n1, ptr %place
  ret void
}
