import Language

/// Declarations that are evaluated again, after a restart or a redefinition: one after the other. Where one waits, those
/// that have to do with it wait too, and the others go on. The first ones, up to that, belong to the transaction that is
/// open.
final class Restoring {
  private let engine: Engine
  let namespace: Namespace
  private let program: Program
  private let scratch: SessionResults
  private let cause: Cause
  /// Called with what is evaluated next.
  private let startRecord: (any StartRecord)?
  /// It is for a start, and not for a redefinition: then nothing may be there that was not there before.
  private let isStart: Bool
  /// Something waits: what could be there without it has been since an earlier transaction, and others may have changed it.
  private var isLate = false
  /// The names that a redefinition declares with another text: only what they do is done anew.
  private let anew: Set<String>
  private let all: [CheckedStatement]
  /// Where each of `all` comes from.
  private let sources: [DeclarationRecord]
  private var run: StatementRun!
  private(set) var defined: [Definition] = []
  /// Static variables whose objects are being made and wait for something.
  private(set) var staticsUnderWay: Set<String> = []
  /// How often it was tried to make them. One that failed is tried once more, since what it needs may have come.
  private var tries: [String: Int] = [:]
  private static let triesMax = 2
  /// Made when something waits; most programs never need it.
  private lazy var ties = DeclarationTies(all, namespace.references)

  init(
    _ engine: Engine, _ namespace: Namespace, _ check: DeclarationCheck, _ scratch: SessionResults, _ cause: Cause,
    isStart: Bool, anew: Set<String>, _ startRecord: (any StartRecord)?
  ) {
    self.isStart = isStart
    self.anew = anew
    self.engine = engine
    self.namespace = namespace
    self.program = namespace.program
    all = check.statements.map(\.statement)
    sources = check.statements.map(\.record)
    self.scratch = scratch
    self.cause = cause
    self.startRecord = startRecord
    run = StatementRun { [unowned self] in
      begin($0, $1)
    } firstFree: { [unowned self] in
      ties.firstFree(of: $0, behind: $1)
    } resume: { [unowned self] in
      resume()
    }
    // What says a thing and does nothing comes first: an object that is made again may be of a class that was declared
    // after the store that holds it.
    run.add(all.indices.filter { all[$0].kind != .binding } + all.indices.filter { all[$0].kind == .binding })
  }

  func proceed() {
    let isDone = run.proceed()
    guard namespace.program === program else {
      scratch.close()
      return engine.evaluations.gaveUp(self)
    }
    engine.restoration.makeStaticObjects(in: namespace) { make($0, of: $1, at: $2) }
    if isDone, staticsUnderWay.isEmpty { return finish() }
    if isStart { engine.restoration.reassert(in: namespace) }
    isLate = true
  }

  /// Has a static variable get its initial value.
  private func make(_ variable: GlobalVariable, of type: String, at place: String) {
    guard tries[place, default: 0] < Self.triesMax, staticsUnderWay.insert(place).inserted else { return }
    tries[place, default: 0] += 1
    if let record = sources.first(where: { $0.names.contains(type) }) { startRecord?.willEvaluate(record) }
    var isBeginning = true
    func begin() {
      program.initialize(variable, goingOn: { [self] in again([type], isLate: true, $0) }) { [self] failure in
        staticsUnderWay.remove(place)
        if namespace.program === program, let failure {
          engine.restoration.noteUnmade(place, failure, variable.location)
        }
        if !isBeginning { resume() }
      }
    }
    if isStart, !isLate { begin() } else { again([type], isLate: isLate, begin) }
    isBeginning = false
  }

  private func finish() {
    scratch.close()
    engine.restoration.joinTwins(in: namespace)
    if isStart { engine.restoration.reassert(in: namespace) }
    engine.evaluations.restored(self)
  }

  private func begin(_ place: Int, _ done: @escaping () -> Void) {
    // Another program has taken the place of the one they belong to.
    guard namespace.program === program else { return done() }
    // Earlier versions kept what declares nothing; it has run.
    guard all[place].isDeclaration else { return done() }
    // Each is short, and there may be thousands. At a start nobody is there yet.
    engine.lookAfterOthers()
    startRecord?.willEvaluate(sources[place])
    let names = all[place].names
    let isRepeated = isStart || anew.isDisjoint(with: names)
    func execute() {
      _ = program.execute(
        all[place], session: scratch, goingOn: isRepeated ? { [self] in again(names, isLate: true, $0) } : nil
      ) { [self] result in
        take(result, of: sources[place])
        done()
      }
    }
    // After a start everything that does not wait is put back at once.
    if isRepeated, !isStart || isLate { again(names, isLate: isLate, execute) } else { execute() }
  }

  /// Runs something of these names that has done its work on others before.
  private func again(_ names: [String], isLate: Bool, _ body: () -> Void) {
    guard namespace.program === program, let written = engine.transactions.current?.variables.count else {
      return body()
    }
    let isWhole = isStart || namespace.touchedNames.isDisjoint(with: names)
    engine.restoration.settingBack(isLate: isLate, isWhole: isWhole, body)
    setBack(from: written, isWhole: isWhole)
  }

  /// What is made again has done its work on variables before: it does not count twice. Of what holds objects nothing is
  /// known but that they are there.
  private func setBack(from written: Int, isWhole: Bool) {
    guard let transaction = engine.transactions.current else { return }
    for state in transaction.variables.dropFirst(written).reversed()
    where (isWhole || !state.isDerived)
      && (!state.variable.mayHoldObject
        || state.isEmpty && !transaction.initialized.contains(where: { $0 === state.variable }))
    {
      state.restore()
    }
  }

  /// One that has waited is done.
  private func resume() {
    engine.later { [self] in
      engine.transactions.perform(cause, stands: true) { proceed() }
      startRecord?.didSurvive()
      engine.evaluations.releaseHeldBack(in: namespace)
    }
  }

  /// The names that are not there yet.
  var pendingNames: Set<String> { Set((run.waiting + run.rest).flatMap { all[$0].names }) }

  /// Whether a text has to do with something that is not there yet.
  func isAwaited(by sources: [SourceText]) -> Bool {
    ties.connect(sources.reduce(into: []) { $0.formUnion($1.words) }, to: run.waiting + run.rest)
  }

  /// A declaration that fails at run time is left out, and said so; the others stand.
  private func take(_ result: Result<StatementOutcome, RunFailure>, of record: DeclarationRecord) {
    guard namespace.program === program else { return }
    switch result {
    case .success(let outcome):
      namespace.toldFailures[record.order] = nil
      defined += outcome.defined
      engine.restoration.isBringingBack = true
      engine.restoration.bringBack(outcome.defined, in: namespace)
      engine.adopt(outcome, in: namespace)
      engine.restoration.settleHeld(outcome.defined, in: namespace, afterStart: isStart)
      engine.restoration.isBringingBack = false
    case .failure(.trap(let fault)): engine.note(FailedDeclaration(record, fault), in: namespace)
    case .failure(.thrown(let thrown)):
      let failure = FailedDeclaration(
        record, message: "an error was thrown: \(thrown.description)", at: thrown.location)
      engine.note(failure, in: namespace)
    }
  }
}
