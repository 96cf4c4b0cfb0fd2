// Secret values do not leave the daemon: every way out is tried, and a method without an entry in the table below fails.
import Engine
import Glibc
import Language
import TestSupport
import Testing
import Wire

@testable import Server

@Suite struct SecretTests {
  private static let source = """
    struct Profile: Codable {
      var name = "a name"
      var password = "hunter2 in a struct"
    }
    enum Token: Codable {
      case none
      case some(password: String)
    }
    class Login: ObservableObject {
      @Published var profile = Profile()
      @Published var profiles = [Profile(name: "first")]
      @Published var known: [String: Profile]? = ["hunter": Profile(name: "third")]
      @Published var token = Token.some(password: "hunter2 in an enum")
      @Published var user = "ada"
      @Published var password = "hunter2 at first"
      @Published var keys = ["hunter2 as a key"]
      @Published var strength = 0
      init() { $password.map { $0.count }.assign(to: &$strength) }
      func change(to new: String) { password = new }
    }
    let login = Login()
    let word = $login.password
    let named = $login.profile
    let shout = login.$password.map { $0.uppercased() }.filter { !$0.isEmpty }.sink { _ in }
    """

  struct Way: Sendable, CustomTestStringConvertible {
    var method: String
    var params: String
    /// What somebody else has done before.
    var before: [String] = []
    /// What is done afterwards by somebody else.
    var then: [String] = []
    /// Whether a value is told of that cannot be seen.
    var isMasked = true
    /// Something that the answer must say.
    var says = ""
    var testDescription: String { "\(method) \(params)" }
  }

  private static let setting = #""store.set","params":{"path":"login.password","value":"hunter2, the second"}"#
  private static let settingAgain = #""store.set","params":{"path":"login.password","value":"hunter2, the third"}"#
  private static let adding =
    #""store.patch","params":{"path":"login.keys","patch":[["insert",1,["hunter2, one more"]]]}"#

  private static let settingProfile =
    #""store.set","params":{"path":"login.profile","value":{"name":"another","password":"hunter2, another"}}"#

  private static func openProfile(_ more: String) -> Way {
    Way(method: "sub.open", params: #"{"sub":"s",\#(more)}"#, then: [settingProfile])
  }

  private static func open(_ more: String) -> Way {
    Way(method: "sub.open", params: #"{"sub":"s",\#(more)}"#, then: [setting, settingAgain, adding])
  }

  static let ways: [Way] = [
    Way(method: "session.hello", params: "{}", isMasked: false, says: #""secrets":["**.password","login.keys"]"#),
    Way(method: "rpc.discover", params: "{}", isMasked: false, says: #""secret":true"#),
    Way(method: "store.list", params: "{}", isMasked: false, says: #""secret":true"#),
    Way(method: "store.list", params: #"{"values":true}"#, says: #""value":"ada""#),
    Way(method: "store.get", params: #"{"path":"login"}"#, says: #""user":"ada""#),
    Way(method: "store.get", params: #"{"path":"login.password"}"#),
    Way(method: "store.get", params: #"{"path":"login.keys[0]"}"#),
    Way(method: "store.get", params: #"{"path":"login.profile"}"#, says: "a name"),
    Way(method: "store.get", params: #"{"path":"login.profile.name"}"#, isMasked: false, says: "a name"),
    Way(method: "store.get", params: #"{"path":"login.profile.password"}"#),
    Way(method: "store.get", params: #"{"path":"login.profiles"}"#, says: "first"),
    Way(method: "store.get", params: #"{"path":"login.profiles[0].password"}"#),
    Way(method: "store.get", params: #"{"path":"login.profiles[0]"}"#, says: "first"),
    Way(method: "store.get", params: #"{"path":"login.profiles","offset":0}"#, isMasked: false, says: "$secret"),
    Way(method: "store.get", params: #"{"path":"login.known[\"hunter\"].password"}"#),
    Way(method: "store.get", params: #"{"path":"login.known"}"#, says: "third"),
    Way(method: "store.get", params: #"{"path":"login.token"}"#),
    Way(
      method: "store.set", params: #"{"path":"login.profile","value":{"name":1,"password":"hunter2"}}"#,
      isMasked: false,
      says: "typeMismatch"),
    Way(
      method: "store.set", params: #"{"path":"login.profile.password","value":["hunter2"]}"#, isMasked: false,
      says: "something else"),
    Way(method: "store.set", params: #"{"path":"login.profile","value":{},"ifRev":0}"#, says: "conflict"),
    Way(method: "wait", params: #"{"path":"login.profile"}"#, then: [settingProfile], says: "another"),
    Way(method: "store.history", params: #"{"path":"login.profile"}"#),
    openProfile(#""paths":["login.profile"],"old":true,"deliver":{"mode":"every"}"#),
    openProfile(#""paths":["login.profile"],"value":"patch","deliver":{"mode":"every"}"#),
    openProfile(#""paths":["login.profile"],"old":true,"initial":"none","deliver":{"settle":"1s"}"#),
    openProfile(
      #""paths":["login"],"when":"value.profile.password.count > 3","initial":"none","deliver":{"settle":"1s"}"#),
    openProfile(#""publisher":"login.$profile.map(\\.password)""#),
    openProfile(#""publisher":"login.$profile""#),
    Way(method: "store.get", params: #"{"path":"login.password.count"}"#, isMasked: false),
    Way(method: "store.get", params: #"{"path":"word"}"#),
    Way(method: "store.get", params: #"{"path":"named"}"#, says: "a name"),
    Way(method: "store.get", params: #"{"path":"named.name"}"#, isMasked: false, says: "a name"),
    Way(method: "store.get", params: #"{"path":"named.password"}"#),
    Way(method: "store.set", params: #"{"path":"word","value":"x","ifValue":"y"}"#, says: "conflict"),
    Way(
      method: "store.set", params: #"{"path":"word","value":{"hunter2":"hunter2"}}"#, isMasked: false,
      says: "something else"),
    Way(method: "store.get", params: #"{"path":"login.keys[7]"}"#, isMasked: false, says: "notFound"),
    Way(method: "store.get", params: #"{"path":"login.keys","offset":0}"#, isMasked: false, says: "$secret"),
    Way(method: "store.set", params: #"{"path":"login.password","value":"hunter2"}"#, isMasked: false, says: "changed"),
    Way(
      method: "store.set", params: #"{"path":"login.password","value":{"hunter2":"hunter2"}}"#, isMasked: false,
      says: "something else"),
    Way(method: "store.set", params: #"{"path":"login.password","value":"x","ifValue":"y"}"#, says: "conflict"),
    Way(method: "store.set", params: #"{"path":"login.password","value":"x","ifRev":0}"#, says: "conflict"),
    Way(
      method: "store.patch",
      params: #"{"path":"login.keys","format":"json-patch","patch":[{"op":"test","path":"/0","value":"hunter2"}]}"#,
      isMasked: false, says: "validation"),
    Way(method: "store.reset", params: #"{"path":"login"}"#, isMasked: false),
    Way(
      method: "store.call", params: #"{"path":"login.change","args":["hunter2 by a call"]}"#, isMasked: false,
      says: "Void"),
    Way(method: "store.schema", params: #"{"path":"login"}"#, isMasked: false, says: "password"),
    Way(method: "store.history", params: #"{"path":"login"}"#),
    Way(method: "store.history", params: #"{"path":"login.password"}"#),
    Way(
      method: "tx.commit",
      params: #"{"ops":[{"set":"login.user","value":"x"}],"if":[{"path":"login.password","value":"z"}]}"#,
      says: "conflict"),
    Way(
      method: "tx.commit", params: #"{"ops":[{"set":"login.password","value":["hunter2"]}]}"#, isMasked: false,
      says: "something else"),
    Way(method: "wait", params: #"{"path":"login.password"}"#, then: [setting]),
    Way(method: "wait", params: #"{"path":"login"}"#, then: [setting]),
    Way(method: "wait", params: #"{"path":"{login,logout}.password"}"#, then: [setting]),
    Way(method: "wait", params: #"{"path":"login.password","when":"value.count > 3"}"#),
    Way(method: "wait", params: #"{"path":"login.password","timeout":"1s"}"#, then: [""], says: "timeout"),
    Way(method: "why", params: #"{"path":"login.password"}"#, says: "chain"),
    Way(method: "graph", params: "{}", isMasked: false, says: "login.password"),
    open(#""paths":["login.password"]"#),
    open(#""paths":["**"],"old":true,"cause":true,"deliver":{"mode":"every"}"#),
    open(#""paths":["login.*"],"old":true,"initial":"none""#),
    open(#""paths":["login.*"],"value":"patch","deliver":{"mode":"every"}"#),
    open(#""paths":["login.*"],"old":true,"deliver":{"settle":"1s"}"#),
    open(#""paths":["login.password"],"old":true,"when":"value.count > 3","initial":"none","deliver":{"settle":"1s"}"#),
    open(#""paths":["login"],"when":"value.password.count > 3","initial":"none","deliver":{"mode":"every"}"#),
    open(#""paths":["login.*"],"old":true,"from":{"epoch":"k3f9","rev":0},"deliver":{"mode":"every"}"#),
    open(#""paths":["login.*"],"old":true,"from":{"epoch":"k3f9","rev":0}"#),
    open(#""paths":["login.*"],"value":"none""#),
    open(#""paths":["login.*"],"deliver":{"mode":"signal"}"#),
    open(#""publisher":"login.$password""#),
    open(#""publisher":"login.$user.combineLatest(login.$password.map(\\.count))""#),
    open(#""publisher":"login.$user.map { _ in login.$password }.switchToLatest()""#),
    open(#""paths":["pipe:shout"]"#),
    Way(
      method: "pipe.tap", params: #"{"pipe":"shout","stage":1,"side":"in","sub":"t"}"#, then: [setting]),
    Way(method: "draft.open", params: #"{"draft":"d","path":"login.password"}"#, says: "present"),
    Way(method: "draft.open", params: #"{"draft":"d","path":"login.profile"}"#, says: "a name"),
    Way(method: "draft.open", params: #"{"draft":"d","path":"login.profiles[0].password"}"#, says: "present"),
    Way(method: "tx.undo", params: #"{"rev":2}"#, before: [setting], says: "login.password"),
    Way(method: "tx.undo", params: #"{"rev":2}"#, before: [setting, settingAgain], says: "conflict"),
    Way(method: "pipe.list", params: "{}", isMasked: false, says: "shout"),
    Way(method: "pipe.get", params: #"{"pipe":"shout"}"#, isMasked: false, says: "shout"),
    Way(method: "pipe.stats", params: #"{"pipe":"shout"}"#, then: [setting], isMasked: false, says: "stages"),
    Way(method: "pipe.pause", params: #"{"pipe":"shout"}"#, then: [setting], isMasked: false, says: "paused"),
    Way(method: "pipe.resume", params: #"{"pipe":"shout"}"#, isMasked: false),
    Way(method: "pipe.step", params: #"{"pipe":"shout"}"#, isMasked: false),
    Way(method: "pipe.remove", params: #"{"pipe":"shout"}"#, isMasked: false),
    Way(
      method: "pipe.define", params: #"{"name":"p","source":"login.$password.sink { _ in }"}"#, isMasked: false),
    Way(method: "program.complete", params: #"{"source":"login.pass","offset":10}"#, isMasked: false, says: "password"),
    Way(method: "program.help", params: #"{"name":"login.password"}"#, isMasked: false, says: "password"),
    Way(
      method: "program.lookup", params: #"{"source":"login.password","offset":8}"#, isMasked: false, says: "password"),
    Way(method: "program.leaks", params: "{}", isMasked: false),
    Way(method: "server.status", params: "{}", isMasked: false),
    Way(
      method: "server.stats", params: #"{"lists":["stores","pipelines","clients"]}"#, before: [setting],
      isMasked: false, says: "shout"),
    Way(method: "server.config", params: "{}", isMasked: false),
    Way(method: "server.clients", params: "{}", isMasked: false),
    Way(method: "http.log", params: "{}", isMasked: false),
    Way(method: "pipe.replay", params: #"{"pipe":"login.strength"}"#, before: [setting]),
  ]

  /// What no value of a store comes with.
  static let others: Set<String> = [
    // What an owner's program says is the program's own words: it can read everything. (Others: SecretSourceTests.)
    "program.eval", "program.check", "program.list", "program.source", "program.remove",
    // The words of whoever asks.
    "program.outline",
    // Nothing is told but that it is done; events are those of `sub.open`.
    "session.ping", "session.bye", "bus.post", "pipe.try", "sub.close", "sub.pause", "sub.resume", "sub.demand",
    "sub.sync",
    "sub.resync", "sub.list", "clock.get", "clock.use", "clock.advance", "clock.run", "http.stub", "http.clear",
    "server.kick", "server.shutdown",
    // What `draft.open` tells, of the drafts of the same connection; `thereIsNothingSecretInADraft` looks at them.
    "draft.get", "draft.set", "draft.save", "draft.cancel", "draft.list",
    // What a client provides is its own, and what others want to set there it is given as it is.
    "provide.open", "provide.change", "provide.next", "provide.answer", "provide.close",
    // A file for the daemon's own user, like the journal.
    "server.backup",
  ]

  @Test func everyMethodIsLookedAt() {
    #expect(Set(Self.ways.map(\.method)).union(Self.others) == Set(MethodTable.names))
    #expect(Self.others.isDisjoint(with: Self.ways.map(\.method)))
  }

  @Test(arguments: ways)
  func nothingSecretIsTold(_ way: Way) throws {
    let stage = try Stage(Self.source, secrets: ["**.password", "login.keys"])
    let (client, other) = (try stage.connect(), try stage.connect())
    for (number, step) in way.before.enumerated() { _ = other.ask(#"{"id":\#(number + 1),"method":\#(step)}"#) }
    var lines = client.ask(#"{"id":1,"method":"\#(way.method)","params":\#(way.params)}"#)
    for (number, step) in way.then.enumerated() {
      if !step.isEmpty {
        let answer = other.ask(#"{"id":\#(number + 101),"method":\#(step)}"#)
        #expect(answer.last?.contains(#""changed":true"#) == true, "\(answer)")
      }
      lines += client.lines()
    }
    stage.advance(by: .seconds(2))
    lines += client.lines()
    #expect(!lines.isEmpty)
    for line in lines { #expect(!line.lowercased().contains("hunter2")) }
    let text = lines.joined(separator: "\n")
    #expect(text.contains(#"{"$secret":true}"#) == way.isMasked, "\(text)")
    if !way.says.isEmpty { #expect(text.contains(way.says), "\(text)") }
  }

  @Test func thereIsNothingSecretInADraft() throws {
    let stage = try Stage(Self.source, secrets: ["**.password", "login.keys"])
    let (client, other) = (try stage.connect(), try stage.connect())
    var lines: [String] = []
    for (number, path) in ["login.password", "login.profile"].enumerated() {
      let value = number == 0 ? #""Hunter4""# : #"{"name":"mine","password":"Hunter4"}"#
      lines += client.ask(#"{"id":1,"method":"draft.open","params":{"draft":"d","path":"\#(path)"}}"#)
      lines += client.ask(#"{"id":2,"method":"draft.set","params":{"draft":"d","value":\#(value)}}"#)
      lines += client.ask(#"{"id":3,"method":"draft.set","params":{"draft":"d","value":7}}"#)
      let theirs = number == 0 ? Self.setting : Self.settingProfile
      _ = other.ask(#"{"id":\#(number + 1),"method":\#(theirs)}"#)
      lines += client.ask(#"{"id":4,"method":"draft.get","params":{"draft":"d"}}"#)
      lines += client.ask(#"{"id":5,"method":"draft.list"}"#)
      let refused = client.ask(#"{"id":6,"method":"draft.save","params":{"draft":"d"}}"#)
      #expect(refused.last?.contains(#""kind":"conflict""#) == true, "\(refused)")
      lines += refused
      lines += client.ask(#"{"id":7,"method":"draft.save","params":{"draft":"d","overwriting":true}}"#)
    }
    for line in lines { #expect(!line.lowercased().contains("hunter"), "\(line)") }
  }

  /// What led to the secret has gone, and what an element is known by may be one.
  @Test func aDraftForgetsNoSecret() throws {
    let source = """
      struct Key: Codable, Identifiable { let id: String; var n = 1 }
      class Login: ObservableObject {
        @Published var password = "hunter2"
        @Published var keys = [Key(id: "hunter2")]
        @Published var named = [Key(id: "hunter2")]
      }
      let login = Login()
      """
    let stage = try Stage(source, secrets: ["**.password", "login.keys", "login.named.id"])
    let client = try stage.connect()
    func ask(_ id: Int, _ method: String, _ params: String) -> [String] {
      client.ask(#"{"id":\#(id),"method":"\#(method)","params":\#(params)}"#)
    }
    _ = ask(1, "program.eval", #"{"source":"let word = Bindable(login).password"}"#)
    var lines = ask(2, "draft.open", #"{"draft":"a","path":"word"}"#)
    let removed = ask(3, "program.remove", #"{"name":"word"}"#)
    #expect(removed.last?.contains(#""result""#) == true, "\(removed)")
    lines += ask(4, "draft.get", #"{"draft":"a"}"#)
    lines += ask(5, "draft.open", #"{"draft":"b","path":"login.keys[0]"}"#)
    lines += ask(6, "draft.open", #"{"draft":"c","path":"login.named[0].n"}"#)
    lines += ask(7, "draft.list", "{}")
    lines += ask(8, "store.list", #"{"owners":true}"#)
    #expect(lines.filter { $0.contains(#""draft":"a""#) }.count == 4, "\(lines)")
    for line in lines { #expect(!line.contains("hunter2") && !line.contains(#""error""#), "\(line)") }
  }

  /// What `init` makes has its path when it is done: pipelines that listen to it are as secret as if it were there before.
  @Test func whatInitMakesIsSecretToo() throws {
    let source = #"""
      @propertyWrapper final class Told {
        @Published var wrappedValue: String
        var projectedValue: Told { self }
        init(_ value: String) { wrappedValue = value }
      }
      class Inner: ObservableObject { @Published var password = "hunter2" }
      class Login: ObservableObject {
        @Told var token: String
        let inner: Inner
        @Published var first = ""
        @Published var second = ""
        init() {
          _token = Told("hunter2")
          inner = Inner()
          $token.$wrappedValue.map { $0 + "!" }.assign(to: &$first)
          inner.$password.map { $0 + "!" }.assign(to: &$second)
        }
      }
      let login = Login()
      """#
    let stage = try Stage(source, secrets: ["**.password", "login.token", "login.first", "login.second"])
    let client = try stage.connect()
    for pipe in ["login.first", "login.second"] {
      let lines = client.ask(
        #"{"id":1,"method":"pipe.tap","params":{"sub":"\#(pipe)","pipe":"\#(pipe)","stage":1,"side":"in"}}"#)
      #expect(!lines.contains { $0.contains("hunter2") }, "\(lines)")
      let stepped = client.ask(#"{"id":2,"method":"pipe.replay","params":{"pipe":"\#(pipe)"}}"#)
      #expect(!stepped.contains { $0.contains("hunter2") }, "\(stepped)")
    }
    for path in ["login.token", "login.inner.password"] {
      let lines = client.ask(#"{"id":4,"method":"store.set","params":{"path":"\#(path)","value":"hunter23"}}"#)
      #expect(
        lines.contains { $0.contains(#""changed":true"#) } && !lines.contains { $0.contains("hunter2") }, "\(lines)")
    }
    let list = client.ask(#"{"id":3,"method":"pipe.list","params":{}}"#)
    #expect(
      list.contains { $0.contains(#""inputs":["login.token"]"#) && $0.contains(#""inputs":["login.inner.password"]"#) })
  }

  /// Paths begin with the namespace: `**` is all of them.
  @Test func namespacesHaveSecretsToo() throws {
    let stage = try Stage(secrets: ["**.password"])
    let client = try stage.connect()
    let source = #"class Login: ObservableObject { @Published var password = \"hunter2\" }\nlet login = Login()"#
    let made = client.ask(#"{"id":1,"method":"program.eval","params":{"namespace":"red","source":"\#(source)"}}"#)
    #expect(made.last?.contains("result") == true, "\(made)")
    let publisher =
      #"{"id":2,"method":"sub.open","params":{"sub":"p","namespace":"red","publisher":"login.$password"}}"#
    for line in [publisher, #"{"id":3,"method":"store.get","params":{"path":"red.login"}}"#] {
      let lines = client.ask(line)
      #expect(lines.contains { $0.contains("$secret") } && !lines.contains { $0.contains("hunter2") }, "\(lines)")
    }
  }

  /// A request that changed nothing is told of without where, if that is secret: the key of an element may be.
  @Test(arguments: ["login.password", "login.known[\"hunter2\"].password", "login.keys[0]", "login.user"])
  func whatChangedNothingIsToldWithoutWhere(path: String) throws {
    let stage = try Stage(Self.source, secrets: ["**.password", "login.keys"])
    let client = try stage.connect()
    _ = client.ask(#"{"id":1,"method":"session.hello","params":{"features":["requests"]}}"#)
    let escaped = path.replacing("\"", with: "\\\"")
    let lines = client.ask(#"{"id":2,"method":"store.set","params":{"path":"\#(escaped)","value":["hunter2"]}}"#)
    let notices = lines.filter { $0.contains(#""type":"idle""#) }
    #expect(notices.count == 1, "\(lines)")
    #expect(!notices.joined().contains("hunter2"))
    #expect(notices.joined().contains(#""path""#) == (path == "login.user"), "\(notices)")
  }

  /// What is not secret is told as ever, and programs have the values.
  @Test func programsSeeThem() throws {
    let stage = try Stage(Self.source, secrets: ["**.password", "login.keys"])
    let client = try stage.connect()
    _ = client.ask(#"{"id":1,"method":"store.set","params":{"path":"login.password","value":"abc"}}"#)
    let strength = client.ask(#"{"id":2,"method":"store.get","params":{"path":"login.strength"}}"#).last
    #expect(strength?.contains(#""value":3"#) == true)
    let read = client.ask(#"{"id":3,"method":"program.eval","params":{"source":"print(login.password == \"abc\")"}}"#)
    #expect(read.last?.contains(#""printed":["true"]"#) == true)
  }

  /// The journal has the values as they are, and is the owner's alone.
  @Test func theJournalKeepsThem() throws {
    let state = TemporaryDirectory()
    do {
      let client = try Stage(Self.source, state: state, secrets: ["**.password"]).connect()
      _ = client.ask(
        #"{"id":1,"method":"store.set","params":{"path":"login.password","value":"kept","await":"durable"}}"#)
      for file in state.files {
        var information = stat()
        #expect(stat(state.path + "/" + file, &information) == 0 && information.st_mode & 0o777 == 0o600, "\(file)")
      }
      #expect(!state.files.isEmpty)
    }
    let client = try Stage(state: state, secrets: ["**.password"]).connect()
    let read = client.ask(#"{"id":1,"method":"program.eval","params":{"source":"print(login.password == \"kept\")"}}"#)
    #expect(read.last?.contains(#""printed":["true"]"#) == true)
    let history = client.ask(#"{"id":2,"method":"store.history","params":{"path":"login.password"}}"#)
    #expect(history.last?.contains(#"{"$secret":true}"#) == true && history.last?.contains("kept") == false)
  }

  /// A property that is gone stays secret in what was.
  @Test func whatIsGoneIsNotTold() throws {
    let stage = try Stage(Self.source, secrets: ["**.password", "login.keys"])
    let client = try stage.connect()
    for name in ["shout", "word", "named"] {
      _ = client.ask(#"{"id":1,"method":"program.remove","params":{"name":"\#(name)"}}"#)
    }
    let removed = client.ask(#"{"id":2,"method":"program.remove","params":{"name":"login"}}"#)
    #expect(removed.last?.contains("result") == true, "\(removed)")
    let lines = client.ask(
      #"{"id":3,"method":"sub.open","params":{"sub":"s","paths":["**"],"old":true,"from":{"epoch":"k3f9","rev":0},"deliver":{"mode":"every"}}}"#
    )
    #expect(lines.contains { $0.contains(#""op":"remove""#) })
    for line in lines { #expect(!line.contains("hunter2")) }
  }
}
