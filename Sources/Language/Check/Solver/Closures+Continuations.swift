/// A continuation's type from what it is resumed with, further down in the closure that gets it.
extension ConstraintSystem {
  func inferResumed(_ node: ClosureNode, _ function: FunctionType, _ context: FunctionContext, _ scope: Scope) {
    guard let variable = context.parameters.first, let parameter = function.parameters.first,
      case .nominal(let nominal, let arguments) = full(parameter.type), nominal.library != nil,
      ["CheckedContinuation", "UnsafeContinuation"].contains(nominal.name),
      case .variable(let id) = arguments[0], state.variables[id].fallback != nil
    else { return }
    // Checked with a type that fits everything, so that the arguments get theirs.
    variable.type = .nominal(nominal, [.hole] + arguments.dropFirst())
    var found: Type?
    checker.quietly {
      checker.checkStatements(of: context, node.body, scope)
      node.body.forEachExpression { expression in
        guard found == nil, case .call(let callee, let given) = expression.kind,
          case .member(let base, let name) = callee.kind,
          name.text == "resume", case .name(let receiver) = base.kind, receiver.text == variable.name,
          given.first?.label == "returning", let type = given.first?.value.type, type != .hole, !type.hasHoles
        else { return }
        found = type
      }
    }
    if let found { bind(id, to: found) }
  }
}

extension [Stmt] {
  /// Every expression of the statements, those of closures and nested blocks included.
  func forEachExpression(_ body: (Expr) -> Void) {
    for statement in self { statement.forEachExpression(body) }
  }
}

extension Stmt {
  fileprivate func forEachExpression(_ body: (Expr) -> Void) {
    switch kind {
    case .expression(let value), .throwing(let value): value.walk(body)
    case .returns(let value): value?.walk(body)
    case .declaration(let declaration):
      if case .variable(let node) = declaration.kind { for binding in node.bindings { binding.value?.walk(body) } }
    case .ifElse(let node): node.forEachExpression(body)
    case .guarding(let conditions, let block):
      conditions.forEach { $0.value.walk(body) }
      block.forEachExpression(body)
    case .whileLoop(_, let conditions, let block):
      conditions.forEach { $0.value.walk(body) }
      block.forEachExpression(body)
    case .repeatLoop(_, let block, let condition):
      block.forEachExpression(body)
      condition.walk(body)
    case .forIn(let node):
      node.sequence.walk(body)
      node.body.forEachExpression(body)
    case .switching(let node):
      node.subject.walk(body)
      for clause in node.cases { clause.body.forEachExpression(body) }
    case .deferred(let block): block.forEachExpression(body)
    case .doCatch(let node):
      node.body.forEachExpression(body)
      for clause in node.clauses { clause.body.forEachExpression(body) }
    case .breaking, .continuing, .fallThrough, .invalid: break
    }
  }
}

extension IfNode {
  fileprivate func forEachExpression(_ body: (Expr) -> Void) {
    conditions.forEach { $0.value.walk(body) }
    then.forEachExpression(body)
    switch otherwise {
    case .block(let block)?: block.forEachExpression(body)
    case .chained(let next)?: next.forEachExpression(body)
    case nil: break
    }
  }
}

extension Condition {
  fileprivate var value: Expr {
    switch self {
    case .expression(let value), .binding(_, let value, _): value
    }
  }
}

extension Expr {
  fileprivate func walk(_ body: (Expr) -> Void) {
    body(self)
    if case .closure(let node) = kind { node.body.forEachExpression(body) }
    forEachChild { $0.walk(body) }
  }
}
