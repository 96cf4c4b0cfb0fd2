import Foundation
import TestSupport
import Testing

/// `combined`, built beside the tests, on a state of its own.
final class RealDaemon {
  private let folder = TemporaryDirectory()
  var socket: String { folder.path + "/sock" }
  private var process: Process?

  init() throws { try start() }

  deinit { kill() }

  func start() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Tool.product("combined"))
    process.arguments = ["--socket", socket, "--state", folder.path + "/state"]
    let output = Pipe()
    process.standardError = output
    try process.run()
    self.process = process
    var said = ""
    while !said.contains("ready") {
      let piece = output.fileHandleForReading.availableData
      try #require(!piece.isEmpty, "it did not start: \(said)")
      said += String(decoding: piece, as: UTF8.self)
    }
  }

  /// As a crash would end it.
  func kill() {
    guard let process else { return }
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    self.process = nil
  }
}
