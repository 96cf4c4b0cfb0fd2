/// `Optional`. A value that is there is itself; only `nil` has a form of its own.
extension StandardLibrary {
  static func optional() -> LibraryType {
    LibraryType(
      """
      enum Optional<Wrapped>: ExpressibleByNilLiteral { case none; case some(Wrapped) }
      extension Optional: Equatable where Wrapped: Equatable {}
      extension Optional: Hashable where Wrapped: Hashable {}
      extension Optional: Encodable where Wrapped: Encodable {}
      extension Optional: Decodable where Wrapped: Decodable {}
      """,
      [
        unary("init(_ some: Wrapped)") { $0.some },
        unary("init(nilLiteral: ())") { _ in .null },
        binary("func map<U>(_ transform: (Wrapped) throws -> U) rethrows -> U?") { optional, transform throws(Abort) in
          guard let value = optional.unwrapped else { return .null }
          return try transform.closure.call(value).some
        },
        binary("func flatMap<U>(_ transform: (Wrapped) throws -> U?) rethrows -> U?") {
          optional, transform throws(Abort) in
          guard let value = optional.unwrapped else { return .null }
          return try transform.closure.call(value)
        },
        unary("var unsafelyUnwrapped: Wrapped { get }") { optional throws(Abort) in
          guard let value = optional.unwrapped else { throw .foundNil }
          return value
        },
        mutating("mutating func take() -> Wrapped?") { value, _ in
          defer { value = .null }
          return value
        },
        contextual("var debugDescription: String { get }") { call throws(Abort) in
          .string(try call.machine.describeInside(call[0], call.type("Self")))
        },
      ])
  }

  static func nilComparison() -> LibraryType {
    LibraryType(
      "struct _OptionalNilComparisonType: ExpressibleByNilLiteral {}",
      [unary("init(nilLiteral: ())") { _ in .null }])
  }
}
