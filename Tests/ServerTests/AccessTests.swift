// What each method of the table needs, against what it does: every example of the documents is run by a viewer, by a
// writer of some paths, by a writer and by an owner, and the daemon's state before and after says who did what. A method
// that is declared with too little access fails here, whatever its definition says.
import Engine
import EventLoop
import Glibc
import Language
import TestSupport
import Testing
import Wire

@testable import Server

@Suite struct AccessTests {
  /// What the examples of the method table speak of.
  private static let program = """
    class SignUp: ObservableObject {
      @Published var username = ""
      @Published var isValid = false
      init() { $username.map { $0.count >= 3 }.assign(to: &$isValid) }
    }
    struct Item: Codable { var id = "t"; var done = false }
    class Todo: ObservableObject { @Published var items = [Item(), Item(), Item(), Item()] }
    class Counter: ObservableObject {
      @Published var n = 0
      func add(by step: Int) { n += step }
    }
    struct Pair: Codable { var x = 0 }
    class Home: ObservableObject {
      @Published var a = 0
      @Published var b = Pair()
      @Published var orders = 0
    }
    class Kitchen: ObservableObject { @Published var temp = 20.5 }
    let signup = SignUp()
    let todo = Todo()
    let counter = Counter()
    let home = Home()
    let kitchen = Kitchen()
    let hall = Kitchen()
    let shout = signup.$username.sink { _ in }
    let orders = NotificationCenter.default.publisher(for: Notification.Name("orderReceived")).sink { _ in home.orders += 1 }
    """

  /// What a method left different.
  private struct State: Equatable {
    var values: [String]
    var rest: [String]
  }

  private final class Scene {
    let stage: Stage
    let owner: Client
    private let uid: UInt32?

    /// - Parameter grant: of a user who is not the daemon's own; without one the daemon's own user comes.
    init(grant: String?) throws {
      var settings = ServerSettings()
      uid = grant.map { _ in UInt32(geteuid()) + 1 }
      if let grant, let uid { settings.grants = [ServerSettings.Grant(grant.replacing("UID", with: "\(uid)"))!] }
      stage = try Stage(AccessTests.program, settings: settings)
      owner = try stage.connect()
      stage.settle()
      _ = owner.lines()
    }

    func connect() throws -> Client {
      guard let uid else { return try stage.connect() }
      let (near, far) = try Stream.pair()
      stage.server.accept(ForeignStream(near, uid: uid))
      return Client(far, stage)
    }

    var state: State {
      let engine = stage.engine
      let values = engine.storeList.flatMap { store in store.properties.map { "\($0.path) = \($0.redacted)" } }
      let pipelines = engine.pipelines.all.map { "\($0.name) \($0.state) \($0.isPaused)" }
      let declarations = engine.declarations(in: "").map(\.text)
      let asked = ["server.config", "clock.get"].map { method in
        answer(to: owner, method, "{}")
      }
      return State(values: values, rest: pipelines + declarations + asked + ["\(stage.server.connections.count)"])
    }

    func answer(to client: Client, _ method: String, _ params: String) -> String {
      client.send(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#)
      stage.settle()
      _ = client.take()
      return client.lines().first { $0.contains(#""id":1"#) } ?? "nothing"
    }

    /// Runs the example of a method, and says what it was answered and what it changed.
    func run(_ method: Wire.Method) throws -> (answer: String, before: State, after: State) {
      let client = try connect()
      // Somebody who can be sent away.
      let bystander = try stage.connect()
      stage.settle()
      _ = (client.take(), client.lines(), bystander.take())
      let id = stage.server.connectionsByAge.last?.session.id ?? ""
      // A revision that nobody has reached yet would only be refused.
      let members = try JSONValue(parsing: method.example.params).object ?? []
      let params = "\(JSONValue.object(members.filter { $0.name != "if" }))".replacing("c12", with: id)
      // A draft is of the connection that opened it.
      if method.name.hasPrefix("draft."), method.name != DraftOpen.method.name {
        _ = self.answer(to: client, DraftOpen.method.name, DraftOpen.method.example.params)
        _ = self.answer(to: client, DraftSet.method.name, DraftSet.method.example.params)
      }
      let before = state
      let answer = answer(to: client, method.name, params)
      let after = state
      client.close()
      bystander.close()
      stage.settle()
      return (answer, before, after)
    }
  }

  private static func isDenied(_ answer: String) -> Bool {
    answer.hasPrefix(#"{"id":1,"error""#) && answer.contains(#""kind":"denied""#)
  }

  /// `session.bye` and `server.shutdown` end the scene. What owners do comes last: it takes away what others speak of.
  private static let methods = MethodTable.methods
    .filter { ![SessionBye.method.name, ServerShutdown.method.name].contains($0.name) }
    .sorted { $0.access < $1.access }

  @Test func whatChangesSomethingIsNotDeclaredAsReading() throws {
    let scene = try Scene(grant: nil)
    var changed: [String] = []
    for method in Self.methods {
      let (answer, before, after) = try scene.run(method)
      #expect(!Self.isDenied(answer), "\(method.name): \(answer)")
      guard before != after else { continue }
      changed.append(method.name)
      #expect(method.access > .read, "\(method.name) changes something, and is declared as reading")
      #expect(
        before.rest == after.rest || method.access == .own,
        "\(method.name) changes more than values, and is not declared as the owner's")
    }
    #expect(changed.contains(DraftSave.method.name))
    // Without it this test could pass for want of anything that works.
    #expect(changed.count >= 12, "too few of the examples did something: \(changed)")
  }

  @Test(arguments: ["viewer:UID", "writer:UID:elsewhere.**"])
  func whoMayNotWriteChangesNothing(_ grant: String) throws {
    let scene = try Scene(grant: grant)
    for method in Self.methods {
      let (answer, before, after) = try scene.run(method)
      #expect(before == after, "\(method.name) by \(grant): \(answer)")
      // Whether a draft may be edited and saved was decided when it was opened: by its path.
      let isDecidedBefore =
        [DraftSave.method.name, DraftSet.method.name].contains(method.name) && grant.hasPrefix("writer")
      if method.access > .read, !isDecidedBefore {
        #expect(Self.isDenied(answer), "\(method.name) by \(grant): \(answer)")
      }
    }
  }

  @Test func aWriterChangesValuesOnly() throws {
    let scene = try Scene(grant: "writer:UID")
    for method in Self.methods {
      let (answer, before, after) = try scene.run(method)
      #expect(before.rest == after.rest, "\(method.name): \(answer)")
      #expect(
        Self.isDenied(answer) == (method.access == .own || method.name == Wait.method.name), "\(method.name): \(answer)"
      )
    }
  }

  @Test func onlyTheOwnerStopsTheDaemon() throws {
    for grant in ["viewer:UID", "writer:UID"] {
      let scene = try Scene(grant: grant)
      let client = try scene.connect()
      scene.stage.settle()
      _ = (client.take(), client.lines())
      #expect(Self.isDenied(scene.answer(to: client, ServerShutdown.method.name, "{}")))
      #expect(scene.stage.server.shutdown == nil)
    }
  }

  /// A parameter that is called as those for paths and source are, and has the shape of any string, is not looked at by
  /// whoever decides about permission.
  @Test func pathsAndSourceAmongParametersSaySo() {
    for method in MethodTable.methods {
      for field in method.params.fields {
        guard case .string = field.shape else { continue }
        #expect(
          !["path", "paths", "pattern", "when", "publisher", "set", "patch"].contains(field.name.description),
          "\(method.name): '\(field.name)' is a path or source: give it that shape")
      }
    }
  }
}
