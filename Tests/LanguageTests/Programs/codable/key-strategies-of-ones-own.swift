// Key strategies of JSON coders: snake case, own ones, and what they do with custom coding keys.
import Foundation
struct User: Codable, Equatable {
  var firstName: String; var homeURL: String?; var visitCount: Int; var tags: [String: Int]
}
let snake = JSONDecoder()
snake.keyDecodingStrategy = .convertFromSnakeCase
let user = try snake.decode(User.self, from: Data(#"{"first_name":"Ann","visit_count":3,"tags":{"some_key":1}}"#.utf8))
print(user)
let encoder = JSONEncoder()
encoder.keyEncodingStrategy = .convertToSnakeCase
encoder.outputFormatting = [.sortedKeys]
print(String(decoding: try encoder.encode(user), as: UTF8.self))
struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int?
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { self.stringValue = "\(intValue)"; self.intValue = intValue }
}
let custom = JSONDecoder()
custom.keyDecodingStrategy = .custom { path in
  let last = path.last!.stringValue
  return AnyKey(stringValue: last.prefix(1).lowercased() + last.dropFirst())
}
struct Item: Codable { var name: String; var parts: [Part]; struct Part: Codable { var size: Int } }
print(try custom.decode(Item.self, from: Data(#"{"Name":"x","Parts":[{"Size":1},{"Size":2}]}"#.utf8)))
let upper = JSONEncoder()
upper.outputFormatting = .sortedKeys
upper.keyEncodingStrategy = .custom { AnyKey(stringValue: $0.map(\.stringValue).joined(separator: "/").uppercased()) }
print(String(decoding: try upper.encode(Item(name: "a", parts: [.init(size: 3)])), as: UTF8.self))
for (text, key) in [
  ("user_id", "userId"), ("_private_key_", "_privateKey_"), ("already", "already"), ("a_b_c", "aBC"), ("", ""),
] {
  let d = JSONDecoder(); d.keyDecodingStrategy = .convertFromSnakeCase
  let found = try d.decode([String: Int].self, from: Data("{\"\(text)\":1}".utf8))
  print(found, key)
}
struct K: Codable { var userID = 1; var myURLString = 2; var aB = 3 }
print(String(decoding: try encoder.encode(K()), as: UTF8.self))
struct Renamed: Codable { var id: Int; enum CodingKeys: String, CodingKey { case id = "userIdentifier" } }
print(try snake.decode(Renamed.self, from: Data(#"{"user_identifier":4}"#.utf8)))
do { _ = try snake.decode(User.self, from: Data(#"{"first_name":"Ann"}"#.utf8)) } catch DecodingError.keyNotFound(
  let key, let context)
{ print(key.stringValue, context.codingPath.count) }
