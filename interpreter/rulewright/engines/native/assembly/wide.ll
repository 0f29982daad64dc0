; Sets of many words, in memory.

; How many members there are.
define internal i64 @size_of(ptr %p, i64 %words) {
  br label %head
head:
  %i = phi i64 [ 0, %0 ], [ %i1, %head ]
  %sum = phi i64 [ 0, %0 ], [ %more, %head ]
  %place = getelementptr i64, ptr %p, i64 %i
  %word = load i64, ptr %place, align 8
  %size = call i64 @llvm.ctpop.i64(i64 %word)
  %more = add i64 %sum, %size
  %i1 = add i64 %i, 1
  %in = icmp ult i64 %i1, %words
  br i1 %in, label %head, label %done
done:
  ret i64 %more
}

; The member with an index; there must be so many.
define internal i32 @nth_of(ptr %p, i32 %index) {
  %k = zext i32 %index to i64
  br label %head
head:
  %i = phi i64 [ 0, %0 ], [ %i1, %next ]
  %left = phi i64 [ %k, %0 ], [ %rest, %next ]
  %place = getelementptr i64, ptr %p, i64 %i
  %word = load i64, ptr %place, align 8
  %size = call i64 @llvm.ctpop.i64(i64 %word)
  %here = icmp ult i64 %left, %size
  br i1 %here, label %found, label %next
next:
  %rest = sub i64 %left, %size
  %i1 = add i64 %i, 1
  br label %head
found:
  %bit = call i64 @nth(i64 %word, i64 %left)
  %before = shl i64 %i, 6
  %member = add i64 %before, %bit
  %short = trunc i64 %member to i32
  ret i32 %short
}
