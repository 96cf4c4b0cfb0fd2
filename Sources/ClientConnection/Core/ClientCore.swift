// The client without sockets: bytes in, replies and events out; requests in, bytes out. The blocking connection of
// `combinectl` and the asynchronous client both drive it, and tests drive it by hand.
//
//     request() ─▶ ┌────────────┐ ─▶ output bytes
//                  │ ClientCore │
//     reply() ◀─── └────────────┘ ◀─ receive(bytes)
//     onEvent ◀──
public import Wire

/// Owned by one thread or one actor. Handlers are called in the order of the daemon's messages, from within `receive` and
/// `connectionEnded`; they may send further requests.
public final class ClientCore {
  /// Called for everything that is not a reply.
  public var onEvent: (ClientEvent) -> Void = { _ in }

  /// What the daemon said in its greeting; `nil` while there is no connection.
  public private(set) var hello: SessionHello.Result?
  /// Who writes down what is said.
  public var observer: (any TrafficObserver)?
  /// The newest revision that was seen in this epoch.
  public private(set) var latestRev = 0
  public private(set) var isConnected = false
  /// Whether what answers speaks this protocol, as far as is known. If not, the connection is to be closed.
  public private(set) var isUsable = true
  /// Whether this connection is to be ended and another one made: something was lost on it, or the daemon asks to come back
  /// later.
  public private(set) var wantsHangUp = false

  /// Who reads changes of one subscription in place, where they are as the daemon usually writes them.
  private var lines: (subscription: String, prefix: EventPrefix, read: (ChangeLine) -> Bool)?

  private let client: Agent
  private var features: [String]
  private let role: RoleName?
  private var decoder = MessageDecoder(batchMax: .max)
  private var encoder = FrameEncoder()
  private var parser = JSONParser()
  private var pending = PendingRequests()
  private var subscriptions: [String: SubscriptionState] = [:]
  /// The names in the order of opening, which is the order of opening them again.
  private var subscriptionNames: [String] = []
  /// What was known when the last connection was lost.
  private var lastSeen: Bookmark?
  private var hasViolation = false

  /// - Parameters:
  ///   - client: who this is, for the daemon's lists and causes.
  ///   - role: the most that the connection may do; `nil` is all that the user may.
  public init(client: Agent, features: [String] = [], role: RoleName? = nil) {
    self.client = client
    self.features = features
    self.role = role
  }

  // MARK: Connection

  /// A connection has been made: greets, and opens again what was subscribed to.
  /// - Precondition: not connected.
  public func connectionMade() {
    precondition(!isConnected)
    isConnected = true
    isUsable = true
    wantsHangUp = false
    hasViolation = false
    decoder = MessageDecoder(batchMax: .max)
    encoder = FrameEncoder()
    request(SessionHello.self, greeting) {
      [unowned self] result in
      switch result {
      case .success(let hello): greeted(hello)
      case .failure(.lost): break
      case .failure(let error): refuse(error)
      }
    }
    for name in subscriptionNames where subscriptions[name]?.phase == .opening { sendOpen(name, reply: nil) }
  }

  private var greeting: SessionHello.Params {
    SessionHello.Params {
      $0.client = client
      $0.features = features + ["parts"]
      $0.role = role
    }
  }

  /// Changes the optional features that are wanted, on this connection and those after it.
  public func setFeatures(_ features: [String]) {
    self.features = features
    guard isConnected else { return }
    request(SessionHello.self, greeting) { _ in }
  }

  /// Whoever has asked so far is not there any more: nobody is called for a reply or an event that is still on its way.
  public func forgetAskers() {
    onEvent = { _ in }
    pending.ignoreAll()
  }

  /// The connection has ended. Pending requests fail with `lost`, in the order they were made.
  public func connectionEnded() {
    guard isConnected else { return }
    isConnected = false
    // A daemon that is ending may take a connection and greet nobody: that it is lost has been told before.
    let isNews = hello != nil || lastSeen == nil
    if let hello { lastSeen = Bookmark(epoch: hello.epoch, rev: latestRev) }
    hello = nil
    for name in subscriptionNames {
      subscriptions[name]?.isClosing = false
      if subscriptions[name]?.phase != .held { subscriptions[name]?.reopen() }
    }
    for request in pending.removeAll() { request.reply(.failure(.lost(method: request.method))) }
    if isNews { onEvent(.lost) }
  }

  /// Nothing on this connection will be understood: everything pending fails with the reason.
  public func refuse(_ error: ClientError) {
    isUsable = false
    onEvent(.greetingRefused(error))
    for request in pending.removeAll() { request.reply(.failure(error)) }
  }

  private func greeted(_ hello: SessionHello.Result) {
    self.hello = hello
    var missed: Int?
    if let lastSeen, lastSeen.epoch == hello.epoch { missed = max(0, hello.rev - lastSeen.rev) }
    latestRev = hello.rev
    onEvent(.connected(hello, missed: missed, isReconnect: lastSeen != nil))
  }

  // MARK: Requests

  /// Sends a request. `reply` is called exactly once: with the result, the daemon's error, `lost`, or at once with
  /// `notConnected`, and then the returned id means nothing.
  @discardableResult
  public func request<M: MethodDefinition>(
    _ method: M.Type, _ params: M.Params, reply: @escaping (Result<M.Result, ClientError>) -> Void
  ) -> RequestID {
    send(M.method.name, params) { outcome in
      reply(
        outcome.flatMap { view in
          do throws(ShapeError) {
            return .success(try M.Result(json: view, strict: false))
          } catch {
            return .failure(.violation("\(M.method.name): " + error.sentence(whole: "result")))
          }
        })
    }
  }

  /// The same for a method that is known by its name only.
  /// - Parameter id: what to send it with, greater than all before; `nil` is the next.
  @discardableResult
  public func request(
    named method: String, _ params: JSONValue?, id: RequestID? = nil,
    reply: @escaping (Result<JSONValue, ClientError>) -> Void
  ) -> RequestID {
    send(method, params, id: id) { reply($0.map { JSONValue($0) }) }
  }

  /// Asks the daemon to give up a request; its reply is then the error `cancelled`, unless it was quicker.
  public func cancel(_ id: RequestID) {
    guard pending.contains(id), isConnected else { return }
    observer?.gaveUp(id)
    try? encoder.send(CancelParams.name, CancelParams(id: id))
  }

  /// Forgets a request: whatever comes of it, its handler is not called.
  public func abandon(_ id: RequestID) { pending.ignoreReply(of: id) }

  public var hasPendingRequests: Bool { !pending.isEmpty }

  private func send(
    _ method: String, _ params: (some WireEncodable)?, id: RequestID? = nil,
    _ reply: @escaping (Result<JSONView, ClientError>) -> Void
  ) -> RequestID {
    if let id { pending.skip(to: id) }
    let id = id ?? pending.nextID()
    guard isConnected else {
      reply(.failure(.notConnected))
      return id
    }
    do throws(FrameError) {
      try encoder.send(method, id: id, params)
      observer?.sent(method, id, params)
      pending.add(id, method: method, reply: reply)
    } catch {
      reply(.failure(.refused(error.rpcError)))
    }
    return id
  }

  // MARK: Subscriptions

  /// The names of what is subscribed to, in the order of opening.
  public var openSubscriptions: [String] { subscriptionNames }

  /// Where a subscription would resume; `nil` before its first `ready`.
  public func bookmark(of name: String) -> Bookmark? { subscriptions[name]?.bookmark }

  /// Opens a subscription, which from then on survives the loss of the connection: it is opened again where it was.
  /// Its events come through `onEvent`, after `reply`. While there is no connection it waits for the next one.
  /// - Precondition: the name is not in use.
  public func open(
    _ params: SubscriptionOpen.Params,
    reply: @escaping (Result<SubscriptionOpen.Result, ClientError>) -> Void = { _ in }
  ) {
    precondition(subscriptions[params.sub] == nil, "a subscription named \(params.sub) exists")
    subscriptions[params.sub] = SubscriptionState(params: params)
    subscriptionNames.append(params.sub)
    if isConnected { sendOpen(params.sub, reply: reply) } else { reply(.failure(.notConnected)) }
  }

  /// Gives changes of a subscription to `read` before they are decoded, where that is possible, for who shows all there are. What
  /// it returns false for comes through `onEvent`, as everything else does.
  public func readLines(of name: String, _ read: @escaping (ChangeLine) -> Bool) {
    lines = (name, EventPrefix(subscription: name), read)
  }

  /// Ends a subscription. No event of it follows.
  public func close(_ name: String, reply: @escaping (Result<Void, ClientError>) -> Void = { _ in }) {
    guard let state = subscriptions[name] else { return reply(.success(())) }
    forget(name)
    guard isConnected, state.phase == .live || state.phase == .opening else { return reply(.success(())) }
    request(SubscriptionClose.self, .init(sub: name)) { reply($0.map { _ in }) }
  }

  /// Asks for more changes of a subscription that was opened with `deliver.demand`. What was asked for and has not come
  /// is asked for again when the subscription is opened again.
  public func demand(_ name: String, _ credit: Credit) {
    guard let state = subscriptions[name], state.params.deliver?.demand != nil else { return }
    subscriptions[name]?.add(credit)
    guard isConnected, state.phase == .live || state.phase == .opening else { return }
    try? encoder.send(SubscriptionDemand.method.name, SubscriptionDemand.Params(sub: name, add: credit))
  }

  /// Lets a reader that is behind catch up: nothing of the subscription comes until `resume`, and nothing is lost, since
  /// the daemon is asked again from where it was. Does nothing before the first `ready`.
  public func hold(_ name: String) {
    guard let state = subscriptions[name], state.phase == .live, state.bookmark != nil else { return }
    suspend(name)
  }

  /// Goes on with a subscription that is held.
  public func resume(_ name: String) {
    guard let state = subscriptions[name], state.phase == .held else { return }
    if state.isClosing {
      subscriptions[name]?.phase = .resuming
    } else {
      reopen(name)
    }
  }

  /// Closes a subscription on the wire and keeps it here.
  private func suspend(_ name: String) {
    subscriptions[name]?.phase = .held
    subscriptions[name]?.isClosing = true
    request(SubscriptionClose.self, .init(sub: name)) { [unowned self] result in
      if case .failure(.lost) = result { return }
      subscriptions[name]?.isClosing = false
      if subscriptions[name]?.phase == .resuming { reopen(name) }
    }
  }

  private func reopen(_ name: String) {
    subscriptions[name]?.reopen()
    if isConnected { sendOpen(name, reply: nil) }
  }

  private func forget(_ name: String) {
    subscriptions[name] = nil
    subscriptionNames.removeAll { $0 == name }
  }

  private func sendOpen(_ name: String, reply: ((Result<SubscriptionOpen.Result, ClientError>) -> Void)?) {
    guard let params = subscriptions[name]?.resuming else { return }
    request(SubscriptionOpen.self, params) { [unowned self] result in
      switch result {
      case .success: subscriptions[name]?.phase = .live
      // The next connection opens it.
      case .failure(.lost): break
      case .failure(.refused(let error)) where reply == nil && error.retry != .never:
        subscriptions[name]?.reopen()
        wantsHangUp = true
      case .failure(let error):
        forget(name)
        if reply == nil { onEvent(.subscriptionFailed(name, error)) }
      }
      reply?(result)
    }
  }

  private func receive(_ notice: SubscriptionNotice) {
    let name = notice.sub
    let epoch = hello?.epoch ?? ""
    guard let action = subscriptions[name]?.receive(n: notice.n, notice.event, epoch: epoch) else { return }
    switch action {
    case .skip: return
    case .hole(let expected):
      return lose("subscription \(name): message \(notice.n) came where \(expected) was due")
    case .deliver: break
    }
    guard let event = whole(notice.event, of: name) else { return }
    note(rev: event.rev)
    if observer?.heard(event, of: name) != true { onEvent(.subscription(name, event)) }
    guard case .end(let reason, _) = event else { return }
    switch reason {
    case .closed, .error, .kicked, .removed: forget(name)
    // Too slow for what was asked: go on from where it was cut off.
    case .slow: reopen(name)
    // The connection ends next, and the one after it opens it again.
    case .shutdown: subscriptions[name]?.reopen()
    }
  }

  /// Reads the next message in place.
  /// - Returns: whether it was there and could be.
  private func readLine() -> Bool {
    guard let lines, observer == nil, let epoch = hello?.epoch else { return false }
    return decoder.nextChange(lines.prefix) { line in
      // Of a message that is not due nothing is shown; that is said where it is decoded.
      guard subscriptions[lines.subscription]?.isDue(line.n) == true, lines.read(line) else { return false }
      subscriptions[lines.subscription]?.received(n: line.n, changeAt: line.rev, epoch: epoch)
      note(rev: line.rev)
      return true
    }
  }

  /// The event, or `nil` while it is a part of one that is longer than a frame.
  private func whole(_ event: SubscriptionEvent, of name: String) -> SubscriptionEvent? {
    guard case .part(let number, let count, let text) = event else { return event }
    let gathered = (number == 1 ? "" : subscriptions[name]?.partial ?? "") + text
    guard number == count else {
      subscriptions[name]?.partial = gathered
      return nil
    }
    subscriptions[name]?.partial = ""
    var parser = JSONParser()
    guard let view = try? parser.parse(gathered).root,
      let event = try? SubscriptionEvent(json: view)
    else {
      lose("subscription \(name): the parts of an event do not make one")
      return nil
    }
    subscriptions[name]?.note(event, epoch: hello?.epoch ?? "")
    return event
  }

  /// Something did not arrive. The next connection goes on from the last good place.
  private func lose(_ what: String) {
    wantsHangUp = true
    onEvent(.violation(what))
  }

  private func note(rev: Int?) {
    if let rev, rev > latestRev { latestRev = rev }
  }

  // MARK: Bytes

  /// Takes in bytes of the connection, in any pieces.
  public func receive(_ bytes: UnsafeRawBufferPointer) {
    decoder.append(bytes)
    while isConnected, !wantsHangUp {
      if readLine() { continue }
      guard let incoming = decoder.next(&parser) else { return }
      switch incoming {
      case .single(let message): receive(message)
      case .batch(let messages): messages.forEach { receive($0) }
      case .unreadable(let error, _):
        // Whatever it was, it did not arrive.
        if hello != nil { wantsHangUp = true }
        violation(error.message)
      }
    }
  }

  public func receive(_ bytes: [UInt8]) { bytes.withUnsafeBytes { receive($0) } }

  /// Bytes that wait to be sent.
  public var outputCount: Int { encoder.count }

  public func withOutput<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try encoder.withReadable(body)
  }

  /// The first `count` bytes of the output have been sent.
  public func outputSent(_ count: Int) { encoder.consume(count) }

  // MARK: Messages

  private func receive(_ message: Message) {
    switch message {
    case .response(let response):
      guard let id = response.id else {
        if case .failure(let error) = response.outcome { violation(error.message) }
        return
      }
      observer?.answered(id, response.outcome)
      guard let request = pending.remove(id) else { return }
      if case .success(let view) = response.outcome { note(rev: view["rev"]?.int) }
      request.reply(response.outcome.mapError { .refused($0) })
    case .notification(let notification): receive(notification)
    case .request(let request):
      if request.method == SessionPing.method.name {
        encoder.respond(request.id, SessionPing.Result(t: request.params?["t"].map { JSONValue($0) }))
      } else {
        encoder.fail(request.id, .methodNotFound(request.method, among: [SessionPing.method.name]))
      }
    case .invalid(_, let error): violation(error.message)
    }
  }

  private func receive(_ notification: Notification) {
    guard let params = notification.params else { return }
    do throws(ShapeError) {
      switch notification.method {
      case SubscriptionNotice.name: receive(try SubscriptionNotice(json: params, strict: false))
      case ProvideRequest.name: onEvent(.providerRequest(try ProvideRequest(json: params, strict: false)))
      case SessionNotice.name:
        let notice = try SessionNotice(json: params, strict: false)
        observer?.heard(notice)
        onEvent(.notice(notice))
      default: break
      }
    } catch {
      violation("\(notification.method): " + error.sentence(whole: "params"))
    }
  }

  /// Says it once per connection: what does not speak the protocol tends to go on so. Before the greeting was answered
  /// it means that this is no daemon.
  private func violation(_ what: String) {
    guard !hasViolation else { return }
    hasViolation = true
    if hello == nil { return refuse(.violation(what)) }
    onEvent(.violation(what))
  }
}

/// Hears of what is said on a connection, before anybody else does.
public protocol TrafficObserver: AnyObject {
  func sent(_ method: String, _ id: RequestID, _ params: (some WireEncodable)?)
  func gaveUp(_ id: RequestID)
  func answered(_ id: RequestID, _ outcome: Result<JSONView, RPCError>)
  /// - Returns: whether the subscription is the observer's own, so that nobody else is told.
  func heard(_ event: SubscriptionEvent, of subscription: String) -> Bool
  func heard(_ notice: SessionNotice)
}

extension SubscriptionEvent {
  /// The revision that an event tells of.
  var rev: Int? {
    switch self {
    case .snapshot(let rev, _), .ready(let rev, _), .progress(let rev): rev
    case .change(let change): change.rev
    case .gap(let gap): gap.to
    default: nil
    }
  }
}
