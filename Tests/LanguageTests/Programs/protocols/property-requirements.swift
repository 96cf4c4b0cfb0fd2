// Requirements for properties: get, get and set, static; met by stored, computed and constant ones.
protocol Named { var name: String { get } }
protocol Renamable: Named { var name: String { get set } }
protocol Kinded { static var kind: String { get } }
struct Book: Renamable, Kinded {
  var name: String
  static let kind = "book"
}
struct Planet: Named, Kinded {
  let number: Int
  var name: String { "planet \(number)" }
  static var kind: String { "planet" }
}
func rename(_ thing: inout some Renamable, to name: String) { thing.name = name }
var book = Book(name: "old")
rename(&book, to: "new")
let named: [any Named] = [book, Planet(number: 3)]
print(named.map(\.name), Book.kind, Planet.kind)
var renamable: any Renamable = book
renamable.name = "newest"
print(renamable.name, book.name)
