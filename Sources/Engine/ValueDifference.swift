public import Language

/// What changed between two values, as a native patch.
extension PortableValue {
  /// The patch that makes `new` of this value, or `nil` when the two are not of one kind or a patch makes no sense.
  /// - Parameter key: for lists: the member by which an element is known.
  public func difference(to new: PortableValue, key: String? = nil) -> PortableValue? {
    switch (self, new) {
    case (.record(let old), .record(let new)): Self.difference(old, new)
    case (.list(let old), .list(let new)): .list(Self.operations(old, new, key))
    default: nil
    }
  }

  private static func difference(_ old: [Field], _ new: [Field]) -> PortableValue {
    var before: [String: PortableValue] = [:]
    for field in old { before[field.name] = field.value }
    var set: [Field] = []
    for field in new where before.removeValue(forKey: field.name) != field.value { set.append(field) }
    var parts: [Field] = []
    if !set.isEmpty { parts.append(Field("set", .record(set))) }
    if !before.isEmpty {
      parts.append(Field("unset", .list(old.filter { before[$0.name] != nil }.map { .string($0.name) })))
    }
    return .record(parts)
  }

  private static func operations(_ old: [PortableValue], _ new: [PortableValue], _ key: String?) -> [PortableValue] {
    let begin = zip(old, new).prefix { $0 == $1 }.count
    let rest = min(old.count, new.count) - begin
    let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.prefix(rest).count
    let (before, after) = (Array(old[begin..<old.count - end]), Array(new[begin..<new.count - end]))
    if let key, let keyed = keyed(before, after, key, begin) { return keyed }
    guard before.count != after.count else {
      return zip(before, after).enumerated().filter { $1.0 != $1.1 }.map { index, pair in
        operation("set", begin + index, elementChange(pair.0, pair.1))
      }
    }
    var operations: [PortableValue] = []
    if !before.isEmpty { operations.append(operation("remove", begin, .int(before.count))) }
    if !after.isEmpty { operations.append(operation("insert", begin, .list(after))) }
    return operations
  }

  private static func operation(_ name: String, _ at: Int, _ operand: PortableValue) -> PortableValue {
    .list([.string(name), .int(at), operand])
  }

  /// A patch of the element where that is shorter to say; a value that looks like a patch must not be taken for one.
  private static func elementChange(_ old: PortableValue, _ new: PortableValue) -> PortableValue {
    guard case .record(let before) = old, case .record(let after) = new, after.count > 1, before.count == after.count,
      let patch = old.difference(to: new), case .record(let parts) = patch, parts.count == 1,
      case .record(let set) = parts[0].value, set.count < after.count
    else { return new }
    return patch
  }

  /// By identity: what is gone is removed, what is there is moved or changed, the rest is inserted.
  private static func keyed(_ old: [PortableValue], _ new: [PortableValue], _ key: String, _ begin: Int)
    -> [PortableValue]?
  {
    // Beyond this the search for moves costs more than the bytes it saves.
    guard old.count <= 512, new.count <= 512 else { return nil }
    func identity(_ value: PortableValue) -> PortableValue? {
      guard case .record(let fields) = value else { return nil }
      return fields.first { $0.name == key }?.value
    }
    let (before, after) = (old.compactMap(identity), new.compactMap(identity))
    let wanted = Set(after)
    guard before.count == old.count, after.count == new.count, Set(before).count == before.count,
      wanted.count == after.count
    else { return nil }
    var operations: [PortableValue] = []
    var present = Array(zip(before, old))
    var index = present.count - 1
    while index >= 0 {
      var first = index
      while first >= 0, !wanted.contains(present[first].0) { first -= 1 }
      if first < index {
        operations.append(operation("remove", begin + first + 1, .int(index - first)))
        present.removeSubrange(first + 1...index)
      }
      index = first - 1
    }
    for (place, (identity, value)) in zip(after, new).enumerated() {
      if place < present.count, present[place].0 == identity {
        // It stays where it is.
      } else if let from = present.firstIndex(where: { $0.0 == identity }) {
        operations.append(operation("move", begin + from, .int(begin + place)))
        present.insert(present.remove(at: from), at: place)
      } else {
        operations.append(operation("insert", begin + place, .list([value])))
        present.insert((identity, value), at: place)
      }
      if present[place].1 != value {
        operations.append(operation("set", begin + place, elementChange(present[place].1, value)))
        present[place].1 = value
      }
    }
    return operations
  }
}
