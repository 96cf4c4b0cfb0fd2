// Arithmetic on constants that overflows or divides by zero.
// swift-format-ignore-file
let a: Int8 = 200  // error: integer literal '200' overflows when stored into 'Int8'
let b: UInt = -1  // error: negative integer '-1' overflows when stored into unsigned type 'UInt'
let c = Int8(300)  // error: integer literal '300' overflows when stored into 'Int8'
let d = 10 / 0  // error: division by zero
let e = 10 % 0  // error: division by zero
let f = 9223372036854775807 + 1  // error: arithmetic operation '9223372036854775807 + 1' (on type 'Int') results in an overflow
let h: UInt8 = 255 + 1  // error: arithmetic operation '255 + 1' (on type 'UInt8') results in an overflow
let i = 5.0 / 0
let j = Int8(127) + 1  // error: arithmetic operation '127 + 1' (on type 'Int8') results in an overflow
func k(_ n: Int) -> Int { n / 0 }  // error: division by zero
func l() -> Int { let z = 0; return 10 / z }  // error: division by zero
func m() -> Int { var z = 0; return 10 / z }  // error: division by zero
let n = UInt(3) - 4  // error: arithmetic operation '3 - 4' (on type 'UInt') results in an overflow
let o = 1 << 64
let p: Int8 = 100 * 2  // error: arithmetic operation '100 * 2' (on type 'Int8') results in an overflow
let q = [1, 2, 300] as [Int8]  // error: integer literal '300' overflows when stored into 'Int8'
let r: [UInt8] = [1, 256]  // error: integer literal '256' overflows when stored into 'UInt8'
func s() -> UInt8 { 256 }  // error: integer literal '256' overflows when stored into 'UInt8'
func t(_ x: UInt8) {}
func u() { t(256); t(-1) }  // error: negative integer '-1' overflows when stored into unsigned type 'UInt8'  // error: integer literal '256' overflows when stored into 'UInt8'
let v = Int.max + 1  // error: arithmetic operation '9223372036854775807 + 1' (on type 'Int') results in an overflow
let w = -9223372036854775808
let z = UInt8(256)  // error: integer literal '256' overflows when stored into 'UInt8'
func ab(_ q: Int) -> Int { var q = q; q /= 0; return q }  // error: division by zero
func ac() -> Int { let big = 9223372036854775807; return big + 1 }  // error: arithmetic operation '9223372036854775807 + 1' (on type 'Int') results in an overflow
func ad() -> Int { let z = 3 - 3; return 10 / z }  // error: division by zero
func ae() -> Int8 { let z: Int8 = 127; return z + 1 }  // error: arithmetic operation '127 + 1' (on type 'Int8') results in an overflow
let af: Float = 1e40
let ah = UInt8(truncatingIfNeeded: 256)
let ai = 5 / (3 - 3)  // error: division by zero
let aj: UInt = 1 - 2  // error: arithmetic operation '1 - 2' (on type 'UInt') results in an overflow
let ak = Int8(-129)  // error: integer literal '-129' overflows when stored into 'Int8'
let al: Int32 = 3_000_000_000  // error: integer literal '3000000000' overflows when stored into 'Int32'
let am = Int32(3_000_000_000)  // error: integer literal '3000000000' overflows when stored into 'Int32'
func an(_ n: Int = 10 / 0) {}  // error: division by zero
