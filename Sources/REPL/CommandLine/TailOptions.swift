// What `tail` and `watch` can be told: where to begin and to end, what to leave out, and how to write it.
public import Wire

/// Options of `watch`, which `tail` has too.
public struct WatchOptions: Equatable, Sendable {
  /// Ends after so many commits.
  public var count: Int?
  /// Where to begin; `nil` is now.
  public var since: HistoryPlace?
  /// Comes back when the connection is lost, which is the default.
  public var reconnect = true
  /// Shows the values there are first (`watch` only).
  public var initial = true
  /// How it is written.
  public var format = TailFormat.short
  /// So many commits a second are shown, and of the others how many there were; 0 is all of them, `nil` what the one who
  /// looks can read.
  public var sample: Int?

  public init() {}
}

/// Options of `tail`.
public struct TailOptions: Equatable, Sendable {
  public var watching = WatchOptions()
  /// Begins with so many of the commits there are.
  public var last: Int?
  /// Ends with what happened before.
  public var until: HistoryPlace?
  /// Conditions in Swift: what is shown, what ends it well, and what ends it badly.
  public var when: String?
  public var stop: String?
  public var fail: String?
  /// Where it says up to where it has shown everything, and begins when started again.
  public var cursorFile: String?
  public var format: TailFormat {
    get { watching.format }
    set { watching.format = newValue }
  }
  /// Goes on with what happens when everything there is has been shown.
  public var follows = true

  public init() {}
}

/// A place in history as people write it.
public enum HistoryPlace: Equatable, Sendable {
  /// `8841@k3f9`, or `8841` in the history there is now.
  case commit(rev: Int, epoch: String?)
  /// `-10m`
  case ago(WireDuration)
  /// `2026-11-24`, `2026-11-24 10:00`, `2026-11-24T10:00:00Z`
  case time(Timestamp)
  /// `10:00`, today in UTC: so long after midnight.
  case today(WireDuration)

  init?(_ text: String) {
    if let commit = Self.commit(text) {
      self = commit
    } else if let duration = WireDuration(text) {
      self = .ago(WireDuration(nanoseconds: abs(duration.nanoseconds)))
    } else {
      switch Since.Moment(text) {
      case .time(let time): self = .time(time)
      case .today(let time): self = .today(time)
      case .ago, nil: return nil
      }
    }
  }

  private static func commit(_ text: String) -> HistoryPlace? {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let rev = Int(parts[0]), rev >= 0, parts.count == 1 || !parts[1].isEmpty else { return nil }
    return .commit(rev: rev, epoch: parts.count == 2 ? String(parts[1]) : nil)
  }

  /// The moment, where it is one.
  func moment(now: Timestamp) -> Timestamp? {
    let moment: Since.Moment
    switch self {
    case .commit: return nil
    case .ago(let duration): moment = .ago(duration)
    case .time(let time): moment = .time(time)
    case .today(let time): moment = .today(time)
    }
    return Timestamp(nanoseconds: moment.nanoseconds(now: now.nanoseconds))
  }

  static let examples = "a revision such as 8841@k3f9 or 8841, a time such as 10:30 or 2026-11-24T10:30:00Z, or -10m"
}

/// How `tail` writes what happens.
public enum TailFormat: Equatable, Sendable {
  /// A line for each change: the time, what it was and is, and why.
  case short
  /// The same with the date, the number of the value, and who asked by name.
  case wide
  /// Commits with the requests, pipelines and calls they come from, below those they follow from.
  case tree
  /// The events of the protocol, one object a line.
  case json
  /// CloudEvents 1.0, one object a line.
  case cloudEvents
  /// A line for each change under a line of names, in columns or as RFC 4180 has it.
  case table, csv
  /// `{time} {path} {value}`
  case template(Template)

  static let names = ["short", "wide", "tree", "table", "json", "csv", "cloudevents"]

  /// A text with braces is a template.
  init(_ text: String) throws(UsageError) {
    switch text {
    case "short": self = .short
    case "wide": self = .wide
    case "tree": self = .tree
    case "json": self = .json
    case "table": self = .table
    case "csv": self = .csv
    case "cloudevents": self = .cloudEvents
    case _ where text.contains("{"): self = .template(try Template(text))
    default:
      throw UsageError(
        "--format is \(Self.names.joined(separator: ", ")), or a template such as '{time} {path} {value}', not '\(text)'",
        hint: nearest(text, among: Self.names).map { "did you mean --format \($0)?" })
    }
  }

  /// Whether what is written is read by programs: notices are then part of it, or left out.
  var isForPrograms: Bool { self == .json || self == .cloudEvents || self == .csv }
}

/// A text with the names of fields in braces: `{time} {path} {value}`.
public struct Template: Equatable, Sendable {
  /// What `tail` and `watch` know of a change.
  enum Field: String, CaseIterable {
    case rev, at, date, time, path, value, old, text, op, v, merged, by, req, of, via, note
  }

  enum Part: Equatable, Sendable {
    case text(String)
    case field(String)
  }

  let parts: [Part]

  var fields: [String] { parts.compactMap { if case .field(let name) = $0 { name } else { nil } } }

  /// `{{` is a brace; `\t`, `\n` and `\\` are what they are in C.
  /// - Parameter fields: The names there are; `nil` where they are known only later.
  init(_ text: String, fields: [String]? = Field.allCases.map(\.rawValue)) throws(UsageError) {
    var parts: [Part] = []
    var plain = ""
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "{" where rest.first == "{", "}" where rest.first == "}": plain.append(rest.removeFirst())
      case "{":
        let name = rest.prefix { $0 != "}" }
        guard name.endIndex < rest.endIndex else {
          throw UsageError("the template has { without }", hint: "{{ is a brace that is meant as one")
        }
        if let fields, !fields.contains(String(name)) { throw Self.unknown(String(name), fields) }
        if !plain.isEmpty { parts.append(.text(plain)) }
        (plain, rest) = ("", rest[rest.index(after: name.endIndex)...])
        parts.append(.field(String(name)))
      case "\\":
        let next = rest.popFirst()
        plain += next == "t" ? "\t" : next == "n" ? "\n" : next.map(String.init) ?? "\\"
      default: plain.append(character)
      }
    }
    if !plain.isEmpty { parts.append(.text(plain)) }
    self.parts = parts
  }

  static func unknown(_ name: String, _ known: [String]) -> UsageError {
    let near = nearest(name, among: known).map { "did you mean {\($0)}?" }
    return UsageError(
      "a template has no {\(name)}", hint: near ?? "there are {" + known.joined(separator: "}, {") + "}")
  }

  /// With something in the place of each name.
  func filled(_ value: (String) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let name): value(name)
      }
    }.joined()
  }
}
