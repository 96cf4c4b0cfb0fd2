// Listens to one connection, line by line in both directions, and holds what it hears against history. It knows the
// promises of Protocol/README.md and nothing of how the daemon keeps them.
import Engine
import Wire

@testable import Server

/// What may be said on one connection.
final class Ear {
  private let history: History
  /// Requests that were sent as a whole and have not been answered, in order.
  private var asked: [(id: JSONValue, method: String, params: JSONValue)] = []
  private var subscriptions: [String: Subscription] = [:]
  /// Subscriptions that have been told to hold back, from the request on, and the last request that was about that.
  private var pauses: [String: JSONValue] = [:]
  private var outgoing: [UInt8] = []
  private var incoming: [UInt8] = []
  private(set) var complaints: [String] = []
  /// Whether it was told so.
  private(set) var isShuttingDown = false

  init(_ history: History) { self.history = history }

  /// What one subscription has been told.
  private struct Subscription {
    let paths: Set<String>
    let mode: String
    let overflow: String
    var n = 0
    /// Everything up to here is known; nothing before the first values.
    var known: Int?
    /// A snapshot that is not complete.
    var snapshot: (rev: Int, values: [String: JSONValue])?
    var isReady = false
    /// Whether it is of a publisher: what comes is values, not commits.
    var isStream = false
    /// Whether it waits for demand.
    let isCounted: Bool
    /// What was dropped, as it was granted.
    var mayLose: Bool { overflow.hasPrefix("drop") }
  }

  static let paths: Set<String> = ["counter.n", "counter.double", "counter.label", "counter.length"]

  /// The properties that a pattern means.
  static func meaning(_ patterns: [String]) -> Set<String> {
    paths.filter { path in patterns.contains { $0 == path || $0 == "counter" || $0 == "**" } }
  }

  /// Subscriptions that live, for the end.
  var listeners: [(name: String, known: Int?, paths: Set<String>, mayLose: Bool)] {
    subscriptions.filter { !$0.value.isStream }.map { ($0.key, $0.value.known, $0.value.paths, $0.value.mayLose) }
  }

  private func complain(_ text: String) { complaints.append(text) }

  // MARK: Bytes

  func said(_ bytes: some Sequence<UInt8>) {
    for line in Self.lines(&outgoing, bytes) {
      guard let message = try? JSONValue(parsing: line), let id = message["id"] else { continue }
      let method = message["method"]?.string ?? "", params = message["params"] ?? [:]
      asked.append((id, method, params))
      let name = params["sub"]?.string ?? ""
      if method == "sub.pause" || (method == "sub.resume" && pauses[name] != nil) { pauses[name] = id }
    }
  }

  func heard(_ bytes: some Sequence<UInt8>) {
    for line in Self.lines(&incoming, bytes) {
      guard let message = try? JSONValue(parsing: line) else {
        complain("this is no JSON: \(line.prefix(200))")
        continue
      }
      if message["method"]?.string == "sub.event" {
        hear(message["params"] ?? [:])
      } else if message["method"]?.string == "session.notice" {
        if message["params"]?["type"]?.string == "shutdown" { isShuttingDown = true }
      } else {
        hearReply(message)
      }
    }
  }

  private static func lines(_ rest: inout [UInt8], _ bytes: some Sequence<UInt8>) -> [String] {
    rest += bytes
    let pieces = rest.split(separator: 0x0A, omittingEmptySubsequences: false)
    rest = Array(pieces.last ?? [])
    return pieces.dropLast().map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: Replies

  private func hearReply(_ message: JSONValue) {
    // O1, O2, O3: none of the requests of a simulation may be overtaken.
    guard let request = asked.first, request.id == message["id"] else {
      return complain("a reply to \(message["id"] ?? .null), while \(asked.first?.id ?? .null) is due")
    }
    asked.removeFirst()
    guard let result = message["result"] else {
      let kind = message["error"]?["data"]?["kind"]?.string ?? "?"
      let isExpected =
        ["conflict", "shuttingDown", "unknownSub"].contains(kind) || (kind == "internal" && history.isDiskFull)
      if !isExpected {
        complain("\(request.method) was refused: \(message["error"] ?? .null)")
      }
      return
    }
    switch request.method {
    case "sub.open":
      let name = request.params["sub"]?.string ?? ""
      if subscriptions[name] != nil { complain("\(name) was opened twice") }
      let effective = result["effective"] ?? [:]
      var subscription = Subscription(
        paths: Self.meaning((request.params["paths"]?.array ?? []).compactMap(\.string)),
        mode: effective["mode"]?.string ?? "", overflow: effective["overflow"]?.string ?? "",
        isCounted: effective["demand"] != nil)
      subscription.isStream = request.params["publisher"] != nil
      if let from = request.params["from"], from["epoch"]?.string == history.epoch {
        subscription.known = from["rev"]?.int
      }
      subscriptions[name] = subscription
    case "sub.close":
      // O6: from here on it is unknown, and what comes of it is an error.
      subscriptions[request.params["sub"]?.string ?? ""] = nil
    case "sub.resume":
      let name = request.params["sub"]?.string ?? ""
      if pauses[name] == request.id { pauses[name] = nil }
    case "store.set", "tx.commit": hearWritten(request, result)
    default: break
    }
  }

  private func hearWritten(_ request: (id: JSONValue, method: String, params: JSONValue), _ result: JSONValue) {
    guard let rev = result["rev"]?.int, let commit = history[rev] else {
      return complain("a write was answered with \(result), and there is no such commit")
    }
    let writes =
      request.method == "store.set"
      ? [(request.params["path"], request.params["value"])]
      : (request.params["ops"]?.array ?? []).map { ($0["set"], $0["value"]) }
    for (path, value) in writes {
      guard let path = path?.string else { continue }
      if history.value(path, at: rev) != value {
        complain("\(path) was written, and commit \(commit.revision) has another value")
      }
    }
    // O7: own subscriptions in mode `every` have heard of it.
    for (name, subscription) in subscriptions
    where subscription.mode == "every" && subscription.overflow == "spill" && subscription.isReady
      && !subscription.isCounted && pauses[name] == nil && !subscription.isStream
    {
      let missing = history.commits(after: subscription.known ?? 0, through: rev, of: subscription.paths)
      if let first = missing.first {
        complain("\(name): the reply to the write of \(rev) came before the change of \(first.revision)")
      }
    }
  }

  // MARK: Events

  private func hear(_ event: JSONValue) {
    let name = event["sub"]?.string ?? "", type = event["type"]?.string ?? ""
    // O4, O6.
    guard var subscription = subscriptions[name] else {
      return complain("\(name): \(type), and it is not open")
    }
    subscription.n += 1
    // O5.
    if event["n"]?.int != subscription.n {
      complain("\(name): \(event["n"] ?? .null) came where \(subscription.n) was due")
    }
    let rev = event["rev"]?.int ?? 0
    if rev > history.revision { complain("\(name): \(type) of \(rev), which has not been kept") }
    switch type {
    case "change" where subscription.isStream: hearValue(event, rev, name, &subscription)
    case "ready" where subscription.isStream: subscription.isReady = true
    case "gap" where subscription.isStream: break
    case "paused", "resumed": break
    case "change": hearChange(event, rev, name, &subscription)
    case "snapshot":
      // G5: who says from where is told what came since, or that it cannot be told.
      if let known = subscription.known { complain("\(name): a snapshot, and everything up to \(known) is known") }
      if subscription.snapshot == nil { subscription.snapshot = (rev, [:]) }
      for entry in event["entries"]?.array ?? [] {
        subscription.snapshot?.values[entry["path"]?.string ?? ""] = entry["value"]
      }
    case "ready": hearReady(rev, name, &subscription)
    // G6.
    case "progress": expectNothing(after: subscription.known ?? 0, through: rev, "progress", name, &subscription)
    case "gap": hearGap(event, name, &subscription)
    case "end":
      subscriptions[name] = nil
      return
    case "lag": break
    default: complain("\(name): nobody expected \(event)")
    }
    subscriptions[name] = subscription
  }

  /// A value of `counter.$n`, which has been one, and is no older than the last.
  private func hearValue(_ event: JSONValue, _ rev: Int, _ name: String, _ subscription: inout Subscription) {
    if let known = subscription.known, rev < known { complain("\(name): a value of \(rev) after one of \(known)") }
    subscription.known = rev
    guard let value = event["changes"]?.array?.first?["value"] else {
      return complain("\(name): a change without a value")
    }
    if value != history.value("counter.n", at: rev) {
      complain("\(name): \(value) of \(rev), where counter.n was \(history.value("counter.n", at: rev) ?? .null)")
    }
  }

  /// Nothing that concerns it happened in between.
  private func expectNothing(
    after known: Int, through rev: Int, _ what: String, _ name: String, _ subscription: inout Subscription
  ) {
    if let missing = history.commits(after: known, through: rev, of: subscription.paths).first {
      complain("\(name): \(what) \(rev) after \(known), and \(missing.revision) was not told")
    }
    subscription.known = rev
  }

  private func hearReady(_ rev: Int, _ name: String, _ subscription: inout Subscription) {
    if let (at, values) = subscription.snapshot {
      for path in subscription.paths where values[path] != history.value(path, at: at) {
        complain("\(name): the snapshot of \(at) has \(values[path] ?? .null) at \(path)")
      }
      subscription.known = at
      subscription.snapshot = nil
    } else if subscription.known == nil {
      complain("\(name): ready at \(rev) without any values")
    }
    expectNothing(after: subscription.known ?? 0, through: rev, "ready", name, &subscription)
    subscription.isReady = true
  }

  private func hearChange(_ event: JSONValue, _ rev: Int, _ name: String, _ subscription: inout Subscription) {
    guard let known = subscription.known else { return complain("\(name): change \(rev) before any values") }
    // G1, G2.
    guard rev > known else { return complain("\(name): change \(rev) after \(known)") }
    let missed = history.commits(after: known, through: rev, of: subscription.paths)
    // G3, G7: one message is one commit, unless it says how many it folds.
    if missed.last?.revision != rev || missed.count != event["merged"]?.int ?? 1 {
      complain(
        "\(name): change \(rev) merged \(event["merged"] ?? 1) after \(known), where \(missed.map(\.revision)) were due"
      )
    }
    // G4: all of each commit, and nothing else.
    let due = Set(missed.flatMap { $0.changes.map(\.path) }).intersection(subscription.paths)
    let told = (event["changes"]?.array ?? []).map { ($0["path"]?.string ?? "", $0["value"]) }
    if Set(told.map(\.0)) != due || told.count != due.count {
      complain("\(name): change \(rev) tells \(told.map(\.0)), and \(due.sorted()) changed")
    }
    for (path, value) in told where value != history.value(path, at: rev) {
      complain("\(name): change \(rev) has another value at \(path)")
    }
    subscription.known = rev
  }

  private func hearGap(_ event: JSONValue, _ name: String, _ subscription: inout Subscription) {
    let from = event["from"]?.int ?? 0, to = event["to"]?.int ?? 0
    switch event["reason"]?.string {
    case "overflow":
      if !subscription.mayLose { complain("\(name): overflow, and it is not to lose anything") }
      expectNothing(after: subscription.known ?? 0, through: from, "gap from", name, &subscription)
      let lost = history.commits(after: from, through: to, of: subscription.paths).count
      if event["lost"]?.int != lost {
        complain("\(name), \(subscription.overflow): a gap says \(event["lost"] ?? .null) where \(lost) are lost")
      }
      subscription.known = to
    case "retention":
      // Its place may be behind what did not concern it.
      if let known = subscription.known { expectNothing(after: known, through: from, "gap from", name, &subscription) }
      subscription.known = nil
      subscription.isReady = false
    // G5: the place was one of another history.
    case "epoch": if subscription.known != nil { complain("\(name): its epoch is this one") }
    default: complain("\(name): nobody expected \(event)")
    }
  }
}
