/// Clocks and sleeping. All of them are the engine's clock: real or virtual, a program cannot tell. It stands still while
/// an activation runs, so what is measured is time waited.

/// A moment of `ContinuousClock` or `SuspendingClock`.
final class InstantObject: ValueObject<Int>, OrderedObject {
  override var text: String { "Instant(\(Duration.nanoseconds(content)))" }
  func precedes(_ other: NativeObject) -> Bool {
    (other as? InstantObject).map { content < $0.content } ?? false
  }
}

extension Value {
  var instant: Int { object(InstantObject.self)?.content ?? 0 }
}

extension Duration {
  /// Whole nanoseconds; too long is as long as can be.
  var nanosecondsClamped: Int {
    // Its own components are for durations whose seconds fit into 64 bits.
    Int(clamping: attoseconds / 1_000_000_000)
  }
}

extension ConcurrencyLibrary {
  static func clocks() -> [String: Table] {
    var types: [String: Table] = [
      "Clock": { LibraryType("protocol Clock<Duration> { associatedtype Duration; associatedtype Instant }") },
      "InstantProtocol": { LibraryType("protocol InstantProtocol<Duration>: Comparable { associatedtype Duration }") },
    ]
    for name in ["ContinuousClock", "SuspendingClock"] {
      types[name] = { LibraryType("struct \(name): Sendable {}", clock(name)) }
      types[name + ".Instant"] = {
        LibraryType("struct Instant: Comparable, Hashable, Sendable {}", instant(name + ".Instant"))
      }
    }
    return types
  }

  private static func clock(_ name: String) -> [LibraryEntry] {
    func now(_ call: NativeCall) -> Value { .native(InstantObject(call.nowNanoseconds, type: call.result)) }
    func measure(_ call: NativeCall) throws(Abort) -> Value {
      let start = call.nowNanoseconds
      _ = try call[call.arguments.count - 1].closure.call([])
      return .native(DurationObject(.nanoseconds(call.nowNanoseconds - start), type: call.result))
    }
    return [
      contextual("init()") { .native(NamedObject(name, type: $0.result)) },
      contextual("static var \(name == "ContinuousClock" ? "continuous" : "suspending"): \(name) { get }") {
        .native(NamedObject(name, type: $0.result))
      },
      contextual("static var now: \(name).Instant { get }", now),
      contextual("var now: \(name).Instant { get }", now),
      contextual("var minimumResolution: Duration { get }") {
        .native(DurationObject(.nanoseconds(1), type: $0.result))
      },
      contextual("func measure(_ work: () throws -> Void) rethrows -> Duration", measure),
      contextual("func measure(_ work: () async throws -> Void) async rethrows -> Duration", measure),
      contextual("func sleep(for duration: Duration, tolerance: Duration? = nil) async throws") { call throws(Abort) in
        try call.sleepCancellably(nanoseconds: call[1].duration.nanosecondsClamped)
        return .void
      },
      contextual("func sleep(until deadline: \(name).Instant, tolerance: Duration? = nil) async throws") {
        call throws(Abort) in
        try call.sleepCancellably(untilNanoseconds: call[1].instant)
        return .void
      },
    ]
  }

  private static func made(_ call: NativeCall, _ nanoseconds: (Int, Bool)) throws(Abort) -> Value {
    guard !nanoseconds.1 else { throw .overflow }
    return .native(InstantObject(nanoseconds.0, type: call.result))
  }

  private static func instant(_ name: String) -> [LibraryEntry] {
    [
      contextual("static var now: \(name) { get }") { .native(InstantObject($0.nowNanoseconds, type: $0.result)) },
      contextual("func advanced(by duration: Duration) -> \(name)") { call throws(Abort) in
        try made(call, call[0].instant.addingReportingOverflow(call[1].duration.nanosecondsClamped))
      },
      contextual("func duration(to other: \(name)) -> Duration") { call in
        .native(DurationObject(.nanoseconds(call[1].instant) - .nanoseconds(call[0].instant), type: call.result))
      },
    ]
  }

  /// Operators between moments and spans.
  static func instantOperators() -> [LibraryEntry] {
    ["ContinuousClock.Instant", "SuspendingClock.Instant"].flatMap { name in
      [
        contextual("func + (lhs: \(name), rhs: Duration) -> \(name)") { call throws(Abort) in
          try made(call, call[0].instant.addingReportingOverflow(call[1].duration.nanosecondsClamped))
        },
        contextual("func - (lhs: \(name), rhs: Duration) -> \(name)") { call throws(Abort) in
          try made(call, call[0].instant.subtractingReportingOverflow(call[1].duration.nanosecondsClamped))
        },
        contextual("func - (lhs: \(name), rhs: \(name)) -> Duration") { call in
          .native(DurationObject(.nanoseconds(call[0].instant) - .nanoseconds(call[1].instant), type: call.result))
        },
      ]
    }
  }

  // MARK: Sleeping as C does

  /// These block their own activation, and nobody else.
  static func sleepFunctions() -> [LibraryEntry] {
    [
      contextual("@discardableResult func sleep(_ seconds: UInt32) -> UInt32") { call throws(Abort) in
        try call.sleep(nanoseconds: Int(clamping: Int128(call[0].integer) * 1_000_000_000))
        return .int(0)
      },
      contextual("@discardableResult func usleep(_ microseconds: UInt32) -> Int32") { call throws(Abort) in
        try call.sleep(nanoseconds: Int(clamping: Int128(call[0].integer) * 1000))
        return .int(0)
      },
    ]
  }
}
