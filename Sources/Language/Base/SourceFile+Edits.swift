/// What fix-its are made of: places in a text, and what is written there.

/// What it does, and the edits that do it. An edit replaces what a span has; an empty one is inserted.
typealias Repair = (String, [(Span, String)])

extension Span {
  var front: Span { Span(start: start, end: start) }
  var back: Span { Span(start: end, end: end) }
}

extension SourceFile {
  private func byte(_ offset: Int) -> UInt8? {
    let utf8 = text.utf8
    guard offset >= 0, offset < utf8.count else { return nil }
    return utf8[utf8.index(utf8.startIndex, offsetBy: offset)]
  }

  private static func isBlank(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private static func isSpace(_ byte: UInt8?) -> Bool {
    isBlank(byte) || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// Takes a word away, with the blanks behind it.
  func removal(of word: Span) -> (Span, String) {
    var end = word.end
    while Self.isBlank(byte(end)) { end += 1 }
    return (Span(start: word.start, end: end), "")
  }

  /// The first occurrence of a character between two places.
  func first(_ character: Unicode.Scalar, from start: Int, to end: Int) -> Span? {
    var offset = start
    while offset < end, let found = byte(offset) {
      if found == UInt8(ascii: character) { return Span(start: offset, end: offset + 1) }
      offset += 1
    }
    return nil
  }

  /// Behind the last character before a place that is not blank.
  func endOfText(before offset: Int) -> Int {
    var offset = offset
    while offset > 0, Self.isSpace(byte(offset - 1)) { offset -= 1 }
    return offset
  }

  /// Whether nothing but blanks stands between the beginning of a line and a place in it.
  func beginsLine(_ offset: Int) -> Bool {
    var offset = offset
    while Self.isBlank(byte(offset - 1)) { offset -= 1 }
    return offset == 0 || byte(offset - 1) == UInt8(ascii: "\n")
  }

  /// Whether nothing that could use it stands in front of an expression.
  func beginsStatement(_ span: Span) -> Bool {
    var offset = span.start
    while Self.isBlank(byte(offset - 1)) { offset -= 1 }
    guard offset > 0, let before = byte(offset - 1) else { return true }
    return "\n;{}".utf8.contains(before) || slice(Span(start: max(0, offset - 3), end: offset)) == " in"
  }

  /// The blanks at the beginning of the line that a place is in.
  func indentation(at offset: Int) -> String {
    let start = lineStart(position(offset).line - firstLine)
    var end = start
    while Self.isBlank(byte(end)) { end += 1 }
    return slice(Span(start: start, end: end))
  }

  /// Behind the parentheses of the parameters of a function whose name begins at a place.
  func endOfParameters(from start: Int) -> Span? {
    var (offset, depth) = (start, 0)
    while let found = byte(offset) {
      offset += 1
      switch found {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return Span(start: offset, end: offset) }
      case UInt8(ascii: "{") where depth == 0: return nil
      default: break
      }
    }
    return nil
  }

  /// Behind a word that follows a place, or the place itself.
  func behind(_ word: String, at place: Span) -> Span {
    var start = place.end
    while Self.isSpace(byte(start)) { start += 1 }
    let end = start + word.utf8.count
    guard slice(Span(start: start, end: end)) == word, Self.isSpace(byte(end)) else { return place }
    return Span(start: end, end: end)
  }

  /// `Void` or `()`, where it is written as a result.
  func voidResult(behind place: Span) -> Span? {
    let arrow = behind("->", at: place)
    guard arrow != place else { return nil }
    var start = arrow.end
    while Self.isSpace(byte(start)) { start += 1 }
    return ["Void", "()"].map { Span(start: start, end: start + $0.utf8.count) }.first {
      ["Void", "()"].contains(slice($0))
    }
  }

  /// `[self]` at the beginning of a closure, if it has no list of captures.
  func capture(ofSelfIn closure: Span) -> (Span, String)? {
    guard byte(closure.start) == UInt8(ascii: "{") else { return nil }
    var start = closure.start + 1
    while Self.isBlank(byte(start)) { start += 1 }
    let line = slice(Span(start: start, end: closure.end)).prefix { !$0.isNewline }
    guard line.first != "[" else { return nil }
    if line.split(separator: " ").contains("in") { return (Span(start: start, end: start), "[self] ") }
    let brace = Span(start: closure.start + 1, end: closure.start + 1)
    return (brace, " [self] in" + (line.isEmpty || start > brace.end ? "" : " "))
  }

  /// What stands before `=` and a value: the end of a type that is written there.
  func endOfAnnotation(before value: Int) -> Int? {
    let sign = endOfText(before: value)
    guard byte(sign - 1) == UInt8(ascii: "=") else { return nil }
    return endOfText(before: sign - 1)
  }

  /// Lines put before the brace that ends a body, each as deep as what stands in it.
  func insertion(_ lines: [String], before brace: Span) -> (Span, String) {
    let outer = indentation(at: brace.start)
    let indented = lines.map { $0.isEmpty ? "" : outer + $0 }
    guard !beginsLine(brace.start) else {
      let start = lineStart(position(brace.start).line - firstLine)
      return (Span(start: start, end: start), indented.joined(separator: "\n") + "\n")
    }
    let end = endOfText(before: brace.start)
    return (Span(start: end, end: brace.start), "\n" + indented.joined(separator: "\n") + "\n" + outer)
  }

  /// A statement put at the end of a body, before the brace that ends it and behind the last one in it.
  func statement(_ text: String, before brace: Span, behind last: Span?) -> (Span, String) {
    guard !beginsLine(brace.start) else {
      let outer = indentation(at: brace.start)
      let inner = last.map { indentation(at: $0.start) } ?? ""
      let start = lineStart(position(brace.start).line - firstLine)
      return (Span(start: start, end: start), (inner.count > outer.count ? inner : outer + "  ") + text + "\n")
    }
    let end = endOfText(before: brace.start)
    return (Span(start: end, end: end), (last == nil ? " " : "; ") + text + (end == brace.start ? " " : ""))
  }

  /// How deep members stand in a body, beyond the line that it begins on.
  func unit(ofMembers first: Span?, in body: Span) -> String {
    guard let first, beginsLine(first.start) else { return "  " }
    let (outer, inner) = (indentation(at: body.start), indentation(at: first.start))
    return inner.count > outer.count ? String(inner.dropFirst(outer.count)) : "  "
  }
}
