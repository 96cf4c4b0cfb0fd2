/// What the interpreter makes of a program is what swiftc makes of it: the same output, or an error at the same line.
///
/// The answers of swiftc are recorded. `differences.txt` lists the programs on which the interpreter differs, and
/// `wordings.txt` the refused ones whose messages are worded differently; a program that agrees has to leave its list.
import InterpreterHarness
import Testing

@Suite struct ProgramTests {
  static let differences = try! Corpus.list("differences.txt")
  static let wordings = try! Corpus.list("wordings.txt")

  /// What crashes would take the other tests with it.
  static let programs = Corpus.programs.filter { differences[$0] != "crashes" }

  @Test(arguments: Self.programs)
  func printsWhatTheCompiledProgramPrints(_ path: String) throws {
    let difference = try Corpus.difference(path)
    if let reason = Self.differences[path] {
      #expect(difference != nil, "\(path) agrees now; take it from differences.txt (\(reason))")
    } else if let difference {
      Issue.record("\(path)\n\(difference)")
    }
  }

  @Test(arguments: Corpus.rejected)
  func isRefusedAtTheSameLines(_ path: String) throws {
    let refusal = try Corpus.refusal(path)
    let isListed = Self.differences[path] != nil
    if refusal.linesAgree == isListed {
      Issue.record(
        isListed
          ? "\(path) is refused at the right lines now; take it from differences.txt"
          : "\(path)\n\(refusal.difference ?? "")")
    }
    guard refusal.linesAgree else { return }
    let isWorded = Self.wordings[path] != nil
    if refusal.messagesAgree == isWorded {
      Issue.record(
        isWorded
          ? "\(path) is worded as swiftc words it now; take it from wordings.txt"
          : "\(path)\n\(refusal.difference ?? "")")
    }
  }

  @Test func theListsNameProgramsThatExist() {
    let known = Set(Corpus.programs + Corpus.rejected)
    for path in [Self.differences, Self.wordings].flatMap(\.keys) where !known.contains(path) {
      Issue.record("\(path) is on a list, but is no program")
    }
  }
}
