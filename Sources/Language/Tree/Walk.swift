// The expressions of a piece of text.
//
// They are collected into a list, and whoever wants them goes through it. Functions that call each other with a closure
// for each expression would be the shorter way to write it: the optimiser makes copies of them all for every closure that
// they are called with, each with the others inlined, and a release build took two thirds of its time for these alone.

extension [Stmt] {
  /// Calls `body` for every expression, those of closures and nested blocks included, outer ones first.
  func forEachExpression(_ body: (Expr) -> Void) {
    var found: [Expr] = []
    collect(&found)
    found.forEach(body)
  }

  /// Whether a variable is named in them.
  func speak(of name: String) -> Bool {
    var isFound = false
    forEachExpression { if case .name(let found) = $0.kind, found.text == name { isFound = true } }
    return isFound
  }

  fileprivate func collect(_ found: inout [Expr]) {
    for statement in self { statement.collect(&found) }
  }
}

extension Stmt {
  fileprivate func collect(_ found: inout [Expr]) {
    switch kind {
    case .expression(let value), .throwing(let value): value.collect(&found)
    case .returns(let value): value?.collect(&found)
    case .declaration(let declaration):
      guard case .variable(let node) = declaration.kind else { break }
      for binding in node.bindings { binding.value?.collect(&found) }
    case .ifElse(let node): node.collect(&found)
    case .guarding(let conditions, let block):
      for condition in conditions { condition.value.collect(&found) }
      block.collect(&found)
    case .whileLoop(_, let conditions, let block):
      for condition in conditions { condition.value.collect(&found) }
      block.collect(&found)
    case .repeatLoop(_, let block, let condition):
      block.collect(&found)
      condition.collect(&found)
    case .forIn(let node):
      node.sequence.collect(&found)
      node.body.collect(&found)
    case .switching(let node): node.collect(&found)
    case .deferred(let block): block.collect(&found)
    case .doCatch(let node):
      node.body.collect(&found)
      for clause in node.clauses { clause.body.collect(&found) }
    case .breaking, .continuing, .fallThrough, .invalid: break
    }
  }
}

extension IfNode {
  fileprivate func collect(_ found: inout [Expr]) {
    for condition in conditions { condition.value.collect(&found) }
    then.collect(&found)
    switch otherwise {
    case .block(let block)?: block.collect(&found)
    case .chained(let next)?: next.collect(&found)
    case nil: break
    }
  }
}

extension SwitchNode {
  fileprivate func collect(_ found: inout [Expr]) {
    subject.collect(&found)
    for clause in cases { clause.body.collect(&found) }
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
  /// Calls `body` for the expression and every one inside, those of closures and nested blocks included.
  func walk(_ body: (Expr) -> Void) {
    var found: [Expr] = []
    collect(&found)
    found.forEach(body)
  }

  fileprivate func collect(_ found: inout [Expr]) {
    found.append(self)
    switch kind {
    case .closure(let node): node.body.collect(&found)
    case .ifExpression(let node): node.collect(&found)
    case .switchExpression(let node): node.collect(&found)
    default: break
    }
    for child in children { child.collect(&found) }
  }

  /// The expressions directly inside, closures' bodies not included.
  var children: [Expr] {
    switch kind {
    case .string(let segments):
      segments.compactMap {
        if case .expression(let value) = $0 { value } else { nil }
      }
    case .array(let elements): elements
    case .dictionary(let pairs): pairs.flatMap { [$0.key, $0.value] }
    case .tuple(let items): items.map(\.value)
    case .member(let base, _), .prefix(_, let base), .postfix(_, let base), .isType(let base, _),
      .asType(let base, _, _), .inoutReference(let base), .bindOptional(let base), .optionalChain(let base),
      .forceUnwrap(let base), .attempt(_, let base), .await(let base):
      [base]
    case .call(let callee, let arguments), .subscripted(let callee, let arguments):
      [callee] + arguments.map(\.value)
    case .binary(_, let left, let right), .assign(let left, let right): [left, right]
    case .ternary(let condition, let first, let second): [condition, first, second]
    case .keyPath(let node):
      node.components.flatMap { component -> [Expr] in
        if case .subscripted(let arguments, _) = component { arguments.map(\.value) } else { [] }
      }
    case .closure(let node): node.captures.map(\.value)
    case .integer, .floating, .boolean, .nilLiteral, .regex, .name, .implicitMember, .superReference, .ifExpression,
      .switchExpression, .type, .discard, .magic, .invalid:
      []
    }
  }
}
