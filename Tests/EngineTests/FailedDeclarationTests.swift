import Language
import Testing

@testable import Engine

/// A restart that cannot evaluate one declaration keeps everything else, tells everybody, and drops no value.
@Suite struct FailedDeclarationTests {
  /// A world whose journal has another text for one of its declarations, as if the language had changed meanwhile.
  private func restarted(_ world: World, replacing name: String, by text: String) throws -> World {
    try world.engine.flush()
    let record = try #require(world.storage.contents.declarations.first { $0.names.contains(name) })
    var other = record
    other.text = text
    try world.storage.append([.declare(other)])
    return try World(storage: world.storage, isSound: false)
  }

  private func failures(_ world: World) -> [String] {
    world.engine.failedDeclarations.map {
      "\($0.names.joined(separator: " ")): \($0.fault.location) \($0.fault.message)"
    }
  }

  private let program = """
    class Counter: ObservableObject { @Published var n = 0 }
    let first = Counter()
    let second = Counter()
    let reader = second.$n.sink { _ in }
    """

  @Test func everythingElseIsThere() throws {
    let world = try World(program)
    try world.set("first.n", .int(1))
    try world.set("second.n", .int(2))
    let again = try restarted(world, replacing: "second", by: "let second = Conter()")
    #expect(
      failures(again) == [
        "second: test:3:14 cannot find 'Conter' in scope; did you mean 'Counter'?",
        "reader: test:4:14 cannot find 'second' in scope",
      ])
    #expect(
      again.engine.problems.first?.fault.message
        == "'second' could not be evaluated again: cannot find 'Conter' in scope; did you mean 'Counter'?; "
        + "the declaration and its values are kept: declare it anew, or remove it")
    #expect(try again.get("first.n") == .int(1))
    #expect(throws: EngineError.self) { try again.get("second.n") }
    // What is new does not hang on what failed, and neither does another restart.
    try again.eval("let third = Counter()")
    let later = try World(storage: again.storage, isSound: false)
    #expect(later.engine.failedDeclarations.count == 2)
    #expect(try later.get("first.n") == .int(1))
  }

  @Test func aLaterRedefinitionBringsTheValuesBack() throws {
    let world = try World(program)
    try world.set("second.n", .int(2))
    let again = try restarted(world, replacing: "second", by: "let second = Conter()")
    let evaluation = try again.eval("let second = Counter()")
    #expect(evaluation.redefined == ["second"])
    #expect(try again.get("second.n") == .int(2))
    #expect(again.engine.failedDeclarations.isEmpty, "what needed it is there as well")
    #expect(again.engine.pipelines.all.map(\.name) == ["reader"])
    let later = try again.restarted()
    #expect(try later.get("second.n") == .int(2))
    #expect(later.storage.contents.declarations.map(\.order) == [1, 2, 3, 4])
  }

  @Test func itCanBeRemovedWithItsValues() throws {
    let world = try World(program)
    try world.set("second.n", .int(2))
    let again = try restarted(world, replacing: "second", by: "let second = Conter()")
    #expect(try again.engine.removeDeclaration("reader", session: "c1") == ["reader"])
    #expect(try again.engine.removeDeclaration("second", session: "c1") == ["second"])
    #expect(again.engine.failedDeclarations.isEmpty)
    let later = try again.restarted()
    try later.eval("let second = Counter()")
    #expect(try later.get("second.n") == .int(0))
  }

  @Test func whatTrapsIsLeftOut() throws {
    let world = try World(program)
    try world.set("first.n", .int(1))
    try world.set("second.n", .int(2))
    let again = try restarted(
      world, replacing: "second", by: "let second: Counter = { [Counter()][first.n] }()")
    #expect(failures(again).first?.hasPrefix("second: test:3:") == true)
    #expect(failures(again).last == "reader: test:4:14 'second' is used before it has a value")
    #expect(try again.get("first.n") == .int(1))
    try again.set("first.n", .int(0))
    // The next one finds the reason gone.
    let later = try again.restarted()
    #expect(try later.get("second.n") == .int(2))
  }

  @Test func aRedefinitionOfSomethingElseGoesOn() throws {
    let world = try World(program)
    try world.set("second.n", .int(2))
    let again = try restarted(world, replacing: "second", by: "let second = Conter()")
    try again.eval("class Counter: ObservableObject { @Published var n = 7; @Published var m = 1 }")
    #expect(try again.get("first.n") == .int(0))
    #expect(again.engine.failedDeclarations.map(\.names) == [["second"], ["reader"]])
    #expect(throws: EngineError.self) {
      try again.engine.evaluate(
        SourceText(file: "test", text: "class Counter: ObservableObject { @Published var n = nowhere }"), session: "c1")
    }
    try again.eval("let second = Counter()")
    #expect(try again.get("second.n") == .int(2))
  }

  /// Who declares something else has nothing to do with it.
  @Test func itIsSaidOnce() throws {
    let world = try World(
      """
      class Other { var q = 1 }
      var list = [1, 2, 3]
      class Third: ObservableObject { @Published var n: Int; init(_ n: Int) { self.n = n } }
      let third = Third(list[2])
      """)
    try world.eval("list.removeLast()")
    for number in 2...4 {
      try world.eval("class Other { var q = \(number) }")
      #expect(world.engine.failedDeclarations.map(\.names) == [["third"]])
      #expect(world.notices().filter { $0.contains("problem") }.count == (number == 2 ? 1 : 0))
    }
    // Whoever declares it anew hears of it again.
    _ = try? world.eval("let third = Third(list[2] + 0)")
    try world.eval("class Other { var q = 5 }")
    try world.eval("list.append(3)")
    try world.eval("class Other { var q = 6 }")
    #expect(world.engine.failedDeclarations.isEmpty)
    try world.eval("list.removeLast()")
    _ = world.notices()
    try world.eval("class Other { var q = 7 }")
    #expect(world.notices().filter { $0.contains("problem") }.count == 1)
  }

  /// A class is redefined so that its object cannot be made, and a store is told gone; its values are kept.
  @Test(arguments: [true, false]) func valuesOutliveARedefinitionThatFails(_ isRestarted: Bool) throws {
    let counter = "class Counter: ObservableObject { @Published var n = 0; var plain = 0; var child: Child? }"
    var world = try World(
      "class Child: ObservableObject { @Published var name = \"\" }\n\(counter)\nlet a = Counter()")
    try world.eval("a.n = 5; a.plain = 6; a.child = Child(); a.child!.name = \"ada\"")
    try world.eval(counter.replacing("}", with: "; init() { fatalError(\"not now\") } }"))
    #expect(world.engine.failedDeclarations.map(\.names) == [["a"]])
    try world.engine.flush()
    if isRestarted { world = try World(storage: world.storage, isSound: false) }
    try world.watch("**")
    _ = world.events()
    try world.eval(counter)
    #expect(world.events() == ["w change@\(world.engine.revision) a.n=5 a.child.name='ada'"])
    let text = "print(a.n, a.plain, a.child?.name ?? \"-\")"
    #expect(try world.eval(text).printed == ["5 6 ada"])
    #expect(try world.restarted().eval(text).printed == ["5 6 ada"])
  }

  /// The same for one that is on its way.
  @Test func valuesOutliveARedefinitionThatWaits() throws {
    let world = try World("class Counter: ObservableObject { @Published var n = 0 }\nlet a = Counter()")
    try world.set("a.n", .int(5))
    _ = world.engine.evaluate(
      [
        SourceText(
          file: "test",
          text: "func made() async -> Counter { try? await Task.sleep(for: .seconds(1)); return Counter() }\n"
            + "let a = await made()")
      ], session: "c1"
    ) { _ in }
    try world.engine.flush()
    #expect(throws: EngineError.self) { try world.get("a.n") }
    let again = try World(storage: world.storage)
    #expect(again.engine.isRestoring)
    again.engine.advance(to: again.engine.now + 1_000_000_000)
    again.engine.advance(to: again.engine.now)
    #expect(try again.get("a.n") == .int(5))
  }

  /// What a class is declared without is gone, now and after a restart alike.
  @Test func aPropertyThatIsDeclaredAgainIsNew() throws {
    let (with, without) = (
      "class Counter: ObservableObject { @Published var n = 1; var child: Child? }",
      "class Counter: ObservableObject { var other = 0 }"
    )
    let world = try World(
      "class Child: ObservableObject { @Published var name = \"\" }\n\(with)\nlet a = Counter()")
    try world.eval("a.n = 5; a.child = Child(); a.child!.name = \"ada\"")
    try world.eval(without)
    try world.engine.flush()
    #expect(world.storage.contents.values.map(\.path) == ["a.other"])
    #expect(world.storage.contents.variables.keys.sorted() == ["a"])
    try world.eval(with)
    let text = "print(a.n, a.child?.name ?? \"-\")"
    #expect(try world.eval(text).printed == ["1 -"])
    #expect(try world.restarted().eval(text).printed == ["1 -"])
  }

  /// One that cannot be evaluated, declared anew without a property that is kept.
  @Test func whatIsMendedKeepsWhatItHas() throws {
    let world = try World(
      "class Counter: ObservableObject { @Published var n = 1; @Published var m = 1 }\nlet a = Counter()")
    try world.eval("a.n = 5; a.m = 6")
    try world.eval(
      "class Counter: ObservableObject { @Published var n = 1; @Published var m = 1; init() { fatalError() } }")
    try world.eval("class Counter: ObservableObject { @Published var n = 1 }")
    try world.engine.flush()
    #expect(world.storage.contents.values.map(\.path) == ["a.n"])
    try world.eval("class Counter: ObservableObject { @Published var n = 1; @Published var m = 1 }")
    #expect(try world.eval("print(a.n, a.m)").printed == ["5 1"])
  }

  /// An object that was assigned cannot be made again for now.
  @Test(arguments: [true, false]) func anObjectThatCannotBeMadeIsTriedAgain(_ isRestarted: Bool) throws {
    var world = try World(
      """
      func isBad() -> Bool { false }
      class Counter: ObservableObject { @Published var n = 0; init() { if isBad() { fatalError("not now") } } }
      class Holder: ObservableObject { @Published var one: Counter? }
      let holder = Holder()
      var o: Counter?
      """)
    try world.eval("o = Counter(); o!.n = 5; holder.one = Counter(); holder.one!.n = 6")
    try world.eval("func isBad() -> Bool { true }")
    #expect(world.engine.problems.count == 2)
    if isRestarted { world = try world.restarted() }
    let text = "print(o?.n ?? -1, holder.one?.n ?? -1)"
    #expect(try world.eval(text).printed == ["-1 -1"])
    #expect(world.engine.problems.count == 2)
    try world.eval("func isBad() -> Bool { false }")
    #expect(try world.eval(text).printed == ["5 6"])
    #expect(world.engine.problems.count == 0)
    #expect(try world.restarted().eval(text).printed == ["5 6"])
  }

  @Test func whatCouldNotBeMadeIsGoneWhenItIsWritten() throws {
    let world = try World(
      """
      func isBad() -> Bool { false }
      class Counter: ObservableObject { @Published var n = 0; init() { if isBad() { fatalError("not now") } } }
      class Holder: ObservableObject { @Published var one: Counter? }
      let holder = Holder()
      var o: Counter?
      """)
    try world.eval("o = Counter(); holder.one = Counter()")
    try world.eval("func isBad() -> Bool { true }")
    try world.eval("o = nil; holder.one = nil")
    #expect(world.engine.problems.count == 0)
    try world.eval("func isBad() -> Bool { false }")
    let text = "print(o == nil, holder.one == nil)"
    #expect(try world.eval(text).printed == ["true true"])
    #expect(try world.restarted().eval(text).printed == ["true true"])
  }

  @Test func twoRecordsOfOneTextAreOne() throws {
    let storage = MemoryStorage()
    let text = "let a = 1, b = 2"
    try storage.append([
      .epoch("e1"), .declare(.init(order: 1, names: ["a"], file: "repl", line: 1, text: text)),
      .declare(.init(order: 2, names: ["b"], file: "repl", line: 1, text: text)),
    ])
    let world = try World(storage: storage)
    #expect(try world.eval("a + b").values.map(\.text) == ["3"])
    try world.engine.flush()
    #expect(storage.contents.declarations.map(\.names) == [["a", "b"]])
  }
}
