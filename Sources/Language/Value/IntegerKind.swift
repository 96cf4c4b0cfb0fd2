/// The integer types. Their values are all kept in an `Int`, but for those without sign that are above it; arithmetic is done wider and checked against the bounds of the type.
struct IntegerKind: Sendable {
  let name: String
  let bits: Int
  let isSigned: Bool

  static let all = [
    IntegerKind(name: "Int", bits: 64, isSigned: true), IntegerKind(name: "Int8", bits: 8, isSigned: true),
    IntegerKind(name: "Int16", bits: 16, isSigned: true), IntegerKind(name: "Int32", bits: 32, isSigned: true),
    IntegerKind(name: "Int64", bits: 64, isSigned: true), IntegerKind(name: "UInt", bits: 64, isSigned: false),
    IntegerKind(name: "UInt8", bits: 8, isSigned: false), IntegerKind(name: "UInt16", bits: 16, isSigned: false),
    IntegerKind(name: "UInt32", bits: 32, isSigned: false), IntegerKind(name: "UInt64", bits: 64, isSigned: false),
  ]
  static var int: IntegerKind { all[0] }

  /// The kind of an integer type, `nil` for others and for what is not known.
  static func of(_ type: Type?) -> IntegerKind? {
    guard let name = type?.libraryName else { return nil }
    return all.first { $0.name == name }
  }

  var least: Int128 { isSigned ? -(1 << (bits - 1)) : 0 }
  var greatest: Int128 { (1 << (isSigned ? bits - 1 : bits)) - 1 }

  /// The number that a value of this type stands for.
  func wide(_ value: Value) -> Int128 {
    if case .word(let word) = value.unboxed { return Int128(word) }
    return Int128(value.integer)
  }

  func contains(_ number: Int128) -> Bool { number >= least && number <= greatest }

  /// The value, without regard to bounds.
  func value(truncating number: Int128) -> Value {
    let word = UInt64(truncatingIfNeeded: number)
    switch (bits, isSigned) {
    case (8, true): return .int(Int(Int8(truncatingIfNeeded: word)))
    case (16, true): return .int(Int(Int16(truncatingIfNeeded: word)))
    case (32, true): return .int(Int(Int32(truncatingIfNeeded: word)))
    case (8, false): return .int(Int(UInt8(truncatingIfNeeded: word)))
    case (16, false): return .int(Int(UInt16(truncatingIfNeeded: word)))
    case (32, false): return .int(Int(UInt32(truncatingIfNeeded: word)))
    case (_, false): return .unsigned(UInt(word))
    default: return .int(Int(bitPattern: UInt(word)))
    }
  }

  /// The result of an operation; a fault if it is out of bounds.
  func result(_ number: Int128) throws(Abort) -> Value {
    guard contains(number) else { throw .overflow }
    return value(truncating: number)
  }

  /// A number of another type.
  func converted(_ number: Int128) throws(Abort) -> Value {
    if !isSigned, number < 0 { throw .trap("Negative value is not representable") }
    guard contains(number) else { throw .trap("Not enough bits to represent the passed value") }
    return value(truncating: number)
  }

  func converted(_ number: Double, from type: String) throws(Abort) -> Value {
    guard number.isFinite else {
      throw .trap("\(type) value cannot be converted to \(name) because it is either infinite or NaN")
    }
    let whole = number.rounded(.towardZero)
    guard whole < Double(greatest) + 1 else {
      throw .trap("\(type) value cannot be converted to \(name) because the result would be greater than \(name).max")
    }
    guard whole >= Double(least) else {
      throw .trap("\(type) value cannot be converted to \(name) because the result would be less than \(name).min")
    }
    return value(truncating: Int128(whole))
  }
}
