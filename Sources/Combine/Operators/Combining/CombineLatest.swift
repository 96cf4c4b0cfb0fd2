// combineLatest: the latest values of two to four publishers. The work is in `CombineLatestCore`.

extension Publisher {
  /// The latest values from here and from another publisher, as a tuple. Each request goes to all of them. Finishes
  /// when all have finished; the first failure is the end and cancels the others.
  @inlinable
  public func combineLatest<P: Publisher>(_ publisher: P) -> Publishers.CombineLatest<Self, P>
  where P.Failure == Failure {
    Publishers.CombineLatest(self, publisher)
  }

  /// The latest values from here and from another publisher, combined by `transform`. Each request goes to all of them.
  /// Finishes when all have finished; the first failure is the end and cancels the others.
  @inlinable
  public func combineLatest<P: Publisher, T>(
    _ publisher: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T>
  where P.Failure == Failure {
    Publishers.CombineLatest(self, publisher).map(transform)
  }

  /// The latest values from here and from two other publishers, as a tuple. Each request goes to all of them. Finishes
  /// when all have finished; the first failure is the end and cancels the others.
  @inlinable
  public func combineLatest<P: Publisher, Q: Publisher>(_ publisher1: P, _ publisher2: Q)
    -> Publishers.CombineLatest3<Self, P, Q>
  where P.Failure == Failure, Q.Failure == Failure {
    Publishers.CombineLatest3(self, publisher1, publisher2)
  }

  /// The latest values from here and from two other publishers, combined by `transform`. Each request goes to all of
  /// them. Finishes when all have finished; the first failure is the end and cancels the others.
  @inlinable
  public func combineLatest<P: Publisher, Q: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T>
  where P.Failure == Failure, Q.Failure == Failure {
    Publishers.CombineLatest3(self, publisher1, publisher2).map(transform)
  }

  /// The latest values from here and from three other publishers, as a tuple. Each request goes to all of them.
  /// Finishes when all have finished; the first failure is the end and cancels the others.
  @inlinable
  public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(_ publisher1: P, _ publisher2: Q, _ publisher3: R)
    -> Publishers.CombineLatest4<Self, P, Q, R>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    Publishers.CombineLatest4(self, publisher1, publisher2, publisher3)
  }

  /// The latest values from here and from three other publishers, combined by `transform`. Each request goes to all of
  /// them. Finishes when all have finished; the first failure is the end and cancels the others.
  @inlinable
  public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    Publishers.CombineLatest4(self, publisher1, publisher2, publisher3).map(transform)
  }
}

extension Publishers {
  /// The latest values of two publishers, delivered whenever one of them delivers and all have.
  ///
  /// Each request goes to every upstream. A value that comes without demand, or from inside a delivery, replaces the
  /// latest and is not delivered by itself. Finishes when all have finished; the first failure cancels the others.
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
  where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure

    /// The first upstream.
    public let a: A

    /// The second upstream.
    public let b: B

    /// The latest values of `a`, `b`.
    @inlinable
    public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let core = CombineLatestCore<Latest2<A.Output, B.Output>>(count: 2)
      a.subscribe(CombineLatestSide<_, A.Output, S>(core, subscriber, 0) { $0.a = $1 })
      b.subscribe(CombineLatestSide<_, B.Output, S>(core, subscriber, 1) { $0.b = $1 })
      core.start(subscriber)
    }
  }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}

@usableFromInline
struct Latest2<A, B>: LatestValues {
  @usableFromInline var a: A?
  @usableFromInline var b: B?

  @inlinable
  init() {}

  @inlinable
  var combined: (A, B)? {
    guard let a, let b else { return nil }
    return (a, b)
  }
}

extension Publishers {
  /// The latest values of three publishers, delivered whenever one of them delivers and all have.
  ///
  /// Each request goes to every upstream. A value that comes without demand, or from inside a delivery, replaces the
  /// latest and is not delivered by itself. Finishes when all have finished; the first failure cancels the others.
  public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where A.Failure == B.Failure, B.Failure == C.Failure {
    public typealias Output = (A.Output, B.Output, C.Output)
    public typealias Failure = A.Failure

    /// The first upstream.
    public let a: A

    /// The second upstream.
    public let b: B

    /// The third upstream.
    public let c: C

    /// The latest values of `a`, `b`, `c`.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let core = CombineLatestCore<Latest3<A.Output, B.Output, C.Output>>(count: 3)
      a.subscribe(CombineLatestSide<_, A.Output, S>(core, subscriber, 0) { $0.a = $1 })
      b.subscribe(CombineLatestSide<_, B.Output, S>(core, subscriber, 1) { $0.b = $1 })
      c.subscribe(CombineLatestSide<_, C.Output, S>(core, subscriber, 2) { $0.c = $1 })
      core.start(subscriber)
    }
  }
}

extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

@usableFromInline
struct Latest3<A, B, C>: LatestValues {
  @usableFromInline var a: A?
  @usableFromInline var b: B?
  @usableFromInline var c: C?

  @inlinable
  init() {}

  @inlinable
  var combined: (A, B, C)? {
    guard let a, let b, let c else { return nil }
    return (a, b, c)
  }
}

extension Publishers {
  /// The latest values of four publishers, delivered whenever one of them delivers and all have.
  ///
  /// Each request goes to every upstream. A value that comes without demand, or from inside a delivery, replaces the
  /// latest and is not delivered by itself. Finishes when all have finished; the first failure cancels the others.
  public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
    public typealias Output = (A.Output, B.Output, C.Output, D.Output)
    public typealias Failure = A.Failure

    /// The first upstream.
    public let a: A

    /// The second upstream.
    public let b: B

    /// The third upstream.
    public let c: C

    /// The fourth upstream.
    public let d: D

    /// The latest values of `a`, `b`, `c`, `d`.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let core = CombineLatestCore<Latest4<A.Output, B.Output, C.Output, D.Output>>(count: 4)
      a.subscribe(CombineLatestSide<_, A.Output, S>(core, subscriber, 0) { $0.a = $1 })
      b.subscribe(CombineLatestSide<_, B.Output, S>(core, subscriber, 1) { $0.b = $1 })
      c.subscribe(CombineLatestSide<_, C.Output, S>(core, subscriber, 2) { $0.c = $1 })
      d.subscribe(CombineLatestSide<_, D.Output, S>(core, subscriber, 3) { $0.d = $1 })
      core.start(subscriber)
    }
  }
}

extension Publishers.CombineLatest4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

@usableFromInline
struct Latest4<A, B, C, D>: LatestValues {
  @usableFromInline var a: A?
  @usableFromInline var b: B?
  @usableFromInline var c: C?
  @usableFromInline var d: D?

  @inlinable
  init() {}

  @inlinable
  var combined: (A, B, C, D)? {
    guard let a, let b, let c, let d else { return nil }
    return (a, b, c, d)
  }
}
