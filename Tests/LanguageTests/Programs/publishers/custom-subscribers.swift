// Subscribers.Sink attached by hand, an own Subscriber with demand, and subscribe(_:) with AnySubscriber.
import Combine

let toppings = ["salami", "olives", "capers"].publisher
let sink = Subscribers.Sink<String, Never> { completion in
  print("completed: \(completion)")
} receiveValue: { topping in
  print("topping: \(topping)")
}
toppings.subscribe(sink)

final class TwoAtATime: Subscriber {
  typealias Input = Int
  typealias Failure = Never
  var subscription: (any Subscription)?
  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(.max(2))
  }
  func receive(_ input: Int) -> Subscribers.Demand {
    print("value \(input)")
    return input == 2 ? .max(1) : .none
  }
  func receive(completion: Subscribers.Completion<Never>) { print("end", completion) }
}
let two = TwoAtATime()
(1...4).publisher.subscribe(two)
print("asking for more")
two.subscription?.request(.unlimited)

let any = AnySubscriber<Int, Never>(
  receiveSubscription: { $0.request(.max(1)) },
  receiveValue: {
    print("any", $0)
    return .none
  },
  receiveCompletion: { print("any", $0) })
[7, 8].publisher.subscribe(any)
print(
  Subscribers.Demand.max(3), Subscribers.Demand.unlimited, Subscribers.Demand.none + .max(2),
  Subscribers.Demand.max(1) < 2)
