// The forms of `tail`: one shape of event, many printers.
import Wire

struct TailRenderer {
  let format: TailFormat
  let events: EventRenderer
  /// Whether it is about what happens, when and why, and not about values.
  let isTail: Bool
  /// The history that revisions are of.
  var epoch = ""
  /// How many commits a second are asked for, where that is not all.
  var sample: Int?
  /// The day of what was shown last: times are shown without it as long as it is the same.
  private(set) var day: Substring

  /// - Parameter now: what the reader takes for today.
  init(format: TailFormat, events: EventRenderer, isTail: Bool, now: Timestamp) {
    self.format = format
    self.isTail = isTail
    self.events = events
    day = now.description.prefix(10)
  }

  /// What is written of an event, one line each; nothing of those that only a program wants to know.
  mutating func lines(_ event: SubscriptionEvent) -> [String] {
    switch (format, event) {
    case (.json, _): [event.object()]
    case (.cloudEvents, .change(let change)): change.changes.indices.map { cloudEvent(change, $0) }
    case (.cloudEvents, .gap(let gap)): [cloudEvent(gap)]
    case (.cloudEvents, _): []
    case (.template(let template), .change(let change)):
      change.changes.map { each in template.filled { Self.text(Template.Field(rawValue: $0)!, change, each) } }
    case (.template(let template), .snapshot(_, let entries)):
      entries.map { entry in template.filled { Self.text(Template.Field(rawValue: $0)!, entry) } }
    case (.csv, .change(let change)):
      change.changes.map { each in
        // Beside the value, and written as that is.
        Rows.csv(fields.map { $0 == .old ? Rows.text(each.old) : Self.text($0, change, each) })
      }
    case (.csv, .snapshot(_, let entries)): entries.map { entry in Rows.csv(fields.map { Self.text($0, entry) }) }
    case (.table, .change(let change)):
      change.changes.map { each in row(fields.map { Self.text($0, change, each) }) }
    case (.table, .snapshot(_, let entries)): entries.map { entry in row(fields.map { Self.text($0, entry) }) }
    case (_, .change(let change)) where !isTail: change.changes.map { events.line($0, of: change) }
    case (_, .change(let change)):
      newDay(change.at)
        + change.changes.map { format == .wide ? wideLine($0, of: change) : events.tailLine($0, of: change) }
    case (_, .snapshot(_, let entries)): entries.map { events.line($0) }
    case (_, .gap(let gap)) where gap.reason == .overflow && sample != nil:
      [
        events.style(
          "-- \(gap.lost == 1 ? "1 commit" : "\(gap.lost ?? 0) commits") up to rev \(gap.to) not shown: more than \(sample!) a second",
          .yellow)
      ]
    case (_, .gap(let gap)): [events.line(gap)]
    default: []
    }
  }

  /// A line of its own for a day that is not the one before.
  mutating func newDay(_ at: Timestamp) -> [String] {
    let today = at.description.prefix(10)
    guard format != .wide, today != day else { return [] }
    day = today
    return [events.style("-- \(today)", .dim)]
  }

  private func wideLine(_ change: PathChange, of commit: SubscriptionEvent.Change) -> String {
    let style = events.style
    let at = "\(commit.at.description.prefix(10)) \(EventRenderer.timeOfDay(commit.at))"
    let merged = commit.merged > 1 ? "  \(commit.merged) commits" : ""
    let cause =
      commit.cause.map { "  " + style(EventRenderer.describe($0.leading(to: change, of: commit)), .dim) } ?? ""
    return "\(style(at, .dim))  \(style("rev \(commit.rev)", .bold))  \(change.op.rawValue)  \(events.changed(change))"
      + style("  v\(change.v)\(merged)", .dim) + cause
  }

  // MARK: Rows

  /// The columns of a table and of CSV, and how wide a table has them at least.
  private static let columns: [(field: Template.Field, width: Int)] = [
    (.time, 13), (.rev, 6), (.path, 24), (.op, 6), (.old, 12), (.value, 12), (.by, 0),
  ]

  /// What is in a row: for programs with the date, and texts without quotes.
  private var fields: [Template.Field] {
    format == .csv ? [.at, .rev, .path, .op, .old, .text, .by] : Self.columns.map(\.field)
  }

  /// What stands above the rows.
  var header: [String] {
    switch format {
    case .csv: [Rows.csv(fields.map { $0 == .text ? "value" : $0.rawValue })]
    case .table: [events.style(row(fields.map(\.rawValue)), .bold)]
    default: []
    }
  }

  private static func text(_ field: Template.Field, _ entry: SubscriptionEvent.Entry) -> String {
    switch field {
    case .rev: String(entry.rev)
    case .at: entry.at.description
    case .date: String(entry.at.description.prefix(10))
    case .time: EventRenderer.timeOfDay(entry.at)
    case .path: entry.path
    case .value: entry.value.text
    case .text: Rows.text(entry.value)
    default: ""
    }
  }

  private func row(_ cells: [String]) -> String {
    let cells = zip(cells, Self.columns).map { padded($0, to: $1.width) }
    return cells.joined(separator: "  ").trimmed
  }

  private static func text(_ field: Template.Field, _ commit: SubscriptionEvent.Change, _ change: PathChange) -> String
  {
    let cause = commit.cause
    return switch field {
    case .rev: String(commit.rev)
    case .at: commit.at.description
    case .date: String(commit.at.description.prefix(10))
    case .time: EventRenderer.timeOfDay(commit.at)
    case .path: change.path
    case .value: change.value?.text ?? ""
    case .old: change.old?.text ?? ""
    case .text: Rows.text(change.value)
    case .op: change.op.rawValue
    case .v: String(change.v)
    case .merged: String(commit.merged)
    case .by: cause?.by ?? ""
    case .req: cause?.req?.description ?? ""
    case .of: cause?.of.map(String.init) ?? ""
    case .via: cause?.via.joined(separator: ",") ?? ""
    case .note: cause?.note ?? ""
    }
  }

  // MARK: CloudEvents

  /// Extension attributes have names of small letters, and no objects as values.
  private func cloudEvent(_ commit: SubscriptionEvent.Change, _ index: Int) -> String {
    let change = commit.changes[index]
    var data: [JSONValue.Member] = []
    if let value = change.value { data.append(.init("value", value)) }
    if let old = change.old { data.append(.init("old", old)) }
    var members = head(
      id: "\(commit.rev)/\(index)", type: "combined.\(change.op.rawValue)", subject: change.path, at: commit.at)
    members.append(.init("rev", .int(commit.rev)))
    if let cause = commit.cause {
      members.append(.init("by", .string(cause.by)))
      if let of = cause.of { members.append(.init("of", .int(of))) }
      if !cause.via.isEmpty { members.append(.init("via", .string(cause.via.joined(separator: ",")))) }
    }
    members += [.init("datacontenttype", "application/json"), .init("data", .object(data))]
    return JSONValue.object(members).description
  }

  private func cloudEvent(_ gap: SubscriptionEvent.Gap) -> String {
    var members = head(id: "\(gap.from)-\(gap.to)", type: "combined.gap", subject: nil, at: nil)
    let data: JSONValue = [
      "reason": .string(gap.reason.rawValue), "from": .int(gap.from), "to": .int(gap.to),
      "lost": gap.lost.map { .int($0) } ?? .null,
    ]
    members += [.init("datacontenttype", "application/json"), .init("data", data)]
    return JSONValue.object(members).description
  }

  /// `source` and `id` together are unique, as CloudEvents wants it, and the same whenever the event is told.
  private func head(id: String, type: String, subject: String?, at: Timestamp?) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init("specversion", "1.0"), .init("id", .string(id)), .init("source", .string("/combined/\(epoch)")),
      .init("type", .string(type)),
    ]
    if let subject { members.append(.init("subject", .string(subject))) }
    if let at { members.append(.init("time", .string(at.description))) }
    return members
  }
}

/// Commits below those they follow from, as they come.
struct CauseTree {
  private let causes: CauseRenderer
  private var style: Style { causes.events.style }
  private var places: [Int: Place] = [:]
  private var order: [Int] = []
  /// The root of what was shown last.
  private var root: Root?
  /// The last request that was shown.
  private var lastRequest = 0

  private struct Place {
    var depth: Int
    var root: Root
    var at: Timestamp
  }

  /// A commit that follows from none, or a request that only later changed something.
  private enum Root: Equatable {
    case commit(Int)
    case asked(String, RequestID?, Timestamp)
  }

  /// So many commits are remembered: one that follows from an older one begins a tree of its own.
  private static let placesMax = 4_096

  init(events: EventRenderer) { causes = CauseRenderer(events: events, tellsAwaited: false) }

  /// - Parameter requests: those that programs have made, oldest first. A commit is shown behind those that led to it.
  mutating func lines(_ step: CauseStep, requests: [HTTPLogEntry]) -> [String] {
    var step = step
    // Those before it have been shown.
    step.like = nil
    let parent = step.cause.of.flatMap { places[$0] }
    let asked = step.cause.of == nil ? step.cause.asked : nil
    let place = Place(
      depth: parent.map { $0.depth + 1 } ?? (asked == nil ? 0 : 1),
      root: parent?.root ?? (asked.map { .asked($0.by, $0.req, $0.at) } ?? .commit(step.rev)), at: step.at)
    remember(step.rev, place)
    var lines: [String] = []
    if let asked, root != place.root {
      lines += causes.lines(asked, of: step)
    } else if let parent, root != parent.root, let of = step.cause.of {
      lines.append(style(String(repeating: "  ", count: parent.depth) + "… rev \(of)", .dim))
    } else if parent == nil, let of = step.cause.of {
      lines.append(style("… after rev \(of), which was not shown", .dim))
    }
    root = place.root
    let indent = String(repeating: "  ", count: place.depth)
    // Operators stand as they were written, on several lines.
    for text in calls(before: step, requests) + causes.lines(step, after: parent?.at ?? asked?.at) {
      lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { indent + $0 }
    }
    return lines
  }

  /// Something was shown that is no part of it: what follows is no part of that either.
  mutating func interrupt() { root = nil }

  private mutating func calls(before step: CauseStep, _ requests: [HTTPLogEntry]) -> [String] {
    // What was asked before the commit that this one follows from was asked for another.
    let cause = step.cause.of.flatMap { places[$0] }
    var made = requests.filter { request in
      guard let pipe = request.pipe, let ended = request.ended, step.cause.via.contains(pipe) else { return false }
      return request.number > lastRequest && ended <= step.at && cause.map { $0.at <= request.at } ?? true
    }
    if cause == nil { made = made.suffix(1) }
    lastRequest = made.last?.number ?? lastRequest
    return made.map { request in
      let outcome =
        switch request.state {
        case .done: request.status.map(String.init) ?? "done"
        case .failed: "failed" + (request.error.map { " (\($0))" } ?? "")
        case .cancelled: "cancelled"
        case .running: "running"
        }
      let length = CauseRenderer.short(max(0, request.ended!.nanoseconds - request.at.nanoseconds))
      let stub = request.stub == nil ? "" : ", by a stub"
      return style("\(request.method) \(request.url)", .cyan) + style("  \(outcome) after \(length)\(stub)", .dim)
    }
  }

  private mutating func remember(_ rev: Int, _ place: Place) {
    places[rev] = place
    order.append(rev)
    if order.count > 2 * Self.placesMax {
      for old in order.prefix(Self.placesMax) { places[old] = nil }
      order.removeFirst(Self.placesMax)
    }
  }
}
