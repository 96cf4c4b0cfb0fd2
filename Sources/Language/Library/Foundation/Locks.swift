/// Locks. Programs run on one thread, so they only ever wait for code that gave way while it held one.
internal import Foundation

/// An `NSLock` and its like: who holds it, and who waits.
final class LockObject: NativeObject {
  /// What a queue, or a task beside all queues, is to a lock: the thread it would run on.
  private var holder: AnyObject?
  private var depth = 0
  private var waiters: [Waker] = []
  private let isRecursive: Bool
  /// What an `OSAllocatedUnfairLock` or a `Mutex` guards.
  fileprivate var state: Value

  init(isRecursive: Bool, state: Value = .void, type: Type) {
    self.isRecursive = isRecursive
    self.state = state
    super.init(type: type)
  }

  private func owner(_ machine: Machine) -> AnyObject {
    if machine.executor.kind == .serial || machine.executor.isMain { return machine.executor }
    return if let fiber = machine.fiber { fiber } else { machine }
  }

  /// Whether it could be taken at once.
  func take(_ call: NativeCall) -> Bool {
    let owner = owner(call.machine)
    guard holder == nil || isRecursive && holder === owner else { return false }
    holder = owner
    depth += 1
    return true
  }

  /// - Parameter deadline: when to give up.
  /// - Returns: false if the deadline came first.
  func lock(_ call: NativeCall, until deadline: Int? = nil) throws(Abort) -> Bool {
    while !take(call) {
      if deadline == nil, holder === owner(call.machine) {
        throw call.fault("deadlock: this lock is held here already; an 'NSRecursiveLock' can be taken again")
      }
      if let deadline, deadline <= call.nowNanoseconds { return false }
      let program = call.machine.program
      try call.machine.park { waker in
        waiters.append(waker)
        if let deadline { _ = program.schedule(atNanoseconds: deadline) { waker.resume() } }
      }
    }
    return true
  }

  func unlock() {
    guard depth > 0 else { return }
    depth -= 1
    guard depth == 0 else { return }
    holder = nil
    waiters.removeAll(where: \.isSpent)
    if !waiters.isEmpty { waiters.removeFirst().wake() }
  }
}

extension FoundationLibrary {
  static let lockTypes: [String: @Sendable () -> LibraryType] = [
    "NSLocking": { LibraryType("protocol NSLocking: AnyObject { func lock(); func unlock() }") },
    "NSLock": { LibraryType("class NSLock: NSLocking, Sendable {}", lock(isRecursive: false)) },
    "NSRecursiveLock": { LibraryType("class NSRecursiveLock: NSLocking, Sendable {}", lock(isRecursive: true)) },
    "OSAllocatedUnfairLock": {
      LibraryType(
        "final class OSAllocatedUnfairLock<State>: Sendable {}",
        guarding("withLock", "initialState initialState: State")
          + guarding("withLockUnchecked", "uncheckedState uncheckedState: State") + locking())
    },
    "Mutex": {
      LibraryType(
        "final class Mutex<Value>: Sendable {}", guarding("withLock", "_ initialValue: Value", state: "Value"))
    },
  ]

  private static func locking() -> [LibraryEntry] {
    [
      contextual("func lock()") { call throws(Abort) in
        _ = try call.lock.lock(call)
        return .void
      },
      contextual("func unlock()") { call throws(Abort) in
        try call.lock.unlock()
        return .void
      },
    ]
  }

  private static func lock(isRecursive: Bool) -> [LibraryEntry] {
    locking() + [
      contextual("init()") { .native(LockObject(isRecursive: isRecursive, type: $0.result)) },
      contextual("func `try`() -> Bool") { call throws(Abort) in .bool(try call.lock.take(call)) },
      contextual("func lock(before limit: Date) -> Bool") { call throws(Abort) in
        let seconds = (call[1].object(DateObject.self)?.content ?? 0) + Date.timeIntervalBetween1970AndReferenceDate
        let ahead = max(0, seconds - call.nowSeconds)
        return .bool(try call.lock.lock(call, until: call.nowNanoseconds + Int(min(ahead, 1e9) * 1e9)))
      },
      contextual("func withLock<R>(_ body: () throws -> R) rethrows -> R") { call throws(Abort) in
        let lock = try call.lock
        _ = try lock.lock(call)
        defer { lock.unlock() }
        return try call[1].closure.call([])
      },
      reference("var name: String? { get set }") { call throws(Abort) in
        .null
      } set: { _, _ throws(Abort) in
      },
    ]
  }

  /// A lock with what it guards, which is reached only through it.
  private static func guarding(_ name: String, _ parameter: String, state: String = "State") -> [LibraryEntry] {
    [
      contextual("init(\(parameter))") { .native(LockObject(isRecursive: false, state: $0[0], type: $0.result)) },
      contextual("func \(name)<R>(_ body: (inout \(state)) throws -> R) rethrows -> R") { call throws(Abort) in
        let lock = try call.lock
        _ = try lock.lock(call)
        defer { lock.unlock() }
        return try callChanging(call[1].closure, &lock.state)
      },
    ]
  }
}

extension NativeCall {
  fileprivate var lock: LockObject {
    get throws(Abort) {
      guard let lock = self[0].object(LockObject.self) else { throw .trap("library: this is no lock") }
      return lock
    }
  }
}
