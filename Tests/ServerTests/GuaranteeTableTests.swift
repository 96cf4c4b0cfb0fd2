// The table of how each guarantee was broken is about the guarantees there are, and about tests that there are.
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
    let tested = try rows(of: "Tests/ServerTests/guarantees.md").filter { isGuarantee($0.name) }
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
}
