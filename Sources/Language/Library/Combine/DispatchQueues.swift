/// Dispatch as programs know it: queues, work items, groups, semaphores, and threads as far as they can be distinguished.
///
/// Blocks take their turn on the engine's thread. A block that sleeps or waits keeps its own queue, if that is serial, and
/// nobody else.
internal import Combine

extension CombineLibrary {
  static func dispatch() -> [String: Table] {
    let types: [String: Table] = [
      "DispatchQueue": { LibraryType("final class DispatchQueue: Scheduler {}", making() + working()) },
      "DispatchWorkItem": { LibraryType("final class DispatchWorkItem {}", workItem()) },
      "DispatchGroup": { LibraryType("final class DispatchGroup {}", group()) },
      "DispatchSemaphore": { LibraryType("final class DispatchSemaphore {}", semaphore()) },
      "DispatchTimeoutResult": {
        LibraryType("enum DispatchTimeoutResult: Hashable { case success; case timedOut }")
      },
      "DispatchTime": { LibraryType("struct DispatchTime: Comparable, Hashable {}", time("DispatchTime")) },
      "DispatchWallTime": {
        LibraryType("struct DispatchWallTime: Comparable, Hashable {}", time("DispatchWallTime"))
      },
      "DispatchTimeInterval": {
        LibraryType(
          """
          enum DispatchTimeInterval: Hashable {
            case seconds(Int); case milliseconds(Int); case microseconds(Int); case nanoseconds(Int); case never
          }
          """)
      },
      "DispatchWorkItemFlags": { LibraryType("struct DispatchWorkItemFlags: OptionSet {}", flags()) },
      "DispatchSpecificKey": {
        LibraryType(
          "final class DispatchSpecificKey<T> {}",
          [contextual("init()") { .native(SpecificKeyObject(type: $0.result)) }])
      },
    ]
    return types.merging(queueParts()) { first, _ in first }.merging(dispatchSources()) { first, _ in first }
  }

  static func threads() -> [String: Table] {
    ["Thread": { LibraryType("final class Thread {}", thread()) }]
  }

  private static func queue(_ call: NativeCall, _ target: Executor) -> Value {
    .native(
      SchedulerObject(
        HostScheduler(machine: call.machine, isImmediate: false, target: target), name: target.label, type: call.result)
    )
  }

  private static func making() -> [LibraryEntry] {
    [
      contextual("static var main: DispatchQueue { get }") { queue($0, $0.machine.main) },
      contextual("static func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue") {
        queue($0, $0.machine.global)
      },
      contextual(
        """
        init(
          label: String, qos: DispatchQoS = .unspecified, attributes: DispatchQueue.Attributes = [],
          target: DispatchQueue? = nil)
        """
      ) { call in
        // An option set's value shows which of its names are in it.
        let attributes = (try? call.describe(call[2], as: call.site.parameterTypes[2])) ?? ""
        return queue(call, Executor(attributes.contains("concurrent") ? .concurrent : .serial, label: call[0].text))
      },
      unary("var label: String { get }") { .string($0.object(SchedulerObject.self)?.text ?? "") },
      // One after the other: there is one thread, and the caller waits for all.
      contextual("static func concurrentPerform(iterations: Int, execute work: (Int) -> Void)") { call throws(Abort) in
        let (count, work) = (call[call.arguments.count - 2].integer, call[call.arguments.count - 1].closure)
        for number in 0..<max(0, count) { _ = try work.call(.int(number)) }
        return .void
      },
    ] + specifics()
  }

  /// What a queue carries with it, by which the work on it knows where it is.
  private static func specifics() -> [LibraryEntry] {
    func key(_ value: Value) throws(Abort) -> ObjectIdentifier {
      guard let key = value.object(SpecificKeyObject.self) else { throw .trap("this is no key of a queue") }
      return ObjectIdentifier(key)
    }
    return [
      contextual("func setSpecific<T>(key: DispatchSpecificKey<T>, value: T?)") { call throws(Abort) in
        try call.executor(0).specifics[try key(call[1])] = call[2].unwrapped.map { (call[1], $0) }
        return .void
      },
      contextual("func getSpecific<T>(key: DispatchSpecificKey<T>) -> T?") { call throws(Abort) in
        try call.executor(0).specifics[try key(call[1])]?.value.some ?? .null
      },
      contextual("static func getSpecific<T>(key: DispatchSpecificKey<T>) -> T?") { call throws(Abort) in
        call.machine.executor.specifics[try key(call[0])]?.value.some ?? .null
      },
    ]
  }

  // MARK: Work on queues

  private static func working() -> [LibraryEntry] {
    func submit(_ call: NativeCall, _ work: FunctionValue, group: Value = .null, at deadline: Int? = nil) throws(Abort)
      -> Value
    {
      let target = try call.executor(0)
      let group = group.unwrapped?.object(DispatchGroupObject.self)
      group?.enter()
      let machine = call.machine
      if let group { UndoLog.current?.note { group.leave() } }
      _ = machine.program.begin(atNanoseconds: deadline ?? call.nowNanoseconds) {
        target.begin(machine) { () throws(Abort) in
          _ = try work.call([])
        } completion: { _ in
          group?.leave()
        }
      }
      return .void
    }
    return [
      contextual(
        """
        func async(
          group: DispatchGroup? = nil, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
          execute work: @escaping () -> Void)
        """
      ) { call throws(Abort) in try submit(call, call[4].closure, group: call[1]) },
      contextual("func async(execute workItem: DispatchWorkItem)") { call throws(Abort) in
        try submit(call, try call.workItem(1).function)
      },
      contextual("func async(group: DispatchGroup, execute workItem: DispatchWorkItem)") { call throws(Abort) in
        try submit(call, try call.workItem(2).function, group: call[1].some)
      },
      contextual(
        """
        func asyncAfter(
          deadline: DispatchTime, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
          execute work: @escaping () -> Void)
        """
      ) { call throws(Abort) in try submit(call, call[4].closure, at: call[1].instant) },
      contextual("func asyncAfter(deadline: DispatchTime, execute: DispatchWorkItem)") { call throws(Abort) in
        try submit(call, try call.workItem(2).function, at: call[1].instant)
      },
      contextual(
        """
        func asyncAfter(
          wallDeadline: DispatchWallTime, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
          execute work: @escaping () -> Void)
        """
      ) { call throws(Abort) in try submit(call, call[4].closure, at: call.instant(atDate: call[1].instant)) },
      contextual("func sync<T>(execute work: () throws -> T) rethrows -> T") { call throws(Abort) in
        try call.executor(0).sync(call.machine) { () throws(Abort) in try call[1].closure.call([]) }
      },
      contextual("func sync<T>(flags: DispatchWorkItemFlags, execute work: () throws -> T) rethrows -> T") {
        call throws(Abort) in
        try call.executor(0).sync(call.machine) { () throws(Abort) in try call[2].closure.call([]) }
      },
      contextual("func sync(execute workItem: DispatchWorkItem)") { call throws(Abort) in
        let item = try call.workItem(1)
        return try call.executor(0).sync(call.machine) { () throws(Abort) in try item.function.call([]) }
      },
      contextual("func suspend()") { call throws(Abort) in
        try call.executor(0).suspend()
        return .void
      },
      contextual("func resume()") { call throws(Abort) in
        try call.executor(0).resume(call.machine)
        return .void
      },
    ]
  }

  private static func flags() -> [LibraryEntry] {
    ["barrier", "detached", "assignCurrentContext", "noQoS", "inheritQoS", "enforceQoS"].map { name in
      contextual("static var \(name): DispatchWorkItemFlags { get }") { call in
        .native(NamedObject(name, type: call.result))
      }
    }
  }

  private static func workItem() -> [LibraryEntry] {
    [
      contextual(
        """
        init(qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], block: @escaping () -> Void)
        """
      ) { call in .native(WorkItemObject(call, call[2].closure)) },
      contextual("func perform()") { call throws(Abort) in try call.workItem(0).function.call([]) },
      contextual("func cancel()") { call throws(Abort) in
        try call.workItem(0).cancel()
        return .void
      },
      contextual("var isCancelled: Bool { get }") { call throws(Abort) in .bool(try call.workItem(0).isCancelled) },
      contextual("func wait()") { call throws(Abort) in
        _ = try call.workItem(0).done.wait(call, until: nil)
        return .void
      },
      contextual("@discardableResult func wait(timeout: DispatchTime) -> DispatchTimeoutResult") { call throws(Abort) in
        call.timeoutResult(try call.workItem(0).done.wait(call, until: call[1].instant))
      },
      contextual(
        """
        func notify(
          qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], queue: DispatchQueue,
          execute: @escaping () -> Void)
        """
      ) { call throws(Abort) in
        let (target, work) = (try call.executor(3), call[4].closure)
        try call.workItem(0).done.whenEmpty { [machine = call.machine] in machine.submit(work, to: target) }
        return .void
      },
    ]
  }

  // MARK: Groups and semaphores

  private static func group() -> [LibraryEntry] {
    func group(_ call: NativeCall) throws(Abort) -> DispatchGroupObject {
      guard let group = call[0].object(DispatchGroupObject.self) else { throw .trap("this is no group") }
      return group
    }
    return [
      contextual("init()") { .native(DispatchGroupObject(type: $0.result)) },
      contextual("func enter()") { call throws(Abort) in
        try group(call).enter()
        return .void
      },
      contextual("func leave()") { call throws(Abort) in
        guard try group(call).leave() else { throw call.fault("Unbalanced call to dispatch_group_leave()") }
        return .void
      },
      contextual(
        """
        func notify(
          qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], queue: DispatchQueue,
          execute work: @escaping () -> Void)
        """
      ) { call throws(Abort) in
        let (target, work) = (try call.executor(3), call[4].closure)
        try group(call).whenEmpty { [machine = call.machine] in machine.submit(work, to: target) }
        return .void
      },
      contextual("func wait()") { call throws(Abort) in
        _ = try group(call).wait(call, until: nil)
        return .void
      },
      contextual("@discardableResult func wait(timeout: DispatchTime) -> DispatchTimeoutResult") { call throws(Abort) in
        call.timeoutResult(try group(call).wait(call, until: call[1].instant))
      },
    ]
  }

  private static func semaphore() -> [LibraryEntry] {
    func semaphore(_ call: NativeCall) throws(Abort) -> SemaphoreObject {
      guard let semaphore = call[0].object(SemaphoreObject.self) else { throw .trap("this is no semaphore") }
      return semaphore
    }
    return [
      contextual("init(value: Int)") { .native(SemaphoreObject($0[0].integer, type: $0.result)) },
      contextual("func wait()") { call throws(Abort) in
        _ = try semaphore(call).wait(call, until: nil)
        return .void
      },
      contextual("func wait(timeout: DispatchTime) -> DispatchTimeoutResult") { call throws(Abort) in
        call.timeoutResult(try semaphore(call).wait(call, until: call[1].instant))
      },
      contextual("@discardableResult func signal() -> Int") { call throws(Abort) in
        .int(try semaphore(call).signal())
      },
    ]
  }

  // MARK: Time

  private static func time(_ name: String) -> [LibraryEntry] {
    [
      contextual("static func now() -> \(name)") { call in
        let host = call.machine.program.host
        return .native(
          InstantObject(name == "DispatchWallTime" ? host.dateNanoseconds : host.nowNanoseconds, type: call.result))
      },
      contextual("static var distantFuture: \(name) { get }") { .native(InstantObject(.max, type: $0.result)) },
      contextual("init(uptimeNanoseconds: UInt64)") { .native(InstantObject($0[0].clampedInteger, type: $0.result)) },
      unary("var uptimeNanoseconds: UInt64 { get }") { .int($0.instant) },
      contextual("func advanced(by n: DispatchTimeInterval) -> \(name)") { call in
        .native(InstantObject(call[0].instant.after(call[1].interval), type: call.result))
      },
    ]
  }

  static func dispatchOperators() -> [LibraryEntry] {
    ["DispatchTime", "DispatchWallTime"].flatMap { name in
      [
        contextual("func + (time: \(name), seconds: Double) -> \(name)") { call in
          .native(InstantObject(call[0].instant.after(.seconds(call[1].number)), type: call.result))
        },
        contextual("func + (time: \(name), interval: DispatchTimeInterval) -> \(name)") { call in
          .native(InstantObject(call[0].instant.after(call[1].interval), type: call.result))
        },
      ]
    }
  }

  // MARK: Threads

  private static func thread() -> [LibraryEntry] {
    [
      contextual("static var isMainThread: Bool { get }") { .bool($0.machine.executor.isMain) },
      contextual("static var current: Thread { get }") { .native(ThreadObject($0.machine.executor, type: $0.result)) },
      contextual("static var main: Thread { get }") { .native(ThreadObject($0.machine.main, type: $0.result)) },
      unary("var isMainThread: Bool { get }") { .bool($0.object(ThreadObject.self)?.executor.isMain ?? false) },
      unary("var name: String? { get }") {
        .string($0.object(ThreadObject.self)?.executor.isMain == true ? "main" : "").some
      },
      unary("var description: String { get }") { .string($0.object(ThreadObject.self)?.text ?? "") },
      unary("var debugDescription: String { get }") { .string($0.object(ThreadObject.self)?.text ?? "") },
      contextual("static func sleep(forTimeInterval ti: Double)") { call throws(Abort) in
        try call.sleep(nanoseconds: .nanoseconds(seconds: call[call.arguments.count - 1].number))
        return .void
      },
      contextual("static func sleep(until date: Date)") { call throws(Abort) in
        let date = call[call.arguments.count - 1].object(DateObject.self)?.content ?? 0
        let left = date - call.machine.program.host.secondsSinceReference
        // A date counts less finely than the clock: what wakes up is not before it.
        if left > 0 { try call.sleep(nanoseconds: .nanoseconds(seconds: left + 1e-6)) }
        return .void
      },
    ]
  }
}

extension Int {
  /// The moment so much later.
  fileprivate func after(_ stride: HostTime.Stride) -> Int {
    HostTime(nanoseconds: self).advanced(by: stride).nanoseconds
  }
}

extension Value {
  /// A `DispatchTimeInterval`.
  var interval: HostTime.Stride {
    guard case .payload(let payload) = unboxed, let count = payload.values.first?.integer else {
      return .nanoseconds(.max)
    }
    switch payload.enumCase.name {
    case "seconds": return .seconds(count)
    case "milliseconds": return .milliseconds(count)
    case "microseconds": return .microseconds(count)
    default: return .nanoseconds(count)
    }
  }
}

extension NativeCall {
  fileprivate func executor(_ index: Int) throws(Abort) -> Executor {
    try scheduler(index).target ?? machine.main
  }

  fileprivate func workItem(_ index: Int) throws(Abort) -> WorkItemObject {
    guard let item = self[index].object(WorkItemObject.self) else { throw .trap("this is no work item") }
    return item
  }

  /// When a timer is due that waits for the calendar to show a date, as it is set now.
  func instant(atDate date: Int) -> Int {
    let host = machine.program.host
    let ahead = HostTime(nanoseconds: host.dateNanoseconds).distance(to: HostTime(nanoseconds: date))
    return host.nowNanoseconds.after(ahead)
  }

  fileprivate func timeoutResult(_ isInTime: Bool) -> Value {
    let name = isInTime ? "success" : "timedOut"
    return machine.library.type(named: "DispatchTimeoutResult")?.cases.first { $0.name == name }.map { .choice($0) }
      ?? .void
  }
}

extension Machine {
  /// Calls a function on a queue, at its turn.
  fileprivate func submit(_ work: FunctionValue, to target: Executor) {
    _ = program.begin(atNanoseconds: program.host.nowNanoseconds) { [self] in
      target.begin(self) { () throws(Abort) in _ = try work.call([]) }
    }
  }
}
