/// The protocols of numbers. Their operators are among the global ones; members here serve generic code.
extension StandardLibrary {
  static func additiveArithmetic() -> LibraryType {
    LibraryType(
      "protocol AdditiveArithmetic: Equatable {}",
      [
        contextual("static var zero: Self { get }") { call throws(Abort) in
          let type = call.type("Self")
          if let own = call.ownStatic("zero") {
            return try call.machine.invoke(own, receiver: .metatype(TypeBox(type)), [])
          }
          if let nominal = type.nominal, !nominal.isUserType, nominal.name == "Stride" {
            return .native(StrideObject(.nanoseconds(0), type: type))
          }
          guard type.nominal?.isUserType == true else { return Arithmetic.zero(like: type) }
          return try call.machine.literal(.int(0), "integerLiteral", as: type, call.machine.program.environment)
        }
      ])
  }

  static func numeric() -> LibraryType {
    LibraryType(
      "protocol Numeric: AdditiveArithmetic, ExpressibleByIntegerLiteral { associatedtype Magnitude: Comparable, Numeric }",
      [
        contextual("var magnitude: Magnitude { get }") { call throws(Abort) in
          if let own = try call.property("magnitude", of: call[0]) { return own }
          guard call[0].isInteger else {
            return call[0].number < 0 ? try Arithmetic.negated(call[0], as: nil) : call[0]
          }
          let kind = IntegerKind.of(call.type("Self")) ?? .int
          return .unsigned(UInt(kind.wide(call[0]).magnitude))
        },
        contextual("init?<T: BinaryInteger>(exactly source: T)") { call throws(Abort) in
          try Arithmetic.converted(call[0], from: call.type("T"), to: call.type("Self"))
        },
      ])
  }

  static func signedNumeric() -> LibraryType {
    LibraryType(
      "protocol SignedNumeric: Numeric {}",
      [
        mutating("mutating func negate()") { value, _ throws(Abort) in
          value = try Arithmetic.negated(value, as: nil)
          return .void
        }
      ])
  }

  static func strideable() -> LibraryType {
    LibraryType(
      "protocol Strideable<Stride>: Comparable { associatedtype Stride: Comparable, SignedNumeric }",
      [
        contextual("func distance(to other: Self) -> Stride") { call throws(Abort) in
          guard let moment = call[0].object(MomentObject.self) else {
            return try Arithmetic.apply(.subtract, call[1], call[0], as: nil)
          }
          let type = call.machine.strideType(of: moment)
          return .native(StrideObject(moment.time.distance(to: call[1].moment), type: type))
        },
        contextual("func advanced(by n: Stride) -> Self") { call throws(Abort) in
          guard let moment = call[0].object(MomentObject.self) else {
            return try Arithmetic.apply(.add, call[0], call[1], as: nil)
          }
          return .native(MomentObject(moment.time.advanced(by: call[1].stride), type: moment.type))
        },
      ])
  }

  static func binaryInteger() -> LibraryType {
    LibraryType(
      """
      protocol BinaryInteger: Hashable, Numeric, Strideable, CustomStringConvertible, LosslessStringConvertible where Magnitude: BinaryInteger {}
      """,
      [
        contextual("init<T: BinaryInteger>(_ source: T)") { call throws(Abort) in
          try Arithmetic.converted(call[0], from: call.type("T"), to: call.type("Self"))
        },
        contextual("init<T: BinaryFloatingPoint>(_ source: T)") { call throws(Abort) in
          try Arithmetic.converted(call[0], from: call.type("T"), to: call.type("Self"))
        },
        binary("func isMultiple(of other: Self) -> Bool") { value, other in
          let (value, other) = (IntegerKind.int.wide(value), IntegerKind.int.wide(other))
          return .bool(other == 0 ? value == 0 : value % other == 0)
        },
        unary("func signum() -> Self") { .int(Int(IntegerKind.int.wide($0).signum())) },
        unary("var magnitude: Magnitude { get }") { .unsigned(UInt(IntegerKind.int.wide($0).magnitude)) },
      ])
  }

  static func floatingPoint() -> LibraryType {
    LibraryType(
      "protocol FloatingPoint: Hashable, SignedNumeric, Strideable where Magnitude == Self { associatedtype Exponent }",
      [
        unary("var isNaN: Bool { get }") { .bool($0.number.isNaN) },
        unary("var isFinite: Bool { get }") { .bool($0.number.isFinite) },
        unary("var isInfinite: Bool { get }") { .bool($0.number.isInfinite) },
        unary("var isZero: Bool { get }") { .bool($0.number.isZero) },
        unary("var magnitude: Magnitude { get }") { value throws(Abort) in
          value.number < 0 ? try Arithmetic.negated(value, as: nil) : value
        },
        unary("func squareRoot() -> Self") { $0.likeNumber($0.number.squareRoot()) },
        unary("func rounded() -> Self") { $0.likeNumber($0.number.rounded()) },
        contextual("init<T: BinaryInteger>(_ source: T)") { call throws(Abort) in
          try Arithmetic.converted(call[0], from: call.type("T"), to: call.type("Self"))
        },
      ])
  }

  static func binaryFloatingPoint() -> LibraryType {
    LibraryType("protocol BinaryFloatingPoint: FloatingPoint, ExpressibleByFloatLiteral, CustomStringConvertible {}")
  }
}

extension Machine {
  /// The type of what is between two moments of a scheduler.
  fileprivate func strideType(of moment: MomentObject) -> Type {
    moment.type.nominal.flatMap { library.nestedType(of: $0, named: "Stride") }.map { .nominal($0, []) } ?? .hole
  }
}

extension Arithmetic {
  /// A number as another type, for initialisers in generic code.
  static func converted(_ value: Value, from source: Type?, to target: Type?) throws(Abort) -> Value {
    switch (value.unboxed, target?.libraryName) {
    case (.int, "Double"?), (.word, "Double"?): .double(Double((IntegerKind.of(source) ?? .int).wide(value)))
    case (.int, "Float"?), (.word, "Float"?): .float(Float((IntegerKind.of(source) ?? .int).wide(value)))
    case (.int, _), (.word, _):
      try (IntegerKind.of(target) ?? .int).converted((IntegerKind.of(source) ?? .int).wide(value))
    case (.double, "Double"?), (.float, "Float"?): value
    case (.double(let number), "Float"?): .float(Float(number))
    case (.float(let number), "Double"?): .double(Double(number))
    case (.double, _), (.float, _):
      try (IntegerKind.of(target) ?? .int).converted(value.number, from: source?.libraryName ?? "Double")
    default: value
    }
  }
}

extension Value {
  /// A number of the same width.
  fileprivate func likeNumber(_ number: Double) -> Value {
    if case .float = unboxed { return .float(Float(number)) }
    return .double(number)
  }
}
