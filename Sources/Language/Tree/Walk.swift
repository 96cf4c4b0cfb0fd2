/// Every expression in a piece of text, those of closures and nested blocks included.
extension [Stmt] {
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
    case .switching(let node): node.forEachExpression(body)
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

extension SwitchNode {
  fileprivate func forEachExpression(_ body: (Expr) -> Void) {
    subject.walk(body)
    for clause in cases { clause.body.forEachExpression(body) }
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
  func walk(_ body: (Expr) -> Void) {
    body(self)
    switch kind {
    case .closure(let node): node.body.forEachExpression(body)
    case .ifExpression(let node): node.forEachExpression(body)
    case .switchExpression(let node): node.forEachExpression(body)
    default: break
    }
    forEachChild { $0.walk(body) }
  }
}
