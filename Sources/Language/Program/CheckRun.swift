/// A check that can leave in the middle of its work, so that others can run, and go on later.
public final class CheckRun {
  private let program: Program
  private var coroutine: Coroutine?
  private let sources: [SourceText]
  private let session: SessionResults
  private var progress: Progress!
  private var hasBegun = false
  /// It has ended before it was done.
  public var isAbandoned: Bool { progress.isAbandoned }
  /// What came of it, when it is done.
  public private(set) var outcome: Checked?

  /// - Parameter pauses: asked now and then; with true the check leaves.
  init(_ sources: [SourceText], _ session: SessionResults, in program: Program) {
    self.program = program
    self.sources = sources
    self.session = session
    coroutine = program.machine.fibers.takeCoroutine()
    program.checks.append(self)
    progress = Progress { [unowned self] in pauseIfWanted() }
  }

  /// Begins or goes on. It leaves when the host wants what runs to pause, and is done otherwise.
  public func resume() {
    guard outcome == nil else { return }
    if hasBegun {
      coroutine?.enter()
    } else {
      hasBegun = true
      // Without memory for a stack it is done here and now.
      if let coroutine { coroutine.run { [self] in run() } } else { run() }
    }
    if outcome != nil {
      program.checks.removeAll { $0 === self }
      if let coroutine { program.machine.fibers.giveBack(coroutine) }
      coroutine = nil
    }
  }

  /// Nobody wants its outcome any more, or its program is about to be closed: it ends here, and finds nothing more.
  public func abandon() {
    guard hasBegun, outcome == nil else { return }
    progress.isAbandoned = true
    resume()
  }

  private func run() {
    outcome = UnitChecker(program: program.environment, session: session)
      .check(sources, limits: program.limits, progress)
  }

  private func pauseIfWanted() {
    guard !progress.isAbandoned else { return }
    if program.core.host.didRun(canPause: coroutine != nil), let coroutine { coroutine.leave() }
  }
}

extension Program {
  /// The same as `check`, in parts.
  public func beginCheck(_ sources: [SourceText], session: SessionResults) -> CheckRun {
    CheckRun(sources, session, in: self)
  }
}
