/// The tables of Swift's concurrency: tasks, groups, continuations, asynchronous sequences, clocks.
enum ConcurrencyLibrary {
  typealias Table = @Sendable () -> LibraryType

  static let types: [String: Table] = {
    var types: [String: Table] = [:]
    for part in [tasks(), groups(), continuations(), sequences(), streams(), clocks(), taskLocals()] {
      types.merge(part) { first, _ in first }
    }
    return types
  }()

  static func globals() -> [LibraryEntry] {
    groupFunctions() + continuationFunctions() + sleepFunctions() + instantOperators()
      + CombineLibrary.dispatchOperators()
  }
}

extension NativeCall {
  /// The task that is running; nil in code that is none's.
  var task: TaskState? { machine.fiber?.task }

  /// The engine's clock.
  var nowNanoseconds: Int { machine.program.host.nowNanoseconds }

  func sleep(nanoseconds: Int) throws(Abort) {
    let (deadline, isOverflown) = nowNanoseconds.addingReportingOverflow(max(0, nanoseconds))
    try machine.wait(untilNanoseconds: isOverflown ? .max : deadline)
  }

  /// Sleeps as `Task.sleep` does: cancellation ends it early.
  func sleepCancellably(nanoseconds: Int) throws(Abort) {
    let (deadline, isOverflown) = nowNanoseconds.addingReportingOverflow(max(0, nanoseconds))
    try sleepCancellably(untilNanoseconds: isOverflown ? .max : deadline)
  }

  func sleepCancellably(untilNanoseconds deadline: Int) throws(Abort) {
    try checkCancellation()
    let task = task
    var handler: Int?
    let program = machine.program
    try machine.park { waker in
      let timer = program.schedule(atNanoseconds: deadline) { waker.resume() }
      handler = task?.onCancel {
        timer.cancel()
        waker.wake()
      }
    }
    if let handler { task?.removeHandler(handler) }
    try checkCancellation()
  }

  func checkCancellation() throws(Abort) {
    if task?.isCancelled == true { throw .thrown(machine.cancellationError, at: location) }
  }
}

extension Machine {
  var cancellationError: Value {
    let type = library.type(named: "CancellationError").map { Type.nominal($0, []) } ?? .hole
    return .native(CancellationErrorObject(type: type))
  }
}

/// `CancellationError`.
final class CancellationErrorObject: NativeObject {
  override var text: String { "CancellationError()" }
  override var portable: PortableValue? { .string(text) }
  override func isEqual(to other: NativeObject) -> Bool { other is CancellationErrorObject }
  override func hash(into hasher: inout Hasher) {}
}
