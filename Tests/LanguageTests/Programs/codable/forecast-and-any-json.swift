import Foundation

struct Forecast: Decodable {
  let city: City
  let list: [Entry]
  struct City: Decodable { let name: String; let coord: Coordinate; let timezone: Int? }
  struct Coordinate: Decodable, Hashable { let lat, lon: Double }
  struct Entry: Decodable, Identifiable {
    var id: Date { dt }
    let dt: Date
    let main: Main
    let weather: [Weather]
    let pop: Double
    let wind: Wind?
  }
  struct Main: Decodable {
    let temp: Double
    let feelsLike: Double
    let humidity: Int
  }
  enum Condition: String, Decodable {
    case clear = "Clear", rain = "Rain", snow = "Snow", other
    init(from decoder: any Decoder) throws {
      let raw = try decoder.singleValueContainer().decode(String.self)
      self = Condition(rawValue: raw) ?? .other
    }
  }
  struct Weather: Decodable { let main: Condition; let description: String; let icon: URL? }
  struct Wind: Decodable {
    let speed: Double; let deg: Int
    var direction: String {
      let names = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
      return names[Int((Double(deg) + 22.5) / 45) % names.count]
    }
  }
}
enum Flexible: Codable, Equatable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral, ExpressibleByNilLiteral
{
  case null, bool(Bool), number(Double), string(String), array([Flexible]), object([String: Flexible])
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
  init(floatLiteral value: Double) { self = .number(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(nilLiteral: ()) { self = .null }
  init(arrayLiteral elements: Flexible...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, Flexible)...) { self = .object(Dictionary(uniqueKeysWithValues: elements)) }
  init(from decoder: Decoder) throws {
    let c = try decoder.singleValueContainer()
    if c.decodeNil() {
      self = .null
    } else if let b = try? c.decode(Bool.self) {
      self = .bool(b)
    } else if let n = try? c.decode(Double.self) {
      self = .number(n)
    } else if let s = try? c.decode(String.self) {
      self = .string(s)
    } else if let a = try? c.decode([Flexible].self) {
      self = .array(a)
    } else {
      self = .object(try c.decode([String: Flexible].self))
    }
  }
  func encode(to encoder: Encoder) throws {
    var c = encoder.singleValueContainer()
    switch self {
    case .null: try c.encodeNil()
    case .bool(let b): try c.encode(b)
    case .number(let n): try c.encode(n)
    case .string(let s): try c.encode(s)
    case .array(let a): try c.encode(a)
    case .object(let o): try c.encode(o)
    }
  }
  subscript(key: String) -> Flexible? { if case .object(let o) = self { return o[key] }; return nil }
  subscript(index: Int) -> Flexible? {
    if case .array(let a) = self, a.indices.contains(index) { return a[index] }; return nil
  }
}
let json = #"""
  {"city": {"name": "Zürich", "coord": {"lat": 47.37, "lon": 8.55}, "timezone": 3600},
   "list": [
    {"dt": 1700000000, "main": {"temp": 281.3, "feels_like": 279.9, "humidity": 81}, "weather": [{"main": "Rain", "description": "light rain", "icon": "https://x.org/10d.png"}], "pop": 0.45, "wind": {"speed": 4.2, "deg": 231}},
    {"dt": 1700010800, "main": {"temp": 275, "feels_like": 270.25, "humidity": 90}, "weather": [{"main": "Fog", "description": "fog"}], "pop": 0}
   ]}
  """#.data(using: .utf8)!
let decoder = JSONDecoder()
decoder.dateDecodingStrategy = .secondsSince1970
decoder.keyDecodingStrategy = .convertFromSnakeCase
let forecast = try decoder.decode(Forecast.self, from: json)
print(forecast.city.name, forecast.city.coord)
for e in forecast.list {
  let celsius = (e.main.temp - 273.15).rounded()
  print(
    Int(e.dt.timeIntervalSince1970), celsius, e.weather.first?.main ?? .other, e.wind?.direction ?? "calm",
    e.weather[0].icon?.pathExtension ?? "no icon", String(format: "%.0f%%", e.pop * 100))
}
let warmest = forecast.list.max { $0.main.temp < $1.main.temp }
print(warmest.map { "\($0.main.humidity)" } ?? "none")
let doc: Flexible = ["a": [1, 2.5, "x", nil, true], "b": ["c": []]]
print(doc["a"]?[2] ?? .null, doc["b"]?["c"] as Any, doc["a"]?[9] as Any)
let e = JSONEncoder(); e.outputFormatting = .sortedKeys
let text = String(data: try e.encode(doc), encoding: .utf8)!
print(text)
print(try JSONDecoder().decode(Flexible.self, from: Data(text.utf8)) == doc)
for bad in [#"{"city": 5}"#, #"{"city": {"name": "x", "coord": {"lat": "1"}}, "list": []}"#, "[", #"{"list": []}"#] {
  do { _ = try decoder.decode(Forecast.self, from: Data(bad.utf8)) } catch let DecodingError.typeMismatch(type, c) {
    print("mismatch", type, c.codingPath.map(\.stringValue))
  } catch let DecodingError.keyNotFound(key, _) { print("key", key.stringValue) } catch DecodingError.dataCorrupted {
    print("corrupted")
  } catch { print("other", error) }
}
