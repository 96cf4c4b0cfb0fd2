/// Patterns against the type of what they are matched with.
extension Pattern {
  fileprivate var variableNames: [String] {
    var result: [String] = []
    forEachVariable { result.append($0.name) }
    return result
  }
}

extension Checker {
  /// Gives the pattern its types and adds its variables to the scope.
  /// - Parameter reuse: variables of an earlier alternative of the same `case`, to be bound by this one too.
  func bind(_ pattern: Pattern, _ type: Type, _ scope: Scope, reuse: [String: LocalVariable] = [:]) {
    let file = scope.context.file
    pattern.type = type
    switch pattern.kind {
    case .wildcard, .invalid: break
    case .binding(let name, let isLet):
      if let known = reuse[name] {
        pattern.variable = known
        if known.type != type, type != .hole {
          error("pattern variable bound to type '\(type)', expected type '\(known.type)'", file, pattern.span)
        }
        return
      }
      let variable = LocalVariable(name, type, isLet: isLet, owner: scope.context, span: pattern.span)
      // `guard let self`: what has no other receiver is reached through this one from here on.
      variable.isSelf = name == "self"
      pattern.variable = variable
      if scope.hasOwn(name) { error("invalid redeclaration of '\(name)'", file, pattern.span) }
      scope.add(variable)
    case .tuple(let elements): bindTuple(elements, pattern, type, scope, reuse)
    case .optionalSome(let inner):
      if type != .hole, type.wrapped == nil {
        error("'?' pattern cannot match values of type '\(type)'", file, pattern.span)
      }
      bind(inner, type.wrapped ?? .hole, scope, reuse: reuse)
    case .typed(let inner, let node):
      let annotation = resolve(node, scope.context, nil, environment: scope.environment)
      if annotation != type, type != .hole, annotation != .hole {
        error("cannot convert value of type '\(type)' to specified type '\(annotation)'", file, pattern.span)
      }
      bind(inner, annotation, scope, reuse: reuse)
    case .isType(let node): pattern.castType = resolve(node, scope.context, nil, environment: scope.environment)
    case .asType(let inner, let node):
      let wanted = resolve(node, scope.context, nil, environment: scope.environment)
      pattern.castType = wanted
      bind(inner, wanted, scope, reuse: reuse)
    case .enumCase(let base, let name, let payload): bindCase(base, name, payload, pattern, type, scope, reuse)
    case .expression(let expression): bindExpression(expression, pattern, type, scope)
    }
  }

  private func bindTuple(
    _ elements: [(label: String?, pattern: Pattern)], _ pattern: Pattern, _ type: Type, _ scope: Scope,
    _ reuse: [String: LocalVariable]
  ) {
    if elements.isEmpty, type.isVoid { return }
    guard case .tuple(let types) = type, types.count == elements.count else {
      if type != .hole {
        error(
          "tuple pattern cannot match values of the non-tuple type '\(type)'", scope.context.file, pattern.span)
      }
      for element in elements { bind(element.pattern, .hole, scope, reuse: reuse) }
      return
    }
    for (element, type) in zip(elements, types) { bind(element.pattern, type.type, scope, reuse: reuse) }
  }

  private func bindCase(
    _ base: TypeNode?, _ name: Name, _ payload: [(label: String?, pattern: Pattern)]?, _ pattern: Pattern, _ type: Type,
    _ scope: Scope, _ reuse: [String: LocalVariable]
  ) {
    let file = scope.context.file
    if name.isCompletionToken, base == nil { completion?.note(patternOf: type, scope) }
    var subject = type
    if let base {
      // `Focus.none` may be a static member of something that is no enum.
      let named = resolve(base, scope.context, nil, environment: scope.environment)
      if let nominal = named.nominal, !nominal.cases.contains(where: { $0.name == name.text }), !nominal.isOptional {
        return bindExpression(asExpression(base, name, payload, pattern), pattern, type, scope)
      }
      if case .existential = type, named.wrapped != nil, name.text == "some" || name.text == "none" {
        // `Optional<Any>.none` of an `Any`: that it is an optional is asked first.
        let inner = Pattern(.enumCase(base: nil, name: name, payload: payload), pattern.span)
        pattern.kind = .asType(inner, base)
        return bind(pattern, type, scope, reuse: reuse)
      }
      if case .existential = type {
        pattern.castType = named
        subject = named
      } else if subject.strippingOptionals.0.nominal !== named.nominal, named != .hole, type != .hole {
        error("pattern of type '\(named)' cannot match '\(type)'", file, pattern.span)
        subject = .hole
      }
    }
    // `.none` and `.some` of the optional come first; then the enum inside it.
    if let wrapped = subject.wrapped, name.text == "some" || name.text == "none" {
      // Of an optional within an optional nothing is said.
      if !hasCase(wrapped, name.text) || name.text == "some" || wrapped.wrapped != nil {
        if name.text == "none" {
          pattern.kind = .expression(Expr(.nilLiteral, pattern.span))
          return bindExpression(Expr(.nilLiteral, pattern.span), pattern, type, scope)
        }
        if payload == nil || payload?.count == 1 {
          pattern.kind = .optionalSome(payload?[0].pattern ?? Pattern(.wildcard, pattern.span))
          return bind(pattern, type, scope, reuse: reuse)
        }
      } else {
        diagnostics.add(
          .warning, "assuming you mean 'Optional<\(wrapped)>.none'; did you mean '\(wrapped).none' instead?", file,
          pattern.span)
        return bindExpression(Expr(.nilLiteral, pattern.span), pattern, type, scope)
      }
    }
    let (inner, depth) = subject.strippingOptionals
    guard inner != .hole else {
      for element in payload ?? [] { bind(element.pattern, .hole, scope, reuse: reuse) }
      return
    }
    guard let nominal = inner.nominal,
      let enumCase = nominal.cases.first(where: { $0.name == name.text && matches($0, payload) })
        ?? nominal.cases.first(where: { $0.name == name.text })
    else {
      // A static member, compared with `~=`.
      let system = ConstraintSystem(self, scope.context, scope.environment)
      if payload == nil || !system.lookup(.metatype(inner), name).isEmpty {
        if !system.lookup(.metatype(inner), name).isEmpty {
          return bindExpression(asExpression(base, name, payload, pattern), pattern, type, scope)
        }
      }
      if let nominal = inner.nominal, nominal.kind == .enumeration,
        let near = Spelling.nearest(name.text, among: nominal.cases.map(\.name))
      {
        diagnostics.add(
          .error, "type '\(inner)' has no member '\(name.text)'; did you mean '\(near)'?", file, name.span,
          fixIts: [("use '\(near)'", [(name.span, near)])])
      } else {
        error("type '\(inner)' has no member '\(name.text)'", file, name.span)
      }
      for element in payload ?? [] { bind(element.pattern, .hole, scope, reuse: reuse) }
      return
    }
    pattern.enumCase = enumCase
    pattern.optionalDepth = depth
    guard let payload else { return }
    for element in payload { refuseUnbound(element.pattern, scope) }
    let types = enumCase.payload.map { parameter in
      scope.environment.resolve(
        parameter.type.substituting(nominal.substitution(inner.genericArguments)), scope.context.requirements)
    }
    if payload.count == types.count {
      for (element, type) in zip(payload, types) { bind(element.pattern, type, scope, reuse: reuse) }
    } else if payload.count == 1, types.count > 1 {
      // One pattern takes the whole payload as a tuple.
      let tuple = Type.tuple(zip(enumCase.payload, types).map { Type.TupleElement(label: $0.0.label, type: $0.1) })
      bind(payload[0].pattern, tuple, scope, reuse: reuse)
    } else {
      error(
        types.isEmpty
          ? "pattern with associated values does not match enum case '\(name.text)'"
          : "tuple pattern has the wrong length for tuple type '(\(types.map(\.description).joined(separator: ", ")))'",
        file,
        pattern.span)
      for element in payload { bind(element.pattern, .hole, scope, reuse: reuse) }
    }
  }

  /// `case .loaded(count)`, where nothing is called `count`: a variable was meant.
  private func refuseUnbound(_ pattern: Pattern, _ scope: Scope) {
    guard case .expression(let expression) = pattern.kind, case .name(let name) = expression.kind,
      !name.isCompletionToken, case .nothing = lookup(name, scope), !name.text.hasPrefix("$")
    else { return }
    diagnostics.add(
      .error, "cannot find '\(name.text)' in scope", scope.context.file, name.span,
      fixIts: [("bind it with 'let'", [(name.span.front, "let ")])])
    pattern.kind = .binding(name: name.text, isLet: true)
  }

  private func hasCase(_ type: Type, _ name: String) -> Bool {
    type.nominal?.cases.contains { $0.name == name } ?? false
  }

  private func matches(_ enumCase: EnumCase, _ payload: [(label: String?, pattern: Pattern)]?) -> Bool {
    guard let payload else { return true }
    return enumCase.payload.count == payload.count
      && zip(enumCase.payload, payload).allSatisfy { $1.label == nil || $0.label == $1.label }
  }

  private func asExpression(
    _ base: TypeNode?, _ name: Name, _ payload: [(label: String?, pattern: Pattern)]?, _ pattern: Pattern
  ) -> Expr {
    let member: Expr
    if let base {
      member = Expr(.member(Expr(.type(base), base.span), name), pattern.span, caret: name.span.start)
    } else {
      member = Expr(.implicitMember(name), pattern.span, caret: name.span.start)
    }
    guard let payload else { return member }
    let arguments = payload.map { element -> Argument in
      if case .expression(let value) = element.pattern.kind { return Argument(label: element.label, value: value) }
      return Argument(label: element.label, value: Expr(.invalid, element.pattern.span))
    }
    return Expr(.call(member, arguments), pattern.span)
  }

  /// `pattern ~= value`, with the value in a variable of its own.
  private func bindExpression(_ expression: Expr, _ pattern: Pattern, _ type: Type, _ scope: Scope) {
    pattern.kind = .expression(expression)
    let variable = LocalVariable("$match", type, isLet: true, owner: scope.context, span: pattern.span)
    pattern.variable = nil
    pattern.subject = variable
    let inner = Scope(parent: scope, context: scope.context)
    inner.add(variable)
    if type == .hole {
      pattern.match = nil
      return
    }
    let value = Expr(.name(Name(text: "$match", span: pattern.span)), pattern.span)
    let match = Expr(.binary(Name(text: "~=", span: pattern.span), expression, value), pattern.span)
    pattern.match = match
    let errors = diagnostics.errorCount
    var failed = false
    quietly {
      solve(match, inner, to: library.bool)
      failed = diagnostics.errorCount > 0
    }
    guard failed else {
      solve(match, inner, to: library.bool)
      return
    }
    // swiftc's wording for a pattern of another type.
    var found = Type.hole
    quietly { found = solve(expression, scope) }
    if case .implicitMember(let name) = expression.kind {
      error("type '\(type.strippingOptionals.0)' has no member '\(name.text)'", scope.context.file, name.span)
    } else if found != .hole {
      error(
        "expression pattern of type '\(found)' cannot match values of type '\(type)'", scope.context.file,
        expression.span)
    } else {
      solve(expression, scope)
      if diagnostics.errorCount == errors {
        error("expression pattern cannot match values of type '\(type)'", scope.context.file, expression.span)
      }
    }
  }

  // MARK: Switch

  func check(_ node: SwitchNode, _ scope: Scope) {
    checkSwitchHeader(node, scope)
    for (index, clause) in node.cases.enumerated() {
      let inner = caseScope(node, index, scope)
      if clause.body.isEmpty {
        diagnostics.add(
          .error, "'case' label in a 'switch' must have at least one executable statement", scope.context.file,
          clause.span, fixIts: [("add 'break'", [(clause.span.back, " break")])])
      }
      check(block: clause.body, inner)
    }
  }

  /// - Parameter isValue: whether its branches have to give one.
  func checkSwitchHeader(_ node: SwitchNode, _ scope: Scope, isValue: Bool = false) {
    let type = solve(node.subject, scope)
    node.scopes = node.cases.map { clause in
      let inner = Scope(parent: scope, context: scope.context)
      inner.jump = .switching(node.label)
      var first: [String: LocalVariable] = [:]
      for (index, label) in clause.labels.enumerated() {
        bind(label.pattern, type, inner, reuse: index == 0 ? [:] : first)
        if index == 0 { label.pattern.forEachVariable { first[$0.name] = $0 } }
        if let value = label.guardExpression { solve(value, inner, to: library.bool, .condition) }
      }
      return inner
    }
    for (index, inner) in node.scopes.enumerated().dropLast() {
      let own = Set(node.cases[index].labels.first?.pattern.variableNames ?? [])
      inner.missingBelow = node.cases[index + 1].labels.first?.pattern.variableNames.first { !own.contains($0) }
    }
    guard type != .hole, !node.cases.contains(where: \.isDefault), !diagnosticsHaveErrors(in: node.span, scope) else {
      return
    }
    var exhaustiveness = Exhaustiveness(
      library: library, environment: scope.environment, requirements: scope.context.requirements)
    switch exhaustiveness.check(node, type) {
    case .covered: break
    case .missing(let patterns):
      let labels = patterns.isEmpty ? ["default"] : patterns.map { "case \($0)" }
      // A value of it only the author knows; a statement may do nothing, where others do not leave.
      let isLeft = isValue || node.cases.contains { Exits.always($0.body, library) }
      let lines = labels.map { "\($0): \(isLeft ? "fatalError()" : "break")" }
      let brace = scope.context.file.closingBrace(of: node.span)
      let edit = scope.context.file.insertion(lines, before: brace)
      diagnostics.add(
        .error, "switch must be exhaustive", scope.context.file, node.span,
        notes: patterns.isEmpty
          ? [("add a default clause", node.span)] : patterns.map { ("add missing case: '\($0)'", node.span) },
        fixIts: [
          (patterns.isEmpty ? "add a default clause" : "add missing cases", [edit])
        ])
    case .takesTooLong:
      diagnostics.add(
        .error, "the compiler is unable to check that this switch is exhaustive in reasonable time",
        scope.context.file, node.span, notes: [("add a default clause", node.span)])
    }
  }

  private func diagnosticsHaveErrors(in span: Span, _ scope: Scope) -> Bool {
    let file = scope.context.file
    let start = file.position(span.start)
    let end = file.position(span.end)
    return diagnostics.list.contains {
      $0.severity == .error && $0.file == file.name && $0.start.line >= start.line && $0.start.line <= end.line
    }
  }

  func caseScope(_ node: SwitchNode, _ index: Int, _ scope: Scope) -> Scope {
    node.scopes.indices.contains(index) ? node.scopes[index] : scope
  }
}
