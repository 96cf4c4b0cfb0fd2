// Every operator, with whatever its downstream asks for: what is undone leaves nothing in it.

import Combine
import CombineTesting
import Testing

@Suite(.leavesNothing) struct UndoneContractTests {
  private enum Step {
    case send(Int)
    case finish
    case fail
    case request(Int)
    case cancel
  }

  /// The same each time, for a seed.
  private struct Steps {
    private var state: UInt64
    init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func number(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }

    mutating func next(_ count: Int, endsOften: Bool) -> [Step] {
      (0..<count).map { _ in
        switch number(below: endsOften ? 10 : 20) {
        case 0: .finish
        case 1: .fail
        case 2: .cancel
        case 3, 4: .request(1 + number(below: 3))
        default: .send(1 + number(below: 4))
        }
      }
    }
  }

  /// A downstream with its upstream.
  private final class Play {
    private let subject = PassthroughSubject<Int, TestFailure>()
    private var subscriber: TextSubscriber!
    private(set) var heard: [String] = []

    init(_ contract: PublisherContract, first: Subscribers.Demand, more: Subscribers.Demand) {
      subscriber = TextSubscriber(askingWithEachValueFor: more) { [unowned self] in heard.append($0) }
      contract.attach(subscriber, to: subject.eraseToAnyPublisher())
      if first != .none { subscriber.subscription?.request(first) }
    }

    func take(_ steps: [Step]) {
      for step in steps {
        switch step {
        case .send(let value): subject.send(value)
        case .finish: subject.send(completion: .finished)
        case .fail: subject.send(completion: .failure(TestFailure()))
        case .request(let count): subscriber.subscription?.request(.max(count))
        case .cancel: subscriber.subscription?.cancel()
        }
      }
    }

    func takeAndUndo(_ steps: [Step]) {
      let count = heard.count
      let log = UndoLog()
      log.open()
      take(steps)
      log.close()
      log.undo()
      heard.removeLast(heard.count - count)
    }
  }

  private static let demands: [(first: Subscribers.Demand, more: Subscribers.Demand)] = [
    (.unlimited, .none), (.none, .none), (.max(1), .none), (.max(1), .max(1)), (.max(3), .none), (.max(2), .unlimited),
  ]

  @Test(arguments: contracts) func nothingIsLeft(in contract: PublisherContract) {
    for seed in 1...40 {
      for (first, more) in Self.demands {
        var steps = Steps(seed: seed)
        let before = steps.next(steps.number(below: 4), endsOften: false)
        let undone = steps.next(1 + steps.number(below: 4), endsOften: true)
        let after = steps.next(2 + steps.number(below: 5), endsOften: false)
        let (plain, other) = (Play(contract, first: first, more: more), Play(contract, first: first, more: more))
        plain.take(before)
        plain.take(after)
        other.take(before)
        other.takeAndUndo(undone)
        other.take(after)
        guard plain.heard == other.heard else {
          Issue.record(
            """
            \(contract), asked for \(first) and \(more) with each value, \(before), undone \(undone), then \(after):
            \(other.heard) in place of \(plain.heard)
            """)
          return
        }
      }
    }
  }
}
