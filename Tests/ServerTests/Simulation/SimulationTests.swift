// Seeds in a row, each a schedule of its own. `make simulate SEED=1 COUNT=1000` tries more of them, and one that failed again.
import Foundation
import Testing

@Suite struct SimulationTests {
  /// `SEED` and `COUNT`, or a few that are always the same.
  static let seeds: ClosedRange<UInt64> = {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["SEED"].flatMap(UInt64.init) ?? 1
    return first...first + max(1, environment["COUNT"].flatMap(UInt64.init) ?? 6) - 1
  }()

  @Test(arguments: seeds) func thePromisesHoldWhateverHappens(seed: UInt64) throws {
    let simulation = Simulation(seed: seed)
    guard let complaint = try simulation.run(steps: 1500) else { return }
    Issue.record(
      """
      seed \(seed): \(complaint)
      again: make simulate SEED=\(seed) COUNT=1
      before that:
        \(simulation.story.suffix(30).joined(separator: "\n  "))
      """)
  }
}
