// Causes: whatever lies between, a commit goes back to the request that set it off.
import Language
import Testing

@testable import Engine

private let box = """
  import Combine
  import Dispatch
  import Foundation
  class Box: ObservableObject {
    @Published var n = 0
    @Published var input = 0
    @Published var aside = 0
    var bag = Set<AnyCancellable>()
    let subject = PassthroughSubject<Int, Never>()
    func put(_ value: Int) { n = value }
    func later(_ value: Int) { Task { n = value } }
  }
  let box = Box()
  actor Counter { var count = 0; func next() -> Int { count += 1; return count } }
  let counter = Counter()
  """

/// A boundary behind which a program goes on, and how it gets there.
struct Boundary: CustomTestStringConvertible, Sendable {
  let name: String
  /// What is declared before, by somebody else.
  var setup = ""
  let request: String
  var testDescription: String { name }

  init(_ name: String, _ request: String, after setup: String = "") {
    (self.name, self.request, self.setup) = (name, request, setup)
  }

  static func operators(_ name: String, _ operators: String) -> Boundary {
    Boundary(
      name, "box.subject.send(7)", after: "box.subject\(operators).sink { box.n = $0 }.store(in: &box.bag)")
  }

  static let all: [Boundary] = [
    .init("Task", "Task { box.n = 7 }"),
    .init("Task in a method", "box.later(7)"),
    .init("Task.detached", "Task.detached { box.n = 7 }"),
    .init("Task.sleep", "Task { try await Task.sleep(nanoseconds: 50_000_000); box.n = 7 }"),
    .init("tasks in tasks", "Task { Task { try await Task.sleep(for: .milliseconds(5)); Task { box.n = 7 } } }"),
    .init("async let", "Task { async let a = counter.next(); box.n = await a }"),
    .init(
      "task group",
      "Task { await withTaskGroup(of: Int.self) { g in g.addTask { 7 }; for await v in g { box.n = v } } }"),
    .init("actor", "Task { _ = await counter.next(); box.n = 7 }"),
    .init("MainActor.run", "Task { await MainActor.run { box.n = 7 } }"),
    .init("a statement that waits", "try await Task.sleep(for: .milliseconds(50)); box.n = 7"),
    .init(
      "continuation",
      "Task { box.n = await withCheckedContinuation { c in DispatchQueue.main.async { c.resume(returning: 7) } } }"),
    .init(
      "AsyncStream", "feed.yield(7)",
      after: """
        var feed: AsyncStream<Int>.Continuation!
        let numbers = AsyncStream<Int> { feed = $0 }
        let reading = Task { for await v in numbers { box.n = v } }
        """),
    .init(
      "values", "box.subject.send(7)", after: "let reading = Task { for await v in box.subject.values { box.n = v } }"),
    .init("DispatchQueue.main.async", "DispatchQueue.main.async { box.n = 7 }"),
    .init("asyncAfter", "DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { box.n = 7 }"),
    .init("a queue", "DispatchQueue(label: \"q\").async { DispatchQueue.main.async { box.n = 7 } }"),
    .init("DispatchWorkItem", "DispatchQueue.main.async(execute: DispatchWorkItem { box.n = 7 })"),
    .init(
      "DispatchGroup",
      "group.enter(); DispatchQueue.main.async { group.leave() }; group.notify(queue: .main) { box.n = 7 }",
      after: "let group = DispatchGroup()"),
    .init(
      "DispatchSource",
      "source.schedule(deadline: .now() + 0.1); source.setEventHandler { box.n = 7 }; source.resume()",
      after: "let source = DispatchSource.makeTimerSource(queue: .main)"),
    .init("OperationQueue", "OperationQueue.main.schedule { box.n = 7 }"),
    .init("schedule", "RunLoop.main.schedule(after: .init(Date() + 0.1)) { box.n = 7 }"),
    .init("Timer", "Timer.scheduledTimer(withTimeInterval: 0.1, repeats: false) { _ in box.n = 7 }"),
    .init(
      "Timer.publish",
      "Timer.publish(every: 0.1, on: .main, in: .common).autoconnect().prefix(3).map { _ in 7 }.sink { box.n = $0 }.store(in: &box.bag)"
    ),
    .operators("debounce", ".debounce(for: 0.1, scheduler: RunLoop.main)"),
    .operators("throttle", ".throttle(for: 0.1, scheduler: RunLoop.main, latest: true)"),
    .operators("collect by time", ".collect(.byTime(RunLoop.main, 0.1)).map { $0.last! }"),
    .operators(
      "collect by time or count", ".collect(.byTimeOrCount(RunLoop.main, 0.1, 5)).map { $0.last! }"),
    .operators("delay", ".delay(for: 0.1, scheduler: RunLoop.main)"),
    .operators("receive(on:)", ".receive(on: DispatchQueue.main)"),
    .operators("flatMap to Future", ".flatMap { v in Future { p in DispatchQueue.main.async { p(.success(v)) } } }"),
    .operators(
      "two in a row", ".delay(for: 0.1, scheduler: RunLoop.main).receive(on: DispatchQueue.main)"),
    .init(
      "subscribe(on:)", "Just(7).subscribe(on: DispatchQueue.main).sink { box.n = $0 }.store(in: &box.bag)"),
    .init(
      "timeout",
      "Empty<Int, Never>(completeImmediately: false).timeout(0.1, scheduler: RunLoop.main).sink { _ in box.n = 7 } receiveValue: { _ in }.store(in: &box.bag)"
    ),
    .init(
      "URLSession.data",
      "Task { box.n = try await URLSession.shared.data(from: URL(string: \"https://a.test\")!).0.count }"),
    .init(
      "dataTask", "URLSession.shared.dataTask(with: URL(string: \"https://a.test\")!) { d, _, _ in box.n = 7 }.resume()"
    ),
    .init(
      "dataTaskPublisher",
      "URLSession.shared.dataTaskPublisher(for: URL(string: \"https://a.test\")!).map { $0.data.count }.replaceError(with: 0).sink { box.n = $0 }.store(in: &box.bag)"
    ),
    .init(
      "file", "File(\"/a\").lines.sink { box.n = $0.count }.store(in: &box.bag)"),
    .init(
      "behind a commit", "box.input = 7",
      after: "box.$input.dropFirst().delay(for: 0.1, scheduler: RunLoop.main).sink { box.n = $0 }.store(in: &box.bag)"),
    .init(
      "behind two commits", "box.input = 7",
      after: """
        box.$input.dropFirst().delay(for: 0.1, scheduler: RunLoop.main).sink { box.aside = $0 }.store(in: &box.bag)
        box.$aside.dropFirst().receive(on: DispatchQueue.main).sink { box.n = $0 }.store(in: &box.bag)
        """),
  ]
}

@Suite struct CauseTests {
  /// Somebody else declares, and asks for something else before and after: neither is the cause.
  @Test(arguments: Boundary.all) func aCommitGoesBackToWhoAsked(_ boundary: Boundary) throws {
    let world = try World(box)
    if boundary.name == "file" { world.engine.outside.system = OneLine() }
    world.engine.outside.addStub(
      NetworkStub(
        pattern: "https://a.test*",
        answers: [.init(.response(HTTPResponse(url: "", status: 200, body: Array("answer".utf8))), delay: 50_000_000)]))
    if !boundary.setup.isEmpty { try world.eval(boundary.setup) }
    world.engine.advance(to: world.engine.now + 1)
    try world.eval("box.aside = 1", session: "c1")
    let begun = world.engine.date
    let evaluating = world.engine.evaluate(
      [SourceText(file: "asking.swift", text: boundary.request)], session: "c2", request: "42"
    ) { result in
      if case .failure(let error) = result { Issue.record("\(boundary.request): \(error)") }
    }
    try world.eval("box.aside = 2", session: "c1")
    world.engine.advance(to: world.engine.now + 1_000_000_000)
    (world.engine.outside.system as? OneLine)?.deliver?()
    withExtendedLifetime(evaluating) {}
    let last = try #require(
      (1...world.engine.revision).reversed().compactMap { world.engine.commitRecord($0) }.first { record in
        record.changes.contains { $0.path == "box.n" }
      })
    var first = last
    while let of = first.cause.of { first = try #require(world.engine.commitRecord(of)) }
    let asked = first.cause.asked?.cause ?? first.cause
    #expect(asked.by == "c2" && asked.request == "42", "\(asked)")
    let text = try #require(asked.text)
    #expect(boundary.request.contains(text))
    #expect(asked.place == "asking.swift:1")
    if let at = first.cause.asked?.at { #expect(at == begun) }
    // It is so after a restart.
    if last === first {
      let record = try #require(world.restarted().engine.commitRecord(last.revision))
      #expect(record.cause.asked == first.cause.asked)
    }
  }

  /// Of what a task writes it is said which task it was, and what it had waited for.
  @Test func aTaskSaysWhereItWasMade() throws {
    let world = try World(box)
    world.engine.outside.addStub(
      NetworkStub(
        pattern: "https://a.test*",
        answers: [.init(.response(HTTPResponse(url: "", status: 200, body: Array("answer".utf8))), delay: 50_000_000)]))
    world.engine.introduce(Cause.Client(name: "till", pid: 4711), in: "c2")
    let text = """
      Task { box.n = 1; try await Task.sleep(for: .milliseconds(5)); box.n = 2 }
      Task {
        let (data, _) = try await URLSession.shared.data(from: URL(string: "https://a.test/books")!)
        Task { box.n = data.count }
      }
      """
    _ = world.engine.evaluate([SourceText(file: "asking.swift", text: text)], session: "c2", request: "42") { _ in }
    world.engine.advance(to: world.engine.now + 1_000_000_000)
    func causes(_ engine: Engine) -> [Cause] {
      (1...engine.revision).compactMap { engine.commitRecord($0) }
        .filter { $0.changes.contains { $0.path == "box.n" } && $0.cause.task != nil }.map(\.cause)
    }
    for engine in [world.engine, try world.restarted().engine] {
      let causes = causes(engine)
      #expect(causes.map { $0.task?.line } == [1, 1, 4])
      #expect(causes.allSatisfy { $0.task?.file == "asking.swift" && ($0.asked?.cause ?? $0).by != "engine" })
      #expect(causes.compactMap { $0.asked?.cause.client?.name }.allSatisfy { $0 == "till" })
    }
    _ = world.engine.evaluate(
      [
        SourceText(
          file: "asking.swift",
          text:
            "Task { box.n = try await URLSession.shared.data(from: URL(string: \"https://a.test/books\")!).0.count + 1 }"
        )
      ], session: "c2", request: "43"
    ) { _ in }
    world.engine.advance(to: world.engine.now + 1_000_000_000)
    #expect(causes(world.engine).last?.awaited == "GET https://a.test/books")
  }

  /// Each value that slow motion lets through follows from what sent it, not from the one before.
  @Test func slowMotionKeepsWhoAsked() throws {
    let world = try World(box)
    try world.eval("let pipe = box.subject.sink { box.n = $0 }")
    let pipeline = try #require(world.engine.pipelines.all.first { $0.name == "pipe" })
    world.engine.pipelines.slowDown(pipeline, to: 1000, session: "c1")
    for (session, value) in [("c1", 1), ("c2", 2), ("c1", 3)] {
      try world.eval("box.subject.send(\(value))", session: session)
    }
    world.engine.advance(to: 10_000)
    let causes = (1...world.engine.revision).compactMap { world.engine.commitRecord($0) }
      .filter { $0.cause.by == "timer" }.map { "\($0.cause.asked?.cause.text ?? "?") \($0.cause.of ?? 0)" }
    #expect(causes == ["box.subject.send(1) 0", "box.subject.send(2) 0", "box.subject.send(3) 0"])
  }

  /// So does a value that somebody else lets through: it was asked for, and let through.
  @Test func steppingKeepsWhatItFollowsFrom() throws {
    let world = try World(box)
    try world.eval("let pipe = box.$input.dropFirst().sink { box.n = $0 }")
    let pipeline = try #require(world.engine.pipelines.all.first { $0.name == "pipe" })
    world.engine.pipelines.pause(pipeline, session: "c1")
    try world.eval("box.input = 4", session: "c2")
    let sent = world.engine.revision
    world.engine.pipelines.step(pipeline, 1, session: "c1")
    let cause = try #require(world.engine.commitRecord(world.engine.revision)?.cause)
    #expect(cause.by == "c1" && cause.of == sent && cause.ofPath == "box.input")
    // As many as a client may ask for: it is done when nothing waits.
    world.engine.pipelines.step(pipeline, .max, session: "c1")
  }

  /// What a commit has of effects of a path, and of what has nothing to do with it, is no cause of it.
  @Test func withinACommitOnlyWhatLedThere() throws {
    let world = try World(
      """
      class Sheet: ObservableObject {
        @Published var a = 0 { didSet { seen = a } }
        @Published var b = 0
        @Published var sum = 0
        @Published var twice = 0
        @Published var seen = 0
        @Published var other = 0
        init() {
          $a.combineLatest($b).map { $0 + $1 }.assign(to: &$sum)
          $sum.map { $0 * 2 }.assign(to: &$twice)
        }
        func fill() { other = 1; a = 1; b = 1 }
      }
      let sheet = Sheet()
      """)
    try world.eval("sheet.fill()")
    let links = try #require(world.engine.commitRecord(world.engine.revision)?.links)
    #expect(
      links.map { "\($0.cause ?? "-") > \($0.effect) \($0.via ?? "-")" }.sorted() == [
        "sheet.a > sheet.seen -", "sheet.a > sheet.sum sheet.sum", "sheet.b > sheet.sum sheet.sum",
        "sheet.sum > sheet.twice sheet.twice",
      ])
  }
}

/// Has a file of one line, which it gives when it is told to.
private final class OneLine: System {
  var deliver: (() -> Void)?
  func allows(_ access: Access) -> Bool { true }
  func lines(of source: LineSource, _ receive: @escaping (LineEvent) -> Void) -> any LineWork {
    deliver = { receive(.line("seven77")) }
    return Work()
  }
  func perform(_ effect: Effect, failed: @escaping (String) -> Void) {}
  var memoryInUse: Int { 0 }
  func giveBackMemory() {}
  private final class Work: LineWork {
    func request(_ lines: Int?) {}
    func cancel() {}
  }
}
