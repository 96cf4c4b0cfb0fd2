// What operators do with events that come before their subscription. No polite publisher sends any; what an operator
// does then is part of its contract all the same, since a debugging session or a half-made publisher meets it.

import Combine
import CombineTesting
import Foundation
import Testing

private enum Event: String, Codable {
  case value, finish, failure
}

/// What becomes of an event that comes too early.
private enum Fate: Equatable {
  /// It reaches the downstream, whose demand goes back.
  case passes
  /// It is dropped, and nothing is asked.
  case isIgnored
  /// It is a bug that stops the program.
  case traps
}

private struct EarlyEvents: Sendable, CustomTestStringConvertible {
  typealias Upstream = ManualPublisher<Int, TestFailure>

  let name: String
  let fates: [(event: Event, fate: Fate)]
  /// Sends an event too early, and tells what came of it.
  let play: @Sendable (Event) -> Fate

  /// A failure fares as a finish does unless it says otherwise.
  init<P: Publisher & SendableMetatype>(
    _ name: String, value: Fate, finish: Fate, failure: Fate? = nil,
    _ build: @escaping @Sendable (Upstream, TestScheduler) -> P
  ) {
    self.name = name
    fates = [(.value, value), (.finish, finish), (.failure, failure ?? finish)]
    play = { event in
      let upstream = Upstream(subscribesAtOnce: false)
      let scheduler = TestScheduler()
      let subscriber = RecordingSubscriber<P.Output, P.Failure>(demandForValue: { _ in .max(3) })
      build(upstream, scheduler).subscribe(subscriber)
      scheduler.advance()
      var demand = Subscribers.Demand.none
      switch event {
      case .value: demand = upstream.send(1)
      case .finish: upstream.send(completion: .finished)
      case .failure: upstream.send(completion: .failure("early"))
      }
      scheduler.advance(by: 100)
      defer { subscriber.cancel() }
      guard event == .value else { return subscriber.completions.isEmpty ? .isIgnored : .passes }
      #expect(demand == (subscriber.values.isEmpty ? .none : .max(3)))
      return subscriber.values.isEmpty ? .isIgnored : .passes
    }
  }

  var testDescription: String { name }
}

private let earlyEvents: [EarlyEvents] = [
  // Those that keep no state, and a few that handle values all the same.
  EarlyEvents("map", value: .passes, finish: .passes) { u, _ in u.map { $0 } },
  EarlyEvents("map key path", value: .passes, finish: .passes) { u, _ in u.map(\.description) },
  EarlyEvents("map two key paths", value: .passes, finish: .passes) { u, _ in u.map(\.description, \.hashValue) },
  EarlyEvents("map three key paths", value: .passes, finish: .passes) { u, _ in
    u.map(\.description, \.hashValue, \.magnitude)
  },
  EarlyEvents("filter", value: .passes, finish: .passes) { u, _ in u.filter { _ in true } },
  EarlyEvents("compactMap", value: .passes, finish: .passes) { u, _ in u.compactMap { $0 } },
  EarlyEvents("mapError", value: .passes, finish: .passes) { u, _ in u.mapError { $0 } },
  EarlyEvents("scan", value: .passes, finish: .passes) { u, _ in u.scan(0, +) },
  EarlyEvents("tryMap", value: .passes, finish: .isIgnored) { u, _ in u.tryMap { $0 } },
  EarlyEvents("tryScan", value: .passes, finish: .isIgnored) { u, _ in u.tryScan(0, +) },
  // A failure never gets as far as this one: assertNoFailure stops it.
  EarlyEvents("setFailureType", value: .passes, finish: .passes, failure: .traps) { u, _ in
    u.assertNoFailure().setFailureType(to: TestFailure.self)
  },
  EarlyEvents("assertNoFailure", value: .passes, finish: .passes, failure: .traps) { u, _ in u.assertNoFailure() },
  EarlyEvents("replaceNil", value: .passes, finish: .passes) { u, _ in u.map { Optional($0) }.replaceNil(with: 0) },
  EarlyEvents("encode", value: .passes, finish: .passes) { u, _ in u.encode(encoder: JSONEncoder()) },
  EarlyEvents("decode", value: .passes, finish: .passes) { u, _ in
    u.map { Data("\($0)".utf8) }.decode(type: Int.self, decoder: JSONDecoder())
  },
  EarlyEvents("handleEvents", value: .passes, finish: .passes) { u, _ in u.handleEvents() },
  EarlyEvents("print", value: .passes, finish: .passes) { u, _ in u.print("", to: Discarded()) },
  EarlyEvents("breakpoint", value: .passes, finish: .passes) { u, _ in u.breakpoint() },
  EarlyEvents("dropFirst", value: .passes, finish: .passes) { u, _ in u.dropFirst(0) },

  // Filters with a state.
  EarlyEvents("tryFilter", value: .traps, finish: .traps) { u, _ in u.tryFilter { _ in true } },
  EarlyEvents("tryCompactMap", value: .traps, finish: .traps) { u, _ in u.tryCompactMap { $0 } },
  EarlyEvents("removeDuplicates", value: .traps, finish: .traps) { u, _ in u.removeDuplicates() },
  EarlyEvents("tryRemoveDuplicates", value: .traps, finish: .traps) { u, _ in u.tryRemoveDuplicates(by: ==) },
  EarlyEvents("prefix(while:)", value: .traps, finish: .traps) { u, _ in u.prefix { _ in true } },
  EarlyEvents("tryPrefix(while:)", value: .traps, finish: .traps) { u, _ in u.tryPrefix { _ in true } },

  // Those that count what is wanted.
  EarlyEvents("catch", value: .traps, finish: .isIgnored) { u, _ in u.catch { _ in Just(1) } },
  EarlyEvents("tryCatch", value: .traps, finish: .isIgnored) { u, _ in u.tryCatch { _ in Just(1) } },
  // A failure is an attempt.
  EarlyEvents("retry", value: .traps, finish: .passes, failure: .isIgnored) { u, _ in u.retry(1) },
  EarlyEvents("drop(untilOutputFrom:)", value: .traps, finish: .passes) { u, _ in
    u.drop(untilOutputFrom: Just(1).setFailureType(to: TestFailure.self))
  },

  // Everybody else keeps still.
  EarlyEvents("collect", value: .isIgnored, finish: .isIgnored) { u, _ in u.collect() },
  EarlyEvents("collect(1)", value: .isIgnored, finish: .passes) { u, _ in u.collect(1) },
  EarlyEvents("count", value: .isIgnored, finish: .isIgnored) { u, _ in u.count() },
  EarlyEvents("reduce", value: .isIgnored, finish: .isIgnored) { u, _ in u.reduce(0, +) },
  EarlyEvents("tryReduce", value: .isIgnored, finish: .isIgnored) { u, _ in u.tryReduce(0, +) },
  EarlyEvents("min", value: .isIgnored, finish: .isIgnored) { u, _ in u.min() },
  EarlyEvents("tryMax", value: .isIgnored, finish: .isIgnored) { u, _ in u.tryMax(by: <) },
  EarlyEvents("contains", value: .isIgnored, finish: .isIgnored) { u, _ in u.contains(1) },
  EarlyEvents("contains(where:)", value: .isIgnored, finish: .isIgnored) { u, _ in u.contains { _ in true } },
  EarlyEvents("tryContains", value: .isIgnored, finish: .isIgnored) { u, _ in u.tryContains { _ in true } },
  EarlyEvents("allSatisfy", value: .isIgnored, finish: .isIgnored) { u, _ in u.allSatisfy { _ in false } },
  EarlyEvents("tryAllSatisfy", value: .isIgnored, finish: .isIgnored) { u, _ in u.tryAllSatisfy { _ in false } },
  EarlyEvents("first", value: .isIgnored, finish: .isIgnored) { u, _ in u.first() },
  EarlyEvents("first(where:)", value: .isIgnored, finish: .isIgnored) { u, _ in u.first { _ in true } },
  EarlyEvents("tryFirst", value: .isIgnored, finish: .isIgnored) { u, _ in u.tryFirst { _ in true } },
  EarlyEvents("last", value: .isIgnored, finish: .isIgnored) { u, _ in u.last() },
  EarlyEvents("last(where:)", value: .isIgnored, finish: .isIgnored) { u, _ in u.last { _ in true } },
  EarlyEvents("tryLast", value: .isIgnored, finish: .isIgnored) { u, _ in u.tryLast { _ in true } },
  EarlyEvents("ignoreOutput", value: .isIgnored, finish: .passes) { u, _ in u.ignoreOutput() },
  EarlyEvents("replaceEmpty", value: .isIgnored, finish: .isIgnored) { u, _ in u.replaceEmpty(with: 1) },
  EarlyEvents("replaceError", value: .isIgnored, finish: .isIgnored) { u, _ in u.replaceError(with: 1) },
  EarlyEvents("buffer", value: .isIgnored, finish: .isIgnored) { u, _ in
    u.buffer(size: 3, prefetch: .byRequest, whenFull: .dropOldest)
  },
  EarlyEvents("output(in:)", value: .isIgnored, finish: .isIgnored) { u, _ in u.output(in: 0...3) },
  EarlyEvents("prefix", value: .isIgnored, finish: .isIgnored) { u, _ in u.prefix(3) },
  EarlyEvents("drop(while:)", value: .isIgnored, finish: .isIgnored) { u, _ in u.drop { _ in false } },
  EarlyEvents("tryDrop", value: .isIgnored, finish: .isIgnored) { u, _ in u.tryDrop { _ in false } },
  EarlyEvents("prefix(untilOutputFrom:)", value: .isIgnored, finish: .isIgnored) { u, _ in
    u.prefix(untilOutputFrom: Empty<Int, Never>(completeImmediately: false))
  },
  EarlyEvents("append", value: .isIgnored, finish: .isIgnored) { u, _ in u.append(Empty()) },
  EarlyEvents("prepend", value: .isIgnored, finish: .isIgnored) { u, _ in u.prepend(Empty()) },
  EarlyEvents("flatMap", value: .isIgnored, finish: .passes) { u, _ in u.flatMap { _ in [1].publisher } },
  EarlyEvents("switchToLatest", value: .isIgnored, finish: .passes) { u, _ in
    u.map { [$0].publisher.setFailureType(to: TestFailure.self) }.switchToLatest()
  },
  EarlyEvents("multicast", value: .isIgnored, finish: .isIgnored) { u, _ in
    u.multicast { PassthroughSubject() }
  },
  EarlyEvents("makeConnectable", value: .isIgnored, finish: .isIgnored) { u, _ in
    u.assertNoFailure().makeConnectable()
  },
  EarlyEvents("debounce", value: .isIgnored, finish: .isIgnored) { $0.debounce(for: 1, scheduler: $1) },
  EarlyEvents("throttle", value: .isIgnored, finish: .isIgnored) { $0.throttle(for: 1, scheduler: $1, latest: true) },
  EarlyEvents("delay", value: .isIgnored, finish: .isIgnored) { $0.delay(for: 1, scheduler: $1) },
  EarlyEvents("timeout", value: .isIgnored, finish: .isIgnored) { $0.timeout(1, scheduler: $1) },
  EarlyEvents("measureInterval", value: .isIgnored, finish: .isIgnored) { $0.measureInterval(using: $1) },
  EarlyEvents("collect(.byTime)", value: .isIgnored, finish: .isIgnored) { $0.collect(.byTime($1, 1)) },
  EarlyEvents("collect(.byTimeOrCount)", value: .isIgnored, finish: .isIgnored) {
    $0.collect(.byTimeOrCount($1, 1, 1))
  },
  EarlyEvents("receive(on:)", value: .isIgnored, finish: .isIgnored) { $0.receive(on: $1) },
  EarlyEvents("subscribe(on:)", value: .isIgnored, finish: .isIgnored) { $0.subscribe(on: $1) },
]

@Suite(.leavesNothing) struct EarlyEventTests {
  @Test(arguments: earlyEvents)
  fileprivate func eventsBeforeTheSubscription(_ operation: EarlyEvents) async {
    let name = operation.name
    for (event, fate) in operation.fates {
      if fate == .traps {
        await #expect(processExitsWith: .failure, "\(event)") { [name = name as String, event = event as Event] in
          _ = earlyEvents.first { $0.name == name }?.play(event)
        }
      } else {
        #expect(operation.play(event) == fate, "\(event)")
      }
    }
  }

  @Test func shareConnectsFirstAndThenIgnores() {
    let upstream = ManualPublisher<Int, TestFailure>(subscribesAtOnce: false)
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    upstream.share().subscribe(subscriber)
    #expect(upstream.send(1) == .none)
    #expect(subscriber.completions.isEmpty)
  }

  /// Who sends its own subscription before it has the upstream's can be cancelled meanwhile.
  @Test func cancellingBeforeTheUpstreamsSubscription() {
    func late<P: Publisher>(
      _ build: (ManualPublisher<Int, TestFailure>) -> P
    ) -> [ManualPublisher<Int, TestFailure>.Event] {
      let upstream = ManualPublisher<Int, TestFailure>(subscribesAtOnce: false)
      let subscriber = RecordingSubscriber<P.Output, P.Failure>()
      build(upstream).subscribe(subscriber)
      subscriber.cancel()
      upstream.sendSubscription()
      #expect(subscriber.values.isEmpty && subscriber.completions.isEmpty)
      return upstream.history
    }
    #expect(late { $0.drop(untilOutputFrom: Empty<Int, TestFailure>(completeImmediately: false)) } == [.cancel])
    #expect(late { $0.flatMap { Just($0) } } == [.cancel])
    #expect(late { $0.merge(with: Empty<Int, TestFailure>()) }.last == .cancel)
  }

  @Test func cancellingBetweenTwoAttempts() {
    let upstream = ManualPublisher<Int, TestFailure>(subscribesAtOnce: false)
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .max(1))
    upstream.retry(1).subscribe(subscriber)
    upstream.sendSubscription()
    upstream.send(completion: .failure("first"))
    #expect(upstream.subscriberCount == 2)
    subscriber.cancel()
    #expect(upstream.sendSubscription().cancelCount == 1)
    #expect(upstream.requests == [.max(1)])
  }

  @Test func stockSubscribers() {
    final class Target { var value = 0 }
    let target = Target()
    let (sunk, assigned) = (
      ManualPublisher<Int, Never>(subscribesAtOnce: false), ManualPublisher<Int, Never>(subscribesAtOnce: false)
    )
    var values: [Int] = []
    let cancellables = [sunk.sink { values.append($0) }, assigned.assign(to: \.value, on: target)]
    sunk.send(1)
    assigned.send(1)
    #expect(values == [1])
    #expect(target.value == 0)
    withExtendedLifetime(cancellables) {}
  }
}
