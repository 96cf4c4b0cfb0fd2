/// Statements.
extension Checker {
  /// A scope in which the block's own functions and types are known from the start.
  func blockScope(_ block: [Stmt], _ scope: Scope) -> Scope {
    let hasTypes = block.contains { statement in
      guard case .declaration(let declaration) = statement.kind else { return false }
      switch declaration.kind {
      case .nominal, .alias: return true
      default: return false
      }
    }
    let environment = hasTypes ? TypeEnvironment(library: library, parent: scope.environment, isLocal: true) : nil
    let inner = Scope(parent: scope, context: scope.context, environment: environment)
    inner.block = block
    if let environment { declareLocalTypes(block, environment, scope) }
    for statement in block {
      guard case .declaration(let declaration) = statement.kind else { continue }
      switch declaration.kind {
      case .function(let node): declareLocalFunction(node, declaration, inner)
      case .variable(let node): declareAccessors(node, inner)
      default: break
      }
    }
    return inner
  }

  private func declareLocalTypes(_ block: [Stmt], _ environment: TypeEnvironment, _ scope: Scope) {
    let declarer = Declarer(environment: environment, file: scope.context.file, diagnostics: diagnostics)
    declarer.infer = { [unowned self] in infer($0, $1, $2) }
    var made: [(Nominal, NominalNode)] = []
    for statement in block {
      guard case .declaration(let declaration) = statement.kind, case .nominal(let node) = declaration.kind else {
        continue
      }
      let nominal = declarer.makeNominal(node, declaration, parent: nil)
      environment.types[node.name] = .nominal(nominal)
      made.append((nominal, node))
    }
    for statement in block {
      guard case .declaration(let declaration) = statement.kind, case .alias(let node) = declaration.kind else {
        continue
      }
      if environment.types[node.name] != nil {
        error("invalid redeclaration of '\(node.name)'", scope.context.file, node.nameSpan)
      }
      environment.types[node.name] = declarer.alias(
        node, in: scope.context.nominal, generics: scope.context.generics)
    }
    for (nominal, node) in made { declarer.fillHeader(nominal, node) }
    declarer.addCodingKeys()
    environment.declareMembers = { [weak declarer] in declarer?.ensureMembers(of: $0) }
    for (nominal, node) in made { declarer.declareMembers(of: nominal, node) }
    for (nominal, _) in made { Conformances(self, declarer).check(nominal) }
    declarer.bodies.forEach(check)
    environment.contents?.add(declarer, isLocal: true)
  }

  func check(_ statement: Stmt, _ scope: Scope) {
    guard stack.hasRoom else { return error("this is nested too deeply", scope.context.file, statement.span) }
    let file = scope.context.file
    switch statement.kind {
    case .expression(let expression):
      solve(expression, scope)
      checkUnused(expression, scope)
    case .declaration(let declaration): checkLocal(declaration, scope)
    case .returns(let value): checkReturn(value, statement, scope)
    case .ifElse(let node): check(node, scope)
    case .guarding(let conditions, let body):
      check(block: body, scope)
      afterTypes { [unowned self] in
        if Exits.always(body, library) { return }
        let brace = file.closingBrace(of: statement.span)
        let exit = leaving(scope)
        diagnostics.add(
          .error, "'guard' body must not fall through, consider using a 'return' or 'throw' to exit the scope", file,
          brace, fixIts: [("add '\(exit)'", [file.statement(exit, before: brace, behind: body.last?.span)])])
      }
      check(conditions, into: scope, mayHide: true)
    case .whileLoop(let label, let conditions, let body):
      let inner = checkConditions(conditions, scope)
      loop(label, inner) { self.check(block: body, $0) }
    case .repeatLoop(let label, let body, let condition):
      loop(label, scope) { self.check(block: body, $0) }
      solve(condition, scope, to: library.bool, .condition)
    case .forIn(let node): check(node, scope)
    case .switching(let node): check(node, scope)
    case .breaking(let label):
      if !scope.allowsBreak(label) {
        error(
          label.map { "cannot find label '\($0)' in scope" }
            ?? (scope.isInBranch
              ? "unlabeled 'break' is only allowed inside a loop or switch, a labeled break is required to exit an if or do"
              : "'break' is only allowed inside a loop, if, do, or switch"),
          file, statement.span)
      } else if scope.leavesDefer(for: { $0.endsAtBreak(label) }) {
        error("'break' cannot transfer control out of a defer statement", file, statement.span)
      }
    case .continuing(let label):
      if !scope.allowsContinue(label) {
        error(
          label.map { "cannot find label '\($0)' in scope" } ?? "'continue' is only allowed inside a loop", file,
          statement.span)
      } else if scope.leavesDefer(for: { $0.goesOnAtContinue(label) }) {
        error("'continue' cannot transfer control out of a defer statement", file, statement.span)
      }
    case .fallThrough:
      if !scope.isInSwitch {
        error("'fallthrough' is only allowed inside a switch", file, statement.span)
      } else if let name = scope.unboundBelow {
        error("'fallthrough' from a case which doesn't bind variable '\(name)'", file, statement.span)
      }
    case .throwing(let value):
      let wanted = scope.wantedError
      let type = solve(value, scope, to: wanted, .thrown)
      scope.catching?.note(type == .hole ? library.anyError : type)
      if type != .hole,
        case .no = scope.environment.conformance(
          of: type, to: library.errorProtocol, context: scope.context.requirements)
      {
        diagnostics.add(
          .error, "thrown expression type '\(type)' does not conform to 'Error'", file, value.anchor,
          fixIts: conforming(type, to: library.errorProtocol, file))
      }
      if scope.throwsOutOfDefer {
        error("errors cannot be thrown out of a defer body", file, statement.span)
      } else if !scope.handlesErrors {
        diagnostics.add(
          .error, "error is not handled because the enclosing function is not declared 'throws'", file, statement.span,
          fixIts: throwing(scope.context))
      }
    case .deferred(let body):
      let inner = Scope(parent: scope, context: scope.context)
      inner.jump = .deferred
      check(block: body, inner)
    case .doCatch(let node): check(node, scope)
    case .invalid: break
    }
  }

  private func loop(_ label: String?, _ scope: Scope, _ body: (Scope) -> Void) {
    let inner = Scope(parent: scope, context: scope.context)
    inner.jump = .loop(label)
    body(inner)
  }

  // MARK: Return

  private func checkReturn(_ value: Expr?, _ statement: Stmt, _ scope: Scope) {
    let context = scope.context
    if scope.leavesDefer(for: { _ in false }) {
      return error("'return' cannot transfer control out of a defer statement", context.file, statement.span)
    }
    if let collect = collector(for: context) { return collect(value, scope) }
    let wanted = context.result
    switch context.kind {
    case .topLevel: return error("return invalid outside of a func", context.file, statement.span)
    case .initializer:
      if let value {
        if case .nilLiteral = value.kind {
          if context.declaration?.isFailable != true {
            error("only a failable initializer can return 'nil'", context.file, value.span)
          }
          value.type = library.optional(.void)
          return
        }
        error("'nil' is the only return value permitted in an initializer", context.file, value.span)
      }
      return
    default: break
    }
    guard let value else {
      if !wanted.isVoid, wanted != .hole {
        error("non-void function should return a value", context.file, statement.span)
      }
      return
    }
    if wanted.isVoid, context.kind != .closure {
      let type = solve(value, scope)
      if !type.isVoid, type != .hole {
        diagnostics.add(
          .error, "unexpected non-void return value in void function", context.file, value.span,
          notes: isVoidWritten(context) ? [] : [("did you mean to add a return type?", value.span)],
          fixIts: returning(type, context))
      }
      return
    }
    solve(value, scope, to: wanted, context.kind == .closure ? .closureResult : .returned)
    checkUnderlying(value, context)
  }

  /// All that a function with an opaque result returns is of one type.
  private func checkUnderlying(_ value: Expr, _ context: FunctionContext) {
    guard context.kind == .function || context.kind == .getter, let declaration = context.declaration,
      let opaque = declaration.opaqueResult, value.type != .hole
    else { return }
    if case .existential = value.type { return }
    guard let first = context.underlyingResult else { return context.underlyingResult = value.type }
    guard first != value.type, first != .hole else { return }
    context.underlyingResult = .hole
    error(
      "function declares an opaque return type '\(opaque)', but the return statements in its body do not have "
        + "matching underlying types [#OpaqueTypeInference]", context.file, declaration.span)
  }

  // MARK: Local declarations

  private func checkLocal(_ declaration: Decl, _ scope: Scope) {
    let file = scope.context.file
    DeclarationRules(diagnostics: diagnostics, file: file).check(declaration, in: .local)
    switch declaration.kind {
    case .variable(let node):
      checkVariables(node, declaration.modifiers, scope)
    case .function(let node):
      postponeLocalFunction(node, scope)
    case .nominal, .alias, .skipped: break
    default: error("this declaration is not supported here", file, declaration.span)
    }
  }

  private func checkVariables(_ node: VariableNode, _ modifiers: Modifiers, _ scope: Scope) {
    let file = scope.context.file
    if node.isAsync { return checkAsyncLet(node, scope) }
    if let attribute = modifiers.attributes.first(where: { !ModifierTable.knows($0) }),
      !rewriteWrapped(node, modifiers, scope)
    {
      error("'@\(attribute.name)' on a local variable is not supported here", file, attribute.span)
    }
    for binding in node.bindings {
      if case .binding(let name, _) = binding.pattern.kind, let accessors = node.accessors[name] {
        for function in accessors.functions { postponeLocalFunction(function, scope) }
        continue
      }
      if binding.accessors?.getter != nil { continue }
      let errors = diagnostics.errorCount
      let annotation = binding.type.map {
        resolve($0, scope.context, nil, environment: scope.environment, isOpen: binding.value != nil)
      }
      var type = annotation ?? .hole
      if let value = binding.value {
        // A lazy variable's value is a body of its own, for which the type must be known.
        if !modifiers.isLazy || annotation?.hasHoles ?? true {
          var found = Type.hole
          let find = { [self] in
            found = solve(value, scope, to: annotation, .initialization, isOpen: diagnostics.errorCount == errors)
          }
          if modifiers.isLazy { quietly(find) }
          if !modifiers.isLazy || found == .hole { find() }
          if found != .hole, annotation?.hasHoles ?? true { type = found }
        }
      } else if modifiers.isLazy {
        error("lazy properties must have an initializer", file, binding.pattern.span)
      } else if annotation == nil {
        error("type annotation missing in pattern", file, binding.pattern.span)
      }
      if let value = binding.value, !fits(binding.pattern, type, value, file) { type = .hole }
      // `weak var it = self`: what may be nil is optional, written or not.
      if modifiers.isWeak, annotation == nil, type.nominal?.kind == .classType { type = library.optional(type) }
      bind(binding.pattern, type, scope)
      if binding.value == nil {
        scope.context.noteDeferredVariable()
        binding.pattern.forEachVariable { variable in
          variable.isDeferred = true
          variable.isOptionalVariable = !variable.isLet && type.wrapped != nil
        }
      }
      binding.pattern.variable?.initial = binding.value
      if modifiers.isWeak || modifiers.isUnowned, diagnostics.errorCount == errors {
        ReferenceRule(modifiers).check(
          type, scope.environment, scope.context.requirements, diagnostics, file, binding.pattern.span,
          written: binding.type?.span)
      }
      if modifiers.isWeak { binding.pattern.variable?.isWeak = true }
      if modifiers.isLazy || binding.accessors != nil {
        declareHooks(binding, node, type, isLazy: modifiers.isLazy, scope)
      }
      if binding.type?.isUnwrapped == true { binding.pattern.variable?.isUnwrapped = true }
    }
  }

  /// As many names as values, where both are tuples.
  func fits(_ pattern: Pattern, _ type: Type, _ value: Expr, _ file: SourceFile) -> Bool {
    guard case .tuple(let names) = pattern.kind, case .tuple(let values) = type, !values.isEmpty,
      names.count != values.count
    else { return true }
    let wanted = names.indices.map { $0 < values.count ? "\(values[$0].type)" : "_" }.joined(separator: ", ")
    error(
      "'\(type)' is not convertible to '(\(wanted))', tuples have a different number of elements", file, value.span)
    return false
  }

  // MARK: Conditions

  /// The scope in which the conditions' bindings are visible.
  func checkConditions(_ conditions: [Condition], _ scope: Scope) -> Scope {
    let inner = Scope(parent: scope, context: scope.context)
    check(conditions, into: inner)
    return inner
  }

  func check(_ conditions: [Condition], into scope: Scope, mayHide: Bool = false) {
    for condition in conditions {
      switch condition {
      case .expression(let expression): solve(expression, scope, to: library.bool, .condition)
      case .binding(let pattern, let value, _):
        // `if let page: Page = try? decode(data)`: the annotation says what is decoded.
        let wanted = annotation(of: pattern, scope).map(library.optional)
        let own = solve(value, scope, to: wanted, wanted == nil ? .plain : .initialization)
        let type = own.wrapped == nil ? own : wanted ?? own
        if mayHide { for name in UnitChecker.names(of: pattern) { scope.hide(name) } }
        if case .optionalSome = pattern.kind, type != .hole, type.wrapped == nil {
          error(
            "initializer for conditional binding must have Optional type, not '\(type)'", scope.context.file, value.span
          )
          bind(pattern, .hole, scope)
        } else {
          bind(pattern, type, scope)
        }
      }
    }
  }

  /// `if let page: Page`: the annotation of what is unwrapped. What is wrong with it is said when the pattern is bound.
  private func annotation(of pattern: Pattern, _ scope: Scope) -> Type? {
    guard case .optionalSome(let inner) = pattern.kind, case .typed(_, let node) = inner.kind else { return nil }
    var type = Type.hole
    quietly { type = resolve(node, scope.context, nil, environment: scope.environment) }
    return type == .hole ? nil : type
  }

  private func check(_ node: IfNode, _ scope: Scope) {
    var current: IfNode? = node
    while let step = current {
      let inner = checkConditions(step.conditions, scope)
      inner.isBranch = true
      check(block: step.then, inner)
      current = nil
      switch step.otherwise {
      case .block(let block)?:
        let otherwise = Scope(parent: scope, context: scope.context)
        otherwise.isBranch = true
        check(block: block, otherwise)
      case .chained(let next)?: current = next
      case nil: break
      }
    }
  }

  // MARK: Loops, do, unused results

  private func check(_ node: ForNode, _ scope: Scope) {
    var type = solve(node.sequence, scope, to: nil, .sequence)
    if let wrapped = type.wrapped,
      node.sequence.choice?.declaration.isUnwrapped ?? node.sequence.local?.isUnwrapped == true
    {
      node.sequence.unwrap(type)
      node.sequence.type = wrapped
      type = wrapped
    }
    var element = Type.hole
    if node.isAsync {
      element = asyncElement(node, type, scope)
    } else if type != .hole, let proto = library.type(named: "Sequence") {
      switch scope.environment.conformance(of: type, to: proto, context: scope.context.requirements) {
      case .yes:
        element = scope.environment.memberType(of: type, named: "Element", context: scope.context.requirements) ?? .hole
      case .no where scope.environment.isOf(type, proto):
        // `any Collection<Int>`: the sequence that it is of is opened.
        element = scope.environment.memberType(of: type, named: "Element", context: scope.context.requirements) ?? .any
      case .no:
        if type.wrapped != nil {
          let system = ConstraintSystem(self, scope.context, scope.environment)
          diagnostics.add(
            .error, "for-in loop requires '\(type)' to conform to 'Sequence'; did you mean to unwrap optional?",
            scope.context.file, node.sequence.span,
            fixIts: system.unwrap(type, type.wrapped ?? .hole, node.sequence).fixIts)
        } else {
          diagnostics.add(
            .error, "for-in loop requires '\(type)' to conform to 'Sequence'", scope.context.file, node.sequence.span,
            fixIts: library.isInteger(type) && !node.sequence.isOperation
              ? [("count from 0", [(node.sequence.span.front, "0..<")])] : [])
        }
      }
    }
    node.elementType = element
    let inner = Scope(parent: scope, context: scope.context)
    inner.jump = .loop(node.label)
    if case .tuple(let names) = node.pattern.kind, names.count == 2, element.nominal != nil {
      // With its place, an element comes from `enumerated()`.
      diagnostics.add(
        .error, "tuple pattern cannot match values of the non-tuple type '\(element)'", scope.context.file,
        node.pattern.span, fixIts: [("add '.enumerated()'", [(node.sequence.span.back, ".enumerated()")])])
      element = .hole
    }
    bind(node.pattern, element, inner)
    if let condition = node.condition { solve(condition, inner, to: library.bool, .condition) }
    check(block: node.body, inner)
  }

  private func check(_ node: DoNode, _ scope: Scope) {
    let body = Scope(parent: scope, context: scope.context)
    body.jump = node.label.map { .block($0) }
    let isExhaustive = node.clauses.contains { clause in
      clause.patterns.isEmpty || clause.patterns.contains { $0.guardExpression == nil && $0.pattern.isIrrefutable }
    }
    if isExhaustive { body.catchesErrors = true } else if !node.clauses.isEmpty { body.catchesSomeErrors = true }
    body.isBranch = true
    let thrown = Scope.Thrown(
      node.thrownType.map { resolve($0, scope.context, nil, environment: scope.environment) })
    if !node.clauses.isEmpty || thrown.declared != nil { body.thrown = thrown }
    check(block: node.body, body)
    let error = thrown.type ?? library.anyError
    if !isExhaustive, body.thrown != nil { scope.catching?.note(error) }
    for index in node.clauses.indices {
      let inner = Scope(parent: scope, context: scope.context)
      if node.clauses[index].patterns.isEmpty {
        let variable = LocalVariable(
          "error", error, isLet: true, owner: scope.context, span: node.clauses[index].span)
        node.clauses[index].errorVariable = variable
        inner.add(variable)
      }
      for label in node.clauses[index].patterns {
        bind(label.pattern, error, inner)
        if let value = label.guardExpression { solve(value, inner, to: library.bool, .condition) }
      }
      check(block: node.clauses[index].body, inner)
    }
  }

  /// A call whose result is dropped, where swiftc warns.
  func checkUnused(_ expression: Expr, _ scope: Scope) {
    guard scope.context.kind != .topLevel else { return }
    var inner = expression
    while true {
      switch inner.kind {
      case .attempt(let kind, let value) where kind != .optional: inner = value
      case .await(let value): inner = value
      default: break
      }
      if case .attempt(let kind, _) = inner.kind, kind != .optional { continue }
      if case .await = inner.kind { continue }
      break
    }
    let type = expression.type
    if type.isVoid || type == .hole || type == library.never || inner.isDelegation { return }
    if let wrapped = type.wrapped, wrapped.isVoid { return }
    let file = scope.context.file
    var call = inner
    if case .optionalChain(let value) = call.kind { call = value }
    switch call.kind {
    case .call(let callee, _):
      guard let choice = callee.choice else {
        diagnostics.add(.warning, "result of call is unused, but produces '\(type)'", file, expression.anchor)
        return
      }
      if choice.declaration.isDiscardable { return }
      switch choice.declaration.kind {
      case .initializer:
        diagnostics.add(
          .warning, "result of '\(choice.declaration.owner?.name ?? "init")' initializer is unused", file, callee.span)
      case .function:
        diagnostics.add(
          .warning, "result of call to '\(choice.declaration.nameInWarnings)' is unused", file, callee.anchor)
      default: diagnostics.add(.warning, "result of call is unused, but produces '\(type)'", file, expression.anchor)
      }
    case .binary(let name, _, _), .prefix(let name, _), .postfix(let name, _):
      if call.choice?.declaration.isDiscardable ?? false { return }
      diagnostics.add(.warning, "result of operator '\(name.text)' is unused", file, name.span)
    case .closure: error("closure expression is unused", file, expression.span)
    case .name, .member:
      diagnostics.add(
        .warning,
        call.choice?.declaration.kind == .variable && call.choice?.declaration.owner != nil
          ? "expression of type '\(type)' is unused" : "expression of type '\(type)' is unused", file, expression.anchor
      )
    case .integer, .floating, .boolean, .string:
      diagnostics.add(.warning, "literal value is unused".replacingLiteral(type), file, expression.span)
    case .assign: break
    default: diagnostics.add(.warning, "expression of type '\(type)' is unused", file, expression.anchor)
    }
  }
}

extension Declaration {
  /// Labels are told where there are any.
  fileprivate var nameInWarnings: String {
    parameters.isEmpty || labels.contains { $0 != nil } ? fullName : name
  }
}

extension String {
  fileprivate func replacingLiteral(_ type: Type) -> String {
    switch type.description {
    case "Int": "integer literal is unused"
    case "Double": "floating-point literal is unused"
    case "Bool": "boolean literal is unused"
    default: "string literal is unused"
    }
  }
}

extension Pattern {
  func forEachVariable(_ body: (LocalVariable) -> Void) {
    if let variable { body(variable) }
    switch kind {
    case .tuple(let elements): for element in elements { element.pattern.forEachVariable(body) }
    case .enumCase(_, _, let payload): for element in payload ?? [] { element.pattern.forEachVariable(body) }
    case .optionalSome(let inner), .asType(let inner, _), .typed(let inner, _): inner.forEachVariable(body)
    default: break
    }
  }
}
