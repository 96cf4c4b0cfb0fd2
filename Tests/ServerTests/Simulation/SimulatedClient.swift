// A client of a simulation: the real client's core, on a socket that takes and gives as many bytes as the schedule says.
import ClientConnection
import EventLoop
import TestSupport
import Wire

/// One client, with a copy of what it subscribed to.
final class SimulatedClient {
  let name: String
  private let history: History
  let core: ClientCore
  private var stream: Stream?
  private(set) var ear: Ear?
  /// Taken from the socket and not yet looked at: what a killed daemon had sent before.
  private var inbox: [UInt8] = []
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
  private(set) var complaints: [String] = []
  /// What each subscription makes of what it hears.
  private(set) var copies: [String: Copy] = [:]
  private var subscriptionCount = 0
  /// Subscriptions that hear only what was asked for.
  private var counting: Set<String> = []
  /// The values it wrote, in order, and which of them were answered.
  private(set) var written: [Int] = []
  private(set) var acknowledged: [Int: Int] = [:]

  /// As `RemoteMirror` keeps it: a snapshot replaces everything at `ready`, a change is applied as a whole.
  struct Copy {
    var values: [String: JSONValue] = [:]
    var incoming: [String: JSONValue]?
    var rev = 0
  }

  init(_ name: String, _ history: History) {
    self.name = name
    self.history = history
    core = ClientCore(client: Agent(name: name))
    core.onEvent = { [unowned self] in hear($0) }
  }

  deinit { buffer.deallocate() }

  var isConnected: Bool { stream != nil }

  func takeComplaints() -> [String] {
    defer { complaints = [] }
    return complaints + (ear?.complaints ?? [])
  }

  // MARK: The connection

  func connect(_ stream: Stream) {
    self.stream = stream
    ear = Ear(history)
    core.connectionMade()
  }

  /// The end of the connection, whoever wanted it.
  func disconnect() {
    guard let stream else { return }
    stream.close()
    self.stream = nil
    complaints += ear?.complaints ?? []
    ear = nil
    inbox = []
    core.connectionEnded()
  }

  /// Sends at most so many bytes.
  func send(_ most: Int) {
    guard let stream else { return }
    let bytes = core.withOutput { Array($0.prefix(most)) }
    guard !bytes.isEmpty else { return }
    let vector = WriteVector()
    let outcome = bytes.withUnsafeBytes {
      vector.append($0)
      return stream.write(vector)
    }
    switch outcome {
    case .written(let count):
      ear?.said(bytes.prefix(count))
      core.outputSent(count)
    case .wouldBlock: break
    case .failed: disconnect()
    }
  }

  /// Receives at most so many bytes. True if there were any.
  @discardableResult
  func receive(_ most: Int) -> Bool {
    guard let stream else { return false }
    if !inbox.isEmpty {
      let bytes = Array(inbox.prefix(most))
      inbox.removeFirst(bytes.count)
      hear(bytes)
      return true
    }
    switch stream.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(most))) {
    case .bytes(let count):
      hear(Array(buffer.prefix(count)))
      return true
    case .wouldBlock: return false
    case .end, .failed:
      disconnect()
      return false
    }
  }

  private func hear(_ bytes: [UInt8]) {
    ear?.heard(bytes)
    core.receive(bytes)
    if core.wantsHangUp { disconnect() }
  }

  /// Moves what is in the socket aside: whatever comes after it is of a turn that may not have happened.
  func drain() {
    while let stream, case .bytes(let count) = stream.read(into: buffer) { inbox += buffer.prefix(count) }
  }

  /// The daemon was killed. What it had sent before may still arrive.
  func loseDaemon(hearing isHearing: Bool) {
    if isHearing { while !inbox.isEmpty, isConnected { receive(inbox.count) } }
    disconnect()
  }

  // MARK: What it does

  func write(_ value: Int, padding: Int) {
    written.append(value)
    core.request(StoreSet.self, .init(path: "counter.n", value: .int(value))) { [unowned self] result in
      if case .success(let reply) = result { acknowledged[value] = reply.rev }
    }
    if padding > 0 {
      let text = JSONValue.string("\(value) " + String(repeating: "x", count: padding))
      core.request(StoreSet.self, .init(path: "counter.label", value: text)) { _ in }
    }
  }

  /// Both at once, or nothing.
  func writeBoth(_ value: Int) {
    written.append(value)
    let ops: JSONValue = [
      ["set": "counter.n", "value": .int(value)], ["set": "counter.label", "value": .string("both \(value)")],
    ]
    core.request(named: "tx.commit", ["ops": ops]) { [unowned self] result in
      if case .success(let reply) = result { acknowledged[value] = reply["rev"]?.int }
    }
  }

  func subscribe(
    _ pattern: String, _ mode: DeliveryOptions.Mode, _ overflow: DeliveryOptions.Overflow?, progress: Bool,
    counted: Bool
  ) {
    subscriptionCount += 1
    var params = SubscriptionOpen.Params(sub: "s\(subscriptionCount)", paths: [pattern], deliver: .init(mode: mode))
    if let overflow {
      params.deliver?.overflow = overflow
      params.deliver?.queue = 4
    }
    if counted {
      params.deliver?.demand = 0
      counting.insert(params.sub)
    }
    if progress { params.progress = WireDuration(nanoseconds: 2_000_000_000) }
    copies[params.sub] = Copy()
    core.open(params)
  }

  /// Asks for so many changes more of each subscription that counts them; all, for the end.
  func demand(_ credit: Credit) {
    for name in counting.sorted() where core.openSubscriptions.contains(name) { core.demand(name, credit) }
    if credit == .unlimited { counting = [] }
  }

  /// Subscribes to the values of a publisher.
  func listen() {
    subscriptionCount += 1
    var params = SubscriptionOpen.Params(sub: "p\(subscriptionCount)", paths: [], deliver: .init(mode: .every))
    params.publisher = "counter.$n"
    copies[params.sub] = Copy()
    core.open(params)
  }

  func pause(_ name: String) { core.request(SubscriptionPause.self, .init(sub: name)) { _ in } }

  /// Of what is not paused it is no more than a word.
  func resume(_ name: String) { core.request(SubscriptionResume.self, .init(sub: name)) { _ in } }

  func unsubscribe(_ name: String) {
    copies[name] = nil
    core.close(name)
  }

  // MARK: What it hears

  private func hear(_ event: ClientEvent) {
    switch event {
    case .subscription(let name, let event): hear(name, event)
    case .subscriptionFailed where history.isDiskFull: break
    case .subscriptionFailed(let sub, let error):
      complaints.append("\(sub) could not be opened again: \(error.message)")
    case .violation(let what): complaints.append("the client found a violation: \(what)")
    case .greetingRefused(let error):
      // Who comes while the daemon stops, or has stopped taking anything, is told so.
      if error.exitStatus != 75, !history.isDiskFull { complaints.append("the greeting was refused: \(error.message)") }
    case .connected, .lost, .notice, .providerRequest: break
    }
  }

  private func hear(_ name: String, _ event: Wire.SubscriptionEvent) {
    guard var copy = copies[name] else { return complaints.append("\(name) was closed, and \(event) came") }
    switch event {
    case .gap(let gap) where gap.reason != .overflow: copy.incoming = [:]
    case .snapshot(_, let entries):
      copy.incoming = copy.incoming ?? [:]
      for entry in entries { copy.incoming![entry.path] = entry.value }
    case .ready(let rev, _):
      copy.values = copy.incoming ?? copy.values
      copy.incoming = nil
      copy.rev = rev
    case .change(let change):
      for path in change.changes { copy.values[path.path] = path.value }
      copy.rev = change.rev
    case .progress(let rev): copy.rev = rev
    default: break
    }
    // Two properties of which one follows from the other, in one commit.
    if let n = copy.values["counter.n"]?.int, let double = copy.values["counter.double"]?.int, double != 2 * n {
      complaints.append("\(name): half of a commit is seen: \(n) and \(double)")
    }
    copies[name] = copy
  }
}
