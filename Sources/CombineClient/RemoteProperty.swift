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
/// - Demand crosses the wire: the daemon sends no change that was not asked for. Meanwhile newer values take the place of
///   older ones there, so a slow subscriber sees fewer values and always the last.
/// - Nothing is opened in the daemon before the first demand; each subscriber is a subscription of its own there.
/// - It survives lost connections, and finishes when the client is closed or the property is gone. It fails when the daemon
///   refuses the path or sends a value of another type.
public struct RemoteProperty<Value: RemoteValue>: Publisher, Sendable {
  public typealias Output = Value
  public typealias Failure = ClientError

  let client: CombineClient
  public let path: String

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == ClientError {
    let path = path
    subscriber.receive(
      subscription: RemoteSubscription(client: client, path: path, subscriber: subscriber) { name in
        var params = SubscriptionOpen.Params(sub: name, paths: [path], deliver: DeliveryOptions(mode: .latest))
        params.deliver?.demand = 0
        return params
      })
  }
}

extension CombineClient {
  /// The values of a publisher in the daemon, given as Swift: `signup.$username.debounce(for: 0.8, scheduler: …)`.
  public nonisolated func publisher<Value: RemoteValue>(_ source: String, as type: Value.Type = Value.self)
    -> RemotePublisher<Value>
  {
    RemotePublisher(client: self, source: source)
  }
}

/// Publishes what a publisher in the daemon publishes, on the client's thread.
///
/// - It is subscribed to there with the first demand here, and cancelled when this is. Demand crosses the wire: `prefix(3)`
///   here lets three values be produced there. Unlimited demand crosses it in pieces of 1, 2, 4, … 64.
/// - Each subscriber has a publisher of its own, which begins anew after a lost connection.
public struct RemotePublisher<Value: RemoteValue>: Publisher, Sendable {
  public typealias Output = Value
  public typealias Failure = ClientError

  let client: CombineClient
  public let source: String

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == ClientError {
    let source = source
    subscriber.receive(
      subscription: RemoteSubscription(client: client, path: source, subscriber: subscriber) { name in
        var params = SubscriptionOpen.Params(sub: name, paths: [], deliver: DeliveryOptions(mode: .every))
        params.publisher = source
        params.deliver?.demand = 0
        return params
      })
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
  private let params: @Sendable (_ name: String) -> SubscriptionOpen.Params
  private let account = DemandAccount()
  /// The argument for passing a subscriber between threads is Combine's own contract: after `receive(subscription:)` it is
  /// called on one thread at a time, here the client's, and `relay` is touched there only.
  nonisolated(unsafe) private let relay: PropertyRelay<S>

  init(
    client: CombineClient, path: String, subscriber: S,
    params: @escaping @Sendable (_ name: String) -> SubscriptionOpen.Params
  ) {
    self.client = client
    self.params = params
    relay = PropertyRelay(path: path, subscriber: subscriber, account: account, hasWindow: params("").publisher != nil)
  }

  func request(_ demand: Subscribers.Demand) {
    let isFirst = account.add(demand)
    nonisolated(unsafe) let relay = relay
    client.thread.post { [client, params, account] in
      client.assumeIsolated { client in
        if isFirst, !account.isCancelled {
          relay.grant = { [weak client] credit in
            client?.assumeIsolated { client in
              if let name = relay.name { client.core.demand(name, credit) }
            }
          }
          relay.name = client.add(relay, params)
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

  var demand: Subscribers.Demand { state.withLock { $0.isCancelled ? .none : $0.demand } }

  func cancel() { state.withLock { $0.isCancelled = true } }
  var isCancelled: Bool { state.withLock { $0.isCancelled } }
}

/// Passes demand to the daemon and values to the subscriber. A value that comes without having been asked for, as those of
/// a snapshot do, waits for demand.
private final class PropertyRelay<S: Subscriber>: Relay where S.Input: RemoteValue, S.Failure == ClientError {
  var name: String?
  /// Tells the daemon that more changes may come.
  var grant: ((Credit) -> Void)?
  private let path: String
  private var subscriber: S?
  private let account: DemandAccount
  private var newest: S.Input?
  private var isDelivering = false
  /// Whether present values are here, which may have used some of the demand.
  private var isReady = false
  /// Whether unlimited demand is passed on piece by piece, and how large the next piece is.
  private let hasWindow: Bool
  private var window = 1
  /// How many changes the daemon may still send.
  private var granted = Subscribers.Demand.none

  init(path: String, subscriber: S, account: DemandAccount, hasWindow: Bool) {
    self.path = path
    self.hasWindow = hasWindow
    self.subscriber = subscriber
    self.account = account
  }

  func receive(_ event: SubscriptionEvent) -> RelayEnd? {
    switch event {
    case .snapshot(_, let entries): return entries.last.flatMap { take($0.value) }
    case .ready:
      isReady = true
      drain()
    case .change(let change):
      if granted != .unlimited, granted > .none { granted -= 1 }
      guard let last = change.changes.last else { return nil }
      if last.op == .remove {
        // A property that can be nothing is nothing now; any other is at its end.
        return S.Input(json: .null) == nil ? .finished : take(.null)
      }
      return take(last.value ?? .null)
    case .complete: return .finished
    case .failed(let error): return .failure(.refused(error))
    case .end(let reason, _) where reason.isFinal: return .finished
    default: break
    }
    return nil
  }

  private func take(_ json: JSONValue) -> RelayEnd? {
    guard let value = S.Input(json: json) else {
      return .failure(.violation("\(path) is not of type \(S.Input.self): \(json)"))
    }
    newest = value
    drain()
    return nil
  }

  /// Delivers the newest value if there is one and it is wanted, and asks for what is wanted beyond it.
  func drain() {
    if !isDelivering, let value = newest, let subscriber, account.take() {
      newest = nil
      isDelivering = true
      let more = subscriber.receive(value)
      isDelivering = false
      if more > .none { _ = account.add(more) }
    }
    ask()
  }

  private func ask() {
    guard isReady, !isDelivering, newest == nil, granted != .unlimited else { return }
    let demand = account.demand
    guard demand > granted else { return }
    if hasWindow, demand == .unlimited {
      // Whoever wants everything may still be content early: 1, 2, 4, … at a time, so that little is made in vain.
      guard granted == .none else { return }
      grant?(.count(window))
      granted = .max(window)
      window = min(window * 2, 64)
      return
    }
    if let count = demand.max, let known = granted.max {
      grant?(.count(count - known))
    } else {
      grant?(.unlimited)
    }
    granted = demand
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
    grant = nil
  }
}
