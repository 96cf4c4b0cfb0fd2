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

  @Test func onlyTheScriptHasStatements() {
    let checked = check(["Cart.swift": "print(1)", "main.swift": "print(2)"])
    #expect(checked.unit == nil)
    #expect(checked.rendered.contains("expressions are not allowed at the top level"))
  }
}
