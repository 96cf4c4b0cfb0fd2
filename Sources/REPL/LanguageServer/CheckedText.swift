// What of a document the daemon checks: its Swift, without the `:` commands between, and behind the files that it names.

struct CheckedText: Sendable {
  /// A file that `:source` brings in.
  struct Source: Sendable {
    var path: String
    /// Which bytes and lines of the checked text are its own; lines from 1.
    var bytes: Range<Int>
    var lines: Range<Int>
    /// The line of the document that names it, from 0.
    var namedOn: Int
  }

  struct Command: Equatable, Sendable {
    /// From 0.
    var line: Int
    /// Without its colon.
    var text: String
  }

  private(set) var text = ""
  private(set) var sources: [Source] = []
  private(set) var commands: [Command] = []
  /// How many bytes and lines stand before the document's own.
  private(set) var bytesBefore = 0
  private(set) var linesBefore = 0

  /// - Parameter read: the text of a file; `nil` where there is none.
  init(_ document: String, path: String, read: (String) -> String?) {
    let (own, commands) = Self.withoutCommands(document)
    self.commands = commands
    var seen: Set<String> = [path]
    for command in commands { add(command, beside: path, namedOn: command.line, &seen, read) }
    bytesBefore = text.utf8.count
    text += own
  }

  private mutating func add(
    _ command: Command, beside path: String, namedOn line: Int, _ seen: inout Set<String>, _ read: (String) -> String?
  ) {
    guard let name = Self.file(namedBy: command, beside: path), seen.insert(name).inserted,
      let contents = read(name)
    else { return }
    let (own, inner) = Self.withoutCommands(contents)
    for command in inner { add(command, beside: name, namedOn: line, &seen, read) }
    let start = text.utf8.count
    let count = own.utf8.count { $0 == UInt8(ascii: "\n") } + 1
    text += own + "\n"
    sources.append(
      Source(
        path: name, bytes: start..<text.utf8.count, lines: linesBefore + 1..<linesBefore + count + 1, namedOn: line))
    linesBefore += count
  }

  /// The file that a command has read.
  static func file(namedBy command: Command, beside path: String) -> String? {
    guard let (found, name) = try? REPL.Command.split(command.text), found.name == "source", !name.isEmpty else {
      return nil
    }
    if name.first == "/" || name.first == "~" { return name }
    return (path.lastIndex(of: "/").map { String(path[...$0]) } ?? "") + name
  }

  /// The text with spaces in the place of its commands, so that everything keeps its place.
  static func withoutCommands(_ text: String) -> (text: String, commands: [Command]) {
    var reader = EntryReader()
    var result: [UInt8] = []
    var commands: [Command] = []
    for (number, line) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
    {
      if number > 0 { result.append(UInt8(ascii: "\n")) }
      let entries = reader.add(String(Substring(line)))
      if case .command(let text, _)? = entries.last {
        commands.append(Command(line: number, text: text.hasSuffix("\r") ? String(text.dropLast()) : text))
        result += line.map { $0 == UInt8(ascii: "\r") ? $0 : UInt8(ascii: " ") }
      } else {
        result += line
      }
    }
    return (String(decoding: result, as: UTF8.self), commands)
  }

  /// A path that a command takes, and the bytes of the checked text that it would be.
  struct Path {
    var text: String
    var bytes: Range<Int>
  }

  /// The paths in commands of the document, of which the checked text has spaces in their place.
  var paths: [Path] {
    commands.flatMap { command -> [Path] in
      guard Self.takesPaths(command) else { return [] }
      let start = start(of: command)
      return command.text.split { $0.isWhitespace || $0 == "," }.dropFirst().compactMap { word in
        let path = word.first == "!" ? word.dropFirst() : word
        guard path.allSatisfy({ $0.isLetter || $0.isNumber || "._$".contains($0) }), path.first?.isNumber == false
        else { return nil }
        let before = command.text.utf8.distance(from: command.text.startIndex, to: path.startIndex)
        return Path(text: String(path), bytes: start + before..<start + before + path.utf8.count)
      }
    }
  }

  private static func takesPaths(_ command: Command) -> Bool {
    let name = String(command.text.prefix { !$0.isWhitespace })
    guard let argument = REPL.Command.named(name)?.argument else { return false }
    return [.path, .paths, .condition, .watched, .pinned].contains(argument)
  }

  /// Where a command begins in the checked text, behind its colon.
  private func start(of command: Command) -> Int { offset(line: linesBefore + command.line + 1, column: 2) }

  /// The path that a command takes at a byte of the checked text; an empty one where none is typed yet.
  func path(at offset: Int) -> Path? {
    if let path = paths.first(where: { $0.bytes.contains(offset) || $0.bytes.upperBound == offset }) { return path }
    let isFree = commands.contains { command in
      let start = start(of: command)
      guard Self.takesPaths(command), offset > start, offset <= start + command.text.utf8.count else { return false }
      let before = command.text.utf8.prefix(offset - start).last
      return [UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: "!")].contains(before)
    }
    return isFree ? Path(text: "", bytes: offset..<offset) : nil
  }

  /// The text in which the daemon knows what stands at a byte: with the path that a command has there.
  func text(at offset: Int) -> String { path(at: offset).map(text) ?? text }

  /// The text with a path where a command has it: an expression of Swift.
  func text(with path: Path) -> String {
    var bytes = Array(text.utf8)
    bytes.replaceSubrange(path.bytes, with: path.text.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The line, from 1, of a byte.
  func line(of offset: Int) -> Int { text.utf8.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1 }
  /// The byte at a line and a column, both from 1.
  func offset(line: Int, column: Int) -> Int {
    text.utf8.split(separator: UInt8(ascii: "\n"), maxSplits: line - 1, omittingEmptySubsequences: false)
      .prefix(line - 1).reduce(column - 1) { $0 + $1.count + 1 }
  }
  /// A command on a line of the document, from 0.
  func command(onLine line: Int) -> Command? { commands.first { $0.line == line } }
  /// The file that a line of the checked text, from 1, belongs to; `nil` for the document itself.
  func source(ofLine line: Int) -> Source? { sources.first { $0.lines.contains(line) } }
}
