// The program as scripts use it: what it prints where, and what it exits with, against a daemon that the test plays.
import Glibc
import TestSupport
import Testing
import Wire

@testable import REPL

/// One run of `combinectl` with files for its streams.
private final class Run {
  let daemon: FakeDaemon?
  private let directory: TemporaryDirectory
  private(set) var status: Int32?
  private var processID: pid_t = 0
  private let deadline = ContinuousClock.now + .seconds(120)

  private var home: String { directory.path }
  var output: String { (try? readFile(home + "/out")) ?? "" }
  var diagnostics: String { (try? readFile(home + "/err")) ?? "" }

  init(_ arguments: [String], input: String = "", daemon: FakeDaemon?, in directory: TemporaryDirectory) throws {
    self.daemon = daemon
    self.directory = directory
    let home = directory.path
    let descriptor = open(home + "/in", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    writeAll(input, to: descriptor)
    close(descriptor)
    processID = try spawn(
      Tool.product("combinectl"), arguments,
      environment: [
        "HOME=\(home)", "COMBINED_SOCKET=\(home)/sock", "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8",
      ]
    ) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, home + "/in", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, home + "/out", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      posix_spawn_file_actions_addopen(&actions, 2, home + "/err", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
  }

  deinit {
    if status == nil {
      kill(processID, SIGKILL)
      waitpid(processID, nil, 0)
    }
  }

  /// Plays the daemon until the condition holds, which is the end of the program unless the test says otherwise.
  @discardableResult
  func wait(until condition: ((Run) -> Bool)? = nil) -> Self {
    while ContinuousClock.now < deadline {
      var wanted = pollfd(
        fd: daemon.map { $0.connection >= 0 ? $0.connection : $0.listener } ?? -1, events: Int16(POLLIN), revents: 0)
      poll(&wanted, 1, 5)
      daemon?.process()
      var result: Int32 = 0
      if status == nil, waitpid(processID, &result, WNOHANG) == processID {
        status = result & 0x7f == 0 ? (result >> 8) & 0xff : 128 + result & 0x7f
      }
      if let condition { if condition(self) { return self } } else if status != nil { return self }
    }
    Issue.record("it took too long; output so far: \(output) \(diagnostics)")
    return self
  }

  func signal(_ number: Int32) { kill(processID, number) }
}

struct ProgramTests {
  private static let notFound = RPCError(.notFound, "Nothing is at 'b'.", ["path": "b"], hint: "Did you mean 'a'?")
  private static let refused = RPCError(
    .diagnostics, "The source was refused.",
    ["diagnostics": [], "rendered": "eval:1:1: error: cannot find 'x' in scope\n"])

  /// Starts the program with a daemon beside it that knows a little.
  private func run(_ line: String..., input: String = "", in directory: TemporaryDirectory = TemporaryDirectory())
    throws -> Run
  {
    let daemon = try FakeDaemon(path: directory.path + "/sock")
    daemon.answer = { method, params in
      switch (method, params["path"]?.string ?? params["source"]?.string ?? "") {
      case ("store.get", "b"): return FakeDaemon.error(Self.notFound)
      case ("store.get", _):
        return #"{"path":"a","value":{"n":1,"s":"x y"},"type":"A","rev":3,"v":1,"at":"2026-11-21T01:17:03Z"}"#
      case ("store.set", _): return #"{"rev":4,"v":2,"changed":true}"#
      case ("program.eval", let source) where source.contains("x =") || ["x", "\nx"].contains(source):
        return FakeDaemon.error(Self.refused)
      case ("program.eval", let source):
        return
          #"{"rev":1,"defined":[],"values":[{"name":"$R0","type":"Int","text":"\#(source.count)","value":\#(source.count)}],"printed":["hello"],"warnings":[]}"#
      case ("program.check", let source):
        return source == "good"
          ? #"{"diagnostics":[],"rendered":""}"#
          : #"{"diagnostics":[{"severity":"error","message":"no","file":"f","line":1,"column":1,"endLine":1,"endColumn":2,"notes":[],"fixIts":[]}],"rendered":"f:1:1: error: no\n"}"#
      default: return nil
      }
    }
    return try Run(line, input: input, daemon: daemon, in: directory)
  }

  private func expect(
    _ run: Run, output: String = "", diagnostics: String = "", status: Int32 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    run.wait()
    #expect(run.output == output, sourceLocation: sourceLocation)
    #expect(run.diagnostics == diagnostics, sourceLocation: sourceLocation)
    #expect(run.status == status, sourceLocation: sourceLocation)
  }

  @Test func valuesAreJSONAndErrorsHaveTheirClass() throws {
    expect(try run("get", "a"), output: "{\"n\":1,\"s\":\"x y\"}\n")
    expect(
      try run("get", "a", "--json"),
      output: #"{"path":"a","value":{"n":1,"s":"x y"},"type":"A","rev":3,"v":1,"at":"2026-11-21T01:17:03Z"}"# + "\n")
    expect(try run("get", "b"), diagnostics: "error: Nothing is at 'b'\nhint: Did you mean 'a'?\n", status: 66)
    expect(
      try run("get", "b", "--json"),
      diagnostics:
        #"{"error":{"code":-32002,"message":"Nothing is at 'b'.","data":{"kind":"notFound","path":"b","hint":"Did you mean 'a'?","retry":"never"}},"exitStatus":66}"#
        + "\n", status: 66)
    let set = try run("set", "a.s", "--string", "it's")
    expect(set, output: "rev 4\n")
    #expect(set.daemon?.requests == [#"store.set {"path":"a.s","value":"it's"}"#])
  }

  /// What comes while it looks at history is noticed: it waits again before it looks.
  @Test func whoComesBackWaitsBeforeItLooksBack() throws {
    let run = try run("wait", "a.n", "--timeout", "60s")
    let daemon = try #require(run.daemon)
    run.wait { _ in daemon.requests.count == 1 }
    let unknown = daemon.answer
    daemon.answer = { method, params in
      method == "wait" ? #"{"path":"a.n","value":5,"rev":3,"at":"2026-11-21T01:17:03Z"}"# : unknown(method, params)
    }
    daemon.stop()
    try daemon.listen()
    expect(
      run, output: "5\n",
      diagnostics: "-- connection lost; coming back when the daemon does\n-- connected again at rev 2\n")
    #expect(daemon.requests.prefix(3).map { $0.prefix { $0 != " " } } == ["wait", "wait", "sub.open"])
  }

  /// Nor is what comes between being told that nothing is there and waiting for it.
  @Test func whoWaitsForWhatIsNotThereLooksBack() throws {
    let run = try run("wait", "b", "--timeout", "60s")
    let daemon = try #require(run.daemon)
    daemon.answer = { method, params in
      guard method == "wait" else { return nil }
      return params["absent"] == nil
        ? FakeDaemon.error(Self.notFound) : #"{"path":"b","value":5,"rev":3,"at":"2026-11-21T01:17:03Z"}"#
    }
    expect(run, output: "5\n", diagnostics: "-- nothing is at b yet\n")
    #expect(daemon.requests.prefix(3).map { $0.prefix { $0 != " " } } == ["wait", "wait", "sub.open"])
  }

  @Test func aScriptIsOneProgramWhateverItComesFrom() throws {
    let script = "let a = 1\nlet b = 2\n"
    let piped = try run(input: script)
    expect(piped, output: "hello\n")
    #expect(piped.daemon?.requests == [#"program.eval {"source":"let a = 1\nlet b = 2","file":"stdin"}"#])
    let directory = TemporaryDirectory()
    let file = directory.path + "/s.swift"
    let descriptor = open(file, O_WRONLY | O_CREAT, 0o600)
    writeAll("#!/usr/bin/env combinectl run\n" + script, to: descriptor)
    close(descriptor)
    let filed = try run("run", file, in: directory)
    expect(filed, output: "hello\n")
    #expect(filed.daemon?.requests == [#"program.eval {"source":"\nlet a = 1\nlet b = 2","file":"\#(file)"}"#])
  }

  @Test func aScriptStopsAtItsFirstFailure() throws {
    let run = try run(input: "1\n:get b\n3\n")
    expect(
      run, output: "hello\n",
      diagnostics: "stdin:2:6: error: Nothing is at 'b'\n2 | :get b\n  |      ^\nhint: Did you mean 'a'?\n", status: 66)
    #expect(run.daemon?.requests.count == 2)
    expect(try self.run("eval", "x"), diagnostics: "eval:1:1: error: cannot find 'x' in scope\n", status: 65)
    expect(
      try self.run("run", "/nowhere.swift"),
      diagnostics: "error: cannot read /nowhere.swift: No such file or directory\n",
      status: 66)
  }

  /// `combinectl repl` on a pipe answers statement by statement and goes on after an error.
  @Test func aPipeCanConverse() throws {
    let run = try run("repl", input: "1\nx\nf(\n)\n")
    expect(
      run, output: "hello\n$R0: Int = 1\nhello\n$R0: Int = 6\n",
      diagnostics: "eval:1:1: error: cannot find 'x' in scope\n", status: 65)
  }

  @Test func checkingRunsNothing() throws {
    let run = try run("check", "-", input: "good")
    expect(run)
    #expect(run.daemon?.requests == [#"program.check {"source":"good","file":"stdin"}"#])
    expect(try self.run("check", "-", input: "bad"), output: "f:1:1: error: no\n", status: 65)
  }

  @Test func watchingPrintsUntilItHasSeenEnough() throws {
    let run = try run("watch", "a.n", "--count", "2")
    run.wait { $0.daemon?.requests.count == 1 }
    run.daemon?.change()
    run.daemon?.change()
    expect(run, output: "a.n  → 3  (rev 3)\na.n  → 4  (rev 4)\n")
    let json = try self.run("watch", "a.n", "--count", "1", "--json")
    json.wait { $0.daemon?.requests.count == 1 }
    json.daemon?.change()
    expect(
      json,
      output: """
        {"type":"ready","rev":2,"count":1}
        {"type":"change","rev":3,"at":"2026-11-21T01:17:01Z","changes":[{"path":"a.n","op":"set","value":3,"v":1}]}

        """)
  }

  @Test func watchingComesBackAndSaysWhatWasMissed() throws {
    let run = try run("watch", "a.n")
    run.wait { $0.daemon?.requests.count == 1 }
    run.daemon?.change()
    run.wait { $0.output == "a.n  → 3  (rev 3)\n" }
    run.daemon?.stop()
    run.wait { $0.diagnostics == "-- connection lost; coming back when the daemon does\n" }
    run.daemon?.rev = 7
    try run.daemon?.listen()
    run.wait { $0.diagnostics.hasSuffix("-- resumed at rev 7, nothing replayed\n") }
    run.wait { $0.daemon?.requests.count == 2 }
    #expect(run.daemon?.requests.last?.contains(#""from":{"epoch":"e1","rev":3}"#) == true)
    run.signal(SIGINT)
    run.wait()
    #expect(run.status == 130)

    let once = try self.run("watch", "a.n", "--no-reconnect")
    once.wait { $0.daemon?.requests.count == 1 }
    once.daemon?.stop()
    once.wait()
    #expect(once.status == 75)
  }

  @Test func withoutADaemonItSaysWhatToDo() throws {
    let directory = TemporaryDirectory()
    let home = directory.path
    let refused = try Run(["get", "a", "--no-spawn"], daemon: nil, in: directory)
    expect(
      refused,
      diagnostics:
        "error: no daemon listens at \(home)/sock\nhint: start it with 'combined', or leave out --no-spawn\n",
      status: 69)
    expect(try Run(["stop"], daemon: nil, in: directory), output: "no daemon runs at \(home)/sock\n")
    expect(try Run(["sockname"], daemon: nil, in: directory), output: "\(home)/sock\n")
    expect(
      try Run(["version"], daemon: nil, in: directory),
      output: "combinectl \(Combinectl.version), protocol 1\nno daemon runs\n")
    let long = "/tmp/" + String(repeating: "x", count: 120)
    let tooLong = try Run(["get", "a", "--socket", long], daemon: nil, in: directory)
    tooLong.wait()
    #expect(tooLong.status == 78 && tooLong.diagnostics.contains("125 bytes, and the kernel takes at most 107"))
  }

  @Test func whatIsNoDaemonIsRecognised() throws {
    let run = try run("get", "a")
    run.daemon?.greeting = "HTTP/1.1 400 Bad Request"
    run.wait()
    #expect(run.status == 76)
    #expect(run.diagnostics.hasPrefix("error: what answers does not speak the daemon's protocol: "))
  }

  @Test func timeIsLimited() throws {
    let run = try run("eval", "x = 1", "--timeout", "50ms")
    run.daemon?.answer = { _, _ in nil }
    expect(run, diagnostics: "error: program.eval was not answered within 0.05 seconds\n", status: 8)
  }
}
