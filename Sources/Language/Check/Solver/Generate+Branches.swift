/// `if` and `switch` as values.
extension ConstraintSystem {
  func branches(_ node: IfNode, _ result: Type, _ expression: Expr, _ scope: Scope) {
    let inner = checker.checkConditions(node.conditions, scope)
    branch(node.then, result, expression, inner)
    switch node.otherwise {
    case .chained(let next)?: branches(next, result, expression, scope)
    case .block(let block)?: branch(block, result, expression, scope)
    case nil:
      checker.error(
        "'if' must have an unconditional 'else' to be used as expression", scope.context.file, expression.span)
    }
  }

  func branch(_ body: [Stmt], _ result: Type, _ expression: Expr, _ scope: Scope) {
    let inner = Scope(parent: scope, context: scope.context)
    guard body.count == 1 else {
      checker.error(
        "non-expression branch of 'if' or 'switch' expression may only end with a 'throw'", scope.context.file,
        expression.span)
      return
    }
    switch body[0].kind {
    case .expression(let value): add(.convert(generate(value, inner), result), value, .ternary(expression))
    case .ifElse(let node): branches(node, result, expression, inner)
    case .switching(let node):
      let value = Expr(.switchExpression(node), node.span)
      add(.convert(generate(value, inner), result), value, .ternary(expression))
    default: checker.check(body[0], inner)
    }
  }
}
