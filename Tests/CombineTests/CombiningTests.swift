// What merge and zip promise beyond the contract.

import Combine
import CombineTesting
import Testing

@Suite(.leavesNothing) struct MergeTests {
  typealias Source = ManualPublisher<Int, TestFailure>

  @Test func asksForNothingMoreOnceEverythingIsWanted() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(demand: .none)
    upstream.merge(with: Empty(completeImmediately: false)).subscribe(subscriber)
    #expect(upstream.send(1) == .none)
    subscriber.request(.unlimited)
    #expect(upstream.send(2) == .none)
    #expect(subscriber.values == [1, 2])
    #expect(upstream.history == [.request(.max(1)), .request(.unlimited)])
  }

  @Test func deliversValuesAsTheyCome() throws {
    try marbles("a--b---c|", "-1--2-3---|", { a, b, _ in a.merge(with: b) }, "a1-b2-3c--|")
  }

  @Test func firstFailureEndsIt() throws {
    try marbles("a-b-#--", "-1---2-|", { a, b, _ in a.merge(with: b) }, "a1b-#---")
    let (first, second) = (Source(), Source())
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    first.merge(with: second as Source, Empty()).subscribe(subscriber)
    second.send(completion: .failure("no"))
    #expect((first.cancelCount, second.cancelCount) == (1, 0))
    #expect(subscriber.transcript == ["subscription Merge", "failure no"])
  }

  @Test func asksForOneAtATime() {
    let (first, second) = (Source(), Source())
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .none)
    Publishers.Merge(first, second).subscribe(subscriber)
    #expect(first.history == [.request(.max(1))])
    #expect(first.send(1) == .none)
    #expect(second.send(2) == .none)
    #expect(subscriber.values.isEmpty)
    // What waits comes in order of arrival, and is made up for.
    subscriber.request(.max(3))
    #expect(subscriber.values == [1, 2])
    #expect(first.history == [.request(.max(1)), .request(.max(1))])
    #expect(second.send(3) == .max(1))
    #expect(second.send(4) == .none)
    #expect(subscriber.values == [1, 2, 3])
  }

  @Test func asksForEverythingOnceEverythingIsWanted() {
    let (first, second) = (Source(), Source(subscribesAtOnce: false))
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .max(1)) { _ in .unlimited }
    Publishers.Merge(first, second).subscribe(subscriber)
    #expect(first.send(1) == .none)
    #expect(first.history == [.request(.max(1)), .request(.unlimited)])
    second.sendSubscription()
    #expect(second.history == [.request(.unlimited)])
    subscriber.request(.unlimited)
    #expect(first.requests.count == 2)
  }

  @Test func finishWaitsForWhatIsHeld() {
    let source = Source()
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .none)
    Publishers.Merge(source, Empty()).subscribe(subscriber)
    source.send(1)
    source.send(completion: .finished)
    #expect(subscriber.transcript == ["subscription Merge"])
    subscriber.request(.max(1))
    #expect(subscriber.transcript == ["subscription Merge", "value 1", "finished"])
  }

  @Test func requestForNothingIsIgnored() {
    let source = Source()
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .none)
    Publishers.Merge(source, Empty()).subscribe(subscriber)
    subscriber.request(.none)
    source.send(1)
    #expect(subscriber.values.isEmpty)
  }

  @Test func requestingInsideDoesNotRecurse() {
    let numbers = (0..<10_000).publisher
    let subscriber = RecordingSubscriber<Int, Never>(demand: .max(1))
    subscriber.onValue = { [weak subscriber] _ in subscriber?.request(.max(1)) }
    numbers.merge(with: numbers).subscribe(subscriber)
    #expect(subscriber.values.count == 20_000)
    #expect(subscriber.deepestNesting == 1)
    #expect(subscriber.completions == [.finished])
  }

  @Test func everyArityKeepsTheOrderOfItsUpstreams() {
    let j = { (value: Int) in [value].publisher }
    #expect(values(j(1).merge(with: Just(2).eraseToAnyPublisher())) == [1, 2])
    #expect(values(Publishers.Merge3(j(1), j(2), j(3))) == [1, 2, 3])
    #expect(values(Publishers.Merge4(j(1), j(2), j(3), j(4))) == [1, 2, 3, 4])
    #expect(values(Publishers.Merge5(j(1), j(2), j(3), j(4), j(5))) == [1, 2, 3, 4, 5])
    #expect(values(Publishers.Merge6(j(1), j(2), j(3), j(4), j(5), j(6))) == [1, 2, 3, 4, 5, 6])
    #expect(values(Publishers.Merge7(j(1), j(2), j(3), j(4), j(5), j(6), j(7))) == [1, 2, 3, 4, 5, 6, 7])
    #expect(values(Publishers.Merge8(j(1), j(2), j(3), j(4), j(5), j(6), j(7), j(8))) == [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(values(j(1).merge(with: j(2), j(3), j(4), j(5), j(6), j(7), j(8))) == [1, 2, 3, 4, 5, 6, 7, 8])
  }

  /// The types are what the test is about.
  @Test func mergingAMergeIsOneStage() {
    typealias E = Just<Int>
    let two = Publishers.Merge(Just(1), Just(2))
    let three: Publishers.Merge3<E, E, E> = two.merge(with: Just(3))
    let four: Publishers.Merge4<E, E, E, E> = two.merge(with: Just(3), Just(4))
    let five: Publishers.Merge5<E, E, E, E, E> = two.merge(with: Just(3), Just(4), Just(5))
    let six: Publishers.Merge6<E, E, E, E, E, E> = two.merge(with: Just(3), Just(4), Just(5), Just(6))
    let seven: Publishers.Merge7<E, E, E, E, E, E, E> = two.merge(with: Just(3), Just(4), Just(5), Just(6), Just(7))
    let eight: Publishers.Merge8<E, E, E, E, E, E, E, E> =
      two.merge(with: Just(3), Just(4), Just(5), Just(6), Just(7), Just(8))
    #expect(three.merge(with: Just(4)) == four)
    #expect(three.merge(with: Just(4), Just(5)) == five)
    #expect(three.merge(with: Just(4), Just(5), Just(6)) == six)
    #expect(three.merge(with: Just(4), Just(5), Just(6), Just(7)) == seven)
    #expect(three.merge(with: Just(4), Just(5), Just(6), Just(7), Just(8)) == eight)
    #expect(four.merge(with: Just(5)) == five)
    #expect(four.merge(with: Just(5), Just(6)) == six)
    #expect(four.merge(with: Just(5), Just(6), Just(7)) == seven)
    #expect(four.merge(with: Just(5), Just(6), Just(7), Just(8)) == eight)
    #expect(five.merge(with: Just(6)) == six)
    #expect(five.merge(with: Just(6), Just(7)) == seven)
    #expect(five.merge(with: Just(6), Just(7), Just(8)) == eight)
    #expect(six.merge(with: Just(7)) == seven)
    #expect(six.merge(with: Just(7), Just(8)) == eight)
    #expect(seven.merge(with: Just(8)) == eight)
    #expect(values(eight) == [1, 2, 3, 4, 5, 6, 7, 8])
  }

  @Test func mergesAnyNumber() {
    let many: Publishers.MergeMany<Just<Int>> = Just(1).merge(with: Just(2))
    #expect(many == Publishers.MergeMany(Just(1), Just(2)))
    #expect(many.merge(with: Just(3)).publishers.map(\.output) == [1, 2, 3])
    #expect(values(Publishers.MergeMany((0..<100).map { Just($0) })) == Array(0..<100))
    #expect(values(Publishers.MergeMany([Just<Int>]())) == [])
  }
}

@Suite(.leavesNothing) struct ZipTests {
  typealias Source = ManualPublisher<Int, TestFailure>

  @Test func pairsValues() throws {
    try marbles(
      "ab---c-----",
      "--1-2---3--",
      { a, b, _ in a.zip(b) { $0 + $1 } },
      "--'a1'-'b2'---'c3'--")
  }

  @Test func finishesWhenOneIsUsedUp() throws {
    try marbles("ab|-----", "---1--2-", { a, b, _ in a.zip(b) { $0 + $1 } }, "---'a1'--('b2'|)-")
    try marbles("a--|----", "1------2", { a, b, _ in a.zip(b) { $0 + $1 } }, "'a1'--|----")
    let (first, second) = (Source(), Source())
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    first.zip(second) { $0 + $1 }.subscribe(subscriber)
    first.send(1)
    first.send(completion: .finished)
    #expect(second.cancelCount == 0)
    second.send(10)
    #expect(second.cancelCount == 1)
    #expect(subscriber.transcript == ["subscription Zip", "value 11", "finished"])
  }

  @Test func failureCancelsTheOthers() {
    let sources = [Source(), Source(), Source()]
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    sources[0].zip(sources[1], sources[2]) { $0 + $1 + $2 }.subscribe(subscriber)
    sources[1].send(completion: .failure("no"))
    #expect(sources.map(\.cancelCount) == [1, 0, 1])
    #expect(subscriber.transcript == ["subscription Zip", "failure no"])
  }

  @Test func subscribesDownWhenAllUpstreamsHave() {
    let (first, second) = (Source(), Source(subscribesAtOnce: false))
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    first.zip(second) { $0 + $1 }.subscribe(subscriber)
    #expect(subscriber.transcript.isEmpty)
    second.sendSubscription()
    #expect(subscriber.transcript == ["subscription Zip"])
    #expect(first.history == [.request(.unlimited)])
  }

  @Test func demandGoesToAll() {
    let sources = (0..<4).map { _ in Source() }
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .max(2)) { _ in .max(3) }
    subscriber.onValue = { [weak subscriber] _ in subscriber?.request(.max(4)) }
    sources[0].zip(sources[1], sources[2], sources[3]) { $0 + $1 + $2 + $3 }.subscribe(subscriber)
    for source in sources { #expect(source.requests == [.max(2)]) }
    for source in sources.dropFirst() { #expect(source.send(1) == .none) }
    // What was asked for inside goes back to the one that completed the combination, and to the others as requests.
    #expect(sources[0].send(1) == .max(7))
    #expect(sources[0].requests == [.max(2)])
    for source in sources.dropFirst() { #expect(source.requests == [.max(2), .max(7)]) }
  }

  @Test func requestForNothingTraps() async {
    await #expect(processExitsWith: .failure) {
      Source().zip(Source()).subscribe(
        AnySubscriber<(Int, Int), TestFailure>(receiveSubscription: { $0.request(.none) }))
    }
  }

  @Test func endsThatComeFirstFollowTheSubscription() {
    let subscriber = RecordingSubscriber<Int, Never>()
    let second = ManualPublisher<Int, Never>()
    Empty<Int, Never>().zip(second) { $0 + $1 }.subscribe(subscriber)
    #expect(subscriber.transcript == ["subscription Zip", "finished"])
    #expect(second.cancelCount == 1)
  }

  @Test func longQueuesKeepTheirOrder() {
    let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let subscriber = RecordingSubscriber<Bool, Never>()
    first.zip(second, ==).subscribe(subscriber)
    for value in 0..<1_000 {
      first.send(value)
      if value % 2 == 0 { second.send(value / 2) }
    }
    for value in 500..<1_000 { second.send(value) }
    #expect(subscriber.values == Array(repeating: true, count: 1_000))
  }

  @Test func everyArity() {
    let digits = [1, 2].publisher
    #expect(values(digits.zip(digits).map { [$0, $1] }) == [[1, 1], [2, 2]])
    #expect(values(digits.zip(digits, digits).map { [$0, $1, $2] }) == [[1, 1, 1], [2, 2, 2]])
    #expect(values(digits.zip(digits, digits, digits).map { [$0, $1, $2, $3] }) == [[1, 1, 1, 1], [2, 2, 2, 2]])
    #expect(Publishers.Zip(Just(1), Just(2)) == Just(1).zip(Just(2)))
    #expect(Publishers.Zip3(Just(1), Just(2), Just(3)) == Just(1).zip(Just(2), Just(3)))
    #expect(Publishers.Zip4(Just(1), Just(2), Just(3), Just(4)) != Just(1).zip(Just(2), Just(3), Just(5)))
  }
}

/// Everything a publisher delivers at once.
func values<P: Publisher>(_ publisher: P) -> [P.Output] {
  let subscriber = RecordingSubscriber<P.Output, P.Failure>()
  publisher.subscribe(subscriber)
  return subscriber.completions.count == 1 ? subscriber.values : []
}
