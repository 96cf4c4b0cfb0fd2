// Edits of a large value: each makes the newer one of the older, and the older of the newer, and has little of both.
import Language
import TestSupport
import Testing

@testable import Journal

@Suite struct ValueEditTests {
  @Test(arguments: [false, true], seeds(1...20, few: 6)) func theyLeadThereAndBack(isTable: Bool, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var value = PortableValue.large(named: isTable)
    var found = 0
    for step in 1...60 {
      var next = value
      for _ in 0..<Int.random(in: 1...4, using: &random) { next = next.edited(using: &random) }
      if let edits = [ValueEdit](from: value, to: next) {
        found += 1
        #expect(edits.applied(to: value)?.isIdentical(to: next) == true, "step \(step)")
        #expect(edits.undone(in: next)?.isIdentical(to: value) == true, "step \(step)")
        let bytes = edits.reduce(0) { $0 + $1.removed.byteCount + $1.added.byteCount }
        #expect(bytes <= next.byteCount / 2, "step \(step)")
      }
      // One that has been replaced by something small begins anew.
      value = next.isLarge ? next : .large(named: isTable)
    }
    #expect(found > 30)
  }

  /// One element of a list in a structure is one edit of that element.
  @Test func anElementIsAnEdit() throws {
    let value = PortableValue.large(named: false)
    guard case .record(var fields) = value, case .list(var list) = fields[1].value else { return }
    let element = list[200]
    list[200] = .record([.init("id", .int(200)), .init("title", .string("another"))])
    fields[1].value = .list(list)
    fields[0].value = .string("named")
    let edits = [ValueEdit](from: value, to: .record(fields))
    #expect(
      edits == [
        ValueEdit(
          place: 0, removed: .record([.init("name", .string("state"))]),
          added: .record([.init("name", .string("named"))])),
        ValueEdit(steps: [1], place: 200, removed: .list([element]), added: .list([list[200]])),
      ])
  }

  @Test(arguments: [
    ValueEdit(steps: [9], place: 0, removed: .list([]), added: .list([])),
    ValueEdit(steps: [0], place: 0, removed: .list([]), added: .list([])),
    ValueEdit(steps: [1], place: 301, removed: .list([]), added: .list([])),
    ValueEdit(steps: [1], place: 299, removed: .list([.null, .null]), added: .list([])),
    ValueEdit(steps: [1], place: -1, removed: .list([]), added: .list([])),
    ValueEdit(place: 3, removed: .record([.init("a", .null), .init("b", .null)]), added: .record([])),
    ValueEdit(place: 0, removed: .list([]), added: .list([])),
    ValueEdit(steps: [1], place: 0, removed: .record([]), added: .record([])),
    ValueEdit(place: 0, removed: .int(1), added: .int(2)),
  ]) func whatDoesNotFitIsDamage(edit: ValueEdit) {
    #expect([edit].applied(to: .large(named: false)) == nil)
  }
}
