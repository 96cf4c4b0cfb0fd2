/// Files that are given together are one program: those of an app, with its views, previews and entry point.
import InterpreterHarness
import Language
import Testing

@Suite struct SeveralFilesTests {
  private func check(_ files: KeyValuePairs<String, String>) -> Checked {
    let program = Program(host: VirtualHost(), library: LibraryPool.take())
    let session = program.openResults(of: "main")
    return program.check(
      files.map { SourceText(file: $0.key, text: $0.value, isScript: $0.key == "main.swift") }, session: session)
  }

  @Test func theFilesOfAnAppAreOneProgram() throws {
    let checked = check([
      "ShopApp.swift": """
      import SwiftUI
      @main struct ShopApp: App {
        @StateObject private var cart = Cart()
        var body: some Scene { WindowGroup { CartView(cart: cart) } }
      }
      """,
      "Cart.swift": """
      import Combine
      final class Cart: ObservableObject {
        @Published private(set) var items: [Item] = []
        func add(_ item: Item) { items.append(item) }
      }
      """,
      "CartView.swift": """
      import SwiftUI
      struct CartView: View {
        @ObservedObject var cart: Cart
        var body: some View { List(cart.items) { Text($0.name) } }
      }
      #Preview { CartView(cart: Cart()) }
      struct CartView_Previews: PreviewProvider { static var previews: some View { CartView(cart: Cart()) } }
      extension CartView { var title: String { "Cart" } }
      """,
      "Item.swift": "struct Item: Identifiable { let id: Int; var name: String }",
    ])
    #expect(checked.rendered.contains("error:") == false, "\(checked.rendered)")
    let unit = try #require(checked.unit)
    #expect(unit.statements.flatMap(\.names).sorted() == ["Cart", "Item"])
  }

  /// One file with everything that may be private in it; `name` is what tells it from another.
  private static func privateFile(_ name: String, row: String) -> String {
    """
    private struct Row { let id: \(row); static var made = 0; var title: String { "\(name)\\(id)" } }
    private extension Row { var loud: String { title + "!" } }
    extension Row: Shown { var shown: \(row) { id } }
    fileprivate protocol Shown { associatedtype What; var shown: What { get } }
    private enum Constants { static let width = "\(name)-width" }
    private typealias Pair = (Constants.Type, \(row))
    private let separator = "\(name)/"
    private var count = 0
    private func helper(_ n: Int) -> String { "\(name)\\(n)" }
    private extension String { var marked: String { "\(name)<\\(self)>" }; func cut(_ n: Int) -> String { "\(name)" + prefix(n) } }
    extension Int { fileprivate static var standard: \(row) { Row.standard.id } }
    extension Row { static let standard = Row(id: .init(\(row == "Int" ? "1" : "true"))) }
    private final class Cache { var items: [Row] = []; func add(_ row: Row) { items.append(row); Row.made += 1 } }
    private let cache = Cache()
    func \(name)() -> String {
      count += 1
      cache.add(.standard)
      let row = cache.items[0]
      let pair: Pair = (Constants.self, Int.standard)
      return [
        row.title, row.loud, "\\(row.shown)", pair.0.width, separator, helper(count), "x".marked, "abc".cut(1),
        "\\(cache.items.count) \\(Row.made) \\(row)",
      ].joined(separator: " ")
    }
    """
  }

  @Test func whatIsPrivateInTwoFilesIsTwoThings() throws {
    let output = run([
      "A.swift": Self.privateFile("a", row: "Int"), "B.swift": Self.privateFile("b", row: "Bool"),
      "C.swift": "func helper(_ text: String) -> String { text }",
      "main.swift": #"print(a(), b(), a(), helper("c"), separator: "\n")"#,
    ])
    #expect(
      output == """
        a1 a1! 1 a-width a/ a1 a<x> aa 1 1 Row(id: 1)
        btrue btrue! true b-width b/ b1 b<x> ba 1 1 Row(id: true)
        a1 a1! 1 a-width a/ a2 a<x> aa 2 2 Row(id: 1)
        c

        """)
  }

  @Test(arguments: [
    ("private struct Row {}", "struct Row {}", "invalid redeclaration of 'Row'"),
    ("private typealias Row = Int", "struct Row {}", "invalid redeclaration of 'Row'"),
    ("private let row = 1", "let row = 2", "invalid redeclaration of 'row'"),
    ("private func row() {}", "func row() {}", "invalid redeclaration of 'row()'"),
    ("private struct Row {}\nprivate enum Row {}", "private struct Row {}", "invalid redeclaration of 'Row'"),
    ("private struct Row {}", "private struct Row {}\nlet row = Row()", nil),
    ("private func row(_ n: Int) {}", "func row(_ text: String) {}", nil),
    ("private struct Row {}", "private let Row = 1", nil),
  ])
  func privateAndNot(_ first: String, _ second: String, _ message: String?) {
    let found = check(["A.swift": first, "B.swift": second]).diagnostics.filter { $0.severity == .error }.map(\.message)
    #expect(found.first == message || message == nil && found.allSatisfy { $0.contains("fileprivate") })
  }

  @Test func whatIsPrivateInTwoOtherFilesIsNotFound() {
    let checked = check(["A.swift": "private func row() {}", "B.swift": "private func row() {}", "main.swift": "row()"])
    #expect(checked.rendered.contains("cannot find 'row' in scope"))
  }

  private func run(_ files: KeyValuePairs<String, String>) -> String {
    let run = ProgramRun.onItsOwnStack(
      files.map { SourceText(file: $0.key, text: $0.value, isScript: $0.key == "main.swift") })
    return run.output + (run.failure ?? "")
  }

  @Test func onlyTheScriptHasStatements() {
    let checked = check(["Cart.swift": "print(1)", "main.swift": "print(2)"])
    #expect(checked.unit == nil)
    #expect(checked.rendered.contains("expressions are not allowed at the top level"))
  }
}
