// What happened in a pipeline, by time: one row for each place that was looked at, drawn as marble diagrams.
import Marbles
import Wire

/// Moments in rows. Drawing chooses how long a column is, and what of the past is worth showing.
struct MarbleBoard {
  struct Moment {
    var at: Timestamp
    var event: MarbleEvent
  }

  struct Row {
    var name: String
    var moments: [Moment] = []
  }

  private(set) var rows: [Row]
  /// A picture has at most so many columns.
  static let columnsMax = 60
  /// In nanoseconds.
  private static let columnMin = 1_000_000
  /// A row remembers so many.
  private static let momentsMax = 200

  /// How many of the rows, at their beginning, are what comes in.
  private let inputs: Int

  init(_ names: [String], inputs: Int = 1) {
    rows = names.map { Row(name: $0) }
    self.inputs = inputs
  }

  var isEmpty: Bool { rows.allSatisfy(\.moments.isEmpty) }

  mutating func add(_ event: MarbleEvent, to row: Int, at: Timestamp) {
    rows[row].moments.append(Moment(at: at, event: event))
    if rows[row].moments.count > Self.momentsMax { rows[row].moments.removeFirst() }
  }

  mutating func add(_ value: JSONValue, to row: Int, at: Timestamp) {
    add(.value(Self.text(value)), to: row, at: at)
  }

  /// A text as it is, all else as JSON; of what is long the beginning.
  static func text(_ value: JSONValue) -> String {
    shortened(value.string ?? value.text, to: valueMax)
  }

  /// The rows as diagrams, what a column is, and when the first one begins.
  var picture: (column: WireDuration, first: Timestamp, rows: [(name: String, diagram: MarbleDiagram)])? {
    picture(columns: Self.columnsMax)
  }

  private func picture(columns: Int) -> (
    column: WireDuration, first: Timestamp, rows: [(name: String, diagram: MarbleDiagram)]
  )? {
    let times = rows.flatMap(\.moments).map(\.at).sorted()
    guard let last = times.last, let first = beginning(of: times) else { return nil }
    let column = Self.column(for: last.nanoseconds - first.nanoseconds, columns: columns)
    let length = (last.nanoseconds - first.nanoseconds) / column + 1
    let diagrams = rows.map { row in
      let events = row.moments.filter { $0.at >= first }
        .map { TimedMarble(($0.at.nanoseconds - first.nanoseconds) / column, $0.event) }
      return (row.name, MarbleDiagram(events: events, length: length))
    }
    return (WireDuration(nanoseconds: column), first, diagrams)
  }

  /// How many moments are too long ago to be drawn beside the last ones.
  var undrawn: Int {
    guard let first = picture?.first else { return 0 }
    return rows.reduce(0) { $0 + $1.moments.count { $0.at < first } }
  }

  /// - Parameter width: so many characters a line may have. What is wider is drawn with fewer columns and shorter values,
  ///   since rows that a terminal folds have no common axis; below some width nothing helps.
  func lines(width: Int = .max) -> [String] {
    guard var picture else { return ["nothing has come through yet"] }
    var rows = MarbleDiagram.rows(picture.rows)
    for (columns, length) in [(Self.columnsMax, 6), (30, 6), (30, 3), (15, 3), (8, 2)] {
      if rows.allSatisfy({ $0.count <= width }) { break }
      picture = self.picture(columns: columns) ?? picture
      rows = MarbleDiagram.rows(
        picture.rows.map { name, diagram in
          (Self.shortened(name, to: max(8, width / 3)), Self.shortened(diagram, to: length))
        })
    }
    return rows + ["a column is \(picture.column), the first at \(EventRenderer.timeOfDay(picture.first))"]
  }

  /// A time in which nothing happens, as RxJS writes it in a diagram: `a 9.9s b`.
  static func silence(_ column: WireDuration) -> (Int) -> String {
    { " \(CauseRenderer.short($0 * column.nanoseconds)) " }
  }

  /// Of each value at most so many characters: one makes its column as wide in every row.
  static func shortened(_ diagram: MarbleDiagram, to length: Int = valueMax) -> MarbleDiagram {
    let events = diagram.events.map { marble in
      guard case .value(let text) = marble.event else { return marble }
      return TimedMarble(marble.column, .value(shortened(text, to: length)))
    }
    return MarbleDiagram(events: events, length: diagram.length)
  }

  private static func shortened(_ text: String, to length: Int) -> String {
    text.count > length ? text.prefix(length - 1) + "…" : text
  }

  static let valueMax = 16

  /// `{"pipe":…,"column":"10ms","at":…,"rows":[{"name":…,"diagram":…}]}`
  func json(of pipe: String) -> JSONValue {
    let rows = (picture?.rows ?? self.rows.map { ($0.name, MarbleDiagram(events: [], length: 0)) })
      .map { row -> JSONValue in ["name": .string(row.0), "diagram": .string(row.1.text)] }
    return [
      "pipe": .string(pipe), "column": picture.map { .string($0.column.description) } ?? .null,
      "at": picture.map { .string($0.first.description) } ?? .null, "rows": .array(rows),
    ]
  }

  /// Where the last stretch of events begins: before a silence that is ten times as long as all that came after it. It has
  /// what came in last, whose effect may be late; and what is within a column of another is one moment.
  private func beginning(of times: [Timestamp]) -> Timestamp? {
    guard let last = times.last else { return nil }
    let input = rows.prefix(inputs).compactMap { $0.moments.last?.at }.max()
    var first = last
    for (index, time) in times.enumerated().reversed() {
      let span = last.nanoseconds - first.nanoseconds
      let hasInput = input.map { first <= $0 } ?? true
      if times.count - index > 3, span >= Self.columnMin, hasInput, first.nanoseconds - time.nanoseconds > 10 * span {
        break
      }
      first = time
    }
    return first
  }

  /// 1, 2 or 5 of a unit, so that the span has room.
  private static func column(for span: Int, columns: Int) -> Int {
    var column = columnMin
    var steps = [2, 5, 10]
    var unit = column
    while span / column >= columns {
      column = unit * steps.removeFirst()
      if steps.isEmpty {
        unit = column
        steps = [2, 5, 10]
      }
    }
    return column
  }
}
