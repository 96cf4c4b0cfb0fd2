// Subjects: order, demand, re-entrancy, completion, upstreams, lives.

import Combine
import CombineTesting
import TestSupport
import Testing

@Suite(.leavesNothing) struct PassthroughSubjectTests {
  @Test func callsSubscribersInSubscriptionOrder() {
    let subject = PassthroughSubject<Int, Never>()
    var log: [String] = []
    var bag = Set<AnyCancellable>()
    for name in 0..<20 { subject.sink { log.append("\(name):\($0)") }.store(in: &bag) }
    subject.send(1)
    #expect(log == (0..<20).map { "\($0):1" })
  }

  /// In a long list the places of those that were cancelled stay for a while; their subscribers do not.
  @Test(arguments: [1, 2, 3, 4, 5]) func manyComeAndGoInAnyOrder(seed: Int) {
    final class Token {}
    var random = SeededRandom(seed: UInt64(seed))
    let subject = PassthroughSubject<Int, Never>()
    var present: [(name: Int, subscription: AnyCancellable)] = []
    var alive: [Int: () -> Bool] = [:]
    var log: [Int] = []
    for step in 0..<2_000 {
      let isGrowing = step % 700 < 400
      if present.isEmpty || Int.random(in: 0..<10, using: &random) < (isGrowing ? 7 : 2) {
        let token = Token()
        alive[step] = { [weak token] in token != nil }
        present.append(
          (
            step,
            subject.sink { _ in
              withExtendedLifetime(token) {}
              log.append(step)
            }
          ))
      } else {
        let gone = present.remove(at: Int.random(in: present.indices, using: &random))
        gone.subscription.cancel()
        #expect(alive.removeValue(forKey: gone.name)?() == false)
      }
      if step % 50 == 0 {
        log = []
        subject.send(step)
        #expect(log == present.map(\.name))
      }
    }
    #expect(alive.values.allSatisfy { $0() })
    present = []
    #expect(!alive.values.contains { $0() })
  }

  @Test func dropsValuesForSubscribersWithoutDemand() {
    let subject = PassthroughSubject<Int, Never>()
    let hungry = RecordingSubscriber<Int, Never>()
    let modest = RecordingSubscriber<Int, Never>(demand: .max(1)) { $0 == 2 ? .max(1) : .none }
    subject.subscribe(hungry)
    subject.subscribe(modest)
    subject.send(1)
    subject.send(99)
    modest.request(.max(1))
    subject.send(2)
    subject.send(3)
    subject.send(4)
    #expect(hungry.values == [1, 99, 2, 3, 4])
    #expect(modest.values == [1, 2, 3])
  }

  @Test func nestedSendReachesAllBeforeTheOuterGoesOn() {
    let subject = PassthroughSubject<Int, Never>()
    var log: [String] = []
    let first = subject.sink {
      log.append("a\($0)")
      if $0 == 1 { subject.send(2) }
    }
    let second = subject.sink { log.append("b\($0)") }
    subject.send(1)
    #expect(log == ["a1", "a2", "b2", "b1"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func subscriberThatComesDuringADeliveryMissesIt() {
    let subject = PassthroughSubject<Int, Never>()
    var late: [Int] = []
    var bag = Set<AnyCancellable>()
    subject.sink { value in
      if value == 1 { subject.sink { late.append($0) }.store(in: &bag) }
    }.store(in: &bag)
    subject.send(1)
    subject.send(2)
    #expect(late == [2])
  }

  @Test func subscriberThatLeavesDuringADeliveryGetsNothingMore() {
    let subject = PassthroughSubject<Int, Never>()
    var log: [String] = []
    var second: AnyCancellable?
    let first = subject.sink {
      log.append("a\($0)")
      second?.cancel()
    }
    second = subject.sink { log.append("b\($0)") }
    let third = subject.sink { log.append("c\($0)") }
    subject.send(1)
    subject.send(2)
    #expect(log == ["a1", "c1", "a2", "c2"])
    withExtendedLifetime((first, third)) {}
  }

  @Test func completionInsideADeliveryEndsItForTheOthers() {
    let subject = PassthroughSubject<Int, Never>()
    let second = RecordingSubscriber<Int, Never>()
    let first = subject.sink { _ in subject.send(completion: .finished) }
    subject.subscribe(second)
    subject.send(1)
    subject.send(2)
    #expect(second.transcript == ["subscription PassthroughSubject", "finished"])
    withExtendedLifetime(first) {}
  }

  @Test func lateSubscriberGetsOnlyTheFirstCompletion() {
    let subject = PassthroughSubject<Int, TestFailure>()
    subject.send(completion: .failure("first"))
    subject.send(completion: .finished)
    subject.send(1)
    let late = RecordingSubscriber<Int, TestFailure>()
    subject.subscribe(late)
    #expect(late.transcript == ["subscription Empty", "failure first"])
  }

  @Test func sameSubscriberMaySubscribeTwice() {
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    subject.subscribe(subscriber)
    subject.subscribe(subscriber)
    subject.send(1)
    #expect(subscriber.values == [1, 1])
  }

  @Test func asksUpstreamsOnceAnybodyAsks() {
    let upstream = ManualPublisher<Int, Never>()
    let subject = PassthroughSubject<Int, Never>()
    let connection = upstream.subscribe(subject)
    #expect(upstream.history.isEmpty)
    let subscriber = RecordingSubscriber<Int, Never>(demand: .max(1))
    subject.subscribe(subscriber)
    subscriber.request(.max(1))
    #expect(upstream.history == [.request(.unlimited)])
    upstream.send(5)
    #expect(subscriber.values == [5])
    let second = ManualPublisher<Int, Never>()
    let secondConnection = second.subscribe(subject)
    #expect(second.history == [.request(.unlimited)])
    connection.cancel()
    #expect(upstream.cancelCount == 1)
    withExtendedLifetime(secondConnection) {}
  }

  @Test func cancelsUpstreamsAtItsEnd() {
    let subscription = ManualPublisher<Int, Never>().sendSubscription()
    do {
      let subject = PassthroughSubject<Int, Never>()
      subject.send(subscription: subscription)
    }
    #expect(subscription.cancelCount == 1)
  }

  /// Feeding a subject does not keep it: whoever sends to nobody is cancelled with it.
  @Test func isNotKeptByWhatFeedsIt() {
    let upstreams = (ManualPublisher<Int, Never>(), ManualPublisher<Int, Never>())
    weak var weakSubject: PassthroughSubject<Int, Never>?
    weak var weakValue: CurrentValueSubject<Int, Never>?
    var cancellables: [any Cancellable] = []
    do {
      let subject = PassthroughSubject<Int, Never>()
      weakSubject = subject
      cancellables.append(upstreams.0.subscribe(subject))
      let value = CurrentValueSubject<Int, Never>(0)
      weakValue = value
      cancellables.append(upstreams.1.subscribe(value))
      upstreams.1.send(1)
      #expect(value.value == 1)
    }
    #expect(weakSubject == nil)
    #expect(weakValue == nil)
    #expect([upstreams.0.cancelCount, upstreams.1.cancelCount] == [1, 1])
    withExtendedLifetime(cancellables) {}
  }

  @Test func livesAsLongAsItsSubscriptions() {
    weak var weakSubject: PassthroughSubject<Int, Never>?
    var cancellable: AnyCancellable?
    do {
      let subject = PassthroughSubject<Int, Never>()
      weakSubject = subject
      cancellable = subject.sink { _ in }
    }
    #expect(weakSubject != nil)
    cancellable?.cancel()
    #expect(weakSubject == nil)
  }
}

@Suite(.leavesNothing) struct CurrentValueSubjectTests {
  @Test func newSubscriberGetsTheValueWithItsFirstRequest() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let subscriber = RecordingSubscriber<Int, Never>(demand: .none)
    subject.subscribe(subscriber)
    #expect(subscriber.values.isEmpty)
    subscriber.request(.max(2))
    subject.value = 2
    subject.send(3)
    #expect(subscriber.values == [1, 2])
    #expect(subject.value == 3)
  }

  @Test func missedValuesAreReplacedByTheLatest() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let subscriber = RecordingSubscriber<Int, Never>(demand: .max(1))
    subject.subscribe(subscriber)
    subject.send(2)
    subject.send(3)
    subscriber.request(.max(1))
    subscriber.request(.max(1))
    subject.send(4)
    #expect(subscriber.values == [1, 3, 4])
  }

  @Test func valueIsStoredBeforeItIsDelivered() {
    let subject = CurrentValueSubject<Int, Never>(1)
    var seen: [[Int]] = []
    let cancellable = subject.sink { seen.append([$0, subject.value]) }
    subject.send(2)
    #expect(seen == [[1, 1], [2, 2]])
    withExtendedLifetime(cancellable) {}
  }

  @Test func afterCompletionOnlyAssigningChangesTheValue() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let subscriber = RecordingSubscriber<Int, Never>()
    subject.subscribe(subscriber)
    subject.send(completion: .finished)
    subject.send(2)
    #expect(subject.value == 1)
    subject.value = 3
    #expect(subject.value == 3)
    #expect(subscriber.transcript == ["subscription CurrentValueSubject", "value 1", "finished"])
  }

  @Test func assigningFromInsideTheCompletionChangesTheValue() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let cancellable = subject.sink { _ in
      subject.send(2)
      #expect(subject.value == 1)
      subject.value = 3
    } receiveValue: { _ in
    }
    subject.send(completion: .finished)
    #expect(subject.value == 3)
    withExtendedLifetime(cancellable) {}
  }

  @Test func sendsFromInsideTheFirstValueArrive() {
    let subject = CurrentValueSubject<Int, Never>(0)
    var seen: [Int] = []
    let cancellable = subject.sink { value in
      seen.append(value)
      if value == 0 {
        subject.send(10)
        subject.send(11)
      }
    }
    #expect(seen == [0, 10, 11])
    withExtendedLifetime(cancellable) {}
  }

  @Test func asksUpstreamAtOnce() {
    let upstream = ManualPublisher<Int, Never>()
    let subject = CurrentValueSubject<Int, Never>(0)
    let connection = upstream.subscribe(subject)
    #expect(upstream.history == [.request(.unlimited)])
    upstream.send(4)
    #expect(subject.value == 4)
    withExtendedLifetime(connection) {}
  }
}
