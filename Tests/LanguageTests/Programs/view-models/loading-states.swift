// Loading with states and a busy flag: handleEvents, failure shown as text, retry by the user.
import Combine
import Foundation

enum LoadState<Value> {
  case idle, loading, success(Value), failure(String)
}
struct Offline: LocalizedError {
  var errorDescription: String? { "You are offline." }
}
final class ArticlesViewModel: ObservableObject {
  @Published var state: LoadState<[String]> = .idle
  @Published var isLoading = false
  private var cancellable: AnyCancellable?
  private let request: () -> AnyPublisher<[String], any Error>
  init(request: @escaping () -> AnyPublisher<[String], any Error>) { self.request = request }
  func load() {
    state = .loading
    cancellable = request()
      .handleEvents(
        receiveSubscription: { [weak self] _ in self?.isLoading = true },
        receiveCompletion: { [weak self] _ in self?.isLoading = false },
        receiveCancel: { [weak self] in self?.isLoading = false }
      )
      .sink(
        receiveCompletion: { [weak self] completion in
          if case .failure(let error) = completion { self?.state = .failure(error.localizedDescription) }
        },
        receiveValue: { [weak self] in self?.state = .success($0) })
  }
  func cancel() {
    cancellable?.cancel()
    cancellable = nil
  }
}
var subject = PassthroughSubject<[String], any Error>()
let model = ArticlesViewModel { subject.eraseToAnyPublisher() }
let states = model.$state.sink { print($0) }
model.load()
print(model.isLoading)
subject.send(completion: .failure(Offline()))
print(model.isLoading)
subject = PassthroughSubject()
model.load()
subject.send(["one", "two"])
subject.send(completion: .finished)
print(model.isLoading)
subject = PassthroughSubject()
model.load()
model.cancel()
subject.send(["never"])
print(model.isLoading)
