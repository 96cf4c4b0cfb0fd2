/// Arithmetic without a `Value` around each number, where the static types are `Int` and `Double`.
extension FunctionCompiler {
  /// An `Int` without a `Value` around it.
  func integer(_ expression: Expr) -> (Frame) throws(Abort) -> Int {
    observed(expression, integerHere(expression))
  }

  private func integerHere(_ expression: Expr) -> (Frame) throws(Abort) -> Int {
    switch expression.kind {
    case .integer(let literal?):
      let value = Int(truncatingIfNeeded: literal)
      return { _ throws(Abort) in value }
    case .tuple(let items) where items.count == 1: return integer(items[0].value)
    case .name where expression.choice == nil:
      if let slot = ownSlot(expression) {
        return { frame throws(Abort) in
          if case .int(let value) = frame[slot] { return value }
          return 0
        }
      }
    case .member(let base, let name) where name.text == "count" && base.type == library.string && isLibrary(expression):
      let code = compile(base)
      return { frame throws(Abort) in
        if case .string(let text) = try code(frame) {
          return text.isLong ? AbstractMachine.onTexts(ofBytes: text.utf8.count) { text.count } : text.count
        }
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

  func arithmetic(_ name: String, _ left: Expr, _ right: Expr, _ expression: Expr) -> Code? {
    if let code = integerArithmetic(name, left, right, expression) {
      return { frame throws(Abort) in .int(try code(frame)) }
    }
    if let code = doubleArithmetic(name, left, right) {
      return { frame throws(Abort) in .double(try code(frame)) }
    }
    guard left.type == library.string, right.type == library.string, name == "+" else { return nil }
    let a = compile(left)
    let b = compile(right)
    let machine = machine
    return { frame throws(Abort) in
      guard case .string(let x) = try a(frame), case .string(let y) = try b(frame) else { return .string("") }
      let count = x.utf8.count + y.utf8.count
      if count > 4096 { try machine.grow(to: count, adding: count, bytes: 1) }
      return .string(x + y)
    }
  }

  func compound(_ name: String, _ left: Expr, _ right: Expr, _ expression: Expr) -> Code? {
    guard left.type == library.int, right.type == library.int else { return nil }
    let place = edited(place(left), left)
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

  // MARK: Doubles

  /// A `Double` without a `Value` around it.
  func double(_ expression: Expr) -> (Frame) throws(Abort) -> Double {
    observed(expression, doubleHere(expression))
  }

  private func doubleHere(_ expression: Expr) -> (Frame) throws(Abort) -> Double {
    switch expression.kind {
    case .integer(let value?) where expression.type == library.double:
      let value = Double(value)
      return { _ throws(Abort) in value }
    case .floating(let value): return { _ throws(Abort) in value }
    case .tuple(let items) where items.count == 1: return double(items[0].value)
    case .name where expression.choice == nil:
      if let slot = ownSlot(expression) { return { frame throws(Abort) in frame[slot].number } }
    case .binary(let name, let left, let right) where isLibrary(expression):
      if let code = doubleArithmetic(name.text, left, right) { return code }
    case .call(let callee, _):
      if let code = conversion(callee, expression) { return code }
    default: break
    }
    let code = compile(expression)
    return { frame throws(Abort) in try code(frame).number }
  }

  private func doubleArithmetic(_ name: String, _ left: Expr, _ right: Expr) -> ((Frame) throws(Abort) -> Double)? {
    guard left.type == library.double, right.type == library.double else { return nil }
    let a = double(left)
    let b = double(right)
    switch name {
    case "+": return { frame throws(Abort) in try a(frame) + b(frame) }
    case "-": return { frame throws(Abort) in try a(frame) - b(frame) }
    case "*": return { frame throws(Abort) in try a(frame) * b(frame) }
    case "/": return { frame throws(Abort) in try a(frame) / b(frame) }
    default: return nil
    }
  }

  /// `Double(n)` of an `Int`.
  func conversion(_ callee: Expr, _ expression: Expr) -> ((Frame) throws(Abort) -> Double)? {
    guard expression.type == library.double, let declaration = stripped(callee).choice?.declaration,
      declaration.kind == .initializer, declaration.declaredIn?.isLibrary == true, declaration.parameters.count == 1,
      declaration.parameters[0].label == nil, case .given(let value)? = expression.arguments?.first,
      value.type == library.int
    else { return nil }
    let number = integer(value)
    return { frame throws(Abort) in Double(try number(frame)) }
  }

  /// The slot of a variable that is nothing but a slot.
  func ownSlot(_ expression: Expr) -> Int? {
    guard expression.choice == nil, let variable = expression.local, !isObserved(expression) else { return nil }
    return ownSlot(variable)
  }

  func ownSlot(_ variable: LocalVariable) -> Int? {
    let isPlain =
      !variable.isBoxed && !variable.isWeak && !variable.isUnowned && variable.asyncLet == nil
      && variable.accessors == nil && variable.hooks == nil
    return isPlain ? slot(variable) : nil
  }
}
