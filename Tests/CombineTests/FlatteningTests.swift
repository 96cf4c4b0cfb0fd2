// flatMap and switchToLatest.

import Combine
import CombineTesting
import Testing

private typealias Manual = ManualPublisher<Int, TestFailure>

@Suite(.leavesNothing) struct FlatMapTests {
  @Test func asksForNothingMoreOnceEverythingIsWanted() {
    let inner = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(demand: .none)
    Just(1).flatMap { _ in inner }.subscribe(subscriber)
    #expect(inner.send(1) == .none)
    subscriber.request(.unlimited)
    #expect(inner.send(2) == .none)
    #expect(subscriber.values == [1, 2])
    #expect(inner.history == [.request(.max(1)), .request(.unlimited)])
  }

  @Test func deliversTheValuesOfAll() throws {
    try marbles(
      "a--b---|", "-12-34-5|",
      { a, b, _ in a.flatMap { letter in b.map { letter + $0 } } },
      "-'a1''a2'-('a3''b3')('a4''b4')-('a5''b5')|")
  }

  @Test func asksOneAtATimeAndKeepsWhatComesTooEarly() {
    let upstream = ManualPublisher<Manual, TestFailure>()
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .max(1))
    let children = (0..<2).map { _ in Manual() }
    upstream.flatMap { $0 }.subscribe(subscriber)
    #expect(upstream.history == [.request(.unlimited)])
    for child in children { upstream.send(child) }
    #expect(children.map(\.history) == [[.request(.max(1))], [.request(.max(1))]])
    #expect(children[0].send(1) == .max(1))
    #expect(children[1].send(2) == .none)
    #expect(children[0].send(3) == .none)
    #expect(subscriber.values == [1])
    subscriber.request(.max(1))
    #expect(subscriber.values == [1, 2])
    #expect(children[1].history == [.request(.max(1)), .request(.max(1))])
    subscriber.request(.unlimited)
    #expect(subscriber.values == [1, 2, 3])
    #expect(children[0].requests.last == .unlimited)
    #expect(children[1].requests.last == .unlimited)
  }

  @Test func limitsPublishers() {
    let upstream = ManualPublisher<Manual, TestFailure>()
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    let child = Manual()
    upstream.flatMap(maxPublishers: .max(2)) { $0 }.subscribe(subscriber)
    upstream.send(child)
    child.send(completion: .finished)
    #expect(upstream.history == [.request(.max(2)), .request(.max(1))])
    #expect(child.history == [.request(.unlimited)])
  }

  @Test func finishesWhenAllHaveAndNothingWaits() {
    let upstream = ManualPublisher<Manual, TestFailure>()
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .none)
    let child = Manual()
    upstream.flatMap { $0 }.subscribe(subscriber)
    upstream.send(child)
    child.send(1)
    upstream.send(completion: .finished)
    child.send(completion: .finished)
    #expect(subscriber.transcript == ["subscription FlatMap"])
    subscriber.request(.max(1))
    #expect(subscriber.transcript == ["subscription FlatMap", "value 1", "finished"])
    #expect(upstream.cancelCount == 0)
  }

  @Test func failureOfAChildCancelsEverythingElse() {
    let upstream = ManualPublisher<Manual, TestFailure>()
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    let children = (0..<2).map { _ in Manual() }
    upstream.flatMap { $0 }.subscribe(subscriber)
    for child in children { upstream.send(child) }
    children[0].send(completion: .failure("bad"))
    #expect(children.map(\.cancelCount) == [0, 1])
    #expect(upstream.cancelCount == 1)
    #expect(subscriber.transcript == ["subscription FlatMap", "failure bad"])
  }

  @Test func failureOfTheUpstreamCancelsTheChildren() {
    let upstream = ManualPublisher<Manual, TestFailure>()
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    let child = Manual()
    upstream.flatMap { $0 }.subscribe(subscriber)
    upstream.send(child)
    upstream.send(completion: .failure("bad"))
    #expect(child.cancelCount == 1)
    #expect(subscriber.transcript == ["subscription FlatMap", "failure bad"])
  }

  @Test func demandThatGrowsWithoutLimitInsideAValueReachesTheChildren() {
    let subscriber = RecordingSubscriber<Int, Never>(demand: .max(1)) { _ in .unlimited }
    [1, 2].publisher.eraseToAnyPublisher().flatMap { [$0, $0 * 10, $0 * 100].publisher }.subscribe(subscriber)
    #expect(subscriber.values == [1, 10, 100, 2, 20, 200] || subscriber.values.count == 6)
    #expect(subscriber.completions.count == 1)
  }

  @Test func failureTypesAreMatched() {
    let never: AnyPublisher<Int, TestFailure> = Just(1).flatMap { Result<Int, TestFailure>.success($0).publisher }
      .eraseToAnyPublisher()
    let children: AnyPublisher<Int, TestFailure> = Fail<Int, TestFailure>(error: "x").flatMap { Just($0) }
      .eraseToAnyPublisher()
    let both: AnyPublisher<Int, Never> = Just(1).flatMap { Just($0) }.eraseToAnyPublisher()
    let ends = [never, children, both.setFailureType(to: TestFailure.self).eraseToAnyPublisher()].map {
      let subscriber = RecordingSubscriber<Int, TestFailure>()
      $0.subscribe(subscriber)
      return subscriber.transcript.last
    }
    #expect(ends == ["finished", "failure x", "finished"])
  }

  @Test func manyWaitingValuesAreDeliveredInOrder() {
    let child = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(demand: .none)
    Just(child).flatMap { $0 }.subscribe(subscriber)
    for value in 0..<20_000 { child.send(value) }
    for _ in 0..<10_000 { subscriber.request(.max(2)) }
    #expect(subscriber.values == Array(0..<20_000))
  }
}

@Suite(.leavesNothing) struct SwitchToLatestTests {
  @Test func deliversTheLatestOnly() throws {
    try marbles(
      "a--b---|", "-12-34-5|",
      { a, b, _ in a.map { letter in b.map { letter + $0 } }.switchToLatest() },
      "-'a1''a2'-'b3''b4'-'b5'|")
  }

  @Test func cancelsTheOldFirstAndAsksForTheRest() {
    let upstream = ManualPublisher<Manual, TestFailure>()
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .max(3))
    let (first, second) = (Manual(), Manual())
    upstream.map { $0 }.switchToLatest().subscribe(subscriber)
    #expect(upstream.history == [.request(.unlimited)])
    upstream.send(first)
    #expect(first.history == [.request(.max(3))])
    first.send(1)
    first.keepsSubscriber = true
    upstream.send(second)
    #expect(first.cancelCount == 1)
    #expect(second.history == [.request(.max(2))])
    first.send(99)
    second.send(2)
    #expect(subscriber.values == [1, 2])
  }

  @Test func finishesWhenBothHave() {
    let upstream = ManualPublisher<Manual, TestFailure>()
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    let (first, second) = (Manual(), Manual())
    upstream.switchToLatest().subscribe(subscriber)
    upstream.send(first)
    first.send(completion: .finished)
    #expect(subscriber.completions.isEmpty)
    upstream.send(second)
    upstream.send(completion: .finished)
    #expect(subscriber.completions.isEmpty)
    second.send(completion: .finished)
    #expect(subscriber.transcript == ["subscription SwitchToLatest", "finished"])
  }

  @Test func failureOfTheInnerCancelsTheUpstream() {
    let upstream = ManualPublisher<Manual, TestFailure>()
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    let inner = Manual()
    upstream.switchToLatest().subscribe(subscriber)
    upstream.send(inner)
    inner.send(completion: .failure("bad"))
    #expect(upstream.cancelCount == 1)
    #expect(subscriber.transcript == ["subscription SwitchToLatest", "failure bad"])
  }

  @Test func demandReturnedToAStalePublisherGoesToTheNewOne() {
    let upstream = ManualPublisher<Manual, TestFailure>()
    let (first, second) = (Manual(), Manual())
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .max(1)) { _ in .max(2) }
    subscriber.onValue = { if $0 == 1 { upstream.send(second) } }
    upstream.switchToLatest().subscribe(subscriber)
    upstream.send(first)
    #expect(first.send(1) == .none)
    #expect(second.requests == [.max(2)])
    subscriber.onValue = nil
  }

  @Test func valueThatWasNotAskedForTraps() async {
    await #expect(processExitsWith: .failure) {
      let inner = ManualPublisher<Int, Never>()
      let subscriber = RecordingSubscriber<Int, Never>(demand: .max(1))
      Just(inner).switchToLatest().subscribe(subscriber)
      inner.send(1)
      inner.send(2)
    }
  }
}
