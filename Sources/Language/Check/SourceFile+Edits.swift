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

  /// How deep members stand in a body, beyond the line that it begins on.
  func unit(ofMembers first: Span?, in body: Span) -> String {
    guard let first, beginsLine(first.start) else { return "  " }
    let (outer, inner) = (indentation(at: body.start), indentation(at: first.start))
    return inner.count > outer.count ? String(inner.dropFirst(outer.count)) : "  "
  }
}

extension Nominal {
  /// Makes a type of this text conform to a protocol.
  func conforming(to name: String, in file: SourceFile) -> [Repair] {
    guard self.file === file, let node else { return [] }
    if let last = node.inherited.last {
      return [("make '\(self.name)' conform to '\(name)'", [(last.span.back, ", " + name)])]
    }
    var end = node.nameSpan.back
    if let parameter = node.generics.parameters.last {
      guard let angle = file.first(">", from: parameter.span.end, to: node.end.start) else { return [] }
      end = angle.back
    }
    return [("make '\(self.name)' conform to '\(name)'", [(end, ": " + name)])]
  }
}

extension Library {
  /// What stands for nothing in a type, as it is written; `nil` where there is no such value.
  func emptyValue(of type: Type) -> String? {
    if isInteger(type) || isFloating(type) { return "0" }
    if type == string { return "\"\"" }
    if type == bool { return "false" }
    switch type.nominal?.sugar {
    case .array?: return "[]"
    case .dictionary?: return "[:]"
    case .optional?: return "nil"
    case nil: return type.nominal?.library != nil && type.nominal?.name == "Set" ? "[]" : nil
    }
  }

  func isFloating(_ type: Type) -> Bool {
    type == double || type.nominal?.library != nil && ["Float", "CGFloat"].contains(type.nominal?.name)
  }

  /// What makes a value of a type of one of another, in front of it and behind it.
  func conversion(from: Type, to: Type) -> (title: String, before: String, after: String)? {
    let isNumber = isInteger(from) || isFloating(from)
    if isInteger(to) || isFloating(to) {
      if isNumber { return ("convert with '\(to)(…)'", "\(to)(", ")") }
      if from == string { return ("convert with '\(to)(…) ?? 0'", "\(to)(", ") ?? 0") }
    }
    if to == string, isNumber || from == bool || from.nominal?.name == "Character" {
      return ("convert with 'String(…)'", "String(", ")")
    }
    if let nominal = to.nominal, nominal.kind == .enumeration, nominal.rawType == from,
      let first = nominal.cases.first(where: { $0.payload.isEmpty })
    {
      return ("make a case of its raw value", "\(to)(rawValue: ", ") ?? .\(first.name)")
    }
    if let raw = from.nominal?.rawType, raw == to { return ("use its raw value", "", ".rawValue") }
    return nil
  }
}
