internal import Combine

/// One activation that can wait: a statement, a task, a block on a queue.
///
/// It begins on a coroutine from the pool. If it never waits, the coroutine is back in the pool when it ends, and all it
/// cost were two switches. If it waits, or is paused so that others can run, it keeps the coroutine; whoever wakes it lets it
/// go on at a later turn, in an activation of the host's own.
final class Fiber {
  let machine: Machine
  /// The task whose code it runs; nil for a block on a queue.
  let task: TaskState?
  /// Where it runs, as far as the program can tell.
  var executor: Executor
  /// The session on whose behalf it runs.
  let session: String
  fileprivate let body: () throws(Abort) -> Void
  fileprivate let completion: (Abort?) -> Void
  fileprivate var coroutine: Coroutine?
  fileprivate var registers: Machine.Registers?
  /// Runs each part of it that follows a wait.
  fileprivate let goingOn: ((_ part: () -> Void) -> Void)?
  fileprivate var outcome: Abort?
  fileprivate var isEnded = false
  /// The pipeline it was running when it left, the store it was making, and what of it is run again.
  fileprivate var pipeline: Pipeline?
  fileprivate var construction: Construction?
  fileprivate var scopes: [WorkLedger.Scope] = []
  /// Its program is closed: it goes on only to let go of what it holds.
  fileprivate(set) var isAbandoned = false
  /// It left in the middle of its work, for others.
  fileprivate var isPaused = false
  fileprivate var hasLeft = false
  fileprivate let number: Int

  fileprivate init(
    _ machine: Machine, number: Int, task: TaskState?, executor: Executor, goingOn: ((() -> Void) -> Void)?,
    body: @escaping () throws(Abort) -> Void, completion: @escaping (Abort?) -> Void
  ) {
    self.machine = machine
    self.number = number
    self.task = task
    self.executor = executor
    self.goingOn = goingOn
    self.body = body
    self.completion = completion
    session = machine.program.registry.session
  }
}

/// The fibers of a program that have begun and not ended, and the stacks they run on.
final class Fibers {
  fileprivate var pool = CoroutinePool()
  fileprivate var live: [Int: Fiber] = [:]
  fileprivate var count = 0

  /// Why a task cannot begin: said once, until there are fewer.
  static let tooMany = "there are no more stacks for tasks: so many wait; what begins now is dropped"
  var hasSaidTooMany = false

  /// A stack for work that is no code of the program's.
  func takeCoroutine() -> Coroutine? { pool.take() }

  func giveBack(_ coroutine: Coroutine) { pool.giveBack(coroutine) }

  /// None waits for its next use any more.
  func letGoOfStacks() { pool = CoroutinePool() }

  /// How many are waiting, for tests and figures.
  var waiting: Int { live.count }
}

/// Lets one waiting fiber go on, once. What comes later is too late.
final class Waker {
  private var fiber: Fiber?

  fileprivate init(_ fiber: Fiber) { self.fiber = fiber }

  var isSpent: Bool { fiber == nil }

  /// At the end of the host's queue, so that whoever wakes runs to its own end or wait first.
  /// - Parameter isUndoable: if what wakes is undone, it waits on.
  func wake(isUndoable: Bool = false) {
    guard let fiber = take() else { return }
    let machine = fiber.machine
    let timer = machine.program.schedule(atNanoseconds: machine.program.host.nowNanoseconds) { machine.resume(fiber) }
    guard isUndoable else { return }
    UndoLog.current?.note {
      timer.cancel()
      self.fiber = fiber
    }
  }

  /// Now: only from an action of the host's, where nothing runs.
  func resume() {
    guard let fiber = take() else { return }
    fiber.machine.resume(fiber)
  }

  /// What waited goes on: whoever still has this holds nothing by it.
  fileprivate func expire() { fiber = nil }

  private func take() -> Fiber? {
    defer { fiber = nil }
    return fiber
  }
}

extension Machine {
  // MARK: Beginning

  /// Runs `body` as an activation of its own that may wait; `completion` is called when it has ended, maybe before this
  /// returns.
  /// - Parameter goingOn: is given each part of it that follows a wait, the completion included, to run it.
  func launch(
    on executor: Executor, task: TaskState? = nil, goingOn: ((_ part: () -> Void) -> Void)? = nil,
    _ body: @escaping () throws(Abort) -> Void, completion: @escaping (Abort?) -> Void
  ) {
    if program.isClosed { return completion(.ended) }
    fibers.count += 1
    let fiber = Fiber(
      self, number: fibers.count, task: task, executor: executor, goingOn: goingOn, body: body, completion: completion)
    guard task == nil || !fibers.pool.isEmpty || !Coroutine.areMany else {
      completion(.fault(Fibers.tooMany))
      return
    }
    guard let coroutine = fibers.pool.take() else {
      completion(.fault("there is no memory for another task"))
      return
    }
    fiber.coroutine = coroutine
    fiber.registers = Registers(fiber, on: coroutine)
    fibers.live[fiber.number] = fiber
    enter(fiber) { coroutine.run { fiber.run() } }
  }

  /// Runs code of the program on behalf of somebody outside who wants nothing of it: where it waits, it goes on later.
  /// - Parameter failed: called with what went wrong; if there is nobody to call, it is reported to people.
  func enter(_ body: @escaping () -> Void, failed: ((Fault) -> Void)? = nil) {
    if isRunning || program.isClosed { return body() }
    launch(on: main) { () throws(Abort) in
      body()
    } completion: { [self] abort in
      guard let abort else { return }
      if let failed, case .fault(let fault) = abort { failed(fault) } else { report(abort) }
    }
  }

  // MARK: Waiting

  /// Leaves the running activation until the waker that `arrange` gets is used.
  ///
  /// Everything that waits comes through here. The engine's transaction ends with the activation; what comes after is
  /// another one.
  func park(_ arrange: (Waker) -> Void) throws(Abort) {
    guard let fiber, !isDeinitializing else {
      throw .fault(
        "this cannot wait here: whoever asked wants the outcome at once; what takes longer belongs into a Task")
    }
    if fiber.isAbandoned { throw .ended }
    let waker = Waker(fiber)
    arrange(waker)
    fiber.coroutine?.leave()
    waker.expire()
    if fiber.isAbandoned { throw .ended }
  }

  /// Waits until everything that is ready now has had its turn.
  func yield() throws(Abort) {
    try park { $0.wake() }
  }

  /// Waits until a moment of engine time.
  func wait(untilNanoseconds deadline: Int) throws(Abort) {
    try park { waker in _ = program.schedule(atNanoseconds: deadline) { waker.resume() } }
  }

  /// Leaves in the middle of its work, so that others can run, until the host lets it go on.
  func pause() throws(Abort) {
    var reason: String?
    try park { waker in
      fiber?.isPaused = true
      program.host.pause { stopping in
        reason = stopping
        waker.resume()
      }
    }
    if let reason { stop(reason) }
  }

  // MARK: Going on

  fileprivate func resume(_ fiber: Fiber) {
    guard !fiber.isEnded, let coroutine = fiber.coroutine else { return }
    guard let goingOn = fiber.goingOn else { return enter(fiber) { coroutine.enter() } }
    goingOn { enter(fiber) { coroutine.enter() } }
  }

  private func enter(_ fiber: Fiber, _ body: () -> Void) {
    guard let registers = fiber.registers else { return }
    fiber.registers = nil
    if let origin = fiber.task?.origin { program.host.goesOn(taskAt: origin) }
    let outer = exchange(registers)
    let (session, pipeline) = (program.registry.session, program.registry.current)
    program.registry.session = fiber.session
    program.registry.restore(fiber.pipeline)
    refuel(isAbandoned: fiber.isAbandoned, wasPaused: fiber.isPaused)
    fiber.isPaused = false
    let construction = program.construction
    let scopes = program.ledger.scopes
    if fiber.hasLeft { (program.construction, program.ledger.scopes) = (fiber.construction, fiber.scopes) }
    body()
    if fiber.hasLeft || !fiber.isEnded {
      (fiber.construction, fiber.scopes) = (program.construction, program.ledger.scopes)
      (program.construction, program.ledger.scopes) = (construction, scopes)
    }
    fiber.hasLeft = true
    fiber.executor = executor
    fiber.registers = exchange(outer)
    // What is done with values before the next activation counts as well.
    if !isRunning { refuel(isAbandoned: false, wasPaused: false) }
    fiber.pipeline = program.registry.current
    program.registry.session = session
    program.registry.restore(pipeline)
    program.output.flush()
    if fiber.isEnded { finish(fiber) }
  }

  private func finish(_ fiber: Fiber) {
    fibers.live[fiber.number] = nil
    if !Coroutine.areMany { fibers.hasSaidTooMany = false }
    fiber.registers = nil
    if let coroutine = fiber.coroutine { fibers.pool.giveBack(coroutine) }
    fiber.coroutine = nil
    fiber.completion(fiber.outcome)
  }

  // MARK: Ending

  /// Lets what waits in a task's code end where it stands. What it holds is released; its own code does not run any more.
  func abandonFiber(of task: TaskState) {
    guard let fiber = fibers.live.values.first(where: { $0.task === task }) else { return }
    fiber.isAbandoned = true
    resume(fiber)
  }

  /// Lets everything that waits end where it stands, in the order in which it began. What it holds is released; none of
  /// its own code runs any more. The host is told of tasks, which somebody may wonder about.
  func abandonFibers() {
    for fiber in fibers.live.values.sorted(by: { $0.number < $1.number }) {
      fiber.isAbandoned = true
      resume(fiber)
      if let task = fiber.task, let origin = task.origin, !task.isCancelled {
        program.registry.inSession(fiber.session) { program.host.ended("superseded", taskAt: origin) }
      }
    }
  }
}

extension Fiber {
  fileprivate func run() {
    do throws(Abort) {
      try machine.activate(body)
    } catch {
      outcome = error
    }
    isEnded = true
  }
}
