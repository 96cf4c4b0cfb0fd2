// Lists are edited at random, by methods and by patches, from several clients; others keep copies from notifications alone,
// read late, lose their connection and resume. Every copy becomes what a plain model of the same edits is.
import Engine
import TestSupport
import Testing
import Wire

@testable import Server

@Suite struct ListReplayTests {
  private static let shelf = """
    struct Book: Identifiable {
      let id: Int
      var title: String
      var isRead = false
    }
    class Shelf: ObservableObject {
      @Published var books: [Book] = []
      func append(_ id: Int) { books.append(Book(id: id, title: "new")) }
      func insert(_ id: Int, _ place: Int) { books.insert(Book(id: id, title: "new"), at: place) }
      func remove(_ offsets: [Int]) { books.remove(atOffsets: IndexSet(offsets)) }
      func move(_ offsets: [Int], _ destination: Int) {
        books.move(fromOffsets: IndexSet(offsets), toOffset: destination)
      }
      func retitle(_ place: Int, _ title: String) { books[place].title = title }
      @Published var marks: [Mark] = [Mark(), Mark(), Mark()]
      @Published var last = Double.nan
      @Published var weights = [1] + Array(repeating: Double.nan, count: 30)
      func mark(_ place: Int, _ key: String, _ unset: [String]) { marks[place] = Mark(set: [key: place], unset: unset) }
      func unset(_ place: Int, _ key: String) { marks[place].unset.append(key); last = .nan }
      func weigh(_ weight: Double) { weights[0] = weight }
      @Published var room = Room()
      func furnish(_ id: Int, _ place: Int) { room.books.insert(Book(id: id, title: "new"), at: place) }
      func clear(_ place: Int) { room.books.remove(at: place) }
      func shift(_ from: Int, _ to: Int) { room.books.insert(room.books.remove(at: from), at: to) }
      func label(_ place: Int, _ title: String) { room.books[place].title = title; room.tags["last"] = [title] }
    }
    struct Room { var name = "hall"; var books: [Book] = []; var tags: [String: [String]] = [:] }
    /// Looks like a patch.
    struct Mark { var set: [String: Int] = [:]; var unset: [String] = [] }
    let shelf = Shelf()
    """

  private struct Book: Equatable {
    var id: Int
    var title = "new"
    var isRead = false

    var json: JSONValue {
      .object([.init("id", .int(id)), .init("title", .string(title)), .init("isRead", .bool(isRead))])
    }
  }

  private struct Mark: Equatable {
    var set: (key: String, place: Int)?
    var unset: [String] = []

    var json: JSONValue {
      .object([
        .init("set", .object(set.map { [.init($0.key, .int($0.place))] } ?? [])),
        .init("unset", .array(unset.map { .string($0) })),
      ])
    }

    static func == (left: Mark, right: Mark) -> Bool { left.json == right.json }
  }

  private struct Model {
    var books: [Book] = []
    var marks = [Mark(), Mark(), Mark()]
    var room: (books: [Book], last: String?) = ([], nil)

    var values: [String: JSONValue] {
      let tags = room.last.map { [JSONValue.Member("last", .array([.string($0)]))] } ?? []
      return [
        "shelf.books": .array(books.map(\.json)), "shelf.marks": .array(marks.map(\.json)),
        "shelf.room": ["name": "hall", "books": .array(room.books.map(\.json)), "tags": .object(tags)],
      ]
    }
  }

  /// A client that keeps a copy, and knows nothing but what it is told.
  private final class Copy {
    var client: Client
    let mode: String
    var values: [String: JSONValue] = [:]
    /// The commit of the message, or of the entry of a snapshot, that told each value.
    var told: [String: Int] = [:]
    var revision = 0
    var patches = 0
    /// Of members of objects.
    var inside = 0

    init(_ client: Client, mode: String) { (self.client, self.mode) = (client, mode) }

    func open(from epoch: String? = nil) {
      let from = epoch.map { #","from":{"epoch":"\#($0)","rev":\#(revision)}"# } ?? ""
      client.send(
        #"{"id":1,"method":"sub.open","params":{"sub":"s","paths":["shelf.{books,marks,room}"],"value":"patch"\#(from),"#
          + #""deliver":{"mode":"\#(mode)"}}}"#)
    }

    func hear() throws {
      for line in client.rawLines() {
        let message = try JSONValue(parsing: line)
        guard message["method"]?.string == "sub.event", let event = message["params"] else { continue }
        if let rev = event["rev"]?.int { revision = rev }
        for entry in event["entries"]?.array ?? [] {
          values[entry["path"]!.string!] = entry["value"]!
          told[entry["path"]!.string!] = entry["rev"]!.int!
        }
        for change in event["changes"]?.array ?? [] {
          let path = change["path"]!.string!
          switch change["op"]?.string {
          case "set": values[path] = change["value"]!
          case "patch":
            patches += 1
            #expect(change["base"]?.int == told[path], "\(event)")
            values[path] = replay(change["patch"]!, on: values[path]!)
          default: Issue.record("an operation nobody expected: \(change)")
          }
          told[path] = revision
        }
      }
    }

    /// As the protocol describes it, at every depth.
    private func replay(_ patch: JSONValue, on value: JSONValue) -> JSONValue {
      guard case .array(var items) = value else { return replay(patch, onMembers: value.object!) }
      for operation in patch.array! {
        let words = operation.array!
        let at = words[1].int!
        switch words[0].string! {
        case "insert": items.insert(contentsOf: words[2].array!, at: at)
        case "remove": items.removeSubrange(at..<at + words[2].int!)
        case "move": items.insert(items.remove(at: at), at: words[2].int!)
        case "set": items[at] = words[2]
        case "patch": items[at] = replay(words[2], on: items[at])
        default: Issue.record("no operation: \(operation)")
        }
      }
      return .array(items)
    }

    private func replay(_ patch: JSONValue, onMembers present: [JSONValue.Member]) -> JSONValue {
      var fields = present
      for part in patch.object! {
        for field in part.value.object ?? [] {
          let place = fields.firstIndex { $0.name == field.name }
          switch (part.name, place) {
          case ("set", let place?): fields[place].value = field.value
          case ("set", nil): fields.append(field)
          case ("patch", let place?):
            inside += 1
            fields[place].value = replay(field.value, on: fields[place].value)
          default: Issue.record("no patch of an object: \(patch)")
          }
        }
        for name in part.value.array ?? [] { fields.removeAll { $0.name == name.string } }
      }
      return .object(fields)
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>) func copiesStayEqual(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let stage = try Stage(Self.shelf)
    let writers = [try stage.connect(), try stage.connect()]
    let copies = try ["every", "every", "latest", "latest"].map { Copy(try stage.connect(), mode: $0) }
    copies.forEach { $0.open() }
    var model = Model()
    var next = 1
    for _ in 0..<150 {
      let writer = writers.randomElement(using: &random)!
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1: mark(writer, &model.marks, &random)
      case 2, 3: furnish(writer, &model.room, &next, &random)
      default:
        edit(writer, &model.books, &next, &random)
      }
      for copy in copies {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: copy.client.reads.toggle()
        case 1:
          // The connection is lost, with whatever is on its way; another one goes on from what has been read.
          copy.client.close()
          copy.client = try stage.connect()
          copy.open(from: "k3f9")
        default: try copy.hear()
        }
      }
    }
    for copy in copies {
      copy.client.reads = true
      try copy.hear()
      #expect(copy.values == model.values, "seed \(seed), mode \(copy.mode)")
      #expect(copy.patches > 10, "seed \(seed), mode \(copy.mode): patches have come")
      #expect(copy.inside > 3, "seed \(seed), mode \(copy.mode): and some of members")
    }
  }

  /// Two edit the same list at the same instant, each by what it has heard so far. Their connections are lost with whatever is on
  /// its way, and they are killed and begin with nothing: in the end both have what the daemon has.
  @Test(arguments: 1...6 as ClosedRange<UInt64>) func twoWhoEditAtOnceEndWithEqualCopies(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let stage = try Stage(Self.shelf)
    var editors = try ["every", "latest"].map { Copy(try stage.connect(), mode: $0) }
    editors.forEach { $0.open() }
    var next = 1
    var (lost, killed) = (0, 0)
    for _ in 0..<150 {
      for editor in editors { editor.client.send(Self.edit(editor.values["shelf.books"]?.array ?? [], &next, &random)) }
      for (place, editor) in editors.enumerated() {
        switch Int.random(in: 0..<16, using: &random) {
        case 0:
          lost += 1
          editor.client.close()
          editor.client = try stage.connect()
          editor.open(from: "k3f9")
        case 1:
          killed += 1
          editor.client.close()
          editors[place] = Copy(try stage.connect(), mode: editor.mode)
          editors[place].open()
        // It edits on before it has read what has come.
        case 2..<5: break
        default: try editor.hear()
        }
      }
    }
    for editor in editors { try editor.hear() }
    let books = try #require(
      JSONValue(
        parsing: try stage.connect().ask(#"{"id":1,"method":"store.get","params":{"path":"shelf.books"}}"#)[0])[
          "result"]?["value"])
    for editor in editors { #expect(editor.values["shelf.books"] == books, "seed \(seed), mode \(editor.mode)") }
    #expect(books.array!.count > 10 && lost > 3 && killed > 3)
  }

  /// An edit by someone who has this copy, which may be an old one: then it may be refused.
  private static func edit(_ books: [JSONValue], _ next: inout Int, _ random: inout SeededRandom) -> String {
    next += 1
    func place() -> Int { Int.random(in: 0..<books.count, using: &random) }
    func request(_ method: String, _ params: String) -> String {
      #"{"id":\#(100 + next),"method":"\#(method)","params":{\#(params)}}"#
    }
    func patch(_ operation: String) -> String {
      request("store.patch", #""path":"shelf.books","patch":[\#(operation)]"#)
    }
    let row = #"{"id":\#(next),"title":"new","isRead":false}"#
    if books.isEmpty { return patch(#"["insert",0,[\#(row)]]"#) }
    let known = "shelf.books[id: \(books[place()]["id"]!.int!)]"
    switch Int.random(in: 0..<8, using: &random) {
    case 0..<3: return patch(#"["insert",\#(place()),[\#(row)]]"#)
    case 3 where books.count > 12: return patch(#"["remove",\#(place()),1]"#)
    case 4: return patch(#"["move",\#(place()),\#(place())]"#)
    case 5: return request("store.set", #""path":"\#(known).isRead","value":true"#)
    default: return request("store.set", #""path":"\#(known).title","value":"title \#(next)""#)
    }
  }

  /// Elements that look like patches, and patches of them.
  private func mark(_ client: Client, _ marks: inout [Mark], _ random: inout SeededRandom) {
    let (place, key) = (Int.random(in: 0..<3, using: &random), ["set", "unset", "a"].randomElement(using: &random)!)
    func call(_ method: String, _ arguments: String) {
      _ = client.ask(#"{"id":1,"method":"store.call","params":{"path":"shelf.\#(method)","args":[\#(arguments)]}}"#)
    }
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      marks[place] = Mark(set: (key, place), unset: marks[place].unset.isEmpty ? [key] : [])
      call("mark", "\(place),\"\(key)\",\(marks[place].unset)")
    case 1:
      marks[place].unset.append(key)
      call("unset", "\(place),\"\(key)\"")
    default:
      marks[place] = Mark(set: (key, 7))
      _ = client.ask(
        #"{"id":1,"method":"store.patch","params":{"path":"shelf.marks","#
          + #""patch":[["set",\#(place),{"set":{"\#(key)":7},"unset":[]}]]}}"#)
    }
  }

  /// A list inside of a structure.
  private func furnish(
    _ client: Client, _ room: inout (books: [Book], last: String?), _ next: inout Int, _ random: inout SeededRandom
  ) {
    func call(_ method: String, _ arguments: String) {
      _ = client.ask(#"{"id":1,"method":"store.call","params":{"path":"shelf.\#(method)","args":[\#(arguments)]}}"#)
    }
    func place(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }
    switch Int.random(in: 0..<6, using: &random) {
    case 0 where room.books.count > 6:
      let at = place(room.books.count)
      call("clear", "\(at)")
      room.books.remove(at: at)
    case 1 where room.books.count > 1:
      let (from, to) = (place(room.books.count), place(room.books.count))
      call("shift", "\(from),\(to)")
      room.books.insert(room.books.remove(at: from), at: to)
    case 2 where !room.books.isEmpty:
      let at = place(room.books.count)
      call("label", #"\#(at),"title \#(next)""#)
      room.books[at].title = "title \(next)"
      room.last = "title \(next)"
    default:
      let at = place(room.books.count + 1)
      call("furnish", "\(next),\(at)")
      room.books.insert(Book(id: next), at: at)
      next += 1
    }
  }

  /// Nothing equals it, and yet it is what it was.
  @Test func whatIsNoNumberIsNotToldAgain() throws {
    let stage = try Stage(Self.shelf)
    let client = try stage.connect()
    client.send(
      #"{"id":1,"method":"sub.open","params":{"sub":"s","paths":["shelf.weights","shelf.last"],"value":"patch","#
        + #""deliver":{"mode":"every"}}}"#)
    _ = client.rawLines()
    let writer = try stage.connect()
    for weight in [2, 3] {
      _ = writer.ask(#"{"id":1,"method":"store.call","params":{"path":"shelf.weigh","args":[\#(weight)]}}"#)
      _ = writer.ask(#"{"id":1,"method":"store.call","params":{"path":"shelf.unset","args":[0,"x"]}}"#)
    }
    let told = try client.rawLines().compactMap { try JSONValue(parsing: $0)["params"]?["changes"] }
    #expect(
      told.map { $0.array!.map { "\($0["path"]!.string!) \($0["patch"]!)" } } == [
        ["shelf.weights [[\"set\",0,2.0]]"], ["shelf.weights [[\"set\",0,3.0]]"],
      ])
  }

  /// As it was once said, an element is set to what is no element.
  @Test func whoPatchesAnElementBySettingItIsToldHow() throws {
    let stage = try Stage(Self.shelf)
    let client = try stage.connect()
    _ = client.ask(#"{"id":1,"method":"store.call","params":{"path":"shelf.append","args":[1]}}"#)
    let old = #"{"path":"shelf.books","patch":[["set",0,{"set":{"title":"x"}}]]}"#
    let commit = #"{"ops":[{"patch":"shelf.books","value":[["set",0,{"set":{"title":"x"}}]]}]}"#
    for (method, params) in [("store.patch", old), ("tx.commit", commit)] {
      let reply = client.ask(#"{"id":1,"method":"\#(method)","params":\#(params)}"#)
      #expect("\(reply)".contains("patch"), "\(reply)")
      #expect("\(reply)".contains("a part of an element is changed by"), "\(reply)")
    }
  }

  private func edit(_ client: Client, _ model: inout [Book], _ next: inout Int, _ random: inout SeededRandom) {
    func call(_ method: String, _ arguments: String) {
      _ = client.ask(#"{"id":1,"method":"store.call","params":{"path":"shelf.\#(method)","args":[\#(arguments)]}}"#)
    }
    func place(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }
    func offsets() -> [Int] { model.indices.filter { _ in Int.random(in: 0..<4, using: &random) == 0 } }
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<3:
      call("append", "\(next)")
      model.append(Book(id: next))
      next += 1
    case 3:
      let at = place(model.count + 1)
      call("insert", "\(next),\(at)")
      model.insert(Book(id: next), at: at)
      next += 1
    case 4 where model.count > 8:
      let gone = Array(offsets().prefix(3))
      call("remove", "\(gone)")
      for at in gone.reversed() { model.remove(at: at) }
    case 5 where !model.isEmpty:
      let (moved, to) = (offsets(), place(model.count + 1))
      call("move", "\(moved),\(to)")
      let taken = moved.map { model[$0] }
      let stays = model.indices.filter { !moved.contains($0) }
      model = stays.filter { $0 < to }.map { model[$0] } + taken + stays.filter { $0 >= to }.map { model[$0] }
    case 6 where !model.isEmpty:
      let at = place(model.count)
      call("retitle", #"\#(at),"title \#(next)""#)
      model[at].title = "title \(next)"
    case 7 where !model.isEmpty:
      let at = place(model.count)
      model[at].isRead.toggle()
      _ = client.ask(
        #"{"id":1,"method":"store.set","params":{"path":"shelf.books[id: \#(model[at].id)].isRead","#
          + #""value":\#(model[at].isRead)}}"#)
    case 8 where model.count > 1:
      let (from, to) = (place(model.count), place(model.count))
      model.insert(model.remove(at: from), at: to)
      _ = client.ask(
        #"{"id":1,"method":"store.patch","params":{"path":"shelf.books","patch":[["move",\#(from),\#(to)]]}}"#)
    default:
      model.append(Book(id: next, title: "patched"))
      let row = #"{"id":\#(next),"title":"patched","isRead":false}"#
      _ = client.ask(
        #"{"id":1,"method":"store.patch","params":{"path":"shelf.books","#
          + #""patch":[["insert",\#(model.count - 1),[\#(row)]]]}}"#)
      next += 1
    }
  }
}
