// Codable made by the compiler: nested types, optionals, arrays, dates left out, enums with raw values.
import Foundation

enum Category: String, Codable { case fiction, science }
struct Author: Codable, Equatable {
  var name: String
  var born: Int?
}
struct Book: Codable, Equatable {
  var title: String
  var pages: Int
  var price: Double
  var category: Category
  var author: Author
  var tags: [String]
  var inPrint = true
}
let json = """
  {"title": "Dune", "pages": 412, "price": 9.5, "category": "science",
   "author": {"name": "Frank"}, "tags": ["sf", "desert"], "inPrint": false, "unknown": 1}
  """
let book = try JSONDecoder().decode(Book.self, from: Data(json.utf8))
print(book)
let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys]
let data = try encoder.encode(book)
print(String(data: data, encoding: .utf8)!)
print(try JSONDecoder().decode(Book.self, from: data) == book)
let list = try JSONDecoder().decode(
  [Author].self, from: Data(#"[{"name":"A","born":1900},{"name":"B","born":null}]"#.utf8))
print(list.map(\.name), list.map(\.born))
encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
print(String(decoding: try encoder.encode(list[0]), as: UTF8.self))
print(try JSONDecoder().decode([String: Int].self, from: Data(#"{"a": 1}"#.utf8)))
print(try JSONDecoder().decode([Int].self, from: "[1, 2]".data(using: .utf8)!))
