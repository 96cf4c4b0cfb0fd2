// What is tested a little at each change is tested whole by `make check`.
import Foundation

/// Whether tests take every seed and every point of failure (`THOROUGH=1`, as `make check` and `make faults` set it).
public let isThorough = ProcessInfo.processInfo.environment["THOROUGH"] == "1"

/// The seeds of a property test: the first `few` of them, or all when tests are thorough.
public func seeds(_ all: ClosedRange<UInt64>, few: Int) -> [UInt64] {
  isThorough ? Array(all) : Array(all.prefix(few))
}
