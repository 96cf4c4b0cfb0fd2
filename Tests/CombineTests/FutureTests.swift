// Deferred and Future.

import Combine
import CombineTesting
import Testing

@Test(.leavesNothing) func deferredMakesAPublisherPerSubscriber() {
  var count = 0
  let deferred = Deferred { () -> Just<Int> in
    count += 1
    return Just(count)
  }
  #expect(count == 0)
  #expect(values(deferred) == [1])
  #expect(values(deferred) == [2])
}

@Suite(.leavesNothing) struct FutureTests {
  @Test func runsItsClosureOnceAndAtOnce() {
    var count = 0
    let future = Future<Int, Never> {
      count += 1
      $0(.success(count))
      $0(.success(100))
    }
    #expect(count == 1)
    #expect(values(future) == [1])
    #expect(values(future) == [1])
  }

  @Test func successWaitsForDemandAndFailureDoesNot() {
    var promise: Future<Int, TestFailure>.Promise?
    let future = Future<Int, TestFailure> { promise = $0 }
    let eager = RecordingSubscriber<Int, TestFailure>(demand: .max(1))
    let lazy = RecordingSubscriber<Int, TestFailure>(demand: .none)
    future.subscribe(eager)
    future.subscribe(lazy)
    promise?(.success(7))
    promise?(.failure("too late"))
    #expect(eager.transcript == ["subscription Future", "value 7", "finished"])
    #expect(lazy.transcript == ["subscription Future"])
    lazy.request(.max(1))
    #expect(lazy.transcript == ["subscription Future", "value 7", "finished"])
    let failed = RecordingSubscriber<Int, TestFailure>(demand: .none)
    Future<Int, TestFailure> { $0(.failure("no")) }.subscribe(failed)
    #expect(failed.transcript == ["subscription Future", "failure no"])
  }

  @Test func subscribersAreCalledInOrder() {
    var promise: Future<Int, Never>.Promise?
    let future = Future<Int, Never> { promise = $0 }
    var log: [Int] = []
    let cancellables = (0..<5).map { index in future.sink { _ in log.append(index) } }
    cancellables[2].cancel()
    promise?(.success(1))
    #expect(log == [0, 1, 3, 4])
    withExtendedLifetime(cancellables) {}
  }

  @Test func promiseKeepsTheFutureAndTheEndReleasesEverything() {
    var promise: Future<Int, Never>.Promise?
    weak var future: Future<Int, Never>?
    weak var subscriber: RecordingSubscriber<Int, Never>?
    do {
      let made = Future<Int, Never> { promise = $0 }
      let recorder = RecordingSubscriber<Int, Never>()
      made.subscribe(recorder)
      future = made
      subscriber = recorder
    }
    #expect(future != nil)
    promise?(.success(1))
    #expect(subscriber == nil)
    promise = nil
    #expect(future == nil)
  }

  @Test func cancelledSubscriberIsReleased() {
    let future = Future<Int, Never> { _ in }
    weak var subscriber: RecordingSubscriber<Int, Never>?
    do {
      let recorder = RecordingSubscriber<Int, Never>()
      future.subscribe(recorder)
      recorder.cancel()
      subscriber = recorder
    }
    #expect(subscriber == nil)
  }

  @Test func requestForNothingTraps() async {
    await #expect(processExitsWith: .failure) {
      Future<Int, Never> { _ in }.subscribe(AnySubscriber<Int, Never>(receiveSubscription: { $0.request(.none) }))
    }
  }

  @Test func canBeAwaited() async throws {
    #expect(await Future<Int, Never> { $0(.success(3)) }.value == 3)
    await #expect(throws: TestFailure("no")) { try await Future<Int, TestFailure> { $0(.failure("no")) }.value }
    #expect(try await Future<Int, TestFailure> { $0(.success(4)) }.value == 4)
  }
}
