// Statements that wait: the answer comes when it is there, and everything else goes on.
import EventLoop
import Testing
import TestSupport

@testable import Server

@Suite struct WaitingTests {
  private func eval(_ id: Int, _ source: String) -> String {
    #"{"id":\#(id),"method":"program.eval","params":{"source":"\#(source)"}}"#
  }

  private func ids(_ lines: [String]) -> [String] {
    lines.compactMap { line in
      line.firstRange(of: "\"id\":").map { String(line[$0.upperBound...].prefix { $0.isNumber }) }
    }
  }

  @Test func anAwaitIsAnsweredWhenItIsDoneAndOtherRequestsBefore() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    client.send(eval(1, "try await Task.sleep(for: .seconds(2)); counter.n = 7; print(counter.n)"))
    #expect(ids(client.ask(#"{"id":2,"method":"session.ping"}"#)) == ["2"])
    stage.advance(by: .seconds(1))
    #expect(client.lines() == [])
    stage.advance(by: .seconds(1))
    let answer = client.lines()
    #expect(ids(answer) == ["1"])
    #expect(answer.last?.contains(#""printed":["7"]"#) == true, "\(answer)")
  }

  @Test func oneBlockingSleepHoldsUpNobody() throws {
    let stage = try Stage(Source.counter)
    let (sleeper, other) = (try stage.connect(), try stage.connect())
    sleeper.send(eval(1, "sleep(5); print(0)"))
    #expect(sleeper.lines() == [])
    #expect(ids(other.ask(eval(9, "counter.n = 3"))) == ["9"])
    stage.advance(by: .seconds(5))
    #expect(sleeper.lines().last?.contains(#""id":1,"result""#) == true)
  }

  @Test func whoLeavesTakesTheStatementAlong() throws {
    let stage = try Stage(Source.counter)
    let (sleeper, other) = (try stage.connect(), try stage.connect())
    sleeper.send(eval(1, "try await Task.sleep(for: .seconds(5)); counter.n = 99"))
    stage.advance(by: .seconds(1))
    sleeper.close()
    stage.settle()
    stage.advance(by: .seconds(9))
    #expect(
      other.ask(#"{"id":2,"method":"store.get","params":{"path":"counter.n"}}"#).last?.contains(#""value":99"#) == false
    )
  }
}
