import Language

/// What is set off now and happens later: a timer, an answer, a line of a file.
///
/// Every boundary behind which a program goes on comes through here, so that a commit behind any number of them knows the one
/// that it follows from, and who asked for it in the beginning, whether or not anything was committed in between.
struct Consequence {
  private let origin: Transaction?
  /// The property in the middle of whose write it was set off.
  private let path: String?
  /// Who waits for it.
  let activity: Activity?

  /// - Parameters:
  ///   - program: the one that sets it off.
  ///   - isAwaited: whether it belongs to what is being waited for. What never ends does not.
  init(of engine: Engine?, within program: Program?, isAwaited: Bool = true) {
    origin = engine?.transactions.current
    path = origin == nil ? nil : program?.ongoingWrite.flatMap { engine?.property($0) }?.path
    activity = isAwaited ? origin?.activity : nil
  }

  /// Runs `body` as an activation of its own.
  /// - Parameter awaited: what has come from outside.
  func happen(
    in engine: Engine, by kind: String, _ awaited: String? = nil, mayPause: Bool = false, _ body: () -> Void
  ) {
    var cause = cause(by: kind)
    cause.awaited = awaited
    engine.transactions.perform(cause, activity, mayPause: mayPause, body)
  }

  func cause(by kind: String) -> Cause { cause(Cause(by: kind)) }

  /// Whether it is known only now: the commit comes at the end of the transaction.
  func cause(_ cause: Cause) -> Cause {
    guard let origin else { return cause }
    var cause = cause
    if let revision = origin.revision {
      (cause.of, cause.ofPath) = (revision, path)
    } else {
      // It has changed nothing: what it follows from itself counts.
      (cause.of, cause.ofPath) = (origin.cause.of, origin.cause.ofPath)
    }
    cause.asked = origin.asked
    return cause
  }
}

extension Transaction {
  /// What it goes back to: its own cause, where that follows from nothing else.
  var asked: Cause.Asked? {
    if let asked = cause.asked { return asked }
    return cause.of == nil && cause.by != "timer" ? Cause.Asked(cause, at: at) : nil
  }
}

/// What was written in the middle of another write or by a pipeline, each once.
struct WriteLinks {
  private var links: [(effect: Property, cause: Property?, via: String?)] = []
  /// There were too many to remember.
  private var isCut = false
  private static let countMax = 256

  mutating func add(_ effect: Property, _ cause: Property?, _ via: String?) {
    guard effect !== cause else { return }
    // Mostly the last one, in a loop.
    if links.reversed().contains(where: { $0.effect === effect && $0.cause === cause && $0.via == via }) { return }
    guard links.count < Self.countMax else {
      isCut = true
      return
    }
    links.append((effect, cause, via))
  }

  mutating func removeAll() {
    if !links.isEmpty { links.removeAll(keepingCapacity: links.count < 64) }
    isCut = false
  }

  /// `nil` if they are not all.
  var all: [WriteLink]? {
    isCut ? nil : links.map { WriteLink(effect: $0.effect.path, cause: $0.cause?.path, via: $0.via) }
  }
}

extension Engine {
  /// What is being written, as clients know it.
  func property(_ write: OngoingWrite) -> Property? {
    guard let tag = write.object.hostTag else { return nil }
    let store = unsafeDowncast(tag, to: Store.self)
    return write.slot < store.bySlot.count ? store.bySlot[write.slot] : nil
  }
}
