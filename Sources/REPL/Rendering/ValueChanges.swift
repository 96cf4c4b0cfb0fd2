// What has changed within a long value: the elements and members that are there now, or no more, or have another value.
import Wire

struct ValueChanges {
  enum Change: Equatable {
    case added(String, JSONValue)
    case removed(String, JSONValue)
    case changed(String, from: JSONValue, to: JSONValue)
  }

  let changes: [Change]
  /// Whether the two have nothing in common.
  let isWhole: Bool

  init(from old: JSONValue, to new: JSONValue) {
    var comparison = Comparison()
    comparison.compare(old, new, at: "")
    changes = comparison.changes
    let parts = [old, new].reduce(0) { $0 + ($1.array?.count ?? 0) }
    if case .changed("", _, _)? = changes.first { isWhole = true } else { isWhole = changes.count == parts }
  }
}

private struct Comparison {
  typealias Change = ValueChanges.Change

  private(set) var changes: [Change] = []
  /// So many elements are compared with each other; of longer stretches the old ones have gone and the new ones come.
  private static let comparedMax = 256

  mutating func compare(_ old: JSONValue, _ new: JSONValue, at path: String) {
    guard old != new else { return }
    switch (old, new) {
    case (.array(let old), .array(let new)): compare(old, new, at: path)
    case (.object(let old), .object(let new)) where old.contains { member in new.contains { $0.name == member.name } }:
      for member in old {
        let place = "\(path).\(member.name)"
        if let other = new.first(where: { $0.name == member.name }) {
          compare(member.value, other.value, at: place)
        } else {
          changes.append(.removed(place, member.value))
        }
      }
      for member in new where !old.contains(where: { $0.name == member.name }) {
        changes.append(.added("\(path).\(member.name)", member.value))
      }
    default: changes.append(.changed(path, from: old, to: new))
    }
  }

  private mutating func compare(_ old: [JSONValue], _ new: [JSONValue], at path: String) {
    let before = zip(old, new).prefix { $0 == $1 }.count
    let shorter = min(old.count, new.count) - before
    let behind = zip(old.reversed(), new.reversed()).prefix(shorter).prefix { $0 == $1 }.count
    let (oldPart, newPart) = (before..<old.count - behind, before..<new.count - behind)
    if oldPart.count == newPart.count, isSameInParts(old[oldPart], new[newPart]) {
      for index in oldPart { compare(old[index], new[index], at: "\(path)[\(index)]") }
    } else if oldPart.count <= Self.comparedMax, newPart.count <= Self.comparedMax {
      compare(new[newPart].difference(from: old[oldPart]), at: path, from: before)
    } else {
      changes += oldPart.map { .removed("\(path)[\($0)]", old[$0]) }
      changes += newPart.map { .added("\(path)[\($0)]", new[$0]) }
    }
  }

  /// - Parameter start: where the compared stretches begin.
  private mutating func compare(_ difference: CollectionDifference<JSONValue>, at path: String, from start: Int) {
    var added = difference.insertions.map { $0.place }
    for case .remove(let index, let value, _) in difference.removals {
      if let id = value["id"], let other = added.firstIndex(where: { $0.value["id"] == id && $0.value != value }) {
        compare(value, added[other].value, at: "\(path)[\(start + added[other].index)]")
        added.remove(at: other)
      } else {
        changes.append(.removed("\(path)[\(start + index)]", value))
      }
    }
    changes += added.map { .added("\(path)[\(start + $0.index)]", $0.value) }
  }

  /// Whether elements of two lists were changed where they are, rather than others put in their place: what has an `id`
  /// keeps it.
  private func isSameInParts(_ old: ArraySlice<JSONValue>, _ new: ArraySlice<JSONValue>) -> Bool {
    zip(old, new).allSatisfy { old, new in
      guard case .object(let members) = old, let id = members.first(where: { $0.name == "id" })?.value else {
        return true
      }
      return new["id"] == id
    }
  }
}

extension CollectionDifference.Change {
  fileprivate var place: (index: Int, value: ChangeElement) {
    switch self {
    case .insert(let offset, let element, _), .remove(let offset, let element, _): (offset, element)
    }
  }
}
