// Own publishers, subscriptions, subscribers, subjects and schedulers.
import Combine
import Foundation

struct Countdown: Publisher {
  typealias Output = Int
  typealias Failure = Never
  let start: Int
  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    subscriber.receive(subscription: CountdownSubscription(start, subscriber))
  }
}
final class CountdownSubscription<S: Subscriber>: Subscription where S.Input == Int, S.Failure == Never {
  private var subscriber: S?
  private var current: Int
  init(_ start: Int, _ subscriber: S) { current = start; self.subscriber = subscriber }
  func request(_ demand: Subscribers.Demand) {
    var demand = demand
    while let subscriber, demand > 0, current > 0 {
      demand -= 1
      demand += subscriber.receive(current)
      current -= 1
    }
    if current == 0 { subscriber?.receive(completion: .finished); subscriber = nil }
  }
  func cancel() { subscriber = nil; print("cancelled") }
}
_ = Countdown(start: 3).sink {
  print($0)
} receiveValue: {
  print($0)
}
_ = Countdown(start: 5).prefix(2).collect().sink { print($0) }
final class Two: Subscriber {
  typealias Input = Int
  typealias Failure = Never
  private var subscription: Subscription?
  func receive(subscription: Subscription) { self.subscription = subscription; subscription.request(.max(2)) }
  func receive(_ input: Int) -> Subscribers.Demand { print("two", input); return input == 4 ? .max(1) : .none }
  func receive(completion: Subscribers.Completion<Never>) { print("completed", completion) }
  func stop() { subscription?.cancel() }
}
let two = Two()
Countdown(start: 5).subscribe(two)
two.stop()
(1...3).publisher.subscribe(Two())
struct Printer<Input>: Subscriber {
  typealias Failure = Never
  let combineIdentifier = CombineIdentifier()
  func receive(subscription: Subscription) { subscription.request(.unlimited) }
  func receive(_ input: Input) -> Subscribers.Demand { print("printer", input); return .none }
  func receive(completion: Subscribers.Completion<Never>) { print("end") }
}
["a", "b"].publisher.receive(subscriber: Printer<String>())
extension Publisher {
  func trace(_ name: String) -> Trace<Self> { Trace(upstream: self, name: name) }
}
struct Trace<Upstream: Publisher>: Publisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure
  let upstream: Upstream
  let name: String
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.receive(subscriber: Inner(downstream: subscriber, name: name))
  }
  final class Inner<Downstream: Subscriber>: Subscriber {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure
    let downstream: Downstream
    let name: String
    init(downstream: Downstream, name: String) { self.downstream = downstream; self.name = name }
    func receive(subscription: Subscription) {
      Swift.print(name, "subscription"); downstream.receive(subscription: subscription)
    }
    func receive(_ input: Input) -> Subscribers.Demand { Swift.print(name, input); return downstream.receive(input) }
    func receive(completion: Subscribers.Completion<Failure>) {
      Swift.print(name, completion); downstream.receive(completion: completion)
    }
  }
}
_ = [1, 2].publisher.trace("t").map { $0 * 2 }.sink { print($0) }
let erased = Countdown(start: 2).eraseToAnyPublisher()
_ = erased.merge(with: Just(9)).sink { print("merged", $0) }
final class Relay<Output>: Subject {
  typealias Failure = Never
  private let inner = PassthroughSubject<Output, Never>()
  private(set) var last: Output?
  func send(_ value: Output) { last = value; inner.send(value) }
  func send(completion: Subscribers.Completion<Never>) { inner.send(completion: completion) }
  func send(subscription: Subscription) { subscription.request(.unlimited) }
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    inner.receive(subscriber: subscriber)
  }
}
let relay = Relay<String>()
let c = relay.sink { print("relay", $0) }
relay.send("hi")
_ = Just("from just").subscribe(relay)
print(relay.last as Any)
struct Immediate: Scheduler {
  typealias SchedulerTimeType = ImmediateScheduler.SchedulerTimeType
  typealias SchedulerOptions = Never
  var now: SchedulerTimeType { ImmediateScheduler.shared.now }
  var minimumTolerance: SchedulerTimeType.Stride { .zero }
  func schedule(options: Never?, _ action: @escaping () -> Void) { print("scheduled"); action() }
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) { action() }
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> Cancellable { action(); return AnyCancellable {} }
}
_ = Just(1).receive(on: Immediate()).sink { print($0) }
