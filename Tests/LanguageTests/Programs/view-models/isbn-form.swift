// Three stages of validating: a hook on change, a computed property, a published flag fed by a pipeline.
import Combine

func checkISBN(_ isbn: String) -> Bool {
  guard !isbn.isEmpty else { return false }
  return isbn.compactMap(\.wholeNumberValue).enumerated()
    .reduce(0) { $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 1 : 3) }.isMultiple(of: 10)
}
struct Book {
  var title: String
  var isbn: String
}
final class HookModel: ObservableObject {
  @Published var book: Book {
    didSet { isValid = checkISBN(book.isbn) }
  }
  @Published var isValid = false
  init(book: Book) { self.book = book }
}
final class ComputedModel: ObservableObject {
  @Published var book: Book
  var isValid: Bool { checkISBN(book.isbn) }
  init(book: Book) { self.book = book }
}
final class PipelineModel: ObservableObject {
  @Published var book: Book
  @Published private(set) var isValid = false
  init(book: Book) {
    self.book = book
    $book.map { checkISBN($0.isbn) }.assign(to: &$isValid)
  }
}
let book = Book(title: "Asynchronous Programming", isbn: "9781484285718")
let hook = HookModel(book: book)
let computed = ComputedModel(book: book)
let pipeline = PipelineModel(book: book)
print(hook.isValid, computed.isValid, pipeline.isValid)
let flags = pipeline.$isValid.dropFirst().sink { print("valid: \($0)") }
for isbn in ["9781484285719", "9781484285718"] {
  hook.book.isbn = isbn
  computed.book.isbn = isbn
  pipeline.book.isbn = isbn
  print(hook.isValid, computed.isValid, pipeline.isValid)
}
