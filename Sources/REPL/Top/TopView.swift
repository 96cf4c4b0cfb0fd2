// The picture that `top` keeps in its place: what is shown, and what each key does. It reads and writes nothing, so that
// tests are the terminal.
import Wire

struct TopView {
  /// What is to be done after a key.
  enum Action: Equatable {
    case nothing
    case quit
    /// Ask what else there is to know of a row.
    case ask(ServerStats.List, id: String)
    /// Look more often, or less.
    case pace(Duration)
  }

  let style: Style
  private let namespace: String?
  private(set) var list: ServerStats.List
  private(set) var interval: Duration
  private var sorting: [ServerStats.List: String] = [:]
  private var isReversed = false
  private var filter: String
  /// The filter while it is being typed.
  private var typed: String?

  private var latest: StatsInterval?
  /// What is shown while the view is held; it goes on behind it.
  private var held: StatsInterval?
  private var history = RateHistory()
  private var totals = RateHistory()
  /// The row that is looked at.
  private var selected: String?
  private var firstRow = 0
  /// How wide the columns have been.
  private var widths: [ServerStats.List: [Int]] = [:]
  private var isHelping = false
  private var firstHelpLine = 0
  private var details: Details?
  /// Why there is nothing new.
  var trouble: String?

  private struct Details {
    var list: ServerStats.List
    var id: String
    var lines: [String]
    var first = 0
  }

  init(_ options: TopOptions, style: Style, namespace: String? = nil) {
    self.style = style
    self.namespace = namespace
    list = options.list ?? .stores
    interval = options.interval
    filter = options.filter
    if let sort = options.sort {
      for list in ServerStats.List.allCases where TopTable.columnNames(of: list).contains(sort) { sorting[list] = sort }
    }
  }

  // MARK: What comes

  mutating func receive(_ stats: ServerStats.Result) {
    let interval = StatsInterval(from: latest?.now, to: stats)
    latest = interval
    trouble = nil
    history.note(TopTable.rates(of: interval))
    totals.note(
      TopHead.pictured.compactMap { name, rate in rate(interval).map { (name, $0) } })
  }

  /// What else is known of a row, if it is still looked at.
  mutating func receive(details lines: [String], of list: ServerStats.List, id: String) {
    guard details?.list == list, details?.id == id else { return }
    details?.lines = lines
  }

  /// What is asked again with each look.
  var wanted: (list: ServerStats.List, id: String)? { details.map { ($0.list, $0.id) } }

  var isPaused: Bool { held != nil }

  /// A client of the picture that is shown.
  func client(_ session: String) -> ClientInfo? { shown?.now.clients?.first { $0.session == session } }

  // MARK: Keys

  mutating func press(_ key: TopKey) -> Action {
    if typed != nil {
      typeFilter(key)
      return .nothing
    }
    if isHelping {
      switch key {
      case .up, .character("k"): firstHelpLine -= 1
      case .down, .character("j"): firstHelpLine += 1
      case .pageUp: firstHelpLine -= 10
      case .pageDown: firstHelpLine += 10
      case .home: firstHelpLine = 0
      case .end: firstHelpLine = .max
      case .character("q"): return .quit
      default: isHelping = false
      }
      return .nothing
    }
    switch key {
    case .character("q"): return .quit
    case .character("?"), .character("h"): (isHelping, firstHelpLine) = (true, 0)
    case .character("1"): show(.stores)
    case .character("2"): show(.pipelines)
    case .character("3"): show(.clients)
    case .tab: step(list: 1)
    case .backTab: step(list: -1)
    case .character("/"): (typed, details) = (filter, nil)
    case .escape:
      if details != nil { details = nil } else { filter = "" }
    case .character("s"), .character(">"): step(sorting: 1)
    case .character("S"), .character("<"): step(sorting: -1)
    case .character("r"): isReversed.toggle()
    case .character(" "), .character("p"): held = held == nil ? latest : nil
    case .character("+"), .character("="): return pace(interval / 2)
    case .character("-"): return pace(interval * 2)
    case .enter:
      guard details == nil else { details = nil; break }
      guard let row = selectedRow else { break }
      details = Details(list: list, id: row.id, lines: ["…"])
      return .ask(list, id: row.id)
    case .up, .character("k"): move(by: -1)
    case .down, .character("j"): move(by: 1)
    case .pageUp: move(by: -10)
    case .pageDown: move(by: 10)
    case .home: move(by: -.max)
    case .end: move(by: .max)
    case .character, .backspace: break
    }
    return .nothing
  }

  private mutating func typeFilter(_ key: TopKey) {
    switch key {
    case .enter: (filter, typed) = (typed ?? "", nil)
    case .escape: typed = nil
    case .backspace: typed = String(typed?.dropLast() ?? "")
    case .character(let character): typed?.append(character)
    default: break
    }
    firstRow = 0
  }

  private mutating func show(_ list: ServerStats.List) {
    (self.list, selected, firstRow, details) = (list, nil, 0, nil)
  }

  private mutating func step(list step: Int) {
    let all = ServerStats.List.allCases
    show(all[(all.firstIndex(of: list)! + step + all.count) % all.count])
  }

  private mutating func step(sorting step: Int) {
    let names = TopTable.columnNames(of: list)
    let present = names.firstIndex(of: sorting[list] ?? "rate") ?? 0
    sorting[list] = names[(present + step + names.count) % names.count]
  }

  /// From a tenth of a second to a minute.
  private mutating func pace(_ wanted: Duration) -> Action {
    interval = min(max(wanted, .milliseconds(100)), .seconds(60))
    return .pace(interval)
  }

  private mutating func move(by step: Int) {
    if let details {
      let (place, isTooFar) = details.first.addingReportingOverflow(step)
      self.details?.first = isTooFar ? details.lines.count - 1 : min(max(0, place), max(0, details.lines.count - 1))
      return
    }
    let rows = table?.rows ?? []
    guard !rows.isEmpty else { return }
    // Who has chosen none looks at the first, whichever that is.
    let present = rows.firstIndex { $0.id == selected } ?? 0
    let (place, isTooFar) = present.addingReportingOverflow(step)
    selected = rows[isTooFar ? rows.count - 1 : min(max(0, place), rows.count - 1)].id
  }

  private var selectedRow: TopTable.Row? {
    let rows = table?.rows ?? []
    return rows.first { $0.id == selected } ?? rows.first
  }

  // MARK: The picture

  private var shown: StatsInterval? { held ?? latest }

  private var table: TopTable? {
    guard let shown else { return nil }
    var table = TopTable(list, of: shown, history, in: namespace)
    table.choose(typed ?? filter)
    table.sort(by: sorting[list], reversed: isReversed)
    return table
  }

  /// As many rows as there are at most, none wider than that.
  mutating func lines(columns: Int, rows: Int) -> [String] {
    guard let shown else { return [shortened(trouble ?? "asking the daemon …", to: columns)] }
    if isHelping { return helpLines(columns, rows) }
    let head = TopHead(shown, totals, style: style, isSteady: true)
      .lines(width: columns, count: rows < 10 ? 1 : rows < 14 ? 2 : rows < 20 ? 3 : 4)
    let room = max(0, rows - head.count - 2)
    var body: [String]
    if let details {
      body = details.lines.dropFirst(details.first).flatMap { folded($0, width: columns) }
      body = [style(cut(details.id, to: columns), .bold)] + body
    } else {
      body = tableLines(width: columns, room: room)
    }
    body = Array(body.prefix(room))
    body += Array(repeating: "", count: room - body.count)
    return (head + [tabs(columns)] + body + [foot(columns)]).prefix(rows).map { row in
      shownWidth(row) <= columns ? row : cut(unstyled(row), to: columns)
    }
  }

  private mutating func tableLines(width: Int, room: Int) -> [String] {
    guard let table else { return [] }
    let layout = TopLayout(
      table, width: width - 2, sorted: sorting[list] ?? "rate", isReversed: isReversed,
      noNarrowerThan: widths[list] ?? [])
    // A name that is gone leaves its room to the others.
    widths[list] = layout.widths.enumerated().map { $0 == 0 ? 0 : $1 }
    let place = table.rows.firstIndex { $0.id == selected } ?? 0
    let space = max(1, room - 1)
    firstRow = min(max(firstRow, place - space + 1), place)
    firstRow = max(0, min(firstRow, table.rows.count - space))
    var lines = ["  " + style(layout.title, .bold)]
    for (offset, row) in table.rows.dropFirst(firstRow).prefix(space).enumerated() {
      let line = layout.line(row)
      lines.append(firstRow + offset == place ? style("▸ " + line, .bold) : "  " + line)
    }
    if table.rows.isEmpty { lines += folded(nothing, width: width - 2).map { "  " + style($0, .dim) } }
    return lines
  }

  private var nothing: String {
    let text = typed ?? filter
    guard text.isEmpty else { return "no \(list.rawValue) with '\(text)'" }
    switch list {
    case .stores: return "no stores: paste a class that is an ObservableObject, and let a name be one"
    case .pipelines: return "no pipelines"
    case .clients: return "nobody is connected"
    }
  }

  private func tabs(_ width: Int) -> String {
    let present = shown?.now.present ?? PresentFigures()
    let tabs = [
      (ServerStats.List.stores, "Stores", present.stores), (.pipelines, "Pipelines", present.pipelines),
      (.clients, "Clients", present.clients),
    ].map { list, name, count in
      list == self.list ? style("[\(name) \(count)]", .bold) : " \(name) \(count) "
    }
    let left = tabs.joined()
    guard shownWidth(left) <= width else { return cut("[\(list.rawValue)]", to: width) }
    let untold = table?.untold ?? 0
    let right = untold > 0 ? style("\(untold) more are not listed", .yellow) : ""
    let gap = width - shownWidth(left) - shownWidth(right)
    return gap > 1 && !right.isEmpty ? left + String(repeating: " ", count: gap) + right : left
  }

  private func foot(_ width: Int) -> String {
    if let typed { return cut("/\(typed)▏", to: width) }
    if let trouble { return style(shortened(trouble, to: width), .yellow) }
    if let held {
      let missed = (latest?.now.counts.changes ?? 0) - held.now.counts.changes
      return style(fitting(["paused: +\(max(0, missed)) changes while paused", "Space goes on"], width), .yellow)
    }
    guard details == nil else { return style(fitting(["⏎ back", "↑↓ scroll", "q quit"], width), .dim) }
    let filter = filter.isEmpty ? [] : ["'\(filter)'"]
    let keys = ["? help", "/ filter", "s sort", "Space pause", "⏎ details", "q quit"]
    return style(fitting(filter + keys, width), .dim)
  }

  /// As many as there is room for: those in the middle are left out first, the latest of them before the others.
  private func fitting(_ parts: [String], _ width: Int) -> String {
    var parts = parts
    while parts.count > 1, displayWidth(parts.joined(separator: " · ")) > width {
      parts.remove(at: parts.count > 2 ? parts.count - 2 : 1)
    }
    return cut(parts.joined(separator: " · "), to: width)
  }

  private mutating func helpLines(_ columns: Int, _ rows: Int) -> [String] {
    let text = Self.help.flatMap { folded($0, width: columns) }
    let room = max(1, rows - 1)
    firstHelpLine = min(max(0, firstHelpLine), max(0, text.count - room))
    let shown = Array(text.dropFirst(firstHelpLine).prefix(room))
    let foot = text.count > room ? ["any other key goes back", "↑↓ scroll"] : ["any key goes back"]
    let body = shown.map { cut($0, to: columns) } + Array(repeating: "", count: room - shown.count)
    return (body + [style(fitting(foot, columns), .dim)]).suffix(rows)
  }

  private static let help: [String] = [
    "1 2 3 Tab   stores, pipelines, clients", "↑ ↓ j k     choose a row; PgUp PgDn Home End",
    "⏎           details of the row, and back", "/           only rows with a text in them; Esc ends that",
    "s S         sort by the next column, the one before", "r           the other way round",
    "Space p     hold the picture; it says what it misses", "+ -         look more often, less often",
    "? h         this help", "q Ctrl-C    leave", "",
    "Rates are of the last interval. behind: commits that a subscription has not been given yet. "
      + "turn: from when the daemon wakes to when all that came of it is kept and sent.",
  ]
}
