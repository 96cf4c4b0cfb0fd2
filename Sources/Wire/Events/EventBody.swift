/// An event with its bytes made, without the parts that belong to one subscription: encoded once, sent to all.
///
///     {"jsonrpc":"2.0","method":"sub.event","params":{"sub":"NAME","n":   EventPrefix, made once per subscription
///     17                                                                  the number
///     ,"type":"change","rev":8844,…}}⏎                                    EventBody, made once per commit
public struct EventBody: Hashable, Sendable {
  public let bytes: [UInt8]

  public init(_ event: SubscriptionEvent) {
    self.init { $0.eventBody(event) }
  }

  /// See `JSONWriter.changeBody`.
  public static func change(
    rev: Int, merged: Int = 1, at: Timestamp, cause: ChangeCause? = nil, changes: (inout JSONWriter) -> Void
  ) -> EventBody {
    EventBody { $0.changeBody(rev: rev, merged: merged, at: at, cause: cause, changes: changes) }
  }

  /// See `JSONWriter.snapshotBody`.
  public static func snapshot(rev: Int, entries: (inout JSONWriter) -> Void) -> EventBody {
    EventBody { $0.snapshotBody(rev: rev, entries: entries) }
  }

  private init(writing write: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    write(&writer)
    bytes = writer.buffer.bytes()
  }
}

/// Bodies of events, written one after another with the same writer: each call starts over, and leaves the body in the
/// writer's buffer.
extension JSONWriter {
  public mutating func eventBody(_ event: SubscriptionEvent) {
    body { event.encodeMembers(to: &$0) }
  }

  /// A change whose paths are written straight from where their values are.
  ///
  /// - Parameter changes: calls `writer.change(…)` or `writer.removal(…)` once for each path, in order.
  public mutating func changeBody(
    rev: Int, merged: Int = 1, at: Timestamp, cause: ChangeCause? = nil, changes: (inout JSONWriter) -> Void
  ) {
    body { writer in
      writer.field("type", word: "change")
      writer.field("rev", rev)
      if merged != 1 { writer.field("merged", merged) }
      writer.field("at", at)
      writer.key("changes")
      writer.beginArray()
      changes(&writer)
      writer.endArray()
      writer.field("cause", ifPresent: cause)
    }
  }

  /// A snapshot, or a part of one, whose values are written straight from where they are.
  ///
  /// - Parameter entries: calls `writer.entry(…)` once for each path, in order.
  public mutating func snapshotBody(rev: Int, entries: (inout JSONWriter) -> Void) {
    body { writer in
      writer.field("type", "snapshot")
      writer.field("rev", rev)
      writer.key("entries")
      writer.beginArray()
      entries(&writer)
      writer.endArray()
    }
  }

  private mutating func body(_ members: (inout JSONWriter) -> Void) {
    buffer.removeAll()
    // Written as the rest of an object, so that it begins with the comma.
    continueObject()
    members(&self)
    endObject()
    endObject()
    buffer.append(0x0a)
    endText()
  }
}

/// What comes before the number in every event of one subscription.
public struct EventPrefix: Hashable, Sendable {
  public let bytes: [UInt8]

  public init(subscription name: String) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("jsonrpc", "2.0")
    writer.field("method", SubscriptionNotice.name)
    writer.key("params")
    writer.beginObject()
    writer.field("sub", name)
    writer.key("n")
    bytes = writer.buffer.bytes()
  }
}

extension JSONWriter {
  /// One path of a change, with its values written by hand: exactly one value each.
  public mutating func change(
    path: String, v: Int, value: (inout JSONWriter) -> Void, old: ((inout JSONWriter) -> Void)? = nil
  ) {
    beginObject()
    field("path", path)
    field("op", word: "set")
    key("value")
    value(&self)
    if let old {
      key("old")
      old(&self)
    }
    field("v", v)
    endObject()
  }

  /// One path of a change in part.
  public mutating func patched(path: String, v: Int, base: Int, patch: JSONValue, old: ((inout JSONWriter) -> Void)?) {
    beginObject()
    field("path", path)
    field("op", PathChange.Operation.patch)
    if let old {
      key("old")
      old(&self)
    }
    field("base", base)
    field("patch", patch)
    field("v", v)
    endObject()
  }

  /// One path of a change without its value.
  public mutating func touch(path: String, v: Int) {
    beginObject()
    field("path", path)
    field("op", PathChange.Operation.touch)
    field("v", v)
    endObject()
  }

  /// One path that is gone.
  public mutating func removal(path: String, v: Int, old: ((inout JSONWriter) -> Void)? = nil) {
    beginObject()
    field("path", path)
    field("op", PathChange.Operation.remove)
    if let old {
      key("old")
      old(&self)
    }
    field("v", v)
    endObject()
  }

  /// One value of a snapshot.
  public mutating func entry(path: String, rev: Int, at: Timestamp, value: (inout JSONWriter) -> Void) {
    beginObject()
    field("path", path)
    key("value")
    value(&self)
    field("rev", rev)
    field("at", at)
    endObject()
  }
}
