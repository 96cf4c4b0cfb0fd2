// The wire between a publisher and a subscriber, seen from the subscriber: ask for more, or stop.

public import Synchronization

/// One subscriber's connection to a publisher.
///
/// Both calls may come from any thread, and from inside `receive(_:)`.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Adds `demand` to what the subscriber still wants.
  func request(_ demand: Subscribers.Demand)
}

/// The namespace of stock subscriptions.
public enum Subscriptions {
  /// A subscription that does nothing: for publishers that complete without delivering. Always the same object.
  public static var empty: any Subscription { EmptySubscription.shared }
}

final class EmptySubscription: Subscription, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible, Sendable
{
  static let shared = EmptySubscription()

  func request(_ demand: Subscribers.Demand) {}
  func cancel() {}

  var description: String { "Empty" }
  var customMirror: Mirror { Mirror(self, children: []) }
  var playgroundDescription: Any { description }
}

/// A unique identity for publishers' streams. Two that were made apart never compare equal while both exist.
public struct CombineIdentifier: Hashable, CustomStringConvertible, Sendable {
  /// Objects have even addresses; counted identifiers are odd, so the two kinds never meet.
  @usableFromInline let rawValue: UInt

  @usableFromInline static let counter = Atomic<UInt>(1)

  /// A new identity.
  @inlinable
  public init() {
    rawValue = Self.counter.wrappingAdd(2, ordering: .relaxed).oldValue
  }

  /// The identity of an object, valid as long as the object lives.
  @inlinable
  public init(_ object: AnyObject) {
    rawValue = UInt(bitPattern: ObjectIdentifier(object))
  }

  /// `0x` and hexadecimal digits.
  public var description: String { "0x" + String(rawValue, radix: 16) }
}

/// A type with an identity in a stream. Classes get theirs for nothing; structs must store one.
public protocol CustomCombineIdentifierConvertible {
  /// Tells this object's streams from others.
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  /// The object's identity.
  @inlinable
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
