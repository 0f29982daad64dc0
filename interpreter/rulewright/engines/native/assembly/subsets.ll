; Of subsets of a list in the order of positions: the next position of that with the number at %left among those which go
; on from %start, when so many others follow. The number becomes that among those which begin alike.
define internal i32 @subset_next(i32 %start, i32 %n, i32 %others, ptr %left) {
  br label %head
head:
  %i = phi i32 [ %start, %0 ], [ %i1, %further ]
  %behind0 = sub i32 %n, %i
  %behind = sub i32 %behind0, 1
  %m = sext i32 %behind to i64
  %m1 = sub i64 %m, 1
  %m2 = sub i64 %m, 2
  %two = mul i64 %m, %m1
  %three = mul i64 %two, %m2
  %half = udiv i64 %two, 2
  %sixth = udiv i64 %three, 6
  %is1 = icmp eq i32 %others, 1
  %is2 = icmp eq i32 %others, 2
  %is3 = icmp eq i32 %others, 3
  %c1 = select i1 %is1, i64 %m, i64 1
  %c2 = select i1 %is2, i64 %half, i64 %c1
  %many = select i1 %is3, i64 %sixth, i64 %c2
  %number = load i64, ptr %left
  %more = icmp uge i64 %number, %many
  br i1 %more, label %further, label %found
further:
  %rest = sub i64 %number, %many
  store i64 %rest, ptr %left
  %i1 = add i32 %i, 1
  br label %head
found:
  ret i32 %i
}
