/// Closures take part in inference: a single expression wholly, several statements through their `return`s.
extension ConstraintSystem {
  func closure(_ node: ClosureNode, _ expression: Expr, _ scope: Scope) -> Type {
    let function: FunctionContext
    if let known = node.function {
      function = known
    } else {
      function = FunctionContext(
        .closure, name: "closure", parent: scope.context, file: scope.context.file, environment: scope.environment,
        nominal: scope.context.nominal)
      function.span = node.span
      function.body = node.body
      let names =
        node.parameters?.map { ($0.name, $0.span) } ?? (0..<node.anonymousCount).map { ("$\($0)", node.openBrace) }
      for (name, span) in names {
        function.parameters.append(LocalVariable(name, .hole, isLet: true, owner: function, span: span))
      }
      node.function = function
    }
    var parameters: [FunctionType.Parameter] = []
    for index in function.parameters.indices {
      let type: Type
      if let written = node.parameters?[index].type {
        let (resolved, isInout) = checker.resolveParameter(written, scope.context, self, environment: scope.environment)
        type = resolved
        parameters.append(.init(type: type, isInout: isInout))
        function.parameters[index].isInout = isInout
        if isInout { function.parameters[index].isMutated = true }
      } else {
        type = fresh(expression)
        parameters.append(.init(type: type))
      }
      state.localTypes[ObjectIdentifier(function.parameters[index])] = type
    }
    let result: Type
    if let written = node.resultType {
      result = checker.resolve(written, scope.context, self, environment: scope.environment)
    } else {
      result = fresh(expression)
      if case .variable(let id) = result { state.variables[id].isClosureResult = true }
    }
    let inner = captures(node, function, scope)
    let effects = Effects.of(node)
    function.isThrowing = node.isThrowing || effects.isThrowing
    function.isAsync = node.isAsync || effects.isAsync
    if node.isMainActor { function.ownIsolation = true }
    function.thrownType = node.thrownType.map {
      checker.resolve($0, scope.context, self, environment: scope.environment)
    }
    // Whatever its one expression gives is nobody's, where nothing is wanted.
    if node.resultType == nil, let single = node.singleExpression {
      if case .returns = node.body[0].kind {
      } else {
        bareResults.insert(ObjectIdentifier(single))
        bareResults.insert(ObjectIdentifier(expression))
      }
    }
    let type = Type.function(
      FunctionType(
        parameters, result, isThrowing: function.isThrowing, thrown: function.thrownType, isAsync: function.isAsync))
    add(.closure(type, node, inner), expression)
    return type
  }

  /// The scope of the body: the capture list's copies, then the parameters.
  private func captures(_ node: ClosureNode, _ function: FunctionContext, _ scope: Scope) -> Scope {
    let inner = Scope(parent: scope, context: function)
    for capture in node.captures {
      let type = generate(capture.value, scope)
      let existing = function.captureCopies[capture.name]
      let copy = existing ?? LocalVariable(capture.name, .hole, isLet: true, owner: function, span: capture.span)
      copy.isWeak = capture.strength == .weak
      copy.isUnowned = capture.strength == .unowned
      copy.isSelf = capture.name == "self"
      function.captureCopies[capture.name] = copy
      var known = type
      if copy.isWeak {
        let result = fresh(capture.value)
        add(.chain(inside: type, result: result), capture.value)
        known = result
      }
      state.localTypes[ObjectIdentifier(copy)] = known
      inner.add(copy)
    }
    for parameter in function.parameters where parameter.name != "_" {
      inner.add(parameter)
      guard node.parameters != nil, parameter.name.first == "$" else { continue }
      // `{ $book in … }`: the parameter is a wrapper, and the name without the sign what it wraps.
      let wrapped = LocalVariable(
        String(parameter.name.dropFirst()), .hole, isLet: false, owner: function, span: parameter.span)
      wrapped.standsFor = (storage: parameter.name, member: "wrappedValue")
      inner.add(wrapped)
    }
    return inner
  }

  /// Where a closure is to give a collection, that is what it gives: what it writes may be a literal whose elements only
  /// convert to those that are wanted.
  private func takeCollection(wantedOf result: Type, _ node: ClosureNode) {
    let isArray = if case .array? = node.singleExpression?.kind { true } else { false }
    guard case .variable(let id) = head(result), state.variables[id].isClosureResult,
      let wanted = collection(wantedOf: id, state.constraints + state.sleepers.all, isArray: isArray)
    else { return }
    _ = unify(result, wanted)
  }

  /// - Parameter depth: how many others it may become first: the result of a generic function that gives what its closure gives.
  /// - Parameter isArray: what it gives is an array, whatever sequence is wanted: `flatMap { [Leaf($0)] }` for an array of nodes.
  private func collection(
    wantedOf id: Int, _ constraints: [Constraint], isArray: Bool, depth: Int = 2
  ) -> Type? {
    for constraint in constraints {
      if isArray, case .dependent(let base, "Element", let element) = constraint.kind, head(base) == .variable(id) {
        let known = full(element)
        if !known.hasVariables { return library.array(known) }
      }
      guard case .convert(let from, let to) = constraint.kind, head(from) == .variable(id) else { continue }
      if case .variable(let next) = head(to) {
        guard depth > 0, let found = collection(wantedOf: next, constraints, isArray: isArray, depth: depth - 1) else {
          continue
        }
        return found
      }
      let wanted = full(to)
      guard let nominal = wanted.strippingOptionals.0.nominal, !wanted.hasVariables,
        [library.arrayNominal, library.setNominal, library.dictionaryNominal].contains(where: { $0 === nominal })
      else { continue }
      return wanted
    }
    return nil
  }

  /// The body's constraints, once its parameters are known (or will not become so by waiting).
  func openBody(_ node: ClosureNode, _ type: Type, _ scope: Scope, _ expression: Expr) {
    guard case .function(let function) = type, let context = node.function else { return }
    state.closures.append((node, expression, scope))
    for (parameter, variable) in zip(function.parameters, context.parameters) {
      state.localTypes[ObjectIdentifier(variable)] = parameter.type
    }
    for (name, copy) in context.captureCopies {
      _ = name
      if let known = state.localTypes[ObjectIdentifier(copy)] { copy.type = full(known) }
    }
    // What is not known of the builder yet, each of its calls finds out by itself.
    if let builder = state.builders[ObjectIdentifier(node)] {
      state.builders[ObjectIdentifier(node)] = full(builder).withHoles
    }
    settleBuilder(of: node, state, scope)
    let result = function.result
    takeCollection(wantedOf: result, node)
    if node.singleExpression?.isBranching == true || node.built != nil {
      giveParameters(of: function, to: context)
      if node.built == nil, head(result).isVoid { return }
    }
    if let single = node.singleExpression {
      let isExplicit = if case .returns = node.body[0].kind { true } else { false }
      if !isExplicit, head(result).isVoid {
        generate(single, scope)
        return
      }
      let given = generate(single, scope)
      if !isExplicit, node.resultType == nil, isAssignment(single) {
        add(.equal(result, .void), single)
        return
      }
      add(.convert(given, result), single, .closureResult)
      return
    }
    // Without a `return`, what is missing is said when everything else is right.
    if node.body.isEmpty, node.resultType != nil { return }
    if node.body.isEmpty {
      add(.equal(.void, result), expression, .closureResult)
      return
    }
    inferResumed(node, function, context, scope)
    // Several statements: they are checked one by one later; only what is returned matters now.
    guard full(result).hasVariables else { return }
    giveParameters(of: function, to: context)
    var hasReturn = false
    checker.quietly {
      checker.collectReturns(node, context, scope) { value, place in
        hasReturn = true
        guard let value else {
          self.add(.equal(.void, result), expression, .closureResult)
          return
        }
        self.add(.convert(self.generate(value, place), result), value, .closureResult)
      }
    }
    guard !hasReturn else { return }
    if case .throwing? = node.body.last?.kind {
      // It gives whatever is wanted of it.
      add(.convert(fresh(expression, fallback: .void), result), expression, .closureResult)
    } else {
      add(.equal(.void, result), expression, .closureResult)
    }
  }

  /// The parameters of a closure get their types; what is still open fits everything.
  func giveParameters(of type: FunctionType, to context: FunctionContext) {
    for (parameter, variable) in zip(type.parameters, context.parameters) {
      let known = full(parameter.type)
      variable.type = known.hasVariables ? .hole : known
    }
  }

  /// Gives the closure the body that the result builder of its parameter makes, or the one that is written.
  func settleBuilder(of node: ClosureNode, _ state: State, _ scope: Scope) {
    let builder = node.written.hasReturn ? nil : state.builders[ObjectIdentifier(node)]
    guard builder != nil || node.built != nil else { return }
    node.use(builder) { ResultBuilder.build(node.written, node.span, with: $0, scope.environment) }
  }

  private func isAssignment(_ expression: Expr) -> Bool {
    switch expression.kind {
    case .assign: true
    case .optionalChain(let inner): isAssignment(inner)
    default: false
    }
  }
}

/// Whether a closure's body can throw or suspend, read off its text: an uncovered `try` or `throw`, an `await`.
struct Effects {
  var isThrowing = false
  var isAsync = false

  static func of(_ node: ClosureNode) -> Effects {
    var effects = Effects()
    effects.visit(node.body, caught: false)
    return effects
  }

  private mutating func visit(_ statements: [Stmt], caught: Bool) {
    for statement in statements { visit(statement, caught) }
  }

  private mutating func visit(_ statement: Stmt, _ caught: Bool) {
    switch statement.kind {
    case .expression(let value), .throwing(let value):
      if case .throwing = statement.kind, !caught { isThrowing = true }
      visit(value, caught)
    case .returns(let value): if let value { visit(value, caught) }
    case .declaration(let declaration):
      if case .variable(let node) = declaration.kind {
        for binding in node.bindings { if let value = binding.value { visit(value, caught) } }
      }
    case .ifElse(let node): visit(node, caught)
    case .guarding(let conditions, let body):
      visit(conditions, caught)
      visit(body, caught: caught)
    case .whileLoop(_, let conditions, let body):
      visit(conditions, caught)
      visit(body, caught: caught)
    case .repeatLoop(_, let body, let condition):
      visit(body, caught: caught)
      visit(condition, caught)
    case .forIn(let node):
      if node.isAsync { isAsync = true }
      if node.isTrying, !caught { isThrowing = true }
      visit(node.sequence, caught)
      visit(node.body, caught: caught)
    case .switching(let node): visit(node, caught)
    case .deferred(let body): visit(body, caught: caught)
    case .doCatch(let node):
      let isExhaustive = node.clauses.contains { clause in
        clause.patterns.isEmpty || clause.patterns.contains { $0.guardExpression == nil && $0.pattern.isIrrefutable }
      }
      visit(node.body, caught: caught || isExhaustive)
      for clause in node.clauses { visit(clause.body, caught: caught) }
    case .breaking, .continuing, .fallThrough, .invalid: break
    }
  }

  private mutating func visit(_ node: IfNode, _ caught: Bool) {
    var current: IfNode? = node
    while let step = current {
      visit(step.conditions, caught)
      visit(step.then, caught: caught)
      current = nil
      switch step.otherwise {
      case .block(let block)?: visit(block, caught: caught)
      case .chained(let next)?: current = next
      case nil: break
      }
    }
  }

  private mutating func visit(_ node: SwitchNode, _ caught: Bool) {
    visit(node.subject, caught)
    for clause in node.cases {
      for label in clause.labels { if let value = label.guardExpression { visit(value, caught) } }
      visit(clause.body, caught: caught)
    }
  }

  private mutating func visit(_ conditions: [Condition], _ caught: Bool) {
    for condition in conditions {
      switch condition {
      case .expression(let value): visit(value, caught)
      case .binding(_, let value, _): visit(value, caught)
      }
    }
  }

  private mutating func visit(_ expression: Expr, _ caught: Bool) {
    switch expression.kind {
    case .attempt(let kind, let inner):
      if kind == .plain, !caught { isThrowing = true }
      visit(inner, caught || kind != .plain)
    case .await(let inner):
      isAsync = true
      visit(inner, caught)
    case .ifExpression(let node): visit(node, caught)
    case .switchExpression(let node): visit(node, caught)
    case .closure: break
    default: for child in expression.children { visit(child, caught) }
    }
  }
}

extension Pattern {
  /// Matches everything.
  var isIrrefutable: Bool {
    switch kind {
    case .wildcard, .binding: true
    case .tuple(let elements): elements.allSatisfy { $0.pattern.isIrrefutable }
    case .typed(let inner, _): inner.isIrrefutable
    default: false
    }
  }
}
