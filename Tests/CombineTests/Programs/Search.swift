// Searching in lists: of the object's own, in two lists by one term, and with answers that come too late.

import Combine
import Foundation

let citySearch = Program(
  "city search",
  prints: """
    ["Hamburg", "London", "San Francisco", "New York", "Boulder", "Sydney"]
    ["Boulder"]
    []
    ["Hamburg", "London", "San Francisco", "New York", "Boulder", "Sydney"]
    gone
    """
) { print in
  final class CityModel: ObservableObject {
    @Published var query = ""
    @Published private(set) var found: [String] = []
    @Published private var cities = ["Hamburg", "London", "San Francisco", "New York", "Boulder", "Sydney"]
    let gone: () -> Void

    init(gone: @escaping () -> Void) {
      self.gone = gone
      // Into a property of the same object, without keeping it alive.
      $cities.combineLatest($query) { cities, query in
        query.isEmpty ? cities : cities.filter { $0.contains(query) }
      }
      .assign(to: &$found)
    }

    deinit { gone() }
  }

  let model = CityModel { print("gone") }
  print(model.found)
  for query in ["ou", "OU", ""] {
    model.query = query
    print(model.found)
  }
}

let tipsAndFavourites = Program(
  "two lists, one term",
  prints: """
    tips ["async", "await", "actor"], favourites ["await"]
    tips ["async", "await"], favourites ["await"]
    tips ["async", "await"], favourites ["await", "aware"]
    tips [], favourites []
    """
) { print in
  final class Library {
    @Published var term = ""
    @Published var tips = ["async", "await", "actor"]
    @Published var favourites = ["await"]

    func filtered(_ list: Published<[String]>.Publisher) -> AnyPublisher<[String], Never> {
      list.combineLatest($term) { list, term in
        list.filter { term.isEmpty || $0.contains(term) }
      }
      .eraseToAnyPublisher()
    }
  }

  let library = Library()
  var latest = ""
  let shown = library.filtered(library.$tips).combineLatest(library.filtered(library.$favourites))
    .map { "tips \($0), favourites \($1)" }
    .removeDuplicates()
    .sink { latest = $0 }
  print(latest)
  library.term = "a"
  library.term = "as"
  library.term = "aw"
  library.tips = ["async", "await", "actor"]
  library.term = "a"
  library.tips.removeLast()
  print(latest)
  library.favourites.append("aware")
  print(latest)
  library.term = "A"
  print(latest)
  withExtendedLifetime(shown) {}
}

let latestWins = Program(
  "the answer to an older question",
  prints: """
    flatMap: cat 2, then cat-old 1
    switchToLatest: cat 2
    cancelled: c
    """
) { print in
  final class Server {
    var answers: [String: PassthroughSubject<String, Never>] = [:]
    var cancelled: [String] = []

    func ask(_ term: String) -> AnyPublisher<String, Never> {
      let answer = PassthroughSubject<String, Never>()
      answers[term] = answer
      return answer.handleEvents(receiveCancel: { self.cancelled.append(term) }).eraseToAnyPublisher()
    }
  }

  let flat = Server()
  let terms = PassthroughSubject<String, Never>()
  var seen: [String] = []
  var cancellables = Set<AnyCancellable>()
  terms.flatMap { flat.ask($0) }.sink { seen.append($0) }.store(in: &cancellables)
  terms.send("c")
  terms.send("cat")
  flat.answers["cat"]?.send("cat 2")
  flat.answers["c"]?.send("cat-old 1")
  print("flatMap: \(seen.joined(separator: ", then "))")

  let latest = Server()
  seen = []
  terms.map { latest.ask($0) }.switchToLatest().sink { seen.append($0) }.store(in: &cancellables)
  terms.send("c")
  terms.send("cat")
  latest.answers["cat"]?.send("cat 2")
  latest.answers["c"]?.send("cat-old 1")
  print("switchToLatest: \(seen.joined(separator: ", then "))")
  print("cancelled: \(latest.cancelled.joined())")
}
