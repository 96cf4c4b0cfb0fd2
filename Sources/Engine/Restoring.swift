import Language

/// Declarations that are evaluated again, after a restart or a redefinition: one after the other. Where one waits, those
/// that have to do with it wait too, and the others go on. The first ones, up to that, belong to the transaction that is
/// open.
final class Restoring {
  private let engine: Engine
  fileprivate let namespace: Namespace
  private let program: Program
  private let scratch: Session
  private let cause: Cause
  /// Who is told what is evaluated next.
  private let startRecord: (any StartRecord)?
  private let all: [CheckedStatement]
  /// Where each of `all` comes from.
  private let sources: [DeclarationRecord]
  /// Those that have not begun, and those that wait, by their places in `all`.
  private var rest: [Int]
  private var waiting: [Int] = []
  fileprivate private(set) var defined: [Definition] = []
  /// Made when something waits; most programs never need it.
  private lazy var ties = DeclarationTies(all)

  fileprivate init(
    _ engine: Engine, _ namespace: Namespace, _ check: DeclarationCheck, _ scratch: Session, _ cause: Cause,
    _ startRecord: (any StartRecord)?
  ) {
    self.engine = engine
    self.namespace = namespace
    self.program = namespace.program
    all = check.statements.map(\.statement)
    sources = check.statements.map(\.record)
    rest = Array(all.indices)
    self.scratch = scratch
    self.cause = cause
    self.startRecord = startRecord
  }

  fileprivate func proceed() {
    while namespace.program === program, let next = takeReady() {
      var isBeginning = true
      startRecord?.willEvaluate(sources[next])
      let execution = program.execute(all[next], session: scratch) { [self] result in
        take(result, of: sources[next])
        if isBeginning { return }
        waiting.removeAll { $0 == next }
        engine.later { [self] in
          engine.perform(cause) { proceed() }
          startRecord?.didSurvive()
          engine.releaseHeldBack(in: namespace)
        }
      }
      isBeginning = false
      if execution != nil { waiting.append(next) }
    }
    guard namespace.program !== program || rest.isEmpty && waiting.isEmpty else { return }
    scratch.close()
    engine.joinTwins(in: namespace)
    engine.restored(self)
  }

  /// The next one whose turn it is.
  private func takeReady() -> Int? {
    if waiting.isEmpty { return rest.isEmpty ? nil : rest.removeFirst() }
    guard let place = ties.firstFree(of: rest, behind: waiting) else { return nil }
    return rest.remove(at: place)
  }

  /// The names that are not there yet.
  var pendingNames: Set<String> { Set((waiting + rest).flatMap { all[$0].names }) }

  /// Whether a text has to do with something that is not there yet.
  func isAwaited(by sources: [SourceText]) -> Bool {
    ties.connect(sources.reduce(into: []) { $0.formUnion($1.words) }, to: waiting + rest)
  }

  /// A declaration that fails at run time is left out, and said so; the others stand.
  private func take(_ result: Result<StatementOutcome, RunFailure>, of record: DeclarationRecord) {
    guard namespace.program === program else { return }
    switch result {
    case .success(let outcome):
      defined += outcome.defined
      engine.isBringingBack = true
      engine.bringBack(outcome.defined, in: namespace)
      engine.adopt(outcome, in: namespace)
      engine.settleHeld(outcome.defined, in: namespace)
      engine.isBringingBack = false
    case .failure(.trap(let fault)): engine.note(FailedDeclaration(record, fault), in: namespace)
    case .failure(.thrown(let thrown)):
      let failure = FailedDeclaration(
        record, message: "an error was thrown: \(thrown.description)", at: thrown.location)
      engine.note(failure, in: namespace)
    }
  }
}

extension Engine {
  /// Evaluates declarations again, within the transaction that is open, as far as none waits.
  /// - Returns: what is defined by then.
  @discardableResult
  func restore(
    _ whole: DeclarationCheck, in namespace: Namespace, _ scratch: Session, _ cause: Cause,
    recording startRecord: (any StartRecord)? = nil
  ) -> [Definition] {
    restoring.removeAll { $0.namespace === namespace }
    let made = Restoring(self, namespace, whole, scratch, cause, startRecord)
    restoring.append(made)
    made.proceed()
    return made.defined
  }

  /// Whether declarations wait that are evaluated again, so that not everything that was declared is there yet.
  public var isRestoring: Bool { !restoring.isEmpty }

  /// What is still on its way in a namespace.
  func restoring(in namespace: Namespace) -> Restoring? { restoring.first { $0.namespace === namespace } }

  /// Tries `body` again whenever something more of a namespace is there.
  func holdBack(in namespace: Namespace, _ body: @escaping () -> Void) { heldBack.append((namespace, body)) }

  fileprivate func releaseHeldBack(in namespace: Namespace) {
    let released = heldBack.filter { $0.namespace === namespace }
    heldBack.removeAll { $0.namespace === namespace }
    for (_, body) in released { body() }
  }

  fileprivate func restored(_ finished: Restoring) {
    restoring.removeAll { $0 === finished }
    if heldBack.isEmpty { return }
    later { [self] in releaseHeldBack(in: finished.namespace) }
  }
}
