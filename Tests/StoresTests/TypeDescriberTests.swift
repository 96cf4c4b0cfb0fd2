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
