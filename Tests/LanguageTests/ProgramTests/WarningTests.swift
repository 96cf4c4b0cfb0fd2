/// What swiftc warns of is warned of here, in its words, and nothing else is.
import InterpreterHarness
import Language
import TestSupport
import Testing

@Suite struct WarningTests {
  @Test(arguments: Corpus.warned) func isWarnedOfWhatSwiftcWarnsOf(_ path: String) throws {
    let claims = Corpus.claims(of: .warning, in: try Corpus.text(path)).sorted().map(\.description)
    let found = try Corpus.warnings(path).sorted().map(\.description)
    #expect(
      claims == found,
      "\(path)\n- swiftc, + interpreter\n\(LineDiff(claims.joined(separator: "\n"), found.joined(separator: "\n")))")
  }

  /// Each line of `warnings.txt` is something that swiftc says of a program, `path:line: message`. Of its warnings those are
  /// there that are given here, too.
  private static let recorded = Set(
    try! Corpus.text("warnings.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init))

  @Test(arguments: Corpus.programs) func programsAreWarnedOfNothingElse(_ path: String) throws {
    let found = Set(try Corpus.warnings(path).map { "\(path):\($0)" })
    let recorded = Self.recorded.filter { $0.hasPrefix(path + ":") }
    #expect(found == recorded, "only here: \(found.subtracting(recorded)); only swiftc: \(recorded.subtracting(found))")
  }
}
