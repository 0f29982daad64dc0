; PCG32, as engines/pcg.py has it.

define internal i64 @drawn(ptr %g) {
  %state = load i64, ptr %g
  %ip = getelementptr i8, ptr %g, i64 8
  %increment = load i64, ptr %ip
  %a = lshr i64 %state, 18
  %b = xor i64 %a, %state
  %d = lshr i64 %b, 27
  %mixed = and i64 %d, 4294967295
  %by = lshr i64 %state, 59
  %right = lshr i64 %mixed, %by
  %neg = sub i64 0, %by
  %back = and i64 %neg, 31
  %left = shl i64 %mixed, %back
  %both = or i64 %right, %left
  %number = and i64 %both, 4294967295
  %x = mul i64 %state, 6364136223846793005
  %y = add i64 %x, %increment
  store i64 %y, ptr %g
  ret i64 %number
}
@inverses = internal constant [$FEW x i64] [$INVERSES]
define internal i64 @below(ptr %g, i64 %bound) {
  %small = icmp ult i64 %bound, 4294967296
  %bound32 = trunc i64 %bound to i32
  br i1 %small, label %one, label %large
large:
  %whole = icmp eq i64 %bound, 4294967296
  br i1 %whole, label %word, label %two
word:
  %w = call i64 @drawn(ptr %g)
  ret i64 %w
one:
  %n = call i64 @drawn(ptr %g)
  %sure = icmp uge i64 %n, %bound
  br i1 %sure, label %take, label %test
test:
  %negative32 = sub i32 0, %bound32
  %low32 = urem i32 %negative32, %bound32
  %low = zext i32 %low32 to i64
  %good = icmp uge i64 %n, %low
  br i1 %good, label %take, label %one
take:
  %few = icmp ult i64 %bound, $FEW
  br i1 %few, label %multiply, label %divide
multiply:
  %ip = getelementptr i64, ptr @inverses, i64 %bound
  %inverse = load i64, ptr %ip
  %part = mul i64 %n, %inverse
  %wide = zext i64 %part to i128
  %times = zext i64 %bound to i128
  %product = mul i128 %wide, %times
  %upper = lshr i128 %product, 64
  %rest = trunc i128 %upper to i64
  ret i64 %rest
divide:
  %n32 = trunc i64 %n to i32
  %r32 = urem i32 %n32, %bound32
  %r = zext i32 %r32 to i64
  ret i64 %r
two:
  %high = call i64 @drawn(ptr %g)
  %second = call i64 @drawn(ptr %g)
  %up = shl i64 %high, 32
  %m = or i64 %up, %second
  %negative = sub i64 0, %bound
  %low2 = urem i64 %negative, %bound
  %good2 = icmp uge i64 %m, %low2
  br i1 %good2, label %take2, label %two
take2:
  %r2 = urem i64 %m, %bound
  ret i64 %r2
}
define internal void @seeded(ptr %g, i64 %seed, i64 %stream) {
  %twice = shl i64 %stream, 1
  %increment = or i64 %twice, 1
  %first = add i64 %increment, %seed
  %x = mul i64 %first, 6364136223846793005
  %state = add i64 %x, %increment
  store i64 %state, ptr %g
  %ip = getelementptr i8, ptr %g, i64 8
  store i64 %increment, ptr %ip
  ret void
}
define internal i64 @game_seed(i64 %seed, i64 %number) {
  %one = add i64 %number, 1
  %step = mul i64 %one, 11400714819323198485
  %a = add i64 %seed, %step
  %a30 = lshr i64 %a, 30
  %ax = xor i64 %a, %a30
  %b = mul i64 %ax, 13787848793156543929
  %b27 = lshr i64 %b, 27
  %bx = xor i64 %b, %b27
  %d = mul i64 %bx, 10723151780598845931
  %d31 = lshr i64 %d, 31
  %r = xor i64 %d, %d31
  ret i64 %r
}
