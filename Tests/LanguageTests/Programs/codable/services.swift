// Codable as services use it: nested containers, dates, optional fields, keys in snake case, enums, errors with paths.
import Foundation

struct Response: Decodable {
  struct Author: Codable, Equatable {
    var fullName: String
    var age: Int?
  }
  enum Status: String, Codable { case draft, published }
  let id: Int
  let title: String
  let author: Author
  let tags: [String]
  let status: Status
  let createdAt: Date
  let rating: Double
  private enum CodingKeys: String, CodingKey { case id, title, author, tags, status, createdAt, stats }
  private enum StatsKeys: String, CodingKey { case rating }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    title = try container.decodeIfPresent(String.self, forKey: .title) ?? "untitled"
    author = try container.decode(Author.self, forKey: .author)
    tags = try container.decodeIfPresent([String].self, forKey: .tags) ?? []
    status = try container.decode(Status.self, forKey: .status)
    createdAt = try container.decode(Date.self, forKey: .createdAt)
    rating = try container.nestedContainer(keyedBy: StatsKeys.self, forKey: .stats).decode(Double.self, forKey: .rating)
  }
}
let decoder = JSONDecoder()
decoder.keyDecodingStrategy = .convertFromSnakeCase
decoder.dateDecodingStrategy = .iso8601
let json = """
  {"id": 7, "author": {"full_name": "Ann Bee", "age": null}, "tags": ["a"], "status": "draft",
   "created_at": "2024-05-06T07:08:09Z", "stats": {"rating": 4.5}}
  """
let response = try decoder.decode(Response.self, from: Data(json.utf8))
print(response.id, response.title, response.author, response.tags, response.status, response.createdAt, response.rating)
for wrong in [
  json.replacingOccurrences(of: "\"id\": 7", with: "\"id\": \"x\""),
  json.replacingOccurrences(of: "draft", with: "gone"),
  json.replacingOccurrences(of: "\"rating\": 4.5", with: ""), "[]",
] {
  do {
    _ = try decoder.decode(Response.self, from: Data(wrong.utf8))
  } catch DecodingError.typeMismatch(let type, let context) {
    print("mismatch", type, context.codingPath.map(\.stringValue))
  } catch DecodingError.keyNotFound(let key, let context) {
    print("missing", key.stringValue, context.codingPath.map(\.stringValue))
  } catch DecodingError.dataCorrupted(let context) {
    print("corrupted", context.codingPath.map(\.stringValue), context.debugDescription)
  } catch { print("other", error) }
}
struct Settings: Codable, Equatable {
  var theme = Theme.dark
  var sizes: [String: Int] = ["small": 1]
  var path: [Point] = [Point(x: 1, y: 2)]
  enum Theme: Int, Codable { case light, dark }
  struct Point: Codable, Equatable {
    var x, y: Int
    init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      x = try container.decode(Int.self)
      y = try container.decode(Int.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(x)
      try container.encode(y)
    }
  }
}
let encoder = JSONEncoder()
encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
let data = try encoder.encode(Settings())
print(String(decoding: data, as: UTF8.self))
print(try JSONDecoder().decode(Settings.self, from: data) == Settings())
