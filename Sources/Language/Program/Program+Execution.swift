/// Running top-level statements.
///
/// A statement that waits (for a task, for time) ends its activation there; it goes on in later ones, and its outcome is
/// notified when there is one. Meanwhile other statements can run.
extension Program {
  /// Runs one statement of a checked unit.
  /// - Parameters:
  ///   - goingOn: where it waits, this is given each part that follows, the completion included, to run it.
  ///   - completion: called once: before this returns, if nothing had to be waited for.
  /// - Returns: the statement as long as it waits; nil if it is done.
  @discardableResult
  public func execute(
    _ statement: CheckedStatement, session: SessionResults, goingOn: ((_ part: () -> Void) -> Void)? = nil,
    completion: @escaping (Result<StatementOutcome, RunFailure>) -> Void
  ) -> Execution? {
    guard !core.isClosed, !statement.unchanged else {
      completion(.success(StatementOutcome()))
      return nil
    }
    var completion = completion
    if statement.isDeclaration || statement.contents.hasLocalTypes, units.last !== statement.contents {
      units.append(statement.contents)
      if !statement.contents.hasLocalTypes {
        // It has declared nothing if it fails.
        completion = { [completion, link, contents = statement.contents] result in
          if case .failure = result { link.program?.units.removeAll { $0 === contents } }
          completion(result)
        }
      }
    }
    let outer = registry.session
    registry.session = session.id
    defer { registry.session = outer }
    let execution = Execution(machine, goingOn, completion)
    switch statement.action {
    case .nothing: execution.finish(.success(StatementOutcome()))
    case .declare(let commit):
      commit.apply(to: environment)
      execution.finish(.success(StatementOutcome(defined: declared(by: statement))))
    case .run(let context):
      run(CompiledFunction(context, machine), execution, statement) { _, _ in StatementOutcome() }
    case .bind(let context, let pattern, let variables, let commit):
      bind(context, pattern, variables, commit, execution, statement)
    case .unwrap(let context, let variables, let commit):
      if let kept = machine.keptValues(of: variables) {
        for (variable, value) in zip(variables, kept) { variable.value = value }
        commit.apply(to: environment)
        execution.finish(.success(StatementOutcome(defined: variables.map { defined($0) })))
        break
      }
      run(unwrapping(context, variables), execution, statement) { program, _ in
        commit.apply(to: program.environment)
        return StatementOutcome(defined: variables.map { program.defined($0) })
      }
    case .evaluate(let context, let type):
      run(CompiledFunction(context, machine), execution, statement) { program, value throws(Abort) in
        try program.keep(value, type, execution.isWanted ? session : nil, session.nextResultName, context)
      }
    }
    return execution.isFinished ? nil : execution
  }

  /// The same for who cannot wait: a statement that has to is stopped with a fault.
  public func execute(_ statement: CheckedStatement, session: SessionResults) throws(RunFailure) -> StatementOutcome {
    var result: Result<StatementOutcome, RunFailure>?
    let waiting = execute(statement, session: session) { result = $0 }
    if let result { return try result.get() }
    waiting?.abandon()
    throw .trap(
      Fault(
        message: "this statement waits, and its outcome is wanted at once",
        location: Location(file: statement.file, line: statement.line, column: 1)))
  }

  /// Calls a statement's body and makes an outcome of its value.
  private func run(
    _ function: CompiledFunction, _ execution: Execution, _ statement: CheckedStatement,
    _ conclude: @escaping (Program, Value) throws(Abort) -> StatementOutcome
  ) {
    let machine = machine
    var value = Value.void
    machine.launch(on: machine.main, task: execution.task, goingOn: execution.goingOn) { () throws(Abort) in
      value = try machine.call(function, captures: [], [])
    } completion: { [link] abort in
      do throws(Abort) {
        if let abort { throw abort }
        guard let program = link.program else { throw .ended }
        execution.finish(.success(try conclude(program, value)))
      } catch {
        execution.finish(.failure(machine.failure(error, statement)))
      }
    }
  }

  // MARK: Declarations of values

  private func bind(
    _ context: FunctionContext, _ pattern: Pattern, _ variables: [GlobalVariable], _ commit: Commit,
    _ execution: Execution, _ statement: CheckedStatement
  ) {
    if variables.count == 1, variables[0].isLazy, variables[0].isInitialized {
      // Another one needed it before its turn.
      commit.apply(to: environment)
      return execution.finish(.success(StatementOutcome(defined: [defined(variables[0])])))
    }
    if let kept = machine.keptValues(of: variables) {
      for (variable, value) in zip(variables, kept) { variable.value = value }
      commit.apply(to: environment)
      return execution.finish(.success(StatementOutcome(defined: variables.map { defined($0) })))
    }
    if variables.count == 1, variables[0].isDeferred {
      commit.apply(to: environment)
      let definition = defined(variables[0])
      variables[0].isInitialized = false
      return execution.finish(.success(StatementOutcome(defined: [definition])))
    }
    if context.isChildTask {
      begin(context, pattern, variables)
      commit.apply(to: environment)
      let definitions = variables.map { Definition(kind: .value, name: $0.name, typeName: $0.type.description) }
      return execution.finish(.success(StatementOutcome(defined: definitions)))
    }
    let outer = core.construction
    core.constructs(variables)
    let owner = variables.first.map { core.workOwner($0) }
    if let owner { core.ledger.enter(owner, in: registry.current) }
    let past = variables.map { pastIdentities($0) }
    let outerRebinding = core.rebinding
    core.rebinding = past.allSatisfy(\.isEmpty) ? nil : Rebinding(past.flatMap(\.self))
    defer {
      (core.construction, core.rebinding) = (outer, outerRebinding)
      if owner != nil { core.ledger.leave(isDone: true) }
    }
    var isSingle = false
    if variables.count == 1, case .binding = pattern.kind { isSingle = true }
    let function = isSingle ? CompiledFunction(context, machine) : taking(context, pattern, variables)
    run(function, execution, statement) { program, value in
      if isSingle { variables[0].value = value }
      for (variable, identities) in zip(variables, past) where !identities.isEmpty { variable.value.mean(identities) }
      // Of a tuple with a subscription, say, the rest is kept all the same.
      for variable in variables { if let kept = program.machine.keptValue(of: variable) { variable.value = kept } }
      owner?.close()
      commit.apply(to: program.environment)
      return StatementOutcome(defined: variables.map { program.defined($0) })
    }
  }

  /// An `async let`: the statement is done, and the variables have their values when a child task has found them.
  private func begin(_ context: FunctionContext, _ pattern: Pattern, _ variables: [GlobalVariable]) {
    let (machine, link) = (machine, link)
    let child = TaskState(machine)
    for variable in variables {
      variable.child = child
      variable.isInitialized = false
      topLevel.append(variable)
    }
    var isSingle = false
    if case .binding = pattern.kind { isSingle = true }
    let function = isSingle ? CompiledFunction(context, machine) : taking(context, pattern, variables)
    child.start(on: machine.shared) { () throws(Abort) in
      let value = try machine.call(function, captures: [], [])
      for variable in variables { machine.willWrite(variable) }
      if isSingle { variables.first?.value = value }
      for variable in variables {
        variable.child = nil
        _ = link.program?.defined(variable)
      }
      return value
    }
  }

  /// What the elements were known by that a variable's bindings led through before; of one that holds an object those of the
  /// bindings that it keeps.
  private func pastIdentities(_ variable: GlobalVariable) -> [PortableValue] {
    guard let place = variable.place else { return [] }
    let path = registry.prefix + place
    switch core.host.held(at: path) {
    case .bound(let identities)?: return identities
    case .object?:
      return (variable.type.nominal?.keptNames ?? []).flatMap { name -> [PortableValue] in
        if case .bound(let identities)? = core.host.held(at: path + "." + name) { identities } else { [] }
      }
    default: return []
    }
  }

  /// The variable has its value: it is part of the program.
  private func defined(_ variable: GlobalVariable) -> Definition {
    variable.isInitialized = true
    topLevel.append(variable)
    return define(variable)
  }

  /// The body of a `guard` at top level.
  private func unwrapping(_ context: FunctionContext, _ variables: [GlobalVariable]) -> CompiledFunction {
    let function = CompiledFunction(context, machine)
    guard case .guarding(let conditions, let otherwise)? = context.body.first?.kind else { return function }
    let compiler = FunctionCompiler(function, machine)
    let code = compiler.guarding(conditions, otherwise, variables)
    function.install(code, compiler)
    return function
  }

  /// A body that evaluates the value and puts its parts into the variables.
  private func taking(_ context: FunctionContext, _ pattern: Pattern, _ variables: [GlobalVariable]) -> CompiledFunction
  {
    let function = CompiledFunction(context, machine)
    let compiler = FunctionCompiler(function, machine)
    let code = compiler.binding(pattern, variables)
    function.install(code, compiler)
    return function
  }

  private func define(_ variable: GlobalVariable) -> Definition {
    if let instance = variable.value.object, instance.type.isObservableObject {
      variable.isStore = true
      if instance.storeName == nil { instance.storeName = registry.prefix + variable.name }
      return Definition(kind: .store, name: variable.name, typeName: variable.type.description)
    }
    if case .native(let object) = variable.value, let cancellable = object as? CancellableObject {
      cancellable.pipeline?.givenName = registry.prefix + variable.name
      return Definition(kind: .pipeline, name: variable.name, typeName: variable.type.description)
    }
    return Definition(
      kind: .value, name: variable.name, typeName: variable.type.description, isVariable: !variable.isLet)
  }

  // MARK: Bare expressions

  /// - Parameter session: what is kept for it; nil, or one that has ended, if nobody is there to use it.
  private func keep(
    _ value: Value, _ type: Type, _ session: SessionResults?, _ name: String, _ context: FunctionContext
  ) throws(Abort) -> StatementOutcome {
    if type.isVoid || type == library.never { return StatementOutcome() }
    if let wrapped = type.wrapped, wrapped.isVoid { return StatementOutcome() }
    if case .native(let object) = value, let cancellable = object as? CancellableObject,
      cancellable.pipeline?.givenName == nil
    {
      cancellable.pipeline?.givenName = registry.prefix + name
    }
    let text = try machine.activate { () throws(Abort) in try machine.describeResult(value, type) }
    if let session, !session.isClosed { session.keep(value, type, context.file) }
    return StatementOutcome(
      value: StatementValue(
        name: name, typeName: type.description, text: text, value: value, schema: type.schema, type: type))
  }
}

extension Program {
  /// What a declaration that needs not run has brought: types, functions, and what is computed whenever it is read.
  private func declared(by statement: CheckedStatement) -> [Definition] {
    if statement.kind == .extension { return [] }
    let kind: Definition.Kind =
      switch statement.kind {
      case .function: .function
      case .binding: .value
      default: .type
      }
    return statement.names.map { name in
      let variable = kind == .value ? environment.values[name]?.last : nil
      return Definition(
        kind: kind, name: name, typeName: variable?.result.description ?? name, isVariable: variable != nil)
    }
  }
}

extension Machine {
  fileprivate func failure(_ abort: Abort, _ statement: CheckedStatement) -> RunFailure {
    outside(abort, at: Location(file: statement.file, line: statement.line, column: 1))
  }

  /// How it is reported outside that something failed.
  /// - Parameter place: that of a fault which has none.
  func outside(_ abort: Abort, at place: Location = .unknown) -> RunFailure {
    guard case .thrown(let thrown, let location) = abort else { return .trap(abort.fault(at: place)) }
    let value = thrown.value
    func text(_ name: String) -> String? {
      guard case .string(let text)? = try? member(named: name, of: value.unboxed)?.unwrapped else { return nil }
      return text.asMessage
    }
    let caseName: String? =
      switch value.unboxed {
      case .choice(let enumCase): enumCase.name
      case .payload(let payload): payload.enumCase.name
      default: nil
      }
    var comesOfRequest = false
    if case .native(let object) = value.unboxed, let error = object as? URLErrorObject {
      comesOfRequest = error.comesOfRequest
    }
    return .thrown(
      ThrownError(
        description: (try? describe(value, .hole))?.asMessage ?? "", typeName: dynamicType(value, .hole).description,
        location: location, text: text("errorDescription"), suggestion: text("recoverySuggestion"), caseName: caseName,
        comesOfRequest: comesOfRequest))
  }
}

/// A statement that waits for something.
public final class Execution {
  /// The task its code runs in.
  let task: TaskState
  fileprivate let goingOn: ((_ part: () -> Void) -> Void)?
  private var completion: ((Result<StatementOutcome, RunFailure>) -> Void)?

  init(
    _ machine: Machine, _ goingOn: ((_ part: () -> Void) -> Void)?,
    _ completion: @escaping (Result<StatementOutcome, RunFailure>) -> Void
  ) {
    task = TaskState(machine)
    self.goingOn = goingOn
    self.completion = completion
  }

  public var isFinished: Bool { completion == nil }
  /// Called when it has ended.
  public var didFinish: (() -> Void)?
  /// Somebody hears what it came to, and can name it.
  fileprivate private(set) var isWanted = true

  /// Asks the statement to stop, as `cancel()` asks a task: what it waits for ends with `CancellationError`, if it looks.
  public func cancel() {
    isWanted = false
    task.cancel()
  }

  /// The same; the host is notified when it has ended.
  public func cancel(tellingOf place: Location) {
    isWanted = false
    task.cancel(tellingOf: place)
  }

  /// Ends it where it waits: none of its code runs any more, and its completion is not called.
  public func abandon() {
    completion = nil
    task.machine.abandonFiber(of: task)
  }

  func finish(_ result: Result<StatementOutcome, RunFailure>) {
    let completion = completion
    self.completion = nil
    task.finish(.value(.void))
    completion?(result)
    didFinish?()
    didFinish = nil
  }
}

extension Program {
  /// Cancels a pipeline, whoever keeps it.
  public func cancel(_ pipeline: Pipeline) { registry.cancel(pipeline) }
}
