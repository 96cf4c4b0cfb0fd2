// A property in the daemon as a Combine publisher in this process.
public import ClientConnection
public import Combine
import Synchronization
public import Wire

extension CombineClient {
  /// The values of the property at `path`: the present one, then each change.
  public nonisolated func property<Value: RemoteValue>(_ path: String, as type: Value.Type = Value.self)
    -> RemoteProperty<Value>
  {
    RemoteProperty(client: self, path: path)
  }
}

/// Publishes a property's present value and then its changes, on the client's thread.
///
/// - Demand is honoured by conflation: values that nobody asked for are replaced by newer ones, and the newest is delivered
///   with the next request. So a slow subscriber sees fewer values and always the last.
/// - Nothing is opened in the daemon before the first demand; each subscriber is a subscription of its own there.
/// - It survives lost connections, and finishes when the client is closed or the property is gone. It fails when the daemon
///   refuses the path or sends a value of another type.
public struct RemoteProperty<Value: RemoteValue>: Publisher {
  public typealias Output = Value
  public typealias Failure = ClientError

  let client: CombineClient
  public let path: String

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == ClientError {
    subscriber.receive(subscription: RemoteSubscription(client: client, path: path, subscriber: subscriber))
  }
}

extension RemoteProperty {
  /// The present value, asked for once.
  public var value: Value {
    get async throws(ClientError) { try await client.get(path) }
  }

  /// Sets it, as an assignment in the daemon would.
  /// - Throws: `refused` with `readOnly` where only the program sets it.
  @discardableResult
  public func set(_ value: Value) async throws(ClientError) -> StoreSet.Result {
    try await client.set(path, to: value)
  }
}

/// What the subscriber holds: requests and cancellation, from any thread, go to the client's thread in order.
private final class RemoteSubscription<S: Subscriber>: Subscription
where S.Input: RemoteValue, S.Failure == ClientError {
  private let client: CombineClient
  private let path: String
  private let account = DemandAccount()
  /// The argument for passing a subscriber between threads is Combine's own contract: after `receive(subscription:)` it is
  /// called on one thread at a time, here the client's, and `relay` is touched there only.
  nonisolated(unsafe) private let relay: PropertyRelay<S>

  init(client: CombineClient, path: String, subscriber: S) {
    self.client = client
    self.path = path
    relay = PropertyRelay(path: path, subscriber: subscriber, account: account)
  }

  func request(_ demand: Subscribers.Demand) {
    let isFirst = account.add(demand)
    nonisolated(unsafe) let relay = relay
    client.thread.post { [client, path, account] in
      client.assumeIsolated { client in
        if isFirst, !account.isCancelled {
          relay.name = client.add(relay) { SubscriptionOpen.Params(sub: $0, paths: [path]) }
        }
        relay.drain()
      }
    }
  }

  func cancel() {
    account.cancel()
    nonisolated(unsafe) let relay = relay
    client.thread.post { [client] in
      client.assumeIsolated { client in
        if let name = relay.name { client.removeRelay(name) }
        relay.release()
      }
    }
  }
}

/// How much was asked for and not delivered yet; from any thread.
private final class DemandAccount: Sendable {
  private struct State {
    var demand = Subscribers.Demand.none
    var hasBegun = false
    var isCancelled = false
  }

  private let state = Mutex(State())

  /// Returns whether this is the first demand.
  func add(_ demand: Subscribers.Demand) -> Bool {
    state.withLock { state in
      state.demand += demand
      defer { state.hasBegun = state.hasBegun || demand > .none }
      return !state.hasBegun && demand > .none
    }
  }

  /// Whether a value may be delivered now; counts it.
  func take() -> Bool {
    state.withLock { state in
      guard !state.isCancelled, state.demand > .none else { return false }
      state.demand -= 1
      return true
    }
  }

  func cancel() { state.withLock { $0.isCancelled = true } }
  var isCancelled: Bool { state.withLock { $0.isCancelled } }
}

/// Holds the newest value until it is asked for.
private final class PropertyRelay<S: Subscriber>: Relay where S.Input: RemoteValue, S.Failure == ClientError {
  var name: String?
  private let path: String
  private var subscriber: S?
  private let account: DemandAccount
  private var newest: S.Input?
  private var isDelivering = false

  init(path: String, subscriber: S, account: DemandAccount) {
    self.path = path
    self.subscriber = subscriber
    self.account = account
  }

  func receive(_ event: SubscriptionEvent) -> RelayEnd? {
    switch event {
    case .snapshot(_, let entries): return entries.last.flatMap { take($0.value) }
    case .change(let change):
      guard let last = change.changes.last else { return nil }
      if last.op == .remove {
        // A property that can be nothing is nothing now; any other is at its end.
        return S.Input(json: .null) == nil ? .finished : take(.null)
      }
      return take(last.value ?? .null)
    case .complete: return .finished
    case .failed(let error): return .failure(.refused(error))
    case .end(.closed, _), .end(.error, _): return .finished
    default: return nil
    }
  }

  private func take(_ json: JSONValue) -> RelayEnd? {
    guard let value = S.Input(json: json) else {
      return .failure(.violation("\(path) is not of type \(S.Input.self): \(json)"))
    }
    newest = value
    drain()
    return nil
  }

  /// Delivers the newest value if there is one and it is wanted.
  func drain() {
    guard !isDelivering, let value = newest, let subscriber, account.take() else { return }
    newest = nil
    isDelivering = true
    let more = subscriber.receive(value)
    isDelivering = false
    if more > .none { _ = account.add(more) }
  }

  func complete(_ end: RelayEnd) {
    guard let subscriber, !account.isCancelled else { return }
    release()
    switch end {
    case .finished: subscriber.receive(completion: .finished)
    case .failure(let error): subscriber.receive(completion: .failure(error))
    }
  }

  func release() {
    subscriber = nil
    newest = nil
  }
}
