// What has changed of a value, where telling that is less than telling the value.
internal import Wire

/// The native patches of the protocol (`store.patch`).
enum ValuePatch {
  /// So many elements of a list are compared one by one where it has been edited; more are replaced.
  private static let elementsMax = 64

  /// What makes `old` into `new`; `nil` where only the whole says it, or would be as short.
  static func from(_ old: JSONValue, to new: JSONValue) -> JSONValue? {
    guard new.leastBytes > 256, let patch = patch(old, new), patch.leastBytes < new.leastBytes / 4 * 3 else {
      return nil
    }
    return patch
  }

  private static func patch(_ old: JSONValue, _ new: JSONValue) -> JSONValue? {
    switch (old, new) {
    case (.array(let old), .array(let new)): return .array(edits(old, new))
    case (.object(let old), .object(let new)):
      let before = Dictionary(old.map { ($0.name, $0.value) }) { first, _ in first }
      let after = Set(new.map(\.name))
      let gone = old.map(\.name).filter { !after.contains($0) }
      var (changed, patched): ([JSONValue.Member], [JSONValue.Member]) = ([], [])
      for member in new where before[member.name] != member.value {
        if let patch = before[member.name].flatMap({ from($0, to: member.value) }) {
          patched.append(.init(member.name, patch))
        } else {
          changed.append(member)
        }
      }
      var parts: [JSONValue.Member] = []
      if !changed.isEmpty { parts.append(.init("set", .object(changed))) }
      if !patched.isEmpty { parts.append(.init("patch", .object(patched))) }
      if !gone.isEmpty { parts.append(.init("unset", .array(gone.map { .string($0) }))) }
      return .object(parts)
    default: return nil
    }
  }

  private static func edits(_ old: [JSONValue], _ new: [JSONValue]) -> [JSONValue] {
    let shared = min(old.count, new.count)
    var start = 0
    while start < shared, old[start] == new[start] { start += 1 }
    var end = 0
    while end < shared - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    if let edits = keyed(old[start..<old.count - end], new[start..<new.count - end], at: start) { return edits }
    let (removed, inserted) = (old.count - start - end, new.count - start - end)
    if removed == inserted, removed <= elementsMax {
      return (start..<start + removed).filter { old[$0] != new[$0] }.map { edit(at: $0, old[$0], new[$0]) }
    }
    var edits: [JSONValue] = []
    if removed > 0 { edits.append([.string("remove"), .int(start), .int(removed)]) }
    if inserted > 0 {
      edits.append([.string("insert"), .int(start), .array(Array(new[start..<new.count - end]))])
    }
    return edits
  }

  private static func edit(at place: Int, _ old: JSONValue, _ new: JSONValue) -> JSONValue {
    let part = from(old, to: new)
    return [.string(part == nil ? "set" : "patch"), .int(place), part ?? new]
  }

  /// By identity: what is gone is removed, what is new inserted, and what differs edited. `nil` where elements have none, or two
  /// the same, or another order among them.
  private static func keyed(_ old: ArraySlice<JSONValue>, _ new: ArraySlice<JSONValue>, at start: Int) -> [JSONValue]? {
    guard let before = identities(old), let after = identities(new) else { return nil }
    var edits: [JSONValue] = []
    // Whatever stands before the place is as it will be.
    var (from, to, place) = (old.startIndex, new.startIndex, start)
    while from < old.endIndex || to < new.endIndex {
      let gone = old[from...].prefix { !after.contains($0["id"]!) }
      if !gone.isEmpty { edits.append([.string("remove"), .int(place), .int(gone.count)]) }
      from = gone.endIndex
      let added = new[to...].prefix { !before.contains($0["id"]!) }
      if !added.isEmpty { edits.append([.string("insert"), .int(place), .array(Array(added))]) }
      to = added.endIndex
      place += added.count
      guard from < old.endIndex, to < new.endIndex else { continue }
      guard old[from]["id"] == new[to]["id"] else { return nil }
      if old[from] != new[to] { edits.append(edit(at: place, old[from], new[to])) }
      (from, to, place) = (from + 1, to + 1, place + 1)
    }
    return edits
  }

  private static func identities(_ elements: ArraySlice<JSONValue>) -> Set<JSONValue>? {
    var found: Set<JSONValue> = []
    for element in elements { guard let id = element["id"], found.insert(id).inserted else { return nil } }
    return found
  }

  /// As much of a list that is too long for one message as fits, after what was told of it: the rest follows. What was told
  /// stays behind it until then, so that nobody sees a list that is shorter than it was and will be.
  /// - Returns: what is told then; `nil` where that would not be all of it in the end, or `new` is no list.
  static func step(_ old: JSONValue?, _ new: JSONValue, bytes: Int) -> JSONValue? {
    guard case .array(let elements) = new else { return nil }
    var present: [JSONValue] = []
    if case .array(let told)? = old { present = told }
    var kept = 0
    while kept < min(present.count, elements.count), present[kept] == elements[kept] { kept += 1 }
    guard elements[kept...].allSatisfy({ $0.bytes < bytes }) else { return nil }
    var left = bytes
    var count = kept
    while count < elements.count {
      left -= elements[count].description.utf8.count + 1
      guard left > 0 else { break }
      count += 1
    }
    guard count > kept else { return nil }
    return .array(Array(elements[..<count] + (count < elements.count ? present.dropFirst(count) : [])))
  }
}

extension JSONValue {
  /// Its length as text, where nothing has to be escaped.
  var leastBytes: Int {
    switch self {
    case .null: 4
    case .bool: 5
    case .int(let value): 1 + (Int.bitWidth - value.magnitude.leadingZeroBitCount) * 3 / 10
    case .double: 8
    case .string(let text): text.utf8.count + 2
    case .array(let elements): elements.reduce(2) { $0 + $1.leastBytes + 1 }
    case .object(let members): members.reduce(2) { $0 + $1.name.utf8.count + 4 + $1.value.leastBytes }
    }
  }

  /// Its length as text; exact where that may matter.
  var bytes: Int {
    // One byte becomes six at most.
    let least = leastBytes
    return least < WireLimits.frameBytesMax / 1000 ? least * 6 : description.utf8.count
  }
}
