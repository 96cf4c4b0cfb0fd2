// Every number, duration and time that a client can send, at its most extreme: each request is answered, and the daemon
// lives. The fields come from the method table, so that a new method is tried too.
import Engine
import Glibc
import Language
import TestSupport
import Testing
import Wire

@testable import Server

@Suite struct ExtremeNumberTests {
  private static let integers = [
    "-9223372036854775808", "-1", "0", "9007199254740991", "9007199254740992", "9223372036854775807",
    "18446744073709551616", "1e300", "5e-324",
  ]
  private static let durations = [
    "0s", "-1ns", "36525d", "-36525d", "7500000000s", "9223372036s", "-9223372036854775808ns", "99999999999999999999d",
    "nans",
  ].map { "\"\($0)\"" }
  private static let times = [
    "1677-09-21T00:12:44Z", "2149-12-31T23:59:59Z", "2262-04-11T23:47:16Z", "9999-12-31T23:59:59.999999999Z",
  ].map { "\"\($0)\"" }

  /// What a field can be given, by its shape; empty for what is no quantity.
  private static func extremes(_ field: Field) -> [String] {
    func all(_ shape: Shape) -> [String] {
      switch shape {
      case .int, .count, .number: integers
      case .duration: durations
      case .time: times
      case .either(let shapes): shapes.flatMap(all)
      default: []
      }
    }
    return field.name.description == "since" ? durations + times : all(field.shape)
  }

  /// The members of an object within the params that a field's shape stands for, and how to get there.
  private static func objects(in shape: Shape) -> [ObjectSchema] {
    switch shape {
    case .object(let schema): [schema]
    case .list(let element): objects(in: element)
    case .either(let shapes): shapes.flatMap(objects)
    default: []
    }
  }

  private static func isList(_ shape: Shape) -> Bool { if case .list = shape { true } else { false } }

  /// The value that a required member has beside the one that is tried out.
  private static func filler(_ shape: Shape) -> JSONValue {
    switch shape {
    case .bool: false
    case .int: 1
    case .count(let bounds): .int(bounds.lowerBound)
    case .choice(let words): .string(words[0])
    case .list: []
    default: "x"
    }
  }

  /// All params of a method in which one quantity is extreme; the others are those of the method's example.
  static func requests(_ method: Method) throws -> [String] {
    let example = try JSONValue(parsing: method.example.params)
    func replacing(_ object: JSONValue, _ name: String, _ value: JSONValue) -> JSONValue {
      .object((object.object ?? []).filter { $0.name != name } + [.init(name, value)])
    }
    func variants(_ schema: ObjectSchema, _ base: JSONValue, depth: Int) -> [JSONValue] {
      var found: [JSONValue] = []
      for field in schema.fields {
        let name = field.name.description
        for text in extremes(field) {
          // Spelled as it is: not every one of these is a number that JSONValue has.
          found.append(replacing(base, name, .string("⟨\(text)⟩")))
        }
        guard depth < 3 else { continue }
        for inner in objects(in: field.shape) {
          let filled = JSONValue.object(
            inner.fields.filter(\.isRequired).map { .init($0.name.description, filler($0.shape)) })
          for value in variants(inner, filled, depth: depth + 1) {
            found.append(replacing(base, name, isList(field.shape) ? [value] : value))
          }
        }
      }
      return found
    }
    return variants(method.params, example, depth: 0).map {
      $0.description.replacing("\"⟨\\\"", with: "\"").replacing("\\\"⟩\"", with: "\"").replacing("\"⟨", with: "")
        .replacing("⟩\"", with: "")
    }
  }

  private static let source = """
    class SignUp: ObservableObject { @Published var username = ""; @Published var isValid = false; func submit() {} }
    let signup = SignUp()
    class Room: ObservableObject { @Published var temp = 20.0 }
    let kitchen = Room()
    let hall = Room()
    let shout = signup.$username.sink { print($0) }
    """

  enum Role: UInt32, CaseIterable {
    case owner, writer, viewer

    func connect(to stage: Stage) throws -> Client {
      try stage.connect(as: self == .owner ? nil : (geteuid() + rawValue, 7777))
    }
  }

  private func stage() throws -> Stage {
    var settings = ServerSettings()
    settings.grants = [
      "writer:\(geteuid() + Role.writer.rawValue)", "viewer:\(geteuid() + Role.viewer.rawValue)",
    ].compactMap { ServerSettings.Grant($0) }
    return try Stage(Self.source, settings: settings)
  }

  @Test(arguments: MethodTable.methods.map(\.name), Role.allCases)
  func everyRequestIsAnswered(_ name: String, _ role: Role) throws {
    let method = try #require(MethodTable[name])
    var stage = try stage()
    var other = try stage.connect()
    for params in try Self.requests(method) {
      let client = try role.connect(to: stage)
      if name.hasPrefix("clock.") { _ = client.ask(#"{"id":0,"method":"clock.use","params":{"mode":"virtual"}}"#) }
      let lines = client.ask(#"{"id":1,"method":"\#(name)","params":\#(params)}"#)
      let answers = lines.count { $0.hasPrefix(#"{"id":1,"#) }
      if stage.server.shutdown == nil {
        #expect(answers == 1 || (method.isAsync && answers == 0), "\(name) \(params): \(lines)")
        // Whatever it was about: something changes, and time passes.
        _ = try? stage.engine.set("signup.username", to: .string(params), .init(session: "stage"))
        stage.advance(by: .milliseconds(20))
        // That another program's stores have come or gone is told to everybody.
        let heard = other.ask(#"{"id":3,"method":"session.ping"}"#).filter { !$0.contains(#""type":"provider""#) }
        #expect(heard == [#"{"id":3,"result":{}}"#], "\(name) \(params)")
      }
      client.close()
      stage.settle()
      if stage.server.shutdown != nil {
        stage = try self.stage()
        other = try stage.connect()
      }
    }
  }

  /// The table has what it is for: else the test above would walk through nothing.
  @Test func theTableHasQuantities() throws {
    let requests = try MethodTable.methods.flatMap { try Self.requests($0) }
    #expect(requests.count > 300)
    #expect(requests.contains(#"{"path":"signup.isValid","when":"value","timeout":"9223372036s"}"#))
    #expect(requests.contains { $0.hasSuffix(#""deliver":{"maxRate":1e300}}"#) })
    #expect(requests.contains { $0.hasSuffix(#""from":{"since":"-36525d"}}"#) })
  }

  /// What was too much is told with what would not be.
  @Test(arguments: [
    ("wait", #"{"path":"signup.username","timeout":"9223372036s"}"#, "timeout", "of at most \\\"36525d\\\""),
    (
      "sub.open", #"{"sub":"w","paths":[],"deliver":{"maxRate":2e9}}"#, "deliver.maxRate",
      "from 1e-06 to 1000000000.0, not 2000000000.0"
    ),
    ("sub.open", #"{"sub":"w","paths":[],"deliver":{"settle":"7500000000s"}}"#, "deliver.settle", "36525d"),
    ("sub.open", #"{"sub":"w","paths":[],"progress":"-1s"}"#, "progress", "a duration such as"),
    ("sub.demand", #"{"sub":"w","add":9007199254740992}"#, "add", "a count"),
    ("why", #"{"rev":9223372036854775807}"#, "rev", "an integer of at least 0"),
    ("store.set", #"{"path":"signup.username","value":1,"ifRev":9007199254740992}"#, "ifRev", "to 9007199254740991"),
    ("sub.open", #"{"sub":"w","paths":[],"from":{"since":"soon"}}"#, "from.since", "a time or a duration"),
  ])
  func whatIsTooMuchIsRefusedByName(_ method: String, _ params: String, _ name: String, _ expected: String) throws {
    let client = try stage().connect()
    let line = client.ask(#"{"id":1,"method":"\#(method)","params":\#(params)}"#).first ?? ""
    #expect(line.contains(#""kind":"invalidParams","param":"\#(name)""#), "\(line)")
    #expect(line.contains(expected), "\(line)")
  }

  @Test func theClockMovesToTheEndOfItsTimeAndNoFurther() throws {
    let client = try stage().connect()
    _ = client.ask(#"{"id":0,"method":"clock.use","params":{"mode":"virtual","at":"2149-12-31T23:59:59Z"}}"#)
    let beyond = client.ask(#"{"id":1,"method":"clock.advance","params":{"by":"2s"}}"#)
    #expect(beyond.first?.contains("The clock can be moved up to 2150-01-01T00:00:00Z") == true, "\(beyond)")
    let end = client.ask(#"{"id":2,"method":"clock.advance","params":{"by":"1s"}}"#)
    #expect(end.first?.contains(#""now":"2150-01-01T00:00:00Z""#) == true, "\(end)")
    // What waits longer than any clock goes is not waited for by a clock that runs until nothing waits.
    _ = client.ask(
      #"{"id":3,"method":"program.eval","params":{"source":"DispatchQueue.main.asyncAfter(deadline: .distantFuture) { }"}}"#
    )
    let dry = client.ask(#"{"id":4,"method":"clock.run","params":{}}"#)
    #expect(dry.first?.contains(#""fired":0"#) == true && dry.first?.contains(#""timers":1}"#) == true, "\(dry)")
  }
}
