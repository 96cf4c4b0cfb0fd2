import Language

/// Declarations that are evaluated again, after a restart or a redefinition: one after the other, with a pause where one
/// waits. The first ones, up to that, belong to the transaction that is open.
final class Restoring {
  private unowned let engine: Engine
  private let program: Program
  private let scratch: Session
  private let cause: Cause
  private var statements: ArraySlice<CheckedStatement>
  /// What is to be done when all are there.
  fileprivate var then: [() -> Void] = []

  fileprivate init(_ engine: Engine, _ statements: [CheckedStatement], _ scratch: Session, _ cause: Cause) {
    self.engine = engine
    self.program = engine.program
    self.statements = statements[...]
    self.scratch = scratch
    self.cause = cause
  }

  fileprivate func proceed() {
    while engine.program === program, let statement = statements.popFirst() {
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
    guard engine.program === program else { return }
    switch result {
    case .success(let outcome): engine.adopt(outcome)
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
  func restore(_ statements: [CheckedStatement], _ scratch: Session, _ cause: Cause) {
    let before = restoring?.then ?? []
    let restoring = Restoring(self, statements, scratch, cause)
    restoring.then = before
    self.restoring = restoring
    restoring.proceed()
  }

  /// Whether declarations wait that are evaluated again, so that not everything that was declared is there yet.
  public var isRestoring: Bool { restoring != nil }

  /// Calls `body` when everything that was declared is there again: now, or after `isRestoring`.
  public func whenRestored(_ body: @escaping () -> Void) {
    guard let restoring else { return body() }
    restoring.then.append(body)
  }

  fileprivate func restored(_ finished: Restoring) {
    guard restoring === finished else { return }
    restoring = nil
    let then = finished.then
    if !then.isEmpty { later { for body in then { body() } } }
  }
}
