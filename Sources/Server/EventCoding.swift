// The engine's events as bytes. The common one, a commit as a whole, is encoded once for all subscriptions that hear of it
// in the same shape.

internal import Engine
internal import Language
internal import Wire

/// What a subscription asked for beside the values.
struct EventShape: Equatable {
  let old: Bool
  let cause: Bool
  var form = ValueForm.full
}

/// The bodies of a commit's event that somebody has heard, one for each shape; attached to the commit for as long as the
/// turn lasts, in which nearly everybody hears of it.
final class CommitBody: SharedBytes {
  let shape: EventShape
  let next: CommitBody?

  init(_ bytes: UnsafeRawBufferPointer, _ shape: EventShape, next: CommitBody?) {
    self.shape = shape
    self.next = next
    super.init(bytes)
  }
}

/// Makes the bodies of events: everything but what belongs to one subscription. One for all connections.
final class EventCoder {
  private var writer = JSONWriter(capacity: 1024)
  /// Commits that have bodies attached.
  private var attached: [Commit] = []
  /// What the writer keeps between turns.
  private static let idleCapacity = 16 << 10

  /// A whole commit. O(1) when somebody of the same shape has heard of it in this turn.
  func body(of commit: Commit, _ shape: EventShape) -> SharedBytes {
    let first = commit.attachment.map { unsafeDowncast($0, to: CommitBody.self) }
    if let first, first.shape == shape { return first }
    var further = first?.next
    while let body = further {
      if body.shape == shape { return body }
      further = body.next
    }
    write(commit, nil, shape)
    let body = writer.buffer.withReadable { CommitBody($0, shape, next: first) }
    writer.buffer.removeAll()
    if first == nil { attached.append(commit) }
    commit.attachment = body
    return body
  }

  /// For readers that take every commit, by shape; few, since shapes are.
  private var logs: [BodyLog] = []

  /// Gives `body` the bodies of the first commits of a run; see `BodyLog`.
  func withBodies(
    of run: Delivery.Run, _ shape: EventShape, of delivery: Delivery, room: Int,
    _ body: (UnsafeBufferPointer<BodySpan>, UnsafeRawBufferPointer) -> Void
  ) {
    var log: BodyLog
    if let found = logs.first(where: { $0.shape == shape }) {
      log = found
    } else {
      log = BodyLog(shape)
      logs.append(log)
    }
    log.withBodies(of: run, room: room) { revision, bytes in
      guard let commit = delivery.commit(revision) else { return false }
      write(commit, nil, shape)
      writer.buffer.withReadable { bytes.append($0) }
      writer.buffer.removeAll()
      return true
    } _: {
      body($0, $1)
    }
  }

  /// A part of a commit, or what several come to.
  func body(of event: ChangeEvent, _ feed: Feed) -> SharedBytes {
    switch event.content {
    case .part(let positions):
      if feed.shape.form == .patch { return patch(event.commit, positions, feed) }
      write(event.commit, positions, feed.shape)
    case .conflated(let commits, let changes):
      if feed.shape.form == .patch {
        for change in changes {
          // As of this message: its commit is the one that the client knows of.
          feed.known[change.path] = change.value == nil ? nil : (event.commit.revision, change.version)
        }
      }
      write(event.commit, commits, changes, feed.shape)
    }
    return copy()
  }

  /// Forgets what was made: a reader that is slower than this has its bytes made again, and costs no memory meanwhile.
  func endTurn() {
    for log in logs { log.endTurn() }
    guard !attached.isEmpty else { return }
    for commit in attached { commit.attachment = nil }
    attached.removeAll(keepingCapacity: true)
    writer.buffer.shrink(to: Self.idleCapacity)
  }

  /// An event of the protocol that needs nothing of the engine.
  func body(of event: WireEvent) -> SharedBytes {
    writer.eventBody(event)
    return copy()
  }

  private func copy() -> SharedBytes {
    let bytes = writer.buffer.withReadable { SharedBytes($0) }
    writer.buffer.removeAll()
    return bytes
  }

  /// - Parameter positions: nil for all of the commit's changes.
  private func write(_ commit: Commit, _ positions: [Int]?, _ shape: EventShape) {
    let record = commit.redacted
    writer.changeBody(
      rev: record.revision, at: Timestamp(nanoseconds: record.at),
      cause: shape.cause ? ChangeCause(record.cause) : nil
    ) { writer in
      guard let positions else {
        for position in record.changes.indices { Self.write(record.changes, position, shape, to: &writer) }
        return
      }
      for position in positions { Self.write(record.changes, position, shape, to: &writer) }
    }
  }

  private func write(_ newest: Commit, _ commits: Int, _ changes: [ConflatedChange], _ shape: EventShape) {
    let record = newest.redacted
    writer.changeBody(
      rev: record.revision, merged: commits, at: Timestamp(nanoseconds: record.at),
      cause: shape.cause ? ChangeCause(record.cause) : nil
    ) { writer in
      for change in changes {
        Self.write(change.path, change.version, change.value, old: change.old, shape, to: &writer)
      }
    }
  }

  private static func write(
    _ changes: [CommitRecord.Change], _ position: Int, _ shape: EventShape, to writer: inout JSONWriter
  ) {
    write(
      changes[position].path, changes[position].version, changes[position].value,
      old: shape.old ? changes[position].old : nil, shape, to: &writer)
  }

  private static func write(
    _ path: String, _ version: Int, _ value: PortableValue?, old: PortableValue?, _ shape: EventShape,
    to writer: inout JSONWriter
  ) {
    guard let value else {
      guard shape.old, let old else { return writer.removal(path: path, v: version) }
      return writer.removal(path: path, v: version) { old.write(to: &$0) }
    }
    if shape.form == .none { return writer.touch(path: path, v: version) }
    guard shape.old, let old else { return writer.change(path: path, v: version) { value.write(to: &$0) } }
    writer.change(path: path, v: version) {
      value.write(to: &$0)
    } old: {
      old.write(to: &$0)
    }
  }

  /// A commit for a client that has values to which patches apply. Its bytes are its own.
  /// - Parameter positions: nil for all of the commit's changes.
  func patch(_ commit: Commit, _ positions: [Int]?, _ feed: Feed) -> SharedBytes {
    let record = commit.redacted
    let positions = positions ?? Array(record.changes.indices)
    let shape = feed.shape
    writer.changeBody(
      rev: record.revision, at: Timestamp(nanoseconds: record.at),
      cause: shape.cause ? ChangeCause(record.cause) : nil
    ) { writer in
      for position in positions {
        let change = record.changes[position]
        if let (patch, base) = Self.patch(commit, position, known: feed.known[change.path]) {
          let old = shape.old ? change.old : nil
          writer.patched(
            path: change.path, v: change.version, base: base, patch: patch,
            old: old.map { old in { old.write(to: &$0) } })
        } else {
          Self.write(record.changes, position, shape, to: &writer)
        }
        feed.known[change.path] = change.value == nil ? nil : (record.revision, change.version)
      }
    }
    return copy()
  }

  /// The elements of a list that may be compared one by one for a patch: so many take milliseconds, in which nobody else has a turn.
  private static let patchPartsMax = 4096

  /// The patch of one change, where the client has what it applies to and it is clearly shorter than the value.
  private static func patch(_ commit: Commit, _ position: Int, known: (rev: Int, version: Int)?) -> (
    JSONValue, base: Int
  )? {
    let change = commit.redacted.changes[position]
    // What the change replaced is what the client has.
    guard let known, known.version + 1 == change.version, let old = change.old,
      let value = change.value, value != .secret,
      let patch = old.difference(
        to: value, key: commit.property(at: position)?.info.schema.elementKey, partsMax: patchPartsMax)
    else { return nil }
    let json = patch.json
    var part = JSONWriter()
    part.value(json)
    let bytes = part.text.utf8.count
    // Of a long list it is known without writing it that it has more: an element and a comma have two bytes at least.
    if case .list(let elements) = value, bytes * 10 <= elements.count * 2 * 6 { return (json, known.rev) }
    var whole = JSONWriter()
    value.write(to: &whole)
    return bytes * 10 <= whole.text.utf8.count * 6 ? (json, known.rev) : nil
  }

  /// A value of a publisher.
  func body(of value: StreamValue, _ shape: EventShape) -> SharedBytes {
    writer.changeBody(rev: value.revision, merged: value.merged, at: Timestamp(nanoseconds: value.at)) { writer in
      if shape.form == .none {
        writer.touch(path: value.path, v: value.number)
      } else {
        writer.change(path: value.path, v: value.number) { (value.value ?? .null).write(to: &$0) }
      }
    }
    return copy()
  }

  /// Present values, in as many messages as frames of the allowed size make necessary.
  func snapshot(_ entries: ArraySlice<Property>, revision: Int) -> [SharedBytes] {
    writer.snapshotBody(rev: revision) { writer in
      for property in entries {
        writer.entry(path: property.path, rev: property.revision, at: Timestamp(nanoseconds: property.at)) {
          property.redacted.write(to: &$0)
        }
      }
    }
    let bytes = copy()
    guard !bytes.fitIntoAFrame, entries.count > 1 else { return [bytes] }
    let middle = entries.startIndex + entries.count / 2
    return snapshot(entries[..<middle], revision: revision) + snapshot(entries[middle...], revision: revision)
  }
}

extension SharedBytes {
  /// Whether they are not too long as the body of an event, with the longest head that can get.
  var fitIntoAFrame: Bool { count + 1024 <= WireLimits.frameBytesMax }
}

extension [UInt8] {
  /// Pieces of at most so many bytes, none of which begins within a character.
  func cutBetweenCharacters(every length: Int) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = startIndex
    while start < endIndex {
      var end = Swift.min(start + length, endIndex)
      while end < endIndex, self[end] & 0xc0 == 0x80 { end -= 1 }
      pieces.append(self[start..<end])
      start = end
    }
    return pieces
  }
}

extension WireEvent {
  /// An event that says something of the subscription itself.
  init(_ event: EngineEvent, oldest: Int) {
    switch event {
    case .ready(let revision, let count): self = .ready(rev: revision, count: count)
    case .gap(let from, let to, let reason, let lost):
      self = .gap(
        Gap {
          $0.reason = GapReason(rawValue: reason.rawValue)!
          $0.from = from
          $0.to = to
          $0.oldestRev = oldest
          $0.lost = lost
        })
    case .progress(let revision): self = .progress(rev: revision)
    case .lag(let lag):
      self = .lag(
        Lag {
          $0.behindRev = lag.behind
          $0.behindMs = lag.nanoseconds / 1_000_000
          $0.queued = lag.queued
          $0.limit = lag.limit
          $0.setting = "deliver.queue"
        })
    case .paused(let reason): self = .paused(reason: reason.rawValue)
    case .resumed: self = .resumed
    case .complete: self = .complete
    case .failed(let error): self = .failed(RPCError(error))
    case .commit, .change, .value, .snapshot, .end: preconditionFailure("written elsewhere")
    }
  }
}

extension ChangeCause {
  init(_ cause: Cause) {
    self.init(
      by: cause.by, req: cause.request.flatMap { RequestID(jsonText: $0) }, of: cause.of, via: cause.via,
      note: cause.note, asked: cause.of == nil ? cause.asked.map(Asked.init) : nil)
  }
}

extension RequestID {
  /// The id whose `description` this is.
  init?(jsonText text: String) {
    if let number = Int(text) {
      self = .number(number)
    } else if case .string(let string)? = try? JSONValue(parsing: text) {
      self = .string(string)
    } else {
      return nil
    }
  }
}

extension ChangeCause.Asked {
  init(_ asked: Cause.Asked) {
    self.init()
    by = asked.cause.by
    req = asked.cause.request.flatMap { RequestID(jsonText: $0) }
    at = Timestamp(nanoseconds: asked.at)
    note = asked.cause.note
  }
}
