// Files, commands and effects through the whole daemon: what it was started with, a program, a client.
import Foundation
import Glibc
import TestSupport
import Testing
import Wire

@testable import Server

@Suite(.serialized) struct SourceTests {
  private func eval(_ source: String) -> String {
    #"{"id":1,"method":"program.eval","params":{"source":\#(JSONValue.string(source))}}"#
  }

  private func append(_ text: String, to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    try #require(file >= 0)
    #expect(write(file, text, text.utf8.count) == text.utf8.count)
    close(file)
  }

  /// Waits for whoever writes, and for the end of it.
  private func contents(ofPipe path: String) throws -> String {
    let pipe = open(path, O_RDONLY)
    try #require(pipe >= 0)
    defer { close(pipe) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1024)
    while case let count = read(pipe, &chunk, chunk.count), count > 0 { bytes += chunk.prefix(count) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The program of `examples/log-watch`, with a `notify-send` of ours.
  @Test func theLogWatchRaisesItsAlarm() throws {
    let directory = TemporaryDirectory()
    // A pipe with a name: opening it waits for whoever writes.
    let told = directory.path + "/told"
    #expect(mkfifo(told, 0o600) == 0)
    try append("#!/bin/sh\nprintf '%s\\n' \"$@\" >'\(told)'\n", to: directory.path + "/notify-send")
    #expect(chmod(directory.path + "/notify-send", 0o700) == 0)
    let daemon = try DaemonProcess(
      in: directory,
      arguments: [
        "--socket", directory.path + "/sock", "--ephemeral", "--allow", "read=\(directory.path)", "--allow",
        "run=notify-send",
      ], wrapper: "PATH=\(directory.path):$PATH;")
    #expect(daemon.waits(for: "ready"))
    let client = try daemon.connect()
    let log = directory.path + "/app.log"
    // From its beginning, since nobody knows when the daemon has looked where it ends.
    let source = try Repository.text("examples/log-watch/watch.swift")
      .replacingOccurrences(of: "newLines", with: "lines").replacingOccurrences(of: "app.log", with: log)
    #expect(client.ask(eval(source))?.contains("\"error\"") == false)
    try append("ERROR one\nfine\nERROR two\n", to: log)
    try append("ERROR three\n", to: log)
    #expect(try contents(ofPipe: told) == "3 errors within a minute\nERROR three\n")
    #expect(daemon.kill(SIGTERM) == 0)
  }

  @Test func whatIsNotGrantedIsRefusedWithTheOption() throws {
    let directory = TemporaryDirectory()
    let daemon = try DaemonProcess(in: directory)
    #expect(daemon.waits(for: "ready"))
    let reply = try daemon.connect().ask(eval("import Combine\nlet load = Command(\"vmstat 1\").lines"))
    #expect(reply?.contains("start the daemon with --allow run or --allow run=vmstat") == true, "\(reply ?? "")")
  }

  @Test func aStoppedDaemonLeavesNoCommand() throws {
    let directory = TemporaryDirectory()
    let daemon = try DaemonProcess(
      in: directory, arguments: ["--socket", directory.path + "/sock", "--ephemeral", "--allow", "run=sh"])
    #expect(daemon.waits(for: "ready"))
    let client = try daemon.connect()
    let source = """
      import Combine
      let endless = Command("sh", "-c", "echo $$; exec tail -f /dev/null").lines.sink { _ in } receiveValue: { print($0) }
      """
    #expect(client.ask(eval(source))?.contains("\"error\"") == false)
    let notice = try #require(client.nextLine())
    let parts = notice.components(separatedBy: "\"text\":\"")
    let pid = try #require(Int32(parts[parts.count - 1].prefix { $0.isNumber }))
    #expect(kill(pid, 0) == 0)
    #expect(daemon.kill(SIGTERM) == 0)
    #expect(kill(pid, 0) < 0 && errno == ESRCH)
  }
}
