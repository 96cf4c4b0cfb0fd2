// Own operators in extensions of Publisher: generic, with where, built on others, on optional and array outputs.
import Combine

extension Publisher {
  func dump() -> AnyPublisher<Output, Failure> {
    handleEvents(receiveOutput: { Swift.dump($0) })
      .eraseToAnyPublisher()
  }
  func asResult() -> AnyPublisher<Result<Output, Failure>, Never> {
    map(Result.success)
      .catch { error in Just(.failure(error)) }
      .eraseToAnyPublisher()
  }
  func withIndex() -> some Publisher<(index: Int, value: Output), Failure> {
    scan((index: -1, value: Output?.none)) { (index: $0.index + 1, value: $1) }
      .map { (index: $0.index, value: $0.value!) }
  }
  func weakAssign<Root: AnyObject>(to path: ReferenceWritableKeyPath<Root, Output>, on root: Root) -> AnyCancellable
  where Failure == Never {
    sink { [weak root] value in root?[keyPath: path] = value }
  }
}
extension Publisher where Output: Collection {
  func nonEmpty() -> Publishers.Filter<Self> { filter { !$0.isEmpty } }
}
extension Publisher where Output == String, Failure == Never {
  func trimmed() -> AnyPublisher<String, Never> { map { $0.filter { $0 != " " } }.eraseToAnyPublisher() }
}
protocol OptionalType {
  associatedtype Wrapped
  var optional: Wrapped? { get }
}
extension Optional: OptionalType { var optional: Wrapped? { self } }
extension Publisher where Output: OptionalType {
  func unwrap() -> AnyPublisher<Output.Wrapped, Failure> { compactMap(\.optional).eraseToAnyPublisher() }
}
enum Oops: Error { case bad }
struct Point { var x = 1, y = 2 }
_ = Just(Point()).dump().sink { _ in }
_ = Fail<Int, Oops>(error: .bad).asResult().sink { print($0) }
_ = Just(4).setFailureType(to: Oops.self).asResult().sink { print($0) }
_ = ["a", "b"].publisher.withIndex().sink { print($0.index, $0.value) }
_ = ["", "x", "yz"].publisher.nonEmpty().sink { print($0) }
_ = Just(" a b ").trimmed().sink { print("[\($0)]") }
_ = [1, nil, 3].publisher.unwrap().sink { print($0) }
final class Target { var text = "" }
let target = Target()
_ = Just("assigned").weakAssign(to: \.text, on: target)
print(target.text)
