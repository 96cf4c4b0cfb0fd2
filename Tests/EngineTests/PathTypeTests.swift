// Paths whose type is found out only with the object: generic stores, stores that may be nil, elements of lists.
import Language
import Testing

@testable import Engine

@Suite struct PathTypeTests {
  private static let source = """
    struct Book: Identifiable { var id: Int; var title: String; var tags: [String: Int] = [:]; var author: Person? = nil }
    struct Person { var name = "" }
    class Box<A>: ObservableObject {
      @Published var value: A
      @Published var more: [A] = []
      @Published var pair: (A, Int)?
      init(_ value: A) { self.value = value }
      func put(_ value: A, twice: Bool = false) -> A { self.value = value; if twice { more.append(value) }; return value }
    }
    class Shelf: Box<[Book]> { @Published var name = "s"; var first: Book? { value.first } }
    class Twin<X, Y>: Box<[X: Y]> where X: Hashable { @Published var last: Y? }
    let box = Box(1)
    let shelf = Shelf([Book(id: 7, title: "Emma", author: Person()), Book(id: 9, title: "Dune")])
    let twin = Twin<String, Double>(["a": 1])
    class Part: ObservableObject { var text = ""; func save(_ text: String) -> String { self.text = text; return "saved " + text } }
    class Draft: ObservableObject {
      @Published var title = "t"
      @Published var inner: Part? = Part()
      func save(_ text: String) -> String { title = text; return "saved " + text }
    }
    class Desk: ObservableObject { @Published var draft: Draft? = Draft(); @Published var open = true }
    let desk = Desk()
    var draft: Draft? = Draft()
    let names = ["a": [1, 2]]
    """

  @Test(arguments: [
    ("box.value", "Int"), ("box.more", "[Int]"), ("box.more[0]", "Int"), ("box.pair", "(Int, Int)?"),
    ("shelf.value", "[Book]"), ("shelf.value[id: 7]", "Book"), ("shelf.value[id: 7].title", "String"),
    ("shelf.value[1].tags", "[String : Int]"), ("shelf.value[1].tags[\"x\"]", "Int"),
    ("shelf.value[0].author", "Person?"),
    ("shelf.value[0].author.name", "String"), ("shelf.first", "Book?"), ("shelf.first.id", "Int"),
    ("twin.value", "[String : Double]"), ("twin.value[\"a\"]", "Double"), ("twin.last", "Double?"),
    ("desk.draft.title", "String"), ("draft.title", "String"), ("names", "[String : [Int]]"),
    ("names[\"a\"][1]", "Int"),
  ])
  func aPathHasTheTypeOfWhatIsThere(_ path: String, _ type: String) throws {
    let world = try World(Self.source)
    #expect(try world.engine.describe(path).typeName == type)
    guard let reading = try? world.engine.get(path) else { return }
    #expect(reading.typeName == type)
  }

  @Test func aGenericStoreIsWrittenFromOutside() throws {
    let world = try World(Self.source)
    try world.set("box.value", .int(5))
    #expect(try world.get("box.value") == .int(5))
    try world.set("box.more", .list([.int(1), .int(2)]))
    try world.set("box.more[1]", .int(3))
    #expect(try world.get("box.more") == .list([.int(1), .int(3)]))
    try world.set("twin.value[\"b\"]", .int(2))
    #expect(try world.get("twin.value[\"b\"]") == .double(2))
    try world.set("shelf.value[id: 9].title", .string("Dune II"))
    #expect(try world.get("shelf.value[1].title") == .string("Dune II"))
    _ = try world.engine.patch(
      "shelf.value[id: 7]", .record([.init("set", .record([.init("title", .string("Emma!"))]))]), .native,
      .init(session: "c1"))
    #expect(try world.get("shelf.value[0].title") == .string("Emma!"))
    #expect(throws: EngineError.self) { try world.set("box.value", .string("x")) }
    do { try world.set("box.value", .string("x")) } catch EngineError.typeMismatch(_, let expected, _) {
      #expect(expected == "Int")
    }
    try world.eval("#expect(box.value == 5 && twin.value[\"b\"] == 2.0)")
  }

  @Test func aGenericStoreKeepsItsValuesAndItsConditions() throws {
    let world = try World(Self.source)
    try world.set("box.value", .int(5))
    try world.set("box.more", .list([.int(7)]))
    try world.set("twin.last", .double(0.5))
    var met: Int?
    _ = try world.engine.delivery.wait(path: "box.value", condition: "value > 5", session: "c1", timeout: nil) {
      result in
      met = try? result.get().revision
    }
    try world.set("box.value", .int(6))
    for completion in world.engine.takeCompletions() { completion() }
    #expect(met == world.engine.revision)
    let again = try world.restarted()
    // What `init` assigns it assigns anew.
    #expect(try again.get("box.more") == .list([.int(7)]))
    #expect(try again.get("twin.last") == .double(0.5))
  }

  @Test(arguments: [
    ("box.put", PortableValue.list([.int(3)]), "3"), ("box.put", .list([.int(4), .bool(true)]), "4"),
    ("desk.draft.save", .string("a"), "\"saved a\""), ("draft.save", .string("b"), "\"saved b\""),
    ("draft.inner.save", .string("c"), "\"saved c\""),
  ])
  func methodsAreCalledWhereverTheObjectIs(_ path: String, _ arguments: PortableValue, _ value: String) throws {
    let world = try World(Self.source)
    var result: Result<Engine.CallOutcome, EngineError>?
    world.engine.call(path, arguments, .init(session: "c1")) { result = $0 }
    switch result {
    case .success(let outcome)?: #expect(outcome.value?.text == value)
    case .failure(.refusedSource(_, let rendered))?: Issue.record("\(rendered)")
    default: Issue.record("\(String(describing: result))")
    }
  }

  @Test func methodsOfAGenericStoreAreListedWithItsTypes() throws {
    let world = try World(Self.source)
    #expect(
      try world.engine.describe("box").methods.map(\.text) == ["func put(_ value: Int, twice: Bool = …) -> Int"])
  }
}
