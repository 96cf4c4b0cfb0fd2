// The table of how each guarantee was broken is about the guarantees there are, and about tests that there are.
import Foundation
import TestSupport
import Testing

@Suite struct GuaranteeTableTests {
  /// The first cells of a table's rows, with the second beside them.
  private func rows(of path: String) throws -> [(name: String, next: String)] {
    try Repository.text(path).split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
      let cells = line.split(separator: "|").map { $0.filter { !" `".contains($0) } }
      return (cells.first ?? "", cells.dropFirst().first ?? "")
    }
  }

  @Test func everyGuaranteeHasTestsThatHaveBeenSeenToFail() throws {
    let isGuarantee = { (name: String) in name.count == 2 && "OG".contains(name.first!) && name.last!.isNumber }
    // `G1, G2` is a row of both.
    let promised = try rows(of: "Protocol/README.md").flatMap { $0.name.split(separator: ",").map(String.init) }
      .filter(isGuarantee)
    #expect(promised.count == 15)
    let tested = try rows(of: "Protocol/guarantees.md").filter { isGuarantee($0.name) }
    #expect(Set(tested.map(\.name)) == Set(promised))

    let sources = try ["GuaranteeTests", "GuaranteeTests+Order"].map {
      try Repository.text("Tests/ServerTests/\($0).swift")
    }
    let tests = Set(
      sources.flatMap { $0.split(separator: " func ").dropFirst() }.map { String($0.prefix { $0 != "(" }) }
        .filter { $0.dropFirst().first?.isNumber == true })
    #expect(Set(tested.map(\.next)) == tests)
    for row in tested { #expect(row.next.hasPrefix(row.name.lowercased()), "\(row.next) is named after \(row.name)") }
  }

  /// What is promised beside them names tests, too.
  @Test func everyOtherPromiseHasATest() throws {
    let text = try Repository.text("Protocol/guarantees.md")
    let table = try #require(text.split(separator: "## What else is promised").dropFirst().first)
    let promises = table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
      .map { $0.split(separator: "|") }
    #expect(promises.count > 5)
    let folder = Repository.root.appendingPathComponent("Tests")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var sources = ""
    while let file = files?.nextObject() as? URL {
      if file.lastPathComponent.hasSuffix("Tests.swift") { sources += try String(contentsOf: file, encoding: .utf8) }
    }
    for promise in promises {
      let names = promise[1].split(separator: "`").filter { $0.allSatisfy { $0.isLetter || $0.isNumber } }
      #expect(!names.isEmpty && promise.count == 3, "\(promise[0]) has no test, or nobody saw it fail")
      for name in names { #expect(sources.contains("func \(name)("), "\(promise[0]): there is no test \(name)") }
    }
  }
}
