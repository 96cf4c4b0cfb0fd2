// `watch` and `tail`: a subscription that is printed until it ends, through lost connections.
import ClientConnection
import Glibc
import Wire

/// Follows one subscription. Text for people, or one JSON object per event; each is written as it comes.
final class Follower {
  private let program: Combinectl
  private var params: SubscriptionOpen.Params
  private let watching: WatchOptions
  private let isTail: Bool
  private let events: EventRenderer
  private var changes = 0
  private var failure: ClientError?
  private var isDone = false

  init(_ program: Combinectl, _ params: SubscriptionOpen.Params, _ watching: WatchOptions) {
    self.program = program
    self.params = params
    self.watching = watching
    isTail = params.sub == WatchBook.tailName
    events = EventRenderer(style: program.style, valueLengthMax: nil)
  }

  func run() throws -> Int32 {
    let access = try program.access()
    let connection = try program.connect(access, features: isTail ? ["tail"] : [])
    let core = connection.core
    core.onEvent = { [unowned self] in receive($0) }
    if watching.reconnect { connection.reconnect = { () throws(ClientError) in try access.connect(mayLaunch: false) } }
    if let since = watching.since {
      // A revision alone is one of the present history, which the greeting tells.
      let epoch = try since.epoch ?? connection.call(ServerStatus.self, .init(), timeout: program.options.timeout).epoch
      params.from = .after(Bookmark(epoch: epoch, rev: since.rev))
    }
    core.open(params) { [unowned self] result in
      if case .failure(let error) = result { failure = error }
    }
    let deadline = program.options.timeout.map { ContinuousClock.now + $0 }
    while !isDone, failure == nil {
      connection.wait(until: deadline)
      if let deadline, ContinuousClock.now >= deadline, !isDone, failure == nil {
        failure = .notDone(after: program.options.timeout!)
      }
    }
    if let failure { throw failure }
    return 0
  }

  private func receive(_ event: ClientEvent) {
    guard !isDone else { return }
    switch event {
    case .connected(let hello, let missed, let isReconnect):
      if isReconnect { cameBack(rev: hello.rev, missed: missed) }
    case .greetingRefused(let error): failure = error
    case .lost:
      if watching.reconnect {
        notice("lost", "connection lost; coming back when the daemon does")
      } else {
        failure = .lost(method: SubscriptionOpen.method.name)
      }
    case .subscription(_, let event): show(event)
    case .subscriptionFailed(_, let error): failure = error
    case .notice(let notice): show(notice)
    case .violation(let what): failure = .violation(what)
    }
  }

  private func show(_ event: SubscriptionEvent) {
    if program.options.json {
      program.show(lines: [EventObject.text(event)])
    } else {
      program.show(folding: lines(event))
    }
    switch event {
    case .change:
      changes += 1
      if let count = watching.count, changes >= count { isDone = true }
    case .complete: isDone = true
    case .end(let reason, _) where reason.isFinal: isDone = true
    case .failed(let error): failure = .refused(error)
    default: break
    }
  }

  private func lines(_ event: SubscriptionEvent) -> [String] {
    switch event {
    case .snapshot(_, let entries): entries.map { events.line($0) }
    case .change(let change):
      change.changes.map { isTail ? events.tailLine($0, of: change) : events.line($0, of: change) }
    case .gap(let gap): [events.line(gap)]
    default: []
    }
  }

  private func show(_ notice: SessionNotice) {
    if program.options.json {
      var writer = JSONWriter()
      notice.encode(to: &writer)
      program.show(lines: [writer.text])
    } else if let line = isTail ? events.tailLine(notice) : events.line(notice) {
      program.show(folding: [line])
    }
  }

  private func cameBack(rev: Int, missed: Int?) {
    notice(
      "resumed", "connected again at rev \(rev), \(Session.describe(missed: missed))",
      [.init("rev", .int(rev)), .init("missed", missed.map { .int($0) } ?? .null)])
  }

  /// In JSON it is part of the stream, since whoever reads that must know; for people it is beside it.
  private func notice(_ type: String, _ text: String, _ members: [JSONValue.Member] = []) {
    if program.options.json {
      program.show(lines: [JSONValue.object([.init("type", .string(type))] + members).description])
    } else if !program.options.quiet {
      writeAll("-- \(text)\n", to: STDERR_FILENO)
    }
  }
}
