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
    guard case .failure(.trap)? = attempt.outcome else {
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
