// Between Swift's values and the wire's.
internal import Foundation
internal import Wire

/// Values as the protocol writes them (Protocol/README.md, section 5): what the daemon makes of the same Swift value.
enum ValueCoding {
  static func encode(_ value: some Encodable, _ memo: CodingMemo? = nil) throws(StoresError) -> JSONValue {
    do { return try ValueEncoder.json(of: value, [], memo) } catch {
      throw StoresError("a value of '\(type(of: value))' has no JSON: \(sentence(error))")
    }
  }

  static func decode<Value: Decodable>(
    _ type: Value.Type, from json: JSONValue, at place: String, _ memo: CodingMemo? = nil
  ) throws(StoresError) -> Value {
    do { return try ValueDecoder.value(type, json, [], memo) } catch {
      throw StoresError("'\(place)' takes \(type): \(sentence(error))")
    }
  }

  private static func sentence(_ error: any Error) -> String {
    let context: (path: [any CodingKey], text: String)
    switch error {
    case DecodingError.typeMismatch(_, let found), DecodingError.valueNotFound(_, let found),
      DecodingError.dataCorrupted(let found):
      context = (found.codingPath, found.debugDescription)
    case DecodingError.keyNotFound(_, let found): context = (found.codingPath, found.debugDescription)
    case EncodingError.invalidValue(_, let found): context = (found.codingPath, found.debugDescription)
    default: return "\(error)"
    }
    var place = ""
    // The name of a payload without a label is the compiler's.
    for key in context.path where key.stringValue != "_0" {
      if let index = key.intValue {
        place += "[\(index)]"
      } else {
        place += (place.isEmpty ? "" : ".") + key.stringValue
      }
    }
    return (place.isEmpty ? "" : place + ": ") + context.text
  }
}

/// A step into a value: a member, or an element.
struct Step: CodingKey {
  let stringValue: String
  let intValue: Int?
  init(_ name: String) { (stringValue, intValue) = (name, nil) }
  init(_ index: Int) { (stringValue, intValue) = ("\(index)", index) }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(intValue) }
}

/// What `Codable` makes of an enumeration with payloads by itself: `{"one":{"_0":3}}`, where the daemon has `{"one":3}`, and
/// `{"none":{}}` for `"none"`. Known by the keys of the payload, which the compiler calls `OneCodingKeys`.
func isPayload(_ keys: (some CodingKey).Type) -> Bool {
  let name = String(describing: keys)
  return name.hasSuffix("CodingKeys") && name != "CodingKeys"
}
