/// What the groups of a regular expression capture: the elements of its output after the whole match.
struct RegexCaptures {
  struct Group {
    var name: String?
    /// It may take no part in a match: repeated from zero times on, or in one of several alternatives.
    var isOptional = false
  }

  private(set) var groups: [Group] = []
  private var rest: Substring

  init(_ pattern: String) {
    rest = pattern[...]
    alternatives()
  }

  /// Up to the end of the pattern or of the group.
  private mutating func alternatives() {
    let first = groups.count
    var hasSeveral = false
    while let character = rest.first, character != ")" {
      rest.removeFirst()
      switch character {
      case "\\": escape()
      case "[": characterClass()
      case "(": group()
      case "|": hasSeveral = true
      default: break
      }
    }
    if hasSeveral { makeOptional(from: first) }
  }

  private mutating func makeOptional(from first: Int) {
    for index in groups.indices.dropFirst(first) { groups[index].isOptional = true }
  }

  private mutating func escape() {
    guard let next = rest.popFirst(), next == "Q" else { return }
    while !rest.isEmpty, !rest.hasPrefix("\\E") { rest.removeFirst() }
    rest = rest.dropFirst(2)
  }

  private mutating func characterClass() {
    if rest.first == "^" { rest.removeFirst() }
    if rest.first == "]" { rest.removeFirst() }
    while let character = rest.popFirst(), character != "]" {
      if character == "\\" { escape() }
      if character == "[" { characterClass() }
    }
  }

  private mutating func group() {
    let first = groups.count
    if rest.first == "?" {
      special()
    } else if rest.first != "*" {
      groups.append(Group())
    }
    alternatives()
    if rest.first == ")" { rest.removeFirst() }
    if let quantifier = rest.first,
      quantifier == "?" || quantifier == "*" || rest.hasPrefix("{0") || rest.hasPrefix("{,")
    {
      makeOptional(from: first)
    }
  }

  /// `(?<name>…)` captures; `(?:…)`, `(?=…)` and their like do not.
  private mutating func special() {
    rest.removeFirst()
    if rest.first == "P" { rest.removeFirst() }
    if rest.first == "#" {
      rest = rest.drop { $0 != ")" }
      return
    }
    guard rest.first == "<", let name = rest.dropFirst().first, name.isLetter || name == "_" else { return }
    rest.removeFirst()
    groups.append(Group(name: String(rest.prefix { $0 != ">" })))
    rest = rest.drop { $0 != ">" }.dropFirst()
  }
}
