// Nobody waits for another: what takes long looks after others again and again, and is counted here in looks, not in time.
import InterpreterHarness
import Testing

@testable import Language

@Suite struct LookTests {
  /// A program whose looks are counted.
  private final class Watched {
    let host = VirtualHost()
    let program: Program
    let session: SessionResults
    private(set) var looks = 0
    private(set) var faults: [String] = []

    init() {
      program = Program(host: host)
      session = program.openResults(of: "main")
      host.looked = { [unowned self] in looks += 1 }
    }

    /// Runs a text.
    /// - Returns: how often others could be looked after while its last statement ran.
    @discardableResult
    func run(_ text: String) throws -> Int {
      let checked = program.check(SourceText(file: "main.swift", text: text), session: session)
      let unit = try #require(checked.unit, "\(checked.rendered)")
      var before = 0
      for statement in unit.statements {
        before = looks
        program.execute(statement, session: session) { result in
          if case .failure(.trap(let fault)) = result { self.faults.append(fault.message) }
        }
      }
      return looks - before
    }

    deinit {
      session.close()
      program.close()
    }
  }

  /// One type of the library leads to a hundred others, which are read when the first text speaks of it.
  @Test func theLibraryIsReadInParts() {
    let host = VirtualHost()
    let program = Program(host: host)
    let session = program.openResults(of: "main")
    var (seen, most) = (0, 0)
    host.looked = {
      let read = program.library.typesRead
      most = max(most, read - seen)
      seen = read
    }
    let text = "let task = Task { try await Task.sleep(for: .seconds(1)) }"
    let check = program.beginCheck([SourceText(file: "main.swift", text: text)], session: session) { _ in }
    check.finish()
    #expect(seen > 50)
    #expect(most <= 3)
    #expect(program.library.progress == nil)
    session.close()
    program.close()
  }

  private static let node = """
    final class Node {
      let next: Node?
      init(_ next: Node?) { self.next = next }
    }
    func chain(_ count: Int) -> Node? {
      var node: Node?
      for _ in 0..<count { node = Node(node) }
      return node
    }

    """

  /// The end of many things at once, at the end of a variable's value, of a frame, of what stands in a list.
  @Test(arguments: [
    ("var list: [Node] = (0..<20_000).map { _ in Node(nil) }", "list = []"),
    ("var first = chain(20_000)", "first = nil"),
    ("var kept: Any = chain(20_000) as Any", "kept = 1"),
    ("var functions: [() -> Int] = (0..<20_000).map { number in { number } }", "functions = []"),
    (
      "import Combine\nlet subject = PassthroughSubject<Int, Never>()\nvar bag = Set<AnyCancellable>()\n"
        + "for _ in 0..<3_000 { subject.sink { _ in }.store(in: &bag) }", "bag = []"
    ),
  ])
  func whatEndsIsCounted(_ made: String, _ ended: String) throws {
    let watched = Watched()
    try watched.run(Self.node + made)
    #expect(try watched.run(ended) >= 2)
    #expect(watched.faults.isEmpty)
  }

  /// Outside of an activation only where whoever lets go says that nothing is half done.
  @Test(arguments: [true, false])
  func whatEndsOutside(_ isAnnounced: Bool) throws {
    let watched = Watched()
    try watched.run(Self.node + "var first = chain(20_000)")
    var held = watched.program.variable("first").map { [$0.value] } ?? []
    #expect(held.count == 1)
    try watched.run("first = nil")
    let before = watched.looks
    if isAnnounced { Program.lettingGo { held = [] } } else { held = [] }
    #expect((watched.looks - before >= 10) == isAnnounced)
  }

  /// A step may be one of the library that takes microseconds, so that not many may pass between two looks.
  @Test func aLoopIsLookedAtOften() throws {
    let watched = Watched()
    #expect(try watched.run("for _ in 0..<100_000 {}") >= 90)
  }

  /// An operation on a long value is one step, however long it takes: a loop of a few hundred was looked at not even once.
  @Test(arguments: [
    "for _ in 0..<30 { n += long.count }",
    "for _ in 0..<30 where long.count > n { n += 1 }",
    "for _ in 0..<50 { if long == other { n += 1 } }",
    "for _ in 0..<50 { if long < other { n += 1 } }",
    "for _ in 0..<50 { n += [long: 1].count }",
    "for _ in 0..<10 { n += long.uppercased().utf8.count }",
    "for _ in 0..<10 { n += long.dropFirst().count }",
    "for _ in 0..<40 { var copy = table; copy[0] = 1; n += copy.count }",
    "for _ in 0..<40 { var copy = table; copy.removeValue(forKey: 0); n += copy.count }",
    "for _ in 0..<40 { var copy = set; copy.insert(-1); n += copy.count }",
    "for _ in 0..<40 { n += set.union([-1]).count }",
    "for _ in 0..<30 { var copy = lists; copy[0]! += [1]; n += copy.count }",
    "for _ in 0..<300 { var copy = numbers; copy[0] = 1; n += copy.count }",
    "for _ in 0..<300 { let copy = nested; nested[0][0] += 1; n += copy.count }",
    "for _ in 0..<30 { n += part.count }",
    "for _ in 0..<300 { if data == otherData { n += 1 } }",
    "for _ in 0..<50 { n += numbers.reversed().count }",
    "for _ in 0..<50 { n += (numbers + numbers).count }",
    "for _ in 0..<300 { queue.removeFirst() }",
    "for _ in 0..<300 { queue.insert(1, at: 0) }",
    "for _ in 0..<200 { print(long) }",
    "n += Scanner(string: long).scanUpToString(\"x\")!.utf8.count",
    "n += numbers.sorted(using: KeyPathComparator(\\.self)).count",
    "n += { var copy = numbers.shuffled(); copy.sort(); return copy.count }()",
    "n += numbers.map(Double.init).shuffled().sorted().count",
  ])
  func whatIsLongIsLookedAt(_ text: String) throws {
    let watched = Watched()
    try watched.run(
      """
      import Foundation
      let long = String(repeating: "é", count: 100_000)
      let other = String(repeating: "e\u{301}", count: 100_000)
      let table = Dictionary(uniqueKeysWithValues: (0..<50_000).map { ($0, $0) })
      let set = Set(0..<50_000)
      let lists = table.mapValues { [$0] }
      let part = long.dropFirst()
      let data = Data(repeating: 0, count: 8_000_000)
      let otherData = Data(repeating: 0, count: 8_000_000)
      let numbers = Array(0..<60_000)
      var nested = [numbers]
      var queue = Array(0..<200_000)
      var n = 0
      """)
    #expect(try watched.run(text) >= 5)
    #expect(watched.faults.isEmpty)
  }

  /// All are due at once, and each asks those above it for values.
  @Test func publishersInARowAreLookedAt() throws {
    let watched = Watched()
    try watched.run(
      """
      import Combine
      struct W: Publisher {
        typealias Output = Int; typealias Failure = Never
        let up: AnyPublisher<Int, Never>
        func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
          up.replaceEmpty(with: 1).receive(subscriber: subscriber)
        }
      }
      var p = Just(1).eraseToAnyPublisher()
      for _ in 0..<500 { p = W(up: p).eraseToAnyPublisher() }
      """)
    #expect(try watched.run("let c = p.sink { _ in }") >= 100)
    #expect(watched.faults.isEmpty)
  }

  /// Sets and dictionaries of many keys, whatever is done with all of them, where that is one operation.
  @Test(arguments: [
    "set == same", "table == sameTable", "table == [0: 0] || table == sameTable", "list == sameList",
    "set.union(other).isEmpty", "set.intersection(same).isEmpty", "set.subtracting(other).isEmpty",
    "set.symmetricDifference(same).isEmpty", "set.isSubset(of: same)", "set.isStrictSuperset(of: part)",
    "set.isDisjoint(with: other)", "Set(list).isEmpty", "[set: 1].isEmpty", "[table: 1].isEmpty", "[list: 1].isEmpty",
    "Dictionary(uniqueKeysWithValues: pairs).isEmpty", "table.mapValues { $0 }.isEmpty",
    "table.index(forKey: -1) == nil",
  ])
  func manyKeysAreStopped(_ work: String) throws {
    let watched = Watched()
    try watched.run(
      """
      let list = Array(0..<70_000)
      let sameList = Array(0..<70_000)
      let set = Set(list)
      let same = Set(list.reversed())
      let part = Set(list.dropLast())
      let other = Set(list.map { -1 - $0 })
      let pairs = list.map { ($0, $0) }
      let table = Dictionary(uniqueKeysWithValues: pairs)
      let sameTable = Dictionary(uniqueKeysWithValues: pairs.reversed())
      """)
    watched.host.looked = { Program.stopRunning("nobody wants to know") }
    try watched.run("print(\(work))")
    #expect(watched.faults == ["nobody wants to know"])
  }

  /// Storage that is full grows by one more key: where the activation is stopped meanwhile, that is not there, and all others are.
  @Test(arguments: [
    ("var kept = Set(0..<COUNT)", "kept.insert(-1)"),
    ("var kept = Dictionary(uniqueKeysWithValues: (0..<COUNT).map { ($0, $0) })", "kept[-1] = 0"),
  ])
  func whatGrowsIsStopped(_ made: String, _ grown: String) throws {
    let count = Set<Int>(minimumCapacity: 70_000).capacity
    let watched = Watched()
    try watched.run(made.replacing("COUNT", with: "\(count)"))
    watched.host.looked = { Program.stopRunning("others have waited") }
    try watched.run(grown)
    #expect(watched.faults == ["others have waited"])
    watched.host.looked = {}
    try watched.run("print(kept.count)")
    #expect(watched.host.output.hasSuffix("\(count)\n"))
    try watched.run(grown + "\nprint(kept.count)")
    #expect(watched.host.output.hasSuffix("\(count + 1)\n"))
  }

  /// The toolchain's parser and its folding of operators cannot be paused: they are done apart, where nobody waits for them.
  @Test func theToolchainWorksApart() {
    var apart = 0
    var isApart = false
    let progress = Progress(apart: {
      apart += 1
      isApart = true
      $0()
      isApart = false
    }) { #expect(!isApart) }
    let diagnostics = Diagnostics()
    diagnostics.progress = progress
    let text = String(repeating: "let x = 1 + 2 * 3\n", count: 100)
    let parsed = SourceParser.parse(
      [SourceFile(SourceText(file: "main.swift", text: text))], Conventions(), into: diagnostics)
    #expect(parsed[0].statements.count == 100)
    #expect(apart == 2)
    #expect(!diagnostics.hasErrors)
  }

  /// Tens of thousands of marks behind one letter would be put in order at one go.
  @Test(arguments: [
    "first == second", "first < second", "Set([first]).count", "[second: 1].count", "texts.sorted().count",
  ])
  func marksWithoutEndAreNotCompared(_ work: String) throws {
    let watched = Watched()
    try watched.run(
      "let first = \"a\" + String(repeating: \"\\u{301}\\u{323}\", count: 400_000)\n"
        + "let second = \"a\" + String(repeating: \"\\u{323}\\u{301}\", count: 400_000)\nlet texts = [first, second]")
    try watched.run("print(\(work))")
    #expect(watched.faults == ["a text with tens of thousands of combining marks behind one letter is not compared"])
  }

  /// What is done aside can be ended in the middle of it, where it counts what it does.
  @Test(arguments: [
    "long.contains(other)", "long.range(of: other, options: [.caseInsensitive, .diacriticInsensitive]) != nil",
    "long.range(of: \"(a*)*b\", options: .regularExpression) != nil",
    "numbers.sorted().first!", "texts.sorted().first!",
    "{ var copy = numbers; copy.sort(); return copy[0] }()",
    "composed == decomposed", "composed < decomposed", "[composed: 1].count",
  ])
  func whatIsDoneAsideIsStopped(_ work: String) throws {
    let watched = Watched()
    try watched.run(
      "import Foundation\nlet long = String(repeating: \"a\", count: 600_000)\n"
        + "let other = String(repeating: \"a\", count: 300_000) + \"b\"\n"
        + "let numbers = (0..<200_000).map { ($0 &* 7919) % 200_003 }\n"
        + "let texts = (0..<100_000).map { \"t\\(($0 &* 7919) % 100_003)\" }\n"
        + "let composed = String(repeating: \"\\u{e9}\", count: 400_000)\n"
        + "let decomposed = String(repeating: \"e\\u{301}\", count: 400_000)\n")
    watched.host.looked = { Program.stopRunning("nobody wants to know") }
    try watched.run("print(\(work))")
    #expect(watched.faults == ["nobody wants to know"])
  }
}
