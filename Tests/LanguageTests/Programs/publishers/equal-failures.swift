// What the types in a signature, and the protocols of its parameters, say of failures.
import Combine

extension Publisher {
  func flatMapLatest<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>> { map(transform).switchToLatest() }

  func flattened<P: Publisher>(_ transform: @escaping (Output) -> P) -> Publishers.FlatMap<P, Self> {
    flatMap(transform)
  }
}

protocol Relay: Publisher where Failure == Never {
  associatedtype Output
  func accept(_ value: Output)
  func subscribe<P: Publisher>(_ publisher: P) -> AnyCancellable where P.Failure == Failure, P.Output == Output
}
extension Publisher where Failure == Never {
  func relay<R: Relay>(to relay: R) -> AnyCancellable where R.Output == Output { relay.subscribe(self) }
}
final class PassthroughRelay<Output>: Relay {
  private let subject = PassthroughSubject<Output, Never>()
  func accept(_ value: Output) { subject.send(value) }
  func subscribe<P: Publisher>(_ publisher: P) -> AnyCancellable where P.Failure == Never, P.Output == Output {
    publisher.sink { self.accept($0) }
  }
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    subject.receive(subscriber: subscriber)
  }
}

let relay = PassthroughRelay<Int>()
let token = relay.sink { print("relayed", $0) }
let other = [1, 2].publisher.flatMapLatest { Just($0 * 10) }.relay(to: relay)
let last = [3].publisher.flattened { [$0, $0 + 1].publisher }.sink { print($0) }
