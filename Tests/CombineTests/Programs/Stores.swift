// Stores that load: when somebody looks, one request at a time, with a state for each.

import Combine
import Foundation

let lazyStore = Program(
  "lazy store",
  prints: """
    10000 stores, 0 loads
    loading
    a: 3 users
    b: 3 users
    nobody looks
    loading
    c: 3 users
    2 loads
    """
) { print in
  /// Loads for the first who looks, and again when everybody had gone.
  final class LazyStore {
    let users: AnyPublisher<Int, Never>

    init(load: @escaping () -> Int) {
      let value = CurrentValueSubject<Int?, Never>(nil)
      users = Deferred { Just(load()) }
        .map(Optional.some)
        .append(Empty(completeImmediately: false))
        .multicast(subject: value)
        .autoconnect()
        .compactMap { $0 }
        .eraseToAnyPublisher()
    }
  }

  var loads = 0
  let stores = (0..<10_000).map { _ in
    LazyStore {
      loads += 1
      print("loading")
      return 3
    }
  }
  print(stores.count, "stores,", loads, "loads")
  let users = stores[0].users.removeDuplicates()
  let first = users.sink { print("a: \($0) users") }
  let second = users.sink { print("b: \($0) users") }
  first.cancel()
  second.cancel()
  print("nobody looks")
  let third = stores[0].users.dropFirst().sink { print("c: \($0) users") }
  let again = stores[0].users.sink { _ in }
  print(loads, "loads")
  withExtendedLifetime((third, again)) {}
}

let loadState = Program(
  "load states",
  prints: """
    users loading(["placeholder"]), songs idle
    users loading(["placeholder"]), songs loading([])
    users success(["ann", "ben"]), songs loading([])
    users success(["ann", "ben"]), songs failure
    """
) { print in
  enum LoadState: Equatable, CustomStringConvertible {
    case idle
    case loading([String])
    case success([String])
    case failure

    var description: String {
      switch self {
      case .idle: "idle"
      case .loading(let placeholder): "loading(\(placeholder))"
      case .success(let value): "success(\(value))"
      case .failure: "failure"
      }
    }
  }

  final class Library: ObservableObject {
    @Published var users = LoadState.idle
    @Published var songs = LoadState.idle
    private var loads: [String: AnyCancellable] = [:]

    /// A new load of the same thing cancels the one before; different ones do not touch each other.
    func load(
      _ name: String, _ path: ReferenceWritableKeyPath<Library, LoadState>, placeholder: [String],
      from source: AnyPublisher<[String], any Error>
    ) {
      self[keyPath: path] = .loading(placeholder)
      loads[name] = source.map { LoadState.success($0) }.replaceError(with: .failure)
        .sink { [weak self] in self?[keyPath: path] = $0 }
    }
  }

  let (users, songs) = (PassthroughSubject<[String], any Error>(), PassthroughSubject<[String], any Error>())
  let library = Library()
  func show() { print("users \(library.users), songs \(library.songs)") }
  library.load("users", \.users, placeholder: ["placeholder"], from: users.eraseToAnyPublisher())
  show()
  library.load("songs", \.songs, placeholder: [], from: songs.eraseToAnyPublisher())
  show()
  users.send(["ann", "ben"])
  show()
  songs.send(completion: .failure(CancellationError()))
  show()
}

let preferences = Program(
  "headlines by preferences",
  prints: """
    loading true
    loading false
    * Compilers, * Concurrency, Gardens
    """
) { print in
  struct Article {
    let headline: String
    let isFavourite: Bool
  }

  final class Model: ObservableObject {
    @Published var headlines: [String] = []
    @Published var isLoading = false
  }

  let model = Model()
  let response = PassthroughSubject<[String: Result<[String], URLError>], Never>()
  let favourites = ["tech": true]
  let loading = model.$isLoading.dropFirst().sink { print("loading", $0) }
  response
    .handleEvents(
      receiveSubscription: { _ in model.isLoading = true }, receiveOutput: { _ in model.isLoading = false },
      receiveCompletion: { _ in model.isLoading = false }, receiveCancel: { model.isLoading = false }
    )
    .map { sections in
      sections.flatMap { section, result in
        ((try? result.get()) ?? []).map { Article(headline: $0, isFavourite: favourites[section] ?? false) }
      }
      .sorted { ($0.isFavourite ? 0 : 1, $0.headline) < ($1.isFavourite ? 0 : 1, $1.headline) }
      .map { ($0.isFavourite ? "* " : "") + $0.headline }
    }
    .assign(to: &model.$headlines)
  response.send([
    "tech": .success(["Concurrency", "Compilers"]), "home": .success(["Gardens"]),
    "sport": .failure(URLError(.timedOut)),
  ])
  print(model.headlines.joined(separator: ", "))
  withExtendedLifetime(loading) {}
}
