// Patches of lists whose elements have an identity: whatever the change, applying what it comes to gives the new list, and
// one edit comes to one operation.
import Language
import TestSupport
import Testing

@testable import Engine

@Suite struct ListPatchTests {
  private static func row(_ id: Int, _ text: String = "text") -> PortableValue {
    .record([.init("id", .int(id)), .init("title", .string(text)), .init("note", .string("stays"))])
  }

  private static func list(_ ids: [Int]) -> PortableValue { .list(ids.map { row($0) }) }

  /// What a client does with a patch, as the protocol describes it.
  private static func replay(_ patch: PortableValue, on value: PortableValue) -> PortableValue? {
    switch (patch, value) {
    case (.list(let operations), .list(var items)):
      for operation in operations {
        guard case .list(let words) = operation, case .string(let name) = words[0], case .int(let at) = words[1] else {
          return nil
        }
        switch (name, words[2]) {
        case ("insert", .list(let added)): items.insert(contentsOf: added, at: at)
        case ("remove", .int(let count)): items.removeSubrange(at..<at + count)
        case ("move", .int(let to)): items.insert(items.remove(at: at), at: to)
        case ("patch", let inner):
          guard let changed = replay(inner, on: items[at]) else { return nil }
          items[at] = changed
        case ("set", let whole): items[at] = whole
        default: return nil
        }
      }
      return .list(items)
    case (.record(let parts), .record(var fields)):
      for part in parts {
        guard case .record(let changed) = part.value else { return nil }
        for field in changed {
          guard let place = fields.firstIndex(where: { $0.name == field.name }) else { return nil }
          let value = part.name == "set" ? field.value : replay(field.value, on: fields[place].value)
          guard let value else { return nil }
          fields[place].value = value
        }
      }
      return .record(fields)
    default: return nil
    }
  }

  private func operations(_ old: PortableValue, _ new: PortableValue) throws -> [PortableValue] {
    guard case .list(let operations)? = old.difference(to: new, key: "id") else {
      Issue.record("there is no patch")
      return []
    }
    #expect(Self.replay(.list(operations), on: old)?.isSame(as: new) == true)
    return operations.array
  }

  @Test func oneEditIsOneOperation() throws {
    let ids = Array(1...700)
    let old = Self.list(ids)
    func expect(_ name: String, _ change: (inout [Int]) -> Void) throws {
      var changed = ids
      change(&changed)
      let operations = try operations(old, Self.list(changed))
      #expect(operations.count == 1)
      guard case .list(let words)? = operations.first else { return }
      #expect(words[0] == .string(name))
    }
    try expect("insert") { $0.append(1000) }
    try expect("insert") { $0.insert(contentsOf: [1000, 1001, 1002], at: 300) }
    try expect("remove") { $0.removeSubrange(10..<600) }
    try expect("remove") { $0.removeLast() }
    try expect("move") { $0.append($0.removeFirst()) }
    try expect("move") { $0.insert($0.removeLast(), at: 0) }
    try expect("move") { $0.insert($0.remove(at: 350), at: 20) }
    var values = ids.map { Self.row($0) }
    values[350] = Self.row(351, "another")
    #expect(
      try operations(old, .list(values)) == [
        .list([.string("patch"), .int(350), .record([.init("set", .record([.init("title", .string("another"))]))])])
      ])
  }

  /// However it is rearranged, by no more moves than elements; what is edited, new and gone at the same time included.
  @Test func aRearrangementIsMoves() throws {
    var random = SeededRandom(seed: 3)
    let ids = Array(1...1000)
    let old = Self.list(ids)
    for wanted in [ids.reversed(), ids.sorted { $0 % 37 < $1 % 37 }, ids.shuffled(using: &random)] {
      let operations = try operations(old, Self.list(wanted))
      #expect(operations.count < 1000)
      #expect(operations.allSatisfy { if case .list(let words) = $0 { words[0] == .string("move") } else { false } })
    }
    for _ in 0..<40 {
      var rows = ids.filter { $0 % 7 != 0 }.shuffled(using: &random).prefix(600).map { Self.row($0) }
      for id in 2000..<2020 { rows.insert(Self.row(id), at: Int.random(in: 0...rows.count, using: &random)) }
      for place in rows.indices where place % 50 == 0 { rows[place] = Self.row(3000 + place, "another") }
      _ = try operations(old, .list(PortableList(rows)))
    }
    // Where more than that is moved, the whole is told.
    let many = Array(1...6000)
    let whole = try operations(Self.list(many), Self.list(many.reversed()))
    #expect(!whole.contains { if case .list(let words) = $0 { words[0] == .string("move") } else { false } })
  }

  /// Where more elements have changed than may be compared, the whole is told.
  @Test func aListOfManyChangesHasNoPatch() {
    let old = PortableValue.list((0..<100).map { .int($0) })
    let few = PortableValue.list((0..<100).map { .int($0 == 50 ? -1 : $0) })
    let many = PortableValue.list((0..<100).map { .int(99 - $0) })
    #expect(old.difference(to: few, partsMax: 20) != nil && old.difference(to: many) != nil)
    #expect(old.difference(to: many, partsMax: 20) == nil)
    #expect(
      PortableValue.record([.init("a", old)]).difference(to: .record([.init("a", many)]), partsMax: 20)
        == .record([.init("set", .record([.init("a", many)]))]))
  }

  /// Neither what is no number nor a zero with another sign, nor a text of the same characters, is told or left out wrongly.
  @Test func whatIsTheSameIsNotTold() throws {
    func list(_ first: PortableValue, _ second: Double = -.nan) -> PortableValue {
      .list([first, .double(second), .record([.init("x", .double(.nan)), .init("y", .int(1)), .init("z", .null)])])
    }
    #expect(try operations(list(.int(1)), list(.int(1), .nan)).isEmpty)
    #expect(try operations(list(.int(1)), list(.int(2))).count == 1)
    #expect(try operations(list(.int(1), 0), list(.int(1), -0.0)).count == 1)
    #expect(try operations(list(.string("e\u{301}")), list(.string("\u{e9}"))).count == 1)
    let record = PortableValue.record([.init("a", .double(.nan)), .init("b", .int(1))])
    let next = PortableValue.record([.init("a", .double(.nan)), .init("b", .int(2))])
    #expect(record.difference(to: next) == .record([.init("set", .record([.init("b", .int(2))]))]))
  }

  /// An element that looks like a patch is one, and is set as it is.
  @Test func aValueIsNeverTakenForAPatch() throws {
    func mark(_ set: [String: Int], _ unset: [String]) -> PortableValue {
      let fields = set.sorted { $0.key < $1.key }.map { PortableValue.Field($0.key, .int($0.value)) }
      return .record([.init("set", .record(fields)), .init("unset", .list(unset.map { .string($0) }))])
    }
    let old = PortableValue.list([mark(["a": 1], []), mark(["b": 1], ["x"])])
    for new in [
      PortableValue.list([mark(["c": 2], ["set"]), mark(["b": 1], ["x"])]),
      .list([mark(["a": 1], []), mark(["b": 2], ["x"])]), .list([mark(["a": 1], ["set"]), mark(["a": 1], ["x"])]),
    ] {
      let patch = try #require(old.difference(to: new))
      #expect(try old.patched(by: patch, .native) == new)
      #expect(Self.replay(patch, on: old) == new)
    }
  }

  /// What is edited inside of a structure is told as that, at whatever depth.
  @Test func anEditInsideOfAMemberIsThat() throws {
    func box(_ ids: [Int], _ title: String = "text", _ place: Int = 0) -> PortableValue {
      var rows = ids.map { Self.row($0) }
      rows[place] = Self.row(ids[place], title)
      return .record([
        .init("name", .string("box")), .init("inner", .record([.init("rows", .list(PortableList(rows)))])),
      ])
    }
    let ids = Array(1...20)
    func expect(_ new: PortableValue, _ operation: [PortableValue]) throws {
      let patch = try #require(box(ids).difference(to: new))
      let rows = PortableValue.record([.init("rows", .list([.list(PortableList(operation))]))])
      let inner = PortableValue.record([.init("inner", .record([.init("patch", rows)]))])
      #expect(patch == .record([.init("patch", inner)]))
      #expect(try box(ids).patched(by: patch, .native) == new)
      #expect(Self.replay(patch, on: box(ids)) == new)
    }
    try expect(box(ids + [21]), [.string("insert"), .int(20), .list([Self.row(21)])])
    try expect(box(Array(ids.dropFirst())), [.string("remove"), .int(0), .int(1)])
    try expect(box(Array(ids.dropFirst()) + [1]), [.string("move"), .int(0), .int(19)])
    try expect(
      box(ids, "new", 7),
      [.string("patch"), .int(7), .record([.init("set", .record([.init("title", .string("new"))]))])])
    // What is as short to say is said.
    #expect(
      box([1]).difference(to: box([2]))
        == .record([.init("set", .record([.init("inner", .record([.init("rows", .list([Self.row(2)]))]))]))]))
  }

  /// However deep it is.
  @Test func whatIsDeepInsideIsToldAsAWhole() throws {
    func nested(_ depth: Int, _ last: Int) -> PortableValue {
      depth == 0
        ? .list([.int(1), .int(2), .int(last)])
        : .record([.init("a", .int(1)), .init("b", .int(2)), .init("inner", nested(depth - 1, last))])
    }
    for depth in [1, 15, 16, 17, 300] {
      let patch = try #require(nested(depth, 3).difference(to: nested(depth, 4)))
      #expect(try nested(depth, 3).patched(by: patch, .native) == nested(depth, 4))
    }
  }

  @Test func aPatchOfWhatIsNotThereSaysSo() {
    let patch = PortableValue.record([.init("patch", .record([.init("rows", .list([]))]))])
    #expect { try PortableValue.record([]).patched(by: patch, .native) } throws: {
      ($0 as? PatchError)?.reason == "there is no 'rows' that could be patched"
    }
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>) func whateverChangesCanBeReplayed(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var list = (0..<Int.random(in: 0...40, using: &random)).map { (id: $0, text: "text") }
    let old = PortableValue.list(list.map { Self.row($0.id, $0.text) })
    var next = 1000
    var edits = 0
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      edits += 1
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        list.insert((next, "new"), at: Int.random(in: 0...list.count, using: &random))
        next += 1
      case 1 where !list.isEmpty: list.remove(at: Int.random(in: 0..<list.count, using: &random))
      case 2 where !list.isEmpty:
        let moved = list.remove(at: Int.random(in: 0..<list.count, using: &random))
        list.insert(moved, at: Int.random(in: 0...list.count, using: &random))
      case 3 where !list.isEmpty: list[Int.random(in: 0..<list.count, using: &random)].text += "!"
      default: edits -= 1
      }
    }
    let operations = try operations(old, .list(list.map { Self.row($0.id, $0.text) }))
    #expect(operations.count <= edits, "seed \(seed): no more operations than edits")
  }

  /// Of long lists only what is not in common chunks is looked at, so that other operations could come of it.
  @Test(arguments: 1...16 as ClosedRange<UInt64>) func whateverChangesInALongListCanBeReplayed(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    guard case .list(let old) = Self.list(Array(0..<2000)) else { return }
    var new = old
    var edits = 0
    for next in 0..<Int.random(in: 1...8, using: &random) {
      edits += 1
      let at = Int.random(in: 0..<new.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: new.insert(Self.row(10_000 + next, "new"), at: at)
      case 1: new.remove(at: at)
      case 2: new.insert(new.remove(at: at), at: Int.random(in: 0..<new.count, using: &random))
      // A block that is longer than a chunk.
      case 3 where seed % 4 == 0:
        let end = min(new.count, at + 400)
        let block = Array(new[at..<end])
        new.removeSubrange(at..<end)
        new.insert(contentsOf: block, at: Int.random(in: 0...new.count, using: &random))
        edits += 2000
      default:
        guard case .record(let fields) = new[at], case .int(let id) = fields[0].value else { return }
        new[at] = Self.row(id, "edited \(next)")
      }
    }
    let operations = try operations(.list(old), .list(new))
    #expect(operations.count <= edits, "seed \(seed): no more operations than edits")
  }
}
