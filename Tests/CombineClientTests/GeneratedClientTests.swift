// What `combinectl gen swift` writes for a running daemon, compiled and used against that daemon.
import CombineClient
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct GeneratedClientTests {
  private static let library = """
    enum Shelf: String, Codable { case read, unread, reading = "in progress" }
    struct Book: Codable, Equatable {
      var id: Int
      var title: String
      var shelf: Shelf
      var rating: Double?
      var tags: [String: Int]
    }
    enum Loan: Equatable { case none, until(Date), to(name: String, days: Int), both(Int, String) }
    struct Empty: Equatable {}
    indirect enum Tree: Equatable { case leaf(Int), node(Tree, Tree) }
    enum Line: String, Equatable { case broken = "x\\ny" }
    struct Plan: Equatable { var tree: Tree; var line: Line; var empty: Empty }
    struct Copy: Equatable { var book: Book; var loan: Loan; var `default`: Bool }
    class Library: ObservableObject {
      @Published var books = [Book(id: 1, title: "Emma", shelf: .reading, rating: nil, tags: ["old": 3])]
      @Published var copies: [Copy] = []
      @Published var byTag: [String: Book]?
      @Published var `class` = "fiction"
      @Published private(set) var count = 0
      @Published var cover = Data([1, 255])
      @Published var price = Decimal(string: "1234567890.123456789")!
      @Published var id = UUID()
      @Published var plan = Plan(tree: .leaf(1), line: .broken, empty: Empty())
      @Published var home = URL(string: "http://example.org/a?b")!
      func add(_ title: String, _ shelf: Shelf = .read, times: Int = 1) -> Int {
        for _ in 0..<times { books.append(Book(id: 0, title: title, shelf: shelf, rating: nil, tags: [:])) }
        return books.count
      }
      func cover(of id: Int) async throws -> Data? { id > 0 ? Data([7]) : nil }
      func clear() { books = [] }
      init() { $books.map(\\.count).assign(to: &$count) }
    }
    let library = Library()
    """

  private static let use = """
    import Combine
    import CombineClient
    import Foundation

    @main struct Use {
      static func main() async throws {
        let client = try CombineClient.connect(to: CommandLine.arguments[1])
        let library = client.library
        var books = try await library.books.value
        print(books.map(\\.title), books[0].shelf, books[0].rating as Any, books[0].tags, try await library.class.value)
        books.append(Book(id: 9_007_199_254_740_993, title: "Persuasion", shelf: .unread, rating: 4.5, tags: [:]))
        try await library.books.set(books)
        print(try await library.books.value == books, try await library.count.value)
        let copies: [Copy] = [
          Copy(book: books[1], loan: .to(name: "Ada", days: 3), default: true),
          Copy(book: books[0], loan: .none, default: false), Copy(book: books[0], loan: .both(1, "x"), default: false),
        ]
        try await library.copies.set(copies)
        print(try await library.copies.value == copies, try await library.byTag.value as Any)
        try await library.byTag.set(["sea": books[1]])
        print(try await library.byTag.value?["sea"]?.id ?? 0)
        do { try await library.count.set(7) } catch { print(error.message) }
        for try await count in library.count.first().values { print("there are", count) }
        print(try await library.cover.value == Data([1, 255]), try await library.price.value)
        try await library.cover.set(Data([0]))
        try await library.price.set(Decimal(string: "0.1")!)
        try await library.home.set(URL(string: "http://example.org/c")!)
        try await library.id.set(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!)
        print(try await library.cover.value == Data([0]), try await library.price.value, try await library.home.value)
        print(try await library.id.value)
        print(try await library.add("a"), try await library.add("b", .unread), try await library.add("c", times: 3))
        print(try await library.cover(of: 1) == Data([7]), try await library.cover(of: 0) == nil)
        var plan = try await library.plan.value
        plan.tree = .node(plan.tree, .node(.leaf(2), .leaf(3)))
        try await library.plan.set(plan)
        print(try await library.plan.value == plan, plan.line.rawValue.count)
        try await library.clear()
        print(try await library.count.value)
        await client.close()
      }
    }
    """

  @Test(.enabled(if: Tool.find("swiftc") != nil, "swiftc is not on PATH"))
  func itRunsAgainstTheDaemonThatItDescribes() async throws {
    let daemon = try RealDaemon()
    let client = try CombineClient.connect(to: daemon.socket)
    try await client.evaluate(Self.library)
    await client.close()
    let folder = TemporaryDirectory()
    let generated = try Tool.run(
      Tool.product("combinectl"), ["gen", "swift", "--no-spawn", "--socket", daemon.socket],
      in: folder)
    try #require(generated.status == 0, "\(generated.output)")
    let modules = ["CombineClient", "ClientConnection", "Combine", "Wire"]
    let objects = try modules.flatMap { module in
      // A build leaves the objects of files that are there no more.
      let folder = Repository.root.appendingPathComponent("Sources/" + module).path
      let sources = FileManager.default.enumerator(atPath: folder)
      let names = Set((sources?.compactMap { $0 as? String } ?? []).map { ($0 as NSString).lastPathComponent })
      let build = Tool.product(module + ".build")
      return try FileManager.default.contentsOfDirectory(atPath: build)
        .filter { $0.hasSuffix(".o") && names.contains(String($0.dropLast(2))) }
        .map { build + "/" + $0 }
    }
    let compiled = try Tool.run(
      try #require(Tool.find("swiftc")),
      ["-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-o", "use"]
        + ["-I", Tool.product("Modules"), "Daemon.swift", "Use.swift"] + objects,
      in: folder, files: ["Daemon.swift": generated.output, "Use.swift": Self.use])
    try #require(compiled.status == 0, "\(compiled.output)")
    let run = try Tool.run(folder.path + "/use", [daemon.socket], in: folder)
    #expect(
      run.output == """
        ["Emma"] reading nil ["old": 3] fiction
        true 2
        true nil
        9007199254740993
        'library.count' cannot be used from outside: its setter is not accessible
        there are 2
        true 1234567890.123456789
        true 0.1 http://example.org/c
        E621E1F8-C36C-495A-93FC-0C247A3E6E5F
        3 4 7
        true true
        true 3
        0

        """)
    #expect(run.status == 0)
    withExtendedLifetime(daemon) {}
  }
}
