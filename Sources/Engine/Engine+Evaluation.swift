public import Language

/// Evaluating Swift: checking, running statement by statement, redefining, and coming back after a restart.
extension Engine {
  /// What an evaluation did.
  public struct Evaluation {
    public var revision: Int
    public var defined: [Definition] = []
    /// Declarations that were pasted again with the same text, and stay as they are.
    public var unchanged: [String] = []
    /// Declarations that took the place of older ones.
    public var redefined: [String] = []
    public var values: [StatementValue] = []
    /// Lines printed while it ran, in order.
    public var printed: [String] = []
    /// How many expectations were met, and those that were not.
    public var expectations = Expectations()
    public var warnings: [Diagnostic] = []
    public var renderedWarnings = ""
  }

  /// How `#expect`s came out.
  public struct Expectations: Sendable {
    public var held = 0
    public var failures: [Fault] = []
  }

  /// Checks a text without running it.
  public func check(_ sources: [SourceText], in namespace: String = "", session id: String) throws(EngineError)
    -> Checked
  {
    let namespace = try self.namespace(lookingFor: namespace)
    return namespace.program.check(sources, session: results(of: session(id), in: namespace))
  }

  /// What could stand at a place of a text.
  /// - Parameter offset: in UTF-8 bytes.
  public func complete(_ source: SourceText, offset: Int, in namespace: String = "", session id: String)
    throws(EngineError) -> (start: Int, [Suggestion])
  {
    let namespace = try self.namespace(lookingFor: namespace)
    return namespace.program.complete(source, offset: offset, session: results(of: session(id), in: namespace))
  }

  /// What is known of a name, the program's own before the library's; empty for what is neither.
  public func help(_ name: String, in namespace: String = "", session id: String) throws(EngineError) -> [HelpTopic] {
    let namespace = try self.namespace(lookingFor: namespace)
    return namespace.program.help(name, session: results(of: session(id), in: namespace))
  }

  /// The names that help could have been asked for, for did-you-mean.
  public func namesWithHelp(in namespace: String) -> [String] {
    (self.namespace(namespace) ?? root).program.namesWithHelp
  }

  /// Objects of a namespace that only their own pipelines keep alive.
  public func leaks(in namespace: String) throws(EngineError) -> [Program.Leak] {
    let namespace = try self.namespace(lookingFor: namespace)
    return namespace.program.leaks(sessions.values.compactMap { $0.results[namespace.name] })
  }

  /// The plain form of a value that an evaluation gave; `nil` where it has none, such as a subscription.
  public func plain(_ value: Value) -> PortableValue? { root.program.portable(value) }

  /// The source that is evaluated again after a restart, in its order.
  public func declarations(in namespace: String) -> [DeclarationRecord] {
    self.namespace(namespace)?.declarations.records ?? []
  }

  /// Checks texts as one whole and, if all of it checks, runs its statements in order, each as a transaction of its own.
  ///
  /// Fails with `refusedSource` before anything ran; with `trap` or `thrown` from a statement, whose own writes are rolled
  /// back while what ran before it stays. What was printed by then arrives as notices.
  /// - Parameter completion: called once: before this returns, unless a statement has to wait for something.
  /// - Returns: the evaluation as long as it waits.
  @discardableResult
  public func evaluate(
    _ sources: [SourceText], in name: String = "", session id: String, request: String? = nil,
    completion: @escaping (Result<Evaluation, EngineError>) -> Void
  ) -> Evaluating? {
    let namespace: Namespace
    do throws(EngineError) { namespace = try self.namespace(making: name) } catch {
      completion(.failure(error))
      return nil
    }
    let evaluating = Evaluating(
      self, namespace, [], session: id, cause: Cause(by: id, request: request),
      evaluation: Evaluation(revision: revision), completion: completion)
    begin(evaluating, sources)
    return evaluating.isDone ? nil : evaluating
  }

  /// Runs a text's statements, or waits with them until what they refer to is there again.
  /// - Parameter earlier: what the text has done already by taking the place of another one.
  private func begin(_ evaluating: Evaluating, _ sources: [SourceText], after earlier: Evaluation? = nil) {
    let namespace = evaluating.namespace
    do {
      if earlier != nil || !takesPlace(of: restoring(in: namespace)?.pendingNames, sources, evaluating),
        restoring(in: namespace)?.isAwaited(by: sources) ?? false
      {
        return hold(evaluating, sources, earlier)
      }
      var (unit, evaluation) = try prepare(sources, in: namespace, session: evaluating.session)
      if let earlier {
        evaluation.redefined = earlier.redefined + evaluation.redefined
        evaluation.defined = earlier.defined + evaluation.defined
        evaluation.unchanged.removeAll { evaluation.redefined.contains($0) }
      }
      guard let unit else { return hold(evaluating, sources, evaluation) }
      evaluating.proceed(with: unit.statements.filter { !$0.unchanged }, evaluation)
    } catch {
      pruneNamespaces()
      evaluating.fail(error)
    }
  }

  private func hold(_ evaluating: Evaluating, _ sources: [SourceText], _ evaluation: Evaluation?) {
    waiting.append(evaluating)
    evaluating.hasWaited = true
    holdBack(in: evaluating.namespace) { [self] in
      if forget(evaluating) { begin(evaluating, sources, after: evaluation) }
    }
  }

  /// Whether a text declares something anew that is still on its way.
  private func takesPlace(of pending: Set<String>?, _ sources: [SourceText], _ evaluating: Evaluating) -> Bool {
    guard let pending, !pending.isEmpty else { return false }
    let namespace = evaluating.namespace
    let checked = namespace.program.check(sources, session: results(of: session(evaluating.session), in: namespace))
    return checked.unit?.statements.contains { !pending.isDisjoint(with: $0.names) } ?? false
  }

  /// The same for who cannot wait.
  public func evaluate(_ source: SourceText, in namespace: String = "", session id: String, request: String? = nil)
    throws(EngineError) -> Evaluation
  {
    var result: Result<Evaluation, EngineError>?
    let waiting = evaluate([source], in: namespace, session: id, request: request) { result = $0 }
    if let result { return try result.get() }
    waiting?.abandon()
    throw .trap(
      Fault(
        message: "this waits, and its outcome is wanted at once",
        location: Location(file: source.file, line: 1, column: 1)))
  }

  /// Checks texts, and lets what they redeclare take the place of what was there.
  /// - Returns: no unit if that brought something on its way that the texts need.
  private func prepare(_ sources: [SourceText], in namespace: Namespace, session id: String) throws(EngineError)
    -> (CheckedUnit?, Evaluation)
  {
    try requireHealthy()
    var checked = namespace.program.check(sources, session: results(of: session(id), in: namespace))
    guard var unit = checked.unit else { throw .refusedSource(checked.diagnostics, rendered: checked.rendered) }
    if !namespace.isNamed, let taken = unit.statements.first(where: { $0.takesName(of: namespaces) }) {
      throw .exists(taken.names[0])
    }
    var evaluation = Evaluation(revision: revision)
    let pending = restoring(in: namespace)?.pendingNames ?? []
    let renewed = unit.redeclares + unit.statements.flatMap(\.names).filter(pending.contains)
    if !renewed.isEmpty {
      evaluation.defined = try redefine(unit, pending: pending, in: namespace, session: id)
      evaluation.redefined = renewed
      if restoring(in: namespace)?.isAwaited(by: sources) ?? false { return (nil, evaluation) }
      checked = namespace.program.check(sources, session: results(of: session(id), in: namespace))
      guard let again = checked.unit else { throw .refusedSource(checked.diagnostics, rendered: checked.rendered) }
      unit = again
    }
    evaluation.warnings = checked.diagnostics
    evaluation.renderedWarnings = checked.rendered
    let defined = Set(evaluation.redefined + evaluation.defined.map(\.name))
    evaluation.unchanged = unit.statements.filter(\.unchanged).flatMap(\.names).filter { !defined.contains($0) }
    return (unit, evaluation)
  }

  func adopt(_ outcome: StatementOutcome, in namespace: Namespace) {
    for definition in outcome.defined where definition.kind == .store {
      guard let instance = namespace.program.global(definition.name)?.instance else { continue }
      register(instance, at: namespace.segments(of: definition.name), in: namespace)
    }
    reseat(namespace)
  }

  /// A top-level `var` may have been given another object, or none.
  func reseat(_ namespace: Namespace) {
    let program = namespace.program!
    for store in stores.all where store.isTopLevel && store.namespace === namespace {
      guard let global = program.global(store.localPath), global.isMutable, global.instance !== store.instance else {
        continue
      }
      guard let instance = global.instance else {
        withdraw(store)
        continue
      }
      keepValues(of: store)
      register(instance, at: store.segments, in: namespace)
    }
    for global in program.globals
    where global.isMutable && global.isStore && stores[namespace.path(of: global.name)] == nil {
      if let instance = global.instance { register(instance, at: namespace.segments(of: global.name), in: namespace) }
    }
  }

  // MARK: Redefinition

  /// Puts new declarations in the place of older ones and builds the program anew from all of them.
  ///
  /// Properties with the same name and a type that still fits keep their values; pipelines are made again; unnamed
  /// results of all sessions end. If the whole does not check, nothing has changed.
  ///
  /// What all of it does from then on is told to `session`.
  /// - Returns: what the new text defines, as far as it does not wait.
  private func redefine(_ unit: CheckedUnit, pending: Set<String>, in namespace: Namespace, session: String)
    throws(EngineError) -> [Definition]
  {
    let (list, withdrawn, changed) = namespace.declarations.redefining(
      unit.statements, pending: pending, in: namespace.name, nextOrder: nextOrder)
    let next = namespace.makeProgram(self)
    let scratch = next.openSession(session)
    let checked = next.check(list.sources, session: scratch)
    guard let whole = checked.unit else { throw .refusedSource(checked.diagnostics, rendered: checked.rendered) }
    keepValues(of: namespace)
    namespace.declarations = list
    records += withdrawn.map { .withdraw(order: $0.order) } + changed.map { .declare($0) }
    let defined = rebuild(namespace, next, whole, scratch, Cause(by: "engine", note: "redefinition"))
    let names = Set(unit.statements.filter { !$0.unchanged }.flatMap(\.names))
    return defined.filter { names.contains($0.name) }
  }

  /// Lets `next` take the place of the present program: everything old is taken down, then the declarations run.
  /// - Returns: what they define, as far as none waits.
  @discardableResult
  private func rebuild(
    _ namespace: Namespace, _ next: Program, _ unit: CheckedUnit, _ scratch: Session, _ cause: Cause
  ) -> [Definition] {
    var defined: [Definition] = []
    perform(cause) {
      for session in sessions.values {
        guard let results = session.results[namespace.name] else { continue }
        results.close()
        session.results[namespace.name] = next.openSession(session.id, after: results)
      }
      for store in stores.all where store.isTopLevel && store.namespace === namespace { withdraw(store) }
      namespace.exchange(next)
      defined = restore(unit.statements, in: namespace, scratch, cause)
    }
    renewExpressions(of: namespace)
    return defined
  }

  /// Takes a declaration out of the program, with extensions of it, and builds the rest anew.
  /// - Returns: the names that are gone.
  public func removeDeclaration(_ name: String, in namespace: String = "", session: String) throws(EngineError)
    -> [String]
  {
    try requireHealthy()
    let namespace = try self.namespace(lookingFor: namespace)
    let (list, withdrawn) = namespace.declarations.removing(name)
    guard !withdrawn.isEmpty else {
      throw .notFound(path: name, known: namespace.declarations.records.flatMap(\.names))
    }
    let next = namespace.makeProgram(self)
    let scratch = next.openSession(session)
    let checked = next.check(list.sources, session: scratch)
    guard let whole = checked.unit else { throw .refusedSource(checked.diagnostics, rendered: checked.rendered) }
    keepValues(of: namespace)
    namespace.declarations = list
    records += withdrawn.map { .withdraw(order: $0.order) }
    rebuild(namespace, next, whole, scratch, Cause(by: session, note: "removed \(namespace.path(of: name))"))
    let gone = withdrawn.flatMap(\.names)
    for path in kept.keys where gone.contains(where: { path.hasPrefix(namespace.path(of: $0) + ".") }) {
      kept[path] = nil
    }
    pruneNamespaces()
    return gone
  }

  // MARK: Recovery

  /// Brings back what the storage holds: history's place, declarations evaluated in order, values put in before `init`
  /// runs. Called once, before the first command.
  ///
  /// A declaration that waits (`let word = await load()`) is waited for, and those that have to do with it with it: see
  /// `isRestoring`.
  ///
  /// - Returns: remarks of the checker, when kept source no longer checks (with another toolchain, say). Declarations
  ///   that do not check are not evaluated, and stay in the journal.
  public func recover() throws -> [Diagnostic] {
    let contents = try storage.load()
    revision = contents.revision
    durableRevision = contents.revision
    if let epoch = contents.epoch { self.epoch = epoch } else { records.append(.epoch(epoch)) }
    for value in contents.values { kept[value.path] = value }
    for declaration in contents.declarations where namespace(declaration.namespace) == nil {
      namespaces.append(Namespace(declaration.namespace, self))
    }
    var remarks: [Diagnostic] = []
    for namespace in namespaces {
      let declarations = contents.declarations.filter { $0.namespace == namespace.name }
      guard !declarations.isEmpty else { continue }
      remarks += recover(namespace, DeclarationList(declarations))
    }
    return remarks
  }

  private func recover(_ namespace: Namespace, _ declarations: DeclarationList) -> [Diagnostic] {
    namespace.declarations = declarations
    let scratch = namespace.program.openSession("recovery")
    let checked = namespace.program.check(declarations.sources, session: scratch)
    guard let unit = checked.unit else { return checked.diagnostics }
    let cause = Cause(by: "engine", note: "recovery")
    perform(cause) { restore(unit.statements, in: namespace, scratch, cause) }
    return checked.diagnostics
  }
}

extension CheckedStatement {
  /// A value at top level of this name would have the paths of a namespace.
  fileprivate func takesName(of namespaces: [Namespace]) -> Bool {
    kind == .binding && names.contains { name in namespaces.contains { $0.isNamed && $0.name == name } }
  }
}
