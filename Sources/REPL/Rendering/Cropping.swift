// Source that is longer than the terminal is wide, with carets under it: what is pointed at stays in sight, in one row.

/// Lines of source with what is said below them, none wider than the terminal: a line of source loses its beginning or its
/// end, and what points into it moves along.
func cropped(_ lines: [String], width: Int) -> [String] {
  var result: [String] = []
  var index = 0
  while index < lines.count {
    var end = index + 1
    while end < lines.count, ExcerptRow(lines[index])?.isSource == true, ExcerptRow(lines[end])?.isSource == false {
      end += 1
    }
    result += cropped(excerpt: lines[index..<end], width: width)
    index = end
  }
  return result
}

private func cropped(excerpt lines: ArraySlice<String>, width: Int) -> [String] {
  guard let source = lines.first.flatMap({ ExcerptRow($0) }), source.isSource, shownWidth(lines.first!) > width else {
    return Array(lines)
  }
  let room = width - source.margin.count
  let notes = lines.dropFirst().compactMap { ExcerptRow($0) }
  let first = notes.compactMap(\.column).min() ?? 0
  // A third of the row stands before what is pointed at.
  let shift = first < room * 3 / 5 ? 0 : first - room / 3
  var text = String(source.text)
  if shift > 0 {
    var dropped = 0
    text =
      "…"
      + text.drop { character in
        defer { dropped += displayWidth(character) }
        return dropped <= shift
      }
  }
  return [source.margin + cut(text, to: room)] + notes.map { $0.margin + $0.text.dropFirst(shift) }
}

/// `12 | let n = 1`, or `   |   ^` below it.
private struct ExcerptRow {
  let margin: String
  let text: Substring
  let isSource: Bool

  init?(_ line: String) {
    let number = line.prefix { $0 == " " || $0.isASCII && $0.isNumber }
    guard line.dropFirst(number.count).hasPrefix("| ") else { return nil }
    margin = String(line.prefix(number.count + 2))
    text = line.dropFirst(margin.count)
    isSource = number.contains { $0 != " " }
  }

  /// Where it points to.
  var column: Int? { text.firstIndex { $0 != " " }.map { text.distance(from: text.startIndex, to: $0) } }
}
