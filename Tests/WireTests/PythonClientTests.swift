/// The Python client's own tests: it meets a daemon that hangs up in the middle of lines, restarts and forgets.
import Foundation
import Testing
import TestSupport

@Suite struct PythonClientTests {
  static let python: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":")
    .map { URL(fileURLWithPath: String($0)).appendingPathComponent("python3") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }

  @Test(.enabled(if: python != nil, "python3 is not on PATH"))
  func watchesThroughEverything() throws {
    let process = Process()
    process.executableURL = Self.python
    process.arguments = ["-B", "-m", "unittest", "discover", "-s", "examples/clients/python"]
    process.currentDirectoryURL = Repository.root
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.contains("Ran 6 tests"), "\(text)")
  }
}
