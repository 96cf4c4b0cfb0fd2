// The real server, engine and journal in this process, on hand-moved time: clients are socket pairs, and nothing waits.
import Engine
import EventLoop
import Glibc
import InterpreterHarness
import Journal
import Language
import Synchronization
import TestSupport
import Testing

@testable import Server

/// A daemon without its process.
final class Stage {
  let time: VirtualPoller
  let loop: EventLoop
  let engine: Engine
  let journal: Journal
  let server: Server
  private(set) var log: [String] = []
  /// Clients keep their stage, not the other way round.
  private var clients: [WeakClient] = []

  private struct WeakClient {
    weak var client: Client?
  }

  /// 2026-11-21T01:16:12.5Z
  static let beginning = 1_795_223_772_500_000_000

  /// - Parameters:
  ///   - state: the journal's directory; `nil` keeps nothing.
  ///   - keeping: how much of history the journal keeps.
  ///   - epoch: the name of a history that begins with it.
  ///   - isSound: all that the journal has can be evaluated.
  ///   - storage: what the engine writes to, if not the journal.
  ///   - wallClock: the calendar's time; without one it goes with the loop's.
  init(
    _ source: String = "", state: TemporaryDirectory? = nil, settings: ServerSettings = ServerSettings(),
    keeping: Journal.Settings = Journal.Settings(), limits: Engine.Limits = Engine.Limits(), epoch: String = "k3f9",
    secrets: [String] = [], isSound: Bool = true,
    storage: ((Journal) -> any JournalStorage)? = nil, wallClock: (() -> Int64)? = nil
  ) throws {
    time = VirtualPoller(over: try EpollPoller())
    loop = EventLoop(poller: time)
    journal = try Journal(path: state?.journal ?? ":memory:", settings: keeping)
    engine = Engine(
      storage: storage?(journal) ?? journal, now: Self.beginning, freshEpoch: epoch, limits: limits,
      secrets: secrets.isEmpty ? nil : try PathFilter(secrets), library: LibraryPool.take())
    var lines: (Log.Level, String) -> Void = { _, _ in }
    server = Server(
      engine: engine, journal: journal, loop: loop, settings: settings, log: Log(.debug) { lines($0, $1) },
      wallClock: wallClock)
    #expect(try server.recover().isEmpty == isSound)
    lines = { [unowned self] level, line in log.append("\(level.name): \(line)") }
    if !source.isEmpty {
      engine.openSession("stage")
      do { _ = try engine.evaluate(SourceText(file: "stage", text: source), session: "stage") } catch {
        Issue.record("the stage's source was refused: \(error)")
      }
    }
  }

  /// A new client, connected.
  /// - Parameter peer: another user's; our own if nothing is said.
  func connect(as peer: (uid: UInt32, gid: UInt32)? = nil) throws -> Client {
    let (near, far) = try Stream.pair()
    server.accept(peer.map { ForeignStream(near, uid: $0.uid, gid: $0.gid) } ?? near)
    let client = Client(far, self)
    clients.append(WeakClient(client: client))
    return client
  }

  /// Turns until nothing is left to do, reading what is sent to those clients that read.
  func settle() {
    var quiet = 0
    for _ in 0..<100_000 {
      let worked = loop.poll()
      let read = clients.map { $0.client?.take() ?? false }.contains(true)
      quiet = worked || read ? 0 : quiet + 1
      if quiet == 2 { return }
    }
    Issue.record("the server does not come to rest")
  }

  /// Lets time pass, and what falls due happen when it does.
  func advance(by duration: Duration) {
    let end = time.now + duration
    while let next = server.nextDeadline, next > time.now, next < end {
      time.advance(by: next - time.now)
      settle()
    }
    stall(for: end - time.now)
  }

  /// Time passes while nothing can happen, as on a machine that has stopped for a while.
  func stall(for duration: Duration) {
    time.advance(by: duration)
    settle()
  }
}

/// The other end of a connection.
final class Client {
  private let stream: Stream
  private let stage: Stage
  private var bytes: [UInt8] = []
  private(set) var isEnded = false
  /// Whether it takes what it is sent.
  var reads = true
  /// How much has arrived, all in all.
  private(set) var received = 0
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)

  init(_ stream: Stream, _ stage: Stage) {
    self.stream = stream
    self.stage = stage
  }

  deinit { buffer.deallocate() }

  /// Reads everything that is there. True if there was something.
  func take() -> Bool {
    guard reads, !isEnded, !isClosed else { return false }
    var found = false
    while true {
      switch stream.read(into: buffer) {
      case .bytes(let count):
        found = true
        received += count
        bytes += buffer.prefix(count)
      case .wouldBlock: return found
      case .end, .failed:
        isEnded = true
        return true
      }
    }
  }

  /// Sends a message, adding the constant member that is left out for reading.
  func send(_ message: String) { sendRaw(Self.completed(message) + "\n") }

  /// Sends what it is given, in as many turns as that takes.
  func sendRaw(_ text: String) { sendRaw(Array(text.utf8)) }

  func sendRaw(_ bytes: [UInt8]) {
    if bytes.count < 10_000 { validator?.sent(String(decoding: bytes, as: UTF8.self), by: "") }
    let vector = WriteVector()
    var position = 0
    var stuck = 0
    while position < bytes.count, stuck < 100 {
      bytes[position...].withUnsafeBytes {
        vector.removeAll()
        vector.append($0)
        if case .written(let count) = stream.write(vector) {
          position += count
          stuck = 0
        } else {
          stuck += 1
        }
      }
      if position < bytes.count { stage.loop.poll() }
    }
    sent = position
  }

  /// How much of the last `sendRaw` was taken.
  private(set) var sent = 0

  /// What has been sent to it since the last call, a line each, when all has settled; for reading.
  func lines() -> [String] { rawLines().map(Self.abbreviated) }

  /// The same as it came.
  func rawLines() -> [String] {
    stage.settle()
    defer { bytes = [] }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    lines.forEach(validate)
    return lines
  }

  /// What it is sent has to be as `Protocol/schemas` has it, whatever the test is about. Of messages that differ in nothing but
  /// their texts and numbers the first few stand for the rest, in all tests together.
  private var validator = MessageValidator.known
  private static let validated = Mutex<[MessageShape: Int]>([:])
  private static let validatedMax = 20

  private func validate(_ line: String) {
    guard line.utf8.count < 10_000 else { return }
    let shape = MessageShape(line)
    let count = Self.validated.withLock {
      $0[shape, default: 0] += 1
      return $0[shape]!
    }
    guard count <= Self.validatedMax else { return }
    guard validator != nil else { return _ = Issue.record("Protocol/schemas cannot be read") }
    if let complaint = validator?.complaint(line, to: "") {
      Issue.record("Protocol/schemas: \(complaint): \(line.prefix(500))")
    }
  }

  /// Sends one message and gives what came of it.
  func ask(_ message: String) -> [String] {
    send(message)
    return lines()
  }

  /// Ends its sending direction.
  func endInput() { stream.endWriting() }

  private var isClosed = false

  /// Goes away without a word.
  func close() {
    isClosed = true
    stream.close()
  }

  // MARK: For reading

  /// `{"id":1,…}` with `"jsonrpc":"2.0"` put in, in the members of a batch too; anything else as it is.
  static func completed(_ message: String) -> String {
    let constant = #""jsonrpc":"2.0""#
    guard !message.contains(constant) else { return message }
    if message.hasPrefix("[") {
      return ["id", "method"].reduce(message) { text, member in
        text.replacing("{\"\(member)\":", with: "{\(constant),\"\(member)\":")
      }
    }
    return message.hasPrefix("{\"") ? "{\(constant)," + message.dropFirst() : message
  }

  /// The same backwards.
  static func abbreviated(_ line: String) -> String { line.replacing("\"jsonrpc\":\"2.0\",", with: "") }
}

/// Source for stages.
enum Source {
  static let counter = """
    class Counter: ObservableObject {
      @Published var n = 0
      @Published var label = "a"
    }
    let counter = Counter()
    """
}
