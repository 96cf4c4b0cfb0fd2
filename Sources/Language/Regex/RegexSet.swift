/// A part of a pattern that stands for one character out of many: `[a-z]`, `\d`, `\p{Greek}`.
///
/// The standard library has the tables of Unicode and knows what such a part means, so it is asked, about one character at
/// a time: that takes as long as the part is, whatever text is searched. What it said is kept.
final class RegexSet {
  /// As the pattern has it, with the options in force.
  let text: String
  private let regex: Regex<AnyRegexOutput>
  /// Of ASCII: which characters are known, and which of those belong to it.
  private var known: (UInt64, UInt64) = (0, 0)
  private var members: (UInt64, UInt64) = (0, 0)
  private var others: [Character: Bool] = [:]
  private static let othersMax = 4096

  init(_ text: String, _ options: RegexOptions) throws(RegexFailure) {
    self.text = options.text + text
    do { regex = try Regex(self.text) } catch { throw RegexFailure("\(error)") }
  }

  /// What a character costs that has not been asked for: far more than one that has.
  var cost: Int { 32 + text.utf8.count / 4 }

  /// - Returns: `nil` if it is not known yet.
  func contains(ascii byte: UInt8) -> Bool? {
    let bit: UInt64 = 1 << UInt64(byte & 63)
    if byte < 64 { return known.0 & bit == 0 ? nil : members.0 & bit != 0 }
    return known.1 & bit == 0 ? nil : members.1 & bit != 0
  }

  func contains(_ character: Character) -> Bool? { others[character] }

  /// Asks the standard library, and keeps the answer.
  func find(ascii byte: UInt8) -> Bool {
    let isMember = matches(Character(Unicode.Scalar(byte)))
    let bit: UInt64 = 1 << UInt64(byte & 63)
    if byte < 64 {
      known.0 |= bit
      if isMember { members.0 |= bit }
    } else {
      known.1 |= bit
      if isMember { members.1 |= bit }
    }
    return isMember
  }

  func find(_ character: Character) -> Bool {
    if others.count == Self.othersMax { others.removeAll() }
    let isMember = matches(character)
    others[character] = isMember
    return isMember
  }

  private func matches(_ character: Character) -> Bool { (try? regex.wholeMatch(in: String(character))) != nil }
}
