// The client for Swift programs: asynchronous calls, subscriptions as asynchronous sequences, remote properties as
// publishers. A thread of its own waits for the socket; see `ClientThread`.
// One import gives programs the errors and the vocabulary of the connection as well.
@_exported public import ClientConnection
import Glibc
@_exported public import Wire

/// A connection to the daemon, which comes back by itself when it is lost.
///
///     let client = try CombineClient.connect()
///     try await client.set("signup.username", to: "ada")
///     for try await event in try await client.subscribe("signup.**") { … }
///     client.property("signup.isValid", as: Bool.self).sink(…)
///
/// Requests take effect in the order in which they were made on one task. Closing, or letting the last reference go, ends
/// the connection and with it everything that it owns in the daemon.
public actor CombineClient {
  let thread: ClientThread
  let connection: Connection
  var core: ClientCore { connection.core }

  /// Who waits for the reply to a request, under a number that is known before the request is made.
  private var waiting: [Int: Waiting] = [:]
  private var lastTicket = 0
  /// The readers of subscriptions, by the name of the subscription.
  private var buffers: [String: EventBuffer] = [:]
  private var relays: [String: any Relay] = [:]
  private var lastSubscription = 0
  private var noticeReaders: [Int: AsyncStream<SessionNotice>.Continuation] = [:]
  private let onEvent: (@Sendable (ClientEvent) -> Void)?
  /// Why nothing will ever be answered.
  private var refusal: ClientError?
  private var isClosed = false

  private struct Waiting {
    var id: RequestID?
    var fail: (ClientError) -> Void
  }

  public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Connects to the daemon that listens at `path`, by default where it listens by default.
  ///
  /// - Parameter onEvent: called with everything that this client hears, in the order in which it comes, connections that are
  ///   lost and made again included; on the client's thread, and before who asked for it.
  /// - Throws: `noDaemon`, `cannotConnect`, `pathTooLong`. A daemon of another protocol shows with the first request.
  public static func connect(
    to path: String? = nil, name: String = "swift", features: [String] = [],
    onEvent: (@Sendable (ClientEvent) -> Void)? = nil
  ) throws(ClientError) -> CombineClient {
    var environment: [String: String] = [:]
    for variable in ["COMBINED_SOCKET", "XDG_RUNTIME_DIR", "TMPDIR"] {
      environment[variable] = getenv(variable).map { String(cString: $0) }
    }
    let socketPath = try SocketPath.resolve(explicit: path, environment: environment, userID: geteuid())
    let socket = try UnixSocket(connectingTo: socketPath)
    return CombineClient(name: name, features: features, descriptor: socket.release(), onEvent: onEvent) {
      () throws(ClientError) in
      try UnixSocket(connectingTo: socketPath).release()
    }
  }

  /// - Parameters:
  ///   - descriptor: a connected socket, taken over.
  ///   - reconnect: makes another one when it is lost; `nil` leaves it lost.
  init(
    name: String, features: [String] = [], descriptor: Int32, onEvent: (@Sendable (ClientEvent) -> Void)? = nil,
    reconnect: (@Sendable () throws(ClientError) -> Int32)?
  ) {
    thread = ClientThread()
    self.onEvent = onEvent
    let core = ClientCore(client: Agent(name: name, pid: Int(getpid())), features: features)
    connection = Connection(core: core)
    if let reconnect {
      connection.reconnect = { () throws(ClientError) in UnixSocket(owning: try reconnect()) }
    }
    thread.start(
      prepare: { [weak self] in self?.assumeIsolated { $0.prepare() } },
      service: { [weak self] in self?.assumeIsolated { $0.connection.process(now: .now) } })
    thread.post { [weak self] in self?.assumeIsolated { $0.begin(descriptor) } }
  }

  deinit { thread.stop() }

  private func begin(_ descriptor: Int32) {
    core.onEvent = { [weak self] event in self?.assumeIsolated { $0.receive(event) } }
    connection.attach(UnixSocket(owning: descriptor))
  }

  private func prepare() -> ClientThread.Wait {
    connection.flush()
    return ClientThread.Wait(
      descriptor: connection.descriptor, forWriting: connection.wantsToWrite, deadline: connection.deadline)
  }

  /// Ends the connection. Waiting calls fail with `lost`, sequences and publishers end.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    connection.close()
    for buffer in buffers.values { buffer.end(nil) }
    for relay in relays.values { relay.complete(.finished) }
    for reader in noticeReaders.values { reader.finish() }
    (buffers, relays, noticeReaders) = ([:], [:], [:])
  }

  /// Whether the daemon has answered on the present connection.
  public var isConnected: Bool { core.hello != nil }

  // MARK: Requests

  /// Asks the daemon. When the task is cancelled the daemon is asked to give it up, and this throws `cancelled` at once.
  public func call<M: MethodDefinition>(_ method: M.Type, _ params: M.Params) async throws(ClientError) -> M.Result {
    lastTicket += 1
    let ticket = lastTicket
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Result<M.Result, ClientError>, Never>) in
        if Task.isCancelled { return continuation.resume(returning: .failure(.cancelled)) }
        waiting[ticket] = Waiting { continuation.resume(returning: .failure($0)) }
        let id = core.request(method, params) { [weak self] result in
          self?.assumeIsolated { $0.waiting[ticket] = nil }
          continuation.resume(returning: result)
        }
        waiting[ticket]?.id = id
      }
    } onCancel: {
      thread.post { [weak self] in self?.assumeIsolated { $0.cancel(ticket) } }
    }
    return try answer(result)
  }

  /// What came of a request. Without a connection that is for good when the daemon has refused the greeting.
  private func answer<Success>(_ result: Result<Success, ClientError>) throws(ClientError) -> Success {
    if let refusal, case .failure(.notConnected) = result { throw refusal }
    return try result.get()
  }

  /// The same for a method that is known by its name only.
  public func call(named method: String, _ params: JSONValue? = nil) async throws(ClientError) -> JSONValue {
    let result = await withCheckedContinuation { (reply: CheckedContinuation<Result<JSONValue, ClientError>, Never>) in
      core.request(named: method, params) { reply.resume(returning: $0) }
    }
    return try answer(result)
  }

  private func cancel(_ ticket: Int) {
    guard let waiter = waiting.removeValue(forKey: ticket) else { return }
    if let id = waiter.id {
      core.cancel(id)
      core.abandon(id)
    }
    waiter.fail(.cancelled)
  }

  // MARK: Subscriptions

  /// Opens a subscription and returns its events. While there is no connection it waits for the next one.
  /// - Throws: what the daemon refuses: `notFound`, `limit` and so on.
  public func subscribe(
    _ paths: String..., initial: SubscriptionOpen.Initial = .snapshot, old: Bool = false, cause: Bool = false,
    mode: DeliveryOptions.Mode = .every, from: Start = .now
  ) async throws(ClientError) -> SubscriptionEvents {
    try await subscribe(paths, initial: initial, old: old, cause: cause, mode: mode, from: from)
  }

  /// The same for paths in an array.
  public func subscribe(
    _ paths: [String], initial: SubscriptionOpen.Initial = .snapshot, old: Bool = false, cause: Bool = false,
    mode: DeliveryOptions.Mode = .every, from: Start = .now
  ) async throws(ClientError) -> SubscriptionEvents {
    let name = nextSubscriptionName()
    let params = SubscriptionOpen.Params(
      sub: name, paths: paths, from: from, initial: initial, old: old, cause: cause, deliver: .init(mode: mode))
    buffers[name] = EventBuffer()
    let result = await withCheckedContinuation { continuation in
      core.open(params) { continuation.resume(returning: $0) }
    }
    do {
      _ = try result.get()
    } catch {
      if refusal == nil, !isClosed, error == .notConnected || error == .lost(method: "sub.open") {
        return SubscriptionEvents(client: self, name: name)
      }
      buffers[name] = nil
      core.close(name)
      throw refusal ?? error
    }
    return SubscriptionEvents(client: self, name: name)
  }

  private func nextSubscriptionName() -> String {
    lastSubscription += 1
    return "s\(lastSubscription)"
  }

  /// The next event of a subscription, for its iterator.
  func nextEvent(of name: String) async throws(ClientError) -> SubscriptionEvent? {
    let next = await withTaskCancellationHandler {
      // A closure is isolated to the actor only if it captures it: hence a method, and no local variables here.
      await withCheckedContinuation { self.giveNext(of: name, to: $0) }
    } onCancel: {
      thread.post { [weak self] in self?.assumeIsolated { $0.endSubscription(name) } }
    }
    return try next.get()
  }

  private func giveNext(
    of name: String, to continuation: CheckedContinuation<Result<SubscriptionEvent?, ClientError>, Never>
  ) {
    thread.checkIsolated()
    guard let buffer = buffers[name] else { return continuation.resume(returning: .success(nil)) }
    if buffer.isDrained { core.resume(name) }
    buffer.next(continuation)
  }

  /// Nobody reads the subscription any more.
  func endSubscription(_ name: String) {
    guard let buffer = buffers.removeValue(forKey: name) else { return }
    buffer.end(nil)
    core.close(name)
  }

  /// Subscribes for a relay, which hears of everything until `removeRelay` or its own end.
  func add(_ relay: any Relay, _ params: (_ name: String) -> SubscriptionOpen.Params) -> String {
    let name = nextSubscriptionName()
    guard !isClosed else {
      relay.complete(.finished)
      return name
    }
    relays[name] = relay
    core.open(params(name)) { [weak self] result in
      // Without a connection it waits for the next one.
      if case .failure(let error) = result, error != .notConnected, error != .lost(method: "sub.open") {
        self?.assumeIsolated { $0.endRelay(name, .failure(error)) }
      }
    }
    if let refusal { endRelay(name, .failure(refusal)) }
    return name
  }

  func removeRelay(_ name: String) {
    guard relays.removeValue(forKey: name) != nil else { return }
    core.close(name)
  }

  func endRelay(_ name: String, _ completion: RelayEnd) {
    guard let relay = relays.removeValue(forKey: name) else { return }
    core.close(name)
    relay.complete(completion)
  }

  // MARK: Notices

  /// What the daemon tells this connection without being asked, from here on; the newest 1,000 that were not read yet.
  public func notices() -> AsyncStream<SessionNotice> {
    lastTicket += 1
    let ticket = lastTicket
    let (stream, reader) = AsyncStream.makeStream(of: SessionNotice.self, bufferingPolicy: .bufferingNewest(1000))
    guard !isClosed else {
      reader.finish()
      return stream
    }
    noticeReaders[ticket] = reader
    reader.onTermination = { [thread, weak self] _ in
      thread.post { [weak self] in self?.assumeIsolated { $0.noticeReaders[ticket] = nil } }
    }
    return stream
  }

  // MARK: Events

  private func receive(_ event: ClientEvent) {
    onEvent?(event)
    switch event {
    case .subscription(let name, let event):
      if let buffer = buffers[name] {
        buffer.add(event)
        if buffer.isFull { core.hold(name) }
      }
      if let end = relays[name]?.receive(event) { endRelay(name, end) }
    case .subscriptionFailed(let name, let error):
      buffers.removeValue(forKey: name)?.end(error)
      endRelay(name, .failure(error))
    case .greetingRefused(let error):
      refusal = error
      for buffer in buffers.values { buffer.end(error) }
      for name in relays.keys { endRelay(name, .failure(error)) }
      buffers = [:]
    case .notice(let notice): for reader in noticeReaders.values { reader.yield(notice) }
    case .lost: for relay in relays.values { relay.connectionLost() }
    case .connected, .providerRequest, .violation: break
    }
  }
}

extension ClientError {
  /// The task that asked was cancelled.
  public static let cancelled = ClientError.refused(RPCError(.cancelled, "The request was cancelled by its client."))
}
