// An editor that works on a copy: edits stay in the draft until save, cancel drops them.
import Combine

struct Book: Equatable {
  var title: String
  var pages: Int
}
final class Library: ObservableObject {
  @Published var books = [Book(title: "Dune", pages: 412), Book(title: "Emma", pages: 474)]
}
final class BookEditor: ObservableObject {
  @Published var draft: Book
  @Published private(set) var isDirty = false
  private let save: (Book) -> Void
  private let original: Book
  init(book: Book, save: @escaping (Book) -> Void) {
    draft = book
    original = book
    self.save = save
    $draft.map { $0 != book }.removeDuplicates().assign(to: &$isDirty)
  }
  func commit() {
    guard isDirty else { return print("nothing to save") }
    save(draft)
  }
  func cancel() { draft = original }
  deinit { print("editor closed") }
}
let library = Library()
let log = library.$books.dropFirst().sink { print("library changes:", $0.map(\.title)) }
var editor: BookEditor? = BookEditor(book: library.books[0]) { library.books[0] = $0 }
editor?.draft.title = "Dune M"
editor?.draft.title = "Dune Messiah"
print(library.books[0].title, editor!.isDirty)
editor?.cancel()
print(editor!.draft.title, editor!.isDirty)
editor?.commit()
editor?.draft.title = "Children of Dune"
editor?.draft.pages += 30
editor?.commit()
print(library.books[0])
editor = nil
