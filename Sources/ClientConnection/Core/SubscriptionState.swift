// What a client knows of one subscription: which number comes next, and from where to resume.
public import Wire

/// A pure state machine.
///
///     opening ──reply──▶ live ──end(closed)──▶ (removed)
///        ▲               │  │
///        ├───── connection  └─hold()──▶ held ──resume()─┐
///        │      lost                                    │
///        └──────────────────────────────────────────────┘
struct SubscriptionState {
  enum Phase: Equatable {
    /// `sub.open` was sent or is to be sent with the next connection.
    case opening
    case live
    /// Closed on the wire while its reader is behind; it will be opened again where it was.
    case held
    /// To be opened again as soon as it is closed.
    case resuming
  }

  var params: SubscriptionOpen.Params
  var phase = Phase.opening
  /// A `sub.close` was sent and not answered: its name is not free yet.
  var isClosing = false
  /// `n` of the last event.
  private(set) var lastNumber = 0
  /// The revision up to which everything has been delivered; `nil` until the first `ready`.
  private(set) var bookmark: Bookmark?

  init(params: SubscriptionOpen.Params) { self.params = params }

  /// The params to open it again so that nothing is missed.
  var resuming: SubscriptionOpen.Params {
    var params = params
    // A publisher begins anew with each subscription.
    if let bookmark, params.publisher == nil { params.from = .after(bookmark) }
    return params
  }

  /// More changes may come; the params always say how many, so that opening again asks for the rest.
  mutating func add(_ credit: Credit) {
    switch credit {
    case .count(let count):
      let most = WireLimits.integerBound - 1
      if let present = params.deliver?.demand { params.deliver?.demand = min(present + min(count, most), most) }
    case .unlimited: params.deliver?.demand = nil
    }
  }

  mutating func reopen() {
    phase = .opening
    isClosing = false
    lastNumber = 0
  }

  enum Action: Equatable {
    case deliver
    /// Not of the present opening.
    case skip
    /// The numbers have a hole.
    case hole(expected: Int)
  }

  /// What has come of an event that comes in parts.
  var partial = ""

  /// Takes note of an event. Complexity: O(1).
  mutating func receive(n: Int, _ event: SubscriptionEvent, epoch: String) -> Action {
    guard phase == .live else { return .skip }
    guard isDue(n) else { return .hole(expected: lastNumber + 1) }
    lastNumber = n
    note(event, epoch: epoch)
    return .deliver
  }

  /// Whether a message with this number is delivered now.
  func isDue(_ n: Int) -> Bool { phase == .live && n == lastNumber + 1 }

  /// Takes note of a change that is due and was not decoded.
  mutating func received(n: Int, changeAt rev: Int, epoch: String) {
    lastNumber = n
    noteChange(at: rev, epoch: epoch)
  }

  /// Takes note of what an event says about the place to resume from.
  mutating func note(_ event: SubscriptionEvent, epoch: String) {
    switch event {
    case .ready(let rev, _), .progress(let rev): bookmark = Bookmark(epoch: epoch, rev: rev)
    case .change(let change): noteChange(at: change.rev, epoch: epoch)
    case .end(_, let resume?): bookmark = resume
    default: break
    }
  }

  private mutating func noteChange(at rev: Int, epoch: String) {
    if let demand = params.deliver?.demand { params.deliver?.demand = max(0, demand - 1) }
    // What a snapshot replays may be folded, so only what comes after `ready` counts.
    if bookmark != nil { bookmark = Bookmark(epoch: epoch, rev: rev) }
  }
}

extension SubscriptionEvent.EndReason {
  /// Whether it stays over. After any other end the client opens the subscription again: by itself after `slow`, with the
  /// next daemon after `shutdown`. Who was sent away by an operator does not come back unasked.
  public var isFinal: Bool { self != .slow && self != .shutdown }
}
