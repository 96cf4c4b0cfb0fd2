// What waits for its turn.
import Testing

@testable import Combine

@Suite(.leavesNothing) struct FifoTests {
  /// Against a plain array: in and out, few and more than one piece of them, copies that stay as they are.
  @Test(arguments: [(1, 1), (3, 2), (2, 3), (10_000, 1), (9000, 9000), (5000, 4990), (4096, 4095)])
  func whatCameFirstGoesFirst(added: Int, taken: Int) {
    var (queue, plain, next) = (Fifo<Int>(), [Int](), 0)
    for _ in 0..<5 {
      for _ in 0..<added {
        queue.append(next)
        plain.append(next)
        next += 1
      }
      var copy = queue
      #expect(queue.count == plain.count)
      let rest = plain.dropFirst(taken)
      for expected in plain.prefix(taken) { #expect(queue.popFirst() == expected) }
      for expected in plain { #expect(copy.popFirst() == expected) }
      #expect(copy.popFirst() == nil && copy.isEmpty)
      plain = Array(rest)
      #expect(queue.isEmpty == plain.isEmpty)
    }
  }

  /// Many that wait are not moved when more come.
  @Test func piecesStayWhereTheyAre() {
    var queue = Fifo<Int>()
    for number in 0..<100_000 { queue.append(number) }
    #expect(queue.elements.count <= Fifo<Int>.pieceCount)
    #expect(queue.further.allSatisfy { $0.count <= Fifo<Int>.pieceCount })
  }
}
