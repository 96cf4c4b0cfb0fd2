/// Every feature that the census of real code found has a program that shows it, or is refused by name.
import InterpreterHarness
import Testing

@Suite struct FeatureTests {
  @Test func everyNumberHasAProgram() throws {
    let lines = try Corpus.text("features.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }
    let programs = Set(Corpus.programs)
    for number in 1...208 {
      let mark = "F" + String(repeating: "0", count: 3 - String(number).count) + String(number)
      guard let line = lines.first(where: { $0.hasPrefix(mark + " ") }), let colon = line.lastIndex(of: ":") else {
        Issue.record("features.txt has no line for \(mark)")
        continue
      }
      let rest = line[line.index(after: colon)...].split(separator: ",").map { $0.drop { $0 == " " } }
      if rest.first == "refused" { continue }
      #expect(!rest.isEmpty, "\(mark) has no program")
      for path in rest where !programs.contains("Programs/\(path).swift") {
        Issue.record("\(mark): Programs/\(path).swift is not there, or has no recorded output")
      }
    }
  }

  @Test func thereAreEnoughPrograms() {
    #expect(Corpus.programs.count >= 250)
    #expect(Corpus.rejected.count >= 120)
  }
}
