import Language
import Testing

@testable import Engine

/// Every way in which a program can be written down comes back as it was: each row is declared, changed, and asked before
/// and after a restart.
@Suite struct KeptProgramTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    /// Evaluated one after the other.
    var texts: [String]
    /// What is printed before and after.
    var asked: String
    var testDescription: String { name }

    init(_ name: String, _ texts: String..., asked: String) {
      self.name = name
      self.texts = texts
      self.asked = asked
    }
  }

  static let forms: [Row] = [
    Row("several in one let", "let a = 1, b = 2", asked: "a, b"),
    Row("several in one let, over lines", "let a = 1, // one\n    b = 2 ,\n  c = a + b", asked: "a, b, c"),
    Row("several names, one annotation", "var x, y: Int?", asked: "x as Any, y as Any"),
    Row("documented", "/// The sides.\nlet a = 1.5, b: Double = 2", asked: "a, b"),
    Row("one of several anew", "let a = 1, b = 2", "let a = 5", asked: "a, b"),
    Row("tuple", "let (a, b) = (1, \"x\")", asked: "a, b"),
    Row("tuple of stores", counter, "let (a, b) = (Counter(), Counter())", "a.n = 1; b.n = 2", asked: "a.n, b.n"),
    Row("typed tuple", "let (a, b): (Int, Double) = (1, 2)", asked: "a, b"),
    Row("in one line", "struct P { var x = 1 }; let p = P(); func f() -> Int { p.x }", asked: "f()"),
    Row("twice in a line", "let a = 1; let b = a + 1; let c = a + b", asked: "a, b, c"),
    Row("guard", "let o: Int? = 3", "guard let v = o, v > 1 else { fatalError() }", asked: "v"),
    Row(
      "attributes", "@MainActor class M { static let one = 1 }\n@discardableResult func f() -> Int { M.one }",
      asked: "f()"),
    Row("conditional", "#if DEBUG\nlet d = 1\n#else\nlet d = 2\n#endif", asked: "d"),
    Row(
      "extensions", "extension Int { var twice: Int { self * 2 } }\nextension Int { var four: Int { twice.twice } }",
      asked: "3.four"),
    Row(
      "conformances", "protocol N { var n: Int { get } }\nstruct A {}\nextension A: N { var n: Int { 4 } }",
      asked: "(A() as any N).n"),
    Row(
      "operators",
      "precedencegroup Power { higherThan: MultiplicationPrecedence }\ninfix operator **: Power\nfunc ** (a: Int, b: Int) -> Int { (0..<b).reduce(1) { r, _ in r * a } }",
      asked: "2 * 3 ** 2"),
    Row(
      "generics", "struct Box<T> { var value: T }\nfunc box<T>(_ v: T) -> Box<T> { Box(value: v) }\nlet b = box(\"x\")",
      asked: "b.value"),
    Row(
      "reads what was assigned", counter, "let c = Counter()", "c.n = 5", "let d = c.n + 1", "c.n = 9", asked: "c.n, d"),
    Row(
      "forward", "class A { var b: B? = nil }\nclass B { var n = 2 }\nfunc f() -> Int { g() }\nfunc g() -> Int { 7 }",
      asked: "f(), A().b as Any"),
    Row(
      "overloads", "func f(_ n: Int) -> String { \"i\" }\nfunc f(_ s: String) -> String { \"s\" }",
      asked: "f(1), f(\"\")"),
    Row("alias", "typealias Pair = (Int, Int)\nlet p: Pair = (1, 2)", asked: "p.0, p.1"),
    Row(
      "shadowed in its text", "let n = 3\nfunc f(n: Int) -> Int { let n = n + 1; return n }\nlet m = f(n: n)",
      asked: "m"),
    Row("redefined", "let n = 3\nlet m = n + 1", "let n = 10", asked: "n, m"),
    Row("observed", "var n = 1 { didSet { print(n) } }, m = 2", asked: "n, m"),
    Row("computed", "var five: Int { 5 }\nlet six = five + 1", asked: "five, six"),
    Row(
      "nested types", "struct Outer { enum Kind { case a, b(Int) }; var k = Kind.b(2) }\nlet o = Outer()", asked: "o.k"),
    Row(
      "subscription", counter, "let c = Counter()\nvar heard = 0\nlet s = c.$n.sink { heard = $0 }", "c.n = 4",
      asked: "c.n, heard"),
  ]

  static let values: [Row] = [
    Row("a variable", "var count = 0", "count = 5", asked: "count"),
    Row("written in place", "var list = [1]", "list.append(2); list[0] += 4", asked: "list"),
    Row("a variable that a function writes", "var n = 0\nfunc f() { n += 1 }", "f(); f()", asked: "n"),
    Row(
      "a variable that a pipeline writes", counter,
      "let c = Counter()\nvar sum = 0\nlet s = c.$n.dropFirst().sink { sum += $0 }", "c.n = 4; c.n = 5", asked: "sum"),
    Row(
      "made by chance", "import Foundation\nlet id = UUID()\nlet at = Date()\nlet r = Int.random(in: 0..<Int.max)",
      asked: "id, at.timeIntervalSince1970, r"),
    Row(
      "a constant computed once", counter, "let c = Counter()\nlet n: Int = { c.n += 1; return c.n }()", asked: "c.n, n"
    ),
    Row(
      "an initial value that would trap now", "var list = [1]\nlet first = list[0]", "list = []", asked: "first, list"),
    Row(
      "a guard that would leave now", "var o: Int? = 3", "guard let v = o else { fatalError() }", "o = nil",
      asked: "v, o as Any"),
    Row("part of a tuple", "var (a, b) = (1, \"x\")", "a = 7", asked: "a, b"),
    Row("several in one var", "var a = 1, b = 2", "b = 7", asked: "a, b"),
    Row("a tuple", "var t = (x: 1, y: 2.5)", "t.x = 3", asked: "t"),
    Row("a generic", "struct Box<T> { var value: T }\nvar b = Box(value: [1])", "b.value += [2]", asked: "b"),
    Row(
      "enums", "enum E { case a, b(Int, String), c(on: Bool?) }\nvar e = E.a, f: E? = nil",
      "e = .b(1, \"x\"); f = .c(on: nil)", asked: "e, f as Any"),
    Row(
      "collections", "var d: [String: [Int]] = [:], s: Set<Int> = [], i: [Int: Double?] = [:]",
      "d[\"a\"] = [1]; s.insert(3); i[1] = .some(nil)", asked: "d, s, i"),
    Row("texts", "var c: Character = \"a\", s = \"abc\"[...]", "c = \"ÿ\"; s = \"bc\"[...]", asked: "c, s"),
    Row("numbers", "var f: Float = 0, d = 0.0, u: UInt8 = 0", "f = 0.1; d = -.infinity; u = 255", asked: "f, d, u"),
    Row("observed", "var n = 1 { didSet { print(\"set\", n) } }", "n = 2", asked: "n"),
    Row("an optional that became nil", "var n: Int? = 3", "n = nil", asked: "n as Any"),
    Row("a store in an optional", counter, "var o: Counter? = Counter()", "o?.n = 3", asked: "o!.n"),
    Row("a constant optional", counter, "let o: Counter? = Counter()", "o?.n = 3", asked: "o!.n"),
    Row("an unwrapped optional", counter, "var o: Counter! = Counter()", "o.n = 3", asked: "o.n"),
    Row("a store that went", counter, "var o: Counter? = Counter()", "o = nil", asked: "o == nil"),
    Row("a store that came", counter, "var o: Counter?", "o = Counter(); o?.n = 7", asked: "o!.n"),
    Row("a store that was replaced", counter, "var o = Counter()", "o.n = 1; o = Counter(); o.n = 7", asked: "o.n"),
    Row(
      "a subclass", classes, "var o: Base = Derived()", "o.n = 2; (o as! Derived).m = 3",
      asked: "o.n, (o as? Derived)?.m as Any"),
    Row(
      "a subclass that was assigned", classes, "var o: Base = Base()", "o = Derived(); o.n = 2; (o as! Derived).m = 3",
      asked: "o.n, (o as? Derived)?.m as Any"),
    Row("any class", classes, "var o: any ObservableObject = Base()", "(o as! Base).n = 2", asked: "(o as! Base).n"),
    Row(
      "another class", classes, "var o: any ObservableObject = Base()", "o = Derived(); (o as! Derived).m = 2",
      asked: "(o as! Derived).m"),
    Row(
      "what is not published",
      "class S: ObservableObject { var n = 0; private var list: [Int] = []; var seen: [Int] { list }; func add(_ i: Int) { list.append(i); n += 1 } }\nlet s = S()",
      "s.add(4); s.add(5)", asked: "s.n, s.seen"),
    Row(
      "what init is given",
      "class S: ObservableObject { @Published var n: Int; let id: Int; init(n: Int) { self.n = n; id = n } }\nlet s = S(n: 3)",
      "s.n = 5", asked: "s.n, s.id"),
    Row(
      "a constant of an object",
      "import Foundation\nclass S: ObservableObject { let id = UUID(); let at: Date; init() { at = Date() } }\nlet s = S()",
      asked: "s.id, s.at.timeIntervalSince1970"),
    Row(
      "an object in an object", parts, "let s = Shelf()", "s.own.n = 1; s.made.n = 2; s.maybe?.n = 3",
      asked: "s.own.n, s.made.n, s.maybe!.n"),
    Row(
      "an object in an object that went and one that came", parts, "let s = Shelf()",
      "s.maybe = nil; s.later = Part(); s.later?.n = 4", asked: "s.maybe == nil, s.later!.n"),
    Row(
      "an object in an object that was replaced", parts, "let s = Shelf()",
      "s.own = Part(); s.own.n = 9; s.base = Special(); (s.base as! Special).m = 2",
      asked: "s.own.n, (s.base as? Special)?.m as Any"),
    Row(
      "an object for an argument",
      "class Node: ObservableObject { @Published var n = 0; let child: Node?; init(_ child: Node? = nil) { self.child = child } }\nlet root = Node(Node())",
      "root.n = 1; root.child?.n = 2", asked: "root.n, root.child!.n"),
    Row(
      "two names of one object", counter, "let a = Counter()\nvar b: Counter? = nil", "b = a; b?.n = 3",
      asked: "a.n, b === a"),
    Row(
      "two names, one given another", counter, "var a = Counter()\nvar b = a", "a.n = 1; a = Counter(); a.n = 2",
      asked: "a.n, b.n, a === b"),
    Row(
      "two properties of one object", parts, "let s = Shelf()", "s.later = s.own; s.own.n = 3",
      asked: "s.later === s.own, s.later!.n"),
    Row(
      "a chosen object that is given up", parts, "let s = Shelf()", "s.later = s.own", "s.later = nil",
      asked: "s.later == nil, s.own.n"),
    Row(
      "a chosen object whose owner has another", parts, "let s = Shelf()", "s.later = s.own; s.own.n = 1",
      "s.own = Part()", "s.later?.n = 7; s.own.n = 2", asked: "s.later === s.own, s.later!.n, s.own.n"),
    Row(
      "the same in one statement", parts, "let s = Shelf()",
      "do { s.later = s.own; s.maybe = s.own; s.own = Part(); s.own.n = 2; s.later?.n = 7 }",
      asked: "s.later === s.own, s.later === s.maybe, s.later!.n, s.own.n"),
    Row(
      "two properties that change places", parts, "let s = Shelf()", "s.later = Part(); s.later!.n = 1; s.own.n = 2",
      "let old = s.own; s.own = s.later!; s.later = old", "s.own.n += 10; s.later!.n += 20",
      asked: "s.own.n, s.later!.n, s.own === s.later"),
    Row(
      "a chosen object of a name that has another", parts, "var p = Part(); let s = Shelf()", "s.later = p; p.n = 3",
      "p = Part(); p.n = 4; s.later!.n += 1", asked: "p.n, s.later!.n, s.later === p"),
    Row(
      "a name for an object whose property has another", parts, "let s = Shelf(); var p = s.own", "p.n = 3",
      "s.own = Part()", "s.own.n = 5; p.n += 1", asked: "p.n, s.own.n, s.own === p"),
    Row(
      "two properties that are swapped", parts, "let s = Shelf()",
      "s.own.n = 1; s.base.n = 2; (s.own, s.base) = (s.base, s.own)",
      "s.own.n += 10", asked: "s.own.n, s.base.n"),
    Row(
      "a constant for an object whose property has another", parts, "let s = Shelf()", "s.own.n = 3; let p = s.own",
      "s.own = Part(); s.own.n = 5; p.n = 7", asked: "p.n, s.own.n, s.own === p"),
    Row(
      "one property given another's object, which gets a new one", parts, "let s = Shelf()",
      "s.own = s.base; s.base = Part()", "s.own.n = 9; s.base.n = 8", asked: "s.own.n, s.base.n, s.own === s.base"),
    Row(
      "a constant that outlives its property's object", parts, "let s = Shelf()", "s.own.n = 1; let keep = s.own",
      "s.own = s.base; s.base.n = 4", asked: "keep.n, s.own.n, s.base.n, s.own === s.base"),
    Row(
      "an object in a chosen one",
      parts + "\nclass Room: ObservableObject { @Published var shelf = Shelf(); @Published var chosen: Shelf? }",
      "let r = Room()", "r.chosen = r.shelf; r.chosen!.own.n = 4", "r.shelf = Shelf()",
      "r.chosen!.own.n += 1; r.shelf.own.n = 9",
      asked: "r.chosen!.own.n, r.shelf.own.n, r.chosen === r.shelf"),
    Row(
      "a cycle",
      "class A: ObservableObject { @Published var n = 0; var b: B? }\nclass B: ObservableObject { @Published var n = 0; var a: A? }\nlet a = A()",
      "a.b = B(); a.b?.a = a; a.b?.n = 5", asked: "a.b!.n, a.b!.a === a"),
    Row(
      "a cancelled subscription", counter, "let c = Counter()\nvar heard = 0\nlet t = c.$n.sink { heard += $0 }",
      "c.n = 1; t.cancel(); c.n = 5", asked: "heard, c.n"),
    Row(
      "a subscription that was let go", "import Combine\n" + counter,
      "let c = Counter()\nvar heard = 0\nvar t: AnyCancellable? = c.$n.sink { heard += $0 }",
      "c.n = 1; t = nil; c.n = 5", asked: "heard, t == nil"),
  ]

  static let classes = """
    class Base: ObservableObject { @Published var n = 0 }
    class Derived: Base { @Published var m = 0 }
    """
  static let parts = """
    class Part: ObservableObject { @Published var n = 0 }
    class Special: Part { @Published var m = 0 }
    class Shelf: ObservableObject {
      @Published var own = Part()
      let made: Part
      var maybe: Part? = Part()
      @Published var later: Part?
      var base = Part()
      init() { made = Part() }
    }
    """

  static let counter = "class Counter: ObservableObject { @Published var n = 0 }"

  private func check(_ row: Row) throws {
    let world = try World()
    for text in row.texts { try world.eval(text) }
    let before = try world.eval("print(\(row.asked))").printed
    let again = try world.restarted()
    #expect(try again.eval("print(\(row.asked))").printed == before)
    // And once more: a restart leaves a journal as good as the one it found.
    #expect(try again.restarted().eval("print(\(row.asked))").printed == before)
  }

  /// One of each type of data that is no number, text or list: at top level, in a store, inside of a structure, an
  /// optional, a list and a dictionary, in a payload.
  static let kinds: [Row] = [
    kind("Decimal", "Decimal(string: \"0.1\")!", "Decimal(string: \"12345678901234567890.123456789\")!"),
    kind("Decimal", "1", "-3"), kind("Decimal", "1", "Decimal(Double.nan)"),
    kind("Range<Int>", "0..<1", "2..<9"),
    kind("ClosedRange<Double>", "0...1", "-0.5...2.5"),
    kind("ClosedRange<Level>", ".low ... .high", ".low ... .low", level),
    kind("Range<Level>", ".low ..< .high", ".high ..< .high", level),
    kind("ClosedRange<Order>", ".first ... .last(of: 1)", ".last(of: 2) ... .last(of: 3)", level),
    kind("[Range<Size>?]", "[]", "[nil, Size(n: -1) ..< Size(n: 7)]", level),
    kind("PartialRangeFrom<Level>", "Level.low...", "Level.high...", level),
    kind("Range<Date>", "Date.distantPast..<Date.distantFuture", "Date(timeIntervalSince1970: 0)..<Date.distantFuture"),
    kind("ClosedRange<Character>", "\"a\"...\"b\"", "\"e\"...\"é\""),
    kind("PartialRangeFrom<Int>", "1...", "7..."), kind("PartialRangeThrough<Int>", "...1", "...(-7)"),
    kind("Duration", ".zero", ".seconds(-3) - .nanoseconds(1)"),
    kind("Duration", ".zero", ".seconds(Int64.max) + .seconds(Int64.max)"),
    kind("UInt64", "0", "UInt64.max"), kind("UInt", "0", "1 << 63"), kind("UInt64", "UInt64.max", "7"),
    kind("[UInt64: [UInt?]]", "[:]", "[UInt64.max: [nil, UInt.max - 1]]"),
    kind("(a: UInt64, Range<UInt>)", "(0, 0..<1)", "(UInt64.max, 5..<UInt.max)"),
    kind("Measurement<UnitLength>", "Measurement(value: 1, unit: .meters)", "Measurement(value: 2.5, unit: .feet)"),
    kind("TimeZone", ".gmt", "TimeZone(identifier: \"Asia/Tokyo\")!"),
    kind("Locale", "Locale(identifier: \"en_GB\")", "Locale(identifier: \"de_DE\")"),
    kind("Calendar", "Calendar(identifier: .gregorian)", "Calendar(identifier: .iso8601)"),
    kind("DateComponents", "DateComponents()", "DateComponents(year: 2026, month: 2, day: 29)"),
    kind(
      "DateInterval", "DateInterval(start: .distantPast, duration: 0)",
      "DateInterval(start: Date(timeIntervalSince1970: 0.25), duration: 60)"),
    kind("URLComponents", "URLComponents()", "URLComponents(string: \"https://a.example/b?c=d#e\")!"),
    kind("IndexSet", "[]", "IndexSet([3, 1, 4])"), kind("IndexSet", "[2]", "[5, 1, 5]"),
    kind("Date", ".distantPast", "Date(timeIntervalSinceReferenceDate: 1e18)"),
    kind("Unicode.Scalar", "\"a\"", "\"é\""), kind("Set<Unicode.Scalar>", "[]", "[\"b\"]"),
    kind("KeyValuePairs<String, Unicode.Scalar?>", "[:]", "[\"b\": nil, \"a\": \"c\"]"),
    kind("CollectionOfOne<Int>", "CollectionOfOne(1)", "CollectionOfOne(2)"),
    kind("Repeated<Int>", "repeatElement(1, count: 1)", "repeatElement(2, count: 3)"),
    kind("Color", ".red", ".blue"), kind("Color", ".red", "Color(\"brand\").opacity(0.3)"),
    kind("Color", ".red", "Color(\"#12345678\")"),
    kind("Color", ".red", "Color(red: 1, green: 0, blue: 0.2)"),
    kind("Color", ".red", "Color(red: 0.3, green: 0.123, blue: 1.5, opacity: 0.7)"),
    kind("Date", "Date(timeIntervalSince1970: 0)", "Date(timeIntervalSinceReferenceDate: -1e15)"),
  ]

  /// Types with an order of their own.
  private static let level = """
    enum Level: Int, Codable, Comparable {
      case low = 1, high
      static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }
    enum Order: Codable, Comparable { case first, last(of: Int) }
    struct Size: Comparable { var n: Int; static func < (a: Size, b: Size) -> Bool { a.n < b.n } }
    """

  private static func kind(_ type: String, _ first: String, _ second: String, _ declared: String = "") -> Row {
    Row(
      "\(type) \(second)",
      """
      import Foundation
      \(declared)
      struct Holder { var own: \(type), maybe: \(type)? }
      enum Wrapped { case none, one(\(type)), named(is: \(type), n: Int) }
      class Store: ObservableObject {
        @Published var own: \(type) = \(first)
        var plain: \(type) = \(first)
        @Published var held = Holder(own: \(first))
        @Published var many: [\(type)] = []
        @Published var named: [String: \(type)] = [:]
        @Published var wrapped = [Wrapped.none]
      }
      let store = Store()
      var top: \(type) = \(first)
      """,
      """
      top = \(second); store.own = top; store.plain = top; store.held = Holder(own: top, maybe: top)
      store.many = [top, \(first)]; store.named = ["a": top]; store.wrapped = [.one(top), .named(is: top, n: 1)]
      """,
      asked: "top, store.own, store.plain, store.held, store.many, store.named, store.wrapped")
  }

  /// What Foundation would stop the process for is refused before it sees it.
  @Test(
    arguments: [
      ("URLComponents", "URLComponents()", .record([.init("port", .int(-5))])),
      ("URLComponents", "URLComponents()", .record([.init("scheme", .string("é"))])),
      (
        "DateInterval", "DateInterval(start: .distantPast, duration: 0)",
        .record([.init("start", .int(0)), .init("duration", .int(-1))])
      ),
      ("TimeZone", ".gmt", .record([.init("identifier", .string("x"))])),
      ("Range<Int>", "0..<1", .list([.int(3), .int(1)])),
      ("PartialRangeFrom<Int>", "0...", .list([])), ("Duration", ".zero", .list([.int(1), .int(2), .int(3)])),
      (
        "Measurement<UnitLength>", "Measurement(value: 1, unit: .meters)",
        .record([.init("unit", .string("kg")), .init("value", .int(1))])
      ),
      ("IndexSet", "[]", .list([.int(-1)])), ("Decimal", "0", .string("1x")),
      ("Decimal", "0", .string("0x10")), ("Data", "Data()", .string("====")), ("Float", "0", .double(1e300)),
      ("UInt64", "0", .string("18446744073709551616")), ("UInt8", "0", .string("18446744073709551615")),
    ] as [(String, String, PortableValue)])
  func whatIsNoValueIsRefused(type: String, first: String, given: PortableValue) throws {
    let world = try World(
      "import Foundation\nclass C: ObservableObject { @Published var v: \(type) = \(first) }\nlet c = C()")
    let before = try world.get("c.v")
    #expect(throws: EngineError.self) { try world.set("c.v", given) }
    #expect(try world.get("c.v") == before)
    try world.set("c.v", before)
  }

  private static let bounded = """
    enum Level: Int, Comparable {
      case low = 1, high, none
      static func < (a: Level, b: Level) -> Bool {
        while a == .none {}
        precondition(b != .none, "none is no level")
        return a.rawValue < b.rawValue
      }
    }
    class P: ObservableObject {
      @Published var r = Level.low ... .high
      @Published var rs: [ClosedRange<Level>] = []
      struct W { var r = Level.low ... .high; var other = 1 }
      @Published var w = W()
      func take(_ r: ClosedRange<Level>) -> Bool { r.contains(.high) }
    }
    let p = P()
    """

  /// A range's bounds are in order, as their own `<` says; where that fails, it is an error.
  @Test func boundsAreAskedForTheirOrder() throws {
    let world = try World(Self.bounded)
    world.engine.limits.language.stepsPerActivation = 10_000
    func range(_ lower: Int, _ upper: Int) -> PortableValue { .list([.int(lower), .int(upper)]) }
    for (lower, upper) in [(1, 1), (1, 2), (2, 2)] {
      try world.set("p.r", range(lower, upper))
      #expect(try world.get("p.r") == range(lower, upper))
    }
    for (path, wrap) in [
      ("p.r", { $0 }), ("p.rs", { .list([range(1, 2), $0]) }),
      ("p.rs", { .list(PortableList(Array(repeating: $0, count: 99))) }),
      ("p.w", { .record([.init("r", $0), .init("other", .int(5))]) }),
    ] as [(String, (PortableValue) -> PortableValue)] {
      let before = try world.get(path)
      for (bounds, reason) in [
        (range(2, 1), "bounds out of order"), (range(3, 1), "none is no level"), (range(1, 3), "a loop without end?"),
      ] {
        do throws(EngineError) {
          _ = try world.engine.set(path, to: wrap(bounds), .init(session: "c1"))
          Issue.record("\(path) takes \(bounds)")
        } catch {
          #expect("\(error)".contains(reason), "\(path): \(error)")
        }
      }
      #expect(try world.get(path) == before)
    }
  }

  /// What has been there before is right also where its order cannot be found out while it is read.
  @Test func boundsThatWereThereComeBackWithoutTheirOrder() throws {
    let world = try World(
      """
      struct Size: Comparable {
        var n = 0
        static func < (a: Size, b: Size) -> Bool { a.n != b.n && (isOpen ? a.n < b.n : [][0]) }
      }
      class P: ObservableObject { @Published var r = Size() ..< Size() }
      let p = P()
      var top = Size() ..< Size()
      var isOpen = true
      """)
    try world.eval("top = Size(n: 1) ..< Size(n: 2); p.r = top")
    try world.eval("isOpen = false")
    let again = try world.restarted()
    #expect(try again.eval("print(top, p.r)").printed == world.eval("print(top, p.r)").printed)
    #expect(again.notices() == [])
  }

  /// Whoever comes first after a start hears what has not come back, as nothing else says so.
  @Test func whatDoesNotFitAtAStartIsSaid() throws {
    let world = try World("class P: ObservableObject { @Published var n = 1 }\nlet p = P()\nvar top = 1")
    try world.eval("p.n = 5; top = 6")
    try world.engine.flush()
    try world.storage.append([
      .hold(path: "top", value: HeldValue.data(.string("six")).plain),
      .keep(KeptValue(path: "p.n", value: .string("five"), revision: 1, at: 0, version: 9)),
    ])
    let again = try World(storage: world.storage)
    #expect(again.engine.problems.isEmpty)
    let said = again.notices()
    for name in ["p.n", "top"] {
      #expect(
        said.filter { $0.contains("warning the value of '\(name)' does not fit 'Int' any more") }.count == 1, "\(said)")
    }
    #expect(try again.eval("print(p.n, top)").printed == ["1 1"])
    #expect(try again.restarted().notices() == [])
  }

  static let changes: [(String, String, String)] = [
    ("var done = false", "var done = false; var note = \"n\"", "[title: milk, done: true, note: n] x"),
    ("var done = false", "var done = false; let id = 7", "[title: milk, done: true, id: 7] x"),
    ("var done = false", "", "[title: milk] x"),
    ("var done = false", "var done = \"no\"", "[title: milk, done: no] x"),
    ("var done = false", "var done = false; var more: Int?", "[title: milk, done: true, more: nil] x"),
  ]

  /// A structure that gets, loses or changes a property keeps what still fits, wherever its values are.
  @Test(arguments: changes) func valuesOutliveAChangeOfTheirType(old: String, new: String, left: String) throws {
    let text = { (rest: String) in
      "struct Todo { var title = \"\"; \(rest) }"
    }
    let world = try World(
      text(old)
        + """
        \nenum Where { case one(Todo), two(n: Int, of: [Todo]) }
        class B: ObservableObject {
          @Published var list: [Todo] = []
          @Published var named: [String: Todo?] = [:]
          @Published var place = Where.two(n: 0, of: [])
          @Published var pair = (Todo(), 1)
          var plain: Todo?
          @Published var name = ""
        }
        let b = B()
        var top = Todo()
        """)
    try world.eval(
      """
      top.title = "milk"; top.done = true; b.list = [top, top]; b.named = ["a": top]; b.place = .two(n: 3, of: [top])
      b.pair = (top, 5); b.plain = top; b.name = "x"
      """)
    let before = world.engine.notices.count
    try world.eval(text(new))
    let asked = "print(top, b.list, b.named, b.place, b.pair, b.plain as Any, b.name)"
    let printed = try world.eval(asked).printed.joined()
    let todo = left.dropLast(2).replacing("[", with: "Todo(").replacing("]", with: ")")
      .replacing("milk", with: "\"milk\"").replacing(": n)", with: ": \"n\")").replacing(": no)", with: ": \"no\")")
    let part = "main." + todo
    let parts = "[\(part), \(part)] [\"a\": Optional(\(part))] two(n: 3, of: [\(part)]) (\(part), 5) Optional(\(part))"
    #expect(printed == "\(todo) \(parts) x")
    #expect(world.engine.notices.count == before)
    #expect(try world.restarted().eval(asked).printed.joined() == printed)
  }

  @Test func whatDoesNotFitAnyMoreIsSaid() throws {
    let world = try World(
      "struct T { var n = 1 }\nclass C: ObservableObject { @Published var t = [T()] }\nlet c = C()")
    try world.eval("c.t = [T(n: 5)]")
    _ = world.notices()
    try world.eval("struct T { var n = 1; var m: Int; init() { m = 0 } }")
    #expect(try world.eval("print(c.t[0].n)").printed == ["1"])
    #expect(world.notices().joined().contains("the value of 'c.t' does not fit '[T]' any more"))
  }

  /// What was no data is said to be that, and how the values of a case are others is said with the case.
  @Test func whyAValueDoesNotFitIsSaid() throws {
    let cases = "none, some(O), both(O, Int)"
    let world = try World(
      """
      class O: ObservableObject { @Published var n = 1 }
      struct H { var o: O?; var k = 1 }
      enum E { case \(cases), num(Int), pair(a: Int, b: Int) }
      class M: ObservableObject { @Published var h = H(); @Published var e = E.none; @Published var f = E.none; @Published var g = E.none }
      let m = M()
      """)
    try world.eval("m.h = H(o: O()); m.e = .both(O(), 1); m.f = .num(1); m.g = .pair(a: 1, b: 2)")
    _ = world.notices()
    try world.eval("enum E { case \(cases), num(Int, Int), pair(a: Int, c: Int) }")
    let said = world.notices().joined(separator: "\n")
    for (name, type) in [("m.h", "H"), ("m.e", "E")] {
      #expect(
        said.contains("'\(name)' has its initial value: what it had was no data, such as an object in its '\(type)'"),
        "\(said)")
    }
    #expect(said.contains("it expects the values of 'num' at 'num', and had Int"), "\(said)")
    #expect(said.contains("it expects the values of 'pair' (a, c) at 'pair.b', and had an unknown field"), "\(said)")
  }

  @Test func aNameWhoseValueDoesNotFitAnyMoreIsSaid() throws {
    let world = try World("struct T { var n = 1 }\nvar t = [T()]\nvar any: Any = 5\nvar fits = T()")
    try world.eval("t = [T(n: 5)]; any = \"text\"; fits.n = 4")
    _ = world.notices()
    try world.eval("struct T { var n = 1; let m: Int; init() { m = 0 } }")
    #expect(try world.eval("print(t[0].n, any)").printed == ["1 5"])
    let said = world.notices().joined()
    for name in ["'t' does not fit '[T]'", "'any' does not fit 'Any'", "'fits' does not fit 'T'"] {
      #expect(said.contains("the value of \(name) any more"), "\(name): \(said)")
    }
    _ = try world.eval("func unrelated() {}")
    #expect(try world.restarted().notices() == [])
  }

  @Test func whatHasNoPlainFormNowIsNull() throws {
    let world = try World("class C: ObservableObject { @Published var v: Any = 5 }\nlet c = C()")
    try world.eval("c.v = { 1 }")
    #expect(try world.get("c.v") == .null)
    try world.eval("c.v = \"text\"")
    #expect(try world.get("c.v") == .string("text"))
  }

  @Test(arguments: kinds) func kindsComeBack(row: Row) throws { try check(row) }
  @Test(arguments: forms) func formsComeBack(row: Row) throws { try check(row) }
  @Test(arguments: values) func valuesComeBack(row: Row) throws { try check(row) }

  /// A redefinition takes the program down and builds it anew, as a restart does.
  @Test(arguments: values) func valuesOutliveARedefinition(row: Row) throws {
    let world = try World("func unrelated() -> Int { 1 }")
    for text in row.texts { try world.eval(text) }
    let before = try world.eval("print(\(row.asked))").printed
    #expect(try world.eval("func unrelated() -> Int { 2 }").redefined == ["unrelated()"])
    #expect(try world.eval("print(\(row.asked))").printed == before)
  }

  @Test func whatWasUndoneIsNotKept() throws {
    let world = try World("var n = 1\nvar list = [1]\nfunc f() { n = 2; list.append(2); _ = [Int]()[n] }")
    #expect(throws: EngineError.self) {
      try world.engine.evaluate(SourceText(file: "test", text: "f()"), session: "c1")
    }
    #expect(try world.restarted().eval("print(n, list)").printed == ["1 [1]"])
  }

  @Test func aConstantFollowsWhatIsRedefinedAndAVariableKeepsWhatItWasGiven() throws {
    let world = try World(
      "func base() -> Int { 1 }\nlet a = base() + 1\nvar v = base()\nlet other = Int.random(in: 0..<Int.max)")
    let other = try world.eval("print(other)").printed
    try world.eval("v = 7")
    try world.eval("func base() -> Int { 10 }")
    #expect(try world.eval("print(a, v)").printed == ["11 7"])
    #expect(try world.eval("print(other)").printed == other)
    try world.eval("var v = 20")
    #expect(try world.restarted().eval("print(a, v)").printed == ["11 20"])
  }

  @Test func aCancelledSubscriptionStaysSo() throws {
    let world = try World(Self.counter + "\nlet c = Counter()\nlet t = c.$n.sink { print($0) }")
    try world.eval("t.cancel()")
    let again = try world.restarted()
    #expect(try again.eval("c.n = 4").printed == [])
    #expect(again.engine.pipelines.all.isEmpty)
    let later = try again.restarted()
    #expect(try later.eval("c.n = 5").printed == [])
    // With another text it is another subscription.
    try later.eval("let t = c.$n.dropFirst().sink { print(\"t\", $0) }")
    #expect(try later.eval("c.n = 6").printed == ["t 6"])
    #expect(try later.restarted().eval("c.n = 7").printed == ["t 7"])
  }

  @Test func anObjectThatCannotBeMadeAgainIsSaid() throws {
    let world = try World(
      "class P: ObservableObject { @Published var n: Int; init(n: Int) { self.n = n } }\nvar o: P?")
    try world.eval("o = P(n: 3)")
    let again = try world.restarted()
    #expect(
      again.engine.problems.map(\.fault.message) == [
        "the object that was assigned to 'o' could not be made again: 'P' has no 'init()' to make it with"
      ])
    #expect(try again.eval("print(o == nil)").printed == ["true"])
    // Its values wait for it.
    try again.eval("o = P(n: 1)")
    #expect(try again.get("o.n") == .int(1))
    try again.engine.flush()
    #expect(again.engine.problems.isEmpty)
  }

  /// Of a structure only what is lazy or weak is made anew; the rest is data like any other.
  @Test func aStructureWithALazyOrWeakPropertyIsKept() throws {
    let world = try World(
      """
      import Combine
      class K {}
      struct S: Equatable { var a = 1; lazy var twice = a * 2; static func == (l: S, r: S) -> Bool { l.a == r.a } }
      struct R { weak var w: K?; var a = 1; var b = "x" }
      class O: ObservableObject { @Published var s = S(); @Published var r = R(); @Published var list: [S] = [] }
      let o = O()
      let k = K()
      var s = S()
      var r: R? = nil
      """)
    try world.watch("o.s", snapshot: false)
    try world.eval("o.s.a = 8; o.r = R(w: k, a: 7, b: \"y\"); o.list = [S(a: 4)]; s.a = 5; r = R(w: k, a: 6)")
    #expect(world.events().contains { $0.contains("o.s") })
    try world.set("o.r.a", .int(9))
    #expect(try world.eval("print(o.r.w === k)").printed == ["true"])
    try world.set("o.list", .list([.record([.init("a", .int(3))])]))
    func check(_ world: World) throws {
      #expect(
        try world.eval("print(o.s.a, o.s.twice, o.r.a, o.r.b, o.list[0].twice, s.a, s.twice, r!.a)").printed == [
          "8 16 9 y 6 5 10 6"
        ])
      #expect(try world.get("o.r") == .record([.init("a", .int(9)), .init("b", .string("y"))]))
      #expect(world.engine.problems.isEmpty)
    }
    try world.eval("class Other { var n = 1 }")
    try world.eval("class Other { var n = 2 }")
    try check(world)
    let again = try world.restarted()
    #expect(try again.eval("print(o.r.w == nil, r!.w == nil)").printed == ["true true"])
    try check(again)
  }

  @Test func removedNamesLeaveNothing() throws {
    let world = try World("var n = 1\n" + Self.counter + "\nvar o: Counter? = Counter()")
    try world.eval("n = 5; o?.n = 4")
    _ = try world.engine.removeDeclaration("n", session: "c1")
    _ = try world.engine.removeDeclaration("o", session: "c1")
    let again = try world.restarted()
    #expect(again.storage.contents.variables.isEmpty && again.storage.contents.values.isEmpty)
    try again.eval("var n = 1")
    #expect(try again.eval("print(n)").printed == ["1"])
  }

  @Test func namespacesAreApart() throws {
    let world = try World("var n = 1")
    _ = try world.engine.evaluate(SourceText(file: "red", text: "var n = 2"), in: "red", session: "c1")
    _ = try world.engine.evaluate(SourceText(file: "red", text: "n = 3"), in: "red", session: "c1")
    let again = try world.restarted()
    #expect(try again.get("n") == .int(1))
    #expect(try again.get("red.n") == .int(3))
  }

  /// Of several files, what is not in the script is made when it is first needed.
  @Test func severalFilesComeBack() throws {
    let world = try World()
    world.engine.evaluate(
      [
        SourceText(file: "a.swift", text: "let list = [second, 1]\nfunc f() -> Int { list.count }", isScript: false),
        SourceText(file: "b.swift", text: "let second = { 2 }()\nlet later = { list.count }", isScript: false),
        SourceText(file: "main.swift", text: "let total = list.reduce(0, +) + later()"),
      ], session: "c1"
    ) { if case .failure(let error) = $0 { Issue.record("\(error)") } }
    #expect(try world.eval("print(list, second, total, f(), later())").printed == ["[2, 1] 2 5 2 2"])
    let again = try world.restarted()
    #expect(try again.eval("print(list, second, total, f(), later())").printed == ["[2, 1] 2 5 2 2"])
  }

  /// What is private in two files under one name is kept, and declared anew, for each of them.
  @Test func whatIsPrivateInTwoFilesComesBack() throws {
    func file(_ name: String, _ step: Int) -> SourceText {
      SourceText(
        file: "\(name).swift",
        text: """
          private struct Row { let id: Int; static let word = "\(name)" }
          private var row = Row(id: 0)
          private func next() -> Int { row.id + \(step) }
          private extension Row { var text: String { Row.word + "\\(id)" } }
          func \(name)() -> String { row = Row(id: next()); return row.text }
          """, isScript: false)
    }
    func evaluate(_ files: [SourceText], in world: World) {
      world.engine.evaluate(files, session: "c1") { if case .failure(let error) = $0 { Issue.record("\(error)") } }
    }
    let world = try World()
    evaluate([file("a", 1), file("b", 10)], in: world)
    #expect(try world.eval("print(a(), b(), a())").printed == ["a1 b10 a2"])
    let again = try world.restarted()
    #expect(try again.eval("print(a(), b())").printed == ["a3 b20"])
    // One of the files alone, changed.
    evaluate([file("b", 100)], in: again)
    #expect(try again.eval("print(a(), b())").printed == ["a4 b120"])
    evaluate([file("a", 1), file("b", 100)], in: again)
    let last = try again.restarted()
    #expect(try last.eval("print(a(), b())").printed == ["a5 b220"])
    #expect(last.engine.problems.isEmpty)
    #expect(try last.get("row(a).id") == .int(5))
  }

  /// An `async let` at top level has its value once its child task has found it; the task begins anew where it had none.
  @Test func childTasksOfTopLevelComeBack() throws {
    let world = try World(
      """
      var begun = 0
      func slow(_ n: Int) async -> Int { begun += 1; try? await Task.sleep(nanoseconds: 1_000_000_000); return n }
      async let first = slow(1)
      async let (second, third) = (slow(2), slow(3))
      """)
    for _ in 0..<3 { world.engine.advance(to: world.engine.now + 1_000_000_000) }
    #expect(try world.eval("print(await first, await second + third, begun)").printed == ["1 5 3"])
    let again = try world.restarted()
    for _ in 0..<3 { again.engine.advance(to: again.engine.now + 1_000_000_000) }
    #expect(try again.eval("print(await first, await second + third)").printed == ["1 5"])
  }

  /// Who is answered while something else runs is answered of what is kept: also of a variable, which needs no commit.
  @Test func whatVariablesHoldIsKeptBeforeItIsAnswered() throws {
    let world = try World("var tot = 0; enum Cfg { static var k = 0 }")
    try world.engine.flush()
    try world.eval("tot += 1; Cfg.k += 2")
    try world.engine.flushCommitted()
    // Killed here: the turn does not come to its end.
    let next = try World(storage: world.storage)
    #expect(try next.eval("print(tot, Cfg.k)").printed == ["1 2"])
  }
}
