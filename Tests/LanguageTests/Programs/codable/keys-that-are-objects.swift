// Coding keys that are objects, and where coders are: what code made from JSON does.
import Foundation

final class JSONKey: CodingKey {
  let key: String
  required init?(intValue: Int) { nil }
  required init?(stringValue: String) { key = stringValue }
  var intValue: Int? { nil }
  var stringValue: String { key }
}

final class JSONAny: Codable {
  let value: Any
  init(_ value: Any) { self.value = value }

  static func decode(from container: SingleValueDecodingContainer) throws -> Any {
    if let value = try? container.decode(Bool.self) { return value }
    if let value = try? container.decode(Int.self) { return value }
    if let value = try? container.decode(String.self) { return value }
    let context = DecodingError.Context(codingPath: container.codingPath, debugDescription: "no JSON")
    throw DecodingError.typeMismatch(JSONAny.self, context)
  }

  init(from decoder: Decoder) throws {
    if let container = try? decoder.container(keyedBy: JSONKey.self) {
      var result: [String: Any] = [:]
      for key in container.allKeys {
        let inner = try container.decode(JSONAny.self, forKey: key)
        result[key.stringValue] = inner.value
      }
      value = result
    } else if var list = try? decoder.unkeyedContainer() {
      var result: [Any] = []
      while !list.isAtEnd { result.append(try list.decode(JSONAny.self).value) }
      value = result
    } else {
      value = try JSONAny.decode(from: try decoder.singleValueContainer())
    }
  }

  func encode(to encoder: Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case let value as Int: try container.encode(value)
    case let value as String: try container.encode(value)
    default:
      let context = EncodingError.Context(codingPath: container.codingPath, debugDescription: "cannot be encoded")
      throw EncodingError.invalidValue(value, context)
    }
  }
}
let any = try JSONDecoder().decode(JSONAny.self, from: Data(#"{"a": [1, true, "x"]}"#.utf8))
print(any.value)
do {
  _ = try JSONDecoder().decode([String: [JSONAny]].self, from: Data(#"{"a": [1, 2.5]}"#.utf8))
} catch DecodingError.typeMismatch(_, let context) {
  print(context.codingPath.map(\.stringValue), context.debugDescription)
}
do {
  _ = try JSONEncoder().encode(["k": [JSONAny(1), JSONAny(2.5)]])
} catch EncodingError.invalidValue(let value, let context) {
  print(value, context.codingPath.map(\.stringValue))
}
struct Place: Decodable {
  let path: [String]
  enum Keys: String, CodingKey { case inner }
  init(from decoder: Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    let nested = try container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
    path = (decoder.codingPath + nested.codingPath).map(\.stringValue)
  }
}
print(try JSONDecoder().decode([String: Place].self, from: Data(#"{"k": {"inner": {}}}"#.utf8))["k"]!.path)
