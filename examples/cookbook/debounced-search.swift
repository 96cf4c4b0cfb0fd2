// Search while somebody types: ask after a pause of 300 ms, never twice for the same text, and forget answers that are too late.
import Combine
import Foundation

class Search: ObservableObject {
  @Published var text = ""
  @Published private(set) var titles: [String] = []

  init() {
    $text
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
      .removeDuplicates()
      .map { Search.find($0) }
      .switchToLatest()
      .assign(to: &$titles)
  }

  private static func find(_ text: String) -> AnyPublisher<[String], Never> {
    guard !text.isEmpty else { return Just([]).eraseToAnyPublisher() }
    var address = URLComponents(string: "https://books.example/search")!
    address.queryItems = [URLQueryItem(name: "title", value: text)]
    return URLSession.shared.dataTaskPublisher(for: address.url!)
      .checkedData()
      .decode(type: [String].self, decoder: JSONDecoder())
      .replaceError(with: [])
      .eraseToAnyPublisher()
  }
}

let search = Search()
