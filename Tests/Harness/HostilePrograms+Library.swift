/// Programs that have the library do the work: it walks without end and runs nothing of theirs, keeps their keys, and does
/// more and more at one instant.
extension HostilePrograms {
  private static let setting = "enum Odd: Error { case one }\nvar bag: Set<AnyCancellable> = []\n"
  private static let afterwards = "\nRunLoop.main.run(until: Date() + 1)\nprint(\"end\")"

  static let libraryWork: [(String, String)] =
    pipelines.map { ("a pipeline without end: \($0)", setting + $0 + ".store(in: &bag)" + afterwards) }
    + walks.map { ("a walk without end: \($0)", "print(" + $0 + ")") }
    + keys.map { ("keys that \($0.0)", $0.1 + operationsOnKeys) }
    + instants.map { ("more at one instant: \($0.0)", setting + $0.1 + afterwards) }

  // MARK: Without end

  /// Values that nobody's closure takes.
  private static let pipelines: [String] =
    [
      "subscribe(on: DispatchQueue.main).ignoreOutput()", "setFailureType(to: Odd.self).ignoreOutput()",
      "merge(with: Just(1)).dropFirst(Int.max)", "zip((0..<Int.max).publisher).dropFirst(Int.max)",
      "combineLatest(Just(1)).dropFirst(Int.max)", "receive(on: DispatchQueue.main).ignoreOutput()",
      "eraseToAnyPublisher().last()", "eraseToAnyPublisher().count()", "eraseToAnyPublisher().collect()",
      "eraseToAnyPublisher().collect(2).ignoreOutput()", "eraseToAnyPublisher().removeDuplicates().ignoreOutput()",
      "append(1).ignoreOutput()", "prepend(1).ignoreOutput()", "share().ignoreOutput()", "output(at: Int.max)",
      "eraseToAnyPublisher().contains(-1)", "buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest).last()",
      "throttle(for: 1, scheduler: RunLoop.main, latest: true)", "debounce(for: 1, scheduler: RunLoop.main)",
    ].map { "(0..<Int.max).publisher.\($0).sink(receiveCompletion: { _ in }, receiveValue: { _ in })" }
    + [
      "Fail<Int, Odd>(error: .one).retry(Int.max).sink(receiveCompletion: { _ in }, receiveValue: { _ in })",
      "Fail<Int, Odd>(error: .one).subscribe(on: DispatchQueue.main).retry(Int.max).sink(receiveCompletion: { _ in }, receiveValue: { _ in })",
      "repeatElement(1, count: 10).publisher.flatMap { _ in (0..<Int.max).publisher }.ignoreOutput().sink { _ in }",
      "(0..<Int.max).publisher.subscribe(CurrentValueSubject<Int, Never>(1))",
      "(0...).publisher.subscribe(PassthroughSubject<Int, Never>())",
      "sequence(first: 1) { $0 }.publisher.ignoreOutput().sink { _ in }",
    ]

  private static let walks = [
    "(0..<Int.max).starts(with: 0..<Int.max)", "(0..<Int.max).elementsEqual(0..<Int.max)",
    "(0..<Int.max).lexicographicallyPrecedes(0..<Int.max)", "(0...).lazy.map { $0 }.max() as Any",
    "(0..<Int.max).lazy.reversed().contains(-1)", "zip(0..<Int.max, 0..<Int.max).first { _ in false } as Any",
    "(1...).lazy.enumerated().contains { _ in false }", "sequence(first: 1) { $0 }.contains(2)",
    "AnySequence(0...).min() as Any", "(0...).lazy.drop { _ in true }.first as Any", "(0...).elementsEqual(0...)",
    "(0..<Int.max).lazy.map { $0 }.count", "(0...).prefix(while: { _ in true }).count", "(0...).contains(-1)",
    "zip(0..., 0...).lazy.map { $0 }.count", "(0...).lazy.compactMap { Int?.none }.first as Any",
  ]

  // MARK: Keys

  private static let keys: [(String, String)] =
    [
      ("are equal at random", "Bool.random()", "h.combine(Int.random(in: 0..<4))"),
      ("are all equal", "true", "h.combine(a)"),
      ("are all equal, wherever they are", "true", "h.combine(Int.random(in: 0..<9))"),
      ("are never equal", "false", "h.combine(1)"), ("are equal in turns", "turn % 3 == 0", "h.combine(a % 7)"),
      ("are equal once in a while", "turn % 50 == 0", "h.combine(turn % 5)"),
      ("fault after a while", "{ precondition(turn < 700); return Bool.random() }()", "h.combine(a % 7)"),
      ("have a hash that faults after a while", "Bool.random()", "precondition(turn < 900); h.combine(a % 7)"),
    ].flatMap { name, equality, hash in
      [("struct", "struct"), ("object", "final class")].map { kind, word in
        (
          "\(name), of a \(kind)",
          """
          var turn = 0
          \(word) K: Hashable {
            let a: Int
            init(_ a: Int) { self.a = a }
            static func == (l: K, r: K) -> Bool { turn += 1; return \(equality) }
            func hash(into h: inout Hasher) { turn += 1; \(hash) }
          }

          """
        )
      }
    }

  /// Statements that stop at the first fault would hide the rest: each block begins anew.
  private static let operationsOnKeys = """
    var d: [K: Int] = [:]
    var s: Set<K> = []
    for i in 0..<60 { d[K(i)] = i; d[K(i), default: 0] += 1; d.updateValue(1, forKey: K(i)); d[K(i)]? += 1 }
    for i in 0..<60 { d.removeValue(forKey: K(i / 2)); d[K(i / 3)] = nil; s.insert(K(i)); s.update(with: K(i)) }
    for i in 0..<60 { s.remove(K(i)); s.insert(K(-i)) }
    let list = (0..<60).map { K($0) }
    let o = Set(list)
    print(s.union(o).count >= 0, o.intersection(s).count >= 0, s.subtracting(o).count >= 0)
    print(s.symmetricDifference(o).count >= 0, s.isSubset(of: o), s.isSuperset(of: list), s == o, d == d)
    var t = s
    t.formUnion(list)
    t.formSymmetricDifference(o)
    t.formIntersection(list)
    t.subtract(s)
    print(Dictionary(grouping: list) { $0 }.count >= 0, Set(list + list).count >= 0)
    print(Dictionary(zip(list, 0...), uniquingKeysWith: { $1 }).count >= 0)
    d.merge(zip(list, 0...)) { $0 + $1 }
    print(d.merging(d) { $1 }.count >= 0, d.mapValues { $0 }.count >= 0, d.filter { _ in true }.count >= 0)
    print(d.compactMapValues { $0 }.count >= 0, s.filter { _ in true }.count >= 0)
    print(([K(1): 1, K(2): 2] as [K: Int]).count >= 0, ([K(1), K(2), K(3), K(4)] as Set<K>).count >= 0)
    print(list.reduce(into: [K: Int]()) { $0[$1, default: 0] += 1 }.count >= 0)
    print(Set(list.map { AnyHashable($0) }).count >= 0, s.hashValue != 1)
    print(Dictionary(uniqueKeysWithValues: zip(list, 0...)).count >= 0)
    """

  // MARK: At one instant

  private static let instants: [(String, String)] = [
    ("tasks", "func f() { Task { f() } }\nf()"),
    ("tasks on the main actor", "func f() { Task { @MainActor in f() } }\nf()"),
    ("blocks", "func f() { DispatchQueue.main.async { f() } }\nf()"),
    ("blocks of a queue", "let q = DispatchQueue(label: \"q\")\nfunc f() { q.async { f() } }\nf()"),
    ("blocks after no time", "func f() { DispatchQueue.main.asyncAfter(deadline: .now()) { f() } }\nf()"),
    ("sleeps of no time", "Task { while true { try await Task.sleep(for: .zero) } }"),
    ("turns", "Task { while true { await Task.yield() } }"),
    ("tasks that wait", "let ts = (0..<40_000).map { _ in Task { try await Task.sleep(for: .seconds(1_000)) } }"),
    (
      "continuations",
      "func f() async { await withCheckedContinuation { c in DispatchQueue.main.async { c.resume() } } }\nTask { while true { await f() } }"
    ),
    (
      "subscriptions",
      "func f() -> AnyPublisher<Int, Never> { Just(1).receive(on: DispatchQueue.main).flatMap { _ in f() }.eraseToAnyPublisher() }\nf().sink { print($0) }.store(in: &bag)"
    ),
    (
      "values that come back",
      "let s = PassthroughSubject<Int, Never>()\ns.receive(on: DispatchQueue.main).subscribe(s).store(in: &bag)\ns.send(1)"
    ),
    (
      "delays of no time",
      "let s = PassthroughSubject<Int, Never>()\ns.delay(for: 0, scheduler: RunLoop.main).sink { s.send($0) }.store(in: &bag)\ns.send(1)"
    ),
    (
      "attempts",
      "Fail<Int, Odd>(error: .one).receive(on: DispatchQueue.main).retry(Int.max).sink(receiveCompletion: { _ in }, receiveValue: { _ in }).store(in: &bag)"
    ),
  ]
}
