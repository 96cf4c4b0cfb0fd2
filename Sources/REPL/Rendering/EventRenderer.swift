// Changes as lines: `signup.isValid  false → true  (rev 12)`.
import ClientConnection
import Wire

struct EventRenderer {
  let style: Style
  /// Values are cut after so many characters; `nil` shows all of them.
  var valueLengthMax: Int? = 160
  /// Two values that together are longer are told by what differs; `nil` tells all of both.
  var comparesFrom: Int? = 80
  /// So many of their differences are shown.
  private static let differencesMax = 6

  /// A value of a snapshot.
  func line(_ entry: SubscriptionEvent.Entry) -> String { "\(path(entry.path))  \(text(entry.value))" }

  /// One path of a change.
  func line(_ change: PathChange, of commit: SubscriptionEvent.Change) -> String {
    "\(path(change.path))  \(transition(change))  \(revision(commit))"
  }

  /// The same for the tail, where the cause matters and the time.
  func tailLine(_ change: PathChange, of commit: SubscriptionEvent.Change) -> String {
    let time = style(Self.timeOfDay(commit.at), .dim)
    let cause = commit.cause.map { "  " + style(Self.describe($0.leading(to: change, of: commit)), .dim) } ?? ""
    return "\(time)  \(path(change.path))  \(transition(change))  \(revision(commit))\(cause)"
  }

  func line(_ gap: SubscriptionEvent.Gap) -> String {
    if gap.reason == .retention, gap.from == 0 {
      return style("-- what was before rev \(gap.to + 1) is not kept any more", .yellow)
    }
    let count = gap.lost.map { "\($0) changes" } ?? "changes"
    let why =
      switch gap.reason {
      case .retention: "older than what the daemon keeps"
      case .epoch: "the daemon has another history now"
      case .overflow: "more came than this reader took"
      case .filterError: "the filter failed"
      }
    return style("-- \(count) between rev \(gap.from) and \(gap.to) are missing: \(why)", .yellow)
  }

  func line(_ notice: SessionNotice) -> String? {
    switch notice {
    case .print(let text, _, _): text.hasSuffix("\n") ? String(text.dropLast()) : text
    case .expectation(let failure): ErrorRenderer(style: style).lines(failure).joined(separator: "\n")
    case .fault(let fault):
      located(
        fault, style("fault:", .boldRed),
        style("  (\(fault.by.isEmpty ? "" : "\(fault.by) ended, ")rev \(fault.rev))", .dim))
    case .trouble(let fault): located(fault, style("trouble:", .yellow))
    case .warning(let fault): located(fault, style("warning:", .yellow))
    // What a pipeline does of its own accord is for the tail.
    case .pipeline(let name, "failed", let text, _):
      style("-- \(name) failed" + (text.map { ": \($0)" } ?? ""), .yellow)
    case .pipeline(let name, "ended", let text?, _): style("-- \(name) \(text)", .yellow)
    case .pipeline(let name, "paused", let text?, _): style("-- \(name) is paused: \(text)", .yellow)
    case .pipeline(let name, "live", let text?, _): style("-- \(name): \(text)", .yellow)
    case .provider(_, _, let text, _): style("-- \(text)", .yellow)
    case .pipeline, .task, .idle, .unknown, .shutdown: nil
    case .closing(let text, _): style("-- the daemon ends this connection: \(text)", .yellow)
    case .deprecated(let what, let use): style("-- \(what) will go away; use \(use)", .yellow)
    }
  }

  /// What is said of a place, and the line it stands on.
  private func located(_ fault: SessionNotice.Fault, _ kind: String, _ rest: String = "") -> String {
    let lines = fault.source.map { ErrorRenderer.excerpt($0, line: fault.line, column: fault.column) } ?? []
    guard fault.line > 0 else { return "\(kind) \(fault.text)\(rest)" }
    return (["\(fault.file):\(fault.line):\(fault.column): \(kind) \(fault.text)\(rest)"] + lines)
      .joined(separator: "\n")
  }

  func tailLine(_ notice: SessionNotice) -> String? {
    switch notice {
    case .print(let text, let by, let rev):
      "\(style("rev \(rev)", .dim))  \(by) printed  \(text.hasSuffix("\n") ? String(text.dropLast()) : text)"
    case .pipeline(let name, let state, let text, let rev):
      "\(style("rev \(rev)", .dim))  \(name) \(state)" + (text.map { "  \($0)" } ?? "")
    case .task(let state, let rev, let file, let line, let column):
      "\(style("rev \(rev)", .dim))  task \(state)  \(file):\(line):\(column)"
    case .idle(let request): idle(request)
    default: line(notice)
    }
  }

  /// As a tree has a commit.
  private func idle(_ request: SessionNotice.IdleRequest) -> String {
    let who = request.client.map { "\($0) (\(request.by))" } ?? request.by
    let head =
      "\(style("rev \(request.rev)", .bold))  \(style(Self.timeOfDay(request.at), .dim))  by \(who) #\(request.req)"
    let what = "  \(request.method)" + (request.path.map { " \($0)" } ?? "")
    return [head, what, "  " + style(request.failed ? "failed, and nothing changed" : "nothing changed", .dim)]
      .joined(separator: "\n")
  }

  // MARK: Parts

  /// One path, and from what to what it went.
  func changed(_ change: PathChange) -> String { "\(path(change.path))  \(transition(change))" }

  private func path(_ path: String) -> String { style(path, .cyan) }

  private func transition(_ change: PathChange) -> String {
    let new =
      switch change.op {
      case .remove: style("gone", .red)
      case .patch: "patched \(text(change.patch ?? .null))"
      case .touch: "changed"
      case .set: text(change.value ?? .null)
      }
    guard let old = change.old else { return change.op == .set ? "→ \(new)" : new }
    if change.op == .set, let value = change.value, let difference = difference(old, value) { return difference }
    return "\(style(text(old), .dim)) → \(new)"
  }

  /// What differs in two values, where there is less of it than of both: `+[2] {"title":"Emma"}  -[0] …  [1].price 2.0 → 3.0`.
  private func difference(_ old: JSONValue, _ new: JSONValue) -> String? {
    guard let comparesFrom else { return nil }
    let whole = old.text.utf8.count + new.text.utf8.count
    guard whole > comparesFrom else { return nil }
    let compared = ValueChanges(from: old, to: new)
    guard !compared.isWhole else { return nil }
    let parts = compared.changes.prefix(Self.differencesMax).map { change in
      switch change {
      case .added(let place, let value): style("+\(place)", .green) + " " + text(value)
      case .removed(let place, let value): style("-\(place)", .red) + " " + style(text(value), .dim)
      case .changed(let place, let old, let new): "\(place) \(style(text(old), .dim)) → \(text(new))"
      }
    }
    let rest = compared.changes.count - parts.count
    let told = parts.joined(separator: "  ") + (rest > 0 ? "  … and \(rest) more" : "")
    // Where all has changed the values say it shorter.
    guard rest > 0 || shownWidth(told) < whole else { return nil }
    guard let before = old.array?.count, let after = new.array?.count, before != after else { return told }
    return style("\(before) → \(after) elements", .dim) + "  " + told
  }

  private func revision(_ commit: SubscriptionEvent.Change) -> String {
    style("(rev \(commit.rev)" + (commit.merged > 1 ? ", \(commit.merged) commits" : "") + ")", .dim)
  }

  func text(_ value: JSONValue) -> String {
    let text = value.text
    guard let valueLengthMax, text.count > valueLengthMax else { return text }
    return text.prefix(valueLengthMax) + "…"
  }

  /// Who asked, and through which pipelines it came: `by c9 #42, after rev 11, via smooth`.
  static func describe(_ cause: ChangeCause) -> String {
    var parts = ["by \(cause.by)" + (cause.req.map { " #\($0)" } ?? "")]
    if let of = cause.of { parts.append("after rev \(of)") }
    if let asked = cause.asked { parts.append("asked by \(asked.by)" + (asked.req.map { " #\($0)" } ?? "")) }
    if !cause.via.isEmpty { parts.append("via " + cause.via.joined(separator: " → ")) }
    if let note = cause.note { parts.append("“\(note)”") }
    return parts.joined(separator: ", ")
  }

  /// `01:17:03.001Z`, the part of the moment that changes while one looks.
  static func timeOfDay(_ at: Timestamp) -> String { timeOfDay(at.description) }

  static func timeOfDay(_ text: String) -> String {
    // Whole milliseconds always have three digits here: columns stay where they are.
    guard let begin = text.firstIndex(of: "T") else { return text }
    let time = text[text.index(after: begin)...].dropLast()
    let parts = time.split(separator: ".", maxSplits: 1)
    let fraction = parts.count > 1 ? parts[1].prefix(3) : ""
    return parts[0] + "." + fraction + String(repeating: "0", count: 3 - fraction.count) + "Z"
  }
}

extension Timestamp {
  /// For people, where a fraction of a second says nothing.
  var inSeconds: String { Timestamp(nanoseconds: nanoseconds - nanoseconds % 1_000_000_000).description }
}

extension ChangeCause {
  /// The cause of one change of a commit. A pipeline that assigns has the name of what it assigns to: it led to that, and not
  /// to what was changed before.
  func leading(to change: PathChange, of commit: SubscriptionEvent.Change) -> ChangeCause {
    guard !via.isEmpty else { return self }
    var cause = self
    if let own = via.firstIndex(of: change.path) {
      cause.via = Array(via[...own])
    } else {
      cause.via = via.filter { name in !commit.changes.contains { $0.path == name } }
    }
    return cause
  }
}
