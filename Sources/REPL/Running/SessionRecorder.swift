// A session written down: a file of one object a line. First what it is, then what was asked (`request`, `cancel`), and
// between these what came of it: the replies, and the rest as `tail --format json` has it.
import ClientConnection
import Glibc
import Wire

/// Hears of what a client asks that has an effect, and of everything that happens in its daemon.
final class SessionRecorder: TrafficObserver {
  /// What is told here of everything that happens.
  static let subscription = "record"
  private let write: (RecordedLine) -> Void
  /// Requests that are done again are written already.
  private let isReplaying: Bool
  private var asked: Set<RequestID> = []

  /// - Parameter write: told each line.
  init(isReplaying: Bool = false, write: @escaping (RecordedLine) -> Void) {
    self.isReplaying = isReplaying
    self.write = write
  }

  func sent(_ method: String, _ id: RequestID, _ params: (some WireEncodable)?) {
    guard MethodTable[method].map({ $0.changes != .nothing }) ?? false else { return }
    asked.insert(id)
    if !isReplaying { write(.request(id, method: method, params.map { JSONValue(writing: $0) })) }
  }

  func gaveUp(_ id: RequestID) {
    if asked.contains(id), !isReplaying { write(.cancel(id)) }
  }

  func answered(_ id: RequestID, _ outcome: Result<JSONView, RPCError>) {
    guard asked.remove(id) != nil else { return }
    switch outcome {
    case .success(let result): write(.came(["type": "reply", "id": JSONValue(id), "result": JSONValue(result)]))
    case .failure(let error): write(.came(["type": "reply", "id": JSONValue(id), "error": JSONValue(writing: error)]))
    }
  }

  func heard(_ event: SubscriptionEvent, of subscription: String) -> Bool {
    guard subscription == Self.subscription else { return false }
    // That it has begun is no event.
    if case .ready = event { return true }
    write(.came(text: event.object()))
    return true
  }

  func heard(_ notice: SessionNotice) { write(.came(JSONValue(writing: notice))) }

  /// Begins to listen: from here on everything that happens is told, or what a tail lets through.
  static func listen(_ connection: Connection, to paths: [String] = ["**"], when condition: String? = nil)
    throws(ClientError)
  {
    var outcome: Result<SubscriptionOpen.Result, ClientError>?
    connection.core.open(
      .init(
        sub: subscription, paths: paths, initial: .none, old: true, cause: true, deliver: .init(mode: .every),
        when: condition)
    ) { outcome = $0 }
    let deadline = ContinuousClock.now + TestDaemon.patience
    while outcome == nil, ContinuousClock.now < deadline { connection.wait(until: deadline) }
    guard let outcome else {
      throw .timedOut(method: SubscriptionOpen.method.name, after: TestDaemon.patience)
    }
    _ = try outcome.get()
  }
}

/// Hears of every commit, as long as somebody listens as a recorder does.
final class CommitListener: TrafficObserver {
  private let heard: (SubscriptionEvent.Change) -> Void

  init(_ heard: @escaping (SubscriptionEvent.Change) -> Void) { self.heard = heard }

  func heard(_ event: SubscriptionEvent, of subscription: String) -> Bool {
    guard subscription == SessionRecorder.subscription else { return false }
    if case .change(let change) = event { heard(change) }
    return true
  }

  func sent(_ method: String, _ id: RequestID, _ params: (some WireEncodable)?) {}
  func gaveUp(_ id: RequestID) {}
  func answered(_ id: RequestID, _ outcome: Result<JSONView, RPCError>) {}
  func heard(_ notice: SessionNotice) {}
}

extension JSONValue {
  /// What is written of something, as a value.
  init(writing value: some WireEncodable) {
    var writer = JSONWriter()
    value.encode(to: &writer)
    self = (try? JSONValue(parsing: writer.text)) ?? .null
  }
}
