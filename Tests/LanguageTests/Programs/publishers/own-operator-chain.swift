// Operators of one's own on Publisher, generic and constrained, and on a concrete publisher.
import Combine

extension Publisher {
  func unwrap<T>() -> Publishers.CompactMap<Self, T> where Output == T? { compactMap { $0 } }
  func log(_ name: String) -> Publishers.HandleEvents<Self> {
    handleEvents(receiveOutput: { Swift.print(name, $0) }, receiveCompletion: { Swift.print(name, $0) })
  }
}
extension Publisher where Output == Int {
  func doubled() -> AnyPublisher<Int, Failure> { map { $0 * 2 }.eraseToAnyPublisher() }
  func even() -> Publishers.Filter<Self> { filter { $0 % 2 == 0 } }
}
extension Publisher where Failure == Never {
  func values(into body: @escaping (Output) -> Void) -> AnyCancellable { sink(receiveValue: body) }
}
_ = [1, nil, 4].publisher.unwrap().log("seen").doubled().values { print("got", $0) }
_ = (1...6).publisher.even().doubled().collect().sink { print($0) }
