import Language
import Testing

@testable import Engine

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
    #expect(again.events() == ["w change@2 signup.username='ada' signup.isValid=true", "w ready@2 0"])
  }
}

/// The machine has lost the end of the journal: its revisions are given again, in another history.
@Suite struct LostEndTests {
  @Test func whoeverResumesIsTold() throws {
    let world = try World(signUp)
    try world.set("signup.username", .string("ada"))
    try world.engine.flush()
    world.storage.loseEnd(saying: "two turns are lost")
    let again = try World(storage: world.storage, epoch: "e2")
    #expect(again.engine.epoch == "e2")
    #expect(again.engine.problems.map(\.fault.message) == ["two turns are lost"])
    try again.watch("signup.username", mode: .every, from: .revision(2, epoch: "e1"))
    #expect(again.events() == ["w gap 2-2 epoch", "w snapshot@2 signup.username='ada'", "w ready@2 1"])
    // What comes now is a history like any other.
    let later = try again.restarted()
    #expect(later.engine.epoch == "e2")
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

  /// Else a name would mean something else than what was shown under it.
  @Test func resultsAreNumberedOn() throws {
    let world = try World(signUp)
    #expect(try world.eval("1\n2").values.map(\.name) == ["$R0", "$R1"])
    try world.eval(signUp.replacing(">= 3", with: ">= 5"))
    #expect(try world.eval("3").values.map(\.name) == ["$R2"])
  }

  /// A declaration has the data that a result is; what is more than data it cannot have.
  @Test func declarationsHaveResultsAsData() throws {
    var world = try World(signUp + "\nstruct Point { var x = 1 }")
    try world.eval("42\nPoint(x: 2)\nsignup.$username.sink { _ in }")
    try world.eval(
      "let kept = $R0 + 1; let point = $R1; let text = \"$R0 is \\($R0) and \\(($R0))\"; func f() -> Int { $R0 }")
    let refusal = #expect(throws: EngineError.self) {
      try world.engine.evaluate(SourceText(file: "test", text: "let sink = $R2"), session: "c1")
    }
    guard case .validation(path: "sink", let rule)? = refusal, rule.contains("'$R2' is a result of your session") else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    try world.eval("let u = 1"); try world.eval("let u = 2")
    for _ in 0..<2 {
      #expect(try world.eval("print(kept, point.x, text, f())").printed == ["43 2 $R0 is 42 and 42 42"])
      world = try world.restarted()
    }
  }

  /// Results are made anew by nothing: data that no declaration says anything about stays, the rest goes, and that is said.
  @Test func resultsThatAreNoDataGo() throws {
    let world = try World(signUp + "\nstruct Point { var x = 1 }")
    try world.eval("[1, 2]\nsignup.$username.sink { print($0) }\nPoint()\nsignup")
    _ = world.engine.takeNotices()
    try world.eval(signUp.replacing(">= 3", with: ">= 5"))
    let told = world.engine.takeNotices()
    #expect(told.map(\.session) == ["c1"])
    guard case .pipeline(state: "ended", let text)? = told.first?.kind else {
      Issue.record("\(told)")
      return
    }
    #expect(told[0].pipeline == "$R1" && text.contains("so did $R3"))
    #expect(try world.eval("$R0.count").values.map(\.text) == ["2"])
    for name in ["$R1", "$R2", "$R3"] {
      let refusal = #expect(throws: EngineError.self) {
        try world.engine.evaluate(SourceText(file: "test", text: name), session: "c1")
      }
      guard case .refusedSource(let diagnostics, _)? = refusal else { continue }
      #expect(diagnostics[0].message.contains("went when something was declared anew"))
    }
    // There is nothing more to be said of them.
    try world.eval("let k = 1"); try world.eval("let k = 2")
    #expect(try world.eval("$R0.count").values.map(\.text) == ["2"])
    #expect(world.engine.takeNotices().isEmpty)
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

  @Test func aFunctionIsRemovedWithoutItsLabels() throws {
    let world = try World("func one(_ n: Int) {}\nfunc two(_ n: Int) {}\nfunc two(by n: Int) {}\nfunc twos() {}")
    #expect(try world.engine.removeDeclaration("one", session: "c1") == ["one(_:)"])
    do {
      _ = try world.engine.removeDeclaration("two", session: "c1")
      Issue.record("one of them is gone")
    } catch {
      guard case .validation("two", "there are several: two(_:), two(by:); say which") = error else { throw error }
    }
    #expect(try world.engine.removeDeclaration("two(by:)", session: "c1") == ["two(by:)"])
    #expect(try world.engine.removeDeclaration("two", session: "c1") == ["two(_:)"])
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
}
