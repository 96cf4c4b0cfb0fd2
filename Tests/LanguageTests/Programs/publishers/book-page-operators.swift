// book page operators, as one page of a program.
import Combine
import Foundation

var subscriptions = Set<AnyCancellable>()
func example(of d: String, action: () -> Void) { print("——— Example of:", d, "———"); action() }

example(of: "min max first last output count contains allSatisfy reduce") {
  [1, -50, 246, 0].publisher.print("p").min().sink(receiveValue: { print("Lowest value is \($0)") }).store(
    in: &subscriptions)
  ["12345", "ab", "hello world"].map { Data($0.utf8) }.publisher
    .min(by: { $0.count < $1.count })
    .sink { data in print("Smallest data is \(String(data: data, encoding: .utf8)!), \(data.count) bytes") }
    .store(in: &subscriptions)
  ["A", "F", "Z", "E"].publisher.max().sink { print("Highest \($0)") }.store(in: &subscriptions)
  ["J", "O", "H", "N"].publisher.first(where: { "Hello World".contains($0) }).sink { print("first", $0) }.store(
    in: &subscriptions)
  ["A", "B", "C"].publisher.output(at: 1).sink { print("Value at index 1 is \($0)") }.store(in: &subscriptions)
  ["A", "B", "C", "D", "E"].publisher.output(in: 1...3).sink(
    receiveCompletion: { print($0) }, receiveValue: { print("in range: \($0)") }
  ).store(in: &subscriptions)
  ["A", "B", "C"].publisher.count().sink { print("I have \($0) items") }.store(in: &subscriptions)
  ["A", "B", "C", "D", "E"].publisher.contains("C").sink { print($0 ? "emitted C!" : "never") }.store(
    in: &subscriptions)
  stride(from: 0, to: 5, by: 2).publisher.allSatisfy { $0 % 2 == 0 }.sink { print($0 ? "All even" : "odd") }.store(
    in: &subscriptions)
  ["Hel", "lo", " ", "Wor", "ld", "!"].publisher.reduce("", +).sink { print("Reduced into: \($0)") }.store(
    in: &subscriptions)
}

class Person: Decodable {
  let id: Int, name: String
  enum PersonError: Error { case missing(Int) }
  init(id: Int, name: String) { self.id = id; self.name = name }
}
extension Person: CustomStringConvertible { var description: String { "Person(\(id), \(name))" } }
let people = [(456, "Scott"), (123, "Shai"), (789, "Marin")].map(Person.init(id:name:)).publisher
people.contains(where: { $0.id == 800 || $0.name == "Marin" }).sink { print($0) }.store(in: &subscriptions)
people.sink { print($0) }.store(in: &subscriptions)

example(of: "error handling") {
  enum NameError: Error { case tooShort(String), unknown }
  let names = ["Marin", "Shai", "Florent"].publisher
  names
    .tryMap { value -> Int in
      let length = value.count
      guard length >= 5 else { throw NameError.tooShort(value) }
      return value.count
    }
    .mapError { $0 as? NameError ?? .unknown }
    .sink(
      receiveCompletion: { completion in
        switch completion {
        case .finished: print("Finished")
        case .failure(.tooShort(let name)): print("\(name) is too short!")
        case .failure(.unknown): print("An unknown error occurred")
        }
      }, receiveValue: { print("Got length \($0)") }
    )
    .store(in: &subscriptions)
}
example(of: "retry and catch") {
  struct Flaky: Error {}
  var attempts = 0
  let source = Deferred { () -> AnyPublisher<Int, Flaky> in
    attempts += 1
    return attempts < 3
      ? Fail(error: Flaky()).eraseToAnyPublisher() : Just(attempts).setFailureType(to: Flaky.self).eraseToAnyPublisher()
  }
  source.retry(1).replaceError(with: -1).sink { print("retried", $0) }.store(in: &subscriptions)
  source.retry(1).catch { _ in Empty<Int, Never>() }.sink { print("again", $0) }.store(in: &subscriptions)
  print(attempts)
}
example(of: "multicast and share") {
  let subject = PassthroughSubject<Int, Never>()
  let shared = (1...2).publisher.print("shared").multicast(subject: subject)
  shared.sink { print("one", $0) }.store(in: &subscriptions)
  shared.sink { print("two", $0) }.store(in: &subscriptions)
  shared.connect().store(in: &subscriptions)
}
example(of: "future") {
  func future(_ n: Int) -> Future<Int, Error> {
    Future<Int, Error> { promise in
      print("performing")
      promise(n > 0 ? .success(n * 2) : .failure(URLError(.badURL)))
    }
  }
  future(2).sink(receiveCompletion: { print($0) }, receiveValue: { print($0) }).store(in: &subscriptions)
  future(0).sink(
    receiveCompletion: { if case .failure(let e as URLError) = $0 { print(e.code == .badURL) } },
    receiveValue: { print($0) }
  ).store(in: &subscriptions)
}
example(of: "Subscriber") {
  final class IntSubscriber: Subscriber {
    typealias Input = Int
    typealias Failure = Never
    func receive(subscription: Subscription) { subscription.request(.max(3)) }
    func receive(_ input: Int) -> Subscribers.Demand {
      print("Received value", input)
      return input == 1 ? .max(1) : .none
    }
    func receive(completion: Subscribers.Completion<Never>) { print("Received completion", completion) }
  }
  (1...6).publisher.subscribe(IntSubscriber())
  (1...4).publisher.subscribe(IntSubscriber())
}
example(of: "CurrentValueSubject") {
  let subject = CurrentValueSubject<Int, Never>(0)
  subject.print().sink(receiveValue: { print($0) }).store(in: &subscriptions)
  subject.send(1); subject.value = 2
  print(subject.value)
  subject.print("Second").sink(receiveValue: { print("s", $0) }).store(in: &subscriptions)
  subject.send(completion: .finished)
}
example(of: "assign") {
  class SomeObject { var value: String = "" { didSet { print(value) } } }
  let object = SomeObject()
  ["Hello", "world!"].publisher.assign(to: \.value, on: object).store(in: &subscriptions)
  class Obs: ObservableObject { @Published var value = 0 }
  let o = Obs()
  o.$value.sink { print($0) }.store(in: &subscriptions)
  (0..<3).publisher.assign(to: &o.$value)
}
