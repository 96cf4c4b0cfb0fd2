// Containers by hand: nested, without keys, single values, dynamic keys, paths, keys that are there or not.
import Foundation

struct Book: Codable {
  var title: String
  var author: String
  var tags: [String]
  enum CodingKeys: String, CodingKey { case volumeInfo, tags }
  enum InfoKeys: String, CodingKey { case title, author }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let info = try container.nestedContainer(keyedBy: InfoKeys.self, forKey: .volumeInfo)
    title = try info.decode(String.self, forKey: .title)
    author = try info.decodeIfPresent(String.self, forKey: .author) ?? "unknown"
    var list = try container.nestedUnkeyedContainer(forKey: .tags)
    tags = []
    while !list.isAtEnd { tags.append(try list.decode(String.self)) }
    print(info.codingPath.map(\.stringValue), list.count ?? -1, list.currentIndex, container.allKeys.count)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    var info = container.nestedContainer(keyedBy: InfoKeys.self, forKey: .volumeInfo)
    try info.encode(title, forKey: .title)
    try info.encodeIfPresent(author == "unknown" ? nil : author, forKey: .author)
    var list = container.nestedUnkeyedContainer(forKey: .tags)
    for tag in tags { try list.encode(tag) }
  }
}
let json = #"{"volumeInfo": {"title": "Dune"}, "tags": ["sf", "sand"], "other": 1}"#
let book = try JSONDecoder().decode(Book.self, from: Data(json.utf8))
print(book.title, book.author, book.tags)
let encoder = JSONEncoder()
encoder.outputFormatting = .sortedKeys
print(String(decoding: try encoder.encode(book), as: UTF8.self))

struct DynamicKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
struct Scores: Decodable {
  var all: [String: Int] = [:]
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DynamicKey.self)
    for key in container.allKeys { all[key.stringValue] = try container.decode(Int.self, forKey: key) }
  }
}
print(try JSONDecoder().decode(Scores.self, from: Data(#"{"ann": 3, "bob": 4}"#.utf8)).all.sorted { $0.key < $1.key })
enum Flexible: Decodable {
  case number(Int), text(String)
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }
}
print(try JSONDecoder().decode([Flexible].self, from: Data(#"[1, "two", 3]"#.utf8)))
struct Checked: Decodable {
  let age: Int
  enum CodingKeys: CodingKey { case age }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    age = try container.decode(Int.self, forKey: .age)
    guard age >= 0 else {
      throw DecodingError.dataCorruptedError(forKey: .age, in: container, debugDescription: "negative age \(age)")
    }
  }
}
do { print(try JSONDecoder().decode([Checked].self, from: Data(#"[{"age": 1}, {"age": -1}]"#.utf8))) } catch {
  print(error)
  print(error.localizedDescription)
}
struct Maybe: Codable { var a: Int?; var b: [Int?]; var c: [String: Bool?]? }
let maybe = try JSONDecoder().decode(Maybe.self, from: Data(#"{"a": null, "b": [1, null], "c": {"x": true}}"#.utf8))
print(maybe)
print(String(decoding: try encoder.encode(maybe), as: UTF8.self))
