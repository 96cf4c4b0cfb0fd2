import EventLoop
import Foundation
import Glibc
import Language
import Outside
import Testing

/// Whatever a server does, a request ends once, with the documented outcome, and leaves nothing behind.
@Suite(.serialized) struct SessionNetworkTests {
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
    default: break
    }
  }

  /// A loop with a network on it, for one test.
  private final class Stage {
    let loop: EventLoop
    let network: SessionNetwork
    var outcomes: [HTTPOutcome] = []
    private(set) var turns = 0

    init(limits: SessionNetwork.Limits = .init()) throws {
      loop = EventLoop(poller: try EpollPoller())
      var turned: () -> Void = {}
      network = try SessionNetwork(on: loop, limits: limits) { body in
        turned()
        body()
      }
      turned = { [unowned self] in turns += 1 }
    }

    @discardableResult
    func load(_ url: String, timeout: Double = 20) -> any HostWork {
      network.load(HTTPRequest(url: url, timeout: Int(timeout * 1e9))) { [unowned self] outcome in
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

  private func answer(_ path: String, timeout: Double = 20, limits: SessionNetwork.Limits = .init()) throws
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

  @Test func halfABodyIsALostConnection() throws {
    #expect(try answer("/half") == failure(.networkConnectionLost))
  }

  @Test func aServerThatNeverAnswersTimesOut() throws {
    #expect(try answer("/silent", timeout: 0.05) == failure(.timedOut))
  }

  @Test func aBodyWithoutEndIsCutOff() throws {
    var limits = SessionNetwork.Limits()
    limits.body = 1 << 20
    #expect(try answer("/endless", limits: limits) == failure(.dataLengthExceedsMaximum))
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
