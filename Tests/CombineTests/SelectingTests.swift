// Values by position or condition.

import Combine
import CombineTesting
import Testing

@Suite(.leavesNothing) struct SelectingTests {
  @Test func theEndCancelsTheOtherPublisher() {
    func history<P: Publisher>(_ build: (ManualPublisher<Int, Never>, ManualPublisher<Int, Never>) -> P) -> [String] {
      let (upstream, other) = (ManualPublisher<Int, Never>(), ManualPublisher<Int, Never>())
      let subscriber = RecordingSubscriber<P.Output, P.Failure>()
      build(upstream, other).subscribe(subscriber)
      upstream.send(completion: .finished)
      #expect(subscriber.completions.count == 1)
      #expect(upstream.cancelCount == 0)
      return other.history.map(\.description)
    }
    #expect(history { $0.prefix(untilOutputFrom: $1) } == ["request max(1)", "cancel"])
    #expect(history { $0.drop(untilOutputFrom: $1) } == ["request max(1)", "cancel"])
  }

  @Test func positions() throws {
    try marbles("abcd|", { upstream, _ in upstream.dropFirst(2) }, "--cd|")
    try marbles("abcd|", { upstream, _ in upstream.prefix(2) }, "a(b|)")
    try marbles("ab|", { upstream, _ in upstream.prefix(5) }, "ab|")
    try marbles("-ab|", { upstream, _ in upstream.prefix(0) }, "-|")
    try marbles("abcd|", { upstream, _ in upstream.output(at: 2) }, "--(c|)")
    try marbles("abcde|", { upstream, _ in upstream.output(in: 1..<3) }, "-b(c|)")
    try marbles("abcde|", { upstream, _ in upstream.output(in: 3...) }, "---de|")
  }

  @Test func conditions() throws {
    try marbles("abac|", { upstream, _ in upstream.drop { $0 == "a" } }, "-bac|")
    try marbles("aaba|", { upstream, _ in upstream.prefix { $0 == "a" } }, "aa|")
    try marbles(
      "aab", { upstream, _ in upstream.tryPrefix { if $0 == "b" { throw TestFailure() } else { true } } }, "aa#")
    try marbles("ab", { upstream, _ in upstream.tryDrop { if $0 == "b" { throw TestFailure() } else { true } } }, "-#")
  }

  @Test func triggers() throws {
    try marbles("abcdef|", "---x--", { a, b, _ in a.drop(untilOutputFrom: b) }, "----ef|")
    try marbles("abcdef|", "--|", { a, b, _ in a.drop(untilOutputFrom: b) }, "--|")
    try marbles("abcdef|", "--x-#", { a, b, _ in a.drop(untilOutputFrom: b) }, "---def|")
    try marbles("abcdef|", "---x--", { a, b, _ in a.prefix(untilOutputFrom: b) }, "abc(d|)")
    try marbles("abcdef|", "--#", { a, b, _ in a.prefix(untilOutputFrom: b) }, "abcdef|")
  }

  @Test func droppedValuesAreAskedForInAdvance() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(demand: .max(42))
    upstream.dropFirst(2).subscribe(subscriber)
    subscriber.request(.max(3))
    #expect(upstream.history == [.request(.max(44)), .request(.max(3))])
    #expect([1, 2, 3].map { upstream.send($0) } == [.none, .none, .none])
    #expect(subscriber.values == [3])
  }

  /// Nobody has to want anything for that: the subscriber has its subscription before there is an upstream.
  @Test func droppedValuesAreAskedForBeforeAnybodyAsks() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(demand: .none)
    upstream.dropFirst(2).subscribe(subscriber)
    #expect(upstream.history == [.request(.max(2))])
    upstream.send(1)
    upstream.send(2)
    subscriber.request(.max(1))
    #expect(upstream.history == [.request(.max(2)), .request(.max(1))])

    let nothing = ManualPublisher<Int, Never>()
    let other = RecordingSubscriber<Int, Never>(demand: .none)
    nothing.dropFirst(0).subscribe(other)
    #expect(nothing.history.isEmpty)

    let late = ManualPublisher<Int, Never>(subscribesAtOnce: false)
    let early = RecordingSubscriber<Int, Never>(demand: .max(1))
    late.dropFirst(2).subscribe(early)
    #expect(early.transcript == ["subscription Drop"])
    early.request(.max(1))
    late.sendSubscription()
    #expect(late.history == [.request(.max(4))])
  }

  @Test func skippedValuesAreMadeUpFor() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(demand: .max(1))
    upstream.output(in: 1...1).subscribe(subscriber)
    #expect(upstream.send(1) == .max(1))
    #expect(upstream.send(2) == .none)
    #expect(subscriber.transcript == ["subscription Output", "value 2", "finished"])
    #expect(upstream.history == [.request(.max(1)), .cancel])
  }

  @Test func dropUntilAsksInOrder() {
    let upstream = ManualPublisher<Int, Never>()
    let other = ManualPublisher<String, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(demand: .max(3))
    upstream.drop(untilOutputFrom: other).subscribe(subscriber)
    #expect(other.history == [.request(.max(1))])
    #expect(upstream.history == [.request(.max(3))])
    #expect(upstream.send(1) == .none)
    other.send("go")
    upstream.send(2)
    other.send(completion: .finished)
    upstream.send(3)
    #expect(subscriber.values == [2, 3])
  }

  @Test func prefixUntilTriggeredBeforeItBeginsStillSubscribes() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    upstream.prefix(untilOutputFrom: Just(1)).subscribe(subscriber)
    #expect(subscriber.transcript == ["subscription PrefixUntilOutput", "finished"])
    #expect(upstream.cancelCount == 1)
  }

  @Test func impossiblePositionsTrap() async {
    // This one only when somebody subscribes.
    let negative = Empty<Int, Never>().dropFirst(-1)
    #expect(negative.count == -1)
    await #expect(processExitsWith: .failure) { _ = Empty<Int, Never>().dropFirst(-1).sink { _ in } }
    await #expect(processExitsWith: .failure) { _ = Empty<Int, Never>().prefix(-1) }
    await #expect(processExitsWith: .failure) { _ = Empty<Int, Never>().output(at: -1) }
    await #expect(processExitsWith: .failure) { _ = Empty<Int, Never>().output(at: .max) }
  }
}
