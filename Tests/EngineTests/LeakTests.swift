// Nothing is kept of what is over: the bytes in use stay as they are, however often something is done. `make leaks` is the
// long form, against the daemon and for every method.
import CLinux
import Foundation
import Language
import Testing

@testable import Engine

/// Something that can be done again and again, and leaves the world as it was.
private struct Deed {
  let name: String
  /// Its result is kept for the session as `$R0` on purpose.
  let hasResult: Bool
  let act: (World, Int) throws -> Void

  init(_ name: String, hasResult: Bool = false, _ act: @escaping (World, Int) throws -> Void) {
    self.name = name
    self.hasResult = hasResult
    self.act = act
  }
}

@Suite struct LeakTests {
  private static let form = """
    import Combine
    class Form: ObservableObject {
      @Published var name = ""
      @Published var count = 0
      var bag: Set<AnyCancellable> = []
      init() {
        $name.map { $0.count }.assign(to: &$count)
        $name.debounce(for: 1, scheduler: RunLoop.main).sink { [weak self] _ in self?.count += 1 }.store(in: &bag)
      }
      func twice(_ n: Int) -> Int { n * 2 }
      func later() async -> Int { try? await Task.sleep(for: .seconds(1)); return 1 }
      func sum(_ n: Int, _ m: Int) -> Int { n + m }
      func long() async -> String {
        try? await Task.sleep(for: .seconds(1))
        return String(repeating: "x", count: 5000)
      }
    }
    func fib(_ n: Int) -> Int { n < 2 ? n : fib(n - 1) + fib(n - 2) }
    let form = Form()
    // What would hold itself for ever in compiled Swift, too: it is one object for each program, and must not be the program.
    class Held: ObservableObject {
      static let shared = Held()
      @Published var n = 0
      var timer: Timer?
      var again: (() -> Void)?
      var others: [Held] = []
      init() {
        timer = Timer.scheduledTimer(withTimeInterval: 60, repeats: true) { [weak self] _ in self?.n += 1 }
        again = { self.n += 1 }
        others = [self]
      }
    }
    let held = Held()
    let alone = Timer.scheduledTimer(withTimeInterval: 60, repeats: false) { _ in }
    _ = Held.shared
    @Observable class Seen {
      var n = 0
      init() { track() }
      func track() { withObservationTracking { _ = n } onChange: { Task { self.track() } } }
    }
    let seen = Seen()
    // Nothing leads to these but they themselves, or a closure.
    class Lost {
      var me: (() -> Void)?
      init() { me = { _ = self } }
    }
    class Tied: ObservableObject {
      @Published var count = 0
      init() {
        _ = Lost()
        var again: (() -> Void)?
        again = { [unowned self] in
          self.count += 1
          if self.count < 3 { again?() }
        }
        again?()
      }
    }
    let tied = Tied()
    let way = { let lost = Lost(); return { lost.me == nil } }()
    struct Undescribed: CustomStringConvertible { var description: String { fatalError("never") } }
    func fails() -> Int { fatalError("never") }
    """

  private static var deeds: [Deed] {
    [
      Deed("eval of an expression", hasResult: true) { world, _ in try world.eval("fib(3)", session: "s") },
      Deed("eval of a closure", hasResult: true) { world, n in
        try world.eval("[1, \(n % 9)].map { $0 + 1 }.filter { $0 > 1 }", session: "s")
      },
      Deed("eval that is refused") { world, _ in
        _ = try? world.engine.evaluate(SourceText(file: "t", text: "let x: Int = form.nam"), session: "s")
      },
      Deed("eval of a class that is refused") { world, _ in
        _ = try? world.engine.evaluate(
          SourceText(file: "t", text: "class X { let y: Int; func f() -> X { self } }"), session: "s")
      },
      Deed("eval with a local function") { world, _ in
        try world.eval("do { func f(_ n: Int) -> Int { n + 1 }; print(f(3)) }", session: "s")
      },
      Deed("eval with local functions that call themselves and each other") { world, _ in
        try world.eval(
          """
          do {
            var calls = 0
            func fib(_ n: Int) -> Int { calls += 1; return n < 2 ? n : fib(n - 1) + fib(n - 2) }
            func even(_ n: Int) -> Bool { n == 0 || odd(n - 1) }
            func odd(_ n: Int) -> Bool { n != 0 && even(n - 1) }
            print([1, 2, 3].map { fib($0) }, even(4), calls)
          }
          """, session: "s")
      },
      Deed("eval of a pipeline", hasResult: true) { world, _ in
        try world.eval("form.$name.map { $0.count }.sink { print($0) }", session: "s")
      },
      Deed("eval with await") { world, _ in
        world.engine.evaluate([SourceText(file: "t", text: "_ = await Task { 1 }.value")], session: "s") { _ in }
      },
      Deed("set") { world, n in try world.set("form.name", .string("\(n % 10)")) },
      Deed("call") { world, _ in _ = world.engine.call("form.twice", .list([.int(2)]), .init(session: "s")) { _ in } },
      Deed("call that waits") { world, _ in _ = world.engine.call("form.later", nil, .init(session: "s")) { _ in } },
      Deed("call that is cancelled by all who joined it") { world, _ in
        let leave = (1...2).map { _ in
          world.engine.call("form.long", nil, .init(session: "s"), isSingleFlight: true) { _ in }
        }
        for leave in leave { leave?() }
      },
      Deed("call that does not fit") { world, _ in
        _ = world.engine.call("form.sum", .list([.int(2), .string("x")]), .init(session: "s")) { _ in }
      },
      Deed("eval that is cancelled") { world, _ in
        world.engine.evaluate([SourceText(file: "t", text: "await form.long()")], session: "s") { _ in }?.cancel()
      },
      Deed("eval of a value whose description fails") { world, _ in
        world.engine.evaluate([SourceText(file: "t", text: "Undescribed()")], session: "s") { _ in }
      },
      Deed("a value that is not there in the end") { world, _ in
        world.engine.evaluate([SourceText(file: "t", text: "let absent: Int = fails()")], session: "s") { _ in }
      },
      Deed("sub.open with a publisher") { world, _ in
        _ = try world.engine.delivery.open(
          name: "p", session: "s",
          SubscriptionOptions(paths: [], mode: .every) |> { $0.publisher = "form.$name.map { $0.count }" })
        try world.engine.delivery.close(name: "p", session: "s")
      },
      Deed("sub.open with a condition") { world, _ in
        _ = try world.engine.delivery.open(
          name: "p", session: "s", SubscriptionOptions(paths: ["form.name"]) |> { $0.condition = "value.count > 3" })
        try world.engine.delivery.close(name: "p", session: "s")
      },
      Deed("wait with a condition") { world, n in
        _ = try world.engine.delivery.wait(
          path: "form.name", condition: "value.count == 99 || true", session: "s", timeout: nil
        ) { _ in }
      },
      Deed("wait that is given up") { world, n in
        try world.engine.delivery.wait(path: "form.name", condition: "value.count == 99", session: "s", timeout: 1000) {
          _ in
        }()
      },
      Deed("wait of a session that closes") { world, n in
        _ = try world.engine.delivery.wait(
          path: "form.name", condition: "value.count == 99", session: "s", timeout: 1000
        ) { _ in
        }
      },
      Deed("redefinition") { world, n in try world.eval("let k = \(n)", session: "s") },
      Deed("redefinition of a class") { world, n in
        try world.eval("class Small { var n = \(n); func me() -> Small { self } }", session: "s")
      },
      Deed("pipe.define and remove") { world, _ in
        _ = try world.engine.pipelines.define(
          "late", source: "form.$name.map { $0.count }.sink { print($0) }", session: "s", request: nil)
        try world.engine.pipelines.remove("late", session: "s")
      },
      Deed("a namespace") { world, _ in
        _ = try world.engine.evaluate(SourceText(file: "t", text: "let x = 1"), in: "red", session: "s")
        _ = try world.engine.removeDeclaration("x", in: "red", session: "s")
      },
      Deed("check") { world, _ in
        _ = try world.engine.check([SourceText(file: "t", text: "class Y { var n = 1 }\nY().n")], session: "s") { _ in }
      },
      Deed("complete") { world, _ in
        _ = try world.engine.complete(SourceText(file: "t", text: "form.na"), offset: 7, session: "s") { _ in }
      },
      Deed("reset") { world, _ in _ = try world.engine.reset("form.name", .init(session: "s")) },
    ]
  }

  /// In a process of its own, where nobody else allocates.
  @Test func nothingIsKept() async {
    let run = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      for line in try LeakTests.leaking() { FileHandle.standardError.write(Data((line + "\n").utf8)) }
    }
    let kept = run.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(kept == "", "what is kept each time")
  }

  /// Programs that go on for ever by themselves: after a thousand commits they have what they had before. In a process for
  /// each; on virtual time.
  @Test(.serialized, arguments: runningPrograms) func whatGoesOnKeepsNothingOfItsPast(_ name: String) async {
    let run = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { [name] in
      let (bytes, commits) = try LeakTests.keptByRunning(name)
      if bytes > LeakTests.noise || commits < 1000 && name != LeakTests.withoutCommits {
        FileHandle.standardError.write(Data("\(bytes) bytes a commit, \(commits) commits".utf8))
      }
    }
    let kept = run.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(kept == "", "what \(name) keeps")
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Leaks/Running")
    .standardizedFileURL
  private static let runningPrograms = (try? FileManager.default.contentsOfDirectory(atPath: folder.path))!.sorted()
  /// What it sets is again what it was, by the end of each activation.
  private static let withoutCommits = "names-replaced.swift"

  /// How many bytes a commit the program keeps, and how many commits were looked at.
  private static func keptByRunning(_ name: String) throws -> (bytes: Int, commits: Int) {
    var limits = Engine.Limits()
    limits.commitsInMemory = 8
    let storage = MemoryStorage()
    storage.retention = 8
    let world = try World(
      String(contentsOf: folder.appending(path: name), encoding: .utf8), storage: storage, limits: limits)
    func run() throws {
      for _ in 0..<400 {
        world.engine.advance(to: world.engine.now + 2_000_000)
        try world.engine.flush()
        for completion in world.engine.takeCompletions() { completion() }
        _ = world.engine.takeNotices()
      }
    }
    var levels: [Int] = []
    let begin = world.engine.revision
    // What grows always never comes down again to the least of some first levels.
    while levels.count < 3 * first {
      try run()
      levels.append(Int(clinux_heap_in_use()))
    }
    let commits = world.engine.revision - begin
    let growth = levels.suffix(first).min()! - levels.prefix(2 * first).suffix(first).min()!
    return (growth * levels.count / max(commits, 400 * levels.count) / first, commits)
  }

  /// A few bytes each time are an array that has grown to twice its size.
  private static let noise = 64
  /// How many levels are the first ones.
  private static let first = 6

  /// What has kept more than that, with how much it kept each time.
  private static func leaking() throws -> [String] {
    var limits = Engine.Limits()
    limits.commitsInMemory = 8
    let storage = MemoryStorage()
    storage.retention = 8
    let world = try World(form, storage: storage, limits: limits)
    func round(_ deed: Deed, _ n: Int, staying: Bool) throws {
      if !staying { world.engine.openSession("s") }
      try deed.act(world, n)
      world.engine.advance(to: world.engine.now + 2_000_000_000)
      world.engine.advance(to: world.engine.now)
      if !staying { world.engine.closeSession("s") }
      try world.engine.flush()
      for completion in world.engine.takeCompletions() { completion() }
      _ = world.engine.takeNotices()
    }
    var leaking: [String] = []
    func look(_ deed: Deed, staying: Bool) throws {
      for n in 0..<10 { try round(deed, n, staying: staying) }
      // What is made anew with each redefinition takes some kilobytes more or less each time: so where a turn does not leave
      // nearly what was there, later levels are compared with the least of some first ones. What grows always never comes
      // down to that again.
      var levels = [clinux_heap_in_use()]
      var kept = Int.max
      while kept > noise, levels.count <= 30 {
        for n in 0..<10 { try round(deed, levels.count * 10 + n, staying: staying) }
        levels.append(clinux_heap_in_use())
        let step = Int(levels[levels.count - 1] - levels[levels.count - 2]) / 10
        let turns = levels.count - first
        if abs(step) <= noise {
          kept = step
        } else if turns > 0 {
          kept = Int(levels[levels.count - 1] - levels.prefix(first).min()!) / (10 * turns)
        }
      }
      if kept > noise { leaking.append("\(deed.name)\(staying ? ", by one client," : ""): \(kept) bytes") }
    }
    for deed in deeds { try look(deed, staying: false) }
    // A client that stays.
    world.engine.openSession("s")
    for deed in deeds where !deed.hasResult { try look(deed, staying: true) }
    return leaking
  }
}

infix operator |>
private func |> (_ options: SubscriptionOptions, _ more: (inout SubscriptionOptions) -> Void) -> SubscriptionOptions {
  var options = options
  more(&options)
  return options
}
