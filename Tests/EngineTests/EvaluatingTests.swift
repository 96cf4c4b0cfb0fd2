// Statements that wait: their transactions, what goes on meanwhile, their end.
import Language
import Testing

@testable import Engine

@Suite struct EvaluatingTests {
  private let second = 1_000_000_000

  /// An evaluation and what came of it.
  private final class Attempt {
    var outcome: Result<Engine.Evaluation, EngineError>?
    var waiting: Evaluating?

    init(_ world: World, _ source: String, session: String = "c1") {
      waiting = world.engine.evaluate([SourceText(file: "input", text: source)], session: session) { [weak self] in
        self?.outcome = $0
      }
    }

    var printed: [String]? { try? outcome?.get().printed }
  }

  private static let model = """
    class Model: ObservableObject {
      @Published var state = "idle"
      @MainActor func load() async {
        state = "loading"
        try? await Task.sleep(for: .seconds(2))
        state = "loaded"
      }
    }
    let model = Model()
    """

  @Test func aStatementThatWaitsIsAnsweredWhenItIsDone() throws {
    let world = try World()
    _ = try world.eval(Self.model)
    let attempt = Attempt(world, "await model.load()\nprint(model.state)")
    #expect(attempt.outcome == nil)
    world.engine.advance(to: world.engine.now + 2 * second - 1)
    #expect(attempt.outcome == nil)
    world.engine.advance(to: world.engine.now + 1)
    world.engine.advance(to: world.engine.now)
    #expect(attempt.printed == ["loaded"])
  }

  /// Whatever statements it comes from.
  @Test func aLineThatWasNotEndedGoesOn() throws {
    let text = """
      for n in 1...3 { print(n, terminator: " ") }
      print()
      print("a", terminator: ""); print("b")
      print("c", terminator: "")
      """
    #expect(try World().eval(text).printed == ["1 2 3 ", "ab", "c"])
  }

  /// A line feed behind a carriage return is one character with it, and ends a line.
  @Test func linesEndWithALineFeedWhateverStandsBeforeIt() throws {
    let printed = try World().eval(
      #"print("a\r"); print("b", terminator: "\r"); print("\nc\r\nd")"#
    ).printed
    #expect(printed == ["a\r", "b\r", "c\r", "d"])
  }

  /// Many short statements are as long as one that is long.
  @Test func othersHaveTheirTurnBetweenTwoStatements() throws {
    let world = try World()
    _ = try world.eval("class Counter: ObservableObject { @Published var n = 0 }\nlet counter = Counter()")
    var paused: [Pause] = []
    var seen: [PortableValue] = []
    world.engine.didPause = { paused.append($0) }
    world.engine.didRun = { $0 }
    let attempt = Attempt(world, (1...3).map { "counter.n += \($0)" }.joined(separator: "\n") + "\nprint(counter.n)")
    while !paused.isEmpty {
      let value = try world.engine.get("counter.n").value
      if seen.last != value { seen.append(value) }
      // Somebody else, in the middle of it.
      if value == .int(3) { _ = try world.engine.set("counter.n", to: .int(10), Engine.WriteOptions(session: "c2")) }
      paused.removeFirst().resume()
    }
    #expect(seen.suffix(3) == [.int(1), .int(3), .int(13)])
    #expect(attempt.printed == ["13"])
  }

  /// Where there are many declarations, others have their turn while all are checked with one of them in another form, and what
  /// they do meanwhile is there.
  @Test func othersHaveTheirTurnBeforeARedefinition() throws {
    let type = "class S: ObservableObject { @Published var n = 0 }"
    let world = try World(type)
    try world.eval((0..<300).map { "let s\($0) = S()" }.joined(separator: "\n"))
    var paused: [Pause] = []
    var checks: [Int] = []
    world.engine.didPause = { paused.append($0) }
    world.engine.didRun = { $0 }
    let attempt = Attempt(world, type.dropLast() + "; var more = 1 }\nprint(s7.n, s8.more)")
    while !paused.isEmpty {
      let check = world.engine.evaluations.waiting.first?.checksAhead ?? 0
      if checks.last != check {
        checks.append(check)
        if check == 1 {
          try world.set("s7.n", .int(7))
          // What was found of the program so far is of no use any more.
          try world.eval("let other = S()")
        }
      }
      paused.removeFirst().resume()
    }
    #expect(checks == [0, 1, 2])
    #expect(attempt.printed == ["7 1"])
    #expect(try world.get("other.more") == .int(1))
  }

  /// What an evaluation is at when others are looked after.
  private enum Phase {
    case checking, redefining, betweenStatements, inStatement

    init(_ engine: Engine) {
      self =
        if engine.evaluations.checking != nil {
          .checking
        } else if engine.rebuilt != nil {
          .redefining
        } else if engine.evaluations.running != nil { .inStatement } else { .betweenStatements }
    }
  }

  private static let phases: [(phase: Phase, first: String, isSure: Bool)] = [
    (.checking, "", true),
    (.betweenStatements, "", true),
    (.inStatement, "", true),
    // More than a kilobyte is checked on a thread of its own, which is looked at by time.
    (.checking, String(repeating: "// A line of a text that is long.\n", count: 40), false),
    (.redefining, "let again = 1\n", true),
    (.inStatement, "let again = 1\n", true),
  ]

  /// Whoever gives it up, at whatever moment, has nothing of what had not begun: not while its text is checked, not between two
  /// statements, not in the middle of one. A declaration that takes the place of another is not stopped half-way, but what comes
  /// behind it does not begin.
  @Test(arguments: phases.indices) func nothingBeginsThatWasGivenUp(row: Int) throws {
    let (phase, first, isSure) = Self.phases[row]
    for moment in [1, 2, 3, 5, 8, 13] {
      let world = try World(
        "class Counter: ObservableObject { @Published var n = 0 }\nlet counter = Counter()\nlet again = 0")
      var count = 0
      var before: PortableValue?
      world.engine.didRun = { [unowned world] _ in
        guard Phase(world.engine) == phase else { return false }
        count += 1
        guard count == moment else { return false }
        world.engine.meanwhile { before = try? world.get("counter.n") }
        world.engine.giveUpRunning("stopped: nobody wants it")
        return false
      }
      let loop = "for _ in 0..<3000 { counter.n += 0 }\ncounter.n += 1\n"
      let attempt = Attempt(world, first + String(repeating: loop, count: 2))
      guard let before else {
        #expect(try world.get("counter.n") == .int(2), "at \(moment): \(String(describing: attempt.outcome))")
        #expect(count < moment && (moment > 1 || !isSure))
        break
      }
      #expect(try world.get("counter.n") == before, "at \(moment)")
      guard case .failure(.trap(let fault))? = attempt.outcome else {
        Issue.record("at \(moment): \(String(describing: attempt.outcome))")
        break
      }
      #expect(fault.message.contains("nobody wants it"))
    }
  }

  /// What is cancelled goes on while it has something to do; what waits for what never comes is let go of, with all that it holds.
  @Test(arguments: [
    ("await withCheckedContinuation { (c: CheckedContinuation<Void, Never>) in }", []), ("await never()", []),
    ("semaphore.wait()", []), ("Thread.sleep(forTimeInterval: 1000)", []), ("group.wait()", []),
    ("await Task.detached { try? await Task.sleep(for: .seconds(1000)) }.value", []),
    ("try? await Task.sleep(for: .seconds(1000))", ["after"]),
    (
      "await withCheckedContinuation { (c: CheckedContinuation<Void, Never>) in DispatchQueue.main.asyncAfter(deadline: .now() + 5) { c.resume() } }",
      ["after"]
    ),
  ]) func whatIsCancelledEnds(waiting: String, printed: [String]) throws {
    let world = try World(
      """
      class D {}
      weak var held: D?
      let semaphore = DispatchSemaphore(value: 0)
      let group = DispatchGroup()
      group.enter()
      func never() async { await withCheckedContinuation { (c: CheckedContinuation<Void, Never>) in } }
      """)
    let attempt = Attempt(world, "do { let d = D(); held = d; \(waiting); print(\"after\"); _ = d }")
    #expect(attempt.outcome == nil)
    let lines = { world.notices().filter { $0 == "print after" }.map { _ in "after" } }
    let isHeld = { try world.eval("print(held != nil)").printed == ["true"] }
    attempt.waiting?.cancel()
    world.engine.advance(to: world.engine.now + 9 * second)
    #expect(lines() == printed)
    #expect(try isHeld() == printed.isEmpty)
    world.engine.advance(to: world.engine.now + 2 * second)
    #expect(try !isHeld())
    // What it waited for may come all the same.
    try world.eval("semaphore.signal(); group.leave()")
    world.engine.advance(to: world.engine.now + 2000 * second)
    #expect(lines() == [])
    #expect(world.engine.nextTimer == nil)
  }

  /// Timers that are due together are as long, too.
  @Test func othersAreLookedAfterBetweenManyTimers() throws {
    let world = try World()
    _ = try world.eval("for n in 0..<200 { Task { try await Task.sleep(for: .seconds(1)); print(n) } }")
    var looks = 0
    world.engine.didRun = { _ in
      looks += 1
      return false
    }
    world.engine.advance(to: world.engine.now + second)
    #expect(looks >= 3)
  }

  @Test func itsTransactionEndsWhereItWaits() throws {
    let world = try World()
    _ = try world.eval(Self.model)
    let before = world.engine.revision
    let attempt = Attempt(world, "await model.load()")
    #expect(try world.engine.get("model.state").value == .string("loading"))
    #expect(world.engine.revision == before + 1)
    world.engine.advance(to: world.engine.now + 2 * second)
    #expect(try world.engine.get("model.state").value == .string("loaded"))
    #expect(world.engine.revision == before + 2)
    #expect(attempt.printed == [])
  }

  @Test func otherStatementsRunMeanwhile() throws {
    let world = try World()
    let attempt = Attempt(world, "try await Task.sleep(for: .seconds(1))\nlet answer = 42")
    #expect(try world.eval("print(1 + 1)").printed == ["2"])
    #expect(world.engine.root.program.global("answer") == nil)
    world.engine.advance(to: world.engine.now + second)
    world.engine.advance(to: world.engine.now)
    #expect(try attempt.outcome?.get().defined.map(\.name) == ["answer"])
    #expect(try world.eval("print(answer)").printed == ["42"])
  }

  @Test func aValueThatIsAwaitedIsDefinedWhenItIsThere() throws {
    let world = try World()
    let attempt = Attempt(
      world,
      "func word() async -> String { try? await Task.sleep(for: .seconds(1)); return \"partially\" }\nlet w = await word()"
    )
    world.engine.advance(to: world.engine.now + second)
    world.engine.advance(to: world.engine.now)
    #expect(try attempt.outcome?.get().defined.map(\.name) == ["word()", "w"])
    #expect(try world.eval("print(w)").printed == ["partially"])
  }

  @Test func whatItPrintsIsToldAsItComes() throws {
    let world = try World()
    let attempt = Attempt(world, "for i in 1...3 { print(i); try await Task.sleep(for: .seconds(1)) }")
    func told() -> [String] {
      world.engine.takeNotices().compactMap { notice in
        if case .print(let line) = notice.kind, notice.session == "c1" { line } else { nil }
      }
    }
    #expect(told() == ["1"])
    world.engine.advance(to: world.engine.now + second)
    #expect(told() == ["2"])
    world.engine.advance(to: world.engine.now + 2 * second)
    world.engine.advance(to: world.engine.now)
    #expect(attempt.printed == ["3"])
  }

  private static let counting = """
    class Counter: ObservableObject {
      @Published var n = 0
      init() { $n.dropFirst().sink { print("n", $0) }.store(in: &kept) }
      private var kept: Set<AnyCancellable> = []
      func run() async {
        print("one")
        n += 1
        await Task.yield()
        print("two")
        n += 1
        print("three")
        n += 1
        print("end")
      }
    }
    let counter = Counter()
    """

  /// A function's lines, those of pipelines that it sets off and those of tasks have one order: the program's.
  @Test(arguments: [
    ("await counter.run()", ["one", "n 1", "two", "n 2", "three", "n 3", "end"]),
    (
      "Task { await counter.run() }; try await Task.sleep(for: .seconds(1)); print(\"done\")",
      ["one", "n 1", "two", "n 2", "three", "n 3", "end", "done"]
    ),
    ("print(0); counter.n = 5; await Task.yield(); print(1); counter.n = 6; print(2)", ["0", "n 5", "1", "n 6", "2"]),
    (
      "func f() async -> Int { counter.n = 7; print(\"f\"); await Task.yield(); counter.n = 8; return 1 }\nprint(await f(), await f())",
      ["n 7", "f", "n 8", "n 7", "f", "n 8", "1 1"]
    ),
    (
      "Task { print(\"a\"); counter.n = 1; await Task.yield(); print(\"b\"); counter.n = 2 }\nawait Task.yield(); await Task.yield(); await Task.yield(); print(\"c\")",
      ["a", "n 1", "b", "n 2", "c"]
    ),
  ])
  func whatIsPrintedHasOneOrder(_ source: String, _ expected: [String]) throws {
    let world = try World()
    _ = try world.eval(Self.counting)
    let attempt = Attempt(world, source)
    var told: [String] = []
    for _ in 0..<8 {
      // A reply leaves before the notices of its turn do.
      if let printed = attempt.printed { told += printed; attempt.outcome = nil }
      told += world.notices().compactMap { $0.hasPrefix("print ") ? String($0.dropFirst(6)) : nil }
      world.engine.advance(to: world.engine.now + second)
    }
    #expect(told == expected)
  }

  /// Two statements of one session that wait at the same time: neither hides a line of the other.
  @Test func statementsThatWaitAtTheSameTimePrintInOneOrder() throws {
    let world = try World()
    let text = { (name: String) in "for i in 1...2 { print(\"\(name)\", i); await Task.yield() }" }
    let attempts = [Attempt(world, text("a")), Attempt(world, text("b"))]
    world.engine.advance(to: second)
    let printed = attempts.compactMap(\.printed).flatMap { $0 }
    #expect(printed + world.notices() == ["a 1", "b 1", "a 2", "b 2"])
  }

  @Test func cancellingReachesTheTask() throws {
    let world = try World()
    let attempt = Attempt(
      world,
      "do { try await Task.sleep(for: .seconds(9)) } catch { print(\"gave up:\", error) }\nprint(\"never\")")
    attempt.waiting?.cancel()
    world.engine.advance(to: world.engine.now)
    world.engine.advance(to: world.engine.now)
    #expect(attempt.outcome == nil)
    let lines = world.engine.takeNotices().compactMap { notice in
      if case .print(let line) = notice.kind { line } else { nil }
    }
    #expect(lines == ["gave up: CancellationError()"])
    #expect(world.engine.nextDeadline == nil)
  }

  @Test func aTrapAfterWaitingIsTheStatements() throws {
    let world = try World()
    let attempt = Attempt(world, "await Task.yield(); let list = [Int](); print(list[1])")
    world.engine.advance(to: world.engine.now)
    world.engine.advance(to: world.engine.now)
    guard case .failure(.trap(let fault))? = attempt.outcome else {
      Issue.record("\(String(describing: attempt.outcome))")
      return
    }
    #expect(fault.line == 1)
  }

  @Test func aRedefinitionEndsWhatWaits() throws {
    let world = try World()
    _ = try world.eval(Self.model)
    let attempt = Attempt(world, "await model.load()")
    _ = try world.eval("class Model: ObservableObject { @Published var state = \"new\" }")
    guard case .failure(.superseded)? = attempt.outcome else {
      Issue.record("\(String(describing: attempt.outcome))")
      return
    }
    #expect(try world.engine.get("model.state").value != .string("loaded"))
  }

  @Test func aSessionThatClosesTakesItsStatementsAlong() throws {
    let world = try World()
    let attempt = Attempt(world, "try await Task.sleep(for: .seconds(9))\nprint(1)")
    world.engine.closeSession("c1")
    world.engine.advance(to: world.engine.now)
    #expect(attempt.outcome == nil)
    #expect(world.engine.nextDeadline == nil)
  }
}
