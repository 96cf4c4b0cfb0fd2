// A client core on a socket, for programs that wait in `poll` themselves: `combinectl` and the thread of the asynchronous
// client. Nothing here waits except `call` and `wait`.
import Glibc
public import Wire

/// One connection to the daemon, made again when it is lost. For one thread.
public final class Connection {
  public let core: ClientCore

  /// Makes a socket when the connection was lost; `nil` leaves it lost.
  public var reconnect: (() throws(ClientError) -> UnixSocket)?
  /// When the next attempt to connect is due, while there is no connection and it is wanted back.
  public private(set) var retryAt: ContinuousClock.Instant?
  /// When `process` is due even if nothing arrives.
  public var deadline: ContinuousClock.Instant? { retryAt ?? (core.hello == nil ? greetingDeadline : nil) }
  /// Why the last attempt failed.
  public private(set) var lastFailure: ClientError?

  private var socket: UnixSocket?
  /// Until when the greeting must be answered: whatever else listens on a socket may keep silent for ever.
  private var greetingDeadline: ContinuousClock.Instant?
  public static let greetingWithin = Duration.seconds(10)
  private var backoff = Backoff()
  private let random: () -> Double

  /// How much is read before the caller has its turn again.
  private static let readBytesMax = 1 << 20
  private static let chunkBytes = 64 << 10
  private var chunk = [UInt8](repeating: 0, count: chunkBytes)

  /// - Parameter random: numbers in 0..<1 for the jitter of reconnecting.
  public init(core: ClientCore, random: @escaping () -> Double = { .random(in: 0..<1) }) {
    self.core = core
    self.random = random
  }

  /// Takes a connected socket, greets, and opens again what was subscribed to.
  public func attach(_ socket: UnixSocket) {
    precondition(self.socket == nil)
    self.socket = socket
    retryAt = nil
    lastFailure = nil
    greetingDeadline = .now + Self.greetingWithin
    core.connectionMade()
    flush()
  }

  /// Ends the connection for good.
  public func close() {
    reconnect = nil
    retryAt = nil
    socket = nil
    core.connectionEnded()
  }

  /// What to poll; `nil` while there is no connection.
  public var descriptor: Int32? { socket?.descriptor }
  public var wantsToWrite: Bool { socket != nil && core.outputCount > 0 }

  // MARK: One turn

  /// Does what can be done without waiting: writes, reads, connects again when that is due. Call it after each wait.
  public func process(now: ContinuousClock.Instant) {
    if let retryAt, now >= retryAt { tryToConnect(now: now) }
    flush()
    readAll(now: now)
    flush()
    if let greetingDeadline, socket != nil, core.hello == nil, core.isUsable, now >= greetingDeadline {
      core.refuse(.violation("no answer to the greeting within \(Self.greetingWithin)"))
    }
    if socket != nil, !core.isUsable { close() }
    if core.wantsHangUp { lost(now: now) }
  }

  /// Tries to connect now, whatever the back-off says; does nothing while connected.
  public func connectNow(now: ContinuousClock.Instant) {
    guard socket == nil, reconnect != nil else { return }
    tryToConnect(now: now)
  }

  private func tryToConnect(now: ContinuousClock.Instant) {
    guard let reconnect else { return }
    do throws(ClientError) {
      attach(try reconnect())
    } catch {
      lastFailure = error
      retryAt = now + backoff.next(random: random)
    }
  }

  /// Writes what fits.
  public func flush() {
    guard let socket else { return }
    while core.outputCount > 0 {
      guard let count = core.withOutput({ socket.write($0) }) else { return lost(now: .now) }
      guard count > 0 else { return }
      core.outputSent(count)
    }
  }

  private func readAll(now: ContinuousClock.Instant) {
    var total = 0
    while let socket, total < Self.readBytesMax {
      let received = chunk.withUnsafeMutableBytes { socket.read(into: $0) }
      switch received {
      case .nothingYet: return
      case .end: return lost(now: now)
      case .bytes(let count):
        total += count
        // Any daemon that talks is worth coming back to quickly.
        backoff.reset()
        chunk.withUnsafeBytes { core.receive(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
    }
  }

  private func lost(now: ContinuousClock.Instant) {
    guard socket != nil else { return }
    socket = nil
    if reconnect != nil { retryAt = now + backoff.next(random: random) }
    core.connectionEnded()
  }

  // MARK: Waiting

  /// Waits until something can be done, at most until `deadline`, and does it.
  public func wait(until deadline: ContinuousClock.Instant? = nil) {
    let end = [deadline, self.deadline].compactMap { $0 }.min()
    let timeout = end.map { ContinuousClock.now.duration(to: $0) }
    if let socket {
      socket.wait(forWriting: wantsToWrite, timeout: timeout)
    } else if let timeout {
      _ = poll(nil, 0, pollMilliseconds(timeout))
    }
    process(now: .now)
  }

  /// Sends a request and waits for its reply; events that come meanwhile are delivered. `timeout` is for all of it; `nil`
  /// waits for as long as the daemon takes.
  public func call<M: MethodDefinition>(
    _ method: M.Type, _ params: M.Params, timeout: Duration? = nil
  ) throws(ClientError) -> M.Result {
    try reply(to: M.method.name, timeout: timeout) { reply in core.request(method, params, reply: reply) }
  }

  /// The same for a method that is known by its name only.
  public func call(named method: String, _ params: JSONValue?, timeout: Duration? = nil) throws(ClientError)
    -> JSONValue
  {
    try reply(to: method, timeout: timeout) { reply in core.request(named: method, params, reply: reply) }
  }

  private func reply<Value>(
    to method: String, timeout: Duration?, send: (@escaping (Result<Value, ClientError>) -> Void) -> RequestID
  ) throws(ClientError) -> Value {
    var outcome: Result<Value, ClientError>?
    let id = send { outcome = $0 }
    let deadline = timeout.map { ContinuousClock.now + $0 }
    flush()
    while outcome == nil {
      wait(until: deadline)
      if outcome == nil, let deadline, let timeout, ContinuousClock.now >= deadline {
        core.cancel(id)
        core.abandon(id)
        flush()
        throw .timedOut(method: method, after: timeout)
      }
    }
    return try outcome!.get()
  }
}
