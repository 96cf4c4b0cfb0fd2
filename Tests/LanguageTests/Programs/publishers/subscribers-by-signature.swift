// A subscriber's `Input` and `Failure` follow from what it receives.
// swift-format-ignore-file
import Combine
struct S: Subscriber {
  let combineIdentifier = CombineIdentifier()
  func receive(subscription: Subscription) { subscription.request(.unlimited) }
  func receive(_ input: Int) -> Subscribers.Demand { print("got", input); return .none }
  func receive(completion: Subscribers.Completion<Never>) { print("done", completion) }
}
final class C: Subscriber {
  func receive(subscription: Subscription) { subscription.request(.max(2)) }
  func receive(_ input: String) -> Subscribers.Demand { print("got", input); return .none }
  func receive(completion: Subscribers.Completion<Error>) { print("done", completion) }
}
[1, 2].publisher.subscribe(S())
["a", "b", "c"].publisher.setFailureType(to: Error.self).subscribe(C())
final class G<T>: Subscriber {
  let name: String
  init(_ name: String) { self.name = name }
  func receive(subscription: any Subscription) { subscription.request(.unlimited) }
  func receive(_ input: [T]) -> Subscribers.Demand { print(name, input); return .none }
  func receive(completion: Subscribers.Completion<Never>) { print(name, completion) }
}
[1, 2, 3].publisher.collect(2).subscribe(G("pairs"))
