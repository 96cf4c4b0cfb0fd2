// What the operators that use a scheduler promise beyond the contract.

import Combine
import CombineTesting
import Testing

@Suite struct ReceiveOnTests {
  @Test func deliversOnTheScheduler() {
    let scheduler = TestScheduler()
    let upstream = ManualPublisher<Int, TestFailure>()
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .max(2)) { $0 == 1 ? .max(5) : .none }
    upstream.receive(on: scheduler).subscribe(subscriber)
    #expect(upstream.history == [.request(.max(2))])
    #expect(upstream.send(1) == .none)
    #expect(upstream.send(2) == .none)
    upstream.send(completion: .failure("late"))
    #expect(subscriber.transcript == ["subscription ReceiveOn"])
    scheduler.advance()
    #expect(subscriber.transcript == ["subscription ReceiveOn", "value 1", "value 2", "failure late"])
  }

  @Test func returnedDemandBecomesARequest() {
    let scheduler = TestScheduler()
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(demand: .max(1)) { _ in .max(5) }
    upstream.receive(on: scheduler).subscribe(subscriber)
    upstream.send(1)
    #expect(upstream.requests == [.max(1)])
    scheduler.advance()
    #expect(upstream.requests == [.max(1), .max(5)])
    subscriber.request(.none)
    #expect(upstream.requests.count == 2)
  }

  @Test func cancellingDropsWhatIsOnItsWay() {
    let scheduler = TestScheduler()
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    upstream.receive(on: scheduler).subscribe(subscriber)
    upstream.send(1)
    upstream.send(2)
    subscriber.onValue = { [weak subscriber] _ in subscriber?.cancel() }
    scheduler.advance()
    #expect(subscriber.values == [1])
    #expect(upstream.cancelCount == 1)
  }

  @Test func cancellingReleasesTheSubscriberBeforeTheSchedulerRuns() {
    let scheduler = TestScheduler()
    weak var seen: RecordingSubscriber<Int, Never>?
    let upstream = ManualPublisher<Int, Never>()
    do {
      let subscriber = RecordingSubscriber<Int, Never>()
      seen = subscriber
      upstream.delay(for: 1_000, scheduler: scheduler).subscribe(subscriber)
      upstream.send(1)
      subscriber.cancel()
    }
    #expect(seen == nil)
    #expect(scheduler.pendingCount == 1)
  }

  /// A scheduler that runs what it has in the wrong order, as a concurrent queue may.
  private struct Backwards: Scheduler {
    final class Actions {
      var list: [() -> Void] = []
    }

    let actions = Actions()
    var now: ImmediateScheduler.SchedulerTimeType { ImmediateScheduler.shared.now }
    var minimumTolerance: ImmediateScheduler.SchedulerTimeType.Stride { 0 }

    func schedule(options: Never?, _ action: @escaping () -> Void) { actions.list.append(action) }
    func schedule(
      after date: ImmediateScheduler.SchedulerTimeType, tolerance: ImmediateScheduler.SchedulerTimeType.Stride,
      options: Never?, _ action: @escaping () -> Void
    ) { actions.list.append(action) }
    func schedule(
      after date: ImmediateScheduler.SchedulerTimeType, interval: ImmediateScheduler.SchedulerTimeType.Stride,
      tolerance: ImmediateScheduler.SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
      actions.list.append(action)
      return Subscriptions.empty
    }

    func run() {
      for action in actions.list.reversed() { action() }
      actions.list = []
    }
  }

  @Test func orderIsKeptWhateverTheSchedulerDoes() {
    let scheduler = Backwards()
    let received = RecordingSubscriber<Int, Never>()
    let delayed = RecordingSubscriber<Int, Never>()
    (0..<5).publisher.receive(on: scheduler).subscribe(received)
    (0..<5).publisher.delay(for: 1, scheduler: scheduler).subscribe(delayed)
    scheduler.run()
    #expect(received.values == [0, 1, 2, 3, 4])
    #expect(delayed.values == [0, 1, 2, 3, 4])
    #expect(received.completions == [.finished] && delayed.completions == [.finished])
  }
}

@Suite struct DelayTests {
  @Test func everythingComesLater() throws {
    try marbles("ab--c|----", { $0.delay(for: 3, scheduler: $1) }, "---ab--c|-")
    try marbles("a-^----", { $0.delay(for: 2, scheduler: $1) }, "--a-^--")
    try marbles("ab-----", { $0.delay(for: 2, scheduler: $1) }, "--a;---")
  }

  @Test func toleranceIsTheSchedulersUnlessGiven() {
    let scheduler = TestScheduler()
    #expect(Empty<Int, Never>().delay(for: 1, scheduler: scheduler).tolerance == scheduler.minimumTolerance)
    #expect(Empty<Int, Never>().delay(for: 1, tolerance: 2, scheduler: scheduler).tolerance == 2)
  }
}

@Suite struct SubscribeOnTests {
  @Test func whatGoesUpIsScheduled() {
    let scheduler = TestScheduler()
    let upstream = ManualPublisher<Int, TestFailure>()
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .max(1)) { _ in .max(4) }
    upstream.subscribe(on: scheduler).subscribe(subscriber)
    #expect(upstream.subscriberCount == 0)
    scheduler.advance()
    #expect(upstream.subscriberCount == 1)
    #expect(upstream.requests == [.max(1)])
    subscriber.request(.max(2))
    #expect(upstream.requests == [.max(1)])
    scheduler.advance()
    #expect(upstream.requests == [.max(1), .max(2)])
    #expect(upstream.send(1) == .max(4))
    subscriber.cancel()
    #expect(upstream.cancelCount == 0)
    upstream.send(2)
    #expect(subscriber.transcript == ["subscription SubscribeOn", "value 1"])
    scheduler.advance()
    #expect(upstream.cancelCount == 1)
  }

  @Test func completionPassesAtOnce() {
    let scheduler = TestScheduler()
    let upstream = ManualPublisher<Int, TestFailure>()
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    upstream.subscribe(on: scheduler).subscribe(subscriber)
    scheduler.advance()
    upstream.send(completion: .failure("no"))
    #expect(subscriber.transcript == ["subscription SubscribeOn", "failure no"])
  }
}
