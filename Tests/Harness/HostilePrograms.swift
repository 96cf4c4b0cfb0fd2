/// Programs that are out to kill whoever runs them: deep, endless, inconsistent, about themselves. Each may be refused, stop
/// with a fault or run to its end; nothing else.
package enum HostilePrograms {
  package struct Program {
    package let kind: String
    package let name: String
    package let text: String
  }

  package static let all: [Program] = [
    ("text inside text", nested), ("deep values", deepValues), ("deep publishers", deepPublishers),
    ("the same, waiting", waiting), ("deep data", deepData), ("without end", endless), ("inconsistent", inconsistent),
    ("about themselves", selfReferring), ("work of the library", libraryWork), ("many types", manyTypes),
    ("own publishers", ownPublishers),
  ]
  .flatMap(programs)

  /// Programs that would hold everybody for long, on top of those that are out to kill. A debug build takes minutes for
  /// them, so that only `make hostile` runs them.
  package static let holding: [Program] = programs("holding others", holdingOthers)

  private static func programs(_ kind: String, _ programs: [(String, String)]) -> [Program] {
    programs.map { name, text in
      Program(kind: kind, name: name, text: "import Combine\nimport Foundation\n" + text + "\n")
    }
  }

  private static let holdingOthers: [(String, String)] = [
    ("reduce without end", "print((0..<Int.max).reduce(0) { ($0 &+ $1) % 7 })"),
    ("a list that grows", "var list: [Int] = []; for i in 0..<3_000_000 { list.append(i) }"),
    ("a dictionary that grows", "var d: [Int: Int] = [:]; for i in 0..<3_000_000 { d[i] = i }"),
    ("a set that grows", "var s: Set<String> = []; for i in 0..<1_000_000 { s.insert(\"\\(i)\") }"),
    ("contains in four million", "let big = Array(0..<4_000_000); _ = (0..<50).map { big.contains(-$0 - 1) }"),
    ("four million compared", "let a = Array(0..<4_000_000); let b = Array(0..<4_000_000); print(a == b, a == b)"),
    ("four million sorted", "let a = (0..<4_000_000).map { $0 &* 7919 % 1_000_003 }; print(a.sorted()[0])"),
    ("a copy at each step", "var a = Array(0..<1_000_000); for i in 0..<100 { let b = a; a[i] = b[i] + 1 }"),
    ("a pattern that backtracks", "print(String(repeating: \"a\", count: 26).contains(/^(a+)+$b/))"),
    (
      "Foundation's pattern that backtracks",
      "print(String(repeating: \"a\", count: 60).range(of: \"(a*)*b\", options: .regularExpression) as Any)"
    ),
    (
      "retry without end",
      "let c = Fail<Int, URLError>(error: URLError(.badURL)).retry(Int.max).sink(receiveCompletion: { _ in }, receiveValue: { _ in })"
    ),
    (
      "flatMap to endless ranges",
      "let c = [1, 2].publisher.flatMap { _ in (0..<Int.max).publisher }.collect().sink { print($0.count) }"
    ),
    ("a wide number", "print(String(format: \"%*d\", 2_000_000_000, 5).count)"),
    ("many lines", times(50_000) { "let x\($0) = \($0)\n" }),
    ("many lines of sums", times(20_000) { "let x\($0) = \($0) + 2 * 3 - 1\n" }),
    ("a nested literal", cat("let a = [", times(3_000) { "[\($0), \($0).5, [\($0)]], " }, "]")),
    ("chained maps and filters", cat("let a = [1, 2, 3]", times(300, ".map { $0 + 1 }.filter { $0 > 1 }"))),
    (
      "chains joined by sums",
      cat("let a = [1, 2, 3]", times(60, ".map { $0 + 1 }.filter { $0 > 1 }.reduce(0, +) + [1]"))
    ),
    ("many interpolations", cat("let s = \"", times(60_000, "\\(1)"), "\"")),
    (
      "many cases",
      cat(
        "enum E { case ", (0..<5_000).map { "c\($0)" }.joined(separator: ", "),
        " }\nfunc f(_ e: E) -> Int { switch e { ", times(5_000) { "case .c\($0): return \($0)\n" }, " } }")
    ),
    (
      "one long function",
      cat("func f() -> Int { var x = 0\n", times(10_000) { "x += \($0); if x > \($0) { x = x &* 3 }\n" }, "return x }")
    ),
    (
      "many functions",
      times(8_000) { "func f\($0)(_ x: Int) -> Int { let y = x * 2; if y > 3 { return y }; return x }\n" }
    ),
    ("a text of a megabyte", cat("let s = \"", times(1_000_000, "x"), "\"")),
    (
      "many sinks",
      "let s = PassthroughSubject<Int, Never>(); var bag: Set<AnyCancellable> = []; for _ in 0..<100_000 { s.sink { _ in }.store(in: &bag) }; s.send(1); bag = []"
    ),
    (
      "many stores",
      "class P: ObservableObject { @Published var n = 0 }\nvar all: [P] = []; for _ in 0..<200_000 { all.append(P()) }; all = []"
    ),
    ("a long text that grows", "var t = \"\"; for i in 0..<1_000_000 { t += \"line \\(i)\\n\" }; print(t.count)"),
    (
      "a long text taken apart",
      "let t = String(repeating: \"one two \", count: 500_000); print(t.split(separator: \" \").count, t.components(separatedBy: \" \").count)"
    ),
    (
      "a long text reversed, in capitals, searched",
      "let t = String(repeating: \"abcdefgh\", count: 500_000); print(String(t.reversed()).count, t.uppercased().count, t.contains(\"hgx\"))"
    ),
    (
      "much that is coded",
      "let d = try! JSONEncoder().encode(Array(0..<1_000_000)); print(try! JSONDecoder().decode([Int].self, from: d).count)"
    ),
    (
      "a store that is written without end",
      "class W: ObservableObject { @Published var n = 0 }\nlet w = W()\nfunc grow() { while true { w.n &+= 1 } }\ngrow()"
    ),
    ("a variable that is written without end", "var v = 0\nwhile true { v &+= 1 }"),
    ("tasks without end", "for _ in 0..<50 { Task { while true { await Task.yield() } } }"),
    (
      "a timer without pause",
      "let t = Timer.scheduledTimer(withTimeInterval: 0, repeats: true) { _ in for _ in 0..<100_000 {} }"
    ),
    (
      "an init without end",
      "class Slow: ObservableObject { @Published var n = 0; init() { while true {} } }\nlet slow = Slow()"
    ),
  ]

  private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }
  private static func times(_ count: Int, _ text: (Int) -> String) -> String { (0..<count).map(text).joined() }
  private static func cat(_ parts: String...) -> String { parts.joined() }
  private static func wrapped(_ count: Int, _ open: String, _ inside: String, _ close: String) -> String {
    times(count, open) + inside + times(count, close)
  }

  /// Programs that wait run on smaller stacks.
  private static let waiting: [(String, String)] = (deepValues + deepPublishers).map { name, text in
    (name + ", waiting", "try await Task.sleep(for: .zero)\n" + text)
  }

  // MARK: Text inside text

  private static let constructs: [(String, String, String, String)] = [
    ("parentheses", "let x = (", "1", ")"), ("arrays", "[", "1", "]"), ("dictionaries", "[1: ", "1", "]"),
    ("closures", "{ ", "1", " }"), ("called closures", "{ ", "1", " }()"), ("calls", "f(", "1", ")"),
    ("array types", "let x: [", "Int", "]"), ("optional types", "let x: Optional<", "Int", ">"),
    ("dictionary types", "let x: [Int: ", "Int", "]"), ("function types", "let x: (", "Int", ") -> Int"),
    ("tuple types", "let x: (Int, ", "Int", ")"), ("generic calls", "Array(", "[1]", ")"),
    ("interpolations", "\"\\(", "1", ")\""), ("minus", "-", "1", ""), ("not", "!", "true", ""),
    ("sums", "1 + (", "1", ")"), ("choices", "true ? (", "1", ") : 0"), ("coalescing", "nil ?? (", "1", ")"),
    ("casts", "(", "1", " as Any)"), ("conditional casts", "(", "1", " as? Int)"), ("tries", "try? (", "1", ")"),
    ("members", "a.", "b", ""), ("subscripts", "a[", "0", "]"), ("optional chains", "a?.", "b", ""),
    ("ifs", "if true { ", "", " }"), ("loops", "for _ in 0..<1 { ", "", " }"), ("dos", "do { ", "", " } catch {}"),
    ("switches", "switch 1 { default: ", "break", " }"), ("functions", "func f() { ", "", " }\n"),
    ("structs", "struct A { ", "", " }\n"), ("classes", "class A { ", "", " }\n"), ("enums", "enum A { ", "", " }\n"),
    ("conditions", "#if true\n", "", "\n#endif\n"), ("key paths", "\\.", "a", ""),
    ("patterns", "if case .some(", "1", ")"),
    ("regexes", "let x = /(", "a", ")/"), ("if expressions", "if true { ", "1", " } else { 0 }"),
    ("guards", "guard true else { ", "fatalError()", " }"), ("some types", "let x: any Sequence<", "Int", ">"),
    ("comments", "/* ", "", " */"), ("multiline texts", "\"\"\"\n\\(", "1", ")\n\"\"\"\n"),
  ]

  private static func isExpression(_ open: String) -> Bool {
    let words = ["let", "if", "for", "do", "switch", "func", "struct", "class", "enum", "#if", "guard", "/*"]
    return !words.contains { open.hasPrefix($0) }
  }

  private static let nested: [(String, String)] = constructs.flatMap { name, open, inside, close in
    [(100, "some"), (10_000, "many")].map { count, word in
      ("\(word) \(name)", cat(isExpression(open) ? "_ = " : "", wrapped(count, open, inside, close)))
    }
  }

  // MARK: Values inside values

  private static let list = """
    indirect enum L: Hashable, Codable { case end; case more(L) }
    func make(_ n: Int) -> L { var l = L.end; for _ in 0..<n { l = .more(l) }; return l }
    let a = make(40_000), b = make(40_000)

    """
  private static let node = """
    final class Node: Hashable {
      var next: Node?
      init(_ next: Node?) { self.next = next }
      deinit { freed += 1 }
      static func == (a: Node, b: Node) -> Bool { a.next == b.next }
      func hash(into hasher: inout Hasher) { hasher.combine(next) }
    }
    var freed = 0
    func chain(_ n: Int) -> Node { var node = Node(nil); for _ in 0..<n { node = Node(node) }; return node }

    """
  private static let deepValues: [(String, String)] =
    [
      "print(a == b)", "print(a.hashValue == b.hashValue)", "print(Set([a, b]).count)", "print([a: 1][b] ?? 0)",
      "print(\"\\(a)\".count)", "dump(a)", "print(String(reflecting: a).count)", "print([a].contains(b))",
      "print(try! JSONEncoder().encode(a).count)", "print(try! PropertyListEncoder().encode(a).count)", "a",
      "print([a] == [b], (a, 1) == (b, 1), Optional(a) == b)", "print([a, b].firstIndex(of: b) ?? -1)",
      "final class S: ObservableObject { @Published var l = L.end }\nlet s = S()\ns.l = a\ns.l = b\nprint(s.l == a)",
      "let s = CurrentValueSubject<L, Never>(a)\nlet c = s.removeDuplicates().sink { _ in print(1) }\ns.send(b)",
      "func depth(_ l: L) -> Int { if case .more(let x) = l { 1 + depth(x) } else { 0 } }\nprint(depth(a))",
    ].enumerated().map { ("deep enum \($0)", cat(list, $1)) } + [
      ("released objects", cat(node, "do { let x = chain(100_000); _ = x }\nprint(freed)")),
      ("compared objects", cat(node, "print(chain(20_000) == chain(20_000))")),
      ("hashed objects", cat(node, "print(Set([chain(20_000)]).count)")),
      ("released closures", "do { var f = { 0 }\nfor _ in 0..<100_000 { let g = f; f = { g() + 1 } } }\nprint(1)"),
      ("called closures", "var f = { 0 }\nfor _ in 0..<20_000 { let g = f; f = { g() + 1 } }\nprint(f())"),
      ("lists in anything", "var a: Any = 1\nfor _ in 0..<50_000 { a = [a] }\nprint(\"\\(a)\".count)\na = 1\nprint(a)"),
      (
        "optionals in anything",
        "var a: Any? = 1\nfor _ in 0..<50_000 { let b: Any? = a as Any; a = b as Any }\nprint(1)"
      ),
      (
        "hashable boxes",
        "var a = AnyHashable(1)\nfor _ in 0..<50_000 { a = AnyHashable([a]) }\nprint(a == a, Set([a]).count)"
      ),
      (
        "sets in sets",
        "var a: AnyHashable = 1\nfor _ in 0..<5_000 { a = Set([a]) as AnyHashable }\nprint(a.hashValue == 0)"
      ),
      ("dictionaries in anything", "var a: Any = 1\nfor _ in 0..<50_000 { a = [\"a\": a] }\nprint(1)\na = 0"),
      (
        "existentials",
        cat(
          "protocol P { var d: Int { get } }\nstruct A: P { let d = 0 }\nstruct B: P { let p: any P; var d: Int { p.d + 1 } }\n",
          "var p: any P = A()\nfor _ in 0..<50_000 { p = B(p: p) }\nprint(\"\\(p)\".count)\nprint(p.d)")
      ),
      (
        "deinit that makes more",
        "class A { let n: Int; init(_ n: Int) { self.n = n }\n deinit { if n > 0 { _ = A(n - 1) } } }\n_ = A(100_000)"
      ),
      (
        "objects in arrays in objects",
        cat(
          "class A { var items: [A] = []\n deinit { count += 1 } }\nvar count = 0\n",
          "do { var a = A()\nfor _ in 0..<60_000 { let b = A(); b.items = [a]; a = b } }\nprint(count)")
      ),
      (
        "wide and deep",
        "class T { var c: [T] = [] }\nfunc t(_ d: Int) -> T { let x = T(); if d > 0 { x.c = (0..<3).map { _ in t(d - 1) } }; return x }\n_ = t(9)"
      ),
      (
        "key paths in a row",
        "struct A { var a: [A] = []; var n = 1 }\nvar k = \\A.self\nfor _ in 0..<20_000 { k = k.appending(path: \\A.self) }\nprint(A()[keyPath: k].n)"
      ),
      (
        "tasks in a row",
        "var t = Task { 0 }\nfor _ in 0..<5_000 { let u = t; t = Task { await u.value + 1 } }\nprint(await t.value)"
      ),
      (
        "cells in a row",
        "func f(_ n: Int, _ g: @escaping () -> Int) -> () -> Int { var x = n; return { x += 1; return x + g() } }\nvar h = { 0 }\nfor i in 0..<50_000 { h = f(i, h) }\nprint(1)"
      ),
      (
        "lazy sequences",
        "var s = AnySequence([1, 2])\nfor _ in 0..<5_000 { let t = s; s = AnySequence(t.lazy.map { $0 + 1 }) }\nprint(Array(s))"
      ),
      (
        "results",
        "indirect enum R: Error { case e(R?) }\nvar r: R? = nil\nfor _ in 0..<50_000 { r = .e(r) }\nprint(Result<Int, R>.failure(r!).map { $0 })"
      ),
      (
        "substrings",
        "var s = Substring(String(repeating: \"a\", count: 1_000))\nfor _ in 0..<900 { s = s.dropFirst() }\nprint(s.count)"
      ),
    ]

  // MARK: Publishers on publishers

  private static func growing(_ name: String, _ link: String, count: Int = 5_000) -> (String, String) {
    (
      "\(count) times \(name)",
      """
      let s = PassthroughSubject<Int, Never>()
      func build() -> AnyPublisher<Int, Never> {
        var p = s.eraseToAnyPublisher()
        for _ in 0..<\(count) { p = \(link).eraseToAnyPublisher() }
        return p
      }
      var c: AnyCancellable? = build().sink { print($0) }
      s.send(1)
      s.send(completion: .finished)
      c = nil
      print("done")
      """
    )
  }

  private static let deepPublishers: [(String, String)] =
    [
      growing("map", "p.map { $0 + 1 }"), growing("filter", "p.filter { _ in true }"),
      growing("dropFirst", "p.dropFirst(0)"),
      growing("erasing", "p", count: 20_000), growing("flatMap", "p.flatMap { Just($0) }"),
      growing("share", "p.share()"),
      growing("merge", "p.merge(with: Just(1))", count: 300), growing("append", "p.append(1)", count: 1_000),
      growing("prepend", "p.prepend(1)", count: 300),
      growing("buffer", "p.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest)"),
      growing("scan", "p.scan(0) { $0 + $1 }"),
      growing("handleEvents", "p.handleEvents(receiveOutput: { _ in })"), growing("catch", "p.catch { _ in Just(1) }"),
      growing("receive(on:)", "p.receive(on: DispatchQueue.main)", count: 2_000),
      growing("collect", "p.collect().map { $0.count }"),
      growing("combineLatest", "p.combineLatest(Just(1)).map { $0.0 }"), growing("zip", "p.zip(Just(1)).map { $0.1 }"),
      growing("multicast", "p.multicast { PassthroughSubject<Int, Never>() }.autoconnect()"),
      growing("switchToLatest", "p.map { Just($0) }.switchToLatest()"),
      growing("removeDuplicates", "p.removeDuplicates()"),
      growing("print", "p.print()", count: 300), growing("output", "p.prefix(5)"), growing("retry", "p.retry(2)"),
      growing("map, a little less", "p.map { $0 + 1 }", count: 400),
      growing("flatMap into itself", "Just(1).flatMap { [p] _ in p }"),
      growing("deferred", "Deferred { [p] in p }"),
      growing("debounce", "p.debounce(for: 1, scheduler: RunLoop.main)", count: 1_000),
      (
        "subjects in a row",
        cat(
          "let all = (0..<20_000).map { _ in PassthroughSubject<Int, Never>() }\nvar c: Set<AnyCancellable> = []\n",
          "for i in 1..<all.count { all[i - 1].subscribe(all[i]).store(in: &c) }\nall.last!.sink { print($0) }.store(in: &c)\nall[0].send(1)"
        )
      ),
      (
        "sinks that send on",
        cat(
          "let all = (0..<20_000).map { _ in PassthroughSubject<Int, Never>() }\nvar c: Set<AnyCancellable> = []\n",
          "for i in 1..<all.count { let next = all[i]; all[i - 1].sink { next.send($0) }.store(in: &c) }\nall[0].send(1)"
        )
      ),
      (
        "properties that follow each other",
        cat(
          "class A: ObservableObject { @Published var n = 0 }\nlet all = (0..<5_000).map { _ in A() }\n",
          "for i in 1..<all.count { all[i - 1].$n.assign(to: &all[i].$n) }\nall[0].n = 1\nprint(all.last!.n)")
      ),
      (
        "cancellables in a row",
        "do { var c = AnyCancellable {}\nfor _ in 0..<50_000 { let d = c; c = AnyCancellable { d.cancel() } } }\nprint(1)"
      ),
      (
        "a publisher that polls itself",
        cat(
          "let s = PassthroughSubject<Int, Never>()\nfunc poll() -> AnyPublisher<Int, Never> {\n",
          " s.first().flatMap { $0 > 5_000 ? Just($0).eraseToAnyPublisher() : poll() }.eraseToAnyPublisher() }\n",
          "var c: AnyCancellable? = poll().sink { print($0) }\nfor i in 0..<5_010 { s.send(i) }\nc = nil\nprint(2)")
      ),
      (
        "subjects in subjects",
        "var x: Any = 1\nfor _ in 0..<50_000 { x = CurrentValueSubject<Any, Never>(x) }\nx = 0\nprint(x)"
      ),
      (
        "a retry for ever",
        "let c = Fail<Int, URLError>(error: URLError(.badURL)).retry(1_000_000).sink(receiveCompletion: { print($0) }, receiveValue: { _ in })"
      ),
      (
        "a catch that fails again",
        "func f() -> AnyPublisher<Int, URLError> { Fail(error: URLError(.badURL)).catch { _ in f() }.eraseToAnyPublisher() }\nlet c = f().sink(receiveCompletion: { print($0) }, receiveValue: { _ in })"
      ),
      (
        "futures in futures",
        "func f(_ n: Int) -> AnyPublisher<Int, Never> { Deferred { Future { $0(.success(n)) } }.flatMap { f($0 + 1) }.eraseToAnyPublisher() }\nlet c = f(0).sink { print($0) }"
      ),
      ("many at once", "let c = Publishers.MergeMany((0..<5_000).map { Just($0) }).sink { _ in }\nprint(1)"),
      (
        "a subscription that asks for more in itself",
        "let c = (0..<200_000).publisher.flatMap(maxPublishers: .max(1)) { Just($0) }.sink { _ in }\nprint(1)"
      ),
      (
        "a subscriber that asks one by one",
        cat(
          "final class S: Subscriber { typealias Input = Int; typealias Failure = Never; var s: Subscription?\n",
          " func receive(subscription: Subscription) { s = subscription; subscription.request(.max(1)) }\n",
          " func receive(_ i: Int) -> Subscribers.Demand { s?.request(.max(1)); return .none }\n",
          " func receive(completion: Subscribers.Completion<Never>) { print(completion) } }\n(0..<100_000).publisher.subscribe(S())"
        )
      ),
    ]

  // MARK: Data

  private static let deepData: [(String, String)] =
    [
      ("lists of JSON", "JSONDecoder", "[", "]"), ("objects of JSON", "JSONDecoder", "{\\\"a\\\":", "}"),
      ("XML lists", "PropertyListDecoder", "<array>", "</array>"),
      ("XML dictionaries", "PropertyListDecoder", "<dict><key>a</key>", "</dict>"),
      ("old lists", "PropertyListDecoder", "(", ")"), ("old dictionaries", "PropertyListDecoder", "{a=", ";}"),
    ].flatMap { name, decoder, open, close in
      [400, 100_000].map { count in
        let head = open.hasPrefix("<") ? "<?xml version=\\\"1.0\\\"?><plist version=\\\"1.0\\\">" : ""
        let foot = open.hasPrefix("<") ? "</plist>" : ""
        return (
          "\(count) \(name)",
          """
          indirect enum T: Decodable { case leaf; case list([T])
            init(from d: Decoder) throws {
              if var c = try? d.unkeyedContainer() { var l: [T] = []; while !c.isAtEnd { l.append(try c.decode(T.self)) }; self = .list(l) }
              else if let c = try? d.container(keyedBy: K.self) { self = .list([try c.decode(T.self, forKey: .a)]) } else { self = .leaf } }
            enum K: CodingKey { case a } }
          let text = "\(head)" + String(repeating: "\(open)", count: \(count)) + String(repeating: "\(close)", count: \(count)) + "\(foot)"
          do { _ = try \(decoder)().decode(T.self, from: Data(text.utf8)); print("read") } catch { print("refused") }
          """
        )
      }
    } + [
      (
        "a binary list that contains itself",
        cat(
          "let d = Data([98, 112, 108, 105, 115, 116, 48, 48, 0xA1, 0] + [8] + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1]",
          " + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 10])\n",
          "struct T: Decodable { init(from d: Decoder) throws { var c = try d.unkeyedContainer(); _ = try c.decode(T.self) } }\n",
          "do { _ = try PropertyListDecoder().decode(T.self, from: d) } catch { print(\"refused\") }")
      ),
      (
        "a type that codes itself",
        cat(
          "class A: Codable { var a: A?; init() {} }\nlet a = A()\na.a = a\n",
          "do { print(try JSONEncoder().encode(a).count) } catch { print(\"refused\") }")
      ),
      (
        "an encode without end",
        cat(
          "struct A: Encodable { func encode(to e: Encoder) throws { var c = e.unkeyedContainer(); try c.encode(A()) } }\n",
          "print((try? JSONEncoder().encode(A())) == nil)")
      ),
      (
        "a large number in JSON",
        "print((try? JSONDecoder().decode([Int].self, from: Data((\"[\" + String(repeating: \"9\", count: 100_000) + \"]\").utf8))) == nil)"
      ),
      (
        "a pattern of groups",
        "print((try? Regex(String(repeating: \"(\", count: 50_000) + String(repeating: \")\", count: 50_000))) == nil)"
      ),
      ("a pattern of repetitions", "print((try? Regex(\"a\" + String(repeating: \"?\", count: 50_000))) == nil)"),
      (
        "a pattern of alternatives",
        "let r = try? Regex((0..<3_000).map { \"a\\($0)\" }.joined(separator: \"|\"))\nprint(r == nil)"
      ),
      ("a format of many places", "print(String(format: String(repeating: \"%d\", count: 10_000), 1).count)"),
      ("a format of great width", "print(String(format: \"%2000000000d\", 1).count)"),
    ]

  // MARK: Without end

  private static let endless: [(String, String)] = [
    ("a loop", "while true {}"), ("a recursion", "func f(_ n: Int) -> Int { f(n + 1) + 1 }\nprint(f(0))"),
    ("two that call each other", "func f() { g() }\nfunc g() { f() }\nf()"),
    ("a computed property", "struct A { var a: Int { a } }\nprint(A().a)"),
    ("an observer", "class A { var n = 0 { didSet { b.n += 1 } }; lazy var b = A() }\nA().n = 1"),
    (
      "observers of each other",
      "class A { var n = 0 { didSet { other?.n = n + 1 } }; var other: A? }\nlet a = A(), b = A()\na.other = b\nb.other = a\na.n = 1"
    ),
    ("a lazy property", "class A { lazy var a: Int = self.a + 1 }\nprint(A().a)"),
    ("an initialiser", "class A { let a: A; init() { a = A() } }\n_ = A()"),
    ("a static property", "struct A { static let a: Int = A.b; static let b: Int = A.a }\nprint(A.a)"),
    ("a subscript", "struct A { subscript(i: Int) -> Int { self[i + 1] } }\nprint(A()[0])"),
    ("a description", "struct A: CustomStringConvertible { var description: String { \"\\(self)\" } }\nprint(A())"),
    ("an equality", "struct A: Equatable { static func == (a: A, b: A) -> Bool { [a] == [b] } }\nprint(A() == A())"),
    ("a hash", "struct A: Hashable { func hash(into h: inout Hasher) { h.combine([self]) } }\nprint(Set([A()]).count)"),
    (
      "an order",
      "struct A: Comparable { static func < (a: A, b: A) -> Bool { [a, b].sorted().isEmpty } }\nprint([A(), A()].max()!)"
    ),
    (
      "a sequence",
      "struct S: Sequence, IteratorProtocol { mutating func next() -> Int? { 1 } }\nprint(Array(S()).count)"
    ),
    ("a reduce", "print(sequence(first: 1) { $0 &+ 1 }.reduce(0, &+))"),
    ("a text", "var s = \"a\"\nwhile true { s += s }"),
    ("a list", "var a = [1]\nwhile true { a += a }"),
    ("a dictionary", "var d: [Int: String] = [:]\nvar i = 0\nwhile true { d[i] = \"\\(i)\"; i += 1 }"),
    (
      "a subject that sends to itself",
      "let s = PassthroughSubject<Int, Never>()\nlet c = s.sink { s.send($0 + 1) }\ns.send(1)"
    ),
    (
      "a value subject that sends to itself",
      "let s = CurrentValueSubject<Int, Never>(0)\nlet c = s.sink { s.send($0 + 1) }"
    ),
    (
      "a subject that feeds itself",
      "let s = PassthroughSubject<Int, Never>()\nlet c = s.map { $0 + 1 }.subscribe(s)\ns.send(1)"
    ),
    (
      "a property that follows itself",
      "class A: ObservableObject { @Published var n = 0; init() { $n.map { $0 + 1 }.assign(to: &$n) } }\n_ = A()"
    ),
    (
      "a will that changes",
      "class A: ObservableObject { @Published var n = 0 }\nlet a = A()\nlet c = a.objectWillChange.sink { a.n += 1 }\na.n = 1"
    ),
    (
      "a notification that posts",
      "let n = Notification.Name(\"a\")\nlet c = NotificationCenter.default.publisher(for: n).sink { _ in NotificationCenter.default.post(name: n, object: nil) }\nNotificationCenter.default.post(name: n, object: nil)"
    ),
    ("a task that makes tasks", "func f() { Task { f() } }\nf()\nRunLoop.main.run(until: Date() + 1)"),
    (
      "a timer of no time",
      "let c = Timer.publish(every: 0, on: .main, in: .common).autoconnect().sink { _ in }\nRunLoop.main.run(until: Date() + 0.01)"
    ),
    (
      "a block that makes blocks",
      "func f() { DispatchQueue.main.async { f() } }\nf()\nRunLoop.main.run(until: Date() + 0.01)"
    ),
    ("a stream", "let s = AsyncStream { 1 }\nvar n = 0\nfor await i in s { n += i }\nprint(n)"),
    ("a default argument", "func f(_ n: Int = f()) -> Int { n }\nprint(f())"),
    (
      "a protocol's extension",
      "protocol P { var x: Int { get } }\nextension P { var x: Int { x + 1 } }\nstruct A: P {}\nprint(A().x)"
    ),
    ("a deinit", "class A { deinit { _ = A() } }\n_ = A()"), ("a defer", "func f() { defer { f() } }\nf()"),
    ("an operator", "infix operator +++\nfunc +++ (a: Int, b: Int) -> Int { a +++ b }\nprint(1 +++ 2)"),
    (
      "a dynamic member",
      "@dynamicMemberLookup struct A { subscript(dynamicMember n: String) -> A { self.a.b } }\n_ = A().c"
    ),
    (
      "a wrapper",
      "@propertyWrapper struct W { var wrappedValue: Int { get { wrappedValue } set {} } }\nstruct A { @W var n: Int }\nprint(A().n)"
    ),
    (
      "a description that prints",
      "class A: CustomStringConvertible { var description: String { print(self); return \"\" } }\nprint(A())"
    ),
    ("many lines", "for i in 0..<10_000_000 { print(i) }"),
    ("a sleep", "await Task.yield()\ntry await Task.sleep(for: .seconds(1e15))"),
  ]

  // MARK: Against the rules

  private static let inconsistent: [(String, String)] = [
    ("sorting by chance", "print((0..<5_000).map { $0 }.sorted { _, _ in Bool.random() }.count)"),
    ("sorting by yes", "print((0..<5_000).sorted { _, _ in true }.count)"),
    (
      "sorting floating points",
      "print([1, .nan, 2, .nan, 0, -1].sorted().count, [Double.nan, 1].max()!, [1, Double.nan].min()!)"
    ),
    (
      "keys that change their minds",
      cat(
        "struct K: Hashable { let n: Int; static func == (a: K, b: K) -> Bool { Bool.random() }\n",
        " func hash(into h: inout Hasher) { h.combine(Int.random(in: 0..<4)) } }\nvar d: [K: Int] = [:]\nvar s: Set<K> = []\n",
        "for i in 0..<3_000 { d[K(n: i)] = i; s.insert(K(n: i)); d.removeValue(forKey: K(n: i / 2)); s.remove(K(n: i)) }\nprint(d.count >= 0, s.union(s).count >= 0)"
      )
    ),
    (
      "keys that are never equal",
      "struct K: Hashable { let n: Int; static func == (a: K, b: K) -> Bool { false } }\nvar d: [K: Int] = [:]\nfor i in 0..<2_000 { d[K(n: i % 3)] = i }\nprint(d.count, Dictionary(grouping: Array(d.keys)) { $0 }.count)"
    ),
    (
      "keys that are always equal",
      "struct K: Hashable { let n: Int; static func == (a: K, b: K) -> Bool { true } }\nvar d: [K: Int] = [:]\nfor i in 0..<2_000 { d[K(n: i)] = i }\nprint(d.count, Set(d.keys).intersection(d.keys).count)"
    ),
    ("the same keys twice", "print(Dictionary(uniqueKeysWithValues: [(1, 1), (1, 2)]))"),
    ("a key without end", "print(Set([Double.nan, .nan, 0, -0.0]).count, [Double.nan: 1][.nan] ?? 0)"),
    (
      "keys that fault",
      "struct K: Hashable { func hash(into h: inout Hasher) { fatalError() } }\nprint(Set([K(), K()]).count)"
    ),
    (
      "keys that change the dictionary",
      "var d: [K: Int] = [:]\nstruct K: Hashable { let n: Int; func hash(into h: inout Hasher) { if n > 2 { d = [:] }; h.combine(n) } }\nfor i in 0..<10 { d[K(n: i)] = i }\nprint(d.count)"
    ),
    (
      "an equality that changes the list",
      "var a: [E] = []\nstruct E: Equatable { let n: Int; static func == (x: E, y: E) -> Bool { a.removeAll(); return false } }\na = (0..<50).map { E(n: $0) }\nprint(a.firstIndex(of: E(n: 3)) ?? -1)"
    ),
    (
      "a sort that changes the list",
      "var a = Array(0..<50)\na.sort { x, y in a.append(1); return x < y }\nprint(a.count)"
    ),
    (
      "a list changed while it is gone through",
      "var a = [1, 2, 3]\nfor x in a { a.append(x); a.removeFirst() }\nprint(a)\na.forEach { _ in a.removeAll() }\nprint(a)"
    ),
    (
      "a dictionary changed while it is gone through",
      "var d = [1: 1, 2: 2]\nfor (k, _) in d { d[k] = nil; d[k + 10] = 1 }\nprint(d.count)"
    ),
    ("an element changed in itself", "var a = [[1]]\na[0].append(a.removeLast()[0])\nprint(a)"),
    (
      "a closure that changes what is being changed",
      "var a = [1, 2]\nfunc f(_ x: inout Int) { a = []; x = 3 }\nf(&a[1])\nprint(a)"
    ),
    ("an index of another text", "let s = \"👩‍👩‍👧é\"\nlet i = \"abcdefghijkl\".endIndex\nprint(s[i...])"),
    (
      "an index inside a character",
      "let s = \"👩‍👩‍👧é\"\nlet i = s.utf8.index(s.startIndex, offsetBy: 2)\nprint(s[i], s[..<i], s.index(after: i) > i)"
    ),
    ("a removal out of bounds", "var s = \"abc\"\ns.remove(at: s.endIndex)"),
    ("a range out of bounds", "var a = [1]\na.replaceSubrange(1..<9, with: [2])"),
    ("a range of everything", "print((Int.min...Int.max).count)"),
    ("a distance of everything", "print([1].distance(from: Int.min, to: Int.max))"),
    (
      "a stride of everything",
      "print(Array(stride(from: Int.min, to: Int.max, by: Int.max)).count, stride(from: 0, through: Int.max, by: Int.max).map { $0 })"
    ),
    ("a repetition of everything", "print(String(repeating: \"abc\", count: Int.max).count)"),
    ("a list of everything", "print([Int](repeating: 0, count: Int.max).count)"),
    ("a list of less than nothing", "print([Int](repeating: 0, count: -1).count)"),
    ("a shift of everything", "print(1 << Int.max, 1 >> Int.min, Int8(1) << 200)"),
    ("a division of everything", "print(Int.min / -1)"), ("a remainder of everything", "print(Int.min % -1)"),
    ("the magnitude of everything", "print(abs(Int.min))"),
    ("a conversion of nothing", "print(Int(Double.nan))"),
    ("a conversion of everything", "print(UInt8(300.0), Int(1e300))"),
    ("demands below zero", "print(Subscribers.Demand.max(3) - 9)"),
    ("a duration of everything", "print(Duration.seconds(Int.max) * 1000)"),
    (
      "a delay of everything",
      "let c = Just(1).delay(for: .seconds(Int.max), scheduler: DispatchQueue.main).sink { print($0) }\nRunLoop.main.run(until: Date() + 1)"
    ),
    (
      "a delay of less than nothing",
      "let c = Just(1).delay(for: .seconds(-1e300), scheduler: RunLoop.main).sink { print($0) }\nRunLoop.main.run(until: Date() + 1)"
    ),
    (
      "a timeout of no number",
      "let c = Empty<Int, Never>(completeImmediately: false).timeout(.seconds(.nan), scheduler: RunLoop.main).sink { print($0) }\nRunLoop.main.run(until: Date() + 1)"
    ),
    (
      "a timer of no number",
      "let c = Timer.publish(every: .nan, on: .main, in: .common).autoconnect().sink { _ in print(1) }\nRunLoop.main.run(until: Date() + 1)"
    ),
    (
      "a time of no number",
      "print(Date(timeIntervalSince1970: .nan), Date.distantFuture.addingTimeInterval(1e300).formatted().isEmpty)"
    ),
    ("a calendar's end", "print(Calendar.current.date(byAdding: .year, value: Int.max, to: .now) as Any)"),
    ("a wait without a waker", "let s = DispatchSemaphore(value: 0)\ns.wait()\nprint(1)"),
    ("a sync inside a sync", "DispatchQueue.main.sync { DispatchQueue.main.sync { print(1) } }"),
    (
      "a continuation twice",
      "let x: Int = await withCheckedContinuation { c in c.resume(returning: 1); c.resume(returning: 2) }\nprint(x)"
    ),
    ("a continuation never", "let x: Int = await withCheckedContinuation { _ in }\nprint(x)"),
    (
      "a subscriber subscribed twice",
      "let s = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { print($0) })\nJust(1).subscribe(s)\nJust(2).subscribe(s)"
    ),
    (
      "a subscription that sends after its end",
      "struct P: Publisher { typealias Output = Int; typealias Failure = Never\n func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never { subscriber.receive(completion: .finished); _ = subscriber.receive(1); subscriber.receive(subscription: Subscriptions.empty); _ = subscriber.receive(2) } }\nlet c = P().map { $0 }.collect().sink { print($0) }"
    ),
    (
      "a cancel in a subscription",
      "var c: AnyCancellable?\nlet s = PassthroughSubject<Int, Never>()\nc = s.handleEvents(receiveCancel: { c?.cancel(); s.send(2) }).sink { _ in c = nil; s.send(1) }\ns.send(0)"
    ),
    ("an unowned that has gone", "class A { var n = 1 }\nunowned var a: A = A()\nprint(a.n)"),
  ]

  /// A publisher of the program's own after each operator: what limits a chain of the library's does not see them.
  private static let ownPublishers: [(String, String)] = [
    "map { $0 }", "filter { _ in true }", "scan(0, +)", "buffer(size: 3, prefetch: .keepFull, whenFull: .dropOldest)",
    "flatMap { Just($0) }", "share()", "collect().map(\\.count)", "removeDuplicates()", "handleEvents()", "prepend(1)",
    "append(2)", "merge(with: Just(1))", "combineLatest(Just(1)).map { $0 + $1 }", "zip(Just(1)).map { $0 + $1 }",
    "catch { _ in Just(1) }", "retry(1)", "map { Just($0) }.switchToLatest()", "print().map { $0 }", "first()",
    "output(at: 0)", "replaceEmpty(with: 1)", "multicast { PassthroughSubject<Int, Never>() }.autoconnect()", "count()",
    "receive(on: DispatchQueue.main)", "debounce(for: 1, scheduler: DispatchQueue.main)",
    "encode(encoder: JSONEncoder()).map(\\.count).replaceError(with: 0)",
  ].map { step in
    (
      "own publishers in a row, \(step)",
      "struct W: Publisher { typealias Output = Int; typealias Failure = Never\n let up: AnyPublisher<Int, Never>\n"
        + " func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never { up.\(step)"
        + ".receive(subscriber: subscriber) } }\nvar p = Just(1).eraseToAnyPublisher()\n"
        + "for _ in 0..<5_000 { p = W(up: p).eraseToAnyPublisher() }\nlet c = p.sink { _ in }\nc.cancel()"
    )
  }

  // MARK: About themselves

  private static let selfReferring: [(String, String)] = [
    ("a struct in itself", "struct A { var a: A }"), ("an enum in itself", "enum A { case a(A) }"),
    ("an alias of itself", "typealias A = A\nlet a: A = 1"),
    ("aliases of each other", "typealias A = B\ntypealias B = A\nlet a: A = 1"),
    ("a class above itself", "class A: B {}\nclass B: A {}\n_ = A()"),
    ("a protocol above itself", "protocol P: Q {}\nprotocol Q: P {}\nstruct A: P {}"),
    (
      "an associated type of itself",
      "protocol P { associatedtype A: P where A.A == A }\nstruct S: P { typealias A = S }\nprint(S.self)"
    ),
    ("a constant of itself", "let a = a + 1"), ("constants of each other", "let a = b\nlet b = a\nprint(a)"),
    ("a function of its type", "func f() -> some Equatable { f() }\nprint(f() == f())"),
    (
      "an iterator of itself",
      "struct It: Sequence, IteratorProtocol { mutating func next() -> Int? { nil }; func makeIterator() -> It { self } }\nprint(Array(It()))"
    ),
    (
      "sequences of each other",
      "struct A: Sequence { func makeIterator() -> B { B() } }\nstruct B: Sequence { func makeIterator() -> A { A() } }\nfor x in A() { print(x) }"
    ),
    (
      "an iterator of larger ones",
      "struct A<T>: Sequence { func makeIterator() -> A<[T]> { A<[T]>() } }\nfor x in A<Int>() { print(x) }"
    ),
    ("an alias of larger ones", "struct A<T> { typealias X = A<(T, T)>.X }\nlet x: A<Int>.X = 1\nprint(x)"),
    ("a method of larger ones", "struct A<T> { func f() -> A<[T]> { A<[T]>() } }\nprint(A<Int>().f().f().f().f())"),
    ("a generic recursion", "func f<T>(_ x: T, _ n: Int) -> Int { f([x], n + 1) }\nprint(f(1, 0))"),
    (
      "a generic recursion of pairs",
      "func f<T>(_ x: T, _ n: Int) -> Int { n > 100_000 ? n : f((x, x), n + 1) }\nprint(f(1, 0))"
    ),
    (
      "a condition of itself",
      "extension Array: Comparable where Element == Array<Element> { static func < (a: Self, b: Self) -> Bool { false } }\nprint([1] < [2])"
    ),
    (
      "a conformance of itself",
      "struct A<T> {}\nextension A: Equatable where A<T>: Equatable {}\nprint(A<Int>() == A<Int>())"
    ),
    (
      "a conformance of larger ones",
      "struct A<T> {}\nextension A: Equatable where A<A<T>>: Equatable {}\nprint(A<Int>() == A<Int>())"
    ),
    (
      "an operator whose result speaks of its failure",
      cat(
        "struct W<Upstream: Publisher, Other: Publisher, Output>: Publisher where Upstream.Failure == Other.Failure { typealias Failure = Upstream.Failure\n let u: Upstream\n",
        " func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {} }\n",
        "extension Publisher { func wl<Other: Publisher, R>(_ o: Other, _ t: @escaping (Output, Other.Output) -> R) -> W<Self, AnyPublisher<Other.Output, Self.Failure>, R> where Other.Failure == Failure { W(u: self) } }\n",
        "let c = Just(1).wl(Just(2)) { $0 + $1 }.sink { print($0) }")
    ),
    (
      "a publisher of itself",
      "struct P: Publisher { typealias Output = P; typealias Failure = Never\n func receive<S: Subscriber>(subscriber: S) where S.Input == P, S.Failure == Never { Just(self).subscribe(subscriber) } }\nlet c = P().flatMap { $0 }.flatMap { $0 }.sink { _ in print(1) }"
    ),
    (
      "a wrapper of itself",
      "@propertyWrapper struct W<T> { @W var wrappedValue: T }\nstruct A { @W var n = 1 }\nprint(A().n)"
    ), ("a default of itself", "struct A { var a = A() }\n_ = A()"),
    ("an overload explosion", cat("let x = ", times(30) { "-(\($0) + " }, "1.5", times(30, ")"))),
    ("a literal explosion", cat("let x = [", times(40) { "[\($0), \($0).5, \"\($0)\"], " }, "]\nprint(x)")),
    ("a closure explosion", wrapped(12, "{ x in { y in [x, y].map { z in ", "1", " } } }")),
    (
      "a long list of overloads",
      cat(times(300) { "func f(_ x: Int, _ y: T\($0)) {}\nstruct T\($0) {}\n" }, "f(1, T299())")
    ),
    (
      "many cases",
      cat(
        "enum E { ", times(3_000) { "case c\($0); " }, "}\nfunc f(_ e: E) -> Int { switch e { ",
        times(3_000) { "case .c\($0): \($0)\n" }, "} }\nprint(f(.c9))")
    ),
    (
      "a switch over many",
      cat(
        "func f(_ a: Bool?, _ b: Bool?, _ c: Bool?, _ d: Bool?, _ e: Bool?, _ g: Bool?) -> Int { switch (a, b, c, d, e, g) { ",
        times(60) { "case (\($0 % 2 == 0), nil, _, \($0 % 3 == 0), _, nil): \($0)\n" },
        "default: 1 } }\nprint(f(nil, nil, nil, nil, nil, nil))")
    ),
    (
      "many generic parameters",
      cat(
        "func f<", times(200) { "T\($0), " }, "U>(", times(200) { "_ t\($0): T\($0), " }, "_ u: U) {}\nf(",
        times(200) { "\($0), " }, "1)")
    ),
    (
      "many protocols",
      cat(
        times(1_000) { "protocol P\($0)\($0 == 0 ? "" : ": P\($0 - 1)") {}\n" },
        "struct A: P999 {}\nprint(A() is any P0)")
    ),
    ("many classes", cat(times(2_000) { "class C\($0)\($0 == 0 ? "" : ": C\($0 - 1)") {}\n" }, "print(C1999() is C0)")),
    ("many nested types", wrapped(90, "struct A { ", "static let x = 1", " }\n")),
    ("many extensions", cat("struct A {}\n", times(2_000) { "extension A { func f\($0)() {} }\n" }, "A().f1999()")),
  ]

  // MARK: Many and large types

  /// Circles that swiftc refuses, chains as long as nobody writes them, types that double.
  static let manyTypes: [(String, String)] =
    [
      "struct W { @W var wrappedValue: Int }", "struct W<T> { var wrappedValue: T; @W var other: T }",
      "struct W { var wrappedValue: Int; @W var projectedValue: Int }",
      "class W { @W var other = 1; var wrappedValue: Int; init(wrappedValue: Int) { self.wrappedValue = wrappedValue } }",
      "struct W { @V var wrappedValue: Int }\n@propertyWrapper struct V { @W var wrappedValue: Int }",
      "struct W<T> { @V var wrappedValue: T }\n@propertyWrapper struct V<T> { @W var wrappedValue: T }",
      "class W: B { var wrappedValue: Int; init(wrappedValue: Int) { self.wrappedValue = wrappedValue } }\nclass B { @W var n = 1 }",
      "struct W { @W static var n = 1; var wrappedValue: Int }",
      "struct W { struct N { @W var n = 1 }; var wrappedValue: Int }",
    ].map { ("a wrapper in a circle: \($0)", "@propertyWrapper \($0)\nstruct A { @W var n = 1 }\nprint(A().n)") } + [
      ("a class inside of the one above it", "class A { class B: A { class C: B {} }; var x = 1 }\nprint(A.B.C().x)"),
      ("a class above the one it is inside of", "class A: A.B { class B { var x = 1 } }\nprint(A().x)"),
      (
        "many classes, the last one first",
        cat(
          times(2_000) { "class C\(1_999 - $0)\($0 == 1_999 ? "" : ": C\(1_998 - $0)") {}\n" }, "print(C1999() is C0)")
      ),
      (
        "many classes with something in them",
        cat(
          times(700) { "class C\($0)\($0 == 0 ? "" : ": C\($0 - 1)") { var n\($0) = \($0); func f\($0)() {} }\n" },
          "let c = C699()\nc.f3()\nprint(c.n7)")
      ),
      (
        "many generic classes",
        cat(times(700) { "class C\($0)<T>\($0 == 0 ? "" : ": C\($0 - 1)<T>") {}\n" }, "print(C699<Int>() is C0<Int>)")
      ),
      (
        "many protocols, the last one first",
        cat(
          times(2_000) { "protocol P\(1_999 - $0)\($0 == 1_999 ? "" : ": P\(1_998 - $0)") {}\n" },
          "struct A: P1999 {}\nprint(A() is any P0)")
      ),
      ("many generic types", cat(times(2_000) { "struct S\($0)<T> { var t: T }\n" }, "print(S1999(t: 1))")),
      ("a type inside many", cat("struct S<T> {}\nprint(", times(300, "S<"), "Int", times(300, ">"), ".self)")),
      (
        "classes of pairs of pairs",
        cat(
          "class C0<T> {}\n", times(60) { "class C\($0 + 1)<T>: C\($0)<(T, T)> {}\n" }, "print(C60<Int>() is C0<Int>)")
      ),
      (
        "aliases of pairs of pairs",
        cat(
          "typealias T0 = Int\n", times(60) { "typealias T\($0 + 1) = (T\($0), T\($0))\n" },
          "var x: T60?\nprint(x == nil)")
      ),
      (
        "constants of pairs of pairs",
        cat("let x0 = 1\n", times(60) { "let x\($0 + 1) = (x\($0), x\($0))\n" }, "print(x60.0.1.0)")
      ),
      (
        "variables of pairs of pairs",
        cat("func f() {\nlet x0 = 1\n", times(60) { "let x\($0 + 1) = (x\($0), x\($0))\n" }, "print(x60.0.1.0)\n}\nf()")
      ),
      (
        "calls of pairs of pairs",
        cat(
          "func d<T>(_ x: T) -> (T, T) { (x, x) }\nlet x = ", times(60, "d("), "1", times(60, ")"), "\nprint(x.0.1.0)")
      ),
      (
        "a generic recursion of structs",
        "struct P<A, B> { let a: A, b: B }\nfunc f<T>(_ x: T, _ n: Int) -> Int { n > 60 ? n : f(P(a: x, b: x), n + 1) }\nprint(f(1, 0))"
      ),
      (
        "a generic recursion of names",
        "func f<T>(_ x: T, _ n: Int) -> String { n > 60 ? \"\\(T.self)\" : f((x, x), n + 1) }\nprint(f(1, 0).count)"
      ),
      (
        "a generic recursion of casts",
        "func f<T>(_ x: T, _ n: Int) -> Int { if n > 60 { return n }; let y: Any = (x, x); print(y is T); return f((x, x), n + 1) }\nprint(f(1, 0))"
      ),
      (
        "a generic recursion of objects",
        "class P<T> { let t: T; init(_ t: T) { self.t = t }; func f(_ n: Int) -> Int { n > 60 ? n : P<(T, T)>((t, t)).f(n + 1) } }\nprint(P(1).f(0))"
      ),
    ]
}
