// Statements that change a part of another process' property: the rest of it goes with the part as it was when it was read, and what the
// process has changed since is not lost.
import Language
import Testing

@testable import Engine

@Suite struct ProvidedPartTests {
  /// A world with a cart of another process, and what that is asked.
  private final class Till {
    let world: World
    var requests: [ProviderRequest] = []
    var results: [Result<Engine.Evaluation, EngineError>] = []

    init(_ source: String = "") throws {
      world = try World()
      let shape = ProvidedShape(
        namespace: nil,
        types: ["struct Line: Identifiable, Codable, Equatable { let id: Int; var count: Int; var note = \"\" }"],
        stores: [
          .init(
            name: "cart", className: nil,
            properties: [
              .init(name: "lines", typeName: "[Line]", isSettable: true, doc: nil, value: Till.lines(1)),
              .init(name: "total", typeName: "Int", isSettable: true, doc: nil, value: .int(1)),
            ], methods: [], doc: nil)
        ])
      var opened: Result<Engine.Provided, EngineError>?
      world.engine.provide(
        "till", shape, session: "c2", patience: 5_000_000_000, give: { [unowned self] in requests.append($0) }
      ) { opened = $0 }
      _ = try #require(opened).get()
      if !source.isEmpty { try world.eval(source) }
    }

    /// Lines of which the first one is so many.
    static func lines(_ count: Int, note: String = "", and others: Int...) -> PortableValue {
      func line(_ id: Int, _ count: Int, _ note: String) -> PortableValue {
        .record([.init("id", .int(id)), .init("count", .int(count)), .init("note", .string(note))])
      }
      return .list([line(1, count, note)] + others.map { line($0, 1, "") })
    }

    func begin(_ statement: String) {
      world.engine.evaluate([SourceText(file: "test", text: statement)], session: "c1") { [unowned self] in
        results.append($0)
      }
    }

    func change(_ path: String, _ value: PortableValue) throws {
      _ = try world.engine.change("till", [.init(path: path, value: value)], session: "c2", request: nil)
    }

    /// Answers the oldest request: as what it asks for, or no, for it has changed since.
    func answer(no: Bool = false) throws {
      let request = requests.removeFirst()
      guard case .set(let changes) = request.kind else {
        Issue.record("nothing is to be set")
        return
      }
      let told = no ? [] : changes.map { Engine.Assignment(path: $0.path, value: $0.value) }
      _ = try world.engine.answer(
        "till", request.number, no ? .refused("it has changed since that was decided") : .value(.null), told,
        session: "c2")
      // What waited for it goes on.
      world.engine.advance(to: world.engine.now)
    }
  }

  private static let bump = "func bump(_ number: inout Int) { number += 1 }\n"

  @Test(arguments: [
    ("cart.lines[0].count += 4", Till.lines(5)),
    ("cart.lines[0].count = 5", Till.lines(5)),
    ("cart.lines.append(Line(id: 2, count: 1))", Till.lines(1, and: 2)),
    ("cart[keyPath: \\.lines[0].count] = 5", Till.lines(5)),
    ("$cart.lines[0].count.wrappedValue = 5", Till.lines(5)),
    ("$cart.lines[id: 1].count.limited(to: 0...9).wrappedValue = 5", Till.lines(5)),
    ("for line in $cart.lines { line.count.wrappedValue = 5 }", Till.lines(5)),
    (bump + "bump(&cart.lines[0].count)", Till.lines(2)),
    ("cart.lines = cart.lines", nil), ("cart.lines = [Line(id: 1, count: 5)]", nil),
    ("$cart.lines.wrappedValue = [Line(id: 1, count: 5)]", nil),
  ])
  func thePartIsAskedForUnderACondition(_ statement: String, _ wanted: PortableValue?) throws {
    let till = try Till()
    till.begin(statement)
    let request = try #require(till.requests.first)
    #expect(request.isConditional == (wanted != nil))
    guard let wanted, case .set(let changes) = request.kind else { return }
    #expect(changes.map(\.path) == ["cart.lines"])
    #expect(changes.map(\.value) == [wanted])
  }

  @Test(arguments: [
    ("cart.total += 1", true), (bump + "bump(&cart.total)", true), ("cart.total = 2", false),
    ("cart[keyPath: \\.total] = 2", false), ("$cart.total.wrappedValue = 2", false),
    ("$cart.total.limited(to: 0...9).wrappedValue = 2", false),
  ])
  func aNumberThatIsCountedOnIsOne(_ statement: String, _ isConditional: Bool) throws {
    let till = try Till()
    till.begin(statement)
    #expect(till.requests.map(\.isConditional) == [isConditional])
    try till.answer()
    #expect(try till.world.get("cart.total") == .int(2))
  }

  private func path(refusedBy result: Result<Engine.Evaluation, EngineError>?) -> String? {
    guard case .failure(.trap(let fault)) = result, case .outdated(let path)? = fault.refusal else { return nil }
    return path
  }

  @Test func whatWasChangedMeanwhileStays() throws {
    let till = try Till()
    till.begin("cart.lines[0].count += 1")
    try till.change("cart.lines", Till.lines(1, note: "theirs"))
    try till.answer(no: true)
    #expect(path(refusedBy: till.results.last) == "cart.lines")
    #expect(try till.world.get("cart.lines") == Till.lines(1, note: "theirs"))
    till.begin("cart.lines[0].count += 1")
    try till.answer()
    #expect(try till.world.get("cart.lines") == Till.lines(2, note: "theirs"))
  }

  /// A no for another reason is one.
  @Test func whatHasNotChangedIsRefusedAsEver() throws {
    let till = try Till()
    till.begin("cart.lines[0].count += 1")
    try till.change("cart.total", .int(7))
    try till.answer(no: true)
    guard case .failure(.trap(let fault)) = till.results.last else {
      Issue.record("it is taken")
      return
    }
    #expect(fault.refusal == .value)
  }

  /// What makes the value takes its time: it was read before.
  @Test func whatIsReadLongBeforeIsKnownToBeOld() throws {
    let till = try Till(
      "func slowly(_ number: inout Int) async { try? await Task.sleep(for: .seconds(1)); number += 1 }")
    till.begin("await slowly(&cart.lines[0].count)")
    #expect(till.requests.isEmpty)
    try till.change("cart.lines", Till.lines(1, note: "theirs"))
    till.world.engine.advance(to: 2_000_000_000)
    #expect(till.requests.isEmpty)
    #expect(path(refusedBy: till.results.last) == "cart.lines")
  }

  @Test func aClientThatSetsAPartHearsOfTheConflict() throws {
    let till = try Till()
    var result: Result<Engine.WriteReceipt, EngineError>?
    _ = till.world.engine.request([.init(path: "cart.lines[0].count", value: .int(5))], .init(session: "c1")) {
      result = $0
    }
    try till.change("cart.lines", Till.lines(3))
    try till.answer(no: true)
    guard case .failure(.conflict(let path, _, let value)) = result else {
      Issue.record("\(result as Any)")
      return
    }
    #expect(path == "cart.lines")
    #expect(value == Till.lines(3))
  }

  /// In a pipeline nobody waits: what cannot be done is told.
  @Test func pipelinesLoseNothingInSilence() throws {
    let till = try Till(signUp + "\nlet count = signup.$username.dropFirst().sink { _ in cart.total += 1 }")
    try till.world.set("signup.username", .string("a"))
    try till.world.set("signup.username", .string("b"))
    try till.world.engine.flush()
    #expect(till.requests.map(\.isConditional) == [true, true])
    #expect(till.requests.map(\.seen) == [0, 0])
    try till.answer()
    try till.answer(no: true)
    #expect(try till.world.get("cart.total") == .int(2))
    #expect(till.world.notices().filter { $0.contains("trouble") }.count == 1)
    // It is known to be old before anybody is asked.
    try till.world.set("signup.username", .string("c"))
    try till.change("cart.total", .int(9))
    try till.world.engine.flush()
    #expect(till.requests.isEmpty)
    #expect(till.world.notices().contains { $0.hasSuffix("trouble it has changed since that was decided") })
  }

  private static let editor = """
    class Editor: Draft {
      let source: Binding<Line>
      @Published var base: Line
      @Published var draft: Line
      init(_ source: Binding<Line>) {
        self.source = source
        base = source.wrappedValue
        draft = source.wrappedValue
      }
    }
    let editor = Editor($cart.lines[id: 1])
    """

  @Test func aDraftIsMergedWithWhatWasChangedMeanwhile() throws {
    let till = try Till(Self.editor)
    try till.world.eval("editor.draft.count = 5")
    till.begin("try editor.save()")
    try till.change("cart.lines", Till.lines(1, note: "theirs"))
    #expect(till.requests.map(\.isConditional) == [true])
    try till.answer(no: true)
    #expect(till.results.isEmpty)
    try till.answer()
    #expect(till.results.count == 1)
    #expect(try till.world.get("cart.lines") == Till.lines(5, note: "theirs"))
    // On both sides it is a conflict, and nothing is saved.
    try till.world.eval("editor.draft.count = 6")
    till.begin("try editor.save()")
    try till.change("cart.lines", Till.lines(7))
    try till.answer(no: true)
    guard case .failure(.thrown(let thrown)) = till.results.last else {
      Issue.record("it is saved")
      return
    }
    #expect(thrown.typeName == "DraftConflict")
    #expect(try till.world.get("cart.lines") == Till.lines(7))
  }
  /// Whoever saves can be told that it is not, or that nobody knows.
  @Test func whyADraftIsNotSavedCanBeCaught() throws {
    let till = try Till(Self.editor)
    try till.world.eval("editor.draft.count = 5\nvar told: [String] = []")
    let save = "do { try editor.save() } catch let error as BindingError { told.append(error.message) }"
    till.begin(save)
    _ = try till.world.engine.answer("till", till.requests.removeFirst().number, .refused("no"), [], session: "c2")
    till.begin(save)
    _ = try till.world.engine.closeProvider("till", session: "c2")
    till.begin(save)
    till.world.engine.advance(to: till.world.engine.now)
    #expect(
      try till.world.get("told")
        == .list([
          .string("'lines' is not set: no"), .string("'lines' may not be set: 'till' has closed what it provides"),
          .string("'lines' is not set: the program that provides 'till' is not connected"),
        ]))
    #expect(try till.world.eval("print(editor.hasChanges)").printed == ["true"])
  }
}
