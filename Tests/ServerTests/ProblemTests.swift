// What could not be brought back at the start: every client is told, whenever it comes.
import Engine
import Journal
import Language
import TestSupport
import Testing

@testable import Server

@Suite struct ProblemTests {
  private let declarations = [
    DeclarationRecord(
      order: 1, names: ["Counter"], file: "repl", line: 1,
      text: "class Counter: ObservableObject { @Published var n = 0 }"),
    DeclarationRecord(order: 2, names: ["lost"], file: "repl", line: 4, text: "let lost = Conter()"),
    DeclarationRecord(order: 3, names: ["counter"], file: "repl", line: 5, text: "let counter = Counter()"),
  ]

  private func stage() throws -> Stage {
    let journal = TemporaryDirectory()
    do {
      let kept = try Journal(path: journal.journal)
      let declared = declarations.map { JournalRecord.declare($0) }
      try kept.keep([.epoch("k3f9")] + declared)
      try kept.keep([
        .commit(
          CommitRecord(
            revision: 1, at: 1, cause: Cause(by: "c1"),
            changes: [
              .init(path: "lost.n", value: .int(7), old: nil, version: 1),
              .init(path: "counter.n", value: .int(8), old: nil, version: 1),
            ]))
      ])
      try kept.close()
    }
    return try Stage(state: journal, isSound: false)
  }

  private let text =
    "'lost' could not be evaluated again: cannot find 'Conter' in scope; did you mean 'Counter'?; "
    + "the declaration and its values are kept: declare it anew, or remove it"

  @Test func everybodyWhoComesIsTold() throws {
    let stage = try stage()
    let notice =
      #"{"method":"session.notice","params":{"type":"fault","text":"\#(text)","by":"","rev":1,"file":"repl","line":4,"column":12,"source":"let lost = Conter()","problem":true}}"#
    for _ in 0..<2 {
      let client = try stage.connect()
      let lines = client.ask(#"{"id":1,"method":"store.get","params":{"path":"counter.n"}}"#)
      #expect(lines.count == 2 && lines[0].contains(#""value":8"#) && lines[1] == notice, "\(lines)")
      #expect(client.ask(#"{"id":2,"method":"session.ping"}"#).count == 1, "once")
      let status = client.ask(#"{"id":3,"method":"server.status"}"#)
      let problem = #""problems":[{"names":["lost"],"text":"\#(text)","file":"repl","line":4,"column":12}]"#
      #expect(status.first?.contains(problem) == true, "\(status)")
    }
  }

  @Test func whatIsDeclaredAnewIsNoProblemAnyMore() throws {
    let stage = try stage()
    let client = try stage.connect()
    _ = client.ask(#"{"id":1,"method":"program.eval","params":{"source":"let lost = Counter()"}}"#)
    #expect(client.ask(#"{"id":2,"method":"store.get","params":{"path":"lost.n"}}"#)[0].contains(#""value":7"#))
    #expect(!client.ask(#"{"id":3,"method":"server.status"}"#)[0].contains("problems"))
    let other = try stage.connect()
    #expect(other.ask(#"{"id":1,"method":"session.ping"}"#).count == 1)
  }
}
