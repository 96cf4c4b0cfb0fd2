/// A set of paths: `signup.username`, `signup.*`, `home.**`, `{kitchen,hall}.temp`.
///
/// `*` is one segment, `**` any number of them (none too), `a*` a segment that begins so, `{a,b}` alternatives within a
/// segment. A pattern that ends early takes everything below: `signup` means `signup.**`.
public struct PathPattern: Hashable, Sendable {
  enum Segment: Hashable, Sendable {
    case one
    case rest
    case any(of: [String])
    /// Alternatives of which some have a `*` within them.
    case like([String])
  }

  public let text: String
  let segments: [Segment]

  public init(_ text: String) throws(EngineError) {
    self.text = text
    var segments: [Segment] = []
    for part in try PathPattern.split(text) {
      switch part {
      case "": throw .malformedPath(path: text, reason: "a segment is empty")
      case "*": segments.append(.one)
      case "**": segments.append(.rest)
      default:
        let names = try PathPattern.alternatives(of: part, in: text)
        segments.append(names.contains { $0.contains("*") } ? .like(names) : .any(of: names))
      }
    }
    self.segments = segments
  }

  /// Whether the pattern names exactly one path.
  public var isExact: Bool {
    segments.allSatisfy { segment in
      if case .any(let names) = segment { names.count == 1 } else { false }
    }
  }

  /// Whether it is about stores that it names, not about whatever there is.
  var beginsWithAName: Bool {
    switch segments.first {
    case .any, .like: true
    case .one, .rest, nil: false
    }
  }

  /// The text without a wildcard at its end: the store that `signup.**` is about.
  var stem: String {
    if text.hasSuffix(".**") { return String(text.dropLast(3)) }
    return text.hasSuffix(".*") ? String(text.dropLast(2)) : text
  }

  /// Whether a path with these segments belongs to the set. O(segments²) at worst, for several `**`.
  public func matches(_ path: [String]) -> Bool {
    matches(path[...], segments[...])
  }

  private func matches(_ path: ArraySlice<String>, _ pattern: ArraySlice<Segment>) -> Bool {
    guard let head = pattern.first else { return true }
    switch head {
    case .rest:
      let tail = pattern.dropFirst()
      if tail.isEmpty { return true }
      return path.indices.contains { matches(path[$0...], tail) }
    case .one:
      return !path.isEmpty && matches(path.dropFirst(), pattern.dropFirst())
    case .any(let names):
      guard let first = path.first, names.contains(first) else { return false }
      return matches(path.dropFirst(), pattern.dropFirst())
    case .like(let names):
      guard let first = path.first, names.contains(where: { PathPattern.isLike($0, first) }) else { return false }
      return matches(path.dropFirst(), pattern.dropFirst())
    }
  }

  /// Whether a name has the parts between the stars in their order, the first at its beginning and the last at its end.
  private static func isLike(_ pattern: String, _ name: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return pattern == name }
    guard name.hasPrefix(parts[0]) else { return false }
    var rest = name.dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }

  /// Cuts at the dots that are not within braces.
  private static func split(_ text: String) throws(EngineError) -> [String] {
    var parts = [""]
    var depth = 0
    for character in text {
      switch character {
      case "{": depth += 1
      case "}": depth -= 1
      case "." where depth == 0:
        parts.append("")
        continue
      case "[", "]":
        throw .malformedPath(
          path: text, reason: "a subscription watches whole properties; leave out '[' and what follows")
      default: break
      }
      parts[parts.count - 1].append(character)
    }
    guard depth == 0 else { throw .malformedPath(path: text, reason: "the braces do not match") }
    return parts
  }

  private static func alternatives(of part: String, in text: String) throws(EngineError) -> [String] {
    guard part.contains("{") else { return [part] }
    guard let open = part.firstIndex(of: "{"), let close = part.lastIndex(of: "}"), open < close else {
      throw .malformedPath(path: text, reason: "the braces do not match")
    }
    let before = part[..<open]
    let after = part[part.index(after: close)...]
    return part[part.index(after: open)..<close].split(separator: ",", omittingEmptySubsequences: false)
      .map { String(before + $0 + after) }
  }
}

/// What a subscription listens to: paths that some pattern includes and none excludes (`!` in front).
public struct PathFilter: Hashable, Sendable {
  public let included: [PathPattern]
  public let excluded: [PathPattern]

  /// - Parameter patterns: at least one that does not begin with `!`.
  public init(_ patterns: [String]) throws(EngineError) {
    var included: [PathPattern] = []
    var excluded: [PathPattern] = []
    for pattern in patterns {
      if pattern.hasPrefix("!") {
        excluded.append(try PathPattern(String(pattern.dropFirst())))
      } else {
        included.append(try PathPattern(pattern))
      }
    }
    guard !included.isEmpty else {
      throw .malformedPath(path: patterns.joined(separator: " "), reason: "no path is named")
    }
    self.included = included
    self.excluded = excluded
  }

  /// The filter that takes in no path.
  static let nothing = PathFilter()

  private init() {
    included = []
    excluded = []
  }

  public func matches(_ path: [String]) -> Bool {
    included.contains { $0.matches(path) } && !excluded.contains { $0.matches(path) }
  }
}
