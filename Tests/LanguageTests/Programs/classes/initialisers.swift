// Designated, convenience, required and failable initialisers; inherited ones; order of property initialisers.
func note(_ text: String) -> Int {
  print("init \(text)")
  return 1
}
class Base {
  let a = note("a")
  var b = note("b")
  init() { print("Base.init") }
}
class Derived: Base {
  let c = note("c")
  override init() {
    print("before super")
    super.init()
    print("after super")
  }
}
_ = Derived()

class Book {
  let title: String
  let pages: Int
  required init(title: String, pages: Int) {
    self.title = title
    self.pages = pages
  }
  convenience init(title: String) { self.init(title: title, pages: 100) }
  convenience init?(line: String) {
    let parts = line.split(separator: ";")
    guard parts.count == 2, let pages = Int(parts[1]) else { return nil }
    self.init(title: String(parts[0]), pages: pages)
  }
  class func make() -> Self { self.init(title: "made", pages: 1) }
}
class Comic: Book {
  var colour = true
}
print(Book(title: "Short").pages, Book(line: "Dune;412")?.pages as Any, Book(line: "broken") == nil)
let comic = Comic(title: "Tintin")
print(comic.pages, comic.colour, Comic.make().title, type(of: Comic.make()))
class Empty {}
class HasDefaults {
  var list: [Int] = [], name = "n", optional: String?
}
print(HasDefaults().optional as Any, HasDefaults().list, type(of: Empty()))
