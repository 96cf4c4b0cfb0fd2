// A publisher that is driven by hand, and remembers what its subscriber asked of it.

public import Combine

/// The failure that tests send.
public struct TestFailure: Error, Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// What tells failures apart.
  public let name: String

  /// A failure called `name`.
  public init(_ name: String = "failure") {
    self.name = name
  }

  public init(stringLiteral value: String) {
    self.init(value)
  }

  public var description: String { name }
}

/// A publisher for one subscriber at a time, driven by hand: it sends what the test gives it, wanted or not, and records the
/// requests and cancellations that come back. Not thread-safe; made for tests of one operator.
public final class ManualPublisher<Output, Failure: Error>: Publisher {
  /// What came from downstream.
  public enum Event: Equatable, CustomStringConvertible {
    case request(Subscribers.Demand)
    case cancel

    public var description: String {
      switch self {
      case .request(let demand): "request \(demand)"
      case .cancel: "cancel"
      }
    }
  }

  /// What came from downstream, in order.
  public private(set) var history: [Event] = []

  /// How many subscribers have come.
  public private(set) var subscriberCount = 0

  /// Called with each event from downstream, after it was recorded.
  public var onEvent: ((Event) -> Void)?

  /// Whether a subscriber gets its subscription at once. Otherwise `sendSubscription()` gives it.
  public let subscribesAtOnce: Bool

  /// Whether the subscriber is kept after it has cancelled, or after a completion, so that a rude publisher can be
  /// played. Polite ones let go.
  public var keepsSubscriber = false

  private var subscriber: AnySubscriber<Output, Failure>?

  public init(subscribesAtOnce: Bool = true) {
    self.subscribesAtOnce = subscribesAtOnce
    Census.add(self) {
      $0.dropSubscriber()
      $0.onEvent = nil
    }
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscriberCount += 1
    self.subscriber = AnySubscriber(subscriber)
    if subscribesAtOnce { sendSubscription() }
  }

  /// Gives the subscriber a subscription, also a second one. Returns it, so that its cancellation can be asserted.
  @discardableResult
  public func sendSubscription() -> ManualSubscription {
    let subscription = ManualSubscription { [weak self] in self?.record($0) }
    subscriber?.receive(subscription: subscription)
    return subscription
  }

  /// Sends `value`; returns the demand that came back, or none without a subscriber.
  @discardableResult
  public func send(_ value: Output) -> Subscribers.Demand {
    subscriber?.receive(value) ?? .none
  }

  /// Sends `completion`.
  public func send(completion: Subscribers.Completion<Failure>) {
    guard let subscriber else { return }
    if !keepsSubscriber { self.subscriber = nil }
    subscriber.receive(completion: completion)
  }

  /// All requests, in order.
  public var requests: [Subscribers.Demand] {
    history.compactMap { if case .request(let demand) = $0 { demand } else { nil } }
  }

  /// How often the subscriber cancelled.
  public var cancelCount: Int { history.filter { $0 == .cancel }.count }

  /// Whether a subscriber is held.
  public var hasSubscriber: Bool { subscriber != nil }

  /// Lets the subscriber go.
  public func dropSubscriber() {
    subscriber = nil
  }

  private func record(_ event: ManualSubscription.Event) {
    let event: Event =
      switch event {
      case .request(let demand): .request(demand)
      case .cancel: .cancel
      }
    history.append(event)
    if event == .cancel, !keepsSubscriber { subscriber = nil }
    onEvent?(event)
  }
}

/// The subscription of a ManualPublisher.
public final class ManualSubscription: Subscription, CustomStringConvertible {
  enum Event {
    case request(Subscribers.Demand)
    case cancel
  }

  /// How often it was cancelled.
  public private(set) var cancelCount = 0

  private let onEvent: (Event) -> Void

  init(onEvent: @escaping (Event) -> Void) {
    self.onEvent = onEvent
  }

  public func request(_ demand: Subscribers.Demand) {
    onEvent(.request(demand))
  }

  public func cancel() {
    cancelCount += 1
    onEvent(.cancel)
  }

  public var description: String { "ManualSubscription" }
}
