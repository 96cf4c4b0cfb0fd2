/// What to do when nothing follows by itself any more: open a closure, decide a variable, try an overload.
extension ConstraintSystem {
  /// What is known of one undecided variable.
  struct Bounds {
    /// Known types that convert to it.
    var lower: [Type] = []
    var upper: [Type] = []
    /// Literals that convert to it.
    var literals: [(Int, LiteralKind)] = []
    /// Undecided variables that convert to it: more may come.
    var isIncomplete = false
    var lowerVariables: [Int] = []
    var upperVariables: [Int] = []
    /// Something else will say more: a member, a call, an overload.
    var isAwaited = false
    var expression: Expr?
    var role: Role = .plain

    /// No literal converts to it but `nil` to what is wanted as an optional: `isEmpty ? .name : nil`.
    func takesOnly(nilFor upper: Type) -> Bool {
      literals.isEmpty || upper.wrapped != nil && literals.allSatisfy { $0.1 == .null }
    }
  }

  func nextStep() -> Step {
    if state.constraints.isEmpty && state.sleepers.isEmpty && !hasOpenVariables { return .done }

    // 1. A closure whose parameters are known: its body says the most.
    if let closure = readyClosure() { return .go { self.open(closure) } }

    // What is declared as `T!` stays an optional where that will do.
    if let step = chooseUnwrapping() { return step }

    let bounds = collectBounds()
    let order = bounds.keys.sorted()

    // 2. A variable that a known type converts to, and nothing undecided does.
    if let step = decideVariable(bounds) { return step }

    // 3. Operators that go together; an overload, the one with the fewest alternatives.
    if !isDiagnosing, state.linksOperators, let step = chooseLinkedOperators() { return step }
    if let step = chooseOverload() { return step }

    // A literal with a member: nothing further on says what it is.
    for constraint in state.constraints {
      guard case .member(let base, let name, _) = constraint.kind, case .variable(let id) = head(base),
        state.variables[id].literal != nil, let type = literalDefault(id) ?? arrayDefault(id)
      else { continue }
      // `10.rounded()`: an integer has no such member.
      let isDouble = type == library.int && lookup(type, name).isEmpty && !lookup(library.double, name).isEmpty
      return .go { self.bind(id, to: isDouble ? self.library.double : type) }
    }

    // 4. A closure of one expression, although its parameters are not known yet.
    if let closure = firstClosure({ $0.singleExpression != nil }) {
      return chooseParameter(of: closure, bounds) ?? .go { self.open(closure) }
    }

    // 5. Variables with incomplete or only upper bounds.
    let isAwaited = { [state] id in bounds[id]!.isAwaited || state.sleepers.promise(id) }
    if let step = decideFromBelow(order.filter { !isAwaited($0) }, bounds) { return step }
    for id in order where state.variables[id].literal == nil {
      let bound = bounds[id]!
      guard !isAwaited(id), let upper = bound.upper.first, bound.takesOnly(nilFor: upper) else { continue }
      // Everything converts to `Any`: that says nothing about what it is.
      if case .existential = upper { continue }
      return decideFromAbove(id, upper, takesNil: !bound.literals.isEmpty)
    }

    // `try? decode(data)` where an optional is wanted: nothing else says what is decoded.
    if let step = decideInsideOfChain(bounds) { return step }

    // 6. Literals become what they are by default.
    if let step = defaultLiteral(bounds) { return step }
    for id in order where state.variables[id].literal == nil {
      let bound = bounds[id]!
      guard let upper = bound.upper.first, bound.takesOnly(nilFor: upper) else { continue }
      return decideFromAbove(id, upper, takesNil: !bound.literals.isEmpty)
    }
    // What is assigned says less of `$0[$1]` than what `$0` is.
    if let step = decideFromBelow(order.filter(isAwaited), bounds) { return step }

    // 7. Whatever is left of conversions between undecided variables: they are the same.
    for constraint in state.constraints {
      guard case .convert(let from, let to) = constraint.kind, case .variable(let a) = head(from),
        case .variable(let b) = head(to), a != b
      else { continue }
      return .go { if !self.unify(.variable(a), .variable(b)) { self.bind(b, to: .hole) } }
    }
    wakeAll()
    if let closure = state.constraints.first(where: isGroupToAsk) { return .go { self.askForTasks(closure) } }
    if let closure = state.constraints.first(where: hasContinuation) { return .go { self.open(closure) } }
    if let step = fallback() { return step }
    if let closure = firstClosure({ _ in true }) { return .go { self.open(closure) } }
    return stuck()
  }

  private func decideInsideOfChain(_ bounds: [Int: Bounds]) -> Step? {
    for constraint in state.constraints + state.sleepers.all {
      guard case .chain(let inside, let result) = constraint.kind, case .variable(let id) = head(inside),
        state.variables[id].literal == nil
      else { continue }
      let whole: Type? = if case .variable(let id) = head(result) { bounds[id]?.upper.first } else { head(result) }
      // What is not decided itself says nothing.
      if let wanted = whole?.wrapped, !wanted.isAny, !head(wanted).isVariable {
        return .go { _ = self.unify(inside, wanted) }
      }
    }
    return nil
  }

  private var hasOpenVariables: Bool {
    while state.firstOpen < state.variables.count, !isOpen(state.firstOpen) { state.firstOpen += 1 }
    return state.firstOpen < state.variables.count
  }

  /// Nothing has decided it yet, and it belongs to the part at work.
  private func isOpen(_ id: Int) -> Bool { state.variables[id].binding == nil && !state.parked.contains(id) }

  var openVariables: some Sequence<(offset: Int, element: VariableInfo)> {
    (state.firstOpen..<state.variables.count).lazy.filter(isOpen).map { ($0, self.state.variables[$0]) }
  }

  // MARK: Closures

  private func firstClosure(_ test: (ClosureNode) -> Bool) -> Constraint? {
    func isMeant(_ constraint: Constraint) -> Bool {
      if case .closure(_, let node, _) = constraint.kind { return test(node) }
      return false
    }
    let awake = state.constraints.first(where: isMeant)
    let asleep = state.sleepers.all.filter(isMeant).min { $0.isBefore($1) }
    guard let awake, let asleep else { return awake ?? asleep }
    return awake.isBefore(asleep) ? awake : asleep
  }

  private func readyClosure() -> Constraint? {
    state.constraints.first { constraint in
      guard case .closure(let type, let node, _) = constraint.kind, let function = full(type).asFunction else {
        return false
      }
      return !function.parameters.contains { $0.type.hasVariables } && !mayBeBuilt(constraint.expression)
        && !awaitsPlace(node, function.result)
    }
  }

  /// `tasks[id] = Task { await self?.load() }`: whether the task gives `()?` or nothing is said by the place that it is put
  /// into, and of that the subscript is still to be chosen.
  private func awaitsPlace(_ node: ClosureNode, _ result: Type) -> Bool {
    guard let single = node.singleExpression, single.isChained, head(result).isVariable else { return false }
    return state.constraints.contains { constraint in
      if case .overload = constraint.kind, case .subscripted = constraint.expression.kind { true } else { false }
    }
  }

  /// Which function the closure is passed to is not decided, and one of them has a result builder make its body.
  private func mayBeBuilt(_ closure: Expr) -> Bool {
    state.constraints.contains { constraint in
      guard case .overload(_, let candidates) = constraint.kind,
        let shape = callShapes[ObjectIdentifier(constraint.expression)],
        shape.arguments.contains(where: { stripped($0.value) === closure })
      else { return false }
      return candidates.contains { candidate in
        candidate.declaration.parameters.contains { $0.builder != nil }
      }
    }
  }

  /// A closure that gets a continuation of a type that nothing else says.
  private func hasContinuation(_ constraint: Constraint) -> Bool {
    guard case .closure(let type, _, _) = constraint.kind, let function = full(type).asFunction,
      let nominal = function.parameters.first?.type.nominal
    else { return false }
    return nominal.has(.continuation)
  }

  func open(_ constraint: Constraint) {
    if let index = state.constraints.firstIndex(where: { $0.number == constraint.number }) {
      state.constraints.remove(at: index)
    } else {
      state.sleepers.remove(constraint)
    }
    guard case .closure(let type, let node, let scope) = constraint.kind else { return }
    state.changes += 1
    openBody(node, full(type), scope, constraint.expression)
  }

  /// The alternative at work cannot be meant.
  func refuse(_ expression: Expr) {
    add(.equal(library.int, library.string), expression)
    state.changes += 1
  }

  private func chooseUnwrapping() -> Step? {
    for (index, constraint) in state.constraints.enumerated() {
      guard case .unwrapped(let optional, let result) = constraint.kind, let wrapped = head(optional).wrapped else {
        continue
      }
      let settle = { [self] (type: Type) in
        state.constraints.remove(at: index)
        state.changes += 1
        add(.equal(result, type), constraint.expression, constraint.role)
      }
      return .branch([
        { settle(optional) },
        {
          self.state.score.forced += 1
          self.state.unwrapped.insert(ObjectIdentifier(constraint.expression))
          settle(wrapped)
        },
      ])
    }
    return nil
  }

  // MARK: Variables

  func decideVariable(_ bounds: [Int: Bounds]) -> Step? {
    for id in bounds.keys.sorted() {
      let bound = bounds[id]!
      guard state.variables[id].literal == nil, !bound.lower.isEmpty, !bound.isIncomplete, !bound.isAwaited,
        !state.sleepers.promise(id)
      else { continue }
      if let step = decide(id, bound) { return step }
    }
    return nil
  }

  func collectBounds() -> [Int: Bounds] {
    var result: [Int: Bounds] = [:]
    func note(_ id: Int, _ constraint: Constraint, _ change: (inout Bounds) -> Void) {
      func extend(_ bounds: inout Bounds) {
        change(&bounds)
        guard bounds.expression == nil else { return }
        bounds.expression = constraint.expression
        bounds.role = constraint.role
      }
      extend(&result[id, default: Bounds()])
    }
    func awaited(_ type: Type, _ constraint: Constraint) {
      if case .variable(let id) = head(type) { note(id, constraint) { $0.isAwaited = true } }
    }
    for constraint in state.constraints {
      switch constraint.kind {
      case .convert(let from, let to):
        let from = head(from)
        let to = head(to)
        switch (from, to) {
        case (.variable(let a), .variable(let b)):
          if let literal = state.variables[a].literal {
            note(b, constraint) { $0.literals.append((a, literal)) }
          } else {
            note(b, constraint) {
              $0.isIncomplete = true
              $0.lowerVariables.append(a)
            }
          }
          note(a, constraint) { $0.upperVariables.append(b) }
        case (_, .variable(let b)): note(b, constraint) { $0.lower.append(full(from)) }
        case (.variable(let a), _):
          note(a, constraint) { $0.upper.append(full(to)) }
          // What is not known yet may be an optional of it: `counts[word] ?? (0, 0)`.
          if let wrapped = to.wrapped, case .variable(let id) = head(wrapped), state.variables[a].literal == nil {
            note(id, constraint) { $0.isIncomplete = true }
          }
        default: break
        }
      case .member(_, _, let result), .apply(_, _, let result), .dependent(_, _, let result), .chain(_, let result),
        .optionalObject(_, let result), .subscripted(_, _, let result), .applySubscript(_, _, let result),
        .unwrapped(_, let result):
        awaited(result, constraint)
      case .overload(let type, _): awaited(type, constraint)
      case .implicitMember(_, _, let result): awaited(result, constraint)
      default: break
      }
    }
    return result
  }

  private func decideFromBelow(_ ids: [Int], _ bounds: [Int: Bounds]) -> Step? {
    for id in ids {
      let bound = bounds[id]!
      guard state.variables[id].literal == nil, !bound.lower.isEmpty else { continue }
      if let step = decide(id, bound) { return step }
    }
    return nil
  }

  /// Binds to the type that all lower bounds convert to.
  private func decide(_ id: Int, _ bound: Bounds) -> Step? {
    var type = bound.lower[0]
    for other in bound.lower.dropFirst() {
      guard let joined = join(type, other) else {
        // They have nothing in common but what the context wants: `any Shape`, an optional of it.
        if let upper = bound.upper.first(where: { upper in bound.lower.allSatisfy { nestedConverts($0, upper) } }) {
          return .go { if !self.unify(.variable(id), upper) { self.bind(id, to: .hole) } }
        }
        continue
      }
      type = joined
    }
    // `counts[word] ?? (0, 0)`: what is looked for says what its parts are called.
    if case .operand = bound.role, case .tuple(let elements) = type, elements.allSatisfy({ $0.label == nil }),
      let labelled = bound.lower.first(where: { other in
        guard case .tuple = other else { return false }
        return other != type && nestedConverts(type, other)
      })
    {
      type = labelled
    }
    for (_, literal) in bound.literals {
      switch literal {
      case .null where type.wrapped == nil: type = library.optional(type)
      case .floating where type == library.int && bound.lower.isEmpty: type = library.double
      default: break
      }
    }
    let expression = bound.expression ?? state.variables[id].origin
    // A wider type if what it must convert to asks for it.
    var alternatives: [Type] = [type]
    for upper in bound.upper where upper != type && nestedConverts(type, upper) {
      if case .existential = upper {
        alternatives.append(upper)
      } else if upper.wrapped == type {
        alternatives.append(upper)
      }
    }
    if alternatives.count == 1 {
      return .go {
        if !self.unify(.variable(id), type) {
          self.add(.equal(.variable(id), type), expression, bound.role)
          self.state.changes += 1
        }
      }
    }
    return .branch(
      alternatives.map { candidate in { if !self.unify(.variable(id), candidate) { self.bind(id, to: .hole) } } })
  }

  /// - Parameter takesNil: it is an optional: `nil` converts to it, too.
  private func decideFromAbove(_ id: Int, _ upper: Type, takesNil: Bool) -> Step {
    var alternatives = [upper]
    if let wrapped = upper.wrapped, !takesNil { alternatives.append(wrapped) }
    alternatives.removeAll { occurs(id, in: $0) }
    return alternatives.count == 1
      ? .go { if !self.unify(.variable(id), upper) { self.bind(id, to: .hole) } }
      : .branch(
        alternatives.map { candidate in { if !self.unify(.variable(id), candidate) { self.bind(id, to: .hole) } } })
  }

  /// The least type both convert to.
  func join(_ a: Type, _ b: Type) -> Type? {
    if a == b { return a }
    if a == .hole { return b }
    if b == .hole { return a }
    if a == library.never { return b }
    if b == library.never { return a }
    switch (a.wrapped, b.wrapped) {
    case (let x?, let y?): return join(x, y).map { library.optional($0) }
    case (let x?, nil): return join(x, b).map { library.optional($0) }
    case (nil, let y?): return join(a, y).map { library.optional($0) }
    case (nil, nil): break
    }
    if case .existential(let existential) = a, nestedConverts(b, .existential(existential)) { return a }
    if case .existential(let existential) = b, nestedConverts(a, .existential(existential)) { return b }
    if let first = a.nominal, first.kind == .classType, let second = b.nominal, second.kind == .classType {
      for ancestor in first.lineage where second.lineage.contains(ancestor) {
        return environment.upcast(a, to: ancestor)
      }
    }
    if let joined = joinElements(a, b) { return joined }
    if a.hasVariables || b.hasVariables {
      if attempt({ unify(a, b) }) { return full(a) }
    }
    if nestedConverts(a, b) { return b }
    if nestedConverts(b, a) { return a }
    return nil
  }

  private func fallback() -> Step? {
    for (id, info) in openVariables {
      if let type = info.fallback { return .go { if !self.unify(.variable(id), type) { self.bind(id, to: .hole) } } }
    }
    for constraint in state.constraints {
      // A key path literal by itself.
      guard case .keyPath(let type, let root, let value) = constraint.kind, case .variable(let id) = head(type),
        !head(root).isVariable
      else { continue }
      let name = keyPathClass(constraint.expression)
      guard let nominal = library.type(named: name) else { continue }
      return .go { self.bind(id, to: .nominal(nominal, [root, value])) }
    }
    return nil
  }

  /// The strongest kind of key path its components allow.
  func keyPathClass(_ expression: Expr) -> String {
    guard case .keyPath(let node) = expression.kind else { return "KeyPath" }
    var result = "WritableKeyPath"
    for index in node.components.indices {
      guard let step = keyPathSteps[ObjectIdentifier(expression)]?[index],
        let choice = state.choices[ObjectIdentifier(step)]
      else { continue }
      if !choice.declaration.isSettable || !checker.canSet(choice.declaration, from: context) { return "KeyPath" }
      if choice.base?.isClass == true { result = "ReferenceWritableKeyPath" }
    }
    return result
  }

  // MARK: Overloads

  private func chooseOverload() -> Step? {
    var found: (index: Int, candidates: [Candidate])?
    for (index, constraint) in state.constraints.enumerated() {
      guard case .overload(let type, let candidates) = constraint.kind else { continue }
      // An operator on what has been reported already: which one is meant cannot be said, and need not be looked for.
      if constraint.expression.isOperation, let shape = callShapes[ObjectIdentifier(constraint.expression)],
        shape.types.contains(where: { head($0) == .hole })
      {
        return .go {
          self.state.constraints.remove(at: index)
          self.state.changes += 1
          self.hole(type)
        }
      }
      var viable = viable(candidates, constraint)
      if viable.isEmpty, isDiagnosing { viable = Array(candidates.prefix(6)) }
      if found == nil || viable.count < found!.candidates.count { found = (index, viable) }
      // Nothing can have fewer.
      if viable.count <= 1 { break }
    }
    guard let found else { return nil }
    let constraint = state.constraints[found.index]
    guard case .overload(let type, _) = constraint.kind else { return nil }
    let index = found.index
    let isCalled = callShapes[ObjectIdentifier(constraint.expression)] != nil
    return .branch(
      found.candidates.enumerated().map { position, candidate in
        {
          self.state.constraints.remove(at: index)
          self.state.changes += 1
          self.state.score.rank += candidate.rank(isCalled: isCalled)
          if case .failed(let reason) = self.bind(candidate, type, constraint) {
            if self.isDiagnosing { self.repair(constraint, reason) } else { self.refuse(constraint.expression) }
          }
        }
      })
  }

  // MARK: The end

  /// Nothing decides what is left.
  private func stuck() -> Step {
    guard isDiagnosing || checker.completion != nil else {
      // Variables that nothing speaks of, such as the error of a publisher that cannot fail, do not matter.
      return .failed
    }
    return .go {
      let waiting = self.state.constraints
      self.state.constraints = []
      var reported = false
      for constraint in waiting {
        switch constraint.kind {
        case .implicitMember(_, let name, _):
          self.repair(constraint, .noContext(name))
          reported = true
        case .keyPath:
          self.repair(constraint, .keyPathRoot)
          reported = true
        default: break
        }
      }
      for (id, info) in Array(self.openVariables) {
        if !reported, self.state.fixes.isEmpty {
          let reason: Fix.Reason = info.literal == .null ? .nullMismatch(.hole) : .unresolved
          self.state.fixes.append(Fix(reason: reason, expression: info.origin, role: .plain))
          self.state.score.fixes += 1
          self.unresolvedParameter = info.parameter
        }
        self.bind(id, to: .hole)
      }
    }
  }
}

extension Expr {
  /// Its value is that of an optional chain, which is `nil` where the chain ends early.
  fileprivate var isChained: Bool {
    switch kind {
    case .optionalChain: true
    case .await(let inner), .attempt(.plain, let inner): inner.isChained
    case .attempt(.optional, _): true
    default: false
    }
  }
}
