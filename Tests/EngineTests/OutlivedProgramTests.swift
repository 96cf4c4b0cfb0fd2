import Language
import Testing

@testable import Engine

/// What waits when its program is taken down: the timers, tasks and requests of one that another took the place of, of a
/// namespace that is gone, of a definition that was refused. None of it is there a second later, and the daemon is.
@Suite struct OutlivedProgramTests {
  /// What a program may have under way, each of which refers to the program that began it.
  static let pending = [
    "$s.debounce(for: 1, scheduler: RunLoop.main).map { $0 + 1 }.assign(to: &$ro)",
    "$s.delay(for: 1, scheduler: DispatchQueue.main).map { $0 + 1 }.assign(to: &$ro)",
    "$s.throttle(for: 1, scheduler: RunLoop.main, latest: true).sink { [weak self] in self?.ro = $0 }.store(in: &bag)",
    "$s.timeout(.seconds(1), scheduler: RunLoop.main).sink { [weak self] in self?.ro = $0 }.store(in: &bag)",
    "$s.collect(.byTime(RunLoop.main, 1)).sink { [weak self] in self?.ro = $0.count }.store(in: &bag)",
    "Timer.publish(every: 1, on: .main, in: .common).autoconnect().map { _ in 1 }.assign(to: &$ro)",
    "Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in self?.ro += 1 }",
    "DispatchQueue.main.asyncAfter(deadline: .now() + 1) { self.ro += 1 }",
    "DispatchQueue.main.asyncAfter(deadline: .now() + 1) { [weak self] in self?.ro += 1 }",
    "DispatchQueue.global().async { sleep(1); DispatchQueue.main.async { self.ro += 1 } }",
    "Task { try await Task.sleep(for: .seconds(1)); self.ro += 1 }",
    "Task { for await value in $s.values { self.ro = value } }",
    "Task { self.ro += 1 }",
    "Just(1).delay(for: 1, scheduler: RunLoop.main).sink { self.ro = $0 }.store(in: &bag)",
    "Future<Int, Never> { done in DispatchQueue.main.asyncAfter(deadline: .now() + 1) { done(.success(1)) } }"
      + ".assign(to: &$ro)",
    "URLSession.shared.dataTask(with: URL(string: \"http://localhost/\")!) { _, _, _ in self.ro += 1 }.resume()",
    "URLSession.shared.dataTaskPublisher(for: URL(string: \"http://localhost/\")!).map { $0.data.count }"
      + ".replaceError(with: 0).assign(to: &$ro)",
  ]

  static let form = """
    class Form: ObservableObject {
      @Published var s = 0
      @Published var ro = 0
      var bag: Set<AnyCancellable> = []
      init() {
    \(pending.map { "    do { \($0) }" }.joined(separator: "\n"))
      }
    }
    let form = Form()

    """

  private func pass(_ world: World) {
    world.engine.advance(to: world.engine.now + 2_000_000_000)
    world.engine.advance(to: world.engine.now)
  }

  @Test func redefinition() throws {
    let world = try World(Self.form)
    try world.set("form.s", .int(1))
    try world.eval("let k = 1")
    try world.eval("let k = 2")
    pass(world)
    try world.set("form.s", .int(2))
    #expect(try world.get("form.s") == .int(2))
  }

  @Test func removal() throws {
    let world = try World(Self.form + "let k = 1")
    try world.set("form.s", .int(1))
    _ = try world.engine.removeDeclaration("form", session: "c1")
    #expect(world.engine.timerCount == 0)
    pass(world)
    #expect(try world.eval("k").values.map(\.text) == ["1"])
  }

  @Test func namespaceThatIsGone() throws {
    let world = try World()
    _ = try world.engine.evaluate(SourceText(file: "test", text: Self.form), in: "red", session: "c1")
    try world.set("red.form.s", .int(1))
    for name in ["form", "Form"] { _ = try world.engine.removeDeclaration(name, in: "red", session: "c1") }
    #expect(world.engine.namespaceNames.isEmpty && world.engine.timerCount == 0)
    pass(world)
  }

  @Test func pipelines() throws {
    let world = try World("class Form: ObservableObject { @Published var s = 0 }\nlet form = Form()")
    func define(_ source: String) throws {
      _ = try world.engine.pipelines.define("late", source: source, session: "c1", request: nil)
    }
    try define("form.$s.debounce(for: 1, scheduler: RunLoop.main).sink { print($0) }")
    try world.set("form.s", .int(1))
    try world.engine.pipelines.remove("late", session: "c1")
    #expect(throws: EngineError.self) { try define("form.$s.delay(for: 1, scheduler: RunLoop.main)") }
    pass(world)
    #expect(try world.get("form.s") == .int(1) && world.notices().isEmpty)
  }

  /// The engine itself goes, with everything under way.
  @Test func engineThatIsGone() throws {
    try World(Self.form).set("form.s", .int(1))
  }
}

/// The last reference to a store goes, and so does the store: what waits does not keep it, nor does what it wrote.
@Suite struct DroppedStoreTests {
  private static let form = """
    class Form: ObservableObject {
      @Published var s = 0
      @Published var ro = 0
      var bag: Set<AnyCancellable> = []
      init() {
        $s.debounce(for: 1, scheduler: RunLoop.main).map { $0 + 1 }.assign(to: &$ro)
        $s.delay(for: 1, scheduler: RunLoop.main).sink { print("late", $0) }.store(in: &bag)
        $s.sink { [weak self] value in Task { [weak self] in if let self { print("still", value) } } }.store(in: &bag)
        $s.sink { [weak self] value in
          DispatchQueue.main.asyncAfter(deadline: .now() + 1) { [weak self] in self?.ro = value }
        }.store(in: &bag)
        Timer.publish(every: 1, on: .main, in: .common).autoconnect()
          .handleEvents(receiveCancel: { print("cancelled") }).sink { _ in print("tick") }.store(in: &bag)
      }
      deinit { print("gone") }
    }
    """

  @Test func atOnce() throws {
    let world = try World(Self.form + "\nvar form: Form? = Form()")
    try world.set("form.s", .int(1))
    #expect(try world.eval("form = nil").printed == ["gone", "cancelled"])
    world.engine.advance(to: world.engine.now + 2_000_000_000)
    #expect(world.notices().isEmpty)
  }

  @Test func withinTheStatementThatWroteToIt() throws {
    let world = try World(Self.form + "\nvar form: Form? = Form()")
    #expect(try world.eval("if true { form?.s = 1; form = nil }").printed == ["gone", "cancelled"])
    #expect(try world.eval("if true { form = Form(); form?.s = 2; form = Form() }").printed == ["gone", "cancelled"])
    #expect(try world.get("form.s") == .int(0))
  }

  /// What goes within a timer is told to the session that set the timer.
  @Test func inATimer() throws {
    let world = try World(Self.form + "\nvar form: Form? = Form()")
    try world.eval("DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { form = nil }")
    world.engine.advance(to: world.engine.now + 600_000_000)
    let told = world.engine.takeNotices().map { notice in
      if case .print(let text) = notice.kind { "\(notice.session ?? "nobody"): \(text)" } else { "?" }
    }
    #expect(told == ["c1: still 0", "c1: gone", "c1: cancelled"])
  }
}
