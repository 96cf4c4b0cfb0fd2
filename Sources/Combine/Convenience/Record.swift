// A publisher of what was recorded before.

/// Delivers recorded values as far as they are asked for, then the recorded completion. Each subscriber gets all of it.
public struct Record<Output, Failure: Error>: Publisher {
  /// What is delivered.
  public let recording: Recording

  /// What `record` records. Unless it records a completion, the record finishes.
  public init(record: (inout Recording) -> Void) {
    var recording = Recording()
    record(&recording)
    self.init(recording: recording)
  }

  /// A publisher of `recording`.
  public init(recording: Recording) {
    self.recording = recording
  }

  /// A publisher of `output`, which then ends with `completion`.
  public init(output: [Output], completion: Subscribers.Completion<Failure>) {
    self.init(recording: Recording(output: output, completion: completion))
  }

  /// Attaches `subscriber`. Without values, the completion does not wait for demand. A request for `.none` does nothing.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    var iterator = recording.output.makeIterator()
    if let first = iterator.next() {
      subscriber.receive(
        subscription: SequenceSubscription(
          subscriber, recording.output, first, iterator, completion: recording.completion,
          nameAtTheEnd: "Cancelled Events"))
    } else {
      subscriber.receive(subscription: Subscriptions.empty)
      subscriber.receive(completion: recording.completion)
    }
  }

  /// Values and a completion, in order. Made by hand, or decoded; a decoded one is complete.
  public struct Recording {
    /// What is recorded.
    public typealias Input = Output

    /// The values so far.
    public private(set) var output: [Output]

    /// How it ends; `.finished` until something else is recorded.
    public private(set) var completion: Subscribers.Completion<Failure>

    private var isComplete: Bool

    /// A recording of nothing so far.
    public init() {
      output = []
      completion = .finished
      isComplete = false
    }

    /// A complete recording.
    public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
      self.output = output
      self.completion = completion
      isComplete = true
    }

    /// Records a value. Traps after the completion.
    public mutating func receive(_ input: Input) {
      requireIncomplete("value")
      output.append(input)
    }

    /// Records the completion. Traps after another one.
    public mutating func receive(completion: Subscribers.Completion<Failure>) {
      requireIncomplete("completion")
      self.completion = completion
      isComplete = true
    }

    private func requireIncomplete(_ event: String) {
      if isComplete {
        violation("a \(event) was recorded after the completion", remedy: "Record values first and the completion last")
      }
    }
  }
}

extension Record.Recording: Codable where Output: Codable, Failure: Codable {
  private enum CodingKeys: String, CodingKey {
    case output
    case completion
  }

  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      output: try container.decode([Output].self, forKey: .output),
      completion: try container.decode(Subscribers.Completion<Failure>.self, forKey: .completion))
  }

  /// Writes `output` and `completion`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(output, forKey: .output)
    try container.encode(completion, forKey: .completion)
  }

  /// The same as `encode(to:)`.
  public func encode(into encoder: any Encoder) throws {
    try encode(to: encoder)
  }
}

extension Record: Codable where Output: Codable, Failure: Codable {
  private enum CodingKeys: String, CodingKey {
    case recording
  }

  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(recording: try container.decode(Recording.self, forKey: .recording))
  }

  /// Writes `recording`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(recording, forKey: .recording)
  }
}
