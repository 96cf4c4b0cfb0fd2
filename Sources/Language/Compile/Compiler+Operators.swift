/// Operators: the library's on numbers, strings and booleans are compiled in place, the others are calls.
extension FunctionCompiler {
  func operation(_ expression: Expr) -> Code {
    switch expression.kind {
    case .binary(let name, let left, let right):
      if isLibrary(expression) {
        switch name.text {
        case "&&", "||", "==", "!=", "<", "<=", ">", ">=":
          if name.text == "&&" || name.text == "||" || comparison(name.text, left, right) != nil {
            let test = test(expression)
            return { frame throws(Abort) in .bool(try test(frame)) }
          }
        case "??": return coalesce(left, right, expression)
        case "+", "-", "*", "/", "%":
          if let code = arithmetic(name.text, left, right, expression) { return code }
        case "+=", "-=", "*=", "/=", "%=":
          if let code = compound(name.text, left, right, expression) { return code }
        default: break
        }
      }
    case .prefix(let name, let operand):
      if isLibrary(expression), name.text == "!" {
        let test = test(operand)
        return { frame throws(Abort) in .bool(!(try test(frame))) }
      }
    default: break
    }
    guard let choice = expression.choice, let arguments = expression.arguments else {
      return constant(.void)
    }
    return invoke(choice, compile(arguments, choice, expression), receiver: nil, expression)
  }

  // MARK: Comparison

  /// Comparisons of integers with integers, strings with strings and so on.
  func comparison(_ name: String, _ left: Expr, _ right: Expr) -> Test? {
    let type = left.type
    guard type == right.type else { return equality(name, left, right) }
    if type == library.int {
      let a = integer(left)
      if case .integer(let value?) = right.kind {
        switch name {
        case "==": return { frame throws(Abort) in try a(frame) == value }
        case "!=": return { frame throws(Abort) in try a(frame) != value }
        case "<": return { frame throws(Abort) in try a(frame) < value }
        case "<=": return { frame throws(Abort) in try a(frame) <= value }
        case ">": return { frame throws(Abort) in try a(frame) > value }
        case ">=": return { frame throws(Abort) in try a(frame) >= value }
        default: return nil
        }
      }
      let b = integer(right)
      switch name {
      case "==": return { frame throws(Abort) in try a(frame) == b(frame) }
      case "!=": return { frame throws(Abort) in try a(frame) != b(frame) }
      case "<": return { frame throws(Abort) in try a(frame) < b(frame) }
      case "<=": return { frame throws(Abort) in try a(frame) <= b(frame) }
      case ">": return { frame throws(Abort) in try a(frame) > b(frame) }
      case ">=": return { frame throws(Abort) in try a(frame) >= b(frame) }
      default: return nil
      }
    }
    if type == library.double {
      let a = compile(left)
      let b = compile(right)
      switch name {
      case "==": return { frame throws(Abort) in try a(frame).number == b(frame).number }
      case "!=": return { frame throws(Abort) in try a(frame).number != b(frame).number }
      case "<": return { frame throws(Abort) in try a(frame).number < b(frame).number }
      case "<=": return { frame throws(Abort) in try a(frame).number <= b(frame).number }
      case ">": return { frame throws(Abort) in try a(frame).number > b(frame).number }
      case ">=": return { frame throws(Abort) in try a(frame).number >= b(frame).number }
      default: return nil
      }
    }
    return equality(name, left, right)
  }

  /// `==` of the library: structural, with the program's own `==` where a type has one.
  private func equality(_ name: String, _ left: Expr, _ right: Expr) -> Test? {
    guard name == "==" || name == "!=" else { return nil }
    let wanted = name == "=="
    // Against nil nothing has to be comparable.
    if case .nilLiteral = right.kind {
      let code = compile(left)
      return { frame throws(Abort) in try code(frame).isNull == wanted }
    }
    if case .nilLiteral = left.kind {
      let code = compile(right)
      return { frame throws(Abort) in try code(frame).isNull == wanted }
    }
    let depth = max(left.type.strippingOptionals.depth, right.type.strippingOptionals.depth)
    let a = lifted(left, depth)
    let b = lifted(right, depth)
    let machine = machine
    if left.type == library.string, right.type == library.string {
      return { frame throws(Abort) in
        if case .string(let x) = try a(frame), case .string(let y) = try b(frame) { return (x == y) == wanted }
        return !wanted
      }
    }
    return { frame throws(Abort) in
      let equal = try a(frame) == b(frame)
      try machine.checkPending()
      return equal == wanted
    }
  }

  private func lifted(_ expression: Expr, _ depth: Int) -> Code {
    let code = compile(expression)
    let missing = depth - expression.type.strippingOptionals.depth
    guard missing > 0, expression.type.wrapped != nil else { return code }
    return { frame throws(Abort) in
      var value = try code(frame)
      for _ in 0..<missing { value = value.some }
      return value
    }
  }

  // MARK: Arithmetic

  /// An `Int` without a `Value` around it.
  func integer(_ expression: Expr) -> (Frame) throws(Abort) -> Int {
    switch expression.kind {
    case .integer(let value?): return { _ throws(Abort) in value }
    case .tuple(let items) where items.count == 1: return integer(items[0].value)
    case .name where expression.choice == nil:
      if let variable = expression.local, !variable.isBoxed, !variable.isWeak {
        let slot = slot(variable)
        return { frame throws(Abort) in
          if case .int(let value) = frame[slot] { return value }
          return 0
        }
      }
    case .member(let base, let name) where name.text == "count" && base.type == library.string && isLibrary(expression):
      let code = compile(base)
      return { frame throws(Abort) in
        if case .string(let text) = try code(frame) { return text.count }
        return 0
      }
    case .binary(let name, let left, let right) where isLibrary(expression):
      if let code = integerArithmetic(name.text, left, right, expression) { return code }
    default: break
    }
    let code = compile(expression)
    return { frame throws(Abort) in
      if case .int(let value) = try code(frame) { return value }
      return 0
    }
  }

  private func integerArithmetic(_ name: String, _ left: Expr, _ right: Expr, _ expression: Expr) -> (
    (Frame) throws(Abort) -> Int
  )? {
    guard left.type == library.int, right.type == library.int else { return nil }
    let location = location(expression.span)
    let a = integer(left)
    let b = integer(right)
    func checked(_ result: (partialValue: Int, overflow: Bool)) throws(Abort) -> Int {
      if result.overflow { throw .fault(Fault(message: "arithmetic overflow", location: location)) }
      return result.partialValue
    }
    switch name {
    case "+": return { frame throws(Abort) in try checked(try a(frame).addingReportingOverflow(try b(frame))) }
    case "-": return { frame throws(Abort) in try checked(try a(frame).subtractingReportingOverflow(try b(frame))) }
    case "*": return { frame throws(Abort) in try checked(try a(frame).multipliedReportingOverflow(by: try b(frame))) }
    case "/":
      return { frame throws(Abort) in
        let x = try a(frame)
        let y = try b(frame)
        if y == 0 { throw .fault(Fault(message: "Division by zero", location: location)) }
        return try checked(x.dividedReportingOverflow(by: y))
      }
    case "%":
      return { frame throws(Abort) in
        let x = try a(frame)
        let y = try b(frame)
        if y == 0 { throw .fault(Fault(message: "Division by zero in remainder operation", location: location)) }
        return try checked(x.remainderReportingOverflow(dividingBy: y))
      }
    default: return nil
    }
  }

  private func arithmetic(_ name: String, _ left: Expr, _ right: Expr, _ expression: Expr) -> Code? {
    if let code = integerArithmetic(name, left, right, expression) {
      return { frame throws(Abort) in .int(try code(frame)) }
    }
    guard left.type == right.type else { return nil }
    if left.type == library.double {
      let a = compile(left)
      let b = compile(right)
      switch name {
      case "+": return { frame throws(Abort) in .double(try a(frame).number + b(frame).number) }
      case "-": return { frame throws(Abort) in .double(try a(frame).number - b(frame).number) }
      case "*": return { frame throws(Abort) in .double(try a(frame).number * b(frame).number) }
      case "/": return { frame throws(Abort) in .double(try a(frame).number / b(frame).number) }
      default: return nil
      }
    }
    if left.type == library.string, name == "+" {
      let a = compile(left)
      let b = compile(right)
      let limit = machine.limits.valueCount
      return { frame throws(Abort) in
        guard case .string(let x) = try a(frame), case .string(let y) = try b(frame) else { return .string("") }
        if x.utf8.count + y.utf8.count > limit { throw .fault("a string of more than \(limit) bytes") }
        return .string(x + y)
      }
    }
    return nil
  }

  private func compound(_ name: String, _ left: Expr, _ right: Expr, _ expression: Expr) -> Code? {
    guard left.type == library.int, right.type == library.int else { return nil }
    let place = place(left)
    let b = integer(right)
    let location = location(expression.span)
    return { frame throws(Abort) in
      let y = try b(frame)
      try place.modify(frame) { value throws(Abort) in
        guard case .int(let x) = value else { return }
        let result: (partialValue: Int, overflow: Bool)
        switch name {
        case "+=": result = x.addingReportingOverflow(y)
        case "-=": result = x.subtractingReportingOverflow(y)
        case "*=": result = x.multipliedReportingOverflow(by: y)
        case "/=":
          if y == 0 { throw .fault(Fault(message: "Division by zero", location: location)) }
          result = x.dividedReportingOverflow(by: y)
        default:
          if y == 0 { throw .fault(Fault(message: "Division by zero in remainder operation", location: location)) }
          result = x.remainderReportingOverflow(dividingBy: y)
        }
        if result.overflow { throw .fault(Fault(message: "arithmetic overflow", location: location)) }
        value = .int(result.partialValue)
      }
      return .void
    }
  }

  private func coalesce(_ left: Expr, _ right: Expr, _ expression: Expr) -> Code {
    let a = compile(left)
    let b = compile(right, to: expression.type)
    let from = left.type.wrapped ?? left.type
    let adjust = converter(from: from, to: expression.type)
    return { frame throws(Abort) in
      guard let value = try a(frame).unwrapped else { return try b(frame) }
      return try adjust?(value) ?? value
    }
  }
}

extension Machine {
  /// A fault that an operator or a collection met while comparing.
  func checkPending() throws(Abort) {
    if let fault = pendingFault {
      pendingFault = nil
      throw .fault(fault)
    }
  }
}

extension Value {
  /// A `Double`, whatever the number.
  var number: Double {
    switch self {
    case .double(let value): value
    case .int(let value): Double(value)
    case .float(let value): Double(value)
    default: 0
    }
  }
}
