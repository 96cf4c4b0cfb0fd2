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
    return try text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
      guard !line.hasPrefix("#"), let arrow = line.firstRange(of: " => ") else { return nil }
      return JSONCase(
        line: index + 1, input: try RawText.bytes(line[..<arrow.lowerBound]),
        expected: try RawText.bytes(line[arrow.upperBound...]))
    }
  }
}
