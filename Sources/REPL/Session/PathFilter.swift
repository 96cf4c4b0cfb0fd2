// Patterns of paths, as the daemon reads them, for what is told here already.

/// Paths and patterns as they are typed: `form.*`, `form.{name,ok}`, `!form.name`. A pattern that ends early takes everything below.
struct PathFilter: Equatable {
  let patterns: [String]

  /// - Parameter patterns: None stands for everything.
  init(_ patterns: [String]) { self.patterns = patterns.isEmpty ? ["**"] : patterns }

  func matches(_ path: String) -> Bool {
    let excluded = patterns.filter { $0.first == "!" }.map { String($0.dropFirst()) }
    let chosen = patterns.filter { $0.first != "!" }
    return (chosen.isEmpty || chosen.contains { Self.matches($0, path) })
      && !excluded.contains { Self.matches($0, path) }
  }

  /// A path that a pattern chooses, or is excluded by it, whether there are more or not; `nil` if there is none.
  static func named(by pattern: String, among paths: Set<String>) -> String? {
    let pattern = pattern.first == "!" ? String(pattern.dropFirst()) : pattern
    return paths.contains(pattern) ? pattern : paths.first { matches(pattern, $0) }
  }

  static func isPattern(_ path: String) -> Bool { path.contains { "*?{".contains($0) } }

  private static func matches(_ pattern: String, _ path: String) -> Bool {
    matches(segments(pattern)[...], segments(path)[...])
  }

  private static func matches(_ pattern: ArraySlice<String>, _ path: ArraySlice<String>) -> Bool {
    guard let first = pattern.first else { return true }
    if first == "**" {
      return (path.startIndex...path.endIndex).contains { matches(pattern.dropFirst(), path[$0...]) }
    }
    guard let name = path.first, matches(segment: first, name) else { return false }
    return matches(pattern.dropFirst(), path.dropFirst())
  }

  private static func matches(segment: String, _ name: String) -> Bool {
    if segment.first == "{", segment.last == "}" {
      return segment.dropFirst().dropLast().split(separator: ",").contains { matches(segment: String($0), name) }
    }
    let parts = segment.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return segment == name }
    var rest = name[...]
    for (index, part) in parts.enumerated() {
      if index == parts.count - 1 { return index == 0 ? rest == part : rest.hasSuffix(part) }
      if index == 0 {
        guard rest.hasPrefix(part) else { return false }
        rest = rest.dropFirst(part.count)
      } else if !part.isEmpty {
        guard let range = rest.firstRange(of: String(part)) else { return false }
        rest = rest[range.upperBound...]
      }
    }
    return true
  }

  /// The names between dots that stand in no bracket.
  private static func segments(_ text: String) -> [String] {
    var segments = [""]
    var depth = 0
    for character in text {
      if "[{".contains(character) { depth += 1 }
      if "]}".contains(character) { depth -= 1 }
      if character == ".", depth == 0 { segments.append("") } else { segments[segments.count - 1].append(character) }
    }
    return segments
  }
}
