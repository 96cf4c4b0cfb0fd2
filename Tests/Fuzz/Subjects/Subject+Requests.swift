// A daemon without its process that is asked what the schemas admit.
#if DEBUG
  import Engine
  import EventLoop
  import InterpreterHarness
  import Journal
  import Language
  import Wire

  @testable import Server

  extension Subject {
    /// Each request is answered at most once, with JSON, and the daemon is well afterwards. The first byte says how many connections.
    static let requests = Subject(name: "requests", bytesMax: 512, words: [], folders: []) { bytes in
      do {
        let daemon = try SmallDaemon()
        var writer = RequestWriter(bytes)
        for id in 1...12 where !writer.isAtEnd { daemon.ask(writer.next(id: id), id) }
        daemon.finish()
      } catch { fatalError("the daemon could not be made: \(error)") }
    }
  }

  private final class SmallDaemon {
    private let time: VirtualPoller
    private let loop: EventLoop
    private let server: Server
    private let stream: Stream
    private var received: [UInt8] = []
    private var asked: Set<Int> = []

    private static let program = """
      struct Item: Identifiable, Codable, Equatable {
        var id: Int
        var name = "x"
      }
      class Counter: ObservableObject {
        @Published var n = 0
        @Published var double = 0
        @Published var label = "a"
        @Published var items = [Item(id: 1), Item(id: 2)]
        @Published var table = ["a": 1]
        init() { $n.map { $0 &* 2 }.assign(to: &$double) }
        func add(_ by: Int) -> Int {
          n &+= by
          return n
        }
        func later() async { try? await Task.sleep(nanoseconds: 1_000_000) }
      }
      let counter = Counter()
      """

    init() throws {
      time = VirtualPoller(over: try EpollPoller())
      loop = EventLoop(poller: time)
      let journal = try Journal(path: ":memory:")
      var limits = Engine.Limits()
      limits.language.stepsPerActivation = 50_000
      let engine = Engine(
        storage: journal, now: 1_795_223_772_500_000_000, freshEpoch: "fuzz", limits: limits,
        secrets: try PathFilter(["**.label"]),
        library: LibraryPool.take())
      _ = try engine.recover()
      server = Server(engine: engine, journal: journal, loop: loop, settings: ServerSettings(), log: .silent)
      engine.openSession("fuzz")
      _ = try engine.evaluate(SourceText(file: "fuzz", text: Self.program), session: "fuzz")
      let (near, far) = try Stream.pair()
      stream = far
      server.accept(near)
    }

    func ask(_ request: String, _ id: Int) {
      let line = Array((request + "\n").utf8)
      asked.insert(id)
      line.withUnsafeBytes {
        let vector = WriteVector()
        vector.append($0)
        _ = stream.write(vector)
      }
      settle()
    }

    private func settle() {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
      defer { buffer.deallocate() }
      var quiet = 0
      for _ in 0..<2_000 where quiet < 2 {
        quiet = loop.poll() ? 0 : quiet + 1
        while case .bytes(let count) = stream.read(into: buffer) {
          received += buffer.prefix(count)
          quiet = 0
        }
      }
    }

    func finish() {
      for _ in 0..<3 {
        time.advance(by: .seconds(1))
        settle()
      }
      for line in received.split(separator: UInt8(ascii: "\n")) {
        let text = String(decoding: line, as: UTF8.self)
        guard let message = try? JSONValue(parsing: text) else { fatalError("this is no JSON: \(text)") }
        guard let id = message["id"]?.int, message["method"] == nil else { continue }
        guard asked.remove(id) != nil else { fatalError("request \(id) is answered again: \(text)") }
        if message["error"]?["code"]?.int == -32603 { fatalError("the daemon says that it has a bug: \(text)") }
      }
      stream.close()
      while loop.poll() {}
    }
  }
#endif
