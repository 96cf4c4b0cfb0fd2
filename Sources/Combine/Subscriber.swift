// The receiving end, and the namespace of the stock subscribers.

/// A type that receives one subscription, then values it has asked for, then at most one completion.
///
/// Calls come one at a time, though not always on the same thread. Inside `receive(_:)` a subscriber may request, cancel
/// and send to subjects.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  /// What it receives.
  associatedtype Input

  /// The failure it can receive; `Never` if it cannot.
  associatedtype Failure: Error

  /// The first call: ask for values with `subscription.request(_:)`, now or later.
  func receive(subscription: any Subscription)

  /// One value. The returned demand is added to what was asked for before.
  func receive(_ input: Input) -> Subscribers.Demand

  /// The last call.
  func receive(completion: Subscribers.Completion<Failure>)

  /// For the library's own subscribers. One that would ask its subscription for everything at once, and show it to
  /// nobody, becomes connected without one and says true: a publisher whose result is there then just delivers it.
  func _connectWithoutSubscription() -> Bool
}

extension Subscriber {
  @inlinable
  public func _connectWithoutSubscription() -> Bool { false }
}

extension Subscriber where Input == Void {
  /// One value that carries nothing.
  @inlinable
  public func receive() -> Subscribers.Demand {
    receive(())
  }
}

/// The namespace of the stock subscribers, and of demand and completion.
public enum Subscribers {}
