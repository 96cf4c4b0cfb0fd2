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

  private static let holders = """
    struct Pair { var first: Binding<String>; var note = "" }
    struct Box<T> { var content: T; var pair: Pair }
    struct Wrapped<T> { var content: T }
    class Holder: ObservableObject {
      let all: [Binding<String>]
      let pair: Pair
      init(_ all: [Binding<String>]) { self.all = all; pair = Pair(first: all[0]) }
    }

    """

  /// What holds bindings, and how they are reached there.
  static let held: [(declaration: String, look: String)] = [
    ("let bs = [$sh.books[0].title, $sh.books[2].title]", "bs[0].wrappedValue, bs[1].wrappedValue"),
    ("let bs = (\"x\", $sh.books[0].title, $sh.books[2].title)", "bs.1.wrappedValue, bs.2.wrappedValue"),
    ("let (n, b, c) = (1, $sh.books[0].title, $sh.books[2].title)", "b.wrappedValue, c.wrappedValue"),
    (
      "let bs = Box(content: $sh.books[0].title, pair: Pair(first: $sh.books[2].title))",
      "bs.content.wrappedValue, bs.pair.first.wrappedValue"
    ),
    (
      "let bs = Wrapped(content: Wrapped(content: ($sh.books[0].title, $sh.books[2].title)))",
      "bs.content.content.0.wrappedValue, bs.content.content.1.wrappedValue"
    ),
    (
      "let bs = [Pair(first: $sh.books[0].title), Pair(first: $sh.books[2].title)]",
      "bs[0].first.wrappedValue, bs[1].first.wrappedValue"
    ),
    (
      "let bs: [Binding<String>?] = [$sh.books[0].title, nil, $sh.books[2].title]",
      "bs[0]!.wrappedValue, bs[2]!.wrappedValue"
    ),
    ("let h = Holder([$sh.books[0].title, $sh.books[2].title])", "h.pair.first.wrappedValue, h.all[1].wrappedValue"),
    ("var bs = [$sh.books[0].title, $sh.books[2].title]", "bs[0].wrappedValue, bs[1].wrappedValue"),
  ]

  @Test(arguments: held, ["restart", "redefinition", "both"])
  func thoseInOtherValuesMeanTheSameElements(_ row: (declaration: String, look: String), _ way: String) throws {
    for change in ["sh.books.reverse()", "sh.books.insert(Book(id: \"z\", title: \"Z\"), at: 0)"] {
      var world = try World(Self.shelf + Self.holders + row.declaration)
      try world.eval(change)
      func look() throws -> String { try world.eval("print(\(row.look))").printed.joined() }
      #expect(try look() == "A C")
      for number in 2...4 {
        if way != "restart" { try world.eval("class Other { var q = \(number) }") }
        if way != "redefinition" { world = try world.restarted() }
        #expect(try look() == "A C")
      }
    }
  }

  /// Types that hold two of the next again and again, and one in itself with ever larger arguments: each is looked into once.
  @Test(arguments: [
    "struct T0 { var q = 1 }\n"
      + (1...60).map { "struct T\($0) { var a: T\($0 - 1)?; var b: T\($0 - 1)?; var c: (() -> Void)? }\n" }.joined()
      + "var it = T60()\nclass C: ObservableObject { var it = T60() }\nlet c = C()",
    "struct Grown<A> { var a: A?; var more: [Grown<(A, A)>] = []; var c: (() -> Void)? }\nvar it = Grown<Int>()",
  ]) func typesWithoutEndAreLookedIntoOnce(_ declarations: String) throws {
    let world = try World(declarations)
    try world.eval("let k = 1")
    #expect(try world.restarted().engine.failedDeclarations.isEmpty)
  }

  /// Their list has become shorter: what is gone is gone, the others are there.
  @Test func amongOthersOneIsGone() throws {
    var world = try World(Self.shelf + "let bs = [$sh.books[0].title, $sh.books[2].title]")
    try world.eval("sh.books.removeAll { $0.id != \"c\" }")
    for _ in 1...2 {
      #expect(try world.eval("print(bs[1].wrappedValue)").printed == ["C"])
      #expect(throws: EngineError.self) { try world.eval("print(bs[0].wrappedValue)") }
      world = try world.restarted()
      #expect(world.engine.failedDeclarations.isEmpty)
    }
  }

  /// What they lead into is declared anew.
  @Test(
    arguments: [
      ("let bi = $sh.books[0].title", "bi.wrappedValue"), ("let bi = [$sh.books[0].title]", "bi[0].wrappedValue"),
      ("let h = Holder([$sh.books[0].title])", "h.all[0].wrappedValue"),
      ("let bi = $sh.books[0]\nlet t = bi.title", "t.wrappedValue"),
    ],
    [
      "class Shelf: ObservableObject { @Published var books: [Book] = []; @Published var numbers = [1, 2, 3]; var more = 1 }",
      "struct Book: Identifiable { let id: String; var title = \"\"; var pages: [Page] = []; var more = 1 }",
      "struct Page: Identifiable { let id: Int; var text = \"?\" }",
      "struct Pair { var first: Binding<String>; var n = 1 }",
    ])
  func whatTheyLeadIntoIsDeclaredAnew(_ row: (declaration: String, look: String), _ new: String) throws {
    var world = try World(Self.shelf + Self.holders + row.declaration)
    try world.eval("sh.books.reverse()")
    for number in 1...3 {
      try world.eval(new + (number == 2 ? " " : ""))
      if number == 2 { try world.eval(new.replacing("var ", with: "var  ")) }
      #expect(try world.eval("print(\(row.look))").printed == ["A"])
      world = try world.restarted()
      #expect(try world.eval("print(\(row.look))").printed == ["A"])
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

  /// Nobody who redefines something else is told of it, as it is there.
  @Test func whatIsGoneIsNothingToTellAgain() throws {
    let world = try World(Self.shelf + "let bi = $sh.numbers[2]\nlet third = $sh.books[2]")
    try world.eval("sh.numbers.removeLast(); sh.books.removeLast()")
    for number in 2...4 {
      try world.eval("class Other { var q = \(number) }")
      #expect(world.notices() == [] && world.engine.failedDeclarations.isEmpty)
    }
  }

  private static let editor = """
    class Editor: Draft {
      let source: Binding<Book>
      var base: Book
      @Published var draft: Book
      init(_ source: Binding<Book>) {
        self.source = source
        base = source.wrappedValue
        draft = source.wrappedValue
      }
    }
    class Title: Draft {
      let source: Binding<String>
      var base: String
      @Published var draft: String
      init(_ source: Binding<String>) { self.source = source; base = source.wrappedValue; draft = source.wrappedValue }
    }

    """

  /// A draft of a program is of the element that it was opened of.
  @Test(
    arguments: [
      ("Editor($sh.books[0])", "ed.draft.title"), ("Title($sh.books[0].title)", "ed.draft"),
    ], ["restart", "redefinition", "both"])
  func aDraftIsOfItsElement(_ draft: (of: String, edited: String), _ way: String) throws {
    for change in [
      "sh.books.reverse()", "sh.books.insert(Book(id: \"z\", title: \"A\"), at: 0)",
      "sh.books.swapAt(0, 1); sh.books.removeLast()",
    ] {
      var world = try World(Self.shelf + Self.editor + "let ed = \(draft.of)")
      try world.set(draft.edited, .string("mine"))
      try world.eval(change)
      let others = try world.eval("print(sh.books.filter { $0.id != \"a\" }.map { $0.title })").printed
      for number in 2...3 {
        if way != "restart" { try world.eval("class Other { var q = \(number) }") }
        if way != "redefinition" { world = try world.restarted() }
      }
      try world.eval("try ed.save()")
      #expect(try world.get("sh.books[id: \"a\"].title") == .string("mine"))
      #expect(try world.eval("print(sh.books.filter { $0.id != \"a\" }.map { $0.title })").printed == others)
    }
  }

  /// One that is declared anew keeps what was edited, as every store does, and does not put it into another element.
  @Test func aDraftThatIsDeclaredAnew() throws {
    let world = try World(Self.shelf + Self.editor + "let ed = Editor($sh.books[0])")
    try world.eval("sh.books.reverse()")
    let first = try world.get("sh.books[0]")
    try world.eval("let ed = Editor($sh.books[0] )")
    #expect(throws: EngineError.self) { try world.eval("ed.draft.title = \"mine\"; try ed.save()") }
    #expect(try world.get("sh.books[0]") == first)
  }

  /// Where another element is in the place of the one that a draft is of, nothing of it is put into that.
  @Test func whatWasEditedInOneIsNotPutIntoAnother() throws {
    let world = try World(
      Self.shelf
        + "class Desk: ObservableObject { @Published var book = Book(id: \"a\", title: \"A\") }\nlet desk = Desk()\n"
        + Self.editor + "let ed = Editor($desk.book)")
    try world.set("ed.draft.title", .string("mine"))
    try world.eval("desk.book = Book(id: \"b\", title: \"A\")")
    #expect(throws: EngineError.self) { try world.eval("try ed.save()") }
    #expect(try world.eval("print(ed.conflicts)").printed.joined() == "[\"draft\"]")
    #expect(try world.get("desk.book.title") == .string("A"))
    try world.eval("try ed.cancel()")
    #expect(try world.get("ed.draft.id") == .string("b"))
    _ = try world.engine.openDraft("d", of: "desk.book", session: "c1")
    _ = try world.engine.editDraft("d", "title", .string("mine"), nil, session: "c1")
    try world.eval("desk.book = Book(id: \"c\", title: \"A\")")
    #expect { try world.engine.savingDraft("d", overwriting: false, session: "c1") } throws: {
      if case EngineError.draftConflict = $0 { true } else { false }
    }
  }

  @Test(arguments: ["restart", "redefinition"]) func aClientsDraftOfANameIsOfItsElement(_ way: String) throws {
    var world = try World(Self.shelf + "let bi = $sh.books[0]")
    if way == "restart" {
      try world.eval("sh.books.reverse()")
      world = try world.restarted()
    }
    _ = try world.engine.openDraft("d", of: "bi", session: "c1")
    _ = try world.engine.editDraft("d", "title", .string("mine"), nil, session: "c1")
    try world.eval("sh.books.move(fromOffsets: [0], toOffset: 3)")
    try world.eval("class Other { var q = 2 }")
    let saving = try world.engine.savingDraft("d", overwriting: false, session: "c1")
    _ = try world.engine.saveDraft(saving, .init(session: "c1"))
    #expect(try world.get("sh.books[id: \"a\"].title") == .string("mine"))
    #expect(try world.get("sh.books[id: \"b\"].title") == .string("B"))
    // The name means another one from now on, which the draft is not of.
    _ = try world.engine.editDraft("d", "title", .string("again"), nil, session: "c1")
    try world.eval("let bi = $sh.books[id: \"b\"]")
    #expect(throws: EngineError.self) { try world.engine.savingDraft("d", overwriting: false, session: "c1") }
  }

  /// Whoever asks for a property that leads to what is gone is told by its path, and the program's own writes are traps.
  @Test func aPropertyThatLeadsToWhatIsGoneIsNotFound() throws {
    let world = try World(
      Self.shelf + """
        class Page2: ObservableObject { @Binding var title: String; var seen: String { title + "!" }; var count = 0 { didSet { title = "t" } }
          init(_ title: Binding<String>) { _title = title } }
        let page = Page2($sh.books[id: "a"].title)
        """)
    try world.eval("sh.books.removeFirst()")
    func gone(_ path: String, _ body: () throws -> Void) {
      do {
        try body()
        Issue.record("it is there")
      } catch EngineError.gone(let told, let reason) {
        #expect(told == path)
        #expect(reason == "'$sh.books' does not have an element \"a\" any more")
      } catch { Issue.record("\(error)") }
    }
    for path in ["page.title", "page.seen"] { gone(path) { _ = try world.get(path) } }
    gone("page.title") { try world.set("page.title", .string("B")) }
    do { try world.set("page.count", .int(1)) } catch EngineError.trap(let fault) {
      #expect(fault.stack.allSatisfy { $0.location.line > 0 })
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
