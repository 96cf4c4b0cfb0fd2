// `combinectl mcp`: the method table as tools, and an agent that uses them.
import ClientConnection
import Foundation
import TestSupport
import Testing
import Wire

@testable import REPL

@Suite(.timeLimit(.minutes(5))) struct ContextServerTests {
  // MARK: Tools

  @Test(arguments: [(RoleName.viewer, AccessLevel.read), (.writer, .writeAnywhere), (.owner, .own)])
  func aRoleHasItsMethods(_ role: RoleName, _ access: AccessLevel) {
    let names = Set(ContextTools(for: role).tools.map(\.method.name))
    let left = Set(MethodTable.methods.filter { $0.access <= access }.map(\.name)).subtracting(names)
    // What belongs to a connection that listens.
    #expect(left.allSatisfy { $0.hasPrefix("session.") || $0.hasPrefix("sub.") || $0 == "pipe.tap" }, "\(left)")
    #expect(names.allSatisfy { MethodTable[$0].map { $0.access <= access } ?? false })
  }

  @Test(arguments: RoleName.allCases)
  func aSchemaStandsByItself(_ role: RoleName) throws {
    for tool in ContextTools(for: role).tools {
      #expect(tool.name.wholeMatch(of: /[a-zA-Z0-9_-]{1,64}/) != nil)
      let schemas = [tool.json["inputSchema"], tool.json["outputSchema"]].compactMap(\.self)
      for schema in schemas {
        #expect(schema["type"] == "object", "\(tool.name)")
        let known = Set((schema["$defs"]?.object ?? []).map { "#/$defs/" + $0.name })
        #expect(references(of: schema).isSubset(of: known), "\(tool.name)")
      }
      let properties = Set((tool.json["inputSchema"]?["properties"]?.object ?? []).map(\.name))
      let fields = tool.method.params.fields.filter { field in
        if case .source = field.shape { role == .owner } else { true }
      }
      #expect(properties == Set(fields.map(\.name.description)), "\(tool.name)")
    }
  }

  private func references(of value: JSONValue) -> Set<String> {
    switch value {
    case .array(let elements): elements.reduce(into: []) { $0.formUnion(references(of: $1)) }
    case .object(let members):
      members.reduce(into: []) { found, member in
        if member.name == "$ref", let name = member.value.string { found.insert(name) }
        found.formUnion(references(of: member.value))
      }
    default: []
    }
  }

  // MARK: Conversation

  /// What is said to a server whose daemon never answers, and what comes back; nothing where it is empty.
  static let sayings: [(said: String, heard: String)] = [
    ("nonsense", #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"The line is not JSON."}}"#),
    (
      #"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"The first request is 'initialize', by itself."}}"#
    ),
    ("7", #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"A request is an object with a method."}}"#),
    (
      #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"The id of a request is a string or an integer."}}"#
    ),
    (
      #"{"id":1,"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"A request says that it is of JSON-RPC 2.0."}}"#
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}"#,
      #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Parameters are an object."}}"#
    ),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":1,"result":{}}"#),
    (
      #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
      #"{"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"The first request is 'initialize'."}}"#
    ),
    (#"{"jsonrpc":"2.0","id":"a","result":{}}"#, ""),
    (#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, ""),
    (
      #"{"jsonrpc":"2.0","id":3,"method":"server/discover"}"#,
      #"{"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"This server has no method 'server/discover'."}}"#
    ),
  ]

  @Test(arguments: sayings.indices)
  func whatIsSaidIsAnswered(_ index: Int) {
    let (server, _, said) = Self.server()
    server.receive(Array(Self.sayings[index].said.utf8))
    #expect(said.lines.map(\.description) == [Self.sayings[index].heard].filter { !$0.isEmpty })
  }

  @Test(arguments: [("2024-11-05", "2024-11-05"), ("2025-11-25", "2025-11-25"), ("1999-01-01", "2025-11-25")])
  func aVersionIsAgreed(_ wanted: String, _ spoken: String) {
    let (server, _, said) = Self.server()
    server.receive(
      Array(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"\#(wanted)"}}"#.utf8))
    #expect(said.lines.last?["result"]?["protocolVersion"]?.string == spoken)
    // It holds to the end.
    server.receive(
      Array(#"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-03-26"}}"#.utf8))
    #expect(said.lines.last?["error"]?["code"] == -32600)
    server.receive(Array(#"[{"jsonrpc":"2.0","id":3,"method":"ping"}]"#.utf8))
    #expect((said.lines.last?.array == nil) == (spoken != "2024-11-05"))
  }

  /// Not even with drafts, which only who may write can open.
  @Test(arguments: ["store_set", "draft_open", "draft_set", "draft_save"])
  func whatAViewerMayNotIsNoTool(_ tool: String) {
    let (server, _, said) = Self.server()
    server.receive(
      Array(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#.utf8))
    server.receive(
      Array(#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"\#(tool)","arguments":{}}}"#.utf8))
    let error = said.lines.last?["error"]
    #expect(error?["code"] == -32602)
    #expect(error?["message"]?.string == "'\(tool)' needs the role writer, and this server has viewer.")
  }

  /// Version 2025-03-26 has them, and those after it have not.
  @Test func aBatchIsAnsweredByABatch() {
    let (server, core, said) = Self.server()
    func say(_ text: String) { server.receive(Array(text.utf8)) }
    say(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26"}}"#)
    say(#"[{"jsonrpc":"2.0","id":2,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"},3]"#)
    let refused: JSONValue = [
      "jsonrpc": "2.0", "id": .null, "error": ["code": -32600, "message": "A request is an object with a method."],
    ]
    #expect(said.lines.last == [["jsonrpc": "2.0", "id": 2, "result": [:]], refused])
    say("[]")
    #expect(said.lines.last?["error"]?["code"] == -32600)
    let before = said.lines.count
    say(#"[{"jsonrpc":"2.0","method":"notifications/initialized"}]"#)
    #expect(said.lines.count == before)
    say(
      #"[{"jsonrpc":"2.0","id":4,"method":"initialize"},{"jsonrpc":"2.0","id":5,"method":"tools/list","params":{"cursor":"x"}}]"#
    )
    #expect(said.lines.last?.array?.map { $0["error"]?["code"] } == [-32600, -32602])
    // It waits for all of them, and not for what is given up.
    let call = #"{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"store_list"}}"#
    say("[\(call),\(call.replacing("\"x\"", with: "\"y\"")),{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"ping\"}]")
    #expect(said.lines.count == before + 1)
    say(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"x"}}"#)
    #expect(said.lines.count == before + 1)
    core.connectionEnded()
    #expect(said.lines.last?.array?.map { $0["id"] } == [6, "y"])
  }

  @Test func laterVersionsHaveNoBatches() {
    let (server, _, said) = Self.server()
    server.receive(Array(#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#.utf8))
    server.receive(Array(#"[{"jsonrpc":"2.0","id":2,"method":"ping"}]"#.utf8))
    #expect(said.lines.last?["error"]?["code"] == -32600)
    #expect(said.lines.last?["error"]?["message"]?.string?.contains("has no batches") == true)
  }

  @Test func whatIsGivenUpIsNotAnswered() {
    let (server, core, said) = Self.server()
    server.receive(Array(#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#.utf8))
    server.receive(
      Array(
        #"{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"store_list","arguments":{}}}"#.utf8))
    #expect(server.isBusy)
    server.receive(Array(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"x"}}"#.utf8))
    #expect(!server.isBusy && said.lines.count == 1)
    let asked = core.withOutput { String(decoding: $0, as: UTF8.self) }
    #expect(asked.contains(#""role":"viewer""#) && asked.contains("store.list") && asked.contains("$/cancel"))
  }

  private final class Said { var lines: [JSONValue] = [] }

  private static func server() -> (ContextServer, ClientCore, Said) {
    let core = ClientCore(client: Agent(name: "test"), role: .viewer)
    core.connectionMade()
    let said = Said()
    return (ContextServer(core: core, role: .viewer) { said.lines.append($0) }, core, said)
  }

  // MARK: An agent

  private static let python = Repository.root.path + "/.build/tools/bin/python3"

  static let agents: [(role: String, says: [String])] = [
    (
      "viewer",
      [
        "viewer has store_get",
        #"store_get says {"path":"form.name","value":"","type":"String","rev":1,"v":1,"at":TIME}"#, " String",
        "store_get refused Nothing is at 'form.nam'.|Did you mean 'form.name'?",
        "wait refused 'when' is source, and running it needs the role owner, and yours is viewer.",
        "'program_eval' needs the role owner, and this server has viewer.",
      ]
    ),
    (
      "writer",
      [
        "writer has store_get store_set", #"store_set says {"rev":2,"v":2,"changed":true}"#, "True",
        "store_set refused 'form.isValid' cannot be used from outside: its setter is not accessible.",
        #"store_get says {"path":"form.name","value":"ada","type":"String","rev":2,"v":2,"at":TIME}"#, "ada String",
        "store_get refused Nothing is at 'form.nam'.|Did you mean 'form.name'?",
        "wait refused 'when' is source, and running it needs the role owner, and yours is writer.",
        "'program_eval' needs the role owner, and this server has writer.",
      ]
    ),
    (
      "owner",
      [
        "owner has store_get store_set program_eval",
        "program_eval refused input:1:14: cannot convert value of type 'String' to specified type 'Int'.|input:1:14: "
          + "error: cannot convert value of type 'String' to specified type 'Int'|1 | let x: Int = \"a\"|"
          + "  |              `- error: cannot convert value of type 'String' to specified type 'Int'|",
        #"program_eval says {"rev":1,"defined":[],"values":[],"printed":[""],"warnings":[]}"#,
        "program_check says input:1:6: error: value of type 'Form' has no member 'nam'; did you mean 'name'?|"
          + "1 | form.nam = 1|  |      `- error: value of type 'Form' has no member 'nam'; did you mean 'name'?|",
        "value of type 'Form' has no member 'nam'; did you mean 'name'?",
        #"store_get says {"path":"form.name","value":"","type":"String","rev":1,"v":1,"at":TIME}"#, " String",
        "store_get refused Nothing is at 'form.nam'.|Did you mean 'form.name'?",
        "wait refused It did not happen to 'form.name' within 1ms.",
        "There is no tool 'store_gte'. Did you mean 'store_get'?",
      ]
    ),
  ]

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: python) && ((try? hasClient()) ?? false),
      "the Python module mcp is not in .build/tools: make tools installs it from PyPI"), arguments: agents)
  func anAgentUsesIt(_ role: String, _ says: [String]) throws {
    let place = DaemonPlace()
    defer { place.stop() }
    let form = """
      class Form: ObservableObject { @Published var name = ""; @Published private(set) var isValid = false }
      let form = Form()
      """
    try form.write(toFile: place.folder.path + "/form.swift", atomically: true, encoding: .utf8)
    #expect(try place.run("combinectl --quiet run form.swift").status == 0)
    let script = Repository.root.path + "/Tests/REPLTests/Conversations/agent.py"
    let (output, status) = try Tool.run(
      "/usr/bin/env", place.variables + [Self.python, "-B", script, role], in: place.folder)
    let lines = output.replacing(/"at":"[^"]+"/, with: #""at":TIME"#).split(separator: "\n").map(String.init)
    #expect(lines == ["combinectl 2025-11-25 ['listChanged']"] + says, "\(output)")
    #expect(status == 0)
  }

  /// Who stops the daemon has not stopped the agent: the next call starts it again, as any command does.
  @Test func theDaemonIsStartedAgain() throws {
    let place = DaemonPlace()
    defer { place.stop() }
    let server = try place.start(["mcp", "--role", "owner"])
    func ask(_ id: Int, _ method: String, _ params: String) -> String? {
      server.write(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"# + "\n")
      return server.line()
    }
    _ = ask(1, "initialize", #"{"protocolVersion":"2025-11-25","capabilities":{}}"#)
    _ = ask(2, "tools/call", #"{"name":"program_eval","arguments":{"source":"let kept = 7"}}"#)
    for id in 3...4 {
      #expect(try place.run("combinectl --no-spawn --quiet stop").status == 0)
      let answer = ask(id, "tools/call", #"{"name":"program_eval","arguments":{"source":"print(kept)"}}"#)
      #expect(answer?.contains(#""printed":["7"]"#) == true, "\(answer ?? "")")
    }
    server.closeInput()
    #expect(server.wait() == 0)
  }

  private static func hasClient() throws -> Bool { try Tool.run(python, ["-c", "import mcp"]).status == 0 }
}
