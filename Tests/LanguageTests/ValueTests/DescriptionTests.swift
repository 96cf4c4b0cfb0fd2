// `print`, `String(reflecting:)` and `dump` write what the compiled program writes: `Programs/descriptions.swift`, whose
// output is `descriptions.txt`. Here are its values, made by hand, by the labels the program gives them.
import Foundation
import Testing

@testable import Language

@Suite struct DescriptionTests {
  @Test func everyValueLooksAsInTheCompiledProgram() throws {
    let expected = try Self.transcript()
    var seen: Set<String> = []
    let program = DescribedProgram()
    for row in program.rows {
      seen.insert(row.label)
      let wanted = try #require(expected[row.label], "the compiled program shows no '\(row.label)'")
      let describer = program.describer
      let text =
        "\(row.label) | \(try describer.description(of: row.value, type: row.type))"
        + " | \(try describer.debugDescription(of: row.value, type: row.type))\n"
        + (try describer.dump(row.value, type: row.type))
      #expect(text == wanted)
    }
    for label in expected.keys where !seen.contains(label) { Issue.record("'\(label)' is not among the values") }
  }

  @Test func theModuleIsNamedAsAsked() throws {
    let status = World.enumeration("Status", [("placed", [])])
    let describer = Describer(module: "Kitchen")
    #expect(try describer.debugDescription(of: status["placed"]) == "Kitchen.Status.placed")
    #expect(try describer.description(of: .array([status["placed"]])) == "[Kitchen.Status.placed]")
    #expect(try describer.description(of: status["placed"]) == "placed")
  }

  @Test func aTrapInADescriptionIsPassedOn() {
    let nice = World.declare("Nice", .structure)
    let fault = Fault(message: "Index out of range", location: Location(file: "f", line: 1, column: 2))
    let describer = Describer { (_, _, _) throws(Abort) in throw .fault(fault) }
    #expect(throws: Abort.self) { try describer.description(of: .array([nice.make()])) }
  }

  @Test func aValueNestedWithoutEndIsCutOff() throws {
    let link = World.declare("Link", .structure)
    World.addProperties([("next", .hole)], to: link)
    var chain = Value.int(1)
    for _ in 0..<2000 { chain = link.make(chain) }
    #expect(try Describer().description(of: chain).contains("…"))
  }

  @Test func dumpTakesANameAnIndentAndBounds() throws {
    let point = World.declare("Point", .structure, properties: [("x", .hole), ("y", .hole), ("z", .hole)])
    let value = point.make(.int(1), .array([.int(1), .int(2), .int(3)]), .tuple(Tuple([.int(1), .int(2)])))
    let describer = Describer()
    #expect(
      try describer.dump(value, name: "p", indent: 2, maxDepth: 1) == """
          ▿ p: main.Point
            - x: 1
            ▹ y: 3 elements
            ▹ z: (2 elements)

        """)
    #expect(
      try describer.dump(value, maxItems: 4) == """
        ▿ main.Point
          - x: 1
          ▿ y: 3 elements
            - 1
              (2 more children)
            (1 more child)

        """)
    #expect(try describer.dump(value, maxItems: 0).isEmpty)
  }

  /// The compiled program's output by label: the line with the descriptions, and the dump below it.
  private static func transcript() throws -> [String: String] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Programs/descriptions.txt")
    var sections: [String: String] = [:]
    var label = ""
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      if let end = line.range(of: " | "), !line.hasPrefix(" "), !line.hasPrefix("-"), !line.hasPrefix("▿") {
        label = String(line[..<end.lowerBound])
      }
      sections[label, default: ""] += line + "\n"
    }
    return sections
  }
}
