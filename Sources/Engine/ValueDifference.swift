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

  /// By identity: what is gone is removed, what has another place among the rest is moved, what is new is inserted, and
  /// what differs is set: as few of each as there can be.
  private static func keyed(_ old: [PortableValue], _ new: [PortableValue], _ key: String, _ begin: Int)
    -> [PortableValue]?
  {
    func identity(_ value: PortableValue) -> PortableValue? {
      guard case .record(let fields) = value else { return nil }
      return fields.first { $0.name == key }?.value
    }
    let (before, after) = (old.compactMap(identity), new.compactMap(identity))
    var values: [PortableValue: PortableValue] = [:]
    for (identity, value) in zip(before, old) { values[identity] = value }
    let wanted = Set(after)
    guard before.count == old.count, after.count == new.count, values.count == before.count,
      wanted.count == after.count
    else { return nil }
    var operations = removals(before, wanted, begin)
    var present = before.filter(wanted.contains)
    let staying = longestInOrder(present, in: after)
    // Beyond this the search for their places costs more than the bytes it saves.
    guard present.count - staying.count <= movesMax else { return nil }

    // Whatever stands before in the new order is in place already, so that the place is behind the one before.
    var place = -1
    var inserted: (at: Int, values: [PortableValue])?
    func endInsertion() {
      if let (at, values) = inserted { operations.append(operation("insert", begin + at, .list(values))) }
      inserted = nil
    }
    for (identity, value) in zip(after, new) {
      if values[identity] == nil {
        place += 1
        if inserted == nil { inserted = (place, []) }
        inserted?.values.append(value)
        present.insert(identity, at: place)
        continue
      }
      if staying.contains(identity) {
        endInsertion()
        place = present[(place + 1)...].firstIndex(of: identity)!
        continue
      }
      endInsertion()
      let from = present.firstIndex(of: identity)!
      present.remove(at: from)
      if from > place { place += 1 }
      if from != place { operations.append(operation("move", begin + from, .int(begin + place))) }
      present.insert(identity, at: place)
    }
    endInsertion()
    for (place, (identity, value)) in zip(after, new).enumerated() {
      guard let known = values[identity], known != value else { continue }
      operations.append(operation("set", begin + place, elementChange(known, value)))
    }
    return operations
  }

  /// How many elements are looked for at other places.
  private static let movesMax = 512

  /// From behind, so that places further on do not change.
  private static func removals(_ before: [PortableValue], _ wanted: Set<PortableValue>, _ begin: Int) -> [PortableValue]
  {
    var operations: [PortableValue] = []
    var end = before.count
    while end > 0 {
      var first = end
      while first > 0, !wanted.contains(before[first - 1]) { first -= 1 }
      if first < end { operations.append(operation("remove", begin + first, .int(end - first))) }
      end = first - 1
    }
    return operations
  }

  /// As many as possible of those that are in one order in both lists: these stay, and the others are moved.
  private static func longestInOrder(_ present: [PortableValue], in after: [PortableValue]) -> Set<PortableValue> {
    var places: [PortableValue: Int] = [:]
    for (place, identity) in present.enumerated() { places[identity] = place }
    // Of all rows of a length, the one that ends first, and what stood before its last.
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: present.count)
    for identity in after {
      guard let place = places[identity] else { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] < place { low = middle + 1 } else { high = middle }
      }
      previous[place] = low > 0 ? ends[low - 1] : -1
      if low < ends.count { ends[low] = place } else { ends.append(place) }
    }
    var result: Set<PortableValue> = []
    var place = ends.last ?? -1
    while place >= 0 {
      result.insert(present[place])
      place = previous[place]
    }
    return result
  }
}
