import Language
import Testing

@testable import Engine

/// One write, all that follows from it, one commit.
@Suite struct TransactionTests {
  @Test func definingAStoreIsOneCommitOfItsValues() throws {
    let world = try World(signUp)
    #expect(world.engine.revision == 1)
    #expect(try world.get("signup.username") == .string(""))
    #expect(try world.get("signup.isValid") == .bool(false))
    #expect(try world.engine.get("signup.username").revision == 1)
  }

  @Test func aWriteAndItsConsequencesAreOneCommit() throws {
    let world = try World(signUp)
    let receipt = try world.set("signup.username", .string("ada"))
    #expect(receipt.revision == 2 && receipt.changed && receipt.changes == 2)
    #expect(try world.get("signup.isValid") == .bool(true))
    try world.engine.flush()
    #expect(world.storage.history.last?.changes.map(\.path) == ["signup.username", "signup.isValid"])
  }

  @Test func onlyNetDifferencesAreCommitted() throws {
    let world = try World(signUp)
    #expect(try world.set("signup.username", .string("")).changed == false)
    #expect(world.engine.revision == 1)
    // There and back within one statement.
    try world.eval("func flip() { signup.username = \"x\"; signup.username = \"\" }\nflip()")
    #expect(world.engine.revision == 1)
  }

  @Test func aForcedWriteCommitsWithoutDifference() throws {
    let world = try World(signUp)
    let receipt = try world.engine.set("signup.username", to: .string(""), .init(session: "c1", force: true))
    #expect(receipt.changed && world.engine.revision == 2)
  }

  /// To undo it, what was there first is enough, however long an `init` goes on.
  @Test func whatIsWrittenAgainAndAgainIsNotedOnce() throws {
    let world = try World()
    var most = 0
    world.engine.didRun = { _ in
      most = max(most, world.engine.transactions.current?.writes.count ?? 0)
      return false
    }
    try world.eval(
      """
      class Busy: ObservableObject {
        @Published var n = 0
        @Published var m = 0
        init() { for i in 0..<20_000 { n = i; m = i } }
      }
      let busy = Busy()
      """)
    #expect(most == 2)
  }

  /// What was there before is let go of when all is done: others are looked after meanwhile.
  @Test(arguments: ["var list = nodes()\nlet c = 1", "let list = L()\nlist.items = nodes()"])
  func whatWasThereBeforeIsLetGoOfInParts(_ made: String) throws {
    let world = try World(
      "final class Node {}\nclass L { var items: [Node] = [] }\n"
        + "func nodes() -> [Node] { (0..<20_000).map { _ in Node() } }\n" + made)
    var looks = 0
    world.engine.didRun = { _ in
      looks += 1
      return false
    }
    try world.eval(made.hasPrefix("var") ? "list = []" : "list.items = []")
    #expect(looks >= 15, "\(looks)")
  }

  /// A `didSet` that writes its property again, or fails, is a part of the write: it is undone from its beginning.
  @Test func whatDidSetDoesIsUndoneWithItsWrite() throws {
    let world = try World(
      """
      class Volume: ObservableObject {
        @Published var level = 5 { didSet { if level > 10 { level = 10 } } }
        @Published var gain = 1 { didSet { if gain > 10 { fatalError("too loud") } } }
        @Published var part = Part() { didSet { if part.n > 10 { part = Part(); fatalError("no") } } }
      }
      class Part: ObservableObject { @Published var n = 0 }
      let volume = Volume()
      """)
    #expect(try world.set("volume.level", .int(99)).changed)
    #expect(try world.get("volume.level") == .int(10))
    #expect(throws: EngineError.self) {
      try world.eval("func f() { volume.level = 7; volume.level = 99; fatalError() }\nf()")
    }
    #expect(try world.get("volume.level") == .int(10))
    #expect(throws: EngineError.self) { try world.set("volume.gain", .int(11)) }
    #expect(try world.get("volume.gain") == .int(1))
    #expect(throws: EngineError.self) { try world.eval("let loud = Part()\nloud.n = 11\nvolume.part = loud") }
    #expect(try world.get("volume.part.n") == .int(0))
    #expect(try world.set("volume.gain", .int(2)).changes == 1)
  }

  @Test func eachStatementIsItsOwnTransaction() throws {
    let world = try World(signUp)
    try world.eval("signup.username = \"a\"\nsignup.username = \"ab\"\nsignup.username = \"abc\"")
    #expect(world.engine.revision == 4)
  }

  @Test func severalAssignmentsAreOneCommit() throws {
    let world = try World(
      """
      class Home: ObservableObject {
        @Published var a = 0
        @Published var b = 0
        @Published var sum = 0
        init() { Publishers.CombineLatest($a, $b).map { $0 + $1 }.assign(to: &$sum) }
      }
      let home = Home()
      """)
    let receipt = try world.engine.commit(
      [.init(path: "home.a", value: .int(1)), .init(path: "home.b", value: .int(2))], if: [], .init(session: "c1"))
    #expect(receipt.revision == 2 && receipt.changes == 3)
    #expect(try world.get("home.sum") == .int(3))
  }

  @Test func nothingIsWrittenWhenOneAssignmentDoesNotFit() throws {
    let world = try World(signUp)
    #expect(throws: EngineError.self) {
      try world.engine.commit(
        [.init(path: "signup.username", value: .string("ada")), .init(path: "signup.isValid", value: .string("yes"))],
        if: [], .init(session: "c1"))
    }
    #expect(try world.get("signup.username") == .string(""))
    #expect(world.engine.revision == 1)
  }

  @Test func aStatementThatTrapsLeavesNoTrace() throws {
    let world = try World(signUp)
    #expect(throws: EngineError.self) {
      try world.engine.evaluate(
        SourceText(
          file: "test", text: "func fail() { signup.username = \"ada\"; let none: [Int] = []; print(none[3]) }\nfail()"),
        session: "c1")
    }
    #expect(try world.get("signup.username") == .string(""))
    #expect(try world.get("signup.isValid") == .bool(false))
    #expect(world.engine.revision == 1)
    try world.set("signup.username", .string("ada"))
    #expect(try world.get("signup.isValid") == .bool(true))
  }

  @Test func conditionsAreHeld() throws {
    let world = try World(signUp)
    var options = Engine.WriteOptions(session: "c1")
    options.ifRevision = 0
    do {
      _ = try world.engine.set("signup.username", to: .string("ada"), options)
      Issue.record("a stale condition was accepted")
    } catch {
      guard case .conflict("signup.username", 1, .string("")) = error else {
        Issue.record("unexpected: \(error)")
        return
      }
    }
    options.ifRevision = 1
    options.ifValue = .string("")
    #expect(try world.engine.set("signup.username", to: .string("ada"), options).changed)
  }

  @Test func aTimerIsATransactionThatNamesItsCause() throws {
    let world = try World(
      """
      class Search: ObservableObject {
        @Published var term = ""
        @Published var asked = ""
        init() { $term.dropFirst().debounce(for: 0.8, scheduler: DispatchQueue.main).assign(to: &$asked) }
      }
      let search = Search()
      """)
    try world.set("search.term", .string("a"))
    world.engine.advance(to: 500_000_000)
    try world.set("search.term", .string("ab"))
    #expect(try world.get("search.asked") == .string(""))
    world.engine.advance(to: 1_299_999_999)
    #expect(try world.get("search.asked") == .string(""))
    world.engine.advance(to: 1_300_000_000)
    #expect(try world.get("search.asked") == .string("ab"))
    try world.engine.flush()
    let last = try #require(world.storage.history.last)
    #expect(last.cause.by == "timer" && last.cause.of == 3)
    #expect(last.at == 1_300_000_000)
  }

  @Test func aFailedStorageStopsEverythingAndSaysWhy() throws {
    let world = try World(signUp)
    world.storage.failure = DiskFull()
    try world.set("signup.username", .string("ada"))
    #expect(throws: EngineError.self) { try world.engine.flush() }
    do {
      try world.set("signup.username", .string("bob"))
      Issue.record("a poisoned engine accepted a write")
    } catch EngineError.poisoned(let reason) {
      #expect(reason == "disk full")
    }
  }

  /// What a top-level `var` held is let go of with it, and what it is given is a store again.
  @Test func aVariableThatHoldsNothingIsNoStore() throws {
    let world = try World(
      """
      class Box: ObservableObject {
        @Published var n = 1
        deinit { print("gone") }
      }
      var box: Box? = Box()
      """)
    #expect(try world.get("box.n") == .int(1))
    #expect(try world.eval("box = nil").printed == ["gone"])
    #expect(throws: EngineError.self) { try world.get("box.n") }
    try world.eval("box = Box()\nbox?.n = 5")
    #expect(try world.get("box.n") == .int(5))
  }
}
