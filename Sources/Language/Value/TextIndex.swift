/// Positions in a text. A `String.Index` is its distance from the start in UTF-8 bytes: copies of the text agree on it,
/// and it is found again in constant time.
enum TextIndex {
  static func offset(_ index: String.Index, in text: String) -> Int {
    text.utf8.distance(from: text.startIndex, to: index)
  }

  /// A position between characters, the end included.
  static func end(_ value: Value, in text: String) throws(Abort) -> String.Index {
    let offset = value.integer
    guard offset >= 0, offset <= text.utf8.count else { throw .stringIndexOutOfBounds }
    let index = text.utf8.index(text.startIndex, offsetBy: offset)
    // An index of another text can point into the middle of a character; Swift rounds it down too.
    return index.samePosition(in: text) ?? text.rangeOfCharacter(around: index)
  }

  /// The position of a character.
  static func element(_ value: Value, in text: String) throws(Abort) -> String.Index {
    let index = try end(value, in: text)
    guard index < text.endIndex else { throw .stringIndexOutOfBounds }
    return index
  }

  static func moved(_ index: String.Index, by count: Int, in text: String) -> String.Index? {
    text.index(index, offsetBy: count, limitedBy: count >= 0 ? text.endIndex : text.startIndex)
  }

  /// - Parameter start: where the text's indices begin, if it is a part.
  static func range(_ value: Value, in text: String, from start: Int = 0) throws(Abort) -> Range<String.Index> {
    func end(_ index: Value, in text: String) throws(Abort) -> String.Index {
      try Self.end(.int(index.integer &- start), in: text)
    }
    func element(_ index: Value, in text: String) throws(Abort) -> String.Index {
      try Self.element(.int(index.integer &- start), in: text)
    }
    guard case .record(let record) = value.unboxed else { throw .stringIndexOutOfBounds }
    let lower: String.Index
    var upper = text.endIndex
    switch record.type.name {
    case "PartialRangeUpTo":
      lower = text.startIndex
      upper = try end(record[0], in: text)
    case "PartialRangeThrough":
      lower = text.startIndex
      upper = text.index(after: try element(record[0], in: text))
    case "PartialRangeFrom": lower = try end(record[0], in: text)
    case "ClosedRange":
      lower = try end(record[0], in: text)
      upper = text.index(after: try element(record[1], in: text))
    default:
      lower = try end(record[0], in: text)
      upper = try end(record[1], in: text)
    }
    guard lower <= upper else { throw .unorderedRange }
    return lower..<upper
  }
}

extension String {
  /// The start of the character that a position lies in.
  fileprivate func rangeOfCharacter(around index: Index) -> Index {
    var start = startIndex
    while start < endIndex {
      let next = self.index(after: start)
      if next > index { return start }
      start = next
    }
    return start
  }
}
