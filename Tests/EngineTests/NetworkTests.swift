import Language
import Testing

@testable import Engine

/// A form that asks a server about its name, and says what it heard.
private let form = """
  import Combine
  import Foundation

  class Form: ObservableObject {
    @Published var name = ""
    @Published var answer = "nothing yet"
    init() {
      $name.dropFirst()
        .map { name in
          URLSession.shared.dataTaskPublisher(for: URL(string: "https://names.test/free?name=" + name)!)
            .map { String(decoding: $0.data, as: UTF8.self) }
            .catch { error in Just(error.code == .timedOut ? "too late" : "no answer") }
        }
        .switchToLatest()
        .assign(to: &$answer)
    }
  }
  let form = Form()
  """

private let second = 1_000_000_000

private func reply(_ text: String, status: Int = 200, after seconds: Int = 0, times: Int = 1) -> NetworkStub.Answer {
  NetworkStub.Answer(
    .response(HTTPResponse(url: "", status: status, body: Array(text.utf8))), delay: seconds * second, times: times)
}

@Suite struct NetworkTests {
  private func stubbed(_ answers: NetworkStub.Answer..., pattern: String = "https://names.test/*") throws -> World {
    let world = try World(form)
    world.engine.outside.addStub(NetworkStub(pattern: pattern, answers: answers))
    return world
  }

  private func states(_ world: World) -> [HTTPEntry.State] { world.engine.outside.requests.map(\.state) }

  @Test func aStubAnswersOnTime() throws {
    let world = try stubbed(reply("free", after: 3))
    try world.set("form.name", .string("ada"))
    world.engine.advance(to: 3 * second - 1)
    #expect(try world.get("form.answer") == .string("nothing yet"))
    #expect(states(world) == [.running])
    world.engine.advance(to: 3 * second)
    #expect(try world.get("form.answer") == .string("free"))
    let entry = try #require(world.engine.outside.requests.first)
    #expect(entry.url == "https://names.test/free?name=ada" && entry.method == "GET")
    #expect(entry.state == .status(200) && entry.endedAt == 3 * second && entry.stub == "https://names.test/*")
  }

  /// A subscription asks before the variable that it is bound to has it.
  @Test func requestsAreOfThePipelineByItsName() throws {
    let world = try stubbed(reply("a"))
    try world.eval(
      """
      let ask = URLSession.shared.dataTaskPublisher(for: URL(string: "https://names.test/x")!)
        .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
      URLSession.shared.dataTaskPublisher(for: URL(string: "https://names.test/y")!)
        .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
      """)
    #expect(world.engine.outside.requests.map(\.pipeline) == ["ask", "$R0"])
    #expect(world.engine.outside.requestTotals.byPipeline == ["ask": 1, "$R0": 1])
  }

  /// Nobody else's pipeline stands behind it: what it prints is for whoever asked.
  @Test func aCompletionHandlerIsOfTheSessionThatAsked() throws {
    let world = try stubbed(reply("a", after: 1))
    try world.eval(
      """
      func ask() -> URLSessionDataTask {
        let task = URLSession.shared.dataTask(with: URL(string: "https://names.test/x")!) { data, _, error in
          print("answered", data?.count ?? -1, (error as? URLError)?.code == .cancelled)
        }
        task.resume()
        return task
      }
      let answered = ask()
      let cancelled = ask()
      cancelled.cancel()
      """)
    _ = world.engine.takeNotices()
    world.engine.advance(to: 2 * second)
    let notices = world.engine.takeNotices().filter { if case .print = $0.kind { true } else { false } }
    #expect(notices.map(\.session) == ["c1", "c1"], "\(notices)")
  }

  @Test func soAreTimersAndObservers() throws {
    let world = try World()
    try world.eval(
      """
      import Foundation
      let timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in print("timer") }
      let observer = NotificationCenter.default.addObserver(forName: .init("n"), object: nil, queue: nil) { _ in
        print("observer")
      }
      DispatchQueue.main.asyncAfter(deadline: .now() + 2) { NotificationCenter.default.post(name: .init("n"), object: nil) }
      """)
    world.engine.advance(to: 2 * second)
    #expect(world.engine.takeNotices().map(\.session) == ["c1", "c1"])
  }

  @Test func answersTakeTurnsAndTheLastStays() throws {
    let world = try stubbed(reply("a", times: 2), reply("b"))
    var answers: [PortableValue] = []
    for name in ["x", "y", "z", "w"] {
      try world.set("form.name", .string(name))
      world.engine.advance(to: world.engine.now)
      answers.append(try world.get("form.answer"))
    }
    #expect(answers == [.string("a"), .string("a"), .string("b"), .string("b")])
  }

  @Test func whatIsSupersededIsCancelledAndSaysSo() throws {
    let world = try stubbed(reply("slow", after: 5), reply("fast", after: 1))
    try world.set("form.name", .string("a"))
    try world.set("form.name", .string("ab"))
    #expect(states(world) == [.cancelled, .running])
    #expect(world.notices() == ["form.answer superseded GET https://names.test/free?name=a"])
    world.engine.advance(to: 60 * second)
    #expect(states(world) == [.cancelled, .status(200)])
    #expect(try world.get("form.answer") == .string("fast"))
  }

  @Test func whatTakesLongerThanTheRequestWaitsIsATimeOut() throws {
    let world = try stubbed(reply("never", after: 61))
    try world.set("form.name", .string("a"))
    world.engine.advance(to: 60 * second)
    #expect(try world.get("form.answer") == .string("too late"))
    #expect(states(world) == [.failure(-1001)])
  }

  @Test func withoutStubAndNetworkNothingIsConnected() throws {
    let world = try World(form)
    try world.set("form.name", .string("a"))
    #expect(try world.get("form.answer") == .string("nothing yet"))
    world.engine.advance(to: world.engine.now)
    #expect(try world.get("form.answer") == .string("no answer"))
    #expect(states(world) == [.failure(-1009)])
  }

  @Test func theNewestStubWinsAndCanBeTakenAway() throws {
    let world = try stubbed(reply("old"))
    world.engine.outside.addStub(NetworkStub(method: "GET", pattern: "*/free", answers: [reply("new")]))
    try world.set("form.name", .string("a"))
    world.engine.advance(to: world.engine.now)
    #expect(try world.get("form.answer") == .string("new"))
    #expect(world.engine.outside.removeStubs(pattern: "*/free") == 1)
    try world.set("form.name", .string("b"))
    world.engine.advance(to: world.engine.now)
    #expect(try world.get("form.answer") == .string("old"))
    #expect(world.engine.outside.requestTotals.all == 2)
  }

  /// The classic slip: two subscribers of a chain that is not shared ask twice.
  @Test func requestsAreCountedByPipeline() throws {
    let world = try World(
      """
      import Combine
      import Foundation
      class Page: ObservableObject {
        @Published var query = ""
        @Published var text = ""
        @Published var isEmpty = true
        init() {
          let answers = $query.dropFirst().flatMap { _ in
            URLSession.shared.dataTaskPublisher(for: URL(string: "https://names.test/")!)
              .map { String(decoding: $0.data, as: UTF8.self) }.replaceError(with: "")
          }
          answers.assign(to: &$text)
          answers.map { $0.isEmpty }.assign(to: &$isEmpty)
        }
      }
      let page = Page()
      """)
    world.engine.outside.addStub(NetworkStub(pattern: "*", answers: [reply("x")]))
    try world.set("page.query", .string("q"))
    world.engine.advance(to: world.engine.now)
    #expect(world.engine.outside.requestTotals.all == 2)
    #expect(world.engine.outside.requestTotals.byPipeline == ["page.text": 1, "page.isEmpty": 1])
    world.engine.outside.clearRequests()
    #expect(world.engine.outside.requestTotals.all == 0 && world.engine.outside.requests.isEmpty)
  }

  @Test func aTaskWithAHandlerIsCalledOnce() throws {
    let world = try World(
      """
      import Foundation
      let task = URLSession.shared.dataTask(with: URLRequest(url: URL(string: "https://names.test/x")!)) {
        data, response, error in
        print(data.map { String(decoding: $0, as: UTF8.self) } ?? "-", (response as? HTTPURLResponse)?.statusCode ?? 0)
        if let error = error as? URLError { print(error.code == .cancelled) }
      }
      """)
    world.engine.outside.addStub(NetworkStub(pattern: "*", answers: [reply("hello", status: 404, after: 1)]))
    world.engine.advance(to: 5 * second)
    #expect(world.engine.outside.requests.isEmpty)
    try world.eval("task.resume()\ntask.resume()")
    world.engine.advance(to: 10 * second)
    #expect(world.notices() == ["print hello 404"])
    try world.eval(
      """
      let other = URLSession.shared.dataTask(with: URL(string: "https://names.test/y")!) { data, _, error in
        print(data == nil, (error as? URLError)?.code == .cancelled)
      }
      other.resume()
      other.cancel()
      """)
    world.engine.advance(to: 20 * second)
    #expect(world.notices() == ["print true true"])
    #expect(states(world) == [.status(404), .cancelled])
  }

  @Test(arguments: [
    ("*", "anything", true), ("a*c", "abbc", true), ("a*c", "abcb", false), ("*a*b*", "xaybz", true), ("", "", true),
    ("", "x", false), ("a**", "a", true), ("*ab", "aab", true),
  ])
  func patterns(_ pattern: String, _ text: String, _ isMatch: Bool) {
    #expect(Glob.matches(pattern, text) == isMatch)
  }

  @Test func whatNothingTakesThePlaceOfIsCancelled() throws {
    let world = try stubbed(reply("slow", after: 5))
    try world.eval(
      "let asking = URLSession.shared.dataTaskPublisher(for: URL(string: \"https://names.test/free\")!).sink { _ in } receiveValue: { _ in }"
    )
    _ = world.notices()
    try world.eval("asking.cancel()")
    #expect(world.notices() == ["asking cancelled GET https://names.test/free"])
  }

  // MARK: Asynchronous requests

  private static let page = """
    import Foundation
    @MainActor class Page: ObservableObject {
      @Published var text = ""
      @Published var status = 0
      @Published var failure = ""
      func load(_ path: String = "page") async {
        do {
          let (data, response) = try await URLSession.shared.data(from: URL(string: "https://names.test/" + path)!)
          text = String(decoding: data, as: UTF8.self)
          status = (response as? HTTPURLResponse)?.statusCode ?? -1
        } catch let error as URLError {
          print("failed", error.code == .cancelled)
        } catch {
          failure = "\\(error)"
        }
      }
      func post() async throws -> String {
        var request = URLRequest(url: URL(string: "https://names.test/post")!)
        request.httpMethod = "POST"
        return String(decoding: try await URLSession.shared.data(for: request).0, as: UTF8.self)
      }
    }
    let page = Page()
    """

  @Test func aRequestIsAwaited() throws {
    let world = try World(Self.page)
    world.engine.outside.addStub(NetworkStub(method: "GET", pattern: "*", answers: [reply("hello", after: 2)]))
    world.engine.outside.addStub(NetworkStub(method: "POST", pattern: "*/post", answers: [reply("posted", after: 1)]))
    var outcomes: [Result<Engine.CallOutcome, EngineError>] = []
    for method in ["page.load", "page.post"] {
      world.engine.call(method, nil, .init(session: "c1")) { outcomes.append($0) }
    }
    #expect(states(world) == [.running, .running])
    world.engine.advance(to: second)
    #expect(try world.engine.plain(#require(outcomes.first?.get().value).value) == .string("posted"))
    #expect(try world.get("page.text") == .string(""))
    world.engine.advance(to: 2 * second)
    #expect(outcomes.count == 2)
    #expect(try world.get("page.text") == .string("hello"))
    #expect(try world.get("page.status") == .int(200))
  }

  /// The request is given up with its task, and `URLError.cancelled` is what the task sees.
  @Test func cancellingTheTaskCancelsTheRequest() throws {
    let world = try World(Self.page)
    world.engine.outside.addStub(NetworkStub(pattern: "*", answers: [reply("late", after: 5)]))
    let leave = world.engine.call("page.load", nil, .init(session: "c1")) { _ in }
    leave?()
    #expect(states(world) == [.cancelled])
    world.engine.advance(to: world.engine.now)
    #expect(world.notices() == ["print failed true", "test:6:8 task cancelled"])
    #expect(world.engine.nextDeadline == nil)
  }

  @Test func twoAtOnceTakeAsLongAsTheLonger() throws {
    let world = try World(
      Self.page.replacing(
        "func post()",
        with: """
          func both() async {
              async let one: () = load("a")
              async let two: () = load("b")
              _ = await (one, two)
              status = 2
            }
            func post()
          """))
    world.engine.outside.addStub(NetworkStub(pattern: "*/a", answers: [reply("a", after: 1)]))
    world.engine.outside.addStub(NetworkStub(pattern: "*/b", answers: [reply("b", after: 2)]))
    world.engine.call("page.both", nil, .init(session: "c1")) { _ in }
    world.engine.advance(to: 2 * second)
    world.engine.advance(to: 2 * second)
    #expect(try world.get("page.status") == .int(2))
    #expect(world.engine.outside.requests.map(\.endedAt) == [second, 2 * second])
  }

  // MARK: Where nothing is sent

  private final class NoNetwork: Network {
    func load(_ request: HTTPRequest, _ receive: @escaping (HTTPOutcome) -> Void) -> any HostWork {
      Issue.record("it was sent: \(request.url)")
      preconditionFailure()
    }
  }

  /// On virtual time nothing leaves: what happens does not depend on anybody outside.
  @Test func onVirtualTimeOnlyStubsAnswer() throws {
    let world = try World(form)
    world.engine.outside.network = NoNetwork()
    world.engine.outside.usesVirtualTime = true
    try world.set("form.name", .string("a"))
    world.engine.advance(to: world.engine.now)
    #expect(try world.get("form.answer") == .string("no answer"))
    #expect(states(world) == [.failure(-1009)])
    #expect(
      world.notices().map { $0.drop { $0 != " " } } == [
        " trouble no stub answers GET https://names.test/free?name=a, and on virtual time nothing else does"
      ])
  }

  @Test func whatIsDeniedIsSaid() throws {
    let world = try World(form)
    try world.set("form.name", .string("a"))
    world.engine.advance(to: world.engine.now)
    #expect(
      world.notices().map { $0.drop { $0 != " " } } == [
        " trouble GET https://names.test/free?name=a is not sent: the daemon's options deny the network"
      ])
  }
}
