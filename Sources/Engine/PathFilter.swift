/// What a subscription listens to: paths that some pattern includes and none excludes (`!` in front).
public struct PathFilter: Hashable, Sendable {
  public let included: [PathPattern]
  public let excluded: [PathPattern]
  private let takesIn: PatternSet
  private let leavesOut: PatternSet
  /// Whether it is about stores that it names, not only about whatever there is.
  let namesSomething: Bool

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
    self.init(included, excluded)
  }

  /// The filter that takes in no path.
  static let nothing = PathFilter([], [])

  private init(_ included: [PathPattern], _ excluded: [PathPattern]) {
    self.included = included
    self.excluded = excluded
    takesIn = PatternSet(included)
    leavesOut = PatternSet(excluded)
    namesSomething = included.contains(where: \.beginsWithAName)
  }

  /// Whether a path with these segments is listened to. O(segments) for exact paths, however many there are.
  public func matches(_ path: [String]) -> Bool { takesIn.matches(path) && !leavesOut.matches(path) }

  /// Whether one that `included` takes in is left out again.
  func excludes(_ path: [String]) -> Bool { leavesOut.matches(path) }
}

/// Patterns of which any may match. A client may name thousands of paths: what begins with names is looked up by these, and
/// only what begins with a wildcard is tried for each path.
private struct PatternSet: Hashable, Sendable {
  private var exact: Set<String> = []
  private var byRoot: [String: [PathPattern]] = [:]
  private var rootless: [PathPattern] = []

  init(_ patterns: [PathPattern]) {
    for pattern in patterns {
      if pattern.isExact {
        exact.insert(pattern.root)
      } else if pattern.root.isEmpty {
        rootless.append(pattern)
      } else {
        byRoot[pattern.root, default: []].append(pattern)
      }
    }
  }

  func matches(_ path: [String]) -> Bool { hasNamed(path) || rootless.contains { $0.matches(path) } }

  /// Whether a pattern that begins with names takes the path in.
  private func hasNamed(_ path: [String]) -> Bool {
    if exact.isEmpty, byRoot.isEmpty { return false }
    var beginning = ""
    for name in path {
      beginning += beginning.isEmpty ? name : "." + name
      if exact.contains(beginning) || byRoot[beginning]?.contains(where: { $0.matches(path) }) ?? false { return true }
    }
    return false
  }
}
