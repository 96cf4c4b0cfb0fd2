import Foundation

/// Programs that tests start and wait for.
public enum Tool {
  /// A program on PATH.
  public static func find(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "")
      .split(separator: ":")
      .map { $0 + "/" + name }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The path of something that the build makes: it stands beside the tests.
  public static func product(_ name: String) -> String {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent(name).path
  }

  /// Writes files into a folder and runs a program there; returns what it said and its exit status.
  public static func run(
    _ program: String, _ arguments: [String], in folder: TemporaryDirectory = TemporaryDirectory(),
    files: [String: String] = [:]
  ) throws -> (output: String, status: Int32) {
    for (name, text) in files { try text.write(toFile: folder.path + "/" + name, atomically: true, encoding: .utf8) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (text, process.terminationStatus)
  }
}
