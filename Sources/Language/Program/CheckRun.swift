/// A check that can stand still in the middle of its work, so that others can run, and go on later.
///
/// A short text is checked on a coroutine, where it calls back; a long one on a thread of its own, since neither the parser
/// nor everything that grows with a text calls back often enough.
public final class CheckRun {
  private let program: Program
  private var coroutine: Coroutine?
  private var worker: Worker?
  private let sources: [SourceText]
  private let session: SessionResults
  private var progress: Progress!
  private var hasBegun = false
  /// It has ended before it was done.
  public var isAbandoned: Bool { progress.isAbandoned }
  /// What came of it, when it is done.
  public private(set) var outcome: Checked?

  /// Texts of more bytes are checked on a thread.
  private static let shortBytes = 1024

  init(_ sources: [SourceText], _ session: SessionResults, in program: Program) {
    self.program = program
    self.sources = sources
    self.session = session
    if sources.reduce(0, { $0 + $1.text.utf8.count }) > Self.shortBytes { worker = program.machine.workers.take() }
    if let worker {
      progress = Progress(apart: { worker.apart($0) }) { worker.standIfAsked() }
    } else {
      coroutine = program.machine.fibers.takeCoroutine()
      progress = Progress { [unowned self] in pauseIfWanted() }
    }
    program.checks.append(self)
  }

  /// Begins or goes on. It leaves when the host wants what runs to pause, and is done otherwise.
  /// - Parameter canPause: whether it may leave.
  public func resume(canPause: Bool = true) {
    guard outcome == nil else { return }
    let isFirst = !hasBegun
    hasBegun = true
    if let worker {
      if isFirst { worker.run { [self] in run() } } else { worker.goOn() }
      waitForWorker(worker, canPause)
    } else if let coroutine {
      self.canPause = canPause
      if isFirst { coroutine.run { [self] in run() } } else { coroutine.enter() }
    } else {
      // Without memory for a stack it is done here and now.
      run()
    }
    if outcome != nil { letGo() }
  }

  private var canPause = true

  private func letGo() {
    program.checks.removeAll { $0 === self }
    if let coroutine { program.machine.fibers.giveBack(coroutine) }
    if let worker { program.machine.workers.giveBack(worker) }
    (coroutine, worker) = (nil, nil)
  }

  /// Looks after others until the worker is done, or is to be left.
  private func waitForWorker(_ worker: Worker, _ canPause: Bool) {
    var isToPause = false
    while true {
      switch worker.wait(milliseconds: Workers.tick) {
      case .resting, .ending: return
      case .still:
        if isToPause { return }
        worker.goOn()
      case .working:
        if !isToPause, program.core.host.didRun(canPause: canPause), canPause {
          isToPause = true
          worker.askToStand()
        } else if isToPause {
          _ = program.core.host.didRun(canPause: false)
        }
      case .apart:
        if program.core.host.didRun(canPause: canPause), canPause { return }
      }
    }
  }

  /// Nobody wants its outcome any more, or its program is about to be closed: it ends here, and finds nothing more.
  public func abandon() {
    guard outcome == nil else { return }
    guard hasBegun else { return letGo() }
    progress.abandon()
    resume(canPause: false)
  }

  private func run() {
    outcome = UnitChecker(program: program.environment, session: session)
      .check(sources, limits: program.limits, progress)
  }

  private func pauseIfWanted() {
    guard !progress.isAbandoned else { return }
    if program.core.host.didRun(canPause: canPause), canPause { coroutine?.leave() }
  }
}

extension Program {
  /// The same as `check`, in parts.
  public func beginCheck(_ sources: [SourceText], session: SessionResults) -> CheckRun {
    CheckRun(sources, session, in: self)
  }
}
