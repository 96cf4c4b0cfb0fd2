// Whoever follows a document: types what stands there, and looks at what appears.
import Foundation
import Glibc
import TestSupport
import Testing

/// A reader in a home of their own, with a clone of the project and `combinectl` on the path. The daemons are theirs, too.
final class Reader {
  private let home = TemporaryDirectory()
  private let folder: String
  private let environment: [String]
  private var consoles: [String: Console] = [:]

  /// - Parameter document: the reader is in the folder where it stands. Whoever reads another than the first has a daemon.
  init(of document: String) throws {
    let clone = home.path + "/combined"
    folder = clone + document.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let products = Tool.product("combinectl").dropLast("/combinectl".count)
    environment = [
      "HOME=\(home.path)", "XDG_STATE_HOME=\(home.path)/state", "COMBINED_SOCKET=\(home.path)/sock",
      "PATH=\(products):/usr/bin:/bin", "LC_ALL=C.UTF-8", "TERM=xterm", "PS1=$ ", "PAGER=cat", "NO_COLOR=1",
    ]
    try FileManager.default.createDirectory(atPath: clone, withIntermediateDirectories: true)
    let examples = Repository.root.appendingPathComponent("examples").resolvingSymlinksInPath().path
    try FileManager.default.copyItem(atPath: examples, toPath: clone + "/examples")
    try FileManager.default.createSymbolicLink(
      atPath: clone + "/Sources", withDestinationPath: Repository.root.appendingPathComponent("Sources").path)
    if document != "README.md" { _ = try output(of: "combinectl --quiet status") }
  }

  deinit { _ = try? output(of: "combinectl --no-spawn --quiet stop") }

  /// Does what the section says. Returns the document's lines with what appeared; the first difference ends it.
  func follow(_ walk: Walkthrough, in lines: [String]) throws -> [String] {
    var blocks: [(place: Range<Int>, lines: [String])] = []
    for (index, step) in walk.steps.enumerated() {
      switch step {
      case .file(let name, let text):
        try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
      case .console(let terminal, let place):
        let console = try consoles[terminal] ?? Console(in: folder, environment)
        consoles[terminal] = console
        // Whoever types there next waits until what was typed before is done; elsewhere something may still be running.
        let next = walk.steps[(index + 1)...].first { $0.terminal == terminal }?.shown(in: lines).first
        blocks.append((place, try console.play(Array(lines[place]), before: next)))
      case .output(let command, let place):
        blocks.append((place, try output(of: command).split(separator: "\n").map(String.init)))
      }
    }
    var result = lines
    for block in blocks.sorted(by: { $0.place.lowerBound > $1.place.lowerBound }) {
      result.replaceSubrange(block.place, with: block.lines)
    }
    return result
  }

  private func output(of command: String) throws -> String {
    let script = "cd '\(folder)' && env -i \(environment.map { "'\($0)'" }.joined(separator: " ")) \(command)"
    return try Tool.run("/bin/sh", ["-c", script]).output
  }
}

/// A terminal with a shell in it.
private final class Console {
  private let terminal: PseudoTerminal
  /// The first row that no document has accounted for: that of a prompt, or of what appears next.
  private var start = 0

  private static let prompts = ["$ ", "> ", "combined> ", "      ... "]
  private static let interrupt = "^C"
  private static let patience = Duration.seconds(60)
  private static let silence = Duration.seconds(5)

  init(in folder: String, _ environment: [String]) throws {
    terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "cd '\(folder)' && exec /bin/bash --noprofile --norc -i"], environment: environment,
      columns: 120, rows: 50)
  }

  /// What the document has not accounted for yet, without the state at the right edge of a prompt.
  private var rows: [String] {
    terminal.screen.text.dropFirst(start).map { String($0.replacing(/[ ]{2,}(\d+ watched · )?rev \d+$/, with: "")) }
  }

  /// The prompt that a line of a document begins with, and what is typed behind it.
  private static func input(_ line: String) -> (prompt: String, typed: String)? {
    if line == interrupt { return ("", "\u{3}") }
    for prompt in prompts where line.hasPrefix(prompt) || line == prompt.trimmingSuffix {
      return (prompt.trimmingSuffix, line.dropFirst(prompt.count) + "\r")
    }
    return nil
  }

  private static func isPrompt(_ row: String) -> Bool { prompts.contains { $0.trimmingSuffix == row } }

  /// Types what is typed, and returns what appeared in place of the lines.
  ///
  /// - Parameter next: the line with which the document goes on in this terminal.
  func play(_ lines: [String], before next: String?) throws -> [String] {
    var shown: [String] = []
    var rest = lines[...]
    while let first = rest.first {
      let others = rest.dropFirst()
      let chunk = Array([first] + others.prefix { Self.input($0) == nil })
      rest = rest.dropFirst(chunk.count)
      if let (prompt, typed) = Self.input(first) {
        try wait(for: prompt.isEmpty ? [] : [prompt], before: first)
        terminal.type(typed)
      }
      let prompt = (rest.first ?? next).flatMap(Self.input)?.prompt
      shown += Expect.isUpdating ? settled(chunk, before: prompt) : try appeared(chunk, before: prompt)
    }
    return shown
  }

  private func wait(for expected: [String], before line: String) throws {
    try wait("'\(line)' is typed where something else is awaited", expected) { $0 == expected }
  }

  private func appeared(_ chunk: [String], before prompt: String?) throws -> [String] {
    try wait("what appears is not what the document says", chunk) { Self.has($0, chunk, before: prompt) }
    start += chunk.count
    return chunk
  }

  private static func has(_ rows: [String], _ chunk: [String], before prompt: String?) -> Bool {
    switch prompt {
    case ""?: matches(rows, chunk)
    case let prompt?: rows.last == prompt && matches(rows.dropLast(), chunk)
    case nil: matches(rows, chunk) || rows.last.map(isPrompt) == true && matches(rows.dropLast(), chunk)
    }
  }

  /// What appears in place of what the document says. On a busy machine it may be long in coming: what the document says is
  /// waited for, and so is the prompt before which it stands; only what comes at no prompt ends with a silence.
  private func settled(_ chunk: [String], before prompt: String?) -> [String] {
    let deadline = ContinuousClock.now + Self.patience
    var silent = Duration.zero
    let pause = Duration.milliseconds(20)
    while !Self.has(rows, chunk, before: prompt), ContinuousClock.now < deadline {
      silent = turn(pause) ? .zero : silent + pause
      let isAwaited = prompt.map { $0 != "" && rows.last != $0 } ?? false
      if silent >= Self.silence, !isAwaited { break }
    }
    var shown = rows
    if let last = shown.last, Self.isPrompt(last) { shown.removeLast() }
    start += shown.count
    return matches(shown, chunk) ? chunk : shown
  }

  private func wait(_ complaint: String, _ expected: [String], until condition: ([String]) -> Bool) throws {
    let deadline = ContinuousClock.now + Self.patience
    while !condition(rows) {
      guard ContinuousClock.now < deadline else {
        let difference = LineDiff(expected.joined(separator: "\n"), rows.joined(separator: "\n"))
        throw Stumble(description: "\(complaint) (- document, + terminal):\n\(difference)")
      }
      turn(.milliseconds(20))
    }
    #expect(terminal.screen.unknown == [])
  }

  /// Whether something has come within that time.
  @discardableResult private func turn(_ time: Duration) -> Bool {
    var wanted = pollfd(fd: terminal.master, events: Int16(POLLIN), revents: 0)
    let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
    let isReady = poll(&wanted, 1, Int32(milliseconds)) > 0
    terminal.read()
    return isReady
  }

  struct Stumble: Error, CustomStringConvertible { let description: String }
}

extension String {
  /// Without the blanks at its end.
  fileprivate var trimmingSuffix: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
