; The place of the bit of a word that has %k bits below it: where a single bit is deposited into the word.

declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
define internal i64 @nth(i64 %x, i64 %k) {
  %one = shl i64 1, %k
  %bit = call i64 @llvm.x86.bmi.pdep.64(i64 %one, i64 %x)
  %at = call i64 @llvm.cttz.i64(i64 %bit, i1 true)
  ret i64 %at
}

; The lowest bits of %x, in order, where the bits of %mask are.

define internal i64 @deposited(i64 %x, i64 %mask) {
  %to = call i64 @llvm.x86.bmi.pdep.64(i64 %x, i64 %mask)
  ret i64 %to
}
