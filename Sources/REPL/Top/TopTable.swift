// The rows of `top`: what is listed, in columns, sorted and chosen.
import Wire

struct TopTable {
  struct Column: Sendable {
    /// As CSV has it, and `--sort`.
    var name: String
    /// As people read it.
    var title: String
    /// Those with the greatest go first where there is no room.
    var rank: Int
  }

  struct Row {
    var id: String
    var cells: [TopCell]
    /// What has happened of it lately.
    var trend: [Double]
  }

  let columns: [Column]
  private(set) var rows: [Row]
  /// How many there are besides those that the daemon has told.
  let untold: Int

  /// What is listed of an answer.
  /// - Parameter namespace: What is not in it is left out, of stores and pipelines.
  init(_ list: ServerStats.List, of interval: StatsInterval, _ history: RateHistory, in namespace: String? = nil) {
    func rows<Item>(
      _ present: [Item], _ earlier: [Item]?, _ made: [Made<Item>], path: ((Item) -> String)?, id: (Item) -> String
    ) -> [Row] {
      let earlier = Dictionary((earlier ?? []).map { (id($0), $0) }, uniquingKeysWith: { $1 })
      return present.compactMap { item in
        if let path, Namespaces.local(path(item), in: namespace) == nil { return nil }
        let id = id(item)
        return Row(
          id: id, cells: made.map { $0.cell(item, earlier[id], interval) }, trend: history[Self.key(list, id)])
      }
    }
    let (now, before) = (interval.now, interval.before)
    switch list {
    case .stores:
      columns = Self.stores.map(\.column)
      self.rows = rows(now.stores ?? [], before?.stores, Self.stores, path: { $0.path }, id: Self.id)
      untold = now.present.stores - (now.stores?.count ?? 0)
    case .pipelines:
      columns = Self.pipelines.map(\.column)
      self.rows = rows(now.pipelines ?? [], before?.pipelines, Self.pipelines, path: { $0.name }, id: Self.id)
      untold = now.present.pipelines - (now.pipelines?.count ?? 0)
    case .clients:
      columns = Self.clients.map(\.column)
      self.rows = rows(now.clients ?? [], before?.clients, Self.clients, path: nil, id: Self.id)
      untold = now.present.clients - (now.clients?.count ?? 0)
    }
  }

  static func id(_ store: StoreFigures) -> String { store.path }
  static func id(_ pipeline: PipelineFigures) -> String { "\(pipeline.name) #\(pipeline.id)" }
  static func id(_ client: ClientInfo) -> String { client.session }

  private static func key(_ list: ServerStats.List, _ id: String) -> String { "\(list.rawValue)/\(id)" }

  /// The names of the columns of a list, or of all.
  static func columnNames(of list: ServerStats.List?) -> [String] {
    switch list {
    case .stores: stores.map(\.column.name)
    case .pipelines: pipelines.map(\.column.name)
    case .clients: clients.map(\.column.name)
    case nil:
      (stores.map(\.column.name) + pipelines.map(\.column.name) + clients.map(\.column.name))
        .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
  }

  // MARK: Choosing

  /// Those with a text in them, whatever its letters' case.
  mutating func choose(_ text: String) {
    guard !text.isEmpty else { return }
    let wanted = text.lowercased()
    rows.removeAll { row in
      !row.id.lowercased().contains(wanted)
        && !row.cells.contains { $0.isText && $0.text.lowercased().contains(wanted) }
    }
  }

  /// By a column; what is the same in it is as it is in the next ones, and by its name at last.
  mutating func sort(by name: String?, reversed: Bool = false) {
    let first = name.flatMap { name in columns.firstIndex { $0.name == name } } ?? Self.usual(columns)
    rows.sort { left, right in
      if let isBefore = left.cells[first].comes(before: right.cells[first]) { return isBefore != reversed }
      for index in columns.indices.dropFirst() + [0] where index != first {
        if let isBefore = left.cells[index].comes(before: right.cells[index]) { return isBefore }
      }
      return left.id < right.id
    }
  }

  /// What they are sorted by when nothing is said.
  static func usual(_ columns: [Column]) -> Int { columns.firstIndex { $0.name == "rate" } ?? 0 }

  /// For the forms that programs read.
  /// - Parameter at: When it was, which is a column of its own where there are several pictures.
  func records(at: Timestamp?) -> Rows {
    Rows(
      (at == nil ? [] : ["at"]) + columns.map(\.name),
      rows.map { row in (at.map { [.string($0.description)] } ?? []) + row.cells.map(\.value) })
  }

  // MARK: The columns there are

  /// A column, and what stands in it: of something, as it was before, and what has happened meanwhile.
  private struct Made<Item>: Sendable {
    var column: Column
    var cell: @Sendable (Item, Item?, StatsInterval) -> TopCell

    init(
      _ name: String, _ title: String, _ rank: Int, _ cell: @escaping @Sendable (Item, Item?, StatsInterval) -> TopCell
    ) {
      column = Column(name: name, title: title, rank: rank)
      self.cell = cell
    }
  }

  private static let stores: [Made<StoreFigures>] = [
    Made("name", "store", 0) { item, _, _ in .text(item.path) },
    Made("rate", "changes/s", 1) { .rate($2.rate($0.changes, $1?.changes)) },
    Made("changes", "changes", 3) { item, _, _ in .count(item.changes) },
    Made("subs", "subs", 2) { item, _, _ in .count(item.subs) },
    Made("properties", "props", 5) { item, _, _ in .count(item.properties) },
    Made("last", "last", 4) { item, _, interval in .moment(item.at, now: interval.now.at) },
    Made("type", "type", 6) { item, _, _ in .text(item.type) },
  ]

  private static let pipelines: [Made<PipelineFigures>] = [
    Made("name", "pipeline", 0) { item, _, _ in .text(item.name) },
    Made("rate", "values/s", 1) { .rate($2.rate($0.values, $1?.values)) },
    Made("work", "ops/s", 3) { .rate($2.rate($0.operations, $1?.operations)) },
    Made("values", "values", 4) { item, _, _ in .count(item.values) },
    Made("waiting", "waiting", 5) { item, _, _ in .count(item.waiting) },
    Made("dropped", "dropped", 6) { item, _, _ in .count(item.dropped) },
    Made("state", "state", 2) { item, _, _ in .text(item.state.rawValue) },
    Made("last", "last", 7) { item, _, interval in .moment(item.at, now: interval.now.at) },
    Made("id", "#", 8) { item, _, _ in .text(String(item.id)) },
  ]

  private static let clients: [Made<ClientInfo>] = [
    Made("name", "client", 0) { item, _, _ in .text(item.session) },
    Made("program", "program", 1) { item, _, _ in .text(item.name ?? "") },
    Made("rate", "events/s", 2) { .rate($2.rate($0.events, $1?.events)) },
    Made("requests", "reqs/s", 4) { .rate($2.rate($0.requests, $1?.requests)) },
    Made("behind", "behind", 3) { item, _, _ in .count(item.behind) },
    Made("behindMs", "for", 8) { item, _, _ in .milliseconds(item.behindMs) },
    Made("unread", "unread", 6) { item, _, _ in .bytes(item.unread) },
    Made("lost", "lost", 7) { item, _, _ in .count(item.lost) },
    Made("subs", "subs", 5) { item, _, _ in .count(item.subs) },
    Made("sent", "sent/s", 9) { .byteRate($2.rate($0.sent, $1?.sent)) },
    Made("received", "got/s", 10) { .byteRate($2.rate($0.received, $1?.received)) },
    Made("uid", "uid", 11) { item, _, _ in .text(String(item.uid)) },
    Made("pid", "pid", 12) { item, _, _ in .text(String(item.pid)) },
    Made("role", "role", 13) { item, _, _ in .text(item.role) },
    Made("since", "since", 14) { item, _, interval in .moment(item.since, now: interval.now.at) },
  ]

  /// The rates by which the rows of all lists are pictured.
  static func rates(of interval: StatsInterval) -> [(name: String, rate: Double)] {
    let empty = RateHistory()
    return ServerStats.List.allCases.flatMap { list in
      let table = TopTable(list, of: interval, empty)
      let place = usual(table.columns)
      return table.rows.compactMap { row in
        if case .rate(let rate?) = row.cells[place] { (key(list, row.id), rate) } else { nil }
      }
    }
  }
}
