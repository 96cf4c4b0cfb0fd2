/// What Dispatch counts and waits for.

/// A `Thread`, as far as one can be distinguished from another.
final class ThreadObject: NativeObject {
  let executor: Executor

  init(_ executor: Executor, type: Type) {
    self.executor = executor
    super.init(type: type)
  }

  override var text: String {
    executor.isMain ? "<_NSMainThread>{number = 1, name = main}" : "<NSThread>{number = 2, name = (null)}"
  }
  override func isEqual(to other: NativeObject) -> Bool { (other as? ThreadObject)?.executor === executor }
  override func hash(into hasher: inout Hasher) { hasher.combine(executor.label) }
}

/// A `DispatchSpecificKey`: nothing but itself.
final class SpecificKeyObject: NativeObject {}

/// A `DispatchWorkItem`: a block that can be taken back before it begins.
final class WorkItemObject: NativeObject {
  private(set) var isCancelled: Bool
  private let work: BegunWork?
  let done: DispatchGroupObject
  private let block: FunctionValue

  init(_ call: NativeCall, _ block: FunctionValue) {
    self.block = block
    work = call.machine.program.begin(call)
    isCancelled = work?.isOver ?? false
    done = DispatchGroupObject(type: .hole)
    done.enter()
    super.init(type: call.result)
  }

  func cancel() {
    isCancelled = true
    work?.end()
  }

  /// What a queue runs.
  var function: FunctionValue {
    NativeFunction { [self] _ throws(Abort) in
      if !isCancelled { _ = try block.call([]) }
      done.leave()
      return .void
    }
  }
}

/// A `DispatchGroup`: a count, and what happens when it is back at nothing.
final class DispatchGroupObject: NativeObject {
  private var count = 0
  private var actions: [() -> Void] = []

  func enter() { count += 1 }

  /// False if nobody had entered.
  @discardableResult
  func leave() -> Bool {
    guard count > 0 else { return false }
    count -= 1
    guard count == 0 else { return true }
    let present = actions
    actions = []
    for action in present { action() }
    return true
  }

  func whenEmpty(_ action: @escaping () -> Void) {
    if count == 0 { action() } else { actions.append(action) }
  }

  /// Blocks the activation until the count is nothing. False if the deadline was first.
  func wait(_ call: NativeCall, until deadline: Int?) throws(Abort) -> Bool {
    if count == 0 { return true }
    let program = call.machine.program
    if let deadline, deadline <= call.nowNanoseconds { return false }
    try call.machine.park { waker in
      let timer = deadline.map { program.schedule(atNanoseconds: $0) { waker.resume() } }
      actions.append {
        timer?.cancel()
        waker.wake()
      }
    }
    return count == 0
  }
}

/// A `DispatchSemaphore`.
final class SemaphoreObject: NativeObject {
  private var value: Int
  private var waiters: [Waker] = []

  init(_ value: Int, type: Type) {
    self.value = value
    super.init(type: type)
  }

  /// How many were woken: one, or none.
  func signal() throws(Abort) -> Int {
    waiters.removeAll(where: \.isSpent)
    if waiters.isEmpty {
      if value == .max { throw .overflow }
      value += 1
      return 0
    }
    waiters.removeFirst().wake()
    return 1
  }

  /// Blocks the activation until somebody signals. False if the deadline was first.
  func wait(_ call: NativeCall, until deadline: Int?) throws(Abort) -> Bool {
    if value > 0 {
      value -= 1
      return true
    }
    if let deadline, deadline <= call.nowNanoseconds { return false }
    let program = call.machine.program
    var isLate = false
    try call.machine.park { waker in
      waiters.append(waker)
      if let deadline, deadline != .max {
        _ = program.schedule(atNanoseconds: deadline) {
          guard !waker.isSpent else { return }
          isLate = true
          waker.resume()
        }
      }
    }
    return !isLate
  }
}
