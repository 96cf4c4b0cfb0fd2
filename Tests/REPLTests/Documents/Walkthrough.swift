// Documents as a reader goes through them: a terminal or two, and files that are written on the way.
import Foundation
import TestSupport
import Testing

/// What a section of a document tells its reader to do. What counts in its Markdown:
///
/// - A block that begins with ```` ```console ```` is typed and shown in a terminal, ```` ```console second ```` in a second
///   one. `$ `, `> `, `combined> ` and `      ... ` begin what is typed, `^C` is that key, and anything else appears. `…` stands
///   for what differs from run to run. A block that begins with what appears goes on in a terminal where something runs.
/// - A block below a line that ends with `` `name.swift`: `` is written to that file.
/// - A block below a line that ends with `` `combinectl …` draws: `` or any other word is what that command writes.
struct Walkthrough: CustomTestStringConvertible, Sendable {
  enum Step: Sendable {
    case file(name: String, text: String)
    case console(terminal: String, lines: Range<Int>)
    case output(command: String, lines: Range<Int>)

    var terminal: String? {
      if case .console(let terminal, _) = self { terminal } else { nil }
    }

    /// What is typed and shown in a terminal.
    func shown(in lines: [String]) -> [String] {
      if case .console(_, let block) = self { Array(lines[block]) } else { [] }
    }
  }

  let document: String
  let title: String
  let steps: [Step]
  /// What is typed at a shell.
  let commands: [String]

  /// Whether one of these words is in a command.
  func names(anyOf words: [String]) -> Bool {
    commands.contains { command in words.contains { command.split(separator: " ").contains(Substring($0)) } }
  }

  var testDescription: String { "\(document): \(title)" }

  /// The sections with something to do. A section begins with `## `.
  static func all(in document: String, _ lines: [String]) -> [Walkthrough] {
    var walks: [Walkthrough] = []
    var title = "beginning"
    var steps: [Step] = []
    var index = 0
    func finish() {
      guard !steps.isEmpty else { return }
      let commands = steps.flatMap { $0.shown(in: lines) }.filter { $0.hasPrefix("$ ") }
      walks.append(Walkthrough(document: document, title: title, steps: steps, commands: commands))
    }
    while index < lines.count {
      if lines[index].hasPrefix("## ") {
        finish()
        (title, steps) = (String(lines[index].dropFirst(3)), [])
      }
      if lines[index].hasPrefix("```") {
        let end = lines[(index + 1)...].firstIndex(of: "```") ?? lines.count
        let above = lines[..<index].last { !$0.isEmpty } ?? ""
        if let step = step(lines[index], index + 1..<end, above: above, lines) { steps.append(step) }
        index = end
      }
      index += 1
    }
    finish()
    return walks
  }

  private static func step(_ fence: String, _ block: Range<Int>, above: String, _ lines: [String]) -> Step? {
    let words = fence.dropFirst(3).split(separator: " ")
    if words.first == "console" {
      return .console(terminal: words.count > 1 ? String(words[1]) : "first", lines: block)
    }
    if let match = above.firstMatch(of: /`(combinectl [^`]+)` \w+:$/) {
      return .output(command: String(match.1), lines: block)
    }
    if let match = above.firstMatch(of: /`([\w.\/-]+\.\w+)`:$/) {
      return .file(name: String(match.1), text: lines[block].joined(separator: "\n") + "\n")
    }
    return nil
  }
}

/// A line as it stands in a document, where `…` is any text.
func matches(_ shown: String, _ expected: String) -> Bool {
  let parts = expected.split(separator: "…", omittingEmptySubsequences: false)
  guard parts.count > 1 else { return shown == expected }
  var rest = shown[...]
  guard rest.hasPrefix(parts[0]) else { return false }
  rest = rest.dropFirst(parts[0].count)
  for part in parts.dropFirst().dropLast() {
    guard let found = rest.firstRange(of: part) else { return false }
    rest = rest[found.upperBound...]
  }
  return rest.hasSuffix(parts[parts.count - 1])
}

func matches(_ shown: [String], _ expected: [String]) -> Bool {
  shown.count == expected.count && zip(shown, expected).allSatisfy { matches($0, $1) }
}
