/// Expectations that are files: compared with what the code gives, rewritten by `UPDATE_EXPECT=1`.
import Foundation

public enum Expect {
  /// Whether this run rewrites expectations instead of checking them.
  public static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_EXPECT"] == "1"

  /// What differs between a file of the repository and `text`, as a test's message; `nil` when nothing does.
  ///
  ///     #expect(Expect.difference(file: "Protocol/openrpc.json", from: generated) == nil)
  ///
  /// With `UPDATE_EXPECT=1` the file is rewritten first, and review reads the diff.
  public static func difference(file path: String, from text: String) -> String? {
    if isUpdating {
      do { try Repository.write(text, to: path) } catch { return "\(path) could not be written: \(error)" }
      return nil
    }
    guard let expected = try? Repository.text(path) else {
      return "\(path) does not exist; UPDATE_EXPECT=1 makes it"
    }
    guard expected != text else { return nil }
    return "\(path) differs (- file, + now; UPDATE_EXPECT=1 rewrites it):\n"
      + LineDiff(expected, text).description
  }
}

/// The lines that differ between two texts, with two lines around them.
public struct LineDiff: CustomStringConvertible {
  public let description: String

  public init(_ old: String, _ new: String) {
    let old = old.split(separator: "\n", omittingEmptySubsequences: false)
    let new = new.split(separator: "\n", omittingEmptySubsequences: false)
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [(mark: Character, text: Substring)] = []
    var i = 0
    var j = 0
    while i < old.count || j < new.count {
      if removed.contains(i), i < old.count {
        lines.append(("-", old[i]))
        i += 1
      } else if inserted.contains(j), j < new.count {
        lines.append(("+", new[j]))
        j += 1
      } else {
        lines.append((" ", old[i]))
        i += 1
        j += 1
      }
    }
    let changed = lines.indices.filter { lines[$0].mark != " " }
    let shown = lines.indices.filter { line in changed.contains { abs($0 - line) <= 2 } }
    var text = ""
    var last = -1
    for line in shown {
      if line > last + 1 { text += "  …\n" }
      text += "\(lines[line].mark) \(lines[line].text)\n"
      last = line
    }
    description = text
  }
}
