// What Tab shows where there is a choice.

/// The candidates in at most so many rows, best first: those of the type that is wanted, or where no type is, the first few
/// with their notes, the others by name where there are many. What there is no room for is a number.
func candidateList(_ candidates: [Completion.Candidate], width: Int, rows: Int) -> [String] {
  let rows = max(1, rows)
  func annotatedRows(_ candidates: some Sequence<Completion.Candidate>) -> [String] {
    annotated(candidates.map { ($0.text, $0.note) }, width: width)
  }
  if candidates.count <= rows, candidates.count <= annotatedMax { return annotatedRows(candidates) }
  var lines: [String] = []
  var shown = 0
  let fitting = candidates.contains { $0.fits } ? candidates.prefix { $0.fits } : candidates.prefix(bestMax)
  // The last row is the number of those that are left out.
  if fitting.count < candidates.count {
    lines = annotatedRows(fitting.prefix(min(annotatedMax, rows - 1)))
    shown = min(fitting.count, annotatedMax, rows - 1)
  }
  // After those that fit the others are few, so that the best stay in sight.
  let room = shown == 0 ? rows - 1 : min(othersMax, rows - 1 - lines.count)
  if room > 0, shown == fitting.count || shown == 0 {
    let others = candidates.dropFirst(shown).map(\.text)
    let count = capacity(others, width: width, rows: room)
    lines += columns(Array(others.prefix(count)), width: width)
    shown += count
  }
  if candidates.count > shown { lines.append("… and \(candidates.count - shown) more") }
  return lines
}

/// So many have their notes; of more the names alone are easier to look through.
private let annotatedMax = 24
/// So many have them where no type is wanted.
private let bestMax = 8
/// Rows of names below those that fit.
private let othersMax = 4

/// How many of the cells fit into so many rows of columns.
private func capacity(_ cells: [String], width: Int, rows: Int) -> Int {
  var widest = 0
  for (index, cell) in cells.enumerated() {
    widest = max(widest, displayWidth(cell))
    if index >= rows * max(1, width / (widest + 2)) { return index }
  }
  return cells.count
}
