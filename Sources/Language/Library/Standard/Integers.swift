/// `Int` and its relatives: what is not an operator.
extension StandardLibrary {
  static func integer(_ kind: IntegerKind) -> LibraryType {
    let name = kind.name
    let sign = kind.isSigned ? "SignedInteger" : "UnsignedInteger"
    let magnitude = kind.isSigned ? "U" + name : name
    return LibraryType(
      """
      struct \(name): FixedWidthInteger, \(sign), LosslessStringConvertible, ExpressibleByIntegerLiteral, CVarArg, Codable,
        Sendable
      { typealias Stride = Int; typealias Magnitude = \(magnitude); typealias IntegerLiteralType = \(name) }
      """,
      conversions(kind) + constants(kind) + questions(kind, magnitude) + randomness(kind)
        + byteOrder(kind) + (kind.name == "UInt8" ? [ascii] : []))
  }

  private static func conversions(_ kind: IntegerKind) -> [LibraryEntry] {
    let name = kind.name
    return [
      nullary("init()") { .int(0) },
      contextual("init<T: BinaryInteger>(_ source: T)") { call throws(Abort) in
        try kind.converted(call.wideArgument)
      },
      unary("init(_ source: Double)") { value throws(Abort) in try kind.converted(value.number, from: "Double") },
      unary("init(_ source: Float)") { value throws(Abort) in try kind.converted(value.number, from: "Float") },
      unary("init?(_ description: String)") { value in
        Int128(value.text).flatMap { kind.contains($0) ? kind.value(truncating: $0) : nil } ?? .null
      },
      binary("init?<S: StringProtocol>(_ text: S, radix: Int = 10)") { text, radix throws(Abort) in
        guard (2...36).contains(radix.integer) else { throw .trap("Radix not in range 2...36") }
        let number = Int128(text.text, radix: radix.integer)
        return number.flatMap { kind.contains($0) ? kind.value(truncating: $0) : nil } ?? .null
      },
      contextual("init?<T: BinaryInteger>(exactly source: T)") { call in
        let number = call.wideArgument
        return kind.contains(number) ? kind.value(truncating: number) : .null
      },
      unary("init?(exactly source: Double)") { value in
        Int128(exactly: value.number).flatMap { kind.contains($0) ? kind.value(truncating: $0) : nil } ?? .null
      },
      contextual("init<T: BinaryInteger>(truncatingIfNeeded source: T)") { call in
        kind.value(truncating: call.wideArgument)
      },
      contextual("init<T: BinaryInteger>(clamping source: T)") { call in
        kind.value(truncating: min(max(call.wideArgument, kind.least), kind.greatest))
      },
      contextual("init<T: BinaryInteger>(bitPattern source: T)") { call in kind.value(truncating: call.wideArgument) },
      unary("init(integerLiteral value: \(name))") { $0 },
    ]
  }

  private static func constants(_ kind: IntegerKind) -> [LibraryEntry] {
    let name = kind.name
    return [
      nullary("static var min: \(name) { get }") { kind.value(truncating: kind.least) },
      nullary("static var max: \(name) { get }") { kind.value(truncating: kind.greatest) },
      nullary("static var zero: \(name) { get }") { .int(0) },
      nullary("static var bitWidth: Int { get }") { .int(kind.bits) },
      nullary("static var isSigned: Bool { get }") { .bool(kind.isSigned) },
    ]
  }

  private static func questions(_ kind: IntegerKind, _ magnitude: String) -> [LibraryEntry] {
    let name = kind.name
    func reporting(_ start: String, _ operation: Arithmetic.Operator) -> LibraryEntry {
      binary("func \(start): \(name)) -> (partialValue: \(name), overflow: Bool)") { left, right in
        let (left, right) = (kind.wide(left), kind.wide(right))
        let result =
          switch operation {
          case .add: left + right
          case .subtract: left - right
          default: left.multipliedReportingOverflow(by: right).partialValue
          }
        return .pair(
          kind.value(truncating: result), .bool(!kind.contains(result)), ["partialValue", "overflow"])
      }
    }
    return [
      unary("var description: String { get }") { .string(String(kind.wide($0))) },
      unary("var hashValue: Int { get }") { .int($0.hashValue) },
      unary("var magnitude: \(magnitude) { get }") { value in
        let number = kind.wide(value)
        return .unsigned(UInt(number < 0 ? -number : number))
      },
      unary("var bitWidth: Int { get }") { _ in .int(kind.bits) },
      unary("var nonzeroBitCount: Int { get }") { .int(kind.pattern($0).nonzeroBitCount) },
      unary("var leadingZeroBitCount: Int { get }") { .int(kind.pattern($0).leadingZeroBitCount - 64 + kind.bits) },
      unary("var trailingZeroBitCount: Int { get }") { .int(min(kind.pattern($0).trailingZeroBitCount, kind.bits)) },
      binary("func isMultiple(of other: \(name)) -> Bool") { value, other in
        let (value, other) = (kind.wide(value), kind.wide(other))
        return .bool(other == 0 ? value == 0 : value % other == 0)
      },
      unary("func signum() -> \(name)") { .int(Int(kind.wide($0).signum())) },
      mutating("mutating func negate()") { value, _ throws(Abort) in
        value = try kind.result(-kind.wide(value))
        return .void
      },
      binary("func quotientAndRemainder(dividingBy rhs: \(name)) -> (quotient: \(name), remainder: \(name))") {
        left, right throws(Abort) in
        .pair(
          try kind.apply(.divide, left, right), try kind.apply(.remainder, left, right), ["quotient", "remainder"])
      },
      binary("func advanced(by n: Int) -> \(name)") { value, distance throws(Abort) in
        try kind.result(kind.wide(value) + Int128(distance.integer))
      },
      binary("func distance(to other: \(name)) -> Int") { value, other throws(Abort) in
        try IntegerKind.int.result(kind.wide(other) - kind.wide(value))
      },
      reporting("addingReportingOverflow(_ rhs", .add), reporting("subtractingReportingOverflow(_ rhs", .subtract),
      reporting("multipliedReportingOverflow(by rhs", .multiply),
      dividing("dividedReportingOverflow(by rhs", .divide, kind),
      dividing("remainderReportingOverflow(dividingBy rhs", .remainder, kind),
      binary("func multipliedFullWidth(by other: \(name)) -> (high: \(name), low: \(magnitude))") { left, right in
        // Of two words the product has more bits than are counted with here.
        let product = kind.wide(left).multipliedFullWidth(by: kind.wide(right))
        let low = UInt(truncatingIfNeeded: product.low) & (UInt.max >> UInt(64 - kind.bits))
        let high = Int128(truncatingIfNeeded: product.low >> UInt128(kind.bits))
        return .pair(kind.value(truncating: high), .unsigned(low), ["high", "low"])
      },
      binary(
        "func dividingFullWidth(_ dividend: (high: \(name), low: \(magnitude))) -> (quotient: \(name), remainder: \(name))"
      ) { divisor, dividend throws(Abort) in
        guard case .tuple(let parts) = dividend else { return .void }
        let divisor = kind.wide(divisor)
        if divisor == 0 { throw .trap("Division by zero") }
        let low = Int128(truncatingIfNeeded: UInt(truncatingIfNeeded: IntegerKind.int.wide(parts.elements[1])))
        if !kind.isSigned {
          let whole = UInt128(kind.wide(parts.elements[0])) << UInt128(kind.bits) | UInt128(low)
          let (quotient, remainder) = whole.quotientAndRemainder(dividingBy: UInt128(divisor))
          guard let quotient = Int128(exactly: quotient) else { throw .overflow }
          return .pair(try kind.result(quotient), kind.value(truncating: Int128(remainder)), ["quotient", "remainder"])
        }
        let whole = kind.wide(parts.elements[0]) << Int128(kind.bits) | low
        let (quotient, remainder) = whole.quotientAndRemainder(dividingBy: divisor)
        return .pair(try kind.result(quotient), kind.value(truncating: remainder), ["quotient", "remainder"])
      },
    ]
  }

  /// A division whose result does not fit, or which there is not.
  private static func dividing(
    _ start: String, _ operation: Arithmetic.Operator, _ kind: IntegerKind
  ) -> LibraryEntry {
    binary("func \(start): \(kind.name)) -> (partialValue: \(kind.name), overflow: Bool)") { left, right in
      let (left, right) = (kind.wide(left), kind.wide(right))
      if right == 0 { return .pair(kind.value(truncating: left), .bool(true), ["partialValue", "overflow"]) }
      let isTooLarge = !kind.contains(left / right)
      let result = operation == .divide ? left / right : left % right
      return .pair(kind.value(truncating: result), .bool(isTooLarge), ["partialValue", "overflow"])
    }
  }

  /// As on the machines that Swift runs on, the byte that counts least comes first.
  private static func byteOrder(_ kind: IntegerKind) -> [LibraryEntry] {
    func swapped(_ value: Value) -> Value {
      kind.value(truncating: Int128(kind.pattern(value).byteSwapped >> UInt64(64 - kind.bits)))
    }
    let name = kind.name
    return [
      unary("var byteSwapped: \(name) { get }") { swapped($0) },
      unary("var bigEndian: \(name) { get }") { swapped($0) },
      unary("var littleEndian: \(name) { get }") { $0 },
      unary("init(bigEndian value: \(name))") { swapped($0) },
      unary("init(littleEndian value: \(name))") { $0 },
    ]
  }

  private static var ascii: LibraryEntry {
    unary("init(ascii v: Unicode.Scalar)") { scalar throws(Abort) in
      guard let byte = scalar.symbol.asciiValue else { throw .trap("Code point value does not fit into ASCII") }
      return .int(Int(byte))
    }
  }

  private static func randomness(_ kind: IntegerKind) -> [LibraryEntry] {
    func random(_ low: Int128, _ high: Int128) throws(Abort) -> Value {
      guard low <= high else { throw .emptyRandomRange }
      var random = AbstractMachine.random
      return kind.value(truncating: Int128.random(in: low...high, using: &random))
    }
    return [
      unary("static func random(in range: Range<\(kind.name)>) -> \(kind.name)") { range throws(Abort) in
        try random(kind.wide(range.fields[0]), kind.wide(range.fields[1]) - 1)
      },
      unary("static func random(in range: ClosedRange<\(kind.name)>) -> \(kind.name)") { range throws(Abort) in
        try random(kind.wide(range.fields[0]), kind.wide(range.fields[1]))
      },
      drawing(
        "static func random<G: RandomNumberGenerator>(in range: Range<\(kind.name)>, using generator: inout G) -> "
          + kind.name
      ) { call, generator throws(Abort) in
        let range = call[0].fields
        return try kind.random(kind.wide(range[0]), kind.wide(range[1]) - 1, &generator)
      },
      drawing(
        "static func random<G: RandomNumberGenerator>(in range: ClosedRange<\(kind.name)>, using generator: inout G) "
          + "-> \(kind.name)"
      ) { call, generator throws(Abort) in
        let range = call[0].fields
        return try kind.random(kind.wide(range[0]), kind.wide(range[1]), &generator)
      },
    ]
  }
}

extension NativeCall {
  /// The integer that is converted, whatever its type.
  fileprivate var wideArgument: Int128 {
    if case .any(let box) = self[0] { return (IntegerKind.of(box.type) ?? .int).wide(box.value) }
    return (IntegerKind.of(type("T")) ?? .int).wide(self[0])
  }
}

extension IntegerKind {
  /// The bits of a value, and zeros above them.
  fileprivate func pattern(_ value: Value) -> UInt64 {
    let word = UInt64(bitPattern: Int64(value.integer))
    return bits == 64 ? word : word & (1 << UInt64(bits) - 1)
  }
}
