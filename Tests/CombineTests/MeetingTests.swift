// Two threads that meet in one subject, step by step: one is inside a delivery, and stays there until the other has done
// what it has to. So what is left behind for the first one is left behind every time, not only when the threads happen
// to run that way.

import Combine
import CombineTesting
import Foundation
import Synchronization
import Testing

/// Work that is let go when it is done: a thread that is about to end still holds its closure.
private final class WorkItem: Sendable {
  private let work: Mutex<(@Sendable () -> Void)?>

  init(_ work: @escaping @Sendable () -> Void) {
    self.work = Mutex(work)
  }

  func run() {
    work.withLock { $0.take() }?()
  }
}

/// A second thread, and where it waits for the first.
private final class Meeting: Sendable {
  private let isInside = DispatchSemaphore(value: 0)
  private let mayGo = DispatchSemaphore(value: 0)
  private let isOver = DispatchSemaphore(value: 0)
  private let hasStayed = Atomic<Bool>(false)

  /// For the second thread, in the middle of its work: waits until `meanwhile` is done, the first time.
  func stay() {
    if hasStayed.exchange(true, ordering: .sequentiallyConsistent) { return }
    isInside.signal()
    mayGo.wait()
  }

  /// Runs `work` on a second thread and, while that one stays, `meanwhile` on this one. Returns when both are done.
  func run(_ work: @escaping @Sendable () -> Void, meanwhile: () -> Void) {
    let item = WorkItem(work)
    Thread.detachNewThread { [isOver] in
      item.run()
      isOver.signal()
    }
    isInside.wait()
    meanwhile()
    mayGo.signal()
    isOver.wait()
  }

  /// Runs `body` on a third thread, and waits for it.
  static func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    let isOver = DispatchSemaphore(value: 0)
    let item = WorkItem(body)
    Thread.detachNewThread {
      item.run()
      isOver.signal()
    }
    isOver.wait()
  }
}

/// Calls its closure when it goes.
private final class Farewell {
  let say: () -> Void
  init(_ say: @escaping () -> Void) { self.say = say }
  deinit { say() }
}

/// What a sink notes, which is called by one thread at a time.
private final class Numbers {
  var list: [Int] = []
  var next = 0
  var depth = 0
  var deepest = 0
}

@Suite(.leavesNothing) struct MeetingTests {
  @Test func valuesLeftBehindKeepTheirOrder() {
    let (meeting, subject) = (Meeting(), Shared(value: PassthroughSubject<Int, Never>()))
    let seen = Mutex<[Int]>([])
    let cancellable = subject.value.sink { value in
      meeting.stay()
      seen.withLock { $0.append(value) }
    }
    meeting.run {
      subject.value.send(0)
    } meanwhile: {
      for value in 1...5 { subject.value.send(value) }
      #expect(seen.withLock { $0 }.isEmpty)
    }
    #expect(seen.withLock { $0 } == [0, 1, 2, 3, 4, 5])
    withExtendedLifetime(cancellable) {}
  }

  /// Each thing that was left comes in the order in which it was left, whatever kind it is.
  @Test func valuesLeftBehindComeBetweenWhatElseWasLeft() {
    let (meeting, subject) = (Meeting(), Shared(value: PassthroughSubject<Int, Never>()))
    let first = subject.value.sink { _ in meeting.stay() }
    let second = RecordingSubscriber<Int, Never>()
    meeting.run {
      subject.value.send(0)
    } meanwhile: {
      subject.value.send(1)
      subject.value.subscribe(second)
      subject.value.send(2)
      subject.value.send(completion: .finished)
      subject.value.send(3)
    }
    #expect(second.transcript == ["subscription PassthroughSubject", "value 2", "finished"])
    withExtendedLifetime(first) {}
  }

  /// The value that is sent from inside is the subject's, so it must be the last that the subscriber gets.
  @Test func aValueSentFromInsideComesAfterThoseLeftBehind() {
    let (meeting, subject) = (Meeting(), Shared(value: CurrentValueSubject<Int, Never>(0)))
    let seen = Mutex<[Int]>([])
    let cancellable = subject.value.sink { value in
      if value == 1 { meeting.stay() }
      seen.withLock { $0.append(value) }
      if value == 2 { subject.value.send(9) }
    }
    meeting.run {
      subject.value.send(1)
    } meanwhile: {
      for value in 2...4 { subject.value.send(value) }
    }
    #expect(subject.value.value == 9)
    #expect(seen.withLock { $0 } == [0, 1, 2, 3, 4, 9])
    withExtendedLifetime(cancellable) {}
  }

  @Test func aValueLeftBehindIsLetGoWhenItHasBeenDelivered() {
    final class Value: Sendable {
      let number: Int
      init(_ number: Int) { self.number = number }
    }
    let (meeting, subject) = (Meeting(), Shared(value: PassthroughSubject<Value, Never>()))
    nonisolated(unsafe) weak var first: Value?
    let isGone = Mutex<Bool?>(nil)
    let cancellable = subject.value.sink { value in
      meeting.stay()
      if value.number == 2 { isGone.withLock { $0 = first == nil } }
    }
    meeting.run {
      subject.value.send(Value(0))
    } meanwhile: {
      do {
        let value = Value(1)
        first = value
        subject.value.send(value)
      }
      subject.value.send(Value(2))
    }
    #expect(isGone.withLock { $0 } == true)
    withExtendedLifetime(cancellable) {}
  }

  @Test func subscriberThatComesMeanwhileHearsWhatIsSentAfterwards() {
    let (meeting, subject) = (Meeting(), Shared(value: PassthroughSubject<Int, Never>()))
    let first = subject.value.sink { _ in meeting.stay() }
    let second = RecordingSubscriber<Int, Never>()
    meeting.run {
      subject.value.send(0)
    } meanwhile: {
      subject.value.subscribe(second)
      #expect(second.transcript == ["subscription PassthroughSubject"])
      subject.value.send(1)
    }
    #expect(second.values == [1])
    withExtendedLifetime(first) {}
  }

  /// The subject has no subscribers while the last one leaves; a send must not take that for an answer.
  @Test func subscriberThatComesWhileTheLastOneLeavesHearsWhatItSends() {
    let (meeting, subject) = (Meeting(), Shared(value: PassthroughSubject<Int, Never>()))
    var subscription: (any Subscription)?
    do {
      let farewell = Farewell { meeting.stay() }
      subject.value.subscribe(
        AnySubscriber(
          receiveSubscription: { subscription = $0 },
          receiveValue: { _ in withExtendedLifetime(farewell) { .none } }))
    }
    let leaving = Shared(value: subscription)
    subscription = nil
    let second = RecordingSubscriber<Int, Never>()
    meeting.run {
      leaving.value?.cancel()
    } meanwhile: {
      subject.value.subscribe(second)
      subject.value.send(1)
    }
    #expect(second.values == [1])
  }

  @Test func subscriberThatComesAfterACompletionLeftBehindGetsIt() {
    let (meeting, subject) = (Meeting(), Shared(value: PassthroughSubject<Int, Never>()))
    let first = subject.value.sink { _ in meeting.stay() }
    let second = RecordingSubscriber<Int, Never>()
    meeting.run {
      subject.value.send(0)
    } meanwhile: {
      subject.value.send(completion: .finished)
      subject.value.subscribe(second)
      subject.value.send(1)
    }
    #expect(second.transcript == ["subscription PassthroughSubject", "finished"])
    withExtendedLifetime(first) {}
  }

  @Test func cancellingMeanwhileSilencesAtOnce() {
    let (meeting, subject) = (Meeting(), Shared(value: PassthroughSubject<Int, Never>()))
    let first = subject.value.sink { _ in meeting.stay() }
    let second = RecordingSubscriber<Int, Never>()
    subject.value.subscribe(second)
    meeting.run {
      subject.value.send(0)
    } meanwhile: {
      second.cancel()
    }
    subject.value.send(1)
    #expect(second.values.isEmpty)
    withExtendedLifetime(first) {}
  }

  @Test func currentValueComesAtOnceAndWhatIsMissedLater() {
    let (meeting, subject) = (Meeting(), Shared(value: CurrentValueSubject<Int, Never>(0)))
    let first = subject.value.sink { if $0 == 1 { meeting.stay() } }
    let second = RecordingSubscriber<Int, Never>(demand: .none)
    let third = RecordingSubscriber<Int, Never>(demand: .none)
    let requesting = Shared(value: third)
    meeting.run {
      subject.value.send(1)
    } meanwhile: {
      subject.value.subscribe(second)
      second.request(.max(1))
      #expect(second.values == [1])
      // A request from a thread that may not call the subscriber yet is answered when it has joined.
      subject.value.subscribe(third)
      Meeting.onAnotherThread { requesting.value.request(.max(1)) }
      #expect(third.values.isEmpty)
      subject.value.value = 2
      #expect(subject.value.value == 2)
    }
    #expect(second.values == [1])
    #expect(third.values == [2])
    second.request(.max(1))
    #expect(second.values == [1, 2])
    withExtendedLifetime(first) {}
  }

  @Test func assigningAfterACompletionLeftBehindChangesTheValue() {
    let (meeting, subject) = (Meeting(), Shared(value: CurrentValueSubject<Int, Never>(0)))
    let first = subject.value.sink { _ in
    } receiveValue: {
      if $0 == 1 { meeting.stay() }
    }
    meeting.run {
      subject.value.send(1)
    } meanwhile: {
      subject.value.send(completion: .finished)
      subject.value.value = 2
    }
    #expect(subject.value.value == 2)
    subject.value.send(3)
    #expect(subject.value.value == 2)
    withExtendedLifetime(first) {}
  }

  @Test func whoWritesAPropertyMeanwhileReadsItsOwnValue() {
    final class Model: ObservableObject {
      @Published var value = 0
      @Published var text = ""
    }
    let (meeting, model) = (Meeting(), Shared(value: Model()))
    let seen = Mutex<[Int]>([])
    let cancellable = model.value.$value.sink { value in
      if value == 1 { meeting.stay() }
      seen.withLock { $0.append(value) }
    }
    meeting.run {
      model.value.value = 1
    } meanwhile: {
      model.value.value = 2
      #expect(model.value.value == 2)
      model.value.text = "longer than a word of memory holds"
    }
    #expect(seen.withLock { $0 } == [0, 1, 2])
    #expect(model.value.value == 2)
    withExtendedLifetime(cancellable) {}
  }

  @Test func writesOfAPropertyLeftBehindKeepTheirOrder() {
    final class Model {
      @Published var value = 0
    }
    let (meeting, model) = (Meeting(), Shared(value: Model()))
    let seen = Mutex<[Int]>([])
    let cancellable = model.value.$value.sink { value in
      if value == 1 { meeting.stay() }
      seen.withLock { $0.append(value) }
    }
    meeting.run {
      model.value.value = 1
    } meanwhile: {
      for value in 2...4 { model.value.value = value }
    }
    #expect(seen.withLock { $0 } == [0, 1, 2, 3, 4])
    #expect(model.value.value == 4)
    withExtendedLifetime(cancellable) {}
  }

  /// Two more are left while each is announced: none may overtake another, nor be announced inside another.
  @Test func writesLeftWhileOthersAreAnnouncedKeepTheirOrder() {
    final class Model {
      @Published var value = 0
    }
    let model = Shared(value: Model())
    let seen = Shared(value: Numbers())
    let cancellable = model.value.$value.sink { value in
      seen.value.deepest = max(seen.value.deepest, seen.value.depth + 1)
      seen.value.depth += 1
      seen.value.list.append(value)
      if value > 0 {
        Meeting.onAnotherThread {
          for _ in 0..<2 where seen.value.next < 20 {
            seen.value.next += 1
            model.value.value = seen.value.next
          }
        }
      }
      seen.value.depth -= 1
    }
    seen.value.next = 1
    model.value.value = 1
    #expect(seen.value.list == Array(0...20))
    #expect(seen.value.deepest == 1)
    #expect(model.value.value == 20)
    withExtendedLifetime(cancellable) {}
  }

  /// Each of the many that were left makes the sink send another. They may not all be on the stack at once.
  @Test func sendingFromInsideManyThatWereLeftIsNotDeep() {
    let (meeting, subject) = (Meeting(), Shared(value: CurrentValueSubject<Int, Never>(0)))
    let seen = Shared(value: Numbers())
    let cancellable = subject.value.sink { value in
      if value == 1 { meeting.stay() }
      seen.value.deepest = max(seen.value.deepest, seen.value.depth + 1)
      seen.value.depth += 1
      seen.value.list.append(value)
      if value > 0, value % 2 == 0 { subject.value.send(value + 1) }
      seen.value.depth -= 1
    }
    meeting.run {
      subject.value.send(1)
    } meanwhile: {
      for value in 1...10_000 { subject.value.send(value * 2) }
    }
    #expect(seen.value.list.sorted() == Array(0...20_001))
    #expect(seen.value.list.last == subject.value.value)
    #expect(seen.value.deepest < 200)
    withExtendedLifetime(cancellable) {}
  }

  @Test(arguments: ["combineLatest", "zip", "merge", "flatMap"])
  func operatorsLeaveTheOtherThreadsValueBehind(_ name: String) {
    let meeting = Meeting()
    let (a, b) = (Shared(value: PassthroughSubject<Int, Never>()), Shared(value: PassthroughSubject<Int, Never>()))
    let publisher: AnyPublisher<[Int], Never> =
      switch name {
      case "combineLatest": a.value.combineLatest(b.value) { [$0, $1] }.eraseToAnyPublisher()
      case "zip": a.value.zip(b.value) { [$0, $1] }.eraseToAnyPublisher()
      case "merge": a.value.merge(with: b.value).map { [$0] }.eraseToAnyPublisher()
      default: [a.value, b.value].publisher.flatMap { $0 }.map { [$0] }.eraseToAnyPublisher()
      }
    let seen = Mutex<[[Int]]>([])
    let cancellable = publisher.sink { value in
      meeting.stay()
      seen.withLock { $0.append(value) }
    }
    if name == "combineLatest" || name == "zip" { b.value.send(0) }
    meeting.run {
      a.value.send(1)
    } meanwhile: {
      b.value.send(2)
      b.value.send(3)
      #expect(seen.withLock { $0 }.isEmpty)
    }
    let expected =
      switch name {
      case "combineLatest": [[1, 0], [1, 2], [1, 3]]
      case "zip": [[1, 0]]
      default: [[1], [2], [3]]
      }
    #expect(seen.withLock { $0 } == expected)
    a.value.send(4)
    let last = ["combineLatest": [4, 3], "zip": [4, 2]][name] ?? [4]
    #expect(seen.withLock { $0.last } == last)
    withExtendedLifetime(cancellable) {}
  }
}
