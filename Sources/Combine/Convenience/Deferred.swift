// A publisher that is made when somebody subscribes.

/// Makes a new publisher for each subscriber, when it subscribes. Demand, completion and failure are that publisher's.
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  public typealias Output = DeferredPublisher.Output
  public typealias Failure = DeferredPublisher.Failure

  /// Makes the publisher; called once per subscriber, on the thread that subscribes.
  public let createPublisher: () -> DeferredPublisher

  /// What `createPublisher` makes, for each subscriber anew.
  @inlinable
  public init(createPublisher: @escaping () -> DeferredPublisher) {
    self.createPublisher = createPublisher
  }

  /// Makes a publisher and attaches `subscriber` to it.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    createPublisher().subscribe(subscriber)
  }
}
