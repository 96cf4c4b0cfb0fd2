// A publisher's subscriber within it: its parameters are equal to those of the publisher.
import Combine

struct Twice<Upstream: Publisher>: Publisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure
  let upstream: Upstream

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(Inner(downstream: subscriber))
  }

  private final class Inner<Downstream: Subscriber>: Subscriber
  where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    typealias Input = Upstream.Output
    typealias Failure = Upstream.Failure
    let downstream: Downstream
    init(downstream: Downstream) { self.downstream = downstream }
    func receive(subscription: Subscription) { downstream.receive(subscription: subscription) }
    func receive(_ input: Input) -> Subscribers.Demand {
      _ = downstream.receive(input)
      return downstream.receive(input)
    }
    func receive(completion: Subscribers.Completion<Failure>) { downstream.receive(completion: completion) }
  }
}
let token = Twice(upstream: [1, 2].publisher).sink {
  print($0)
} receiveValue: {
  print($0)
}
