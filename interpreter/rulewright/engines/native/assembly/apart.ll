; How far references have moved on a copy: of each by how much, 0 if it is where it was. A reference of the copy is what
; one of the state before has become, or a new one.

define internal void @moves_follow(ptr %moves, i32 %count, i32 %old, i32 %new) {
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %i1, %next ]
  %in = icmp ult i32 %i, %count
  br i1 %in, label %look, label %own
look:
  %wide = zext i32 %i to i64
  %slot = getelementptr i32, ptr %moves, i64 %wide
  %by = load i32, ptr %slot
  %moved = icmp ne i32 %by, 0
  %now = add i32 %i, %by
  %here = icmp eq i32 %now, %old
  %found = and i1 %moved, %here
  br i1 %found, label %put, label %next
put:
  %further = sub i32 %new, %i
  store i32 %further, ptr %slot
  ret void
next:
  %i1 = add i32 %i, 1
  br label %head
own:
  %inside = icmp ult i32 %old, %count
  br i1 %inside, label %ask, label %done
ask:
  %wideold = zext i32 %old to i64
  %slotold = getelementptr i32, ptr %moves, i64 %wideold
  %gone = load i32, ptr %slotold
  %still = icmp eq i32 %gone, 0
  br i1 %still, label %begin, label %done
begin:
  %far = sub i32 %new, %old
  store i32 %far, ptr %slotold
  ret void
done:
  ret void
}
; The reference of the state before that has become this one; -1 if none has.
define internal i32 @moves_origin(ptr %moves, i32 %count, i32 %ref) {
  %inside = icmp ult i32 %ref, %count
  br i1 %inside, label %head, label %none
none:
  ret i32 -1
head:
  %i = phi i32 [ %count, %0 ], [ %i1, %look ]
  %more = icmp ne i32 %i, 0
  br i1 %more, label %look, label %own
look:
  %i1 = sub i32 %i, 1
  %wide = zext i32 %i1 to i64
  %slot = getelementptr i32, ptr %moves, i64 %wide
  %by = load i32, ptr %slot
  %moved = icmp ne i32 %by, 0
  %now = add i32 %i1, %by
  %here = icmp eq i32 %now, %ref
  %found = and i1 %moved, %here
  br i1 %found, label %origin, label %head
origin:
  ret i32 %i1
own:
  %wideref = zext i32 %ref to i64
  %slotref = getelementptr i32, ptr %moves, i64 %wideref
  %gone = load i32, ptr %slotref
  %still = icmp eq i32 %gone, 0
  %same = select i1 %still, i32 %ref, i32 -1
  ret i32 %same
}
; Items become those of the state before; `stay` tells of which there are none.
define internal void @moves_list(ptr %moves, i32 %count, ptr %items, ptr %stay, i32 %n) {
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %i1, %put ]
  %in = icmp slt i32 %i, %n
  br i1 %in, label %put, label %done
put:
  %wide = zext i32 %i to i64
  %slot = getelementptr i32, ptr %items, i64 %wide
  %flag = getelementptr i32, ptr %stay, i64 %wide
  %item = load i32, ptr %slot
  %origin = call i32 @moves_origin(ptr %moves, i32 %count, i32 %item)
  %none = icmp slt i32 %origin, 0
  %kept = select i1 %none, i32 %item, i32 %origin
  %stays = zext i1 %none to i32
  store i32 %kept, ptr %slot
  store i32 %stays, ptr %flag
  %i1 = add i32 %i, 1
  br label %head
done:
  ret void
}
; Members become those of the state before; those of which there are none go into the set `stay`.
define internal void @moves_split(ptr %moves, i32 %count, ptr %set, ptr %stay, i32 %words) {
  %length = shl i32 %words, 6
  %bytes = shl i32 %words, 3
  %widebytes = zext i32 %bytes to i64
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %stay, ptr align 4 %set, i64 %widebytes, i1 false)
  call void @llvm.memset.p0.i64(ptr align 4 %set, i8 0, i64 %widebytes, i1 false)
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %i1, %next ]
  %in = icmp ult i32 %i, %length
  br i1 %in, label %look, label %done
look:
  %at = lshr i32 %i, 6
  %wide = zext i32 %at to i64
  %slot = getelementptr i64, ptr %stay, i64 %wide
  %word = load i64, ptr %slot, align 4
  %low = and i32 %i, 63
  %by = zext i32 %low to i64
  %bit = shl i64 1, %by
  %has = and i64 %word, %bit
  %some = icmp ne i64 %has, 0
  br i1 %some, label %find, label %next
find:
  %origin = call i32 @moves_origin(ptr %moves, i32 %count, i32 %i)
  %fits = icmp ult i32 %origin, %length
  br i1 %fits, label %put, label %next
put:
  %rest = xor i64 %word, %bit
  store i64 %rest, ptr %slot, align 4
  %at2 = lshr i32 %origin, 6
  %wide2 = zext i32 %at2 to i64
  %slot2 = getelementptr i64, ptr %set, i64 %wide2
  %word2 = load i64, ptr %slot2, align 4
  %low2 = and i32 %origin, 63
  %by2 = zext i32 %low2 to i64
  %bit2 = shl i64 1, %by2
  %with = or i64 %word2, %bit2
  store i64 %with, ptr %slot2, align 4
  br label %next
next:
  %i1 = add i32 %i, 1
  br label %head
done:
  ret void
}
; As `follow_list`, without the items that stay.
define internal void @follow_loose(ptr %items, ptr %stay, i32 %n, i32 %old, i32 %new) {
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %i1, %next ]
  %in = icmp slt i32 %i, %n
  br i1 %in, label %look, label %done
look:
  %wide = zext i32 %i to i64
  %slot = getelementptr i32, ptr %items, i64 %wide
  %flag = getelementptr i32, ptr %stay, i64 %wide
  %item = load i32, ptr %slot
  %stays = load i32, ptr %flag
  %same = icmp eq i32 %item, %old
  %loose = icmp eq i32 %stays, 0
  %follows = and i1 %same, %loose
  br i1 %follows, label %put, label %next
put:
  store i32 %new, ptr %slot
  br label %next
next:
  %i1 = add i32 %i, 1
  br label %head
done:
  ret void
}
