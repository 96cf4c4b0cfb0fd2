// What pipelines write when they are subscribed anew: what they add has been added, what they assign is derived anew.
import Language
import Testing

@testable import Engine

@Suite struct RepeatedWriteTests {
  private static func model(_ work: String, extra: String = "") -> String {
    """
    struct Stats: Codable, Equatable {
      var count = 0
      var last = 0
      var kinds: Set<Int> = []
      mutating func take(_ value: Int) { count += value; last = 1 }
    }
    func bump(_ target: inout Int, _ value: Int) { target = target + value }
    class Model: ObservableObject {
      @Published var early = 0
      @Published var x = 1
      @Published var log: [Int] = []
      @Published var sum = 0
      @Published var text = ""
      @Published var seen: [Int: Int] = [:]
      @Published var kinds: Set<Int> = []
      @Published var double = 0
      @Published var stats = Stats()
      @Published var list = [Stats()]
      @Published var maybe: Stats? = Stats()
      @Published var observed = 0 { didSet { double = observed * 2 } }
      var total: Int { get { sum } set { sum = newValue } }
      var own: Binding<Int> { Binding(get: { self.sum }, set: { self.sum = $0 }) }
      var bag = Set<AnyCancellable>()
      init() { \(work) }
      \(extra)
    }
    """
  }

  private static let list: PortableValue = .list([.int(1), .int(5), .int(9)])

  /// What a subscription does with each value, and what is there after the values 1, 5 and 9.
  static let works: [(work: String, path: String, value: PortableValue)] = [
    ("log.append($0)", "m.log", list),
    ("self.log += [$0]", "m.log", list),
    ("log.insert($0, at: 0)", "m.log", .list([.int(9), .int(5), .int(1)])),
    ("log.append($0); log[0] = log[0] + 1", "m.log", .list([.int(4), .int(5), .int(9)])),
    ("sum += $0", "m.sum", .int(15)),
    ("early += $0", "m.early", .int(15)),
    ("sum -= $0", "m.sum", .int(-15)),
    ("text += \"\\($0)\"", "m.text", .string("159")),
    ("add($0)", "m.sum", .int(15)),
    ("total += $0", "m.sum", .int(15)),
    ("self[keyPath: \\.sum] += $0", "m.sum", .int(15)),
    ("own.wrappedValue += $0", "m.sum", .int(15)),
    ("let b = own; b.wrappedValue += $0", "m.sum", .int(15)),
    ("bump(&sum, $0)", "m.sum", .int(15)),
    ("bump(&total, $0)", "m.sum", .int(15)),
    ("stats.count += $0", "m.stats.count", .int(15)),
    ("stats.take($0)", "m.stats.count", .int(15)),
    ("stats.count += 1; stats.last = $0", "m.stats.count", .int(3)),
    ("stats.last = $0; stats.count += 1", "m.stats.count", .int(3)),
    ("_ = $0; stats.kinds.insert(stats.kinds.count + 1)", "m.stats.kinds", .list([.int(1), .int(2), .int(3)])),
    ("list[0].count += $0", "m.list[0].count", .int(15)),
    ("maybe?.count += $0", "m.maybe.count", .int(15)),
    ("seen[0, default: 0] += $0", "m.seen", .record([.init("0", .int(15))])),
    ("observed += $0", "m.observed", .int(15)),
    ("log.append($0); sum = log.count", "m.sum", .int(3)),
    ("log.append($0); self.text = \"\\(log.count)\"", "m.text", .string("3")),
  ]

  private static let add = "func add(_ value: Int) { sum += value }"

  private static func subscribed(_ work: String) -> String {
    "$x.sink { [unowned self] in \(work) }.store(in: &bag)"
  }

  @Test(arguments: works, ["its class", "another name", "restart"])
  func itIsNotAddedToAgain(_ row: (work: String, path: String, value: PortableValue), _ way: String) throws {
    let work = Self.subscribed(row.work)
    var world = try World(Self.model(work, extra: Self.add) + "\nlet m = Model()")
    try world.set("m.x", .int(5))
    try world.set("m.x", .int(9))
    #expect(try world.get(row.path) == row.value)
    for number in 1...2 {
      switch way {
      case "its class": try world.eval(Self.model(work, extra: Self.add + "\nvar y\(number) = 1"))
      case "another name": try world.eval("let k = \(number)")
      default: world = try world.restarted()
      }
      #expect(try world.get(row.path) == row.value)
    }
    try world.set("m.x", .int(7))
    #expect(try world.get(row.path) != row.value)
  }

  /// The same by a subscription at top level, to a store whose class is declared anew, of another store and of a variable.
  @Test(arguments: [
    "o.sum += $0", "o.log.append($0); o.sum += $0", "o.stats.count += $0; o.sum = o.stats.count", "o.total += $0",
    "bo.wrappedValue += $0", "v += $0; o.sum += $0", "bump(&o.sum, $0)", "o.sum += $0; o.stats.last = $0",
  ]) func itIsNotAddedToAgainFromTopLevel(_ work: String) throws {
    let others = """

      class Other: ObservableObject {
        @Published var sum = 0
        @Published var log: [Int] = []
        @Published var stats = Stats()
        var total: Int { get { sum } set { sum = newValue } }
      }
      let o = Other()
      let bo = Binding(get: { o.sum }, set: { o.sum = $0 })
      var v = 0
      let m = Model()
      let c = m.$x.sink { \(work) }
      """
    var world = try World(Self.model("") + others)
    try world.set("m.x", .int(5))
    try world.set("m.x", .int(9))
    func look() throws -> [String] { try world.eval("print(o.sum, o.log, o.stats.count, v)").printed }
    let before = try look()
    #expect(before[0].hasPrefix("15"))
    for number in 1...3 {
      try world.eval(Self.model("", extra: "var y\(number) = 1"))
      #expect(try look() == before)
      if number == 2 { world = try world.restarted() }
      #expect(try look() == before)
    }
  }

  /// What follows from a value alone is derived anew, by the new text.
  @Test(arguments: [
    ("$x.map { $0 * N }.assign(to: &$double)", "m.double"),
    (subscribed("double = $0 * N"), "m.double"),
    (subscribed("double = 0; double += $0 * N"), "m.double"),
    (subscribed("total = $0 * N"), "m.sum"),
    (subscribed("own.wrappedValue = $0 * N"), "m.sum"),
    (subscribed("self[keyPath: \\.sum] = $0 * N"), "m.sum"),
    (subscribed("stats.count = $0 * N"), "m.stats.count"),
    (subscribed("stats = Stats(count: $0 * N)"), "m.stats.count"),
    (subscribed("list[0].count = $0 * N"), "m.list[0].count"),
    (subscribed("maybe?.count = $0 * N"), "m.maybe.count"),
    ("$x.map { $0 * N }.assign(to: \\.double, on: self).store(in: &bag)", "m.double"),
  ])
  func whatIsDerivedIsDerivedAnew(_ work: String, _ path: String) throws {
    let world = try World(Self.model(work.replacing("N", with: "2")) + "\nlet m = Model()")
    try world.set("m.x", .int(5))
    #expect(try world.get(path) == .int(10))
    try world.eval(Self.model(work.replacing("N", with: "3")))
    #expect(try world.get(path) == .int(15))
  }

  /// The same by a subscription at top level.
  @Test(arguments: ["o.sum = $0", "v = $0; o.sum = v", "o.sum = 0; o.sum += $0", "bo.wrappedValue = $0"])
  func whatIsDerivedAtTopLevelIsDerivedAnew(_ work: String) throws {
    let others = """

      class Other: ObservableObject { @Published var sum = 0 }
      let o = Other()
      let bo = Binding(get: { o.sum }, set: { o.sum = $0 })
      var v = 0
      let m = Model()
      let c = m.$double.sink { \(work) }
      """
    let derived = "$x.map { $0 * N }.assign(to: &$double)"
    var world = try World(Self.model(derived.replacing("N", with: "2")) + others)
    try world.set("m.x", .int(5))
    try world.eval(Self.model(derived.replacing("N", with: "3")))
    #expect(try world.get("o.sum") == .int(15))
    if work.hasPrefix("v") { #expect(try world.eval("print(v)").printed == ["15"]) }
    world = try world.restarted()
    #expect(try world.get("o.sum") == .int(15))
  }
}
