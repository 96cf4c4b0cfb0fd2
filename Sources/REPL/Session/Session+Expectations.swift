// What a test is told of an expectation that does not hold: the line, the values in it, how they came, and why.
import ClientConnection
import Wire

extension Session {
  /// Writes the failures one after the other, each with what is known of the paths in its line as it was then.
  /// - Parameter rev: up to where the text has come in which they stand.
  func tell(of failures: ArraySlice<UnmetExpectation>, in source: String, now rev: Int) {
    guard let failure = failures.first else { return }
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let text = lines.indices.contains(failure.line - 1) ? String(lines[failure.line - 1]) : nil
    write(errors.lines(failure, source: text), to: .diagnostics)
    tell(ofPaths: Self.paths(in: text ?? "").map(absolute), until: failure.rev, isNow: failure.rev >= rev) {
      [unowned self] in tell(of: failures.dropFirst(), in: source, now: rev)
    }
  }

  /// The same of what a line speaks of, as it is now.
  func tell(ofPathsIn text: String) { tell(ofPaths: Self.paths(in: text).map(absolute)) }

  /// How the values at these paths came to be: as marbles, and the last changes with their causes.
  /// - Parameters:
  ///   - end: the last commit that counts.
  ///   - isNow: whether nothing has happened since, so that what holds something back does so still.
  func tell(
    ofPaths paths: [String], until end: Int = .max, isNow: Bool = true, known: [StoreHistory.Result] = [],
    then next: @escaping () -> Void = {}
  ) {
    guard let path = paths.first else {
      let changed = known.filter { !$0.entries.isEmpty }
      draw(changed)
      // What has changed last most likely follows from the others.
      let latest = changed.sorted { $0.entries[0].rev > $1.entries[0].rev }
      return tellCauses(of: latest[...], isNow: isNow, then: next)
    }
    let params = StoreHistory.Params {
      $0.path = path
      $0.limit = Self.changesMax
      $0.before = end < .max ? end + 1 : nil
    }
    let rest = Array(paths.dropFirst())
    ask(StoreHistory.self, params) { [unowned self] _ in
      tell(ofPaths: rest, until: end, isNow: isNow, known: known, then: next)
    } then: { [unowned self] history in
      tell(ofPaths: rest, until: end, isNow: isNow, known: known + [history], then: next)
    }
  }

  private func draw(_ histories: [StoreHistory.Result]) {
    guard !histories.isEmpty else { return }
    var board = MarbleBoard(histories.map(\.path))
    for (row, history) in histories.enumerated() {
      for entry in history.entries.reversed() where entry.path == history.path {
        board.add(entry.value ?? .null, to: row, at: entry.at)
      }
    }
    if !board.isEmpty { write(board.lines().map { "  " + style($0, .dim) }, to: .diagnostics) }
  }

  /// Why each of them is what it was, where that is not told already.
  private func tellCauses(
    of histories: ArraySlice<StoreHistory.Result>, isNow: Bool, told: Set<Int> = [], then next: @escaping () -> Void
  ) {
    guard let history = histories.first else { return next() }
    let rest = histories.dropFirst()
    guard let rev = history.entries.first?.rev, !told.contains(rev) else {
      return tellCauses(of: rest, isNow: isNow, told: told, then: next)
    }
    let params = Why.Params {
      $0.path = history.path
      $0.rev = rev
      $0.depth = 4
    }
    ask(Why.self, params) { [unowned self] _ in
      tellCauses(of: rest, isNow: isNow, told: told, then: next)
    } then: { [unowned self] why in
      var why = why
      why.chain.removeAll { told.contains($0.rev) }
      if !isNow { why.inputs = [] }
      let lines = CauseRenderer(events: events).lines(why).flatMap { $0.split(separator: "\n") }
      write(lines.map { "  " + $0 }, to: .diagnostics)
      tellCauses(of: rest, isNow: isNow, told: told.union(why.chain.map(\.rev)), then: next)
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
