// What one element of some work costs: the median of several runs.

internal import Allocations
import Foundation

public struct Cost {
  public var nanoseconds: Double
  public var allocations: Double

  /// Runs `body` with `elements` once to warm up, then `runs` times.
  public static func of(_ elements: Int, runs: Int = 5, _ body: (Int) -> Void) -> Cost {
    body(Swift.min(elements, 1_000))
    let clock = ContinuousClock()
    var costs: [Cost] = []
    for _ in 0..<runs {
      let before = allocations_so_far()
      let time = clock.measure { body(elements) }
      let allocated = allocations_so_far() - before
      let (seconds, attoseconds) = time.components
      let nanoseconds = Double(seconds) * 1e9 + Double(attoseconds) * 1e-9
      costs.append(
        Cost(nanoseconds: nanoseconds / Double(elements), allocations: Double(allocated) / Double(elements)))
    }
    costs.sort { $0.nanoseconds < $1.nanoseconds }
    return costs[runs / 2]
  }

  /// Two cells of a table: nanoseconds and allocations.
  public var cells: String {
    let few = allocations < 0.01 ? "0" : String(format: "%.1f", allocations)
    return "| " + column(String(format: "%.1f", nanoseconds), 7) + " | " + column(few, 6) + " "
  }

  /// The cells of what was not measured.
  public static let noCells = "| " + column("", 7) + " | " + column("", 6) + " "

  /// The goal, and whether it was missed.
  public func verdict(_ goal: Int?) -> String {
    goal.map { nanoseconds <= Double($0) ? "\($0)" : "\($0) missed" } ?? ""
  }
}

public func column(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

/// A second thread sleeps all the while, as in any real program: with a single thread the C library takes shortcuts that
/// flatter locks and reference counts.
public func keepSecondThread() {
  let sleeper = Thread { while true { sleep(1_000) } }
  sleeper.start()
}
