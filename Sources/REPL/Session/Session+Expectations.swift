// What a test is told of an expectation that does not hold: the line, the values in it, how they came, and why.
import ClientConnection
import Wire

extension Session {
  /// Writes the failure, and then what is known of the paths in its line.
  func tell(of failure: UnmetExpectation, in source: String) {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    guard failure.line > 0, failure.line <= lines.count else {
      return write([errors.line(failure)], to: .diagnostics)
    }
    let text = String(lines[failure.line - 1])
    write(
      [errors.line(failure)] + ErrorRenderer.excerpt(text, line: failure.line, column: failure.column),
      to: .diagnostics)
    tell(ofPaths: Self.paths(in: text).map(absolute))
  }

  /// How the values at these paths came to be: as marbles, and the last one with its cause.
  func tell(ofPaths paths: [String], known: [StoreHistory.Result] = []) {
    guard let path = paths.first else { return tell(known) }
    let params = StoreHistory.Params {
      $0.path = path
      $0.limit = Self.changesMax
    }
    ask(StoreHistory.self, params) { [unowned self] _ in
      tell(ofPaths: Array(paths.dropFirst()), known: known)
    } then: { [unowned self] history in
      tell(ofPaths: Array(paths.dropFirst()), known: known + [history])
    }
  }

  private func tell(_ histories: [StoreHistory.Result]) {
    let changed = histories.filter { !$0.entries.isEmpty }
    guard !changed.isEmpty else { return }
    var board = MarbleBoard(changed.map(\.path))
    for (row, history) in changed.enumerated() {
      for entry in history.entries.reversed() where entry.path == history.path {
        board.add(entry.value ?? .null, to: row, at: entry.at)
      }
    }
    if !board.isEmpty { write(board.lines().map { "  " + style($0, .dim) }, to: .diagnostics) }
    let params = Why.Params {
      $0.path = changed[0].path
      $0.depth = 4
    }
    ask(Why.self, params) { _ in
    } then: { [unowned self] why in
      let lines = CauseRenderer(events: events).lines(why).flatMap { $0.split(separator: "\n") }
      write(lines.map { "  " + $0 }, to: .diagnostics)
    }
  }

  static let pathsMax = 3
  private static let changesMax = 20

  /// What in a line looks like a property of a store: `form.isValid`, `form.$name`.
  private static func paths(in text: String) -> [String] {
    var paths: [String] = []
    for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && !"_.$".contains($0) }) {
      let names = word.split(separator: ".").map { $0.first == "$" ? $0.dropFirst() : $0 }
      guard names.count >= 2, names[0].first?.isLetter == true else { continue }
      let path = names.prefix(2).joined(separator: ".")
      if !paths.contains(path) { paths.append(path) }
    }
    return Array(paths.prefix(pathsMax))
  }
}
