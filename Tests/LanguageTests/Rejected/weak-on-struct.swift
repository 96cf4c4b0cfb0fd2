// weak is for class types.
struct Book {}
class Shelf {
  weak var book: Book?  // error: 'weak' may only be applied to class and class-bound protocol types, not 'Book'
}
