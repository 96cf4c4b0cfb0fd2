// Where a fault says that it happened, and who called: places as a reader of the text would point to them.
import InterpreterHarness
import Testing

struct FaultTests {
  private static let declarations = """
    func at(_ list: [Int], _ index: Int) -> Int { list[index] }
    final class Cart {
      var prices = ["pear": 4]
      lazy var first: Int = { at([], 0) }()
      init(isBroken: Bool = false) { if isBroken { _ = at([], 1) } }
      var plum: Int { prices["plum"]! }
      subscript(index: Int) -> Int { at([7], index) }
      func all() -> [Int] { [1, 2].map { at([1], $0) } }
    }
    func down(_ n: Int) -> Int { n == 0 ? at([], 2) : down(n - 1) + 1 }
    let cart = Cart()

    """

  @Test(
    arguments: [
      ("at([1], 3)", ["1:51: fault: Index out of range", "called from 12:1"]),
      ("print(at([1], 3) + 1)", ["1:51: fault: Index out of range", "called from 12:7"]),
      // No call, however much of the expression is under way.
      (
        "print([1].count + cart.prices[\"plum\"]!)",
        ["12:38: fault: Unexpectedly found nil while unwrapping an Optional value"]
      ),
      ("cart.prices[\"plum\"]! += 1", ["12:20: fault: Unexpectedly found nil while unwrapping an Optional value"]),
      (
        "let sum = 2 + cart.plum",
        [
          "6:33: fault: Unexpectedly found nil while unwrapping an Optional value", "called from 12:20",
        ]
      ),
      ("cart[4]", ["1:51: fault: Index out of range", "called from Cart.subscript, 7:34", "called from 12:5"]),
      (
        "_ = cart.all()",
        [
          "1:51: fault: Index out of range", "called from a closure, 8:38", "called from Cart.all(), 8:25",
          "called from 12:5",
        ]
      ),
      (
        "_ = Cart(isBroken: true)",
        [
          "1:51: fault: Index out of range", "called from Cart.init(isBroken:), 5:52", "called from 12:5",
        ]
      ),
      (
        "_ = cart.first",
        [
          "1:51: fault: Index out of range", "called from a closure, 4:27",
          "called from the initial value of Cart.first, 4:25", "called from 12:10",
        ]
      ),
      (
        "_ = down(2)",
        [
          "1:51: fault: Index out of range", "called from down(_:), 10:39", "called from down(_:), 10:51",
          "called from down(_:), 10:51", "called from 12:5",
        ]
      ),
    ])
  func placesAreThoseOfTheText(_ statement: String, _ expected: [String]) {
    let run = ProgramRun(Self.declarations + statement, name: "f")
    let lines = (run.failure ?? "").split(separator: "\n").map { line in
      String(line.drop { $0 == " " }).replacing("f:", with: "")
    }
    #expect(lines == expected)
  }

  @Test func aTaskThatNobodyWaitsForSaysWhereItFailed() {
    let run = ProgramRun(
      """
      Task { while true {} }
      Task { let list: [Int] = []; print(list[1]) }
      RunLoop.main.run(until: Date() + 1)
      """, name: "f", limits: .fuzzing)
    #expect(
      run.output == """
        Fatal error: stopped after 50000 steps: a loop without end? (f:1:1)
        Fatal error: Index out of range (in the task from f:2:1) (f:2:40)

        """)
  }
}
