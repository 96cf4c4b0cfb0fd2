// What a pipeline adds to, where its `init` is run again: the value that a subscription begins with has been counted.
import Language
import Testing

@testable import Engine

@Suite struct GrownValueTests {
  private static func model(_ work: String, extra: String = "") -> String {
    """
    class Model: ObservableObject {
      @Published var x = 1
      @Published var log: [Int] = []
      @Published var sum = 0
      @Published var text = ""
      @Published var seen: [Int: Int] = [:]
      @Published var kinds: Set<Int> = []
      @Published var double = 0
      var bag = Set<AnyCancellable>()
      init() { \(work) }
      \(extra)
    }
    """
  }

  /// What a subscription does with each value, and what is there after the values 1, 5 and 9.
  static let works: [(work: String, path: String, value: PortableValue)] = [
    ("$x.sink { [unowned self] in log.append($0) }.store(in: &bag)", "m.log", .list([.int(1), .int(5), .int(9)])),
    ("$x.sink { [unowned self] in log += [$0] }.store(in: &bag)", "m.log", .list([.int(1), .int(5), .int(9)])),
    (
      "$x.sink { [unowned self] in log.insert($0, at: 0) }.store(in: &bag)", "m.log",
      .list([.int(9), .int(5), .int(1)])
    ),
    ("$x.sink { [unowned self] in sum += $0 }.store(in: &bag)", "m.sum", .int(15)),
    ("$x.sink { [unowned self] in text += \"\\($0)\" }.store(in: &bag)", "m.text", .string("159")),
    ("$x.sink { [unowned self] in add($0) }.store(in: &bag)", "m.sum", .int(15)),
  ]

  @Test(arguments: works, ["its class", "another name", "restart"])
  func itIsNotAddedToAgain(_ row: (work: String, path: String, value: PortableValue), _ way: String) throws {
    let add = "func add(_ value: Int) { sum += value }"
    var world = try World(Self.model(row.work, extra: add) + "\nlet m = Model()")
    try world.set("m.x", .int(5))
    try world.set("m.x", .int(9))
    #expect(try world.get(row.path) == row.value)
    for number in 1...2 {
      switch way {
      case "its class": try world.eval(Self.model(row.work, extra: add + "\nvar y\(number) = 1"))
      case "another name": try world.eval("let k = \(number)")
      default: world = try world.restarted()
      }
      #expect(try world.get(row.path) == row.value)
    }
    try world.set("m.x", .int(7))
    #expect(try world.get(row.path) != row.value)
  }

  /// What follows from a value alone is derived anew, by the new text.
  @Test(arguments: [
    "$x.map { $0 * N }.assign(to: &$double)", "$x.sink { [unowned self] in double = $0 * N }.store(in: &bag)",
    "$x.sink { [unowned self] in double = 0; double += $0 * N }.store(in: &bag)",
  ])
  func whatIsDerivedIsDerivedAnew(_ work: String) throws {
    let world = try World(Self.model(work.replacing("N", with: "2")) + "\nlet m = Model()")
    try world.set("m.x", .int(5))
    try world.eval(Self.model(work.replacing("N", with: "3")))
    #expect(try world.get("m.double") == .int(15))
  }
}
