// A static member used through an instance.
struct Book {
  static let samples = [Book()]
}
let book = Book()
print(book.samples)  // error: static member 'samples' cannot be used on instance of type 'Book'
