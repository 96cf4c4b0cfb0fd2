import Combine
import Foundation

extension Publisher where Output: Collection, Output.Element: Comparable {
  func sortedElements(by areInIncreasingOrder: @escaping (Output.Element, Output.Element) -> Bool = (<))
    -> Publishers.Map<Self, [Output.Element]>
  {
    map { $0.sorted(by: areInIncreasingOrder) }
  }
}
extension Publisher where Output == String, Failure == Never {
  func words() -> AnyPublisher<[String], Never> {
    map { $0.components(separatedBy: .whitespaces).filter { !$0.isEmpty } }.eraseToAnyPublisher()
  }
}
extension Publisher {
  func withPrevious() -> AnyPublisher<(previous: Output?, current: Output), Failure> {
    scan(Optional<(Output?, Output)>.none) { ($0?.1, $1) }
      .compactMap { $0 }
      .map { (previous: $0.0, current: $0.1) }
      .eraseToAnyPublisher()
  }
  func asResult() -> some Publisher<Result<Output, Failure>, Never> {
    map(Result.success).catch { Just(.failure($0)) }
  }
  func unwrap<T>() -> Publishers.CompactMap<Self, T> where Output == T? { compactMap { $0 } }
  func sinkOnly(_ body: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: body)
  }
  func log(_ tag: String = #function) -> Publishers.HandleEvents<Self> {
    handleEvents(
      receiveSubscription: { _ in Swift.print(tag, "subscribed") },
      receiveOutput: { Swift.print(tag, $0) },
      receiveCompletion: { Swift.print(tag, $0) },
      receiveCancel: { Swift.print(tag, "cancelled") })
  }
  func filterMap<T>(_ keyPath: KeyPath<Output, T?>) -> AnyPublisher<T, Failure> {
    flatMap { value -> AnyPublisher<T, Failure> in
      guard let x = value[keyPath: keyPath] else {
        return Empty().setFailureType(to: Failure.self).eraseToAnyPublisher()
      }
      return Just(x).setFailureType(to: Failure.self).eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }
}
extension Publisher where Failure == Never {
  func weakAssign<T: AnyObject>(to keyPath: ReferenceWritableKeyPath<T, Output>, on object: T) -> AnyCancellable {
    sink { [weak object] value in object?[keyPath: keyPath] = value }
  }
}
extension Publisher where Output: Numeric {
  func runningTotal() -> Publishers.Scan<Self, Output> { scan(0, +) }
}
struct Person { let name: String; let email: String? }
final class Label { var text = "" { didSet { print("label:", text) } } }
var bag = Set<AnyCancellable>()
[3, 1, 2].publisher.collect().sortedElements().sink { print($0) }.store(in: &bag)
Just([3, 1, 2]).sortedElements(by: >).sink { print($0) }.store(in: &bag)
"the quick  brown".publisher.map(String.init).reduce("", +).words().sink { print($0) }.store(in: &bag)
[1, 4, 9].publisher.withPrevious().sink { print($0.previous ?? 0, $0.current) }.store(in: &bag)
struct Odd: Error {}
(1...4).publisher.tryMap { n -> Int in
  if n == 3 { throw Odd() }; return n
}.asResult().sink { print($0) }.store(in: &bag)
[1, nil, 3].publisher.unwrap().log().sinkOnly { _ in }.store(in: &bag)
[Person(name: "A", email: nil), .init(name: "B", email: "b@x")].publisher.filterMap(\.email).sink { print($0) }.store(
  in: &bag)
var label: Label? = Label()
let text = CurrentValueSubject<String, Never>("one")
text.weakAssign(to: \.text, on: label!).store(in: &bag)
text.send("two")
label = nil
text.send("three")
[1.5, 2, 3].publisher.runningTotal().last().sink { print($0) }.store(in: &bag)
[1, 2, 3].publisher.runningTotal().map(String.init).collect().map { $0.joined(separator: "+") }.sink { print($0) }
  .store(in: &bag)
Publishers.Merge3(Just(1), Just(2).delay(for: .zero, scheduler: ImmediateScheduler.shared), Empty()).min().sink {
  print("min", $0)
}.store(in: &bag)
let p = PassthroughSubject<Int, Odd>()
let cancel = p.log("p").replaceError(with: -1).sink { print("got", $0) }
p.send(5)
cancel.cancel()
p.send(6)
