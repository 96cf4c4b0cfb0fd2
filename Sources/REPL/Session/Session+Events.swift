// How the events of a session's subscriptions appear.
import ClientConnection
import Wire

extension Session {
  /// A snapshot shows so many values to a person; the rest is a number.
  static let snapshotLinesMax = 40

  func show(_ event: SubscriptionEvent, of name: String) {
    if notedMarble(event, of: name) || notedForLedger(event, of: name) || notedForTest(event, of: name) { return }
    if pins.receive(event, of: name) {
      if case .end(let reason, _) = event, reason.isFinal, let pattern = pins.remove(name) {
        notice("no longer pinned: \(pattern)")
      }
      return
    }
    if settings.isJSON { return emitEvent(event) }
    switch event {
    case .snapshot(_, let entries): show(entries, of: name)
    case .ready(_, let count): showReady(count: count, of: name)
    case .change(let change): show(change, isTail: name == WatchBook.tailName)
    case .gap(let gap): write([events.line(gap)], to: .diagnostics)
    case .lag(let lag): notice("\(lag.behindRev) commits behind; \(lag.setting) is \(lag.limit)")
    case .paused(let reason): notice("paused: \(reason)")
    case .resumed: notice("going on")
    case .complete: notice("\(watches.watch(name)?.pattern ?? name) finished")
    case .failed(let error): write(errors.lines(.refused(error)), to: .diagnostics)
    case .end(let reason, _):
      guard reason.isFinal, let pattern = watches.remove(name) else { return }
      notice("no longer watching \(pattern)")
    case .progress, .part, .unknown: break
    }
  }

  private func show(_ entries: [SubscriptionEvent.Entry], of name: String) {
    let shown = watches.watch(name)?.shown ?? 0
    let room = settings.isInteractive ? max(0, Self.snapshotLinesMax - shown) : .max
    write(entries.prefix(room).map { events.line($0) })
    watches.update(name) {
      $0.shown += min(room, entries.count)
      $0.hidden += max(0, entries.count - room)
    }
  }

  private func showReady(count: Int, of name: String) {
    guard let watch = watches.watch(name) else { return }
    if watch.hidden > 0 { write("… and \(watch.hidden) more values; their changes will show") }
    // What a pipeline does comes when it comes.
    if count == 0, !watch.isReady, !absolute(watch.pattern).hasPrefix("pipe:") {
      notice("nothing matches \(watch.pattern) now; it shows when it is there")
    }
    watches.update(name) { ($0.shown, $0.hidden, $0.isReady) = (0, 0, true) }
  }

  private func show(_ commit: SubscriptionEvent.Change, isTail: Bool) {
    if !isTail { note(commit) }
    let lines = commit.changes.map { change in
      (change.path, isTail ? events.tailLine(change, of: commit) : events.line(change, of: commit))
    }
    guard settings.isInteractive else { return write(lines.map(\.1)) }
    write(lines.compactMap { folder.add(path: $0.0, $0.1, now: now()) })
  }

  /// `{"type":"change","rev":12,…}`: the event as it came, without the parts that belong to the connection.
  private func emitEvent(_ event: SubscriptionEvent) { write(event.object()) }
}
