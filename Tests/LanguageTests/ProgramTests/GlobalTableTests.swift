// The variables at top level beside the plainest thing that could have them: a list that is looked through.
import TestSupport
import Testing

@testable import Language

@Suite struct GlobalTableTests {
  @Test(arguments: [UInt64(1), 2, 3]) func itIsAsAListThatIsLookedThrough(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var table = GlobalTable()
    var list: [GlobalVariable] = []
    for step in 0..<2000 {
      // Few names at first, so that most are declared again, and then many.
      let name = "v\(Int.random(in: 0..<(step < 1000 ? 8 : 500), using: &random))"
      if Int.random(in: 0..<400, using: &random) == 0 {
        table.removeAll()
        list = []
      } else {
        let variable = GlobalVariable(name, .hole, isLet: true)
        table.append(variable)
        list.removeAll { $0.name == name }
        list.append(variable)
      }
      #expect(table[name] === list.last)
      if step % 50 == 0 {
        #expect(table.all.elementsEqual(list, by: ===), "step \(step)")
        #expect((0..<500).allSatisfy { number in table["v\(number)"] === list.first { $0.name == "v\(number)" } })
      }
    }
  }
}
