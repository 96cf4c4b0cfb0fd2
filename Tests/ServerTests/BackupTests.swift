// Copies of what a daemon keeps, by its method and by the two programs: what they print, what they exit with, what is there
// afterwards.
import Glibc
import TestSupport
import Testing

@testable import Server
@testable import combined

@Suite(.serialized) struct BackupTests {
  private let define =
    #"{"id":1,"method":"program.eval","params":{"source":"class Counter: ObservableObject { @Published var n = 0 }\nlet counter = Counter()"}}"#
  private let read = #"{"id":9,"method":"store.get","params":{"path":"counter.n"}}"#
  private func set(_ value: Int) -> String {
    #"{"id":2,"method":"store.set","params":{"path":"counter.n","value":\#(value)}}"#
  }
  private func backUp(to path: String) -> String {
    #"{"id":3,"method":"server.backup","params":{"file":"\#(path)"}}"#
  }

  /// One of the programs, with its places in `directory`; what it wrote to both streams.
  private func run(
    _ program: String, _ arguments: [String], in directory: TemporaryDirectory
  ) throws -> (output: String, status: Int32) {
    let environment = [
      "PATH=/usr/bin:/bin", "HOME=\(directory.path)", "COMBINED_SOCKET=\(directory.path)/sock",
      "XDG_STATE_HOME=\(directory.path)",
    ]
    return try Tool.run("/usr/bin/env", ["-i"] + environment + [Tool.product(program)] + arguments)
  }

  private func start(_ directory: TemporaryDirectory) throws -> DaemonProcess {
    let daemon = try DaemonProcess(
      in: directory, arguments: ["--socket", directory.path + "/sock", "--state", directory.path + "/combined"])
    #expect(daemon.waits(for: "ready"))
    return daemon
  }

  @Test func aRunningDaemonIsCopiedAndRestoredElsewhere() throws {
    let (directory, other) = (TemporaryDirectory(), TemporaryDirectory())
    let daemon = try start(directory)
    let client = try daemon.connect()
    _ = client.ask(define)
    // The last one is in the same turn: what was answered before it is in the copy.
    client.send(set(7))
    client.send(backUp(to: other.path + "/copy"))
    _ = client.nextLine()
    #expect(
      client.nextLine()?.hasPrefix(#"{"id":3,"result":{"file":"\#(other.path)/copy","rev":2,"declarations":2,"bytes":"#)
        == true)
    #expect(client.ask(set(8))?.contains(#""changed":true"#) == true)
    let made = try run("combinectl", ["backup", other.path + "/copy"], in: directory)
    #expect(made.output.hasPrefix("\(other.path)/copy: rev 3, 2 declarations, ") && made.status == 0)
    let restored = try run("combinectl", ["restore", other.path + "/copy"], in: other)
    #expect(restored.output.hasPrefix("\(other.path)/combined/journal.sqlite: rev 3, 2 declarations, "))
    #expect(restored.status == 0)
    let second = try start(other)
    #expect(try second.connect().ask(read)?.contains(#""value":8,"#) == true)
    // Its revisions are given a second time, so it is another history.
    let bookmark =
      #"{"id":1,"method":"sub.open","params":{"sub":"s","paths":["counter.n"],"from":{"epoch":"EPOCH","rev":3}}}"#
    let status = try daemon.connect().ask(#"{"id":1,"method":"server.status"}"#) ?? ""
    let epoch = try #require(status.firstMatch(of: /"epoch":"([^"]+)"/)).1
    let reply = try second.connect().ask(bookmark.replacing("EPOCH", with: epoch)) ?? ""
    #expect(reply.contains("revFuture") || !reply.contains(epoch), "\(reply)")
    #expect(daemon.kill(SIGTERM) == 0 && second.kill(SIGTERM) == 0)
  }

  /// Nobody's connection has to stay open for it, and nothing is left when it does not.
  @Test func oneAtATimeAndGivenUpWithItsClient() throws {
    let (directory, other) = (TemporaryDirectory(), TemporaryDirectory())
    let daemon = try start(directory)
    let client = try daemon.connect()
    _ = client.ask(define)
    client.send(backUp(to: other.path + "/one"))
    client.send(#"{"id":4,"method":"server.backup","params":{"file":"\#(other.path)/two"}}"#)
    let replies = [client.nextLine(), client.nextLine()].compactMap { $0 }.sorted()
    #expect(replies.count == 2 && replies[0].contains(#""result""#), "\(replies)")
    #expect(replies.last?.contains("A backup is being made already.") == true, "\(replies)")
    #expect(client.ask(backUp(to: "relative"))?.contains("needs the whole path") == true)
    #expect(client.ask(backUp(to: other.path + "/two"))?.contains(#""result""#) == true, "it is free again")
    #expect(other.files == ["one", "two"])
    client.send(backUp(to: other.path + "/three"))
    #expect(daemon.kill(SIGTERM) == 0)
    #expect(!other.files.contains("three.part"))
  }

  @Test func theProgramsSayWhyNot() throws {
    let directory = TemporaryDirectory()
    let journal = directory.path + "/combined/journal.sqlite"
    let copy = directory.path + "/copy"
    var result = try run("combinectl", ["backup", copy], in: directory)
    #expect(result.output == "combined: Nothing is there · \(journal)\n" && result.status == 66)
    var daemon: DaemonProcess? = try start(directory)
    _ = try daemon!.connect().ask(define)
    #expect(try run("combinectl", ["backup", copy], in: directory).status == 0)
    for (arguments, status, words) in [
      (["backup", "/nowhere/copy"], 73, "error: The backup could not be made: open: No such file or directory · "),
      (["backup", journal], 73, "error: The backup could not be made: This is the journal itself · "),
      (
        ["restore", "--force", copy], 75, "combined: It is in use by another process · \(journal) · stop that one first"
      ),
      (["restore", copy], 75, "combined: It is in use by another process · "),
      (["backup", copy, "--state", directory.path + "/combined"], 75, "combined: It is in use by another process · "),
      (["backup"], 64, "error: backup needs FILE"),
    ] as [([String], Int32, String)] {
      let result = try run("combinectl", arguments, in: directory)
      #expect(result.output.hasPrefix(words) && result.status == status, "\(arguments): \(result)")
    }
    #expect(daemon!.kill(SIGKILL) == -SIGKILL)
    daemon = nil
    for (arguments, status, words) in [
      (
        ["restore", copy], 73, "combined: A journal is there · \(journal) · with --force it is kept under another name"
      ),
      (["restore", "/dev/null"], 73, "combined: A journal is there"),
      (["restore", "--force", "/dev/null"], 65, "combined: It is no file · /dev/null"),
      (["restore", "--force", "/nowhere"], 66, "combined: Nothing is there · /nowhere"),
      (
        ["restore", "--force", "--json", "/nowhere"], 66,
        #"{"error":{"message":"Nothing is there · /nowhere","data":{"kind":"missing"}},"exitStatus":66}"#
      ),
      (["backup", copy], 0, "\(copy): rev 1, 2 declarations, "),
      (["backup", "--json", copy], 0, #"{"file":"\#(copy)","rev":1,"declarations":2,"bytes":"#),
      (["restore", "--force", copy], 0, "\(journal): rev 1, 2 declarations, "),
      (["restore", "--force", copy], 0, "\(journal): rev 1, 2 declarations, "),
    ] as [([String], Int32, String)] {
      let result = try run("combinectl", arguments, in: directory)
      #expect(result.output.hasPrefix(words) && result.status == status, "\(arguments): \(result)")
    }
    result = try run("combined", ["--force"], in: directory)
    #expect(result.output.hasPrefix("combined: --force belongs to --restore.") && result.status == 64)
    daemon = try start(directory)
    #expect(try daemon!.connect().ask(read)?.contains(#""value":0,"#) == true)
    #expect(daemon!.kill(SIGTERM) == 0)
  }

  /// What is written can be run, and makes the same again; what is secret is not in it.
  @Test func anExportMakesTheSameAgain() throws {
    let (directory, other) = (TemporaryDirectory(), TemporaryDirectory())
    let daemon = try DaemonProcess(
      in: directory, arguments: ["--socket", directory.path + "/sock", "--ephemeral", "--secret", "**.password"])
    #expect(daemon.waits(for: "ready"))
    let client = try daemon.connect()
    _ = client.ask(
      #"{"id":1,"method":"program.eval","params":{"source":"class S: ObservableObject {\n  @Published var n = 0\n  @Published var t = \"\"\n  @Published var password = \"\"\n  private var p = 1\n}\nlet s = S()"}}"#
    )
    _ = client.ask(
      #"{"id":1,"method":"program.eval","params":{"namespace":"red","source":"class R: ObservableObject { @Published var l: [Int] = [] }\nlet r = R()"}}"#
    )
    for (path, value) in [("s.n", "7"), ("s.t", #""a \" é""#), ("s.password", #""hush""#), ("red.r.l", "[1,2]")] {
      let line = #"{"id":2,"method":"store.set","params":{"path":"\#(path)","value":\#(value)}}"#
      #expect(client.ask(line)?.contains(#""changed":true"#) == true)
    }
    let exported = try run("combinectl", ["export"], in: directory)
    #expect(
      exported.output.split(separator: "\n").dropFirst().joined(separator: "\n") == """
        class S: ObservableObject {
          @Published var n = 0
          @Published var t = ""
          @Published var password = ""
          private var p = 1
        }
        let s = S()
        :set s.n 7
        :set s.t "a \\" é"
        // :set s.password {"$secret":true}
        :namespace red
        class R: ObservableObject { @Published var l: [Int] = [] }
        let r = R()
        :set r.l [1,2]
        """)
    let object = try run("combinectl", ["export", "--json", "--namespace", "red"], in: directory)
    #expect(
      object.output.hasPrefix(#"{"rev":6,"since":6,"epoch":""#) && object.output.contains(#""values":{"r.l":[1,2]}"#))
    let file = other.path + "/program.swift"
    let written = try run("combinectl", ["export", file], in: directory)
    #expect(written.output == "\(file): rev 6, 4 declarations, 4 values\n")
    #expect(other.files == ["program.swift"])
    let second = try DaemonProcess(in: other, arguments: ["--socket", other.path + "/sock", "--ephemeral"])
    #expect(second.waits(for: "ready"))
    #expect(try run("combinectl", ["run", file], in: other).status == 0)
    let again = try run("combinectl", ["export"], in: other)
    let (first, last) = [exported, again].map { result in
      result.output.split(separator: "\n").dropFirst().filter { !$0.contains("s.password") }
    }.withUnsafeBufferPointer { ($0[0], $0[1]) }
    #expect(first == last)
    #expect(try run("combinectl", ["export", "/nowhere/x"], in: other).status == 73)
    #expect(daemon.kill(SIGTERM) == 0 && second.kill(SIGTERM) == 0)
  }
}
