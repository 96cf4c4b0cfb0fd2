internal import Synchronization

/// Whether a loop turns, for other threads: when it last said that it does.
public final class Pulse: Sendable {
  private static let resting: Int64 = .min
  private let beat = Atomic<Int64>(Pulse.resting)
  private let work = Atomic<Int>(0)

  init() {}

  /// What its thread does, as whoever uses the loop numbers it; 0 for what has no number.
  public var workNumber: Int {
    work.load(ordering: .relaxed)
  }

  public func begin(workNumber number: Int) { work.store(number, ordering: .relaxed) }

  /// It sleeps until there is something to do.
  @inline(__always)
  func rest() { beat.store(Self.resting, ordering: .relaxed) }

  /// It turns, or looks after others in the middle of a turn.
  @inline(__always)
  func beat(at now: MonotonicTime) { beat.store(now.nanoseconds, ordering: .relaxed) }

  /// When it last said so; nil while it sleeps.
  var last: MonotonicTime? {
    let nanoseconds = beat.load(ordering: .relaxed)
    return nanoseconds == Self.resting ? nil : MonotonicTime(nanoseconds: nanoseconds)
  }
}
