/// Whether everything has a value before it is used: variables declared without one, and the properties of `self` in an
/// initialiser. A constant gets its value once.
///
/// A walk over a checked body in the order in which it runs. At each place it knows what has a value on all paths that
/// lead there, and what on some. It is asked only when types have nothing against the text, as swiftc does.
final class DefiniteInitialization {
  enum Element: Hashable {
    case variable(ObjectIdentifier)
    case property(slot: Int)
    /// `super.init` has been called; where an initialiser delegates, `self.init`.
    case base

    var isVariable: Bool { if case .variable = self { true } else { false } }
  }

  struct State {
    /// Set on every path.
    var definite: Set<Element> = []
    /// Set on some path.
    var possible: Set<Element> = []

    mutating func set(_ element: Element) {
      definite.insert(element)
      possible.insert(element)
    }

    mutating func restoreInstance(from before: State) {
      definite = definite.filter { $0.isVariable || before.definite.contains($0) }
      possible = possible.filter { $0.isVariable || before.possible.contains($0) }
    }

    /// Two paths meet; one that cannot be taken is `nil`.
    static func merge(_ left: State?, _ right: State?) -> State? {
      guard let left else { return right }
      guard let right else { return left }
      return State(
        definite: left.definite.intersection(right.definite), possible: left.possible.union(right.possible))
    }
  }

  /// What `break` and `continue` can leave, and what is known where they arrive.
  struct Jump {
    enum Kind { case loop, switching, block }
    let kind: Kind
    let label: String?
    let deferCount: Int
    var breaks: State?
    var continues: State?
  }

  let library: Library
  let diagnostics: Diagnostics
  let context: FunctionContext
  var file: SourceFile { context.file }
  /// What is known here; `nil` where nothing arrives.
  var state: State? = State()
  /// Of the initialiser that is being checked.
  var instance: InstanceUnderConstruction?
  /// Looking ahead around a loop: nothing is said.
  var isSilent = false
  /// Everything inside is said of one place: a `defer` that runs where the block ends, an argument evaluated later.
  var stand: (span: Span, isCapture: Bool)?
  /// The call whose arguments are being looked at.
  var call: Span?
  private var jumps: [Jump] = []
  private var defers: [(body: [Stmt], span: Span)] = []
  /// What is known where the `catch`es of the enclosing `do`s begin.
  private var catches: [(deferCount: Int, state: State?)] = []
  /// What is known where a class' initialiser ends early.
  private var returned: State?

  private init(_ context: FunctionContext, _ library: Library, _ diagnostics: Diagnostics) {
    self.context = context
    self.library = library
    self.diagnostics = diagnostics
  }

  /// Checks a body and those inside it.
  static func check(_ context: FunctionContext, _ library: Library, _ diagnostics: Diagnostics) {
    let flow = DefiniteInitialization(context, library, diagnostics)
    flow.instance = InstanceUnderConstruction(context)
    guard flow.instance != nil || context.hasDeferredVariables else { return }
    flow.checkBody()
  }

  private func checkBody() {
    if context.body.isEmpty, let expression = context.expression { return visit(expression) }
    visit(context.body)
    let end = context.bodyEnd == .none ? context.span : context.bodyEnd
    state = State.merge(state, returned)
    leaveInitializer(Span(start: max(end.end - 1, end.start), end: end.end))
  }

  func error(_ message: String, _ span: Span, notes: [(String, Span)] = [], fixIts: [(String, [(Span, String)])] = []) {
    guard !isSilent, state != nil else { return }
    diagnostics.add(.error, message, file, stand?.span ?? span, notes: notes, fixIts: fixIts)
  }

  // MARK: Statements

  func visit(_ block: [Stmt]) {
    let outer = defers.count
    for statement in block { visit(statement) }
    runDefers(downTo: outer)
    defers.removeLast(defers.count - outer)
  }

  private func visit(_ statement: Stmt) {
    switch statement.kind {
    case .expression(let expression):
      // A variable by itself is not read.
      if case .name = expression.kind, expression.local?.function == nil { return }
      visit(expression)
    case .declaration(let declaration): visit(declaration)
    case .returns(let value): leave(value, statement.span)
    case .ifElse(let node): visit(node)
    case .guarding(let conditions, let body):
      visit(conditions)
      let held = state
      visit(body)
      state = held
    case .whileLoop(let label, let conditions, let body):
      let isEndless = Exits.isTrue(conditions)
      loop(label, isEndless: isEndless) {
        self.visit(conditions)
        let after = self.state
        self.visit(body)
        return after
      }
    case .repeatLoop(let label, let body, let condition):
      loop(label, isEndless: Exits.isTrue([.expression(condition)]), checksLast: condition) {
        self.visit(body)
        return self.state
      }
    case .forIn(let node):
      visit(node.sequence)
      if node.isTrying { raise() }
      loop(node.label, isEndless: false) {
        let after = self.state
        self.visit(node.pattern)
        if let condition = node.condition { self.visit(condition) }
        self.visit(node.body)
        return after
      }
    case .switching(let node): visit(node)
    case .breaking(let label): jump(to: label, continues: false)
    case .continuing(let label): jump(to: label, continues: true)
    // The next case takes it up.
    case .fallThrough: break
    case .throwing(let value):
      visit(value)
      raise()
      state = nil
    case .deferred(let body): defers.append((body, statement.span))
    case .doCatch(let node): visit(node)
    case .invalid: break
    }
  }

  private func visit(_ declaration: Decl) {
    switch declaration.kind {
    case .variable(let node):
      for binding in node.bindings {
        if let value = binding.value {
          visit(value)
        } else {
          // Each time around a loop it is another variable.
          binding.pattern.forEachVariable { variable in
            state?.definite.remove(.variable(ObjectIdentifier(variable)))
            state?.possible.remove(.variable(ObjectIdentifier(variable)))
            if variable.isOptionalVariable { state?.set(.variable(ObjectIdentifier(variable))) }
          }
        }
      }
    case .function(let node): if let function = node.variable?.function { inside(function) }
    default: break
    }
  }

  private func visit(_ conditions: [Condition]) {
    for condition in conditions {
      switch condition {
      case .expression(let value): visit(value)
      case .binding(let pattern, let value, _):
        visit(value)
        visit(pattern)
      }
    }
  }

  private func visit(_ pattern: Pattern) {
    if case .expression(let value) = pattern.kind { visit(pattern.match ?? value) }
  }

  func visit(_ node: IfNode) {
    var after: State?
    var current: IfNode? = node
    while let step = current {
      visit(step.conditions)
      let otherwise = state
      visit(step.then)
      after = State.merge(after, state)
      state = otherwise
      current = nil
      switch step.otherwise {
      case .block(let block)?: visit(block)
      case .chained(let next)?: current = next
      case nil: break
      }
    }
    state = State.merge(after, state)
  }

  func visit(_ node: SwitchNode) {
    visit(node.subject)
    let before = state
    var after: State?
    var fallsThrough: State?
    jumps.append(Jump(kind: .switching, label: node.label, deferCount: defers.count))
    for clause in node.cases {
      state = before
      for label in clause.labels {
        visit(label.pattern)
        if let condition = label.guardExpression { visit(condition) }
      }
      state = State.merge(state, fallsThrough)
      fallsThrough = nil
      visit(clause.body)
      if case .fallThrough? = clause.body.last?.kind { fallsThrough = state } else { after = State.merge(after, state) }
    }
    state = State.merge(after, jumps.removeLast().breaks)
  }

  private func visit(_ node: DoNode) {
    jumps.append(Jump(kind: .block, label: node.label, deferCount: defers.count))
    catches.append((defers.count, nil))
    visit(node.body)
    let caught = catches.removeLast().state
    var after = state
    for clause in node.clauses {
      state = caught
      for label in clause.patterns {
        visit(label.pattern)
        if let condition = label.guardExpression { visit(condition) }
      }
      visit(clause.body)
      after = State.merge(after, state)
    }
    // What no clause takes goes on.
    state = caught
    if caught != nil { raise() }
    state = State.merge(after, jumps.removeLast().breaks)
  }

  /// A loop's second turn knows on some paths what the first has set. One turn ahead finds all of it: a turn only adds.
  private func loop(_ label: String?, isEndless: Bool, checksLast: Expr? = nil, _ turn: () -> State?) {
    let entry = state
    func run() -> (exit: State?, back: State?) {
      jumps.append(Jump(kind: .loop, label: label, deferCount: defers.count))
      var exit = turn()
      state = State.merge(state, jumps.last?.continues)
      if let checksLast {
        visit(checksLast)
        exit = state
      }
      let breaks = jumps.removeLast().breaks
      return (State.merge(isEndless ? nil : exit, breaks), state)
    }
    let wasSilent = isSilent
    isSilent = true
    var (exit, back) = run()
    isSilent = wasSilent
    if !isSilent, entry != nil {
      state = entry
      if let back { state?.possible.formUnion(back.possible) }
      (exit, back) = run()
    }
    if let back { exit?.possible.formUnion(back.possible) }
    state = exit
  }

  // MARK: Jumps

  private func jump(to label: String?, continues: Bool) {
    let index = jumps.lastIndex { jump in
      if let label { return jump.label == label }
      return jump.kind == .loop || (jump.kind == .switching && !continues)
    }
    if let index {
      runDefers(downTo: jumps[index].deferCount)
      if continues {
        jumps[index].continues = State.merge(jumps[index].continues, state)
      } else {
        jumps[index].breaks = State.merge(jumps[index].breaks, state)
      }
    }
    state = nil
  }

  /// An error may be thrown here: the `catch` around it begins with what is known now.
  func raise() {
    let held = state
    runDefers(downTo: catches.last?.deferCount ?? 0)
    if let last = catches.indices.last { catches[last].state = State.merge(catches[last].state, state) }
    state = held
  }

  /// Errors thrown inside go no further.
  func containingErrors(_ body: () -> Void) {
    catches.append((defers.count, nil))
    body()
    catches.removeLast()
  }

  private func leave(_ value: Expr?, _ span: Span) {
    if let value { visit(value) }
    runDefers(downTo: 0)
    if instance != nil, value == nil {
      if instance?.isValue == true { leaveInitializer(span) } else { returned = State.merge(returned, state) }
    }
    state = nil
  }

  private func runDefers(downTo depth: Int) {
    guard defers.count > depth else { return }
    let held = defers
    let outer = stand
    for index in (depth..<held.count).reversed() {
      defers.removeLast(defers.count - index)
      stand = outer ?? (held[index].span, false)
      capturesInstance(held[index].body, held[index].span)
      let before = state
      visit(held[index].body)
      // It counts as a function: what one of those sets of `self` is not set for the initialiser.
      if instance != nil, let before { state?.restoreInstance(from: before) }
    }
    defers = held
    stand = outer
  }

  // MARK: Variables

  /// Variables of bodies further out have been looked at where they are captured.
  private func isUnset(_ variable: LocalVariable) -> Bool {
    guard variable.isDeferred, variable.owner === context, let state else { return false }
    return !state.definite.contains(.variable(ObjectIdentifier(variable)))
  }

  func use(_ variable: LocalVariable, _ how: String, _ span: Span) {
    guard isUnset(variable) else { return }
    let what = variable.isLet ? "constant" : "variable"
    let how = stand?.isCapture == true ? "captured by a closure before being initialized" : how
    error("\(what) '\(variable.name)' \(how)", span, notes: [("\(what) defined here", variable.span)])
  }

  func assign(_ variable: LocalVariable, _ span: Span) {
    guard variable.isDeferred, variable.owner === context else { return }
    let element = Element.variable(ObjectIdentifier(variable))
    if variable.isLet, state?.possible.contains(element) == true { setTwice(variable.name, variable.span, span) }
    state?.set(element)
  }

  func setTwice(_ name: String, _ declared: Span, _ span: Span, isProvided: Bool = false) {
    var notes = isProvided ? [("initial value already provided in 'let' declaration", declared)] : []
    var fixIts: [(String, [(Span, String)])] = []
    if let keyword = file.keyword("let", before: declared.start) {
      notes.append(("change 'let' to 'var' to make it mutable", keyword))
      fixIts = [("change 'let' to 'var' to make it mutable", [(keyword, "var")])]
    }
    error("immutable value '\(name)' may only be initialized once", span, notes: notes, fixIts: fixIts)
  }

  /// A part of a value is changed that is not there as a whole.
  func changePart(of variable: LocalVariable, _ root: Expr, _ span: Span) {
    guard isUnset(variable) else { return }
    switch variable.type {
    // Its elements get their values one by one.
    case .tuple: state?.set(.variable(ObjectIdentifier(variable)))
    case .nominal(let nominal, _) where nominal.kind == .structure:
      let what = variable.isLet ? "constant" : "variable"
      error(
        "struct '\(variable.name)' must be completely initialized before a member is stored to", span,
        notes: [("\(what) defined here", variable.span)])
    default: use(variable, "used before being initialized", root.span)
    }
    state?.set(.variable(ObjectIdentifier(variable)))
  }

  // MARK: Bodies inside

  /// A closure or local function: what it takes from here must be there where it is made or used.
  func captures(of function: FunctionContext, _ how: String, _ span: Span) {
    for variable in function.captures { use(variable, how, span) }
  }

  /// What is declared inside a body has a course of its own.
  func inside(_ function: FunctionContext) {
    guard !isSilent, function.hasDeferredVariables else { return }
    DefiniteInitialization(function, library, diagnostics).checkBody()
  }
}
