// The first place where two JSON texts differ.
import Wire

/// Where two texts of JSON differ.
enum JSONDifference {
  /// `changes[0].value: true, and it was false`
  static func first(_ old: String, _ new: String) -> String? {
    guard let old = try? JSONValue(parsing: old), let new = try? JSONValue(parsing: new) else { return nil }
    return first(old, new, at: "")
  }

  private static func first(_ old: JSONValue, _ new: JSONValue, at place: String) -> String? {
    guard old != new else { return nil }
    switch (old, new) {
    case (.object(let left), .object(let right)):
      for member in left {
        let path = place.isEmpty ? member.name : "\(place).\(member.name)"
        guard let other = right.first(where: { $0.name == member.name }) else { return "\(path), which is missing" }
        if let found = first(member.value, other.value, at: path) { return found }
      }
      let added = right.first { member in !left.contains { $0.name == member.name } }
      return added.map { "\(place.isEmpty ? "" : place + ".")\($0.name), which was not there" }
    case (.array(let left), .array(let right)):
      for (index, pair) in zip(left, right).enumerated() {
        if let found = first(pair.0, pair.1, at: "\(place)[\(index)]") { return found }
      }
      return "\(place): \(right.count) elements, and there were \(left.count)"
    default: return "\(place): \(new), and it was \(old)"
    }
  }
}
