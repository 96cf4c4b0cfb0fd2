// Lines that are longer than the terminal is wide go on in the next row with a whole word.

/// The rows of a text. Of a line, what goes on stands below the text of its column, where the line has columns and the first of them
/// leaves room for the longest word; source with its margin stays as it is, since carets point into it.
func folded(_ text: String, width: Int) -> [String] {
  text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { rows(of: String($0), width: width) }
}

private func rows(of line: String, width: Int) -> [String] {
  guard line.utf8.count > width, shownWidth(line) > width else { return [line] }
  if isExcerpt(line) { return rows(ofNote: line, width: width) }
  let margin = line.prefix { $0 == " " }.count
  var hang = margin
  var hasColumn = false
  var rows: [String] = []
  var row = ""
  var used = 0
  let words = pieces(of: line)
  for (index, piece) in words.enumerated() {
    let own = shownWidth(String(piece.word))
    var begins = !row.isEmpty && used + piece.gap + own > width
    if piece.gap > 1, !row.isEmpty, !hasColumn {
      hasColumn = true
      let column = used + piece.gap
      // A first column that is wide has the others below it.
      let hasRoom = column <= width * 3 / 5
      let longest = words[index...].reduce(0) { max($0, shownWidth(String($1.word))) }
      hang = hasRoom && column + longest <= width ? column : margin + 4
      begins = begins || !hasRoom
    }
    if begins {
      rows.append(row)
      row = String(repeating: " ", count: hang) + piece.word
      used = hang + own
    } else {
      row += String(repeating: " ", count: piece.gap) + piece.word
      used += piece.gap + own
    }
  }
  return rows + [row]
}

/// What is said of a place in the source, behind its `- or |-, goes on below where it began.
private func rows(ofNote line: String, width: Int) -> [String] {
  guard line.drop(while: { $0 == " " }).first == "|",
    let mark = line.firstRange(of: "`- ") ?? line.firstRange(of: "|- ")
  else { return [line] }
  let column = shownWidth(String(line[..<mark.upperBound]))
  guard column < width * 3 / 4 else { return [line] }
  let below = String(line[..<mark.lowerBound]) + (line[mark.lowerBound] == "|" ? "|  " : "   ")
  var rows: [String] = []
  var row = String(line[..<mark.upperBound])
  var used = column
  for piece in pieces(of: String(line[mark.upperBound...])) {
    let own = shownWidth(String(piece.word))
    if used > column, used + piece.gap + own > width {
      rows.append(row)
      (row, used) = (below + piece.word, column + own)
    } else {
      row += String(repeating: " ", count: piece.gap) + piece.word
      used += piece.gap + own
    }
  }
  return rows + [row]
}

/// The words of a line, with how many spaces stand before each.
private func pieces(of line: String) -> [(gap: Int, word: Substring)] {
  var pieces: [(gap: Int, word: Substring)] = []
  var rest = line[...]
  while !rest.isEmpty {
    let gap = rest.prefix { $0 == " " }.count
    rest = rest.dropFirst(gap)
    let word = rest.prefix { $0 != " " }
    if !word.isEmpty { pieces.append((gap, word)) }
    rest = rest.dropFirst(word.count)
  }
  return pieces
}

/// `12 | let n = 1`, or what stands below it.
private func isExcerpt(_ line: String) -> Bool {
  line.drop { $0 == " " || $0.isASCII && $0.isNumber }.hasPrefix("| ")
}

/// The lines of a text of several paragraphs. A line that begins with a space or a colon is an example, and stays one; the next
/// goes on with it if it begins in the middle of a sentence.
func paragraphs(_ text: String) -> [String] {
  var lines: [String] = []
  var isExample = true
  for line in text.split(separator: "\n") {
    let goesOn = !lines.isEmpty && line.first?.isLowercase == true
    let wasExample = isExample
    isExample = goesOn ? wasExample : line.first == " " || line.first == ":"
    if !goesOn && (isExample || wasExample) { lines.append(String(line)) } else { lines[lines.count - 1] += " " + line }
  }
  return lines
}
