/// The cases of `JSON/*.txt` as data.
import TestSupport

struct JSONCase: CustomStringConvertible, Sendable {
  var line: Int
  var input: [UInt8]
  var expected: [UInt8]
  var description: String { "line \(line)" }

  /// - Parameter file: `accepted` or `refused`.
  static func load(_ file: String) throws -> [JSONCase] {
    let text = try Repository.text("Tests/WireTests/JSON/\(file).txt")
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
      guard !line.hasPrefix("#"), let arrow = line.firstRange(of: " => ") else { return nil }
      return JSONCase(
        line: index + 1, input: bytes(line[..<arrow.lowerBound]), expected: bytes(line[arrow.upperBound...]))
    }
  }

  /// Replaces `‹ff c0›` by bytes and `‹[×513›` by repetitions.
  static func bytes(_ text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text
    while let open = rest.firstIndex(of: "‹"), let close = rest[open...].firstIndex(of: "›") {
      bytes += rest[..<open].utf8
      let inside = rest[rest.index(after: open)..<close]
      let parts = inside.split(separator: "×")
      if parts.count == 2, let count = Int(parts[1]) {
        bytes += [UInt8](String(repeating: String(parts[0]), count: count).utf8)
      } else {
        bytes += inside.split(separator: " ").map { UInt8($0, radix: 16)! }
      }
      rest = rest[rest.index(after: close)...]
    }
    return bytes + rest.utf8
  }
}
