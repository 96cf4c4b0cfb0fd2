import Language

/// The check of a text, in parts, with what others do in between. Where that has changed the program, it begins anew.
public final class Checking {
  private let engine: Engine
  private let namespace: Namespace
  private let sources: [SourceText]
  private let session: String
  private let hold: Hold
  private var completion: ((Checked) -> Void)?
  private var run: CheckRun?
  /// What the program was when it began.
  private var version = 0
  private var attempts = 0

  /// Others may change the program again and again: at last it is checked at one go.
  private static let attemptsMax = 3

  init(
    _ engine: Engine, _ namespace: Namespace, _ sources: [SourceText], session: String, _ hold: Hold,
    completion: @escaping (Checked) -> Void
  ) {
    self.engine = engine
    self.namespace = namespace
    self.sources = sources
    self.session = session
    self.hold = hold
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
    guard attempts <= Self.attemptsMax, !engine.evaluations.areWantedAtOnce else {
      return finish(program.check(sources, session: results))
    }
    run = program.beginCheck(sources, session: results)
    goOn()
  }

  private func goOn() {
    guard !isDone, let run else { return }
    let outer = engine.evaluations.checking
    engine.evaluations.checking = self
    run.resume()
    engine.evaluations.checking = outer
    if run.isAbandoned || (run.outcome != nil && namespace.program.version != version) { return start() }
    if let outcome = run.outcome { return finish(outcome) }
    engine.didPause(Pause(hold) { [self] _ in goOn() })
  }

  private func finish(_ checked: Checked) {
    let completion = completion
    self.completion = nil
    run = nil
    completion?(checked)
  }
}
