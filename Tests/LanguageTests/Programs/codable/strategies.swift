// Strategies of JSON coders: dates in every form, bytes, keys in snake case, formatting.
import Foundation

struct Event: Codable, Equatable {
  var eventName: String
  var startDate: Date
  var endDate: Date?
}
let date = Date(timeIntervalSince1970: 1_700_000_000)
let event = Event(eventName: "talk", startDate: date, endDate: nil)
func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }
let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys]
let decoder = JSONDecoder()
print(text(try encoder.encode(event)))
print(try decoder.decode(Event.self, from: try encoder.encode(event)) == event)
encoder.dateEncodingStrategy = .iso8601
decoder.dateDecodingStrategy = .iso8601
print(text(try encoder.encode(event)), try decoder.decode(Event.self, from: try encoder.encode(event)) == event)
encoder.dateEncodingStrategy = .secondsSince1970
decoder.dateDecodingStrategy = .secondsSince1970
print(text(try encoder.encode(event)), try decoder.decode(Event.self, from: try encoder.encode(event)) == event)
encoder.dateEncodingStrategy = .millisecondsSince1970
print(text(try encoder.encode([date])))
let formatter = DateFormatter()
formatter.locale = Locale(identifier: "en_US_POSIX")
formatter.timeZone = TimeZone(identifier: "UTC")
formatter.dateFormat = "yyyy-MM-dd HH:mm"
encoder.dateEncodingStrategy = .formatted(formatter)
decoder.dateDecodingStrategy = .formatted(formatter)
print(text(try encoder.encode(event)))
print(
  try decoder.decode(Event.self, from: Data(#"{"eventName": "x", "startDate": "2024-02-29 12:30"}"#.utf8)).startDate)
do {
  _ = try decoder.decode(Event.self, from: Data(#"{"eventName": "x", "startDate": "tomorrow"}"#.utf8))
} catch { print(error) }
decoder.dateDecodingStrategy = .custom { decoder in
  let days = try decoder.singleValueContainer().decode(Int.self)
  return Date(timeIntervalSince1970: Double(days) * 86_400)
}
print(try decoder.decode([Date].self, from: Data("[1, 2]".utf8)).map(\.timeIntervalSince1970))
encoder.dateEncodingStrategy = .custom { date, encoder in
  var container = encoder.singleValueContainer()
  try container.encode("day \(Int(date.timeIntervalSince1970 / 86_400))")
}
print(text(try encoder.encode(event)))
encoder.dateEncodingStrategy = .secondsSince1970
encoder.keyEncodingStrategy = .convertToSnakeCase
print(text(try encoder.encode(event)))
decoder.dateDecodingStrategy = .secondsSince1970
decoder.keyDecodingStrategy = .convertFromSnakeCase
print(try decoder.decode(Event.self, from: try encoder.encode(event)).eventName)
print(try decoder.decode([String: Int].self, from: Data(#"{"some_key": 1}"#.utf8)))
struct Blob: Codable { var bytes: Data; var link: URL; var id: UUID }
let blob = Blob(
  bytes: Data([1, 2, 255]), link: URL(string: "https://example.com/a?b=c")!,
  id: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!)
encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
print(text(try encoder.encode(blob)))
print(try decoder.decode(Blob.self, from: try encoder.encode(blob)).link.host ?? "-")
let plist = PropertyListEncoder()
plist.outputFormat = .xml
print(try PropertyListDecoder().decode(Event.self, from: try plist.encode(event)) == event)
print(text(try plist.encode(["a": 1])).contains("<key>a</key>"))
