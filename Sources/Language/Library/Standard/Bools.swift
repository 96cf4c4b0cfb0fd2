/// `Bool`, `Never` and `AnyHashable`.
extension StandardLibrary {
  static func bool() -> LibraryType {
    LibraryType(
      "struct Bool: Hashable, LosslessStringConvertible, ExpressibleByBooleanLiteral, Codable, Sendable {}",
      [
        nullary("init()") { .bool(false) },
        unary("init(_ value: Bool)") { $0 },
        unary("init?(_ description: String)") { Bool($0.text).map { .bool($0) } ?? .null },
        unary("init(booleanLiteral value: Bool)") { $0 },
        mutating("mutating func toggle()") { value, _ in
          value = .bool(!value.flag)
          return .void
        },
        unary("var description: String { get }") { .string($0.flag ? "true" : "false") },
        unary("var hashValue: Int { get }") { .int($0.hashValue) },
        nullary("static func random() -> Bool") {
          var random = AbstractMachine.random
          return .bool(.random(using: &random))
        },
        drawing("static func random<G: RandomNumberGenerator>(using generator: inout G) -> Bool") {
          _, generator in .bool(.random(using: &generator))
        },
      ])
  }

  static func never() -> LibraryType {
    LibraryType("enum Never: Error, Comparable, Hashable, Identifiable, Codable, Sendable {}")
  }

  static func anyHashable() -> LibraryType {
    LibraryType(
      "struct AnyHashable: Hashable, CustomStringConvertible {}",
      [
        contextual("init<H: Hashable>(_ base: H)") { call in call.boxed(call[0], as: call.type("H")) },
        contextual("var base: Any { get }") { call in call[0] },
        contextual("var description: String { get }") { call throws(Abort) in
          .string(try call.describe(call[0], as: .hole))
        },
        unary("var hashValue: Int { get }") { .int($0.hashValue) },
      ])
  }
}

extension NativeCall {
  /// The value with its static type, so that `Any` knows what it was.
  func boxed(_ value: Value, as type: Type?) -> Value {
    if case .any = value { return value }
    guard let type, !type.hasParameters, !type.hasHoles else { return value }
    return .any(Existential(value, type))
  }
}
