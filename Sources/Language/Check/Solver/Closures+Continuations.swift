/// A continuation's type from what it is resumed with, further down in the closure that gets it.
extension ConstraintSystem {
  func inferResumed(_ node: ClosureNode, _ function: FunctionType, _ context: FunctionContext, _ scope: Scope) {
    guard let variable = context.parameters.first, let parameter = function.parameters.first,
      case .nominal(let nominal, let arguments) = full(parameter.type), nominal.has(.continuation),
      case .variable(let id)? = arguments.first, state.variables[id].fallback != nil
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
