/// What has no end, no sense or no limit ends in a message with its place.
import InterpreterHarness
import Language
import Testing

@Suite struct BoundsTests {
  /// A publisher that is made of itself twice, forty times over.
  private static func doubled(_ step: String) -> String {
    "import Combine\nimport Foundation\nlet start: AnyPublisher<Int, Error> = Just(1).setFailureType(to: Error.self)"
      + ".eraseToAnyPublisher()\nlet p = (0..<40).reduce(start) { p, _ in \(step).eraseToAnyPublisher() }\n"
      + "let c = p.count().sink(receiveCompletion: { _ in }, receiveValue: { print($0) })"
  }

  /// A text of one letter that is searched for half of it and another letter: the whole half agrees at each place.
  private static func searched(_ start: String, _ expression: String) -> String {
    "\(start)\nlet t = String(repeating: \"a\", count: 20_000)\nlet part = String(t.prefix(10_000)) + \"b\"\n"
      + "print(\(expression))"
  }

  /// Ten pigeons in nine holes: either one has none, or two share one. That this is all takes exponential time to see.
  private static let pigeons: String = {
    let (pigeons, holes) = (10, 9)
    func row(_ pick: (Int, Int) -> String) -> String {
      let cells = (0..<pigeons).flatMap { pigeon in (0..<holes).map { pick(pigeon, $0) } }
      return "case (" + cells.joined(separator: ", ") + "): print(1)\n"
    }
    var text =
      "let b = true\nswitch (" + Array(repeating: "b", count: pigeons * holes).joined(separator: ", ") + ") {\n"
    for homeless in 0..<pigeons { text += row { pigeon, _ in pigeon == homeless ? "false" : "_" } }
    for hole in 0..<holes {
      for first in 0..<pigeons {
        for second in first + 1..<pigeons {
          text += row { pigeon, own in own == hole && (pigeon == first || pigeon == second) ? "true" : "_" }
        }
      }
    }
    return text + "}"
  }()

  private static let rows: [(text: String, message: String)] = [
    ("@propertyWrapper struct W {\n@W var wrappedValue: Int }", "2:8: error: circular reference"),
    (
      "@propertyWrapper struct W {\n@V var wrappedValue: Int }\n"
        + "@propertyWrapper struct V {\n@W var wrappedValue: Int }", "4:8: error: circular reference"
    ),
    (
      "class A {\n@W var n = 1 }\n@propertyWrapper class W: A { var wrappedValue: Int; "
        + "init(wrappedValue: Int) { self.wrappedValue = wrappedValue } }", "3:24: error: circular reference"
    ),
    (
      "typealias T0 = Int\n" + (1...20).map { "typealias T\($0) = (T\($0 - 1), T\($0 - 1))\n" }.joined(),
      "error: the type is too large: it would be written with more than 10000 names"
    ),
    (
      "let x0 = 1\n" + (1...20).map { "let x\($0) = (x\($0 - 1), x\($0 - 1))\n" }.joined(),
      "error: the type is too large: it would be written with more than 10000 names"
    ),
    (
      "class C0<T> {}\n" + (1...20).map { "class C\($0)<T>: C\($0 - 1)<(T, T)> {}\n" }.joined(),
      "error: the type is too large: it would be written with more than 10000 names"
    ),
    (
      "func f<T>(_ x: T, _ n: Int) -> Int { n > 99 ? n : f((x, x), n + 1) }\nprint(f(1, 0))",
      "1:51: fault: the type is too large: it would be written with more than 10000 names, or on more than 500 levels"
    ),
    ("import Foundation\nprint(Duration.seconds(Int.min).formatted())", "2:7: fault: arithmetic overflow"),
    (
      "import Foundation\nprint(Duration.seconds(Int.max).formatted(.units(allowed: [.weeks], width: .wide)))",
      "2:7: fault: arithmetic overflow"
    ),
    (
      "import Foundation\nfunc f() { Task { f() } }\nf()\nRunLoop.main.run(until: Date() + 1)",
      "4: waits while work makes more work without end, and no time passes"
    ),
    (
      "enum E: Int { case a = 9223372036854775807, b }",
      "1:45: error: integer literal '9223372036854775808' overflows when stored into 'Int'"
    ),
    ("enum E: Int8 {\ncase a = 300 }", "2:10: error: integer literal '300' overflows when stored into 'Int8'"),
    ("import Combine\n#expect(Just(1), marbles: \"\")", "2:1: fault: an empty diagram has no time"),
    ("import Foundation\nDispatchSemaphore(value: Int.max).signal()", "2:1: fault: arithmetic overflow"),
    ("import Foundation\nprint(NSMakeRange(1_000, Int.max).upperBound)", "2:7: fault: arithmetic overflow"),
    ("import Foundation\nprint(NSMaxRange(NSMakeRange(1_000, Int.max)))", "2:7: fault: arithmetic overflow"),
    (
      "import Foundation\nprint(NSMakeRange(7, 7).union(NSMakeRange(1_000, Int.max)))",
      "2:7: fault: arithmetic overflow"
    ),
    (
      "import Foundation\nprint(NSUnionRange(NSMakeRange(Int.min, 7), NSMakeRange(1_000, 1)))",
      "2:7: fault: arithmetic overflow"
    ),
    (
      "import Foundation\nprint(NSIntersectionRange(NSMakeRange(7, 7), NSMakeRange(1_000, Int.max)))",
      "2:7: fault: arithmetic overflow"
    ),
    (
      "import Foundation\nvar kept: [Decoder] = []\nstruct X: Decodable { init(from d: Decoder) throws { kept.append(d); "
        + "throw URLError(.badURL) } }\n_ = try? JSONDecoder().decode(X.self, from: Data(\"[1]\".utf8))\n"
        + "var c = try kept[0].unkeyedContainer()\n_ = try c.decode(Int.self)",
      "5:13: fault: a decoder cannot be used after its value has been decoded"
    ),
    (
      "import Foundation\nvar kept: [any UnkeyedDecodingContainer] = []\nstruct X: Decodable { init(from d: Decoder) throws { "
        + "kept.append(try d.unkeyedContainer()) } }\n_ = try PropertyListDecoder().decode([X].self, from: "
        + "PropertyListEncoder().encode([[1, 2]]))\n_ = try kept[0].decode(Int.self)",
      "5:9: fault: a decoder cannot be used after its value has been decoded"
    ),
    (
      "import Foundation\nstruct X: Decodable { init(from d: Decoder) throws { var c = try d.unkeyedContainer()\n"
        + "while !c.isAtEnd { _ = try? c.decode(String.self) } } }\n"
        + "_ = try? JSONDecoder().decode(X.self, from: Data(\"[1]\".utf8))",
      "4:10: fault: stopped after 200000 steps: a loop without end?"
    ),
    ("let c = { $9223372036854775807 }", "1:11: error: cannot find '$9223372036854775807' in scope"),
    ("import Foundation\nprint(Duration.seconds(UInt64.max) * 100)", "2:7: fault: arithmetic overflow"),
    (
      "import Foundation\nvar c = Calendar(identifier: .buddhist)\nc.firstWeekday = Int.min\nc.firstWeekday = Int.min + 1\n"
        + "c.firstWeekday = 99\nfatalError(\"\\(c.firstWeekday)\")", "6:1: fault: Fatal error: 1"
    ),
    (
      "import Foundation\nprint(try JSONDecoder().decode(Calendar.self, from: Data(#\"{\"identifier\":\"gregorian\",\"firstWeekday\":-9223372036854775808}\"#.utf8)))",
      "is no firstWeekday."
    ),
    (
      "import Foundation\nvar u = URLComponents()\nu.port = -5",
      "3:3: fault: Attempting to set port with a negative number"
    ),
    (
      "import Foundation\nvar u = URLComponents()\nu.scheme = \"é\"",
      "3:3: fault: Attempting to set scheme with invalid characters"
    ),
    (
      "import Foundation\nprint(try JSONDecoder().decode(URLComponents.self, from: Data(#\"{\"port\":-5}\"#.utf8)))",
      "-5 is no port."
    ),
    (
      "import Foundation\nprint(try JSONDecoder().decode([URLComponents].self, from: Data(#\"[{\"scheme\":\"é\"}]\"#.utf8)))",
      "é is no scheme."
    ),
    (
      "import Foundation\nprint(try JSONDecoder().decode(Range<UInt>.self, from: Data(\"[18446744073709551615,1]\".utf8)))",
      "greater than upperBound (1)"
    ),
    ("print((0...).elementsEqual(0...))", "1:7: fault: stopped after 200000 steps: a loop without end?"),
    (Self.doubled("p.append(p)"), "fault:"), (Self.doubled("p.merge(with: p)"), "fault:"),
    (Self.doubled("p.combineLatest(p) { $0 + $1 }"), "fault:"), (Self.doubled("p.zip(p) { $0 + $1 }"), "fault:"),
    (Self.doubled("p.flatMap { _ in p }"), "fault:"), (Self.doubled("p.prepend(p)"), "fault:"),
    (Self.doubled("p.tryMap { _ in throw URLError(.badURL) }.catch { _ in p.append(p) }"), "fault:"),
    (Self.doubled("Publishers.MergeMany(p, p)"), "fault:"),
    ("print((Int.max...).prefix(1).map { $0 })", "1:7: fault: arithmetic overflow"),
    ("print(String(repeating: \"\", count: Int.max))", "1:7: fault: a value of 9223372036854775807 elements is larger"),
    ("for n in Int.max... { print(n) }", "fault: arithmetic overflow"),
    ("print(zip([1, 2], Int.max...).map { $0 })", "fault: arithmetic overflow"),
    (
      "import Combine\nlet s = PassthroughSubject<Int, Never>()\n"
        + "let c = s.flatMap(maxPublishers: .max(0)) { Just($0) }.sink { _ in }",
      "3:9: fault: maxPublishers must be greater than zero"
    ),
    (
      "import Combine\nlet s = PassthroughSubject<Int, Never>()\n"
        + "let c = s.buffer(size: 0, prefetch: .keepFull, whenFull: .dropNewest).sink { _ in }",
      "3:9: fault: a buffer that is kept full needs a size above zero"
    ),
    (
      "import Foundation\nlet t = String(repeating: \"a\", count: 60)\n"
        + "print(t.range(of: \"(a*)*b\", options: .regularExpression) as Any)",
      "3:7: fault: stopped after 200000 steps: a loop without end?"
    ),
    (
      "import Foundation\nlet t = String(repeating: \"a\", count: 60)\n"
        + "print(t.replacingOccurrences(of: \"^(a+)+$|(a|aa)+c\", with: \"\", options: [.regularExpression]).count, "
        + "t.replacingOccurrences(of: \"(a|aa)+c\", with: \"\", options: [.regularExpression]))",
      "fault: stopped after 200000 steps: a loop without end?"
    ),
    (Self.searched("import Foundation", "t.contains(part)"), "4:7: fault: stopped after 200000 steps"),
    (Self.searched("import Foundation", "t.range(of: part) as Any"), "4:7: fault: stopped after 200000 steps"),
    (Self.searched("import Foundation", "t.components(separatedBy: part)"), "4:7: fault: stopped after 200000 steps"),
    (Self.searched("", "t.replacing(part, with: \"\")"), "4:7: fault: stopped after 200000 steps"),
    (Self.searched("", "t.split(separator: part)"), "4:7: fault: stopped after 200000 steps"),
    (Self.searched("", "Array(t).split(separator: Array(part))"), "4:7: fault: stopped after 200000 steps"),
    (
      "class C { var next: C?; deinit { next = C() } }\ndo { _ = C() }",
      "fault: stopped after 200000 steps: a loop without end?"
    ),
    (
      "struct S { var c = C() }\nfinal class C { var s: [S] = []; deinit { s = [S(), S()] } }\ndo { _ = S() }",
      "fault: stopped after 200000 steps: a loop without end?"
    ),
    (
      "typealias T0 = Int\n" + (1...600).map { "typealias T\($0) = [T\($0 - 1)]\n" }.joined(),
      "502:19: error: the type is too large: it would be written with more than 10000 names, or on more than 500 levels"
    ),
    (
      Self.pigeons,
      "2:1: error: the compiler is unable to check that this switch is exhaustive in reasonable time"
    ),
    (#"print(String(repeating: "a", count: 60).contains(/(a*)*b/))"#, "1:7: fault: stopped after 200000 steps"),
    (
      "import Foundation\nlet t = String(repeating: \"a\", count: 60)\n"
        + "print(t.range(of: \"(a*)*b\", options: .regularExpression) as Any)",
      "3:7: fault: stopped after 200000 steps: a loop without end?"
    ),
    (
      "import Foundation\nlet t = String(repeating: \"a\", count: 60)\n"
        + "print(t.replacingOccurrences(of: \"(a*)*b\", with: \"\", options: .regularExpression))",
      "3:7: fault: stopped after 200000 steps: a loop without end?"
    ),
    // So is letting go of many things.
    (
      "class A {}\nfunc many() -> [A] { (0..<70_000).map { _ in A() } }\nvar a = many()\nvar b = many()\nvar c = many()\n"
        + "func end() { a = []; b = []; c = [] }\nend()\nprint(a.count)",
      "fault: stopped after 200000 steps: a loop without end?"
    ),
    // A list that is copied, again and again, is work too.
    (
      "var a = Array(repeating: 0, count: 100_000)\nfor i in 0..<100 { let b = a; a[i] = b[i] + 1 }\nprint(a[0])",
      "fault: stopped after 200000 steps: a loop without end?"
    ),
    (
      #"print((String(repeating: "a", count: 26) + "!").contains(/^(a+)+$/))"#,
      "1:7: fault: stopped after 200000 steps: a loop without end?"
    ),
    (
      #"let r = try Regex("(?:a|aa)*+(?=(x+x+)+y)|(?:(?>a)|a|aa)+c")"#
        + "\nprint(String(repeating: \"a\", count: 99).replacing(r, with: \"\"))",
      "2:7: fault: stopped after 200000 steps: a loop without end?"
    ),
    (
      "let r = /(.|.)*x/.dotMatchesNewlines()\nprint(String(repeating: \"a\", count: 60).split(separator: r))",
      "2:7: fault: stopped after 200000 steps: a loop without end?"
    ),
    (
      "let r = /(?=((a+)+b))a/\nprint(String(repeating: \"a\", count: 60).matches(of: r).count)",
      "2:7: fault: stopped after 200000 steps: a loop without end?"
    ),
  ]

  @Test(arguments: rows)
  func isTold(_ text: String, _ message: String) {
    let run = ProgramRun.onItsOwnStack(text, limits: .hostile)
    #expect(run.failure?.contains(message) == true, "\(run.failure ?? run.output)")
  }

  /// Each case alone leaves half of what is left.
  @Test func aSwitchOverManyBoolsIsChecked() {
    func row(_ cells: [String]) -> String { "case (" + cells.joined(separator: ", ") + ")" }
    let count = 24
    let any = Array(repeating: "_", count: count)
    let cases = (0..<count).map { place in
      row(any.enumerated().map { $0 == place ? "true" : $1 }) + ": print(\(place))\n"
    }
    let start =
      "let b = true\nswitch (" + Array(repeating: "b", count: count).joined(separator: ", ") + ") {\n" + cases.joined()
    let last = row(any.map { _ in "false" })
    #expect(ProgramRun.onItsOwnStack(start + last + ": print(-1)\n}").output == "0\n")
    let missing = ProgramRun.onItsOwnStack(start + "}")
    #expect(missing.failure?.contains("2:1: error: switch must be exhaustive") == true, "\(missing.failure ?? "")")
  }

  /// Holes of long texts are looked at one by one; what they throw is still the text's.
  @Test func aTextMayHaveManyHoles() {
    let holes = (0..<200).map { "\\(f(\($0)))" }.joined()
    let start = "func f(_ n: Int) throws -> Double { Double(n) / 2 }\n"
    #expect(ProgramRun.onItsOwnStack(start + "print(try \"\(holes)\".prefix(9))").output == "0.00.51.0\n")
    let missing = ProgramRun.onItsOwnStack(start + "print(\"\(holes)\")")
    #expect(missing.failure?.contains("2:10: error: call can throw but is not marked with 'try'") == true)
    #expect(missing.errors.count <= 200)
  }

  /// Each level has larger types than the one around it, without end.
  @Test func aTypeMayContainItselfWithLargerArguments() {
    let run = ProgramRun.onItsOwnStack(
      """
      struct S<T> { var s: [S<[T]>] = []; var pair: [S<(T, T)>] = []; var d: [String: S<T?>] = [:] }
      let s = S<Int>()
      dump(s)
      print(S(s: [S<[Int]>(s: [])]))
      """)
    #expect(
      run.output == """
        ▿ main.S<Swift.Int>
          - s: 0 elements
          - pair: 0 elements
          - d: 0 key/value pairs
        S<Int>(s: [main.S<Swift.Array<Swift.Int>>(s: [], pair: [], d: [:])], pair: [], d: [:])

        """, "\(run.failure ?? "")")
  }

  /// One that makes its like goes on for ever, and each takes far longer than a step.
  @Test func aDeinitThatMakesItsLikeEndsSoon() {
    var limits = Limits.standard
    limits.stepsPerActivation = 200_000
    let run = ProgramRun(
      """
      var made = 0
      final class D { init() { made += 1; if made == 2_000 { print("too many") } }; deinit { _ = D() } }
      do { _ = D() }
      """, limits: limits)
    #expect(run.failure?.contains("stopped after 200000 steps") == true, "\(run.failure ?? "it ended")")
    #expect(run.output == "")
  }

  /// A clock that is moved comes to the end of an instant.
  @Test(arguments: ["collect(.byTime(DispatchQueue.main, .zero))", "collect(.byTimeOrCount(RunLoop.main, 0, 9))"])
  func aTimerWithoutPausesLeavesRoom(stage: String) {
    let run = ProgramRun(
      """
      import Combine
      import Foundation
      let s = PassthroughSubject<Int, Never>()
      let c = s.\(stage).sink { print($0) }
      s.send(1)
      s.send(2)
      RunLoop.main.run(until: Date() + 0.01)
      print("end")
      """)
    #expect(run.failure == nil && run.output == "[1, 2]\nend\n", "\(run)")
  }

  /// What is let go of late runs in the activation that let go of it, and a long chain is none that has no end.
  @Test func aLongChainOfObjectsEndsInOrder() {
    let run = ProgramRun.onItsOwnStack(
      """
      var gone = 0
      final class Node { let n: Int; var next: Node?; init(_ n: Int) { self.n = n }; deinit { if n == gone { gone += 1 } } }
      var first: Node? = Node(0)
      var last = first!
      for n in 1..<20_000 { let next = Node(n); last.next = next; last = next }
      last = Node(-1)
      first = nil
      print(gone)
      """)
    #expect(run.output == "20000\n", "\(run.failure ?? "")")
  }

  /// What the generator of extreme calls found that gives something after all.
  @Test func theLastOfEverythingIsThere() {
    let run = ProgramRun.onItsOwnStack(
      """
      import Foundation
      print(Array((Int.max - 1)...Int.max), (Int.max...Int.max).prefix(2), (Int.max...Int.max).count)
      for n in (Int.max - 1)...Int.max { print(n, terminator: " ") }
      var iterator = (Int.max...Int.max).makeIterator()
      print(iterator.next() as Any, iterator.next() as Any, (Int.max...Int.max).map { $0 }.count)
      print(["", "a", "é", "/", "/a", "a/b/", "//a//é"].map { NSString(string: $0).deletingLastPathComponent })
      print(Decimal(0).formatted(.number.scale(-Double.infinity)), Decimal(2).formatted(.number.scale(3)))
      print((0..<Int.max).indices, (3..<6).indices.map { $0 }, (1...Int.max).indices.last as Any)
      """)
    #expect(
      run.output == """
        [9223372036854775806, 9223372036854775807] [9223372036854775807] 1
        9223372036854775806 9223372036854775807 Optional(9223372036854775807) nil 1
        ["", "", "", "/", "/", "a", "/a"]
        0 6
        0..<9223372036854775807 [3, 4, 5] Optional(9223372036854775807)

        """, "\(run.failure ?? "")")
  }

  @Test func asMuchMayWaitAsThereIsRoomFor() {
    let run = ProgramRun.onItsOwnStack(
      "import Foundation\nfor _ in 0..<250_010 { DispatchQueue.main.asyncAfter(deadline: .now() + 9) {} }\nprint(\"on\")"
    )
    #expect(
      run.output == "Fatal error: more than 250000 timers, tasks and blocks wait; what comes now is dropped\non\n")
  }

  /// So do keys whose `==` says that all are equal, or whose hash changes, also when they are taken out again.
  @Test(arguments: [
    "static func == (a: K, b: K) -> Bool { true }; func hash(into h: inout Hasher) { h.combine(n) }",
    "static func == (a: K, b: K) -> Bool { Bool.random() }",
    "func hash(into h: inout Hasher) { h.combine(Bool.random()) }",
    "static func == (a: K, b: K) -> Bool { a.n % 2 == b.n % 2 }",
  ])
  func keysMayChangeTheirMind(_ members: String) {
    let run = ProgramRun(
      """
      struct K: Hashable { let n: Int; \(members) }
      var d: [K: Int] = [:]
      for i in 0..<400 { d[K(n: i)] = i; d[K(n: i / 2)] = nil; d[K(n: i % 7)] = 1 }
      var s = Set((0..<300).map { K(n: $0 % 100) })
      for i in 0..<300 { s.insert(K(n: i)); let copy = s; s.remove(K(n: i / 3)); s.formUnion(copy) }
      print(Dictionary(grouping: 0..<300) { K(n: $0) }.count > 0, d.merging(d) { $1 }.mapValues { $0 }.count >= 0)
      """)
    #expect(run.failure == nil)
  }

  /// Keys that break the rules make a collection of too many or too few, and nothing else.
  @Test func keysMayBreakTheRules() {
    let run = ProgramRun(
      """
      struct K: Hashable {
        let n: Int
        static func == (a: K, b: K) -> Bool { true }
        func hash(into h: inout Hasher) { h.combine(Int.random(in: 0..<99)) }
      }
      var s: Set<K> = []
      for i in 0..<200 { s.insert(K(n: i)) }
      print(s.count > 0)
      """)
    #expect(run.failure == nil)
    #expect(run.output == "true\n")
  }
}

/// Times at the ends of what can be counted: a timer that should have begun before all time begins now.
@Suite struct ExtremeTimeTests {
  private static let times = [
    ".nanoseconds(Int.min)", ".nanoseconds(Int.max)", ".seconds(Int.min)", ".seconds(Int.max)", ".milliseconds(-5)",
    ".zero",
  ]
  private static let uses = [
    "m.$n.debounce(for: TIME, scheduler: QUEUE).sink { _ in }", "m.$n.delay(for: TIME, scheduler: QUEUE).sink { _ in }",
    "m.$n.throttle(for: TIME, scheduler: QUEUE, latest: false).sink { _ in }",
    "m.$n.timeout(TIME, scheduler: QUEUE).sink { _ in }",
    "m.$n.collect(.byTime(QUEUE, TIME)).sink { _ in }",
    "QUEUE.schedule(after: QUEUE.now.advanced(by: TIME), interval: .seconds(1)) { }",
  ]

  @Test(arguments: ["DispatchQueue.main", "RunLoop.main", "DispatchQueue.global()", "OperationQueue.main"])
  func theProcessStays(_ scheduler: String) {
    var text = "import Combine\nimport Foundation\nclass M: ObservableObject { @Published var n = 0 }\nlet m = M()\n"
    var number = 0
    for time in Self.times {
      for use in Self.uses {
        text +=
          "let c\(number) = " + use.replacing("TIME", with: time).replacing("QUEUE", with: scheduler) + "\nm.n += 1\n"
        number += 1
      }
    }
    text += "RunLoop.main.run(until: Date() + 1e-7)\nprint(\"over\")\n"
    let run = ProgramRun.onItsOwnStack(text)
    #expect(run.errors.isEmpty, "\(run.errors.first?.message ?? "")")
    #expect(run.failure != nil || run.output.hasSuffix("over\n"))
  }
}
