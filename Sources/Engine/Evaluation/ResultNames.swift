import Language

/// Declarations that speak of results of a session: `let total = $R3 * 2`. The program is everybody's and is evaluated again,
/// and by then there is no `$R3`; so what is data stands in its place from the beginning.
extension Engine {
  /// The texts with data in place of results, where declarations name them; `nil` where none does.
  func withoutResults(_ unit: CheckedUnit, _ sources: [SourceText], in namespace: Namespace, session id: String)
    throws(EngineError) -> [SourceText]?
  {
    var texts = sources
    var isChanged = false
    for statement in unit.statements where statement.isDeclaration && Self.mayNameResult(statement.text) {
      let results = results(of: session(id), in: namespace)
      var missing: String?
      let text = Self.replacingResults(in: statement.text) { name in
        let source = namespace.program.source(ofResult: name, in: results)
        if source == nil { missing = missing ?? name }
        return source
      }
      if let missing {
        throw .validation(
          path: namespace.path(of: statement.names.first ?? missing),
          rule:
            "'\(missing)' is a result of your session, which nobody else has and no restart brings back: write what made it in "
            + "its place")
      }
      guard let text, let place = texts[statement.source].text.firstRange(of: statement.text) else { continue }
      texts[statement.source].text.replaceSubrange(place, with: text)
      isChanged = true
    }
    return isChanged ? texts : nil
  }

  /// Whether there is a `$R` in a text, which may be a megabyte.
  private static func mayNameResult(_ text: String) -> Bool {
    var last: UInt8 = 0
    for byte in text.utf8 {
      if last == UInt8(ascii: "$"), byte == UInt8(ascii: "R") { return true }
      last = byte
    }
    return false
  }

  /// A text with other text in place of results, but in string literals outside of their interpolations.
  /// - Returns: nil if nothing was replaced.
  private static func replacingResults(in text: String, with source: (String) -> String?) -> String? {
    var result = ""
    var isChanged = false
    // For each literal that is open, how many brackets are open in the interpolation within it; 0 outside of one.
    var literals: [Int] = []
    var rest = text[...]
    while let character = rest.first {
      let isCode = literals.last != 0
      if isCode, character == "$", rest.hasPrefix("$R") {
        let digits = rest.dropFirst(2).prefix { $0.isASCII && $0.isNumber }
        let behind = rest.dropFirst(2 + digits.count).first
        if !digits.isEmpty, behind.map({ !$0.isLetter && $0 != "_" }) ?? true, let value = source("$R" + digits) {
          result += value
          rest = rest.dropFirst(2 + digits.count)
          isChanged = true
          continue
        }
      }
      switch character {
      case "\\" where !isCode:
        result.append(rest.removeFirst())
        if rest.first == "(" { literals[literals.count - 1] = 1 }
        if let next = rest.first { result.append(next); rest.removeFirst() }
        continue
      case "\"": if isCode { literals.append(0) } else { literals.removeLast() }
      case "(" where isCode && !literals.isEmpty: literals[literals.count - 1] += 1
      case ")" where isCode && !literals.isEmpty: literals[literals.count - 1] -= 1
      default: break
      }
      result.append(rest.removeFirst())
    }
    return isChanged ? result : nil
  }
}
