/// What only the body of a closure says of the value that it gets: a continuation's type from what it is resumed with, a task
/// group's from the first task that is added.
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

  /// A closure of several statements that gets a task group of a type that nothing else says. Asked once.
  func isGroupToAsk(_ constraint: Constraint) -> Bool {
    guard case .closure(let type, let node, _) = constraint.kind,
      let parameter = full(type).asFunction?.parameters.first,
      let nominal = parameter.type.nominal, nominal.has(.group),
      parameter.type.genericArguments.first?.isVariable == true
    else { return false }
    return !state.askedGroups.contains(ObjectIdentifier(node))
  }

  /// What speaks of the group first has to be what adds a task, which says what its tasks give.
  func askForTasks(_ constraint: Constraint) {
    guard case .closure(let type, let node, let scope) = constraint.kind, let context = node.function,
      let function = full(type).asFunction, let group = context.parameters.first
    else { return }
    state.askedGroups.insert(ObjectIdentifier(node))
    state.changes += 1
    giveParameters(of: function, to: context)
    var isUsed = false
    checker.quietly {
      checker.collectExpressions(node, context, scope) { expression, place in
        guard !isUsed, expression.speaks(of: group.name) else { return }
        isUsed = true
        guard expression.addsTask(to: group.name) else { return }
        self.state.localTypes[ObjectIdentifier(group)] = function.parameters[0].type
        self.generate(expression, place)
      }
    }
  }
}

extension Expr {
  fileprivate func speaks(of name: String) -> Bool {
    [Stmt(.expression(self), span)].speak(of: name)
  }

  /// It is, or contains, a call of `addTask` or `addTaskUnlessCancelled` of the group of that name.
  fileprivate func addsTask(to group: String) -> Bool {
    if case .member(let base, let name) = kind, case .name(let receiver) = base.kind, receiver.text == group,
      name.text.hasPrefix("addTask")
    {
      return true
    }
    if case .closure(let node) = kind, let single = node.singleExpression, single.addsTask(to: group) { return true }
    return children.contains { $0.addsTask(to: group) }
  }
}
