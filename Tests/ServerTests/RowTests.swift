// The behaviour that the product must have, row by row (`Tests/Rows`): scripts as a user writes them, each against a daemon of
// its own on virtual time; and once the form against a real server, in real time.
import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct RowTests {
  private static let rows = Array(1...41) + Array(58...123)

  private struct Row {
    let number: Int
    /// A file of `Tests`, or a script of `Tests/Rows`, and names of tests in it.
    let places: [(file: String, tests: [Substring])]
  }

  private func rows() throws -> [Row] {
    try Repository.text("Tests/Rows/rows.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      let number = try #require(Int(parts[0].prefix(4).dropFirst()), "\(line) begins with no row")
      let title = line.range(of: ": ", options: .backwards).map { line[$0.upperBound...] } ?? ""
      let places = title.components(separatedBy: "; ").map { place in
        let words = place.split(separator: " ")
        return (file: String(words.first ?? ""), tests: Array(words.dropFirst()))
      }
      return Row(number: number, places: places)
    }
  }

  @Test func everyRowHasItsTest() throws {
    let rows = try rows()
    #expect(rows.map(\.number) == Self.rows)
    for row in rows {
      let mark = "S" + String(repeating: "0", count: 3 - String(row.number).count) + String(row.number)
      for place in row.places {
        if place.file.hasSuffix(".test"), !place.file.contains("/") {
          #expect(try Repository.text("Tests/Rows/" + place.file).contains("// \(mark): "), "\(mark): \(place.file)")
        } else {
          let text = try Repository.text(place.file.hasPrefix("examples/") ? place.file : "Tests/" + place.file)
          for test in place.tests { #expect(text.contains("func \(test)("), "\(mark): \(place.file) has no \(test)") }
        }
      }
    }
  }

  /// Beside the tests, where the build puts it.
  private static var programs: String {
    String(DaemonProcess.executable[..<DaemonProcess.executable.lastIndex(of: "/")!])
  }

  /// Runs a command to its end. Its output goes to a file: a pipe would be inherited by whatever is started meanwhile.
  private func run(_ command: String, in folder: String) throws -> (status: Int32, output: String) {
    let directory = TemporaryDirectory()
    defer { withExtendedLifetime(directory) {} }
    let file = directory.path + "/output"
    let place = Repository.root.appendingPathComponent(folder).path
    let words = ["/bin/sh", "-c", "cd \"$0\" && exec >\"$1\" 2>&1 </dev/null && exec \(command)", place, file]
    var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for word in argv { free(word) } }
    var pid: pid_t = 0
    try #require(posix_spawn(&pid, "/bin/sh", nil, nil, &argv, environ) == 0)
    var raw: Int32 = 0
    while waitpid(pid, &raw, 0) < 0, errno == EINTR {}
    return (raw & 0x7F == 0 ? (raw >> 8) & 0xFF : -(raw & 0x7F), try String(contentsOfFile: file, encoding: .utf8))
  }

  @Test(
    arguments: try ["Tests/Rows", "examples/waiting"].flatMap {
      try Repository.files(in: $0, extension: "test")
    })
  func theScriptHolds(_ path: String) throws {
    let name = String(path.split(separator: "/").last!)
    let (status, output) = try run(
      "'\(Self.programs)/combinectl' test \(name)", in: String(path.dropLast(name.count + 1)))
    #expect(status == 0, "\(output)")
  }

  private static let hasPython = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

  /// In real time: what is waited for is what the form says, however long that takes.
  @Test(.enabled(if: hasPython)) func theFormAsksARealServer() throws {
    let (status, output) = try run("sh run.sh '\(Self.programs)'", in: "examples/signup-server")
    #expect(status == 0, "\(output)")
    for line in [
      "userName=adalovelace HTTP/1.1\" 200", "userName=page HTTP/1.1\" 200", "userName=maintenance HTTP/1.1\" 500",
      "userName=maintenance HTTP/1.1\" 200", "form.isValid  false → true",
      "This name is not available. Try a different one.",
    ] { #expect(output.contains(line), "\(line) is missing from\n\(output)") }
    #expect(output.components(separatedBy: "userName=maintenance").count >= 4)
  }

  @Test(.enabled(if: hasPython)) func theServerKeepsItsRules() throws {
    let (status, output) = try run("python3 -B test_server.py", in: "examples/signup-server")
    #expect(status == 0, "\(output)")
  }
}
