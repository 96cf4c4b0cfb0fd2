/// Files as they are pasted from books and posts run; what is outside the language is refused by name.
import InterpreterHarness
import Testing

@Suite struct PastedTests {
  @Test(arguments: Corpus.pasted)
  func runsAsItIs(_ path: String) throws {
    if let difference = try Corpus.difference(path) { Issue.record("\(path)\n\(difference)") }
  }

  @Test(arguments: Corpus.refused)
  func isRefusedByName(_ path: String) throws {
    if let difference = try Corpus.refusal(path).difference { Issue.record("\(path)\n\(difference)") }
  }
}
