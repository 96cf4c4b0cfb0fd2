public import Language

/// What changed between two values, as a native patch.
extension PortableValue {
  /// The patch that makes `new` of this value, or `nil` when the two are not of one kind or a patch makes no sense.
  /// - Parameters:
  ///   - key: for lists: the member by which an element is known.
  ///   - partsMax: the elements of a list that may be compared one by one. Where more have changed, there is no patch.
  public func difference(to new: PortableValue, key: String? = nil, partsMax: Int = .max) -> PortableValue? {
    difference(to: new, key, levels: Self.levelsMax, partsMax)
  }

  /// What is deeper inside is told as a whole.
  private static let levelsMax = 16

  private func difference(to new: PortableValue, _ key: String?, levels: Int, _ partsMax: Int = .max) -> PortableValue?
  {
    switch (self, new) {
    case (.record(let old), .record(let new)): Self.difference(old, new, levels, partsMax)
    case (.list(let old), .list(let new)): Self.operations(old, new, key, levels, partsMax).map { .list($0) }
    default: nil
    }
  }

  private static func difference(_ old: [Field], _ new: [Field], _ levels: Int, _ partsMax: Int) -> PortableValue {
    var before: [String: PortableValue] = [:]
    for field in old { before[field.name] = field.value }
    var (set, patched): ([Field], [Field]) = ([], [])
    for field in new {
      let known = before.removeValue(forKey: field.name)
      if known?.isIdentical(to: field.value) == true { continue }
      if let patch = known.flatMap({ part($0, field.value, levels, partsMax) }) {
        patched.append(Field(field.name, patch))
      } else {
        set.append(field)
      }
    }
    var parts: [Field] = []
    if !set.isEmpty { parts.append(Field("set", .record(set))) }
    if !patched.isEmpty { parts.append(Field("patch", .record(patched))) }
    if !before.isEmpty {
      parts.append(Field("unset", .list(old.filter { before[$0.name] != nil }.map { .string($0.name) })))
    }
    return .record(parts)
  }

  private static func operations(
    _ old: PortableList, _ new: PortableList, _ key: String?, _ levels: Int, _ partsMax: Int
  ) -> [PortableValue]? {
    let regions = new.regions(from: old)
    if partsMax < old.count + new.count, partsMax < regions.reduce(0, { $0 + $1.old.count + $1.new.count }) {
      return nil
    }
    if let key, let keyed = keyed(regions, old, new, key, levels) { return keyed }
    var operations: [PortableValue] = []
    for region in regions {
      guard region.old.count != region.new.count else {
        for (place, known) in zip(region.new, region.old) where !old[known].isIdentical(to: new[place]) {
          operations.append(change(at: place, old[known], new[place], levels))
        }
        continue
      }
      // What is before it is as it will be.
      let place = region.new.lowerBound
      if !region.old.isEmpty { operations.append(operation("remove", place, .int(region.old.count))) }
      if !region.new.isEmpty { operations.append(operation("insert", place, .list(PortableList(new[region.new])))) }
    }
    return operations
  }

  private static func operation(_ name: String, _ at: Int, _ operand: PortableValue) -> PortableValue {
    .list([.string(name), .int(at), operand])
  }

  /// Another element in the place of one, or a patch of it where that is shorter to say.
  private static func change(at place: Int, _ old: PortableValue, _ new: PortableValue, _ levels: Int) -> PortableValue
  {
    part(old, new, levels).map { operation("patch", place, $0) } ?? operation("set", place, new)
  }

  /// The patch of what is inside of something; nil where the whole is as short to say.
  private static func part(_ old: PortableValue, _ new: PortableValue, _ levels: Int, _ partsMax: Int = .max)
    -> PortableValue?
  {
    guard levels > 0, let patch = old.difference(to: new, "id", levels: levels - 1, partsMax) else { return nil }
    return new.hasMoreLeaves(than: patch.told) ? patch : nil
  }

  /// How much a patch says: the plain values in it, and what is done without any.
  private var told: Int {
    switch self {
    case .list(let operations):
      operations.reduce(0) { count, operation in
        guard case .list(let words) = operation else { return count }
        return count + (words[0] == .string("patch") ? words[2].told : words[2].leaves)
      }
    case .record(let parts):
      parts.reduce(0) { count, part in
        guard part.name == "patch", case .record(let patches) = part.value else { return count + part.value.leaves }
        return patches.reduce(count) { $0 + $1.value.told }
      }
    default: 1
    }
  }

  private var leaves: Int {
    switch self {
    case .list(let items): max(1, items.reduce(0) { $0 + $1.leaves })
    case .record(let fields): max(1, fields.reduce(0) { $0 + $1.value.leaves })
    default: 1
    }
  }

  /// Without counting more of them than that.
  private func hasMoreLeaves(than count: Int) -> Bool {
    var left = count
    func look(_ value: PortableValue) {
      switch value {
      case .list(let items) where !items.isEmpty: for item in items where left >= 0 { look(item) }
      case .record(let fields) where !fields.isEmpty: for field in fields where left >= 0 { look(field.value) }
      default: left -= 1
      }
    }
    look(self)
    return left < 0
  }

  /// What is rearranged: an element that may differ, or all between two regions, which stays as it is.
  private struct Part {
    var identity: PortableValue
    /// Nil for what stays.
    var value: PortableValue?
    /// Of how many elements it consists.
    var count = 1
  }

  /// The elements of the regions, with what lies between them.
  /// - Returns: nil if an element has no identity, or two have the same.
  private static func parts(_ ranges: [Range<Int>], of list: PortableList, _ key: String) -> [Part]? {
    var parts: [Part] = []
    var known: Set<PortableValue> = []
    for (index, range) in ranges.enumerated() {
      if index > 0 {
        let between = range.lowerBound - ranges[index - 1].upperBound
        parts.append(Part(identity: .record([Field("", .int(index))]), value: nil, count: between))
      }
      for place in range {
        guard case .record(let fields) = list[place], let identity = fields.first(where: { $0.name == key })?.value,
          known.insert(identity).inserted
        else { return nil }
        parts.append(Part(identity: identity, value: list[place]))
      }
    }
    return parts
  }

  /// By identity: what is gone is removed, what has another place among the rest is moved, what is new is inserted, and
  /// what differs is set: as few of each as there can be.
  private static func keyed(
    _ regions: [PortableList.Region], _ old: PortableList, _ new: PortableList, _ key: String, _ levels: Int
  ) -> [PortableValue]? {
    guard let begin = regions.first?.new.lowerBound, let before = parts(regions.map(\.old), of: old, key),
      let after = parts(regions.map(\.new), of: new, key)
    else { return nil }
    var values: [PortableValue: Part] = [:]
    for part in before { values[part.identity] = part }
    let wanted = Set(after.map(\.identity))
    var operations = removals(before, wanted, begin)
    let present = before.filter { wanted.contains($0.identity) }
    let staying = staying(present, in: after)
    guard present.count - staying.count <= movesMax else { return nil }
    // Whatever stands before in the new order is in place already. What is put there stands behind the last that stays, in the
    // slot of that; the first slot is for what stands before all of these.
    var slots: [PortableValue: Int] = [:]
    var lengths = PrefixSums(count: present.count + 1)
    for (place, part) in present.enumerated() {
      slots[part.identity] = place + 1
      lengths.add(part.count, at: place + 1)
    }
    var last = 0
    var inserted: (at: Int, values: [PortableValue])?
    func endInsertion() {
      if let (at, values) = inserted { operations.append(operation("insert", at, .list(values))) }
      inserted = nil
    }
    for part in after {
      guard let slot = slots[part.identity] else {
        guard let value = part.value else { continue }
        if inserted == nil { inserted = (begin + lengths.sum(through: last), []) }
        inserted?.values.append(value)
        lengths.add(1, at: last)
        continue
      }
      endInsertion()
      if staying.contains(part.identity) {
        last = slot
        continue
      }
      let source = lengths.sum(through: slot - 1)
      lengths.add(-1, at: slot)
      let target = lengths.sum(through: last)
      if source != target { operations.append(operation("move", begin + source, .int(begin + target))) }
      lengths.add(1, at: last)
    }
    endInsertion()
    var at = begin
    for part in after {
      defer { at += part.count }
      guard let value = part.value, let known = values[part.identity]?.value, !known.isIdentical(to: value) else {
        continue
      }
      operations.append(change(at: at, known, value, levels))
    }
    return operations
  }

  /// Whoever applies a move has to move what lies between: with more of them the whole is the easier way.
  private static let movesMax = 4096

  /// From behind, so that places further on do not change.
  private static func removals(_ before: [Part], _ wanted: Set<PortableValue>, _ begin: Int) -> [PortableValue] {
    var operations: [PortableValue] = []
    var end = before.count
    var place = begin + before.reduce(0) { $0 + $1.count }
    while end > 0 {
      var first = end
      while first > 0, !wanted.contains(before[first - 1].identity) { first -= 1 }
      place -= end - first
      if first < end { operations.append(operation("remove", place, .int(end - first))) }
      end = first - 1
      if end >= 0 { place -= before[end].count }
    }
    return operations
  }

  /// As many as possible of those that are in one order in both lists: these stay, and the others are moved. All between
  /// two regions stays, so that only what is between the same two of these can.
  private static func staying(_ present: [Part], in after: [Part]) -> Set<PortableValue> {
    var places: [PortableValue: (place: Int, section: Int)] = [:]
    var section = 0
    for (place, part) in present.enumerated() {
      if part.value == nil { section += 1 }
      places[part.identity] = (place, section)
    }
    section = 0
    var candidates: [(identity: PortableValue, place: Int)] = []
    for part in after {
      if part.value == nil { section += 1 }
      guard let known = places[part.identity], known.section == section else { continue }
      candidates.append((part.identity, known.place))
    }
    return Set(candidates.map(\.place).longestIncreasing().map { candidates[$0].identity })
  }
}

/// Numbers of which those up to a place are added up in the logarithm of their count: a Fenwick tree.
private struct PrefixSums {
  private var partial: [Int]

  init(count: Int) { partial = Array(repeating: 0, count: count + 1) }

  mutating func add(_ number: Int, at place: Int) {
    var index = place + 1
    while index < partial.count {
      partial[index] += number
      index += index & -index
    }
  }

  func sum(through place: Int) -> Int {
    var (index, sum) = (place + 1, 0)
    while index > 0 {
      sum += partial[index]
      index &= index - 1
    }
    return sum
  }
}
