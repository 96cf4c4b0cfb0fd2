// What the operators that use a scheduler promise beyond the contract.

import Combine
import CombineTesting
import Testing

@Suite(.leavesNothing) struct ReceiveOnTests {
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
    #expect(upstream.requests == [.max(1), .max(5), .none])
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

@Suite(.leavesNothing) struct DelayTests {
  @Test func everythingComesLater() throws {
    try marbles("ab--c|----", { $0.delay(for: 3, scheduler: $1) }, "---ab--c|-")
    try marbles("a-#----", { $0.delay(for: 2, scheduler: $1) }, "--a-#--")
    try marbles("ab-----", { $0.delay(for: 2, scheduler: $1) }, "--a!---")
  }

  @Test func toleranceIsTheSchedulersUnlessGiven() {
    let scheduler = TestScheduler()
    #expect(Empty<Int, Never>().delay(for: 1, scheduler: scheduler).tolerance == scheduler.minimumTolerance)
    #expect(Empty<Int, Never>().delay(for: 1, tolerance: 2, scheduler: scheduler).tolerance == 2)
  }
}

@Suite(.leavesNothing) struct SubscribeOnTests {
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

@Suite(.leavesNothing) struct ThrottleTests {
  @Test func deliversOnePerInterval() throws {
    try marbles("a--bcd-----", { $0.throttle(for: 2, scheduler: $1, latest: true) }, "a--b-d-----")
    try marbles("a--bcd-----", { $0.throttle(for: 2, scheduler: $1, latest: false) }, "a--b-c-----")
    try marbles("abcdefgh---", { $0.throttle(for: 3, scheduler: $1, latest: true) }, "a--d--g--h-")
    try marbles("abcdefgh---", { $0.throttle(for: 3, scheduler: $1, latest: false) }, "a--b--e--h-")
  }

  @Test func completionFollowsTheValueThatWaits() throws {
    try marbles("ab|----", { $0.throttle(for: 3, scheduler: $1, latest: true) }, "a--(b|)---")
    try marbles("ab#----", { $0.throttle(for: 3, scheduler: $1, latest: true) }, "a--(b#)---")
    try marbles("a-|----", { $0.throttle(for: 3, scheduler: $1, latest: true) }, "a-|----")
    try marbles("ab-----", { $0.throttle(for: 3, scheduler: $1, latest: true) }, "a-!----")
  }

  @Test func valueWithoutDemandIsLost() {
    let scheduler = TestScheduler()
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(demand: .none)
    upstream.throttle(for: 1, scheduler: scheduler, latest: true).subscribe(subscriber)
    #expect(upstream.history == [.request(.unlimited)])
    upstream.send(1)
    #expect(scheduler.pendingCount == 0)
    subscriber.request(.max(1))
    upstream.send(2)
    scheduler.advance(by: 5)
    upstream.send(3)
    scheduler.advance(by: 5)
    #expect(subscriber.values == [2])
  }

  @Test func asksUpwardsBeforeTheSubscriptionGoesDown() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    var transcript: [String]?
    upstream.onEvent = { _ in transcript = transcript ?? subscriber.transcript }
    upstream.throttle(for: 1, scheduler: TestScheduler(), latest: true).subscribe(subscriber)
    #expect(transcript == [])
  }
}

@Suite(.leavesNothing) struct TimeoutTests {
  @Test func endsWhenNothingComes() throws {
    try marbles("a-b-------", { $0.timeout(3, scheduler: $1) }, "a-b--|----")
    try marbles("----------", { $0.timeout(3, scheduler: $1) }, "---|------")
    try marbles("a---------", { $0.timeout(3, scheduler: $1, customError: { TestFailure() }) }, "a--#------")
    try marbles("a-b|------", { $0.timeout(3, scheduler: $1) }, "a-b|------")
    try marbles("a-#-------", { $0.timeout(3, scheduler: $1) }, "a-#-------")
    try marbles("a---------", { $0.timeout(3, scheduler: $1) }, "a-!-------")
  }

  @Test func timeRunsAgainFromTheFirstRequest() {
    let scheduler = TestScheduler()
    let upstream = ManualPublisher<Int, TestFailure>()
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .none)
    upstream.timeout(5, scheduler: scheduler).subscribe(subscriber)
    scheduler.advance(by: 3)
    subscriber.request(.max(1))
    subscriber.request(.max(1))
    scheduler.advance(by: 4)
    #expect(subscriber.completions.isEmpty)
    scheduler.advance(by: 1)
    #expect(subscriber.completions == [.finished])
    #expect(upstream.requests == [.max(1), .max(1)])
  }

  @Test func cancelsTheUpstreamBeforeItEnds() {
    let scheduler = TestScheduler()
    let upstream = ManualPublisher<Int, TestFailure>()
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    var cancelsAtEnd = 0
    subscriber.onCompletion = { _ in cancelsAtEnd = upstream.cancelCount }
    var errors = 0
    let publisher = upstream.timeout(
      5, scheduler: scheduler,
      customError: {
        errors += 1
        return "timeout"
      })
    publisher.subscribe(subscriber)
    scheduler.advance(by: 5)
    #expect(subscriber.transcript == ["subscription Timeout", "failure timeout"])
    #expect(cancelsAtEnd == 1)
    #expect(errors == 1)
    scheduler.advance(by: 5)
    #expect(scheduler.pendingCount == 0)
  }

  @Test func returnedDemandBecomesARequest() {
    let scheduler = TestScheduler()
    let upstream = ManualPublisher<Int, TestFailure>()
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .max(1)) { _ in .max(2) }
    upstream.timeout(5, scheduler: scheduler).subscribe(subscriber)
    #expect(upstream.send(1) == .none)
    #expect(upstream.requests == [.max(1)])
    scheduler.advance()
    #expect(upstream.requests == [.max(1), .max(2)])
  }

  /// A publisher that keeps nobody, and a subscriber that does not keep its subscription: the timer is all there is.
  @Test func timerNeedsNobodyWhoKeepsTheSubscription() {
    let scheduler = TestScheduler()
    var ends = 0
    Empty<Int, Never>(completeImmediately: false).timeout(5, scheduler: scheduler).subscribe(
      AnySubscriber(receiveSubscription: { $0.request(.unlimited) }, receiveCompletion: { _ in ends += 1 }))
    scheduler.advance(by: 5)
    #expect(ends == 1)
    scheduler.advance(by: 5)
    #expect(scheduler.pendingCount == 0)
  }

  @Test func immediateSchedulerTraps() async {
    await #expect(processExitsWith: .failure) {
      let cancellable = PassthroughSubject<Int, Never>().timeout(1, scheduler: ImmediateScheduler.shared).sink { _ in }
      withExtendedLifetime(cancellable) {}
    }
  }
}

@Suite(.leavesNothing) struct MeasureIntervalTests {
  @Test func measuresFromTheSubscription() throws {
    try marbles(
      "-a--bc--|",
      { $0.measureInterval(using: $1).map { $0.nanoseconds / 1_000_000_000 } },
      "-1--31--|")
  }

  @Test func returnedDemandBecomesARequest() {
    let upstream = ManualPublisher<Int, TestFailure>()
    let subscriber = RecordingSubscriber<TestScheduler.Stride, TestFailure>(demand: .max(1)) { _ in .max(2) }
    upstream.measureInterval(using: TestScheduler()).subscribe(subscriber)
    #expect(upstream.send(1) == .none)
    #expect(upstream.requests == [.max(1), .max(2)])
  }
}

@Suite(.leavesNothing) struct CollectByTimeTests {
  private func joined<P: Publisher>(_ publisher: P) -> Publishers.Map<P, String> where P.Output == [String] {
    publisher.map { $0.joined() }
  }

  @Test func collectsByTime() throws {
    try marbles("ab-c----d-|", { joined($0.collect(.byTime($1, 3))) }, "---'ab'--c--d|-")
    try marbles("ab--c|-----", { joined($0.collect(.byTime($1, 3))) }, "---'ab'-('c'|)-----")
    try marbles("ab--c#-----", { joined($0.collect(.byTime($1, 3))) }, "---'ab'-#-----")
    try marbles("ab--c------", { joined($0.collect(.byTime($1, 3))) }, "---'ab'-!------")
  }

  @Test func collectsByTimeOrCount() throws {
    // A full array starts a new interval.
    try marbles("abcd-------", { joined($0.collect(.byTimeOrCount($1, 3, 3))) }, "--'abc'--d-----")
    try marbles("abc------|-", { joined($0.collect(.byTimeOrCount($1, 4, 2))) }, "-'ab'---c---|-")
    try marbles("abcde|-----", { joined($0.collect(.byTimeOrCount($1, 9, 2))) }, "-'ab'-'cd'-('e'|)-----")
  }

  @Test func byTimeAsksForOneAtATime() {
    let scheduler = TestScheduler()
    let upstream = ManualPublisher<Int, TestFailure>()
    let subscriber = RecordingSubscriber<[Int], TestFailure>(demand: .max(2))
    upstream.collect(.byTime(scheduler, 1)).subscribe(subscriber)
    #expect(upstream.requests == [.max(1)])
    for value in 1...3 {
      #expect(upstream.send(value) == .max(1))
      scheduler.advance(by: 1)
    }
    #expect(subscriber.values == [[1], [2]])
    #expect(upstream.requests == [.max(1)])
    // What is not wanted goes on growing.
    upstream.send(4)
    subscriber.request(.max(1))
    #expect(upstream.requests == [.max(1), .max(1)])
    scheduler.advance(by: 1)
    #expect(subscriber.values == [[1], [2], [3, 4]])
  }

  @Test func byTimeOrCountAsksForFullArrays() {
    let scheduler = TestScheduler()
    let upstream = ManualPublisher<Int, TestFailure>()
    let subscriber = RecordingSubscriber<[Int], TestFailure>(demand: .max(2)) { $0.contains(1) ? .max(1) : .none }
    upstream.collect(.byTimeOrCount(scheduler, 10, 3)).subscribe(subscriber)
    #expect(upstream.requests == [.max(6)])
    for value in 1...3 { #expect(upstream.send(value) == .none) }
    #expect(subscriber.values.isEmpty)
    scheduler.advance()
    #expect(subscriber.values == [[1, 2, 3]])
    #expect(upstream.requests == [.max(6), .max(3)])
  }

  @Test func theRestWaitsForDemandAndAFailureDropsIt() {
    let scheduler = TestScheduler()
    let finished = ManualPublisher<Int, TestFailure>()
    let subscriber = RecordingSubscriber<[Int], TestFailure>(demand: .none)
    finished.collect(.byTime(scheduler, 1)).subscribe(subscriber)
    finished.send(1)
    finished.send(completion: .finished)
    scheduler.advance()
    #expect(subscriber.transcript == ["subscription CollectByTime"])
    subscriber.request(.max(1))
    scheduler.advance()
    #expect(subscriber.transcript == ["subscription CollectByTime", "value [1]", "finished"])

    let failed = ManualPublisher<Int, TestFailure>()
    let other = RecordingSubscriber<[Int], TestFailure>(demand: .none)
    failed.collect(.byTimeOrCount(scheduler, 1, 1)).subscribe(other)
    failed.send(1)
    failed.send(completion: .failure("no"))
    scheduler.advance()
    #expect(other.transcript == ["subscription CollectByTime", "failure no"])
  }

  /// What was collected comes when it is due, also when nobody keeps the subscription; then the timer ends.
  @Test(arguments: [false, true])
  func timerNeedsNobodyWhoKeepsTheSubscription(_ countsToo: Bool) {
    let scheduler = TestScheduler()
    var seen: [[Int]] = []
    Forgetful(values: [1, 2]).collect(countsToo ? .byTimeOrCount(scheduler, 5, 9) : .byTime(scheduler, 5))
      .subscribe(
        AnySubscriber(
          receiveSubscription: { $0.request(.unlimited) },
          receiveValue: {
            seen.append($0)
            return .none
          }))
    #expect(seen.isEmpty)
    scheduler.advance(by: 5)
    #expect(seen == [[1, 2]])
    scheduler.advance(by: 5)
    #expect(scheduler.pendingCount == 0)
  }

  @Test func timerEndsWithTheSubscription() {
    let scheduler = TestScheduler()
    let upstream = PassthroughSubject<Int, Never>()
    upstream.collect(.byTime(scheduler, 1)).sink { _ in }.cancel()
    let finished = upstream.collect(.byTime(scheduler, 1)).sink { _ in }
    upstream.send(completion: .finished)
    scheduler.advance(by: 2)
    #expect(scheduler.pendingCount == 0)
    withExtendedLifetime(finished) {}
  }
}

@Test(.leavesNothing, arguments: ["debounce", "throttle", "delay", "timeout"])
func whatWaitsForItsTimeNeedsNobodyWhoKeepsTheSubscription(_ name: String) {
  let scheduler = TestScheduler()
  let values = Forgetful(values: [1, 2])
  let publisher: AnyPublisher<Int, Never> =
    switch name {
    case "debounce": values.debounce(for: 5, scheduler: scheduler).eraseToAnyPublisher()
    case "throttle": values.throttle(for: 5, scheduler: scheduler, latest: true).eraseToAnyPublisher()
    case "delay": values.delay(for: 5, scheduler: scheduler).eraseToAnyPublisher()
    default: values.timeout(5, scheduler: scheduler).eraseToAnyPublisher()
    }
  var seen: [Int] = []
  var ends = 0
  publisher.subscribe(
    AnySubscriber(
      receiveSubscription: { $0.request(.unlimited) },
      receiveValue: {
        seen.append($0)
        return .none
      }, receiveCompletion: { _ in ends += 1 }))
  scheduler.advance(by: 20)
  let wanted = ["debounce": [2], "throttle": [2], "delay": [1, 2], "timeout": [1, 2]]
  #expect(seen == wanted[name])
  #expect(ends == (name == "timeout" ? 1 : 0))
  #expect(scheduler.pendingCount == 0)
}

/// Sends its values at the first request, never ends, and keeps nobody.
private struct Forgetful: Publisher {
  typealias Output = Int
  typealias Failure = Never

  let values: [Int]

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    subscriber.receive(subscription: Subscriptions.empty)
    for value in values { _ = subscriber.receive(value) }
  }
}
