// Extensions of own types: split by topic, adding conformances, nested types, statics, samples.
struct Book {
  var title: String
  var pages: Int
}
extension Book: Identifiable {
  var id: String { title }
}
extension Book: Equatable, CustomStringConvertible {
  var description: String { "«\(title)»" }
}
extension Book {
  enum Size { case short, long }
  var size: Size { pages < 200 ? .short : .long }
  static let samples = [Book(title: "Emma", pages: 474), Book(title: "Note", pages: 12)]
  mutating func addPage() { pages += 1 }
}
extension [Book] {
  var totalPages: Int { map(\.pages).reduce(0, +) }
  static let samples = Book.samples + Book.samples
  func titles(longerThan pages: Int) -> [String] { filter { $0.pages > pages }.map(\.title) }
}
print(Book.samples, Book.samples[0].id, Book.samples.map(\.size))
print(Book.samples.totalPages, [Book].samples.count, Book.samples.titles(longerThan: 100))
var book = Book.samples[1]
book.addPage()
print(book.pages, book == Book.samples[1])

class Player {
  var name = "Ann"
}
extension Player {
  convenience init(named name: String) {
    self.init()
    self.name = name
  }
  var initial: Character { name.first ?? "?" }
}
print(Player(named: "Zoe").initial)
enum Level { case easy, hard }
extension Level {
  var stars: Int { self == .hard ? 3 : 1 }
}
print(Level.hard.stars)
