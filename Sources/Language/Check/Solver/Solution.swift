/// What was found is written into the tree.
extension ConstraintSystem {
  func write(_ solution: State) {
    if let point = solution.completion { checker.completion?.note(point, self) }
    for (expression, type) in solution.types.values {
      expression.type = environment.resolve(full(type), context.requirements)
    }
    for (identifier, choice) in solution.choices {
      guard let expression = solution.types[identifier]?.0 else { continue }
      expression.choice = finished(choice)
    }
    for (identifier, arguments) in solution.arguments {
      solution.types[identifier]?.0.arguments = arguments
    }
    for identifier in solution.unwrapped {
      guard let expression = solution.types[identifier]?.0 else { continue }
      expression.unwrap(library.optional(expression.type))
    }
    for (identifier, steps) in keyPathSteps {
      guard let expression = solution.types[identifier]?.0, case .keyPath(let node) = expression.kind else { continue }
      expression.note = .keyPath(
        node.components.indices.map { index in
          var component = ResolvedComponent(choice: nil, type: .hole)
          guard let step = steps[index] else { return component }
          component.choice = solution.choices[ObjectIdentifier(step)].map(finished)
          component.type = step.type
          component.arguments = solution.arguments[ObjectIdentifier(step)]
          switch node.components[index] {
          case .optionalChain: component.isOptionalChain = true
          case .force: component.isForce = true
          default: break
          }
          return component
        })
    }
    for (node, expression, scope) in solution.closures {
      settleBuilder(of: node, solution, scope)
      node.built?.say(checker.diagnostics, scope.context.file)
      guard case .function(let type) = expression.type, let function = node.function else { continue }
      function.result = type.result
      if let single = node.singleExpression, single.isBranching {
        node.isStatement = type.result.isVoid
        function.expression = node.isStatement ? nil : single
      }
      for (variable, parameter) in zip(function.parameters, type.parameters) {
        variable.type = parameter.type
        variable.isInout = parameter.isInout
        if parameter.isInout { variable.isMutated = true }
      }
      for copy in function.captureCopies.values {
        if let known = solution.localTypes[ObjectIdentifier(copy)] {
          copy.type = environment.resolve(full(known), context.requirements)
        }
      }
    }
  }

  private func finished(_ choice: Choice) -> Choice {
    var choice = choice
    choice.base = choice.base.map { environment.resolve(full($0), context.requirements) }
    choice.substitution = choice.substitution.mapValues { environment.resolve(full($0), context.requirements) }
    choice.type = environment.resolve(full(choice.type), context.requirements)
    return choice
  }
}
