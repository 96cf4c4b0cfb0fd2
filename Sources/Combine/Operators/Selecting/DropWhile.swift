// drop(while:): without the values at the beginning that have a property.

extension Publisher {
  /// Drops values as long as `predicate` is true; it is not called again after that. Dropped values are made up for.
  /// Each dropped value is made up for by a demand of one. Completion and failure pass through.
  @inlinable
  public func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
    Publishers.DropWhile(upstream: self, predicate: predicate)
  }

  /// As `drop(while:)`, with a closure that may throw: fails with the error, after cancelling the upstream. Each
  /// dropped value is made up for by a demand of one. Completion and failure pass through.
  @inlinable
  public func tryDrop(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryDropWhile<Self> {
    Publishers.TryDropWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// Drops values until one fails a test. Each dropped value is made up for by a demand of one.
  public struct DropWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// As long as what values are dropped.
    public let predicate: (Upstream.Output) -> Bool

    /// `upstream` without the values at the beginning that satisfy `predicate`.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(FilterReceiver(subscriber, DropWhileLogic<Output, Failure>(predicate)))
    }
  }

  /// Drops values until one fails a test. Each dropped value is made up for by a demand of one.
  /// The closure may throw; nothing follows the first throw.
  public struct TryDropWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// Where the values come from.
    public let upstream: Upstream

    /// As long as what values are dropped.
    public let predicate: (Upstream.Output) throws -> Bool

    /// `upstream` without the values at the beginning that satisfy `predicate`.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(FilterReceiver(subscriber, TryDropWhileLogic<Output, Upstream.Failure>(predicate)))
    }
  }
}

@usableFromInline
struct DropWhileLogic<Output, Failure: Error>: FilterLogic {
  @usableFromInline typealias UpstreamFailure = Failure

  @usableFromInline let predicate: (Output) -> Bool
  @usableFromInline let stage = Stage(name: "DropWhile")
  @usableFromInline let isDropping = Cell(true)

  @inlinable
  init(_ predicate: @escaping (Output) -> Bool) {
    self.predicate = predicate
  }

  @inlinable
  static var early: EarlyEvents { .ignore }

  @inlinable
  func step(_ input: Output) -> FilterStep<Output, Failure> {
    if isDropping.value {
      if predicate(input) { return .skip }
      isDropping.value = false
    }
    return .pass(input)
  }
}

@usableFromInline
struct TryDropWhileLogic<Output, SourceFailure: Error>: FilterLogic {
  @usableFromInline typealias UpstreamFailure = SourceFailure
  @usableFromInline typealias Failure = any Error

  @usableFromInline let predicate: (Output) throws -> Bool
  @usableFromInline let stage = Stage(name: "TryDropWhile")
  @usableFromInline let isDropping = Cell(true)

  @inlinable
  init(_ predicate: @escaping (Output) throws -> Bool) {
    self.predicate = predicate
  }

  @inlinable
  static var early: EarlyEvents { .ignore }

  @inlinable
  func step(_ input: Output) -> FilterStep<Output, any Error> {
    if isDropping.value {
      do {
        if try predicate(input) { return .skip }
      } catch {
        return .fail(error)
      }
      isDropping.value = false
    }
    return .pass(input)
  }
}
