// weak and unowned are for objects.
// swift-format-ignore-file
struct Book {}
class Shelf {
  weak var book: Book?  // error: 'weak' may only be applied to class and class-bound protocol types, not 'Book'
  unowned var other: Book = Book()  // error: 'unowned' may only be applied to class and class-bound protocol types, not 'Book'
  weak var next: Shelf?
}
func work() {
  weak var local: Book?  // error: 'weak' may only be applied to class and class-bound protocol types, not 'Book'
}
struct Form {
  weak var count: Int?  // error: 'weak' may only be applied to class and class-bound protocol types, not 'Int'
}
