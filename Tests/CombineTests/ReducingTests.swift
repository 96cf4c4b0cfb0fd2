// The reducing family: one result of all values.

import Combine
import CombineTesting
import Testing

/// Feeds `values` and a finish through `build` and returns everything that came out, as text.
private func outcome<P: Publisher>(
  _ values: [Int], _ build: (ManualPublisher<Int, TestFailure>) -> P
) -> [String] {
  let upstream = ManualPublisher<Int, TestFailure>()
  let subscriber = RecordingSubscriber<P.Output, P.Failure>()
  build(upstream).subscribe(subscriber)
  for value in values { upstream.send(value) }
  upstream.send(completion: .finished)
  return Array(subscriber.transcript.dropFirst())
}

@Suite(.leavesNothing) struct ReducingTests {
  /// One that cancels when it gets the result hears nothing more, not even the end.
  @Test func cancellingFromInsideTheResult() {
    func events<P: Publisher>(_ build: (ManualPublisher<Int, TestFailure>) -> P, _ end: TestFailure?) -> Int {
      let upstream = ManualPublisher<Int, TestFailure>()
      var subscription: (any Subscription)?
      var (values, ends) = (0, 0)
      build(upstream).subscribe(
        AnySubscriber<P.Output, P.Failure>(
          receiveSubscription: {
            subscription = $0
            $0.request(.unlimited)
          },
          receiveValue: { _ in
            values += 1
            subscription?.cancel()
            return .none
          },
          receiveCompletion: { _ in ends += 1 }))
      upstream.send(completion: end.map { .failure($0) } ?? .finished)
      #expect(values == 1)
      return ends
    }
    #expect(events({ $0.collect() }, nil) == 0)
    #expect(events({ $0.count() }, nil) == 0)
    #expect(events({ $0.reduce(0, +) }, nil) == 0)
    #expect(events({ $0.replaceEmpty(with: 1) }, nil) == 0)
    #expect(events({ $0.replaceError(with: 1) }, "no") == 0)
  }

  /// A result waits for demand, also where there is none but the finish; a failure does not.
  @Test func finishWithoutAResultWaitsForDemandToo() {
    func events<P: Publisher>(_ build: (ManualPublisher<Int, TestFailure>) -> P) -> [[String]] {
      let ends: [Subscribers.Completion<TestFailure>] = [.finished, .failure("no")]
      return ends.map { end in
        let upstream = ManualPublisher<Int, TestFailure>()
        let subscriber = RecordingSubscriber<P.Output, P.Failure>(demand: .none)
        build(upstream).subscribe(subscriber)
        upstream.send(completion: end)
        let before = subscriber.transcript.dropFirst().joined()
        subscriber.request(.max(1))
        return [before, subscriber.transcript.dropFirst().joined()]
      }
    }
    let waits = [["", "finished"], ["failure no", "failure no"]]
    #expect(events { $0.first() } == waits)
    #expect(events { $0.first { $0 > 1 } } == waits)
    #expect(events { $0.tryLast { _ in true } } == waits)
    #expect(events { $0.min() } == waits)
    #expect(events { $0.tryMax(by: <) } == waits)
  }

  @Test func results() {
    #expect(outcome([1, 2, 3]) { $0.collect() } == ["value [1, 2, 3]", "finished"])
    #expect(outcome([]) { $0.collect() } == ["value []", "finished"])
    #expect(outcome([1, 2, 3]) { $0.collect(2) } == ["value [1, 2]", "value [3]", "finished"])
    #expect(outcome([1, 2, 3]) { $0.count() } == ["value 3", "finished"])
    #expect(outcome([1, 2, 3]) { $0.reduce(10, +) } == ["value 16", "finished"])
    #expect(outcome([]) { $0.tryReduce(10, +) } == ["value 10", "finished"])
    #expect(outcome([2, 1, 3]) { $0.min() } == ["value 1", "finished"])
    #expect(outcome([2, 1, 3]) { $0.max() } == ["value 3", "finished"])
    #expect(outcome([]) { $0.max() } == ["finished"])
    #expect(outcome([11, 1, 21]) { $0.min { $0 % 10 < $1 % 10 } } == ["value 11", "finished"])
    #expect(outcome([11, 1, 21]) { $0.tryMax { $0 % 10 < $1 % 10 } } == ["value 11", "finished"])
    #expect(outcome([1, 2]) { $0.contains(2) } == ["value true", "finished"])
    #expect(outcome([1, 2]) { $0.contains(3) } == ["value false", "finished"])
    #expect(outcome([1, 2]) { $0.tryContains { $0 == 2 } } == ["value true", "finished"])
    #expect(outcome([1, 2]) { $0.allSatisfy { $0 < 3 } } == ["value true", "finished"])
    #expect(outcome([1, 2]) { $0.tryAllSatisfy { $0 < 2 } } == ["value false", "finished"])
    #expect(outcome([1, 2]) { $0.ignoreOutput() } == ["finished"])
    #expect(outcome([]) { $0.replaceEmpty(with: 7) } == ["value 7", "finished"])
    #expect(outcome([1]) { $0.replaceEmpty(with: 7) } == ["value 1", "finished"])
    #expect(outcome([1, 2, 3]) { $0.first() } == ["value 1", "finished"])
    #expect(outcome([1, 2, 3]) { $0.first { $0 > 1 } } == ["value 2", "finished"])
    #expect(outcome([1, 2, 3]) { $0.first { $0 > 5 } } == ["finished"])
    #expect(outcome([1, 2, 3]) { $0.last() } == ["value 3", "finished"])
    #expect(outcome([1, 2, 3]) { $0.last { $0 < 3 } } == ["value 2", "finished"])
    #expect(outcome([1, 2, 3]) { $0.tryLast { _ in throw TestFailure("x") } } == ["failure x"])
  }

  /// It keeps no state: the subscriber talks to the upstream itself, which is asked for everything besides.
  @Test func ignoreOutputHandsTheUpstreamsSubscriptionThrough() {
    let upstream = ManualPublisher<Int, TestFailure>()
    let subscriber = RecordingSubscriber<Never, TestFailure>(demand: .max(2))
    upstream.ignoreOutput().subscribe(subscriber)
    #expect(subscriber.transcript == ["subscription ManualSubscription"])
    #expect(upstream.history == [.request(.max(2)), .request(.unlimited)])
    subscriber.cancel()
    #expect(upstream.cancelCount == 1)
  }

  @Test func comparisonsGetTheKeptValueFirst() {
    var pairs: [[Int]] = []
    _ = outcome([1, 2, 3]) {
      $0.max {
        pairs.append([$0, $1])
        return $0 < $1
      }
    }
    _ = outcome([1, 2, 3]) {
      $0.min {
        pairs.append([$0, $1])
        return $0 < $1
      }
    }
    #expect(pairs == [[1, 2], [2, 3], [2, 1], [3, 1]])
  }

  @Test func asksForEverythingOnceAndHoldsTheResult() {
    let upstream = ManualPublisher<Int, TestFailure>()
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .none)
    upstream.count().subscribe(subscriber)
    #expect(upstream.history == [.request(.unlimited)])
    #expect(upstream.send(1) == .none)
    upstream.send(completion: .finished)
    #expect(subscriber.values.isEmpty)
    subscriber.request(.max(1))
    subscriber.request(.max(1))
    #expect(subscriber.transcript == ["subscription Count", "value 1", "finished"])
    #expect(upstream.history == [.request(.unlimited)])
  }

  @Test func failureDoesNotWait() {
    let upstream = ManualPublisher<Int, TestFailure>()
    let subscriber = RecordingSubscriber<[Int], TestFailure>(demand: .none)
    upstream.collect().subscribe(subscriber)
    upstream.send(1)
    upstream.send(completion: .failure("bad"))
    #expect(subscriber.transcript == ["subscription Collect", "failure bad"])
  }

  @Test func cancellingForgetsTheResult() {
    let upstream = ManualPublisher<Int, TestFailure>()
    let subscriber = RecordingSubscriber<[Int], TestFailure>(demand: .none)
    upstream.collect().subscribe(subscriber)
    upstream.send(completion: .finished)
    subscriber.cancel()
    subscriber.request(.max(1))
    #expect(subscriber.transcript == ["subscription Collect"])
  }

  @Test func settledResultCancelsFirst() {
    let upstream = ManualPublisher<Int, TestFailure>()
    let subscriber = RecordingSubscriber<Bool, TestFailure>()
    var cancelled = 0
    subscriber.onValue = { _ in cancelled = upstream.cancelCount }
    upstream.contains(2).subscribe(subscriber)
    upstream.send(1)
    upstream.send(2)
    #expect(cancelled == 1)
    #expect(subscriber.transcript == ["subscription Contains", "value true", "finished"])
  }

  @Test func collectByCountMultipliesDemand() {
    let upstream = ManualPublisher<Int, TestFailure>()
    let subscriber = RecordingSubscriber<[Int], TestFailure>(demand: .max(2)) { _ in .max(1) }
    upstream.collect(3).subscribe(subscriber)
    #expect(upstream.history == [.request(.max(6))])
    #expect([1, 2, 3].map { upstream.send($0) } == [.none, .none, .max(3)])
    upstream.send(4)
    upstream.send(completion: .failure("bad"))
    #expect(subscriber.transcript == ["subscription CollectByCount", "value [1, 2, 3]", "failure bad"])
  }

  /// Nobody may be asked for no values: an array of none is given with each value, and asks for one.
  @Test func collectingNoneAsksForOneEach() {
    let upstream = ManualPublisher<Int, TestFailure>()
    let subscriber = RecordingSubscriber<[Int], TestFailure>(demand: .max(2)) { _ in .max(1) }
    upstream.collect(0).subscribe(subscriber)
    #expect(upstream.history == [.request(.max(2))])
    #expect(upstream.send(1) == .max(1))
    #expect(subscriber.transcript == ["subscription CollectByCount", "value [1]"])
  }

  @Test func unfinishedArrayNeedsNoDemand() {
    let upstream = ManualPublisher<Int, TestFailure>()
    let subscriber = RecordingSubscriber<[Int], TestFailure>(demand: .none)
    upstream.collect(3).subscribe(subscriber)
    upstream.send(1)
    upstream.send(completion: .finished)
    #expect(subscriber.transcript == ["subscription CollectByCount", "value [1]", "finished"])
  }

  @Test func replaceEmptyWaitsForDemandAndPassesFailures() {
    let upstream = ManualPublisher<Int, TestFailure>()
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .none)
    upstream.replaceEmpty(with: 7).subscribe(subscriber)
    #expect(upstream.history == [.request(.unlimited)])
    upstream.send(completion: .finished)
    #expect(subscriber.values.isEmpty)
    subscriber.request(.max(1))
    #expect(subscriber.transcript == ["subscription ReplaceEmpty", "value 7", "finished"])
    let failing = RecordingSubscriber<Int, TestFailure>()
    Fail<Int, TestFailure>(error: "bad").replaceEmpty(with: 7).subscribe(failing)
    #expect(failing.transcript == ["subscription ReplaceEmpty", "failure bad"])
  }
}
