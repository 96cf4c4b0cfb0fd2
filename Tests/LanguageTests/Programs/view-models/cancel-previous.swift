// One token: a new load cancels the one that runs, only the newest answer counts.
import Combine

final class Loader: ObservableObject {
  @Published private(set) var result = "-"
  private var cancellable: AnyCancellable?
  private let request: (String) -> AnyPublisher<String, Never>
  init(request: @escaping (String) -> AnyPublisher<String, Never>) { self.request = request }
  func load(_ term: String) {
    cancellable = request(term)
      .map { "\(term): \($0)" }
      .sink { [weak self] in self?.result = $0 }
  }
  deinit { print("loader gone") }
}
var pending: [String: PassthroughSubject<String, Never>] = [:]
var loader: Loader? = Loader { term in
  let subject = PassthroughSubject<String, Never>()
  pending[term] = subject
  return subject.handleEvents(receiveCancel: { print("cancelled \(term)") }).eraseToAnyPublisher()
}
let log = loader!.$result.dropFirst().sink { print($0) }
loader?.load("a")
loader?.load("ab")
pending["a"]?.send("too late")
pending["ab"]?.send("first")
pending["ab"]?.send("second")
loader?.load("abc")
loader = nil
pending["abc"]?.send("nobody")
