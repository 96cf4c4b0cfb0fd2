import Language

/// Statements on their way: one after the other, each a transaction of its own, with a pause where one waits.
///
/// A statement that waits ends its transaction there; each time it goes on it has another one, as a timer has. The
/// statements behind it wait for it; other requests do not.
public final class Evaluating {
  let session: String
  let namespace: Namespace
  /// Others wait for it too: it does not end with its session.
  var isShared = false
  /// The text as it is shown to people, where it is made of something else.
  var shown: String?
  private let engine: Engine
  let cause: Cause
  /// Where names are looked up and results are kept; nil for the session's own.
  private let scratch: SessionResults?
  private let activity: Activity?
  private var statements: [CheckedStatement]
  private var run: StatementRun!
  private var evaluation: Engine.Evaluation
  private var completion: ((Result<Engine.Evaluation, EngineError>) -> Void)?
  private var execution: Execution?
  /// Where what waits stands: the statement, or the method that is called.
  private var place: Location? { called ?? current.map { Location(file: $0.file, line: $0.line, column: 1) } }
  private let called: Location?
  private var current: CheckedStatement?
  /// Its statement has left in the middle of its work.
  private var pause: Pause?
  /// It has left between two statements.
  private var hasLeft = false
  /// A statement has begun since it was last let go on: each time at least one runs.
  private var hasBegun = false
  let hold = Hold()
  /// Why its next statement is not to begin.
  private var reasonToStop: String?
  /// Its text, which is being checked.
  private var checking: Checking<Checked>?
  /// How often the program that it leads to was checked ahead.
  var checksAhead = 0
  /// Whether a statement has waited: what is printed from then on stands among the notices, with all else that is.
  var hasWaited = false

  init(
    _ engine: Engine, _ namespace: Namespace, _ statements: [CheckedStatement], session: String,
    in scratch: SessionResults? = nil, at place: Location? = nil, cause: Cause, activity: Activity? = nil,
    evaluation: Engine.Evaluation,
    completion: @escaping (Result<Engine.Evaluation, EngineError>) -> Void
  ) {
    self.engine = engine
    self.namespace = namespace
    self.statements = statements
    self.session = session
    self.scratch = scratch
    called = place
    self.activity = activity
    self.cause = cause
    self.evaluation = evaluation
    self.completion = completion
    run = StatementRun { [unowned self] in
      begin(self.statements[$0], $1)
    } mustStop: { [unowned self] in
      mustLeave()
    } resume: { [unowned self] in
      resume()
    }
  }

  public var isDone: Bool { completion == nil }

  /// Gives up: what is waiting is asked to stop, what has not begun does not begin, and the completion is not called.
  public func cancel() {
    completion = nil
    run.stop()
    engine.evaluations.remove(self)
    pause?.stop("stopped: nobody waits for it any more")
    checking?.cancel()
    hold.free()
    if let place { execution?.cancel(tellingOf: place) } else { execution?.cancel() }
    if let execution, !execution.isFinished { engine.end(execution, by: cause) }
    execution = nil
  }

  /// Gives up what has begun, too: it ends where it waits.
  func abandon() {
    let execution = execution
    cancel()
    execution?.abandon()
  }

  /// Ends without a result.
  func fail(_ error: EngineError) {
    let completion = completion
    self.completion = nil
    hold.free()
    completion?(.failure(error))
  }

  /// The program that its statements belong to ends: so does the one that waits, and those behind it do not begin.
  func supersede(_ reason: EngineError) {
    guard !run.isDone else { return }
    run.stop()
    fail(reason)
  }

  // MARK: Running

  /// Runs what has been found out only now.
  func start(_ statements: [CheckedStatement], _ evaluation: Engine.Evaluation) {
    self.statements = statements
    self.evaluation = evaluation
    start()
  }

  func start() {
    run.add(statements.indices)
    proceed()
  }

  /// Runs statements until one waits, or all are done.
  private func proceed() {
    (hasLeft, hasBegun) = (false, false)
    engine.evaluations.output = .init(expectations: evaluation.expectations)
    let isThrough = canBeGivenUp { run.proceed() }
    if isThrough { return finish(collect()) }
    print(collect())
    hasWaited = true
    engine.evaluations.append(self)
    guard hasLeft else { return freeIfItWaits() }
    engine.didPause(
      Pause(hold) { [self] _ in
        if engine.evaluations.remove(self) { proceed() }
      })
  }

  /// Whoever gives up what is running means this one while `body` runs, also where no statement of it does.
  private func canBeGivenUp<Result>(_ body: () -> Result) -> Result {
    let outer = engine.evaluations.proceeding
    engine.evaluations.proceeding = self
    defer { engine.evaluations.proceeding = outer }
    return body()
  }

  /// Many statements are as long as one that is long: others have their turn between two.
  private func mustLeave() -> Bool {
    if hasBegun, run.waiting.isEmpty {
      engine.recordHeld()
      hasLeft = engine.didRun(engine.canPauseBetweenStatements) && engine.canPauseBetweenStatements
    }
    hasBegun = true
    guard let reasonToStop else { return hasLeft }
    (hasLeft, self.reasonToStop) = (false, nil)
    run.stop()
    print(collect())
    fail(stopped(reasonToStop, at: statements.first?.file))
    return true
  }

  /// What has not begun does not begin. For what is called back to while it runs; `cancel` is for all others.
  func stop(_ reason: String) { reasonToStop = reason }

  private func stopped(_ reason: String, at file: String?) -> EngineError {
    .trap(Fault(message: reason, location: place ?? Location(file: file ?? "", line: 1, column: 1)))
  }

  private func begin(_ statement: CheckedStatement, _ done: @escaping () -> Void) {
    current = statement
    let results = scratch ?? engine.results(of: engine.session(session), in: namespace)
    let outer = engine.evaluations.running
    engine.evaluations.running = self
    defer { engine.evaluations.running = outer }
    execution = engine.start(statement, shown: shown, in: namespace, results, cause, activity) { [weak self] result in
      guard let self else { return }
      take(result)
      done()
    }
  }

  // MARK: In the middle of its work

  /// Has its texts checked, in parts.
  func check(_ sources: [SourceText], _ completion: @escaping (Checked) -> Void) {
    check(in: sources.first?.file, completion) { program, results, found in
      program.beginCheck(sources, session: results, found: found)
    }
  }

  /// The same for what belongs to that.
  func check(in file: String?, _ completion: @escaping (Checked) -> Void, begin: @escaping Checking<Checked>.Begin) {
    let checking = Checking<Checked>(engine, namespace, session: session, hold, begin: begin) { [self] reason in
      if engine.evaluations.remove(self) { self.checking = nil }
      engine.pruneNamespaces()
      fail(stopped(reason, at: file))
    } completion: { [self] checked in
      if engine.evaluations.remove(self) { self.checking = nil }
      // Declarations among them may take the place of others before a statement begins.
      canBeGivenUp { completion(checked) }
    }
    checking.start()
    guard !checking.isDone else { return }
    self.checking = checking
    hasWaited = true
    engine.evaluations.append(self)
  }

  /// Its statement leaves. What its client asks next waits for it, as if it were running.
  func leave(_ pause: Pause) {
    self.pause = pause
  }

  /// - Parameter body: lets the statement go on.
  func goOn(_ body: () -> Void) {
    pause = nil
    engine.evaluations.running = self
    body()
    engine.evaluations.running = nil
    freeIfItWaits()
  }

  private func freeIfItWaits() {
    if pause == nil, execution != nil { hold.free() }
  }

  /// What this activation printed and expected.
  private func collect() -> [String] {
    let output = engine.evaluations.output.take()
    evaluation.expectations = output?.expectations ?? Engine.Expectations()
    return output?.lines ?? []
  }

  private func take(_ result: Result<StatementOutcome, EngineError>) {
    let wasWaiting = engine.evaluations.remove(self)
    execution = nil
    switch result {
    case .success(let outcome):
      evaluation.defined += outcome.defined
      if !outcome.defined.isEmpty { engine.delivery.lookForAbsent() }
      if let value = outcome.value { evaluation.values.append(value) }
    case .failure(let error):
      run.stop()
      if !wasWaiting { print(collect()) }
      for failure in evaluation.expectations.failures { engine.notify(.expectation(failure), session: session) }
      fail(error)
    }
  }

  /// One that has waited is done. The rest are activations of their own: this one is that of whatever was waited for.
  private func resume() {
    guard completion != nil else { return }
    engine.evaluations.append(self)
    engine.later { [self] in
      guard engine.evaluations.remove(self) else { return }
      proceed()
    }
  }

  private func finish(_ lines: [String]) {
    guard let completion else { return }
    self.completion = nil
    hold.free()
    evaluation.printed = (hasWaited ? engine.takeLines(for: session) : []) + lines
    evaluation.revision = engine.revision
    completion(.success(evaluation))
  }

  // MARK: While it waits

  func expect(_ failure: Engine.UnmetExpectation?) {
    if let failure { evaluation.expectations.failures.append(failure) } else { evaluation.expectations.held += 1 }
  }

  /// Who waits wants to see what is printed as it comes.
  private func print(_ lines: [String]) {
    for line in lines { engine.notify(.print(line), session: session) }
  }
}

extension Engine {
  /// Runs a statement in a transaction and adopts what it defined. `completion` is called when it is done: before this
  /// returns, unless it waits.
  func start(
    _ statement: CheckedStatement, shown: String? = nil, in namespace: Namespace, _ session: SessionResults,
    _ cause: Cause,
    _ activity: Activity? = nil,
    completion: @escaping (Result<StatementOutcome, EngineError>) -> Void
  ) -> Execution? {
    var immediate: Result<StatementOutcome, RunFailure>?
    var isBeginning = true
    var execution: Execution?
    var cause = cause
    cause.text = remembered(shown ?? statement.text)
    cause.place = cause.text == nil || shown != nil ? nil : "\(statement.file):\(statement.line)"
    do throws(EngineError) {
      _ = try transactions.transact(cause, activity: activity, mayPause: true) { () throws(EngineError) in
        execution = namespace.program.execute(statement, session: session) { [link] result in
          if isBeginning {
            immediate = result
          } else if let engine = link.engine {
            completion(engine.conclude(result, statement, in: namespace))
          }
        }
        isBeginning = false
        if let immediate { adopt(try attempt { () throws(RunFailure) in try immediate.get() }, in: namespace) }
      }
    } catch {
      // What it wrote before it waited was too much.
      if immediate == nil { execution?.cancel() }
      completion(.failure(error))
      return nil
    }
    if case .success(let outcome)? = immediate {
      if statement.isDeclaration { record(statement, in: namespace) }
      completion(.success(outcome))
    }
    return execution
  }

  /// The beginning of a statement, for whoever asks why something changed. A text that names a secret may hold it.
  private func remembered(_ text: String) -> String? {
    if let secrets {
      for pattern in secrets.included {
        guard let name = pattern.text.split(separator: ".").last, !name.contains("*"), !text.contains(name) else {
          return nil
        }
      }
    }
    let lengthMax = 160
    // A line may be a megabyte.
    let line = text.prefix(lengthMax).prefix { !$0.isNewline }
    let isWhole = line.utf8.count == text.utf8.count && line.utf8.count <= lengthMax
    return isWhole ? text : line + " …"
  }

  /// A statement that had to wait is done. Its last part ran in a transaction that is still open.
  private func conclude(
    _ result: Result<StatementOutcome, RunFailure>, _ statement: CheckedStatement, in namespace: Namespace
  ) -> Result<StatementOutcome, EngineError> {
    do throws(EngineError) {
      let outcome = try attempt { () throws(RunFailure) in try result.get() }
      adopt(outcome, in: namespace)
      if statement.isDeclaration { record(statement, in: namespace) }
      return .success(outcome)
    } catch {
      if transactions.current?.isResumed == true { transactions.current?.hasFailed = true }
      return .failure(error)
    }
  }

  private func record(_ statement: CheckedStatement, in namespace: Namespace) {
    let order = nextOrder
    let record = namespace.declarations.append(statement, in: namespace.name, order: order)
    if namespace.owner == nil { records.append(.declare(record)) }
  }

  /// What is cancelled may still have something to do. Where it waits for what no cancellation ends, as for a continuation that
  /// nobody resumes or a semaphore, it would wait for ever, with its stack.
  fileprivate func end(_ execution: Execution, by cause: Cause) {
    let timer = delivery.timers.insert(deadline: moment(in: Self.graceAfterCancel)) { [link] in
      if execution.isFinished { return }
      link.engine?.transactions.perform(cause) { execution.abandon() }
    }
    execution.didFinish = { timer.cancel() }
  }

  /// Nanoseconds.
  private static let graceAfterCancel = 10_000_000_000

  /// Runs `body` at the end of what is due now, outside any transaction.
  func later(_ body: @escaping () -> Void) { _ = timers.insert(deadline: now, body) }

  /// Takes the lines that a session has not been sent yet: they belong into a reply that leaves before notices do.
  func takeLines(for session: String) -> [String] {
    var lines: [String] = []
    for index in notices.indices where notices[index].session == session {
      guard case .print(let line) = notices[index].kind else { continue }
      lines.append(line)
      notices[index].session = nil
      notices[index].knownTo = session
    }
    return lines
  }

  func notify(_ kind: Notice.Kind, session: String) { notify(kind, nil, session: session) }
}
