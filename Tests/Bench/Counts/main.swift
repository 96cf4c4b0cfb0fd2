// How often references are counted and how many objects are made for a change that a client makes, and for telling one more reader of
// it. These numbers do not depend on the machine, nor on what else it does:
//
//     swift run -c release CountsBench
//
// They count what makes no difference as well, as a reference to a text that is no object.
import Engine
import EventLoop
import InterpreterHarness
import Journal
import Language
import References
import Server

/// A client that says what it is given, and throws away what it hears.
final class Client {
  private let stream: Stream
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 1)

  init(_ server: Server) throws {
    let (near, far) = try Stream.pair()
    server.accept(near)
    stream = far
  }

  func send(_ text: String) {
    let vector = WriteVector()
    let bytes = Array(text.utf8)
    bytes.withUnsafeBytes {
      vector.append($0)
      guard case .written(bytes.count) = stream.write(vector) else { fatalError("the socket does not take it at once") }
    }
  }

  /// - Returns: how many lines it was.
  func hear() -> Int {
    var lines = 0
    while case .bytes(let count) = stream.read(into: buffer) {
      lines += buffer.prefix(count).count { $0 == UInt8(ascii: "\n") }
    }
    return lines
  }
}

/// What changes cost that are sent at one go, each of them, with so many readers.
func counts(readers: Int, changes: Int = 500) throws -> (references: Double, objects: Double) {
  let loop = EventLoop(poller: try EpollPoller())
  let journal = try Journal(path: ":memory:")
  let engine = Engine(storage: journal, now: 0, freshEpoch: "bench", library: LibraryPool.take())
  let server = Server(engine: engine, journal: journal, loop: loop)
  _ = try server.recover()
  engine.openSession("bench")
  let source = #"class Bench: ObservableObject { @Published var v = "" }\#nlet bench = Bench()"#
  _ = try engine.evaluate(SourceText(file: "bench", text: source), session: "bench")
  func settle() { while loop.poll() {} }
  let writer = try Client(server)
  let others = try (0..<readers).map { _ in try Client(server) }
  for reader in others {
    reader.send(
      #"{"jsonrpc":"2.0","id":1,"method":"sub.open","params":{"sub":"b","paths":["bench.v"],"initial":"none","deliver":{"mode":"every"}}}"#
        + "\n")
    settle()
    _ = reader.hear()
  }
  var id = 0
  func send() -> ReferenceCounts {
    let lines = (0..<changes).map { _ in
      id += 1
      return
        #"{"jsonrpc":"2.0","id":\#(id),"method":"store.set","params":{"path":"bench.v","value":"the value of number \#(id)"}}"#
        + "\n"
    }
    writer.send(lines.joined())
    let before = counts_so_far()
    settle()
    let after = counts_so_far()
    guard writer.hear() == changes, others.allSatisfy({ $0.hear() == changes }) else {
      fatalError("something is missing")
    }
    return ReferenceCounts(references: after.references - before.references, objects: after.objects - before.objects)
  }
  _ = send()
  let made = send()
  return (Double(made.references) / Double(changes), Double(made.objects) / Double(changes))
}

let (one, many) = (try counts(readers: 1), try counts(readers: 21))
func row(_ name: String, _ references: Double, _ objects: Double) {
  print("\(name): \((references * 10).rounded() / 10) references, \((objects * 10).rounded() / 10) objects")
}
row("a change and its reader", one.references, one.objects)
row("one more reader", (many.references - one.references) / 20, (many.objects - one.objects) / 20)
