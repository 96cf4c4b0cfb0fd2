// The table of `:` commands. Help, completion and dispatch come from it.

/// One command of the prompt.
struct Command: Sendable {
  /// What stands behind the name, for completion.
  enum Argument: Equatable, Sendable {
    case none
    case path
    case paths
    case watched
    case pinned
    case file
    /// A command, or a name of Swift.
    case topic
    case choice([String])
    case namespace
    /// A verb, and the name of a pipeline.
    case pipeline
    /// A verb, and a path or the name of a draft.
    case draft
  }

  var name: String
  var aliases: [String] = []
  /// The arguments as help shows them.
  var synopsis: String
  var summary: String
  /// What `:help NAME` adds.
  var details: String = ""
  var argument: Argument
  var run: @Sendable (Session, _ arguments: String) throws(UsageError) -> Void

  /// The command of a whole name or alias.
  static func named(_ word: String) -> Command? { all.first { $0.name == word || $0.aliases.contains(word) } }

  /// Finds a command by its name, an alias, or the beginning of exactly one name.
  static func find(_ word: String) throws(UsageError) -> Command {
    if let exact = named(word) { return exact }
    let begun = all.filter { $0.name.hasPrefix(word) }
    if begun.count == 1 { return begun[0] }
    if begun.count > 1 {
      throw UsageError(":\(word) could be " + begun.map { ":\($0.name)" }.joined(separator: " or "))
    }
    if Subcommand.named(word) != nil {
      throw UsageError("there is no command :\(word) here", hint: "from a shell: combinectl \(word)")
    }
    let near = nearest(word, among: all.flatMap { [$0.name] + $0.aliases })
    throw UsageError("there is no command :\(word)", hint: near.map { "did you mean :\($0)?" } ?? ":help lists them")
  }
}

extension Session {
  /// Does a command, given without its colon.
  func perform(command text: String) {
    do throws(UsageError) {
      let word = text.prefix { !$0.isWhitespace }
      let command = try Command.find(String(word))
      try command.run(self, text.dropFirst(word.count).trimmed)
    } catch {
      fail(error)
    }
  }
}

extension StringProtocol {
  /// Without white space at both ends.
  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The words between white space.
  var words: [String] {
    let parts: [SubSequence] = split(whereSeparator: \.isWhitespace)
    return parts.map { String($0) }
  }
}
