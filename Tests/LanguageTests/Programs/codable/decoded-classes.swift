// A class that is decoded needs no initialiser of its own.
// swift-format-ignore-file
import Foundation
final class Query: Decodable {
  var page: Int
  var terms: String?
  enum CodingKeys: String, CodingKey { case page = "start", terms }
}
class Author: Codable {
  let name: String
  let books: [Book]
}
class Book: Codable, Identifiable { let id: Int; let title: String }
let decoder = JSONDecoder()
let query = try decoder.decode(Query.self, from: Data(#"{"start": 4, "terms": "swift"}"#.utf8))
print(query.page, query.terms ?? "")
query.page += 1
print(query.page)
let author = try decoder.decode(Author.self, from: Data(#"{"name": "Ann", "books": [{"id": 1, "title": "One"}]}"#.utf8))
print(author.name, author.books.map(\.title), author.books[0].id)
print(String(decoding: try JSONEncoder().encode(author.books[0]), as: UTF8.self).count)
do { _ = try decoder.decode(Book.self, from: Data("{}".utf8)) } catch DecodingError.keyNotFound(let key, _) { print(key.stringValue) }
