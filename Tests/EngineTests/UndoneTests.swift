import Language
import Testing

@testable import Engine

/// A transaction that is undone leaves nothing behind: neither in what operators remember, nor in what happens later.
@Suite struct UndoneTests {
  /// A chain that begins with `$n`, `$m` or `sent`, and what it is about.
  struct Chain: CustomTestStringConvertible, Sendable {
    let chain: String
    var testDescription: String { chain }
  }

  private static let ms = ".milliseconds"

  /// What each of them delivers is noted by the form that has the properties.
  static let chains: [Chain] = [
    "$n", "sent", "value",
    // What is compared, counted and folded.
    "$n.removeDuplicates()", "$n.removeDuplicates(by: ==)",
    "$n.tryRemoveDuplicates { $0 == $1 }.replaceError(with: -1)",
    "$n.scan(0, +)", "$n.tryScan(0) { $0 + $1 }.replaceError(with: -1)", "$n.collect(2)", "$n.collect(4)",
    "$n.dropFirst(2)", "$n.drop { $0 < 7 }", "$n.output(in: 1...2)", "$n.output(at: 2)",
    "$n.prefix(3).count()", "$n.prefix(3).reduce(0, +)", "$n.prefix(3).collect()", "$n.prefix(3).last()",
    "$n.prefix(3).max()", "$n.prefix(4).last { $0 < 9 }", "$n.prefix(3).ignoreOutput()",
    "$n.prefix(3).map { $0 }.replaceEmpty(with: -1)",
    // What ends.
    "$n.prefix(2)", "$n.prefix(3)", "$n.prefix { $0 < 7 }", "$n.first { $0 >= 7 }", "$n.dropFirst().first()",
    "$n.contains(7)", "$n.allSatisfy { $0 < 7 }", "$n.prefix(untilOutputFrom: $m.dropFirst())",
    "$n.drop(untilOutputFrom: $m.dropFirst())", "$n.prefix(2).append(-1)",
    "$n.tryMap { if $0 == 7 { throw E() }; return $0 }.replaceError(with: -1)",
    "$n.tryMap { if $0 == 7 { throw E() }; return $0 }.catch { _ in Just(-1) }",
    "$n.tryMap { if $0 == 7 { throw E() }; return $0 }.retry(1).replaceError(with: -1)",
    "$n.map { 10 / ($0 - 7) }",
    // What joins.
    "$n.combineLatest($m).map { $0 + $1 }", "$n.combineLatest($m) { $0 * 10 + $1 }.dropFirst(3)",
    "$m.combineLatest($n) { $0 * 10 + $1 }.filter { $0 > 70 }",
    "$m.combineLatest($n) { $0 * 10 + $1 }.output(in: 3...9)",
    "$n.zip($m).map { $0 + $1 }", "$n.zip(sent).map { $0 + $1 }",
    "$n.merge(with: $m)", "$n.merge(with: $m.prefix(2), sent).prefix(5)",
    "$n.combineLatest(sent, $m).map { $0 + $1 + $2 }", "$n.prefix(2).zip($m).map { $0 + $1 }",
    // What flattens.
    "$n.flatMap { Just($0) }", "$n.flatMap { Just($0).delay(for: \(ms)(2), scheduler: DispatchQueue.main) }",
    "$n.flatMap(maxPublishers: .max(1)) { Just($0).delay(for: \(ms)(2), scheduler: DispatchQueue.main) }",
    "$n.map { Just($0).delay(for: \(ms)(2), scheduler: DispatchQueue.main) }.switchToLatest()",
    "$n.map { x in self.sent.map { $0 + x } }.switchToLatest()",
    "$n.flatMap { x in self.sent.map { $0 + x } }", "$n.flatMap { [$0, $0 + 100].publisher }",
    // What takes time.
    "$n.debounce(for: \(ms)(3), scheduler: DispatchQueue.main)",
    "$n.debounce(for: \(ms)(30), scheduler: DispatchQueue.main)",
    "$n.throttle(for: \(ms)(3), scheduler: DispatchQueue.main, latest: true)",
    "$n.throttle(for: \(ms)(30), scheduler: DispatchQueue.main, latest: false)",
    "$n.throttle(for: \(ms)(30), scheduler: DispatchQueue.main, latest: true)",
    "$n.delay(for: \(ms)(3), scheduler: DispatchQueue.main)",
    "$n.delay(for: \(ms)(30), scheduler: DispatchQueue.main)",
    "$n.receive(on: DispatchQueue.main)", "$n.receive(on: DispatchQueue(label: \"q\"))", "$n.receive(on: RunLoop.main)",
    "$n.collect(.byTime(DispatchQueue.main, \(ms)(3)))", "$n.collect(.byTime(DispatchQueue.main, \(ms)(30)))",
    "$n.collect(.byTimeOrCount(DispatchQueue.main, \(ms)(30), 2))",
    "$n.timeout(\(ms)(18), scheduler: DispatchQueue.main)",
    "$n.timeout(\(ms)(100), scheduler: DispatchQueue.main)",
    "$n.prefix(3).delay(for: \(ms)(3), scheduler: DispatchQueue.main)",
    "$n.measureInterval(using: DispatchQueue.main).map { $0.magnitude }",
    "$n.subscribe(on: DispatchQueue.main)",
    // What is shared, held and handed on.
    "$n.share()", "$n.share().removeDuplicates()",
    "$n.removeDuplicates().multicast { PassthroughSubject() }.autoconnect()",
    "$n.buffer(size: 2, prefetch: .keepFull, whenFull: .dropOldest)",
    "$n.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest).flatMap(maxPublishers: .max(1)) { Just($0) }",
    "$n.handleEvents(receiveCancel: { self.value.send(-5) }).prefix(3)",
    "$n.print().breakpointOnError().eraseToAnyPublisher()",
    "value.removeDuplicates().prefix(3)", "value.combineLatest($n).map { $0 + $1 }",
    "Timer.publish(every: 0.004, on: .main, in: .common).autoconnect().map { _ in self.n }.removeDuplicates()",
    "$n.map { _ in Timer.publish(every: 0.004, on: .main, in: .common).autoconnect().map { _ in self.n } }.switchToLatest()",
    "$n.map { x in Deferred { Future<Int, Never> { done in DispatchQueue.main.async { done(.success(x)) } } } }.switchToLatest()",
    "promised.append($n)",
  ].map { Chain(chain: $0) }

  private static func form(_ chain: String) -> String {
    """
    struct E: Error {}
    class Form: ObservableObject {
      @Published var n = 0
      @Published var m = 0
      @Published var told: [String] = []
      let sent = PassthroughSubject<Int, Never>()
      let value = CurrentValueSubject<Int, Never>(0)
      var promise: (Result<Int, Never>) -> Void = { _ in }
      lazy var promised = Future<Int, Never> { self.promise = $0 }
      var held: Set<AnyCancellable> = []
      init() {
        \(chain).sink { self.told.append("\\($0)") } receiveValue: { self.told.append("\\($0)") }.store(in: &held)
      }
      func put(_ x: Int) { n = x; sent.send(x); value.send(x); promise(.success(x)) }
      func fail(cancelling: Bool) {
        put(7)
        m += 1
        put(8)
        m += 1
        put(7)
        if cancelling {
          for token in held { token.cancel() }
          held = []
        }
        fatalError("no")
      }
    }
    let form = Form()
    """
  }

  /// Puts values into a form, and gives what its chain has made of them, and how much waits.
  /// - Parameter undone: what is undone before that step.
  private func told(_ chain: Chain, _ undone: String = "", at step: Int? = nil) throws -> [String] {
    let world = try World(Self.form(chain.chain))
    var lines: [String] = []
    for (number, value) in [1, 7, 7, 9, 7].enumerated() {
      if number == step { #expect(throws: EngineError.self) { try world.eval(undone) } }
      world.engine.advance(to: world.engine.now + 5_000_000)
      try world.eval("form.put(\(value))")
      if number == 2 { try world.set("form.m", .int(3)) }
      world.engine.advance(to: world.engine.now + 5_000_000)
      lines.append("\(try world.get("form.told")), \(world.engine.timerCount) wait")
    }
    return lines
  }

  /// What follows is what would have followed if it had never been.
  @Test(arguments: chains, ["form.fail(cancelling: false)", "form.fail(cancelling: true)"])
  func anUndoneTransactionLeavesNoTrace(_ chain: Chain, undone: String) throws {
    let expected = try told(chain)
    for step in [0, 1, 2, 4] { #expect(try told(chain, undone, at: step) == expected, "undone before step \(step)") }
  }

  private static let names = """
    class Form: ObservableObject {
      @Published var name = ""
      @Published var age = 0 { didSet { precondition(age >= 0, "age") } }
      @Published var upper = ""
      @Published var late = ""
      init() {
        $name.removeDuplicates().map { $0.uppercased() }.assign(to: &$upper)
        $name.debounce(for: .milliseconds(3), scheduler: DispatchQueue.main).assign(to: &$late)
      }
    }
    let f = Form()
    """

  @Test func oneOfSeveralWritesTraps() throws {
    let world = try World(Self.names)
    try world.watch(name: "p", mode: .every) { $0.publisher = "f.$name.removeDuplicates()" }
    _ = world.events()
    #expect(throws: EngineError.self) {
      try world.engine.commit(
        [.init(path: "f.name", value: .string("ada")), .init(path: "f.age", value: .int(-1))], if: [],
        .init(session: "c1"))
    }
    world.engine.advance(to: world.engine.now + 5_000_000)
    #expect(try world.get("f.late") == .string(""))
    #expect(world.events() == [])
    #expect(try world.set("f.name", .string("ada")).changes == 2)
    #expect(try world.get("f.upper") == .string("ADA"))
    #expect(world.events() == ["p publisher #2='ada'"])
    world.engine.advance(to: world.engine.now + 5_000_000)
    #expect(try world.get("f.late") == .string("ada"))
    #expect(try world.restarted().get("f.upper") == .string("ADA"))
  }

  /// Whoever looks after others ends what runs for too long.
  @Test func whatIsStoppedTraps() throws {
    let world = try World(Self.names)
    world.engine.didRun = { _ in
      world.engine.stopRunning("long")
      return false
    }
    #expect(throws: EngineError.self) { try world.eval("do { f.name = \"ada\"; while true {} }") }
    world.engine.didRun = { _ in false }
    world.engine.advance(to: world.engine.now + 5_000_000)
    #expect(try world.get("f.late") == .string(""))
    #expect(try world.set("f.name", .string("ada")).changes == 2)
  }

  /// What a transaction begins goes with it.
  @Test(arguments: [
    "DispatchQueue.main.async { c.n += 1 }", "DispatchQueue.main.asyncAfter(deadline: .now() + 0.001) { c.n += 1 }",
    "DispatchQueue.global().async { c.n += 1 }", "DispatchQueue.main.schedule { c.n += 1 }",
    "RunLoop.main.schedule(after: RunLoop.main.now) { c.n += 1 }", "Task { c.n += 1 }",
    "Task.detached { c.n += 1 }", "OperationQueue.main.addOperation { c.n += 1 }",
    "Timer.scheduledTimer(withTimeInterval: 0.001, repeats: true) { _ in c.n += 1 }",
    "c.hold(Timer.publish(every: 0.001, on: .main, in: .common).autoconnect().sink { _ in c.n += 1 })",
    "_ = Timer.publish(every: 0.001, on: .main, in: .common).connect()",
    "c.$m.dropFirst().assign(to: &c.$n)", "c.hold(c.$m.dropFirst().sink { c.n = $0 })",
    "c.hold(DispatchQueue.main.schedule(after: DispatchQueue.main.now, interval: .seconds(1)) { c.n += 1 })",
    "withObservationTracking { _ = d.m } onChange: { c.n += 1 }",
  ])
  func whatItBeginsDoesNotHappen(_ begun: String) throws {
    let world = try World(
      """
      class C: ObservableObject {
        @Published var n = 0
        @Published var m = 0
        var held: [any Cancellable] = []
        func hold(_ c: any Cancellable) { held.append(c) }
      }
      let c = C()
      @Observable class D { var m = 0 }
      let d = D()
      """)
    let waiting = world.engine.timerCount
    #expect(throws: EngineError.self) { try world.eval("do { \(begun); fatalError() }") }
    // Its turn in an operation queue comes, with nothing to do.
    #expect(world.engine.timerCount == waiting || begun.hasPrefix("OperationQueue"))
    try world.set("c.m", .int(1))
    try world.set("d.m", .int(1))
    world.engine.advance(to: world.engine.now + 5_000_000)
    #expect(try world.get("c.n") == .int(0))
    #expect(world.engine.timerCount == waiting)
    // The same begins otherwise.
    try world.eval("do { \(begun) }")
    try world.set("c.m", .int(2))
    try world.set("d.m", .int(2))
    world.engine.advance(to: world.engine.now + 5_000_000)
    #expect(try world.get("c.n") != .int(0) || begun.contains(".connect()"))
  }

  /// A subscription that the program has in its hands, asked for more and cancelled in it, goes on as if it had not been.
  @Test(arguments: [
    "c.p", "c.v", "c.$m", "c.p.map { $0 }", "c.p.replaceError(with: 1)", "c.p.tryMap { $0 }.replaceError(with: 1)",
    "c.v.retry(1)",
    "c.p.catch { _ in Just(1) }", "c.p.flatMap { Just($0) }", "c.p.prepend(1)", "c.p.append(1)", "c.p.merge(with: c.p)",
    "c.p.combineLatest(c.v) { $0 + $1 }", "c.p.buffer(size: 3, prefetch: .byRequest, whenFull: .dropOldest)",
    "c.p.share()",
    "c.p.handleEvents()", "c.p.removeDuplicates()", "c.p.filter { $0 > 0 }", "c.p.replaceEmpty(with: 3)",
    "c.p.scan(0, +)",
  ])
  func aSubscriptionInHandIsAsItWas(_ chain: String) throws {
    func heard(_ undone: [String]) throws -> PortableValue {
      let world = try World(
        """
        class C: ObservableObject {
          @Published var m = 0
          @Published var heard: [Int] = []
          let p = PassthroughSubject<Int, Never>()
          let v = CurrentValueSubject<Int, Never>(5)
          var given: Subscription?
        }
        let c = C()
        final class S: Subscriber {
          typealias Input = Int
          typealias Failure = Never
          func receive(subscription: Subscription) { c.given = subscription; subscription.request(.max(2)) }
          func receive(_ value: Int) -> Subscribers.Demand { c.heard.append(value); return .max(value % 2) }
          func receive(completion: Subscribers.Completion<Never>) { c.heard.append(-1) }
        }
        \(chain).subscribe(S())
        """)
      func send(_ value: Int) throws { try world.eval("do { c.m = \(value); c.v.send(\(value)); c.p.send(\(value)) }") }
      try send(2)
      for text in undone { #expect(throws: EngineError.self) { try world.eval("do { \(text); fatalError() }") } }
      try send(3)
      try send(4)
      try world.eval("c.given?.request(.max(2))")
      for value in [5, 6, 8, 9] { try send(value) }
      try world.eval("do { c.p.send(completion: .finished); c.v.send(completion: .finished) }")
      return try world.get("c.heard")
    }
    let plain = try heard([])
    #expect(try heard(["c.given?.request(.max(3)); c.p.send(7); c.given?.cancel()"]) == plain)
    #expect(
      try heard(["c.given?.cancel()", "c.given?.request(.max(3))", "c.p.send(7); c.v.send(9); c.m = 4"]) == plain)
  }

  /// What begins and ends in it has never been, and is no pipeline.
  @Test(arguments: [
    "let q = c.$m.sink { c.n = $0 }; _ = q", "c.$m.prefix(1).sink { c.n = $0 }.store(in: &c.held)",
    "c.$m.sink { c.n = $0 }.store(in: &c.held); c.held = []", "c.$m.map { $0 }.assign(to: &c.$n)",
    "let q = c.$m.sink { c.n = $0 }; q.cancel()",
  ])
  func whatBeginsAndEndsInItIsNoPipeline(_ begun: String) throws {
    let world = try World(
      "class C: ObservableObject { @Published var n = 0; @Published var m = 0; var held: Set<AnyCancellable> = [] }\nlet c = C()"
    )
    for _ in 1...3 {
      #expect(throws: EngineError.self) { try world.eval("do { \(begun); fatalError() }") }
      #expect(world.engine.pipelines.all.isEmpty)
    }
    try world.set("c.m", .int(1))
    #expect(try world.get("c.n") == .int(0))
  }

  /// Who was told in it of a change under observation is told once more.
  @Test func anObservationGoesOn() throws {
    let world = try World(
      "@Observable class D { var m = 0 }\nlet d = D()\nclass C: ObservableObject { @Published var n = 0 }\nlet c = C()\n"
        + "withObservationTracking { _ = d.m } onChange: { c.n += 1 }")
    #expect(throws: EngineError.self) { try world.eval("do { d.m = 1; fatalError() }") }
    #expect(try world.get("c.n") == .int(0))
    try world.set("d.m", .int(1))
    try world.set("d.m", .int(2))
    #expect(try world.get("c.n") == .int(1))
  }

  /// What a transaction calls off goes on.
  @Test func whatItCallsOffGoesOn() throws {
    let world = try World(
      """
      class C: ObservableObject {
        @Published var n = 0
        @Published var ticks = 0
        @Published var seen = 0
        var sub: AnyCancellable?
        var timer: Timer?
        var pulse: AnyCancellable?
        init() {
          sub = $n.sink { self.seen = $0 }
          timer = Timer.scheduledTimer(withTimeInterval: 0.001, repeats: true) { _ in self.ticks += 1 }
          pulse = Timer.publish(every: 0.001, on: .main, in: .common).autoconnect().sink { _ in self.ticks += 100 }
        }
        func stop() { sub?.cancel(); sub = nil; timer?.invalidate(); timer = nil; pulse?.cancel(); pulse = nil }
      }
      let c = C()
      """)
    #expect(throws: EngineError.self) { try world.eval("do { c.stop(); fatalError() }") }
    try world.set("c.n", .int(5))
    #expect(try world.get("c.seen") == .int(5))
    world.engine.advance(to: world.engine.now + 2_500_000)
    #expect(try world.get("c.ticks") == .int(202))
    try world.eval("c.stop()")
    try world.set("c.n", .int(6))
    world.engine.advance(to: world.engine.now + 5_000_000)
    #expect(try world.get("c.seen") == .int(5))
    #expect(try world.get("c.ticks") == .int(202))
    #expect(world.engine.timerCount == 0)
    #expect(try world.restarted().engine.timerCount == 0)
  }

  /// Who waits for a value waits on.
  @Test func whoWaitsForAValueIsNotWoken() throws {
    let world = try World(
      """
      class C: ObservableObject { @Published var n = 0; @Published var seen: [Int] = [] }
      let c = C()
      let task = Task { for await n in c.$n.values { c.seen.append(n) } }
      """)
    world.engine.advance(to: world.engine.now + 1)
    #expect(throws: EngineError.self) { try world.eval("do { c.n = 7; fatalError() }") }
    world.engine.advance(to: world.engine.now + 1)
    try world.set("c.n", .int(8))
    world.engine.advance(to: world.engine.now + 1)
    #expect(try world.get("c.seen") == .list([.int(0), .int(8)]))
  }

  /// A pipeline does not listen to an object that never was.
  @Test func whatItListensToIsAsItWas() throws {
    let world = try World(
      """
      class K: ObservableObject { @Published var n = 1 }
      class C: ObservableObject { @Published var other: K? }
      let c = C()
      let p = c.$other.compactMap { $0 }.map { $0.$n }.switchToLatest().sink { _ in }
      """)
    #expect(throws: EngineError.self) { try world.eval("do { c.other = K(); fatalError() }") }
    #expect(try world.engine.pipelines.named("p").inputs == ["c.other"])
    try world.eval("c.other = K()")
    #expect(try world.engine.pipelines.named("p").inputs == ["c.other", "c.other.n"])
  }

  /// What waits at the end of a pipeline that is held.
  @Test func nothingUndoneWaitsAtAPipelineThatIsHeld() throws {
    let world = try World(Self.names)
    let pipeline = try world.engine.pipelines.named("f.upper")
    pipeline.pause()
    #expect(throws: EngineError.self) { try world.eval("do { f.name = \"ada\"; fatalError() }") }
    #expect(pipeline.waiting == 0)
    try world.set("f.name", .string("ada"))
    #expect(pipeline.waiting == 1)
  }

  /// Neither does an end, nor does it stop before a value that never was.
  @Test func neitherAnEndNorAStopIsLeftAtAPipelineThatIsHeld() throws {
    let world = try World(
      """
      class C: ObservableObject {
        let sent = PassthroughSubject<Int, Never>()
        @Published var heard: [Int] = []
      }
      let c = C()
      let named = c.sent.sink(receiveCompletion: { _ in c.heard.append(-1) }, receiveValue: { c.heard.append($0) })
      """)
    let pipeline = try world.engine.pipelines.named("named")
    world.engine.pipelines.pause(pipeline, session: "c1")
    #expect(throws: EngineError.self) { try world.eval("do { c.sent.send(completion: .finished); fatalError() }") }
    try world.eval("c.sent.send(1)")
    world.engine.pipelines.step(pipeline, 1, session: "c1")
    try world.eval("c.sent.send(2)")
    world.engine.pipelines.step(pipeline, 1, session: "c1")
    #expect(try world.get("c.heard") == .list([.int(1), .int(2)]))
    pipeline.pause(at: Breakpoint("$0 > 5", holds: { $0 == .int(7) }, stopped: {}))
    #expect(throws: EngineError.self) { try world.eval("do { c.sent.send(7); fatalError() }") }
    #expect(!pipeline.isPaused)
    try world.eval("c.sent.send(3)")
    #expect(try world.get("c.heard") == .list([.int(1), .int(2), .int(3)]))
  }

  /// A timer goes on, though what it does is undone each time, and does not try again.
  @Test func whatATimerDoesIsUndoneAndItGoesOn() throws {
    var limits = Engine.Limits()
    limits.valueBytes = 100
    let world = try World(
      """
      class C: ObservableObject {
        @Published var n = 0
        @Published var late = 0
        @Published var text = ""
        var held: Set<AnyCancellable> = []
        init() {
          $n.dropFirst().debounce(for: .milliseconds(2), scheduler: DispatchQueue.main).sink { n in
            self.late = n
            if n == 1 { self.text = String(repeating: "x", count: 1000) }
          }.store(in: &held)
        }
      }
      let c = C()
      var ticks = 0
      let timer = Timer.scheduledTimer(withTimeInterval: 0.010, repeats: true) { _ in
        ticks += 1
        if ticks == 1 { c.text = String(repeating: "x", count: 1000) } else { c.text += "." }
      }
      """, limits: limits)
    try world.set("c.n", .int(1))
    world.engine.advance(to: world.engine.now + 9_000_000)
    #expect(try world.get("c.late") == .int(0))
    #expect(world.notices().count { $0.contains("undone") } == 1)
    try world.set("c.n", .int(2))
    world.engine.advance(to: world.engine.now + 5_000_000)
    #expect(try world.get("c.late") == .int(2))
    world.engine.advance(to: world.engine.now + 20_000_000)
    #expect(try world.get("c.text") == .string(""))
  }

  /// What was only held by a subscription goes with it; where that has been there before, at the end of the transaction.
  @Test func whatASubscriptionHeldGoesWithinTheTransaction() throws {
    let world = try World(
      """
      class C: ObservableObject { @Published var n = 0; let sent = PassthroughSubject<Int, Never>() }
      let c = C()
      class Probe { deinit { print("gone"); c.n += 1 } }
      func make() -> AnyCancellable { let probe = Probe(); return c.sent.sink { _ in print(probe) } }
      let held = make()
      """)
    #expect(try world.eval("do { let new = make(); new.cancel(); print(c.n) }").printed == ["gone", "1"])
    #expect(throws: EngineError.self) { try world.eval("do { held.cancel(); fatalError() }") }
    let revision = world.engine.revision
    #expect(try world.eval("do { held.cancel(); print(c.n) }").printed == ["1", "gone"])
    #expect(world.engine.revision == revision + 1)
    #expect(try world.get("c.n") == .int(2))
    #expect(try world.restarted().get("c.n") == .int(2))
  }

  /// The answer to a request comes, though another one had taken its place; nobody hears of that one's.
  @Test func aRequestGoesOn() throws {
    let world = try World(
      """
      class Form: ObservableObject {
        @Published var name = ""
        @Published var answer = ""
        init() {
          $name.dropFirst().map { name in
            URLSession.shared.dataTaskPublisher(for: URL(string: "https://names.test/" + name)!)
              .map { String(decoding: $0.data, as: UTF8.self) }.replaceError(with: "none")
          }.switchToLatest().assign(to: &$answer)
        }
      }
      let form = Form()
      """)
    for name in ["ada", "bob"] {
      let response = HTTPResponse(url: "", status: 200, body: Array(name.utf8))
      world.engine.outside.addStub(
        NetworkStub(
          pattern: "https://names.test/\(name)", answers: [.init(.response(response), delay: 3_000_000, times: 1)]))
    }
    try world.set("form.name", .string("ada"))
    #expect(throws: EngineError.self) { try world.eval("do { form.name = \"bob\"; fatalError() }") }
    #expect(world.engine.outside.requests.map(\.state) == [.running, .cancelled])
    world.engine.advance(to: world.engine.now + 5_000_000)
    #expect(try world.get("form.answer") == .string("ada"))
    #expect(world.engine.outside.requests.map(\.state) == [.status(200), .cancelled])
    try world.set("form.name", .string("bob"))
    world.engine.advance(to: world.engine.now + 5_000_000)
    #expect(try world.get("form.answer") == .string("bob"))
  }

  @Test func observersAreThoseThatTheyWere() throws {
    let world = try World(
      """
      class C: ObservableObject { @Published var n = 0 }
      let c = C()
      let center = NotificationCenter.default
      let name = Notification.Name("x")
      let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in c.n += 1 }
      let sub = center.publisher(for: name).sink { _ in c.n += 10 }
      """)
    #expect(throws: EngineError.self) {
      try world.eval(
        """
        do {
          center.removeObserver(token)
          sub.cancel()
          _ = center.addObserver(forName: name, object: nil, queue: nil) { _ in c.n += 100 }
          fatalError()
        }
        """)
    }
    try world.eval("center.post(name: name, object: nil)")
    #expect(try world.get("c.n") == .int(11))
  }
}
