// What has changed of a value, where telling that is less than telling the value.
internal import Wire

/// The native patches of the protocol (`store.patch`).
enum ValuePatch {
  /// So many elements of a list are compared one by one where it has been edited; more are replaced.
  private static let elementsMax = 64

  /// What makes `old` into `new`; `nil` where only the whole says it, or would be as short.
  /// - Parameter memo: knows of long lists and dictionaries what differs.
  static func from(_ old: JSONValue, to new: JSONValue, _ memo: CodingMemo? = nil) -> JSONValue? {
    guard new.isLonger(than: 256), let patch = patch(old, new, memo),
      new.isLonger(than: patch.leastBytes / 3 * 4 + 3)
    else { return nil }
    return patch
  }

  /// Whether two are equal, without looking at what is known to have stayed.
  static func areSame(_ old: JSONValue, _ new: JSONValue, _ memo: CodingMemo?) -> Bool {
    guard let memo else { return old == new }
    switch (old, new) {
    case (.array(let old), .array(let new)):
      guard old.count == new.count else { return false }
      guard let edits = memo.edits(from: old, to: new) else {
        return zip(old, new).allSatisfy { areSame($0, $1, memo) }
      }
      return edits.allSatisfy { $0.old == $0.new && old[$0.old] == new[$0.new] }
    case (.object(let old), .object(let new)):
      guard old.count == new.count else { return false }
      guard let edits = memo.edits(from: old, to: new) else {
        return zip(old, new).allSatisfy { $0.name == $1.name && areSame($0.value, $1.value, memo) }
      }
      return edits.allSatisfy { $0.old == $0.new }
    default: return old == new
    }
  }

  private static func patch(_ old: JSONValue, _ new: JSONValue, _ memo: CodingMemo?) -> JSONValue? {
    switch (old, new) {
    case (.array(let old), .array(let new)):
      guard let edits = memo?.edits(from: old, to: new) else {
        return .array(self.edits(old[...], new[...], memo))
      }
      return .array(edits.flatMap { self.edits(old[$0.old], new[$0.new], memo) })
    case (.object(let old), .object(let new)):
      if let edits = memo?.edits(from: old, to: new) { return members(edits, memo) }
      let before = Dictionary(old.map { ($0.name, $0.value) }) { first, _ in first }
      let after = Set(new.map(\.name))
      return members(
        new.map { CodingMemo.MemberEdit(name: $0.name, old: before[$0.name], new: $0.value) }
          + old.filter { !after.contains($0.name) }
          .map { CodingMemo.MemberEdit(name: $0.name, old: $0.value, new: nil) }, memo)
    default: return nil
    }
  }

  private static func members(_ edits: [CodingMemo.MemberEdit], _ memo: CodingMemo?) -> JSONValue {
    var (changed, patched, gone): ([JSONValue.Member], [JSONValue.Member], [JSONValue]) = ([], [], [])
    for edit in edits {
      guard let new = edit.new else {
        gone.append(.string(edit.name))
        continue
      }
      guard let old = edit.old else {
        changed.append(.init(edit.name, new))
        continue
      }
      if areSame(old, new, memo) { continue }
      if let patch = from(old, to: new, memo) {
        patched.append(.init(edit.name, patch))
      } else {
        changed.append(.init(edit.name, new))
      }
    }
    var parts: [JSONValue.Member] = []
    if !changed.isEmpty { parts.append(.init("set", .object(changed))) }
    if !patched.isEmpty { parts.append(.init("patch", .object(patched))) }
    if !gone.isEmpty { parts.append(.init("unset", .array(gone))) }
    return .object(parts)
  }

  /// Whatever is before the place where the new ones begin is as it will be.
  private static func edits(_ old: ArraySlice<JSONValue>, _ new: ArraySlice<JSONValue>, _ memo: CodingMemo?)
    -> [JSONValue]
  {
    var (old, new) = (old, new)
    while let first = old.first, first == new.first { (old, new) = (old.dropFirst(), new.dropFirst()) }
    while let last = old.last, last == new.last { (old, new) = (old.dropLast(), new.dropLast()) }
    let start = new.startIndex
    if let edits = keyed(old, new, at: start, memo) { return edits }
    let (removed, inserted) = (old.count, new.count)
    if removed == inserted, removed <= elementsMax {
      return zip(old.indices, new.indices).filter { old[$0] != new[$1] }
        .map { edit(at: $1, old[$0], new[$1], memo) }
    }
    var edits: [JSONValue] = []
    if removed > 0 { edits.append([.string("remove"), .int(start), .int(removed)]) }
    if inserted > 0 { edits.append([.string("insert"), .int(start), .array(Array(new))]) }
    return edits
  }

  private static func edit(at place: Int, _ old: JSONValue, _ new: JSONValue, _ memo: CodingMemo?) -> JSONValue {
    let part = from(old, to: new, memo)
    return [.string(part == nil ? "set" : "patch"), .int(place), part ?? new]
  }

  /// By identity: what is gone is removed, what is new inserted, and what differs edited. `nil` where elements have none, or two
  /// the same, or another order among them.
  private static func keyed(
    _ old: ArraySlice<JSONValue>, _ new: ArraySlice<JSONValue>, at start: Int, _ memo: CodingMemo?
  ) -> [JSONValue]? {
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
      if old[from] != new[to] { edits.append(edit(at: place, old[from], new[to], memo)) }
      (from, to, place) = (from + 1, to + 1, place + 1)
    }
    return edits
  }

  private static func identities(_ elements: ArraySlice<JSONValue>) -> Set<JSONValue>? {
    var found: Set<JSONValue> = []
    for element in elements { guard let id = element["id"], found.insert(id).inserted else { return nil } }
    return found
  }

  /// As much of what is too long for one message as fits, after what was told of it: the rest follows. What was told stays
  /// until then, so that nobody sees a list that is shorter than it was and will be.
  /// - Parameter memo: knows which objects are dictionaries, of which some keys may be told without the others.
  /// - Returns: what is told then; `nil` where that would not be all of it in the end, or nothing can be told of it.
  static func step(_ old: JSONValue?, _ new: JSONValue, bytes: Int, _ memo: CodingMemo? = nil) -> JSONValue? {
    var left = bytes
    guard let step = step(old, new, of: bytes, &left, memo), step != old else { return nil }
    return step
  }

  private static func step(
    _ old: JSONValue?, _ new: JSONValue, of bytes: Int, _ left: inout Int, _ memo: CodingMemo?
  ) -> JSONValue? {
    switch new {
    case .array(let elements): return list(old, elements, of: bytes, &left)
    case .object(let members):
      if memo?.isDictionary(members) == true { return dictionary(old, members, of: bytes, &left) }
      return structure(old, members, of: bytes, &left, memo)
    default: return nil
    }
  }

  private static func list(_ old: JSONValue?, _ elements: [JSONValue], of bytes: Int, _ left: inout Int) -> JSONValue? {
    var present: [JSONValue] = []
    if case .array(let told)? = old { present = told }
    var kept = 0
    while kept < min(present.count, elements.count), present[kept] == elements[kept] { kept += 1 }
    guard elements[kept...].allSatisfy({ $0.bytes < bytes }) else { return nil }
    var count = kept
    while count < elements.count {
      left -= elements[count].description.utf8.count + 1
      guard left > 0 else { break }
      count += 1
    }
    return .array(Array(elements[..<count] + (count < elements.count ? present.dropFirst(count) : [])))
  }

  /// Some keys; those that are gone go with the last.
  private static func dictionary(
    _ old: JSONValue?, _ members: [JSONValue.Member], of bytes: Int, _ left: inout Int
  ) -> JSONValue? {
    var present: [String: JSONValue] = [:]
    if case .object(let told)? = old { for member in told { present[member.name] = member.value } }
    var result: [JSONValue.Member] = []
    for member in members {
      let known = present.removeValue(forKey: member.name)
      guard known != member.value else {
        result.append(member)
        continue
      }
      let size = member.value.bytes + member.name.utf8.count * 6 + 4
      guard size < bytes else { return nil }
      left -= size
      if left > 0 {
        result.append(member)
      } else if let known {
        result.append(JSONValue.Member(member.name, known))
      }
    }
    if left <= 0 { result += present.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value) } }
    return .object(result)
  }

  /// It has all of its members at any time.
  private static func structure(
    _ old: JSONValue?, _ members: [JSONValue.Member], of bytes: Int, _ left: inout Int, _ memo: CodingMemo?
  ) -> JSONValue? {
    var result: [JSONValue.Member] = []
    for member in members {
      let known = old?[member.name]
      guard known != member.value else {
        result.append(member)
        continue
      }
      let size = member.value.bytes + member.name.utf8.count + 4
      if size < left {
        left -= size
        result.append(member)
      } else if size < bytes, let known {
        left = 0
        result.append(JSONValue.Member(member.name, known))
      } else if let part = step(known, member.value, of: bytes, &left, memo) {
        result.append(JSONValue.Member(member.name, part))
      } else {
        guard size < bytes else { return nil }
        left -= size
        result.append(member)
      }
    }
    return .object(result)
  }
}

// MARK: Applying one

extension ValuePatch {
  /// What a native patch makes of a value.
  /// - Parameter memo: is told of long lists and dictionaries what has become of them.
  static func applied(_ patch: JSONValue, to value: JSONValue, _ memo: CodingMemo?) throws(StoresError) -> JSONValue {
    switch (value, patch) {
    case (.object(let members), .object(let parts)):
      return .object(try applied(parts, to: members, memo))
    case (.array(let elements), .array(let operations)):
      var pieces = ListPieces(elements)
      for operation in operations { try apply(operation, to: &pieces, memo) }
      let (result, edits) = pieces.joined
      memo?.note(result, from: elements, edits)
      return .array(result)
    default: throw StoresError("a patch applies to an object or a list of its own kind")
    }
  }

  private static func applied(
    _ parts: [JSONValue.Member], to members: [JSONValue.Member], _ memo: CodingMemo?
  ) throws(StoresError) -> [JSONValue.Member] {
    var (result, edits) = (members, [CodingMemo.MemberEdit]())
    var places: [String: Int]?
    func place(of name: String) -> Int? {
      if let places { return places[name] }
      return result.firstIndex { $0.name == name }
    }
    func set(_ name: String, to value: JSONValue) {
      let place = place(of: name)
      edits.append(CodingMemo.MemberEdit(name: name, old: place.map { result[$0].value }, new: value))
      guard let place else {
        places?[name] = result.count
        return result.append(JSONValue.Member(name, value))
      }
      result[place].value = value
    }
    for part in parts {
      switch (part.name, part.value) {
      case ("set", .object(let values)):
        if values.count > namesMax { places = index(result) }
        for value in values { set(value.name, to: value.value) }
      case ("patch", .object(let patches)):
        if patches.count > namesMax { places = index(result) }
        for patch in patches {
          guard let place = place(of: patch.name) else {
            throw StoresError("there is no '\(patch.name)' that could be patched")
          }
          set(patch.name, to: try applied(patch.value, to: result[place].value, memo))
        }
      case ("unset", .array(let names)):
        let gone = Set(names.compactMap(\.string))
        for member in result where gone.contains(member.name) {
          edits.append(CodingMemo.MemberEdit(name: member.name, old: member.value, new: nil))
        }
        result.removeAll { gone.contains($0.name) }
        places = nil
      default: throw StoresError("a patch of an object has 'set', 'unset' and 'patch', not '\(part.name)'")
      }
    }
    memo?.note(result, from: members, edits)
    return result
  }

  /// More names than this are looked for by a table.
  private static let namesMax = 8

  private static func index(_ members: [JSONValue.Member]) -> [String: Int] {
    Dictionary(members.enumerated().map { ($1.name, $0) }) { first, _ in first }
  }

  private static func apply(_ operation: JSONValue, to list: inout ListPieces, _ memo: CodingMemo?)
    throws(StoresError)
  {
    guard case .array(let words) = operation, words.count == 3, let name = words[0].string, let at = words[1].int
    else { throw StoresError("an operation on a list is an array of its name, a place and one more") }
    func require(_ holds: Bool) throws(StoresError) {
      if !holds { throw StoresError("'\(name)' at \(at) is outside of a list of \(list.count)") }
    }
    switch (name, words[2]) {
    case ("insert", .array(let added)):
      try require((0...list.count).contains(at))
      list.replace(at..<at, with: added)
    case ("remove", .int(let count)):
      try require(at >= 0 && count >= 0 && at <= list.count && count <= list.count - at)
      list.replace(at..<at + count, with: [])
    case ("move", .int(let to)):
      try require((0..<list.count).contains(at) && (0..<list.count).contains(to))
      let moved = list[at]
      list.replace(at..<at + 1, with: [])
      list.replace(to..<to, with: [moved])
    case ("set", let value):
      try require((0..<list.count).contains(at))
      list.replace(at..<at + 1, with: [value])
    case ("patch", let patch):
      try require((0..<list.count).contains(at))
      list.replace(at..<at + 1, with: [try applied(patch, to: list[at], memo)])
    default:
      throw StoresError("'\(name)' is none of insert, remove, move, set and patch, or has the wrong operand")
    }
  }
}

/// A list that is being edited, as what has stayed of it and what is new.
private struct ListPieces {
  private enum Piece {
    case kept(Range<Int>)
    case new([JSONValue])

    var count: Int {
      switch self {
      case .kept(let range): range.count
      case .new(let elements): elements.count
      }
    }
  }

  private var elements: [JSONValue]
  private var pieces: [Piece]
  private(set) var count: Int
  /// With more pieces they are made one, which is new: finding a place goes over all of them.
  private static let piecesMax = 1024

  init(_ elements: [JSONValue]) {
    (self.elements, pieces, count) = (elements, [.kept(elements.indices)], elements.count)
  }

  subscript(place: Int) -> JSONValue {
    var left = place
    for piece in pieces {
      guard left >= piece.count else {
        return switch piece {
        case .kept(let range): elements[range.lowerBound + left]
        case .new(let added): added[left]
        }
      }
      left -= piece.count
    }
    preconditionFailure("there is no such element")
  }

  mutating func replace(_ range: Range<Int>, with added: [JSONValue]) {
    // One piece that is new is a list like any other.
    if pieces.count == 1, case .new(var whole) = pieces[0] {
      pieces = []
      whole.replaceSubrange(range, with: added)
      pieces = [.new(whole)]
    } else {
      let (first, last) = (split(at: range.lowerBound), split(at: range.upperBound))
      pieces.replaceSubrange(first..<last, with: added.isEmpty ? [] : [.new(added)])
      if pieces.count > Self.piecesMax { pieces = [.new(joined.elements)] }
    }
    count += added.count - range.count
  }

  /// - Returns: the piece that begins at the place.
  private mutating func split(at place: Int) -> Int {
    var left = place
    for (index, piece) in pieces.enumerated() {
      if left == 0 { return index }
      guard left < piece.count else {
        left -= piece.count
        continue
      }
      let parts: [Piece] =
        switch piece {
        case .kept(let range):
          [.kept(range.lowerBound..<range.lowerBound + left), .kept(range.lowerBound + left..<range.upperBound)]
        case .new(let added): [.new(Array(added[..<left])), .new(Array(added[left...]))]
        }
      pieces.replaceSubrange(index..<index + 1, with: parts)
      return index + 1
    }
    return pieces.count
  }

  /// The list, and where it is another than it was.
  var joined: (elements: [JSONValue], edits: [ListEdit]) {
    var result: [JSONValue] = []
    result.reserveCapacity(count)
    var edits: [ListEdit] = []
    // Up to where both lists are told of.
    var (from, to) = (0, 0)
    for piece in pieces {
      switch piece {
      case .kept(let range) where range.lowerBound >= from:
        if from < range.lowerBound || to < result.count {
          edits.append(ListEdit(old: from..<range.lowerBound, new: to..<result.count))
        }
        result += elements[range]
        (from, to) = (range.upperBound, result.count)
      case .kept(let range): result += elements[range]
      case .new(let added): result += added
      }
    }
    if from < elements.count || to < result.count {
      edits.append(ListEdit(old: from..<elements.count, new: to..<result.count))
    }
    return (result, edits)
  }
}

extension JSONValue {
  /// Whether its length as text is more than that, without looking at more of it than it takes to know.
  func isLonger(than bytes: Int) -> Bool {
    var left = bytes
    func look(_ value: JSONValue) {
      switch value {
      case .array(let elements):
        left -= 2
        for element in elements where left >= 0 {
          look(element)
          left -= 1
        }
      case .object(let members):
        left -= 2
        for member in members where left >= 0 {
          left -= member.name.utf8.count + 4
          look(member.value)
        }
      default: left -= value.leastBytes
      }
    }
    look(self)
    return left < 0
  }

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
