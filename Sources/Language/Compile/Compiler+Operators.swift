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
      if case .integer(let literal?) = right.kind {
        let value = Int(truncatingIfNeeded: literal)
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
      let a = double(left)
      let b = double(right)
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
    // Values of two types are compared as the library's operator says.
    if left.type.nominal?.library != nil, right.type == library.int, left.type.libraryName == "Subscribers.Demand" {
      return nil
    }
    let depth = max(left.type.strippingOptionals.depth, right.type.strippingOptionals.depth)
    let a = lifted(left, depth)
    let b = lifted(right, depth)
    let machine = machine
    if left.type == library.string, right.type == library.string {
      return { frame throws(Abort) in
        if case .string(let x) = try a(frame), case .string(let y) = try b(frame) { return x.isSame(as: y) == wanted }
        return !wanted
      }
    }
    return { frame throws(Abort) in
      let equal = try a(frame) == b(frame)
      try machine.raisePending()
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
