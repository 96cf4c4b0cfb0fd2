// What single operators promise beyond the contract.

import Combine
import CombineTesting
import Testing

final class Lines: TextOutputStream {
  var text = ""
  func write(_ string: String) { text += string }
  var lines: [String] { text.split(separator: "\n").map(String.init) }
}

@Suite(.leavesNothing) struct MappingTests {
  @Test func mapHandsTheUpstreamsSubscriptionThrough() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<String, Never>(demand: .max(2)) { _ in .max(3) }
    upstream.map { $0 + 1 }.map(String.init).subscribe(subscriber)
    #expect(upstream.send(1) == .max(3))
    #expect(upstream.history == [.request(.max(2))])
    #expect(subscriber.transcript == ["subscription ManualSubscription", "value 2"])
  }

  @Test func throwingCancelsBeforeItFails() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, any Error>()
    var cancelsAtFailure = 0
    subscriber.onCompletion = { _ in cancelsAtFailure = upstream.cancelCount }
    upstream.tryMap { if $0 == 2 { throw TestFailure("two") } else { $0 } }.subscribe(subscriber)
    upstream.send(1)
    upstream.send(2)
    #expect(subscriber.transcript == ["subscription TryMap", "value 1", "failure two"])
    #expect(cancelsAtFailure == 1)
  }

  @Test func keyPathsMakeTuples() {
    var seen: [String] = []
    let cancellable = ["a", "bcd"].publisher.map(\.count, \.isEmpty, \.first)
      .sink { seen.append("\($0.0) \($0.1) \($0.2!)") }
    #expect(seen == ["1 false a", "3 false b"])
    withExtendedLifetime(cancellable) {}
  }

  @Test func setFailureTypeMapsTheFinish() {
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    Just(1).eraseToAnyPublisher().setFailureType(to: TestFailure.self).subscribe(subscriber)
    #expect(subscriber.transcript == ["subscription Just", "value 1", "finished"])
  }

  @Test func scanDeliversRunningResults() throws {
    try marbles("abc|", { upstream, _ in upstream.scan("") { $0 + $1 } }, "a'ab''abc'|")
  }
}

@Suite(.leavesNothing) struct FilteringTests {
  @Test func whatComesWhileOthersWaitComesAfterThem() {
    let upstream = ManualPublisher<Int, Never>()
    var (seen, subscription): ([Int], (any Subscription)?) = ([], nil)
    upstream.replaceEmpty(with: 0).subscribe(
      AnySubscriber<Int, Never>(
        receiveSubscription: { subscription = $0 },
        receiveValue: {
          seen.append($0)
          if $0 == 1 { upstream.send(3) }
          return .none
        }))
    upstream.send(1)
    upstream.send(2)
    #expect(seen.isEmpty)
    subscription?.request(.unlimited)
    #expect(seen == [1, 2, 3])
    upstream.send(completion: .finished)
  }

  @Test func swallowedValuesAreMadeUpFor() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(demand: .max(1))
    upstream.filter { $0 > 1 }.subscribe(subscriber)
    #expect(upstream.send(1) == .max(1))
    #expect(upstream.send(2) == .none)
  }

  @Test func duplicatesAreComparedWithThePreviousReceivedValue() throws {
    try marbles("aabbba-a|", { upstream, _ in upstream.removeDuplicates() }, "a-b--a--|")
    var pairs: [[Int]] = []
    let cancellable = [1, 11, 2, 3].publisher.eraseToAnyPublisher().removeDuplicates {
      pairs.append([$0, $1])
      return $0 % 10 == $1 % 10
    }.sink { _ in }
    #expect(pairs == [[1, 11], [11, 2], [2, 3]])
    withExtendedLifetime(cancellable) {}
  }

  @Test func eventsBeforeTheSubscriptionTrap() async {
    await #expect(processExitsWith: .failure) {
      let upstream = ManualPublisher<Int, Never>(subscribesAtOnce: false)
      let cancellable = upstream.removeDuplicates().sink { _ in }
      upstream.send(1)
      withExtendedLifetime(cancellable) {}
    }
  }
}

@Suite(.leavesNothing) struct CombineLatestTests {
  @Test func combinesTheLatest() throws {
    try marbles(
      "a---b-----c|--",
      "--1---2------|",
      { a, b, _ in a.combineLatest(b) { $0 + $1 } },
      "--'a1'-'b1'-'b2'---'c2'--|")
  }

  @Test func failureCancelsTheOthers() {
    let first = ManualPublisher<Int, TestFailure>()
    let second = ManualPublisher<Int, TestFailure>()
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    Publishers.CombineLatest(first, second).map { $0 * 10 + $1 }.subscribe(subscriber)
    first.send(1)
    second.send(2)
    first.send(completion: .failure("no"))
    #expect(second.cancelCount == 1)
    #expect(first.cancelCount == 0)
    #expect(subscriber.transcript == ["subscription CombineLatest", "value 12", "failure no"])
  }

  @Test func requestsGoToAllUpstreams() {
    let upstreams = (0..<4).map { _ in ManualPublisher<Int, Never>() }
    let subscriber = RecordingSubscriber<Int, Never>(demand: .max(2)) { _ in .max(3) }
    upstreams[0].combineLatest(upstreams[1], upstreams[2], upstreams[3]) { $0 + $1 + $2 + $3 }.subscribe(subscriber)
    for upstream in upstreams { #expect(upstream.history == [.request(.max(2))]) }
    for upstream in upstreams.dropLast() { #expect(upstream.send(1) == .none) }
    #expect(upstreams[3].send(1) == .max(3))
    #expect(upstreams[0].history == [.request(.max(2)), .request(.max(3))])
    #expect(upstreams[3].history == [.request(.max(2))])
  }

  @Test func valueWithoutDemandOnlyReplaces() {
    let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let subscriber = RecordingSubscriber<[Int], Never>(demand: .max(2))
    a.combineLatest(b) { [$0, $1] }.subscribe(subscriber)
    a.send(1)
    a.send(2)
    b.send(1)
    subscriber.request(.max(1))
    b.send(5)
    #expect(subscriber.values == [[2, 1], [2, 5]])
  }

  @Test func endsThatComeFirstFollowTheSubscription() {
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    Publishers.CombineLatest(Fail<Int, TestFailure>(error: "early"), Just(1).setFailureType(to: TestFailure.self))
      .map { $0 + $1 }.subscribe(subscriber)
    #expect(subscriber.transcript == ["subscription CombineLatest", "failure early"])
  }

  @Test func finishesWhenAllHave() {
    let three = RecordingSubscriber<Int, Never>()
    Just(1).combineLatest(Just(2), Just(3)) { $0 * 100 + $1 * 10 + $2 }.subscribe(three)
    #expect(three.transcript == ["subscription CombineLatest", "value 123", "finished"])
  }
}

@Suite(.leavesNothing) struct DebounceTests {
  /// A timer that nobody needs any more is cancelled: while values come, at the end, and at cancellation.
  @Test(arguments: ["debounce", "throttle", "timeout", "byTime", "byTimeOrCount"])
  func noTimerIsLeftRunning(_ name: String) {
    func build(_ source: PassthroughSubject<Int, Never>, _ scheduler: TestScheduler) -> AnyPublisher<Void, Never> {
      switch name {
      case "debounce": source.debounce(for: 2, scheduler: scheduler).map { _ in }.eraseToAnyPublisher()
      case "throttle":
        source.throttle(for: 2, scheduler: scheduler, latest: true).map { _ in }.eraseToAnyPublisher()
      case "timeout": source.timeout(2, scheduler: scheduler).map { _ in }.eraseToAnyPublisher()
      case "byTime": source.collect(.byTime(scheduler, 2)).map { _ in }.eraseToAnyPublisher()
      default: source.collect(.byTimeOrCount(scheduler, 2, 2)).map { _ in }.eraseToAnyPublisher()
      }
    }
    for isCancelled in [false, true] {
      let (source, scheduler) = (PassthroughSubject<Int, Never>(), TestScheduler())
      let cancellable = build(source, scheduler).sink { _ in }
      for value in 0..<5 { source.send(value) }
      if isCancelled { cancellable.cancel() } else { source.send(completion: .finished) }
      scheduler.advance(by: 10)
      #expect(scheduler.pendingCount == 0)
      withExtendedLifetime(cancellable) {}
    }
    let (source, scheduler) = (PassthroughSubject<Int, Never>(), TestScheduler())
    let cancellable = build(source, scheduler).sink { _ in }
    for value in 0..<5 { source.send(value) }
    scheduler.advance(by: 10)
    #expect(scheduler.pendingCount <= 1)
    withExtendedLifetime(cancellable) {}
  }

  @Test func keepsTheLastOfABurst() throws {
    try marbles(
      "abcd----e---f-g----",
      { $0.debounce(for: 3, scheduler: $1) },
      "------d----e-----g-")
  }

  @Test func completionDropsWhatWaits() throws {
    try marbles(
      "ab-|",
      { $0.debounce(for: 2, scheduler: $1) },
      "---|")
    try marbles(
      "a----b#",
      { $0.debounce(for: 2, scheduler: $1) },
      "--a---#")
  }

  @Test func cancelledTimersDoNotFire() throws {
    try marbles(
      "ab------",
      { $0.debounce(for: 3, scheduler: $1) },
      "--!-----")
  }

  @Test func valueDueWithoutDemandIsLost() {
    let scheduler = TestScheduler()
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(demand: .none)
    upstream.debounce(for: 1, scheduler: scheduler).subscribe(subscriber)
    #expect(upstream.history == [.request(.unlimited)])
    upstream.send(1)
    scheduler.advance(by: 2)
    subscriber.request(.max(1))
    upstream.send(2)
    scheduler.advance(by: 2)
    #expect(subscriber.values == [2])
  }
}

@Suite(.leavesNothing) struct DebuggingTests {
  @Test func handleEventsIsSilentAfterTheEnd() {
    let upstream = ManualPublisher<Int, Never>()
    var log: [String] = []
    var subscription: (any Subscription)?
    upstream
      .handleEvents(receiveCancel: { log.append("cancel") }, receiveRequest: { log.append("request \($0)") })
      .subscribe(AnySubscriber<Int, Never>(receiveSubscription: { subscription = $0 }))
    subscription?.request(.max(1))
    upstream.send(completion: .finished)
    subscription?.request(.max(2))
    subscription?.cancel()
    #expect(log == ["request max(1)"])
  }

  @Test func printWritesTheTranscript() {
    let lines = Lines()
    let cancellable = [1, 2].publisher.print("toppings", to: lines).sink { _ in }
    #expect(
      lines.lines == [
        "toppings: receive subscription: ([1, 2])", "toppings: request unlimited", "toppings: receive value: (1)",
        "toppings: receive value: (2)", "toppings: receive finished",
      ])
    withExtendedLifetime(cancellable) {}
  }

  /// As the standard library's `print(_:to:)` does: a stream that stamps each write shows it.
  @Test func printWritesEachLineInThreeParts() {
    final class Writes: TextOutputStream {
      var all: [String] = []
      func write(_ string: String) { all.append(string) }
    }
    let writes = Writes()
    let cancellable = Just(1).print("up", to: writes).sink { _ in }
    #expect(
      writes.all == [
        "", "up: receive subscription: (Just)", "\n", "", "up: request unlimited", "\n", "", "up: receive value: (1)",
        "\n", "", "up: receive finished", "\n",
      ])
    withExtendedLifetime(cancellable) {}
  }

  @Test func printWritesDemandFailureAndCancel() {
    let lines = Lines()
    let upstream = ManualPublisher<Int, TestFailure>()
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .max(2)) { $0 == 1 ? .max(1) : .none }
    upstream.print(to: lines).subscribe(subscriber)
    upstream.send(1)
    upstream.send(2)
    upstream.send(completion: .failure("bad"))
    subscriber.cancel()
    #expect(
      lines.lines == [
        "receive subscription: (ManualSubscription)", "request max: (2)", "receive value: (1)",
        "request max: (1) (synchronous)", "receive value: (2)", "receive error: (bad)",
      ])
    let cancelled = Lines()
    PassthroughSubject<Int, Never>().print(to: cancelled).sink { _ in }.cancel()
    #expect(
      cancelled.lines == ["receive subscription: (PassthroughSubject)", "request unlimited", "receive cancel"])
  }

  @Test func handleEventsSeesEverythingFirst() {
    var log: [String] = []
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(demand: .max(1)) { _ in .max(1) }
    subscriber.onValue = { log.append("got \($0)") }
    upstream.handleEvents(
      receiveSubscription: { log.append("subscription \($0)") }, receiveOutput: { log.append("output \($0)") },
      receiveCompletion: { log.append("completion \($0)") }, receiveCancel: { log.append("cancel") },
      receiveRequest: { log.append("request \($0)") }
    ).subscribe(subscriber)
    upstream.send(1)
    subscriber.cancel()
    subscriber.cancel()
    #expect(
      log == [
        "subscription ManualSubscription", "request max(1)", "output 1", "got 1", "request max(1)", "cancel",
      ])
  }

  @Test func handleEventsIsSilentAfterCompletion() {
    var log: [String] = []
    let upstream = ManualPublisher<Int, Never>()
    let cancellable = upstream.handleEvents(
      receiveCompletion: { log.append("\($0)") }, receiveCancel: { log.append("cancel") }
    ).sink { _ in }
    upstream.send(completion: .finished)
    cancellable.cancel()
    #expect(log == ["finished"])
  }
}
