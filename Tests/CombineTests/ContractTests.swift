// Every operator against every rule of the publisher contract. A new operator is a line here.

import Combine
import CombineTesting
import Foundation
import TestSupport
import Testing

let contracts: [PublisherContract] =
  mappingContracts + filteringContracts + reducingContracts + selectingContracts + combiningContracts
  + flatteningContracts + failingContracts + timingContracts + bufferingContracts + codingContracts + sharingContracts
  + debuggingContracts

let mappingContracts: [PublisherContract] = [
  PublisherContract("map") { $0.map { $0 + 1 } },
  PublisherContract("map.map") { $0.map { $0 + 1 }.map(String.init) },
  PublisherContract("map key path") { $0.map(\.description) },
  PublisherContract("map two key paths") { $0.map(\.description, \.hashValue) },
  PublisherContract("map three key paths") { $0.map(\.description, \.hashValue, \.magnitude) },
  PublisherContract("tryMap") { $0.tryMap { $0 + 1 } },
  PublisherContract("tryMap, throwing") { $0.tryMap { if $0 == 2 { throw TestFailure() } } },
  PublisherContract("replaceNil") { $0.map { $0 == 2 ? nil : $0 }.replaceNil(with: 0) },
  PublisherContract("mapError") { $0.mapError { _ in TestFailure("other") } },
  PublisherContract("setFailureType") { $0.replaceError(with: 0).setFailureType(to: TestFailure.self) },
  PublisherContract("scan") { $0.scan(0, +) },
  PublisherContract("tryScan") { $0.tryScan(0, +) },
  PublisherContract("tryScan, throwing") { $0.tryScan(0) { if $1 == 2 { throw TestFailure() } else { $0 + $1 } } },
  PublisherContract("eraseToAnyPublisher") { $0.eraseToAnyPublisher() },
]

let filteringContracts: [PublisherContract] = [
  PublisherContract("filter") { $0.filter { $0 != 2 } },
  PublisherContract("filter.filter") { $0.filter { $0 != 2 }.filter { $0 != 3 } },
  PublisherContract("tryFilter") { $0.tryFilter { $0 != 2 } },
  PublisherContract("tryFilter, throwing") { $0.tryFilter { if $0 == 3 { throw TestFailure() } else { true } } },
  PublisherContract("compactMap") { $0.compactMap { $0 == 2 ? nil : $0 } },
  PublisherContract("tryCompactMap") { $0.tryCompactMap { $0 == 2 ? nil : $0 } },
  PublisherContract("tryCompactMap, throwing") {
    $0.tryCompactMap { if $0 == 3 { throw TestFailure() } else { $0 } }
  },
  PublisherContract("removeDuplicates") { $0.removeDuplicates() },
  PublisherContract("tryRemoveDuplicates") { $0.tryRemoveDuplicates { $0 == $1 } },
  PublisherContract("tryRemoveDuplicates, throwing") { $0.tryRemoveDuplicates { _, _ in throw TestFailure() } },
]

let reducingContracts: [PublisherContract] = [
  PublisherContract("collect") { $0.collect() },
  PublisherContract("collect(2)") { $0.collect(2) },
  PublisherContract("collect(100)") { $0.collect(100) },
  PublisherContract("count") { $0.count() },
  PublisherContract("reduce") { $0.reduce(0, +) },
  PublisherContract("tryReduce") { $0.tryReduce(0, +) },
  PublisherContract("tryReduce, throwing") { $0.tryReduce(0) { if $1 == 3 { throw TestFailure() } else { $0 + $1 } } },
  PublisherContract("min") { $0.min() },
  PublisherContract("max") { $0.max() },
  PublisherContract("min(by:)") { $0.min { $0 % 5 < $1 % 5 } },
  PublisherContract("max(by:)") { $0.max { $0 % 5 < $1 % 5 } },
  PublisherContract("tryMin") { $0.tryMin { $0 < $1 } },
  PublisherContract("tryMax") { $0.tryMax { $0 < $1 } },
  PublisherContract("tryMax, throwing") { $0.tryMax { _, _ in throw TestFailure() } },
  PublisherContract("tryMin, throwing") { $0.tryMin { _, _ in throw TestFailure() } },
  PublisherContract("contains") { $0.contains(3) },
  PublisherContract("contains, missing") { $0.contains(77) },
  PublisherContract("contains(where:)") { $0.contains { $0 > 2 } },
  PublisherContract("tryContains") { $0.tryContains { $0 > 2 } },
  PublisherContract("tryContains, throwing") { $0.tryContains { _ in throw TestFailure() } },
  PublisherContract("allSatisfy") { $0.allSatisfy { $0 < 3 } },
  PublisherContract("tryAllSatisfy") { $0.tryAllSatisfy { $0 < 3 } },
  PublisherContract("tryAllSatisfy, throwing") { $0.tryAllSatisfy { _ in throw TestFailure() } },
  PublisherContract("ignoreOutput") { $0.ignoreOutput() },
  PublisherContract("replaceEmpty") { $0.replaceEmpty(with: 0) },
  PublisherContract("replaceEmpty, empty", input: []) { $0.replaceEmpty(with: 0) },
]

let selectingContracts: [PublisherContract] = [
  PublisherContract("first") { $0.first() },
  PublisherContract("first(where:)") { $0.first { $0 > 2 } },
  PublisherContract("tryFirst") { $0.tryFirst { $0 > 2 } },
  PublisherContract("tryFirst, throwing") { $0.tryFirst { if $0 > 2 { throw TestFailure() } else { false } } },
  PublisherContract("last") { $0.last() },
  PublisherContract("last(where:)") { $0.last { $0 < 3 } },
  PublisherContract("tryLast") { $0.tryLast { $0 < 3 } },
  PublisherContract("tryLast, throwing") { $0.tryLast { _ in throw TestFailure() } },
  PublisherContract("dropFirst") { $0.dropFirst() },
  PublisherContract("dropFirst(3)") { $0.dropFirst(3) },
  PublisherContract("drop(while:)") { $0.drop { $0 < 3 } },
  PublisherContract("tryDrop") { $0.tryDrop { $0 < 3 } },
  PublisherContract("tryDrop, throwing") { $0.tryDrop { _ in throw TestFailure() } },
  PublisherContract("drop(untilOutputFrom:)") {
    $0.drop(untilOutputFrom: Just(1).setFailureType(to: TestFailure.self))
  },
  PublisherContract("prefix(3)") { $0.prefix(3) },
  PublisherContract("prefix(0)") { $0.prefix(0) },
  PublisherContract("output(at:)") { $0.output(at: 2) },
  PublisherContract("output(in:)") { $0.output(in: 1...2) },
  PublisherContract("prefix(while:)") { $0.prefix { $0 < 3 } },
  PublisherContract("tryPrefix") { $0.tryPrefix { $0 < 3 } },
  PublisherContract("tryPrefix, throwing") { $0.tryPrefix { _ in throw TestFailure() } },
  PublisherContract("prefix(untilOutputFrom:)") { $0.prefix(untilOutputFrom: Empty<Int, Never>()) },
  PublisherContract("prefix(untilOutputFrom:), at once") { $0.prefix(untilOutputFrom: Just(1)) },
]

let flatteningContracts: [PublisherContract] = [
  PublisherContract("flatMap") { $0.flatMap { Just($0).setFailureType(to: TestFailure.self) } },
  PublisherContract("flatMap, several") { $0.flatMap { [$0, $0 * 10].publisher } },
  PublisherContract("flatMap, one at a time") { $0.flatMap(maxPublishers: .max(1)) { [$0, $0 * 10].publisher } },
  PublisherContract("switchToLatest") { $0.map { Just($0 * 2) }.switchToLatest() },
  PublisherContract("switchToLatest, several") {
    $0.map { [$0, $0 * 10].publisher.setFailureType(to: TestFailure.self) }.switchToLatest()
  },
]

let failingContracts: [PublisherContract] = [
  PublisherContract("catch") { $0.catch { _ in Just(9) } },
  PublisherContract("tryCatch") { $0.tryCatch { _ in Just(9) } },
  PublisherContract("tryCatch, throwing") { $0.tryCatch { (_) -> Just<Int> in throw TestFailure() } },
  PublisherContract("retry(0)") { $0.retry(0) },
  PublisherContract("retry(1)") { $0.retry(1) },
  PublisherContract("replaceError") { $0.replaceError(with: 9) },
  PublisherContract("assertNoFailure") {
    $0.replaceError(with: 9).setFailureType(to: TestFailure.self).assertNoFailure()
  },
  PublisherContract("append") { $0.append(7, 8) },
  PublisherContract("prepend") { $0.prepend(7, 8) },
  PublisherContract("append publisher") { $0.append(Empty()) },
  PublisherContract("append sequence") { $0.append([7, 8]) },
  PublisherContract("prepend sequence") { $0.prepend([7, 8]) },
  PublisherContract("prepend publisher") { $0.prepend(Empty()) },
]

let combiningContracts: [PublisherContract] = [
  PublisherContract("combineLatest") {
    $0.combineLatest(Just("a").setFailureType(to: TestFailure.self)) { "\($0)\($1)" }
  },
  PublisherContract("merge") { $0.merge(with: Empty()) },
  PublisherContract("merge of three") { $0.merge(with: [7].publisher.setFailureType(to: TestFailure.self), Empty()) },
  PublisherContract("merge many") { Publishers.MergeMany([$0]) },
  PublisherContract("merge of four") { $0.merge(with: Empty(), Empty(), Empty()) },
  PublisherContract("merge of five") { $0.merge(with: Empty(), Empty(), Empty(), Empty()) },
  PublisherContract("merge of six") { $0.merge(with: Empty(), Empty(), Empty(), Empty(), Empty()) },
  PublisherContract("merge of seven") { $0.merge(with: Empty(), Empty(), Empty(), Empty(), Empty(), Empty()) },
  PublisherContract("merge of eight") {
    $0.merge(with: Empty(), Empty(), Empty(), Empty(), Empty(), Empty(), Empty())
  },
  PublisherContract("combineLatest of three") {
    $0.combineLatest(constant(1), constant(2)) { "\($0)\($1)\($2)" }
  },
  PublisherContract("combineLatest of four") {
    $0.combineLatest(constant(1), constant(2), constant(3)) { "\($0)\($1)\($2)\($3)" }
  },
  PublisherContract("combineLatest, tuples") { $0.combineLatest(constant(1)) },
  PublisherContract("zip") { $0.zip((0...9).publisher.setFailureType(to: TestFailure.self)) { $0 + $1 } },
  PublisherContract("zip with itself last") {
    (0...9).publisher.setFailureType(to: TestFailure.self).zip($0) { $0 + $1 }
  },
  PublisherContract("zip of three") {
    $0.zip(
      (0...9).publisher.setFailureType(to: TestFailure.self), (0...9).publisher.setFailureType(to: TestFailure.self)
    ) { $0 + $1 + $2 }
  },
  PublisherContract("zip of four") { $0.zip(digits(), digits(), digits()) { $0 + $1 + $2 + $3 } },
  PublisherContract("zip, tuples") { $0.zip(digits()) },
]

private func constant(_ value: Int) -> AnyPublisher<Int, TestFailure> {
  Just(value).setFailureType(to: TestFailure.self).eraseToAnyPublisher()
}

private func digits() -> AnyPublisher<Int, TestFailure> {
  (0...9).publisher.setFailureType(to: TestFailure.self).eraseToAnyPublisher()
}

let timingContracts: [PublisherContract] = [
  PublisherContract("debounce") { $0.debounce(for: 0, scheduler: ImmediateScheduler.shared) },
  PublisherContract("receive(on:)") { $0.receive(on: ImmediateScheduler.shared) },
  PublisherContract("delay") { $0.delay(for: 1, scheduler: ImmediateScheduler.shared) },
  PublisherContract("subscribe(on:)") { $0.subscribe(on: ImmediateScheduler.shared) },
  PublisherContract("throttle") { $0.throttle(for: 0, scheduler: ImmediateScheduler.shared, latest: true) },
  PublisherContract("throttle, first") { $0.throttle(for: 0, scheduler: ImmediateScheduler.shared, latest: false) },
  PublisherContract("timeout") { $0.timeout(1, scheduler: TimelessScheduler()) },
  PublisherContract("measureInterval") { $0.measureInterval(using: ImmediateScheduler.shared) },
  PublisherContract("collect by time") { $0.collect(.byTime(TimelessScheduler(), 1)) },
  PublisherContract("collect by time or count") { $0.collect(.byTimeOrCount(TimelessScheduler(), 1, 2)) },
]

let bufferingContracts: [PublisherContract] = [
  PublisherContract("buffer, keepFull, dropNewest") { $0.buffer(size: 9, prefetch: .keepFull, whenFull: .dropNewest) },
  PublisherContract("buffer, byRequest, dropOldest") {
    $0.buffer(size: 9, prefetch: .byRequest, whenFull: .dropOldest)
  },
  PublisherContract("buffer, keepFull, dropOldest") {
    $0.buffer(size: 2, prefetch: .keepFull, whenFull: .dropOldest)
  },
  PublisherContract("buffer, byRequest, customError") {
    $0.buffer(size: 9, prefetch: .byRequest, whenFull: .customError { "full" })
  },
]

let codingContracts: [PublisherContract] = [
  PublisherContract("encode") { $0.encode(encoder: JSONEncoder()) },
  PublisherContract("decode") { $0.map { Data("\($0)".utf8) }.decode(type: Int.self, decoder: JSONDecoder()) },
  PublisherContract("decode, throwing") { $0.map { _ in Data() }.decode(type: Int.self, decoder: JSONDecoder()) },
]

let sharingContracts: [PublisherContract] = [
  PublisherContract("share") { $0.share() },
  PublisherContract("multicast.autoconnect") { $0.multicast { PassthroughSubject() }.autoconnect() },
  PublisherContract("multicast(subject:).autoconnect") { $0.multicast(subject: PassthroughSubject()).autoconnect() },
  PublisherContract("makeConnectable.autoconnect") { $0.replaceError(with: 9).makeConnectable().autoconnect() },
]

let debuggingContracts: [PublisherContract] = [
  PublisherContract("print") { $0.print("", to: Discarded()) },
  PublisherContract("breakpoint") { $0.breakpoint() },
  PublisherContract("handleEvents") { $0.handleEvents(receiveOutput: { _ in }) },
]

struct Discarded: TextOutputStream {
  mutating func write(_ string: String) {}
}

/// A scheduler that runs at once what is to run at once, and on which no time passes.
struct TimelessScheduler: Scheduler {
  typealias Time = ImmediateScheduler.SchedulerTimeType

  var now: Time { ImmediateScheduler.shared.now }
  var minimumTolerance: Time.Stride { 0 }

  func schedule(options: Never?, _ action: @escaping () -> Void) { action() }
  func schedule(after date: Time, tolerance: Time.Stride, options: Never?, _ action: @escaping () -> Void) {}
  func schedule(
    after date: Time, interval: Time.Stride, tolerance: Time.Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable { Subscriptions.empty }
}

@Test(.leavesNothing, arguments: contracts)
func keepsTheContract(_ contract: PublisherContract) {
  let violations = contract.violations()
  #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))")
}

/// An operator that is added to the library needs a line here.
@Test(.leavesNothing) func everyOperatorHasAContract() throws {
  // These end a chain, or stop the program when something fails.
  let others: Set = ["receive", "subscribe", "sink", "assign", "values", "breakpointOnError", "Failure", "Output"]
  let operators = try Repository.text("Tests/CombineTests/Interface/Combine.txt").split(separator: "\n")
    .filter { $0.hasPrefix("Publisher.") || $0.hasPrefix("ConnectablePublisher.auto") }
    .map { $0.split(separator: ".")[1].prefix { $0.isLetter } }
  let words = Set(contracts.flatMap { $0.name.split { !$0.isLetter } })
  #expect(Set(operators).subtracting(words).subtracting(others.map { Substring($0) }) == [])
}

/// What a subscription is called in a transcript, and what a debugger sees in it: recorded, so that a change is seen.
@Test(.leavesNothing) func subscriptionsHaveNames() {
  func line(_ name: String, _ subscription: any Subscription) -> String {
    let children = Mirror(reflecting: subscription).children.map { "\($0.label ?? "_"): \($0.value)" }
    return "\(name): \(subscription) [\(children.joined(separator: ", "))]"
  }
  func line<P: Publisher>(_ name: String, _ publisher: P) -> String {
    let subscriber = RecordingSubscriber<P.Output, P.Failure>(demand: .none)
    publisher.subscribe(subscriber)
    return line(name, subscriber.subscription ?? Subscriptions.empty)
  }
  final class Model: ObservableObject {
    @Published var value = 1
  }
  let model = Model()
  let others = [
    line("Just", Just(1)), line("Optional", Optional(1).publisher), line("Optional, nil", Int?.none.publisher),
    line("Result", Result<Int, TestFailure>.success(1).publisher),
    line("Result, failure", Result<Int, TestFailure>.failure("x").publisher), line("Sequence", [1, 2].publisher),
    line("Sequence, empty", [Int]().publisher), line("Empty", Empty<Int, Never>()),
    line("Fail", Fail<Int, TestFailure>(error: "x")), line("Future", Future<Int, Never> { _ in }),
    line("Record", Record<Int, Never>(output: [1], completion: .finished)), line("Deferred", Deferred { Just(1) }),
    line("PassthroughSubject", PassthroughSubject<Int, Never>()),
    line("CurrentValueSubject", CurrentValueSubject<Int, Never>(1)), line("Published", model.$value),
    line("ObservableObjectPublisher", model.objectWillChange),
    line("NotificationCenter", NotificationCenter().publisher(for: Notification.Name("something"))),
    line("Timer", Timer.publish(every: 1, on: .main, in: .default)),
    line("URLSession", URLSession.shared.dataTaskPublisher(for: URL(string: "http://localhost")!)),
  ]
  let text = (contracts.map { line($0.name, $0.subscription()) } + others).joined(separator: "\n") + "\n"
  #expect(Expect.difference(file: "Tests/CombineTests/Interface/Subscriptions.txt", from: text) == nil)
}
