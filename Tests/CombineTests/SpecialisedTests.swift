// Operators on publishers whose values are known: done when applied, and the static type says what is left. Each line
// names the type it expects, so that a missing overload does not compile (the general one makes another type).

import Combine
import CombineTesting
import Testing

/// Counts calls and throws on demand.
private final class Calls {
  var count = 0

  func test(_ answer: Bool) -> (Int, Int) -> Bool {
    { _, _ in
      self.count += 1
      return answer
    }
  }
}

private func failing(_ value: Int) throws -> Bool { throw TestFailure("thrown") }
private func failing(_ left: Int, _ right: Int) throws -> Bool { throw TestFailure("thrown") }
private func failingSum(_ left: Int, _ right: Int) throws -> Int { throw TestFailure("thrown") }

private func impossible(_ failure: Never) -> TestFailure {}

/// What a publisher delivers, in words.
private func told<P: Publisher>(_ publisher: P) -> [String] {
  let subscriber = RecordingSubscriber<P.Output, P.Failure>()
  publisher.subscribe(subscriber)
  return Array(subscriber.transcript.dropFirst())
}

private typealias OneOf<Value> = Result<Value, TestFailure>.Publisher
private typealias Attempt<Value> = Result<Value, any Error>.Publisher

@Suite(.leavesNothing) struct JustOperatorTests {
  private let just = Just(4)

  @Test func oneValueOfAnotherKind() throws {
    #expect(just.contains(4) as Just<Bool> == Just(true))
    #expect(just.contains { $0 > 4 } as Just<Bool> == Just(false))
    #expect(just.allSatisfy { $0 > 3 } as Just<Bool> == Just(true))
    #expect(just.collect() as Just<[Int]> == Just([4]))
    #expect(just.count() as Just<Int> == Just(1))
    #expect(just.map(String.init) as Just<String> == Just("4"))
    #expect(just.compactMap { $0 == 4 ? nil : $0 } as Int?.Publisher == .init(nil))
    #expect(just.compactMap { $0 + 1 } as Int?.Publisher == .init(5))
    #expect((just.reduce(2, +) as Result<Int, Never>.Publisher).result == .success(6))
    #expect((just.scan(2, +) as Result<Int, Never>.Publisher).result == .success(6))
    #expect((just.ignoreOutput() as Empty<Int, Never>).completeImmediately)
    #expect(try (just.tryMap { $0 + 1 } as Attempt<Int>).result.get() == 5)
    #expect(try (just.tryReduce(2, *) as Attempt<Int>).result.get() == 8)
    #expect(try (just.tryScan(2, *) as Attempt<Int>).result.get() == 8)
    #expect(try (just.tryAllSatisfy { $0 > 4 } as Attempt<Bool>).result.get() == false)
    #expect(try (just.tryContains { $0 == 4 } as Attempt<Bool>).result.get())
  }

  @Test func whatIsThrownIsTheFailure() {
    #expect(told(just.tryMap(failing) as Attempt<Bool>) == ["failure thrown"])
    #expect(told(just.tryReduce(0, failingSum) as Attempt<Int>) == ["failure thrown"])
    #expect(told(just.tryScan(0, failingSum) as Attempt<Int>) == ["failure thrown"])
    #expect(told(just.tryAllSatisfy(failing) as Attempt<Bool>) == ["failure thrown"])
    #expect(told(just.tryContains(where: failing) as Attempt<Bool>) == ["failure thrown"])
    #expect(told(just.tryRemoveDuplicates(by: failing) as Attempt<Int>) == ["failure thrown"])
  }

  @Test func theSameValue() throws {
    let calls = Calls()
    let same: [Just<Int>] = [
      just.min(), just.max(), just.min(by: calls.test(true)), just.max(by: calls.test(true)), just.removeDuplicates(),
      just.removeDuplicates(by: calls.test(true)), just.first(), just.last(), just.replaceError(with: 1),
      just.replaceEmpty(with: 1), just.retry(3),
    ]
    #expect(same == Array(repeating: just, count: 11))
    #expect(calls.count == 0)
    #expect(try (just.tryRemoveDuplicates(by: calls.test(true)) as Attempt<Int>).result.get() == 4)
    #expect(calls.count == 1)
  }

  @Test func theValueOrNone() {
    let present: [Int?.Publisher] = [
      just.filter { $0 == 4 }, just.first { $0 == 4 }, just.last { $0 == 4 }, just.drop { $0 < 4 }, just.dropFirst(0),
      just.output(at: 0), just.output(in: 0..<3), just.output(in: ...0), just.prefix(1), just.prefix { $0 == 4 },
    ]
    #expect(present == Array(repeating: .init(4), count: 10))
    let absent: [Int?.Publisher] = [
      just.filter { $0 != 4 }, just.first { $0 != 4 }, just.last { $0 != 4 }, just.drop { $0 == 4 }, just.dropFirst(),
      just.output(at: 1), just.output(in: 1..<3), just.output(in: 0..<0), just.prefix(0), just.prefix { $0 != 4 },
      just.output(in: -10..<10), just.output(in: (-10)...), just.output(in: -10...10),
    ]
    #expect(absent == Array(repeating: .init(nil), count: 13))
  }

  @Test func moreValuesAndFailures() {
    let longer: [Publishers.Sequence<[Int], Never>] = [
      just.append(5, 6), just.append(5...6), just.prepend(2, 3), just.prepend(2...3),
    ]
    #expect(longer.map(\.sequence) == [[4, 5, 6], [4, 5, 6], [2, 3, 4], [2, 3, 4]])
    #expect((just.setFailureType(to: TestFailure.self) as OneOf<Int>).result == .success(4))
    #expect((just.mapError(impossible) as OneOf<Int>).result == .success(4))
  }

  @Test func impossiblePositionsTrap() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).output(at: -1) as Int?.Publisher }
    await #expect(processExitsWith: .failure) { _ = Just(1).prefix(-1) as Int?.Publisher }
    await #expect(processExitsWith: .failure) { _ = Just(1).dropFirst(-1) as Int?.Publisher }
    await #expect(processExitsWith: .failure) { _ = Int?(1).publisher.output(at: -1) as Int?.Publisher }
    await #expect(processExitsWith: .failure) { _ = [1].publisher.output(in: -1..<2) }
  }
}

@Suite(.leavesNothing) struct OptionalOperatorTests {
  private let some = Int?(4).publisher
  private let none = Int?.none.publisher

  @Test func oneValueOfAnotherKind() {
    let truths: [Bool?.Publisher] = [some.contains(4), some.contains { $0 > 4 }, some.allSatisfy { $0 > 3 }]
    #expect(truths.map(\.output) == [true, false, true])
    let untold: [Bool?.Publisher] = [none.contains(4), none.contains { $0 > 4 }, none.allSatisfy { $0 > 3 }]
    #expect(untold.map(\.output) == [nil, nil, nil])
    #expect([some.collect(), none.collect()] as [[Int]?.Publisher] == [.init([4]), .init([])])
    #expect([some.count(), none.count()] as [Int?.Publisher] == [.init(1), .init(nil)])
    #expect([some.map(String.init), none.map(String.init)] as [String?.Publisher] == [.init("4"), .init(nil)])
    let changed: [Int?.Publisher] = [
      some.compactMap { $0 + 1 }, some.compactMap { _ in nil }, some.reduce(2, +), some.scan(2, +), none.reduce(2, +),
      none.scan(2, +),
    ]
    #expect(changed.map(\.output) == [5, nil, 6, 6, nil, nil])
    #expect((some.ignoreOutput() as Empty<Int, Never>).completeImmediately)
    #expect([some.replaceEmpty(with: 1), none.replaceEmpty(with: 1)] as [Just<Int>] == [Just(4), Just(1)])
  }

  @Test func theSame() {
    let calls = Calls()
    for publisher in [some, none] {
      let same: [Int?.Publisher] = [
        publisher.min(), publisher.max(), publisher.min(by: calls.test(true)), publisher.max(by: calls.test(true)),
        publisher.removeDuplicates(), publisher.removeDuplicates(by: calls.test(true)), publisher.first(),
        publisher.last(), publisher.replaceError(with: 1), publisher.retry(3),
      ]
      #expect(same == Array(repeating: publisher, count: 10))
    }
    #expect(calls.count == 0)
  }

  @Test func theValueOrNone() {
    let present: [Int?.Publisher] = [
      some.filter { $0 == 4 }, some.first { $0 == 4 }, some.last { $0 == 4 }, some.drop { $0 < 4 }, some.dropFirst(0),
      some.output(at: 0), some.output(in: 0..<3), some.output(in: ...0), some.prefix(1), some.prefix { $0 == 4 },
    ]
    #expect(present == Array(repeating: some, count: 10))
    let absent: [Int?.Publisher] = [
      some.filter { $0 != 4 }, some.first { $0 != 4 }, some.last { $0 != 4 }, some.drop { $0 == 4 }, some.dropFirst(),
      some.output(at: 1), some.output(in: 1..<3), some.output(in: 0..<0), some.prefix(0), some.prefix { $0 != 4 },
      none.filter { _ in true }, none.drop { _ in false }, none.output(at: 0), none.prefix(1),
    ]
    #expect(absent == Array(repeating: none, count: 14))
  }
}

@Suite(.leavesNothing) struct ResultOperatorTests {
  private let success = OneOf<Int>(4)
  private let failure = OneOf<Int>(TestFailure("no"))

  @Test func oneValueOfAnotherKind() {
    let truths: [OneOf<Bool>] = [success.contains(4), success.contains { $0 > 4 }, success.allSatisfy { $0 > 3 }]
    #expect(truths.map(\.result) == [.success(true), .success(false), .success(true)])
    let untold: [OneOf<Bool>] = [failure.contains(4), failure.contains { $0 > 4 }, failure.allSatisfy { $0 > 3 }]
    #expect(untold.map(\.result) == Array(repeating: .failure("no"), count: 3))
    #expect((success.collect() as OneOf<[Int]>).result == .success([4]))
    #expect((success.map(String.init) as OneOf<String>).result == .success("4"))
    let numbers: [OneOf<Int>] = [success.count(), success.reduce(2, +), success.scan(2, +), failure.count()]
    #expect(numbers.map(\.result) == [.success(1), .success(6), .success(6), .failure("no")])
    #expect((failure.ignoreOutput() as Empty<Int, TestFailure>).completeImmediately)
  }

  @Test func attempts() {
    let calls = Calls()
    let good: [Attempt<Int>] = [
      success.tryMap { $0 + 1 }, success.tryReduce(2, *), success.tryScan(2, *), success.tryMin(by: calls.test(true)),
      success.tryMax(by: calls.test(true)), success.tryRemoveDuplicates(by: calls.test(true)),
    ]
    #expect(good.map { try? $0.result.get() } == [5, 8, 8, 4, 4, 4])
    #expect(calls.count == 3)
    #expect(told(success.tryContains { $0 == 4 } as Attempt<Bool>) == ["value true", "finished"])
    #expect(told(success.tryAllSatisfy { $0 == 3 } as Attempt<Bool>) == ["value false", "finished"])
    let bad: [Attempt<Int>] = [
      success.tryReduce(0, failingSum), success.tryScan(0, failingSum), success.tryMin(by: failing),
      success.tryMax(by: failing), success.tryRemoveDuplicates(by: failing),
    ]
    for publisher in bad { #expect(told(publisher) == ["failure thrown"]) }
    #expect(told(failure.tryMin(by: failing) as Attempt<Int>) == ["failure no"])
  }

  @Test func theSame() {
    let calls = Calls()
    for publisher in [success, failure] {
      let same: [OneOf<Int>] = [
        publisher.min(), publisher.max(), publisher.min(by: calls.test(true)), publisher.max(by: calls.test(true)),
        publisher.removeDuplicates(), publisher.removeDuplicates(by: calls.test(true)), publisher.first(),
        publisher.last(), publisher.replaceEmpty(with: 1), publisher.retry(3),
      ]
      #expect(same == Array(repeating: publisher, count: 10))
    }
    #expect(calls.count == 0)
  }

  @Test func failures() {
    #expect((failure.mapError { _ in TestFailure("other") } as OneOf<Int>).result == .failure("other"))
    let replaced: [Result<Int, Never>.Publisher] = [success.replaceError(with: 1), failure.replaceError(with: 1)]
    #expect(replaced.map(\.result) == [.success(4), .success(1)])
    #expect(
      (Result<Int, Never>.Publisher(3).setFailureType(to: TestFailure.self) as OneOf<Int>).result == .success(3))
  }
}

@Suite(.leavesNothing) struct SequenceOperatorTests {
  private let numbers = [3, 1, 1, 2].publisher
  private let none = [Int]().publisher

  @Test func anotherSequence() {
    let arrays: [Publishers.Sequence<[Int], Never>] = [
      numbers.map { $0 * 2 }, numbers.compactMap { $0 == 1 ? nil : $0 }, numbers.filter { $0 < 3 },
      numbers.scan(0, +), numbers.prefix { $0 != 1 }, numbers.removeDuplicates(), numbers.output(in: 1..<3),
      numbers.output(in: 2...), numbers.append(4, 5), numbers.append(4...5), numbers.append([4, 5].publisher),
      numbers.prepend(4, 5), numbers.prepend(4...5), numbers.prepend([4, 5].publisher),
    ]
    #expect(
      arrays.map(\.sequence) == [
        [6, 2, 2, 4], [3, 2], [1, 1, 2], [3, 4, 5, 7], [3], [3, 1, 2], [1, 1], [1, 2], [3, 1, 1, 2, 4, 5],
        [3, 1, 1, 2, 4, 5], [3, 1, 1, 2, 4, 5], [4, 5, 3, 1, 1, 2], [4, 5, 3, 1, 1, 2], [4, 5, 3, 1, 1, 2],
      ])
    let dropped: Publishers.Sequence<DropWhileSequence<[Int]>, Never> = numbers.drop { $0 > 1 }
    #expect(Array(dropped.sequence) == [1, 1, 2])
    let rest: Publishers.Sequence<DropFirstSequence<[Int]>, Never> = numbers.dropFirst()
    #expect(Array(rest.sequence) == [1, 1, 2])
    let start: Publishers.Sequence<PrefixSequence<[Int]>, Never> = numbers.prefix(2)
    #expect(Array(start.sequence) == [3, 1])
    let filled: Publishers.Sequence<[Int?], Never> = [1, nil].publisher.replaceNil(with: 7)
    #expect(filled.sequence == [1, 7])
    let failing: Publishers.Sequence<[Int], TestFailure> = numbers.setFailureType(to: TestFailure.self)
    #expect(failing.sequence == [3, 1, 1, 2])
    #expect((numbers.ignoreOutput() as Empty<Int, Never>).completeImmediately)
  }

  @Test func oneResult() {
    let truths: [Result<Bool, Never>.Publisher] = [
      numbers.allSatisfy { $0 > 0 }, numbers.contains { $0 > 3 }, numbers.contains(2), none.allSatisfy { _ in false },
    ]
    #expect(truths.map(\.result) == [.success(true), .success(false), .success(true), .success(true)])
    #expect((numbers.collect() as Result<[Int], Never>.Publisher).result == .success([3, 1, 1, 2]))
    #expect((numbers.reduce(1, +) as Result<Int, Never>.Publisher).result == .success(8))
    #expect(told(numbers.tryReduce(1, +) as Attempt<Int>) == ["value 8", "finished"])
    #expect(told(numbers.tryReduce(1, failingSum) as Attempt<Int>) == ["failure thrown"])
    #expect(told(numbers.tryAllSatisfy { $0 > 0 } as Attempt<Bool>) == ["value true", "finished"])
    #expect(told(numbers.tryContains(where: failing) as Attempt<Bool>) == ["failure thrown"])
    #expect(told(none.tryContains(where: failing) as Attempt<Bool>) == ["value false", "finished"])
  }

  @Test func oneElement() {
    let elements: [Int?.Publisher] = [
      numbers.min(), numbers.max(), numbers.min(by: >), numbers.max(by: >), numbers.first(), numbers.first { $0 < 3 },
      numbers.last(), numbers.last { $0 > 2 }, numbers.output(at: 3), numbers.output(at: 4), numbers.output(at: -1),
      none.min(), none.first(), none.last(),
    ]
    #expect(elements.map(\.output) == [1, 3, 3, 1, 3, 1, 2, 3, 2, nil, nil, nil, nil, nil])
    let letters = "abc".publisher
    #expect(
      [letters.first(), letters.output(at: 1), letters.last()] as [Character?.Publisher] == [
        .init("a"), .init("b"), .init("c"),
      ])
    #expect((letters.output(in: 1...) as Publishers.Sequence<[Character], Never>).sequence == ["b", "c"])
  }

  @Test func counts() {
    #expect(numbers.count() as Just<Int> == Just(4))
    #expect((numbers.setFailureType(to: TestFailure.self).count() as OneOf<Int>).result == .success(4))
    #expect(("abc".publisher.count() as Result<Int, Never>.Publisher).result == .success(3))
    #expect((0..<Int.max).publisher.count() as Just<Int> == Just(.max))
  }
}
