import Language
import Testing

@testable import Engine

/// What a subscription to a publisher says of when its values came.
@Suite struct PublisherSubscriptionTests {
  private static let source = """
    class Counter: ObservableObject {
      @Published var n = 0
      let sent = PassthroughSubject<Int, Never>()
      func tell(_ x: Int) { n = x; sent.send(x) }
    }
    let counter = Counter()
    """

  private func values(_ world: World) -> [String] {
    world.reader.takeReady().flatMap { subscription in
      var lines: [String] = []
      while let event = world.engine.delivery.next(of: subscription) {
        switch event {
        case .value(let value): lines.append("#\(value.number) \(value.value ?? .null) @\(value.revision)")
        case .gap(let from, let to, _, let lost): lines.append("gap \(from)-\(to) lost \(lost ?? 0)")
        default: break
        }
      }
      return lines
    }
  }

  @Test func aValueIsOfTheCommitItCameIn() throws {
    let world = try World(Self.source)
    let start = world.engine.revision
    try world.watch(mode: .every) { $0.publisher = "counter.$n" }
    try world.set("counter.n", .int(7))
    #expect(world.engine.revision == start + 1)
    #expect(values(world) == ["#1 int(0) @\(start)", "#2 int(7) @\(start + 1)"])
    // A transaction that changes nothing is no commit.
    try world.watch(name: "s", mode: .every) { $0.publisher = "counter.sent" }
    try world.eval("counter.sent.send(1)")
    #expect(values(world) == ["#1 int(1) @\(start + 1)"])
    try world.eval("counter.tell(9); counter.sent.send(10)")
    #expect(
      values(world).filter { $0.contains("10") || $0.contains("9") } == [
        "#3 int(9) @\(start + 2)", "#2 int(9) @\(start + 2)", "#3 int(10) @\(start + 2)",
      ])
  }

  @Test(arguments: [SubscriptionOptions.Overflow.conflate, .dropOldest, .dropNewest])
  func whatIsUndoneNeverCame(overflow: SubscriptionOptions.Overflow) throws {
    let world = try World(Self.source)
    let start = world.engine.revision
    try world.watch(mode: .every) {
      $0.publisher = "counter.sent"
      $0.overflow = overflow
      $0.queue = 2
    }
    _ = values(world)
    try world.eval("counter.tell(1)")
    #expect(throws: EngineError.self) {
      try world.engine.evaluate(
        SourceText(file: "test", text: "do { for i in 2...9 { counter.tell(i) }; fatalError() }"), session: "c1")
    }
    #expect(try world.get("counter.n") == .int(1))
    try world.eval("counter.tell(10)")
    #expect(values(world) == ["#1 int(1) @\(start + 1)", "#2 int(10) @\(start + 2)"])
  }
}
