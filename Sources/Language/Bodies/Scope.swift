/// What names mean at one place of a body: a chain of blocks up to the body's own, then the bodies around it.
final class Scope {
  let parent: Scope?
  let context: FunctionContext
  let environment: TypeEnvironment
  private(set) var locals: [String: LocalVariable] = [:]
  private(set) var functions: [String: [Declaration]] = [:]

  init(parent: Scope?, context: FunctionContext, environment: TypeEnvironment? = nil) {
    self.parent = parent
    self.context = context
    self.environment = environment ?? parent?.environment ?? context.environment
  }

  func add(_ variable: LocalVariable) { locals[variable.name] = variable }
  /// A `guard` may take a name that its own block has: what comes after it means the new variable.
  func hide(_ name: String) { locals[name] = nil }
  func add(function declaration: Declaration) { functions[declaration.name, default: []].append(declaration) }

  /// The statements of the block, for names that are used before they are declared.
  var block: [Stmt] = []

  /// Local functions whose bodies wait for the end of the block, with the names known at their places.
  private var postponed: [(names: [String: LocalVariable], check: (Scope) -> Void)] = []

  func postpone(_ check: @escaping (Scope) -> Void) { postponed.append((locals, check)) }

  /// They see what the block declares before and after them. What a `guard` binds is there only from its place on.
  func checkPostponed() {
    let declared = Set(block.flatMap(\.declaredNames))
    for (names, check) in postponed {
      let seen = Scope(parent: parent, context: context, environment: environment)
      seen.functions = functions
      seen.block = block
      seen.jump = jump
      seen.locals = locals.filter { declared.contains($0.key) }.merging(names) { later, _ in later }
      check(seen)
    }
    postponed = []
  }

  /// What `break` and `continue` can leave here.
  enum Jump {
    case loop(String?)
    case switching(String?)
    case block(String)
    /// Nothing leaves a `defer`.
    case deferred
  }
  var jump: Jump?
  /// Inside a `do` whose `catch` takes everything.
  var catchesErrors = false
  /// Inside a `do` whose `catch`es take some errors.
  var catchesSomeErrors = false
  /// The body of an `if` or a `do`, which `break` leaves only by its label.
  var isBranch = false

  /// What is thrown in the body of a `do`; its `catch` sees a type where all is of one.
  final class Thrown {
    let declared: Type?
    private(set) var types: [Type] = []

    init(_ declared: Type?) { self.declared = declared }

    func note(_ type: Type) { if !types.contains(type) { types.append(type) } }

    /// The type of the error, if it is more than `any Error`.
    var type: Type? { declared ?? (types.count == 1 ? types[0] : nil) }
  }
  var thrown: Thrown?

  /// Where what is thrown here is caught; `nil` if it leaves the body.
  var catching: Thrown? { enclosing.first { $0.thrown != nil }?.thrown }

  /// The type that something thrown here must have, if a function or a `do` says so.
  var wantedError: Type? {
    for scope in enclosing {
      if let thrown = scope.thrown { return thrown.declared }
    }
    return context.thrownType
  }

  private var enclosing: some Sequence<Scope> {
    sequence(first: self) { scope in scope.parent.flatMap { $0.context === scope.context ? $0 : nil } }
  }

  /// What is thrown here would leave a `defer`.
  var throwsOutOfDefer: Bool { leavesDefer { $0.catchesErrors } }

  /// Errors thrown here go somewhere.
  var handlesErrors: Bool {
    enclosing.contains { $0.catchesErrors } || context.isThrowing || context.isOfScript
  }

  var isInBranch: Bool { enclosing.contains { $0.isBranch } }
  var isInPartialCatch: Bool { enclosing.contains { $0.catchesSomeErrors } }

  func allowsBreak(_ label: String?) -> Bool { enclosing.contains { $0.endsAtBreak(label) } }

  func endsAtBreak(_ label: String?) -> Bool {
    switch jump {
    case .loop(let own)?, .switching(let own)?: label == nil || own == label
    case .block(let own)?: own == label
    case .deferred?, nil: false
    }
  }

  func allowsContinue(_ label: String?) -> Bool { enclosing.contains { $0.goesOnAtContinue(label) } }

  func goesOnAtContinue(_ label: String?) -> Bool {
    if case .loop(let own)? = jump { label == nil || own == label } else { false }
  }

  /// Whether to leave for the first scope that is meant, or for the end of the body, is to leave a `defer`.
  func leavesDefer(for isMeant: (Scope) -> Bool) -> Bool {
    for scope in enclosing {
      if case .deferred? = scope.jump { return true }
      if isMeant(scope) { return false }
    }
    return false
  }

  /// What the case below binds and this one does not.
  var missingBelow: String?

  /// The variable without a value in the case that a `fallthrough` here leads to.
  var unboundBelow: String? {
    enclosing.first { if case .switching? = $0.jump { true } else { false } }?.missingBelow
  }

  var isInSwitch: Bool {
    enclosing.contains { if case .switching? = $0.jump { true } else { false } }
  }

  /// A function with parameters has another name than a variable, and is hidden by it.
  func hasOwn(_ name: String) -> Bool {
    locals[name].map { $0.declaration?.parameters.isEmpty ?? true } ?? false
  }

  /// Every local name that is visible, nearest first; for completion and did-you-mean.
  var visibleLocals: [LocalVariable] {
    var result: [LocalVariable] = []
    var scope: Scope? = self
    while let current = scope {
      result += current.locals.values.sorted { $0.name < $1.name }
      scope = current.parent
    }
    return result
  }

  func local(named name: String) -> LocalVariable? {
    var scope: Scope? = self
    while let current = scope {
      if let variable = current.locals[name] { return variable }
      scope = current.parent
    }
    return nil
  }

  /// `self` of the nearest body that has one.
  var selfVariable: LocalVariable? { local(named: "self") }
}

extension Stmt {
  /// The variables and functions that the statement itself declares.
  fileprivate var declaredNames: [String] {
    guard case .declaration(let declaration) = kind else { return [] }
    switch declaration.kind {
    case .variable(let node):
      return node.bindings.flatMap(\.pattern.names) + (node.wrapped.map { [$0, "$" + $0] } ?? [])
    case .function(let node): return [node.name]
    default: return []
    }
  }
}

extension Pattern {
  fileprivate var names: [String] {
    switch kind {
    case .binding(let name, _): [name]
    case .tuple(let elements): elements.flatMap(\.pattern.names)
    case .typed(let inner, _): inner.names
    default: []
    }
  }
}
