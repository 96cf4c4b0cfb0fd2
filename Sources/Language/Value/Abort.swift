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

/// The library's traps, in the words of Swift's own.
extension Abort {
  /// A fault whose place is the call's: only the call knows it, and fills in what stands here as line 0.
  static func trap(_ message: String) -> Abort {
    .fault(Fault(message: message, location: .unknown))
  }

  /// What a binding refuses.
  static func refusal(_ refusal: BindingRefusal, _ message: String) -> Abort {
    var fault = Fault(message: message, location: .unknown)
    fault.refusal = refusal
    return .fault(fault)
  }

  static var overflow: Abort { .trap("arithmetic overflow") }
  static var indexOutOfRange: Abort { .trap("Index out of range") }
  static var arrayIndexOutOfRange: Abort { .trap("Array index is out of range") }
  static var stringIndexOutOfBounds: Abort { .trap("String index is out of bounds") }
  static var unorderedRange: Abort { .trap("Range requires lowerBound <= upperBound") }
  static var emptyRandomRange: Abort { .trap("Can't get random value with an empty range") }
  /// Two uses of one variable at the same time, one of which changes it.
  static func simultaneousAccess(to name: String) -> Abort {
    .trap("Simultaneous accesses to '\(name)', but modification requires exclusive access")
  }
  static var foundNil: Abort { .trap("Unexpectedly found nil while unwrapping an Optional value") }
}
