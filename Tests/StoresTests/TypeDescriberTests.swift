// What a type is called, and how the daemon is to declare it.
import Foundation
import Testing
import Wire

@testable import Stores

private enum Size: String, Codable, CaseIterable { case small, large = "L" }
private enum Level: Int, Codable, CaseIterable { case low, high }
private enum Shape: Codable { case round(radius: Double) }
private struct Item: Codable, Hashable, Identifiable {
  var id: Int
  var title: String
  var size: Size?
  var tags: Set<String>
}
private struct Tree: Codable {
  var name: String
  var children: [Tree]
}
private enum Song {
  enum State: String, Codable, CaseIterable { case loud }
}
private enum Book {
  enum State: String, Codable, CaseIterable { case old }
}
private struct Both: Codable {
  var song: Song.State
  var book: Book.State
}
private struct Optionals: Codable {
  var a: Bool?
  var b: String?
  var c: Double?
  var d: Float?
  var e: Int?
  var f: Int8?
  var g: Int16?
  var h: Int32?
  var i: Int64?
  var j: UInt?
  var k: UInt8?
  var l: UInt16?
  var m: UInt32?
  var n: UInt64?
  var o: Date?
  var p: [Int]?
  var q: Level?
}
private enum Access: String, Codable, CaseIterable, CustomStringConvertible {
  case `public`, `default` = "usual"
  var description: String { "access \(rawValue)" }
}
private struct Words: Codable {
  enum CodingKeys: String, CodingKey { case `class`, `default`, name = "first-name" }
  var `class`: Int
  var `default`: Access
  var name: String
}
private struct Odd: Codable {
  var value: Int
  init(from decoder: any Decoder) throws { value = try decoder.unkeyedContainer().count ?? 0 }
  func encode(to encoder: any Encoder) throws {}
}

@Suite struct TypeDescriberTests {
  private func describe(_ type: any Any.Type) throws -> (String, [String: String]) {
    var describer = TypeDescriber()
    let name = try describer.name(of: type, at: "here")
    return (name, describer.declarations)
  }

  private static let plain: [(type: any Any.Type, name: String)] = [
    (Int.self, "Int"), ([String: Double?].self, "[String: Double?]"), (Set<UUID>.self, "Set<UUID>"),
    ([Date]?.self, "[Date]?"), (Data.self, "Data"), (URL.self, "URL"), (Decimal.self, "Decimal"),
    (Duration.self, "Duration"), (Range<Int>.self, "Range<Int>"), (ClosedRange<Double>?.self, "ClosedRange<Double>?"),
    (PartialRangeFrom<Int>.self, "PartialRangeFrom<Int>"), (IndexSet.self, "IndexSet"), (TimeZone.self, "TimeZone"),
    (Locale.self, "Locale"), (Calendar.self, "Calendar"), (DateComponents.self, "DateComponents"),
    (DateInterval.self, "DateInterval"), (URLComponents.self, "URLComponents"), (CGFloat.self, "CGFloat"),
    (Measurement<UnitLength>.self, "Measurement<UnitLength>"),
  ]

  @Test(arguments: plain.indices) func plainTypes(_ row: Int) throws {
    let (found, declared) = try describe(Self.plain[row].type)
    #expect(found == Self.plain[row].name && declared.isEmpty)
  }

  @Test func structuresAreFoundOut() throws {
    let (name, declared) = try describe([Item].self)
    #expect(name == "[Item]")
    #expect(
      declared == [
        "Item": "struct Item: Codable, Hashable, Identifiable { var id: Int; var title: String; var size: Size?; "
          + "var tags: Set<String> }",
        "Size": "enum Size: String, Codable, CaseIterable { case small = \"small\"; case large = \"L\" }",
      ])
  }

  @Test func whatMayBeNilIsDeclaredSo() throws {
    let types =
      "Bool String Double Float Int Int8 Int16 Int32 Int64 UInt UInt8 UInt16 UInt32 UInt64 Date [Int] Level"
    let fields = zip("abcdefghijklmnopq", types.split(separator: " ")).map { "var \($0): \($1)?" }
    #expect(
      try describe(Optionals.self).1["Optionals"]
        == "struct Optionals: Codable { \(fields.joined(separator: "; ")) }")
  }

  @Test func twoTypesOfOneNameAreTwo() throws {
    let (name, declared) = try describe(Both.self)
    #expect(name == "Both")
    #expect(
      declared == [
        "Both": "struct Both: Codable { var song: State; var book: BookState }",
        "State": "enum State: String, Codable, CaseIterable { case loud = \"loud\" }",
        "BookState": "enum BookState: String, Codable, CaseIterable { case old = \"old\" }",
      ])
    // Also those of two stores.
    let names = TypeNames()
    var first = TypeDescriber(names: names)
    var second = TypeDescriber(names: names)
    #expect(try first.name(of: Book.State.self, at: "a.state") == "State")
    #expect(try second.name(of: Song.State.self, at: "b.state") == "SongState")
    #expect(try second.name(of: Book.State.self, at: "b.other") == "State")
    var third = TypeDescriber(declared: [(Odd.self, "State", "struct State: Codable {}")], names: names)
    #expect(throws: StoresError.self) { try third.name(of: Odd.self, at: "c.odd") }
  }

  @Test func keywordsAndOtherNamesStandInBackticks() throws {
    #expect(
      try describe(Words.self).1 == [
        "Words": "struct Words: Codable { var `class`: Int; var `default`: Access; var `first-name`: String }",
        "Access":
          "enum Access: String, Codable, CaseIterable { case `public` = \"public\"; case `default` = \"usual\" }",
      ])
  }

  @Test func keysOfEnumerationsAreFoundOut() throws {
    let (name, declared) = try describe([Size: Level].self)
    #expect(name == "[Size: Level]" && declared.keys.sorted() == ["Level", "Size"])
  }

  @Test func whatContainsItselfHasAnEnd() throws {
    #expect(try describe(Tree.self).1 == ["Tree": "struct Tree: Codable { var name: String; var children: [Tree] }"])
    #expect(
      try describe(Level.self).1 == ["Level": "enum Level: Int, Codable, CaseIterable { case low = 0; case high = 1 }"])
  }

  private static let unclear: [any Any.Type] = [Shape.self, Odd.self]

  @Test(arguments: unclear.indices) func whatCannotBeFoundOutIsSaid(_ row: Int) throws {
    let type = Self.unclear[row]
    do {
      _ = try describe(type)
      Issue.record("\(type) is described")
    } catch let error as StoresError {
      #expect(error.message.contains("type(_:named:_:)"), "\(error)")
      #expect(error.message.hasPrefix("'here' is of the type '"))
    }
    var describer = TypeDescriber(declared: [(type, "Given", "struct Given: Codable {}")])
    #expect(try describer.name(of: type, at: "here") == "Given")
    #expect(describer.declarations == ["Given": "struct Given: Codable {}"])
  }

  @Test func valuesCrossAsTheProtocolSays() throws {
    let item = Item(id: 7, title: "tea", size: .large, tags: ["a"])
    let json = try ValueCoding.encode(item)
    #expect("\(json)".contains(#""size":"L""#))
    #expect(try ValueCoding.decode(Item.self, from: json, at: "x") == item)
    #expect(try ValueCoding.encode(Optional<Int>.none) == .null)
    #expect(try ValueCoding.decode(Int?.self, from: .null, at: "x") == nil)
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    #expect(try ValueCoding.encode(date) == .string("2023-11-14T22:13:20Z"))
    #expect(try ValueCoding.decode(Date.self, from: .string("2023-11-14T22:13:20Z"), at: "x") == date)
    do {
      _ = try ValueCoding.decode(Item.self, from: .object([.init("id", "x")]), at: "cart.item")
      Issue.record("it is taken")
    } catch { #expect(error.message.hasPrefix("'cart.item' takes Item: id: ")) }
  }
}
