// What a tool is told that looks on. An onlooker is told about everything in its process, so each of these has one of its
// own.

import Combine
import CombineTesting
import Testing

/// Writes down what it is told.
private final class Onlooker: _Introspection {
  /// Whether it cares for values and demand, besides what is connected.
  let hearsEverything: Bool
  private(set) var lines: [String] = []

  init(hearsEverything: Bool = true) {
    self.hearsEverything = hearsEverything
  }

  private func note(_ line: String) {
    if hearsEverything { lines.append(line) }
  }

  func willReceive<Upstream: Publisher, Downstream: Subscriber>(publisher: Upstream, subscriber: Downstream)
  where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {
    lines.append("\(name(publisher)) will have \(subscriber)")
  }

  func didReceive<Upstream: Publisher, Downstream: Subscriber>(publisher: Upstream, subscriber: Downstream)
  where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {
    note("\(name(publisher)) has \(subscriber)")
  }

  func willReceive<Downstream: Subscriber>(subscriber: Downstream, subscription: any Subscription) {
    note("\(subscriber) will get subscription \(subscription)")
  }

  func didReceive<Downstream: Subscriber>(subscriber: Downstream, subscription: any Subscription) {
    note("\(subscriber) got subscription \(subscription)")
  }

  func willReceive<Downstream: Subscriber>(subscriber: Downstream, input: Downstream.Input) {
    note("\(subscriber) will get \(input)")
  }

  func didReceive<Downstream: Subscriber>(
    subscriber: Downstream, input: Downstream.Input, resultingDemand: Subscribers.Demand
  ) {
    note("\(subscriber) got \(input), wants \(resultingDemand)")
  }

  func willReceive<Downstream: Subscriber>(
    subscriber: Downstream, completion: Subscribers.Completion<Downstream.Failure>
  ) {
    note("\(subscriber) will get \(completion)")
  }

  func didReceive<Downstream: Subscriber>(
    subscriber: Downstream, completion: Subscribers.Completion<Downstream.Failure>
  ) {
    note("\(subscriber) got \(completion)")
  }

  func willRequest(subscription: any Subscription, _ demand: Subscribers.Demand) {
    note("\(subscription) will be asked for \(demand)")
  }

  func didRequest(subscription: any Subscription, _ demand: Subscribers.Demand) {
    note("\(subscription) was asked for \(demand)")
  }

  func willCancel(subscription: any Subscription) {
    note("\(subscription) will be cancelled")
  }

  func didCancel(subscription: any Subscription) {
    note("\(subscription) was cancelled")
  }

  private func name(_ publisher: some Publisher) -> String {
    let name = "\(type(of: publisher))"
    return String(name.prefix { $0 != "<" })
  }
}

@Suite(.leavesNothing) struct IntrospectionTests {
  @Test func tellsEverythingBeforeAndAfter() async {
    await #expect(processExitsWith: .success) {
      let onlooker = Onlooker()
      let subject = PassthroughSubject<Int, Never>()
      onlooker.enable()
      let first = subject.removeDuplicates().sink { _ in }
      subject.send(1)
      first.cancel()
      onlooker.disable()
      #expect(
        onlooker.lines == [
          "RemoveDuplicates will have Sink", "PassthroughSubject will have RemoveDuplicates",
          "RemoveDuplicates will get subscription PassthroughSubject",
          "Sink will get subscription RemoveDuplicates", "RemoveDuplicates will be asked for unlimited",
          "PassthroughSubject will be asked for unlimited", "PassthroughSubject was asked for unlimited",
          "RemoveDuplicates was asked for unlimited", "Sink got subscription RemoveDuplicates",
          "RemoveDuplicates got subscription PassthroughSubject", "PassthroughSubject has RemoveDuplicates",
          "RemoveDuplicates has Sink", "RemoveDuplicates will get 1", "Sink will get 1",
          "Sink got 1, wants max(0)", "RemoveDuplicates got 1, wants max(0)",
          "RemoveDuplicates will be cancelled", "PassthroughSubject will be cancelled",
          "PassthroughSubject was cancelled", "RemoveDuplicates was cancelled",
        ])
    }
  }

  @Test func tellsTheEnd() async {
    await #expect(processExitsWith: .success) {
      let onlooker = Onlooker()
      onlooker.enable()
      let cancellable = Empty<Int, Never>().sink { _ in }
      onlooker.disable()
      #expect(onlooker.lines.suffix(3) == ["Sink will get finished", "Sink got finished", "Empty has Sink"])
      withExtendedLifetime(cancellable) {}
    }
  }

  /// A pipeline can be drawn before anything flows: each publisher is told with its subscriber, from the bottom up.
  @Test func drawsAPipeline() async {
    await #expect(processExitsWith: .success) {
      let onlooker = Onlooker(hearsEverything: false)
      onlooker.enable()
      final class Model { @Published var name = "" }
      let model = Model()
      let numbers = PassthroughSubject<Int, Never>()
      let texts = CurrentValueSubject<String, Never>("")
      numbers.flatMap { Just($0) }.zip(texts).map { "\($0)\($1)" }.eraseToAnyPublisher().assign(to: &model.$name)
      numbers.send(1)
      let fed = numbers.map { "\($0)" }.subscribe(texts)
      onlooker.disable()
      #expect(
        onlooker.lines == [
          "AnyPublisher will have PublishedSubscriber", "Map will have PublishedSubscriber", "Zip will have Map",
          "FlatMap will have Zip",
          "PassthroughSubject will have FlatMap", "CurrentValueSubject will have Zip", "Just will have FlatMap",
          "Map will have Subject", "PassthroughSubject will have Map",
        ])
      withExtendedLifetime(fed) {}
    }
  }

  @Test func drawsAChain() async {
    await #expect(processExitsWith: .success) {
      final class Model { @Published var name = "" }
      let model = Model()
      let numbers = PassthroughSubject<(Int) -> Int, Never>()
      var runs = 0
      let chain = Chain(
        of: model.$name.removeDuplicates().eraseToAnyPublisher()
          .zip(numbers.map { $0(1) }, Deferred { CurrentValueSubject<Int, Never>(1).map { _ in runs += 1 } })
          .filter { _ in true })
      #expect(
        chain.description == """
          Filter
          └ Zip3
            ├ AnyPublisher
            │ └ RemoveDuplicates
            │   └ Published.Publisher
            ├ Map
            │ └ PassthroughSubject
            └ Deferred
              └ Map
                └ CurrentValueSubject
          """)
      #expect(runs == 0)
      #expect(Chain(of: Empty<Int, Never>()) == Chain("Empty"))
      #expect(
        Chain(of: numbers.share()).description == "Share\n├ Multicast\n│ └ PassthroughSubject\n└ PassthroughSubject")
    }
  }

  /// A publisher that hands its subscriber on is told with the subscriber itself, once; what it gets is told once too.
  @Test func subscribersThatAreHandedOnAreToldAsThemselves() async {
    await #expect(processExitsWith: .success) {
      let onlooker = Onlooker()
      onlooker.enable()
      let erased = Deferred { Just(1) }.eraseToAnyPublisher().sink { _ in }
      onlooker.disable()
      #expect(
        onlooker.lines.filter { $0.contains("Sink") } == [
          "AnyPublisher will have Sink", "Deferred will have Sink", "Just will have Sink",
          "Sink will get subscription Just", "Sink will get 1",
          "Sink got 1, wants max(0)", "Sink will get finished", "Sink got finished", "Sink got subscription Just",
          "Just has Sink", "Deferred has Sink", "AnyPublisher has Sink",
        ])
      withExtendedLifetime(erased) {}
    }
  }

  @Test func onlookersAreIndependent() async {
    await #expect(processExitsWith: .success) {
      let (one, other) = (Onlooker(), Onlooker())
      #expect(!one.isEnabled && !other.isEnabled)
      one.enable()
      one.enable()
      #expect(one.isEnabled && !other.isEnabled)
      let subject = PassthroughSubject<Int, Never>()
      var seen: [Int] = []
      let first = subject.sink { seen.append($0) }
      other.enable()
      subject.send(1)
      one.disable()
      #expect(!one.isEnabled && other.isEnabled)
      subject.send(2)
      other.disable()
      subject.send(3)
      // Connected while nobody looked on.
      let second = subject.sink { seen.append($0 * 10) }
      one.enable()
      subject.send(4)
      one.disable()
      #expect(one.lines.filter { $0.hasPrefix("Sink will get") }.dropFirst() == ["Sink will get 1", "Sink will get 4"])
      #expect(
        other.lines == ["Sink will get 1", "Sink got 1, wants max(0)", "Sink will get 2", "Sink got 2, wants max(0)"])
      #expect(seen == [1, 2, 3, 4, 40])
      withExtendedLifetime((first, second)) {}
    }
  }

  /// Whoever looks on changes nothing: names and identities are those of what is looked at.
  @Test func changesNothing() async {
    await #expect(processExitsWith: .success) {
      let onlooker = Onlooker()
      let upstream = ManualPublisher<Int, Never>()
      let subscriber = RecordingSubscriber<Int, Never>(demand: .max(1)) { _ in .max(2) }
      onlooker.enable()
      upstream.map { $0 + 1 }.subscribe(subscriber)
      #expect(upstream.send(1) == .max(2))
      upstream.send(completion: .finished)
      onlooker.disable()
      #expect(subscriber.transcript == ["subscription ManualSubscription", "value 2", "finished"])
      #expect(upstream.history == [.request(.max(1))])
    }
  }
}
