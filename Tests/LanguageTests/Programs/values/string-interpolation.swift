// Interpolation of every kind of value, of expressions, and of interpolation inside interpolation.
struct Book {
  var title: String
  var pages: Int
}
enum Status { case placed, shipped(days: Int) }

let book = Book(title: "Asynchronous Programming", pages: 476)
let author: String? = nil
let name: String? = "Peter"
print("\(book.title) has \(book.pages) pages, \(book.pages / 40 + 1) evenings")
print("\(book)")
print("\(Status.placed) then \(Status.shipped(days: 3))")
print("author: \(author ?? "unknown"), \(name!)")
print("list \([1, 2, 3]) words \(["a", "b"]) pair \((1, "x")) flag \(true)")
print("map \(["only": 1]) set \(Set([7]))")
print("nested \("inner \(1 + 1)") \(book.pages > 400 ? "long" : "short")")
print("\(1)\(2.0)\("3")\(Character("4"))")
print("optional \(String(describing: name)) \(String(describing: author))")
let status: Status? = .placed
print("status \(String(describing: status))")
print("\u{48}\u{49} tab:\there quote:\" backslash:\\ \(#"raw \n \(no)"#) \(#"raw \#(1 + 1)"#)")
