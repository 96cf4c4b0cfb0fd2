// Rows of a list: stable ids, cover names, texts, sections by key, hooks on one element, focus that removes what is empty.
import Combine
import Foundation

struct Book: Identifiable, Hashable {
  let id: String
  var title: String, author: String
  var isbn: String, pages: Int
  var isRead = false
  var smallCover: String { "\(isbn)-S" }
  var covers: [String] { ["S", "M", "L"].map { "\(isbn)-\($0)" } }
}
extension Book {
  static let samples = [
    Book(id: "a", title: "Changer", author: "Matt Gemmell", isbn: "9781916265202", pages: 476),
    Book(id: "b", title: "SwiftUI for Absolute Beginners", author: "Jayant Varma", isbn: "9781484255155", pages: 200),
    Book(id: "c", title: "Why we sleep", author: "Matthew Walker", isbn: "9780141983769", pages: 368),
  ]
}
struct Row: CustomStringConvertible {
  let book: Book
  var description: String { "\(book.title.prefix(7))… by \(book.author), \(book.pages) pages" }
}
for row in Book.samples.map(Row.init) { print(row) }
print(Book.samples[0].covers.joined(separator: " "), Book.samples.last?.smallCover ?? "-")
final class Library: ObservableObject {
  @Published var books = Book.samples { didSet { changes += 1 } }
  private(set) var changes = 0
  subscript(id: Book.ID) -> Book? {
    get { books.first { $0.id == id } }
    set {
      guard let index = books.firstIndex(where: { $0.id == id }) else { return }
      if let newValue { books[index] = newValue } else { books.remove(at: index) }
    }
  }
  func toggle(_ id: Book.ID) { self[id]?.isRead.toggle() }
}
let library = Library()
let hook = library.$books.dropFirst().map { $0.map(\.title) }.removeDuplicates().sink { print("titles", $0) }
library["b"]?.title = "SwiftUI"
library.toggle("a")
library.toggle("zzz")
library["c"] = nil
print(library.changes, library.books.map(\.isRead), library["c"] == nil)
let sections = Dictionary(grouping: library.books, by: { $0.pages / 100 * 100 }).sorted { $0.key < $1.key }
for (pages, books) in sections {
  print("\(pages)+: \(books.map(\.title).joined(separator: ", ")) (\(books.count) book\(books.count == 1 ? "" : "s"))")
}
enum Focus: Hashable { case none, row(id: Int) }
struct Item: Identifiable, Equatable { let id: Int; var text = "" }
final class Shopping: ObservableObject {
  @Published var items = [Item(id: 1, text: "milk"), Item(id: 2, text: "eggs")]
  @Published var focus: Focus?
  private var nextID = 3
  private var tokens = Set<AnyCancellable>()
  init() {
    $focus
      .removeDuplicates()
      .compactMap { focus -> Int? in
        guard case .row(let id) = focus else { return nil }
        return id
      }
      .scan((previous: Int?.none, current: Int?.none)) { ($0.current, $1) }
      .compactMap(\.previous)
      .delay(for: .seconds(0.01), scheduler: RunLoop.main)
      .sink { [weak self] id in self?.items.removeAll { $0.id == id && $0.text.isEmpty } }
      .store(in: &tokens)
  }
  func add() {
    let item = Item(id: nextID)
    nextID += 1
    if case .row(let id)? = focus, let index = items.firstIndex(where: { $0.id == id }) {
      if items[index].text.isEmpty { return focus = Focus.none }
      items.insert(item, at: index + 1)
    } else {
      items.append(item)
    }
    focus = .row(id: item.id)
  }
}
let shopping = Shopping()
shopping.focus = .row(id: 1)
shopping.add()
print(shopping.items.map(\.id), shopping.focus as Any)
shopping.focus = .row(id: 2)
RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.1))
print(shopping.items.map(\.id))
shopping.focus = nil
shopping.add()
shopping.add()
print(shopping.items.map(\.id), shopping.focus as Any, shopping.focus == nil, shopping.focus == Focus.none)
