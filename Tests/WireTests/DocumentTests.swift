/// The documents of `Protocol/` that come from the method table. `UPDATE_EXPECT=1` rewrites them.
import TestSupport
import Testing
import Wire

@Suite struct DocumentTests {
  @Test func theOpenRPCDocumentIsTheTables() throws {
    let document = OpenRPC.document()
    #expect(Expect.difference(file: "Protocol/openrpc.json", from: document.pretty() + "\n") == nil)
    // Printing it over several lines changes nothing.
    #expect(try JSONValue(parsing: document.pretty()) == document)
  }

  /// Every reference has a schema, and every schema is referred to.
  @Test func referencesLeadSomewhere() throws {
    let document = OpenRPC.document(stores: [])
    let names = try #require(document["components"]?["schemas"]?.object).map(\.name)
    #expect(Set(names).count == names.count)
    var referred: Set<String> = ["Error"]
    func visit(_ value: JSONValue) {
      if let reference = value["$ref"]?.string {
        referred.insert(String(reference.split(separator: "/").last!))
      }
      for element in value.array ?? [] { visit(element) }
      for member in value.object ?? [] { visit(member.value) }
    }
    visit(document)
    #expect(referred == Set(names))
    #expect(document["x-stores"] == [])
  }

  @Test(arguments: MethodTable.methods.map(\.name))
  func everyMethodHasItsPage(_ name: String) throws {
    let method = try #require(MethodTable[name])
    #expect(Expect.difference(file: "Protocol/methods/\(name).md", from: MethodPage(method).text) == nil)
  }

  @Test func everyPageHasItsMethod() throws {
    let pages = try Repository.files(in: "Protocol/methods", extension: "md")
    #expect(pages == MethodTable.names.map { "Protocol/methods/\($0).md" }.sorted())
  }

  @Test func theSpecificationHasTheTables() throws {
    let path = "Protocol/README.md"
    var text = try Repository.text(path)
    for table in ["methods", "errors", "events", "notices", "limits"] {
      let begin = "<!-- \(table): from the method table -->\n"
      let end = "<!-- end of \(table) -->"
      let opening = try #require(text.firstRange(of: begin), "\(path) has no \(begin)")
      let closing = try #require(text.firstRange(of: end), "\(path) has no \(end)")
      text.replaceSubrange(
        opening.upperBound..<closing.lowerBound, with: "\n" + SpecificationTables.table(table) + "\n")
    }
    #expect(Expect.difference(file: path, from: text) == nil)
  }

  @Test func prettyTextIsTheSameValue() throws {
    let value: JSONValue = ["a": [1, 2, 3], "b": ["c": "a long text that does not fit", "d": [:]], "e": []]
    #expect(
      value.pretty(width: 30) == """
        {
          "a": [1,2,3],
          "b": {
            "c": "a long text that does not fit",
            "d": {}
          },
          "e": []
        }
        """)
    #expect(value.pretty(width: 200) == value.description)
    #expect(try JSONValue(parsing: value.pretty(width: 1)) == value)
  }
}
