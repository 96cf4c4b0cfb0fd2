// The testing kit, tested mostly by what it must complain about.

import Combine
import CombineTesting
import Testing

@Suite struct MarbleNotationTests {
  @Test(arguments: ["", "---", "ab-c|", "(ab|)", "'foo'-#", "-!", "(a'long one')-", #"'it\'s''a\nb'"#])
  func roundTrips(_ text: String) throws {
    #expect(try MarbleDiagram(text).text == text)
  }

  @Test func quotesHoldAnything() throws {
    #expect(try MarbleDiagram(#"'it\'s''''\\n''\n'"#).values == ["it's", "", #"\n"#, "\n"])
  }

  @Test func rowsHaveTheSameColumns() throws {
    let rows = try [("in", "ab(cd)|"), ("output", "-'long'--")].map { ($0, try MarbleDiagram($1)) }
    #expect(MarbleDiagram.rows(rows) == ["in      ab-----(cd)|", "output  -'long'-----"])
  }

  @Test func spacesTakeNoTime() throws {
    #expect(try MarbleDiagram("a - b |") == MarbleDiagram("a-b|"))
    #expect(try MarbleDiagram("a(bc)d").events.map(\.column) == [0, 1, 1, 2])
  }

  @Test(arguments: [("a)", 1), ("a(b", 1), ("'x", 0), ("(-)", 1), ("((", 1), ("a^", 1)])
  func complainsWithAPosition(_ text: String, _ offset: Int) {
    let error = #expect(throws: MarbleSyntaxError.self) { try MarbleDiagram(text) }
    #expect(error?.offset == offset)
    #expect(error?.description.split(separator: "\n").last?.count == offset + 3)
  }
}

@Suite struct MarblesTests {
  @Test func reportsWhatDiffers() {
    let error = #expect(throws: MarbleMismatch.self) {
      try marbles("a-b|", { upstream, _ in upstream.filter { $0 != "b" } }, "a-b|")
    }
    #expect(
      error?.description == """
        The output differs:
             input  a-b|
          expected  a-b|
            actual  a--|
                      ^
        """)
  }

  @Test func seesTheEndAndCancellation() throws {
    try marbles("ab#", { upstream, _ in upstream }, "ab#")
    try marbles("abcd", { upstream, _ in upstream }, "ab!")
    #expect(throws: MarbleMismatch.self) { try marbles("a|", { upstream, _ in upstream }, "a-|") }
    #expect(throws: MarbleMismatch.self) { try marbles("a-|", { upstream, _ in upstream }, "a-") }
  }
}

@Suite struct TestSchedulerTests {
  @Test func runsInOrderOfTimeThenOfScheduling() {
    let scheduler = TestScheduler()
    var log: [String] = []
    for (index, seconds) in [3, 1, 2, 1, 3, 1].enumerated() {
      scheduler.schedule(after: scheduler.now.advanced(by: .seconds(seconds))) { log.append("\(seconds)#\(index)") }
    }
    scheduler.advance(by: 2)
    #expect(log == ["1#1", "1#3", "1#5", "2#2"])
    scheduler.run()
    #expect(log.suffix(2) == ["3#0", "3#4"])
    #expect(scheduler.now == .init(nanoseconds: 3_000_000_000))
  }

  @Test func nowIsSetBeforeTheWorkRuns() {
    let scheduler = TestScheduler()
    var seen: [Int] = []
    scheduler.schedule(after: scheduler.now.advanced(by: 1)) {
      seen.append(scheduler.now.nanoseconds)
      scheduler.schedule { seen.append(scheduler.now.nanoseconds) }
    }
    scheduler.advance(by: 5)
    #expect(seen == [1_000_000_000, 1_000_000_000])
  }

  @Test func repeatsUntilCancelled() {
    let scheduler = TestScheduler()
    var ticks = 0
    let cancellable = scheduler.schedule(after: scheduler.now.advanced(by: 1), interval: 2) { ticks += 1 }
    scheduler.advance(by: 6)
    #expect(ticks == 3)
    cancellable.cancel()
    scheduler.advance(by: 6)
    #expect(ticks == 3)
    #expect(scheduler.pendingCount == 0)
  }

  @Test func manyTimersAreCheap() {
    let scheduler = TestScheduler()
    var last = -1
    for index in (0..<20_000).reversed() {
      scheduler.schedule(after: .init(nanoseconds: index)) {
        #expect(index == last + 1)
        last = index
      }
    }
    scheduler.run(limit: 20_000)
    #expect(last == 19_999)
  }
}

/// Operators that break a rule each: the contract has to notice.
@Suite struct PublisherContractTests {
  @Test func acceptsAGoodOperator() {
    #expect(PublisherContract("good") { $0.removeDuplicates() }.violations().isEmpty)
  }

  @Test func noticesABrokenRule() {
    let greedy = PublisherContract("greedy") { Greedy(upstream: $0) }.violations()
    #expect(greedy.contains { $0.contains("nothing comes without demand") })
    let leaky = PublisherContract("leaky") { Leaky(upstream: $0) }.violations()
    #expect(leaky.contains { $0.contains("released") })
    let deaf = PublisherContract("deaf") { Deaf(upstream: $0) }.violations()
    #expect(deaf.contains { $0.contains("cancelling cancels the upstream once") })
    let rude = PublisherContract("rude") { Rude(upstream: $0) }.violations()
    #expect(rude.contains { $0.contains("an early end cancels the upstream before the downstream hears of it") })
  }
}

/// Sends a value that nobody asked for.
private struct Greedy: Publisher {
  typealias Output = Int
  typealias Failure = TestFailure

  let upstream: PublisherContract.Upstream

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestFailure {
    upstream.subscribe(subscriber)
    _ = subscriber.receive(0)
  }
}

/// Keeps every subscriber for good.
private struct Leaky: Publisher {
  typealias Output = Int
  typealias Failure = TestFailure

  nonisolated(unsafe) static var kept: [Any] = []
  let upstream: PublisherContract.Upstream

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestFailure {
    Self.kept.append(subscriber)
    upstream.subscribe(subscriber)
  }
}

/// Forgets to cancel.
private struct Deaf: Publisher {
  typealias Output = Int
  typealias Failure = TestFailure

  final class Wrapper: Subscription {
    let upstream: any Subscription
    init(_ upstream: any Subscription) { self.upstream = upstream }
    func request(_ demand: Subscribers.Demand) { upstream.request(demand) }
    func cancel() {}
  }

  let upstream: PublisherContract.Upstream

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestFailure {
    upstream.subscribe(
      AnySubscriber<Int, TestFailure>(
        receiveSubscription: { subscriber.receive(subscription: Wrapper($0)) }, receiveValue: subscriber.receive,
        receiveCompletion: subscriber.receive(completion:)))
  }
}

/// Ends after the first value, and cancels only then.
private struct Rude: Publisher {
  typealias Output = Int
  typealias Failure = TestFailure

  let upstream: PublisherContract.Upstream

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestFailure {
    var subscription: (any Subscription)?
    upstream.subscribe(
      AnySubscriber<Int, TestFailure>(
        receiveSubscription: {
          subscription = $0
          subscriber.receive(subscription: $0)
        },
        receiveValue: { _ in
          subscriber.receive(completion: .finished)
          subscription?.cancel()
          return .none
        }, receiveCompletion: { _ in }))
  }
}
