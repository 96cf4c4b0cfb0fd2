import Language
import Testing

@testable import Engine

/// An object that is made and held in private, and then has a name or a place that is not: it is known by that one, and
/// where it is private it stays hidden.
@Suite struct PublicNameTests {
  private static let program = """
    class Part: ObservableObject { @Published var text = "" }
    class Inner: ObservableObject {
      @Published var n: Int
      let part = Part()
      init(from n: Int) { self.n = n }
    }
    class Holder: ObservableObject {
      private let inner = Inner(from: 1)
      @Published var twice = 0
      init() { inner.$n.map { $0 * 2 }.assign(to: &$twice) }
      func give() -> Inner { inner }
      func bump() { inner.n += 1 }
    }
    let h = Holder()
    """

  private func paths(_ world: World) -> [String] { world.engine.storeList.map(\.path) }

  private func isHidden(_ path: String, _ world: World) -> Bool {
    guard world.engine.ownPath(path) == path else { return false }
    do {
      _ = try world.engine.get(path)
      return false
    } catch .readOnly(_, let reason) {
      return reason.contains("private")
    } catch {
      return false
    }
  }

  /// One way to such a place, which then has the object.
  struct Way: CustomTestStringConvertible, Sendable {
    let source: String
    let place: String
    let testDescription: String

    init(_ source: String, _ place: String) { (self.source, self.place, testDescription) = (source, place, source) }
  }

  static let ways = [
    Way("let g = h.give()", "g"),
    Way("var g = h.give()", "g"),
    Way("var g: Inner?\ng = h.give()", "g"),
    Way(
      "class Other: ObservableObject { var place: Inner? }\nlet other = Other()\nother.place = h.give()", "other.place"),
    Way(
      "class Other: ObservableObject { let place: Inner; init(_ i: Inner) { place = i } }\nlet other = Other(h.give())",
      "other.place"),
    Way("class Other: ObservableObject { static var place: Inner? }\nOther.place = h.give()", "Other.place"),
    Way("let first = h.give().part, g = h.give()", "g"),
  ]

  @Test(arguments: ways) func isKnownByIt(_ way: Way) throws {
    var world = try World(Self.program)
    #expect(paths(world) == ["h"])
    try world.eval(way.source)
    let n = way.place + ".n"
    func check(_ number: Int, _ moment: String, line: Int = #line) throws {
      let message = Comment("\(moment), line \(line)")
      #expect(paths(world).contains(way.place), message)
      #expect(!paths(world).contains { $0.hasPrefix("h.") }, message)
      #expect(world.engine.visiblePaths.contains(n), message)
      #expect(!world.engine.visiblePaths.contains { $0.hasPrefix("h.inner") }, message)
      #expect(try world.get(n) == .int(number), message)
      #expect(try world.get("h.twice") == .int(number * 2), message)
      #expect(try world.eval("print(h.give().n, h.give().part.text)").printed == ["\(number) p\(number)"], message)
      #expect(
        isHidden("h.inner.n", world) && isHidden("h.inner", world) && isHidden("h.inner.part.text", world), message)
      #expect(world.engine.problems.isEmpty, message)
      let stores = world.engine.storeList
      #expect(world.engine.ownership(of: stores).allSatisfy { !$0.holders.joined().contains("inner") }, message)
    }
    let text = world.engine.ownPath(way.place + ".part.text")
    try world.watch(n)
    _ = world.events()
    try world.set(n, .int(5))
    try world.set(text, .string("p5"))
    try check(5, "written from outside")
    try world.eval("h.bump(); h.give().part.text = \"p6\"")
    #expect(world.events().contains { $0.contains(n + "=6") })
    try check(6, "written by the program")
    for round in 1...2 {
      try world.eval("let k = \(round)")
      try check(6, "redefined")
      world = try world.restarted()
      try check(6, "started")
    }
    try world.eval(Self.program.replacing("$0 * 2 }", with: "$0 + $0 }").replacing("let h = Holder()", with: ""))
    try check(6, "declared anew")
    try world.watch(n, name: "later")
    _ = world.events()
    try world.eval("h.bump(); h.give().part.text = \"p7\"")
    #expect(world.events().contains { $0.contains(n + "=7") })
    world = try world.restarted()
    try check(7, "at last")
  }

  /// Without such a place it is hidden again, with what it has.
  @Test func isHiddenWithoutOne() throws {
    var world = try World(Self.program)
    try world.eval("var g: Inner? = h.give()\nlet f = h.give()")
    try world.set("g.n", .int(4))
    #expect(world.engine.ownPath("f.n") == "g.n")
    // Of a pattern only whole names are looked up.
    for (pattern, own) in [("f.n*", "g.n*"), ("!f.n*", "!g.n*"), ("f.*", "g.*"), ("f.**.n*", "g.**.n*"), ("f*", "f*")] {
      #expect(world.engine.ownPath(pattern) == own)
    }
    try world.eval("g = nil")
    #expect(paths(world) == ["h", "f", "f.part"])
    #expect(try world.get("f.n") == .int(4))
    world = try world.restarted()
    #expect(try world.get("f.n") == .int(4))
    _ = try world.engine.removeDeclaration("f", session: "c1")
    #expect(paths(world) == ["h"])
    #expect(isHidden("h.inner.n", world))
    #expect(try world.eval("print(h.give().n)").printed == ["4"])
    world = try world.restarted()
    #expect(try world.eval("h.bump(); print(h.give().n)").printed == ["5"])
    try world.eval("let f = h.give()")
    #expect(try world.get("f.n") == .int(5))
  }

  /// What is undone has not had a place.
  @Test func hasNoneThatIsUndone() throws {
    let world = try World(Self.program + "\nvar g: Inner?")
    #expect(throws: EngineError.self) { try world.eval("do { g = h.give(); h.bump(); fatalError() }") }
    #expect(paths(world) == ["h"])
    #expect(isHidden("h.inner.n", world))
    try world.eval("g = h.give()")
    #expect(try world.get("g.n") == .int(1))
  }

  /// A static variable that is private is no other place than a property that is.
  @Test func isHeldByAPrivateStaticVariable() throws {
    var world = try World(
      """
      class Inner: ObservableObject { @Published var n = 1 }
      enum Keeper { private static let inner = Inner(); static func give() -> Inner { inner } }
      Keeper.give().n = 2
      """)
    #expect(paths(world) == [])
    try world.eval("let g = Keeper.give()")
    for _ in 1...2 {
      #expect(paths(world) == ["g"])
      #expect(try world.get("g.n") == .int(2))
      #expect(try world.eval("print(Keeper.give() === g)").printed == ["true"])
      try world.eval("let k = \(world.engine.revision)")
      #expect(paths(world) == ["g"])
      #expect(world.engine.ownPath("Keeper.inner.n") == "Keeper.inner.n")
      world = try world.restarted()
    }
  }

  /// The property may come to be public later: the object keeps the name that it has.
  @Test func keepsItsNameWhenTheOtherIsPublic() throws {
    var world = try World(Self.program + "\nlet g = h.give()")
    try world.set("g.n", .int(3))
    try world.eval(Self.program.replacing("private let", with: "let").replacing("\nlet h = Holder()", with: ""))
    for _ in 1...2 {
      #expect(paths(world).contains("g") && !paths(world).contains("h.inner"))
      #expect(try world.get("g.n") == .int(3))
      #expect(world.engine.ownPath("h.inner.n") == "g.n")
      world = try world.restarted()
    }
  }
}
