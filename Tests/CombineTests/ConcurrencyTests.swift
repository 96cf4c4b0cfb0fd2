// Several threads at once: nothing is lost, nothing overlaps, nobody waits for ever. Run with the thread sanitizer by
// `make sanitize`.

import Combine
import CombineTesting
import Dispatch
import Synchronization
import Testing

/// Runs `body` on several threads at once and waits for all.
private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  DispatchQueue.concurrentPerform(iterations: count) { body($0) }
}

/// Lets a test share what is not Sendable; the library is what keeps it safe.
struct Shared<Value>: @unchecked Sendable {
  let value: Value
}

/// Counts, and notices when two threads are inside at once.
private final class Visits {
  private let inside = Atomic<Int>(0)
  let overlaps = Atomic<Int>(0)
  let count = Atomic<Int>(0)

  func visit() {
    if inside.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue != 1 {
      overlaps.wrappingAdd(1, ordering: .relaxed)
    }
    count.wrappingAdd(1, ordering: .relaxed)
    inside.wrappingSubtract(1, ordering: .sequentiallyConsistent)
  }
}

/// Whether a sink is still there.
private struct Kept {
  weak var sink: Subscribers.Sink<Int, Never>?
}

@Suite(.leavesNothing) struct ConcurrencyTests {
  @Test func sendsFromManyThreadsAreSerialAndComplete() {
    let subject = PassthroughSubject<Int, Never>()
    let visits = Visits()
    let cancellable = subject.sink { _ in visits.visit() }
    let shared = Shared(value: subject)
    onThreads(4) { _ in for value in 0..<2_000 { shared.value.send(value) } }
    #expect(visits.count.load(ordering: .relaxed) == 8_000)
    #expect(visits.overlaps.load(ordering: .relaxed) == 0)
    withExtendedLifetime(cancellable) {}
  }

  @Test func currentValueIsTheLastThatWasDelivered() {
    for _ in 0..<200 {
      let subject = CurrentValueSubject<Int, Never>(0)
      let last = Atomic<Int>(-1)
      let cancellable = subject.sink { last.store($0, ordering: .relaxed) }
      let shared = Shared(value: subject)
      onThreads(2) { thread in for value in 0..<20 { shared.value.send(thread * 100 + value) } }
      #expect(last.load(ordering: .relaxed) == subject.value)
      withExtendedLifetime(cancellable) {}
    }
  }

  @Test func subscriberGetsTheCurrentValueAtOnceWhateverOthersDo() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let shared = Shared(value: subject)
    let missing = Atomic<Int>(0)
    onThreads(3) { thread in
      for value in 0..<500 {
        if thread == 0 {
          shared.value.send(value)
        } else {
          var seen: Int?
          let cancellable = shared.value.sink { seen = seen ?? $0 }
          if seen == nil { missing.wrappingAdd(1, ordering: .relaxed) }
          cancellable.cancel()
        }
      }
    }
    #expect(missing.load(ordering: .relaxed) == 0)
  }

  @Test func combineLatestTakesTurns() {
    let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let visits = Visits()
    let latest = Mutex([0, 0])
    let cancellable = a.combineLatest(b).removeDuplicates(by: ==).sink { pair in
      visits.visit()
      latest.withLock { $0 = [pair.0, pair.1] }
    }
    let shared = Shared(value: [a, b])
    onThreads(2) { thread in for value in 1...3_000 { shared.value[thread].send(value) } }
    #expect(visits.overlaps.load(ordering: .relaxed) == 0)
    #expect(latest.withLock { $0 } == [3_000, 3_000])
    withExtendedLifetime(cancellable) {}
  }

  @Test func mergeTakesTurnsAndLosesNothing() {
    let subjects = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
    let visits = Visits()
    var ends = 0
    let cancellable = Publishers.MergeMany(subjects).sink { _ in
      ends += 1
    } receiveValue: { _ in
      visits.visit()
    }
    let shared = Shared(value: subjects)
    onThreads(3) { thread in
      for value in 1...2_000 { shared.value[thread].send(value) }
      shared.value[thread].send(completion: .finished)
    }
    #expect(visits.overlaps.load(ordering: .relaxed) == 0)
    #expect(visits.count.load(ordering: .relaxed) == 6_000)
    #expect(ends == 1)
    withExtendedLifetime(cancellable) {}
  }

  @Test func zipTakesTurnsAndLosesNothing() {
    let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let visits = Visits()
    var unequal = 0
    let cancellable = a.zip(b).sink { _ in
    } receiveValue: {
      visits.visit()
      if $0 != $1 { unequal += 1 }
    }
    let shared = Shared(value: [a, b])
    onThreads(2) { thread in for value in 1...3_000 { shared.value[thread].send(value) } }
    #expect(visits.overlaps.load(ordering: .relaxed) == 0)
    #expect(visits.count.load(ordering: .relaxed) == 3_000)
    #expect(unequal == 0)
    withExtendedLifetime(cancellable) {}
  }

  @Test(arguments: [false, true])
  func concurrentQueueKeepsTheOrder(_ isDelayed: Bool) async {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let source = PassthroughSubject<Int, Never>()
    let visits = Visits()
    let seen = Mutex<[Int]>([])
    let publisher =
      isDelayed
      ? source.delay(for: .microseconds(50), scheduler: queue).eraseToAnyPublisher()
      : source.receive(on: queue).eraseToAnyPublisher()
    var cancellable: AnyCancellable?
    await withCheckedContinuation { continuation in
      cancellable = publisher.sink { _ in
        continuation.resume()
      } receiveValue: { value in
        visits.visit()
        seen.withLock { $0.append(value) }
      }
      for value in 0..<2_000 { source.send(value) }
      source.send(completion: .finished)
    }
    #expect(visits.overlaps.load(ordering: .relaxed) == 0)
    #expect(seen.withLock { $0 } == Array(0..<2_000))
    withExtendedLifetime(cancellable) {}
  }

  /// A retried request whose pauses are on a concurrent queue: its value and its end may not overtake each other.
  @Test func delayedRetriesOnAConcurrentQueueKeepTheirAnswer() async throws {
    struct Busy: Error {}
    for _ in 0..<200 {
      var attempts = 0
      let request = Deferred {
        Future<Int, any Error> { promise in
          attempts += 1
          promise(attempts == 3 ? .success(attempts) : .failure(Busy()))
        }
      }
      let patient = request.catch { _ in
        Just(()).setFailureType(to: (any Error).self)
          .delay(for: .microseconds(20), scheduler: DispatchQueue.global())
          .flatMap { request }
          .retry(3)
      }
      var answers: [Int] = []
      for try await answer in patient.values { answers.append(answer) }
      #expect(answers == [3])
    }
  }

  /// The operators that hold values for a while, on a queue of many threads: serial, and the end comes last.
  @Test(arguments: ["throttle", "timeout", "collect by time", "debounce", "measureInterval"])
  func timeOnAConcurrentQueue(_ name: String) async {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let source = PassthroughSubject<Int, Never>()
    let visits = Visits()
    let publisher: AnyPublisher<Void, Never> =
      switch name {
      case "throttle":
        source.throttle(for: .microseconds(10), scheduler: queue, latest: true).map { _ in }.eraseToAnyPublisher()
      case "timeout": source.timeout(.seconds(60), scheduler: queue).map { _ in }.eraseToAnyPublisher()
      case "collect by time":
        source.collect(.byTimeOrCount(queue, .microseconds(50), 3)).map { _ in }.eraseToAnyPublisher()
      case "debounce": source.debounce(for: .microseconds(1), scheduler: queue).map { _ in }.eraseToAnyPublisher()
      default: source.measureInterval(using: queue).map { _ in }.eraseToAnyPublisher()
      }
    var cancellable: AnyCancellable?
    await withCheckedContinuation { continuation in
      cancellable = publisher.sink { _ in
        visits.visit()
        continuation.resume()
      } receiveValue: {
        visits.visit()
      }
      let shared = Shared(value: source)
      onThreads(2) { _ in for value in 0..<500 { shared.value.send(value) } }
      source.send(completion: .finished)
    }
    #expect(visits.overlaps.load(ordering: .relaxed) == 0)
    withExtendedLifetime(cancellable) {}
  }

  @Test func futureIsFulfilledOnceWhoeverComesFirst() {
    for _ in 0..<200 {
      var promise: Future<Int, Never>.Promise?
      let future = Future<Int, Never> { promise = $0 }
      let count = Atomic<Int>(0)
      let shared = Shared(value: (future, promise))
      onThreads(4) { thread in
        if thread % 2 == 0 {
          shared.value.1?(.success(thread))
        } else {
          // The subscription is held by the future until it is fulfilled.
          shared.value.0.subscribe(
            Subscribers.Sink { _ in
            } receiveValue: { _ in
              count.wrappingAdd(1, ordering: .relaxed)
            })
        }
      }
      #expect(count.load(ordering: .relaxed) == 2)
    }
  }

  @Test func cancellingWhileOthersSend() {
    for _ in 0..<200 {
      let subject = PassthroughSubject<Int, Never>()
      let cancellables = (0..<8).map { _ in
        subject.map { $0 + 1 }.removeDuplicates().handleEvents(receiveOutput: { _ in }).sink { _ in }
      }
      let shared = Shared(value: (subject, cancellables))
      onThreads(2) { thread in
        for index in 0..<8 {
          if thread == 0 { shared.value.0.send(index) } else { shared.value.1[index].cancel() }
        }
      }
    }
  }

  @Test func cancelledWhileOthersThatWereCancelledAreLetGo() {
    var kept: [Kept] = []
    for _ in 0..<20 {
      let subject = PassthroughSubject<Int, Never>()
      let sinks = (0..<500).map { _ in
        Subscribers.Sink<Int, Never> { _ in
        } receiveValue: { _ in
        }
      }
      for sink in sinks { subject.subscribe(sink) }
      kept += sinks.map { Kept(sink: $0) }
      let shared = Shared(value: (subject, sinks))
      onThreads(2) { thread in
        let (subject, sinks) = shared.value
        for sink in sinks {
          if thread == 0 {
            sink.cancel()
          } else {
            // Goes after its first value, and so the others that have been cancelled go.
            let first = Subscribers.Sink<Int, Never> { _ in
            } receiveValue: { _ in
            }
            subject.handleEvents(receiveOutput: { _ in first.cancel() }).subscribe(first)
            subject.send(1)
          }
        }
      }
    }
    #expect(kept.count { $0.sink != nil } == 0)
  }

  @Test func requestsFromOtherThreadsAreCounted() {
    let subscriber = RecordingSubscriber<Int, Never>(demand: .none)
    (0..<4_000).publisher.subscribe(subscriber)
    let shared = Shared(value: subscriber)
    onThreads(4) { _ in for _ in 0..<500 { shared.value.request(.max(1)) } }
    #expect(subscriber.values == Array(0..<2_000))
  }

  @Test func requestsThatMeetTheCancellationLetTheSubjectGo() {
    for _ in 0..<200 {
      weak var gone: CurrentValueSubject<Int, Never>?
      let subscriber = RecordingSubscriber<Int, Never>(demand: .none)
      do {
        let subject = CurrentValueSubject<Int, Never>(0)
        gone = subject
        subject.subscribe(subscriber)
      }
      #expect(gone != nil)
      let shared = Shared(value: subscriber)
      onThreads(3) { thread in
        if thread == 0 {
          shared.value.cancel()
        } else {
          for _ in 0..<10 { shared.value.request(.max(1)) }
        }
      }
      #expect(gone == nil)
    }
  }

  @Test func anyCancellableRunsOnce() {
    for _ in 0..<200 {
      let count = Atomic<Int>(0)
      let cancellable = Shared(value: AnyCancellable { count.wrappingAdd(1, ordering: .relaxed) })
      onThreads(4) { _ in cancellable.value.cancel() }
      #expect(count.load(ordering: .relaxed) == 1)
    }
  }

  @Test func writesToAPublishedPropertyFromManyThreads() {
    final class Model: ObservableObject {
      @Published var value = 0
    }
    let model = Model()
    let visits = Visits()
    let last = Atomic<Int>(-1)
    let cancellable = model.$value.sink {
      visits.visit()
      last.store($0, ordering: .relaxed)
    }
    let shared = Shared(value: model)
    onThreads(4) { thread in for value in 0..<500 { shared.value.value = thread * 1_000 + value } }
    #expect(visits.overlaps.load(ordering: .relaxed) == 0)
    #expect(visits.count.load(ordering: .relaxed) == 2_001)
    #expect(last.load(ordering: .relaxed) == model.value)
    withExtendedLifetime(cancellable) {}
  }
}
