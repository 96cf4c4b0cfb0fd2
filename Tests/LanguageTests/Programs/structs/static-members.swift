// Static properties and methods, samples as people declare them, and self-typed factories.
struct Book: Identifiable {
  let id: Int
  var title: String
  var author: String

  static let samples = [
    Book(id: 1, title: "Changer", author: "Matt"),
    Book(id: 2, title: "SwiftUI", author: "Peter"),
  ]
  static var count = 0
  static func make(_ title: String) -> Book {
    count += 1
    return Self(id: 100 + count, title: title, author: defaultAuthor)
  }
  private static let defaultAuthor = "anonymous"
}
print(Book.samples.count, Book.samples[1].title, Book.count)
let made = [Book.make("A"), .make("B")]
print(made.map(\.id), Book.count, made[0].author)
Book.count = 0
print(Book.count)

struct Config {
  static let shared = Config()
  static var level = 1 {
    didSet { print("level \(oldValue) -> \(level)") }
  }
  let name = "config"
  enum Key {
    static let token = "token"
  }
}
print(Config.shared.name, Config.Key.token)
Config.level += 1

extension Book {
  static let empty = Book(id: 0, title: "", author: "")
  static var all: [Book] { samples + [empty] }
}
print(Book.all.count, Book.empty.title.isEmpty)
let chosen: Book = .empty
print(chosen.id)
print(type(of: chosen).samples.first!.author)
