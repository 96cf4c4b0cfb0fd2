// A subscriber of any type behind one type.

/// A type-erased subscriber. Identity, description and mirror are those of the wrapped one.
public struct AnySubscriber<Input, Failure: Error>: Subscriber {
  @usableFromInline let box: SubscriberBox<Input, Failure>

  @inlinable
  init(box: SubscriberBox<Input, Failure>) {
    self.box = box
  }

  /// Wraps `subscriber`; wrapping an `AnySubscriber` again costs nothing.
  @inlinable
  public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
    box = boxed(subscriber)
  }

  /// A subscriber that sends everything to `subject`. The subject decides about demand.
  @inlinable
  public init<S: Subject>(_ subject: S) where S.Output == Input, S.Failure == Failure {
    box = ConcreteSubscriberBox(SubjectSubscriber(subject))
  }

  /// A subscriber made of closures. Without `receiveValue`, values are dropped and no demand is returned.
  @inlinable
  public init(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveValue: ((Input) -> Subscribers.Demand)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
  ) {
    box = ConcreteSubscriberBox(ClosureSubscriber(receiveSubscription, receiveValue, receiveCompletion))
  }

  /// The identity of the wrapped subscriber.
  public var combineIdentifier: CombineIdentifier { box.combineIdentifier }

  /// Passes the subscription on.
  @inlinable
  public func receive(subscription: any Subscription) {
    box.receive(subscription: subscription)
  }

  /// Passes a value on and returns the wrapped subscriber's demand.
  @inlinable
  public func receive(_ value: Input) -> Subscribers.Demand {
    box.receive(value)
  }

  /// Passes the completion on.
  @inlinable
  public func receive(completion: Subscribers.Completion<Failure>) {
    box.receive(completion: completion)
  }
}

extension AnySubscriber: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  /// The description of the wrapped subscriber.
  public var description: String { String(describing: box.wrapped) }

  /// The mirror of the wrapped subscriber.
  public var customMirror: Mirror { Mirror(reflecting: box.wrapped) }

  /// The description.
  public var playgroundDescription: Any { description }
}

@usableFromInline
final class ClosureSubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible, CustomReflectable {
  @usableFromInline let receiveSubscription: ((any Subscription) -> Void)?
  @usableFromInline let receiveValue: ((Input) -> Subscribers.Demand)?
  @usableFromInline let receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?

  @inlinable
  init(
    _ receiveSubscription: ((any Subscription) -> Void)?,
    _ receiveValue: ((Input) -> Subscribers.Demand)?,
    _ receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  ) {
    self.receiveSubscription = receiveSubscription
    self.receiveValue = receiveValue
    self.receiveCompletion = receiveCompletion
  }

  @inlinable
  func receive(subscription: any Subscription) {
    receiveSubscription?(subscription)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    receiveValue?(input) ?? .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    receiveCompletion?(completion)
  }

  @usableFromInline var description: String { "Anonymous AnySubscriber" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
