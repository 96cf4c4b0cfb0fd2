// Literals and raw values beyond the largest of their type.
// swift-format-ignore-file
let a = 9223372036854775808  // error: integer literal '9223372036854775808' overflows when stored into 'Int'
let b: UInt64 = 18446744073709551616  // error: integer literal '18446744073709551616' overflows when stored into 'UInt64'
let c: UInt64 = 18446744073709551615
let d: Double = 18446744073709551616
let e = 0xFFFF_FFFF_FFFF_FFFF  // error: integer literal '18446744073709551615' overflows when stored into 'Int'
