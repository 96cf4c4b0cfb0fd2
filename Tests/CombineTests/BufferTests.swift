// What buffer promises beyond the contract.

import Combine
import CombineTesting
import Testing

@Suite(.leavesNothing) struct BufferTests {
  typealias Source = ManualPublisher<Int, TestFailure>

  private func filled(
    _ prefetch: Publishers.PrefetchStrategy, _ whenFull: Publishers.BufferingStrategy<TestFailure>, count: Int = 5
  ) -> (Source, RecordingSubscriber<Int, TestFailure>) {
    let source = Source()
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .none)
    source.buffer(size: 3, prefetch: prefetch, whenFull: whenFull).subscribe(subscriber)
    for value in 1...count { #expect(source.send(value) == .none) }
    return (source, subscriber)
  }

  @Test func whenFull() {
    for prefetch in [Publishers.PrefetchStrategy.keepFull, .byRequest] {
      let (_, newest) = filled(prefetch, .dropNewest)
      newest.request(.max(9))
      #expect(newest.values == [1, 2, 3])
      let (_, oldest) = filled(prefetch, .dropOldest)
      oldest.request(.max(9))
      #expect(oldest.values == [3, 4, 5])
    }
  }

  @Test func customErrorCancelsAtOnceAndComesWithTheNextRequest() {
    let (source, subscriber) = filled(.byRequest, .customError { "full" })
    #expect(source.history == [.request(.unlimited), .cancel])
    #expect(subscriber.transcript == ["subscription Buffer"])
    subscriber.request(.max(2))
    #expect(subscriber.transcript == ["subscription Buffer", "value 1", "value 2", "failure full"])
  }

  @Test func keepFullAsksForWhatHasLeft() {
    let (source, subscriber) = filled(.keepFull, .dropNewest, count: 3)
    #expect(source.requests == [.max(3)])
    subscriber.request(.max(2))
    #expect(source.requests == [.max(3), .max(2)])
    subscriber.request(.max(3))
    #expect(source.requests == [.max(3), .max(2), .max(1)])
    // Wanted already: passes, and is made up for.
    #expect(source.send(4) == .max(1))
    #expect(subscriber.values == [1, 2, 3, 4])
  }

  @Test func upstreamIsAskedBeforeTheSubscriptionGoesDown() {
    let source = Source()
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    var transcript: [String]?
    source.onEvent = { _ in transcript = transcript ?? subscriber.transcript }
    source.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest).subscribe(subscriber)
    #expect(transcript == [])
  }

  @Test func finishFollowsTheLastValueWhenMoreIsWanted() {
    let (source, subscriber) = filled(.byRequest, .dropNewest, count: 2)
    source.send(completion: .finished)
    subscriber.request(.max(2))
    #expect(subscriber.transcript == ["subscription Buffer", "value 1", "value 2"])
    subscriber.request(.max(1))
    #expect(subscriber.completions == [.finished])
    #expect(source.cancelCount == 0)
  }

  @Test func failureDoesNotWait() {
    let (source, subscriber) = filled(.byRequest, .dropNewest, count: 2)
    source.send(completion: .failure("no"))
    #expect(subscriber.transcript == ["subscription Buffer", "failure no"])
  }

  @Test func requestingInsideDoesNotRecurse() {
    let (source, subscriber) = filled(.keepFull, .dropNewest, count: 3)
    subscriber.onValue = { [weak subscriber] value in
      if value == 1 { source.send(10) }
      subscriber?.request(.max(1))
      subscriber?.request(.none)
    }
    subscriber.request(.max(1))
    #expect(subscriber.values == [1, 2, 3, 10])
    #expect(subscriber.deepestNesting == 1)
  }

  @Test func errorFromInsideADeliveryIsSafe() {
    let source = Source()
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    source.buffer(size: 1, prefetch: .byRequest, whenFull: .customError { "full" }).subscribe(subscriber)
    subscriber.onValue = { if $0 == 1 { for value in 2...4 { source.send(value) } } }
    source.send(1)
    #expect(subscriber.transcript == ["subscription Buffer", "value 1", "value 2", "failure full"])
  }

  @Test func withoutRoomNothingPasses() {
    for whenFull in [Publishers.BufferingStrategy<TestFailure>.dropNewest, .dropOldest] {
      let source = Source()
      let subscriber = RecordingSubscriber<Int, TestFailure>()
      source.buffer(size: 0, prefetch: .byRequest, whenFull: whenFull).subscribe(subscriber)
      source.send(1)
      #expect(subscriber.values.isEmpty)
    }
  }
}
