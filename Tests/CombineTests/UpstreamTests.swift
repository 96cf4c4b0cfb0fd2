// What an upstream sees: which requests, in which order, and whether it is cancelled.

import Combine
import CombineTesting
import Testing

private struct Asking: Sendable, CustomTestStringConvertible {
  let name: String
  /// What happened, in order: the downstream's subscription, and the upstream's requests.
  let play: @Sendable (Subscribers.Demand) -> [String]

  init<P: Publisher & SendableMetatype>(
    _ name: String, _ build: @escaping @Sendable (ManualPublisher<Int, TestFailure>) -> P
  ) {
    self.name = name
    play = { demand in
      let upstream = ManualPublisher<Int, TestFailure>()
      var log: [String] = []
      upstream.onEvent = { log.append("\($0)") }
      build(upstream).subscribe(
        AnySubscriber<P.Output, P.Failure>(receiveSubscription: {
          log.append("subscription")
          if demand != .none { $0.request(demand) }
        }))
      return log
    }
  }

  var testDescription: String { name }
}

/// Those that make one result of everything.
private let reducing: [Asking] = [
  Asking("collect") { $0.collect() }, Asking("count") { $0.count() }, Asking("reduce") { $0.reduce(0, +) },
  Asking("tryReduce") { $0.tryReduce(0, +) }, Asking("min") { $0.min() }, Asking("max") { $0.max() },
  Asking("tryMin") { $0.tryMin(by: <) }, Asking("contains") { $0.contains(1) },
  Asking("contains(where:)") { $0.contains { $0 == 1 } }, Asking("tryContains") { $0.tryContains { $0 == 1 } },
  Asking("allSatisfy") { $0.allSatisfy { $0 == 1 } }, Asking("tryAllSatisfy") { $0.tryAllSatisfy { $0 == 1 } },
  Asking("first") { $0.first() }, Asking("first(where:)") { $0.first { $0 == 1 } },
  Asking("tryFirst") { $0.tryFirst { $0 == 1 } }, Asking("last") { $0.last() },
  Asking("last(where:)") { $0.last { $0 == 1 } }, Asking("tryLast") { $0.tryLast { $0 == 1 } },
  Asking("ignoreOutput") { $0.ignoreOutput() }, Asking("replaceEmpty") { $0.replaceEmpty(with: 1) },
  Asking("debounce") { $0.debounce(for: 1, scheduler: TestScheduler()) },
]

/// Those that ask for exactly what they are asked for.
private let passing: [Asking] = [
  Asking("map") { $0.map { $0 } }, Asking("tryMap") { $0.tryMap { $0 } }, Asking("filter") { $0.filter { $0 > 1 } },
  Asking("tryFilter") { $0.tryFilter { $0 > 1 } }, Asking("compactMap") { $0.compactMap { $0 } },
  Asking("tryCompactMap") { $0.tryCompactMap { $0 } }, Asking("removeDuplicates") { $0.removeDuplicates() },
  Asking("scan") { $0.scan(0, +) }, Asking("tryScan") { $0.tryScan(0, +) }, Asking("mapError") { $0.mapError { $0 } },
  Asking("replaceError") { $0.replaceError(with: 1) }, Asking("drop(while:)") { $0.drop { $0 > 1 } },
  Asking("prefix(while:)") { $0.prefix { $0 > 1 } }, Asking("output") { $0.output(in: 3...) },
  Asking("catch") { $0.catch { _ in Just(1) } }, Asking("retry") { $0.retry(1) },
  Asking("append") { $0.append(1) }, Asking("print") { $0.print("", to: Discarded()) },
  Asking("handleEvents") { $0.handleEvents() }, Asking("breakpoint") { $0.breakpoint() },
  Asking("receive(on:)") { $0.receive(on: TestScheduler()) },
  Asking("delay") { $0.delay(for: 1, scheduler: TestScheduler()) },
  Asking("measureInterval") { $0.measureInterval(using: TestScheduler()) },
  Asking("timeout") { $0.timeout(1, scheduler: TestScheduler()) },
]

@Suite(.leavesNothing) struct UpstreamTests {
  @Test(arguments: reducing)
  fileprivate func askedForEverythingOnceAfterTheSubscription(_ asking: Asking) {
    #expect(asking.play(.none) == ["subscription", "request unlimited"])
  }

  @Test(arguments: passing)
  fileprivate func askedForWhatIsWanted(_ asking: Asking) {
    #expect(asking.play(.none) == ["subscription"])
    #expect(asking.play(.max(3)) == ["subscription", "request max(3)"])
    #expect(asking.play(.unlimited) == ["subscription", "request unlimited"])
  }

  @Test func replaceEmptyStillForwardsRequests() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(demand: .max(2))
    upstream.replaceEmpty(with: 1).subscribe(subscriber)
    subscriber.request(.max(3))
    #expect(Set(upstream.requests) == [.unlimited, .max(2), .max(3)])
  }

  @Test func triggersAreSubscribedFirst() {
    let log = Lines()
    let (upstream, trigger) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let dropping = upstream.print("upstream", to: log).drop(untilOutputFrom: trigger.print("trigger", to: log)).sink {
      _ in
    }
    let taking = upstream.print("upstream", to: log).prefix(untilOutputFrom: trigger.print("trigger", to: log)).sink {
      _ in
    }
    let names = log.lines.filter { $0.contains("receive subscription") }.map { $0.prefix { $0 != ":" } }
    #expect(names == ["trigger", "upstream", "trigger", "upstream"])
    #expect(log.lines.filter { $0 == "trigger: request max: (1)" }.count == 2)
    withExtendedLifetime((dropping, taking)) {}
  }

  @Test func appendDropsWhatNobodyAskedFor() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(demand: .max(1))
    upstream.append(9).subscribe(subscriber)
    upstream.send(1)
    upstream.send(2)
    upstream.send(completion: .finished)
    #expect(subscriber.values == [1])
    subscriber.request(.max(1))
    #expect(subscriber.transcript.suffix(2) == ["value 9", "finished"])
  }

  @Test func predicateIsNotCalledAfterItsAnswer() {
    var calls = 0
    let dropped = values(
      [1, 2, 1, 2].publisher.eraseToAnyPublisher().drop {
        calls += 1
        return $0 == 1
      })
    #expect(dropped == [2, 1, 2])
    #expect(calls == 2)
  }

  @Test func multicastMakesItsSubjectOnce() {
    var made = 0
    let multicast = ManualPublisher<Int, Never>().multicast {
      made += 1
      return PassthroughSubject<Int, Never>()
    }
    #expect(made == 0)
    for _ in 0..<2 {
      multicast.subscribe(RecordingSubscriber<Int, Never>())
      multicast.connect().cancel()
    }
    #expect(made == 1)
  }

  @Test func autoconnectConnectsAfterTheFirstSubscription() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(demand: .none)
    upstream.multicast { PassthroughSubject() }.autoconnect().subscribe(subscriber)
    #expect(upstream.subscriberCount == 1)
    #expect(subscriber.transcript == ["subscription Multicast"])
    #expect(upstream.history.isEmpty)
    subscriber.request(.max(1))
    #expect(upstream.history == [.request(.unlimited)])
  }

  @Test func handleEventsReleasesItsClosuresAtTheEnd() {
    for ends in [true, false] {
      weak var captured: Lines?
      let upstream = ManualPublisher<Int, Never>()
      let subscriber = RecordingSubscriber<Int, Never>()
      do {
        let lines = Lines()
        captured = lines
        upstream.handleEvents(receiveOutput: { _ in lines.write("x") }).subscribe(subscriber)
      }
      #expect(captured != nil)
      if ends { upstream.send(completion: .finished) } else { subscriber.cancel() }
      #expect(captured == nil)
    }
  }

  /// Apple's stops the program here.
  @Test func upstreamOfFlatMapMayFailWhileChildrenAreCancelled() {
    let upstream = ManualPublisher<ManualPublisher<Int, TestFailure>, TestFailure>()
    let children = (0..<2).map { _ in ManualPublisher<Int, TestFailure>() }
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    upstream.keepsSubscriber = true
    upstream.flatMap { $0 }.subscribe(subscriber)
    for child in children {
      upstream.send(child)
      child.onEvent = { [unowned upstream] in
        if $0 == .cancel { upstream.send(completion: .failure("upstream")) }
      }
    }
    subscriber.cancel()
    #expect(children.map(\.cancelCount) == [1, 1])
    #expect(subscriber.transcript == ["subscription FlatMap"])
  }

  @Test func printIsTheBooks() {
    let lines = Lines()
    Just(42).print(to: lines).sink { _ in }.cancel()
    #expect(
      lines.lines == [
        "receive subscription: (Just)", "request unlimited", "receive value: (42)", "receive finished",
      ])
  }
}
