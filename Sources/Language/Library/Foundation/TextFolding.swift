/// Comparing text without its accents, which only Foundation can take off.
internal import Foundation

enum TextFolding {
  /// The case of `ComparisonResult` for two texts.
  static func order(_ left: String, _ right: String, options: Int) -> String {
    name(left.compare(right, options: String.CompareOptions(rawValue: UInt(bitPattern: options))))
  }

  /// How people expect two texts to be ordered.
  enum Reading { case exact, caseInsensitive, standard }

  static func order(_ left: String, _ right: String, as reading: Reading) -> String {
    switch reading {
    case .exact: name(left.localizedCompare(right))
    case .caseInsensitive: name(left.localizedCaseInsensitiveCompare(right))
    case .standard: name(left.localizedStandardCompare(right))
    }
  }

  private static func name(_ result: ComparisonResult) -> String {
    switch result {
    case .orderedAscending: "orderedAscending"
    case .orderedSame: "orderedSame"
    case .orderedDescending: "orderedDescending"
    }
  }

  static func folded(_ text: String, options: Int) -> String {
    text.folding(options: String.CompareOptions(rawValue: UInt(bitPattern: options)), locale: nil)
  }

  /// Where a regular expression of Foundation's matches; `nil` also for one that is none.
  static func range(of pattern: String, in text: String, options: Int) -> Range<String.Index>? {
    text.range(of: pattern, options: String.CompareOptions(rawValue: UInt(bitPattern: options)))
  }

  static func replacing(_ pattern: String, with template: String, in text: String, options: Int) throws(Abort) -> String
  {
    let options = String.CompareOptions(rawValue: UInt(bitPattern: options))
    // Foundation makes the result as a whole: how large it can get is found out before. A group that the template names
    // gives a part of the text, and each part once for each time it is named.
    let named = template.utf8.count { $0 == UInt8(ascii: "$") }
    let (groups, isOverflown) = named.multipliedReportingOverflow(by: text.utf8.count)
    var size = isOverflown ? Int.max : groups
    var rest = text.startIndex..<text.endIndex
    while size <= ValueSize.countMax, let found = text.range(of: pattern, options: options, range: rest) {
      size += template.utf8.count
      let next = found.isEmpty ? text.index(found.upperBound, offsetBy: 1, limitedBy: text.endIndex) : found.upperBound
      guard let next, next < text.endIndex else { break }
      rest = next..<text.endIndex
    }
    try ValueSize.check(size)
    return text.replacingOccurrences(of: pattern, with: template, options: options)
  }

  /// `e` for `é`.
  static func withoutMarks(_ text: String) -> String {
    text.folding(options: .diacriticInsensitive, locale: nil)
  }
}
