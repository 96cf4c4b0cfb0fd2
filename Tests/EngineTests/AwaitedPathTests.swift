// Waiting for a path at which nothing is yet: what comes to be there, what is tested then, and what is told of a typo.
import Language
import Testing

@testable import Engine

@Suite struct AwaitedPathTests {
  /// What one wait came to.
  private final class Outcome {
    var results: [String] = []
    var giveUp: () -> Void = {}
  }

  private func wait(
    _ path: String, _ condition: String? = nil, evenAbsent: Bool = true, timeout: Int? = nil, in world: World
  ) throws -> Outcome {
    let outcome = Outcome()
    outcome.giveUp = try world.engine.delivery.wait(
      path: path, condition: condition, evenAbsent: evenAbsent, session: "c1", timeout: timeout
    ) { result in
      switch result {
      case .success(let met): outcome.results.append(met.revision.map { "rev \($0)" } ?? "already")
      case .failure(.neverCame(let path, let after, let known)):
        outcome.results.append("never \(path) \(after) \(known.contains("kitchen.temp"))")
      case .failure(.refusedSource): outcome.results.append("refused")
      case .failure(.notPublished): outcome.results.append("not published")
      case .failure(let error): outcome.results.append("\(error)")
      }
    }
    return outcome
  }

  private func endTurn(_ world: World) { for completion in world.engine.takeCompletions() { completion() } }

  private static let kitchen = """
    class Kitchen: ObservableObject {
      @Published var temp = 20
      var quiet = 0
    }
    let kitchen = Kitchen()
    """

  @Test func withoutTheOptionItIsRefused() throws {
    let world = try World()
    #expect(throws: EngineError.self) { try wait("kitchen.temp", evenAbsent: false, in: world) }
    #expect(world.engine.delivery.absent.isEmpty)
  }

  @Test func comingToBeIsAChange() throws {
    let world = try World()
    let (property, store) = (try wait("kitchen.temp", in: world), try wait("kitchen", in: world))
    try world.eval("let other = 1")
    endTurn(world)
    #expect(property.results == [])
    try world.eval(Self.kitchen)
    endTurn(world)
    #expect(property.results == ["rev \(world.engine.revision)"])
    #expect(store.results == property.results)
    #expect(world.engine.delivery.absent.isEmpty)
    #expect(world.engine.sessions["c1"]?.waits.isEmpty == true)
  }

  @Test func theConditionIsTestedWhenItComesAndWithEveryCommitFromThen() throws {
    let world = try World()
    let (now, later) = (
      try wait("kitchen.temp", "value == 20", in: world), try wait("kitchen.temp", "value > 30", in: world)
    )
    try world.eval(Self.kitchen)
    endTurn(world)
    #expect(now.results == ["rev \(world.engine.revision)"])
    #expect(later.results == [])
    // Also one that follows within the same turn, and is over again at its end.
    let receipt = try world.set("kitchen.temp", .int(31))
    try world.set("kitchen.temp", .int(1))
    endTurn(world)
    #expect(later.results == ["rev \(receipt.revision)"])
  }

  @Test func aMomentWithinTheStatementsThatDefineItIsNotMissed() throws {
    let world = try World()
    let outcome = try wait("kitchen.temp", "value == 31", in: world)
    try world.eval(Self.kitchen + "\nkitchen.temp = 31\nkitchen.temp = 1")
    endTurn(world)
    #expect(outcome.results == ["rev \(world.engine.revision - 1)"])
  }

  @Test func aNamespaceMayComeToo() throws {
    let world = try World()
    let outcome = try wait("red.kitchen.temp", "value == 20", in: world)
    try world.eval(Self.kitchen)
    endTurn(world)
    #expect(outcome.results == [])
    _ = try world.engine.evaluate(SourceText(file: "test", text: Self.kitchen), in: "red", session: "c1")
    endTurn(world)
    #expect(outcome.results == ["rev \(world.engine.revision)"])
  }

  @Test func whatCannotBeWaitedForIsToldWhenItComes() throws {
    let world = try World()
    let (unpublished, mistyped) = (
      try wait("kitchen.quiet", in: world), try wait("kitchen.temp", "value > \"hot\"", in: world)
    )
    try world.eval(Self.kitchen)
    endTurn(world)
    #expect(unpublished.results == ["not published"])
    #expect(mistyped.results == ["refused"])
  }

  @Test func aPropertyMayBeAddedToAStoreThatIsThere() throws {
    let world = try World(Self.kitchen)
    let outcome = try wait("kitchen.name", "value == \"oven\"", in: world)
    try world.eval("class Kitchen: ObservableObject { @Published var temp = 20; @Published var name = \"pan\" }")
    endTurn(world)
    #expect(outcome.results == [])
    try world.set("kitchen.name", .string("oven"))
    endTurn(world)
    #expect(outcome.results == ["rev \(world.engine.revision)"])
  }

  @Test func whenItNeverComesTheKnownPathsAreTold() throws {
    let world = try World(Self.kitchen)
    let outcome = try wait("kitchn.temp", timeout: 5, in: world)
    world.engine.advance(to: world.engine.now + 5)
    endTurn(world)
    #expect(outcome.results == ["never kitchn.temp 5 true"])
    #expect(world.engine.delivery.absent.isEmpty)
  }

  /// Whether it was there before or comes later: a variable of the program that is no store cannot be waited for.
  @Test(arguments: [
    ["let ready = 1"], ["func other() {}", "var ready = 1"],
    ["func other() -> Int { 1 }", "func other() -> Int { 2 }; let ready = other()"],
  ])
  func whatIsNoStoreIsToldWhenItComes(_ texts: [String]) throws {
    let world = try World()
    let outcome = try wait("ready", in: world)
    for text in texts { try world.eval(text) }
    endTurn(world)
    #expect(world.engine.delivery.absent.isEmpty)
    let refusal = #expect(throws: EngineError.self) { _ = try wait("ready", in: world) }
    #expect(outcome.results == [refusal.map { "\($0)" } ?? "none"])
  }

  @Test func whoGivesUpOrLeavesHearsNothing() throws {
    let world = try World()
    let outcome = try wait("kitchen.temp", in: world)
    outcome.giveUp()
    #expect(world.engine.delivery.absent.isEmpty)
    var left: [Int?] = []
    _ = try world.engine.delivery.wait(
      path: "kitchen.temp", condition: nil, evenAbsent: true, session: "c2", timeout: nil
    ) {
      left.append(try? $0.get().revision)
    }
    world.engine.closeSession("c2")
    try world.eval(Self.kitchen)
    endTurn(world)
    #expect(outcome.results == [])
    #expect(left.isEmpty)
  }

  /// A condition outlives the program it was checked in.
  @Test func redefiningDoesNotEndAWait() throws {
    let world = try World(Self.kitchen)
    let outcome = try wait("kitchen.temp", "value > 30", evenAbsent: false, in: world)
    try world.eval("class Kitchen: ObservableObject { @Published var temp = 20; @Published var name = \"pan\" }")
    endTurn(world)
    #expect(outcome.results == [])
    try world.set("kitchen.temp", .int(31))
    endTurn(world)
    #expect(outcome.results == ["rev \(world.engine.revision)"])
  }
}
