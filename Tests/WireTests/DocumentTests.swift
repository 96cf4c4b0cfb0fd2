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

  @Test func everyMessageHasItsSchema() throws {
    let files = MessageSchemas(OpenRPC.document()).files
    for (name, schema) in files {
      #expect(Expect.difference(file: "Protocol/schemas/\(name)", from: schema.pretty() + "\n") == nil)
    }
    let there = try Repository.files(in: "Protocol/schemas", extension: "json")
    #expect(there == files.map { "Protocol/schemas/\($0.name)" }.sorted(), "a file has no message")
  }

  /// The examples of the documents are messages as the schemas have them.
  @Test func examplesAreAsTheSchemasSay() throws {
    var validator = try MessageValidator()
    for method in MethodTable.methods {
      validator.sent(#"{"jsonrpc":"2.0","id":1,"method":"\#(method.name)"}"#, by: "1")
      let reply = #"{"jsonrpc":"2.0","id":1,"result":\#(method.example.result)}"#
      #expect(validator.complaint(reply, to: "1") == nil)
    }
  }

  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":1,"result":{"path":"a","value":1,"type":"Int","rev":1,"v":1}}"#, "lacks 'at'"),
    (
      #"{"jsonrpc":"2.0","id":1,"result":{"path":"a","value":1,"type":"Int","rev":"1","v":1,"at":""}}"#,
      ".rev is \"1\", not of type integer"
    ),
    (
      #"{"jsonrpc":"2.0","method":"sub.event","params":{"sub":"a","n":1,"type":"ready","rev":1,"count":0,"more":1}}"#,
      "has the member 'more', which is described nowhere"
    ),
    (
      #"{"jsonrpc":"2.0","method":"sub.event","params":{"sub":"a","n":1,"type":"gap","reason":"because","from":1,"to":2}}"#,
      ".reason is \"because\", none of"
    ),
    (#"{"jsonrpc":"2.0","method":"sub.invented","params":{}}"#, "sub.invented is described nowhere"),
    (#"{"jsonrpc":"2.0","id":1,"error":{"code":"x","message":"","data":{}}}"#, ".code is \"x\", not of type integer"),
  ])
  func theValidatorNotices(_ line: String, _ complaint: String) throws {
    var validator = try MessageValidator()
    validator.sent(#"{"jsonrpc":"2.0","id":1,"method":"store.get"}"#, by: "1")
    #expect(validator.complaint(line, to: "1")?.contains(complaint) == true)
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
