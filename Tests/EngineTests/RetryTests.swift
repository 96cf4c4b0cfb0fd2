import Language
import Testing

@testable import Engine

/// `retry(_:backoff:jitter:when:)`: when attempts are made, which failures are worth one, and what is told.
@Suite struct RetryTests {
  private static let second = 1_000_000_000

  private func world(_ retry: String, _ answers: NetworkStub.Answer...) throws -> World {
    let world = try World(
      """
      import Combine
      import Foundation
      class Page: ObservableObject {
        @Published var query = ""
        @Published var text = "-"
        init() {
          $query.dropFirst()
            .flatMap { query in
              URLSession.shared.dataTaskPublisher(for: URL(string: "https://words.test/" + query)!)
                .checkedData()
                \(retry)
                .map { String(decoding: $0, as: UTF8.self) }
                .catch { Just("\\($0)") }
            }
            .assign(to: &$text)
        }
      }
      let page = Page()
      """)
    world.engine.outside.addStub(NetworkStub(pattern: "*", answers: answers))
    try world.set("page.query", .string("q"))
    return world
  }

  private func answer(_ status: Int, _ retryAfter: String? = nil, times: Int = 1) -> NetworkStub.Answer {
    let headers = retryAfter.map { [HTTPHeader("Retry-After", $0)] } ?? []
    return NetworkStub.Answer(
      .response(HTTPResponse(url: "", status: status, headers: headers, body: Array("body".utf8))), times: times)
  }

  private func seconds(_ world: World) -> [Int] { world.engine.outside.requests.map { $0.startedAt / Self.second } }

  @Test func pausesDouble() throws {
    let world = try world(".retry(3, backoff: .exponential(.seconds(3)))", answer(503, times: 3), answer(200))
    world.engine.advance(to: 60 * Self.second)
    #expect(seconds(world) == [0, 3, 9, 21])
    #expect(try world.get("page.text") == .string("body"))
    #expect(world.engine.outside.requestTotals.byPipeline == ["page.text": 4])
    #expect(
      world.notices() == [
        "page.text retrying attempt 2 of 4 in 3 s: https://words.test/q answered 503 Service Unavailable",
        "page.text retrying attempt 3 of 4 in 6 s: https://words.test/q answered 503 Service Unavailable",
        "page.text retrying attempt 4 of 4 in 12 s: https://words.test/q answered 503 Service Unavailable",
      ])
  }

  @Test func thePauseHasALimit() throws {
    let world = try world(
      ".retry(4, backoff: .exponential(.seconds(1), factor: 3, maximum: .seconds(5)))", answer(500))
    world.engine.advance(to: 60 * Self.second)
    #expect(seconds(world) == [0, 1, 4, 9, 14])
    #expect(try world.get("page.text") == .string("https://words.test/q answered 500 Internal Server Error"))
    #expect(world.notices().last?.hasPrefix("page.text retrying given up after 5 attempts") == true)
  }

  /// What makes no sense is none, and asks for no hurry.
  @Test(arguments: [
    ("17", [0, 17]), ("Thu, 01 Jan 1970 00:00:40 GMT", [0, 40]), ("nonsense", [0, 3]), ("-5", [0, 3]),
    ("100000000000000000000", [0, 3]),
  ])
  func theServersWordComesFirst(_ header: String, _ times: [Int]) throws {
    let world = try world(".retry(1, backoff: .constant(.seconds(3)))", answer(503, header), answer(200))
    world.engine.advance(to: 60 * Self.second)
    #expect(seconds(world) == times)
  }

  @Test(arguments: [(400, 1), (404, 1), (408, 3), (429, 3), (500, 3), (501, 1), (503, 3)])
  func onlyWhatMayPassIsTriedAgain(_ status: Int, _ requests: Int) throws {
    let world = try world(".retry(2, backoff: .constant(.seconds(1)))", answer(status))
    world.engine.advance(to: 60 * Self.second)
    #expect(seconds(world).count == requests)
  }

  @Test func theProgramCanDecide() throws {
    let world = try world(
      ".retry(2, backoff: .none, when: { ($0 as? HTTPError)?.statusCode == 404 })", answer(404), answer(503))
    world.engine.advance(to: 60 * Self.second)
    #expect(seconds(world) == [0, 0])
  }

  @Test func jitterSpreadsAndRepeats() throws {
    func times() throws -> [Int] {
      let world = try world(".retry(5, backoff: .constant(.seconds(10)), jitter: 0.5)", answer(500))
      world.engine.advance(to: 600 * Self.second)
      return world.engine.outside.requests.map(\.startedAt)
    }
    let first = try times()
    #expect(try times() == first)
    let pauses = zip(first, first.dropFirst()).map { $1 - $0 }
    #expect(pauses.allSatisfy { (5 * Self.second...15 * Self.second).contains($0) } && Set(pauses).count == 5)
  }

  @Test func supersededAttemptsAreGivenUp() throws {
    let world = try world(".retry(9, backoff: .constant(.seconds(5)))", answer(500))
    world.engine.closeSession("c1")
    world.engine.advance(to: 12 * Self.second)
    #expect(seconds(world) == [0, 5, 10])
  }
}
