// lazy properties are made once at first use; static ones too; class properties can be overridden.
class Library {
  lazy var books: [String] = {
    print("loading")
    return ["Dune", "Emma"]
  }()
  lazy var count = books.count
  lazy private(set) var title: String = "library of \(self.count)"
  init() { print("library made") }
}
let library = Library()
print("before")
print(library.books)
library.books.append("Ulysses")
print(library.count, library.books.count, library.title)

class Settings {
  static let shared = Settings()
  static var instances = 0
  class var kind: String { "settings" }
  class func describe() -> String { "kind \(kind)" }
  private init() {
    Settings.instances += 1
    print("settings made")
  }
  var theme = "light"
}
class UserSettings {
  static let defaults = ["theme": "dark"]
}
print(Settings.instances)
Settings.shared.theme = "dark"
print(Settings.shared.theme, Settings.instances, Settings.describe())

class Shape {
  class var sides: Int { 0 }
  static func name() -> String { "shape" }
}
class Square: Shape {
  override class var sides: Int { 4 }
}
let types: [Shape.Type] = [Shape.self, Square.self]
print(types.map { $0.sides }, Square.name(), UserSettings.defaults["theme"]!)
struct Cache {
  lazy var value = compute()
  func compute() -> Int {
    print("computing")
    return 42
  }
}
var cache = Cache()
print(cache.value, cache.value)
