import Combine
import Foundation

struct Countdown: Publisher {
  typealias Output = Int
  typealias Failure = Never
  let from: Int
  func receive<S>(subscriber: S) where S: Subscriber, Never == S.Failure, Int == S.Input {
    subscriber.receive(subscription: Inner(from: from, downstream: subscriber))
  }
  private final class Inner<S: Subscriber>: Subscription where S.Input == Int, S.Failure == Never {
    private var current: Int
    private var downstream: S?
    init(from: Int, downstream: S) { current = from; self.downstream = downstream }
    func request(_ demand: Subscribers.Demand) {
      var demand = demand
      while let downstream, demand > .none {
        guard current >= 0 else { break }
        demand -= 1
        demand += downstream.receive(current)
        current -= 1
        if current < 0 {
          downstream.receive(completion: .finished)
          self.downstream = nil
        }
      }
    }
    func cancel() { downstream = nil; Swift.print("countdown cancelled") }
  }
}
final class Batch<Input, Failure: Error>: Subscriber, Cancellable {
  let combineIdentifier = CombineIdentifier()
  private let size: Int
  private var subscription: Subscription?
  private var buffer: [Input] = []
  private let deliver: ([Input]) -> Void
  init(size: Int, deliver: @escaping ([Input]) -> Void) { self.size = size; self.deliver = deliver }
  func receive(subscription: Subscription) {
    self.subscription = subscription
    subscription.request(.max(size))
  }
  func receive(_ input: Input) -> Subscribers.Demand {
    buffer.append(input)
    guard buffer.count == size else { return .none }
    deliver(buffer)
    buffer = []
    return .max(size)
  }
  func receive(completion: Subscribers.Completion<Failure>) {
    if !buffer.isEmpty { deliver(buffer) }
    switch completion {
    case .finished: print("batch finished")
    case .failure(let error): print("batch failed: \(error)")
    }
    subscription = nil
  }
  func cancel() { subscription?.cancel(); subscription = nil }
}
extension Publishers {
  struct Pairwise<Upstream: Publisher>: Publisher {
    typealias Output = (Upstream.Output, Upstream.Output)
    typealias Failure = Upstream.Failure
    let upstream: Upstream
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.scan((nil, nil)) { (pair: (Upstream.Output?, Upstream.Output?), next) in (pair.1, next) }
        .compactMap { a, b in a.flatMap { a in b.map { (a, $0) } } }
        .subscribe(subscriber)
    }
  }
}
extension Publisher { func pairwise() -> Publishers.Pairwise<Self> { .init(upstream: self) } }

Countdown(from: 6).subscribe(Batch(size: 3) { print("batch", $0) })
let c = Countdown(from: 3).pairwise().map { $0 - $1 }.sink { print($0, terminator: ",") }
print()
let failing = PassthroughSubject<String, URLError>()
let b = Batch<String, URLError>(size: 2) { print($0) }
failing.subscribe(b)
failing.send("a"); failing.send("b"); failing.send("c")
failing.send(completion: .failure(URLError(.timedOut)))
let some = Countdown(from: 100).prefix(2).sink(receiveCompletion: { print($0) }) { print($0) }
let slow = Batch<Int, Never>(size: 2) { print("slow", $0) }
let subject = PassthroughSubject<Int, Never>()
subject.subscribe(slow)
(0..<3).forEach(subject.send(_:))
slow.cancel()
subject.send(99)
let any = AnySubscriber<Int, Never>(
  receiveSubscription: { $0.request(.max(2)) },
  receiveValue: {
    print("any", $0); return .none
  }, receiveCompletion: { _ in print("never") })
Countdown(from: 9).subscribe(any)
let connectable = Countdown(from: 1).makeConnectable()
let s1 = connectable.sink { print("s1", $0) }
let s2 = connectable.sink { print("s2", $0) }
let conn = connectable.connect()
let multi = Countdown(from: 1).multicast { PassthroughSubject() }
let s3 = multi.sink { print("s3", $0) }
_ = multi.connect()
print(Subscribers.Demand.max(3) + 2 == .max(5), Subscribers.Demand.unlimited)
