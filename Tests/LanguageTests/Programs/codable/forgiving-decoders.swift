import Foundation

enum Lossy<T: Decodable>: Decodable {
  case value(T), failed(String)
  init(from decoder: Decoder) throws {
    do { self = .value(try decoder.singleValueContainer().decode(T.self)) } catch {
      self = .failed("\(type(of: error))")
    }
  }
  var value: T? { if case .value(let v) = self { return v }; return nil }
}
@propertyWrapper struct DefaultEmpty<T: Codable>: Codable {
  var wrappedValue: [T]
  init(wrappedValue: [T]) { self.wrappedValue = wrappedValue }
  init(from decoder: Decoder) throws { wrappedValue = (try? [T](from: decoder)) ?? [] }
  func encode(to encoder: Encoder) throws { try wrappedValue.encode(to: encoder) }
}
extension KeyedDecodingContainer {
  func decode<T: Codable>(_ type: DefaultEmpty<T>.Type, forKey key: Key) throws -> DefaultEmpty<T> {
    try decodeIfPresent(type, forKey: key) ?? DefaultEmpty(wrappedValue: [])
  }
  func decodeFlexibleInt(forKey key: Key) throws -> Int {
    if let n = try? decode(Int.self, forKey: key) { return n }
    let s = try decode(String.self, forKey: key)
    guard let n = Int(s) else {
      throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "not a number: \(s)")
    }
    return n
  }
}
struct Section: Decodable { let title: String }
struct Chapters: Decodable {
  let sections: [Section]
  let count: Int
  let tags: [String]
  enum CodingKeys: String, CodingKey { case sandhis, chapters, count = "n", meta }
  enum MetaKeys: String, CodingKey { case tags }
  init(from decoder: Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let s = try container.decodeIfPresent([Lossy<Section>].self, forKey: .sandhis) {
      sections = s.compactMap(\.value)
    } else if let c = try container.decodeIfPresent([Section].self, forKey: .chapters) {
      sections = c
    } else {
      sections = []
    }
    count = try container.decodeFlexibleInt(forKey: .count)
    if container.contains(.meta) {
      let meta = try container.nestedContainer(keyedBy: MetaKeys.self, forKey: .meta)
      var list = try meta.nestedUnkeyedContainer(forKey: .tags)
      var found: [String] = []
      while !list.isAtEnd { found.append(try list.decode(String.self)) }
      tags = found
    } else {
      tags = []
    }
  }
}
let d = JSONDecoder()
let texts = [
  #"{"sandhis": [{"title": "a"}, {"titel": "b"}, 5], "n": "12", "meta": {"tags": ["x", "y"]}}"#,
  #"{"chapters": [{"title": "c"}], "n": 3}"#,
  #"{"n": "many"}"#,
  #"{"chapters": null}"#,
]
for t in texts {
  do {
    let c = try d.decode(Chapters.self, from: t.data(using: .utf8)!); print(c.sections.map(\.title), c.count, c.tags)
  } catch let DecodingError.dataCorrupted(c) {
    print("corrupt", c.debugDescription, c.codingPath.map { $0.stringValue })
  } catch let DecodingError.keyNotFound(k, _) { print("no", k) }
}
struct Playlist: Codable {
  var name: String; @DefaultEmpty var songs: [String]; var rating: Rating?;
  enum Rating: Int, Codable { case bad = 1, good = 5 }
}
for t in [#"{"name":"a"}"#, #"{"name":"b","songs":["s"],"rating":5}"#, #"{"name":"c","songs":3,"rating":null}"#] {
  let p = try d.decode(Playlist.self, from: Data(t.utf8)); print(p.name, p.songs, p.rating as Any)
}
enum Event: Codable, Equatable {
  case click(x: Int, y: Int), key(String), idle
  private enum CodingKeys: String, CodingKey { case type, x, y, key }
  private enum Kind: String, Codable { case click, key, idle }
  init(from decoder: any Decoder) throws {
    let c = try decoder.container(keyedBy: CodingKeys.self)
    switch try c.decode(Kind.self, forKey: .type) {
    case .click: self = .click(x: try c.decode(Int.self, forKey: .x), y: try c.decode(Int.self, forKey: .y))
    case .key: self = try .key(c.decode(String.self, forKey: .key))
    case .idle: self = .idle
    }
  }
  func encode(to encoder: any Encoder) throws {
    var c = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case let .click(x, y):
      try c.encode(Kind.click, forKey: .type); try c.encode(x, forKey: .x); try c.encode(y, forKey: .y)
    case .key(let k): try c.encode(Kind.key, forKey: .type); try c.encode(k, forKey: .key)
    case .idle: try c.encode(Kind.idle, forKey: .type)
    }
  }
}
let e = JSONEncoder(); e.outputFormatting = .sortedKeys
let events: [Event] = [.click(x: 1, y: 2), .key("q"), .idle]
let json = try e.encode(events)
print(String(decoding: json, as: UTF8.self), try d.decode([Event].self, from: json) == events)
do { _ = try d.decode(Event.self, from: Data(#"{"type":"zoom"}"#.utf8)) } catch { print("bad event") }
struct Invoice: Codable { let id: Int; let due: Date; let amounts: [String: Decimal]; let note: String? }
let df = DateFormatter(); df.dateFormat = "yyyy-MM-dd"; df.timeZone = TimeZone(secondsFromGMT: 0);
df.locale = Locale(identifier: "en_US_POSIX")
d.dateDecodingStrategy = .formatted(df); e.dateEncodingStrategy = .formatted(df)
let inv = try d.decode(Invoice.self, from: Data(#"{"id":1,"due":"2024-02-29","amounts":{"net":10.5,"tax":2.1}}"#.utf8))
print(inv.amounts.values.reduce(0, +), inv.due.timeIntervalSince1970, inv.note ?? "nil")
print(String(data: try e.encode(inv), encoding: .utf8)!)
