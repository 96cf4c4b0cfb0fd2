/// Functions that are passed as arguments stay with the call, unless they are declared `@escaping`.
extension Verifier {
  /// A parameter that is a function which must not be kept.
  private func nonEscaping(_ expression: Expr) -> LocalVariable? {
    guard case .name = expression.kind, let variable = expression.local, variable.isNonEscaping else { return nil }
    return variable
  }

  private func note(_ variable: LocalVariable) -> (String, Span) {
    ("parameter '\(variable.name)' is implicitly non-escaping", variable.span)
  }

  private func fixIt(_ variable: LocalVariable) -> [Repair] { Self.fixIt(variable) }

  private static func fixIt(_ variable: LocalVariable) -> [Repair] {
    guard let type = variable.typeSpan else { return [] }
    return [("add '@escaping'", [(Span(start: type.start, end: type.start), "@escaping ")])]
  }

  /// A value that goes where it may outlive the call.
  func keep(_ value: Expr, _ how: String, at place: Span? = nil) {
    guard let variable = nonEscaping(value) else { return }
    error(
      "\(how) non-escaping parameter '\(variable.name)' \(Self.ends[how] ?? "")", place ?? value.span,
      notes: [note(variable)],
      fixIts: fixIt(variable))
  }

  private static let ends = [
    "assigning": "to an '@escaping' closure", "using": "in a context expecting an '@escaping' closure",
    "passing": "to function expecting an '@escaping' closure",
  ]

  func keepArgument(_ value: Expr, _ parameter: @autoclosure () -> Declaration.Parameter?) {
    guard let variable = nonEscaping(value), let parameter = parameter(), !parameter.isBorrowed else { return }
    func escape(_ generic: String) {
      error(
        "converting non-escaping parameter '\(variable.name)' to generic parameter '\(generic)' may allow it to escape",
        value.span, fixIts: fixIt(variable))
    }
    switch parameter.type {
    case .function: if parameter.isEscaping { keep(value, "passing") }
    case .existential:
      error(
        "converting non-escaping value to '\(parameter.type)' may allow it to escape", value.span,
        fixIts: fixIt(variable))
    case .parameter(let generic): escape(generic.name)
    case .member(_, let name): escape(name)
    default: if parameter.type.wrapped?.asFunction != nil { keep(value, "using") }
    }
  }

  /// A closure that outlives the call must not take such a function with it.
  func keepCaptures(of function: FunctionContext, _ node: ClosureNode) {
    checker.afterTypes { [checker, file] in
      for variable in function.allCaptures where variable.isInout {
        checker.error(
          "escaping closure captures "
            + (variable.isSelf ? "mutating 'self' parameter" : "'inout' parameter '\(variable.name)'"),
          file, node.span)
      }
      for variable in function.allCaptures where variable.isNonEscaping {
        var use = node.span
        node.body.forEachExpression { expression in
          if case .name = expression.kind, expression.local === variable, use == node.span { use = expression.span }
        }
        checker.diagnostics.add(
          .error, "escaping closure captures non-escaping parameter '\(variable.name)'", file, node.span,
          notes: [note(variable), ("captured here", use)], fixIts: Self.fixIt(variable))
      }
    }
  }
}

extension Checker {
  /// The parameters that the arguments of a call are for, by argument.
  func parameters(ofArguments call: Expr) -> [ObjectIdentifier: Declaration.Parameter] {
    guard case .call(let callee, _) = call.kind,
      let parameters = callee.withoutParentheses.choice?.declaration.parameters
    else { return [:] }
    var found: [ObjectIdentifier: Declaration.Parameter] = [:]
    for (bound, parameter) in zip(call.arguments ?? [], parameters) {
      let values: [Expr] =
        switch bound {
        case .given(let value): [value]
        case .variadic(let values): values
        default: []
        }
      argumentsPlaced += values.count
      for value in values { found[ObjectIdentifier(value)] = parameter }
    }
    return found
  }

  /// Notes which closures may outlive the calls they are passed to. A closure by itself may; one that is called on the
  /// spot does not.
  func noteEscaping(_ expression: Expr) {
    switch expression.kind {
    case .closure(let node):
      node.function?.isEscapingClosure = true
      insideClosure(node)
    case .call(let callee, let arguments):
      if case .closure(let node) = callee.withoutParentheses.kind { insideClosure(node) } else { noteEscaping(callee) }
      lazy var parameters = parameters(ofArguments: expression)
      for argument in arguments {
        guard case .closure(let node) = argument.value.kind else {
          noteEscaping(argument.value)
          continue
        }
        let parameter = parameters[ObjectIdentifier(argument.value)]
        node.function?.isEscapingClosure = parameter.map(mayEscape) ?? false
        let wanted = parameter?.type.strippingOptionals.0
        node.function?.mayBeAsync = wanted?.asFunction?.isAsync ?? false
        node.function?.impliesSelf = callee.withoutParentheses.choice?.declaration.owner?.has(.implicitSelf) == true
        insideClosure(node)
      }
    case .tuple(let items) where items.count == 1: noteEscaping(items[0].value)
    default: expression.children.forEach(noteEscaping)
    }
  }

  private func insideClosure(_ node: ClosureNode) {
    for capture in node.captures { noteEscaping(capture.value) }
    // Several statements come by themselves, one by one.
    if let single = node.singleExpression, !node.isStatement { noteEscaping(single) }
  }

  /// Whether what is passed for a parameter may outlive the call.
  private func mayEscape(_ parameter: Declaration.Parameter) -> Bool {
    switch parameter.type {
    case .parameter, .member: return !parameter.isBorrowed
    default: break
    }
    return parameter.isEscaping || parameter.type.wrapped != nil
  }
}

extension Expr {
  var withoutParentheses: Expr {
    if case .tuple(let items) = kind, items.count == 1, items[0].label == nil {
      return items[0].value.withoutParentheses
    }
    return self
  }
}

extension Declaration.Parameter {
  /// What `withoutActuallyEscaping` lends: a type parameter that is named for it.
  fileprivate var isBorrowed: Bool {
    if case .parameter(let generic) = type { generic.name == "ClosureType" && name == "closure" } else { false }
  }
}
