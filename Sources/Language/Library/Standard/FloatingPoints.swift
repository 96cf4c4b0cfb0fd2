/// `Double` and `Float`: what is not an operator.
extension StandardLibrary {
  static func double() -> LibraryType {
    floating("Double", other: "Float", Double.self, read: \.number) { .double($0) }
  }

  static func float() -> LibraryType {
    floating("Float", other: "Double", Float.self, read: \.single) { .float($0) }
  }

  private static func floating<T: BinaryFloatingPoint & LosslessStringConvertible & Sendable>(
    _ name: String, other: String, _: T.Type, read: @escaping (Value) -> T, make: @escaping (T) -> Value
  ) -> LibraryType where T.RawSignificand: FixedWidthInteger {
    LibraryType(
      """
      struct \(name): BinaryFloatingPoint, LosslessStringConvertible, ExpressibleByFloatLiteral,
        ExpressibleByIntegerLiteral, CVarArg, Codable, Sendable
      { typealias Stride = \(name); typealias Magnitude = \(name); typealias Exponent = Int }
      """,
      floatingConversions(name, other, read, make) + floatingConstants(name, make)
        + floatingQuestions(name, read, make) + rounding(name, read, make) + floatingRandomness(name, read, make))
  }

  private static func floatingConversions<T: BinaryFloatingPoint & LosslessStringConvertible>(
    _ name: String, _ other: String, _ read: @escaping (Value) -> T, _ make: @escaping (T) -> Value
  ) -> [LibraryEntry] {
    [
      nullary("init()") { make(0) },
      unary("init(_ other: \(name))") { $0 },
      unary("init(_ other: \(other))") { make(T($0.number)) },
      contextual("init<Source: BinaryInteger>(_ value: Source)") { call in
        make(T((IntegerKind.of(call.type("Source")) ?? .int).wide(call[0])))
      },
      unary("init?<S: StringProtocol>(_ text: S)") { value in T(value.text).map(make) ?? .null },
      contextual("init?<Source: BinaryInteger>(exactly value: Source)") { call in
        T(exactly: (IntegerKind.of(call.type("Source")) ?? .int).wide(call[0])).map(make) ?? .null
      },
      unary("init(integerLiteral value: Int)") { make(T($0.number)) },
      unary("init(floatLiteral value: \(name))") { make(read($0)) },
    ]
  }

  private static func floatingConstants<T: BinaryFloatingPoint>(_ name: String, _ make: @escaping (T) -> Value)
    -> [LibraryEntry]
  {
    func constant(_ member: String, _ value: T) -> LibraryEntry {
      nullary("static var \(member): \(name) { get }") { make(value) }
    }
    return [
      constant("pi", .pi), constant("infinity", .infinity), constant("nan", .nan), constant("zero", 0),
      constant("greatestFiniteMagnitude", .greatestFiniteMagnitude),
      constant("leastNormalMagnitude", .leastNormalMagnitude),
      constant("leastNonzeroMagnitude", .leastNonzeroMagnitude), constant("ulpOfOne", .ulpOfOne),
    ]
  }

  private static func floatingQuestions<T: BinaryFloatingPoint & LosslessStringConvertible>(
    _ name: String, _ read: @escaping (Value) -> T, _ make: @escaping (T) -> Value
  ) -> [LibraryEntry] {
    [
      unary("var description: String { get }") { .string(read($0).description) },
      unary("var hashValue: Int { get }") { .int($0.hashValue) },
      unary("var isNaN: Bool { get }") { .bool(read($0).isNaN) },
      unary("var isFinite: Bool { get }") { .bool(read($0).isFinite) },
      unary("var isInfinite: Bool { get }") { .bool(read($0).isInfinite) },
      unary("var isZero: Bool { get }") { .bool(read($0).isZero) },
      unary("var isNormal: Bool { get }") { .bool(read($0).isNormal) },
      contextual("var sign: FloatingPointSign { get }") { call throws(Abort) in
        try call.choice(read(call[0]).sign == .minus ? "minus" : "plus")
      },
      unary("var magnitude: \(name) { get }") { make(read($0).magnitude) },
      unary("var ulp: \(name) { get }") { make(read($0).ulp) },
      unary("var nextUp: \(name) { get }") { make(read($0).nextUp) },
      unary("var nextDown: \(name) { get }") { make(read($0).nextDown) },
      unary("var significand: \(name) { get }") { make(read($0).significand) },
      unary("var exponent: Int { get }") { .int(Int(read($0).exponent)) },
      unary("func squareRoot() -> \(name)") { make(read($0).squareRoot()) },
      mutating("mutating func formSquareRoot()") { value, _ in
        value = make(read(value).squareRoot())
        return .void
      },
      mutating("mutating func negate()") { value, _ in
        value = make(-read(value))
        return .void
      },
      binary("func truncatingRemainder(dividingBy other: \(name)) -> \(name)") {
        make(read($0).truncatingRemainder(dividingBy: read($1)))
      },
      binary("func remainder(dividingBy other: \(name)) -> \(name)") {
        make(read($0).remainder(dividingBy: read($1)))
      },
      ternary("func addingProduct(_ lhs: \(name), _ rhs: \(name)) -> \(name)") {
        make(read($0).addingProduct(read($1), read($2)))
      },
      binary("func advanced(by n: \(name)) -> \(name)") { make(read($0) + read($1)) },
      binary("func distance(to other: \(name)) -> \(name)") { make(read($1) - read($0)) },
      binary("func isEqual(to other: \(name)) -> Bool") { .bool(read($0) == read($1)) },
      binary("func isLess(than other: \(name)) -> Bool") { .bool(read($0) < read($1)) },
      binary("static func minimum(_ x: \(name), _ y: \(name)) -> \(name)") { make(T.minimum(read($0), read($1))) },
      binary("static func maximum(_ x: \(name), _ y: \(name)) -> \(name)") { make(T.maximum(read($0), read($1))) },
    ]
  }

  private static func rounding<T: BinaryFloatingPoint>(
    _ name: String, _ read: @escaping (Value) -> T, _ make: @escaping (T) -> Value
  ) -> [LibraryEntry] {
    [
      unary("func rounded() -> \(name)") { make(read($0).rounded()) },
      binary("func rounded(_ rule: FloatingPointRoundingRule) -> \(name)") { value, rule throws(Abort) in
        make(read(value).rounded(try rule.roundingRule))
      },
      mutating("mutating func round()") { value, _ in
        value = make(read(value).rounded())
        return .void
      },
      mutating("mutating func round(_ rule: FloatingPointRoundingRule)") { value, operands throws(Abort) in
        value = make(read(value).rounded(try operands[0].roundingRule))
        return .void
      },
    ]
  }

  private static func floatingRandomness<T: BinaryFloatingPoint>(
    _ name: String, _ read: @escaping (Value) -> T, _ make: @escaping (T) -> Value
  ) -> [LibraryEntry] where T.RawSignificand: FixedWidthInteger {
    [
      unary("static func random(in range: Range<\(name)>) -> \(name)") { range throws(Abort) in
        let (low, high) = (read(range.fields[0]), read(range.fields[1]))
        guard low < high else { throw .emptyRandomRange }
        guard (high - low).isFinite else { throw .trap("There is no uniform distribution on an infinite range") }
        var random = AbstractMachine.random
        return make(T.random(in: low..<high, using: &random))
      },
      unary("static func random(in range: ClosedRange<\(name)>) -> \(name)") { range throws(Abort) in
        let (low, high) = (read(range.fields[0]), read(range.fields[1]))
        guard (high - low).isFinite else { throw .trap("There is no uniform distribution on an infinite range") }
        var random = AbstractMachine.random
        return make(T.random(in: low...high, using: &random))
      },
      drawing(
        "static func random<G: RandomNumberGenerator>(in range: Range<\(name)>, using generator: inout G) -> \(name)"
      ) { call, generator throws(Abort) in
        let (low, high) = (read(call[0].fields[0]), read(call[0].fields[1]))
        guard low < high else { throw .emptyRandomRange }
        guard (high - low).isFinite else { throw .trap("There is no uniform distribution on an infinite range") }
        return make(T.random(in: low..<high, using: &generator))
      },
      drawing(
        "static func random<G: RandomNumberGenerator>(in range: ClosedRange<\(name)>, using generator: inout G) -> "
          + name
      ) { call, generator throws(Abort) in
        let (low, high) = (read(call[0].fields[0]), read(call[0].fields[1]))
        guard (high - low).isFinite else { throw .trap("There is no uniform distribution on an infinite range") }
        return make(T.random(in: low...high, using: &generator))
      },
    ]
  }

  fileprivate static let roundingRules = Choices<FloatingPointRoundingRule>([
    "toNearestOrAwayFromZero": .toNearestOrAwayFromZero, "toNearestOrEven": .toNearestOrEven, "up": .up, "down": .down,
    "towardZero": .towardZero, "awayFromZero": .awayFromZero,
  ])

  static func roundingRule() -> LibraryType {
    LibraryType("enum FloatingPointRoundingRule: Hashable, Sendable { \(roundingRules.cases) }")
  }

  static func floatingPointSign() -> LibraryType {
    LibraryType("enum FloatingPointSign: Hashable, Sendable { case plus, minus }")
  }
}

extension Value {
  var roundingRule: FloatingPointRoundingRule {
    get throws(Abort) { try StandardLibrary.roundingRules(self) }
  }
}

extension NativeCall {
  /// A case of the call's result type, an enum of the library.
  func choice(_ name: String) throws(Abort) -> Value {
    guard let found = result.nominal?.cases.first(where: { $0.name == name }) else {
      throw .trap("library: \(result) has no case \(name)")
    }
    return .choice(found)
  }
}
