; The place of the bit of a word that has %k bits below it: half by half.

define internal i64 @nth(i64 %x, i64 %k) {
  %low32 = and i64 %x, 4294967295
  %size32 = call i64 @llvm.ctpop.i64(i64 %low32)
  %above32 = icmp uge i64 %k, %size32
  %by32 = select i1 %above32, i64 32, i64 0
  %less32 = select i1 %above32, i64 %size32, i64 0
  %x32 = lshr i64 %x, %by32
  %k32 = sub i64 %k, %less32
  %low16 = and i64 %x32, 65535
  %size16 = call i64 @llvm.ctpop.i64(i64 %low16)
  %above16 = icmp uge i64 %k32, %size16
  %by16 = select i1 %above16, i64 16, i64 0
  %less16 = select i1 %above16, i64 %size16, i64 0
  %x16 = lshr i64 %x32, %by16
  %k16 = sub i64 %k32, %less16
  %at16 = add i64 %by32, %by16
  %low8 = and i64 %x16, 255
  %size8 = call i64 @llvm.ctpop.i64(i64 %low8)
  %above8 = icmp uge i64 %k16, %size8
  %by8 = select i1 %above8, i64 8, i64 0
  %less8 = select i1 %above8, i64 %size8, i64 0
  %x8 = lshr i64 %x16, %by8
  %k8 = sub i64 %k16, %less8
  %at8 = add i64 %at16, %by8
  %low4 = and i64 %x8, 15
  %size4 = call i64 @llvm.ctpop.i64(i64 %low4)
  %above4 = icmp uge i64 %k8, %size4
  %by4 = select i1 %above4, i64 4, i64 0
  %less4 = select i1 %above4, i64 %size4, i64 0
  %x4 = lshr i64 %x8, %by4
  %k4 = sub i64 %k8, %less4
  %at4 = add i64 %at8, %by4
  %low2 = and i64 %x4, 3
  %size2 = call i64 @llvm.ctpop.i64(i64 %low2)
  %above2 = icmp uge i64 %k4, %size2
  %by2 = select i1 %above2, i64 2, i64 0
  %less2 = select i1 %above2, i64 %size2, i64 0
  %x2 = lshr i64 %x4, %by2
  %k2 = sub i64 %k4, %less2
  %at2 = add i64 %at4, %by2
  %low1 = and i64 %x2, 1
  %size1 = call i64 @llvm.ctpop.i64(i64 %low1)
  %above1 = icmp uge i64 %k2, %size1
  %by1 = select i1 %above1, i64 1, i64 0
  %at1 = add i64 %at2, %by1
  ret i64 %at1
}

; Every bit of %x, the one with the number b, is set as bit %first + b * %many of the words at %place.

define internal void @spread(i64 %x, i64 %first, i64 %many, ptr %place) {
  br label %head
head:
  %left = phi i64 [ %x, %0 ], [ %rest, %inside ]
  %some = icmp ne i64 %left, 0
  br i1 %some, label %inside, label %after
inside:
  %b = call i64 @llvm.cttz.i64(i64 %left, i1 true)
  %less = sub i64 %left, 1
  %rest = and i64 %left, %less
  %further = mul i64 %b, %many
  %at = add i64 %first, %further
  %number = lshr i64 %at, 6
  %word = getelementptr i64, ptr %place, i64 %number
  %in = and i64 %at, 63
  %bit = shl i64 1, %in
  %old = load i64, ptr %word, align 8
  %new = or i64 %old, %bit
  store i64 %new, ptr %word, align 8
  br label %head
after:
  ret void
}
