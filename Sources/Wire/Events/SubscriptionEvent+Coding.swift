// How the messages of a subscription are written and read.

extension SubscriptionEvent {
  /// The value of the member `type`.
  public var type: String {
    switch self {
    case .snapshot: "snapshot"
    case .ready: "ready"
    case .change: "change"
    case .progress: "progress"
    case .lag: "lag"
    case .gap: "gap"
    case .paused: "paused"
    case .resumed: "resumed"
    case .complete: "complete"
    case .failed: "failed"
    case .part: "part"
    case .end: "end"
    case .unknown(let type): type
    }
  }

  /// Writes the members of the params from `type` on.
  func encodeMembers(to writer: inout JSONWriter) {
    writer.field("type", type)
    switch self {
    case .snapshot(let rev, let entries):
      writer.field("rev", rev)
      writer.field("entries", entries)
    case .ready(let rev, let count):
      writer.field("rev", rev)
      writer.field("count", count)
    case .change(let change): change.encodeMembers(to: &writer)
    case .progress(let rev): writer.field("rev", rev)
    case .lag(let lag): lag.encodeMembers(to: &writer)
    case .gap(let gap): gap.encodeMembers(to: &writer)
    case .paused(let reason): writer.field("reason", reason)
    case .resumed, .complete, .unknown: break
    case .failed(let error): writer.field("error", error)
    case .part(let number, let count, let text):
      writer.field("part", number)
      writer.field("parts", count)
      writer.field("text", text)
    case .end(let reason, let resume):
      writer.field("reason", reason)
      writer.field("resume", ifPresent: resume)
    }
  }

  /// The event as an object by itself.
  public func object() -> String {
    var writer = JSONWriter()
    writer.beginObject()
    encodeMembers(to: &writer)
    writer.endObject()
    return writer.text
  }

  /// Reads an event whose parts have been put together.
  public init(json: JSONView) throws(ShapeError) {
    try self.init(members: ObjectReader(json, SubscriptionNotice.schema, strict: false))
    withExtendedLifetime(json) {}
  }

  /// Reads the members of the params from `type` on.
  init(members: ObjectReader) throws(ShapeError) {
    let type: String = try members.required("type")
    switch type {
    case "snapshot": self = .snapshot(rev: try members.required("rev"), entries: try members.required("entries"))
    case "ready": self = .ready(rev: try members.required("rev"), count: try members.required("count"))
    case "change": self = .change(try Change(members: members))
    case "progress": self = .progress(rev: try members.required("rev"))
    case "lag": self = .lag(try Lag(members: members))
    case "gap": self = .gap(try Gap(members: members))
    case "paused": self = .paused(reason: try members.required("reason"))
    case "resumed": self = .resumed
    case "complete": self = .complete
    case "failed": self = .failed(try members.required("error"))
    case "part":
      self = .part(
        number: try members.required("part"), of: try members.required("parts"), text: try members.required("text"))
    case "end": self = .end(reason: try members.required("reason"), resume: try members.optional("resume"))
    default: self = .unknown(type: type)
    }
  }
}

/// The params of a `sub.event` notification.
public struct SubscriptionNotice: WireRecord {
  public static let name = "sub.event"

  public var sub = ""
  /// Contiguous from 1 within a subscription: a hole never happens.
  public var n = 0
  public var event = SubscriptionEvent.unknown(type: "")

  public init() {}

  public init(sub: String, n: Int, event: SubscriptionEvent) {
    self.sub = sub
    self.n = n
    self.event = event
  }

  public static let layout = Layout<SubscriptionNotice>([
    .required("sub", \.sub, "the subscription"),
    .required("n", \.n, "1, 2, 3, … within the subscription, without holes"),
    // The event has this member and those that go with it.
    .init(field: .required("type", .string, "what kind of event it is; ignore those you do not know")) {
      (notice, members) throws(ShapeError) in
      notice.event = try SubscriptionEvent(members: members)
    } write: { notice, writer in
      notice.event.encodeMembers(to: &writer)
    },
  ])

  // One of those that come by the hundred thousand; see `WireRecord`.
  public init(members: ObjectReader) throws(ShapeError) {
    sub = try members.required("sub")
    n = try members.required("n")
    event = try SubscriptionEvent(members: members)
  }

  public func encodeMembers(to writer: inout JSONWriter) {
    writer.field("sub", sub)
    writer.field("n", n)
    event.encodeMembers(to: &writer)
  }
}
