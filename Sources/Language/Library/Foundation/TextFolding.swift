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

  /// `e` for `é`.
  static func withoutMarks(_ text: String) -> String {
    text.folding(options: .diacriticInsensitive, locale: nil)
  }
}
