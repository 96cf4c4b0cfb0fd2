/// Finding, replacing and taking apart text, as Foundation does it but without a locale.
enum TextSearch {
  static let caseInsensitive = 1
  static let literal = 2
  static let backwards = 4
  static let anchored = 8
  static let diacriticInsensitive = 128
  static let regularExpression = 1024

  static func range(of target: String, in text: String, options: Int) throws(Abort) -> Range<String.Index>? {
    if options & regularExpression != 0 { return try TextPattern(target, options: options)?.first(in: text) }
    let ignoresCase = options & caseInsensitive != 0
    let ignoresMarks = options & diacriticInsensitive != 0
    if options & anchored != 0 {
      let (own, wanted) = (Array(text), Array(target))
      guard !wanted.isEmpty, own.count >= wanted.count else { return nil }
      let start = options & backwards != 0 ? own.count - wanted.count : 0
      let isHere = zip(own[start...], wanted).allSatisfy { matches($0, $1, ignoresCase, ignoresMarks) }
      guard isHere else { return nil }
      let lower = text.index(text.startIndex, offsetBy: start)
      return lower..<text.index(lower, offsetBy: wanted.count)
    }
    if options & backwards != 0 {
      var found: Range<String.Index>?
      var rest = text.startIndex
      while let next = try first(target, in: text, from: rest, ignoringCase: ignoresCase, ignoringMarks: ignoresMarks) {
        found = next
        rest = text.index(after: next.lowerBound)
      }
      return found
    }
    return try first(target, in: text, ignoringCase: ignoresCase, ignoringMarks: ignoresMarks)
  }

  /// The first place where the characters of `target` stand; `nil` for an empty target. O(text × target).
  static func first(
    _ target: String, in text: String, from start: String.Index? = nil, ignoringCase: Bool = false,
    ignoringMarks: Bool = false
  ) throws(Abort) -> Range<String.Index>? {
    guard let head = target.first else { return nil }
    var position = start ?? text.startIndex
    var work = NativeWork()
    while position < text.endIndex {
      try work.add()
      if matches(text[position], head, ignoringCase, ignoringMarks) {
        var (own, wanted) = (position, target.startIndex)
        while own < text.endIndex, wanted < target.endIndex,
          matches(text[own], target[wanted], ignoringCase, ignoringMarks)
        {
          try work.add()
          own = text.index(after: own)
          wanted = target.index(after: wanted)
        }
        if wanted == target.endIndex { return position..<own }
      }
      position = text.index(after: position)
    }
    return nil
  }

  private static func matches(_ left: Character, _ right: Character, _ ignoringCase: Bool, _ ignoringMarks: Bool)
    -> Bool
  {
    if left.isSame(as: right) { return true }
    if !ignoringCase, !ignoringMarks { return false }
    var (left, right) = (String(left), String(right))
    if ignoringCase { (left, right) = (left.lowercased(), right.lowercased()) }
    if ignoringMarks { (left, right) = (TextFolding.withoutMarks(left), TextFolding.withoutMarks(right)) }
    return left.isSame(as: right)
  }

  static func replacing(_ target: String, with replacement: String, in text: String, ignoringCase: Bool) throws(Abort)
    -> Value
  {
    var result = ""
    var rest = text.startIndex
    while let found = try first(target, in: text, from: rest, ignoringCase: ignoringCase) {
      result += text[rest..<found.lowerBound]
      result += replacement
      try ValueSize.check(result.utf8.count, adding: replacement.utf8.count + 1)
      rest = found.upperBound
    }
    return .string(result + text[rest...])
  }

  static func components(_ text: String, separatedBy separator: String) throws(Abort) -> [String] {
    var result: [String] = []
    var rest = text.startIndex
    while let found = try first(separator, in: text, from: rest) {
      result.append(String(text[rest..<found.lowerBound]))
      rest = found.upperBound
    }
    return result + [String(text[rest...])]
  }

  static func lines(_ text: String) -> [String] {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// The first letter of each word large, the others small.
  static func capitalized(_ text: String) -> String {
    var result = ""
    var isInWord = false
    for character in text {
      let isLetter = character.isLetter || character.isNumber || character == "'" && isInWord
      result += !isLetter ? String(character) : isInWord ? character.lowercased() : character.uppercased()
      isInWord = isLetter
    }
    return result
  }
}
