/// Task groups: children that end before the group does, their results in the order in which they come.
final class GroupObject: NativeObject {
  let machine: Machine
  let state: TaskState
  /// Ended, and not yet asked for.
  private var ended: [TaskState] = []
  private var running = 0
  private var waiters: [Waker] = []
  private let isDiscarding: Bool
  private let isThrowing: Bool
  /// The first error of a discarding group.
  private(set) var failure: Abort?

  init(_ machine: Machine, isDiscarding: Bool, isThrowing: Bool, type: Type) {
    self.machine = machine
    self.isDiscarding = isDiscarding
    self.isThrowing = isThrowing
    state = TaskState(machine, priority: machine.fiber?.task?.priority ?? TaskState.userInitiated)
    super.init(type: type)
    machine.fiber?.task?.adopt(state)
  }

  var isEmpty: Bool { running == 0 && ended.isEmpty }

  func add(_ operation: FunctionValue, priority: Int) {
    let child = TaskState(machine, priority: priority)
    state.adopt(child)
    running += 1
    child.onEnd = { [weak self] child in
      guard let self else { return }
      running -= 1
      if isDiscarding {
        if case .failed(let abort) = child.outcome, failure == nil {
          failure = abort
          state.cancel()
        }
      } else {
        ended.append(child)
      }
      let present = waiters
      waiters = []
      for waiter in present { waiter.wake() }
    }
    child.start(on: machine.place(of: operation, isDetached: true)) { () throws(Abort) in try operation.call([]) }
  }

  /// The next result; nil when there are no more children.
  func next() throws(Abort) -> TaskState.Outcome? {
    while ended.isEmpty {
      if running == 0 { return nil }
      try machine.park { waiters.append($0) }
    }
    return ended.removeFirst().outcome
  }

  /// The same as a value: what a child threw is thrown.
  func nextValue() throws(Abort) -> Value? {
    switch try next() {
    case .value(let value)?: return value
    case .failed(let abort)?: throw abort
    case nil: return nil
    }
  }

  /// Waits for all that are left, whatever they come to.
  func finish() throws(Abort) {
    while running > 0 { try machine.park { waiters.append($0) } }
    ended = []
  }
}

/// Walking a group gives its results.
private final class GroupSource: ElementSource {
  private let group: GroupObject
  init(_ group: GroupObject) { self.group = group }
  func next() throws(Abort) -> Value? { try group.nextValue() }
}

extension GroupObject: AsynchronousObject {
  func makeAsyncIterator() -> any ElementSource { GroupSource(self) }
}

extension ConcurrencyLibrary {
  static func groups() -> [String: Table] {
    [
      "TaskGroup": {
        LibraryType(
          """
          struct TaskGroup<ChildTaskResult>: AsyncSequence {
            typealias Element = ChildTaskResult
            typealias Failure = Never
          }
          """, adding(isThrowing: false) + collecting("", failure: "Never"), .group)
      },
      "ThrowingTaskGroup": {
        LibraryType(
          """
          struct ThrowingTaskGroup<ChildTaskResult, Failure: Error>: AsyncSequence {
            typealias Element = ChildTaskResult
          }
          """, adding(isThrowing: true) + collecting(" throws", failure: "Failure"), .group)
      },
      "DiscardingTaskGroup": {
        LibraryType("struct DiscardingTaskGroup {}", adding(isThrowing: false, result: "Void"))
      },
      "ThrowingDiscardingTaskGroup": {
        LibraryType(
          "struct ThrowingDiscardingTaskGroup<Failure: Error> {}", adding(isThrowing: true, result: "Void"))
      },
    ]
  }

  private static func group(_ call: NativeCall) throws(Abort) -> GroupObject {
    guard let group = call[0].object(GroupObject.self) else { throw .trap("this is no task group") }
    return group
  }

  private static func adding(isThrowing: Bool, result: String = "ChildTaskResult") -> [LibraryEntry] {
    let effects = isThrowing ? "async throws" : "async"
    func add(_ call: NativeCall, unlessCancelled: Bool) throws(Abort) -> Value {
      let group = try group(call)
      if unlessCancelled, group.state.isCancelled { return .bool(false) }
      group.add(call[call.arguments.count - 1].closure, priority: call.priority)
      return unlessCancelled ? .bool(true) : .void
    }
    return [
      contextual(
        "func addTask(priority: TaskPriority? = nil, operation: @escaping @Sendable () \(effects) -> \(result))"
      ) { call throws(Abort) in try add(call, unlessCancelled: false) },
      contextual(
        "func addTaskUnlessCancelled(priority: TaskPriority? = nil, "
          + "operation: @escaping @Sendable () \(effects) -> \(result)) -> Bool"
      ) { call throws(Abort) in try add(call, unlessCancelled: true) },
      contextual("func cancelAll()") { call throws(Abort) in
        try group(call).state.cancel()
        return .void
      },
      contextual("var isCancelled: Bool { get }") { call throws(Abort) in .bool(try group(call).state.isCancelled) },
      contextual("var isEmpty: Bool { get }") { call throws(Abort) in .bool(try group(call).isEmpty) },
    ]
  }

  private static func collecting(_ effect: String, failure: String) -> [LibraryEntry] {
    [
      contextual("func next() async\(effect) -> ChildTaskResult?") { call throws(Abort) in
        try group(call).nextValue().map { $0.some } ?? .null
      },
      contextual("func nextResult() async -> Result<ChildTaskResult, \(failure)>?") { call throws(Abort) in
        switch try group(call).next() {
        case .value(let value)?: return try call.outcome("success", value).some
        case .failed(.thrown(let thrown, _))?: return try call.outcome("failure", thrown.value).some
        case .failed(let abort)?: throw abort
        case nil: return .null
        }
      },
      contextual("func waitForAll() async\(effect)") { call throws(Abort) in
        let group = try group(call)
        var failure: Abort?
        while let outcome = try group.next() {
          if case .failed(let abort) = outcome, failure == nil { failure = abort }
        }
        if let failure { throw failure }
        return .void
      },
    ]
  }

  static func groupFunctions() -> [LibraryEntry] {
    func run(_ call: NativeCall, isDiscarding: Bool, isThrowing: Bool) throws(Abort) -> Value {
      let type = call.site.parameterTypes.last?.asFunction?.parameters.first?.type ?? .hole
      let group = GroupObject(call.machine, isDiscarding: isDiscarding, isThrowing: isThrowing, type: type)
      // The task that it is in has no part in it any more: one that goes on for ever would keep all its groups.
      defer { group.state.finish(.value(.void)) }
      do throws(Abort) {
        var arguments = [Value.native(group)]
        let value = try call[call.arguments.count - 1].closure.callInout(&arguments)
        try group.finish()
        if let failure = group.failure { throw failure }
        return value
      } catch {
        if case .ended = error { throw error }
        // What the body threw stops the children, and waits for them.
        group.state.cancel()
        try group.finish()
        throw error
      }
    }
    let results = "of childTaskResultType: ChildTaskResult.Type = ChildTaskResult.self, "
    return [
      contextual(
        "func withTaskGroup<ChildTaskResult, GroupResult>(\(results)returning returnType: GroupResult.Type = "
          + "GroupResult.self, body: (inout TaskGroup<ChildTaskResult>) async -> GroupResult) async -> GroupResult"
      ) { call throws(Abort) in try run(call, isDiscarding: false, isThrowing: false) },
      contextual(
        "func withThrowingTaskGroup<ChildTaskResult, GroupResult>(\(results)returning returnType: GroupResult.Type = "
          + "GroupResult.self, body: (inout ThrowingTaskGroup<ChildTaskResult, any Error>) async throws -> GroupResult) "
          + "async throws -> GroupResult"
      ) { call throws(Abort) in try run(call, isDiscarding: false, isThrowing: true) },
      contextual(
        "func withDiscardingTaskGroup<GroupResult>(returning returnType: GroupResult.Type = GroupResult.self, "
          + "body: (inout DiscardingTaskGroup) async -> GroupResult) async -> GroupResult"
      ) { call throws(Abort) in try run(call, isDiscarding: true, isThrowing: false) },
      contextual(
        "func withThrowingDiscardingTaskGroup<GroupResult>(returning returnType: GroupResult.Type = GroupResult.self, "
          + "body: (inout ThrowingDiscardingTaskGroup<any Error>) async throws -> GroupResult) async throws "
          + "-> GroupResult"
      ) { call throws(Abort) in try run(call, isDiscarding: true, isThrowing: true) },
    ]
  }
}
