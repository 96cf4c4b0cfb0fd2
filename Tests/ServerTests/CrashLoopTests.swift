// A declaration that kills at each start: after the second time the daemon starts without it, and says so.
import Engine
import Glibc
import Language
import TestSupport
import Testing
import Wire

@testable import Server
@testable import combined

@Suite(.serialized) struct CrashLoopTests {
  /// `slow` never comes to an end once `isEndless` is set: that is when it can be killed.
  private static let program = """
    var isEndless = false
    class Counter: ObservableObject {
      @Published var n = 0
    }
    class Slow: Counter {
      override init() {
        super.init()
        while isEndless {}
      }
    }
    let counter = Counter()
    let slow = Slow()
    let last = Counter()
    """

  private func request(_ id: Int, _ method: String, _ params: JSONValue) -> String {
    JSONValue.object([.init("id", .int(id)), .init("method", .string(method)), .init("params", params)]).description
  }

  private func start(in directory: TemporaryDirectory, _ more: String...) throws -> DaemonProcess {
    try DaemonProcess(
      in: directory,
      arguments: [
        "--socket", directory.path + "/sock", "--state", directory.path + "/state", "--log", "debug", "--limit",
        "steps=1000000000000",
      ] + more)
  }

  /// A state directory in which `slow` does not come to an end.
  private func prepare() throws -> TemporaryDirectory {
    let directory = TemporaryDirectory()
    let daemon = try start(in: directory)
    #expect(daemon.waits(for: "ready"))
    let client = try daemon.connect()
    _ = client.ask(request(1, "program.eval", ["source": .string(Self.program)]))
    for path in ["counter.n", "slow.n"] {
      _ = client.ask(request(2, "store.set", ["path": .string(path), "value": 7]))
    }
    _ = client.ask(request(3, "program.eval", ["source": "isEndless = true"]))
    #expect(daemon.kill(SIGKILL) == -SIGKILL)
    return directory
  }

  private func dies(_ daemon: DaemonProcess) {
    #expect(daemon.waits(for: "evaluating 'slow' at input:"))
    #expect(daemon.kill(SIGKILL) == -SIGKILL)
    #expect(!daemon.output.contains("ready") && !daemon.output.contains("not evaluated"))
  }

  /// What is answered; notices may come before it.
  private func reply(_ client: BlockingClient, _ request: String) -> String? {
    var line = client.ask(request)
    while let notice = line, notice.contains("session.notice") { line = client.nextLine() }
    return line
  }

  private func status(_ client: BlockingClient) throws -> JSONValue {
    let reply = reply(client, request(8, "server.status", [:]))
    return try #require(try JSONValue(parsing: reply ?? "{}")["result"])
  }

  private func value(_ path: String, _ client: BlockingClient) -> String? {
    reply(client, request(9, "store.get", ["path": .string(path)]))
  }

  private let reason =
    "'slow' was not evaluated, because the daemon ended twice in a row while it was; the declaration and its values "
    + "are kept: declare it anew, also as it is, or remove it"

  @Test func theThirdStartLeavesItOut() throws {
    let directory = try prepare()
    dies(try start(in: directory))
    let second = try start(in: directory)
    dies(second)
    #expect(
      second.output.contains(
        "the last start ended while 'slow' was evaluated; this may have had another reason, so it is evaluated once more"
      ))
    let third = try start(in: directory)
    #expect(third.waits(for: "ready"))
    #expect(third.output.contains("input:12:1: " + reason))
    let client = try third.connect()
    #expect(value("counter.n", client)?.contains(#""value":7"#) == true)
    #expect(value("last.n", client)?.contains(#""value":0"#) == true)
    let told = try status(client)
    #expect(told["problems"]?.array?.map { $0["text"]?.string } == [reason])
    #expect(told["lastCrash"]?["names"] == ["slow"])
    #expect(told["journal"]?.string == directory.path + "/state/journal.sqlite")
    // It is still left out when nothing has changed, and is back with its value when it is declared anew.
    #expect(third.kill(SIGTERM) == 0)
    let fourth = try start(in: directory)
    #expect(fourth.waits(for: "ready") && fourth.output.contains(reason))
    let later = try fourth.connect()
    for source in ["isEndless = false", "let slow = Slow()"] {
      #expect(reply(later, request(1, "program.eval", ["source": .string(source)]))?.contains("result") == true)
    }
    #expect(value("slow.n", later)?.contains(#""value":7"#) == true)
    #expect(try status(later)["problems"] == nil)
    #expect(fourth.kill(SIGKILL) == -SIGKILL)
    let fifth = try start(in: directory)
    #expect(fifth.waits(for: "ready") && fifth.output.contains("evaluating 'slow'"))
    #expect(value("slow.n", try fifth.connect())?.contains(#""value":7"#) == true)
    #expect(fifth.kill(SIGTERM) == 0)
  }

  /// What a person does about it, as a session in a shell: `$ command`, what it prints, and how it ended if not well.
  @Test func theClientSaysWhatToDoAndDoesIt() throws {
    let directory = try prepare()
    for _ in 0..<2 { dies(try start(in: directory)) }
    let daemon = try start(in: directory)
    #expect(daemon.waits(for: "ready"))
    let commands = [
      "doctor", "source slow", "source nothing", "remove slow", "doctor", "remove slow", "get counter.n", "get slow.n",
    ]
    var session = ""
    for command in commands {
      let words = command.split(separator: " ").map(String.init)
      let run = try Tool.run(
        Tool.product("combinectl"), words + ["--no-spawn", "--color", "never", "--socket", directory.path + "/sock"])
      session += "$ combinectl \(command)\n\(run.output)" + (run.status == 0 ? "" : "[\(run.status)]\n")
    }
    // What differs from run to run.
    session = session.replacing(directory.path, with: "DIR")
      .replacing(/process \d+, since \S+/, with: "process PID, since THEN").replacing(/\d+ bytes/, with: "N bytes")
      .replacing(/rev \d+@\w+/, with: "rev N@EPOCH")
    #expect(
      session == """
        $ combinectl doctor
        daemon   answers: combined 0.1.0, process PID, since THEN
        journal  DIR/state/journal.sqlite, N bytes, rev N@EPOCH, all kept
        crash    input:12: the last start ended while 'slow' was evaluated; it is left out now
        problem  input:12:1: 'slow' was not evaluated, because the daemon ended twice in a row while it was; the declaration and its values are kept: declare it anew, also as it is, or remove it

        slow:
          to have it again: combinectl eval 'let slow = Slow()'
          to give it up:    combinectl remove slow
        [65]
        $ combinectl source slow
        let slow = Slow()
        $ combinectl source nothing
        error: Nothing is at 'nothing'
        hint: combinectl ls names what there is.
        [66]
        $ combinectl remove slow
        removed slow
        $ combinectl doctor
        daemon    answers: combined 0.1.0, process PID, since THEN
        journal   DIR/state/journal.sqlite, N bytes, rev N@EPOCH, all kept
        crash     input:12: the last start ended while 'slow' was evaluated; it is left out now
        declared  everything is there
        $ combinectl remove slow
        error: Nothing is at 'slow'
        hint: Did you mean 'Slow'?
        [66]
        $ combinectl get counter.n
        7
        $ combinectl get slow.n
        error: Nothing is at 'slow.n'
        hint: combinectl ls names what there is.
        [66]

        """)
    #expect(daemon.kill(SIGTERM) == 0)
  }

  @Test func aSafeStartEvaluatesNothing() throws {
    let directory = try prepare()
    let daemon = try start(in: directory, "--safe")
    #expect(daemon.waits(for: "ready") && !daemon.output.contains("evaluating"))
    #expect(daemon.output.contains("6 declarations were not evaluated, because the daemon was started with --safe"))
    let client = try daemon.connect()
    let source = client.ask(request(1, "program.source", ["name": "slow"]))
    #expect(source?.contains("let slow = Slow()") == true)
    #expect(client.nextLine()?.contains("6 declarations were not evaluated") == true, "a client is told")
    #expect(client.ask(request(2, "program.remove", ["name": "slow"]))?.contains(#""removed":["slow"]"#) == true)
    #expect(daemon.kill(SIGTERM) == 0)
    let again = try start(in: directory)
    #expect(again.waits(for: "ready") && !again.output.contains("not evaluated"))
    #expect(value("counter.n", try again.connect())?.contains(#""value":7"#) == true)
    #expect(again.kill(SIGTERM) == 0)
  }
}

/// A kept task or timer that ends the process some time after the start: nobody can say which.
@Suite(.serialized) struct CrashAfterStartTests {
  private func start(_ directory: TemporaryDirectory, _ environment: [String: String] = [:]) throws -> DaemonProcess {
    let daemon = try DaemonProcess(
      in: directory, environment: ["SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 })
    #expect(daemon.waits(for: "ready"))
    return daemon
  }

  private func status(_ daemon: DaemonProcess) throws -> (told: JSONValue, notices: [String]) {
    let client = try daemon.connect()
    let reply = client.ask(#"{"id":1,"method":"server.status"}"#) ?? "{}"
    let status = try #require(try JSONValue(parsing: reply)["result"])
    return (status, (status["problems"]?.array ?? []).map { _ in client.nextLine() ?? "" })
  }

  @Test func theSecondInARowLeavesEverythingOut() throws {
    let directory = TemporaryDirectory()
    let first = try start(directory)
    _ = try first.connect().ask(#"{"id":1,"method":"program.eval","params":{"source":"var kept = 7"}}"#)
    #expect(first.kill(SIGSEGV) == -SIGSEGV)
    let second = try start(directory)
    #expect(second.output.contains("warning: start:1:1: the last start ended with SIGSEGV, "), "\(second.output)")
    let (told, notices) = try status(second)
    let text = try #require(told["lastCrash"]?["text"]?.string)
    #expect(text.hasPrefix("the last start ended with SIGSEGV, ") && text.contains(" s after it had begun, in what "))
    #expect(text.hasSuffix("; after another time nothing is evaluated"))
    #expect(told["problems"]?.array == [try #require(told["lastCrash"])])
    #expect(notices.count == 1 && notices[0].contains(text))
    #expect(second.kill(SIGILL) == -SIGILL)

    let third = try start(directory)
    let omission =
      "1 declaration was not evaluated, because the daemon ended twice in a row within ten seconds of its start, in what "
      + "that had set off; it and its values are kept: see 'combinectl doctor', declare anew or remove what is to blame, "
      + "then start the daemon again: it tries all of them"
    #expect(third.output.contains(omission))
    let (safe, both) = try status(third)
    #expect(safe["problems"]?.array?.map { $0["names"] } == [["kept"], []])
    #expect(both.count == 2 && both[0].contains(omission) && both[1].contains("SIGILL"))
    #expect(both[1].contains("; nothing is evaluated now"))
    let doctor = try Tool.run(
      Tool.product("combinectl"), ["doctor", "--no-spawn", "--color", "never", "--socket", third.socket])
    #expect(doctor.status == 65 && doctor.output.contains("to give it up:    combinectl remove kept"))
    #expect(doctor.output.split(separator: "\n").count { $0.contains("SIGILL") } == 1, "told once")
    #expect(third.kill(SIGTERM) == 0)

    let fourth = try start(directory)
    #expect(!fourth.output.contains("warning"), "\(fourth.output)")
    let reply = try fourth.connect().ask(#"{"id":1,"method":"program.eval","params":{"source":"kept"}}"#)
    #expect(reply?.contains(#""value":7"#) == true, "everything is tried again: \(reply ?? "")")
    #expect(fourth.kill(SIGTERM) == 0)
  }

  @Test func aKillInBetweenIsNoneOfThem() throws {
    let directory = TemporaryDirectory()
    let first = try start(directory)
    _ = try first.connect().ask(#"{"id":1,"method":"program.eval","params":{"source":"var kept = 7"}}"#)
    for signal in [SIGABRT, SIGKILL, SIGBUS, SIGTERM, SIGFPE, SIGTRAP] {
      let daemon = signal == SIGABRT ? first : try start(directory)
      #expect(!daemon.output.contains("not evaluated"))
      #expect(daemon.kill(signal) == (signal == SIGTERM ? 0 : -signal))
    }
    #expect(try start(directory).output.contains("not evaluated"))
  }

  /// Swift prints the stack as if nobody else had asked for the signal. It takes the signal for a fault, which comes again
  /// and ends the process then: one that was sent does not.
  @Test func theBacktracerIsNotDisturbed() throws {
    let directory = TemporaryDirectory()
    let daemon = try start(
      directory, ["SWIFT_BACKTRACE": "enable=yes,interactive=no,color=no,threads=crashed,limit=4,images=none"])
    daemon.send(SIGSEGV)
    #expect(daemon.waits(for: "Backtrace took") && daemon.output.contains("Program crashed"), "\(daemon.output)")
    #expect(daemon.kill(SIGKILL) == -SIGKILL)
    let next = try start(directory)
    #expect(next.output.contains("the last start ended with SIGSEGV, "))
    #expect(next.kill(SIGTERM) == 0)
  }
}

/// The file by itself: which deaths count.
@Suite struct StartFileTests {
  private let records = (1...3).map {
    DeclarationRecord(order: $0, names: ["d\($0)"], file: "repl", line: $0, text: "let d\($0) = \($0)")
  }

  /// What the start does with each declaration: what it evaluates, until it dies of one of them or of what they set off.
  private func start(_ directory: TemporaryDirectory, dyingOf death: String? = nil, isSafe: Bool = false) -> String {
    let file = StartFile(in: directory.path, isSafe: isSafe)
    var done: [String] = []
    let evaluated = records.filter { file.omission(of: $0) == nil }
    for record in evaluated {
      done += record.names
      file.willEvaluate(record)
      if record.names == [death] { return done.joined(separator: " ") }
    }
    file.didEvaluate()
    if death == "turn" { return done.joined(separator: " ") }
    file.didSurvive()
    // What the handler of the signal writes.
    if let death, let milliseconds = ["early": 300, "late": 10_000][death], let crashes = file.crashDescriptor {
      let line = "11 \(milliseconds)\n"
      #expect(write(crashes, line, line.utf8.count) == line.utf8.count)
    } else {
      file.didEnd()
    }
    return done.joined(separator: " ")
  }

  @Test(arguments: [
    // Each word is a start and what it dies of; the next one evaluates what stands behind the arrow.
    ("", "d1 d2 d3"), ("d2", "d1 d2 d3"), ("d2 d2", "d1 d3"), ("d2 d3", "d1 d2 d3"), ("d2 - d2", "d1 d2 d3"),
    ("d2 d3 d2", "d1 d2 d3"), ("d2 d2 -", "d1 d3"), ("d2 d2 d3 d3", "d1"), ("d2 safe d2", "d1 d3"),
    ("turn", "d1 d2 d3"), ("turn turn", ""), ("turn turn -", "d1 d2 d3"), ("turn - turn", "d1 d2 d3"),
    ("turn d1 turn", "d1 d2 d3"), ("d2 d2 turn turn", ""), ("early", "d1 d2 d3"), ("early early", ""),
    ("early early -", "d1 d2 d3"), ("early early early", ""), ("early - early", "d1 d2 d3"),
    ("early late early", "d1 d2 d3"), ("late late", "d1 d2 d3"), ("early turn", ""), ("turn early", ""),
    ("early d1 early", "d1 d2 d3"), ("d2 early d2", "d1 d2 d3"), ("early safe early", ""),
  ])
  func theSameTwiceInARowIsLeftOut(deaths: String, evaluated: String) {
    let directory = TemporaryDirectory()
    for death in deaths.split(separator: " ") {
      _ = start(directory, dyingOf: death == "-" || death == "safe" ? nil : String(death), isSafe: death == "safe")
    }
    #expect(start(directory) == evaluated)
  }

  @Test func anotherTextIsAnotherDeclaration() {
    let directory = TemporaryDirectory()
    for _ in 0..<2 { _ = start(directory, dyingOf: "d2") }
    let file = StartFile(in: directory.path)
    #expect(file.omission(of: records[1]) != nil)
    var anew = records[1]
    anew.text += " + 0"
    #expect(file.omission(of: anew) == nil)
    file.stillOmitted([])
    #expect(start(directory) == "d1 d2 d3", "it was declared anew as it is")
  }

  @Test func itSaysWhatTheLastStartDiedOf() {
    let directory = TemporaryDirectory()
    func crash() -> String? {
      let file = StartFile(in: directory.path)
      for record in records { _ = file.omission(of: record) }
      return file.lastCrash.map { "\($0.fault.location) \($0.fault.message)" }
    }
    #expect(crash() == nil)
    _ = start(directory, dyingOf: "d2")
    #expect(
      crash()
        == "repl:2:1 the last start ended while 'd2' was evaluated; this may have had another reason, so it is evaluated once more"
    )
    _ = start(directory, dyingOf: "d2")
    #expect(crash() == "repl:2:1 the last start ended while 'd2' was evaluated; it is left out now")
    _ = start(directory)
    #expect(crash() == nil)
  }

  @Test(
    arguments: [
      (
        "early",
        "with SIGSEGV, 0.3 s after it had begun, in what declarations had set off or somebody had asked for; "
          + "after another time nothing is evaluated"
      ),
      (
        "early early",
        "with SIGSEGV, 0.3 s after it had begun, in what declarations had set off or somebody had asked for; "
          + "nothing is evaluated now"
      ),
      ("late", "with SIGSEGV, 10.0 s after it had begun"), ("early -", nil),
    ] as [(String, String?)])
  func itSaysWhichSignalItWas(ends: String, told: String?) {
    let directory = TemporaryDirectory()
    for end in ends.split(separator: " ") { _ = start(directory, dyingOf: end == "-" ? nil : String(end)) }
    #expect(StartFile(in: directory.path).lastCrash?.fault.message == told.map { "the last start ended " + $0 })
  }

  @Test func aFileThatIsDamagedIsNoObstacle() throws {
    let directory = TemporaryDirectory()
    try writeFile("nonsense\nrun\nout x y\nout 2\n\u{0}\nrun 2 be", to: directory.path + "/start")
    #expect(start(directory) == "d1 d2 d3")
    #expect(access(directory.path + "/start", F_OK) != 0, "nothing is left of it")
    for text in ["nonsense\n", "1 11\n", "x y z\n", "1 11 300", "\u{0}\n", "99999999999999999999 11 300\n"] {
      for _ in 0..<2 {
        try writeFile(text, to: directory.path + "/crash")
        #expect(start(directory) == "d1 d2 d3")
      }
    }
  }

  private func writeFile(_ text: String, to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    #expect(write(file, text, text.utf8.count) == text.utf8.count)
  }
}
