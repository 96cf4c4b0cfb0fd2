// assertNoFailure: a failure is a bug.

extension Publisher {
  /// Stops the program if the upstream fails, with `prefix` and the place of the call in the message. Demand and the
  /// normal end pass through.
  @inlinable
  public func assertNoFailure(
    _ prefix: String = "", file: StaticString = #file, line: UInt = #line
  ) -> Publishers.AssertNoFailure<Self> {
    Publishers.AssertNoFailure(upstream: self, prefix: prefix, file: file, line: line)
  }
}

extension Publishers {
  /// Traps on a failure; everything else passes through.
  public struct AssertNoFailure<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Never

    /// Where the values come from.
    public let upstream: Upstream

    /// The file that is blamed.
    public let file: StaticString

    /// The line that is blamed.
    public let line: UInt

    /// What stands before the message.
    public let prefix: String

    /// `upstream`, which must not fail.
    @inlinable
    public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
      self.upstream = upstream
      self.prefix = prefix
      self.file = file
      self.line = line
    }

    /// Attaches `subscriber`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
      upstream.subscribe(
        MapErrorReceiver<Upstream.Failure, S>(
          downstream: subscriber,
          transform: { [prefix, file, line] error in
            let text = prefix.isEmpty ? "" : prefix + ": "
            fatalError("\(text)\(error)", file: file, line: line)
          }))
    }
  }
}
