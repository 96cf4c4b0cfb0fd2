// The table of `:` commands. Help, completion and dispatch come from it.
import ClientConnection
import Wire

/// One command of the prompt.
struct Command: Sendable {
  /// What stands behind the name, for completion.
  enum Argument: Equatable, Sendable {
    case none
    case path
    case paths
    /// A path, and JSON for it.
    case assignment
    /// A path, and a condition in Swift over its value.
    case condition
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

  /// A command as it is given, without its colon, and what stands behind it.
  static func split(_ text: String) throws(UsageError) -> (command: Command, arguments: String) {
    let word = text.prefix { !$0.isWhitespace }
    return (try find(String(word)), text.dropFirst(word.count).trimmed)
  }

  /// What was done before decides whether these are right, or what is in a file.
  fileprivate static let areAboutWhatWasDone: Set = ["edit", "fix", "marbles", "save", "source", "unpin", "unwatch"]

  /// How many words may stand behind it, options aside; `nil` where they are a text or a list. The synopsis says it.
  var wordsMax: Int? {
    guard !synopsis.contains("…"), !["JSON", "CONDITION", "FILE"].contains(where: synopsis.contains) else { return nil }
    return synopsis.words.count
      - (options.isEmpty ? 0 : options.count + (options.contains(OutputForm.optionName) ? 1 : 0))
  }

  /// Those that it knows: `--format`.
  var options: [String] {
    synopsis.words.map { $0.drop { "[|".contains($0) } }.filter { $0.hasPrefix("--") }
      .map { String($0.prefix { $0 != "]" }) }
  }

  /// Refuses what it would not look at.
  fileprivate func requireUse(of arguments: String, prefix: String) throws(UsageError) {
    guard let wordsMax else { return }
    let (rest, _) = options.contains(OutputForm.optionName) ? try OutputForm.split(arguments) : (arguments, nil)
    let words = rest.words.filter { !options.contains($0) }
    let usage = "\(prefix)\(name) \(synopsis)".trimmed
    if let option = words.first(where: { $0.hasPrefix("--") }) {
      throw UsageError("\(name) has no option \(option)", hint: usage)
    }
    if words.count > wordsMax { throw UsageError("\(name) does not take '\(words[wordsMax])'", hint: usage) }
  }

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
      let (command, arguments) = try Command.split(text)
      try command.requireUse(of: arguments, prefix: settings.commandPrefix)
      try command.run(self, arguments)
    } catch {
      fail(error)
    }
  }

  /// Why a command would be refused before anything is asked of the daemon; `nil` where it is right as far as it goes.
  static func refusal(ofCommand text: String, isTest: Bool) -> UsageError? {
    var settings = SessionSettings()
    (settings.isInteractive, settings.isTest) = (false, isTest)
    let core = ClientCore(client: Agent(name: "combinectl"))
    let session = Session(core: core, screen: DeafScreen(), settings: settings)
    session.wake = { .noDaemon(path: "") }
    do throws(UsageError) {
      let (command, arguments) = try Command.split(text)
      try command.requireUse(of: arguments, prefix: settings.commandPrefix)
      if !Command.areAboutWhatWasDone.contains(command.name) { try command.run(session, arguments) }
      return nil
    } catch {
      return error
    }
  }
}

/// The name of a file as it stands behind a command: one word, or anything in quotes.
func fileArgument(_ text: String, of command: String) throws(UsageError) -> String {
  let name = text.trimmed
  if name.count > 1, let quote = name.first, "\"'".contains(quote), name.last == quote {
    return String(name.dropFirst().dropLast())
  }
  guard name.words.count < 2 else {
    throw UsageError("\(command) takes one file", hint: "in quotes, if that is its name: :\(command) \"\(name)\"")
  }
  return name
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

/// Of a session that nobody hears.
private final class DeafScreen: Screen {
  let width = 80
  let folds = false
  func write(_ lines: [String], to channel: OutputChannel) {}
  func prompt(_ text: String) {}
  func endPrompt() {}
}
