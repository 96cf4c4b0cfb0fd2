// Which entries the history keeps: none that names something secret. What that is the daemon says in its greeting, and
// until the first one entries wait; those that never reach a daemon are not kept.

struct EntryMemory {
  private enum Knowledge {
    case none
    case names(Set<Substring>)
    /// A pattern is about everything.
    case everything
  }

  private var known = Knowledge.none
  private var waiting: [String] = []

  /// - Returns: what can be kept now: the entry, or nothing.
  mutating func offer(_ entry: String) -> [String] {
    switch known {
    case .none:
      waiting.append(entry)
      return []
    case .everything: return []
    case .names(let names): return Self.mentions(entry, names) ? [] : [entry]
    }
  }

  /// A daemon has said which properties are secret.
  /// - Returns: those that have waited and can be kept.
  mutating func learn(_ patterns: [String]) -> [String] {
    guard let names = Self.names(in: patterns) else {
      known = .everything
      waiting = []
      return []
    }
    known = .names(names)
    defer { waiting = [] }
    return waiting.filter { !Self.mentions($0, names) }
  }

  /// The names that secrets have, by the patterns of the greeting; `nil` where everything is secret.
  static func names(in patterns: [String]) -> Set<Substring>? {
    var names: Set<Substring> = []
    for pattern in patterns where !pattern.hasPrefix("!") {
      guard let last = segments(pattern).last(where: { $0 != "*" && $0 != "**" }) else { return nil }
      names.formUnion(alternatives(last))
    }
    return names
  }

  /// Whether something is secret, as far as is known.
  var hidesSomething: Bool {
    switch known {
    case .none: false
    case .everything: true
    case .names(let names): !names.isEmpty
    }
  }

  /// Whether a text can be written down, as far as is known.
  func isTold(_ text: String) -> Bool {
    switch known {
    case .none: true
    case .everything: false
    case .names(let names): !Self.mentions(text, names)
    }
  }

  private static func mentions(_ entry: String, _ names: Set<Substring>) -> Bool {
    !names.isEmpty
      && entry.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { names.contains($0) }
  }

  /// Cut at the dots outside of braces.
  private static func segments(_ pattern: String) -> [Substring] {
    var depth = 0
    return pattern.split {
      depth += $0 == "{" ? 1 : $0 == "}" ? -1 : 0
      return $0 == "." && depth == 0
    }
  }

  /// `user{Name,Id}` is two names.
  private static func alternatives(_ segment: Substring) -> [Substring] {
    guard let open = segment.firstIndex(of: "{"), let close = segment.lastIndex(of: "}"), open < close else {
      return [segment]
    }
    return segment[segment.index(after: open)..<close].split(separator: ",", omittingEmptySubsequences: false)
      .map { segment[..<open] + $0 + segment[segment.index(after: close)...] }
  }
}
