// Whatever leads into a program's code, and whatever waits there: it goes on later, or fails and says where. Never silence.
import Language
import Testing

@testable import Engine

private let second = 1_000_000_000

@Suite struct WaitingEverywhereTests {
  /// Ways of waiting for a second.
  private static let ways = [
    "Thread.sleep(forTimeInterval: 1)", "_ = DispatchSemaphore(value: 0).wait(timeout: .now() + 1)",
    "let group = DispatchGroup(); group.enter(); _ = group.wait(timeout: .now() + 1)",
    "RunLoop.main.run(until: Date() + 1)", "DispatchQueue(label: \"q\").sync { Thread.sleep(forTimeInterval: 1) }",
  ]

  /// A world in which something waits, and all that is heard of it.
  final class Trial {
    let world: World
    private let wait: String
    private(set) var said: [String] = []

    init(_ source: String, _ wait: String) throws {
      world = try World()
      self.wait = wait
      if !source.isEmpty { try world.eval(filled(source)) }
    }

    private func filled(_ text: String) -> String { text.replacing("WAIT", with: wait) }

    func run(_ text: String) {
      _ = world.engine.evaluate([SourceText(file: "input", text: filled(text))], session: "c1") { [self] result in
        switch result {
        case .success(let evaluation): said += evaluation.printed + evaluation.values.map(\.text)
        case .failure(let error): note(error)
        }
      }
    }

    func call(_ path: String) {
      world.engine.call(path, nil, .init(session: "c1")) { [self] result in
        switch result {
        case .success(let outcome): said += outcome.printed
        case .failure(let error): note(error)
        }
      }
    }

    func open(_ publisher: String, credit: Int? = nil) throws {
      var options = SubscriptionOptions(paths: [], mode: .every)
      options.publisher = filled(publisher)
      options.overflow = .dropOldest
      options.credit = credit
      world.reader.read(try world.engine.delivery.open(name: "p", session: "c1", options))
    }

    func close() throws { try world.engine.delivery.close(name: "p", session: "c1") }

    func define(_ pipeline: String) throws {
      _ = try world.engine.pipelines.define("p", source: filled(pipeline), session: "c1", request: nil)
    }

    func post(_ name: String) throws {
      _ = try world.engine.post(name, object: nil, userInfo: nil, .init(session: "c1"))
    }

    func wait(_ condition: String) throws {
      _ = try world.engine.delivery.wait(path: "m.x", condition: condition, session: "c1", timeout: nil) {
        [self] result in
        if case .failure(let error) = result { note(error) }
      }
    }

    func note(_ error: EngineError) {
      switch error {
      case .trap(let fault): note(fault)
      case .refusedSource(_, let rendered): Issue.record("refused:\n\(rendered)")
      default: said.append("\(error)")
      }
    }

    private func note(_ fault: Fault) { said.append("\(fault.location): \(fault.message)") }

    /// Lets time pass, half a second at a time, and listens.
    func listen() {
      for _ in 0..<8 {
        for completion in world.engine.takeCompletions() { completion() }
        world.engine.advance(to: world.engine.now + second / 2)
        for subscription in world.reader.takeReady() {
          while let event = world.engine.delivery.next(of: subscription) {
            if case .failed(let error) = event { note(error) }
            if case .gap(_, _, .filterError, _) = event { said.append("input:1:1: its condition cannot wait here") }
          }
        }
        for notice in world.engine.takeNotices() {
          switch notice.kind {
          case .print(let line): said.append(line)
          case .fault(let fault): note(fault)
          default: break
          }
        }
      }
    }
  }

  /// How code is entered: what is declared, with `WAIT` where it waits, and what sets it going.
  struct Entry {
    let name: String
    let source: String
    /// Whether it goes on later; else it fails, with its place.
    let goesOn: Bool
    let begin: (Trial) throws -> Void

    init(_ name: String, _ source: String = "", goesOn: Bool = true, _ begin: @escaping (Trial) throws -> Void) {
      self.name = name
      self.source = source
      self.goesOn = goesOn
      self.begin = begin
    }
  }

  private static let own = """
    struct Slow: Publisher {
      typealias Output = Int; typealias Failure = Never
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        SLOW
        subscriber.receive(subscription: Ticket(subscriber.receive))
      }
    }
    final class Ticket: Subscription {
      let send: (Int) -> Subscribers.Demand
      init(_ send: @escaping (Int) -> Subscribers.Demand) { self.send = send }
      func request(_ demand: Subscribers.Demand) {
        REQUEST
        _ = send(1)
      }
      func cancel() { CANCEL }
    }
    """

  private static func own(_ place: String) -> String {
    ["SLOW", "REQUEST", "CANCEL"].reduce(own) {
      $0.replacing($1, with: $1 == place ? "WAIT; Swift.print(\"waited\")" : "")
    }
  }

  private static let waited = #"WAIT; print("waited")"#
  private static let published = store("@Published var x = 0")
  private static let observed = store("@Published var x = 0 { didSet { \(waited) } }")
  private static let judged = published + "\nfunc slow(_ x: Int) -> Bool { WAIT; return x > 0 }"
  private static let url = #"URL(string: "https://e.com")!"#

  private static func store(_ members: String) -> String {
    "class M: ObservableObject { \(members) }\nlet m = M()"
  }

  /// What runs whose outcome is wanted at once, by whoever writes, reads or judges from outside, cannot wait.
  private static var entries: [Entry] {
    func set(_ trial: Trial) throws { try trial.world.set("m.x", .int(1)) }
    return [
      Entry("a statement", "func f() { \(waited) }") { $0.run("f()") },
      Entry("a statement's value", "var v: Int { \(waited); return 1 }") { $0.run("v") },
      Entry(
        "the description of a value",
        "struct V: CustomStringConvertible { var description: String { WAIT; return \"waited\" } }", goesOn: false
      ) { $0.run("V()") },
      Entry("a sort") { $0.run("_ = [2, 1].sorted { a, b in WAIT; return a < b }; print(\"waited\")") },
      Entry("an encoder", "struct E: Encodable { func encode(to encoder: any Encoder) throws { \(waited) } }") {
        $0.run("_ = try? JSONEncoder().encode(E())")
      },
      Entry("didSet by a statement", observed) { $0.run("m.x = 1") },
      Entry("didSet", observed, goesOn: false, set),
      Entry("didSet in a transaction", observed, goesOn: false) { trial in
        _ = try trial.world.engine.commit([.init(path: "m.x", value: .int(1))], if: [], .init(session: "c1"))
      },
      Entry("a sink", published + "\nlet s = m.$x.dropFirst().sink { _ in \(waited) }", goesOn: false, set),
      Entry(
        "a map", published + "\nlet s = m.$x.dropFirst().map { x in WAIT; return x }.sink { _ in }", goesOn: false, set),
      Entry("objectWillChange", published + "\nlet s = m.objectWillChange.sink { \(waited) }", goesOn: false, set),
      Entry(
        "equality",
        store("@Published var x = 0") + """

          struct E: Equatable { static func == (a: E, b: E) -> Bool { WAIT; return true } }
          let s = m.$x.map { _ in E() }.removeDuplicates().sink { _ in }
          """, goesOn: false, set),
      Entry("a computed property", store("var x: Int { WAIT; return 1 }"), goesOn: false) {
        _ = try $0.world.get("m.x")
      },
      Entry("a method", store("func f() { \(waited) }")) { $0.call("m.f") },
      Entry("a publisher that is made", "func f() -> Just<Int> { \(waited); return Just(1) }", goesOn: false) {
        try $0.open("f()")
      },
      Entry("receive(subscriber:)", own("SLOW")) { try $0.open("Slow()") },
      Entry("request(_:)", own("REQUEST")) { try $0.open("Slow()") },
      Entry("request(_:) for more", own("REQUEST")) { trial in
        try trial.open("Slow()", credit: 0)
        _ = try trial.world.engine.delivery.demand(name: "p", session: "c1", 1)
      },
      Entry("cancel()", own("CANCEL")) { trial in
        try trial.open("Slow()")
        try trial.close()
      },
      Entry("receiveSubscription") { try $0.open("Just(1).handleEvents(receiveSubscription: { _ in \(waited) })") },
      Entry("receiveRequest") { try $0.open("Just(1).handleEvents(receiveRequest: { _ in \(waited) })") },
      Entry("receiveOutput") { try $0.open("Just(1).handleEvents(receiveOutput: { _ in \(waited) })") },
      Entry("receiveCompletion") { try $0.open("Just(1).handleEvents(receiveCompletion: { _ in \(waited) })") },
      Entry("receiveCancel") { trial in
        try trial.open("Empty<Int, Never>(completeImmediately: false).handleEvents(receiveCancel: { \(waited) })")
        try trial.close()
      },
      Entry("an operator of a publisher", goesOn: false) {
        try $0.open("Just(1).map { x -> Int in \(waited); return x }")
      },
      Entry("a deferred publisher") { try $0.open("Deferred { () -> Just<Int> in \(waited); return Just(1) }") },
      Entry("a future", goesOn: false) {
        try $0.open("Future<Int, Never> { promise in \(waited); promise(.success(1)) }")
      },
      Entry("a pipeline by name", goesOn: false) { try $0.define("Just(1).sink { _ in \(waited) }") },
      Entry(
        "a pipeline that is removed",
        "let p = PassthroughSubject<Int, Never>().handleEvents(receiveCancel: { \(waited) }).sink { _ in }",
        goesOn: false
      ) { try $0.world.engine.pipelines.remove("p", session: "c1") },
      Entry("a condition", judged, goesOn: false) { try $0.wait("slow(value)") },
      Entry("a condition later", judged, goesOn: false) { trial in
        try trial.wait("value > 0 && slow(value)")
        try set(trial)
      },
      Entry("a condition of a subscription", judged, goesOn: false) { trial in
        try trial.world.watch("m.x") { $0.condition = "slow(value)" }
        _ = trial.world.events()
        try set(trial)
      },
      Entry("a timer") { $0.run("Timer.scheduledTimer(withTimeInterval: 0.1, repeats: false) { _ in \(waited) }") },
      Entry(
        "a timer's publisher",
        "let t = Timer.publish(every: 0.1, on: .main, in: .common).autoconnect().first().sink { _ in \(waited) }"
      ) { _ in },
      Entry("a delay", "let t = Just(1).delay(for: 0.1, scheduler: RunLoop.main).sink { _ in \(waited) }") { _ in },
      Entry("a queue") { $0.run("DispatchQueue.main.async { \(waited) }") },
      Entry("a queue beside") { $0.run("DispatchQueue.global().async { \(waited) }") },
      Entry("a queue of its own") { $0.run("DispatchQueue(label: \"own\").async { \(waited) }") },
      Entry("a queue later") { $0.run("DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { \(waited) }") },
      Entry("a scheduler") { $0.run("RunLoop.main.schedule { \(waited) }") },
      Entry("a task") { $0.run("func f() { \(waited) }\nTask { try? await Task.sleep(nanoseconds: 1); f() }") },
      Entry("a deinit by a timer", "class D { deinit { \(waited) } }\nvar d: D? = D()", goesOn: false) {
        $0.run("DispatchQueue.main.async { d = nil }")
      },
      Entry("a deinit by a statement", "class D { deinit { \(waited) } }\nvar d: D? = D()", goesOn: false) {
        $0.run("d = nil")
      },
      Entry(
        "a notification", "let s = NotificationCenter.default.publisher(for: .init(\"n\")).sink { _ in \(waited) }",
        goesOn: false
      ) { try $0.post("n") },
      Entry(
        "an observer",
        "let o = NotificationCenter.default.addObserver(forName: .init(\"n\"), object: nil, queue: nil) { _ in \(waited) }",
        goesOn: false
      ) { try $0.post("n") },
      Entry("a request's completion") {
        $0.run("URLSession.shared.dataTask(with: \(url)) { _, _, _ in \(waited) }.resume()")
      },
      Entry(
        "a request's publisher",
        "let u = URLSession.shared.dataTaskPublisher(for: \(url)).map { $0.data.count }.replaceError(with: 0)"
          + ".sink { _ in \(waited) }"
      ) { _ in },
      Entry(
        "an audience",
        store("@Published var x = 0; func f() { \(waited) }") + "\nlet loading = m.whileWatched { m.f() }"
      ) {
        try $0.world.watch("m.x")
      },
      Entry("the end of a session", "let subject = PassthroughSubject<Int, Never>()", goesOn: false) { trial in
        trial.run("subject.handleEvents(receiveCancel: { \(waited) }).sink { _ in }")
        trial.world.engine.closeSession("c1")
      },
    ]
  }

  @Test(arguments: entries.map(\.name), ways)
  func nothingThatWaitsIsSilent(_ name: String, _ way: String) throws {
    let entry = try #require(Self.entries.first { $0.name == name })
    let trial = try Trial(entry.source, way)
    do { try entry.begin(trial) } catch let error as EngineError { trial.note(error) }
    trial.listen()
    let goesOn = trial.said.contains { $0.contains("waited") }
    let fails = trial.said.contains {
      ($0.contains("cannot wait here") || $0.contains("wanted at once")) && !$0.contains(":0:")
    }
    #expect(goesOn == entry.goesOn && fails != entry.goesOn, "\(trial.said)")
  }
}
