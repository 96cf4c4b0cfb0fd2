// What the topics promise: what they send people to is there.
import TestSupport
import Testing

@testable import REPL

struct HelpTopicsTests {
  @Test func everyOperatorHasHelp() throws {
    let texts = try Repository.files(in: "Sources/CHelp/texts", extension: "txt").map { try Repository.text($0) }
    for name in HelpTopic.operators.flatMap(\.names) {
      #expect(texts.contains { $0.firstRange(of: "# Publisher.\(name)\n") != nil }, "no help for \(name)")
    }
  }

  @Test func everyCommandIsInOneGroup() {
    #expect(Command.groups.flatMap(\.names).sorted() == Command.all.map(\.name).sorted())
  }

  @Test func theTestInTheTopicHolds() throws {
    let topic = try #require(HelpTopic.named("tests"))
    let text = topic.lines.filter { $0.hasPrefix("  ") }.map { $0.dropFirst(2) }.joined(separator: "\n") + "\n"
    let (output, status) = try Tool.run(
      Tool.product("combinectl"), ["test", "search.test"], files: ["search.test": text])
    #expect(status == 0, "\(output)")
    #expect(output.hasPrefix("ok  search.test  2 expectations  ("), "\(output)")
  }

  /// What stands there for the start works as it stands.
  @Test func theStartHolds() throws {
    let topic = try #require(HelpTopic.named("start"))
    let code = topic.lines.filter { $0.hasPrefix("  ") }.map { $0.dropFirst(2) }.joined(separator: "\n")
    let text =
      code + """

        search.text = "swift"
        :clock 300ms
        #expect(search.query == "swift")

        """
    let (output, status) = try Tool.run(
      Tool.product("combinectl"), ["test", "start.test"], files: ["start.test": text])
    #expect(status == 0, "\(output)")
  }

  @Test(arguments: HelpTopic.all) func commandsInTopicsExist(_ topic: HelpTopic) throws {
    for line in topic.lines {
      for word in line.words where word.first == ":" && word.dropFirst().first?.isLetter == true {
        let name = word.dropFirst().prefix { $0.isLetter }
        #expect(Command.named(String(name)) != nil, "\(line)")
      }
    }
  }
}
