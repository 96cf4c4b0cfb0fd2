// Everything that the language can name, in a daemon that is killed without a word, again and again: whatever was
// answered is there when it comes back. `make kills ROUNDS=200` goes on for longer; a failure says the seed.
import Foundation
import Glibc
import TestSupport
import Testing
import Wire

@testable import Server

@Suite(.serialized) struct KilledProgramTests {
  private static let environment = ProcessInfo.processInfo.environment
  static let rounds = environment["ROUNDS"].flatMap(Int.init) ?? 4
  static let seed = environment["SEED"].flatMap(UInt64.init) ?? 1

  /// Declared once, in two namespaces.
  static let program = """
    import Combine
    import Foundation
    class Counter: ObservableObject {
      @Published var n = 0
      var unpublished = [0]
      private(set) var log = ""
      func note(_ text: String) { log += text }
    }
    class Special: Counter { @Published var m: Int? = nil }
    class Shelf: ObservableObject {
      let id = UUID()
      @Published var own = Counter()
      let made: Counter
      var maybe: Counter? = Counter()
      var base: Counter = Counter()
      init() { made = Counter() }
    }
    class Form: ObservableObject {
      @Published var name: String
      @Published var isValid = false
      init(name: String) {
        self.name = name
        $name.map { $0.count > 3 }.assign(to: &$isValid)
      }
    }
    struct Box<T> { var value: T }
    enum Mood { case calm, busy(Int), lost(by: String, day: Int) }
    infix operator <+>: AdditionPrecedence
    func <+> (a: Int, b: Int) -> Int { a * 10 + b }
    let a = 1, b = a + 1
    var x, y: Int?
    let (p, q) = (Counter(), "q")
    var (r, s) = (0, [1.5])
    let started = Date(), id = UUID()
    var count = 0; var mood = Mood.calm
    var box = Box(value: [0]), table: [String: Set<Int>] = [:], pair = (at: 0, text: "")
    let given: Int? = 7
    guard let certain = given else { fatalError() }
    let shelf = Shelf()
    let form = Form(name: "ada")
    var maybe: Counter? = Counter()
    var later: Counter!
    var general: Counter = Counter()
    var twin: Counter? = nil
    var timed = Counter()
    var tasked = Counter()
    let source = Counter()
    var sum = 0
    let summing = source.$n.dropFirst().sink { sum += $0 }
    let cancelled = source.$n.sink { _ in count += 1 }
    cancelled.cancel()
    var loose: AnyCancellable? = source.$n.sink { _ in count += 1 }
    loose = nil
    struct Kinds {
      var price = Decimal(1), span = 0..<1, wait = Duration.zero, big: [UInt64] = [], zone = TimeZone.gmt
      var parts = DateComponents(), length = Measurement(value: 1, unit: UnitLength.meters), marked: IndexSet = []
    }
    class Kept: ObservableObject {
      @Published var kinds = Kinds()
      var unpublished = Kinds()
    }
    let kept = Kept()
    var kinds = Kinds()
    let noise = Counter()
    func renew(_ n: Int) {
      DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(1)) { timed = Counter(); timed.n = n }
    }
    """

  /// What is compared. Of objects, also which of them are one.
  static let asked = """
    print(a, b, x as Any, y as Any, p.n, q, r, s, started.timeIntervalSince1970, id, count, mood, box, pair, certain, sum)
    print(table.sorted { $0.key < $1.key }.map { "\\($0.key) \\($0.value.sorted())" }, 1 <+> 2)
    print(shelf.id, shelf.own.n, shelf.made.n, shelf.maybe?.n as Any, shelf.base.n, (shelf.base as? Special)?.m as Any)
    print(form.name, form.isValid, p.unpublished, p.log, type(of: general), general.n, (general as? Special)?.m as Any)
    print(maybe?.n as Any, later?.n as Any, twin === maybe, twin === p, timed.n, tasked.n, source.n, loose == nil)
    print(kinds, kept.kinds, kept.unpublished)
    """

  /// What is done between two kills; `#` is a number that is new.
  static let moves = [
    "x = #", "x = nil; y = #", "p.n = #", "p.unpublished.append(#); p.note(\"#,\")", "r = #; s = [#.5]", "count += #",
    "mood = .busy(#)", "mood = .lost(by: \"#\", day: #)", "mood = .calm", "box.value.append(#)",
    "table[\"k#\"] = [#, 1]",
    "table[\"k#\", default: []].insert(#)", "pair.at = #; pair.text = \"ÿ#\"", "shelf.own.n = #", "shelf.made.n = #",
    "shelf.maybe?.n = #", "shelf.maybe = nil", "shelf.maybe = Counter(); shelf.maybe?.n = #",
    "shelf.own = Counter(); shelf.own.n = #",
    "shelf.base = Special(); (shelf.base as! Special).m = #", "shelf.base = Counter(); shelf.base.n = #",
    "form.name = \"name#\"", "form.name = \"n\"", "maybe = nil", "maybe = Counter(); maybe?.n = #", "maybe?.n = #",
    "later = Counter(); later.n = #", "later = nil", "general = Special(); general.n = #; (general as! Special).m = #",
    "general = Counter(); general.n = #", "twin = maybe", "twin = p", "twin = nil", "source.n = #",
    "renew(#); while timed.n != # { try? await Task.sleep(for: .milliseconds(1)) }",
    "kinds.price = #; kinds.price /= 7; kinds.big = [UInt64.max - #]",
    "kept.kinds.span = #..<(# + 3); kinds.wait = .nanoseconds(#)",
    "kept.unpublished.parts.day = #; kept.kinds.marked = [#, 1]; kinds.length = Measurement(value: #, unit: .feet)",
    "kept.kinds.zone = TimeZone(identifier: # % 2 == 0 ? \"Asia/Tokyo\" : \"Europe/Paris\")!; kept.unpublished = kinds; kinds = kept.kinds",
    "let t# = Task { tasked = Counter(); tasked.n = # }; await t#.value",
  ]

  private let names = ["", "red"]

  private func evaluate(_ source: String, in namespace: String, _ client: BlockingClient) throws -> String {
    let params: JSONValue = ["source": .string(source), "namespace": .string(namespace)]
    let request: JSONValue = ["id": 1, "method": "program.eval", "params": params]
    var line = client.ask(request.description)
    // What was printed after an earlier reply comes as a notice.
    while let notice = line, notice.contains(#""method":"session.notice""#) { line = client.nextLine() }
    let reply = try JSONValue(parsing: line ?? "{}")
    guard let result = reply["result"] else {
      Issue.record("\(source): \(line ?? "the connection ended")")
      return ""
    }
    return result["printed"].map(\.description) ?? ""
  }

  private func everything(_ client: BlockingClient) throws -> [String] {
    try names.map { try evaluate(Self.asked, in: $0, client) }
  }

  @Test func whateverWasAnsweredIsThere() throws {
    let directory = TemporaryDirectory()
    var random = SeededRandom(seed: Self.seed)
    var number = 0
    var told: [String] = []
    var story: [String] = []
    for round in 0...Self.rounds {
      let daemon = try DaemonProcess(in: directory)
      #expect(daemon.waits(for: "ready"))
      let client = try daemon.connect()
      if round == 0 {
        for name in names { _ = try evaluate(Self.program, in: name, client) }
      } else {
        let found = try everything(client)
        #expect(found == told, "round \(round), seed \(Self.seed), after \(story)")
        let status = try JSONValue(parsing: client.ask(#"{"id":1,"method":"server.status"}"#) ?? "{}")
        #expect(status["result"]?["problems"] == nil, "\(status)")
        guard found == told else { return }
      }
      story = []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let name = names.randomElement(using: &random)!
        number += 1
        let move = Self.moves.randomElement(using: &random)!.replacingOccurrences(of: "#", with: "\(number)")
        story.append("\(name): \(move)")
        _ = try evaluate(move, in: name, client)
      }
      told = try everything(client)
      // Not answered when the end comes, and nothing that is compared.
      let writer = try daemon.connect()
      for value in 0..<Int.random(in: 0...20, using: &random) {
        writer.send(#"{"method":"store.set","params":{"path":"noise.n","value":\#(value)}}"#)
      }
      #expect(daemon.kill(SIGKILL) == -SIGKILL)
    }
  }
}
