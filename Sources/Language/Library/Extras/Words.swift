/// A command line into words: what a shell would do before it does anything else, and nothing beyond.
enum Words {
  /// Blanks separate; quotes and backslashes hold together. What only a shell can do is refused, with a sentence.
  static func split(_ line: String) throws(Abort) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = line[...]
    while let next = rest.popFirst() {
      if next == "\\", quote != "'" {
        guard let kept = rest.popFirst() else { throw .trap("the command ends with a backslash") }
        word = (word ?? "") + String(kept)
      } else if let open = quote {
        if next == open { quote = nil } else { word! += String(next) }
      } else if next == "'" || next == "\"" {
        quote = next
        word = word ?? ""
      } else if next.isWhitespace {
        if let ended = word { words.append(ended) }
        word = nil
      } else if "|&;<>`$".contains(next) {
        throw .trap(
          "'\(next)' means something to a shell only; quote it, or ask for one: Command(\"sh\", \"-c\", \"…\")")
      } else {
        word = (word ?? "") + String(next)
      }
    }
    if let quote { throw .trap("a \(quote) in the command is not closed") }
    if let word { words.append(word) }
    if words.isEmpty { throw .trap("the command is empty") }
    return words
  }
}
