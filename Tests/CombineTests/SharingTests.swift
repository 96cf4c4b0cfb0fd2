// multicast, share, autoconnect: one upstream for many.

import Combine
import CombineTesting
import Testing

@Suite(.leavesNothing) struct SharingTests {
  /// The connection of those who have left is the one that goes.
  /// The subject gets nothing back from a multicast's subscriber; what that asks for comes as a request.
  @Test func multicastAsksByRequest() {
    final class Relay: Subject {
      typealias Output = Int
      typealias Failure = Never
      let manual = ManualPublisher<Int, Never>()
      var returned: [Subscribers.Demand] = []
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        manual.receive(subscriber: subscriber)
      }
      func send(_ value: Int) { returned.append(manual.send(value)) }
      func send(completion: Subscribers.Completion<Never>) { manual.send(completion: completion) }
      func send(subscription: any Subscription) { subscription.request(.unlimited) }
    }
    let (source, relay) = (PassthroughSubject<Int, Never>(), Relay())
    let multicast = source.multicast(subject: relay)
    multicast.subscribe(RecordingSubscriber<Int, Never>(demand: .max(1), demandForValue: { _ in .max(2) }))
    let connection = multicast.connect()
    source.send(1)
    #expect(relay.returned == [.none])
    #expect(relay.manual.requests == [.max(1), .max(2)])
    connection.cancel()
  }

  @Test func everybodyLeavesWhileTheFirstConnects() {
    final class Connection: Cancellable {
      var cancelCount = 0
      func cancel() { cancelCount += 1 }
    }
    struct Connectable: ConnectablePublisher {
      typealias Output = Int
      typealias Failure = Never
      let connection: Connection
      func connect() -> any Cancellable { connection }
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        Empty(completeImmediately: false).subscribe(subscriber)
      }
    }
    let connection = Connection()
    Connectable(connection: connection).autoconnect()
      .subscribe(AnySubscriber<Int, Never>(receiveSubscription: { $0.cancel() }))
    #expect(connection.cancelCount == 1)
  }

  @Test func newSubscriberWhileTheFirstConnects() {
    var (count, log): (Int, [String]) = (0, [])
    let shared = Deferred {
      count += 1
      let number = count
      return Just(number).append(Empty(completeImmediately: false))
        .handleEvents(receiveCancel: { log.append("\(number) is cancelled") })
    }
    .share()
    var second: AnyCancellable?
    let first = shared.prefix(1).sink { _ in
      second = shared.sink { log.append("\($0)") }
    } receiveValue: {
      log.append("\($0)")
    }
    #expect(log == ["1", "2", "1 is cancelled"])
    second?.cancel()
    #expect(log.last == "2 is cancelled")
    withExtendedLifetime(first) {}
  }

  @Test func shareConnectsOnceAndDisconnectsWithTheLast() {
    let upstream = ManualPublisher<Int, Never>()
    let shared = upstream.share()
    var log: [String] = []
    let first = shared.sink { log.append("a\($0)") }
    upstream.send(1)
    let second = shared.sink { log.append("b\($0)") }
    upstream.send(2)
    first.cancel()
    #expect(upstream.cancelCount == 0)
    second.cancel()
    #expect(log == ["a1", "a2", "b2"])
    #expect(upstream.subscriberCount == 1)
    #expect(upstream.cancelCount == 1)
    let third = shared.sink { log.append("c\($0)") }
    upstream.send(3)
    #expect(upstream.subscriberCount == 2)
    #expect(log.last == "c3")
    withExtendedLifetime(third) {}
  }

  @Test func lateSubscriberGetsOnlyTheCompletion() {
    let upstream = ManualPublisher<Int, Never>()
    let shared = upstream.share()
    let first = RecordingSubscriber<Int, Never>()
    shared.subscribe(first)
    upstream.send(1)
    upstream.send(completion: .finished)
    let late = RecordingSubscriber<Int, Never>()
    shared.subscribe(late)
    #expect(late.transcript == ["subscription Multicast", "finished"])
    #expect(upstream.subscriberCount == 1)
  }

  @Test func multicastWaitsForConnect() {
    let upstream = ManualPublisher<Int, Never>()
    let multicast = upstream.multicast { PassthroughSubject<Int, Never>() }
    let subscriber = RecordingSubscriber<Int, Never>()
    multicast.subscribe(subscriber)
    #expect(upstream.subscriberCount == 0)
    let connection = multicast.connect()
    upstream.send(1)
    connection.cancel()
    upstream.send(2)
    #expect(subscriber.transcript == ["subscription Multicast", "value 1"])
    #expect(upstream.cancelCount == 1)
  }

  /// A connection keeps neither the multicast nor its subject; a subscriber keeps the subject.
  @Test func connectionDoesNotKeepTheSubject() {
    let upstream = ManualPublisher<Int, Never>()
    weak var weakSubject: PassthroughSubject<Int, Never>?
    var connection: (any Cancellable)?
    let subscriber = RecordingSubscriber<Int, Never>()
    do {
      let subject = PassthroughSubject<Int, Never>()
      weakSubject = subject
      let multicast = upstream.multicast(subject: subject)
      multicast.subscribe(subscriber)
      connection = multicast.connect()
    }
    upstream.send(1)
    #expect(subscriber.values == [1])
    #expect(upstream.cancelCount == 0)
    subscriber.cancel()
    #expect(weakSubject == nil)
    #expect(upstream.cancelCount == 1)
    withExtendedLifetime(connection) {}
  }

  @Test func connectingTwiceDoublesValues() {
    let source = PassthroughSubject<Int, Never>()
    let connectable = source.makeConnectable()
    let subscriber = RecordingSubscriber<Int, Never>()
    connectable.subscribe(subscriber)
    let connections = [connectable.connect(), connectable.connect()]
    source.send(1)
    #expect(subscriber.values == [1, 1])
    withExtendedLifetime(connections) {}
  }

  @Test func returnedDemandGoesBackAsARequest() {
    let subject = PassthroughSubject<Int, Never>()
    let upstream = PassthroughSubject<Int, Never>()
    let multicast = upstream.multicast(subject: subject)
    let subscriber = RecordingSubscriber<Int, Never>(demand: .max(1)) { $0 == 1 ? .max(1) : .none }
    multicast.subscribe(subscriber)
    let connection = multicast.connect()
    for value in 1...3 { upstream.send(value) }
    #expect(subscriber.values == [1, 2])
    withExtendedLifetime(connection) {}
  }
}
