// A name for a binding to an element: it means the same element after a restart and after a redefinition, wherever that is.
import Language
import Testing

@testable import Engine

@Suite struct NamedBindingTests {
  private static let shelf = """
    struct Page: Identifiable { let id: Int; var text = "" }
    struct Book: Identifiable { let id: String; var title = ""; var pages: [Page] = []; var notes: [String] = [] }
    class Shelf: ObservableObject {
      @Published var books: [Book] = []
      @Published var numbers = [1, 2, 3]
    }
    let sh = Shelf()
    sh.books = [
      Book(id: "a", title: "A", pages: [Page(id: 1, text: "a1"), Page(id: 2, text: "a2")], notes: ["x", "y"]),
      Book(id: "b", title: "B", pages: [Page(id: 1, text: "b1")]),
      Book(id: "c", title: "C"),
    ]
    class Other { var q = 1 }

    """

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let binding: String
    /// What happens to the list, and what the name leads to from then on.
    let change: String
    let means: String

    init(_ binding: String, _ change: String, means: String) {
      (testDescription, self.binding, self.change, self.means) = (binding + ": " + change, binding, change, means)
    }
  }

  static let rows = [
    Row("$sh.books[0].title", "sh.books.reverse()", means: "A"),
    Row("$sh.books[0].title", "sh.books.insert(Book(id: \"z\", title: \"Z\"), at: 0)", means: "A"),
    Row("$sh.books[2].title", "sh.books.removeFirst(2)", means: "C"),
    Row("$sh.books[2].title", "sh.books.remove(at: 0); sh.books.swapAt(0, 1)", means: "C"),
    Row("$sh.books[0].pages[1].text", "sh.books.reverse(); sh.books[2].pages.reverse()", means: "a2"),
    Row("$sh.books[0].pages[1].text", "sh.books[0].pages.removeFirst()", means: "a2"),
    Row("$sh.books[0].notes[1]", "sh.books.reverse()", means: "y"),
    Row("$sh.books.first { $0.id == \"b\" }!.title", "sh.books.reverse()", means: "B"),
    Row("$sh.books.last!.title", "sh.books.reverse()", means: "C"),
    Row("$sh.books.map { $0.title }[1]", "sh.books.reverse()", means: "B"),
    Row("$sh.books[id: \"b\"].title", "sh.books.reverse()", means: "B"),
    // Without an identity the same place is meant.
    Row("$sh.numbers[0]", "sh.numbers.reverse()", means: "3"),
  ]

  @Test(arguments: rows, ["restart", "redefinition", "both"])
  func itMeansTheSameElement(_ row: Row, _ way: String) throws {
    var world = try World(Self.shelf + "let bi = \(row.binding)")
    try world.eval(row.change)
    func look() throws -> String { try world.eval("print(bi.wrappedValue)").printed.joined() }
    #expect(try look() == row.means)
    for number in 2...4 {
      if way != "restart" { try world.eval("class Other { var q = \(number) }") }
      if way == "restart" || way == "both" { world = try world.restarted() }
      #expect(try look() == row.means)
    }
  }

  /// What is gone is said to be gone, as while it runs, and the declaration stays.
  @Test(arguments: [
    ("$sh.books[2].title", "sh.books.removeLast(2)"), ("$sh.numbers[2]", "sh.numbers.removeLast()"),
    ("$sh.books[0].pages[1].text", "sh.books[0].pages = []"), ("$sh.books[1].title", "sh.books.remove(at: 1)"),
  ]) func whatIsGoneIsGone(_ binding: String, _ change: String) throws {
    var world = try World(Self.shelf + "let bi = \(binding)")
    try world.eval(change)
    for _ in 1...2 {
      #expect { try world.get("bi") } throws: { if case EngineError.gone = $0 { true } else { false } }
      world = try world.restarted()
      #expect(world.engine.failedDeclarations.isEmpty)
    }
    if binding.contains("books[2]") {
      try world.eval("sh.books.insert(Book(id: \"c\", title: \"again\"), at: 0)")
      #expect(try world.get("bi") == .string("again"))
    }
  }

  /// Declared anew, it means what is at its place now.
  @Test func declaredAnewItIsAnotherOne() throws {
    let world = try World(Self.shelf + "let bi = $sh.books[0].title")
    try world.eval("sh.books.reverse()")
    try world.eval("let bi = $sh.books[0] .title")
    #expect(try world.get("bi") == .string("C"))
    #expect(try world.restarted().get("bi") == .string("C"))
  }
}
