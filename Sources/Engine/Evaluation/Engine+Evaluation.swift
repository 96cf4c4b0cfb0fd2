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
    public var failures: [UnmetExpectation] = []
  }

  /// An `#expect` that did not hold.
  public struct UnmetExpectation: Hashable, Sendable {
    /// What was expected, what was there instead, and where.
    public var fault: Fault
    /// The last commit that it could see: where it stands in a transaction that has written something, the one which that
    /// becomes.
    public var revision: Int
  }

  /// Checks a text without running it.
  /// - Parameter completion: called once: before this returns, unless others are to run in between.
  /// - Returns: gives up; nil if it is done.
  public func check(
    _ sources: [SourceText], in namespace: String = "", session id: String, completion: @escaping (Checked) -> Void
  ) throws(EngineError) -> Checking<Checked>? {
    let namespace = try self.namespace(lookingFor: namespace)
    let hold = Hold()
    let checking = Checking<Checked>(self, namespace, session: id, hold) { program, results, found in
      program.beginCheck(sources, session: results, found: found)
    } completion: { checked in
      hold.free()
      completion(checked)
    }
    checking.start()
    return checking.isDone ? nil : checking
  }

  /// What could stand at a place of a text.
  /// - Parameters:
  ///   - offset: in UTF-8 bytes.
  ///   - completion: called once: before this returns, unless others are to run in between.
  /// - Returns: gives up; nil if it is done.
  public func complete(
    _ source: SourceText, offset: Int, in namespace: String = "", session id: String,
    completion: @escaping (Completions) -> Void
  ) throws(EngineError) -> Checking<Completions>? {
    let namespace = try self.namespace(lookingFor: namespace)
    let hold = Hold()
    let completing = Checking<Completions>(self, namespace, session: id, hold) { program, results, found in
      program.beginCompletion(source, offset: offset, session: results, found: found)
    } completion: { completions in
      hold.free()
      completion(completions)
    }
    completing.start()
    return completing.isDone ? nil : completing
  }

  /// What a text declares, whatever it means.
  /// - Parameter completion: called once: before this returns, unless others are to run in between.
  /// - Returns: gives up; nil if it is done.
  public func outline(_ source: SourceText, session id: String, completion: @escaping ([OutlineEntry]) -> Void)
    throws(EngineError) -> Checking<[OutlineEntry]>?
  {
    let hold = Hold()
    let reading = Checking<[OutlineEntry]>(self, root, session: id, hold) { program, _, found in
      program.beginOutline(source, found: found)
    } completion: { entries in
      hold.free()
      completion(entries)
    }
    reading.start()
    return reading.isDone ? nil : reading
  }

  /// What the name at a place of a text refers to.
  /// - Parameter offset: in UTF-8 bytes.
  public func lookup(_ source: SourceText, offset: Int, in namespace: String = "", session id: String)
    throws(EngineError) -> NameReference?
  {
    let namespace = try self.namespace(lookingFor: namespace)
    return namespace.program.lookup(source, offset: offset, session: results(of: session(id), in: namespace))
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

  /// The value of an expression, which is not run as a statement.
  func expression(_ source: SourceText, in namespace: Namespace, session: SessionResults) throws(EngineError)
    -> StatementValue
  {
    do { return try namespace.program.value(of: source, session: session) } catch { throw EngineError(error) }
  }

  /// The plain form of a value that an evaluation gave; `nil` where it has none, such as a subscription.
  public func plain(_ value: Value) -> PortableValue? { root.program.portable(value) }

  /// How a value that an evaluation gave in a namespace is written in Swift.
  public func source(of value: StatementValue, in namespace: String) -> (expression: String?, description: String?) {
    (self.namespace(namespace) ?? root).program.source(of: value)
  }

  /// The source that is evaluated again after a restart, in its order.
  public func declarations(in namespace: String) -> [DeclarationRecord] {
    self.namespace(namespace)?.declarations.records ?? []
  }

  /// Those that declare a name.
  /// - Parameter name: of a function also without its labels, if there is none of just that name.
  public func declarations(named name: String, in namespace: String) -> [DeclarationRecord] {
    guard let list = self.namespace(namespace)?.declarations else { return [] }
    let meant = list.names(meantBy: name)
    return list.records.filter { $0.names.contains(where: meant.contains) }
  }

  /// Checks texts as one whole and, if all of it checks, runs its statements in order, each as a transaction of its own.
  ///
  /// Fails with `refusedSource` before anything ran; with `trap` or `thrown` from a statement, whose own writes are rolled
  /// back while what ran before it stays. What was printed by then arrives as notices.
  /// - Parameters:
  ///   - owner: what the namespace ends with, if it is made for this, or has been.
  ///   - completion: called once: before this returns, unless a statement has to wait for something.
  /// - Returns: the evaluation as long as it waits.
  @discardableResult
  public func evaluate(
    _ sources: [SourceText], in name: String = "", owner: NamespaceOwner.Kind? = nil, session id: String,
    request: String? = nil, completion: @escaping (Result<Evaluation, EngineError>) -> Void
  ) -> Evaluating? {
    counts.evaluations += 1
    let namespace: Namespace
    do throws(EngineError) { namespace = try self.namespace(making: name, for: owner, session: id) } catch {
      completion(.failure(error))
      return nil
    }
    var cause = Cause(by: id, request: request)
    cause.client = sessions[id]?.client
    let evaluating = Evaluating(
      self, namespace, [], session: id, cause: cause,
      evaluation: Evaluation(revision: revision), completion: completion)
    begin(evaluating, sources)
    return evaluating.isDone ? nil : evaluating
  }

  /// Runs a text's statements, or waits with them until what they refer to is there again.
  /// - Parameter earlier: what the text has done already by taking the place of another one.
  private func begin(_ evaluating: Evaluating, _ sources: [SourceText], after earlier: Evaluation? = nil) {
    let namespace = evaluating.namespace
    do throws(EngineError) {
      if earlier != nil || !takesPlace(of: evaluations.restoring(in: namespace)?.pendingNames, sources, evaluating),
        evaluations.restoring(in: namespace)?.isAwaited(by: sources) ?? false
      {
        return hold(evaluating, sources, earlier)
      }
      try requireHealthy()
    } catch {
      return fail(evaluating, error)
    }
    evaluating.check(sources) { [self] checked in
      guard isCheckedAhead(checked, evaluating) else { return run(evaluating, sources, checked, after: earlier) }
      checkAhead(evaluating, sources, checked, after: earlier)
    }
  }

  /// From so many declarations on the whole program is checked ahead when some of them are declared anew: others do not wait
  /// for that.
  private static let declarationsCheckedAtOnce = 256
  /// How often it is, where others change the program meanwhile.
  private static let checksAheadMax = 3

  private func isCheckedAhead(_ checked: Checked, _ evaluating: Evaluating) -> Bool {
    guard let unit = checked.unit, !unit.redeclares.isEmpty, !evaluations.areWantedAtOnce else { return false }
    return evaluating.namespace.declarations.records.count > Self.declarationsCheckedAtOnce
      && evaluating.checksAhead < Self.checksAheadMax
  }

  /// Checks a program as it will be with the declarations of a text in it, in parts.
  private func checkAhead(
    _ evaluating: Evaluating, _ sources: [SourceText], _ checked: Checked, after earlier: Evaluation?
  ) {
    let (namespace, unit) = (evaluating.namespace, checked.unit!)
    let (program, version) = (namespace.program!, namespace.program.version)
    evaluating.checksAhead += 1
    var ahead: CheckedAhead!
    evaluating.check(in: sources.first?.file) { [self] whole in
      // What the text meant before may be something else now.
      guard namespace.program === program, program.version == version else {
        return begin(evaluating, sources, after: earlier)
      }
      ahead.checked = whole
      run(evaluating, sources, checked, ahead: ahead, after: earlier)
    } begin: { [self] _, _, found in
      let (list, _, changed) = namespace.declarations.redefining(
        unit.statements, pending: absentNames(in: namespace), in: namespace.name, nextOrder: nextOrder)
      let left = Set(namespace.omitted(unless: changed).map(\.order))
      let next = namespace.makeProgram(self)
      ahead = CheckedAhead(
        program: next, scratch: next.openResults(of: evaluating.session),
        sources: list.records.filter { !left.contains($0.order) }.map(\.source), checked: checked)
      return next.beginCheck(ahead.sources, session: ahead.scratch) { whole, advance in
        if let unit = whole.unit { namespace.references.of(unit.statements, advance) }
      } found: {
        found($0)
      }
    }
  }

  private func fail(_ evaluating: Evaluating, _ error: EngineError) {
    pruneNamespaces()
    evaluating.fail(error)
  }

  /// Runs the statements of a text that has been checked.
  private func run(
    _ evaluating: Evaluating, _ sources: [SourceText], _ checked: Checked, ahead: CheckedAhead? = nil,
    after earlier: Evaluation?
  ) {
    let namespace = evaluating.namespace
    do throws(EngineError) {
      var (unit, evaluation) = try prepare(checked, sources, ahead, in: namespace, session: evaluating.session)
      if let earlier {
        evaluation.redefined = earlier.redefined + evaluation.redefined
        evaluation.defined = earlier.defined + evaluation.defined
        evaluation.unchanged.removeAll { evaluation.redefined.contains($0) }
      }
      guard let unit else { return hold(evaluating, sources, evaluation) }
      evaluating.start(unit.statements.filter { !$0.unchanged }, evaluation)
    } catch {
      fail(evaluating, error)
    }
  }

  private func hold(_ evaluating: Evaluating, _ sources: [SourceText], _ evaluation: Evaluation?) {
    evaluations.append(evaluating)
    evaluating.hasWaited = true
    evaluations.holdBack(in: evaluating.namespace) { [self] in
      if evaluations.remove(evaluating) { begin(evaluating, sources, after: evaluation) }
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
    let outer = evaluations.areWantedAtOnce
    evaluations.areWantedAtOnce = true
    defer { evaluations.areWantedAtOnce = outer }
    let waiting = evaluate([source], in: namespace, session: id, request: request) { result = $0 }
    if let result { return try result.get() }
    waiting?.abandon()
    throw .trap(
      Fault(
        message: "this waits, and its outcome is wanted at once",
        location: Location(file: source.file, line: 1, column: 1)))
  }

  /// Lets what texts redeclare take the place of what was there.
  /// - Returns: no unit if that brought something on its way that the texts need.
  private func prepare(
    _ checked: Checked, _ sources: [SourceText], _ ahead: CheckedAhead?, in namespace: Namespace, session id: String
  ) throws(EngineError) -> (CheckedUnit?, Evaluation) {
    var checked = checked
    guard var unit = checked.unit else { throw .refusedSource(checked.diagnostics, rendered: checked.rendered) }
    try providing.checkNames(of: unit, in: namespace)
    if !namespace.isNamed, let taken = unit.statements.first(where: { $0.takesName(of: namespaces) }) {
      throw .exists(taken.names[0])
    }
    var sources = sources
    if let plain = try withoutResults(unit, sources, in: namespace, session: id) {
      sources = plain
      checked = namespace.program.check(sources, session: results(of: session(id), in: namespace))
      guard let again = checked.unit else { throw .refusedSource(checked.diagnostics, rendered: checked.rendered) }
      unit = again
    }
    var evaluation = Evaluation(revision: revision)
    let pending = absentNames(in: namespace)
    let renewed = unit.redeclares + unit.statements.flatMap(\.names).filter(pending.contains)
    if !renewed.isEmpty {
      evaluation.defined = try redefine(unit, pending: pending, ahead, in: namespace, session: id)
      evaluation.redefined = renewed
      delivery.lookForAbsent()
      if evaluations.restoring(in: namespace)?.isAwaited(by: sources) ?? false { return (nil, evaluation) }
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
    for definition in outcome.defined {
      guard let global = namespace.program.global(definition.name), global.isStore, let instance = global.instance
      else {
        continue
      }
      register(instance, at: namespace.segments(of: definition.name), in: namespace)
      noteHolder(Store.Holder(path: namespace.path(of: definition.name), slot: nil), of: instance)
    }
    if restoration.isBringingBack { return }
    for definition in outcome.defined {
      if let variable = namespace.program.variable(definition.name) { namespace.touch(variable) }
    }
  }

  /// Variables may hold other objects than before, or none: their paths follow.
  func seat(_ names: [String], in namespace: Namespace) {
    let program = namespace.program!
    for name in names {
      guard let global = program.global(at: name) else { continue }
      let path = namespace.path(of: name)
      if let store = stores[path] {
        guard global.instance !== store.instance else { continue }
        restoration.keepValues(of: store)
        withdraw(store)
        // The object may have other names, which it is known by from now on.
        let others = program.globals.filter { $0.instance === store.instance && $0.isStore }
        if let other = others.first, other.name != name {
          register(store.instance, at: namespace.segments(of: other.name), in: namespace)
          for other in others {
            if let variable = program.variable(other.name) { namespace.touch(variable) }
          }
        }
      }
      if global.isStore, let instance = global.instance {
        register(instance, at: namespace.segments(of: name), in: namespace)
        noteHolder(Store.Holder(path: path, slot: nil), of: instance)
      }
      if let variable = program.variable(at: name) { namespace.touch(variable) }
    }
  }

  // MARK: Redefinition

  /// Puts new declarations in the place of older ones and builds the program anew from all of them.
  ///
  /// Properties with the same name and a type that still fits keep their values; pipelines are made again; unnamed
  /// results of all sessions end. If the whole does not check, nothing has changed.
  ///
  /// What all of it does from then on is reported to `session`.
  /// - Returns: what the new text defines, as far as it does not wait.
  private func redefine(
    _ unit: CheckedUnit, pending: Set<String>, _ ahead: CheckedAhead?, in namespace: Namespace, session: String
  ) throws(EngineError) -> [Definition] {
    if let (taken, left) = namespace.declarations.separation(by: unit.statements) {
      throw .validation(
        path: namespace.path(of: taken),
        rule: "it is declared together with \(left.map { "'\($0)'" }.joined(separator: ", ")), which would be gone: "
          + "declare all of them anew, or remove them first")
    }
    var (list, withdrawn, changed) = namespace.declarations.redefining(
      unit.statements, pending: pending, in: namespace.name, nextOrder: nextOrder)
    let next = ahead?.program ?? namespace.makeProgram(self)
    let scratch = ahead?.scratch ?? next.openResults(of: session)
    // What does not check anyhow is nothing that the new text breaks.
    let mayFail = Set(namespace.failed.map(\.order)).subtracting(changed.map(\.order))
    var whole = try DeclarationCheck(
      list.records, without: namespace.omitted(unless: changed), mayFail: mayFail, ahead: ahead, by: next, scratch,
      namespace.references)
    let early = whole.early(changed)
    if !early.isEmpty {
      let (moved, left) = list.moveToTheEnd(early, nextOrder: nextOrder)
      changed = changed.filter { !early.contains($0.order) } + moved
      withdrawn = left + withdrawn
      whole = try DeclarationCheck(
        list.records, without: namespace.omitted(unless: changed), mayFail: mayFail, by: next, scratch,
        namespace.references)
    }
    let anew = Set(unit.statements.filter { $0.isDeclaration && !$0.unchanged }.flatMap(\.names))
    try requireFound(anew, in: namespace, after: whole)
    restoration.keepValues(of: namespace)
    let renewed = changed.filter { !anew.isDisjoint(with: $0.names) }
    let others = whole.anew(renewed, unless: namespace.failedNames)
    let declared = Set(renewed.flatMap(\.names)).subtracting(namespace.failedNames)
    restoration.rememberHeld(
      of: namespace, anew: others, touched: whole.touched(by: renewed).union(namespace.failedNames),
      declared: declared)
    restoration.passOn(
      Dictionary(renewed.flatMap { record in record.names.map { ($0, record.source.words) } }) { first, _ in first },
      in: namespace)
    namespace.declarations = list
    for record in withdrawn + changed { namespace.toldFailures[record.order] = nil }
    if namespace.owner == nil {
      records += withdrawn.map { .withdraw(order: $0.order) } + changed.map { .declare($0) }
    }
    let left = Set(list.records.flatMap(\.names))
    let gone = withdrawn.flatMap(\.names).filter { !left.contains($0) }
    restoration.forget(gone, in: namespace)
    let defined = rebuild(
      namespace, next, whole, scratch, Cause(by: "engine", note: "redefinition"),
      going: Going(names: declared.union(gone), others: others, session: session, isRemoval: false),
      anew: Set(renewed.flatMap(\.names)).union(namespace.failedNames))
    let names = Set(unit.statements.filter { !$0.unchanged }.flatMap(\.names))
    return defined.filter { names.contains($0.name) }
  }

  /// Lets `next` take the place of the present program: everything old is taken down, then the declarations run.
  /// - Returns: what they define, as far as none waits.
  @discardableResult
  private func rebuild(
    _ namespace: Namespace, _ next: Program, _ whole: DeclarationCheck, _ scratch: SessionResults, _ cause: Cause,
    going: Going, anew: Set<String> = []
  ) -> [Definition] {
    var defined: [Definition] = []
    storesBefore = stores
    rebuilt = namespace
    redefinition = going.redefinition
    transactions.perform(cause, stands: true) {
      for session in sessions.values {
        guard let results = session.results[namespace.name] else { continue }
        lookAfterOthers()
        tell(session.id, ofPassing: results.namesOfPassing)
        session.results[namespace.name] = next.openResults(of: session.id, after: results)
        results.close()
      }
      letGo(of: going, in: namespace)
      for store in stores.all where store.isRoot && store.namespace === namespace {
        withdraw(store)
        lookAfterOthers()
      }
      evaluations.supersede(in: namespace, .superseded(path: nil, by: going.redefinition))
      namespace.exchange(next)
      if !namespace.omitted().isEmpty { haveOmissionsChanged = true }
      namespace.failed = whole.failed
      defined = evaluations.restore(whole, in: namespace, scratch, cause, anew: anew)
    }
    storesBefore = nil
    delivery.renewExpressions(of: namespace)
    (rebuilt, redefinition) = (nil, nil)
    if !namespace.isNamed { renewAudiences() }
    return defined
  }

  /// What ends with its names when a program takes the place of another.
  private struct Going {
    /// Those that are no more, or are declared with another text.
    let names: Set<String>
    /// Those whose values come to be anew.
    let others: Set<String>
    /// Whom what is printed is for.
    let session: String
    let isRemoval: Bool

    var redefinition: Redefinition { Redefinition(names: names.sorted(), isRemoval: isRemoval) }
  }

  /// What goes with its names goes as if a statement had let go of it, while the program and everything else is there: each
  /// `deinit` is heard, and what it writes stays. All other objects go on, and go with the program in silence.
  private func letGo(of going: Going, in namespace: Namespace) {
    let program = namespace.program!
    let declared = namespace.declarations.records.reduce(into: Set()) { $0.formUnion($1.names) }
    let variables =
      program.variables.reversed().filter { going.names.contains($0.name) }
      + program.staticVariables(in: going.names.subtracting(declared))
    for variable in variables {
      lookAfterOthers()
      guard let place = variable.place, let store = stores[namespace.path(of: place)] else { continue }
      withdraw(store)
      letGoOfInstances(of: store)
    }
    transactions.current?.homeless = []
    let gone = Set(variables.map(ObjectIdentifier.init))
    program.onBehalf(of: going.session) { program.letGo(of: variables) }
    transactions.passOn(in: namespace, unless: { gone.contains(ObjectIdentifier($0)) }, anew: going.others)
  }

  private func letGoOfInstances(of store: Store) {
    store.letGoOfInstance()
    for child in store.children.values { letGoOfInstances(of: child) }
  }

  /// What has no name is not made again.
  private func tell(_ session: String, ofPassing names: [String]) {
    guard let first = names.first else { return }
    let others = names.dropFirst().prefix(3).joined(separator: ", ")
    let more = names.count > 4 ? " and \(names.count - 4) more" : ""
    let text =
      "ended" + (others.isEmpty ? "" : ", and so did \(others)\(more)")
      + ": when something is declared anew, or removed, what has no name ends; with 'let' before it, it is made again"
    notices.append(
      Notice(kind: .pipeline(state: "ended", text: text), pipeline: first, session: session, revision: revision))
  }

  /// Takes a declaration out of the program, with extensions of it, and builds the rest anew.
  /// - Parameter name: of a function also without its labels, if there is one of that name.
  /// - Returns: the names that are gone.
  public func removeDeclaration(_ name: String, in namespace: String = "", session: String) throws(EngineError)
    -> [String]
  {
    try requireHealthy()
    let namespace = try self.namespace(lookingFor: namespace)
    let meant = namespace.declarations.names(meantBy: name)
    guard let found = meant.first else {
      throw .notFound(path: name, known: namespace.declarations.records.flatMap(\.names))
    }
    if meant.count > 1 {
      throw .validation(path: name, rule: "there are several: \(meant.joined(separator: ", ")); say which")
    }
    if !namespace.isNamed, let provider = providing.declared(found), providing.providers[provider] != nil {
      throw .taken(found, provider: provider, isThere: true)
    }
    return try removeDeclarations(
      namespace.declarations.records.filter { $0.names.contains(found) }
        + (namespace.isNamed ? [] : providing.declaredOnly(for: found)),
      named: found, in: namespace, session: session)
  }

  /// Takes all declarations of a namespace out of it at once, but for those of providers that are connected and what these
  /// speak of.
  /// - Returns: the names that are gone, and those that are left.
  public func removeEverything(in name: String = "", session: String) throws(EngineError) -> (
    removed: [String], kept: [String]
  ) {
    try requireHealthy()
    let namespace = try self.namespace(lookingFor: name)
    let isKept = namespace.isNamed ? { _ in false } : providing.isOfConnected
    var (kept, rest): ([DeclarationRecord], [DeclarationRecord]) = ([], namespace.declarations.records)
    var found = rest.filter(isKept)
    while !found.isEmpty {
      kept += found
      let (orders, words) = (Set(found.map(\.order)), found.reduce(into: Set()) { $0.formUnion($1.source.words) })
      rest.removeAll { orders.contains($0.order) }
      found = rest.filter { !words.isDisjoint(with: $0.names) }
    }
    let names = kept.sorted { $0.order < $1.order }.flatMap(\.names)
    guard !rest.isEmpty else { return ([], names) }
    return (try removeDeclarations(rest, named: "everything", in: namespace, session: session), names)
  }

  /// Takes records out of the program, and builds the rest anew.
  /// - Parameters:
  ///   - found: what they are removed for, in what is said about it.
  ///   - note: what is said in place of that.
  /// - Returns: the names that are gone.
  func removeDeclarations(
    _ withdrawn: [DeclarationRecord], named found: String, in namespace: Namespace, session: String,
    note: String? = nil
  ) throws(EngineError) -> [String] {
    try requireUnused(withdrawn, named: found, in: namespace)
    let list = namespace.declarations.removing(Set(withdrawn.map(\.order)))
    let next = namespace.makeProgram(self)
    let scratch = next.openResults(of: session)
    var whole = try DeclarationCheck(
      list.records, without: namespace.omitted(), mayFail: Set(namespace.failed.map(\.order)), removed: found, by: next,
      scratch, namespace.references)
    restoration.keepValues(of: namespace)
    restoration.rememberHeld(of: namespace, anew: [], touched: whole.touched(by: withdrawn), declared: [])
    restoration.passOn(Dictionary(withdrawn.flatMap(\.names).map { ($0, []) }) { first, _ in first }, in: namespace)
    namespace.declarations = list
    records += withdrawn.map { .withdraw(order: $0.order) }
    let cause = Cause(by: session, note: note ?? "removed \(namespace.path(of: found))")
    let gone = withdrawn.flatMap(\.names)
    rebuild(
      namespace, next, whole, scratch, cause,
      going: Going(names: Set(gone), others: [], session: session, isRemoval: true))
    restoration.forget(gone, in: namespace)
    pruneNamespaces()
    return gone
  }

  /// What no checker sees: other stores have found one of these in their environment, and could not be made without it.
  private func requireUnused(_ withdrawn: [DeclarationRecord], named found: String, in namespace: Namespace)
    throws(EngineError)
  {
    func objects(of records: [DeclarationRecord]) -> [Instance] {
      records.flatMap(\.names).compactMap { namespace.program.global($0)?.instance }
    }
    let orders = Set(withdrawn.map(\.order))
    // The objects, whatever their paths are: a second name of one is what the environment has found.
    let left = objects(of: namespace.declarations.records.filter { !orders.contains($0.order) })
    let going = objects(of: withdrawn).filter { object in !left.contains { $0 === object } }
    guard !going.isEmpty else { return }
    let paths = withdrawn.flatMap(\.paths)
    let users = stores.all.filter { user in
      lookAfterOthers()
      return user.instance.looksIntoEnvironment
        && !paths.contains { user.path == $0 || user.path.hasPrefix($0 + ".") }
        && going.contains(where: user.instance.hasInEnvironment)
    }
    guard users.isEmpty else {
      throw .stillNeeded(name: found, by: users.map(\.path), [], rendered: "")
    }
  }

  /// Nor that a name which is declared anew holds no object any more that others have found in their environment: they could
  /// not be made again. Those that are declared anew, too, say by themselves what they want.
  private func requireFound(_ anew: Set<String>, in namespace: Namespace, after whole: DeclarationCheck)
    throws(EngineError)
  {
    // A function has its labels in its name.
    let names = Set(anew.map { String($0.prefix { $0 != "(" }) })
    let all = stores.all.filter { $0.namespace === namespace && $0.instance.looksIntoEnvironment }
    for name in names.sorted() where !all.isEmpty {
      guard let object = namespace.program.global(name)?.instance else { continue }
      let users = all.filter { user in
        guard !anew.contains(user.instance.className),
          let wanted = user.instance.classInEnvironment(of: object)
        else { return false }
        return !whole.mayHold(wanted, before: user)
      }
      guard users.isEmpty else { throw .stillFound(name: name, by: users.map(\.path)) }
    }
  }

  // MARK: Recovery

  /// Brings back what the storage holds: history's place, declarations evaluated in order, values put in before `init`
  /// runs. Called once, before the first command.
  ///
  /// A declaration that waits (`let word = await load()`) is waited for, and those that have to do with it with it: see
  /// `isRestoring`.
  ///
  /// A declaration that does not check or fails, and those that need it, are left out: everything else is there, they stay
  /// in the journal with their values, and everybody is notified; see `failedDeclarations`. So are those that `startRecord`
  /// says earlier starts have not survived.
  ///
  /// - Returns: what the checker says.
  public func recover() throws -> [Diagnostic] {
    let contents = try storage.load()
    begin(leading: contents.lead)
    revision = contents.revision
    durableRevision = contents.revision
    // Revisions that were delivered and lost would be given again: nobody may take the new ones for the old.
    if let epoch = contents.epoch, !contents.mayHaveLost { self.epoch = epoch } else { records.append(.epoch(epoch)) }
    if let damage = contents.damage { storageProblems = [Problem(ofStorage: damage)] }
    for value in contents.values {
      restoration.values[value.path] = .init(kept: value, isFromStorage: true, isShown: true)
    }
    restoration.take(contents.variables)
    for declaration in contents.declarations where namespace(declaration.namespace) == nil {
      namespaces.append(Namespace(declaration.namespace, self))
    }
    var diagnostics: [Diagnostic] = []
    for namespace in namespaces {
      let declarations = contents.declarations.filter { $0.namespace == namespace.name }
      guard !declarations.isEmpty else { continue }
      diagnostics += recover(namespace, DeclarationList(declarations))
    }
    // What is kept of namespaces that ended with the last daemon, and of others that are not there.
    if evaluations.restoring(in: root) == nil { restoration.forgetWhatIsGone(in: root) }
    startRecord?.didEvaluate()
    // What comes later is news to clients, who did not find it.
    for path in restoration.values.keys { restoration.values[path]?.isShown = false }
    keepProblemsForWhoComes()
    return diagnostics
  }

  /// Nobody is there yet, and whoever comes asks for `problems`. Those that are not among them, as nothing can be done about
  /// them any more, such as a value that fits no more, wait for the first who comes.
  private func keepProblemsForWhoComes() {
    let listed = Set(problems.map(\.fault))
    notices = notices.compactMap { notice in
      guard case .problem(let fault) = notice.kind else { return notice }
      if listed.contains(fault) { return nil }
      return Notice(
        kind: .warning(fault), pipeline: nil, session: nil, revision: notice.revision, isUnowned: true)
    }
  }

  private func recover(_ namespace: Namespace, _ declarations: DeclarationList) -> [Diagnostic] {
    namespace.declarations = declarations
    records += namespace.declarations.joinTwins()
    let scratch = namespace.program.openResults(of: "recovery")
    let records = namespace.declarations.records
    let omitted = records.compactMap { record in
      startRecord?.omission(of: record).map { FailedDeclaration(record, $0) }
    }
    // Nothing is thrown where all may fail.
    guard
      let whole = try? DeclarationCheck(records, without: omitted, by: namespace.program, scratch, namespace.references)
    else {
      return []
    }
    for failure in whole.failed { note(failure, in: namespace) }
    let cause = Cause(by: "engine", note: "recovery")
    transactions.perform(cause, stands: true) {
      evaluations.restore(whole, in: namespace, scratch, cause, isStart: true, recording: startRecord)
    }
    return whole.diagnostics
  }
}

extension CheckedStatement {
  /// A value at top level of this name, or what is static in a type of this name, would have the paths of a namespace.
  fileprivate func takesName(of namespaces: [Namespace]) -> Bool {
    [.binding, .type].contains(kind) && names.contains { name in namespaces.contains { $0.isNamed && $0.name == name } }
  }
}
