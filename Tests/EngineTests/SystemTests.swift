import Language
import Testing

@testable import Engine

/// Files and commands that do what the test says.
private final class ScriptedSystem: System {
  let memoryInUse = 0
  func giveBackMemory() {}
  final class Work: LineWork {
    let source: LineSource
    var receive: (LineEvent) -> Void
    var asked: [Int?] = []
    var isCancelled = false

    init(_ source: LineSource, _ receive: @escaping (LineEvent) -> Void) {
      self.source = source
      self.receive = receive
    }

    func request(_ lines: Int?) { asked.append(lines) }
    func cancel() { isCancelled = true }
  }

  var denied: Set<Access> = []
  var works: [Work] = []
  var effects: [Effect] = []
  var failures: [(String) -> Void] = []

  func allows(_ access: Access) -> Bool { !denied.contains(access) }

  func lines(of source: LineSource, _ receive: @escaping (LineEvent) -> Void) -> any LineWork {
    works.append(Work(source, receive))
    return works[works.count - 1]
  }

  func perform(_ effect: Effect, failed: @escaping (String) -> Void) {
    effects.append(effect)
    failures.append(failed)
  }
}

@Suite struct SystemTests {
  private func world(_ source: String = "", denying denied: Access...) throws -> (World, ScriptedSystem) {
    let world = try World()
    let system = ScriptedSystem()
    system.denied = Set(denied)
    world.engine.outside.system = system
    if !source.isEmpty { try world.eval(source) }
    return (world, system)
  }

  private static let log = """
    import Combine
    class Log: ObservableObject {
      @Published var last = ""
      @Published var count = 0
      init() {
        let lines = File("/var/log/app.log").lines.share()
        lines.assign(to: &$last)
        lines.scan(0) { n, _ in n + 1 }.assign(to: &$count)
      }
    }
    let log = Log()
    """

  @Test func eachLineIsACommitWithItsKindAsCause() throws {
    let (world, system) = try world(Self.log)
    try world.watch("log.*", mode: .every, snapshot: false)
    _ = world.events()
    #expect(system.works.map(\.source) == [.file(path: "/var/log/app.log", onlyNew: false)])
    let work = try #require(system.works.first)
    #expect(work.asked == [nil])
    work.receive(.line("one"))
    work.receive(.line("two"))
    #expect(
      world.events() == ["w change@2 log.last='one' log.count=1", "w change@3 log.last='two' log.count=2"])
    try world.engine.flush()
    #expect(world.storage.history.last?.cause.by == "file")
  }

  @Test func whatIsAskedForIsPassedOn() throws {
    let (world, system) = try world(
      """
      import Combine
      let some = Command("yes").lines.prefix(2).sink { _ in } receiveValue: { print($0) }
      """)
    let work = try #require(system.works.first)
    #expect(work.source == .command(["yes"]))
    work.receive(.line("y"))
    #expect(!work.isCancelled)
    work.receive(.line("y"))
    #expect(work.isCancelled)
    #expect(world.notices() == ["print y", "print y", "some finished "])
  }

  @Test func aCommandThatFailsIsStartedAgainByRetry() throws {
    let (world, system) = try world(
      """
      import Combine
      let job = Command("backup", "--all files").lines.retry(1).sink(
        receiveCompletion: {
          if case .failure(let error) = $0 { print(error.status, error.standardError, error.command, "·", error) }
        }, receiveValue: { print($0) })
      """)
    #expect(system.works.map(\.source) == [.command(["backup", "--all files"])])
    system.works[0].receive(.line("a"))
    system.works[0].receive(.failed(CommandFailure(status: 1, standardError: "once")))
    #expect(system.works.count == 2)
    system.works[1].receive(.failed(CommandFailure(status: 130, standardError: "twice")))
    #expect(
      world.notices() == [
        "print a",
        "print 130 twice backup --all files · 'backup --all files' ended with status 130: twice",
        "job finished ",
      ])
    #expect(system.works.count == 2)
  }

  @Test func cancellingAndForgettingEndTheWork() throws {
    let (world, system) = try world("let token = Command(\"vmstat 1\").lines.sink { _ in } receiveValue: { print($0) }")
    try world.eval("token.cancel()")
    #expect(system.works.map(\.isCancelled) == [true])
    system.works[0].receive(.line("late"))
    #expect(world.notices().isEmpty)
    try world.eval("Command(\"vmstat 1\").lines.sink { _ in } receiveValue: { print($0) }")
    world.engine.closeSession("c1")
    #expect(system.works.map(\.isCancelled) == [true, true])
  }

  @Test func effectsWaitForTheJournal() throws {
    let (world, system) = try world(
      """
      import Combine
      class Door: ObservableObject { @Published var opened = 0 }
      let door = Door()
      let log = door.$opened.dropFirst().sink { n in
        File("/tmp/doors").append("opened \\(n)")
        run("notify-send", "door", "\\(n)")
      }
      """)
    try world.set("door.opened", .int(1))
    #expect(system.effects.isEmpty)
    try world.engine.flush()
    #expect(
      system.effects == [
        .append(line: "opened 1", path: "/tmp/doors"), .run(["notify-send", "door", "1"]),
      ])
    system.failures[1]("no display")
    #expect(world.notices() == ["test:6:3 trouble no display"])
    try world.set("door.opened", .int(2))
    world.storage.failure = DiskFull()
    #expect(throws: EngineError.self) { try world.engine.flush() }
    #expect(system.effects.count == 2)
  }

  @Test func whatIsTakenBackHasNoEffects() throws {
    let (world, system) = try world()
    #expect(throws: (any Error).self) {
      try world.engine.evaluate(
        SourceText(file: "test", text: "run(\"beep\")\nlet none: Int? = nil\nprint(none!)"), session: "c1")
    }
    try world.eval("run(\"boop\")")
    try world.engine.flush()
    #expect(system.effects.last == .run(["boop"]))
  }

  @Test(arguments: [
    ("File(\"/etc/passwd\").lines.sink { print($0) }", Access.read(path: "/etc/passwd"), "--allow read=/etc"),
    ("File(\"/etc/motd\").append(\"x\")", .write(path: "/etc/motd"), "--allow write=/etc"),
    ("Command(\"vmstat 1\").lines", .run(program: "vmstat"), "--allow run or --allow run=vmstat"),
    ("run(\"reboot\")", .run(program: "reboot"), "--allow run"),
  ])
  func whatIsNotGrantedIsRefusedWhereItStands(_ source: String, _ access: Access, _ option: String) throws {
    let (world, system) = try world(denying: access)
    do {
      _ = try world.engine.evaluate(SourceText(file: "test", text: "import Combine\n" + source), session: "c1")
      Issue.record("it was not refused")
    } catch {
      #expect("\(error)".contains("start the daemon with \(option)"), "\(error)")
      #expect("\(error)".contains("test:2") || "\(error)".contains("line: 2"), "\(error)")
    }
    #expect(system.works.isEmpty && system.effects.isEmpty)
  }

  @Test func withoutASystemNothingIsGranted() throws {
    let world = try World()
    #expect(throws: (any Error).self) {
      try world.engine.evaluate(SourceText(file: "test", text: "run(\"true\")"), session: "c1")
    }
  }

  @Test func troubleIsToldAndTheSourceGoesOn() throws {
    let (world, system) = try world("import Combine\nlet all = File(\"/x/y\").newLines.sink { print($0) }")
    #expect(system.works[0].source == .file(path: "/x/y", onlyNew: true))
    system.works[0].receive(.trouble("'/x/y' cannot be read: Permission denied"))
    system.works[0].receive(.line("now"))
    #expect(
      world.notices() == ["test:2:24 trouble '/x/y' cannot be read: Permission denied", "print now"])
  }

  @Test func onVirtualTimeLinesArriveAtTheTimeThatItIs() throws {
    let (world, system) = try world(
      """
      import Combine
      import Foundation
      let calm = File("/x").lines.debounce(for: .seconds(1), scheduler: DispatchQueue.main).sink { print($0) }
      """)
    world.engine.advance(to: 5_000_000_000)
    system.works[0].receive(.line("a"))
    system.works[0].receive(.line("b"))
    world.engine.advance(to: 5_999_999_999)
    #expect(world.notices().isEmpty)
    world.engine.advance(to: 6_000_000_000)
    #expect(world.notices() == ["print b"])
  }

  @Test func aProgramsOwnNamesComeFirst() throws {
    let (world, system) = try world(
      """
      struct File { let name: String }
      struct Command { var lines: [String] { ["mine"] } }
      func run(_ what: String) { print("own", what) }
      print(File(name: "f").name, Command().lines)
      run("x")
      """)
    _ = world
    #expect(system.effects.isEmpty)
  }

  @Test(arguments: [
    ("vmstat 1", ["vmstat", "1"]), ("  a  'b c'  \"d \\\" e\" ", ["a", "b c", "d \" e"]), ("a\\ b", ["a b"]),
    ("a ''", ["a", ""]), ("x'y'z", ["xyz"]), ("grep '|' f", ["grep", "|", "f"]),
  ])
  func aCommandLineIsSplitAsAShellWould(_ line: String, _ words: [String]) throws {
    let (world, system) = try world()
    try world.eval("import Combine\nlet c = Command(#\"\(line)\"#).lines.sink { _ in } receiveValue: { _ in }")
    #expect(system.works.map(\.source) == [.command(words)])
  }

  @Test(arguments: ["", "  ", "a | b", "a > b", "echo $HOME", "a 'b", "a \\"])
  func whatNeedsAShellIsRefused(_ line: String) throws {
    let (world, _) = try world()
    #expect(throws: (any Error).self) {
      try world.engine.evaluate(SourceText(file: "test", text: "let c = Command(##\"\(line)\"##)"), session: "c1")
    }
  }
}
