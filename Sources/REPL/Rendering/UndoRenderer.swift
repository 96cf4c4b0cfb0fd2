// What was set back.
import Wire

struct UndoRenderer {
  private let events: EventRenderer
  /// So many changes are shown.
  private static let changesMax = 20

  init(style: Style) { events = EventRenderer(style: style) }

  func lines(_ result: TransactionUndo.Result) -> [String] {
    guard !result.changes.isEmpty else { return ["all of rev \(result.undone) is as it was before"] }
    let rest = result.changes.count - Self.changesMax
    return result.changes.prefix(Self.changesMax).map { events.changed($0) } + (rest > 0 ? ["… and \(rest) more"] : [])
      + [events.style("(rev \(result.rev) sets back rev \(result.undone))", .dim)]
  }
}
