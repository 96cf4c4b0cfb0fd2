// Bitwise operators, overflow operators and the reporting forms.
let flags = 0b1100
print(flags & 0b1010, flags | 0b0011, flags ^ 0b1111, ~flags)
print(1 << 4, 256 >> 2, -16 >> 2)

var mask: UInt8 = 0
mask |= 0b0101
mask <<= 1
print(mask, String(mask, radix: 2))

let top = UInt8.max
print(top &+ 1, UInt8.min &- 1, Int.max &+ 1 == Int.min, UInt8(200) &* 2)

let (sum, overflow) = Int8(100).addingReportingOverflow(100)
print(sum, overflow)
print(40.nonzeroBitCount, (8).trailingZeroBitCount, Int8(1).leadingZeroBitCount)
print(UInt8(truncatingIfNeeded: 300), Int8(clamping: 300), UInt8(exactly: 300) as Any)
