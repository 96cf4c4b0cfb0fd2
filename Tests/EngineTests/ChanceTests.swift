// What follows from a seed, and that whoever only looks does not change what comes next.
import Language
import Testing

@testable import Engine

@Suite struct ChanceTests {
  /// Each line is random, or shows what is an address elsewhere.
  private static let drawing = [
    "print(Int.random(in: 0..<1_000_000_000_000))", "print(UInt64.random(in: 0...(.max)))",
    "print(Double.random(in: 0..<1), Float.random(in: 0...1))", "print((0..<64).map { _ in Bool.random() ? 1 : 0 })",
    "print(Array(0..<30).shuffled())", "var list = Array(0..<30); list.shuffle(); print(list)",
    "print((0..<20).map { _ in (0..<100).randomElement()! })",
    "print((0..<20).map { _ in \"abcdefgh\".randomElement()! })",
    "print(arc4random(), arc4random_uniform(1_000_000), drand48())", "print(UUID())",
  ]
  private static let showing = [
    "final class Thing {}; let things = (0..<3).map { _ in Thing() }; print(things.map { ObjectIdentifier($0) })",
    "print(ObjectIdentifier(Int.self))",
    "import Combine; let subject = PassthroughSubject<Int, Never>(); print(ObjectIdentifier(subject))",
  ]

  @Test func everythingRandomFollowsFromASeed() throws {
    func run(_ sources: [String], _ seed: UInt64?) throws -> [String] {
      let world = try World(seed: seed)
      return try sources.flatMap { try world.eval($0).printed }
    }
    let drawn = try run(Self.drawing, 7)
    #expect(drawn.count == Self.drawing.count)
    #expect(try run(Self.drawing, 7) == drawn)
    for other: UInt64? in [8, nil] {
      for (line, same) in zip(try run(Self.drawing, other), drawn) { #expect(line != same) }
    }
    #expect(try run(Self.showing, 1) == run(Self.showing, nil))
    #expect(try run(["print(UUID().uuidString.prefix(15).suffix(2))"], 1) == ["-4"])
  }

  @Test func whoLooksDrawsFromASequenceOfItsOwn() throws {
    let source = """
      class Dice: ObservableObject {
        @Published var last = 0
        var next: Int { Int.random(in: 0..<1_000_000) }
        func roll() { last = Int.random(in: 0..<1_000_000); print(last, ObjectIdentifier(Dice.Cup())) }
        final class Cup {}
      }
      let dice = Dice()
      """
    func run(_ look: (World) throws -> Void) throws -> [String] {
      let world = try World(source, seed: 3)
      return try (0..<3).flatMap { _ in
        let printed = try world.eval("dice.roll()").printed
        try look(world)
        return printed
      }
    }
    var seen: Set<PortableValue> = []
    let alone = try run { _ in }
    #expect(Set(alone).count == 3)
    #expect(try run { seen.insert(try $0.get("dice.next")) } == alone)
    #expect(seen.count == 3)
    #expect(
      try run {
        try $0.watch("dice.last", name: "w\($0.engine.revision)") { $0.condition = "Int.random(in: 0...9) < value" }
      }
        == alone)
  }
}
