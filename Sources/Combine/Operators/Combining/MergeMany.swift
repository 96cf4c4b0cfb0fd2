// Merging any number of publishers of one type.

extension Publisher {
  /// The values from here and from another publisher of the same type, as they come. Each is asked for one value at a
  /// time, or for everything when everything is wanted. Finishes when all have finished; the first failure is the end
  /// and cancels the others.
  @inlinable
  public func merge(with other: Self) -> Publishers.MergeMany<Self> {
    Publishers.MergeMany([self, other])
  }
}

extension Publishers {
  /// The values of any number of publishers of one type as they come.
  ///
  /// Each is asked for one value at a time, or for everything if the downstream wants everything; a value without
  /// demand waits. Finishes when all have finished, at once if there are none; the first failure cancels the others.
  public struct MergeMany<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let publishers: [Upstream]

    /// The values of the publishers that are given.
    @inlinable
    public init(_ upstream: Upstream...) {
      publishers = upstream
    }

    /// The values of the publishers of a sequence.
    @inlinable
    public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
      publishers = Array(upstream)
    }

    /// Attaches `subscriber`. A request for `.none` does nothing.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let core = MergeCore(subscriber, count: publishers.count)
      core.start()
      for (index, publisher) in publishers.enumerated() {
        publisher.subscribe(MergeSide(core, subscriber, index))
      }
      if publishers.isEmpty { core.finishIfEmpty() }
    }

    /// These publishers and another one.
    @inlinable
    public func merge(with other: Upstream) -> MergeMany<Upstream> {
      MergeMany(publishers + [other])
    }
  }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}
