/// Finds the types of one expression, closures included: constraints are generated over the tree, simplified as types
/// become known, and where there is a choice each alternative is tried and the best kept.
///
/// The state is a value, so trying is copying. Constraints whose type is still unknown sleep until it is bound, so that the
/// far end of a long chain costs nothing while its beginning is worked on. If nothing holds, the search is repeated with
/// broken constraints allowed, and the explanation that breaks fewest is reported.
final class ConstraintSystem {
  let checker: Checker
  let library: Library
  let context: FunctionContext
  let environment: TypeEnvironment
  var state = State()
  var isDiagnosing = false
  private(set) var best: State?
  /// What was changed about variables, for taking it back.
  var trail = Trail()
  /// The place of the constraint at work; those it leads to take it.
  private(set) var place: Int?
  /// Constraints that woke in this round, and whose turn is still to come.
  var awoken: [Constraint] = []
  private var constraintCount = 0
  /// The expressions that closures of one expression consist of, without `return` and a written type.
  var bareResults: Set<ObjectIdentifier> = []
  /// The arguments of each call, by the expression that is called; they help to choose among overloads.
  var callShapes: [ObjectIdentifier: CallShape] = [:]
  /// What calls of `@dynamicCallable` values give to their method, in place of the arguments that are written.
  var dynamicArguments: [ObjectIdentifier: Argument] = [:]
  /// Key path literals that must be writable.
  var keyPathsToCheck: [(Expr, String)] = []
  /// Stand-ins for the components of key path literals, one expression each, to which choices are attached.
  var keyPathSteps: [ObjectIdentifier: [Int: Expr]] = [:]
  /// The whole expression, what it is to be, and why.
  var root: Expr?
  var wanted: Type?
  var rootRole: Role = .plain
  /// The generic parameter that nothing decided, for the message.
  var unresolvedParameter: GenericParameter?
  /// The context-given base types of `.member` chains being generated, innermost last.
  var implicitBases: [ObjectIdentifier: Type] = [:]
  /// Links of a chain that have been generated, until those around them are.
  var generatedLinks: [ObjectIdentifier: Type] = [:]
  private var steps = 0
  /// How many solutions have been found, each better than those before.
  private var solutions = 0
  /// Constraints looked at: a step of a large expression costs more than one of a small.
  private var work = 0
  static let workMax = 1_500_000
  /// The overloads that fit, by expression, with the types of the arguments they were found for.
  var viableOverloads: [ObjectIdentifier: (types: [Type], candidates: [Candidate], result: [Candidate])] = [:]
  /// Attempts before the expression is called too complex.
  static let stepsMax = 20_000
  private static let improvementsMax = 2_000
  private static let otherwiseMax = 1_000
  /// The search ends here, or goes back to where it was given so much.
  private lazy var lastStep = checker.completion == nil ? Self.stepsMax : Self.completionStepsMax
  /// Whoever types waits for what can be found out at once.
  private static let completionStepsMax = 2_000
  /// Steps taken until there was a solution.
  private var firstSolution = 0
  var isTooComplex: Bool { steps > Self.stepsMax }
  /// How many dependent types are opened one inside the other, and how many may be.
  var openingDepth = 0
  static let openingDepthMax = 1_000

  /// The expression is too complex.
  func giveUp() { steps = Self.stepsMax + 1 }

  struct VariableInfo {
    var binding: Type?
    /// How many variables are written out in the binding, once no open one is left in it.
    var writtenOut: Int?
    var literal: LiteralKind?
    /// The expression that asked for it.
    var origin: Expr
    /// The generic parameter it stands for.
    var parameter: GenericParameter?
    /// A default for what nothing else decides.
    var fallback: Type?
    var isClosureResult = false
    /// The literal of a collection that it is the element of, or the value: it may be `Any`.
    var collection: Expr?
  }

  struct State {
    var variables: [VariableInfo] = []
    /// Those that may say something, in order of their places.
    var constraints: [Constraint] = []
    /// The others, by the variable they wait for.
    var sleepers = Sleepers()
    var places = 0
    /// Variables in the order in which they were bound.
    var bound: [Int] = []
    /// Below it no variable is open.
    var firstOpen = 0
    var types: [ObjectIdentifier: (Expr, Type)] = [:]
    var choices: [ObjectIdentifier: Choice] = [:]
    var arguments: [ObjectIdentifier: [BoundArgument]] = [:]
    var localTypes: [ObjectIdentifier: Type] = [:]
    var keyPaths: [ObjectIdentifier: [ResolvedComponent]] = [:]
    var closures: [(ClosureNode, Expr, Scope)] = []
    /// The result builders of the parameters that closures are passed for, by closure.
    var builders: [ObjectIdentifier: Type] = [:]
    /// Closures that have been asked which tasks they add to the group that they get.
    var askedGroups: Set<ObjectIdentifier> = []
    /// Uses of what is declared as `T!` that need what is in it.
    var unwrapped: Set<ObjectIdentifier> = []
    /// Variables of other parts of the expression, which nothing connects with the part at work.
    var parked: Set<Int> = []
    /// How often in a row an expression did not fall into parts, and when that will be looked at again.
    var wholeness = (found: 0, skip: 0)
    /// Chains of operators are tried for one type first.
    var linksOperators = true
    var fixes: [Fix] = []
    /// The cursor, in a text that is being completed.
    var completion: CompletionPoint?
    var score = Score()
    var changes = 0
  }

  init(_ checker: Checker, _ context: FunctionContext, _ environment: TypeEnvironment) {
    self.checker = checker
    library = environment.library
    self.context = context
    self.environment = environment
  }

  // MARK: Variables

  func fresh(_ origin: Expr, literal: LiteralKind? = nil, parameter: GenericParameter? = nil, fallback: Type? = nil)
    -> Type
  {
    state.variables.append(
      VariableInfo(binding: nil, literal: literal, origin: origin, parameter: parameter, fallback: fallback))
    return .variable(state.variables.count - 1)
  }

  /// The type behind a variable, as far as it is known: only the outermost step.
  func head(_ type: Type) -> Type {
    var type = type
    while case .variable(let id) = type, let bound = state.variables[id].binding { type = bound }
    return type
  }

  /// With every known variable replaced. Types that double with each call would be written without end: then the
  /// expression is given up.
  func full(_ type: Type) -> Type {
    var left = isTooComplex ? 0 : Type.namesMax
    let result = full(type, &left)
    if left < 0 { giveUp() }
    return result
  }

  private func full(_ type: Type, _ left: inout Int) -> Type {
    guard type.hasVariables else { return type }
    return type.replacing(.variables) { leaf in
      guard case .variable(let id) = leaf, let bound = state.variables[id].binding else { return nil }
      let before = left
      left -= 1 + (state.variables[id].writtenOut ?? 0)
      if left < 0 { return .hole }
      if state.variables[id].writtenOut != nil { return bound }
      let written = full(bound, &left)
      // The next link of a chain takes it as it is. What may be taken back is not known for good.
      if left >= 0, !trail.isRecording, !written.hasVariables {
        state.variables[id].binding = written
        state.variables[id].writtenOut = before - left - 1
      }
      return written
    }
  }

  func literal(of type: Type) -> LiteralKind? {
    if case .variable(let id) = type { return state.variables[id].literal }
    return nil
  }

  func bind(_ id: Int, to type: Type) {
    change(id) { $0.binding = type }
    state.bound.append(id)
    state.changes += 1
    if !trail.isRecording { wake(id) }
  }

  func occurs(_ id: Int, in type: Type) -> Bool {
    full(type).contains { $0 == .variable(id) }
  }

  func add(_ kind: Constraint.Kind, _ expression: Expr, _ role: Role = .plain) {
    constraintCount += 1
    var constraint = Constraint(kind, expression, role)
    constraint.number = constraintCount
    if let place {
      constraint.place = place
    } else {
      state.places += 1
      constraint.place = state.places
    }
    state.constraints.append(constraint)
  }

  func record(_ expression: Expr, _ type: Type) -> Type {
    checker.diagnostics.progress?.advance()
    state.types[ObjectIdentifier(expression)] = (expression, type)
    return type
  }

  func type(of expression: Expr) -> Type { state.types[ObjectIdentifier(expression)]?.1 ?? .hole }

  // MARK: Search

  /// The best solution, or `nil`.
  func solve() -> State? {
    let start = state
    best = nil
    explore()
    if best == nil, !isTooComplex {
      state = start
      isDiagnosing = true
      steps = 0
      work = 0
      explore()
      exploreMixed(start)
    }
    if let best { state = best }
    return best
  }

  /// Where nothing holds, something may with elements of any kind.
  private func exploreMixed(_ start: State) {
    guard !isTooComplex, let explanation = best, !explanation.fixes.isEmpty else { return }
    isDiagnosing = false
    best = nil
    for elements in mixedElements(of: start) {
      (state, steps, work) = (start, 0, 0)
      if elements.allSatisfy({ unify($0, .any) }) { explore() }
      if best != nil { return }
    }
    (best, isDiagnosing, steps) = (explanation, true, 0)
  }

  private func explore() {
    while true {
      steps += 1
      // Whoever looks for the next step looks at all that is open.
      work += state.constraints.count / 2
      if let progress = checker.diagnostics.progress {
        progress.advance()
        if progress.isAbandoned { giveUp() }
      }
      if !checker.stack.hasRoom || work > Self.workMax { steps = Self.stepsMax + 1 }
      // An explanation has been found; a better one is not looked for much longer.
      if isDiagnosing, best != nil, steps > firstSolution + Self.improvementsMax { steps = Self.stepsMax + 1 }
      if steps > lastStep { return }
      if !simplifyAll() { return }
      if let best, !(state.score < best.score) { return }
      switch nextStep() {
      case .done:
        if best == nil { firstSolution = steps }
        best = state
        solutions += 1
        return
      case .failed: return
      case .go(let action): action()
      case .branch(let alternatives):
        if let parts = independentParts() { return explore(parts) }
        // Nothing to come back to: no copy of the state, no deeper call.
        if alternatives.count == 1 {
          alternatives[0]()
          continue
        }
        return explore(alternatives, takesFirst: false)
      case .preferring(let alternatives):
        if let parts = independentParts() { return explore(parts) }
        return explore(alternatives, takesFirst: true)
      case .guessing(let alternatives, let otherwise):
        if let parts = independentParts() { return explore(parts) }
        let (before, saved, end) = (solutions, state, lastStep)
        explore(alternatives, takesFirst: true)
        guard solutions == before, steps <= lastStep else { return }
        lastStep = min(end, steps + Self.otherwiseMax)
        defer { lastStep = end }
        state = saved
        otherwise()
        return explore()
      }
    }
  }

  private func explore(_ alternatives: [() -> Void], takesFirst: Bool) {
    let saved = state
    let before = solutions
    let lastNumber = constraintCount
    var seen: [Residue] = []
    var alternatives = alternatives
    if isDiagnosing, !takesFirst { sortByFixes(&alternatives) }
    for alternative in alternatives {
      state = saved
      work += saved.variables.count / 8
      alternative()
      if !settle() { continue }
      if let best, !(state.score < best.score) { continue }
      // What leaves the same open as one before, and is no better, need not be followed to its end.
      if let residue = residue(since: saved, lastNumber) {
        if seen.contains(where: { $0.leavesSame(residue) && !(residue.score < $0.score) }) { continue }
        seen.append(residue)
      }
      explore()
      if steps > lastStep || takesFirst && solutions > before { return }
      // Alternatives come in the order of preference: one without cost cannot be beaten.
      if let best, best.score.cost == saved.score.cost { return }
    }
  }

  /// Those that break least at once first: a good explanation is soon found, and few others can be better.
  private func sortByFixes(_ alternatives: inout [() -> Void]) {
    let saved = state
    var settled: [(fixes: Int, offset: Int, state: State)] = []
    for (offset, alternative) in alternatives.enumerated() {
      state = saved
      alternative()
      if settle() { settled.append((state.score.fixes, offset, state)) }
    }
    state = saved
    settled.sort { $0.fixes == $1.fixes ? $0.offset < $1.offset : $0.fixes < $1.fixes }
    alternatives = settled.map { known in { self.state = known.state } }
  }

  /// Goes on while variables become what is known of them; looks into nothing new. False if something cannot hold.
  private func settle() -> Bool {
    while simplifyAll() {
      guard case .go(let action)? = decideVariable(collectBounds()) else { return true }
      action()
    }
    return false
  }

  /// Finds the best solution of each part, one after the other: what is chosen in one does not matter to the others.
  private func explore(_ parts: [(constraints: [Constraint], variables: Set<Int>)]) {
    let outer = best
    let count = solutions
    let parked = state.parked
    for part in parts {
      state.constraints = part.constraints
      state.sleepers = Sleepers()
      state.firstOpen = 0
      state.parked = Set(state.variables.indices.filter { state.variables[$0].binding == nil }).subtracting(
        part.variables)
      best = nil
      explore()
      solutions = count
      guard let found = best else {
        best = outer
        return
      }
      state = found
    }
    state.parked = parked
    state.firstOpen = 0
    best = outer
    if let outer, !(state.score < outer.score) { return }
    best = state
    solutions += 1
  }

  /// Simplifies until nothing changes. False if something cannot hold.
  private func simplifyAll() -> Bool {
    defer { place = nil }
    while true {
      let before = state.changes
      var pending = Pending(state.constraints)
      work += pending.count / 16
      state.constraints = []
      state.constraints.reserveCapacity(pending.count)
      awoken = []
      while var constraint = pending.next(&awoken) {
        if let watched = constraint.watched, watched.allSatisfy({ state.variables[$0].binding == nil }) {
          state.constraints.append(constraint)
          continue
        }
        work += 1
        place = constraint.place
        switch simplify(constraint) {
        case .solved: state.changes += 1
        case .waiting:
          if fallAsleep(constraint) { continue }
          constraint.watched = openVariables(in: constraint)
          state.constraints.append(constraint)
        case .failed(let reason):
          guard isDiagnosing else { return false }
          repair(constraint, reason)
        }
      }
      if state.changes == before { return true }
    }
  }

  enum Answer {
    case solved, waiting
    case failed(Fix.Reason)
  }

  /// Notes a broken constraint and lets the rest go on as if it held.
  func repair(_ constraint: Constraint, _ reason: Fix.Reason) {
    state.fixes.append(Fix(reason: reason, expression: constraint.expression, role: constraint.role))
    state.score.fixes += isHardlyMeant(constraint, reason) ? 4 : reason.weight
    state.changes += 1
    switch constraint.kind {
    case .member(_, _, let result), .implicitMember(_, _, let result), .apply(_, _, let result),
      .dependent(_, _, let result), .optionalObject(_, let result), .chain(_, let result), .unwrapped(_, let result),
      .subscripted(_, _, let result),
      .applySubscript(_, _, let result):
      hole(result)
    case .overload(let type, _): hole(type)
    case .arrayLiteral(let type, let element):
      hole(type)
      hole(element)
    default: break
    }
  }

  /// `let n: Int = Int("3")`: what is wrong is rather what becomes of the result than which initialiser was meant.
  private func isHardlyMeant(_ constraint: Constraint, _ reason: Fix.Reason) -> Bool {
    guard case .nonConforming(let type, _) = reason, type.nominal?.isUserType != true,
      let declaration = state.choices[ObjectIdentifier(constraint.expression)]?.declaration
    else { return false }
    return declaration.kind == .initializer && declaration.owner?.isUserType == false
  }

  func hole(_ type: Type) {
    if case .variable(let id) = head(type) { bind(id, to: .hole) }
  }

  enum Step {
    case done, failed
    case go(() -> Void)
    case branch([() -> Void])
    /// As a branch, but the first that leads to a solution is taken.
    case preferring([() -> Void])
    /// The same; what is left if none does is not followed for long.
    case guessing([() -> Void], otherwise: () -> Void)
  }
}

extension Score {
  /// Without the rank, which only breaks ties.
  var cost: Score {
    var result = self
    result.rank = 0
    return result
  }
}

extension Fix.Reason {
  var weight: Int {
    switch self {
    // A function that nobody calls is hardly meant.
    case .notOptional(.function): 4
    case .noMember, .noOverload, .notCallable, .takesNoKeywords: 3
    // Whoever passes something means a declaration that takes something.
    case .arguments(.extra, let declaration?) where declaration.parameters.isEmpty: 3
    case .arguments: 2
    default: 1
    }
  }
}
