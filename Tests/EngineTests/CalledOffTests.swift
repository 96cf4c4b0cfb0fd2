// What initial values and `init` begin, and what the program calls off of it: that does not begin again. Where work is begun
// whatever is over of it (`WorkOwner.begin`), most of these fail.
import Language
import Testing

@testable import Engine

@Suite struct CalledOffTests {
  /// Something that an object's `init` begins, and how its `stop()` ends it.
  struct Form: CustomTestStringConvertible {
    let testDescription: String
    let properties: String
    let begin: String
    let stop: String

    init(_ name: String, _ properties: String, _ begin: String, _ stop: String) {
      (testDescription, self.properties, self.begin, self.stop) = (name, properties, begin, stop)
    }

    var source: String {
      """
      import Foundation
      class A: ObservableObject {
        @Published var a = 1
        @Published var log: [String] = []
        \(properties)
        init() { \(begin) }
        func stop() { \(stop) }
      }
      let a = A()
      class Other { var q = 1 }
      """
    }
  }

  static let loop = "Task { @MainActor in for await v in self.$a.values { self.log.append(\"x \\(v)\") } }"
  static let sink = "$a.dropFirst().sink { [unowned self] in log.append(\"s \\($0)\") }"
  static let timer =
    "Timer.scheduledTimer(withTimeInterval: 0.05, repeats: true) { [unowned self] _ in log.append(\"t\") }"

  static let forms = [
    Form("a subscription", "var t: AnyCancellable?", "t = \(sink)", "t?.cancel()"),
    Form("a subscription, let go", "var t: AnyCancellable?", "t = \(sink)", "t = nil"),
    Form("a subscription, replaced", "var t: AnyCancellable?", "t = \(sink)", "t = $a.sink { _ in }"),
    Form(
      "what a subscription sets off", "var t: AnyCancellable?",
      "t = $a.sink { [unowned self] v in Task { @MainActor in self.log.append(\"task\") }; log.append(\"v\") }",
      "t?.cancel(); t = nil"),
    Form("a set", "var t = Set<AnyCancellable>()", "\(sink).store(in: &t)", "t.removeAll()"),
    Form("a list", "var t: [AnyCancellable] = []", "\(sink).store(in: &t)", "t.removeLast()"),
    Form("a dictionary", "var t: [String: AnyCancellable] = [:]", "t[\"x\"] = \(sink)", "t[\"x\"] = nil"),
    Form(
      "a dictionary of lists", "var t: [String: [AnyCancellable]] = [:]", "t[\"x\", default: []].append(\(sink))",
      "t[\"x\"] = nil"),
    Form(
      "in a dictionary of lists", "var t: [String: [AnyCancellable]] = [:]",
      "t[\"x\", default: []].append(\(sink))", "t[\"x\"]![0].cancel()"),
    Form(
      "a dictionary of sets", "var t: [Int: Set<AnyCancellable>] = [:]", "\(sink).store(in: &t[1, default: []])",
      "t[1]?.removeAll()"),
    Form("a tuple", "var t: (AnyCancellable?, Int) = (nil, 1)", "t.0 = \(sink)", "t.0?.cancel(); t.0 = nil"),
    Form("a structure", "struct H { var t: AnyCancellable? }; var t = H()", "t.t = \(sink)", "t.t = nil"),
    Form("an enumeration", "enum H { case on(AnyCancellable), off }; var t = H.off", "t = .on(\(sink))", "t = .off"),
    Form("another object", "class H { var t: AnyCancellable? }; var t = H()", "t.t = \(sink)", "t.t?.cancel()"),
    Form("a static variable", "static var bag = Set<AnyCancellable>()", "\(sink).store(in: &A.bag)", "A.bag = []"),
    Form(
      "assign(to:on:)", "var t: AnyCancellable?; var d = 0 { didSet { log.append(\"d\") } }",
      "t = $a.dropFirst().assign(to: \\.d, on: self)", "t?.cancel()"),
    Form(
      "subscribe(subject)", "var t: AnyCancellable?; let s = PassthroughSubject<Int, Never>(); var u: AnyCancellable?",
      "u = s.sink { [unowned self] in log.append(\"s \\($0)\") }; t = $a.dropFirst().subscribe(s)", "t?.cancel()"),
    Form(
      "a subscriber", "var t: Subscribers.Sink<Int, Never>?",
      """
      t = Subscribers.Sink(receiveCompletion: { _ in }) { [unowned self] in log.append("s \\($0)") }
      $a.dropFirst().subscribe(t!)
      """, "t?.cancel()"),
    Form(
      "a connection", "var t: (any Cancellable)?; var p: AnyCancellable?",
      """
      let m = Timer.publish(every: 0.05, on: .main, in: .common)
      p = m.sink { [unowned self] _ in log.append("m") }
      t = m.connect()
      """, "t?.cancel()"),
    Form(
      "a published timer", "var t: AnyCancellable?",
      "t = Timer.publish(every: 0.05, on: .main, in: .common).autoconnect().sink { [unowned self] _ in log.append(\"t\") }",
      "t = nil"),
    Form("a timer", "var t: Timer?", "t = \(timer)", "t?.invalidate()"),
    Form("a timer, let go", "var t: Timer?", "t = \(timer)", "t?.invalidate(); t = nil"),
    Form(
      "a timer, replaced", "var t: Timer?", "t = \(timer)",
      "t?.invalidate(); t = Timer.scheduledTimer(withTimeInterval: 100, repeats: true) { _ in }"),
    Form(
      "a timer in a dictionary", "var t: [String: Timer] = [:]", "t[\"a\"] = \(timer)",
      "t[\"a\"]!.invalidate(); t = [:]"),
    Form(
      "an interval", "var t: (any Cancellable)?",
      "t = RunLoop.main.schedule(after: RunLoop.main.now, interval: .seconds(0.05)) { [unowned self] in log.append(\"i\") }",
      "t?.cancel()"),
    Form(
      "a dispatch source", "var t: DispatchSourceTimer?",
      """
      t = DispatchSource.makeTimerSource(queue: .main)
      t!.schedule(deadline: .now(), repeating: 0.05)
      t!.setEventHandler { [unowned self] in log.append("t") }
      t!.resume()
      """, "t?.cancel(); t = nil"),
    Form(
      "a work item", "var t: DispatchWorkItem?",
      """
      t = DispatchWorkItem { [unowned self] in log.append("w") }
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.2, execute: t!)
      """, "t?.cancel()"),
    Form(
      "an observer", "var t: NSObjectProtocol?",
      """
      t = NotificationCenter.default.addObserver(forName: .init("q"), object: nil, queue: nil) { [unowned self] _ in
        log.append("o")
      }
      """, "NotificationCenter.default.removeObserver(t!); t = nil"),
    Form(
      "a request", "var t: URLSessionDataTask?",
      """
      t = URLSession.shared.dataTask(with: URL(string: "http://localhost:1/")!) { [unowned self] _, _, _ in log.append("r") }
      t!.resume()
      """, "t?.cancel()"),
    Form(
      "a closure", "var t: AnyCancellable?", "t = AnyCancellable { [unowned self] in log.append(\"c\") }", "t?.cancel()"
    ),
    Form(
      "a task", "var t: Task<Void, Never>?",
      """
      t = Task { @MainActor in
        log.append("begin")
        try? await Task.sleep(for: .seconds(50))
        log.append("end")
      }
      """, "t?.cancel()"),
    Form("a task, let go", "var t: Task<Void, Never>?", "t = \(loop)", "t?.cancel(); t = nil"),
    Form("a task, replaced", "var t: Task<Void, Never>?", "t = \(loop)", "t?.cancel(); t = Task {}"),
    Form(
      "a task that may throw", "var t: Task<Int, Error>?",
      "t = Task { @MainActor in for await v in self.$a.values { self.log.append(\"x \\(v)\") }; return 3 }",
      "t?.cancel(); t = nil"),
    Form(
      "a task in a dictionary", "var t: [String: Task<Void, Never>] = [:]", "t[\"x\"] = \(loop)",
      "t.removeValue(forKey: \"x\")?.cancel()"),
    Form(
      "tasks in a list", "var t: [Task<Void, Never>] = []", "t = [\(loop)]", "t.forEach { $0.cancel() }; t.removeAll()"),
    Form("a task in a tuple", "var t: (Task<Void, Never>?, Int) = (nil, 3)", "t.0 = \(loop)", "t.0?.cancel()"),
    Form(
      "a task in a structure", "struct H { var t: Task<Void, Never>? }; var t = H()", "t.t = \(loop)", "t.t?.cancel()"),
    Form(
      "a task that a method begins", "var t: Task<Void, Never>?; func start() { t = \(loop) }", "start()", "t?.cancel()"
    ),
  ]

  /// The world again, in one of the ways in which every `init` is run again.
  private func again(_ world: World, _ isRestart: Bool, _ number: Int) throws -> World {
    if isRestart { return try world.restarted() }
    try world.eval("class Other { var q = \(number + 1) }")
    return world
  }

  private func pass(_ world: World) throws {
    try world.eval("a.a += 1; NotificationCenter.default.post(name: .init(\"q\"), object: nil)")
    for _ in 0..<3 { world.engine.advance(to: world.engine.now + 300_000_000) }
  }

  @Test(arguments: forms, [false, true])
  func whatWasCalledOffStaysSo(_ form: Form, _ isRestart: Bool) throws {
    var world = try World(form.source)
    try world.eval("a.stop()")
    try pass(world)
    let before = try world.get("a.log")
    for number in 1...2 {
      world = try again(world, isRestart, number)
      try pass(world)
      #expect(try world.get("a.log") == before)
    }
    #expect(world.engine.problems.isEmpty)
  }

  /// What was not called off goes on, or begins anew.
  @Test(arguments: forms.filter { $0.testDescription != "a closure" }, [false, true])
  func whatWasNotCalledOffGoesOn(_ form: Form, _ isRestart: Bool) throws {
    var world = try World(form.source)
    for number in 1...2 {
      world = try again(world, isRestart, number)
      let before = try world.get("a.log")
      try pass(world)
      #expect(try world.get("a.log") != before)
    }
  }

  /// Work belongs to the object whose `init` has begun it, and goes with it.
  struct Owned: CustomTestStringConvertible {
    let testDescription: String
    let classes: String
    let changes: String
    /// What hears of it when `l.c` is 1, 2, 3 and so on.
    let heard: String

    init(_ name: String, _ classes: String, _ changes: String, heard: String) {
      (testDescription, self.classes, self.changes, self.heard) = (name, classes, changes, heard)
    }
  }

  static let part = """
    class P: ObservableObject {
      @Published var n = 0
      var k: AnyCancellable?
      init() { k = l.$c.sink { [unowned self] in n = $0 } }
      func stop() { k?.cancel(); k = nil }
    }
    """
  static let owned = [
    Owned(
      "one that init makes", "class A: ObservableObject { var p: P; var q: P; init() { p = P(); q = P() } }",
      "a.q.stop()", heard: "a.p.n == l.c, a.q.n == l.c"),
    Owned(
      "another of the class that init makes",
      "class A: ObservableObject { var p: P; var q: P; init() { p = P(); q = P() } }",
      "a.p.stop(); a.q.stop(); a.p = P()", heard: "a.p.n == l.c, a.q.n == l.c"),
    Owned(
      "another that is called off", "class A: ObservableObject { var p: P; var q: P; init() { p = P(); q = P() } }",
      "a.q = P(); a.q.stop()", heard: "a.p.n == l.c, a.q.n == l.c"),
    Owned(
      "one that a statement has put there", "class A: ObservableObject { var p: P?; var q: P? }",
      "a.p = P(); a.q = P(); a.q!.stop()", heard: "a.p!.n == l.c, a.q!.n == l.c"),
    Owned(
      "one deeper down",
      "class M: ObservableObject { var p: P; init() { p = P() } }; class A: ObservableObject { var m: M?; var o: M; init() { o = M() } }",
      "a.m = M(); a.m!.p.stop(); a.o.p.stop(); a.o = M()", heard: "a.m!.p.n == l.c, a.o.p.n == l.c"),
    Owned(
      "those in a list that is there again",
      "class A: ObservableObject { var list: [P]; init() { list = [P(), P()] } }",
      "a.list[1].stop()", heard: "a.list[0].n == l.c, a.list[1].n == l.c"),
    Owned(
      "one that has moved", "class A: ObservableObject { var p: P? = P(); var q: P? }",
      "a.q = a.p; a.p = P(); a.q!.stop()", heard: "a.p!.n == l.c, a.q!.n == l.c"),
    Owned(
      "what follows a value",
      """
      class A: ObservableObject {
        @Published var n = 0
        var inner: AnyCancellable?
        var outer: AnyCancellable?
        init() { outer = l.$d.sink { [unowned self] _ in inner = l.$c.sink { [unowned self] in n = $0 } } }
      }
      """, "l.d += 1", heard: "a.n == l.c"),
  ]

  @Test(arguments: owned, [false, true])
  func workBelongsToItsObject(_ owned: Owned, _ isRestart: Bool) throws {
    var world = try World(
      """
      class L: ObservableObject { @Published var c = 0; @Published var d = 0 }
      let l = L()
      \(Self.part)
      \(owned.classes)
      let a = A()
      class Other { var q = 1 }
      """)
    try world.eval(owned.changes)
    func look() throws -> [String] {
      try world.eval("l.c += 1")
      return try world.eval("print(\(owned.heard))").printed
    }
    let wanted = try look()
    #expect(wanted[0].contains("true"))
    for number in 1...3 {
      world = try again(world, isRestart, number)
      #expect(try look() == wanted)
    }
  }

  /// A list whose objects are let go is there again after a start, and its objects do what they did.
  @Test func whatGoesWithItsObjectWasNotCalledOff() throws {
    let world = try World(
      "class L: ObservableObject { @Published var c = 0 }\nlet l = L()\n\(Self.part)\n"
        + "class A: ObservableObject { var list: [P]; init() { list = [P(), P()] } }\nlet a = A()")
    try world.eval("a.list = []")
    let again = try world.restarted()
    try again.eval("l.c = 7")
    #expect(try again.eval("print(a.list.map(\\.n))").printed == ["[7, 7]"])
  }

  /// Where a program has written nil or removed everything, there is nothing again.
  @Test func whatIsEmptyStaysEmpty() throws {
    let world = try World(
      """
      class A: ObservableObject {
        var task: Task<Void, Never>?
        var bag = Set<AnyCancellable>()
        @Published var n = 0
        init() { task = Task {}; $n.sink { _ in }.store(in: &bag) }
      }
      let a = A()
      """)
    try world.eval("a.task?.cancel(); a.task = nil; a.bag = []")
    #expect(try world.restarted().eval("print(a.task == nil, a.bag.isEmpty)").printed == ["true true"])
  }

  /// Nothing is kept of work whose declaration has gone, or that is begun anew.
  @Test(arguments: [
    "class A: ObservableObject { @Published var a = 2; init() { t = $a.sink { _ in } }; var t: AnyCancellable? }",
    "let a = [A()].last!", "remove",
  ])
  func whatBeginsAnewIsForgotten(_ change: String) throws {
    let world = try World(
      "class A: ObservableObject { @Published var a = 1; init() { t = $a.sink { _ in } }; var t: AnyCancellable? }\n"
        + "let a = A()\nlet s = a.$a.sink { _ in }")
    try world.eval("a.t?.cancel(); s.cancel()")
    try world.engine.flush()
    func owners() -> Set<String> { Set(world.storage.contents.variables.filter { OverWork(plain: $1) != nil }.keys) }
    #expect(owners() == ["a()", "s="])
    if change == "remove" {
      _ = try world.engine.removeDeclaration("s", session: "c1")
      _ = try world.engine.removeDeclaration("a", session: "c1")
    } else {
      try world.eval(change)
    }
    try world.engine.flush()
    #expect(owners() == (change == "remove" ? [] : ["s="]))
  }
}
