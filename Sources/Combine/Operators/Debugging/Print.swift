// print: a transcript of everything that passes.

extension Publisher {
  /// Writes each event to `stream` (standard output without one), with `prefix` and a colon before it.
  ///
  /// The lines are `receive subscription: (Name)`, `request unlimited` or `request max: (n)`, `receive value: (v)`,
  /// `receive finished` or `receive error: (e)`, and `receive cancel`. Demand that the subscriber returns from a value
  /// is written as `request max: (n) (synchronous)`, but only if it asks for something.
  public func print(_ prefix: String = "", to stream: (any TextOutputStream)? = nil) -> Publishers.Print<Self> {
    Publishers.Print(upstream: self, prefix: prefix, to: stream)
  }
}

extension Publishers {
  /// Writes each event and passes it on. Demand, values and completion are unchanged.
  public struct Print<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// What stands before each line.
    public let prefix: String

    /// Where the events come from.
    public let upstream: Upstream

    /// Where the lines go; nil is standard output.
    public let stream: (any TextOutputStream)?

    /// A transcript of `upstream`.
    public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream)? = nil) {
      self.upstream = upstream
      self.prefix = prefix
      self.stream = stream
    }

    /// Attaches `subscriber`.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(PrintReceiver(downstream: subscriber, stage: PrintStage(prefix: prefix, stream: stream)))
    }
  }
}

final class PrintStage: Stage {
  private let prefix: String
  private let serial = Serial()
  // Owner of `serial` only: lines are written one after the other.
  private var stream: AnyStream?

  init(prefix: String, stream: (any TextOutputStream)?) {
    self.prefix = prefix.isEmpty ? "" : "\(prefix): "
    self.stream = stream.map { AnyStream(stream: $0) }
    super.init(name: "Print")
  }

  /// Lets the standard library's `print` write into any stream.
  private struct AnyStream: TextOutputStream {
    var stream: any TextOutputStream

    mutating func write(_ string: String) {
      stream.write(string)
    }
  }

  func write(_ line: String) {
    let text = prefix + line
    serial.perform {
      if var stream = self.stream {
        Swift.print(text, to: &stream)
        self.stream = stream
      } else {
        Swift.print(text)
      }
    }
  }

  func write(_ demand: Subscribers.Demand, synchronous: Bool) {
    let suffix = synchronous ? " (synchronous)" : ""
    write(demand.max.map { "request max: (\($0))\(suffix)" } ?? "request unlimited\(suffix)")
  }

  override func request(_ demand: Subscribers.Demand) {
    write(demand, synchronous: false)
    requestUpstream(demand)
  }

  override func cancel() {
    if isEnded { return }
    write("receive cancel")
    super.cancel()
  }
}

struct PrintReceiver<Downstream: Subscriber>: Subscriber {
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  let downstream: Downstream
  let stage: PrintStage

  var combineIdentifier: CombineIdentifier { stage.combineIdentifier }

  func receive(subscription: any Subscription) {
    stage.write("receive subscription: (\(subscription))")
    if stage.begin(subscription) { downstream.receive(subscription: stage) }
  }

  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    if stage.isEnded { return .none }
    stage.write("receive value: (\(input))")
    let more = downstream.receive(input)
    if more != .none { stage.write(more, synchronous: true) }
    return more
  }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if stage.isEnded { return }
    switch completion {
    case .finished: stage.write("receive finished")
    case .failure(let error): stage.write("receive error: (\(error))")
    }
    if stage.complete(early: true) { downstream.receive(completion: completion) }
  }
}

extension PrintReceiver: CustomStringConvertible, CustomReflectable {
  var description: String { "Print" }
  var customMirror: Mirror { Mirror(self, children: []) }
}
