import Language
import Testing

@testable import Engine

/// A write that nothing follows from takes a shorter way than others (`Transactions+Unheard.swift`). Nobody can tell.
@Suite struct UnheardWriteTests {
  /// The same classes twice: in one world nothing listens to their objects, in the other an empty sink does.
  private static let declarations = """
    class Plain: ObservableObject {
      @Published var text = ""
      @Published var count = 0
      @Published var isOn = false
      @Published var fraction = 0.5
      @Published var maybe: Int? = nil
      @Published private(set) var fixed = 1
      var quiet = 0
      let constant = 2
    }
    let plain = Plain()
    """
  private static let listening = "\nlet listener = plain.objectWillChange.sink {}"

  private static let writes: [(String, PortableValue)] = [
    ("text", .string("ada")), ("text", .string("ada")), ("text", .string("")), ("text", .string("e\u{301}")),
    ("text", .string("\u{e9}")), ("text", .int(1)), ("text", .null), ("count", .int(7)), ("count", .int(7)),
    ("count", .double(8)), ("count", .string("9")), ("isOn", .bool(true)), ("isOn", .bool(true)), ("isOn", .int(0)),
    ("fraction", .int(1)), ("fraction", .double(0.25)), ("maybe", .int(3)), ("maybe", .null), ("fixed", .int(2)),
    ("quiet", .int(5)), ("quiet", .int(5)), ("constant", .int(3)), ("nothing", .int(1)),
  ]

  /// What a write was answered with, what is there then, what the journal and a subscriber were given.
  private func told(_ world: World) throws -> [String] {
    try world.watch("plain.**", mode: .every)
    var lines: [String] = []
    for (name, value) in Self.writes {
      let path = "plain." + name
      do {
        let receipt = try world.set(path, value)
        lines.append("\(path): \(receipt.version), \(receipt.changed), \(receipt.changes)")
      } catch {
        lines.append("\(path): \(error)")
      }
      lines.append(String(describing: try? world.get(path)))
    }
    try world.engine.flush()
    for commit in world.storage.history {
      // The listener is one more declaration, so that revisions are others; what is in them is not.
      lines.append("\(commit.cause.by) \(commit.changes)")
    }
    return lines + world.events().map { $0.replacing(/rev(ision)? \d+|@\d+/, with: "rev") }
  }

  @Test func itIsLikeAnyOther() throws {
    let (unheard, heard) = (try World(Self.declarations), try World(Self.declarations + Self.listening))
    #expect(try told(unheard) == told(heard))
  }

  /// Whoever begins to listen hears the next write; observers of the class always do.
  @Test(arguments: [
    ("class A: ObservableObject { @Published var n = 0 { didSet { m = n } }; @Published var m = 0 }\nlet a = A()", "2"),
    (
      "class A: ObservableObject { @Published var n = 0 { willSet { m = newValue } }; @Published var m = 0 }\nlet a = A()",
      "2"
    ),
    (
      "class A: ObservableObject { @Published var n = 0; @Published var m = 0 }\nlet a = A()\na.$n.assign(to: &a.$m)",
      "2"
    ),
    (
      "class A: ObservableObject { @Published var n = 0; @Published var m = 0 }\nlet a = A()\nlet s = a.$n.sink { a.m = $0 }",
      "2"
    ),
    (
      "class B: ObservableObject { @Published var n = 0; @Published var m = 0 }\nclass A: B { override var n: Int { didSet { m = n } } }\nlet a = A()",
      "2"
    ),
    (
      "@Observable class A { var n = 0; var m = 0 { didSet {} } }\nlet a = A()\nfunc look() { withObservationTracking { _ = a.n } onChange: { a.m = 2 } }\nlook()",
      "2"
    ),
  ])
  func whatListensHears(_ program: String, _ expected: String) throws {
    let world = try World(program)
    _ = try world.set("a.n", .int(2))
    #expect(try world.get("a.m") == .int(Int(expected)!))
  }

  @Test func aTextThatIsTooLongIsRefused() throws {
    let world = try World("class A: ObservableObject { @Published var text = \"\" }\nlet a = A()")
    let limit = world.engine.limits.valueBytes
    #expect(throws: EngineError.self) { try world.set("a.text", .string(String(repeating: "x", count: limit))) }
    #expect(try world.get("a.text") == .string(""))
    #expect(try world.set("a.text", .string(String(repeating: "x", count: limit - 2))).changed)
  }
}
