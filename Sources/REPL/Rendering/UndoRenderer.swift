// What was set back.
import Wire

struct UndoRenderer {
  let events: EventRenderer

  func lines(_ result: TransactionUndo.Result) -> [String] {
    guard !result.changes.isEmpty else { return ["all of rev \(result.undone) is as it was before"] }
    return result.changes.map { events.changed($0) }
      + [events.style("(rev \(result.rev) sets back rev \(result.undone))", .dim)]
  }
}
