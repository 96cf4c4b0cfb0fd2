/// A check or a completion that can stand still in the middle of its work, so that others can run, and go on later.
///
/// A short text is checked on a coroutine, where it calls back; a long one on a thread of its own, since neither the parser
/// nor everything that grows with a text calls back often enough.
public final class CheckRun {
  private let program: Program
  private var coroutine: Coroutine?
  private var worker: Worker?
  private let body: (Progress) -> Void
  private var progress: Progress!
  private var hasBegun = false
  /// It has ended before it was done.
  public var isAbandoned: Bool { progress.isAbandoned }
  /// `body` has come to its end.
  public private(set) var isDone = false

  /// Texts of more bytes are checked on a thread.
  private static let shortBytes = 1024

  /// - Parameters:
  ///   - bytes: how long the text is.
  ///   - body: looks at the text, and keeps what it finds; it calls back often, and finds nothing more once it is abandoned.
  init(bytes: Int, in program: Program, _ body: @escaping (Progress) -> Void) {
    self.program = program
    self.body = body
    if bytes > Self.shortBytes { worker = program.machine.workers.take() }
    if let worker {
      progress = Progress(apart: { worker.apart($0) }) { worker.standIfAsked() }
    } else {
      coroutine = program.machine.fibers.takeCoroutine()
      progress = Progress(look: { [core = program.core] in _ = core.host.didRun(canPause: false) }) { [unowned self] in
        pauseIfWanted()
      }
    }
    program.checks.append(self)
  }

  /// Begins or goes on. It leaves when the host wants what runs to pause, and is done otherwise.
  /// - Parameter canPause: whether it may leave.
  public func resume(canPause: Bool = true) {
    guard !isDone else { return }
    let isFirst = !hasBegun
    hasBegun = true
    let library = program.library
    let outer = library.progress
    library.progress = progress
    defer { library.progress = outer }
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
    if isDone { letGo() }
  }

  /// Goes on to the end.
  public func finish() {
    while !isDone { resume(canPause: false) }
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
    guard !isDone else { return }
    guard hasBegun else { return letGo() }
    progress.abandon()
    resume(canPause: false)
  }

  /// The same from what it calls back to: it ends soon.
  public func stop() { progress.abandon() }

  private func run() {
    body(progress)
    isDone = true
  }

  private func pauseIfWanted() {
    guard !progress.isAbandoned else { return }
    if program.core.host.didRun(canPause: canPause), canPause { coroutine?.leave() }
  }
}

extension Program {
  /// The same as `check`, in parts.
  /// - Parameters:
  ///   - finding: finds out more of what has been checked, perhaps on another thread; it is passed what it calls after each part of that.
  ///   - found: told what came of it, when it is done.
  public func beginCheck(
    _ sources: [SourceText], session: SessionResults,
    finding: @escaping (Checked, @escaping () -> Void) -> Void = { _, _ in },
    found: @escaping (Checked) -> Void
  ) -> CheckRun {
    CheckRun(bytes: sources.reduce(0) { $0 + $1.text.utf8.count }, in: self) { [environment, limits] progress in
      let checked = UnitChecker(program: environment, session: session).check(sources, limits: limits, progress)
      if !progress.isAbandoned { finding(checked, progress.advance) }
      found(checked)
    }
  }

  /// The same as `outline`: others are looked after meanwhile.
  public func beginOutline(_ source: SourceText, found: @escaping ([OutlineEntry]) -> Void) -> CheckRun {
    CheckRun(bytes: source.text.utf8.count, in: self) { [limits] progress in
      found(progress.apart { Self.outline(of: source, limits: limits) })
    }
  }

  /// The same as `complete`, in parts.
  public func beginCompletion(
    _ source: SourceText, offset: Int, session: SessionResults, found: @escaping (Completions) -> Void
  ) -> CheckRun {
    CheckRun(bytes: source.text.utf8.count, in: self) { [unowned self] progress in
      found(complete(source, offset: offset, session: session, isExact: false, progress))
    }
  }
}
