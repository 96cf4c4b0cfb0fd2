// Publishers that need no upstream.

import Combine
import CombineTesting
import Testing

@Test(.leavesNothing) func justDeliversWithTheFirstRequest() {
  let subscriber = RecordingSubscriber<Int, Never>(demand: .none)
  Just(42).subscribe(subscriber)
  #expect(subscriber.transcript == ["subscription Just"])
  subscriber.request(.max(1))
  subscriber.request(.max(1))
  #expect(subscriber.transcript == ["subscription Just", "value 42", "finished"])
}

@Test(.leavesNothing) func emptyAndFailNeedNoDemand() {
  let empty = RecordingSubscriber<Int, TestFailure>(demand: .none)
  Empty().subscribe(empty)
  #expect(empty.transcript == ["subscription Empty", "finished"])
  let never = RecordingSubscriber<Int, TestFailure>()
  Empty(completeImmediately: false).subscribe(never)
  #expect(never.transcript == ["subscription Empty"])
  let failing = RecordingSubscriber<Int, TestFailure>(demand: .none)
  Fail(error: "no").subscribe(failing)
  #expect(failing.transcript == ["subscription Empty", "failure no"])
}

@Test(.leavesNothing) func optionalAndResult() {
  let some = RecordingSubscriber<Int, Never>()
  Optional(3).publisher.subscribe(some)
  #expect(some.transcript == ["subscription Optional", "value 3", "finished"])
  let none = RecordingSubscriber<Int, Never>(demand: .none)
  Int?.none.publisher.subscribe(none)
  #expect(none.transcript == ["subscription Empty", "finished"])
  let success = RecordingSubscriber<Int, TestFailure>()
  Result<Int, TestFailure>.success(1).publisher.subscribe(success)
  #expect(success.transcript == ["subscription Once", "value 1", "finished"])
  let failure = RecordingSubscriber<Int, TestFailure>(demand: .none)
  Result<Int, TestFailure>.failure("x").publisher.subscribe(failure)
  #expect(failure.transcript == ["subscription Empty", "failure x"])
}

@Suite(.leavesNothing) struct SequencePublisherTests {
  @Test func deliversAsDemanded() {
    let subscriber = RecordingSubscriber<Int, Never>(demand: .max(1)) { $0 == 2 ? .max(1) : .none }
    (1...4).publisher.subscribe(subscriber)
    #expect(subscriber.values == [1])
    subscriber.request(.max(1))
    #expect(subscriber.values == [1, 2, 3])
    #expect(subscriber.completions.isEmpty)
    subscriber.request(.max(1))
    #expect(subscriber.transcript.suffix(2) == ["value 4", "finished"])
  }

  @Test func emptyFinishesWithoutDemand() {
    let subscriber = RecordingSubscriber<Int, Never>(demand: .none)
    [Int]().publisher.subscribe(subscriber)
    #expect(subscriber.transcript == ["subscription Empty", "finished"])
  }

  /// A subscription is called after the sequence until its end, and then after the operator.
  @Test func subscriptionsAreCalledAfterWhatTheyDeliver() {
    func names<P: Publisher>(_ publisher: P, cancels: Bool = false) -> [String] where P.Output == Int {
      let subscriber = RecordingSubscriber<Int, P.Failure>(demand: .none)
      publisher.subscribe(subscriber)
      func name() -> String {
        let subscription = subscriber.subscription!
        return "\(subscription) \(Mirror(reflecting: subscription).children.map(\.value))"
      }
      let before = name()
      if cancels { subscriber.cancel() } else { subscriber.request(.unlimited) }
      return [before, name()]
    }
    let record = Record<Int, TestFailure>(output: [1, 2], completion: .finished)
    for cancels in [false, true] {
      #expect(names([1, 2].publisher, cancels: cancels) == ["[1, 2] [[1, 2]]", "Sequence [[]]"])
      #expect(names((1...2).publisher, cancels: cancels) == ["1...2 [ClosedRange(1...2)]", "Sequence [[]]"])
      #expect(names(record, cancels: cancels) == ["[1, 2] [[1, 2]]", "Cancelled Events [[]]"])
    }
  }

  @Test func requestInsideReceiveDoesNotNest() {
    let subscriber = RecordingSubscriber<Int, Never>(demand: .max(1))
    subscriber.onValue = { [unowned subscriber] _ in subscriber.request(.max(2)) }
    (0..<1000).publisher.subscribe(subscriber)
    #expect(subscriber.values == Array(0..<1000))
    #expect(subscriber.deepestNesting == 1)
    subscriber.onValue = nil
  }

  @Test func cancelInsideReceiveStops() {
    let subscriber = RecordingSubscriber<Int, Never>()
    subscriber.onValue = { [unowned subscriber] in if $0 == 3 { subscriber.cancel() } }
    (1...10).publisher.subscribe(subscriber)
    #expect(subscriber.values == [1, 2, 3])
    #expect(subscriber.completions.isEmpty)
  }

  @Test func isIteratedAnewForEachSubscriber() {
    let publisher = "Combine".publisher
    for _ in 0..<2 {
      var letters = ""
      let cancellable = publisher.sink { letters.append($0) }
      #expect(letters == "Combine")
      withExtendedLifetime(cancellable) {}
    }
  }
}
