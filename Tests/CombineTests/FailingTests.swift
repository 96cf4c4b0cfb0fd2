// What happens after an end: catch, retry, replaceError, append, prepend.

import Combine
import CombineTesting
import Testing

private typealias Manual = ManualPublisher<Int, TestFailure>

@Suite(.leavesNothing) struct FailingTests {
  @Test func catchGoesOnWithWhatIsOutstanding() {
    let (upstream, replacement) = (Manual(), Manual())
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .max(5)) { $0 == 1 ? .max(2) : .none }
    var caught: [TestFailure] = []
    upstream.catch {
      caught.append($0)
      return replacement
    }.subscribe(subscriber)
    #expect(upstream.send(1) == .max(2))
    upstream.send(2)
    upstream.send(completion: .failure("bad"))
    #expect(caught == ["bad"])
    #expect(upstream.cancelCount == 0)
    #expect(replacement.history == [.request(.max(5))])
    replacement.send(3)
    replacement.send(completion: .failure("worse"))
    #expect(subscriber.transcript == ["subscription Catch", "value 1", "value 2", "value 3", "failure worse"])
  }

  /// A publisher that goes on after its end is not listened to any more, whatever has come in its place.
  @Test(arguments: ["append", "catch", "tryCatch"])
  func aSecondEndChangesNothing(_ name: String) {
    let upstream = Manual()
    upstream.keepsSubscriber = true
    let replacement = Manual()
    let subscriber = RecordingSubscriber<Int, any Error>(demand: .max(9))
    let end: Subscribers.Completion<TestFailure>
    switch name {
    case "append":
      upstream.append(replacement).mapError { $0 as any Error }.subscribe(subscriber)
      end = .finished
    case "catch":
      upstream.catch { _ in replacement }.mapError { $0 as any Error }.subscribe(subscriber)
      end = .failure("bad")
    default:
      upstream.tryCatch { _ in replacement }.subscribe(subscriber)
      end = .failure("bad")
    }
    upstream.send(1)
    upstream.send(completion: end)
    upstream.send(completion: end)
    #expect(upstream.send(2) == .none)
    #expect(replacement.subscriberCount == 1)
    #expect(replacement.history == [.request(.max(8))])
    replacement.send(3)
    upstream.send(completion: .finished)
    upstream.send(completion: .failure("worse"))
    #expect(upstream.send(4) == .none)
    replacement.send(5)
    replacement.send(completion: .finished)
    #expect(subscriber.transcript.dropFirst() == ["value 1", "value 3", "value 5", "finished"])
  }

  @Test func tryCatchMayThrow() {
    let upstream = Manual()
    let subscriber = RecordingSubscriber<Int, any Error>()
    upstream.tryCatch { (failure) -> Just<Int> in throw TestFailure("after " + failure.name) }.subscribe(subscriber)
    upstream.send(completion: .failure("bad"))
    #expect(subscriber.transcript == ["subscription TryCatch", "failure after bad"])
  }

  @Test func cancellingReachesTheReplacement() {
    let (upstream, replacement) = (Manual(), Manual())
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    upstream.catch { _ in replacement }.subscribe(subscriber)
    upstream.send(completion: .failure("bad"))
    subscriber.cancel()
    #expect(upstream.cancelCount == 0)
    #expect(replacement.cancelCount == 1)
  }

  @Test func retryTriesAgainWithWhatIsOutstanding() {
    let upstream = Manual()
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .max(3))
    upstream.retry(2).subscribe(subscriber)
    upstream.send(1)
    upstream.send(completion: .failure("1"))
    upstream.send(completion: .failure("2"))
    upstream.send(2)
    upstream.send(completion: .failure("3"))
    #expect(upstream.subscriberCount == 3)
    #expect(upstream.requests == [.max(3), .max(2), .max(2)])
    #expect(subscriber.transcript == ["subscription Retry", "value 1", "value 2", "failure 3"])
  }

  @Test func retryLoopsWithoutDeepeningTheStack() {
    var attempts = 0
    let failing = Fail<Int, TestFailure>(error: "no").handleEvents(receiveSubscription: { _ in attempts += 1 })
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    failing.retry(100_000).subscribe(subscriber)
    #expect(attempts == 100_001)
    #expect(subscriber.transcript == ["subscription Retry", "failure no"])
  }

  @Test func negativeRetriesNeverGiveUp() {
    let upstream = Manual()
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    upstream.retry(-1).subscribe(subscriber)
    for _ in 0..<50 { upstream.send(completion: .failure("no")) }
    #expect(upstream.subscriberCount == 51)
    subscriber.cancel()
    #expect(subscriber.transcript == ["subscription Retry"])
  }

  @Test func replaceErrorWaitsForDemand() {
    let upstream = Manual()
    let subscriber = RecordingSubscriber<Int, Never>(demand: .max(1))
    upstream.replaceError(with: 9).subscribe(subscriber)
    upstream.send(1)
    upstream.send(completion: .failure("bad"))
    #expect(subscriber.transcript == ["subscription ReplaceError", "value 1"])
    subscriber.request(.max(1))
    #expect(subscriber.transcript.suffix(2) == ["value 9", "finished"])
  }

  @Test func concatenationCarriesDemandOver() {
    let (first, second) = (Manual(), Manual())
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .max(3))
    first.append(second).subscribe(subscriber)
    first.send(1)
    #expect(second.subscriberCount == 0)
    first.send(completion: .finished)
    #expect(second.history == [.request(.max(2))])
    second.send(2)
    subscriber.request(.max(4))
    #expect(second.history == [.request(.max(2)), .request(.max(4))])
    second.send(completion: .finished)
    #expect(subscriber.transcript == ["subscription Concatenate", "value 1", "value 2", "finished"])
  }

  @Test func elementsBeforeAndAfter() throws {
    try marbles("-a-|", { upstream, _ in upstream.append("x", "y").prepend(["1", "2"]) }, "(12)a-(xy|)")
    try marbles("-a-#", { upstream, _ in upstream.append("x") }, "-a-#")
  }

  @Test func valuesThatWereNotAskedForTrap() async {
    await #expect(processExitsWith: .failure) {
      let upstream = ManualPublisher<Int, TestFailure>()
      upstream.catch { _ in Just(1) }.subscribe(RecordingSubscriber<Int, Never>(demand: .none))
      upstream.send(1)
    }
    await #expect(processExitsWith: .failure) {
      let upstream = ManualPublisher<Int, TestFailure>()
      upstream.retry(1).subscribe(RecordingSubscriber<Int, TestFailure>(demand: .none))
      upstream.send(1)
    }
    await #expect(processExitsWith: .failure) {
      let upstream = ManualPublisher<Int, TestFailure>()
      upstream.replaceError(with: 1).subscribe(RecordingSubscriber<Int, Never>(demand: .none))
      upstream.send(1)
    }
  }

  @Test func assertedFailureTraps() async {
    await #expect(processExitsWith: .failure) {
      Fail<Int, TestFailure>(error: "x").assertNoFailure().subscribe(RecordingSubscriber<Int, Never>())
    }
    let subscriber = RecordingSubscriber<Int, Never>()
    Result<Int, TestFailure>.success(1).publisher.assertNoFailure().subscribe(subscriber)
    #expect(subscriber.transcript == ["subscription Once", "value 1", "finished"])
  }
}
