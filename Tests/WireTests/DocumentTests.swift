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

  /// What the specification shows of conversations could be said: the fenced lines with `>` and `<`, and what is piped
  /// through `nc`. A message may go on in further lines, and `…` stands for what does not matter.
  @Test func theSpecificationsExamplesAreAsTheSchemasSay() throws {
    var count = 0
    for block in try Repository.text("Protocol/README.md").split(separator: "\n```").dropFirst() {
      var validator = try MessageValidator()
      var messages: [String] = []
      for line in block.split(separator: "\n") {
        if let piped = line.firstMatch(of: /printf '(.*)\\n'/) {
          messages.append("> " + piped.1)
        } else if line.hasPrefix("{") {
          messages.append("< " + line)
        } else if line.hasPrefix("> {") || line.hasPrefix("< {") {
          messages.append(String(line))
        } else if line.hasPrefix("  "), !messages.isEmpty {
          messages[messages.count - 1] += line.drop { $0 == " " }
        }
      }
      for message in messages {
        let json = String(message.dropFirst(2)).replacing("[…]", with: "[]").replacing(
          "\"at\":\"…\"", with: "\"at\":\"2026-11-21T01:17:03Z\"")
        _ = try JSONValue(parsing: json)
        count += 1
        if message.hasPrefix(">") {
          validator.sent(json, by: "1")
        } else {
          #expect(validator.complaint(json, to: "1") == nil, "\(json)")
        }
      }
    }
    #expect(count >= 15, "the examples were not found")
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
    (
      #"{"jsonrpc":"2.0","id":1,"result":{"path":"a","value":1,"type":"Int","rev":1,"v":1,"at":"yesterday"}}"#,
      ".at is \"yesterday\", no date-time"
    ),
    (#"{"jsonrpc":"2.0","id":1,"error":{"code":"x","message":"","data":{}}}"#, ".code is \"x\", not of type integer"),
  ])
  func theValidatorNotices(_ line: String, _ complaint: String) throws {
    var validator = try MessageValidator()
    validator.sent(#"{"jsonrpc":"2.0","id":1,"method":"store.get"}"#, by: "1")
    #expect(validator.complaint(line, to: "1")?.contains(complaint) == true)
  }

  /// What was answered with a result was asked as the schemas have it.
  @Test func theValidatorNoticesWhatShouldNotHaveBeenAccepted() throws {
    var validator = try MessageValidator()
    let reply = #"{"jsonrpc":"2.0","id":1,"result":{"sub":"a"}}"#
    for (params, complaint) in [
      (#"{"sub":7}"#, "of type string"), (#"{"sub":"a","x":1}"#, "'x'"), ("{}", "lacks 'sub'"),
    ] {
      validator.sent(#"{"jsonrpc":"2.0","id":1,"method":"sub.close","params":\#(params)}"#, by: "1")
      #expect(validator.complaint(reply, to: "1")?.contains(complaint) == true)
    }
    validator.sent(#"{"jsonrpc":"2.0","id":1,"method":"sub.close","params":{"sub":"a"}}"#, by: "1")
    #expect(validator.complaint(reply, to: "1") == nil)
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
