// Timers, notifications, network, coders and queues.

import Combine
import CombineTesting
import Foundation
import Testing

@Suite struct TimerPublisherTests {
  /// Runs the current run loop until `isDone`, for ten seconds at most.
  private func run(until isDone: () -> Bool) {
    let end = Date(timeIntervalSinceNow: 10)
    while !isDone(), Date() < end { _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.001)) }
  }

  @Test func ticksForEverySubscriberInOrder() {
    var log: [String] = []
    let timer = Timer.publish(every: 0.001, on: .current, in: .default)
    let first = timer.sink { _ in log.append("a") }
    let second = timer.sink { _ in log.append("b") }
    #expect(log.isEmpty)
    let connection = timer.connect()
    run { log.count >= 6 }
    #expect(log.prefix(6) == ["a", "b", "a", "b", "a", "b"])
    connection.cancel()
    let count = log.count
    RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.005))
    #expect(log.count == count)
    withExtendedLifetime((first, second)) {}
  }

  @Test func eachSubscriberHasItsOwnDemand() {
    let timer = Timer.publish(every: 0.001, tolerance: 0.1, on: .current, in: .default)
    #expect(timer.tolerance == 0.1)
    let one = RecordingSubscriber<Date, Never>(demand: .max(1))
    let all = RecordingSubscriber<Date, Never>()
    timer.subscribe(one)
    timer.subscribe(all)
    one.request(.none)
    let connection = timer.connect()
    run { all.values.count >= 3 }
    #expect(one.values.count == 1)
    #expect(all.transcript.first == "subscription Timer")
    connection.cancel()
  }

  @Test func lastSubscriberStopsAnAutoconnectedTimer() {
    var count = 0
    weak var publisher: Timer.TimerPublisher?
    do {
      let timer = Timer.publish(every: 0.001, on: .current, in: .default)
      publisher = timer
      let cancellable = timer.autoconnect().sink { _ in count += 1 }
      run { count >= 2 }
      cancellable.cancel()
    }
    let before = count
    RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.005))
    #expect(count == before)
    #expect(publisher == nil)
  }
}

@Suite struct NotificationCenterTests {
  private let name = Notification.Name("something happened")

  @Test func deliversInSubscriptionOrder() {
    let center = NotificationCenter()
    var log: [Int] = []
    let cancellables = (0..<20).map { index in center.publisher(for: name).sink { _ in log.append(index) } }
    center.post(name: name, object: nil)
    #expect(log == Array(0..<20))
    cancellables[3].cancel()
    log = []
    center.post(name: name, object: nil)
    #expect(log == Array(0..<20).filter { $0 != 3 })
  }

  @Test func filtersByNameAndObject() {
    let center = NotificationCenter()
    let (mine, other) = (NSObject(), NSObject())
    let subscriber = RecordingSubscriber<Notification, Never>(demand: .max(2))
    center.publisher(for: name, object: mine).subscribe(subscriber)
    center.post(name: Notification.Name("else"), object: mine)
    center.post(name: name, object: other)
    center.post(name: name, object: nil)
    center.post(name: name, object: mine, userInfo: ["key": 1])
    center.post(name: name, object: mine)
    center.post(name: name, object: mine)
    // What was filtered out did not use the demand up.
    #expect(subscriber.values.count == 2)
    #expect(subscriber.values.first?.userInfo?["key"] as? Int == 1)
    #expect(subscriber.transcript.first == "subscription Notification")
    subscriber.cancel()
  }

  @Test func observesAtOnceAndLosesWhatIsNotWanted() {
    let center = NotificationCenter()
    let subscriber = RecordingSubscriber<Notification, Never>(demand: .none)
    center.publisher(for: name).subscribe(subscriber)
    center.post(name: name, object: nil)
    subscriber.request(.none)
    subscriber.request(.max(1))
    #expect(subscriber.values.isEmpty)
    center.post(name: name, object: nil)
    #expect(subscriber.values.count == 1)
    subscriber.cancel()
  }

  @Test func keepsTheCentreUntilCancelledAndReleasesTheSubscriber() {
    weak var center: NotificationCenter?
    weak var subscriber: RecordingSubscriber<Notification, Never>?
    do {
      let made = NotificationCenter()
      let recorder = RecordingSubscriber<Notification, Never>()
      made.publisher(for: name).subscribe(recorder)
      center = made
      subscriber = recorder
    }
    #expect(center != nil && subscriber != nil)
    subscriber?.cancel()
    subscriber?.cancel()
    #expect(center == nil && subscriber == nil)
  }

  @Test func postsFromInsideReachEverybodyFirst() {
    let center = NotificationCenter()
    var log: [String] = []
    let first = center.publisher(for: name).sink { notification in
      log.append("a\(notification.object ?? "")")
      if notification.object as? Int == 1 { center.post(name: self.name, object: 2) }
    }
    let second = center.publisher(for: name).sink { log.append("b\($0.object ?? "")") }
    center.post(name: name, object: 1)
    #expect(log == ["a1", "a2", "b2", "b1"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func equalWhenTheSameIsMeant() {
    let (center, object) = (NotificationCenter(), NSObject())
    #expect(center.publisher(for: name) == center.publisher(for: name))
    #expect(center.publisher(for: name) != center.publisher(for: name, object: object))
    #expect(center.publisher(for: name) != NotificationCenter().publisher(for: name))
  }
}
