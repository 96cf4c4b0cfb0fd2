import Testing

@testable import Server

/// What the schema says of a dictionary is what the wire has: an object where all keys are text or integers, whatever their type,
/// and pairs otherwise.
@Suite struct DictionarySchemaTests {
  private let program = """
    import Foundation
    enum Color: String, Codable { case red, blue }
    enum Rank: Int, Codable { case first = 1 }
    enum Bare { case one, two }
    enum Ratio: Double { case half = 0.5 }
    class Desk: ObservableObject {
      @Published var colors: [Color: Int] = [.red: 1]
      @Published var ranks: [Rank: Bool] = [.first: true]
      @Published var bare: [Bare: Bool] = [.two: true]
      @Published var owners: [UUID: Bool] = [UUID(): true]
      @Published var pages: [URL: Bool] = [URL(string: "a:b")!: true]
      @Published var days: [Date: Bool] = [Date(timeIntervalSince1970: 0): true]
      @Published var bytes: [Data: Bool] = [Data([1]): true]
      @Published var ratios: [Ratio: Bool] = [.half: true]
      @Published var flags: [Bool: Bool] = [true: true]
    }
    let desk = Desk()
    """

  @Test(arguments: [
    ("colors", true), ("ranks", true), ("bare", true), ("owners", true), ("pages", true), ("days", true),
    ("bytes", true),
    ("ratios", false), ("flags", false),
  ])
  func schemaIsWire(name: String, isObject: Bool) throws {
    let client = try Stage(program).connect()
    let schema = client.ask(#"{"id":1,"method":"store.schema","params":{"path":"desk.\#(name)"}}"#).last ?? ""
    #expect(schema.contains(#""schema":{"type":"object""#) == isObject, "\(schema)")
    let value = client.ask(#"{"id":2,"method":"store.get","params":{"path":"desk.\#(name)"}}"#).last ?? ""
    #expect(value.contains(#""value":{"#) == isObject, "\(value)")
  }
}
