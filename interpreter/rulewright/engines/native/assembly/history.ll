; Keys of the history (engines/canonical.py says how they are mixed), and the history itself.

define internal i64 @mix(i64 %key, i64 %word) alwaysinline {
  %x = xor i64 %key, %word
  %y = mul i64 %x, $FACTOR
  %z = lshr i64 %y, 29
  %r = xor i64 %y, %z
  ret i64 %r
}
define internal i64 @mix_end(i64 %key) alwaysinline {
  %z = lshr i64 %key, 32
  %r = xor i64 %key, %z
  ret i64 %r
}
define internal i64 @mix_list(i64 %key, %list %l) {
  %p = extractvalue %list %l, 0
  %n = extractvalue %list %l, 1
  %count = zext i32 %n to i64
  %start = call i64 @mix(i64 %key, i64 %count)
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %i1, %look ]
  %now = phi i64 [ %start, %0 ], [ %after, %look ]
  %in = icmp slt i32 %i, %n
  br i1 %in, label %look, label %done
look:
  %wide = zext i32 %i to i64
  %slot = getelementptr i32, ptr %p, i64 %wide
  %x = load i32, ptr %slot
  %word = sext i32 %x to i64
  %after = call i64 @mix(i64 %now, i64 %word)
  %i1 = add i32 %i, 1
  br label %head
done:
  ret i64 %now
}
define internal i32 @occurrences(ptr %s, i64 %key) {
  %np = getelementptr i8, ptr %s, i64 $RECORDED
  %n = load i32, ptr %np
  %p = getelementptr i8, ptr %s, i64 $HISTORY
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %i1, %look ]
  %found = phi i32 [ 0, %0 ], [ %more, %look ]
  %in = icmp slt i32 %i, %n
  br i1 %in, label %look, label %done
look:
  %wide = zext i32 %i to i64
  %slot = getelementptr i64, ptr %p, i64 %wide
  %x = load i64, ptr %slot
  %same = icmp eq i64 %x, %key
  %one = zext i1 %same to i32
  %more = add i32 %found, %one
  %i1 = add i32 %i, 1
  br label %head
done:
  ret i32 %found
}
define internal i1 @record(ptr %s, ptr %c, i64 %key) {
  %np = getelementptr i8, ptr %s, i64 $RECORDED
  %n = load i32, ptr %np
  %rp = getelementptr i8, ptr %c, i64 $HISTORY_ROOM
  %room = load i32, ptr %rp
  %in = icmp slt i32 %n, %room
  br i1 %in, label %put, label %no
put:
  %p = getelementptr i8, ptr %s, i64 $HISTORY
  %wide = zext i32 %n to i64
  %slot = getelementptr i64, ptr %p, i64 %wide
  store i64 %key, ptr %slot
  %n1 = add i32 %n, 1
  store i32 %n1, ptr %np
  ret i1 true
no:
  ret i1 false
}
; In games that roll two sets of bits, by the lowest of each key, tell whether a key may have been recorded once, or
; more often, so that the history need not be searched for most keys. What is forgotten stays in them.
define internal i1 @record_noted(ptr %s, ptr %c, i64 %key) {
  %low = lshr i64 %key, 3
  %place = and i64 %low, 248
  %at = and i64 %key, 63
  %bit = shl i64 1, %at
  %once = getelementptr i8, ptr %c, i64 $ONCE
  %op = getelementptr i8, ptr %once, i64 %place
  %often = getelementptr i8, ptr %c, i64 $OFTEN
  %tp = getelementptr i8, ptr %often, i64 %place
  %o = load i64, ptr %op
  %t = load i64, ptr %tp
  %again = and i64 %o, %bit
  %t1 = or i64 %t, %again
  %o1 = or i64 %o, %bit
  store i64 %t1, ptr %tp
  store i64 %o1, ptr %op
  %room = call i1 @record(ptr %s, ptr %c, i64 %key)
  ret i1 %room
}
define internal i32 @occurrences_noted(ptr %s, ptr %c, i64 %key) {
  %low = lshr i64 %key, 3
  %place = and i64 %low, 248
  %at = and i64 %key, 63
  %bit = shl i64 1, %at
  %often = getelementptr i8, ptr %c, i64 $OFTEN
  %tp = getelementptr i8, ptr %often, i64 %place
  %t = load i64, ptr %tp
  %t1 = and i64 %t, %bit
  %rare = icmp eq i64 %t1, 0
  br i1 %rare, label %once, label %search
once:
  %op0 = getelementptr i8, ptr %c, i64 $ONCE
  %op = getelementptr i8, ptr %op0, i64 %place
  %o = load i64, ptr %op
  %o1 = and i64 %o, %bit
  %never = icmp eq i64 %o1, 0
  %np = getelementptr i8, ptr %s, i64 $RECORDED
  %n = load i32, ptr %np
  %empty = icmp eq i32 %n, 0
  %none = or i1 %never, %empty
  br i1 %none, label %no, label %some
some:
  %p = getelementptr i8, ptr %s, i64 $HISTORY
  %last = add i32 %n, -1
  %wide = zext i32 %last to i64
  %slot = getelementptr i64, ptr %p, i64 %wide
  %x = load i64, ptr %slot
  %same = icmp eq i64 %x, %key
  br i1 %same, label %yes, label %search
yes:
  ret i32 1
no:
  ret i32 0
search:
  %found = call i32 @occurrences(ptr %s, i64 %key)
  ret i32 %found
}
define internal i32 @key_count(ptr %p, i32 %n, i64 %key) {
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %i1, %look ]
  %found = phi i32 [ 0, %0 ], [ %more, %look ]
  %in = icmp slt i32 %i, %n
  br i1 %in, label %look, label %done
look:
  %wide = zext i32 %i to i64
  %slot = getelementptr i64, ptr %p, i64 %wide
  %x = load i64, ptr %slot, align 4
  %same = icmp eq i64 %x, %key
  %one = zext i1 %same to i32
  %more = add i32 %found, %one
  %i1 = add i32 %i, 1
  br label %head
done:
  ret i32 %found
}
; Whether two histories hold the same keys, in whatever order.
define internal i1 @keys_same(ptr %p, ptr %q, i32 %n) {
  %twice = shl i32 %n, 1
  %plain = call i1 @words_same(ptr %p, ptr %q, i32 %twice)
  br i1 %plain, label %yes, label %head
head:
  %i = phi i32 [ 0, %0 ], [ %i1, %next ]
  %in = icmp slt i32 %i, %n
  br i1 %in, label %look, label %yes
look:
  %wide = zext i32 %i to i64
  %slot = getelementptr i64, ptr %p, i64 %wide
  %x = load i64, ptr %slot, align 4
  %a = call i32 @key_count(ptr %p, i32 %n, i64 %x)
  %b = call i32 @key_count(ptr %q, i32 %n, i64 %x)
  %same = icmp eq i32 %a, %b
  br i1 %same, label %next, label %no
next:
  %i1 = add i32 %i, 1
  br label %head
yes:
  ret i1 true
no:
  ret i1 false
}
