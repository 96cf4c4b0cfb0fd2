// What a program gives to its secrets stands in its source: who may not run source is told it without its literals.
import Engine
import Glibc
import Language
import Testing
import Wire

@testable import Server

@Suite struct SecretSourceTests {
  private static let source = #"""
    struct Profile: Codable {
      var name = "a name"
      var password = "hunter2 in a struct"
    }
    class Login: ObservableObject {
      @Published var profile = Profile(password: "hunter2 in a call")
      @Published var user = "ada"
      @Published var password = "hunter2 at first"
      @Published var n = 0
      init(_ new: String) {
        $user.map { _ in "hunter2 of a pipeline" }.assign(to: &$password)
        password = new
      }
      /// Takes another.
      // hunter2
      func change(to new: String, password: String = "hunter2 by default") throws {
        if new == "hunter2 to fail" { throw CancellationError() }
        self.password = new
      }
      func fall(_ new: String = "hunter2") { print([1][n]) }
    }
    let login = Login("hunter2 without a label")
    let bag = login.$n.sink { n in if n == 1 { login.password = "hunter2 in a sink" } }
    let bad = login.$n.sink { n in if n == 2 { login.password = "hunter2 and \([1][n])" } }
    let other = login.$password.filter { $0 != "hunter2 in a filter" }.sink { _ in }
    """#

  private let stage: Stage
  private let owner: Client
  private let other: Client

  /// - Parameter role: of another user.
  private init(role: String, secrets: [String]) throws {
    let uid = UInt32(geteuid()) + 1
    var settings = ServerSettings()
    settings.grants = [ServerSettings.Grant("\(role):\(uid)")!]
    stage = try Stage(Self.source, settings: settings, secrets: secrets)
    (owner, other) = (try stage.connect(), try stage.connect(as: (uid, 7777)))
  }

  init() throws { try self.init(role: "writer", secrets: ["**.password"]) }

  /// What the owner does, and what other users can ask then. Their methods are all of the table that show source.
  private func lines() throws -> [String] {
    var lines = other.ask(#"{"id":1,"method":"session.hello","params":{"features":["tail","requests","output"]}}"#)
    func ask(_ client: Client, _ method: String, _ params: String = "{}") {
      let answered = client.ask(#"{"id":1,"method":"\#(method)","params":\#(params)}"#)
      lines += (client === other ? answered : []) + other.lines()
    }
    for source in [
      #"try login.change(to: \"hunter2 by a call\")"#, #"login.password = \"hunter2 by a statement\""#, "login.n = 1",
      "login.n = 2", #"#expect(login.password == \"hunter2 in a test\")"#,
      #"Task { #expect(login.password == \"hunter2 in a later test\") }"#,
    ] { ask(owner, "program.eval", #"{"source":"\#(source)"}"#) }
    ask(owner, "pipe.pause", #"{"pipe":"other","when":"value == \"hunter2 in a break\""}"#)
    ask(owner, "sub.open", #"{"sub":"p","publisher":"login.$password.map { $0 + \"hunter2 in a publisher\" }"}"#)
    ask(owner, "sub.open", #"{"sub":"w","paths":["login.password"],"when":"value == \"hunter2 in a condition\""}"#)
    ask(owner, "pipe.pause", #"{"pipe":"bag","when":"value == 5 || login.password == \"hunter2 in a break\""}"#)
    ask(owner, "store.set", #"{"path":"login.n","value":5}"#)
    ask(other, "sub.list", #"{"all":true}"#)
    ask(other, "store.call", #"{"path":"login.fall"}"#)
    lines += other.ask(#"[{"id":1,"method":"store.call","params":{"path":"login.fall"}}]"#)
    for rev in 2..<stage.engine.revision + 1 { ask(other, "why", #"{"rev":\#(rev)}"#) }
    for path in ["login.password", "login.n", "login.profile"] {
      for method in ["why", "store.history", "store.schema"] { ask(other, method, #"{"path":"\#(path)"}"#) }
    }
    for name in ["login", "Login", "Profile", "bag", "bad", "other", "login.password", "Login.change"] {
      for method in ["program.source", "program.help"] { ask(other, method, #"{"name":"\#(name)"}"#) }
      for method in ["pipe.get", "pipe.stats"] { ask(other, method, #"{"pipe":"\#(name)"}"#) }
    }
    for method in [
      "program.list", "program.leaks", "pipe.list", "graph", "server.clients", "server.status", "rpc.discover",
      "http.log",
    ] { ask(other, method) }
    ask(other, "store.list", #"{"owners":true,"values":true}"#)
    ask(other, "server.stats", #"{"lists":["stores","pipelines","clients"]}"#)
    for text in ["login.", "Login(", "login.change(", "login.password = 1"] {
      ask(other, "program.complete", #"{"source":"\#(text)","offset":\#(text.utf8.count)}"#)
      ask(other, "program.lookup", #"{"source":"\#(text)","offset":1}"#)
      ask(other, "program.check", #"{"source":"\#(text)"}"#)
    }
    return lines
  }

  @Test func othersAreToldSourceWithoutLiterals() throws {
    let lines = try lines()
    for line in lines where line.contains("hunter2") { Issue.record("\(line.prefix(2000))") }
    let all = lines.joined(separator: "\n")
    for told in [
      #"@Published var password = \"…\""#, #"$user.map { _ in \"…\" }.assign(to: &$password)"#,
      #""when":"value == \"…\"""#, #""request":"try login.change(to: \"…\")""#, #""request":"login.n = …""#,
      #"let login = Login(\"…\")"#, #""type":"fault","text":"Index out of range","by":"bad""#, #""kind":"trap""#,
      #""type":"expectation""#, "it stops before a value for which value == … || login.password == \\\"…\\\"",
      #""publisher":"login.$password.map { $0 + \"…\" }""#,
    ] { #expect(all.contains(told), "\(told)") }
  }

  /// Without secrets there is nothing to hide, and the owner may read what stands in the program.
  @Test func nothingElseIsLeftOut() throws {
    let open = try SecretSourceTests(role: "viewer", secrets: [])
    let lines = try open.lines()
    #expect(lines.contains { $0.contains(#"@Published var password = \"hunter2 at first\""#) })
    #expect(lines.contains { $0.contains(#""source":"let bad"#) })
    let mine = owner.ask(#"{"id":1,"method":"program.source","params":{"name":"Login"}}"#)
    #expect(mine.contains { $0.contains("hunter2 at first") }, "\(mine)")
  }

  /// A request that wrote something secret need not name it, and anybody may look over the owner's shoulder.
  @Test func whatWroteASecretIsToldWithoutLiteralsToAll() throws {
    _ = owner.ask(
      #"{"id":1,"method":"program.eval","params":{"source":"try login.change(to: \"hunter2 by a call\")"}}"#)
    let lines = owner.ask(#"{"id":2,"method":"why","params":{"path":"login.password"}}"#)
    #expect(lines.contains { $0.contains(#""request":"try login.change(to: \"…\")""#) }, "\(lines)")
  }

  @Test(arguments: [
    (#"let a = "b", c = 1_000.5, d = -2, e = true"#, #"let a = "…", c = …, d = -…, e = …"#),
    (##"let a = #"b"c"#"##, ##"let a = #"…"#"##),
    (#"let a = "" // b"#, #"let a = "" "#),
    ("/// A.\n// b\nlet a = 1", "/// A.\n\nlet a = …"),
    (
      "let a = \"\"\"\n  b\n  \\(c) d\n  \"\"\"\nlet e = \"f\"",
      "let a = \"\"\"\n  …\n  \\(c)…\n  \"\"\"\nlet e = \"…\""
    ),
    ("let a = /b\"/\n/* \" */ let c = \"d\"", "let a = /…/\n let c = \"…\""),
    (#"f("b …"#, #"f("…"#),
    (#"f(a: .b, "\(c["d"])", nil)"#, #"f(a: .b, "\(c["…"])", nil)"#),
    ("# \u{1} \"a", "#  \"…"),
    (String(repeating: "(", count: 10_000) + "1", "…"),
  ])
  func literalsAreReplaced(_ text: String, _ told: String) {
    #expect(SourceText.withoutLiterals(text) == told)
  }
}
