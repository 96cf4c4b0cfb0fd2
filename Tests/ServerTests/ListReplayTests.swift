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
    }
    let shelf = Shelf()
    """

  private struct Book: Equatable {
    var id: Int
    var title = "new"
    var isRead = false
  }

  /// A client that keeps a copy, and knows nothing but what it is told.
  private final class Copy {
    var client: Client
    let mode: String
    var value: JSONValue = .null
    var version = 0
    var revision = 0
    var patches = 0

    init(_ client: Client, mode: String) { (self.client, self.mode) = (client, mode) }

    func open(from epoch: String? = nil) {
      let from = epoch.map { #","from":{"epoch":"\#($0)","rev":\#(revision)}"# } ?? ""
      client.send(
        #"{"id":1,"method":"sub.open","params":{"sub":"s","paths":["shelf.books"],"value":"patch"\#(from),"#
          + #""deliver":{"mode":"\#(mode)"}}}"#)
    }

    func hear() throws {
      for line in client.rawLines() {
        let message = try JSONValue(parsing: line)
        guard message["method"]?.string == "sub.event", let event = message["params"] else { continue }
        if let rev = event["rev"]?.int { revision = rev }
        for entry in event["entries"]?.array ?? [] { value = entry["value"]! }
        for change in event["changes"]?.array ?? [] {
          switch change["op"]?.string {
          case "set": value = change["value"]!
          case "patch":
            patches += 1
            value = .array(try replay(change["patch"]!.array!, on: value.array!))
          default: Issue.record("an operation nobody expected: \(change)")
          }
        }
      }
    }

    private func replay(_ operations: [JSONValue], on list: [JSONValue]) throws -> [JSONValue] {
      var items = list
      for operation in operations {
        let words = operation.array!
        let at = words[1].int!
        switch words[0].string! {
        case "insert": items.insert(contentsOf: words[2].array!, at: at)
        case "remove": items.removeSubrange(at..<at + words[2].int!)
        case "move": items.insert(items.remove(at: at), at: words[2].int!)
        case "set":
          if let set = words[2]["set"]?.object {
            var fields = items[at].object!
            for field in set { fields[fields.firstIndex { $0.name == field.name }!].value = field.value }
            items[at] = .object(fields)
          } else {
            items[at] = words[2]
          }
        default: Issue.record("no operation: \(operation)")
        }
      }
      return items
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>) func copiesStayEqual(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let stage = try Stage(Self.shelf)
    let writers = [try stage.connect(), try stage.connect()]
    let copies = try ["every", "every", "latest", "latest"].map { Copy(try stage.connect(), mode: $0) }
    copies.forEach { $0.open() }
    var model: [Book] = []
    var next = 1
    for _ in 0..<150 {
      let writer = writers.randomElement(using: &random)!
      edit(writer, &model, &next, &random)
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
    let expected = JSONValue.array(
      model.map { book in
        .object([
          .init("id", .int(book.id)), .init("title", .string(book.title)), .init("isRead", .bool(book.isRead)),
        ])
      })
    for copy in copies {
      copy.client.reads = true
      try copy.hear()
      #expect(copy.value == expected, "seed \(seed), mode \(copy.mode)")
      #expect(copy.patches > 10, "seed \(seed), mode \(copy.mode): patches have come")
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
