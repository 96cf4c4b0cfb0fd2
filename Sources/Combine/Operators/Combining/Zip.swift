// zip: the values of two to four publishers, together. The work is in `ZipCore`.

extension Publisher {
  /// The values from here and from another publisher, together as a tuple. Each request goes to all of them; what comes
  /// early waits. Finishes when one of them has finished and its values are used up; the first failure is the end and
  /// cancels the others.
  @inlinable
  public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P>
  where P.Failure == Failure {
    Publishers.Zip(self, other)
  }

  /// The values from here and from another publisher, together through `transform`. Each request goes to all of them;
  /// what comes early waits. Finishes when one of them has finished and its values are used up; the first failure is
  /// the end and cancels the others.
  @inlinable
  public func zip<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.Zip<Self, P>, T>
  where P.Failure == Failure {
    Publishers.Zip(self, other).map(transform)
  }

  /// The values from here and from two other publishers, together as a tuple. Each request goes to all of them; what
  /// comes early waits. Finishes when one of them has finished and its values are used up; the first failure is the end
  /// and cancels the others.
  @inlinable
  public func zip<P: Publisher, Q: Publisher>(_ publisher1: P, _ publisher2: Q) -> Publishers.Zip3<Self, P, Q>
  where P.Failure == Failure, Q.Failure == Failure {
    Publishers.Zip3(self, publisher1, publisher2)
  }

  /// The values from here and from two other publishers, together through `transform`. Each request goes to all of
  /// them; what comes early waits. Finishes when one of them has finished and its values are used up; the first failure
  /// is the end and cancels the others.
  @inlinable
  public func zip<P: Publisher, Q: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.Zip3<Self, P, Q>, T>
  where P.Failure == Failure, Q.Failure == Failure {
    Publishers.Zip3(self, publisher1, publisher2).map(transform)
  }

  /// The values from here and from three other publishers, together as a tuple. Each request goes to all of them; what
  /// comes early waits. Finishes when one of them has finished and its values are used up; the first failure is the end
  /// and cancels the others.
  @inlinable
  public func zip<P: Publisher, Q: Publisher, R: Publisher>(_ publisher1: P, _ publisher2: Q, _ publisher3: R)
    -> Publishers.Zip4<Self, P, Q, R>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    Publishers.Zip4(self, publisher1, publisher2, publisher3)
  }

  /// The values from here and from three other publishers, together through `transform`. Each request goes to all of
  /// them; what comes early waits. Finishes when one of them has finished and its values are used up; the first failure
  /// is the end and cancels the others.
  @inlinable
  public func zip<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.Zip4<Self, P, Q, R>, T>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    Publishers.Zip4(self, publisher1, publisher2, publisher3).map(transform)
  }
}

extension Publishers {
  /// The values of two publishers in pairs: the first of each, then the second of each, and so on.
  ///
  /// Each request goes to every upstream; what comes early waits without limit. Finishes when one upstream has finished
  /// and its values are used up, and cancels the others then; so does the first failure. Subscribers get their
  /// subscription when all upstreams have given theirs.
  public struct Zip<A: Publisher, B: Publisher>: Publisher
  where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure

    /// The first upstream.
    public let a: A

    /// The second upstream.
    public let b: B

    /// The values of `a`, `b`, together.
    @inlinable
    public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    /// Attaches `subscriber`. A request for `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let core = ZipCore<Queues2<A.Output, B.Output>>(count: 2)
      a.subscribe(ZipSide<_, A.Output, S>(core, subscriber, 0) { $0.a.append($1) })
      b.subscribe(ZipSide<_, B.Output, S>(core, subscriber, 1) { $0.b.append($1) })
    }
  }
}

extension Publishers.Zip: Equatable where A: Equatable, B: Equatable {}

@usableFromInline
struct Queues2<A, B>: ZipQueues {
  @usableFromInline var a = Fifo<A>()
  @usableFromInline var b = Fifo<B>()

  @inlinable
  init() {}

  @inlinable
  mutating func take() -> (A, B)? {
    guard !a.isEmpty, !b.isEmpty else { return nil }
    guard let a = a.popFirst(), let b = b.popFirst() else { return nil }
    return (a, b)
  }

  @inlinable
  func isEmpty(_ index: Int) -> Bool {
    switch index {
    case 0: a.isEmpty
    default: b.isEmpty
    }
  }
}

extension Publishers {
  /// The values of three publishers in threes: the first of each, then the second of each, and so on.
  ///
  /// Each request goes to every upstream; what comes early waits without limit. Finishes when one upstream has finished
  /// and its values are used up, and cancels the others then; so does the first failure. Subscribers get their
  /// subscription when all upstreams have given theirs.
  public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where A.Failure == B.Failure, B.Failure == C.Failure {
    public typealias Output = (A.Output, B.Output, C.Output)
    public typealias Failure = A.Failure

    /// The first upstream.
    public let a: A

    /// The second upstream.
    public let b: B

    /// The third upstream.
    public let c: C

    /// The values of `a`, `b`, `c`, together.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

    /// Attaches `subscriber`. A request for `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let core = ZipCore<Queues3<A.Output, B.Output, C.Output>>(count: 3)
      a.subscribe(ZipSide<_, A.Output, S>(core, subscriber, 0) { $0.a.append($1) })
      b.subscribe(ZipSide<_, B.Output, S>(core, subscriber, 1) { $0.b.append($1) })
      c.subscribe(ZipSide<_, C.Output, S>(core, subscriber, 2) { $0.c.append($1) })
    }
  }
}

extension Publishers.Zip3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

@usableFromInline
struct Queues3<A, B, C>: ZipQueues {
  @usableFromInline var a = Fifo<A>()
  @usableFromInline var b = Fifo<B>()
  @usableFromInline var c = Fifo<C>()

  @inlinable
  init() {}

  @inlinable
  mutating func take() -> (A, B, C)? {
    guard !a.isEmpty, !b.isEmpty, !c.isEmpty else { return nil }
    guard let a = a.popFirst(), let b = b.popFirst(), let c = c.popFirst() else { return nil }
    return (a, b, c)
  }

  @inlinable
  func isEmpty(_ index: Int) -> Bool {
    switch index {
    case 0: a.isEmpty
    case 1: b.isEmpty
    default: c.isEmpty
    }
  }
}

extension Publishers {
  /// The values of four publishers in fours: the first of each, then the second of each, and so on.
  ///
  /// Each request goes to every upstream; what comes early waits without limit. Finishes when one upstream has finished
  /// and its values are used up, and cancels the others then; so does the first failure. Subscribers get their
  /// subscription when all upstreams have given theirs.
  public struct Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
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

    /// The values of `a`, `b`, `c`, `d`, together.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    /// Attaches `subscriber`. A request for `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let core = ZipCore<Queues4<A.Output, B.Output, C.Output, D.Output>>(count: 4)
      a.subscribe(ZipSide<_, A.Output, S>(core, subscriber, 0) { $0.a.append($1) })
      b.subscribe(ZipSide<_, B.Output, S>(core, subscriber, 1) { $0.b.append($1) })
      c.subscribe(ZipSide<_, C.Output, S>(core, subscriber, 2) { $0.c.append($1) })
      d.subscribe(ZipSide<_, D.Output, S>(core, subscriber, 3) { $0.d.append($1) })
    }
  }
}

extension Publishers.Zip4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

@usableFromInline
struct Queues4<A, B, C, D>: ZipQueues {
  @usableFromInline var a = Fifo<A>()
  @usableFromInline var b = Fifo<B>()
  @usableFromInline var c = Fifo<C>()
  @usableFromInline var d = Fifo<D>()

  @inlinable
  init() {}

  @inlinable
  mutating func take() -> (A, B, C, D)? {
    guard !a.isEmpty, !b.isEmpty, !c.isEmpty, !d.isEmpty else { return nil }
    guard let a = a.popFirst(), let b = b.popFirst(), let c = c.popFirst(), let d = d.popFirst() else { return nil }
    return (a, b, c, d)
  }

  @inlinable
  func isEmpty(_ index: Int) -> Bool {
    switch index {
    case 0: a.isEmpty
    case 1: b.isEmpty
    case 2: c.isEmpty
    default: d.isEmpty
    }
  }
}
