/// Local functions. They are there from the beginning of their block, and may use what the block declares after them.
extension Checker {
  func declareLocalFunction(_ node: FunctionNode, _ member: Decl, _ scope: Scope) {
    if let known = node.variable {
      scope.add(known)
      return
    }
    let declarer = Declarer(environment: scope.environment, file: scope.context.file, diagnostics: diagnostics)
    let declaration = declarer.declareFunction(node, member, owner: nil, requirements: [], parent: scope.context)
    guard case .function(let context) = declaration.implementation else { return }
    context.isStatic = scope.context.isStatic
    let variable = LocalVariable(
      node.name, declaration.valueType, isLet: true, owner: scope.context, span: node.nameSpan)
    variable.function = context
    variable.declaration = declaration
    declaration.implementation = .local(variable)
    node.variable = variable
    scope.add(variable)
  }

  /// The body is checked when all of the block is known.
  func postponeLocalFunction(_ node: FunctionNode, _ scope: Scope) {
    scope.postpone { [unowned self] seen in checkLocalFunction(node, seen) }
  }

  private func checkLocalFunction(_ node: FunctionNode, _ scope: Scope) {
    guard let context = node.variable?.function, !context.isChecked else { return }
    context.isChecked = !isQuiet
    applyBuilder(to: context)
    let inner = bodyScope(context, parent: scope)
    if let single = singleExpression(context) {
      context.expression = single
      solve(single, inner, to: context.result.isVoid ? nil : context.result, .impliedReturn)
    } else {
      check(block: context.body, inner)
      checkFallThrough(context, context.body, "local function", context.bodyEnd)
    }
    afterTypes { [unowned self] in
      EarlyCaptures.check(context, diagnostics)
      ConstantArithmetic.check(context, library, diagnostics)
      Exclusivity.check(context, diagnostics)
    }
  }
}
