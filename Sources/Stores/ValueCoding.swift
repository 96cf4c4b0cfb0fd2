// Between Codable's values and the wire's.
internal import Foundation
internal import Wire

/// Values as the protocol writes them: dates as RFC 3339, data as base64.
enum ValueCoding {
  static func encode(_ value: some Encodable) throws(StoresError) -> JSONValue {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      let nanoseconds = Int((date.timeIntervalSince1970 * 1e9).rounded())
      try container.encode(Timestamp(nanoseconds: nanoseconds).description)
    }
    do {
      let data = try encoder.encode(Box(value: value))
      let whole = try JSONValue(parsing: String(decoding: data, as: UTF8.self))
      return whole["value"] ?? .null
    } catch { throw StoresError("a value of '\(type(of: value))' has no JSON: \(error)") }
  }

  static func decode<Value: Decodable>(_ type: Value.Type, from json: JSONValue, at place: String) throws(StoresError)
    -> Value
  {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      guard let time = Timestamp(text) else {
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no time: \(text)"))
      }
      return Date(timeIntervalSince1970: Double(time.nanoseconds) / 1e9)
    }
    let text = "\(JSONValue.object([.init("value", json)]))"
    do { return try decoder.decode(Box<Value>.self, from: Data(text.utf8)).value } catch let error as DecodingError {
      throw StoresError("'\(place)' takes \(type): \(error.sentence)")
    } catch { throw StoresError("'\(place)' takes \(type): \(error)") }
  }

  /// Values that are no objects stand in one: nil, too, which is left out of it.
  fileprivate struct Box<Value> { let value: Value }
}

extension ValueCoding.Box: Encodable where Value: Encodable {}
extension ValueCoding.Box: Decodable where Value: Decodable {}

extension DecodingError {
  fileprivate var sentence: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      let path = context.codingPath.dropFirst().map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
      return (path.isEmpty ? "" : path.joined(separator: ".") + ": ") + context.debugDescription
    @unknown default: return "\(self)"
    }
  }
}
