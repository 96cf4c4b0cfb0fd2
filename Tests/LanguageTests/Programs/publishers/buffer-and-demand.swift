// buffer's strategies with a subscriber that asks for little; arithmetic of demands.
import Combine

enum Full: Error { case full }
final class Stingy<Input, Failure: Error>: Subscriber {
  var subscription: (any Subscription)?
  func receive(subscription: any Subscription) { self.subscription = subscription }
  func receive(_ input: Input) -> Subscribers.Demand {
    print("got", input)
    return .none
  }
  func receive(completion: Subscribers.Completion<Failure>) { print("end", completion) }
}
let subject = PassthroughSubject<Int, Never>()
let newest = Stingy<Int, Never>()
subject.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest).subscribe(newest)
let oldest = Stingy<Int, Never>()
subject.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).subscribe(oldest)
for n in 1...4 { subject.send(n) }
newest.subscription?.request(.max(2))
oldest.subscription?.request(.max(2))
subject.send(completion: .finished)
newest.subscription?.request(.max(1))
oldest.subscription?.request(.max(1))
let failing = PassthroughSubject<Int, Full>()
let third = Stingy<Int, Full>()
failing.buffer(size: 1, prefetch: .byRequest, whenFull: .customError { .full }).subscribe(third)
failing.send(1)
failing.send(2)
third.subscription?.request(.max(3))
let keep = Stingy<Int, Never>()
(1...5).publisher.print("up").buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest).subscribe(keep)
keep.subscription?.request(.max(1))
keep.subscription?.request(.unlimited)
let demand = Subscribers.Demand.max(3)
print(demand, demand + 2, demand - 1, demand * 2, Subscribers.Demand.unlimited + 1, Subscribers.Demand.none)
print(demand > 2, demand == 3, demand < .unlimited, demand.max as Any, Subscribers.Demand.unlimited.max as Any)
var sum = Subscribers.Demand.none
sum += 2
sum += demand
sum -= 1
print(sum, sum == .max(4), Subscribers.Demand.max(1) <= 1)
