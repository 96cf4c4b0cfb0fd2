import Glibc
import TestSupport
import Testing

@testable import Server

/// Nobody waits for a program that runs: what needs none is answered meanwhile. The program runs for minutes, so that what is
/// answered is answered while it runs.
@Suite struct MeanwhileTests {
  private let directory = TemporaryDirectory()

  private func start(_ limits: String...) throws -> DaemonProcess {
    let arguments = ["--socket", directory.path + "/sock", "--state", directory.path + "/state"]
    let daemon = try DaemonProcess(
      in: directory,
      arguments: arguments + (["steps=1000000000"] + limits).flatMap { ["--limit", $0] })
    #expect(daemon.waits(for: "ready"))
    let source =
      "class S: ObservableObject { @Published var n = 0; func grow() { while true { n += 1 } } }\\nlet s = S()"
    _ = try daemon.connect().ask(eval(1, source))
    return daemon
  }

  private func eval(_ id: Int, _ source: String) -> String {
    #"{"id":\#(id),"method":"program.eval","params":{"source":"\#(source)"}}"#
  }

  /// A client whose program runs by now.
  private func occupy(_ daemon: DaemonProcess, _ source: String = "while true {}") throws -> BlockingClient {
    let client = try daemon.connect()
    client.send(eval(7, source))
    let other = try daemon.connect()
    while other.ask(#"{"id":1,"method":"server.clients"}"#)?.contains(#""inflight":1"#) == false {}
    return client
  }

  private let get = #"{"id":2,"method":"store.get","params":{"path":"s.n"}}"#
  private let ping = #"{"id":3,"method":"session.ping"}"#

  @Test func readsAreAnswered() throws {
    let daemon = try start()
    let occupant = try occupy(daemon)
    let (reader, writer) = (try daemon.connect(), try daemon.connect())
    writer.send(#"{"id":9,"method":"store.set","params":{"path":"s.n","value":3}}"#)
    #expect(reader.ask(ping)?.contains(#""id":3,"result""#) == true)
    #expect(reader.ask(get)?.contains(#""value":0"#) == true)
    for method in ["session.hello", "server.status", "store.list", "program.list"] {
      #expect(reader.ask(#"{"id":4,"method":"\#(method)"}"#)?.contains(#""result""#) == true, "\(method)")
    }
    #expect(occupant.ask(#"{"method":"$/cancel","params":{"id":7}}"#)?.contains(#""kind":"cancelled""#) == true)
    #expect(writer.nextLine()?.contains(#""changed":true"#) == true)
    #expect(reader.ask(get)?.contains(#""value":3"#) == true)
    #expect(daemon.kill(SIGTERM) == 0)
  }

  /// But for those that need nothing, requests of one connection are answered in their order.
  @Test func oneConnectionHasItsOrder() throws {
    let daemon = try start()
    let client = try occupy(daemon)
    client.send(#"{"id":8,"method":"store.set","params":{"path":"s.n","value":3}}"#)
    client.send(get)
    client.send(eval(10, "s.n"))
    client.send(eval(11, "while true {}"))
    #expect(client.ask(ping)?.contains(#""id":3"#) == true)
    // One that has not begun, and the one that runs.
    #expect(client.ask(#"{"method":"$/cancel","params":{"id":11}}"#)?.contains(#""id":11,"error""#) == true)
    #expect(client.ask(#"{"method":"$/cancel","params":{"id":7}}"#)?.contains(#""id":7,"error""#) == true)
    #expect(client.nextLine()?.contains(#""id":8,"result""#) == true)
    #expect(client.nextLine()?.contains(#""value":3"#) == true)
    #expect(client.nextLine()?.contains(#""id":10,"result""#) == true)
    #expect(daemon.kill(SIGTERM) == 0)
  }

  /// What was committed before is kept and told.
  @Test func whatIsCommittedIsKept() throws {
    let daemon = try start()
    let client = try daemon.connect()
    client.send(#"{"id":5,"method":"store.set","params":{"path":"s.n","value":3}}"#)
    client.send(eval(6, "s.n = 4\\nvar kept = 5\\nwhile true {}"))
    #expect(client.nextLine()?.contains(#""id":5,"result""#) == true)
    let reader = try daemon.connect()
    while reader.ask(get)?.contains(#""value":4"#) == false {}
    #expect(daemon.kill(SIGKILL) == -SIGKILL)
    let again = try DaemonProcess(in: directory)
    #expect(again.waits(for: "ready"))
    #expect(try again.connect().ask(get)?.contains(#""value":4"#) == true)
    #expect(again.kill(SIGTERM) == 0)
  }

  @Test func aTransactionHasADeadline() throws {
    let daemon = try start("transactionMs=20")
    let client = try daemon.connect()
    let reply = client.ask(eval(1, "s.grow()"))
    #expect(reply?.contains("stopped after 20 ms: it has changed a store, and others wait to write") == true)
    #expect(reply?.contains(#""line":1"#) == true)
    #expect(client.ask(get)?.contains(#""value":0"#) == true)
    #expect(daemon.kill(SIGTERM) == 0)
  }

  @Test func whoRunsItCanBeSentAway() throws {
    let daemon = try start()
    let occupant = try occupy(daemon)
    let owner = try daemon.connect()
    #expect(
      owner.ask(#"{"id":1,"method":"server.kick","params":{"session":"c2"}}"#)?.contains(#""result""#) == true)
    #expect(occupant.nextLine()?.contains("stopped: its client was sent away") == true)
    #expect(occupant.nextLine()?.contains("You were sent away.") == true)
    #expect(occupant.nextLine() == nil)
    #expect(owner.ask(eval(2, "s.n"))?.contains(#""result""#) == true)
    #expect(daemon.kill(SIGTERM) == 0)
  }

  @Test func theDaemonCanBeStopped() throws {
    let daemon = try start()
    let occupant = try occupy(daemon)
    #expect(daemon.kill(SIGTERM) == 0)
    #expect(occupant.nextLine()?.contains("stopped: the daemon is stopping") == true)
  }
}
