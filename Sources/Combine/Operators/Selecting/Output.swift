// output and prefix: values by position.

extension Publisher {
  /// Delivers the value at `index`, counted from 0, and finishes; the upstream is cancelled first. Demand passes
  /// through; a value that is skipped is made up for by a demand of one.
  /// - Precondition: `index` is not negative and less than `Int.max`.
  @inlinable
  public func output(at index: Int) -> Publishers.Output<Self> {
    output(in: index...index)
  }

  /// Delivers the values at the positions in `range`, counted from 0, and finishes with the last of them. Demand passes
  /// through; a value that is skipped is made up for by a demand of one.
  /// - Precondition: the range is not negative.
  @inlinable
  public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self> where R.Bound == Int {
    Publishers.Output(upstream: self, range: range.relative(to: 0..<Int.max))
  }

  /// Delivers the first values, at most `maxLength`, and finishes with the last of them. With 0 it finishes as soon as
  /// a value comes. Demand passes through; a value that is skipped is made up for by a demand of one.
  /// - Precondition: `maxLength` is not negative.
  @inlinable
  public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
    output(in: ..<maxLength)
  }
}

extension Publishers {
  /// The values at some positions. A value before them is made up for by a demand of one; after the last of them the
  /// upstream is cancelled, then the end is delivered.
  public struct Output<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// Which positions, counted from 0.
    public let range: CountableRange<Int>

    /// The values of `upstream` at the positions in `range`.
    @inlinable
    public init(upstream: Upstream, range: CountableRange<Int>) {
      self.upstream = upstream
      if range.lowerBound < 0 {
        violation("positions from \(range.lowerBound) were asked for", remedy: "Positions count from 0")
      }
      self.range = range
    }

    /// Attaches `subscriber`. A request for `.none` goes up like any other.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(FilterReceiver(subscriber, OutputLogic<Output, Failure>(range)))
    }
  }
}

extension Publishers.Output: Equatable where Upstream: Equatable {}

@usableFromInline
struct OutputLogic<Output, Failure: Error>: FilterLogic {
  @usableFromInline typealias UpstreamFailure = Failure

  @usableFromInline let range: CountableRange<Int>
  @usableFromInline let passing = PassingStage(name: "Output")
  @usableFromInline let position = Cell(0)

  @inlinable
  init(_ range: CountableRange<Int>) {
    self.range = range
  }

  @inlinable
  var stage: Stage { passing }

  @inlinable
  static var early: EarlyEvents { .ignore }

  @inlinable
  func step(_ input: Output) -> FilterStep<Output, Failure> {
    let now = position.value
    position.value = now + 1
    if range.isEmpty { return .finish }
    if now < range.lowerBound { return .skip }
    // Beyond the end: a value that was sent from inside the last one.
    if now >= range.upperBound { return .drop }
    return now + 1 == range.upperBound ? .last(input) : .pass(input)
  }
}
