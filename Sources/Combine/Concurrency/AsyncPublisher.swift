// Publishers for `for await`. The work is in `AsyncValues`.

extension Publisher where Failure == Never {
  /// The values as an asynchronous sequence.
  ///
  /// Each step asks for one value. Nothing is kept between steps: what a subject sends meanwhile is lost; put a
  /// `buffer` before to keep it. Cancelling the task, or leaving the loop, cancels the subscription.
  @inlinable
  public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

extension Publisher {
  /// The values as an asynchronous sequence that throws the failure, once.
  ///
  /// Each step asks for one value. Nothing is kept between steps: what a subject sends meanwhile is lost; put a
  /// `buffer` before to keep it. Cancelling the task, or leaving the loop, cancels the subscription.
  @inlinable
  public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}

/// The values of a publisher that cannot fail, as an asynchronous sequence.
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
  public typealias Element = P.Output

  /// One subscription.
  public struct Iterator: AsyncIteratorProtocol {
    /// What the publisher delivers.
    public typealias Element = P.Output

    @usableFromInline let values: AsyncValues<P.Output, Never>

    @inlinable
    init(_ publisher: P) {
      values = AsyncValues(publisher)
    }

    /// Asks for a value and waits for it; nil at the end and when the task is cancelled.
    @inlinable
    public mutating func next() async -> P.Output? {
      await next(isolation: nil)
    }

    /// Asks for a value and waits for it on the caller's actor; nil at the end and when the task is cancelled.
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)?) async -> P.Output? {
      switch await values.next(isolation: actor) {
      case .value(let value): value
      case .end: nil
      }
    }
  }

  @usableFromInline let publisher: P

  /// The values of `publisher`.
  @inlinable
  public init(_ publisher: P) {
    self.publisher = publisher
  }

  /// Subscribes.
  @inlinable
  public func makeAsyncIterator() -> Iterator {
    Iterator(publisher)
  }
}

/// The values of a publisher that can fail, as an asynchronous sequence that throws the failure.
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
  public typealias Element = P.Output

  /// One subscription.
  public struct Iterator: AsyncIteratorProtocol {
    /// What the publisher delivers.
    public typealias Element = P.Output

    @usableFromInline let values: AsyncValues<P.Output, P.Failure>

    @inlinable
    init(_ publisher: P) {
      values = AsyncValues(publisher)
    }

    /// Asks for a value and waits for it; nil at the end and when the task is cancelled. Throws the failure once.
    @inlinable
    public mutating func next() async throws -> P.Output? {
      try await next(isolation: nil)
    }

    /// Asks for a value and waits for it on the caller's actor; nil at the end and when the task is cancelled.
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> P.Output? {
      switch await values.next(isolation: actor) {
      case .value(let value): return value
      case .end(.finished): return nil
      case .end(.failure(let error)): throw error
      }
    }
  }

  @usableFromInline let publisher: P

  /// The values of `publisher`.
  @inlinable
  public init(_ publisher: P) {
    self.publisher = publisher
  }

  /// Subscribes.
  @inlinable
  public func makeAsyncIterator() -> Iterator {
    Iterator(publisher)
  }
}
