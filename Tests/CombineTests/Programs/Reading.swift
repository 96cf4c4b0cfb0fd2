// A reading list: sources, documents that do not decode, work that lives as long as somebody watches, two refreshes.

import Combine
import Foundation

let sources = Program(
  "sources",
  prints: """
    Just: 42 finished
    toppings: Pepperoni, Mushrooms, Onions, Salami, Bacon, Extra Cheese, Black Olives, Green Peppers finished
    Combine: C o m b i n e finished
    """
) { print in
  var line: [String] = []
  func end(_ name: String, _ separator: String) {
    print("\(name): \(line.joined(separator: separator)) finished")
    line = []
  }
  var cancellables = Set<AnyCancellable>()
  Just(42).sink(receiveCompletion: { _ in end("Just", "") }, receiveValue: { line.append("\($0)") })
    .store(in: &cancellables)
  ["Pepperoni", "Mushrooms", "Onions", "Salami", "Bacon", "Extra Cheese", "Black Olives", "Green Peppers"].publisher
    .sink(receiveCompletion: { _ in end("toppings", ", ") }, receiveValue: { line.append($0) })
    .store(in: &cancellables)
  "Combine".publisher
    .sink(receiveCompletion: { _ in end("Combine", " ") }, receiveValue: { line.append(String($0)) })
    .store(in: &cancellables)
}

let readingList = Program(
  "reading list",
  prints: """
    shelf: Hitchhiker
    error: Error decoding document: number
    shelf: Hitchhiker, The Midnight Library
    error: none
    """
) { print in
  struct Book: Decodable, Equatable {
    let title: String
    let pages: Int
  }
  final class Shelf: ObservableObject {
    @Published private(set) var books: [Book] = []
    @Published private(set) var errorMessage: String?
    private let documents = PassthroughSubject<String, Never>()
    private var cancellables = Set<AnyCancellable>()

    init() {
      documents
        .flatMap { [unowned self] text in
          Just(Data(text.utf8))
            .decode(type: Book.self, decoder: JSONDecoder())
            .handleEvents(receiveOutput: { _ in self.errorMessage = nil })
            .catch { error in
              if case DecodingError.typeMismatch(_, let context) = error {
                let expected = context.codingPath.last?.stringValue == "pages" ? "number" : "text"
                self.errorMessage = "Error decoding document: \(expected)"
              }
              return Empty<Book, Never>()
            }
        }
        .scan([]) { books, book in books.contains(book) ? books : books + [book] }
        .assign(to: &$books)
    }

    func receive(_ text: String) { documents.send(text) }
  }

  let shelf = Shelf()
  var cancellables = Set<AnyCancellable>()
  // What looks the same is not drawn again.
  shelf.$books.dropFirst().removeDuplicates().sink { print("shelf:", $0.map(\.title).joined(separator: ", ")) }
    .store(in: &cancellables)
  shelf.$errorMessage.dropFirst().removeDuplicates().sink { if let text = $0 { print("error:", text) } }
    .store(in: &cancellables)
  shelf.receive(#"{"title": "Hitchhiker", "pages": 521}"#)
  shelf.receive(#"{"title": "Hitchhiker", "pages": 521}"#)
  shelf.receive(#"{"title": "Once More Upon A Time", "pages": "many"}"#)
  shelf.receive(#"{"title": "The Midnight Library", "pages": 295}"#)
  print("error:", shelf.errorMessage ?? "none")
}

let whileWatched = Program(
  "while it is watched",
  prints: """
    fetching
    left before the answer
    cancelled
    fetching
    shown: 4 books
    refreshed: 6 books
    """
) { print in
  final class Library {
    private var answers: [Future<Int, Never>.Promise] = []
    private(set) var count = 0
    let print: Transcript

    init(_ print: Transcript) { self.print = print }

    /// Fetches when the first one watches, and stops when nobody does any more.
    lazy var books = Deferred { [unowned self] in
      print("fetching")
      return Future<Int, Never> { self.answers.append($0) }
    }
    .handleEvents(receiveCancel: { [print] in print("cancelled") })
    .share()

    /// Adds a book when the answer comes; two at once add two.
    func refresh() -> some Publisher<Int, Never> {
      Future<Int, Never> { self.answers.append($0) }.map { [unowned self] new in
        count += new
        return count
      }
    }

    func answer(_ number: Int) {
      let answers = answers
      self.answers = []
      for promise in answers { promise(.success(number)) }
    }
  }

  let library = Library(print)
  let visit = library.books.sink { print("never shown: \($0)") }
  print("left before the answer")
  visit.cancel()
  var cancellables = Set<AnyCancellable>()
  library.books.sink { print("shown: \($0) books") }.store(in: &cancellables)
  library.answer(4)
  let (first, second) = (library.refresh(), library.refresh())
  first.merge(with: second).last().sink { print("refreshed: \($0 + 4) books") }.store(in: &cancellables)
  library.answer(1)
}
