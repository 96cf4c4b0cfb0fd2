import Foundation
import Glibc

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

  /// Writes files into a folder and runs a program there; returns what it said and its exit status, as a shell tells it where a
  /// signal ended it.
  ///
  /// It is over when the program has ended, whatever that has left behind. Foundation's `Process` waits for all that have
  /// inherited a socket of its own, such as a daemon that was started in the background; and what it starts has the signals
  /// blocked that the thread blocks, SIGTERM among them on a thread of Dispatch, so that `timeout` ends nothing.
  public static func run(
    _ program: String, _ arguments: [String], in folder: TemporaryDirectory = TemporaryDirectory(),
    files: [String: String] = [:]
  ) throws -> (output: String, status: Int32) {
    try startingLock.withLock {
      for (name, text) in files { try text.write(toFile: folder.path + "/" + name, atomically: true, encoding: .utf8) }
    }
    let said = TemporaryDirectory()
    let environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
    let process = try spawn("/usr/bin/env", ["-C", folder.path, program] + arguments, environment: environment) {
      actions in
      posix_spawn_file_actions_addopen(
        &actions, STDOUT_FILENO, said.path + "/output", O_WRONLY | O_CREAT | O_APPEND, 0o600)
      posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let output = try Data(contentsOf: URL(fileURLWithPath: said.path + "/output"))
    let signal = status & 0x7f
    return (String(decoding: output, as: UTF8.self), signal == 0 ? status >> 8 & 0xff : 128 + signal)
  }
}
