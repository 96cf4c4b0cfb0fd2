// Every error of the table is one that this daemon gives, with no other data than the table says.
import Engine
import EventLoop
import Journal
import Testing
import Wire

@testable import Server

@Suite struct ErrorTableTests {
  private static let source = """
    class Shelf: ObservableObject {
      @Published var count = 0
      @Published var note = ""
      @Published var ratio = 0.5
      private(set) var total = 0
      func fail() throws { throw Broken() }
    }
    struct Broken: Error {}
    let shelf = Shelf()
    """

  /// Requests that are refused, by the kind of the refusal. `SUB` is open, and so is a request with the id 77.
  private static let provocations: [(kind: String, request: String)] = [
    ("parse", #"{"#),
    ("invalidRequest", #"{"jsonrpc":"1.0","id":1,"method":"session.ping"}"#),
    ("duplicateId", #"{"id":77,"method":"session.ping"}"#),
    ("methodNotFound", #"{"id":1,"method":"store.gt"}"#),
    ("invalidParams", #"{"id":1,"method":"store.get","params":{"pth":"shelf"}}"#),
    ("notFound", #"{"id":1,"method":"store.get","params":{"path":"shelf.cuont"}}"#),
    ("exists", #"{"id":1,"method":"pipe.define","params":{"name":"shelf","source":"shelf.$count.sink { _ in }"}}"#),
    ("typeMismatch", #"{"id":1,"method":"store.set","params":{"path":"shelf.count","value":"x"}}"#),
    ("validation", #"{"id":1,"method":"server.config","params":{"set":{"limits.frame":1}}}"#),
    ("conflict", #"{"id":1,"method":"store.set","params":{"path":"shelf.count","value":1,"ifRev":0}}"#),
    ("readOnly", #"{"id":1,"method":"store.set","params":{"path":"shelf.total","value":1}}"#),
    (
      "cycle",
      #"{"id":1,"method":"pipe.define","params":{"name":"loop","source":"shelf.$count.map { $0 + 1 }.assign(to: \\.count, on: shelf)"}}"#
    ),
    ("protocol", #"{"id":1,"method":"session.hello","params":{"protocols":["9"]}}"#),
    ("tooLarge", #"{"id":1,"method":"store.set","params":{"path":"shelf.note","value":"‹LONG›"}}"#),
    ("limit", #"{"id":1,"method":"sub.open","params":{"sub":"one more","paths":["shelf"]}}"#),
    ("overloaded", #"{"id":1,"method":"wait","params":{"path":"shelf.count"}}"#),
    (
      "revFuture",
      #"{"id":1,"method":"sub.open","params":{"sub":"later","paths":["shelf"],"from":{"epoch":"k3f9","rev":999}}}"#
    ),
    ("unknownSub", #"{"id":1,"method":"sub.close","params":{"sub":"none"}}"#),
    ("subExists", #"{"id":1,"method":"sub.open","params":{"sub":"SUB","paths":["shelf"]}}"#),
    (
      "pipeFailed",
      #"{"id":1,"method":"pipe.define","params":{"name":"bad","source":"shelf.$count.map { 1 / $0 }.sink { _ in }"}}"#
    ),
    ("needVirtualTime", #"{"id":1,"method":"clock.advance","params":{"by":"1s"}}"#),
    ("diagnostics", #"{"id":1,"method":"program.eval","params":{"source":"let x: Int = \"a\""}}"#),
    ("trap", #"{"id":1,"method":"program.eval","params":{"source":"[1][7]"}}"#),
    ("thrown", #"{"id":1,"method":"program.eval","params":{"source":"try shelf.fail()"}}"#),
    ("thrown", #"{"id":1,"method":"store.call","params":{"path":"shelf.fail"}}"#),
    ("notFound", #"{"id":1,"method":"store.call","params":{"path":"shelf.fial"}}"#),
    ("notFound", #"{"id":1,"method":"pipe.get","params":{"pipe":"none"}}"#),
    ("notFound", #"{"id":1,"method":"program.source","params":{"name":"shlf"}}"#),
  ]

  /// The kinds that need a world of their own, tested below or where the name says.
  private static let others: Set<String> = [
    "internal", "denied", "cancelled", "timeout", "shuttingDown", "notQuiescent", "away", "upstream", "superseded",
  ]

  @Test func everyErrorOfTheTableIsOneThatTheDaemonGives() {
    let provoked = Set(Self.provocations.map(\.kind)).subtracting(["duplicateId"])
    #expect(provoked.union(Self.others) == Set(ErrorCode.allCases.map(\.kind)))
    #expect(provoked.isDisjoint(with: Self.others))
  }

  /// Checks an error against the table, and gives its kind.
  private func examine(_ line: String?) throws -> String {
    let line = try #require(line)
    let error = try #require(try JSONValue(parsing: line)["error"], "\(line)")
    let code = try #require(error["code"]?.int)
    let entry = try #require(ErrorCode(rawValue: code)?.entry)
    let data = try #require(error["data"]?.object)
    let known = Set(entry.data + ["kind", "hint", "retry"])
    #expect(Set(data.map(\.name)).subtracting(known).isEmpty, "\(line)")
    #expect(error["data"]?["retry"]?.string == entry.retry.rawValue)
    #expect(error["message"]?.string?.isEmpty == false)
    return error["data"]?["kind"]?.string ?? ""
  }

  @Test(arguments: provocations) func itIsGivenAsTheTableHasIt(kind: String, request: String) throws {
    var settings = ServerSettings()
    var limits = Engine.Limits()
    if kind == "overloaded" { settings.inflightMax = 1 }
    if kind == "limit" { limits.subscriptionsPerSession = 1 }
    let stage = try Stage(Self.source, settings: settings, limits: limits)
    let client = try stage.connect()
    _ = client.ask(#"{"id":1,"method":"sub.open","params":{"sub":"SUB","paths":["shelf"],"initial":"none"}}"#)
    client.send(#"{"id":77,"method":"wait","params":{"path":"shelf.note"}}"#)
    let answers = client.ask(request.replacing("‹LONG›", with: String(repeating: "x", count: 1 << 20)))
    // A pipeline that fails is told of as well.
    let refusals = answers.filter { $0.contains(#""error":"#) && !$0.hasPrefix(#"{"method"#) }
    #expect(refusals.count == 1, "\(answers)")
    #expect(try examine(refusals.last) == kind)
  }

  /// What a program says, and names that are as long as a text may be: the error is what it is, and what it quotes is cut.
  @Test(arguments: [
    ("trap", #"fatalError(long)"#), ("trap", #"preconditionFailure(long)"#), ("trap", #"assert(false, long)"#),
    ("trap", #"try! fail()"#), ("thrown", #"try fail()"#), ("thrown", #"try await later()"#),
    ("diagnostics", "let x: NAME = 1"), ("diagnostics", "NAME()"), ("diagnostics", "\"NAME\" + 1"),
    ("trap", "/* NAME */ fatalError(long)"),
  ]) func whatAnErrorQuotesIsCut(kind: String, source: String) throws {
    let stage = try Stage(
      """
      let long = String(repeating: "é", count: 1 << 20)
      struct Broken: Error { var text = long }
      func fail() throws { throw Broken() }
      func later() async throws { await Task.yield(); throw Broken() }
      """)
    let client = try stage.connect()
    let source = source.replacing("NAME", with: String(repeating: "n", count: 900_000))
    let text = source.replacing("\"", with: #"\""#)
    let answers = client.ask(#"{"id":1,"method":"program.eval","params":{"source":"\#(text)"}}"#)
    let answer = answers.last { $0.contains(#""id":1,"#) }
    #expect(try examine(answer) == kind, "\(answer?.prefix(300) ?? "")")
  }

  /// The same of what nobody waits for: a notice says it.
  @Test(arguments: ["Task { fatalError(long) }", "DispatchQueue.main.async { fatalError(long) }"])
  func whatANoticeQuotesIsCut(source: String) throws {
    let stage = try Stage(#"let long = String(repeating: "x", count: 1 << 20)"#)
    let client = try stage.connect()
    let answers = client.ask(#"{"id":1,"method":"program.eval","params":{"source":"\#(source)"}}"#)
    stage.advance(by: .seconds(1))
    let notices = (answers + client.lines()).filter { $0.contains(#""type":"fault""#) }
    #expect(notices.count == 1 && notices[0].contains("Fatal error: xxx") && notices[0].utf8.count < 20_000)
  }

  @Test func whatWaitsAndEnds() throws {
    let stage = try Stage(Self.source)
    let (client, other) = (try stage.connect(), try stage.connect())
    client.send(
      #"{"id":1,"method":"program.eval","params":{"source":"try await Task.sleep(for: .seconds(9))"}}"#)
    client.send(#"{"id":2,"method":"wait","params":{"path":"shelf.count","when":"value > 5"}}"#)
    stage.settle()
    _ = other.ask(#"{"id":1,"method":"program.remove","params":{"name":"shelf"}}"#)
    let answers = client.lines().filter { $0.contains(#""error":"#) }
    #expect(try answers.map { try examine($0) } == ["superseded", "superseded"])
    #expect(answers.first?.contains("It was ended while it waited: 'shelf' was removed.") == true, "\(answers)")
    #expect(answers.last?.contains("Nothing is at 'shelf.count' any more: 'shelf' was removed.") == true)
  }

  @Test func whatNeedsTimeOrAnEnd() throws {
    let stage = try Stage(Self.source)
    let client = try stage.connect()
    client.send(#"{"id":1,"method":"wait","params":{"path":"shelf.count","timeout":"1s"}}"#)
    stage.settle()
    stage.advance(by: .seconds(1))
    #expect(try examine(client.lines().last) == "timeout")
    client.send(#"{"id":2,"method":"wait","params":{"path":"shelf.count"}}"#)
    #expect(try examine(client.ask(#"{"method":"$/cancel","params":{"id":2}}"#).last) == "cancelled")
    _ = client.ask(#"{"id":3,"method":"clock.use","params":{"mode":"virtual"}}"#)
    _ = client.ask(#"{"id":31,"method":"http.stub","params":{"url":"*","answers":[{"fail":"timedOut"}]}}"#)
    client.send(
      #"{"id":32,"method":"program.eval","params":{"source":"_ = try await URLSession.shared.data(from: URL(string: \"https://a.test/\")!)"}}"#
    )
    let answers = client.ask(#"{"id":33,"method":"clock.run"}"#)
    #expect(try examine(answers.last { $0.contains(#""id":32,"#) }) == "upstream")
    _ = client.ask(
      #"{"id":4,"method":"program.eval","params":{"source":"let t = Timer.publish(every: 1, on: .main, in: .common).autoconnect().sink { _ in }"}}"#
    )
    #expect(try examine(client.ask(#"{"id":5,"method":"clock.run"}"#).last) == "notQuiescent")
    client.sendRaw(
      [#"{"id":6,"method":"server.shutdown"}"#, #"{"id":7,"method":"session.ping"}"#]
        .map { Client.completed($0) + "\n" }.joined())
    let last = client.lines().filter { $0.hasPrefix(#"{"id":7"#) }
    #expect(try examine(last.last) == "shuttingDown")
  }
}
