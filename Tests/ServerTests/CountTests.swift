// What a change and one more reader of it cost, counted: these numbers are the same on every machine. They are those of a debug build,
// which counts references far more often; what a release build does is in Tests/Bench/README.md.
import Foundation
import TestSupport
import Testing

@Suite struct CountTests {
  /// Who needs more says why here. How often references are counted differs by one or two from run to run, since the order of what is
  /// in a dictionary does.
  @Test(arguments: [("a change and its reader", 660, 3), ("one more reader", 3, 0)])
  func itTakesNoMore(_ what: String, _ references: Double, _ objects: Double) throws {
    let (output, status) = try Tool.run(Tool.product("CountsBench"), [])
    #expect(status == 0, "\(output)")
    let row = try #require(output.split(separator: "\n").first { $0.hasPrefix(what + ": ") }, "\(output)")
    let numbers = row.split { !$0.isNumber && $0 != "." }.compactMap { Double($0) }
    try #require(numbers.count == 2, "\(row)")
    #expect(numbers[0] <= references, "\(row)")
    #expect(numbers[1] <= objects + 0.1, "\(row)")
  }
}
