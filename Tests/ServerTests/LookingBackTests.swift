import Testing

@testable import Server

/// Who looks back through a long history holds nobody up: it is done in parts, and others have their turn in between.
@Suite struct LookingBackTests {
  private let program = """
    class Busy: ObservableObject { @Published var n = 0 }
    class Quiet: ObservableObject { @Published var temp = 0; @Published var on = false }
    let busy = Busy()
    let quiet = Quiet()
    """

  /// A quiet path, whose only changes lie far back.
  private func start() throws -> Client {
    let stage = try Stage(program)
    let client = try stage.connect()
    stage.settle()
    for value in 1...3 {
      _ = client.ask(#"{"id":1,"method":"store.set","params":{"path":"quiet.temp","value":\#(value)}}"#)
    }
    for value in 1...3000 {
      client.send(#"{"id":2,"method":"store.set","params":{"path":"busy.n","value":\#(value)}}"#)
    }
    stage.settle()
    _ = client.lines()
    return client
  }

  @Test(arguments: [
    #""method":"sub.open","params":{"sub":"w","paths":["quiet.temp"],"from":{"last":5},"deliver":{"mode":"every"}}"#,
    #""method":"sub.open","params":{"sub":"w","paths":["quiet.temp"],"from":{"since":"1970-01-01T00:00:00Z"}}"#,
    #""method":"sub.open","params":{"sub":"w","paths":["quiet.**"],"from":{"since":"1970-01-01T00:00:00Z"},"when":"value.temp > 0"}"#,
    #""method":"sub.open","params":{"sub":"w","paths":["quiet.**"],"from":{"last":5},"when":"value.temp > 1"}"#,
    #""method":"store.history","params":{"path":"busy.n","limit":1000,"since":"1970-01-01T00:00:00Z"}"#,
  ])
  func othersAreAnsweredMeanwhile(request: String) throws {
    let client = try start()
    client.send("{\"id\":8,\(request)}")
    client.send(#"{"id":9,"method":"session.ping"}"#)
    let lines = client.lines()
    let isLast = lines.last.map { $0.contains("ready") || $0.contains(#""id":8"#) }
    #expect(isLast == true, "\(lines.suffix(2))")
    #expect(lines.contains { $0.contains(#""id":9"#) && $0.contains("result") })
  }
}
