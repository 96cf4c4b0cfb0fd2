/// Why running code stops before its end.
enum Abort: Error {
  /// A trap. Never caught by the program.
  case fault(Fault)
  /// A Swift error on its way to a `catch`, and where it was thrown.
  case thrown(ThrownValue, Location)
  /// The `?` of an optional chain met nil; the chain's boundary catches it.
  case missing
  /// The activation is given up: its program is closed. Nothing of the program runs on the way out.
  case ended

  static func thrown(_ value: Value, at location: Location) -> Abort { .thrown(ThrownValue(value), location) }

  static var nestedTooDeeply: Abort { .trap("stack overflow: something is nested too deeply") }
}

/// The error itself. `Error` asks for `Sendable`; an abort never leaves the thread of its program.
struct ThrownValue: Sendable {
  nonisolated(unsafe) let value: Value
  init(_ value: Value) { self.value = value }
}
