import Language

/// A host for one trial: its clock goes from timer to timer, its requests only stubs answer. What is printed and written is
/// lost.
final class TrialHost: Host {
  /// What an activation of a trial may take: some tens of milliseconds.
  static let stepsMax = 200_000
  /// A trial that does more than this goes on for ever.
  private static let firedMax = 10_000
  private static let stretchesMax = 1_000

  private(set) var nowNanoseconds: Int
  let random: RandomSource
  private(set) var fault: Fault?
  /// What everything that happens now follows from, timers too: the commit whose input is given.
  var origin: Int?
  /// Whose failure is nobody's concern.
  var unheeded: Pipeline?
  /// What properties have instead of their initial values.
  private let kept: [String: PortableValue]
  /// Answers to requests; those that the engine has are not used up by this.
  private var requests: RequestLog
  private var timers = TimerQueue()
  private var stretches = 0
  private let system: (any System)?
  private let lookAround: (Bool) -> Bool

  /// - Parameters:
  ///   - random: nobody else draws from it.
  ///   - lookAround: looks after whoever waits meanwhile.
  init(
    _ system: (any System)?, at now: Int = 0, keeping kept: [String: PortableValue] = [:],
    requests: RequestLog = RequestLog(), random: RandomSource, _ lookAround: @escaping (Bool) -> Bool
  ) {
    self.system = system
    self.random = random
    nowNanoseconds = now
    self.kept = kept
    self.requests = requests
    self.lookAround = lookAround
  }

  var memoryInUse: Int { system?.memoryInUse ?? 0 }

  func schedule(atNanoseconds deadline: Int, _ action: @escaping () -> Void) -> any HostTimer {
    let origin = origin
    return timers.insert(deadline: max(deadline, nowNanoseconds)) { [unowned self] in
      self.origin = origin
      action()
      self.origin = nil
    }
  }

  func load(
    _ request: HTTPRequest, for pipeline: Pipeline?, at location: Location, _ receive: @escaping (HTTPOutcome) -> Void
  ) -> any HostWork {
    let found = requests.answer(to: request)
    let (delay, outcome) = OutsideWorld.outcome(of: request, answeredBy: found?.answer)
    return TimedWork(schedule(atNanoseconds: nowNanoseconds + delay) { receive(outcome) })
  }

  private final class TimedWork: HostWork {
    private let timer: any HostTimer
    init(_ timer: any HostTimer) { self.timer = timer }
    func cancel() { timer.cancel() }
  }

  func advance(to time: Int) {
    var fired = 0
    while fault == nil, let due = timers.popDue(at: time) {
      nowNanoseconds = max(nowNanoseconds, due.deadline)
      fired += 1
      due.action()
      if fired >= Self.firedMax { fail("more than \(fired) timers fire in it") }
    }
    nowNanoseconds = max(nowNanoseconds, time)
  }

  func didRun(canPause: Bool) -> Bool {
    _ = lookAround(false)
    stretches += 1
    if stretches >= Self.stretchesMax { Program.stopRunning("the trial takes too long") }
    return false
  }

  private func fail(_ message: String) {
    fault = fault ?? Fault(message: message, location: Location(file: "try", line: 1, column: 1))
  }

  func failed(_ pipeline: Pipeline, with fault: Fault) {
    if pipeline !== unheeded { self.fault = self.fault ?? fault }
  }
  func printed(_ text: String, endsLine: Bool, by pipeline: Pipeline?) {}
  func wrote(_ object: Instance, slot: Int, old: Value, as kind: WriteKind, begun: Int) {}
  func edited(_ object: Instance, slot: Int, _ edit: ElementEdit, as kind: WriteKind, begun: Int) {}
  func noted(_ state: String, _ text: String, by pipeline: Pipeline?) {}
  func expected(_ failure: Fault?, by pipeline: Pipeline?) {}
  func keptValue(store: String, property: String, schema: Schema) -> PortableValue? {
    kept[store + "." + property]
  }
}
