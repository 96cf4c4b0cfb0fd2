import EventLoop
import Foundation
import Glibc
import Language
import Outside
import Testing

/// Whatever a server does, a request ends once, with the documented outcome, and leaves nothing behind.
@Suite(.serialized) struct CurlNetworkTests {
  private static let server = RawServer { path, write in
    switch path {
    case "/hello": _ = write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Kind: test\r\n\r\nhello")
    case "/missing": _ = write("HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno")
    case "/half": _ = write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly a part")
    case "/garbage": _ = write("this is not HTTP\r\n\r\n")
    case "/endless":
      var goesOn = write("HTTP/1.1 200 OK\r\n\r\n")
      let piece = String(repeating: "x", count: 65_536)
      while goesOn { goesOn = write(piece) }
    case "/loop": _ = write("HTTP/1.1 302 Found\r\nLocation: /loop\r\nContent-Length: 0\r\n\r\n")
    case "/moved": _ = write("HTTP/1.1 302 Found\r\nLocation: /hello\r\nContent-Length: 0\r\n\r\n")
    case "/deep/beside": _ = write("HTTP/1.1 301 Moved\r\nLocation: ../hello\r\nContent-Length: 3\r\n\r\nred")
    case "/nowhere": _ = write("HTTP/1.1 302 Found\r\nContent-Length: 2\r\n\r\nno")
    case "/away": _ = write("HTTP/1.1 302 Found\r\nLocation: ftp://127.0.0.1/x\r\nContent-Length: 0\r\n\r\n")
    case _ where path.hasPrefix("/to-echo-"):
      _ = write("HTTP/1.1 \(path.dropFirst(9)) Moved\r\nLocation: /echo\r\nContent-Length: 0\r\n\r\n")
    case _ where path.hasPrefix("/elsewhere-"):
      _ = write(
        "HTTP/1.1 307 Moved\r\nLocation: http://localhost:\(path.dropFirst(11))/echo\r\nContent-Length: 0\r\n\r\n")
    case "/denied":
      _ = write("HTTP/1.1 401 Denied\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 2\r\n\r\nno")
    case "/trailer":
      _ = write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-Late: 1\r\n\r\n")
    case "/early": _ = write("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 204 No Content\r\nX-Kind: b\r\n\r\n")
    case "/names":
      _ = write("HTTP/1.1 200 OK\r\nset-cookie: a=1\r\nSet-Cookie: b=2\r\nX-None:\r\nContent-Length: 0\r\n\r\n")
    case "/half-chunk": _ = write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\nhello")
    case "/not-packed": _ = write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello")
    case "/packed":
      // The head of a block that makes 2 KB of zeros of each byte 0: a megabyte is two gigabytes.
      let start: [UInt8] = [
        0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3, 0xec, 0xc1, 1, 1, 0, 0, 0, 0x80, 0x90, 0xfe, 0xaf, 0xee, 8, 0x0a,
      ]
      if write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n") {
        _ = write(start + [UInt8](repeating: 0, count: 1 << 20))
      }
    case "/dripping?open":
      var goesOn = write("HTTP/1.1 200 OK\r\n\r\n")
      while goesOn {
        goesOn = write("x")
        sched_yield()
      }
    default: break
    }
  }

  /// A loop with a network on it, for one test.
  private final class Stage {
    let loop: EventLoop
    let network: CurlNetwork
    var outcomes: [HTTPOutcome] = []
    private(set) var turns = 0

    init(limits: CurlNetwork.Limits = .init()) throws {
      loop = EventLoop(poller: try EpollPoller())
      var turned: () -> Void = {}
      network = try CurlNetwork(on: loop, limits: limits) { body in
        turned()
        body()
      }
      turned = { [unowned self] in turns += 1 }
    }

    @discardableResult
    func load(_ url: String, timeout: Double = 20) -> any HostWork {
      load(HTTPRequest(url: url, timeout: Int(timeout * 1e9)))
    }

    @discardableResult
    func load(_ request: HTTPRequest) -> any HostWork {
      network.load(request) { [unowned self] outcome in
        outcomes.append(outcome)
        loop.stop()
      }
    }

    /// Runs the loop until one answer has come.
    func answer() throws -> HTTPOutcome {
      loop.run()
      return try #require(outcomes.last)
    }
  }

  private func answer(_ path: String, timeout: Double = 20, limits: CurlNetwork.Limits = .init()) throws
    -> HTTPOutcome
  {
    let stage = try Stage(limits: limits)
    defer { stage.network.close() }
    stage.load(Self.server.url(path), timeout: timeout)
    let outcome = try stage.answer()
    #expect(stage.network.running == 0 && stage.turns == 1)
    return outcome
  }

  private func failure(_ code: URLError.Code) -> HTTPOutcome { .failure(code: code.rawValue) }

  @Test(arguments: [("/hello", 200, "hello"), ("/missing", 404, "no"), ("/moved", 200, "hello")])
  func answersComeWhole(_ path: String, _ status: Int, _ body: String) throws {
    guard case .response(let response) = try answer(path) else { return #expect(Bool(false), "no response") }
    #expect(response.status == status && String(decoding: response.body, as: UTF8.self) == body)
    if path != "/missing" { #expect(response.headers.contains(HTTPHeader("X-Kind", "test"))) }
    if path == "/moved" { #expect(response.url == Self.server.url("/hello")) }
  }

  private func response(_ request: HTTPRequest) throws -> HTTPResponse {
    let stage = try Stage()
    defer { stage.network.close() }
    stage.load(request)
    guard case .response(let response) = try stage.answer() else { throw Unanswered() }
    return response
  }

  private struct Unanswered: Error {}

  /// What a request says, line by line.
  private func echo(at path: String = "/echo", _ method: String, _ headers: [HTTPHeader] = [], body: String = "") throws
    -> Set<String>
  {
    let response = try response(
      HTTPRequest(
        url: Self.server.url(path), method: method, headers: headers, body: Array(body.utf8), timeout: 20_000_000_000))
    let lines = String(decoding: response.body, as: UTF8.self).split(
      separator: "\r\n", omittingEmptySubsequences: false)
    return Set(lines.map(String.init))
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PURGE"])
  func methodsAndBodiesArriveAsTheyAre(_ method: String) throws {
    let empty = try echo(method)
    #expect(empty.isSuperset(of: ["\(method) /echo HTTP/1.1", "Content-Length: 0"]))
    #expect(!empty.contains { $0.hasPrefix("Content-Type:") })
    let full = try echo(method, [HTTPHeader("Content-Type", "application/json")], body: #"{"a":1}"#)
    #expect(full.isSuperset(of: ["Content-Length: 7", "Content-Type: application/json", #"{"a":1}"#]))
    let form = try echo(method, body: "a=1")
    #expect(form.contains("Content-Type: application/x-www-form-urlencoded") == (method == "POST"))
  }

  @Test func aHeadHasNoBody() throws {
    let response = try response(
      HTTPRequest(url: Self.server.url("/missing"), method: "HEAD", timeout: 20_000_000_000))
    #expect(response.status == 404 && response.body.isEmpty && response.headers == [HTTPHeader("Content-Length", "2")])
  }

  @Test func fieldsArriveAsTheyAre() throws {
    let said = try echo(
      "GET",
      [
        HTTPHeader("X-One", "1"), HTTPHeader("X-None", ""), HTTPHeader("Accept", "text/html"), HTTPHeader("x-one", "2"),
        // Nothing can be smuggled in, neither a field nor another request.
        HTTPHeader("X-Break", "a\r\nX-Smuggled: b"), HTTPHeader("X-Bad: c\r\nX-Smuggled", "d"),
      ])
    #expect(said.isSuperset(of: ["X-One: 1,2", "X-None:", "Accept: text/html", "Connection: keep-alive"]))
    #expect(!said.contains { $0.hasPrefix("X-Smuggled") || $0.hasPrefix("X-Bad") })
    #expect(said.contains { $0.hasPrefix("User-Agent: combined ") })
    #expect(said.contains { $0.hasPrefix("Accept-Encoding: ") && $0.contains("gzip") })
  }

  @Test(arguments: [
    ("301", "POST", "GET"), ("302", "POST", "GET"), ("303", "POST", "GET"), ("307", "POST", "POST"),
    ("308", "POST", "POST"), ("302", "PUT", "PUT"), ("303", "DELETE", "GET"), ("307", "DELETE", "DELETE"),
  ])
  func redirectsKeepTheMethodWhereTheyShould(_ status: String, _ method: String, _ then: String) throws {
    let said = try echo(at: "/to-echo-\(status)", method, [HTTPHeader("Authorization", "t")], body: "a=1")
    #expect(said.isSuperset(of: ["\(then) /echo HTTP/1.1", "Authorization: t"]))
    #expect(said.contains("a=1") == (method == then) && said.contains("Content-Length: 3") == (method == then))
  }

  @Test func whatLetsSomebodyInStaysWithTheServer() throws {
    let said = try echo(
      at: "/elsewhere-\(Self.server.port)", "GET", [HTTPHeader("authorization", "t"), HTTPHeader("X-A", "b")])
    #expect(said.contains("X-A: b") && said.contains("Host: localhost:\(Self.server.port)"))
    #expect(!said.contains("authorization: t"))
  }

  @Test func redirectsThatLeadNowhere() throws {
    guard case .response(let response) = try answer("/nowhere") else { return #expect(Bool(false), "no response") }
    #expect(response.status == 302 && response.body == Array("no".utf8))
    #expect(try answer("/away") == failure(.unsupportedURL))
  }

  @Test(arguments: [
    ("/denied", 401, "no"), ("/trailer", 200, "hello"), ("/early", 204, ""), ("/deep/beside", 200, "hello"),
  ])
  func unusualAnswersAreAnswers(_ path: String, _ status: Int, _ body: String) throws {
    guard case .response(let response) = try answer(path) else { return #expect(Bool(false), "no response") }
    #expect(response.status == status && String(decoding: response.body, as: UTF8.self) == body)
    #expect(!response.headers.contains { ["X-Late", "Link"].contains($0.name) })
    if path == "/deep/beside" { #expect(response.url == Self.server.url("/hello")) }
  }

  @Test func fieldsOfOneNameAreOne() throws {
    guard case .response(let response) = try answer("/names") else { return #expect(Bool(false), "no response") }
    #expect(
      response.headers == [
        HTTPHeader("Content-Length", "0"), HTTPHeader("X-None", ""), HTTPHeader("set-cookie", "a=1, b=2"),
      ])
  }

  @Test func aBodyOfGetIsRefused() throws {
    let stage = try Stage()
    defer { stage.network.close() }
    stage.load(HTTPRequest(url: Self.server.url("/hello"), body: [1], timeout: 20_000_000_000))
    #expect(try stage.answer() == failure(.dataLengthExceedsMaximum))
  }

  @Test func whatIsCountedIsUnpacked() throws {
    #expect(try answer("/packed") == failure(.dataLengthExceedsMaximum))
    #expect(try answer("/not-packed") == failure(.cannotDecodeContentData))
  }

  @Test func aTrickleDoesNotLastForEver() throws {
    var limits = CurlNetwork.Limits()
    limits.duration = 0.05
    limits.body = .max
    #expect(try answer("/dripping?open", limits: limits) == failure(.timedOut))
  }

  /// A request that is cancelled, and one that is answered, leave no connection: the one at once, the other after a while.
  @Test func connectionsAreGivenUp() throws {
    let server = RawServer { path, write in
      _ = write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    }
    var limits = CurlNetwork.Limits()
    limits.idle = 0.05
    let stage = try Stage(limits: limits)
    defer { stage.network.close() }
    let work = stage.load(server.url("/silent"))
    while server.openConnections == 0 { sched_yield() }
    work.cancel()
    while server.openConnections > 0 { sched_yield() }
    stage.load(server.url("/kept?open"))
    _ = try stage.answer()
    while server.openConnections > 0 { sched_yield() }
    // And it goes on.
    stage.load(server.url("/again"))
    guard case .response = try stage.answer() else { return #expect(Bool(false), "no response") }
  }

  @Test(arguments: ["/half", "/half-chunk"])
  func halfABodyIsALostConnection(_ path: String) throws {
    #expect(try answer(path) == failure(.networkConnectionLost))
  }

  @Test func aServerThatNeverAnswersTimesOut() throws {
    #expect(try answer("/silent", timeout: 0.05) == failure(.timedOut))
  }

  @Test func aBodyWithoutEndIsCutOff() throws {
    var limits = CurlNetwork.Limits()
    limits.body = 1 << 20
    #expect(try answer("/endless", limits: limits) == failure(.dataLengthExceedsMaximum))
  }

  @Test func aBodyMayBeAsLongAsTheLimit() throws {
    var limits = CurlNetwork.Limits()
    limits.body = 5
    guard case .response = try answer("/hello", limits: limits) else { return #expect(Bool(false), "no response") }
    limits.body = 4
    #expect(try answer("/hello", limits: limits) == failure(.dataLengthExceedsMaximum))
    #expect(try answer("/trailer", limits: limits) == failure(.dataLengthExceedsMaximum))
  }

  @Test func redirectsInACircleEnd() throws {
    #expect(try answer("/loop") == failure(.httpTooManyRedirects))
  }

  @Test func nothingIsNoResponse() throws { #expect(try answer("/nothing") == failure(.badServerResponse)) }

  @Test func whatIsNotHTTPCannotBeParsed() throws { #expect(try answer("/garbage") == failure(.cannotParseResponse)) }

  @Test func nobodyThereIsAFailure() throws {
    let gone = RawServer { _, _ in }
    gone.stop()
    let stage = try Stage()
    defer { stage.network.close() }
    stage.load(gone.url("/"))
    #expect(try stage.answer() == failure(.cannotConnectToHost))
  }

  @Test(arguments: ["ftp://127.0.0.1/x", "nonsense", "file:///etc/passwd"])
  func otherSchemesAreRefusedLater(_ url: String) throws {
    let stage = try Stage()
    defer { stage.network.close() }
    stage.load(url)
    #expect(stage.outcomes.isEmpty)
    guard case .failure = try stage.answer() else { return #expect(Bool(false), "it was answered") }
  }

  @Test func aCancelledRequestIsNeverHeardOf() throws {
    let stage = try Stage()
    defer { stage.network.close() }
    let work = stage.load(Self.server.url("/silent"))
    work.cancel()
    work.cancel()
    stage.load(Self.server.url("/hello"))
    _ = try stage.answer()
    #expect(stage.outcomes.count == 1 && stage.network.running == 0)
  }
}
