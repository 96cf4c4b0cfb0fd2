// dump prints the tree of a value: properties, elements, payloads, optionals.
struct Author {
  var name: String
}
struct Book {
  var title: String
  var pages: Int
  var author: Author?
  var tags: [String]
}
enum Status {
  case placed
  case shipped(days: Int, by: String)
}
class Shelf {
  var room = "attic"
  var books = [1, 2]
}
final class BigShelf: Shelf {
  var width = 2.5
}

dump(5)
dump("text")
dump([1, 2, 3])
dump(Book(title: "Dune", pages: 412, author: Author(name: "Frank"), tags: ["sf", "desert"]))
dump(Book(title: "Anonymous", pages: 1, author: nil, tags: []))
dump(Status.placed)
dump(Status.shipped(days: 2, by: "bike"))
dump((1, "two"))
dump((x: 1, y: 2))
dump(["key": 1])
dump(Optional(3))
dump(Int?.none)
dump(Shelf())
dump(BigShelf())
dump(Book(title: "Named", pages: 2, author: nil, tags: ["a"]), name: "book")
let passed = dump(7) + 1
print(passed)
