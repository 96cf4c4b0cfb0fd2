// Where the elements of a long list are by their identities, however the list changes: the same that looking at each finds.
import TestSupport
import Testing

@testable import Engine
@testable import Language

@Suite struct IdentityIndexTests {
  private static func row(_ id: Int, _ text: String = "text") -> PortableValue {
    .record([.init("id", .int(id)), .init("title", .string(text))])
  }

  private static func ids(_ list: PortableList) -> [Int] {
    list.map { element in
      guard case .record(let fields) = element, case .int(let id) = fields[0].value else { return -1 }
      return id
    }
  }

  @Test(arguments: 1...16 as ClosedRange<UInt64>) func itFollowsWhateverChanges(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var list = PortableList((0..<1000).map { Self.row($0) })
    var index = IdentityIndex(of: list, by: "id")
    var known = 0
    for next in 0..<60 {
      let old = list
      for part in 0..<Int.random(in: 1...2, using: &random) {
        let at = Int.random(in: 0..<list.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        // Now and then with an identity that is there already.
        case 0: list.insert(Self.row(seed % 5 == 0 && next > 30 ? 5 : 10_000 + 2 * next + part), at: at)
        case 1: list.remove(at: at)
        case 2: list.insert(list.remove(at: at), at: Int.random(in: 0..<list.count, using: &random))
        case 3: list[at] = Self.row(20_000 + 2 * next + part)
        default: list[at] = Self.row(Self.ids(list)[at], "edited \(next)")
        }
      }
      if !index.follow(from: old, to: list) { index = IdentityIndex(of: list, by: "id") }
      let ids = Self.ids(list)
      for id in [Int.random(in: 0..<1000, using: &random), 10_000 + 2 * next, 20_000 + 2 * next, 5] {
        guard let place = index.place(of: .int(id)) else { continue }
        #expect(ids.firstIndex(of: id) == place, "seed \(seed), edit \(next), \(id)")
        known += 1
      }
    }
    #expect(known > 20)
  }

  @Test func ofTwoWithOneIdentityNoneIsNamed() {
    let index = IdentityIndex(of: PortableList((0..<500).map { Self.row($0 % 499) }), by: "id")
    #expect(index.place(of: .int(0)) == nil)
  }
}
