// The stock subscribers, cancellables, erasers.

import Combine
import CombineTesting
import Testing

private final class Target {
  var value = 0 { willSet { log.append(newValue) } }
  var log: [Int] = []
}

@Suite(.leavesNothing) struct SinkTests {
  @Test func letsTheSubscriptionGoAtTheEnd() {
    weak var subscription: ManualSubscription?
    let upstream = ManualPublisher<Int, TestFailure>(subscribesAtOnce: false)
    let sink = Subscribers.Sink<Int, TestFailure>(receiveCompletion: { _ in }, receiveValue: { _ in })
    upstream.subscribe(sink)
    subscription = upstream.sendSubscription()
    #expect(subscription != nil)
    upstream.send(completion: .finished)
    #expect(subscription == nil)
    withExtendedLifetime(sink) {}
  }

  @Test func asksForEverythingAndReleasesItsClosuresAtTheEnd() {
    let upstream = ManualPublisher<Int, TestFailure>()
    weak var captured: Target?
    var sink: Subscribers.Sink<Int, TestFailure>?
    var log: [String] = []
    do {
      let target = Target()
      captured = target
      sink = .init(receiveCompletion: { log.append("\($0)") }, receiveValue: { target.value = $0 })
    }
    upstream.subscribe(sink!)
    #expect(upstream.history == [.request(.unlimited)])
    upstream.send(3)
    #expect(captured?.value == 3)
    upstream.send(completion: .finished)
    #expect(captured == nil)
    #expect(log == ["finished"])
    #expect(upstream.cancelCount == 0)
  }

  @Test func releasesItsClosuresWhenItIsCancelled() {
    let upstream = ManualPublisher<Int, TestFailure>()
    upstream.keepsSubscriber = true
    weak var captured: Target?
    var sink: Subscribers.Sink<Int, TestFailure>?
    do {
      let target = Target()
      captured = target
      sink = .init(receiveCompletion: { _ in target.value = -1 }, receiveValue: { target.value = $0 })
    }
    upstream.subscribe(sink!)
    upstream.send(3)
    sink?.cancel()
    #expect(captured == nil)
    upstream.send(4)
    upstream.send(completion: .finished)
  }

  /// Not while they run: when the value that cancels has been delivered.
  @Test func releasesItsClosuresAfterTheValueThatCancels() {
    let upstream = ManualPublisher<Int, TestFailure>()
    weak var captured: Target?
    var sink: Subscribers.Sink<Int, TestFailure>?
    do {
      let target = Target()
      captured = target
      sink = .init(
        receiveCompletion: { _ in },
        receiveValue: { value in
          if value == 2 {
            upstream.send(3)
            sink?.cancel()
            upstream.send(4)
          }
          target.value = value
        })
    }
    upstream.subscribe(sink!)
    upstream.send(1)
    #expect(captured?.log == [1])
    upstream.send(2)
    #expect(captured == nil)
  }

  /// Not while one of them runs, whatever comes meanwhile.
  @Test func releasesItsClosuresAfterTheCompletion() {
    weak var captured: Target?
    var isThere = false
    var sink: Subscribers.Sink<Int, TestFailure>?
    do {
      let target = Target()
      captured = target
      sink = .init(
        receiveCompletion: { _ in
          _ = sink?.receive(2)
          isThere = captured != nil
          target.value = -1
        },
        receiveValue: { _ in })
    }
    sink?.receive(subscription: Subscriptions.empty)
    sink?.receive(completion: .finished)
    #expect(isThere)
    #expect(captured == nil)
  }

  @Test func releasesItsClosuresAfterTheValueThatEnds() {
    let upstream = ManualPublisher<Int, TestFailure>()
    weak var captured: Target?
    var log: [Int] = []
    var sink: Subscribers.Sink<Int, TestFailure>?
    do {
      let target = Target()
      captured = target
      sink = .init(
        receiveCompletion: { _ in log.append(-1) },
        receiveValue: { value in
          upstream.send(completion: .finished)
          target.value = value
          log.append(value)
        })
    }
    upstream.subscribe(sink!)
    upstream.send(1)
    #expect(log == [-1, 1])
    #expect(captured == nil)
  }

  @Test func isSilentAfterCancellation() {
    let upstream = ManualPublisher<Int, TestFailure>()
    upstream.keepsSubscriber = true
    var values: [Int] = []
    var ends = 0
    let cancellable = upstream.sink(receiveCompletion: { _ in ends += 1 }, receiveValue: { values.append($0) })
    upstream.send(1)
    cancellable.cancel()
    cancellable.cancel()
    upstream.send(2)
    upstream.send(completion: .finished)
    #expect(values == [1])
    #expect(ends == 0)
    #expect(upstream.cancelCount == 1)
  }

  @Test func takesAValueBeforeTheSubscription() {
    let upstream = ManualPublisher<Int, Never>(subscribesAtOnce: false)
    var values: [Int] = []
    let cancellable = upstream.sink { values.append($0) }
    upstream.send(1)
    #expect(values == [1])
    withExtendedLifetime(cancellable) {}
  }

  @Test func refusesASecondSubscription() {
    let upstream = ManualPublisher<Int, Never>()
    let cancellable = upstream.sink { _ in }
    #expect(upstream.sendSubscription().cancelCount == 1)
    withExtendedLifetime(cancellable) {}
  }
}

/// Publishers whose result is there give it to a sink without a subscription. Nobody may notice.
@Suite(.leavesNothing) struct ResultForASinkTests {
  private struct Source {
    let name: String
    let publisher: AnyPublisher<Int, TestFailure>
    /// As it is written, for the compiler to specialise.
    let subscribe: (Subscribers.Sink<Int, TestFailure>) -> Void

    init(_ name: String, _ publisher: some Publisher<Int, TestFailure>) {
      self.name = name
      self.publisher = publisher.eraseToAnyPublisher()
      subscribe = { publisher.subscribe($0) }
    }
  }

  private static func values() -> [Source] {
    let just = Just(1).setFailureType(to: TestFailure.self)
    return [
      Source("Just", just),
      Source("erased", just.eraseToAnyPublisher()),
      Source("map", just.eraseToAnyPublisher().map { $0 + 1 }),
      Source("filter", just.eraseToAnyPublisher().filter { $0 > 0 }),
      Source("compactMap", just.eraseToAnyPublisher().compactMap { $0 }),
      Source("scan", just.eraseToAnyPublisher().scan(1, +)),
      Source("mapError", just.eraseToAnyPublisher().mapError { _ in TestFailure("other") }),
      Source("Optional", Optional(1).publisher.setFailureType(to: TestFailure.self)),
      Source("Result", Result<Int, TestFailure>.success(1).publisher),
      Source("Future", Future { $0(.success(1)) }),
      Source("Future, map", Future { $0(.success(1)) }.map { $0 + 1 }),
    ]
  }

  private static func others() -> [Source] {
    let just = Just(1).setFailureType(to: TestFailure.self)
    let bad = Result<Int, TestFailure>.failure(TestFailure("bad"))
    return [
      Source("filter", just.eraseToAnyPublisher().filter { $0 > 1 }),
      Source("Optional", Optional<Int>.none.publisher.setFailureType(to: TestFailure.self)),
      Source("Result", bad.publisher),
      Source("Future", Future { $0(bad) }),
    ]
  }

  @Test func isTheSame() {
    for source in Self.values() + Self.others() {
      let recording = RecordingSubscriber<Int, TestFailure>()
      source.publisher.subscribe(recording)
      var seen: [String] = []
      source.subscribe(
        Subscribers.Sink(
          receiveCompletion: { completion in
            if case .failure(let error) = completion {
              seen.append("failure \(error)")
            } else {
              seen.append("finished")
            }
          },
          receiveValue: { seen.append("value \($0)") }))
      #expect(seen == Array(recording.transcript.dropFirst()), "\(source.name)")
    }
  }

  @Test func endsWithTheValueThatCancels() {
    for source in Self.values() {
      var seen: [String] = []
      var sink: Subscribers.Sink<Int, TestFailure>?
      weak var captured: Target?
      do {
        let target = Target()
        captured = target
        sink = Subscribers.Sink(
          receiveCompletion: { seen.append("\($0)") },
          receiveValue: {
            target.value = $0
            sink?.cancel()
            seen.append("cancelled")
          })
      }
      source.subscribe(sink!)
      #expect(captured == nil, "\(source.name)")
      #expect(seen == ["cancelled"], "\(source.name)")
      sink = nil
    }
  }

  @Test func isNotForASinkThatHasASubscriptionOrHadOne() {
    for source in Self.values() {
      let upstream = ManualPublisher<Int, TestFailure>()
      var seen: [String] = []
      let sink = Subscribers.Sink<Int, TestFailure>(
        receiveCompletion: { seen.append("\($0)") }, receiveValue: { seen.append("\($0)") })
      upstream.subscribe(sink)
      source.subscribe(sink)
      upstream.send(7)
      upstream.send(completion: .finished)
      source.subscribe(sink)
      #expect(seen == ["7", "finished"], "\(source.name)")
    }
  }
}

@Suite(.leavesNothing) struct AssignTests {
  @Test func assignsAndLetsGo() {
    let upstream = ManualPublisher<Int, Never>()
    weak var weakTarget: Target?
    var cancellable: AnyCancellable?
    do {
      let target = Target()
      weakTarget = target
      cancellable = upstream.assign(to: \.value, on: target)
    }
    upstream.send(1)
    upstream.send(1)
    #expect(weakTarget?.log == [1, 1])
    cancellable?.cancel()
    #expect(weakTarget == nil)
    #expect(upstream.cancelCount == 1)
  }

  @Test func completionReleasesWithoutCancelling() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = Subscribers.Assign(object: Target(), keyPath: \.value)
    upstream.subscribe(subscriber)
    upstream.send(completion: .finished)
    #expect(subscriber.object == nil)
    #expect(upstream.cancelCount == 0)
  }
}

@Suite(.leavesNothing) struct CancellableTests {
  @Test func cancelsOnceAtTheLatestAtItsEnd() {
    var count = 0
    do {
      let cancellable = AnyCancellable { count += 1 }
      #expect(count == 0)
      cancellable.cancel()
      cancellable.cancel()
      #expect(count == 1)
    }
    #expect(count == 1)
    do { _ = AnyCancellable { count += 1 } }
    #expect(count == 2)
  }

  @Test func collectionsKeepIt() {
    var count = 0
    var set = Set<AnyCancellable>()
    var array: [AnyCancellable] = []
    let cancellable = AnyCancellable { count += 1 }
    cancellable.store(in: &set)
    cancellable.store(in: &set)
    Subscriptions.empty.store(in: &array)
    #expect(set == [cancellable])
    #expect(array.count == 1)
    #expect(count == 0)
  }
}

@Suite(.leavesNothing) struct ErasureTests {
  @Test func erasingTwiceAddsNothing() {
    let once = Just(1).eraseToAnyPublisher()
    let subscriber = RecordingSubscriber<Int, Never>()
    let erased = AnySubscriber(AnySubscriber(subscriber))
    once.eraseToAnyPublisher().subscribe(erased)
    #expect(subscriber.values == [1])
    #expect(erased.combineIdentifier == subscriber.combineIdentifier)
    #expect(String(describing: once) == "AnyPublisher")
  }

  @Test func closuresMakeASubscriber() {
    var log: [String] = []
    let subscriber = AnySubscriber<Int, Never>(
      receiveSubscription: { $0.request(.max(1)) },
      receiveValue: {
        log.append("\($0)")
        return .max(1)
      }, receiveCompletion: { log.append("\($0)") })
    [1, 2].publisher.subscribe(subscriber)
    #expect(log == ["1", "2", "finished"])
    #expect(String(describing: subscriber) == "Anonymous AnySubscriber")
  }

  @Test func subjectIsASubscriber() {
    let subject = CurrentValueSubject<Int, Never>(0)
    [1, 2].publisher.subscribe(AnySubscriber(subject))
    #expect(subject.value == 2)
  }
}
