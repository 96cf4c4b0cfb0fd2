// What was evaluated before, for a line that begins with a dot or a brace: Swift would have taken it with the line above.

struct PreviousEntry {
  var text = ""
  /// The name of its value, where it was a bare expression: `$R0`.
  var result: String?

  /// What such a line means. A value is taken as it is, since to evaluate its expression again could do something twice; a
  /// declaration is made anew, as when it is pasted again.
  func continued(by line: String) -> String {
    let rest = line.trimmed
    if rest.first == "{", isBareVariable { return text + "\n" + rest }
    guard rest.first == ".", rest.dropFirst().first != "." else { return line }
    if let result { return result + rest }
    let word = text.trimmed.prefix { !$0.isWhitespace }
    return word == "let" || word == "var" ? text + "\n" + rest : line
  }

  /// Whether it is a variable with a type and no value, as one that is computed begins: `var double: Int`.
  private var isBareVariable: Bool {
    let words = text.trimmed.words
    return words.first == "var" && text.contains(":") && !text.contains { "={}\n".contains($0) }
  }
}
