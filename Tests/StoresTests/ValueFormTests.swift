// One JSON for a value, whoever has it: what a compiled program writes is what the daemon writes for the same Swift.
import CombineClient
import Foundation
import Testing
import Wire

@testable import Stores

private enum Kind: String, Codable, CaseIterable { case a, b }
private enum Pay: Codable, Hashable {
  case none
  case one(Int)
  case may(String?)
  case two(x: Int, y: String)
  case pair(Int, Int)
  indirect case more([Pay])
}
private struct Part: Codable, Hashable {
  var n: Int
  var note: String?
  var rate: Double?
}

/// A type and a value as Swift text, for the daemon, and the same value here.
private struct Row: Sendable, CustomTestStringConvertible {
  let type: String
  let source: String
  let written: @Sendable () throws -> JSONValue
  /// Whether it reads back as the same value.
  let reads: @Sendable (JSONValue) throws -> Bool
  var testDescription: String { "\(type) = \(source)" }

  init<Value: Codable & Equatable & Sendable>(_ type: String, _ source: String, _ value: Value) {
    (self.type, self.source) = (type, source)
    written = { try ValueCoding.encode(value) }
    reads = { try ValueCoding.decode(Value.self, from: $0, at: "row") == value }
  }
}

private let rows: [Row] = [
  Row("Bool", "true", true),
  Row("String", #""a\"b""#, "a\"b"),
  Row("Int", "9007199254740991", 9_007_199_254_740_991),
  Row("Int", "9007199254740992", 9_007_199_254_740_992),
  Row("Int", "-9007199254740993", -9_007_199_254_740_993),
  Row("Int", "Int.max", Int.max),
  Row("UInt64", "UInt64.max", UInt64.max),
  Row("UInt", "5", UInt(5)),
  Row("Int8", "-5", Int8(-5)),
  Row("Double", "0.1", 0.1),
  Row("Double", "2", 2.0),
  Row("Float", "0.1", Float(0.1)),
  Row("Decimal", #"Decimal(string: "12345678901234567890.5")!"#, Decimal(string: "12345678901234567890.5")!),
  Row("Decimal", #"Decimal(string: "0.25")!"#, Decimal(string: "0.25")!),
  Row("Decimal", "Decimal(7)", Decimal(7)),
  Row("Date", "Date(timeIntervalSince1970: 1.5)", Date(timeIntervalSince1970: 1.5)),
  Row("Date", "Date(timeIntervalSince1970: 1763687823.001)", Date(timeIntervalSince1970: 1763687823.001)),
  Row("Date", "Date.distantFuture", Date.distantFuture),
  Row("Date", "Date.distantPast", Date.distantPast),
  Row("Date", "Date(timeIntervalSinceReferenceDate: 1e13)", Date(timeIntervalSinceReferenceDate: 1e13)),
  Row("Data", "Data([1, 2, 255])", Data([1, 2, 255])),
  Row("URL", #"URL(string: "https://a.b/c?d=e")!"#, URL(string: "https://a.b/c?d=e")!),
  Row(
    "UUID", #"UUID(uuidString: "6F1F3C8B-9A6E-4B0A-9B5B-0D3F4E2A1C00")!"#,
    UUID(uuidString: "6F1F3C8B-9A6E-4B0A-9B5B-0D3F4E2A1C00")!),
  Row("Duration", "Duration.milliseconds(1500)", Duration.milliseconds(1500)),
  Row("Duration", "Duration.milliseconds(-1500)", Duration.milliseconds(-1500)),
  Row("Range<Int>", "1..<3", 1..<3),
  Row("ClosedRange<Double>", "1...3.5", 1...3.5),
  Row("PartialRangeFrom<Int>", "2...", PartialRangeBox(2...)),
  Row("IndexSet", "[2, 1, 9]", IndexSet([2, 1, 9])),
  Row("TimeZone", #"TimeZone(identifier: "Europe/Paris")!"#, TimeZone(identifier: "Europe/Paris")!),
  Row("Locale", #"Locale(identifier: "de_DE")"#, Locale(identifier: "de_DE")),
  Row("DateComponents", "DateComponents(year: 2026, month: 2)", DateComponents(year: 2026, month: 2)),
  Row(
    "DateInterval", "DateInterval(start: Date(timeIntervalSinceReferenceDate: 1), duration: 2)",
    DateInterval(start: Date(timeIntervalSinceReferenceDate: 1), duration: 2)),
  Row("URLComponents", #"URLComponents(string: "https://a.b/c")!"#, URLComponents(string: "https://a.b/c")!),
  Row(
    "Measurement<UnitLength>", "Measurement(value: 1.5, unit: UnitLength.kilometers)",
    Measurement(value: 1.5, unit: UnitLength.kilometers)),
  Row("Int?", "nil", Int?.none),
  Row("[Int?]", "[1, nil]", [1, nil] as [Int?]),
  Row("Set<Int>", "[3, 1, 2]", [3, 1, 2] as Set<Int>),
  Row("Set<String>", #"["b", "a"]"#, ["b", "a"] as Set<String>),
  Row("[String: Double]", #"["b": 1, "a": 2.5]"#, ["b": 1, "a": 2.5]),
  Row("[Int: String]", #"[10: "x", 9: "y"]"#, [10: "x", 9: "y"]),
  Row("[Kind: Int]", "[.b: 1, .a: 2]", [Kind.b: 1, .a: 2]),
  Row("[Bool: Int]", "[true: 1, false: 2]", [true: 1, false: 2]),
  Row("Kind", "Kind.b", Kind.b),
  Row("Pay", "Pay.none", Pay.none),
  Row("Pay", "Pay.one(3)", Pay.one(3)),
  Row("Pay", "Pay.may(nil)", Pay.may(nil)),
  Row("Pay", #"Pay.may("x")"#, Pay.may("x")),
  Row("Pay", #"Pay.two(x: 1, y: "a")"#, Pay.two(x: 1, y: "a")),
  Row("Pay", "Pay.pair(1, 2)", Pay.pair(1, 2)),
  Row("Pay", "Pay.more([.none, .one(1), .more([.pair(3, 4)])])", Pay.more([.none, .one(1), .more([.pair(3, 4)])])),
  Row("Pay?", "Pay.one(3)", Pay?.some(.one(3))),
  Row("Part", "Part(n: 1)", Part(n: 1)),
  Row("[Part]", #"[Part(n: 1, note: "x", rate: 2)]"#, [Part(n: 1, note: "x", rate: 2)]),
]

/// A range that is compared: what has one end is not `Equatable`.
private struct PartialRangeBox: Codable, Equatable {
  let range: PartialRangeFrom<Int>
  init(_ range: PartialRangeFrom<Int>) { self.range = range }
  init(from decoder: any Decoder) throws { range = try PartialRangeFrom(from: decoder) }
  func encode(to encoder: any Encoder) throws { try range.encode(to: encoder) }
  static func == (left: Self, right: Self) -> Bool { left.range.lowerBound == right.range.lowerBound }
}

@Suite(.timeLimit(.minutes(10))) @MainActor struct ValueFormTests {
  @Test func aValueHasOneJSON() async throws {
    let daemon = try RealDaemon()
    let client = try CombineClient.connect(to: daemon.socket)
    let properties = rows.enumerated().map { "  @Published var p\($0): \($1.type) = \($1.source)" }
    try await client.evaluate(
      """
      enum Kind: String, Codable, CaseIterable { case a, b }
      enum Pay: Codable, Hashable {
        case none, one(Int), may(String?), two(x: Int, y: String), pair(Int, Int)
        indirect case more([Pay])
      }
      struct Part: Codable, Hashable { var n: Int; var note: String?; var rate: Double? }
      class Values: ObservableObject {
      \(properties.joined(separator: "\n"))
      }
      let values = Values()
      """)
    for (place, row) in rows.enumerated() {
      let theirs = try await client.call(StoreGet.self, .init(path: "values.p\(place)")).value
      let own = try JSONValue(parsing: "\(try row.written())")
      #expect("\(own)" == "\(theirs)", "\(row.testDescription)")
      #expect(try row.reads(theirs), "\(row.testDescription): \(theirs)")
    }
    await client.close()
  }
}

@Suite struct ValueMisfitTests {
  @Test func whatJSONHasNoNumberForIsSaidByName() throws {
    for (value, name) in [(Double.infinity, "inf"), (-Double.infinity, "-inf"), (.nan, "nan")] {
      let json = try ValueCoding.encode(["a": value])
      #expect("\(json)" == #"{"a":{"$notFinite":"\#(name)"}}"#)
      let back = try ValueCoding.decode([String: Double].self, from: json, at: "x")["a"]
      #expect(back?.isNaN == value.isNaN && (value.isNaN || back == value))
      #expect("\(try ValueCoding.encode(Float(value)))" == #"{"$notFinite":"\#(name)"}"#)
    }
  }

  private static let misfits: [(type: any (Decodable & Sendable).Type, json: JSONValue, message: String)] = [
    (Int.self, "7", "'x' takes Int: Int is expected, not '7'"),
    (Int8.self, 300, "'x' takes Int8: Int8 is expected, not 300"),
    (UInt.self, -1, "'x' takes UInt: UInt is expected, not -1"),
    ([Int].self, [1, "b"], "'x' takes Array<Int>: [1]: Int is expected, not 'b'"),
    (Pay.self, "one", "'x' takes Pay: one: Int is expected, not a record"),
    (Pay.self, ["one": ["_0": 3]], "'x' takes Pay: one: Int is expected, not a record"),
    (Pay.self, ["pair": ["_0": 3]], "'x' takes Pay: pair._1: nothing is there"),
    (Kind.self, "c", "'x' takes Kind: Cannot initialize Kind from invalid String value c"),
    (Part.self, ["note": "x"], "'x' takes Part: n: nothing is there"),
    (
      [Kind: Int].self, ["c": 1],
      "'x' takes Dictionary<Kind, Int>: c: Cannot initialize Kind from invalid String value c"
    ),
    (Date.self, "soon", "'x' takes Date: Date is expected, not 'soon'"),
  ]

  @Test(arguments: misfits.indices) func whatDoesNotFitIsSaidWithItsPlace(_ row: Int) {
    let (type, json, message) = Self.misfits[row]
    func read<Value: Decodable>(_ type: Value.Type) -> String {
      do throws(StoresError) {
        _ = try ValueCoding.decode(type, from: json, at: "x")
        return "it is taken"
      } catch { return error.message }
    }
    #expect(read(type) == message)
  }
}
