// Commands refuse what they would not look at: over the whole of both tables.
import Testing

@testable import REPL

@Suite struct CommandUseTests {
  /// As many words as a command takes, of the kind that it takes.
  private static func words(of command: Command, count: Int) -> [String] {
    let first: String =
      switch command.argument {
      case .choice(let choices): choices[0]
      default: ["fix", "undo", "requests"].contains(command.name) ? "1" : "a"
      }
    return count == 0 ? [] : [first] + Array(repeating: "1", count: count - 1)
  }

  @Test(arguments: Command.all) func aWordTooManyIsRefused(_ command: Command) throws {
    guard let most = command.wordsMax else { return }
    let line = ([command.name] + Self.words(of: command, count: most) + ["more"]).joined(separator: " ")
    let refusal = try #require(Session.refusal(ofCommand: line, isTest: false), ":\(line) is taken")
    #expect(refusal.message.contains("more"), "\(refusal)")
  }

  @Test(arguments: Command.all) func anOptionThatItDoesNotHaveIsRefused(_ command: Command) throws {
    guard let most = command.wordsMax else { return }
    let line = ([command.name] + Self.words(of: command, count: min(most, 1)) + ["--nonsense"]).joined(separator: " ")
    #expect(Session.refusal(ofCommand: line, isTest: false) != nil, ":\(line) is taken")
  }

  /// What takes a text or a list has no limit; everything else has one.
  @Test func onlyTextsAndListsHaveNoEnd() {
    let endless = Command.all.filter { $0.wordsMax == nil }.map(\.name).sorted()
    #expect(
      endless == [
        "draft", "expect", "pin", "pipe", "post", "report", "save", "set", "source", "strict", "stub", "try", "unpin",
        "unwatch", "wait", "watch",
      ])
  }

  @Test(arguments: Subcommand.all) func theShellRefusesTheSame(_ subcommand: Subcommand) {
    if subcommand.arguments.upperBound < 10 {
      let words = Array(repeating: "1", count: subcommand.arguments.upperBound + 1)
      #expect(throws: UsageError.self, "\(subcommand.name)") {
        try parseArguments([subcommand.name] + words, inputIsTerminal: false)
      }
    }
    let least = Array(repeating: "a.b", count: subcommand.arguments.lowerBound)
    #expect(throws: UsageError.self, "\(subcommand.name)") {
      try parseArguments([subcommand.name] + least + ["--nonsense"], inputIsTerminal: false)
    }
  }
}
