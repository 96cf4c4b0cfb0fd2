/// The syntax of the text that was completed last.
internal import SwiftParser
internal import SwiftSyntax

/// Of a text that differs by a few keys from the one before, only what they touch is parsed. That is for completion alone: what
/// is wrong with a text is said of one that was parsed as a whole.
final class UnfinishedSyntax {
  private var last: (text: [UInt8], result: IncrementalParseResult)?
  private var reuses = 0

  /// Each tree keeps what it has of those before: now and then there is a whole one.
  private static let reusesMax = 64
  /// A tree is many times as large as its text, and stays.
  private static let bytesMax = 1 << 19

  func tree(of text: String) -> SourceFileSyntax {
    let bytes = Array(text.utf8)
    var transition: IncrementalParseTransition?
    if let last, reuses < Self.reusesMax {
      transition = IncrementalParseTransition(
        previousIncrementalParseResult: last.result, edits: ConcurrentEdits(Self.edit(from: last.text, to: bytes)))
      reuses += 1
    } else {
      reuses = 0
    }
    let result = Parser.parseIncrementally(source: text, parseTransition: transition)
    last = bytes.count <= Self.bytesMax ? (bytes, result) : nil
    return result.tree
  }

  /// What makes one text of another: all between what both begin and end with.
  private static func edit(from old: [UInt8], to new: [UInt8]) -> SourceEdit {
    let lengthMax = min(old.count, new.count)
    var start = 0
    while start < lengthMax, old[start] == new[start] { start += 1 }
    var end = 0
    while end < lengthMax - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    // Characters are replaced as a whole.
    func isInside(_ bytes: [UInt8], _ index: Int) -> Bool { index < bytes.count && bytes[index] & 0xC0 == 0x80 }
    while start > 0, isInside(old, start) || isInside(new, start) { start -= 1 }
    while end > 0, isInside(old, old.count - end) || isInside(new, new.count - end) { end -= 1 }
    return SourceEdit(
      range: AbsolutePosition(utf8Offset: start)..<AbsolutePosition(utf8Offset: old.count - end),
      replacement: String(decoding: new[start..<new.count - end], as: UTF8.self))
  }
}
