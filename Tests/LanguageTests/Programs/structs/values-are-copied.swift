// A struct is a value: assignment and passing copy; a mutating method changes only its own copy.
struct Book: Equatable {
  var title: String
  var pages: Int
  var isRead = false

  mutating func markRead() { isRead = true }
  mutating func reset() { self = Book(title: title, pages: pages) }
  func titled(_ title: String) -> Book {
    var copy = self
    copy.title = title
    return copy
  }
}
var original = Book(title: "Dune", pages: 412)
var copy = original
copy.markRead()
copy.pages += 100
print(original, copy, original == copy)
copy.reset()
print(copy.isRead, copy.pages)
print(original.titled("Dune Messiah"), original.title)

var shelf = [original, copy]
shelf[0].markRead()
shelf[1].title += "!"
print(shelf.map(\.isRead), shelf.map(\.title), original.isRead)
for var book in shelf {
  book.pages = 0
}
print(shelf.map(\.pages))
struct Order {
  var book: Book
  var amounts: [String: Int] = [:]
}
var order = Order(book: original)
order.book.isRead.toggle()
order.amounts["a", default: 0] += 2
print(order.book.isRead, order.amounts, original.isRead)
