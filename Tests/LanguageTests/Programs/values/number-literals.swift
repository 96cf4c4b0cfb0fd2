// Integer literals in four bases, floating-point literals, separators, and what they print as.
let decimal = 1_000_000
let hex = 0xFF
let octal = 0o17
let binary = 0b1010
print(decimal, hex, octal, binary)

let ratio = 0.25
let big = 1.5e3
let small = 1.25e-4
let whole: Double = 42
print(ratio, big, small, whole)
print(1e16, 1e15, 123456789.0, 0.1 + 0.2)
print(-0.0, 100.0, 5e-324, 1.0 / 3.0)

let narrow: Float = 0.1
print(narrow, Float(1) / 3)

print(Double.infinity, -Double.infinity, Double.nan)
print(Double.pi, Int.max, Int.min, UInt8.max)

let a: Int8 = -128
let b: UInt16 = 65_535
print(a, b, type(of: a), type(of: b))
print(+5, -decimal, 2 - -7)
