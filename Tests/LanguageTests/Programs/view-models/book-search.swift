// A list filtered by a search term, case-insensitive, with the source list changing too.
import Combine
import Foundation

struct Book: Identifiable, Hashable {
  var id = UUID()
  var title: String
  var author: String
  static let samples = [
    Book(title: "Changer", author: "Matt Gemmell"),
    Book(title: "SwiftUI for Absolute Beginners", author: "Jayant Varma"),
    Book(title: "Asynchronous Programming", author: "Peter Friese"),
  ]
}
class BooksViewModel: ObservableObject {
  @Published private var originalBooks = Book.samples
  @Published var books: [Book] = []
  @Published var searchTerm: String = ""
  init() {
    Publishers.CombineLatest($originalBooks, $searchTerm)
      .map { books, searchTerm in
        books.filter { book in
          searchTerm.isEmpty
            ? true
            : (book.title.localizedCaseInsensitiveContains(searchTerm)
              || book.author.localizedCaseInsensitiveContains(searchTerm))
        }
      }
      .assign(to: &$books)
  }
  func add(_ book: Book) { originalBooks.insert(book, at: 0) }
  func delete(_ book: Book) { originalBooks.removeAll { $0.id == book.id } }
}
let model = BooksViewModel()
let token = model.$books.map { $0.map(\.title) }.sink { print($0) }
model.searchTerm = "p"
model.searchTerm = "PETER"
model.searchTerm = "nothing"
model.searchTerm = ""
model.add(Book(title: "Peter Pan", author: "J. M. Barrie"))
model.searchTerm = "peter"
model.delete(model.books[0])
