// CodingKeys rename and leave out; key strategies; hand-written init(from:) and encode(to:).
import Foundation

struct User: Codable {
  var id: Int
  var fullName: String
  var isAdmin = false
  enum CodingKeys: String, CodingKey {
    case id = "user_id"
    case fullName = "name"
  }
}
let user = try JSONDecoder().decode(User.self, from: Data(#"{"user_id": 7, "name": "Ann"}"#.utf8))
print(user)
let encoder = JSONEncoder()
encoder.outputFormatting = .sortedKeys
print(String(data: try encoder.encode(user), encoding: .utf8)!)

struct Answer: Decodable {
  let isAvailable: Bool
  let userName: String
}
let decoder = JSONDecoder()
decoder.keyDecodingStrategy = .convertFromSnakeCase
print(try decoder.decode(Answer.self, from: Data(#"{"is_available": true, "user_name": "ada"}"#.utf8)))

struct Point: Codable {
  var x: Double
  var y: Double
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    x = try container.decode(Double.self)
    y = try container.decode(Double.self)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(x)
    try container.encode(y)
  }
}
let points = try JSONDecoder().decode([Point].self, from: Data("[[1, 2], [3.5, 4]]".utf8))
print(points.map(\.x), String(data: try JSONEncoder().encode(points), encoding: .utf8)!)
struct Flexible: Decodable {
  let value: Int
  enum CodingKeys: CodingKey { case value }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    value = try container.decodeIfPresent(Int.self, forKey: .value) ?? -1
  }
}
print(try JSONDecoder().decode(Flexible.self, from: Data("{}".utf8)).value)
