// A subscription as an asynchronous sequence.
public import ClientConnection
public import Wire

/// The events of one subscription, in order and without loss: a reader that is slower than the daemon makes the client ask
/// again from where it was. It survives lost connections, after which `gap`, `snapshot` and `ready` may come again.
///
/// It is for one reader. Ending the loop, cancelling its task or letting the sequence go closes the subscription.
public struct SubscriptionEvents: AsyncSequence, Sendable {
  public typealias Element = SubscriptionEvent
  public typealias Failure = ClientError

  private let source: Source

  init(client: CombineClient, name: String) { source = Source(client: client, name: name) }

  public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let source: Source

    public mutating func next() async throws(ClientError) -> SubscriptionEvent? {
      try await source.client.nextEvent(of: source.name)
    }

    public mutating func next(isolation: isolated (any Actor)?) async throws(ClientError) -> SubscriptionEvent? {
      try await source.client.nextEvent(of: source.name)
    }
  }

  /// Shared by the sequence and its iterator; the last of them to go closes the subscription.
  fileprivate final class Source: Sendable {
    let client: CombineClient
    let name: String

    init(client: CombineClient, name: String) {
      self.client = client
      self.name = name
    }

    deinit {
      client.thread.post { [client, name] in client.assumeIsolated { $0.endSubscription(name) } }
    }
  }
}
