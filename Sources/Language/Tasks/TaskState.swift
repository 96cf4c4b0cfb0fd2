internal import Combine

/// A task: what it came to, who waits for it, and whether it was asked to stop.
final class TaskState {
  enum Outcome {
    case value(Value)
    case failed(Abort)
  }

  let machine: Machine
  private(set) var outcome: Outcome?
  private(set) var isCancelled = false
  private var waiters: [Waker] = []
  private var handlers: [(number: Int, action: () -> Void)] = []
  private var handlerCount = 0
  /// Those that run and whose cancellation is its own, too (`async let`, a group, the children of a group), numbered as they
  /// came.
  private var children: [Int: TaskState] = [:]
  private var childCount = 0
  private weak var parent: TaskState?
  private var numberInParent = 0
  let priority: Int
  /// Where the program made it; nil for children and statements, whose end somebody waits for.
  private(set) var origin: Location?
  /// It was cancelled, and another one made at the same place has taken over.
  private var isSuperseded = false
  /// What began it is undone: it does not begin.
  private var isTakenBack = false
  /// As what it was begun, where it is begun again.
  var work: BegunWork?
  /// What `@TaskLocal` properties are while it runs. It begins with those of the task that makes it, unless it is detached.
  var locals: [ObjectIdentifier: Value]
  /// Told when it has ended, before those who wait go on.
  var onEnd: ((TaskState) -> Void)?

  init(_ machine: Machine, priority: Int = TaskState.userInitiated, isDetached: Bool = false) {
    self.machine = machine
    self.priority = priority
    locals = isDetached ? [:] : machine.fiber?.task?.locals ?? [:]
  }

  /// One that was cancelled and has ended.
  init(_ machine: Machine, calledOff outcome: Outcome) {
    self.machine = machine
    self.outcome = outcome
    priority = Self.userInitiated
    locals = [:]
    isCancelled = true
  }

  static let userInitiated = 25

  // MARK: Cancelling

  /// Asks the task to stop: it sees that where it looks. Idempotent.
  func cancel() {
    guard !isCancelled, outcome == nil else { return }
    isCancelled = true
    work?.end()
    if origin != nil { machine.givenUp.append(self) }
    let present = handlers
    handlers = []
    for handler in present { handler.action() }
    for (_, child) in children.sorted(by: { $0.key < $1.key }) { child.cancel() }
  }

  /// The same for a statement that nobody waits for any more: its end is reported like that of a task made at `place`.
  func cancel(tellingOf place: Location) {
    guard !isCancelled, outcome == nil else { return }
    origin = place
    cancel()
  }

  /// Calls back when the task is cancelled: at once if it is already. Gives back what `removeHandler` takes.
  @discardableResult
  func onCancel(_ action: @escaping () -> Void) -> Int {
    if isCancelled {
      action()
      return 0
    }
    handlerCount += 1
    handlers.append((handlerCount, action))
    return handlerCount
  }

  func removeHandler(_ number: Int) { handlers.removeAll { $0.number == number } }

  func adopt(_ child: TaskState) {
    childCount += 1
    children[childCount] = child
    (child.parent, child.numberInParent) = (self, childCount)
    if isCancelled { child.cancel() }
  }

  // MARK: Running

  /// Begins the task at the end of the host's queue.
  /// - Parameter origin: where the program made it, if its end is to be reported when it was cancelled.
  func start(on executor: Executor, from origin: Location? = nil, _ body: @escaping () throws(Abort) -> Value) {
    let machine = machine
    self.origin = origin
    if let origin {
      for task in machine.givenUp where task.origin == origin { task.isSuperseded = true }
    }
    let begin = machine.program.schedule(atNanoseconds: machine.program.host.nowNanoseconds) { [self] in
      // Whoever waits for it goes on.
      if isTakenBack { return finish(.failed(.ended)) }
      run(on: executor, body)
    }
    UndoLog.current?.note {
      (self.isTakenBack, self.origin) = (true, nil)
      if self.waiters.isEmpty, self.parent == nil { begin.cancel() }
    }
  }

  private func run(on executor: Executor, _ body: @escaping () throws(Abort) -> Value) {
    guard !machine.program.isClosed else { return }
    var value = Value.void
    machine.launch(on: executor, task: self) { () throws(Abort) in
      value = try body()
    } completion: { [self] abort in
      finish(abort.map { .failed($0) } ?? .value(value))
      value = .void
    }
  }

  func finish(_ outcome: Outcome) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    handlers = []
    children = [:]
    // What it came to is nobody's but theirs who wait for it: a parent that goes on for ever would keep it.
    parent?.children[numberInParent] = nil
    if isCancelled, let origin {
      machine.givenUp.removeAll { $0 === self }
      machine.program.host.ended(isSuperseded ? "superseded" : "cancelled", taskAt: origin)
    }
    // A trap ends its task; whoever waits hears of it, and nobody waiting is no reason to keep silent.
    if case .failed(let abort) = outcome, case .fault = abort, waiters.isEmpty, onEnd == nil {
      machine.report(abort, ofTaskAt: origin)
    }
    onEnd?(self)
    onEnd = nil
    let present = waiters
    waiters = []
    for waiter in present { waiter.wake() }
  }

  // MARK: Waiting for it

  /// Waits until the task has ended. Being cancelled does not end the waiting.
  func wait() throws(Abort) -> Outcome {
    while true {
      if let outcome { return outcome }
      try machine.park { waiters.append($0) }
    }
  }

  /// Its value, or what it threw.
  func value() throws(Abort) -> Value {
    switch try wait() {
    case .value(let value): return value
    case .failed(let abort): throw abort
    }
  }
}
