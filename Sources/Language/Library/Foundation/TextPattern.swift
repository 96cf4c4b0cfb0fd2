internal import Foundation

/// A regular expression as Foundation's methods of texts take it: in ICU's syntax, and run by ICU. It can go back for ever;
/// ICU reports how it gets on, and that counts as steps of the program.
struct TextPattern {
  private let expression: NSRegularExpression
  private let isAnchored: Bool

  /// Nil for what is no pattern: Foundation finds nothing then.
  init?(_ pattern: String, options: Int) {
    let ignoresCase = options & TextSearch.caseInsensitive != 0
    guard let expression = try? NSRegularExpression(pattern: pattern, options: ignoresCase ? .caseInsensitive : [])
    else {
      return nil
    }
    self.expression = expression
    isAnchored = options & TextSearch.anchored != 0
  }

  func first(in text: String) throws(Abort) -> Range<String.Index>? {
    var found: NSRange?
    try enumerate(text) { match throws(Abort) in
      found = match.range
      return false
    }
    return found.map { Self.range($0, in: text) }
  }

  func replacing(in text: String, with template: String) throws(Abort) -> String {
    // Of scalars: a match can begin inside a character.
    var result = String.UnicodeScalarView()
    var (rest, count) = (text.startIndex, 0)
    try enumerate(text) { match throws(Abort) in
      let range = Self.range(match.range, in: text)
      // A group may be the whole text, and the template may name it often.
      let named = template.utf8.count { $0 == UInt8(ascii: "$") }
      try ValueSize.check(text.utf8.count, times: named)
      let replacement = expression.replacementString(for: match, in: text, offset: 0, template: template)
      result += text.unicodeScalars[rest..<range.lowerBound]
      result += replacement.unicodeScalars
      count += replacement.utf8.count + 1
      try ValueSize.check(count, adding: replacement.utf8.count + 1)
      rest = range.upperBound
      return true
    }
    return String(result + text.unicodeScalars[rest...])
  }

  private static func range(_ range: NSRange, in text: String) -> Range<String.Index> {
    let start = text.utf16.index(text.startIndex, offsetBy: range.location)
    return start..<text.utf16.index(start, offsetBy: range.length)
  }

  // MARK: Counting

  /// ICU reports each place of the text where it begins, and each ten thousand ways that it has left open: a few
  /// nanoseconds, or a hundred microseconds, and does not say which. So the clock is asked what some reports have cost.
  private struct Meter {
    private var reports = 0
    private var last = ContinuousClock.now
    private static let reportsAtOnce = 16
    /// As a program's own steps take, about.
    private static let step = Duration.nanoseconds(100)
    /// The machine may have had other things to do meanwhile.
    private static let stepsMax = 100_000

    mutating func report() throws(Abort) {
      reports += 1
      guard reports % Self.reportsAtOnce == 0 else { return }
      let steps = Self.reportsAtOnce + Int(last.duration(to: .now) / Self.step)
      try Machine.current?.spend(min(steps, Self.stepsMax))
      // Others may have had their turn.
      last = .now
    }
  }

  /// - Parameter body: whether to go on behind the match.
  private func enumerate(_ text: String, _ body: (NSTextCheckingResult) throws(Abort) -> Bool) throws(Abort) {
    let whole = NSRange(location: 0, length: text.utf16.count)
    var options: NSRegularExpression.MatchingOptions = .reportProgress
    if isAnchored { options.insert(.anchored) }
    var (meter, failure) = (Meter(), Abort?.none)
    withoutActuallyEscaping(body) { body in
      expression.enumerateMatches(in: text, options: options, range: whole) { match, _, stop in
        do throws(Abort) {
          if let match {
            if try !body(match) { stop.pointee = true }
          } else {
            try meter.report()
          }
        } catch {
          failure = error
          stop.pointee = true
        }
      }
    }
    if let failure { throw failure }
  }
}
