// What waits in a program when another one takes its place: who asked is told that, and why.
import Language
import Testing

@testable import Engine

@Suite struct SupersededTests {
  private static let model = """
    class Books: ObservableObject {
      @Published var titles: [String] = []
      @Published var n = 0
      func refresh() async -> Int {
        titles.append("asked")
        try? await Task.sleep(for: .seconds(1))
        titles.append("new")
        return 1
      }
      func join() async -> Int { await Task { await self.refresh() }.value }
    }
    let books = Books()
    let k = 1
    """

  /// How what waits is ended, and what is named as the reason.
  struct End: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let names: [String]
    var isRemoval = false
    let act: @Sendable (World) throws -> Void

    init(_ name: String, names: String..., isRemoval: Bool = false, _ act: @escaping @Sendable (World) throws -> Void) {
      (testDescription, self.names, self.isRemoval, self.act) = (name, names, isRemoval, act)
    }
  }

  static let ends = [
    End("another name", names: "k") { try $0.eval("let k = 2") },
    End("the class", names: "Books") {
      try $0.eval("class Books: ObservableObject { @Published var titles: [String] = []; @Published var n = 1 }")
    },
    End("two names", names: "books", "k") { try $0.eval("let k = 3\nlet books = [Books()].first!") },
    End("removed", names: "k", isRemoval: true) { _ = try $0.engine.removeDeclaration("k", session: "c2") },
  ]

  private final class Answers {
    var all: [String] = []
    func take(_ name: String, _ result: Result<some Any, EngineError>) {
      switch result {
      case .success: all.append("\(name): done")
      case .failure(.superseded(nil, let by)): all.append("\(name): \(by.isRemoval ? "removed" : "anew") \(by.names)")
      case .failure(let error): all.append("\(name): \(error)")
      }
    }
  }

  @Test(arguments: ends) func whoWaitsIsToldWhy(_ end: End) throws {
    let world = try World(Self.model)
    let answers = Answers()
    let options = Engine.WriteOptions(session: "c1")
    for joins in [false, true] {
      _ = world.engine.call("books.refresh", nil, options, isSingleFlight: joins) { answers.take("call", $0) }
    }
    _ = world.engine.call("books.refresh", nil, options, isSingleFlight: true) { answers.take("joined", $0) }
    _ = world.engine.call("books.join", nil, options) { answers.take("task", $0) }
    for source in ["let word = await books.refresh()", "if true { _ = await books.refresh() }\nbooks.n = 7"] {
      world.engine.evaluate([SourceText(file: "test", text: source)], session: "c1") { answers.take("eval", $0) }
    }
    world.engine.advance(to: world.engine.now)
    try end.act(world)
    let reason = "\(end.isRemoval ? "removed" : "anew") \(end.names)"
    #expect(answers.all == ["call", "call", "joined", "task", "eval", "eval"].map { "\($0): \(reason)" })
    // Nothing of it goes on, and what was done before stays.
    world.engine.advance(to: world.engine.now + 5_000_000_000)
    if !end.names.contains("books") {
      #expect(try world.get("books.titles") == .list(Array(repeating: .string("asked"), count: 5)))
    }
    #expect(try world.get("books.n") != .int(7) && answers.all.count == 6)
    #expect(world.engine.sessions["c1"]?.results[""]?.isEmpty == true)
  }

  /// A statement has waited and is done, and the next one has not begun.
  @Test func betweenTwoStatements() throws {
    let world = try World(Self.model)
    let answers = Answers()
    world.engine.evaluate(
      [SourceText(file: "test", text: "_ = await books.refresh()\nbooks.n = 7")], session: "c1"
    ) { answers.take("eval", $0) }
    let deadline = world.engine.now + 1_000_000_000
    world.engine.limits.timersPerTurn = 1
    while try world.get("books.titles") == .list([.string("asked")]) { world.engine.advance(to: deadline) }
    #expect(answers.all.isEmpty)
    try world.eval("let k = 2")
    world.engine.limits.timersPerTurn = 10_000
    world.engine.advance(to: deadline + 1)
    #expect(answers.all == ["eval: anew [\"k\"]"])
    #expect(try world.get("books.n") == .int(0))
  }

  /// A task that nobody waits for ends with its program, and whoever listens for tasks hears of it.
  @Test func aTaskThatNobodyWaitsFor() throws {
    let world = try World(Self.model)
    try world.eval("Task { _ = await books.refresh() }")
    world.engine.advance(to: world.engine.now)
    _ = world.notices()
    try world.eval("let k = 2")
    #expect(world.notices().filter { $0.contains("task") && $0.hasPrefix("test:") } == ["test:1:1 task superseded"])
  }

  private func waiting(for path: String, _ world: World, _ answers: Answers) throws {
    _ = try world.engine.delivery.wait(path: path, condition: "value == 5", session: "c1", timeout: nil) { result in
      if case .failure(.superseded(path?, let by)) = result {
        return answers.all.append("\(path): \(by.isRemoval ? "removed" : "anew") \(by.names)")
      }
      answers.take(path, result)
    }
  }

  /// Somebody waits for something that is gone.
  @Test func whatIsWaitedForIsGone() throws {
    let world = try World(Self.model + "\nlet more = Books()")
    let answers = Answers()
    for path in ["books.n", "more.n"] { try waiting(for: path, world, answers) }
    _ = try world.engine.removeDeclaration("more", session: "c1")
    for completion in world.engine.takeCompletions() { completion() }
    #expect(answers.all == ["more.n: removed [\"more\"]"])
    try world.eval("class Books: ObservableObject { @Published var titles: [String] = [] }")
    for completion in world.engine.takeCompletions() { completion() }
    #expect(answers.all.dropFirst() == ["books.n: anew [\"Books\"]"])
  }

  /// How what is waited for goes from its path, and how it comes back.
  struct Loss: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let by: String
    /// The path is there still, for reading alone.
    var isThere = false
    let act: @Sendable (World) throws -> Void
    let comesBack: String
  }

  private static func books(_ n: String) -> String { "class Books: ObservableObject { \(n) }" }

  static let losses = [
    Loss(
      testDescription: "gone", by: #"anew ["Books"]"#, act: { try $0.eval(books("@Published var k = 1")) },
      comesBack: books("@Published var n = 0")),
    Loss(
      testDescription: "removed", by: #"removed ["books"]"#,
      act: { _ = try $0.engine.removeDeclaration("books", session: "c2") }, comesBack: "let books = Books()"),
    Loss(
      testDescription: "computed", by: #"anew ["Books"]"#, isThere: true,
      act: { try $0.eval(books("var n: Int { 3 }")) },
      comesBack: ""),
    Loss(
      testDescription: "plain", by: #"anew ["Books"]"#, isThere: true, act: { try $0.eval(books("var n = 0")) },
      comesBack: ""),
  ]

  /// With and without a condition it is the same; and who waits for what is absent, too, goes on.
  @Test(arguments: losses, [false, true]) func whoWaitsForWhatGoes(_ loss: Loss, _ evenAbsent: Bool) throws {
    for condition in [nil, "value == 5"] { try whoWaits(loss, condition, evenAbsent) }
  }

  private func whoWaits(_ loss: Loss, _ condition: String?, _ evenAbsent: Bool) throws {
    let world = try World(Self.model)
    var answers: [String] = []
    _ = try world.engine.delivery.wait(
      path: "books.n", condition: condition, evenAbsent: evenAbsent, session: "c1", timeout: nil
    ) { result in
      switch result {
      case .success(let met): answers.append("met \(met.path)")
      case .failure(.superseded("books.n"?, let by)): answers.append("\(by.isRemoval ? "removed" : "anew") \(by.names)")
      case .failure(.notPublished): answers.append("not published")
      case .failure(let error): answers.append("\(error)")
      }
    }
    func settle() { for completion in world.engine.takeCompletions() { completion() } }
    try loss.act(world)
    settle()
    guard evenAbsent else {
      #expect(answers == [loss.by])
      return
    }
    guard !loss.isThere else {
      #expect(answers == ["not published"])
      return
    }
    #expect(answers.isEmpty)
    try world.eval(loss.comesBack)
    settle()
    if condition != nil {
      #expect(answers.isEmpty)
      try world.set("books.n", .int(5))
      settle()
    }
    #expect(answers == ["met books.n"])
    #expect(world.engine.sessions["c1"]?.waits.isEmpty == true && world.engine.delivery.absent.isEmpty)
  }

  /// A name may be as long as a text.
  @Test func aLongNameIsCut() {
    let names = Redefinition(names: [String(repeating: "n", count: 300_000), "k"], isRemoval: false).names
    #expect(names[0].utf8.count < 10_000 && names[1] == "k")
  }
}
