// An operator whose result's parameters are constrained by each other, by way of a publisher made of both.
import Combine

struct WithLatest<Upstream: Publisher, Other: Publisher, Output>: Publisher where Upstream.Failure == Other.Failure {
  typealias Failure = Upstream.Failure
  let upstream: Upstream
  let other: Other
  let transform: (Upstream.Output, Other.Output) -> Output

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let (transform, upstream) = (transform, upstream)
    other
      .map { value in upstream.map { transform($0, value) } }
      .switchToLatest()
      .receive(subscriber: subscriber)
  }
}

extension Publisher {
  func withLatest<Other: Publisher, R>(
    from other: Other, _ transform: @escaping (Output, Other.Output) -> R
  ) -> WithLatest<Self, AnyPublisher<Other.Output, Self.Failure>, R> where Other.Failure == Failure {
    WithLatest(upstream: self, other: other.eraseToAnyPublisher(), transform: transform)
  }
}

let numbers = PassthroughSubject<Int, Never>()
let letters = CurrentValueSubject<String, Never>("a")
let cancellable = numbers.withLatest(from: letters) { "\($0)\($1)" }.sink { print($0) }
numbers.send(1)
letters.send("b")
numbers.send(2)
