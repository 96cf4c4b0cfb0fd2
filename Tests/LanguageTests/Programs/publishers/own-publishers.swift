// A publisher, a subscription and a subscriber that the program declares; used with the library's operators.
import Combine

struct Countdown: Publisher {
  typealias Output = Int
  typealias Failure = Never
  let start: Int
  func receive<S>(subscriber: S) where S: Subscriber, S.Input == Int, S.Failure == Never {
    subscriber.receive(subscription: Inner(subscriber, start))
  }
  final class Inner<S: Subscriber>: Subscription, CustomStringConvertible where S.Input == Int, S.Failure == Never {
    private var subscriber: S?
    private var next: Int
    init(_ subscriber: S, _ start: Int) {
      self.subscriber = subscriber
      next = start
    }
    var description: String { "Countdown" }
    func request(_ demand: Subscribers.Demand) {
      Swift.print("asked for", demand)
      var demand = demand
      while demand > 0, next > 0, let subscriber {
        demand -= 1
        next -= 1
        demand += subscriber.receive(next + 1)
      }
      if next == 0 {
        let last = subscriber
        subscriber = nil
        last?.receive(completion: .finished)
      }
    }
    func cancel() {
      Swift.print("cancelled")
      subscriber = nil
    }
  }
}
_ = Countdown(start: 3).sink {
  print("end", $0)
} receiveValue: {
  print($0)
}
_ = Countdown(start: 5).map { $0 * 2 }.filter { $0 > 2 }.prefix(2).print("down").sink { print($0) }

final class Slow: Subscriber {
  typealias Input = Int
  typealias Failure = Never
  var subscription: (any Subscription)?
  var left = 2
  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(.max(1))
  }
  func receive(_ input: Int) -> Subscribers.Demand {
    print("slow", input)
    left -= 1
    return left > 0 ? .max(1) : .none
  }
  func receive(completion: Subscribers.Completion<Never>) { print("slow", completion) }
}
let slow = Slow()
Countdown(start: 4).subscribe(slow)
slow.subscription?.request(.unlimited)
let other = Slow()
[10, 20, 30].publisher.subscribe(other)
other.subscription?.cancel()

struct Doubled<Upstream: Publisher>: Publisher where Upstream.Output == Int {
  typealias Output = Int
  typealias Failure = Upstream.Failure
  let upstream: Upstream
  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Failure {
    upstream.map { $0 * 2 }.subscribe(subscriber)
  }
}
extension Publisher where Output == Int {
  func doubled() -> Doubled<Self> { Doubled(upstream: self) }
}
_ = [1, 2].publisher.doubled().doubled().sink { print($0) }
_ = Just(0).flatMap { _ in Countdown(start: 2) }.sink { print("inner", $0) }
_ = Countdown(start: 1).eraseToAnyPublisher().append(Countdown(start: 1)).collect().sink { print($0) }
