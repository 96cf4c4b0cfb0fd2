/// One message of a subscription, before it has bytes.
///
/// All but the common one are indirect, so that an event is one word.
public enum SubscriptionEvent {
  /// A commit, of which every visible change is delivered: its bytes can be shared.
  case commit(Commit)
  /// A part of a commit, or what several come to.
  indirect case change(ChangeEvent)
  indirect case gap(from: Int, to: Int, reason: GapReason, lost: Int? = nil)
  indirect case snapshot(entries: [Property], revision: Int)
  indirect case ready(revision: Int, count: Int)
  /// A value of the publisher it listens to.
  indirect case value(StreamValue)
  indirect case progress(revision: Int)
  indirect case lag(Lag)
  indirect case paused(PauseReason)
  case resumed
  /// The publisher has finished.
  case complete
  indirect case failed(EngineError)
  /// - Parameter revision: where to resume from.
  indirect case end(reason: EndReason, revision: Int?)

  public enum GapReason: String, Sendable {
    /// History that far back is no longer kept.
    case retention
    /// The history is another one.
    case epoch
    /// More came than the reader took.
    case overflow
    /// Its condition failed while running.
    case filterError
  }

  public enum PauseReason: String, Sendable { case slow, client }

  public struct Lag: Sendable {
    public let behind: Int
    public let nanoseconds: Int
    public let queued: Int
    public let limit: Int
  }

  public enum EndReason: String, Sendable {
    case closed, shutdown, slow, error, removed
  }
}

/// What one subscription sees of a commit, or of several.
public struct ChangeEvent {
  /// The newest commit it stands for.
  public let commit: Commit
  public let content: Content

  public enum Content {
    /// Positions in the commit's changes.
    case part([Int])
    /// What so many commits come to.
    case conflated(commits: Int, [ConflatedChange])
  }
}
