// removeDuplicates and tryRemoveDuplicates: values that differ from the one before.

extension Publisher where Output: Equatable {
  /// Passes the values that differ from the one received before. A swallowed value is made up for by a demand of one.
  /// Completion and failure pass through.
  @inlinable
  public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    removeDuplicates(by: ==)
  }
}

extension Publisher {
  /// Passes the values for which `predicate`, given the value received before and this one, is false. A swallowed value
  /// is made up for by a demand of one. Completion and failure pass through.
  @inlinable
  public func removeDuplicates(by predicate: @escaping (Output, Output) -> Bool) -> Publishers.RemoveDuplicates<Self> {
    Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
  }

  /// As `removeDuplicates(by:)`, with a closure that may throw: fails with the error, after cancelling the upstream. A
  /// swallowed value is made up for by a demand of one.
  @inlinable
  public func tryRemoveDuplicates(
    by predicate: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryRemoveDuplicates<Self> {
    Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// Passes the values that differ from the one received before, whether that one was passed or not.
  public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// Whether two values, the earlier first, are the same.
    public let predicate: (Output, Output) -> Bool

    /// The values of `upstream` without repetitions.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output, Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches `subscriber`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(FilterReceiver(subscriber, RemoveDuplicatesLogic<Output, Failure>(predicate)))
    }
  }

  /// Passes the values that differ from the one received before, by a closure that may throw.
  public struct TryRemoveDuplicates<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// Where the values come from.
    public let upstream: Upstream

    /// Whether two values, the earlier first, are the same.
    public let predicate: (Output, Output) throws -> Bool

    /// The values of `upstream` without repetitions.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output, Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches `subscriber`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(FilterReceiver(subscriber, TryRemoveDuplicatesLogic<Output, Upstream.Failure>(predicate)))
    }
  }
}

@usableFromInline
struct RemoveDuplicatesLogic<Output, Failure: Error>: FilterLogic {
  @usableFromInline typealias UpstreamFailure = Failure

  @usableFromInline let predicate: (Output, Output) -> Bool
  @usableFromInline let stage = Stage(name: "RemoveDuplicates")
  @usableFromInline let last = Cell<Output?>(nil)

  @inlinable
  init(_ predicate: @escaping (Output, Output) -> Bool) {
    self.predicate = predicate
  }

  @inlinable
  func step(_ input: Output) -> FilterStep<Output, Failure> {
    let previous = last.value
    last.value = input
    if let previous, predicate(previous, input) { return .skip }
    return .pass(input)
  }
}

@usableFromInline
struct TryRemoveDuplicatesLogic<Output, SourceFailure: Error>: FilterLogic {
  @usableFromInline typealias UpstreamFailure = SourceFailure
  @usableFromInline typealias Failure = any Error

  @usableFromInline let predicate: (Output, Output) throws -> Bool
  @usableFromInline let stage = Stage(name: "TryRemoveDuplicates")
  @usableFromInline let last = Cell<Output?>(nil)

  @inlinable
  init(_ predicate: @escaping (Output, Output) throws -> Bool) {
    self.predicate = predicate
  }

  @inlinable
  func step(_ input: Output) -> FilterStep<Output, any Error> {
    let previous = last.value
    last.value = input
    do {
      if let previous, try predicate(previous, input) { return .skip }
      return .pass(input)
    } catch {
      return .fail(error)
    }
  }
}
