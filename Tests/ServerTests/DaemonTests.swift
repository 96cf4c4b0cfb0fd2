// The program: how it starts, what it refuses to start with, how it ends, and what is there when it comes back.
import Foundation
import TestSupport
import Testing

@testable import Server

@Suite(.serialized) struct DaemonTests {
  private let define =
    #"{"id":1,"method":"program.eval","params":{"source":"class Counter: ObservableObject {\n  @Published var n = 0\n}\nlet counter = Counter()"}}"#
  private let read = #"{"id":9,"method":"store.get","params":{"path":"counter.n"}}"#
  private func set(_ value: Int) -> String {
    #"{"id":2,"method":"store.set","params":{"path":"counter.n","value":\#(value)}}"#
  }
  private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  @Test func itStartsAnswersAndStopsInOrder() throws {
    let directory = TemporaryDirectory()
    let daemon = try DaemonProcess(in: directory)
    #expect(daemon.waits(for: " notice: ready socket=\(daemon.socket) rev=0\n"))
    let client = try daemon.connect()
    #expect(client.ask(#"{"id":1,"method":"session.ping"}"#) == #"{"id":1,"result":{}}"#)
    #expect(daemon.kill(SIGTERM) == 0)
    #expect(client.nextLine() == #"{"method":"session.notice","params":{"type":"shutdown","graceMs":1000}}"#)
    #expect(client.nextLine() == nil)
    #expect(daemon.output.contains(" notice: stopped rev=0\n"))
    #expect(!exists(daemon.socket) && exists(directory.path + "/state/journal.sqlite"))
  }

  /// A signal that comes while the program begins again is looked at in the middle of that, when nobody is there to be stopped.
  @Test func aSignalDuringTheStartIsNotLost() throws {
    let directory = TemporaryDirectory()
    let first = try DaemonProcess(in: directory)
    first.waits(for: "ready")
    let slow =
      #"{"id":1,"method":"program.eval","params":{"source":"let slow = (0..<600_000).reduce(0) { $0 &+ $1 }"}}"#
    #expect(try first.connect().ask(slow)?.contains("result") == true)
    #expect(first.kill(SIGTERM) == 0 && !exists(first.socket))
    let second = try DaemonProcess(in: directory)
    // Bound before anything is evaluated.
    while !exists(second.socket) { sched_yield() }
    second.send(SIGTERM)
    if second.waits(for: "ready") {
      Issue.record("it has not heard of it")
      second.send(SIGTERM)
    }
    #expect(second.ends() == 0)
  }

  @Test func aClientCanStopIt() throws {
    let directory = TemporaryDirectory()
    let daemon = try DaemonProcess(in: directory)
    daemon.waits(for: "ready")
    #expect(try daemon.connect().ask(#"{"id":1,"method":"server.shutdown"}"#) == #"{"id":1,"result":{"rev":0}}"#)
    #expect(daemon.ends() == 0)
  }

  @Test func whatWasAcknowledgedIsThereAfterAKillAndTheSocketIsTakenOver() throws {
    let directory = TemporaryDirectory()
    var values = [7]
    for round in 0..<3 {
      let daemon = try DaemonProcess(in: directory)
      #expect(daemon.waits(for: "ready"))
      let client = try daemon.connect()
      if round == 0 {
        _ = client.ask(define)
      } else {
        #expect(client.ask(read)?.contains("\"value\":\(values.last!),") == true)
      }
      values.append(round * 10 + 1)
      #expect(client.ask(set(values.last!))?.contains("\"changed\":true") == true)
      #expect(daemon.kill(SIGKILL) == -SIGKILL)
      #expect(exists(daemon.socket), "a killed daemon leaves its socket")
    }
  }

  @Test func thereIsOneDaemonForASocketAndOneForAStateDirectory() throws {
    let directory = TemporaryDirectory()
    let first = try DaemonProcess(in: directory)
    #expect(first.waits(for: "ready"))
    let second = try DaemonProcess(in: directory)
    #expect(second.ends() == 75)
    #expect(second.output.hasPrefix("combined: Another combined is running here, process "))
    let third = try DaemonProcess(in: directory, socket: "other")
    #expect(third.ends() == 75)
    #expect(third.output.hasPrefix("combined: The journal is in use by another process · "))
    #expect(!exists(third.socket))
    #expect(try first.connect().ask(#"{"id":1,"method":"session.ping"}"#) == #"{"id":1,"result":{}}"#)
    #expect(first.kill(SIGINT) == 0)
  }

  @Test func environmentSaysWhereThingsAre() throws {
    let directory = TemporaryDirectory()
    let daemon = try DaemonProcess(
      in: directory, arguments: [],
      environment: ["COMBINED_SOCKET": directory.path + "/sock", "XDG_STATE_HOME": directory.path + "/a/b"])
    #expect(daemon.waits(for: "ready socket=\(directory.path)/sock"))
    #expect(exists(directory.path + "/a/b/combined/journal.sqlite"))
    #expect(daemon.kill(SIGTERM) == 0)
  }

  @Test func anEphemeralOneKeepsNothing() throws {
    let directory = TemporaryDirectory()
    let daemon = try DaemonProcess(
      in: directory, arguments: ["--ephemeral", "--socket=" + directory.path + "/sock"],
      environment: ["XDG_STATE_HOME": directory.path + "/state"])
    daemon.waits(for: "ready")
    _ = try daemon.connect().ask(define)
    #expect(daemon.kill(SIGTERM) == 0)
    #expect(!exists(directory.path + "/state"))
  }

  @Test(
    arguments: [
      (["--sokcet", "x"], 64, "combined: '--sokcet' is not an option. Try 'combined --help'.\n"),
      (["--version"], 0, "combined \(Server.version)\n"),
      (
        ["--socket", "/tmp/" + String(repeating: "x", count: 120), "--ephemeral"], 73,
        "combined: The socket path has 125 bytes"
      ),
      (
        ["--ephemeral", "--socket", "/proc/nowhere/sock"], 73,
        "combined: The socket could not be made: mkdir /proc/nowhere: "
      ),
    ] as [([String], Int32, String)])
  func itSaysWhyItDoesNotStart(arguments: [String], status: Int32, output: String) throws {
    let daemon = try DaemonProcess(in: TemporaryDirectory(), arguments: arguments)
    #expect(daemon.ends() == status)
    #expect(daemon.output.hasPrefix(output))
  }

  @Test func aStateThatIsNoDirectoryIsNamed() throws {
    let directory = TemporaryDirectory()
    let daemon = try DaemonProcess(
      in: directory, arguments: ["--socket", directory.path + "/s", "--state", "/dev/null/x"])
    #expect(daemon.ends() == 74)
    #expect(daemon.output.hasPrefix("combined: The state directory cannot be made: mkdir /dev/null"))
    #expect(!exists(directory.path + "/s"))
  }

  @Test(arguments: ["journal.sqlite-wal", "start", "start.new"], [true, false])
  func whatIsNoFileInTheStateIsNamed(name: String, isDirectory: Bool) throws {
    let directory = TemporaryDirectory()
    let file = directory.path + "/state/" + name
    #expect(mkdir(directory.path + "/state", 0o700) == 0)
    #expect((isDirectory ? mkdir(file, 0o700) : mkfifo(file, 0o600)) == 0)
    let daemon = try DaemonProcess(in: directory)
    // Nothing but a message is waited for: it would wait for a FIFO for ever.
    #expect(daemon.waits(for: "\n"))
    let what = isDirectory ? "it is a directory" : "it is no file"
    #expect(daemon.output.hasPrefix("combined: The journal cannot be opened: \(what) · \(file) · "), "\(daemon.output)")
    #expect(daemon.ends() == 74)
  }

  /// As a full disk: the write is refused, and what was acknowledged is there.
  @Test func aFileThatMayNotGrowIsARefusal() throws {
    let directory = TemporaryDirectory()
    // Blocks of 512 bytes.
    let daemon = try DaemonProcess(in: directory, wrapper: "ulimit -f 400;")
    #expect(daemon.waits(for: "ready"))
    let client = try daemon.connect()
    _ = client.ask(
      #"{"id":1,"method":"program.eval","params":{"source":"class S: ObservableObject { @Published var t = \"\" }\nlet s = S()"}}"#
    )
    let text = String(repeating: "x", count: 20_000)
    var refusal: String?
    var kept = 0
    while refusal == nil, kept < 40 {
      let reply = client.ask(
        #"{"id":2,"method":"store.set","params":{"path":"s.t","value":"\#(text)\#(kept + 1)"}}"#)
      if reply?.contains(#""result""#) == true { kept += 1 } else { refusal = reply ?? "the end" }
    }
    #expect(refusal?.contains("The daemon accepts nothing any more: The journal cannot be read or written") == true)
    #expect(daemon.kill(SIGKILL) == -SIGKILL)
    let again = try DaemonProcess(in: directory)
    #expect(again.waits(for: "ready"))
    let reply = try again.connect().ask(#"{"id":9,"method":"store.get","params":{"path":"s.t"}}"#)
    #expect(reply?.contains(#"x\#(kept)""#) == true)
    #expect(again.kill(SIGTERM) == 0)
  }

  /// What needed a larger limit to be evaluated needs it again.
  @Test func limitsHoldFromTheStart() throws {
    let directory = TemporaryDirectory()
    let arguments = [
      "--socket", directory.path + "/sock", "--state", directory.path + "/state", "--limit", "calls=2000",
    ]
    let source =
      "class Deep: ObservableObject { init() { print(down(1000)) } }\\nfunc down(_ n: Int) -> Int { n == 0 ? 0 : 1 + down(n - 1) }\\nlet depth = Deep()"
    var reply: String?
    for request in [#""method":"program.eval","params":{"source":"\#(source)"}"#, #""method":"server.status""#] {
      let daemon = try DaemonProcess(in: directory, arguments: arguments)
      #expect(daemon.waits(for: "ready"))
      reply = try daemon.connect().ask(#"{"id":1,\#(request)}"#)
      #expect(reply?.contains("\"result\"") == true)
      #expect(daemon.kill(SIGTERM) == 0)
    }
    #expect(reply?.contains("could not be evaluated") == false)
  }

  /// What this process ignores its children do not.
  @Test func commandsHaveTheUsualSignals() throws {
    let directory = TemporaryDirectory()
    let daemon = try DaemonProcess(
      in: directory, arguments: ["--socket", directory.path + "/sock", "--ephemeral", "--allow", "run"])
    #expect(daemon.waits(for: "ready"))
    for number in [SIGUSR1, SIGUSR2, SIGPIPE, SIGXFSZ] { daemon.send(number) }
    let source =
      #"for try await line in Command(\"grep -e SigIgn -e SigBlk /proc/self/status\").lines.values { print(line) }"#
    let client = try daemon.connect()
    client.send(#"{"id":1,"method":"program.eval","params":{"source":"\#(source)"}}"#)
    for name in ["SigBlk", "SigIgn"] {
      let line = client.nextLine() ?? "the end"
      // The C library keeps 32 and 33 to itself, whoever ignores them.
      #expect(line.contains(name + ":") && line.contains(#"0000000""#), "\(line)")
    }
    #expect(daemon.kill(SIGTERM) == 0)
  }

  /// A pipe whose reader has gone to sleep is full after a while; the lines after that are lost, and it is told how many.
  @Test func nobodyWaitsForWhoReadsTheLog() throws {
    let directory = TemporaryDirectory()
    let daemon = try DaemonProcess(
      in: directory, arguments: ["--socket", directory.path + "/sock", "--ephemeral", "--log", "info"])
    #expect(daemon.waits(for: "ready"))
    let client = try daemon.connect()
    // Each leaves a line.
    for _ in 1...2_000 { client.send(#"{"method":"store.set","params":{"path":"nothing.there","value":1}}"#) }
    try #require(client.ask(#"{"id":1,"method":"session.ping"}"#) == #"{"id":1,"result":{}}"#)
    daemon.readWhatIsThere()
    _ = try daemon.connect().ask(#"{"id":1,"method":"session.ping"}"#)
    #expect(daemon.waits(for: "nobody read the log, lost lines="))
    #expect(daemon.kill(SIGTERM) == 0)
  }

  @Test func whoRunsOutOfDescriptorsSaysSo() throws {
    let directory = TemporaryDirectory()
    let daemon = try DaemonProcess(in: directory, wrapper: "ulimit -n 40;")
    #expect(daemon.waits(for: "ready"))
    let clients = try (0..<60).map { _ in try daemon.connect() }
    #expect(daemon.waits(for: "a connection could not be taken error=accept4: Too many open files sofar=1\n"))
    #expect(clients[0].ask(#"{"id":1,"method":"session.ping"}"#) == #"{"id":1,"result":{}}"#)
    #expect(daemon.kill(SIGTERM) == 0)
    #expect(daemon.output.split(separator: "\n").count { $0.contains("could not be taken") } < 8)
  }

  /// Secrets stay out of what is left of a process that dies.
  @Test(arguments: [SIGSEGV, SIGABRT]) func whoKeepsSecretsLeavesNoImageOfItsMemory(signal: Int32) throws {
    let directory = TemporaryDirectory()
    func death(_ arguments: [String], backtrace: Bool) throws -> DaemonProcess {
      let daemon = try DaemonProcess(
        in: directory, arguments: ["--socket", directory.path + "/sock", "--ephemeral"] + arguments,
        environment: ["SWIFT_BACKTRACE": "enable=" + (backtrace ? "yes" : "no")],
        wrapper: "ulimit -c unlimited; cd \(directory.path);")
      #expect(daemon.waits(for: "ready"))
      #expect(daemon.kill(signal) == -signal)
      return daemon
    }
    let secretive = try death(["--secret", "**.password"], backtrace: true)
    #expect(!secretive.leftCore && !secretive.output.contains("Registers:"), "\(secretive.output)")
    // Where the system gives cores away it says nothing of them.
    let pattern = try String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8)
    #expect(try pattern.hasPrefix("|") || death([], backtrace: false).leftCore)
  }

  /// Whoever starts it again, a client for instance, does not know what was secret.
  @Test func whatIsSecretStaysSoAtLaterStarts() throws {
    let directory = TemporaryDirectory()
    let places = ["--socket", directory.path + "/sock", "--state", directory.path + "/state"]
    func password(_ more: [String], asking first: [String] = [], warning: String? = nil) throws -> String {
      let daemon = try DaemonProcess(in: directory, arguments: places + more)
      if let warning { #expect(daemon.waits(for: warning)) }
      #expect(daemon.waits(for: "ready"))
      let client = try daemon.connect()
      for line in first { _ = client.ask(line) }
      let answer = client.ask(#"{"id":2,"method":"store.get","params":{"path":"login.password"}}"#)
      #expect(daemon.kill(SIGKILL) == -SIGKILL)
      return answer ?? ""
    }
    let source = #"class Login: ObservableObject { @Published var password = \"hunter2\" }\nlet login = Login()"#
    let declaring = #"{"id":1,"method":"program.eval","params":{"source":"\#(source)"}}"#
    #expect(try password(["--secret", "**.password"], asking: [declaring]).contains("$secret"))
    #expect(try password([]).contains("$secret"))
    #expect(
      try password(["--secret", "**.token"], warning: "no longer secret patterns=**.password").contains("hunter2"))
    #expect(try password(["--secret", "login"]).contains("$secret"))
    #expect(try password(["--no-secrets"]).contains("hunter2"))
    #expect(try password([]).contains("hunter2"))
  }

  @Test func aServiceManagersSocketIsUsedAndItIsToldWhenWeAreReady() throws {
    let directory = TemporaryDirectory()
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let notified = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer { for fd in [listener, notified] { close(fd) } }
    try bind(listener, to: directory.path + "/handed-over")
    listen(listener, 8)
    try bind(notified, to: directory.path + "/notify")
    let daemon = try DaemonProcess(
      in: directory, socket: "handed-over", arguments: ["--ephemeral"],
      environment: ["LISTEN_FDS": "1", "NOTIFY_SOCKET": directory.path + "/notify"],
      wrapper: "LISTEN_PID=$$; export LISTEN_PID;", inherited: listener)
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = recv(notified, &buffer, buffer.count, 0)
    #expect(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self) == "READY=1")
    #expect(try daemon.connect().ask(#"{"id":1,"method":"session.ping"}"#) == #"{"id":1,"result":{}}"#)
    #expect(daemon.kill(SIGTERM) == 0)
    #expect(exists(directory.path + "/handed-over"), "it is the manager's")
    let last = recv(notified, &buffer, buffer.count, 0)
    #expect(String(decoding: buffer.prefix(max(0, last)), as: UTF8.self) == "STOPPING=1")
  }

  /// The manager that is to end a daemon which does not answer is told that this one does.
  @Test func aServiceManagersWatchdogIsTold() throws {
    let directory = TemporaryDirectory()
    let notified = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(notified) }
    try bind(notified, to: directory.path + "/notify")
    let daemon = try DaemonProcess(
      in: directory, arguments: ["--socket", directory.path + "/sock", "--ephemeral"],
      environment: ["WATCHDOG_USEC": "60000000", "NOTIFY_SOCKET": directory.path + "/notify"])
    var words: Set<String> = []
    var buffer = [UInt8](repeating: 0, count: 64)
    while words.count < 2 {
      let count = recv(notified, &buffer, buffer.count, 0)
      words.insert(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self))
    }
    #expect(words == ["READY=1", "WATCHDOG=1"])
    #expect(daemon.kill(SIGTERM) == 0)
  }

  private func bind(_ fd: Int32, to path: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
  }
}
