// Events that wait for their reader.
import ClientConnection
import Wire

/// The queue between a subscription and one reader; used on the client's thread only. It is bounded: when it is full the
/// subscription is held (see `ClientCore.hold`), and goes on without loss when the reader has caught up.
final class EventBuffer {
  static let countMax = 1024

  private var events: [SubscriptionEvent] = []
  private var head = 0
  private var reader: CheckedContinuation<Result<SubscriptionEvent?, ClientError>, Never>?
  private var ending: Result<SubscriptionEvent?, ClientError>?

  var isFull: Bool { events.count - head >= Self.countMax }
  var isDrained: Bool { head == events.count }

  func add(_ event: SubscriptionEvent) {
    guard ending == nil else { return }
    if let waiting = reader {
      reader = nil
      waiting.resume(returning: .success(event))
    } else {
      events.append(event)
    }
    switch event {
    case .end(let reason, _) where reason.isFinal: end(nil)
    case .complete: end(nil)
    case .failed(let error): end(.refused(error))
    default: break
    }
  }

  /// No more events will come; those that are there are still read.
  func end(_ error: ClientError?) {
    guard ending == nil else { return }
    ending = error.map { .failure($0) } ?? .success(nil)
    reader?.resume(returning: ending!)
    reader = nil
  }

  /// - Precondition: nobody else waits.
  func next(_ continuation: CheckedContinuation<Result<SubscriptionEvent?, ClientError>, Never>) {
    if head < events.count {
      let event = events[head]
      head += 1
      if head == events.count || head > 256 {
        events.removeFirst(head)
        head = 0
      }
      continuation.resume(returning: .success(event))
    } else if let ending {
      continuation.resume(returning: ending)
    } else {
      precondition(reader == nil, "a subscription's events have one reader")
      reader = continuation
    }
  }
}
