// weather report, as one page of a program.
import Foundation

struct Weather: Decodable {
  struct Condition: Decodable { let code: Int; let text: String }
  enum Unit: String, Codable, CaseIterable { case celsius = "C", fahrenheit = "F" }
  let city: String
  let temperature: Double
  let unit: Unit
  let conditions: [Condition]
  let updated: Date
  let wind: Wind?
  struct Wind: Decodable { let speed: Double; let direction: String }

  private enum CodingKeys: String, CodingKey {
    case city = "name", temperature = "temp", unit, conditions, updated = "updated_at", wind
  }
}

let json = """
  [
    {"name": "Hamburg", "temp": 12, "unit": "C", "conditions": [{"code": 3, "text": "rain"}], "updated_at": "2024-02-29T10:00:00Z", "wind": {"speed": 4.5, "direction": "NW"}},
    {"name": "Miami", "temp": 88.5, "unit": "F", "conditions": [], "updated_at": "2024-07-01T00:30:00Z", "wind": null}
  ]
  """
let decoder = JSONDecoder()
decoder.dateDecodingStrategy = .iso8601
do {
  let all = try decoder.decode([Weather].self, from: Data(json.utf8))
  for w in all {
    print(
      w.city, w.temperature, w.unit, w.conditions.first?.text ?? "-", w.updated.timeIntervalSince1970,
      w.wind.map { "\($0.speed) \($0.direction)" } ?? "calm")
  }
} catch {
  print("error", error)
}

func attempt<T: Decodable>(_ type: T.Type, _ text: String) {
  do {
    let value = try JSONDecoder().decode(type, from: text.data(using: .utf8)!)
    print("ok", value)
  } catch DecodingError.keyNotFound(let key, let context) {
    print("missing", key.stringValue, context.codingPath.map(\.stringValue))
  } catch let DecodingError.typeMismatch(type, context) {
    print(
      "mismatch", type,
      context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: "."))
  } catch DecodingError.valueNotFound(let type, let context) {
    print("null", type, context.codingPath.last?.stringValue ?? "root")
  } catch DecodingError.dataCorrupted(let context) {
    print("corrupt", context.debugDescription)
  } catch {
    print("other")
  }
}
struct P: Decodable { var name: String; var age: Int; var nick: String? }
attempt(P.self, #"{"name": "A", "age": 3}"#)
attempt(P.self, #"{"name": "A"}"#)
attempt([P].self, #"[{"name": "A", "age": "x"}]"#)
attempt(P.self, #"{"name": null, "age": 2}"#)
attempt([String: [Int]].self, #"{"a": [1, 2]}"#)
attempt(Weather.Unit.self, #""K""#)

struct Shape: Codable {
  enum Kind: Codable { case circle(radius: Double), rect(w: Double, h: Double), point }
  var kind: Kind
  var label: String?
}
let enc = JSONEncoder()
enc.outputFormatting = [.sortedKeys, .prettyPrinted]
let data = try enc.encode([
  Shape(kind: .circle(radius: 2)), Shape(kind: .rect(w: 1, h: 2.5), label: "r"), Shape(kind: .point),
])
print(String(decoding: data, as: UTF8.self))
let back = try JSONDecoder().decode([Shape].self, from: data)
for case .rect(let w, let h) in back.map(\.kind) { print(w * h) }

struct Flat: Codable {
  var a: Int, b: String
  enum Outer: String, CodingKey { case a, nested }
  enum Inner: String, CodingKey { case b }
  init(from decoder: Decoder) throws {
    let c = try decoder.container(keyedBy: Outer.self)
    a = try c.decodeIfPresent(Int.self, forKey: .a) ?? -1
    b = try c.nestedContainer(keyedBy: Inner.self, forKey: .nested).decode(String.self, forKey: .b)
  }
  func encode(to encoder: any Encoder) throws {
    var c = encoder.container(keyedBy: Outer.self)
    try c.encode(a, forKey: .a)
    var n = c.nestedContainer(keyedBy: Inner.self, forKey: .nested)
    try n.encode(b, forKey: .b)
  }
}
let f = try JSONDecoder().decode(Flat.self, from: Data(#"{"nested":{"b":"z"}}"#.utf8))
print(f)
let e2 = JSONEncoder(); e2.outputFormatting = .sortedKeys; e2.keyEncodingStrategy = .convertToSnakeCase
print(String(data: try e2.encode(f), encoding: .utf8)!)
struct U: Codable { var firstName: String; var lastLoginDate: Date; var website: URL; var id: UUID }
e2.dateEncodingStrategy = .secondsSince1970
print(
  String(
    data: try e2.encode(
      U(
        firstName: "Q", lastLoginDate: Date(timeIntervalSince1970: 100), website: URL(string: "https://a.b/c?d=1")!,
        id: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!)), encoding: .utf8)!)
