// `combinectl test --update`: what was printed, written where files say what is. What another run would print otherwise is
// not written but told, since the file would fail of it.

struct PrintedUpdate {
  typealias Printed = Session.Printed

  /// A place that is not written.
  struct Refusal {
    var unmet: Session.Unmet
    /// The line that stands there.
    var text: String
    var difference: (old: [String], new: [String])
    var hint: String

    func lines(style: Style) -> [String] {
      let errors = ErrorRenderer(style: style)
      return ["\(unmet.file ?? ""):\(unmet.line):\(unmet.column): \(errors.mark) \(unmet.message)"]
        + ErrorRenderer.excerpt(text, line: unmet.line, column: unmet.column)
        + difference.old.map { style("  - \($0)", .red) } + difference.new.map { style("  + \($0)", .green) }
        + [errors.hint(hint)]
    }
  }

  private struct Place: Hashable {
    var file: String
    var line: Int

    init(_ file: String, _ line: Int) { (self.file, self.line) = (file, line) }
    init(_ printed: Printed) { self.init(printed.file, printed.line) }
  }

  /// What else was printed at places of the test that is being written.
  private var others: [Place: [String]] = [:]
  /// What was written, where it stands now and where it stood.
  private var written: [Place: [String]] = [:]
  private var replaced: [Place: (old: [String], new: [String])] = [:]
  private var refusals: [Refusal] = []

  mutating func takeRefusals() -> [Refusal] {
    defer { refusals = [] }
    return refusals
  }

  /// Notes what another run of the test has printed otherwise.
  mutating func compare(_ printed: [Printed], with other: [Printed]) {
    for (index, here) in printed.enumerated() {
      let there = other.indices.contains(index) ? other[index] : nil
      guard there?.lines != here.lines || there.map(Place.init) != Place(here) else { continue }
      others[Place(here)] = there.flatMap { Place($0) == Place(here) ? $0.lines : nil } ?? []
    }
  }

  /// Writes what a test has printed where its files say something else.
  /// - Returns: the files that were written.
  mutating func write(_ printed: [Printed]) throws -> [String] {
    defer { others = [:] }
    var places: [Place: Printed] = [:]
    for here in printed where here.file != "stdin" {
      let place = Place(here)
      if let before = places[place], before.lines != here.lines, others[place] == nil { others[place] = here.lines }
      places[place] = places[place] ?? here
    }
    let changed = places.values.filter { !$0.isAsExpected || others[Place($0)] != nil }
    var files: [String] = []
    for (file, places) in Dictionary(grouping: changed, by: \.file).sorted(by: { $0.key < $1.key }) {
      if try write(places.sorted { $0.line < $1.line }, to: file) { files.append(file) }
    }
    return files
  }

  /// - Parameter places: from the top down.
  private mutating func write(_ places: [Printed], to name: String) throws -> Bool {
    // By bytes: as characters, "\r\n" is one, and no "\n".
    var lines = try readWholeFile(name).utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    var shift = 0
    var hasChanged = false
    for place in places {
      let first = place.line - 1 + shift
      let range = first..<first + place.count
      let text = lines.indices.contains(first) ? lines[first] : ""
      func refuse(_ message: String, _ other: [String], _ hint: String) {
        refusals.append(
          Refusal(
            unmet: .init(message: message, file: name, line: place.line + shift, column: 1),
            text: text.trimmingSuffix("\r"), difference: (place.lines, other), hint: hint))
      }
      if let other = others[Place(place)] {
        refuse(
          "what is printed here differs from one time to the next, and is not written", other,
          "print what follows neither from the time nor from chance; or give each run of the file the same --seed")
        continue
      }
      // Another test may have read the same file.
      let before = replaced[Place(place)].flatMap { $0.old == place.expected ? $0.new : nil }
      if let before = before ?? written[Place(place)].flatMap({ $0 == place.expected ? $0 : nil }) {
        if before != place.lines {
          refuse(
            "another test that reads this file prints something else here", before,
            "what is printed in a file that tests share has to be the same in all of them")
        }
        continue
      }
      let comments = lines.indices.contains(range.upperBound - 1) ? lines[range].map { $0.trimmingSuffix("\r") } : []
      guard EntryReader.printed(in: comments.compactMap(EntryReader.printedText)) == place.expected, !comments.isEmpty
      else {
        refuse("the file has changed since it was run, and this is not written", [], "run it again")
        continue
      }
      let end = lines[first].utf8.last == UInt8(ascii: "\r") ? "\r" : ""
      // A comment stays where nothing is printed any more, so that it can be filled in again.
      let new = EntryReader.comments(for: place.lines)
      lines.replaceSubrange(range, with: new.map { $0 + end })
      replaced[Place(place)] = (place.expected, place.lines)
      written[Place(name, first + 1)] = place.lines
      shift += new.count - place.count
      hasChanged = true
    }
    if hasChanged { try writeFile(lines.joined(separator: "\n"), to: name) }
    return hasChanged
  }
}
