/// Arithmetic on values of any numeric type, for operators that serve all of them.
///
/// The type decides an integer's bounds; where it is not known, within generic code of a program, they are `Int`'s.
enum Arithmetic {
  enum Operator: String { case add = "+", subtract = "-", multiply = "*", divide = "/", remainder = "%" }

  static func apply(_ operation: Operator, _ left: Value, _ right: Value, as type: Type?) throws(Abort) -> Value {
    switch (left, right) {
    case (.int, .int), (.word, .word), (.int, .word), (.word, .int):
      return try (IntegerKind.of(type) ?? .int).apply(operation, left, right)
    case (.double(let left), .double(let right)): return .double(floating(operation, left, right))
    case (.float(let left), .float(let right)): return .float(floating(operation, left, right))
    // A whole literal in generic code was made before its type was known.
    case (.int(let left), .double(let right)): return .double(floating(operation, Double(left), right))
    case (.double(let left), .int(let right)): return .double(floating(operation, left, Double(right)))
    case (.int(let left), .float(let right)): return .float(floating(operation, Float(left), right))
    case (.float(let left), .int(let right)): return .float(floating(operation, left, Float(right)))
    case (.any(let box), _): return try apply(operation, box.value, right, as: box.type)
    case (_, .any(let box)): return try apply(operation, left, box.value, as: box.type)
    case (.native(let object), _):
      guard let quantity = object as? any Quantity else { break }
      return try quantity.combined(operation, right)
    default:
      if let own = left.ownOperator(operation.rawValue) { return try own.call([left, right]) }
    }
    throw .trap("this type's operators cannot be used from generic code")
  }

  /// `+=` and its like, from `+` where the type does not bring it.
  static func assign(_ operation: Operator, _ value: inout Value, _ operand: Value, as type: Type?) throws(Abort) {
    if let own = value.ownOperator(operation.rawValue + "=") {
      _ = try callChanging(own, &value, operand)
    } else {
      value = try apply(operation, value, operand, as: type)
    }
  }

  private static func floating<T: FloatingPoint>(_ operation: Operator, _ left: T, _ right: T) -> T {
    switch operation {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: left / right
    case .remainder: left.truncatingRemainder(dividingBy: right)
    }
  }

  static func zero(like type: Type?) -> Value {
    switch type?.libraryName {
    case "Double", "CGFloat": .double(0)
    case "Float": .float(0)
    default: .int(0)
    }
  }

  static func negated(_ value: Value, as type: Type?) throws(Abort) -> Value {
    switch value {
    case .double(let number): .double(-number)
    case .float(let number): .float(-number)
    case .any(let box): try negated(box.value, as: box.type)
    case .int, .word: try (IntegerKind.of(type) ?? .int).result(-(IntegerKind.of(type) ?? .int).wide(value))
    case .native: try apply(.multiply, value, .int(-1), as: type)
    default:
      if let own = value.ownOperator("-", operands: 1) {
        try own.call([value])
      } else {
        try apply(.subtract, try apply(.subtract, value, value, as: type), value, as: type)
      }
    }
  }
}

/// An object that can be calculated with.
protocol Quantity: NativeObject {
  func combined(_ operation: Arithmetic.Operator, _ other: Value) throws(Abort) -> Value
}

extension IntegerKind {
  func apply(_ operation: Arithmetic.Operator, _ left: Value, _ right: Value) throws(Abort) -> Value {
    let (left, right) = (wide(left), wide(right))
    switch operation {
    case .add: return try result(left + right)
    case .subtract: return try result(left - right)
    case .multiply:
      let (product, isOverflown) = left.multipliedReportingOverflow(by: right)
      if isOverflown { throw .overflow }
      return try result(product)
    case .divide:
      if right == 0 { throw .trap("Division by zero") }
      if left == least, right == -1 { throw .trap("Division results in an overflow") }
      return try result(left / right)
    case .remainder:
      if right == 0 { throw .trap("Division by zero in remainder operation") }
      if left == least, right == -1 { throw .trap("Division results in an overflow in remainder operation") }
      return try result(left % right)
    }
  }

  /// Shifting by more than there are bits leaves the sign; by a negative count shifts the other way.
  func shifted(_ value: Value, left count: Int) -> Value {
    let number = wide(value)
    if count >= 0 { return count >= bits ? .int(0) : self.value(truncating: number << Int128(count)) }
    return self.value(truncating: number >> Int128(count == .min ? Int.max : min(-count, 127)))
  }
}
