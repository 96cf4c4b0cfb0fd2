// map and switchToLatest: only the newest inner publisher is heard, the older one is cancelled.
import Combine

let terms = PassthroughSubject<String, Never>()
var answers: [String: PassthroughSubject<Int, Never>] = [:]
func search(_ term: String) -> AnyPublisher<Int, Never> {
  let subject = PassthroughSubject<Int, Never>()
  answers[term] = subject
  return
    subject
    .handleEvents(receiveCancel: { print("cancelled \(term)") })
    .eraseToAnyPublisher()
}
let token =
  terms
  .map { search($0) }
  .switchToLatest()
  .sink {
    print($0)
  } receiveValue: {
    print("found", $0)
  }
terms.send("s")
answers["s"]!.send(1)
terms.send("sw")
answers["s"]!.send(2)
answers["sw"]!.send(3)
terms.send(completion: .finished)
answers["sw"]!.send(4)
answers["sw"]!.send(completion: .finished)
_ = ["a", "b"].publisher.map { Just($0 + "?") }.switchToLatest().collect().sink { print($0) }
