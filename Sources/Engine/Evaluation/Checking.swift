import Language

/// The check of a text, or what could stand in it, found in parts, with what others do in between. Where that has changed the
/// program, it begins anew.
public final class Checking<Outcome> {
  typealias Begin = (Program, SessionResults, @escaping (Outcome) -> Void) -> CheckRun

  private let engine: Engine
  private let namespace: Namespace
  private let begin: Begin
  private let session: String
  private let hold: Hold
  private var completion: ((Outcome) -> Void)?
  private var run: CheckRun?
  private var outcome: Outcome?
  /// Told why it ended before it was done, where that was in the middle of it.
  private let stopped: (String) -> Void
  private var reasonToStop: String?
  /// What the program was when it began.
  private var version = 0
  private var attempts = 0

  /// Others may change the program again and again: at last it is checked at one go.
  private static var attemptsMax: Int { 3 }

  init(
    _ engine: Engine, _ namespace: Namespace, session: String, _ hold: Hold, begin: @escaping Begin,
    stopped: @escaping (String) -> Void = { _ in }, completion: @escaping (Outcome) -> Void
  ) {
    self.engine = engine
    self.namespace = namespace
    self.begin = begin
    self.session = session
    self.hold = hold
    self.stopped = stopped
    self.completion = completion
  }

  var isDone: Bool { completion == nil }

  /// Gives up; the completion is not called.
  public func cancel() {
    completion = nil
    run?.abandon()
    hold.free()
  }

  func start() {
    let program = namespace.program!
    let results = engine.results(of: engine.session(session), in: namespace)
    version = program.version
    attempts += 1
    outcome = nil
    let run = begin(program, results) { [unowned self] in outcome = $0 }
    self.run = run
    guard attempts <= Self.attemptsMax, !engine.evaluations.areWantedAtOnce else {
      run.finish()
      return finish()
    }
    goOn()
  }

  private func goOn() {
    guard !isDone, let run else { return }
    let outer = engine.evaluations.checking
    engine.evaluations.checking = self
    run.resume()
    engine.evaluations.checking = outer
    guard !isDone else { return }
    if let reasonToStop {
      run.abandon()
      cancel()
      return stopped(reasonToStop)
    }
    if run.isAbandoned || (run.isDone && namespace.program.version != version) { return start() }
    if run.isDone { return finish() }
    engine.didPause(Pause(hold) { [self] _ in goOn() })
  }

  private func finish() {
    let completion = completion
    self.completion = nil
    run = nil
    completion?(outcome!)
  }
}

/// A check in the middle of its work.
protocol RunningCheck: AnyObject {
  /// Ends it soon, without an outcome. For what it calls back to; `cancel` is for all others.
  func stop(_ reason: String)
}

extension Checking: RunningCheck {
  func stop(_ reason: String) {
    reasonToStop = reason
    run?.stop()
  }
}
