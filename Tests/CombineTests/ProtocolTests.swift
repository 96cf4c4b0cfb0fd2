// The protocols' conveniences, and what is equal to what.

import Combine
import CombineTesting
import Testing

/// Writes down how it was called.
private final class LoggingScheduler: Scheduler {
  typealias Time = ImmediateScheduler.SchedulerTimeType

  var log: [String] = []
  var now: Time { ImmediateScheduler.shared.now }
  var minimumTolerance: Time.Stride { 7 }

  func schedule(options: Int?, _ action: @escaping () -> Void) {
    log.append("now, options \(options.map(String.init) ?? "nil")")
  }

  func schedule(after date: Time, tolerance: Time.Stride, options: Int?, _ action: @escaping () -> Void) {
    log.append("after, tolerance \(tolerance.magnitude), options \(options.map(String.init) ?? "nil")")
  }

  func schedule(
    after date: Time, interval: Time.Stride, tolerance: Time.Stride, options: Int?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    log.append(
      "every \(interval.magnitude), tolerance \(tolerance.magnitude), options \(options.map(String.init) ?? "nil")")
    return AnyCancellable { self.log.append("cancelled") }
  }
}

@Suite(.leavesNothing) struct ProtocolTests {
  @Test func primaryAssociatedTypes() {
    let publishers: [any Publisher<Int, Never>] = [Just(1), [2].publisher]
    let subjects: [any Subject<Int, Never>] = [PassthroughSubject(), CurrentValueSubject(1)]
    let connectable: any ConnectablePublisher<Int, Never> = Just(1).makeConnectable()
    let scheduler: any Scheduler<TestScheduler.SchedulerTimeType> = TestScheduler()
    let subscriber: any Subscriber<Int, Never> = RecordingSubscriber<Int, Never>()
    for subject in subjects { subject.send(2) }
    #expect(publishers.count == 2)
    withExtendedLifetime((connectable, scheduler, subscriber)) {}
  }

  @Test func valuesThatCarryNothing() {
    let subject = PassthroughSubject<Void, Never>()
    let subscriber = RecordingSubscriber<Void, Never>()
    subject.subscribe(subscriber)
    subject.send()
    #expect(subscriber.receive() == .none)
    #expect(subscriber.values.count == 2)
  }

  @Test func conveniencesOfSchedulers() {
    let scheduler = LoggingScheduler()
    scheduler.schedule {}
    scheduler.schedule(after: scheduler.now) {}
    scheduler.schedule(after: scheduler.now, tolerance: 3) {}
    _ = scheduler.schedule(after: scheduler.now, interval: 5) {}
    _ = scheduler.schedule(after: scheduler.now, interval: 5, tolerance: 3) {}
    #expect(
      scheduler.log.filter { $0 != "cancelled" } == [
        "now, options nil", "after, tolerance 7, options nil", "after, tolerance 3, options nil",
        "every 5, tolerance 7, options nil", "every 5, tolerance 3, options nil",
      ])
  }

  @Test func optionsReachTheScheduler() {
    let scheduler = LoggingScheduler()
    Just(1).receive(on: scheduler, options: 1).subscribe(RecordingSubscriber())
    Just(1).delay(for: 1, scheduler: scheduler, options: 2).subscribe(RecordingSubscriber())
    Just(1).subscribe(on: scheduler, options: 3).subscribe(RecordingSubscriber())
    #expect(
      scheduler.log.filter { !$0.contains("options 1") && !$0.contains("options 3") } == [
        "after, tolerance 7, options 2", "after, tolerance 7, options 2",
      ])
    #expect(Set(scheduler.log).count == 3)
  }

  /// A new timer is armed before the old one goes, so that a scheduler never finds itself without work in between.
  @Test func debounceArmsARepeatingTimer() {
    let scheduler = LoggingScheduler()
    let upstream = ManualPublisher<Int, Never>()
    upstream.debounce(for: 5, scheduler: scheduler, options: 4).subscribe(RecordingSubscriber())
    upstream.send(1)
    upstream.send(2)
    let armed = "every 5, tolerance 7, options 4"
    #expect(scheduler.log == [armed, armed, "cancelled"])
  }

  @Test func emptySubscriptionIsOneObject() {
    let (first, second) = (Subscriptions.empty, Subscriptions.empty)
    first.request(.max(1))
    first.cancel()
    #expect(first.combineIdentifier == second.combineIdentifier)
    #expect("\(first)" == "Empty")
  }

  @Test func cancellableReleasesItsClosure() {
    weak var captured: ManualPublisher<Int, Never>?
    let cancellable: AnyCancellable
    do {
      let object = ManualPublisher<Int, Never>()
      captured = object
      cancellable = AnyCancellable { withExtendedLifetime(object) {} }
    }
    #expect(captured != nil)
    cancellable.cancel()
    #expect(captured == nil)
    #expect(cancellable == cancellable && cancellable != AnyCancellable {})
    #expect(Set([cancellable, cancellable]).count == 1)
  }

  @Test func anySubscriberShowsWhatItWraps() {
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    #expect("\(AnySubscriber(sink))" == "Sink")
    #expect(AnySubscriber(sink).combineIdentifier == sink.combineIdentifier)
    #expect(Mirror(reflecting: AnySubscriber(sink)).children.isEmpty)
    #expect(AnySubscriber<Int, Never>().receive(1) == .none)
  }

  @Test func sinkThatIsCancelledTooEarlyStillWorks() {
    var values: [Int] = []
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
    sink.cancel()
    [1, 2].publisher.subscribe(sink)
    #expect(values == [1, 2])
    sink.receiveValue(3)
    sink.receiveCompletion(.finished)
    #expect(values.count <= 3)
  }

  @Test func assignIsSafeWhenItsUpstreamEndsInCancel() {
    final class Target { var value = 0 }
    let upstream = ManualPublisher<Int, Never>()
    upstream.keepsSubscriber = true
    upstream.onEvent = { [unowned upstream] event in if event == .cancel { upstream.send(completion: .finished) } }
    let assign = Subscribers.Assign(object: Target(), keyPath: \.value)
    upstream.subscribe(assign)
    assign.cancel()
    #expect(assign.object == nil)
  }
}

@Suite(.leavesNothing) struct EqualityTests {
  @Test func equalWhenAllPartsAre() {
    let (a, b) = (Just(1), Just(2))
    #expect(a == Just(1) && a != b)
    #expect(Empty<Int, Never>() == Empty<Int, Never>())
    #expect(Empty<Int, Never>() != Empty<Int, Never>(completeImmediately: false))
    #expect(Empty(completeImmediately: true, outputType: Int.self, failureType: Never.self) == Empty<Int, Never>())
    #expect(Fail(outputType: Int.self, failure: TestFailure("x")) == Fail<Int, TestFailure>(error: "x"))
    #expect(Publishers.Sequence<[Int], Never>(sequence: [1]) == [1].publisher)
    #expect(Optional(1).publisher != Optional(2).publisher)
    #expect(Result<Int, TestFailure>.Publisher(1) == Result<Int, TestFailure>.success(1).publisher)
    #expect(Result<Int, TestFailure>.Publisher("x") == Result<Int, TestFailure>.failure("x").publisher)
  }

  @Test func operatorsCompareTheirUpstreamsAndArguments() {
    let (a, b) = (ManualValue(1), ManualValue(2))
    #expect(a.collect() == a.collect() && a.collect() != b.collect())
    #expect(a.collect(2) != a.collect(3))
    #expect(a.count() == a.count() && a.count() != b.count())
    #expect(a.first() == a.first() && a.last() == a.last() && a.first() != b.first())
    #expect(a.ignoreOutput() == a.ignoreOutput())
    #expect(a.contains(1) != a.contains(2))
    #expect(a.dropFirst(1) != a.dropFirst(2))
    #expect(a.prefix(1) == a.output(in: 0..<1))
    #expect(a.replaceEmpty(with: 1) != a.replaceEmpty(with: 2))
    #expect(a.replaceError(with: 1) == a.replaceError(with: 1))
    #expect(a.retry(1) != a.retry(2))
    #expect(a.combineLatest(b) == a.combineLatest(b) && a.combineLatest(b) != b.combineLatest(a))
    #expect(a.zip(b) != b.zip(a) && a.merge(with: b) != b.merge(with: a))
    #expect(a.drop(untilOutputFrom: b) != a.drop(untilOutputFrom: a))
    #expect(Publishers.Concatenate(prefix: a, suffix: b) != Publishers.Concatenate(prefix: b, suffix: a))
    #expect(a.setFailureType(to: TestFailure.self) == a.setFailureType(to: TestFailure.self))
    let shared = a.share()
    #expect(shared == shared && shared != a.share())
  }

  /// Two stages of a kind are one: the types are what the test is about.
  @Test func fusions() {
    typealias Source = ManualValue
    let source = Source(1)
    let _: Publishers.Map<Source, String> = source.map { $0 + 1 }.map { "\($0)" }
    let _: Publishers.TryMap<Source, String> = source.map { $0 + 1 }.tryMap { "\($0)" }
    let _: Publishers.TryMap<Source, String> = source.tryMap { $0 + 1 }.map { "\($0)" }
    let _: Publishers.TryMap<Source, String> = source.tryMap { $0 + 1 }.tryMap { "\($0)" }
    let _: Publishers.Filter<Source> = source.filter { $0 > 0 }.filter { $0 > 1 }
    let _: Publishers.TryFilter<Source> = source.filter { $0 > 0 }.tryFilter { $0 > 1 }
    let _: Publishers.TryFilter<Source> = source.tryFilter { $0 > 0 }.filter { $0 > 1 }
    let _: Publishers.TryFilter<Source> = source.tryFilter { $0 > 0 }.tryFilter { $0 > 1 }
    let _: Publishers.CompactMap<Source, String> = source.compactMap { $0 }.compactMap { "\($0)" }
    let _: Publishers.CompactMap<Source, String> = source.compactMap { $0 }.map { "\($0)" }
    let _: Publishers.TryCompactMap<Source, String> = source.tryCompactMap { $0 }.compactMap { "\($0)" }
    let _: Publishers.SetFailureType<Source, TestFailure> = source.setFailureType(to: (any Error).self)
      .setFailureType(to: TestFailure.self)
    let fused = source.filter { $0 > 0 }.filter { $0 > 1 }
    #expect(values(fused) == [])
    #expect(values(source.compactMap { $0 }.map { $0 + 1 }) == [2])
  }

  @Test func bothInitialisersOfMapError() {
    let labelled = Publishers.MapError(
      upstream: Fail<Int, TestFailure>(error: "a"), transform: { TestFailure($0.name + "b") })
    let plain = Publishers.MapError(upstream: labelled, { TestFailure($0.name + "c") })
    let subscriber = RecordingSubscriber<Int, TestFailure>()
    plain.subscribe(subscriber)
    #expect(subscriber.completions == [.failure("abc")])
  }
}

/// A publisher of one value that is none of the library's, so that no specialised operator applies.
struct ManualValue: Publisher, Equatable {
  typealias Output = Int
  typealias Failure = Never

  let value: Int

  init(_ value: Int) {
    self.value = value
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    Just(value).subscribe(subscriber)
  }
}
