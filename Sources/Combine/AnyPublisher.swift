// A publisher of any type behind one type.

/// A type-erased publisher. Erasing costs one allocation here and one per subscription, and an indirect call per value.
public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible,
  CustomPlaygroundDisplayConvertible
{
  @usableFromInline let box: PublisherBox<Output, Failure>

  /// Wraps `publisher`; wrapping an `AnyPublisher` again costs nothing.
  @inlinable
  public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    if P.self == AnyPublisher<Output, Failure>.self {
      box = (publisher as! AnyPublisher<Output, Failure>).box
    } else {
      box = ConcretePublisherBox(publisher)
    }
  }

  /// Attaches `subscriber` to the wrapped publisher. Demand, completion and failure are those of the wrapped publisher.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    switch box.known(box) {
    case .unknown:
      box.attach(box, AnySubscriber(subscriber))
    case .value(let value, let name):
      OnceSubscription.start(value, subscriber, name: name)
    case .finished:
      subscriber.receive(subscription: Subscriptions.empty)
      subscriber.receive(completion: .finished)
    case .failure(let error):
      subscriber.receive(subscription: Subscriptions.empty)
      subscriber.receive(completion: .failure(error))
    }
  }

  /// `AnyPublisher`.
  public var description: String { "AnyPublisher" }

  /// The description.
  public var playgroundDescription: Any { description }
}

extension Publisher {
  /// Hides the publisher's type. Erasing an erased publisher adds nothing. Demand, completion and failure pass through.
  @inlinable
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
    AnyPublisher(self)
  }
}

/// See `SubscriberBox` for why there is a closure and not an overridden method.
@usableFromInline
class PublisherBox<Output, Failure: Error> {
  @usableFromInline let attach: (PublisherBox, AnySubscriber<Output, Failure>) -> Void
  @usableFromInline let known: (PublisherBox) -> KnownResult<Output, Failure>

  @inlinable
  init(
    attach: @escaping (PublisherBox, AnySubscriber<Output, Failure>) -> Void,
    known: @escaping (PublisherBox) -> KnownResult<Output, Failure>
  ) {
    self.attach = attach
    self.known = known
  }
}

@usableFromInline
final class ConcretePublisherBox<Wrapped: Publisher>: PublisherBox<Wrapped.Output, Wrapped.Failure> {
  @usableFromInline let publisher: Wrapped

  @inlinable
  init(_ publisher: Wrapped) {
    self.publisher = publisher
    super.init(
      attach: { box, subscriber in
        unsafeDowncast(box, to: ConcretePublisherBox<Wrapped>.self).publisher.subscribe(subscriber)
      },
      known: { box in
        knownResult(of: unsafeDowncast(box, to: ConcretePublisherBox<Wrapped>.self).publisher)
      })
  }
}
