// Who may what: by the kernel's word about a peer, and what the daemon was started with.
import Engine
import EventLoop
import Glibc
import Language
import Testing

@testable import Server

@Suite struct RoleTests {
  private static let other = geteuid() + 1

  private func stage(_ grants: String...) throws -> Stage {
    var settings = ServerSettings()
    settings.grants = grants.compactMap { ServerSettings.Grant($0) }
    #expect(settings.grants.count == grants.count)
    return try Stage(
      """
      class Home: ObservableObject {
        @Published var n = 0
        @Published var key = "k"
        func bump() { n += 1 }
      }
      let home = Home()
      let shed = Home()
      let house = home
      """, settings: settings)
  }

  private func connect(_ stage: Stage, uid: UInt32 = other, gid: UInt32 = 7777) throws -> Client {
    try stage.connect(as: (uid, gid))
  }

  /// The kinds of the answers: `ok`, or the kind of the error.
  private func kind(_ client: Client, _ stage: Stage, _ method: String, _ params: String) -> String {
    client.send(#"{"id":1,"method":"\#(method)","params":\#(params)}"#)
    stage.settle()
    _ = client.take()
    guard let line = client.lines().first(where: { $0.hasPrefix(#"{"id":"#) }) else { return "nothing" }
    guard line.hasPrefix(#"{"id":1,"error""#), let place = line.firstRange(of: #""kind":""#) else { return "ok" }
    return String(line[place.upperBound...].prefix { $0 != "\"" })
  }

  private static let looking: [(String, String)] = [
    ("store.get", #"{"path":"home.n"}"#), ("store.list", "{}"), ("rpc.discover", "{}"), ("server.status", "{}"),
    ("sub.open", #"{"sub":"w","paths":["home.n"]}"#), ("why", #"{"path":"home.n"}"#),
    ("program.check", #"{"source":"1"}"#),
  ]
  private static let writing: [(String, String)] = [
    ("store.set", #"{"path":"home.n","value":1}"#), ("store.reset", #"{"path":"home.n"}"#),
    ("tx.commit", #"{"ops":[{"set":"home.n","value":2}]}"#), ("store.call", #"{"path":"home.bump"}"#),
  ]
  private static let ruling: [(String, String)] = [
    ("program.eval", #"{"source":"1"}"#), ("server.config", "{}"), ("server.shutdown", "{}"),
    ("server.kick", #"{"session":"c1"}"#), ("clock.use", #"{"mode":"virtual"}"#),
    ("pipe.define", #"{"name":"p","source":"home.$n.sink { _ in }"}"#),
    ("sub.open", #"{"sub":"p","publisher":"home.$n"}"#),
    ("sub.open", #"{"sub":"c","paths":["home.n"],"when":"value > 0"}"#),
    ("wait", #"{"path":"home.n","when":"value > 0"}"#),
  ]

  @Test func whoIsNotGrantedAnythingIsRefused() throws {
    let stage = try stage("viewer:\(Self.other + 1)", "writer:@7778")
    let client = try connect(stage)
    stage.settle()
    _ = client.take()
    #expect(client.lines().first?.contains("-32001") == true && client.isEnded)
  }

  @Test func aViewerLooks() throws {
    let stage = try stage("viewer:\(Self.other)")
    let client = try connect(stage)
    for (method, params) in Self.looking { #expect(kind(client, stage, method, params) == "ok", "\(method)") }
    for (method, params) in Self.writing + Self.ruling {
      #expect(kind(client, stage, method, params) == "denied", "\(method)")
    }
    #expect(stage.engine.revision == 2)
  }

  @Test func aWriterOfAGroupWrites() throws {
    let stage = try stage("writer:@7777", "viewer:\(Self.other)")
    let client = try connect(stage)
    for (method, params) in Self.looking + Self.writing {
      #expect(kind(client, stage, method, params) == "ok", "\(method)")
    }
    for (method, params) in Self.ruling { #expect(kind(client, stage, method, params) == "denied", "\(method)") }
    #expect(kind(client, stage, "session.hello", "{}") == "ok")
  }

  @Test func aWriterOfSomePathsWritesThereOnly() throws {
    let stage = try stage("writer:\(Self.other):home.{n,bump}", "writer:@7777:shed.key")
    let client = try connect(stage)
    for (method, params) in Self.looking + Self.writing {
      #expect(kind(client, stage, method, params) == "ok", "\(method)")
    }
    #expect(kind(client, stage, "store.set", #"{"path":"shed.key","value":"x"}"#) == "ok")
    let elsewhere = [
      ("store.set", #"{"path":"shed.n","value":1}"#), ("store.set", #"{"path":"home.key","value":"x"}"#),
      ("store.set", #"{"path":"home?.key","value":"x"}"#),
      ("store.patch", #"{"path":"shed.n","patch":1,"format":"merge"}"#), ("store.reset", #"{"path":"home"}"#),
      ("store.call", #"{"path":"shed.bump"}"#),
      ("tx.commit", #"{"ops":[{"set":"home.n","value":9},{"set":"shed.n","value":9}]}"#),
    ]
    for (method, params) in elsewhere {
      #expect(kind(client, stage, method, params) == "denied", "\(method) \(params)")
    }
    #expect(try stage.engine.get("home.n").value == .int(3), "a transaction is refused as a whole")
    // By whatever name.
    #expect(kind(client, stage, "store.set", #"{"path":"house.n","value":1}"#) == "ok")
    #expect(kind(client, stage, "store.set", #"{"path":"house.key","value":"x"}"#) == "denied")
    #expect(ServerSettings.Grant("viewer:1:home.**") == nil && ServerSettings.Grant("writer:1:{") == nil)
  }

  @Test func anOwnerRules() throws {
    let stage = try stage("owner:\(Self.other)")
    let client = try connect(stage)
    for (method, params) in Self.writing { #expect(kind(client, stage, method, params) == "ok", "\(method)") }
    #expect(kind(client, stage, "program.eval", #"{"source":"home.n = 5"}"#) == "ok")
  }
}
