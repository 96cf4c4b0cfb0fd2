/// Mistakes that have a likely cause, which the message names instead of the types.
extension ConstraintSystem {
  /// The whole expression, of which nothing around it says what it is to be.
  func isWithoutContext(_ expression: Expr) -> Bool { expression === root && wanted == nil }

  /// A conversion that was hardly meant.
  func insteadOfConversion(_ from: Type, _ to: Type, _ fix: Fix) -> Explanation? {
    let expression = fix.expression
    switch fix.role {
    case .initialization, .assignment, .returned, .argument, .condition, .element, .closureResult, .plain: break
    default: return nil
    }
    if to == library.bool, case .integer(let value?) = expression.kind, value == 0 || value == 1 {
      return Explanation(
        "integer literal value '\(value)' cannot be used as a boolean; did you mean '\(value == 1)'?",
        at: expression.span, fixIts: [("replace with '\(value == 1)'", [(expression.span, "\(value == 1)")])])
    }
    if let function = from.asFunction, function.parameters.isEmpty, function.result == to {
      let end = Span(start: expression.span.end, end: expression.span.end)
      return Explanation(
        "function produces expected type '\(to)'; did you mean to call it with '()'?", at: expression.anchor,
        fixIts: [("add '()'", [(end, "()")])])
    }
    if case .argument(_, let call) = fix.role, case .subscripted(let base, _) = call.kind,
      let nominal = shown(type(of: base)).nominal, nominal.library != nil
    {
      if nominal.name == "String", from == library.int {
        return Explanation(
          "'subscript(_:)' is unavailable: cannot subscript String with an Int, use a String.Index instead.",
          at: base.span)
      }
      if nominal === library.arrayNominal {
        return Explanation("no exact matches in call to subscript", at: call.anchor)
      }
    }
    if case .plain = fix.role, let choice = state.choices[ObjectIdentifier(expression)] {
      return notEquivalent(from, to, choice.declaration)
    }
    return nil
  }

  /// `Account.add(3)`: a method of instances is called on their type. That it could be given an instance first is hardly
  /// meant.
  func methodOnType(_ fix: Fix) -> Explanation? {
    let call: Expr
    switch (fix.reason, fix.role) {
    case (.arguments, _): call = fix.expression
    case (.mismatch, .argument(_, let found)), (.unwrap, .argument(_, let found)): call = found
    default: return nil
    }
    guard let callee = calleeExpression(call), let choice = state.choices[ObjectIdentifier(callee)], choice.isUnapplied,
      let base = choice.base, case .member = callee.kind
    else { return nil }
    return Explanation(
      "instance member '\(choice.declaration.name)' cannot be used on type '\(shown(base))'; did you mean to use a value "
        + "of this type instead?", at: baseExpression(callee)?.anchor ?? callee.span)
  }

  /// Generic types of one kind that differ in their arguments.
  func unequal(_ from: Type, _ to: Type, _ span: Span) -> [(String, Span)] {
    guard case .nominal(let a, let first) = from, case .nominal(let b, let second) = to, a === b, !a.isOptional else {
      return []
    }
    return zip(a.genericParameters, zip(first, second)).compactMap { parameter, pair in
      pair.0 == pair.1
        ? nil
        : (
          "arguments to generic parameter '\(parameter.name)' ('\(pair.0)' and '\(pair.1)') are expected to be equal",
          span
        )
    }
  }

  /// What an expression is for: the value wanted of the whole, a closure's result, an argument.
  func use(of expression: Expr) -> Role? {
    guard let root, let found = use(of: expression, in: root, wanted == nil ? .plain : rootRole) else { return nil }
    if case .plain = found { return nil }
    return found
  }

  private func use(of target: Expr, in node: Expr, _ role: Role) -> Role? {
    if node === target { return role }
    switch node.kind {
    case .call(let callee, let arguments):
      if let found = use(of: target, in: callee, role) { return found }
      for (index, argument) in arguments.enumerated() {
        if let found = use(of: target, in: argument.value, .argument(index: index, call: node)) { return found }
      }
      return nil
    case .tuple(let items) where items.count == 1: return use(of: target, in: items[0].value, role)
    case .attempt(_, let inner), .await(let inner): return use(of: target, in: inner, role)
    case .closure(let closure):
      return closure.singleExpression.flatMap { use(of: target, in: $0, .closureResult) }
    case .array(let elements):
      return elements.lazy.compactMap { self.use(of: target, in: $0, .element) }.first
    case .ternary(let condition, let first, let second):
      return use(of: target, in: condition, .condition) ?? use(of: target, in: first, .ternary(node))
        ?? use(of: target, in: second, .ternary(node))
    default:
      var found: Role?
      for child in node.children where found == nil { found = use(of: target, in: child, .plain) }
      return found
    }
  }

  /// A member asks for two types to be the same: `sink(receiveValue:)` for a failure that is `Never`.
  private func notEquivalent(_ from: Type, _ to: Type, _ declaration: Declaration) -> Explanation? {
    guard declaration.kind == .function, let owner = declaration.owner else { return nil }
    for case .same(let left, let right) in declaration.requirements {
      let isOwn = declaration.generics.contains { generic in
        left.contains { $0 == .parameter(generic) } || right.contains { $0 == .parameter(generic) }
      }
      return isOwn
        ? Explanation(
          "\(declaration.describedKind) '\(declaration.shortName)' requires the types '\(to)' and '\(from)' be equivalent"
        )
        : Explanation(
          "referencing \(declaration.describedKind) '\(declaration.shortName)' on '\(owner.name)' requires the types "
            + "'\(from)' and '\(to)' be equivalent")
    }
    return nil
  }

  /// An operator between two values that have none such.
  func operands(_ name: Name, _ left: Expr, _ right: Expr) -> Explanation {
    let a = shown(type(of: left))
    let b = shown(type(of: right))
    if let optional = [(left, a, b), (right, b, a)].first(where: { $0.1.wrapped == $0.2 && $0.2 != .hole }) {
      return unwrap(optional.1, optional.2, optional.0)
    }
    if a == b, case .nominal(let nominal, _) = a, nominal.kind != .classType, nominal.isUserType,
      let proto = ["==": "Equatable", "<": "Comparable", ">": "Comparable"][name.text]
    {
      return Explanation(
        "referencing operator function '\(name.text)' on '\(proto)' requires that '\(a)' conform to '\(proto)'",
        at: name.span,
        fixIts: library.type(named: proto).map { checker.conforming(a, to: $0, context.file) } ?? [])
    }
    if a == b {
      let values = ["===": "==", "!==": "!="][name.text]
      return Explanation(
        "binary operator '\(name.text)' cannot be applied to two '\(a)' operands", at: name.span,
        fixIts: values.map { [("use '\($0)'", [(name.span, $0)])] } ?? [])
    }
    return Explanation(
      "binary operator '\(name.text)' cannot be applied to operands of type '\(a)' and '\(b)'", at: name.span,
      fixIts: alike(name, left, a, right, b))
  }

  /// `text.map { … }.assign(to: …)` where `$text.map` was meant: what is missing is an operator of publishers.
  func publisherMeant(_ name: Name, _ expression: Expr) -> [Repair] {
    guard let publisher = library.type(named: "Publisher"),
      !environment.members(of: publisher, named: name.text).isEmpty
    else { return [] }
    var base = baseExpression(expression)
    while let step = base {
      if let declaration = state.choices[ObjectIdentifier(step)]?.declaration, let owner = declaration.owner,
        declaration.kind == .variable, !environment.members(of: owner, named: "$" + declaration.name).isEmpty
      {
        let span = if case .member(_, let own) = step.kind { own.span } else { step.span }
        return [("use '$\(declaration.name)'", [(span.front, "$")])]
      }
      base = if case .call(let callee, _) = step.kind { callee } else { baseExpression(step) }
    }
    return []
  }

  /// `count.map` where `$count.map` was meant: the member is the wrapper's.
  func wrapperMissing(_ type: Type, _ name: Name, _ expression: Expr) -> Explanation? {
    guard let base = baseExpression(expression), let declaration = state.choices[ObjectIdentifier(base)]?.declaration,
      let owner = declaration.owner, declaration.kind == .variable,
      let projection = environment.members(of: owner, named: "$" + declaration.name).first, projection.resolved(),
      let found = lookup(projection.result, name).first?.declaration
    else { return nil }
    let what = found.kind == .variable ? "property" : "instance method"
    let span = if case .member(_, let own) = base.kind { own.span } else { base.span }
    return Explanation(
      "referencing \(what) '\(found.shortName)' requires wrapper '\(projection.result)'", at: span,
      fixIts: [("use '$\(declaration.name)'", [(Span(start: span.start, end: span.start), "$")])])
  }
}

extension Declaration {
  /// `map` for `map(_:)`, but `sink(receiveValue:)`: labels where there are any.
  var shortName: String {
    !parameters.isEmpty && parameters.allSatisfy { $0.label == nil } ? name : fullName
  }
}
