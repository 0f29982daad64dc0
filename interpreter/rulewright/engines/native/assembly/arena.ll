; The arena: memory that is given out in one direction and taken back as a whole. No room: null, or a list with room -1.

define internal ptr @alloc(ptr %c, i64 %n) alwaysinline {
  %p = getelementptr i8, ptr %c, i64 $ARENA
  %top = load i64, ptr %p
  %more = add i64 %n, 7
  %even = and i64 %more, -8
  %new = add i64 %top, %even
  %e = getelementptr i8, ptr %c, i64 $ARENA_END
  %end = load i64, ptr %e
  %ok = icmp ule i64 %new, %end
  br i1 %ok, label %yes, label %no, !prof !0
yes:
  store i64 %new, ptr %p
  %r = inttoptr i64 %top to ptr
  ret ptr %r
no:
  ret ptr null
}
define internal %list @list_new(ptr %c, i32 %room) alwaysinline {
  %wide = zext i32 %room to i64
  %bytes = shl i64 %wide, 2
  %p = call ptr @alloc(ptr %c, i64 %bytes)
  %ok = icmp ne ptr %p, null
  %cap = select i1 %ok, i32 %room, i32 -1
  %a = insertvalue %list undef, ptr %p, 0
  %b = insertvalue %list %a, i32 0, 1
  %d = insertvalue %list %b, i32 %cap, 2
  ret %list %d
}
