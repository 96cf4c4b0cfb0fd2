// The leak count, and the contract's rule about threads, tested by what they must notice.

import Combine
import CombineTesting
import Testing

@Suite struct LeftoversTests {
  @Test func nothingIsLeftOfWhatEnds() async {
    let left = await leftovers {
      let subject = PassthroughSubject<Int, Never>()
      let subscriber = RecordingSubscriber<Int, Never>()
      // Runs on: the subject and the subscriber hold each other until the count cancels.
      subject.subscribe(subscriber)
      let upstream = ManualPublisher<Int, Never>()
      upstream.onEvent = { _ in _ = upstream.cancelCount }
      upstream.map { $0 + 1 }.subscribe(RecordingSubscriber<Int, Never>())
    }
    #expect(left == [])
  }

  @Test func whatIsHeldIsNamed() async {
    var kept: [AnyObject] = []
    let left = await leftovers {
      kept.append(RecordingSubscriber<Int, Never>())
      kept.append(ManualPublisher<String, TestFailure>())
    }
    #expect(left == ["RecordingSubscriber<Int, Never>", "ManualPublisher<String, TestFailure>"])
    withExtendedLifetime(kept) {}
  }
}

@Suite struct ThreadContractTests {
  @Test func noticesWhatFollowsTheEnd() {
    let talkative = PublisherContract("talkative") { Talkative(upstream: $0) }.violations { $0.contains("threads") }
    #expect(talkative.first?.hasSuffix("a value came after the completion") == true, "\(talkative)")
  }
}

/// Has something to add after the end.
private struct Talkative: Publisher {
  typealias Output = Int
  typealias Failure = TestFailure

  let upstream: PublisherContract.Upstream

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestFailure {
    upstream.subscribe(
      AnySubscriber<Int, TestFailure>(
        receiveSubscription: subscriber.receive(subscription:), receiveValue: subscriber.receive,
        receiveCompletion: {
          subscriber.receive(completion: $0)
          _ = subscriber.receive(0)
        }))
  }
}
