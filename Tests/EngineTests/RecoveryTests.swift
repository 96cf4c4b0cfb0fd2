import Language
import Testing

@testable import Engine

private let signUp = """
  class SignUp: ObservableObject {
    @Published var username = ""
    @Published var isValid = false
    init() { $username.map { $0.count >= 3 }.assign(to: &$isValid) }
  }
  let signup = SignUp()
  """

/// After a restart declarations are evaluated again, values come back before `init` runs, and what pipelines derive is
/// derived anew.
@Suite struct RecoveryTests {
  @Test func sourceAndValuesSurvive() throws {
    let world = try World(signUp)
    try world.set("signup.username", .string("ada"))
    let again = try world.restarted()
    #expect(again.engine.revision == 2)
    #expect(try again.get("signup.username") == .string("ada"))
    #expect(try again.get("signup.isValid") == .bool(true))
    #expect(try again.engine.get("signup.username").revision == 2)
    try again.set("signup.username", .string("x"))
    #expect(try again.get("signup.isValid") == .bool(false))
    #expect(again.engine.revision == 3)
  }

  @Test func whatWasNotFlushedIsGone() throws {
    let world = try World(signUp)
    try world.engine.flush()
    try world.set("signup.username", .string("ada"))
    let again = try World(storage: world.storage)
    #expect(try again.get("signup.username") == .string(""))
    #expect(again.engine.revision == 1)
  }

  /// Who defined it has gone: whose write sets it going has to hear of it.
  @Test func aPipelineThatFailsLaterTellsWhoeverSetItGoing() throws {
    let world = try World(signUp.replacing("$0.count >= 3", with: "$0.isEmpty || Array($0)[1] == \"d\""))
    let again = try world.restarted()
    try again.set("signup.username", .string("a"))
    #expect(again.engine.takeNotices().map(\.session) == ["c1"])
  }

  @Test func assignmentsAreNotRunAgain() throws {
    let world = try World(signUp)
    try world.eval("signup.username = \"from a statement\"\nprint(\"once\")")
    try world.set("signup.username", .string("later"))
    let again = try world.restarted()
    #expect(try again.get("signup.username") == .string("later"))
    #expect(again.notices() == [])
  }

  @Test func aSubscriptionResumesOverARestart() throws {
    let world = try World(signUp)
    try world.set("signup.username", .string("ada"))
    let again = try world.restarted()
    try again.watch("signup.**", mode: .every, from: .revision(1, epoch: "e1"))
    #expect(again.events() == ["w change@2 signup.isValid=true signup.username='ada'", "w ready@2 0"])
  }
}

/// Declaring a name again with another text.
@Suite struct RedefinitionTests {
  @Test func instancesKeepTheirValuesAndPipelinesAreMadeAgain() throws {
    let world = try World(signUp)
    try world.set("signup.username", .string("ada"))
    let evaluation = try world.eval(signUp.replacing(">= 3", with: ">= 5"))
    #expect(evaluation.redefined == ["SignUp"])
    #expect(evaluation.defined.map(\.name) == ["SignUp"])
    #expect(evaluation.unchanged == ["signup"])
    #expect(try world.get("signup.username") == .string("ada"))
    #expect(try world.get("signup.isValid") == .bool(false))
    try world.set("signup.username", .string("grace"))
    #expect(try world.get("signup.isValid") == .bool(true))
  }

  @Test func whatIsNewBesideItIsDefinedAndNotThereAlready() throws {
    let world = try World(signUp)
    let evaluation = try world.eval(signUp.replacing(">= 3", with: ">= 5") + "\nlet other = SignUp()\nlet n = 1\nn + 1")
    #expect(evaluation.defined.map(\.name) == ["SignUp", "other", "n"])
    #expect(evaluation.redefined == ["SignUp"])
    #expect(evaluation.unchanged == ["signup"])
    #expect(evaluation.values.map(\.text) == ["2"])
  }

  @Test func itsFaultsAreToldToWhomItIsOf() throws {
    let world = try World(signUp)
    try world.eval(signUp.replacing("$0.count >= 3", with: "Array($0)[1] == \"d\""))
    let told = world.engine.takeNotices()
    #expect(told.map(\.session) == ["c1"])
    #expect(told.map(\.pipeline) == ["signup.isValid"])
  }

  @Test func theSameTextAgainChangesNothing() throws {
    let world = try World(signUp)
    try world.set("signup.username", .string("ada"))
    let evaluation = try world.eval(signUp)
    #expect(evaluation.unchanged == ["SignUp", "signup"])
    #expect(evaluation.redefined == [] && evaluation.defined.isEmpty)
    #expect(try world.get("signup.username") == .string("ada"))
    #expect(world.engine.revision == 2)
  }

  @Test func aRedefinitionThatDoesNotCheckChangesNothing() throws {
    let world = try World(signUp)
    try world.set("signup.username", .string("ada"))
    #expect(throws: EngineError.self) {
      try world.engine.evaluate(
        SourceText(file: "test", text: signUp.replacing("$0.count >= 3", with: "$0.size >= 3")), session: "c1")
    }
    #expect(try world.get("signup.isValid") == .bool(true))
    try world.set("signup.username", .string("x"))
    #expect(try world.get("signup.isValid") == .bool(false))
  }

  @Test func namespacesComeBackWithTheirValues() throws {
    let world = try World(signUp)
    _ = try world.engine.evaluate(
      SourceText(file: "test", text: signUp.replacing(">= 3", with: ">= 5")), in: "red", session: "c1")
    try world.set("red.signup.username", .string("ada"))
    #expect(world.engine.namespaceNames == ["red"])
    let again = try world.restarted()
    #expect(again.engine.namespaceNames == ["red"])
    #expect(try again.get("signup.username") == .string(""))
    #expect(try again.get("red.signup.username") == .string("ada"))
    #expect(try again.get("red.signup.isValid") == .bool(false))
    try again.set("red.signup.username", .string("grace"))
    #expect(try again.get("red.signup.isValid") == .bool(true))
    #expect(again.storage.contents.declarations.map(\.order) == [1, 2, 3, 4])
  }

  @Test func aNamespaceGoesWithItsLastDeclaration() throws {
    let world = try World()
    _ = try world.engine.evaluate(SourceText(file: "test", text: "let a = 1\nlet b = a + 1"), in: "red", session: "c1")
    #expect(try world.get("red.b") == .int(2))
    _ = try world.engine.removeDeclaration("b", in: "red", session: "c1")
    #expect(world.engine.namespaceNames == ["red"])
    _ = try world.engine.removeDeclaration("a", in: "red", session: "c1")
    #expect(world.engine.namespaceNames == [])
    _ = try world.engine.evaluate(SourceText(file: "test", text: "7"), in: "blue", session: "c1")
    #expect(world.engine.namespaceNames == ["blue"])
    world.engine.closeSession("c1")
    #expect(world.engine.namespaceNames == [])
    _ = try world.restarted()
  }

  @Test func itSurvivesARestart() throws {
    let world = try World(signUp)
    try world.set("signup.username", .string("ada"))
    try world.eval(signUp.replacing(">= 3", with: ">= 5"))
    let again = try world.restarted()
    #expect(try again.get("signup.isValid") == .bool(false))
    #expect(again.storage.contents.declarations.count == 2)
  }

  @Test func aSubscriptionLivesOn() throws {
    let world = try World(signUp)
    try world.set("signup.username", .string("ada"))
    try world.watch("signup.isValid", snapshot: false)
    _ = world.events()
    try world.eval(signUp.replacing(">= 3", with: ">= 5"))
    #expect(world.events() == ["w change@3 signup.isValid=false"])
    try world.set("signup.username", .string("grace"))
    #expect(world.events() == ["w change@4 signup.isValid=true"])
  }

  @Test func aVanishedPropertyIsSaid() throws {
    let world = try World(signUp)
    try world.watch("signup.**", snapshot: false)
    _ = world.events()
    try world.eval(
      """
      class SignUp: ObservableObject {
        @Published var username = ""
      }
      """)
    #expect(world.events() == ["w change@2 signup.isValid=gone"])
    #expect(throws: EngineError.self) { try world.get("signup.isValid") }
  }
}

extension String {
  func replacing(_ part: String, with other: String) -> String {
    var result = ""
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      result += rest[..<range.lowerBound] + other
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  // MARK: Declarations that wait

  private static let word = """
    import Foundation
    class Search: ObservableObject { @Published var term = "none" }
    func word() async -> String { try? await Task.sleep(for: .seconds(1)); return "partially" }
    let first = Search()
    let w = await word()
    let second = Search()
    let chain = second.$term.sink { print(w, $0) }
    """

  /// As when it was declared: what stands behind waits for it.
  private func waited() throws -> World {
    let world = try World()
    var isDone = false
    world.engine.evaluate([SourceText(file: "test", text: Self.word)], session: "c1") { _ in isDone = true }
    world.engine.advance(to: world.engine.now + 1_000_000_000)
    world.engine.advance(to: world.engine.now)
    #expect(isDone)
    try world.set("second.term", .string("kept"))
    return world
  }

  @Test func aDeclarationThatWaitsIsWaitedForAgain() throws {
    let world = try waited().restarted()
    #expect(world.engine.isRestoring)
    #expect(try world.get("first.term") == .string("none"))
    #expect(throws: EngineError.self) { try world.get("second.term") }
    // What refers to it waits with it; what does not goes on.
    let later = Later("print(w, second.term)", on: world)
    #expect(try world.eval("print(first.term)").printed == ["none"] && later.printed == nil)
    world.engine.advance(to: world.engine.now + 1_000_000_000)
    world.engine.advance(to: world.engine.now)
    #expect(later.printed == ["partially kept"] && !world.engine.isRestoring)
    #expect(try world.get("second.term") == .string("kept"))
    #expect(world.notices() == ["print partially kept"])
    #expect(try world.eval("print(w)").printed == ["partially"])
  }

  /// An evaluation that may take a while.
  private final class Later {
    private(set) var result: Result<Engine.Evaluation, EngineError>?
    var printed: [String]? { try? result?.get().printed }

    init(_ text: String, on world: World) {
      world.engine.evaluate([SourceText(file: "later", text: text)], session: "c2") { [unowned self] in result = $0 }
    }
  }

  private func pass(_ nanoseconds: Int, in world: World) {
    world.engine.advance(to: world.engine.now + nanoseconds)
    world.engine.advance(to: world.engine.now)
  }

  @Test func whatHasNothingToDoWithItIsThereAtOnce() throws {
    let world = try waited()
    try world.eval("let other = Search()\nother.term = \"there\"", session: "c2")
    try world.set("other.term", .string("there"))
    _ = try world.engine.evaluate(
      SourceText(
        file: "behind", text: "func loud() -> String { w.uppercased() }\nlet third = Search()\nlet said = loud()"),
      session: "c2")
    let again = try world.restarted()
    #expect(again.engine.isRestoring)
    #expect(try again.get("other.term") == .string("there") && again.get("third.term") == .string("none"))
    let said = Later("print(said)", on: again)
    #expect(said.result == nil)
    pass(1_000_000_000, in: again)
    #expect(said.printed == ["PARTIALLY"] && !again.engine.isRestoring)
  }

  @Test func valuesThatAreSharedKeepTheirOrder() throws {
    let world = try World(
      """
      import Foundation
      class Search: ObservableObject { @Published var term = "none" }
      let shared = Search()
      """)
    var isDone = false
    world.engine.evaluate(
      [
        SourceText(
          file: "a",
          text: "let a: Int = await { try? await Task.sleep(for: .seconds(1)); shared.term += \"a\"; return 1 }()")
      ], session: "c1"
    ) { _ in isDone = true }
    pass(1_000_000_000, in: world)
    #expect(isDone)
    _ = try world.engine.evaluate(
      SourceText(file: "b", text: "let b: Int = { shared.term += \"b\"; return 2 }()"), session: "c1")
    try world.set("shared.term", .string(""))
    let again = try world.restarted()
    let both = Later("print(a, b, shared.term)", on: again)
    #expect(both.result == nil)
    pass(1_000_000_000, in: again)
    #expect(both.printed == ["1 2 ab"])
  }

  /// Who finds that it takes too long puts something else in its place.
  @Test func whatWaitsCanBeReplaced() throws {
    let world = try waited().restarted()
    let fixed = try world.eval("let w = \"fixed\"")
    #expect(fixed.redefined == ["w"] && !world.engine.isRestoring)
    #expect(try world.eval("print(w, second.term)").printed == ["fixed kept"])
    #expect(try world.restarted().eval("print(w)").printed == ["fixed"])
  }

  @Test func anotherNamespaceGoesOn() throws {
    let world = try waited()
    _ = try world.engine.evaluate(SourceText(file: "red", text: "let w = 7"), in: "red", session: "c1")
    let again = try world.restarted()
    #expect(
      try again.engine.evaluate(SourceText(file: "red", text: "print(w)"), in: "red", session: "c1").printed == ["7"])
  }

  @Test func whatWaitsWithItCanBeCancelled() throws {
    let world = try waited().restarted()
    world.engine.evaluate([SourceText(file: "later", text: "print(w)")], session: "c2") { _ in
      Issue.record("it was cancelled")
    }?.cancel()
    pass(1_000_000_000, in: world)
    #expect(!world.engine.isRestoring)
  }

  /// A text that declares anew what something waits for runs once, when that is there.
  @Test func aRedefinitionThatWaitsItself() throws {
    let world = try waited()
    let later = Later(
      "func word() async -> String { print(\"asked\"); try? await Task.sleep(for: .seconds(2)); return \"anew\" }\nprint(w)",
      on: world)
    #expect(later.result == nil)
    pass(2_000_000_000, in: world)
    #expect(later.printed == ["anew"] && world.notices().filter { $0 == "print asked" }.count == 1)
    #expect(try world.eval("print(w, second.term)").printed == ["anew kept"])
  }

  @Test func aRedefinitionMeanwhileStartsAgain() throws {
    let world = try waited().restarted()
    try world.eval("func word() async -> String { \"at once\" }")
    world.engine.advance(to: world.engine.now)
    world.engine.advance(to: world.engine.now)
    #expect(!world.engine.isRestoring)
    #expect(try world.eval("print(w, second.term)").printed == ["at once kept"])
  }
}
