import Language
import Testing

@testable import Engine

/// Declarations that wait, after a restart and after a redefinition: what has to do with them waits too, the rest does not.
@Suite struct RestoringTests {
  /// A property whose type a generic parameter says only by one of its own, as a reducer's `State`.
  @Test func whatAnAssociatedTypeStandsForIsKept() throws {
    let world = try World(
      """
      import Combine
      protocol Reducer { associatedtype State; static func reduce(into state: inout State) }
      final class Model<R: Reducer>: ObservableObject {
        @Published private(set) var state: R.State
        init(initial: R.State) { state = initial }
        func send() { R.reduce(into: &state) }
      }
      enum Feature: Reducer {
        struct State { var count = 0; var fact: String? = nil }
        static func reduce(into state: inout State) { state.count += 1 }
      }
      let model = Model<Feature>(initial: .init())
      """)
    try world.eval("model.send(); model.send()")
    let kept = try world.get("model.state")
    #expect(try world.restarted().get("model.state") == kept)
    try world.eval("let other = 1")
    #expect(try world.get("model.state") == kept)
  }

  /// A class and what it inherits from may have private properties of one name: each has its own value, and its own objects.
  @Test func privatePropertiesOfOneNameAreTwo() throws {
    let world = try World(
      #"""
      import Combine
      class Part: ObservableObject { @Published var n = 0; let kind: String; init(_ kind: String) { self.kind = kind } }
      class A: ObservableObject {
        private var s = 1; @Published private var p = 1; private var t = 1
        private let part = Part("A")
        @Published var n = 0
        func setA(_ x: Int) { s = x; p = x; t = x; part.n = x }
        var a: String { "\(s) \(p) \(t) \(part.n) \(part.kind)" }
      }
      class B: A {
        private var s = 2; @Published private var p = "x"; @Published var t = "y"
        private let part = Part("B")
        func setB(_ x: Int) { s = x; p = "\(x)"; t = "\(x)"; part.n = x }
        var b: String { "\(s) \(p) \(t) \(part.n) \(part.kind)" }
      }
      let b = B()
      """#)
    try world.eval("b.setA(10); b.setB(20)")
    func check(_ world: World) throws {
      #expect(try world.eval("print(b.a); print(b.b)").printed == ["10 10 10 10 A", "20 20 20 20 B"])
      #expect(try world.get("b") == .record([.init("n", .int(0)), .init("t", .string("20"))]))
    }
    try check(world)
    try world.eval("let other = 1")
    try check(world)
    let again = try world.restarted()
    try check(again)
    // What is not seen is no name for clients either.
    try again.eval("b.setB(20)")
    #expect(throws: EngineError.self) { try again.get("b.s(B)") }
    #expect(throws: EngineError.self) { try again.get("b.s") }
  }

  /// An object is made again whichever text declared its class, and wherever in it: `let` may stand above the class.
  @Test(arguments: [
    ["class Base: ObservableObject { @Published var n = 1 }", "var cur: Base?", "class Sub: Base {}", "cur = Sub()"],
    ["var cur: Base?\nclass Base: ObservableObject { @Published var n = 1 }\nclass Sub: Base {}", "cur = Sub()"],
    [
      "@Observable class Base { var n = 1 }", "@Observable class Doc { var it: Base? }\nlet cur = Doc()",
      "@Observable class Sub: Base { var m = 2 }", "cur.it = Sub()",
    ],
  ])
  func aClassMayBeDeclaredAfterWhatHoldsItsObject(_ texts: [String]) throws {
    let world = try World("import Combine")
    for text in texts { try world.eval(text) }
    let object = texts.last!.hasPrefix("cur.it") ? "cur.it" : "cur"
    try world.eval("\(object)!.n = 9")
    func check(_ world: World) throws {
      #expect(try world.eval("print(type(of: \(object)!), \(object)!.n)").printed == ["Sub 9"])
      #expect(try world.get("\(object).n") == .int(9))
      #expect(world.engine.problems.isEmpty)
    }
    try check(world)
    try world.eval("class Other1 {}")
    try world.eval("class Other1 { var n = 1 }")
    try check(world)
    let again = try world.restarted()
    try check(again)
    try check(again.restarted())
  }

  /// What a class's generic parameter stands for is known where its object is.
  @Test func anObjectInAPropertyOfAGenericParametersTypeIsMadeAgain() throws {
    let world = try World(
      """
      import Combine
      class Box<T>: ObservableObject { @Published var v: T?; init() {} }
      class K: ObservableObject { @Published var n = 1 }
      class L: K {}
      let b = Box<K>()
      let bb = Box<Box<K>>()
      """)
    try world.eval("b.v = L(); b.v!.n = 5; bb.v = Box(); bb.v!.v = K(); bb.v!.v!.n = 6")
    func check(_ world: World) throws {
      #expect(try world.get("b.v.n") == .int(5))
      #expect(try world.get("bb.v.v.n") == .int(6))
      #expect(try world.eval("print(type(of: b.v!))").printed == ["L"])
      #expect(world.engine.problems.isEmpty)
    }
    try check(world)
    try world.eval("let other = 1")
    try world.eval("let other = 2")
    try check(world)
    try check(world.restarted())
  }

  /// An object of a generic class that was assigned: the type of its place says what it is made with.
  @Test func anAssignedObjectOfAGenericClassIsMadeAgain() throws {
    let world = try World(
      """
      import Combine
      class K<T>: ObservableObject { @Published var n = 0; @Published var t: T?; required init() {} }
      final class Pair<A, B>: K<[B: A]> { @Published var a: A?; @Published var b: B? }
      class H<V>: ObservableObject { var o: K<V>?; static func make() -> H<V> { H<V>() } }
      enum Place { static var s: K<Double>? }
      protocol Any1: AnyObject { var n: Int { get set } }
      extension K: Any1 {}
      var o: K<Int>? = nil
      var p: K<[String: Bool]>? = nil
      var e: (any Any1)? = nil
      let h = H<String>()
      """)
    try world.eval(
      "o = K(); o!.n = 1; o!.t = 7; h.o = K(); h.o!.n = 2; h.o!.t = \"x\"; Place.s = K(); Place.s!.t = 1.5")
    try world.eval("let pair = Pair<Bool, String>(); pair.a = true; pair.b = \"b\"; p = pair")
    try world.eval("p = { let it = Pair<Bool, String>(); it.a = true; it.b = \"b\"; return it }()")
    func check(_ world: World) throws {
      #expect(try world.get("o") == .record([.init("n", .int(1)), .init("t", .int(7))]))
      #expect(try world.get("h.o") == .record([.init("n", .int(2)), .init("t", .string("x"))]))
      #expect(
        try world.eval("print(Place.s!.t!, type(of: o!))").printed == ["1.5 K<Int>"])
      #expect(try world.get("p.a") == .bool(true) && world.get("p.b") == .string("b"))
      #expect(world.engine.problems.isEmpty)
    }
    try check(world)
    try world.eval("let other = 1")
    try check(world)
    let again = try world.restarted()
    try check(again)
    // The type of this one says only that it is some object.
    try again.eval("e = K<Int>()")
    let last = try again.restarted()
    #expect(
      last.engine.problems.map(\.fault.message) == [
        "the object that was assigned to 'e' could not be made again: 'K' is generic, and the type '(any Any1)?' does not "
          + "say what it was made with"
      ])
  }

  /// What was called off stays so: over a restart, and when what it speaks of is declared anew.
  @Test func whatWasCalledOffStaysSo() throws {
    let world = try World(
      """
      import Foundation
      class L: ObservableObject { @Published var a = 0; @Published var n = 0; @Published var t = 0; @Published var u = 0 }
      let l = L()
      let ca = l.$a.dropFirst().sink { l.n += $0 }
      let timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in l.t += 1 }
      let once = Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in l.t += 100 }
      let task = Task { while !Task.isCancelled { try? await Task.sleep(nanoseconds: 1_000_000_000); l.u += 1 } }
      let asked = Task<Int, Error> { try await Task.sleep(for: .seconds(1000)); return 1 }
      """)
    func counts(_ world: World) throws -> [PortableValue] {
      for _ in 0..<3 { world.engine.advance(to: world.engine.now + 1_000_000_000) }
      try world.eval("l.a += 1")
      return try ["n", "t", "u"].map { try world.get("l." + $0) }
    }
    #expect(try counts(world) == [.int(1), .int(103), .int(3)])
    try world.eval("ca.cancel(); timer.invalidate(); task.cancel(); asked.cancel()")
    let before = try counts(world)
    #expect(try counts(world) == before)
    let again = try world.restarted()
    #expect(try counts(again).prefix(1) + counts(again).suffix(1) == before.prefix(1) + before.suffix(1))
    #expect(try again.eval("print(timer.isValid, task.isCancelled, once.isValid)").printed == ["false true false"])
    // A timer that ran out is there anew, as one that was never called off.
    #expect(try again.get("l.t") == .int(203))
    try again.eval("do { _ = try await asked.value } catch { print(error) }; await task.value")
    let now = try counts(again)
    try again.eval(
      "class L: ObservableObject { @Published var a = 0; @Published var n = 0; @Published var t = 0; @Published var u = 0; var x = 1 }"
    )
    let redefined = try counts(again)
    #expect(redefined.first == now.first && redefined.last == now.last)
    // Declared with another text it is another one.
    try again.eval("let ca = l.$a.dropFirst().sink { l.n += $0 * 2 }")
    #expect(try counts(again).first != now.first)
  }

  private static let types = """
    enum Level: String { case low, high; static var last = Level.low }
    struct Limits {
      static var most = 10
      static var names: [String] = []
      static var less = 3 { didSet { print("less") } }
      struct Inner { static var depth: Double? = nil }
      static let id = UUID()
    }
    extension Int { static var favourite = 1 }
    class Counter: ObservableObject {
      @Published var n = 0
      static var made = 0
      static var latest: Counter?
      init() { Self.made += 1; Self.latest = self }
    }
    func local() -> Int {
      struct Limits { static var most = 1 }
      Limits.most += 1
      return Limits.most
    }
    let counters = [Counter(), Counter()]
    let counter = Counter()
    """

  private func show(_ world: World, _ what: String, session: String = "c1") throws -> String {
    try world.eval("print(\(what))", session: session).printed.joined()
  }

  /// As a variable at top level does: over a redefinition, and over a restart.
  @Test func aStaticVariableKeepsWhatItWasGiven() throws {
    var world = try World("import Foundation\n" + Self.types)
    try world.eval(
      """
      Limits.most = 5; Limits.names.append("a"); Limits.less -= 1; Limits.Inner.depth = 0.5; Level.last = .high
      Int.favourite = 7; _ = local()
      """)
    #expect(throws: EngineError.self) { try world.eval("do { Limits.most = 6; fatalError() }") }
    let all = "Limits.most, Limits.names, Limits.less, Limits.Inner.depth ?? 0, Level.last, Int.favourite"
    let expected = "5 [\"a\"] 2 0.5 high 7"
    for number in 1...2 {
      try world.eval("let k = \(number)")
      world = try world.restarted()
      // Nobody has used them meanwhile.
      world = try world.restarted()
      let shown = try show(world, all)
      #expect(shown == expected, "\(number)")
      #expect(world.notices() == [])
    }
    try world.eval("let k = 3")
    try world.eval("let k = 4")
    let shown = try show(world, all)
    #expect(shown == expected)
    // What is made again while everything comes back changes nothing; what is an object is made anew.
    let made = try show(world.restarted(), "Counter.made, Counter.latest === counter, local()")
    #expect(made == "3 true 2")
  }

  /// What is made again does its work on variables again; only what is declared anew does it for the first time.
  @Test func whatIsMadeAgainChangesNoVariable() throws {
    let world = try World(
      """
      var made = 0
      var names: [String] = []
      class Item { static var next = 0; let id: Int; init(_ name: String) { id = Self.next; Self.next += 1; made += 1; names.append(name) } }
      let a = Item("a"), b = Item("b")
      let numbers = [1, 2].map { made += $0; return made }
      """)
    let question = "print(made, names, Item.next, numbers)"
    #expect(try world.eval(question).printed == ["5 [\"a\", \"b\"] 2 [3, 5]"])
    for number in 1...3 { try world.eval("let k = \(number)") }
    #expect(try world.eval(question).printed == ["5 [\"a\", \"b\"] 2 [3, 5]"])
    try world.eval("let c = Item(\"c\"), k = 4")
    #expect(try world.eval(question).printed == ["6 [\"a\", \"b\", \"c\"] 3 [3, 5]"])
    try world.eval("let c = Item(\"d\")")
    #expect(try world.eval(question).printed == ["7 [\"a\", \"b\", \"c\", \"d\"] 4 [3, 5]"])
    _ = try world.engine.removeDeclaration("c", session: "c1")
    #expect(try world.restarted().eval(question).printed == ["7 [\"a\", \"b\", \"c\", \"d\"] 4 [3, 5]"])
  }

  @Test func aStaticVariableThatIsDeclaredAnewKeepsWhatFits() throws {
    var world = try World("struct S { static var a = 1; static var b = 2; static var c = 3; static let d = 4 }")
    try world.eval("S.a = 11; S.b = 12")
    try world.eval("struct S { static var a = 100; static var b = \"b\"; static var c = 300; static let d = 400 }")
    #expect(
      world.notices().joined()
        == "S.b:1:1 problem the value of 'S.b' does not fit 'String' any more, and has its initial value: it expects String, and had Int"
    )
    #expect(try show(world, "S.a, S.b, S.c, S.d") == "11 b 300 400")
    try world.eval("struct S { static var b = 0 }")
    try world.eval("struct S { static var a = 5; static var b = 6 }")
    world = try world.restarted()
    #expect(try show(world, "S.a, S.b") == "5 6")
    try world.eval("S.a = 7")
    _ = try world.engine.removeDeclaration("S", session: "c1")
    try world.eval("struct S { static var a = 1 }")
    #expect(try show(world.restarted(), "S.a") == "1")
  }

  /// The object counts, and not the path that it happens to have.
  @Test(arguments: ["Settings.shared", "home.settings"])
  func aSecondNameIsWhatTheEnvironmentHasFound(_ first: String) throws {
    let world = try World()
    try world.eval(
      """
      class Settings: ObservableObject { static let shared = Settings(); @Published var size = 12 }
      class Home: ObservableObject { let settings = Settings() }
      let home = Home()
      \(first).size = 13
      """)
    try world.eval("let chosen = \(first)")
    try world.eval("class Page: ObservableObject { @EnvironmentObject var settings: Settings }\nlet page = Page()")
    #expect(throws: EngineError.self) { try world.engine.removeDeclaration("chosen", session: "c1") }
    #expect(try world.get("\(first).size") == .int(13))
    _ = try world.engine.removeDeclaration("page", session: "c1")
    #expect(try world.engine.removeDeclaration("chosen", session: "c1") == ["chosen"])
  }

  /// What an object has found in its environment is needed, although no text of its names it.
  @Test func whatIsInTheEnvironmentOfAnotherIsNotRemoved() throws {
    let world = try World()
    try world.eval(
      """
      class Settings: ObservableObject { @Published var size = 12 }
      let settings = Settings()
      class Page: ObservableObject { @EnvironmentObject var settings: Settings }
      class Book: ObservableObject { let page = Page() }
      let book = Book()
      let free = Settings()
      """)
    do {
      _ = try world.engine.removeDeclaration("settings", session: "c1")
      Issue.record("it is removed")
    } catch EngineError.stillNeeded(let name, let users, _, _) {
      #expect(name == "settings")
      #expect(users == ["book.page"])
    }
    _ = try world.engine.removeDeclaration("free", session: "c1")
    // As long as another name holds it, the name may go.
    try world.eval("let again = settings")
    _ = try world.engine.removeDeclaration("again", session: "c1")
    _ = try world.engine.removeDeclaration("book", session: "c1")
    #expect(try world.engine.removeDeclaration("settings", session: "c1") == ["settings"])
  }

  /// A name that holds it is not declared anew as something else.
  @Test func whatIsInTheEnvironmentOfAnotherIsNotReplacedByNothing() throws {
    let world = try World(
      """
      class Settings: ObservableObject { @Published var size: Int; init(_ size: Int = 12) { self.size = size } }
      var settings: Settings? = Settings()
      class Page: ObservableObject {
        @EnvironmentObject var settings: Settings
        @Published var number = 1
        var size: Int { settings.size }
      }
      class Book: ObservableObject { let page = Page() }
      let book = Book()
      """)
    for text in ["let settings = 5", "let settings: Int? = nil", "class Other {}\nvar settings: Other?"] {
      do {
        try world.eval(text)
        Issue.record("'\(text)' is taken")
      } catch EngineError.stillFound(let name, let users) {
        #expect(name == "settings" && users == ["book.page"])
      }
      #expect(try world.get("book.page.number") == .int(1))
    }
    do {
      try world.eval("settings = nil")
      Issue.record("it is let go")
    } catch EngineError.stillFound(let name, _) { #expect(name == "settings") }
    #expect(try world.get("settings.size") == .int(12))
    try world.eval("settings = Settings(14)")
    // Another one of its class will do; one that comes later is not there when the page is made again.
    try world.eval("let settings = Settings(20)")
    #expect(try world.get("book.page.size") == world.get("settings.size"))
    #expect(throws: EngineError.self) {
      try world.engine.evaluate(
        SourceText(file: "test", text: "let others = Settings(30)\nlet settings = 5"), session: "c1")
    }
    try world.eval("class Page: ObservableObject { @Published var number = 1 }\nlet settings = 6")
    #expect(try world.get("book.page.number") == .int(1))
  }

  /// Where no name at top level holds one, a static property does.
  @Test func whatIsSharedIsFoundInTheEnvironment() throws {
    let world = try World(
      """
      class Settings: ObservableObject { @Published var size = 12; static let shared = Settings() }
      class Page: ObservableObject { @EnvironmentObject var settings: Settings; var size: Int { settings.size } }
      let page = Page()
      """)
    #expect(try world.get("page.size") == .int(12))
    try world.set("Settings.shared.size", .int(20))
    let again = try world.restarted()
    #expect(try again.get("page.size") == .int(20))
    try again.eval("let own = Settings()\nlet second = Page()")
    #expect(try again.get("second.size") == .int(12))
    #expect(throws: EngineError.self) {
      try again.eval(
        """
        class Theme: ObservableObject { static let light = Theme(); static var dark = Theme() }
        class Window: ObservableObject { @EnvironmentObject var theme: Theme }
        let window = Window()
        """)
    }
  }

  /// What a pipeline made of many values, or a client put there, is there after a restart; declared anew it is made anew.
  @Test func whatIsDerivedStaysOverARestart() throws {
    func text(_ factor: Int) -> String {
      "class S: ObservableObject { @Published var a = 1; @Published var sum = 0; @Published var b = 0; init() { "
        + "$a.scan(0, +).assign(to: &$sum); $a.map { $0 * \(factor) }.assign(to: &$b) } }"
    }
    let world = try World(text(2) + "\nlet s = S()")
    try world.set("s.a", .int(3))
    try world.set("s.b", .int(9))
    let again = try world.restarted()
    #expect(try ["a", "sum", "b"].map { try again.get("s." + $0) } == [.int(3), .int(4), .int(9)])
    try again.set("s.a", .int(4))
    #expect(try again.get("s.b") == .int(8))
    try again.eval(text(3))
    #expect(try again.get("s.b") == .int(12))
  }

  /// A long list is changed where it is, and its subscription appends to it once more while it is made again.
  @Test(arguments: [256, 257, 1000]) func aLongListThatAPipelineAppendsToStaysOverARestart(_ count: Int) throws {
    let world = try World(
      """
      class S: ObservableObject { @Published var a = 0; @Published var log: [Int] = []; @Published var other: [Int] = [] }
      let s = S()
      let k = s.$a.sink { s.log.append($0); s.other.insert($0, at: 0) }
      let l = s.$a.sink { _ in if s.other.count > 1 { s.other[1] += 1 } else { s.other.removeAll() } }
      """)
    try world.eval("for i in 1..<\(count) { s.a = i }")
    let (log, other) = try (world.get("s.log"), world.get("s.other"))
    var again = try world.restarted()
    for _ in 1...2 {
      #expect(try again.get("s.log") == log)
      #expect(try again.get("s.other") == other)
      #expect(again.engine.problems.isEmpty)
      again = try again.restarted()
    }
    try again.eval("s.a = -1")
    #expect(try again.eval("print(s.log.count, s.log.last!)").printed == ["\(count + 1) -1"])
  }

  /// What an object is made with at each start, and another takes the place of, is no news.
  @Test(arguments: ["maybe: K? = K()", "maybe = K()"]) func anObjectThatIsHeldElsewhereStaysThereQuietly(_ held: String)
    throws
  {
    let world = try World(
      """
      class K: ObservableObject { @Published var n = 1 }
      class M: ObservableObject { let child = K(); @Published var \(held) }
      let m = M()
      """)
    try world.eval("m.maybe = m.child")
    try world.eval("m.child.n = 2")
    var again = try world.restarted()
    for _ in 1...2 {
      #expect(again.engine.revision == world.engine.revision)
      #expect(try again.get("m.child.n") == .int(2))
      #expect(throws: EngineError.self) { try again.get("m.maybe.n") }
      again = try again.restarted()
    }
    try again.eval("do { m.maybe = K(); m.maybe = m.child; m.child.n = 3 }")
    let record = try #require(again.engine.commitRecord(again.engine.revision))
    #expect(record.changes.map(\.path) == ["m.child.n"])
  }

  /// A name may be declared again by what was declared after it: then it stands behind that, and so does what comes to it.
  @Test func aNameMayBeDeclaredAgainByALaterOne() throws {
    let world = try World("let n = 1\nlet z = n + 1\nvar kept = n")
    try world.eval("let m = 5")
    try world.eval("let n = m")
    func texts(_ world: World) -> [String] { world.engine.root.declarations.records.map(\.text) }
    #expect(texts(world) == ["let m = 5", "let n = m", "let z = n + 1", "var kept = n"])
    #expect(try world.eval("print(n, z, kept)").printed == ["5 6 1"])
    try world.eval("let m = 6")
    #expect(try world.eval("print(n, z, kept)").printed == ["6 7 1"])
    let again = try world.restarted()
    #expect(texts(again) == texts(world))
    #expect(try again.eval("print(n, z, kept)").printed == ["6 7 1"])
    try again.eval("let x = 2\nlet n = 7")
    #expect(try again.eval("print(n, z)").printed == ["7 8"])
  }

  /// The same where a function or a class has come to use what was declared after those that use it.
  @Test func whatUsesALaterNameMovesBehindIt() throws {
    let world = try World(
      """
      func f() -> Int { 1 }
      let a = f()
      let b = a + 1
      let free = 3
      class A: ObservableObject { @Published var n = 0 }
      let s = A()
      """)
    try world.eval("let m = 5")
    try world.eval("func f() -> Int { m }")
    #expect(try world.eval("print(a, b, s.n)").printed == ["5 6 0"])
    try world.set("s.n", .int(7))
    try world.eval("class A: ObservableObject { @Published var n = 0; var z = 0; init() { z = m } }")
    #expect(try world.eval("print(a, b, s.n, s.z)").printed == ["5 6 7 5"])
    let again = try world.restarted()
    #expect(try again.eval("print(a, b, free, s.n, s.z)").printed == ["5 6 3 7 5"])
    // Two that know each other stay where they are.
    try again.eval(
      "class P { func g() -> Int { q2.n } }\nclass Q { var n = 1; func h() -> P { p2 } }\nlet p2 = P()\nlet q2 = Q()")
    try again.eval("class P { var more = 1; func g() -> Int { q2.n } }")
    #expect(again.engine.root.declarations.records.map(\.text).suffix(2) == ["let p2 = P()", "let q2 = Q()"])
    #expect(try again.eval("print(p2.g())").printed == ["1"])
  }

  /// What a text declares in any order is declared in any order when each declaration is a text of its own.
  @Test(arguments: [
    (
      "class T: S { @Published var b = \"text\"; override init() { super.init() } }\nclass S: ObservableObject { @Published var n = 1; @Published var m = 2; init() {} }\nlet s = T()",
      "s.n = 5; s.m = 6; s.b = \"hello\"", "print(s.n, s.m, s.b)", "5 6 hello"
    ),
    (
      "class B: A { @Published var b = 1 }\nclass A: ObservableObject { @Published var a = 1 }\nlet s = B()",
      "s.a = 2; s.b = 3", "print(s.a, s.b)", "2 3"
    ),
    (
      "class C: Outer.A { @Published var c = 1 }\nenum Outer { class A: Base<Int> { @Published var a = 1 } }\nclass Base<T>: ObservableObject { @Published var list: [T] = [] }\nlet s = C()",
      "s.a = 2; s.c = 3; s.list = [4]", "print(s.a, s.c, s.list)", "2 3 [4]"
    ),
    (
      "struct Q { @W var w = 5; @G var g = \"g\" }\n@propertyWrapper struct W { var wrappedValue: Int }\n@propertyWrapper struct G<V> { var wrappedValue: V }\nvar s = Q()",
      "s.w = 7; s.g = \"h\"", "print(s.w, s.g)", "7 h"
    ),
    (
      "class N2: N { @Published var e = 1 }\nclass N: ObservableObject { @Published var n = 0; @Published var nx: N? = nil; init() {} }\nlet s = N()",
      "s.nx = N2(); s.nx!.n = 4", "print(s.nx!.n, (s.nx as! N2).e)", "4 1"
    ),
    (
      "extension E { var twice: Int { raw * 2 } }\nenum E: P { case a }\nextension P { var raw: Int { 3 } }\nprotocol P {}\nvar s = E.a",
      "s = .a", "print(s.twice)", "6"
    ),
  ])
  func declarationsHaveNoOrder(_ text: String, _ change: String, _ question: String, _ answer: String) throws {
    let world = try World(text)
    try world.eval(change)
    #expect(try world.eval(question).printed == [answer])
    try world.eval("struct Unrelated {}")
    try world.eval("struct Unrelated { var a = 1 }")
    #expect(try world.eval(question).printed == [answer])
    let again = try world.restarted()
    #expect(try again.eval(question).printed == [answer])
    try again.eval("struct Unrelated { var a = 2 }")
    #expect(try again.eval(question).printed == [answer])
  }

  /// What is made again does its work on others again; they have what they had nevertheless.
  @Test(arguments: [
    (
      "class S: ObservableObject { @Published var n = 0; var names: [String] = [] }\nlet s = S()\nvar made = 0\nclass R { init(_ name: String) { s.n += 10; s.names.append(name); made += 1 } }\nlet r = R(\"a\"), q = R(\"b\")",
      "s.n = 1", "print(s.n, s.names, made)", "1 [\"a\", \"b\"] 2"
    ),
    (
      "class S: ObservableObject { @Published var n = 0 }\nlet s = S(), o = S(), z = S()\nlet p = s.$n.sink { o.n += $0 }\nlet q = s.$n.map { $0 * 2 }.assign(to: \\.n, on: z)",
      "s.n = 5; z.n = 99", "print(s.n, o.n, z.n)", "5 5 99"
    ),
    (
      "class I: ObservableObject { @Published var n = 0; init() {} }\nclass O: ObservableObject { @Published var i = I(); func mk() -> I { let x = i; i = I(); return x } }\nlet o = O()\nlet old = o.mk()",
      "old.n = 55; o.i.n = 99", "print(old.n, o.i.n, old === o.i)", "55 99 false"
    ),
    (
      "class I: ObservableObject { @Published var n = 0; init() {} }\nclass O: ObservableObject { @Published var a = I(); @Published var b = I() }\nlet o = O()\nlet f: Void = { swap(&o.a, &o.b) }()",
      "o.a.n = 1; o.b.n = 2", "print(o.a.n, o.b.n)", "1 2"
    ),
    (
      "class I: ObservableObject { @Published var n = 0; init() {} }\nclass O: ObservableObject { @Published var j: I? = I(); func take() -> I? { let x = j; j = nil; return x } }\nlet o = O()\nlet t = o.take()",
      "o.j = I(); o.j!.n = 99; t!.n = 7", "print(o.j?.n ?? -1, t!.n)", "99 7"
    ),
  ])
  func whatIsMadeAgainChangesNothing(_ text: String, _ change: String, _ question: String, _ answer: String) throws {
    var world = try World(text)
    try world.eval(change)
    for _ in 0..<3 {
      #expect(try world.eval(question).printed == [answer])
      world = try world.restarted()
      try world.engine.flush()
    }
    let values = world.storage.contents.values
    for value in values { #expect(try world.get(value.path) == value.value) }
  }

  /// An object that was taken out of a property is still another one when the classes are declared anew.
  @Test(arguments: [
    "class O: ObservableObject { @Published var i = I(); var e = 1 }",
    "class I: ObservableObject { @Published var n = 0; var e = 1; init() {} }",
  ])
  func anObjectThatWasTakenOutStaysItself(_ redefinition: String) throws {
    let world = try World(
      """
      class I: ObservableObject { @Published var n = 0; init() {} }
      class O: ObservableObject { @Published var i = I() }
      let o = O()
      let old = o.i
      """)
    try world.eval("o.i = I(); o.i.n = 99; old.n = 55")
    try world.eval(redefinition)
    let text = "print(o.i.n, old.n, old === o.i)"
    #expect(try world.eval(text).printed == ["99 55 false"])
    #expect(try world.restarted().eval(text).printed == ["99 55 false"])
  }

  @Test func aNameIsNotTakenFromThoseDeclaredWithIt() throws {
    let world = try World("var (a, b) = (1, 2)\nvar c = 1, d = 2")
    try world.eval("b = 50")
    do {
      try world.eval("var a = 9")
      Issue.record("b is gone")
    } catch let error as EngineError {
      guard
        case .validation(
          "a",
          "it is declared together with 'b', which would be gone: "
            + "declare all of them anew, or remove them first") = error
      else { throw error }
    }
    #expect(try world.eval("var a = 9, b = 3\nvar c = 7\nprint(a, b, c, d)").printed == ["9 3 7 2"])
  }

  @Test func aNameThatBecomesSomethingElseHasNoObject() throws {
    let world = try World("class S: ObservableObject { @Published var n = 1 }\nlet t = S()")
    try world.set("t.n", .int(5))
    try world.eval("class S: ObservableObject { @Published var n = 1; init() { fatalError() } }")
    try world.engine.flush()
    let again = try World(storage: world.storage, isSound: false)
    try again.eval("let t = 3")
    #expect(again.engine.problems.isEmpty)
    try again.eval("class S: ObservableObject { @Published var n = 1 }\nlet t = S()")
    #expect(try again.get("t.n") == .int(1))
    let later = try again.restarted()
    #expect(later.engine.problems.isEmpty)
  }

  /// What a store's `init` begins again was called off before.
  @Test(arguments: ["s.one?.cancel()", "s.one = nil", "s.bag.removeAll()", "s.stop()", "s.timer?.invalidate()"])
  func whatAStoreCalledOffStaysSo(_ change: String) throws {
    let text = """
      class S: ObservableObject {
        @Published var n = 0
        var m = 0, k = 0, ticks = 0
        var one: AnyCancellable?
        var bag = Set<AnyCancellable>()
        var timer: Timer?
        init() {
          one = $n.dropFirst().sink { [unowned self] in m += $0 }
          $n.dropFirst().sink { [unowned self] in k += $0 }.store(in: &bag)
          timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [unowned self] _ in ticks += 1 }
        }
        func stop() { for one in bag { one.cancel() } }
      }
      """
    var world = try World(text + "\nlet s = S()")
    try world.eval("s.n = 1")
    try world.eval(change)
    func next() throws -> String {
      try world.eval("s.n = 2")
      world.engine.advance(to: world.engine.now + 3_000_000_000)
      return try world.eval("print(s.m, s.k, s.ticks)").printed[0]
    }
    let wanted = change.contains("one") ? "1 3 3" : change.contains("timer") ? "3 3 0" : "3 1 3"
    #expect(try next() == wanted)
    try world.engine.flush()
    world = try world.restarted()
    try world.eval("s.m = 1; s.k = 1; s.ticks = 0; s.n = 0")
    #expect(try next() == wanted)
    // So it does when something else is declared anew; its own class begins anew.
    try world.eval("let unrelated = 1\nlet other = unrelated")
    try world.eval("let unrelated = 2")
    try world.eval("s.m = 1; s.k = 1; s.ticks = 0; s.n = 0")
    #expect(try next() == wanted)
    try world.eval(text.replacing("ticks = 0", with: "ticks = 0, more = 0"))
    try world.eval("s.m = 1; s.k = 1; s.ticks = 0; s.n = 0")
    let anew = try next()
    #expect(anew == "3 3 3")
  }

  /// What such a one had derived is not derived anew, unless its store has to do with what is declared anew.
  @Test(arguments: ["t.one!.cancel()", "t.one = nil", "t.bag.removeAll(); t.one = nil"])
  func whatWasCalledOffDerivesNothing(_ change: String) throws {
    let world = try World(
      """
      func factor() -> Int { 2 }
      class T: ObservableObject {
        @Published var n = 0
        @Published var m = 0
        @Published private(set) var live = 0
        var one: AnyCancellable?
        var bag = Set<AnyCancellable>()
        init() {
          one = $n.sink { [unowned self] in m = $0 * 2 }
          $n.map { $0 * factor() }.assign(to: &$live)
        }
      }
      let t = T()
      var later = T()
      let k = 1
      """)
    try world.eval(change)
    try world.eval("t.m = 100; t.n = 4; later.n = 3; later.m = 7")
    for text in ["let k = 2", "func unused() -> Int { k }", "let k = 3"] {
      try world.eval(text)
      #expect(try world.eval("print(t.m, t.live, later.m, later.live)").printed == ["100 8 7 6"])
    }
    _ = try world.engine.removeDeclaration("unused", session: "c1")
    #expect(try world.eval("print(t.m, t.live, later.m, later.live)").printed == ["100 8 7 6"])
    try world.eval("func factor() -> Int { 3 }")
    #expect(try world.eval("print(t.live, later.live)").printed == ["12 9"])
    try world.eval("t.n = 5")
    #expect(try world.eval("print(t.live)").printed == ["15"])
  }

  /// What is made again and has nothing to do with what is declared anew does nothing to others, by its pipelines either.
  @Test func whatGoesOnSpeaksOnce() throws {
    var world = try World(
      """
      class Log: ObservableObject { @Published var c = 0; var p = 0 }
      let log = Log()
      class T: ObservableObject {
        @Published var n = 0
        @Published var m = 0
        @Published var q = 0
        var k = 0
        var bag = Set<AnyCancellable>()
        init() {
          $n.sink { [unowned self] in m += $0; k += 1 }.store(in: &bag)
          $n.assign(to: &$q)
        }
      }
      let t = T()
      var total = 0
      let s = t.$n.sink { log.c += 1; log.p += 1; total += $0 }
      class Shared: ObservableObject {
        static let one = Shared()
        var keep: AnyCancellable?
        init() { keep = t.$n.sink { _ in log.c += 1; total += 1 } }
      }
      _ = Shared.one
      let unrelated = 1
      // Members and labels of these names have nothing to do with it.
      class Other: ObservableObject {
        @Published var n = 0
        var unrelated = 0
        init(unrelated: Int) { t.$n.sink { [unowned self] in n += $0; self.unrelated += unrelated.magnitude > 9 ? 1 : 0 }.store(in: &bag) }
        var bag = Set<AnyCancellable>()
      }
      let other = Other(unrelated: 3)
      """)
    try world.set("t.n", .int(3))
    try world.set("t.m", .int(50))
    try world.set("t.q", .int(60))
    func look() throws -> [String] {
      try world.eval("print(t.n, t.m, t.q, t.k, log.c, log.p, total, Shared.one.keep == nil, other.n)").printed
    }
    let wanted = try look()
    for number in 1...2 {
      try world.eval("let unrelated = \(number + 1)")
      #expect(try look() == wanted)
      try world.eval("let other\(number) = 1")
      _ = try world.engine.removeDeclaration("other\(number)", session: "c1")
      #expect(try look() == wanted)
      world = try world.restarted()
      #expect(try look() == wanted)
    }
    try world.set("t.n", .int(4))
    #expect(try world.eval("print(t.m, t.q, log.p)").printed == ["54 4 3"])
  }

  /// What took the place of what a name or an `init` had begun is gone, and that does not go on again.
  @Test(arguments: [
    "t = a.$n.dropFirst().sink { _ in a.new += 1 }", "a.retarget()", "a.bag.removeAll(); a.more()",
    "a.second = nil; _ = a.bag.remove(a.bag.first!)", "_ = a.bag.remove(a.second!)", "a.second = nil",
    "pair[1].cancel()",
    "pair = [pair[0]]",
    "pair = []", "timer!.invalidate(); timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }",
    "work!.cancel(); work = Task {}",
  ])
  func whatWasReplacedDoesNotGoOn(_ change: String) throws {
    var world = try World(
      """
      class A: ObservableObject {
        @Published var n = 0
        var t = 0, one = 0, bag0 = 0, bag1 = 0, pair0 = 0, pair1 = 0, timer = 0, work = 0, new = 0
        var x = 0, y = 0
        var named: [String: AnyCancellable] = [:]
        var first: AnyCancellable?
        var second: AnyCancellable?
        var bag = Set<AnyCancellable>()
        init() {
          first = $n.dropFirst().sink { [unowned self] _ in one += 1 }
          $n.dropFirst().sink { [unowned self] _ in bag0 += 1 }.store(in: &bag)
          let last = $n.dropFirst().sink { [unowned self] _ in bag1 += 1 }
          bag.insert(last)
          named["x"] = $n.dropFirst().sink { [unowned self] _ in x += 1 }
          named["y"] = $n.dropFirst().sink { [unowned self] _ in y += 1 }
          second = last
        }
        func retarget() { first = $n.dropFirst().sink { [unowned self] _ in new += 1 } }
        func more() { $n.dropFirst().sink { [unowned self] _ in new += 1 }.store(in: &bag) }
      }
      let a = A()
      var t: AnyCancellable? = a.$n.dropFirst().sink { _ in a.t += 1 }
      var pair = [a.$n.dropFirst().sink { _ in a.pair0 += 1 }, a.$n.dropFirst().sink { _ in a.pair1 += 1 }]
      var timer: Timer? = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in a.timer += 1 }
      var work: Task<Void, Never>? = Task { while !Task.isCancelled { try? await Task.sleep(for: .seconds(1)); a.work += 1 } }
      let unrelated = 1
      """)
    try world.eval(change)
    /// Which of them go on.
    func alive() throws -> String {
      try world.eval(
        "a.t = 0; a.one = 0; a.bag0 = 0; a.bag1 = 0; a.pair0 = 0; a.pair1 = 0; a.timer = 0; a.work = 0; a.x = 0; a.y = 0"
      )
      world.engine.advance(to: world.engine.now)
      try world.eval("a.n += 1")
      for _ in 0..<3 { world.engine.advance(to: world.engine.now + 1_000_000_000) }
      return try world.eval(
        "print([a.t, a.one, a.bag0, a.bag1, a.pair0, a.pair1, a.timer, a.work, a.x, a.y].map { $0 > 0 ? 1 : 0 })"
      ).printed[0]
    }
    let wanted = try alive()
    #expect(wanted.contains("0") || change.contains("second"))
    try world.eval("let unrelated = 2")
    #expect(try alive() == wanted)
    for _ in 1...2 {
      world = try world.restarted()
      #expect(try alive() == wanted)
    }
    try world.eval("let unrelated = 3")
    #expect(try alive() == wanted)
  }

  /// What one object had called off is nothing to the one that takes its place.
  @Test func whatTakesAPlaceBegins() throws {
    var world = try World(
      """
      class L: ObservableObject { @Published var c = 0 }
      let l = L()
      class P: ObservableObject {
        @Published var n = 0
        var k: AnyCancellable?
        init() { k = l.$c.sink { [unowned self] in n = $0 } }
      }
      class H: ObservableObject { @Published var q = P() }
      let h = H()
      var p = P()
      """)
    try world.eval("h.q.k!.cancel(); h.q = P(); p.k = nil; p = P()")
    for number in 1...3 {
      try world.set("l.c", .int(number))
      #expect(try world.eval("print(h.q.n, p.n)").printed == ["\(number) \(number)"])
      world = try world.restarted()
    }
    try world.eval("h.q.k!.cancel()")
    world = try world.restarted()
    try world.set("l.c", .int(9))
    #expect(try world.eval("print(h.q.n, p.n)").printed == ["3 9"])
  }

  @Test func aStoreMayBeNamedAgain() throws {
    let world = try World("class A: ObservableObject { @Published var x = 0 }\nlet c = A()\nlet w = c")
    try world.eval("let d = A()")
    try world.eval("d.x = 7")
    try world.eval("let w = d")
    try world.eval("w.x = 8")
    #expect(try world.restarted().eval("print(w.x, d.x, c.x)").printed == ["8 8 0"])
  }

  /// A binding without a name is nothing that could be declared again: it has run.
  @Test func whatHasNoNameRunsOnce() throws {
    let world = try World(
      "class S: ObservableObject { @Published var n = 0; func add(_ m: Int) -> Int { n += m; return n } }\nlet s = S()")
    for text in ["let _ = s.add(5)", "let _: Int = s.add(5)", "let (_, _) = (s.add(5), s.add(5))"] {
      try world.eval(text)
    }
    #expect(try world.get("s.n") == .int(20))
    #expect(world.engine.root.declarations.records.count == 2)
    let again = try world.restarted()
    #expect(try again.get("s.n") == .int(20))
  }

  private static let word = """
    import Foundation
    class Search: ObservableObject { @Published var term = "none" }
    /// It holds a function: its value is not kept, and has to be found out again.
    struct Word: CustomStringConvertible {
      let say: () -> String
      var description: String { say() }
    }
    func word() async -> Word { try? await Task.sleep(for: .seconds(1)); return Word { "partially" } }
    let first = Search()
    let w = await word()
    let second = Search()
    let chain = second.$term.sink { print(w, $0) }
    """

  /// As when it was declared: what stands behind waits for it.
  private func waited() throws -> World {
    let world = try World()
    var isDone = false
    world.engine.evaluate([SourceText(file: "test", text: Self.word)], session: "c1") { _ in isDone = true }
    world.engine.advance(to: world.engine.now + 1_000_000_000)
    world.engine.advance(to: world.engine.now)
    #expect(isDone)
    try world.set("second.term", .string("kept"))
    return world
  }

  @Test func aDeclarationThatWaitsIsWaitedForAgain() throws {
    let world = try waited().restarted()
    #expect(world.engine.isRestoring)
    #expect(try world.get("first.term") == .string("none"))
    #expect(throws: EngineError.self) { try world.get("second.term") }
    // What refers to it waits with it; what does not goes on.
    let later = Later("print(w, second.term)", on: world)
    #expect(try world.eval("print(first.term)").printed == ["none"] && later.printed == nil)
    world.engine.advance(to: world.engine.now + 1_000_000_000)
    world.engine.advance(to: world.engine.now)
    #expect(later.printed == ["partially kept"] && !world.engine.isRestoring)
    #expect(try world.get("second.term") == .string("kept"))
    #expect(world.notices() == ["print partially kept"])
    #expect(try world.eval("print(w)").printed == ["partially"])
  }

  /// Data is kept: nothing has to be asked again, and nobody waits.
  @Test func aValueThatIsKeptIsNotWaitedForAgain() throws {
    let world = try World()
    var isDone = false
    let text = "let w: String = await { try? await Task.sleep(for: .seconds(1)); print(\"asked\"); return \"kept\" }()"
    world.engine.evaluate([SourceText(file: "test", text: text)], session: "c1") { _ in isDone = true }
    pass(1_000_000_000, in: world)
    #expect(isDone)
    let again = try world.restarted()
    #expect(!again.engine.isRestoring)
    #expect(try again.eval("print(w)").printed == ["kept"])
    #expect(again.notices() == [])
  }

  /// An evaluation that may take a while.
  private final class Later {
    private(set) var result: Result<Engine.Evaluation, EngineError>?
    var printed: [String]? { try? result?.get().printed }
    var unchanged: [String]? { try? result?.get().unchanged }

    init(_ text: String, on world: World) {
      world.engine.evaluate([SourceText(file: "later", text: text)], session: "c2") { [unowned self] in result = $0 }
    }
  }

  private func pass(_ nanoseconds: Int, in world: World) {
    world.engine.advance(to: world.engine.now + nanoseconds)
    world.engine.advance(to: world.engine.now)
  }

  @Test func whatHasNothingToDoWithItIsThereAtOnce() throws {
    let world = try waited()
    try world.eval("let other = Search()\nother.term = \"there\"", session: "c2")
    try world.set("other.term", .string("there"))
    _ = try world.engine.evaluate(
      SourceText(
        file: "behind", text: "func loud() -> String { w.say().uppercased() }\nlet third = Search()\nlet said = loud()"),
      session: "c2")
    let again = try world.restarted()
    #expect(again.engine.isRestoring)
    #expect(try again.get("other.term") == .string("there") && again.get("third.term") == .string("none"))
    let said = Later("print(said)", on: again)
    #expect(said.result == nil)
    pass(1_000_000_000, in: again)
    #expect(said.printed == ["PARTIALLY"] && !again.engine.isRestoring)
  }

  /// Declarations that share a value are evaluated in their order; what they did to it they do once.
  @Test func valuesThatAreSharedKeepTheirOrder() throws {
    let world = try World(
      """
      import Foundation
      class Search: ObservableObject { @Published var term = "none" }
      let shared = Search()
      """)
    var isDone = false
    world.engine.evaluate(
      [
        SourceText(
          file: "a",
          text:
            "let a: () -> Int = await { try? await Task.sleep(for: .seconds(1)); shared.term += \"a\"; print(\"a\"); return { 1 } }()"
        )
      ], session: "c1"
    ) { _ in isDone = true }
    pass(1_000_000_000, in: world)
    #expect(isDone)
    _ = try world.engine.evaluate(
      SourceText(file: "b", text: "let b: () -> Int = { shared.term += \"b\"; print(\"b\"); return { 2 } }()"),
      session: "c1")
    try world.set("shared.term", .string("-"))
    let again = try world.restarted()
    let both = Later("print(a(), b(), shared.term)", on: again)
    #expect(both.result == nil)
    pass(1_000_000_000, in: again)
    #expect(both.printed == ["1 2 -"])
    #expect(again.notices() == ["print a", "print b"])
  }

  /// Who finds that it takes too long puts something else in its place.
  @Test func whatWaitsCanBeReplaced() throws {
    let world = try waited().restarted()
    let fixed = try world.eval("let w = Word { \"fixed\" }")
    #expect(fixed.redefined == ["w"] && !world.engine.isRestoring)
    #expect(try world.eval("print(w, second.term)").printed == ["fixed kept"])
    #expect(try world.restarted().eval("print(w)").printed == ["fixed"])
  }

  @Test func anotherNamespaceGoesOn() throws {
    let world = try waited()
    _ = try world.engine.evaluate(SourceText(file: "red", text: "let w = 7"), in: "red", session: "c1")
    let again = try world.restarted()
    #expect(
      try again.engine.evaluate(SourceText(file: "red", text: "print(w)"), in: "red", session: "c1").printed == ["7"])
  }

  @Test func whatWaitsWithItCanBeCancelled() throws {
    let world = try waited().restarted()
    world.engine.evaluate([SourceText(file: "later", text: "print(w)")], session: "c2") { _ in
      Issue.record("it was cancelled")
    }?.cancel()
    pass(1_000_000_000, in: world)
    #expect(!world.engine.isRestoring)
  }

  /// A text that declares anew what something waits for runs once, when that is there.
  @Test func aRedefinitionThatWaitsItself() throws {
    let world = try waited()
    let later = Later(
      "func word() async -> Word { print(\"asked\"); try? await Task.sleep(for: .seconds(2)); return Word { \"anew\" } }\nprint(w)",
      on: world)
    #expect(later.result == nil)
    pass(2_000_000_000, in: world)
    #expect(later.printed == ["asked", "anew kept", "anew"])
    #expect(later.unchanged == [])
    #expect(!world.notices().contains("print asked"))
    #expect(try world.eval("print(w, second.term)").printed == ["anew kept"])
  }

  @Test func aRedefinitionMeanwhileStartsAgain() throws {
    let world = try waited().restarted()
    try world.eval("func word() async -> Word { Word { \"at once\" } }")
    world.engine.advance(to: world.engine.now)
    world.engine.advance(to: world.engine.now)
    #expect(!world.engine.isRestoring)
    #expect(try world.eval("print(w, second.term)").printed == ["at once kept"])
  }

  /// Parts of values whose types are those of a type that is known: `T.Item` of a `Box<Shelf>`.
  @Test func partsOfAssociatedTypesAreKept() throws {
    var world = try World(
      """
      struct B: Codable, Hashable { var id: Int; var t: String }
      protocol Repo { associatedtype Item: Codable & Hashable; associatedtype Key: Hashable & Codable }
      struct R1: Repo { typealias Item = B; typealias Key = String }
      struct Box<T: Repo>: Codable { var i: T.Item?; var n = 1; var l: [T.Item] = []; var d: [T.Key: Int] = [:] }
      enum Res<T: Repo>: Codable { case none, some(T.Item), two(T.Key, T.Item) }
      class H: ObservableObject {
        @Published var b = Box<R1>(i: nil); @Published var bs: [Box<R1>] = []; @Published var r = Res<R1>.none
        @Published var rs: [Res<R1>] = []; @Published var o: Box<R1>?
      }
      let h = H()
      var top = Box<R1>(i: nil)
      h.b = Box(i: B(id: 1, t: "a"), n: 2, l: [B(id: 2, t: "b")], d: ["k": 1]); h.bs = [h.b]; h.r = .some(B(id: 3, t: "c"))
      h.rs = [.two("k", B(id: 4, t: "d")), .none]; h.o = h.b; top = h.b
      """)
    func look() throws -> [String] { try world.eval("print(h.b, h.bs, h.r, h.rs, h.o as Any, top)").printed }
    let seen = try look()
    world = try world.restarted()
    #expect(try look() == seen)
    try world.eval("let u = 1"); try world.eval("let u = 2")
    #expect(try look() == seen)
    try world.set("h.b.i", .record([.init("id", .int(9)), .init("t", .string("n"))]))
    #expect(try world.eval("print(h.b.i!.id)").printed == ["9"])
  }
}
