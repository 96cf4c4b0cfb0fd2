import Language

/// Declarations that are evaluated again, after a restart or a redefinition: one after the other, with a pause where one
/// waits. The first ones, up to that, belong to the transaction that is open.
final class Restoring {
  private unowned let engine: Engine
  fileprivate let namespace: Namespace
  private let program: Program
  private let scratch: Session
  private let cause: Cause
  private var statements: ArraySlice<CheckedStatement>

  fileprivate init(
    _ engine: Engine, _ namespace: Namespace, _ statements: [CheckedStatement], _ scratch: Session, _ cause: Cause
  ) {
    self.engine = engine
    self.namespace = namespace
    self.program = namespace.program
    self.statements = statements[...]
    self.scratch = scratch
    self.cause = cause
  }

  fileprivate func proceed() {
    while namespace.program === program, let statement = statements.popFirst() {
      var isBeginning = true
      let execution = program.execute(statement, session: scratch) { [self] result in
        take(result)
        if isBeginning { return }
        engine.later { [self] in engine.perform(cause) { proceed() } }
      }
      isBeginning = false
      if execution != nil { return }
    }
    scratch.close()
    engine.restored(self)
  }

  /// A declaration that fails at run time is left out, and said so; the others stand.
  private func take(_ result: Result<StatementOutcome, RunFailure>) {
    guard namespace.program === program else { return }
    switch result {
    case .success(let outcome): engine.adopt(outcome, in: namespace)
    case .failure(.trap(let fault)):
      engine.notices.append(
        Engine.Notice(kind: .fault(fault), pipeline: nil, session: nil, revision: engine.revision))
    case .failure(.thrown(let thrown)):
      engine.notices.append(
        Engine.Notice(
          kind: .print("error: \(thrown.description)"), pipeline: nil, session: nil, revision: engine.revision))
    }
  }
}

extension Engine {
  /// Evaluates declarations again, within the transaction that is open, as far as none waits.
  func restore(_ statements: [CheckedStatement], in namespace: Namespace, _ scratch: Session, _ cause: Cause) {
    restoring.removeAll { $0.namespace === namespace }
    let made = Restoring(self, namespace, statements, scratch, cause)
    restoring.append(made)
    made.proceed()
  }

  /// Whether declarations wait that are evaluated again, so that not everything that was declared is there yet.
  public var isRestoring: Bool { !restoring.isEmpty }

  /// Calls `body` when everything that was declared is there again: now, or after `isRestoring`.
  public func whenRestored(_ body: @escaping () -> Void) {
    if restoring.isEmpty { body() } else { whenAllIsRestored.append(body) }
  }

  fileprivate func restored(_ finished: Restoring) {
    restoring.removeAll { $0 === finished }
    guard restoring.isEmpty, !whenAllIsRestored.isEmpty else { return }
    let then = whenAllIsRestored
    whenAllIsRestored = []
    later { for body in then { body() } }
  }
}
