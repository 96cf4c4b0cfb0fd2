// What is long in an exposed object: of an edit the edit is coded and told, of what is set in part the part is decoded.
import Combine
import CombineClient
import TestSupport
import Testing
import Wire

@testable import Stores

/// Counts how often one of it is coded and decoded.
private struct Row: Codable, Hashable, Identifiable {
  var id: Int
  var isDone = false
  var title: String
  var note: String?
  @MainActor static var codings = 0
  @MainActor static var decodings = 0

  init(_ id: Int, _ title: String = "a title of some length") { (self.id, self.title) = (id, title) }

  enum CodingKeys: CodingKey { case id, isDone, title, note }

  init(from decoder: any Decoder) throws {
    MainActor.assumeIsolated { Row.decodings += 1 }
    let members = try decoder.container(keyedBy: CodingKeys.self)
    id = try members.decode(Int.self, forKey: .id)
    isDone = try members.decode(Bool.self, forKey: .isDone)
    title = try members.decode(String.self, forKey: .title)
    note = try members.decodeIfPresent(String.self, forKey: .note)
  }

  func encode(to encoder: any Encoder) throws {
    MainActor.assumeIsolated { Row.codings += 1 }
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(id, forKey: .id)
    try members.encode(isDone, forKey: .isDone)
    try members.encode(title, forKey: .title)
    try members.encodeIfPresent(note, forKey: .note)
  }
}

private struct Room: Codable, Hashable {
  var name = "hall"
  var rows: [Row]
  var more: [Row]?
}

@MainActor private final class Sheet: ObservableObject {
  @Published var rows = (0..<1000).map { Row($0) }
  @Published var room = Room(rows: (0..<1000).map { Row($0) }, more: (0..<300).map { Row($0) })
  @Published var state = LoadState<[Row]>.loaded((0..<500).map { Row($0) })
  @Published var byName = Dictionary(uniqueKeysWithValues: (0..<1000).map { ("row \($0)", Row($0)) })
  @Published var byNumber = Dictionary(uniqueKeysWithValues: (0..<400).map { ($0, "text \($0)") })
  @Published var numbers = Array(repeating: 0, count: 700)
  @Published var grid = [(0..<400).map { Row($0) }, (0..<400).map { Row($0) }]
}

@Suite(.serialized, .timeLimit(.minutes(10))) @MainActor struct LongListTests {
  private func serve(_ sheet: Sheet, _ daemon: RealDaemon) async throws -> StoreServer {
    let server = try StoreServer.attach(namespace: "t", to: daemon.socket)
    server.deadline = .seconds(600)
    try server.expose(sheet, as: "sheet") { store in
      store.settable("rows", \.rows) { $0.isEmpty ? "a sheet has rows" : nil }
      store.settable("room", \.room)
      store.settable("state", \.state)
      store.settable("byName", \.byName)
      store.settable("byNumber", \.byNumber)
      store.settable("numbers", \.numbers)
      store.settable("grid", \.grid)
    }
    try await server.ready()
    await server.tellAll()
    return server
  }

  /// Everybody reads what the object has.
  private func expectEqual(_ sheet: Sheet, _ client: CombineClient, _ comment: Comment = "") async throws {
    func read(_ name: String) async throws -> JSONValue {
      try await client.call(StoreGet.self, .init(path: "t.sheet." + name)).value
    }
    #expect(try await read("rows") == ValueCoding.encode(sheet.rows), comment)
    #expect(try await read("room") == ValueCoding.encode(sheet.room), comment)
    #expect(try await read("state") == ValueCoding.encode(sheet.state), comment)
    #expect(try await read("byName") == ValueCoding.encode(sheet.byName), comment)
    #expect(try await read("byNumber") == ValueCoding.encode(sheet.byNumber), comment)
    #expect(try await read("numbers") == ValueCoding.encode(sheet.numbers), comment)
    #expect(try await read("grid") == ValueCoding.encode(sheet.grid), comment)
  }

  nonisolated private static let edits: [(name: String, most: Int, edit: @MainActor @Sendable (Sheet) -> Void)] = [
    ("an element", 1, { $0.rows[500].title = "new" }),
    (
      "three, and their number", 4,
      {
        $0.rows[500].title = "new"
        $0.rows.remove(at: 3)
        $0.rows.insert(Row(2000), at: 700)
        $0.rows.append(Row(2001))
        $0.rows[9].isDone = true
      }
    ),
    ("moved", 1, { $0.rows.insert($0.rows.remove(at: 5), at: 900) }),
    ("another order", 0, { $0.rows.reverse() }),
    ("in a structure", 1, { $0.room.rows[7].title = "new" }),
    ("what may be nil", 1, { $0.room.more?[7].title = "new" }),
    ("a payload", 1, { if case .loaded(var rows) = $0.state { rows[3].note = "new"; $0.state = .loaded(rows) } }),
    ("a value of a dictionary", 1, { $0.byName["row 7"]?.title = "new" }),
    (
      "keys of one", 1,
      {
        $0.byName["row 8"] = nil
        $0.byName["a row"] = Row(3)
      }
    ),
    ("a list in a list", 1, { $0.grid[1][7].title = "new" }),
  ]

  @Test(arguments: edits.indices) func anEditIsCodedAlone(_ row: Int) async throws {
    let (name, most, edit) = Self.edits[row]
    let daemon = try RealDaemon()
    let sheet = Sheet()
    let server = try await serve(sheet, daemon)
    // The first one finds that the rest has stayed.
    sheet.objectWillChange.send()
    await server.tellAll()
    let before = Row.codings
    edit(sheet)
    await server.tellAll()
    #expect(Row.codings - before <= most, Comment(rawValue: name))
    let client = try CombineClient.connect(to: daemon.socket)
    try await expectEqual(sheet, client)
    await client.close()
    await server.close()
  }

  nonisolated private static let sets: [(method: String, path: String, value: String, most: Int)] = [
    ("set", "rows[5].title", #""new""#, 1), ("set", "rows[id: 7].title", #""new""#, 1),
    ("set", "room.rows[5].title", #""new""#, 1), ("set", "room.more[5].title", #""new""#, 1),
    ("set", #"byName["row 7"].title"#, #""new""#, 1), ("set", #"byNumber["7"]"#, #""new""#, 0),
    ("set", "grid[1][5].title", #""new""#, 1), ("set", "numbers[5]", "3", 0),
    (
      "patch", "rows",
      #"[["remove",3,2],["insert",9,[{"id":5000,"isDone":true,"title":"t","note":null}]],["move",1,90]]"#, 3
    ),
    (
      "patch", "rows",
      #"[["patch",3,{"set":{"title":"new"}}],["set",4,{"id":5001,"isDone":true,"title":"t","note":"n"}]]"#, 2
    ),
    ("patch", "byName", #"{"set":{"x":{"id":1,"isDone":true,"title":"t","note":null}},"unset":["row 3"]}"#, 1),
  ]

  @Test(arguments: sets.indices) func aPartIsSetAlone(_ row: Int) async throws {
    let (method, path, value, most) = Self.sets[row]
    let daemon = try RealDaemon()
    let sheet = Sheet()
    let server = try await serve(sheet, daemon)
    let client = try CombineClient.connect(to: daemon.socket)
    let before = (Row.codings, Row.decodings)
    let text = try JSONValue(parsing: value)
    if method == "set" {
      _ = try await client.call(StoreSet.self, .init(path: "t.sheet." + path, value: text))
      #expect(try await client.call(StoreGet.self, .init(path: "t.sheet." + path)).value == text)
    } else {
      _ = try await client.call(
        named: "store.patch", ["path": .string("t.sheet." + path), "patch": text])
    }
    #expect(Row.codings - before.0 <= most && Row.decodings - before.1 <= most)
    try await expectEqual(sheet, client)
    await client.close()
    await server.close()
  }

  /// What is longer than a message is told in pieces, wherever it is.
  @Test func whatIsLongerThanAMessageIsToldInPieces() async throws {
    let daemon = try RealDaemon()
    let sheet = Sheet()
    let rows = (0..<13_000).map { Row($0, "a title that is longer, so that a message has not room for all of it") }
    sheet.room = Room(rows: rows, more: [])
    let server = try await serve(sheet, daemon)
    let client = try CombineClient.connect(to: daemon.socket)
    /// It is too long to be read at once.
    func text(_ source: String) async throws -> String {
      try await client.evaluate("print(\(source))").printed.joined()
    }
    #expect(try await text("t.sheet.room.rows.map(\\.id) == Array(0..<13_000)") == "true")
    sheet.byName = Dictionary(uniqueKeysWithValues: rows.map { ("row \($0.id)", $0) })
    await server.tellAll()
    #expect(try await text("t.sheet.byName.count") == "13000")
    #expect(try await text("t.sheet.byName.allSatisfy { $0.key == \"row \\($0.value.id)\" }") == "true")
    let before = (Row.codings, Row.decodings)
    try await client.set("t.sheet.room.rows[7].title", to: "new")
    try await client.set(#"t.sheet.byName["row 7"].title"#, to: "new")
    #expect(Row.codings - before.0 <= 2 && Row.decodings - before.1 <= 2)
    #expect(try await text("t.sheet.byName[\"row 7\"]!.title + t.sheet.room.rows[7].title") == "newnew")
    sheet.byName = ["a": Row(1)]
    sheet.room.rows = []
    await server.tellAll()
    try await expectEqual(sheet, client)
    await client.close()
    await server.close()
  }

  /// What is refused of a part changes nothing.
  @Test func whatIsRefusedOfAPartChangesNothing() async throws {
    let daemon = try RealDaemon()
    let sheet = Sheet()
    let server = try await serve(sheet, daemon)
    let client = try CombineClient.connect(to: daemon.socket)
    await #expect(throws: ClientError.self) {
      _ = try await client.call(
        named: "store.patch", ["path": "t.sheet.rows", "patch": [[.string("remove"), .int(0), .int(1000)]]])
    }
    await #expect(throws: ClientError.self) { try await client.set("t.sheet.rows[5].title", to: 7) }
    await #expect(throws: ClientError.self) { try await client.set("t.sheet.rows[5000].title", to: "x") }
    try await expectEqual(sheet, client)
    await client.close()
    await server.close()
  }

  /// Whatever is done to it here and there, everybody has what the object has.
  @Test(arguments: 1...8 as ClosedRange<UInt64>) func bothSidesStayEqual(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let daemon = try RealDaemon()
    let sheet = Sheet()
    let server = try await serve(sheet, daemon)
    let client = try CombineClient.connect(to: daemon.socket)
    for number in 0..<40 {
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let place = Int.random(in: 0..<sheet.rows.count, using: &random)
        switch Int.random(in: 0..<9, using: &random) {
        case 0: sheet.rows.insert(Row(10_000 + number), at: place)
        case 1: sheet.rows.remove(at: place)
        case 2: sheet.rows[place].note = "note \(number)"
        case 3: sheet.room.rows.swapAt(place % 100, 500)
        case 4: sheet.byName["row \(place)"] = place % 2 == 0 ? nil : Row(place, "t\(number)")
        case 5: sheet.byNumber[place] = "n\(number)"
        case 6: sheet.numbers[place % sheet.numbers.count] += 1
        case 7: sheet.numbers.shuffle(using: &random)
        default: sheet.grid[place % 2].append(Row(place))
        }
      }
      // What the object has done meanwhile may be in the way, and then all is as it was.
      let place = Int.random(in: 0..<300, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: _ = try? await client.set("t.sheet.rows[\(place)].title", to: "set \(number)")
      case 1: _ = try? await client.set("t.sheet.room.more[\(place)].note", to: "set \(number)")
      case 2: _ = try? await client.set("t.sheet.byName[\"row \(place)\"].isDone", to: true)
      case 3:
        _ = try? await client.call(
          named: "store.patch",
          [
            "path": "t.sheet.numbers",
            "patch": [[.string("insert"), .int(place), [.int(number)]], [.string("remove"), .int(0), .int(1)]],
          ])
      default: break
      }
    }
    await server.tellAll()
    try await expectEqual(sheet, client, "seed \(seed)")
    await client.close()
    await server.close()
  }

  /// Writes of parts that a client sends one after the other are done one after the other.
  @Test func whatIsSentAheadIsNoConflict() async throws {
    let daemon = try RealDaemon()
    let sheet = Sheet()
    let server = try await serve(sheet, daemon)
    let client = try CombineClient.connect(to: daemon.socket)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for place in 0..<20 {
        group.addTask { try await client.set("t.sheet.rows[\(place)].title", to: "set \(place)") }
      }
      try await group.waitForAll()
    }
    #expect(sheet.rows[..<20].map(\.title) == (0..<20).map { "set \($0)" })
    try await expectEqual(sheet, client)
    await client.close()
    await server.close()
  }
}
