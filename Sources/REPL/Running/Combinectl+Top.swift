// `combinectl top`: a picture that stays in its place, or tables one below the other.
import ClientConnection
import Glibc
import Wire

extension Combinectl {
  func showTop(_ top: TopOptions) throws -> Int32 {
    if top.count == nil, top.form == nil, !options.json, let screen = FullScreen(environment: environment) {
      defer { screen.keys.giveBack() }
      return try TopRun(self, top, on: screen).run()
    }
    try writeTop(top)
    return 0
  }

  // MARK: Tables

  private func writeTop(_ top: TopOptions) throws {
    let connection = try connect(access())
    let end = options.timeout.map { ContinuousClock.now + $0 }
    func look() throws(ClientError) -> ServerStats.Result { try self.look(connection, until: end) }
    let form = options.json ? .json : top.form
    sayOtherLists(top, form)
    var before: ServerStats.Result?
    var written = 0
    // Counters are there at once; what goes on is known when some time has passed.
    if form != .json { before = try look() }
    while written < top.count ?? .max {
      if form != .json || written > 0 { try wait(top.interval, connection, until: end) }
      let stats = try look()
      try write(StatsInterval(from: before, to: stats), top, form, isFirst: written == 0)
      before = stats
      written += 1
    }
  }

  private func look(_ connection: Connection, until end: ContinuousClock.Instant?) throws(ClientError)
    -> ServerStats.Result
  {
    let rest = end.map { ContinuousClock.now.duration(to: $0) }
    do {
      return try connection.call(ServerStats.self, .init(lists: ServerStats.List.allCases), timeout: rest)
    } catch .timedOut {
      throw .notDone(after: options.timeout ?? .zero)
    }
  }

  /// One table has room for one list.
  private func sayOtherLists(_ top: TopOptions, _ form: OutputForm?) {
    guard let form, form != .json, top.list == nil, !options.quiet else { return }
    let others = ServerStats.List.allCases.dropFirst().map { "combinectl top \($0.rawValue)" }
    writeAll("-- stores; the others: \(others.joined(separator: ", "))\n", to: STDERR_FILENO)
  }

  private func wait(_ time: Duration, _ connection: Connection, until end: ContinuousClock.Instant?) throws {
    let next = ContinuousClock.now + time
    while ContinuousClock.now < next {
      if let end, ContinuousClock.now >= end { throw ClientError.notDone(after: options.timeout!) }
      guard connection.core.isConnected else { throw ClientError.lost(method: ServerStats.method.name) }
      connection.wait(until: min(next, end ?? next))
    }
    if let end, ContinuousClock.now >= end { throw ClientError.notDone(after: options.timeout!) }
  }

  private func write(_ interval: StatsInterval, _ top: TopOptions, _ form: OutputForm?, isFirst: Bool) throws {
    switch form {
    case .json:
      var writer = JSONWriter()
      chosen(interval, top).encode(to: &writer)
      show(lines: [writer.text])
    case let form?:
      // Of several pictures each row says when it was.
      let rows = table(top.list ?? .stores, interval, top).records(at: top.count == 1 ? nil : interval.now.at)
      let lines = try rows.lines(form, style: style)
      if case .csv = form, !isFirst { return show(lines: Array(lines.dropFirst())) }
      show(lines: lines)
    case nil:
      if !isFirst { show(lines: [""]) }
      show(
        lines: TopTables(top, namespace: options.namespace, style: style).lines(
          interval, width: terminalSize()?.columns))
    }
  }

  /// The lists that are wanted, with what a table of each would have.
  private func chosen(_ interval: StatsInterval, _ top: TopOptions) -> ServerStats.Result {
    func chosen<Item>(_ list: ServerStats.List, _ items: [Item]?, _ id: (Item) -> String) -> [Item]? {
      guard let items, (top.list ?? list) == list else { return nil }
      let rows = table(list, interval, top).rows.map(\.id)
      guard top.sort == nil else {
        let known = Dictionary(items.map { (id($0), $0) }, uniquingKeysWith: { $1 })
        return rows.compactMap { known[$0] }
      }
      let wanted = Set(rows)
      return items.filter { wanted.contains(id($0)) }
    }
    var stats = interval.now
    stats.stores = chosen(.stores, stats.stores, TopTable.id)
    stats.pipelines = chosen(.pipelines, stats.pipelines, TopTable.id)
    stats.clients = chosen(.clients, stats.clients, TopTable.id)
    return stats
  }

  private func table(_ list: ServerStats.List, _ interval: StatsInterval, _ top: TopOptions) -> TopTable {
    var table = TopTable(list, of: interval, RateHistory(), in: options.namespace)
    table.choose(top.filter)
    table.sort(by: top.sort)
    return table
  }
}

/// What is written where nothing stays in its place.
struct TopTables {
  let options: TopOptions
  let namespace: String?
  let style: Style

  init(_ options: TopOptions, namespace: String?, style: Style) {
    self.options = options
    self.namespace = namespace
    self.style = style
  }

  func lines(_ interval: StatsInterval, width: Int?) -> [String] {
    var lines = TopHead(interval, style: style).lines(width: width, count: .max)
    for list in options.list.map({ [$0] }) ?? ServerStats.List.allCases {
      var table = TopTable(list, of: interval, RateHistory(), in: namespace)
      table.choose(options.filter)
      table.sort(by: options.sort)
      if table.rows.isEmpty, options.list == nil { continue }
      let layout = TopLayout(table, width: width, sorted: options.sort)
      lines += ["", style(layout.title, .bold)] + table.rows.map { layout.line($0) }
      if table.untold > 0 { lines.append("… and \(table.untold) more \(list.rawValue)") }
    }
    return lines
  }
}

/// The picture on a terminal: asks the daemon from time to time, and does what keys and signals say.
private final class TopRun {
  private let program: Combinectl
  private let screen: FullScreen
  private let connection: Connection
  private var view: TopView
  private var nextLook = ContinuousClock.now
  private var isAsking = false
  private var status: Int32?
  private var failure: ClientError?

  init(_ program: Combinectl, _ options: TopOptions, on screen: FullScreen) throws {
    self.program = program
    self.screen = screen
    view = TopView(options, style: program.style, namespace: program.options.namespace)
    connection = try program.standingConnection().connection
  }

  func run() throws -> Int32 {
    connection.core.onEvent = { [unowned self] in receive($0) }
    let end = program.options.timeout.map { ContinuousClock.now + $0 }
    while status == nil, failure == nil {
      look()
      let size = screen.size
      screen.show(view.lines(columns: size.columns, rows: size.rows))
      wait(until: end)
      if let end, ContinuousClock.now >= end, status == nil { failure = .notDone(after: program.options.timeout!) }
    }
    if let failure { throw failure }
    return status!
  }

  private func receive(_ event: ClientEvent) {
    switch event {
    case .lost: view.trouble = "connection lost; coming back when the daemon does"
    case .greetingRefused(let error), .subscriptionFailed(_, let error): failure = error
    case .violation(let what): failure = .violation(what)
    default: break
    }
  }

  /// Asks, when it is time and what was asked before is answered.
  private func look() {
    guard !isAsking, ContinuousClock.now >= nextLook, connection.core.isConnected else { return }
    isAsking = true
    nextLook = .now + view.interval
    connection.core.request(ServerStats.self, .init(lists: ServerStats.List.allCases)) { [unowned self] result in
      isAsking = false
      switch result {
      case .success(let stats): view.receive(stats)
      case .failure(.refused(let refusal)): failure = .refused(refusal)
      case .failure: break
      }
    }
    if let (list, id) = view.wanted { ask(list, id) }
  }

  private func wait(until end: ContinuousClock.Instant?) {
    let next = isAsking || !connection.core.isConnected ? nil : nextLook
    let arrival = screen.keys.wait(for: connection, until: [next, end].compactMap { $0 }.min())
    if arrival.isResized { screen.forget() }
    for key in arrival.keys where status == nil { press(key) }
    status = arrival.end ?? status
  }

  private func press(_ key: TopKey) {
    switch view.press(key) {
    case .nothing: break
    case .quit: status = 0
    case .pace: nextLook = .now
    case .ask(let list, let id): ask(list, id)
    }
  }

  // MARK: Details

  private func ask(_ list: ServerStats.List, _ id: String) {
    let core = connection.core
    let renderer = TopDetails(style: program.style, width: screen.size.columns)
    switch list {
    case .stores:
      core.request(StoreList.self, .init(pattern: id, values: true)) { [unowned self] result in
        tell(result, of: list, id) { renderer.lines($0) }
      }
    case .pipelines:
      // Its number tells it from others of its name in the picture; the daemon knows it by its name.
      let name = String(id.prefix(upTo: id.lastIndex(of: "#") ?? id.endIndex)).trimmed
      core.request(PipelineGet.self, PipelineName(pipe: name)) { [unowned self] result in
        guard case .success(let pipeline) = result else { return tell(result, of: list, id) { _ in [] } }
        core.request(PipelineStats.self, PipelineName(pipe: name)) { [unowned self] result in
          tell(result, of: list, id) { renderer.lines(pipeline, $0) }
        }
      }
    case .clients:
      let params = SubscriptionList.Params { $0.all = true }
      core.request(SubscriptionList.self, params) { [unowned self] result in
        tell(result, of: list, id) { [unowned self] found in
          renderer.lines(view.client(id), found.subs.filter { $0.session == id })
        }
      }
    }
  }

  private func tell<Found>(
    _ result: Result<Found, ClientError>, of list: ServerStats.List, _ id: String, _ lines: (Found) -> [String]
  ) {
    switch result {
    case .success(let found): view.receive(details: lines(found), of: list, id: id)
    case .failure(let error): view.receive(details: ErrorRenderer(style: program.style).lines(error), of: list, id: id)
    }
  }
}
