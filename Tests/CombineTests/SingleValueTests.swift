// Publishers of a single value: what their subscriber sees, and that flatMap and switchToLatest, which do not subscribe to
// them where everything is wanted, behave as if they did.

import Combine
import CombineTesting
import Testing

/// A publisher, plainly and behind a stage that has to be subscribed to.
private func bothWays<P: Publisher>(_ publisher: P) -> [AnyPublisher<P.Output, P.Failure>] {
  [publisher.eraseToAnyPublisher(), publisher.handleEvents().eraseToAnyPublisher()]
}

@Suite(.leavesNothing) struct SingleValueTests {
  @Test func nothingFollowsACancellationInsideTheValue() {
    func transcript<P: Publisher>(_ publisher: P) -> [String] {
      let subscriber = RecordingSubscriber<P.Output, P.Failure>()
      subscriber.onValue = { [unowned subscriber] _ in subscriber.cancel() }
      publisher.subscribe(subscriber)
      return subscriber.transcript
    }
    #expect(transcript(Just(1)) == ["subscription Just", "value 1"])
    #expect(transcript(Optional(1).publisher) == ["subscription Optional", "value 1"])
    #expect(transcript(Result<Int, TestFailure>.success(1).publisher) == ["subscription Once", "value 1"])
    #expect(transcript(Future<Int, Never> { $0(.success(1)) }) == ["subscription Future", "value 1"])
    #expect(transcript([1].publisher) == ["subscription [1]", "value 1"])
  }

  @Test func valueAndSubscriberAreLetGo() {
    final class Object {}
    weak var object: Object?
    weak var subscriber: RecordingSubscriber<Object, Never>?
    var subscription: (any Subscription)?
    for cancels in [false, true] {
      do {
        let made = Object()
        let recorder = RecordingSubscriber<Object, Never>(demand: .none)
        Just(made).subscribe(recorder)
        (object, subscriber, subscription) = (made, recorder, recorder.subscription)
        if cancels { recorder.cancel() } else { recorder.request(.max(1)) }
      }
      #expect(object == nil)
      #expect(subscriber == nil)
      #expect(subscription != nil)
    }
  }
}

@Suite(.leavesNothing) struct KnownResultTests {
  @Test func flatMapDeliversEveryKindOfKnownResult() {
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    let upstream = ManualPublisher<AnyPublisher<Int, TestFailure>, TestFailure>()
    upstream.flatMap { $0 }.subscribe(subscriber)
    upstream.send(Just(1).setFailureType(to: TestFailure.self).eraseToAnyPublisher())
    upstream.send(Result<Int, TestFailure>.success(2).publisher.eraseToAnyPublisher())
    upstream.send(Empty().eraseToAnyPublisher())
    upstream.send(Int?.none.publisher.setFailureType(to: TestFailure.self).eraseToAnyPublisher())
    #expect(subscriber.values == [1, 2])
    #expect(subscriber.completions.isEmpty)
    upstream.send(Empty(completeImmediately: false).eraseToAnyPublisher())
    upstream.send(Result<Int, TestFailure>.failure("bad").publisher.eraseToAnyPublisher())
    #expect(subscriber.transcript == ["subscription FlatMap", "value 1", "value 2", "failure bad"])
    #expect(upstream.cancelCount == 1)
  }

  @Test func optionalsWithAndWithoutAValue() {
    let subscriber = RecordingSubscriber<Int, Never>()
    [1, nil, 3].publisher.eraseToAnyPublisher().flatMap { $0.publisher }.subscribe(subscriber)
    #expect(subscriber.transcript == ["subscription FlatMap", "value 1", "value 3", "finished"])
  }

  @Test(arguments: [0, 1]) func upstreamIsAskedForOneMoreAfterEach(way: Int) {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    upstream.flatMap(maxPublishers: .max(1)) { bothWays(Just($0))[way] }.subscribe(subscriber)
    for value in 1...2 { #expect(upstream.send(value) == .none) }
    #expect(upstream.history == [.request(.max(1)), .request(.max(1)), .request(.max(1))])
    upstream.send(completion: .finished)
    #expect(subscriber.transcript == ["subscription FlatMap", "value 1", "value 2", "finished"])
    #expect(upstream.cancelCount == 0)
  }

  @Test(arguments: [0, 1]) func withoutUnlimitedDemandTheValueWaits(way: Int) {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(demand: .max(1))
    upstream.flatMap { bothWays(Just($0))[way] }.subscribe(subscriber)
    for value in 1...3 { upstream.send(value) }
    #expect(subscriber.values == [1])
    subscriber.request(.unlimited)
    #expect(subscriber.values == [1, 2, 3])
    upstream.send(4)
    #expect(subscriber.values == [1, 2, 3, 4])
  }

  /// A value that comes while earlier ones are being handed out takes its turn.
  @Test(arguments: [0, 1]) func aKnownValueDoesNotOvertakeWhatWaits(way: Int) {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(demand: .none)
    subscriber.onValue = { if $0 == 1 { upstream.send(3) } }
    upstream.flatMap { bothWays(Just($0))[way] }.subscribe(subscriber)
    for value in 1...2 { upstream.send(value) }
    subscriber.request(.unlimited)
    #expect(subscriber.values == [1, 2, 3])
    subscriber.onValue = nil
  }

  @Test(arguments: [0, 1]) func theUpstreamsEndInsideTheValueComesAfterIt(way: Int) {
    for switches in [false, true] {
      let upstream = ManualPublisher<Int, TestFailure>()
      let subscriber = RecordingSubscriber<Int, TestFailure>()
      subscriber.onValue = { _ in
        upstream.send(completion: .finished)
        #expect(subscriber.completions.isEmpty)
      }
      let inner = upstream.map { bothWays(Just($0).setFailureType(to: TestFailure.self))[way] }
      if switches {
        inner.switchToLatest().subscribe(subscriber)
      } else {
        inner.flatMap { $0 }.subscribe(subscriber)
      }
      upstream.send(1)
      #expect(subscriber.transcript.suffix(2) == ["value 1", "finished"])
      #expect(upstream.cancelCount == 0)
      subscriber.onValue = nil
    }
  }

  @Test(arguments: [0, 1]) func cancellationInsideTheValueIsTheEnd(way: Int) {
    for switches in [false, true] {
      let upstream = ManualPublisher<Int, Never>()
      upstream.keepsSubscriber = true
      let subscriber = RecordingSubscriber<Int, Never>()
      subscriber.onValue = { [unowned subscriber] _ in subscriber.cancel() }
      let inner = upstream.map { bothWays(Just($0))[way] }
      if switches {
        inner.switchToLatest().subscribe(subscriber)
      } else {
        inner.flatMap(maxPublishers: .max(2)) { $0 }.subscribe(subscriber)
      }
      upstream.send(1)
      upstream.send(2)
      upstream.send(completion: .finished)
      #expect(subscriber.transcript.dropFirst() == ["value 1"])
      #expect(upstream.cancelCount == 1)
      #expect(upstream.requests.count == 1)
      upstream.dropSubscriber()
      subscriber.onValue = nil
    }
  }

  @Test(arguments: [0, 1]) func switchingInsideTheValueLeavesTheNewOne(way: Int) {
    let upstream = ManualPublisher<Int, Never>()
    let last = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    subscriber.onValue = {
      if $0 == 1 { upstream.send(2) }
      if $0 == 2 { upstream.send(3) }
    }
    upstream.map { $0 == 3 ? last.eraseToAnyPublisher() : bothWays(Just($0))[way] }.switchToLatest()
      .subscribe(subscriber)
    upstream.send(1)
    upstream.send(completion: .finished)
    #expect(subscriber.values == [1, 2])
    last.send(4)
    #expect(last.history == [.request(.unlimited)])
    last.send(completion: .finished)
    #expect(subscriber.transcript.dropFirst() == ["value 1", "value 2", "value 4", "finished"])
    subscriber.onValue = nil
  }

  @Test(arguments: [0, 1]) func aKnownValueCancelsTheOneBefore(way: Int) {
    let upstream = ManualPublisher<Int, Never>()
    let first = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    upstream.map { $0 == 0 ? first.eraseToAnyPublisher() : bothWays(Just($0))[way] }.switchToLatest()
      .subscribe(subscriber)
    upstream.send(0)
    first.keepsSubscriber = true
    upstream.send(1)
    #expect(first.history == [.request(.unlimited), .cancel])
    first.send(99)
    first.send(completion: .finished)
    upstream.send(2)
    upstream.send(completion: .finished)
    #expect(subscriber.transcript.dropFirst() == ["value 1", "value 2", "finished"])
    first.dropSubscriber()
  }

  @Test(arguments: [0, 1]) func aKnownFailureIsTheEnd(way: Int) {
    let upstream = ManualPublisher<Int, TestFailure>()
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    upstream.map { _ in bothWays(Fail<Int, TestFailure>(error: "bad"))[way] }.switchToLatest().subscribe(subscriber)
    upstream.send(1)
    #expect(subscriber.transcript.dropFirst() == ["failure bad"])
    #expect(upstream.cancelCount == 1)
  }
}
