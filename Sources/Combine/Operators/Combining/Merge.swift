// merge: the values of two to eight publishers as they come. The work is in `MergeCore`; the types for more than four
// publishers are in `MergeMore`, any number of the same type in `MergeMany`.

extension Publisher {
  /// The values from here and from another publisher, as they come. Each is asked for one value at a time, or for
  /// everything when everything is wanted. Finishes when all have finished; the first failure is the end and cancels
  /// the others.
  @inlinable
  public func merge<B: Publisher>(with other: B) -> Publishers.Merge<Self, B>
  where B.Output == Output, B.Failure == Failure {
    Publishers.Merge(self, other)
  }

  /// The values from here and from two other publishers, as they come. Each is asked for one value at a time, or for
  /// everything when everything is wanted. Finishes when all have finished; the first failure is the end and cancels
  /// the others.
  @inlinable
  public func merge<B: Publisher, C: Publisher>(with b: B, _ c: C) -> Publishers.Merge3<Self, B, C>
  where B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure {
    Publishers.Merge3(self, b, c)
  }

  /// The values from here and from three other publishers, as they come. Each is asked for one value at a time, or for
  /// everything when everything is wanted. Finishes when all have finished; the first failure is the end and cancels
  /// the others.
  @inlinable
  public func merge<B: Publisher, C: Publisher, D: Publisher>(with b: B, _ c: C, _ d: D)
    -> Publishers.Merge4<Self, B, C, D>
  where
    B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure, D.Output == Output,
    D.Failure == Failure
  {
    Publishers.Merge4(self, b, c, d)
  }

  /// The values from here and from four other publishers, as they come. Each is asked for one value at a time, or for
  /// everything when everything is wanted. Finishes when all have finished; the first failure is the end and cancels
  /// the others.
  @inlinable
  public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher>(with b: B, _ c: C, _ d: D, _ e: E)
    -> Publishers.Merge5<Self, B, C, D, E>
  where
    B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure, D.Output == Output,
    D.Failure == Failure, E.Output == Output, E.Failure == Failure
  {
    Publishers.Merge5(self, b, c, d, e)
  }

  /// The values from here and from five other publishers, as they come. Each is asked for one value at a time, or for
  /// everything when everything is wanted. Finishes when all have finished; the first failure is the end and cancels
  /// the others.
  @inlinable
  public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>(
    with b: B, _ c: C, _ d: D, _ e: E, _ f: F
  ) -> Publishers.Merge6<Self, B, C, D, E, F>
  where
    B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure, D.Output == Output,
    D.Failure == Failure, E.Output == Output, E.Failure == Failure, F.Output == Output, F.Failure == Failure
  {
    Publishers.Merge6(self, b, c, d, e, f)
  }

  /// The values from here and from six other publishers, as they come. Each is asked for one value at a time, or for
  /// everything when everything is wanted. Finishes when all have finished; the first failure is the end and cancels
  /// the others.
  @inlinable
  public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher>(
    with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G
  ) -> Publishers.Merge7<Self, B, C, D, E, F, G>
  where
    B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure, D.Output == Output,
    D.Failure == Failure, E.Output == Output, E.Failure == Failure, F.Output == Output, F.Failure == Failure,
    G.Output == Output, G.Failure == Failure
  {
    Publishers.Merge7(self, b, c, d, e, f, g)
  }

  /// The values from here and from seven other publishers, as they come. Each is asked for one value at a time, or for
  /// everything when everything is wanted. Finishes when all have finished; the first failure is the end and cancels
  /// the others.
  @inlinable
  public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher, H: Publisher>(
    with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H
  ) -> Publishers.Merge8<Self, B, C, D, E, F, G, H>
  where
    B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure, D.Output == Output,
    D.Failure == Failure, E.Output == Output, E.Failure == Failure, F.Output == Output, F.Failure == Failure,
    G.Output == Output, G.Failure == Failure, H.Output == Output, H.Failure == Failure
  {
    Publishers.Merge8(self, b, c, d, e, f, g, h)
  }
}

extension Publishers {
  /// The values of two publishers as they come.
  ///
  /// Each is asked for one value at a time, or for everything if the downstream wants everything; a value without
  /// demand waits. Finishes when all have finished; the first failure cancels the others.
  public struct Merge<A: Publisher, B: Publisher>: Publisher
  where A.Output == B.Output, A.Failure == B.Failure {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    /// The first upstream.
    public let a: A

    /// The second upstream.
    public let b: B

    /// The values of `a`, `b`.
    @inlinable
    public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    /// Attaches `subscriber`. A request for `.none` does nothing.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let core = MergeCore(subscriber, count: 2)
      core.start()
      a.subscribe(MergeSide(core, subscriber, 0))
      b.subscribe(MergeSide(core, subscriber, 1))
    }
  }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}

extension Publishers {
  /// The values of three publishers as they come.
  ///
  /// Each is asked for one value at a time, or for everything if the downstream wants everything; a value without
  /// demand waits. Finishes when all have finished; the first failure cancels the others.
  public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where A.Output == B.Output, A.Failure == B.Failure, B.Output == C.Output, B.Failure == C.Failure {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    /// The first upstream.
    public let a: A

    /// The second upstream.
    public let b: B

    /// The third upstream.
    public let c: C

    /// The values of `a`, `b`, `c`.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

    /// Attaches `subscriber`. A request for `.none` does nothing.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let core = MergeCore(subscriber, count: 3)
      core.start()
      a.subscribe(MergeSide(core, subscriber, 0))
      b.subscribe(MergeSide(core, subscriber, 1))
      c.subscribe(MergeSide(core, subscriber, 2))
    }
  }
}

extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publishers {
  /// The values of four publishers as they come.
  ///
  /// Each is asked for one value at a time, or for everything if the downstream wants everything; a value without
  /// demand waits. Finishes when all have finished; the first failure cancels the others.
  public struct Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where
    A.Output == B.Output, A.Failure == B.Failure, B.Output == C.Output, B.Failure == C.Failure, C.Output == D.Output,
    C.Failure == D.Failure
  {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    /// The first upstream.
    public let a: A

    /// The second upstream.
    public let b: B

    /// The third upstream.
    public let c: C

    /// The fourth upstream.
    public let d: D

    /// The values of `a`, `b`, `c`, `d`.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    /// Attaches `subscriber`. A request for `.none` does nothing.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let core = MergeCore(subscriber, count: 4)
      core.start()
      a.subscribe(MergeSide(core, subscriber, 0))
      b.subscribe(MergeSide(core, subscriber, 1))
      c.subscribe(MergeSide(core, subscriber, 2))
      d.subscribe(MergeSide(core, subscriber, 3))
    }
  }
}

extension Publishers.Merge4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
