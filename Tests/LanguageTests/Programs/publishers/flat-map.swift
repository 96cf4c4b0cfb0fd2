// flatMap: a publisher per value, inner failures, setFailureType, maxPublishers, nested inference.
import Combine

enum APIError: Error { case empty }
func lookUp(_ word: String) -> AnyPublisher<Int, Never> {
  Just(word.count).eraseToAnyPublisher()
}
func validate(_ word: String) -> AnyPublisher<String, APIError> {
  if word.isEmpty { return Fail(error: APIError.empty).eraseToAnyPublisher() }
  return Just(word + "!").setFailureType(to: APIError.self).eraseToAnyPublisher()
}
_ = ["a", "bb"].publisher.flatMap { lookUp($0) }.sink { print($0) }
_ = ["a", "bb"].publisher.flatMap(lookUp).collect().sink { print($0) }
_ = ["x", "", "z"].publisher
  .setFailureType(to: APIError.self)
  .flatMap { validate($0) }
  .sink {
    print($0)
  } receiveValue: {
    print($0)
  }
_ = ["x", "", "z"].publisher
  .flatMap { word in
    validate(word).catch { error in Just("caught \(error)") }
  }
  .sink { print($0) }
_ = (1...3).publisher.flatMap { n in (0..<n).publisher.map { "\(n).\($0)" } }.collect().sink { print($0) }

let rooms = PassthroughSubject<PassthroughSubject<String, Never>, Never>()
let kitchen = PassthroughSubject<String, Never>()
let attic = PassthroughSubject<String, Never>()
let all = rooms.flatMap { $0 }.sink { print("all", $0) }
let first = rooms.flatMap(maxPublishers: .max(1)) { $0 }.sink { print("first", $0) }
rooms.send(kitchen)
kitchen.send("tea")
rooms.send(attic)
attic.send("dust")
kitchen.send("cake")
