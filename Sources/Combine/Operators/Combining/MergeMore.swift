// Merging five to eight publishers; see `Merge`.

extension Publishers {
  /// The values of five publishers as they come.
  ///
  /// Each is asked for one value at a time, or for everything if the downstream wants everything; a value without
  /// demand waits. Finishes when all have finished; the first failure cancels the others.
  public struct Merge5<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher>: Publisher
  where
    A.Output == B.Output, A.Failure == B.Failure, B.Output == C.Output, B.Failure == C.Failure, C.Output == D.Output,
    C.Failure == D.Failure, D.Output == E.Output, D.Failure == E.Failure
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

    /// The fifth upstream.
    public let e: E

    /// The values of `a`, `b`, `c`, `d`, `e`.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
    }

    /// Attaches `subscriber`. A request for `.none` does nothing.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let core = MergeCore(subscriber, count: 5)
      core.start()
      a.subscribe(MergeSide(core, subscriber, 0))
      b.subscribe(MergeSide(core, subscriber, 1))
      c.subscribe(MergeSide(core, subscriber, 2))
      d.subscribe(MergeSide(core, subscriber, 3))
      e.subscribe(MergeSide(core, subscriber, 4))
    }
  }
}

extension Publishers.Merge5: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {}

extension Publishers {
  /// The values of six publishers as they come.
  ///
  /// Each is asked for one value at a time, or for everything if the downstream wants everything; a value without
  /// demand waits. Finishes when all have finished; the first failure cancels the others.
  public struct Merge6<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>: Publisher
  where
    A.Output == B.Output, A.Failure == B.Failure, B.Output == C.Output, B.Failure == C.Failure, C.Output == D.Output,
    C.Failure == D.Failure, D.Output == E.Output, D.Failure == E.Failure, E.Output == F.Output, E.Failure == F.Failure
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

    /// The fifth upstream.
    public let e: E

    /// The sixth upstream.
    public let f: F

    /// The values of `a`, `b`, `c`, `d`, `e`, `f`.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
    }

    /// Attaches `subscriber`. A request for `.none` does nothing.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let core = MergeCore(subscriber, count: 6)
      core.start()
      a.subscribe(MergeSide(core, subscriber, 0))
      b.subscribe(MergeSide(core, subscriber, 1))
      c.subscribe(MergeSide(core, subscriber, 2))
      d.subscribe(MergeSide(core, subscriber, 3))
      e.subscribe(MergeSide(core, subscriber, 4))
      f.subscribe(MergeSide(core, subscriber, 5))
    }
  }
}

extension Publishers.Merge6: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable {}

extension Publishers {
  /// The values of seven publishers as they come.
  ///
  /// Each is asked for one value at a time, or for everything if the downstream wants everything; a value without
  /// demand waits. Finishes when all have finished; the first failure cancels the others.
  public struct Merge7<
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher
  >: Publisher
  where
    A.Output == B.Output, A.Failure == B.Failure, B.Output == C.Output, B.Failure == C.Failure, C.Output == D.Output,
    C.Failure == D.Failure, D.Output == E.Output, D.Failure == E.Failure, E.Output == F.Output, E.Failure == F.Failure,
    F.Output == G.Output, F.Failure == G.Failure
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

    /// The fifth upstream.
    public let e: E

    /// The sixth upstream.
    public let f: F

    /// The seventh upstream.
    public let g: G

    /// The values of `a`, `b`, `c`, `d`, `e`, `f`, `g`.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
      self.g = g
    }

    /// Attaches `subscriber`. A request for `.none` does nothing.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let core = MergeCore(subscriber, count: 7)
      core.start()
      a.subscribe(MergeSide(core, subscriber, 0))
      b.subscribe(MergeSide(core, subscriber, 1))
      c.subscribe(MergeSide(core, subscriber, 2))
      d.subscribe(MergeSide(core, subscriber, 3))
      e.subscribe(MergeSide(core, subscriber, 4))
      f.subscribe(MergeSide(core, subscriber, 5))
      g.subscribe(MergeSide(core, subscriber, 6))
    }
  }
}

extension Publishers.Merge7: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable {}

extension Publishers {
  /// The values of eight publishers as they come.
  ///
  /// Each is asked for one value at a time, or for everything if the downstream wants everything; a value without
  /// demand waits. Finishes when all have finished; the first failure cancels the others.
  public struct Merge8<
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher, H: Publisher
  >: Publisher
  where
    A.Output == B.Output, A.Failure == B.Failure, B.Output == C.Output, B.Failure == C.Failure, C.Output == D.Output,
    C.Failure == D.Failure, D.Output == E.Output, D.Failure == E.Failure, E.Output == F.Output, E.Failure == F.Failure,
    F.Output == G.Output, F.Failure == G.Failure, G.Output == H.Output, G.Failure == H.Failure
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

    /// The fifth upstream.
    public let e: E

    /// The sixth upstream.
    public let f: F

    /// The seventh upstream.
    public let g: G

    /// The eighth upstream.
    public let h: H

    /// The values of `a`, `b`, `c`, `d`, `e`, `f`, `g`, `h`.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
      self.g = g
      self.h = h
    }

    /// Attaches `subscriber`. A request for `.none` does nothing.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let core = MergeCore(subscriber, count: 8)
      core.start()
      a.subscribe(MergeSide(core, subscriber, 0))
      b.subscribe(MergeSide(core, subscriber, 1))
      c.subscribe(MergeSide(core, subscriber, 2))
      d.subscribe(MergeSide(core, subscriber, 3))
      e.subscribe(MergeSide(core, subscriber, 4))
      f.subscribe(MergeSide(core, subscriber, 5))
      g.subscribe(MergeSide(core, subscriber, 6))
      h.subscribe(MergeSide(core, subscriber, 7))
    }
  }
}

extension Publishers.Merge8: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable, H: Equatable {}
