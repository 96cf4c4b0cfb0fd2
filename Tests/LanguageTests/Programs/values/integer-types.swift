// Integers of all sizes: conversion, limits, clamping, exactness, bits.
let small: Int8 = 100
print(Int(small) + 100, Int8.max, Int8.min, UInt8.max, Int16(small), UInt32(7))
print(Int8(exactly: 300) as Any, Int8(clamping: 300), UInt8(truncatingIfNeeded: 257), Int("12") as Any)
print(small &+ 100, (200 as UInt8) &* 2, (5 as UInt8).nonzeroBitCount, 0b1010, 0xff, 0o17, 1_000_000)
print(7 / 2, -7 / 2, 7 % -3, -7 % 3, 7.quotientAndRemainder(dividingBy: 2), (-5).magnitude, abs(-3), (-3).signum())
print(5 & 3, 5 | 3, 5 ^ 3, ~5, 1 << 4, -16 >> 2, Int.max.addingReportingOverflow(1).overflow)
