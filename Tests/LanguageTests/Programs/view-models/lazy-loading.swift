// A store that loads when somebody first listens, once for all who listen, and again after everybody has gone.
import Combine
import Foundation

protocol Loader { associatedtype Value; func load() -> AnyPublisher<Value, Never> }
final class LazyValue<L: Loader>: ObservableObject {
  private let loader: L
  private(set) var loads = 0
  private var subscribers = 0 { didSet { print("subscribers \(oldValue) -> \(subscribers)") } }
  private let subject = CurrentValueSubject<L.Value?, Never>(nil)
  private var task: AnyCancellable?
  init(_ loader: L) { self.loader = loader }
  var publisher: AnyPublisher<L.Value, Never> {
    subject
      .compactMap { $0 }
      .handleEvents(
        receiveSubscription: { [weak self] _ in self?.arrive() },
        receiveCancel: { [weak self] in self?.leave() }
      )
      .eraseToAnyPublisher()
  }
  private func arrive() {
    subscribers += 1
    guard subscribers == 1 else { return }
    loads += 1
    task = loader.load().map(Optional.some).sink { [subject] in subject.send($0) }
  }
  private func leave() {
    subscribers -= 1
    if subscribers == 0 {
      task = nil
      subject.send(nil)
    }
  }
}
struct Books: Loader {
  func load() -> AnyPublisher<[String], Never> {
    Deferred { Just(["Dune", "Emma"]) }.delay(for: .milliseconds(20), scheduler: DispatchQueue.main)
      .eraseToAnyPublisher()
  }
}
let lazyBooks = LazyValue(Books())
print("loads", lazyBooks.loads)
var tokens: [AnyCancellable] = []
lazyBooks.publisher.sink { print("first", $0) }.store(in: &tokens)
lazyBooks.publisher.map(\.count).sink { print("second", $0) }.store(in: &tokens)
RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.1))
print("loads", lazyBooks.loads)
tokens.removeAll()
lazyBooks.publisher.first().sink { print("again", $0) }.store(in: &tokens)
RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.1))
print("loads", lazyBooks.loads)
let many = (0..<1000).map { _ in LazyValue(Books()) }
print("idle", many.reduce(0) { $0 + $1.loads })
