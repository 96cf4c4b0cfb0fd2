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
  /// The names it begins with, as a path: everything it matches is there or below. Empty where it begins with a wildcard.
  let root: String
  /// Whether the pattern names exactly one path: its root.
  public let isExact: Bool

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
    let names = segments.prefix { if case .any(let names) = $0 { names.count == 1 } else { false } }
    root = names.map { if case .any(let names) = $0 { names[0] } else { "" } }.joined(separator: ".")
    isExact = names.count == segments.count
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

  /// Whether a path with these segments belongs to the set. O(segments of both, multiplied) for several `**`.
  public func matches(_ path: [String]) -> Bool {
    var (at, next) = (0, 0)
    // The last `**` that was met, and where it ends: as early as what follows it can be.
    var retry: (at: Int, next: Int)?
    while next < segments.count {
      if case .rest = segments[next] {
        next += 1
        retry = (at, next)
      } else if at == path.count {
        return false
      } else if segments[next].matches(path[at]) {
        (at, next) = (at + 1, next + 1)
      } else if let (end, following) = retry {
        (at, next) = (end + 1, following)
        retry = (at, following)
      } else {
        return false
      }
    }
    return true
  }

  /// Whether a name has the parts between the stars in their order, the first at its beginning and the last at its end.
  fileprivate static func isLike(_ pattern: String, _ name: String) -> Bool {
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

extension PathPattern.Segment {
  fileprivate func matches(_ name: String) -> Bool {
    switch self {
    case .one, .rest: true
    case .any(let names): names.contains(name)
    case .like(let names): names.contains { PathPattern.isLike($0, name) }
    }
  }
}
