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

    init(_ source: String = "", takesParts: Bool = false) throws {
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
        "till", shape, session: "c2", patience: 5_000_000_000, takesParts: takesParts,
        give: { [unowned self] in requests.append($0) }
      ) { opened = $0 }
      _ = try #require(opened).get()
      if !source.isEmpty { try world.eval(source) }
    }

    /// Lines of which the first one is so many.
    static func lines(_ count: Int, note: String = "", and others: Int...) -> PortableValue {
      .list([line(1, count, note)] + others.map { line($0) })
    }

    static func line(_ id: Int, _ count: Int = 1, _ note: String = "") -> PortableValue {
      .record([.init("id", .int(id)), .init("count", .int(count)), .init("note", .string(note))])
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

  /// What a client sends, and what became of it, in order.
  private final class Sender {
    let till: Till
    var outcomes: [String] = []
    init(_ till: Till) { self.till = till }

    @discardableResult
    func set(_ path: String, _ value: PortableValue, patch: PatchFormat? = nil, by session: String = "c1") -> () -> Void
    {
      till.world.engine.request([.init(path: path, value: value, patch: patch)], .init(session: session)) {
        [unowned self] in
        switch $0 {
        case .success: outcomes.append(path)
        case .failure(.conflict): outcomes.append(path + " conflict")
        case .failure(.unanswered): outcomes.append(path + " late")
        case .failure(.providerLeft): outcomes.append(path + " gone")
        case .failure(let error): outcomes.append("\(path) \(error)")
        }
      } ?? {}
    }
  }

  @Test func partsThatAreSentAheadAreAskedOneAfterTheOther() throws {
    let till = try Till()
    let sender = Sender(till)
    sender.set("cart.lines[0].count", .int(5))
    sender.set("cart.lines[0].note", .string("n"))
    sender.set("cart.lines", .list([.list([.string("insert"), .int(1), .list([Till.line(2)])])]), patch: .native)
    // It need not be there yet when it is sent.
    sender.set("cart.lines[1].count", .int(7), by: "c3")
    #expect(till.requests.count == 1)
    try till.answer()
    #expect(till.requests.map(\.seen) == [1])
    while !till.requests.isEmpty { try till.answer() }
    #expect(sender.outcomes == ["cart.lines[0].count", "cart.lines[0].note", "cart.lines", "cart.lines[1].count"])
    #expect(try till.world.get("cart.lines[0]") == Till.line(1, 5, "n"))
    #expect(try till.world.get("cart.lines[1].count") == .int(7))
  }

  @Test func whatItsOwnerDoesMeanwhileIsAConflictStill() throws {
    let till = try Till()
    let sender = Sender(till)
    sender.set("cart.lines[0].count", .int(5))
    sender.set("cart.lines[0].note", .string("n"))
    try till.answer()
    try till.change("cart.lines", Till.lines(9))
    try till.answer(no: true)
    #expect(sender.outcomes == ["cart.lines[0].count", "cart.lines[0].note conflict"])
  }

  /// What a session has sent before comes before; nobody else waits for it.
  @Test func orderIsKept() throws {
    let till = try Till()
    let sender = Sender(till)
    sender.set("cart.lines[0].count", .int(5))
    sender.set("cart.lines[0].note", .string("n"))
    sender.set("cart.lines", Till.lines(8))
    sender.set("cart.total", .int(2))
    sender.set("cart.total", .int(3), by: "c3")
    #expect(till.requests.map { $0.cause.by } == ["c1", "c3"])
    try till.answer()
    try till.answer()
    while !till.requests.isEmpty { try till.answer() }
    #expect(
      sender.outcomes == ["cart.lines[0].count", "cart.total", "cart.lines[0].note", "cart.lines", "cart.total"])
    #expect(try till.world.get("cart.lines") == Till.lines(8))
    #expect(try till.world.get("cart.total") == .int(2))
  }

  @Test func aStatementComesBehindWhatItsSessionHasSent() throws {
    let till = try Till()
    let sender = Sender(till)
    sender.set("cart.lines[0].count", .int(5))
    sender.set("cart.lines[0].note", .string("n"))
    till.begin("cart.lines = []")
    #expect(till.requests.count == 1)
    while !till.requests.isEmpty { try till.answer() }
    #expect(till.results.count == 1)
    #expect(try till.world.get("cart.lines") == .list([]))
  }

  @Test func whoeverWaitsInLineCanGiveUpAndIsGivenUp() throws {
    let till = try Till()
    let sender = Sender(till)
    sender.set("cart.lines[0].count", .int(5))
    let leave = sender.set("cart.lines[0].note", .string("a"))
    sender.set("cart.lines[0].note", .string("b"))
    leave()
    try till.answer()
    #expect(till.requests.count == 1)
    sender.set("cart.lines[0].count", .int(6))
    // Its deadline counts from when it was sent.
    till.world.engine.advance(to: 6_000_000_000)
    #expect(sender.outcomes == ["cart.lines[0].count", "cart.lines[0].note late", "cart.lines[0].count late"])
    sender.outcomes = []
    sender.set("cart.lines[0].count", .int(7))
    sender.set("cart.lines[0].count", .int(8))
    _ = try till.world.engine.closeProvider("till", session: "c2")
    #expect(sender.outcomes == ["cart.lines[0].count gone", "cart.lines[0].count gone"])
  }

  @Test func whoTakesPartsIsAskedForThem() throws {
    let till = try Till(takesParts: true)
    let sender = Sender(till)
    func patches(_ request: ProviderRequest?) -> [PortableValue?]? {
      guard case .set(let writes)? = request?.kind else { return nil }
      return writes.map(\.patch)
    }
    sender.set("cart.lines[id: 1].count", .int(5))
    let part: PortableValue = .list([
      .list([.string("patch"), .int(0), .record([.init("set", .record([.init("count", .int(5))]))])])
    ])
    #expect(patches(till.requests.first) == [part])
    try till.answer()
    till.begin("cart.lines[0].count = 1")
    #expect(patches(till.requests.first)?.first?.map { $0 != part } == true)
    try till.answer()
    // The whole is that.
    sender.set("cart.lines", Till.lines(3))
    #expect(patches(till.requests.first) == [nil])
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
