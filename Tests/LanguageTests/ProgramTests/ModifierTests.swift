/// Each modifier and attribute on each kind of declaration, in each place, is refused where swiftc refuses it, in its words.
///
/// `modifiers.txt` has the verdicts of swiftc, and `Tools/modifiers.py`, which writes them, makes the same rows of its lists.
import InterpreterHarness
import Language
import TestSupport
import Testing

@Suite struct ModifierTests {
  /// A declaration in a place: what is refused of it.
  struct Paragraph: CustomTestStringConvertible {
    let title: String
    let template: String
    let words: [String]
    let messages: [String: [String]]
    var testDescription: String { title }
  }

  @Test(arguments: Self.paragraphs) func isRefusedWhereSwiftcRefusesIt(_ paragraph: Paragraph) {
    let words = [""] + paragraph.words
    var found: [String: [String]] = [:]
    // A checker that has found a hundred errors in a text says no more.
    for start in stride(from: 0, to: words.count, by: 20) {
      let part = words[start..<min(start + 20, words.count)]
      let rows = part.enumerated().map { number, word in
        paragraph.template.replacing("…", with: word).replacing("#", with: "\(number)x")
      }
      for error in ProgramRun.onItsOwnStack(rows.joined(separator: "\n"), name: "rows.swift").errors {
        let number = error.start.line - 1
        found[part[start + number], default: []].append(error.message.replacing("\(number)x", with: "#"))
      }
    }
    for word in words {
      let expected = (paragraph.messages[word] ?? []).sorted()
      let said = (found[word] ?? []).sorted()
      #expect(expected == said, "'\(word)' on \(paragraph.title)")
    }
  }

  static let paragraphs: [Paragraph] = {
    let parts = try! Corpus.text("modifiers.txt").split(separator: "\n\n", maxSplits: 2)
    var places: [Substring: Substring] = [:]
    var templates: [Substring: [Substring: Substring]] = [:]
    var words: [String] = []
    var leftOut: Set<Substring> = []
    for line in parts[1].split(separator: "\n") {
      let kind = line.prefix { $0 != " " }
      let rest = line.dropFirst(kind.count + 1)
      let name = rest.prefix { $0 != ":" }
      switch kind {
      case "words": words += rest.split(separator: " ").map(String.init)
      case "except": leftOut.insert(rest)
      case "place": places[name] = rest.dropFirst(name.count + 2)
      default: templates[kind, default: [:]][name] = rest.dropFirst(name.count + 2)
      }
    }
    var result: [Paragraph] = []
    var title: Substring?
    var messages: [String: [String]] = [:]
    func close() {
      guard let title else { return }
      let names = title.split(separator: " ")
      let declaration = templates[names[0] == "protocol" ? "requirement" : "declaration"]![names[1]]!
      result.append(
        Paragraph(
          title: String(title), template: String(places[names[0]]!).replacing("…", with: "… " + declaration),
          words: words.filter { !leftOut.contains("\(title) \($0)") && !leftOut.contains("\(names[0]) * \($0)") },
          messages: messages))
    }
    for line in parts[2].split(separator: "\n") {
      if line.hasPrefix("  "), let end = line.firstRange(of: ": ") {
        for word in line[..<end.lowerBound].split(separator: " ") {
          messages[String(word), default: []].append(String(line[end.upperBound...]).replacing("…", with: String(word)))
        }
      } else {
        close()
        (title, messages) = (line, [:])
      }
    }
    close()
    return result
  }()
}
