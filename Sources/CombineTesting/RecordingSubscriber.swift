// A subscriber that records what it gets, and asks by script.

public import Combine

/// Records every event. What it asks for at subscription and after each value is given; more can be asked by hand. Not
/// thread-safe; made for tests.
public final class RecordingSubscriber<Input, Failure: Error>: Subscriber, Cancellable {
  /// What came from upstream.
  public enum Event: CustomStringConvertible {
    case subscription(String)
    case value(Input)
    case completion(Subscribers.Completion<Failure>)

    public var description: String {
      switch self {
      case .subscription(let name): "subscription \(name)"
      case .value(let value): "value \(value)"
      case .completion(.finished): "finished"
      case .completion(.failure(let error)): "failure \(error)"
      }
    }
  }

  /// What came from upstream, in order.
  public private(set) var history: [Event] = []

  /// Asked for as soon as the subscription comes.
  public let initialDemand: Subscribers.Demand

  /// Returned for each value.
  public var demandForValue: (Input) -> Subscribers.Demand

  /// Called inside `receive(_:)`, before the demand is returned: the place to request, cancel or send again.
  public var onValue: ((Input) -> Void)?

  /// Called inside `receive(completion:)`.
  public var onCompletion: ((Subscribers.Completion<Failure>) -> Void)?

  /// The latest subscription; kept for good, as careless subscribers do.
  public var subscription: (any Subscription)? { subscriptions.last }
  private var subscriptions: [any Subscription] = []

  /// The deepest nesting of `receive(_:)` calls that was seen.
  public private(set) var deepestNesting = 0
  private var nesting = 0

  public init(
    demand initialDemand: Subscribers.Demand = .unlimited,
    demandForValue: @escaping (Input) -> Subscribers.Demand = { _ in .none }
  ) {
    self.initialDemand = initialDemand
    self.demandForValue = demandForValue
    Census.add(self) { $0.end() }
  }

  public func receive(subscription: any Subscription) {
    history.append(.subscription(String(describing: subscription)))
    subscriptions.append(subscription)
    if initialDemand != .none { subscription.request(initialDemand) }
  }

  public func receive(_ input: Input) -> Subscribers.Demand {
    nesting += 1
    deepestNesting = max(deepestNesting, nesting)
    defer { nesting -= 1 }
    history.append(.value(input))
    onValue?(input)
    return demandForValue(input)
  }

  public func receive(completion: Subscribers.Completion<Failure>) {
    history.append(.completion(completion))
    onCompletion?(completion)
  }

  /// Asks for more.
  public func request(_ demand: Subscribers.Demand) {
    subscription?.request(demand)
  }

  public func cancel() {
    subscription?.cancel()
  }

  /// The scope is over: nothing more is wanted, and the script's closures are let go of.
  private func end() {
    for subscription in subscriptions { subscription.cancel() }
    demandForValue = { _ in .none }
    onValue = nil
    onCompletion = nil
  }

  /// The values, in order.
  public var values: [Input] {
    history.compactMap { if case .value(let value) = $0 { value } else { nil } }
  }

  /// The completions; at most one, if the publisher keeps the rules.
  public var completions: [Subscribers.Completion<Failure>] {
    history.compactMap { if case .completion(let completion) = $0 { completion } else { nil } }
  }

  /// How many subscriptions came; exactly one, if the publisher keeps the rules.
  public var subscriptionCount: Int {
    history.filter { if case .subscription = $0 { true } else { false } }.count
  }

  /// The history as text, one word or two per event.
  public var transcript: [String] { history.map(\.description) }
}
