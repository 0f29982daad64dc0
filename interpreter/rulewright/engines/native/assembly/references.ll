; References that move: `old` becomes `new` (-1: none).

define internal void @follow_list(ptr %p, i32 %n, i32 %old, i32 %new) {
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %i1, %next ]
  %in = icmp slt i32 %i, %n
  br i1 %in, label %look, label %done
look:
  %wide = zext i32 %i to i64
  %slot = getelementptr i32, ptr %p, i64 %wide
  %x = load i32, ptr %slot
  %same = icmp eq i32 %x, %old
  br i1 %same, label %put, label %next
put:
  store i32 %new, ptr %slot
  br label %next
next:
  %i1 = add i32 %i, 1
  br label %head
done:
  ret void
}
define internal void @follow_set(ptr %p, i32 %words, i32 %old, i32 %new) {
  %at = lshr i32 %old, 6
  %in = icmp ult i32 %at, %words
  br i1 %in, label %look, label %done
look:
  %wide = zext i32 %at to i64
  %slot = getelementptr i64, ptr %p, i64 %wide
  %word = load i64, ptr %slot
  %low = and i32 %old, 63
  %by = zext i32 %low to i64
  %bit = shl i64 1, %by
  %has = and i64 %word, %bit
  %some = icmp ne i64 %has, 0
  br i1 %some, label %move, label %done
move:
  %rest = xor i64 %word, %bit
  store i64 %rest, ptr %slot
  %at2 = lshr i32 %new, 6
  %in2 = icmp ult i32 %at2, %words
  br i1 %in2, label %put, label %done
put:
  %wide2 = zext i32 %at2 to i64
  %slot2 = getelementptr i64, ptr %p, i64 %wide2
  %word2 = load i64, ptr %slot2
  %low2 = and i32 %new, 63
  %by2 = zext i32 %low2 to i64
  %bit2 = shl i64 1, %by2
  %with = or i64 %word2, %bit2
  store i64 %with, ptr %slot2
  br label %done
done:
  ret void
}

; The same in so many sets of one word each, eight at a time: few of them hold the reference.

define internal void @follow_words(ptr %p, i64 %count, i32 %old, i32 %new) {
  %inside = icmp ult i32 %old, 64
  br i1 %inside, label %start, label %done
start:
  %by = zext i32 %old to i64
  %bit = shl i64 1, %by
  %one = insertelement <8 x i64> poison, i64 %bit, i32 0
  %bits = shufflevector <8 x i64> %one, <8 x i64> poison, <8 x i32> zeroinitializer
  br label %head
head:
  %i = phi i64 [ 0, %start ], [ %i8, %eight ], [ %end, %further ]
  %i8 = add i64 %i, 8
  %whole = icmp ule i64 %i8, %count
  br i1 %whole, label %eight, label %rest
eight:
  %place = getelementptr i64, ptr %p, i64 %i
  %words = load <8 x i64>, ptr %place, align 8
  %shared = and <8 x i64> %words, %bits
  %some = icmp ne <8 x i64> %shared, zeroinitializer
  %hits = bitcast <8 x i1> %some to i8
  %none = icmp eq i8 %hits, 0
  br i1 %none, label %head, label %each
rest:
  %more = icmp ult i64 %i, %count
  br i1 %more, label %each, label %done
each:
  %over = icmp ult i64 %i8, %count
  %end = select i1 %over, i64 %i8, i64 %count
  br label %further
further:
  %j = phi i64 [ %i, %each ], [ %j1, %one_set ]
  %left = icmp ult i64 %j, %end
  br i1 %left, label %one_set, label %head
one_set:
  %set = getelementptr i64, ptr %p, i64 %j
  call void @follow_set(ptr %set, i32 1, i32 %old, i32 %new)
  %j1 = add i64 %j, 1
  br label %further
done:
  ret void
}
