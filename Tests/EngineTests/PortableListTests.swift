// Long lists, whose copies share chunks, against arrays: whatever is done to both, they hold the same, and what differs is found.
import TestSupport
import Testing

@testable import Language

@Suite struct PortableListTests {
  private static func row(_ id: Int, _ text: String = "text") -> PortableValue {
    .record([.init("id", .int(id)), .init("title", .string(text))])
  }

  /// One random edit of both.
  private static func edit(_ list: inout PortableList, _ model: inout [PortableValue], _ random: inout SeededRandom) {
    let at = Int.random(in: 0...model.count, using: &random)
    let some = (0..<[0, 1, 1, 2, 7, 300].randomElement(using: &random)!).map { _ in
      row(Int.random(in: 0..<1_000_000, using: &random))
    }
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      list.insert(contentsOf: some, at: at)
      model.insert(contentsOf: some, at: at)
    case 1:
      let end = min(model.count, at + some.count)
      list.removeSubrange(at..<end)
      model.removeSubrange(at..<end)
    case 2 where !model.isEmpty && at < model.count:
      list[at] = row(at, "another")
      model[at] = row(at, "another")
    case 3 where !model.isEmpty && at < model.count:
      let to = Int.random(in: 0..<model.count, using: &random)
      list.insert(list.remove(at: at), at: to)
      model.insert(model.remove(at: at), at: to)
    default:
      let end = min(model.count, at + Int.random(in: 0...3, using: &random))
      list.replaceSubrange(at..<end, with: some)
      model.replaceSubrange(at..<end, with: some)
    }
  }

  @Test(arguments: seeds(1...20, few: 8)) func anyEditIsThatOfAnArray(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var model = (0..<[0, 10, 256, 257, 3000].randomElement(using: &random)!).map { Self.row($0) }
    var list = PortableList(model)
    for _ in 0..<40 {
      let (before, modelBefore) = (list, model)
      for _ in 0..<Int.random(in: 1...4, using: &random) { Self.edit(&list, &model, &random) }
      #expect(Array(list) == model)
      #expect(list.count == model.count)
      #expect(model.indices.allSatisfy { list[$0] == model[$0] })
      #expect(Array(before) == modelBefore, "what was copied is as it was")
      #expect(PortableValue.list(list) == .list(model), "as if it had been made at once")
      #expect(PortableValue.list(list).hashValue == PortableValue.list(model).hashValue)
      #expect(PortableValue.list(list).byteCount == PortableValue.list(model).byteCount)
      // What is outside of the regions is the same.
      var (made, end) = ([PortableValue](), 0)
      for region in list.regions(from: before) {
        made += modelBefore[end..<region.old.lowerBound]
        #expect(made.count == region.new.lowerBound)
        made += model[region.new]
        end = region.old.upperBound
      }
      made += modelBefore[end...]
      #expect(made == model, "seed \(seed)")
    }
  }

  @Test func anEditIsFoundWhereItIs() {
    let old = PortableList((0..<100_000).map { Self.row($0) })
    var new = old
    new[70_000] = Self.row(70_000, "another")
    #expect(new.regions(from: old) == [.init(old: 70_000..<70_001, new: 70_000..<70_001)])
    new = old
    new.insert(new.remove(at: 5), at: 99_000)
    #expect(
      new.regions(from: old) == [.init(old: 5..<6, new: 5..<5), .init(old: 99_001..<99_001, new: 99_000..<99_001)])
    #expect(old.regions(from: old).isEmpty)
    #expect(PortableList(Array(old)).regions(from: old).isEmpty, "chunks need not be the same")
  }

  @Test func aLongestRow() {
    #expect([Int]().longestIncreasing() == [])
    #expect([3, 1, 2, 5, 4].longestIncreasing().count == 3)
    #expect([0, 1, 2, 3].longestIncreasing() == [0, 1, 2, 3])
    #expect([4, 3, 2, 1].longestIncreasing().count == 1)
  }
}
