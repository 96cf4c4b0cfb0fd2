/// Comparing text without its accents, which only Foundation can take off.
internal import Foundation

enum TextFolding {
  /// `e` for `é`.
  static func withoutMarks(_ text: String) -> String {
    text.folding(options: .diacriticInsensitive, locale: nil)
  }
}
