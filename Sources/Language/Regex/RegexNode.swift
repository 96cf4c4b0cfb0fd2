/// A regular expression as a tree. What options change is decided: they are in force from where they stand in the text on.
indirect enum RegexNode {
  case empty
  case literal(String, ignoresCase: Bool)
  case any(matchesNewlines: Bool)
  case set(RegexSet)
  case assertion(RegexAssertion)
  case backreference(RegexReference)
  /// - Parameter capture: its number, for a group that captures.
  case group(RegexNode, capture: Int?)
  /// Once it has matched, it is not tried in another way.
  case atomic(RegexNode)
  case lookahead(RegexNode, isNegative: Bool)
  case sequence([RegexNode])
  case choice([RegexNode])
  case repetition(RegexNode, RegexRepetition)
}

/// To a group, which may stand further on.
enum RegexReference {
  case number(Int)
  case name(String)
}

struct RegexRepetition {
  enum Kind { case greedy, reluctant, possessive }

  var low: Int
  /// `nil` without bound.
  var high: Int?
  var kind: Kind
}

enum RegexAssertion {
  case textStart, textEnd, textEndBeforeNewline, lineStart, lineEnd, searchStart, wordBoundary, noWordBoundary, never
}

struct RegexOptions: OptionSet {
  var rawValue: UInt16

  static let ignoresCase = RegexOptions(rawValue: 1 << 0)
  static let dotMatchesNewlines = RegexOptions(rawValue: 1 << 1)
  static let anchorsMatchLineEndings = RegexOptions(rawValue: 1 << 2)
  static let namedCapturesOnly = RegexOptions(rawValue: 1 << 3)
  static let reluctant = RegexOptions(rawValue: 1 << 4)
  /// White space and comments mean nothing.
  static let extended = RegexOptions(rawValue: 1 << 5)

  /// How `(?…)` spells them. The last four say that `\d`, POSIX classes, `\s` and `\w` are of ASCII only.
  private static let letters: [Character] = ["i", "s", "m", "n", "U", "x", "D", "P", "S", "W"]

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init?(letter: Character) {
    guard let place = Self.letters.firstIndex(of: letter) else { return nil }
    rawValue = 1 << place
  }

  /// `(?ix)`; empty without any.
  var text: String {
    let set = Self.letters.indices.filter { rawValue & 1 << $0 != 0 }
    return set.isEmpty ? "" : "(?\(String(set.map { Self.letters[$0] })))"
  }
}

extension RegexNode {
  /// It never matches nothing: a loop over it comes to an end by itself.
  var alwaysAdvances: Bool {
    switch self {
    case .literal(let text, _): !text.isEmpty
    case .any, .set: true
    case .empty, .assertion, .backreference, .lookahead: false
    case .group(let content, _), .atomic(let content): content.alwaysAdvances
    case .sequence(let parts): parts.contains(where: \.alwaysAdvances)
    case .choice(let parts): parts.allSatisfy(\.alwaysAdvances)
    case .repetition(let content, let repetition): repetition.low > 0 && content.alwaysAdvances
    }
  }

  /// Whether it can only match at the beginning of the text; `nil` while that depends on what follows.
  var onlyAtStart: Bool? {
    switch self {
    case .assertion(.textStart): true
    case .empty, .lookahead(_, isNegative: true): nil
    case .group(let content, _), .atomic(let content), .lookahead(let content, _): content.onlyAtStart
    case .sequence(let parts): parts.lazy.compactMap(\.onlyAtStart).first
    case .choice(let parts): parts.allSatisfy { $0.onlyAtStart == true }
    case .repetition(let content, let repetition): repetition.low > 0 ? content.onlyAtStart : nil
    case .literal, .any, .set, .assertion, .backreference: false
    }
  }
}
