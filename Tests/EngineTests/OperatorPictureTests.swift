// What help draws of the operators: `:help debounce --run` runs the real ones.
import Language
import Marbles
import TestSupport
import Testing

@testable import Engine

@Suite struct OperatorPictureTests {
  /// What ends a chain, or leaves Combine, has no picture.
  private static let undrawn: Set = ["Publisher.sink", "Publisher.assign", "Publisher.values"]

  @Test func everyOperatorIsDrawnAsHelpSays() throws {
    let world = try World()
    var pictures = ""
    var missing: Set<String> = []
    for name in Set(world.engine.namesWithHelp(in: "")).sorted() {
      let topics = try world.engine.help("Publisher." + name, in: "", session: "c1")
      guard let topic = topics.first, topic.title == "Publisher." + name, !topic.signatures.isEmpty else { continue }
      guard !topic.trial.isEmpty else {
        missing.insert(topic.title)
        continue
      }
      let parts = topic.trial.split(separator: " \"").map { $0.trimmingPrefix("\"") }
      let diagrams = try parts.dropFirst().map { try MarbleDiagram(String($0.dropLast())) }
      let trial = try world.engine.trial(of: String(parts[0]), on: diagrams, column: 100_000_000)
      pictures += "\(name)  \(topic.trial)\n  \(trial.output.text)\n"
    }
    #expect(missing == Self.undrawn)
    let difference = Expect.difference(file: "Tests/EngineTests/operator-pictures.txt", from: pictures)
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// Each step is short, and what comes out of all of them would fill the memory.
  @Test(arguments: [
    #".map { _ in String(repeating: "x", count: 2_000_000) }"#,
    #".map { _ in Array(repeating: "x", count: 400_000) }"#,
    #".map { _ in String(repeating: "x", count: 300_000) }.map { $0 }"#,
  ]) func longTextsAreNotDrawn(operators: String) throws {
    let world = try World()
    let input = try MarbleDiagram("ab|")
    #expect {
      try world.engine.trial(of: operators, on: [input], column: 100_000_000)
    } throws: {
      guard case .validation("operators", let rule)? = $0 as? EngineError else { return false }
      return rule == "what comes out of them is longer than 1048576 bytes as text"
    }
    let short = try world.engine.trial(
      of: #".map { _ in String(repeating: "x", count: 300_000) }"#, on: [input], column: 100_000_000)
    #expect(short.output.values.map(\.count) == [300_000, 300_000])
  }
}
