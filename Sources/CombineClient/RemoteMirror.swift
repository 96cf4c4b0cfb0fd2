// A copy of a part of the daemon's state in this process, kept up to date.
public import ClientConnection
public import Combine
import Synchronization
public import Wire

extension CombineClient {
  /// A copy of everything that matches, complete when this returns and kept up to date from then on.
  ///
  ///     let shelf = try await client.mirror("shelf.**")
  ///     shelf["shelf.title"]
  ///     shelf.changes.sink(…)
  ///
  /// - Throws: what the daemon refuses, `notFound` for example.
  public func mirror(_ paths: String...) async throws(ClientError) -> RemoteMirror {
    let mirror = RemoteMirror()
    let client = self
    mirror.state.withLock { state in
      state.stop = { [weak client] name in
        client?.thread.post { [weak client] in client?.assumeIsolated { $0.removeRelay(name) } }
      }
    }
    let relay = MirrorRelay(mirror)
    let name = add(relay) { SubscriptionOpen.Params(sub: $0, paths: paths) }
    mirror.state.withLock { $0.name = name }
    let outcome: Result<Void, ClientError> = await withTaskCancellationHandler {
      await withCheckedContinuation { self.wait(for: relay, $0) }
    } onCancel: {
      thread.post { [weak client] in client?.assumeIsolated { $0.giveUp(name) } }
    }
    try outcome.get()
    return mirror
  }

  private func wait(for relay: MirrorRelay, _ continuation: CheckedContinuation<Result<Void, ClientError>, Never>) {
    thread.checkIsolated()
    relay.awaitReady { continuation.resume(returning: $0) }
  }

  private func giveUp(_ name: String) { endRelay(name, .failure(.cancelled)) }
}

/// The newest known values of a part of the daemon's state, by path.
///
/// - What one commit changes is changed here at once: nobody sees half of it.
/// - It survives lost connections. Until the next one it shows what was known last; what cannot be delivered piece by piece any
///   more is replaced as a whole.
/// - It ends with its last reference, with `close()` or with its client, and then keeps what it had.
public final class RemoteMirror: Sendable {
  struct State {
    var values: [String: JSONValue] = [:]
    var rev = 0
    var isInSync = false
    var name = ""
    var stop: (@Sendable (_ name: String) -> Void)?
  }

  let state = Mutex(State())
  /// Subjects may be used from any thread, which the compiler does not know of Apple's API.
  nonisolated(unsafe) let subject = PassthroughSubject<Change, ClientError>()

  init() {}

  deinit { close() }

  /// What one message changed.
  public struct Change: Hashable, Sendable {
    /// The commit up to which everything is known.
    public let rev: Int
    /// The paths that have a new value or are gone.
    public let paths: Set<String>
  }

  /// The value at a path, if there is one. Paths are those of properties, as `store.list` has them.
  public subscript(path: String) -> JSONValue? { state.withLock { $0.values[path] } }

  /// The value at a path, if there is one of this type.
  public func value<Value: RemoteValue>(_ path: String, as type: Value.Type = Value.self) -> Value? {
    self[path].flatMap { Value(json: $0) }
  }

  /// All values, of one moment.
  public var values: [String: JSONValue] { state.withLock { $0.values } }

  /// The commit up to which everything is known.
  public var rev: Int { state.withLock { $0.rev } }

  /// Whether everything up to `rev` is here and what follows is heard. While the connection is lost, or what was missed is
  /// still coming, it is not: these are the values known last.
  public var isInSync: Bool { state.withLock { $0.isInSync } }

  /// Each change after it has been made here, on the client's thread. Finishes when the mirror ends.
  public var changes: AnyPublisher<Change, ClientError> { subject.eraseToAnyPublisher() }

  /// Ends it.
  public func close() {
    let (stop, name) = state.withLock { state in
      defer { (state.stop, state.isInSync) = (nil, false) }
      return (state.stop, state.name)
    }
    guard let stop else { return }
    stop(name)
    subject.send(completion: .finished)
  }
}

/// Applies events to a mirror that somebody still holds; used on the client's thread only.
private final class MirrorRelay: Relay {
  private weak var mirror: RemoteMirror?
  /// A snapshot that is not complete yet: it replaces everything at `ready`.
  private var incoming: [String: JSONValue]?
  private var isReady = false
  private var ready: ((Result<Void, ClientError>) -> Void)?
  private var end: RelayEnd?

  init(_ mirror: RemoteMirror) { self.mirror = mirror }

  /// Calls back once: when everything is there, or with why that will not be.
  func awaitReady(_ body: @escaping (Result<Void, ClientError>) -> Void) {
    if isReady {
      body(.success(()))
    } else if let end {
      body(end.failure)
    } else {
      ready = body
    }
  }

  func receive(_ event: SubscriptionEvent) -> RelayEnd? {
    switch event {
    // After an overflow no snapshot follows: what is here stays, and the next changes apply to it.
    case .gap(let gap) where gap.reason != .overflow:
      incoming = [:]
      connectionLost()
    case .snapshot(_, let entries):
      incoming = incoming ?? [:]
      for entry in entries { incoming![entry.path] = entry.value }
    case .ready(let rev, _): complete(at: rev)
    case .change(let change): apply(change)
    case .progress(let rev): mirror?.state.withLock { $0.rev = rev }
    case .failed(let error): return .failure(.refused(error))
    case .complete: return .finished
    case .end(let reason, _) where reason.isFinal: return .finished
    default: break
    }
    return nil
  }

  private func complete(at rev: Int) {
    let isFirst = !isReady
    isReady = true
    let whole = incoming
    incoming = nil
    let changed = mirror?.state.withLock { state -> Set<String> in
      (state.rev, state.isInSync) = (rev, state.stop != nil)
      guard let whole else { return [] }
      let old = state.values
      state.values = whole
      return Set(old.keys).union(whole.keys).filter { old[$0] != whole[$0] }
    }
    if isFirst {
      ready?(.success(()))
      ready = nil
    } else if let changed, !changed.isEmpty {
      mirror?.subject.send(.init(rev: rev, paths: changed))
    }
  }

  private func apply(_ change: SubscriptionEvent.Change) {
    mirror?.state.withLock { state in
      for path in change.changes {
        state.values[path.path] = path.op == .remove ? nil : path.value ?? state.values[path.path]
      }
      state.rev = change.rev
    }
    mirror?.subject.send(.init(rev: change.rev, paths: Set(change.changes.map(\.path))))
  }

  func connectionLost() { mirror?.state.withLock { $0.isInSync = false } }

  func complete(_ end: RelayEnd) {
    self.end = end
    ready?(end.failure)
    ready = nil
    mirror?.state.withLock { ($0.stop, $0.isInSync) = (nil, false) }
    switch end {
    case .finished: mirror?.subject.send(completion: .finished)
    case .failure(let error): mirror?.subject.send(completion: .failure(error))
    }
  }
}

extension RelayEnd {
  fileprivate var failure: Result<Void, ClientError> {
    switch self {
    case .finished: .failure(.lost(method: SubscriptionOpen.method.name))
    case .failure(let error): .failure(error)
    }
  }
}
