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
    let reader = try daemon.connect()
    #expect(reader.ask(ping)?.contains(#""id":3,"result""#) == true)
    #expect(reader.ask(get)?.contains(#""value":0"#) == true)
    for method in ["session.hello", "server.status", "store.list", "program.list"] {
      #expect(reader.ask(#"{"id":4,"method":"\#(method)"}"#)?.contains(#""result""#) == true, "\(method)")
    }
    #expect(occupant.ask(#"{"method":"$/cancel","params":{"id":7}}"#)?.contains(#""kind":"cancelled""#) == true)
    #expect(daemon.kill(SIGTERM) == 0)
  }

  /// What has come in one piece with the request that runs is in no socket any more.
  @Test func whatComesWithItIsHeardOf() throws {
    let daemon = try start()
    let client = try daemon.connect()
    let rest = [ping, #"{"method":"$/cancel","params":{"id":7}}"#].map { "\n" + Client.completed($0) }.joined()
    #expect(client.ask(Client.completed(eval(7, "while true {}")) + rest)?.contains(#""id":3,"#) == true)
    #expect(client.nextLine()?.contains(#""kind":"cancelled""#) == true)
    #expect(daemon.kill(SIGTERM) == 0)
  }

  /// Not only between two steps: in the middle of an operation of the library, too.
  @Test func readsAreAnsweredInTheMiddleOfALibrary() throws {
    let daemon = try start()
    let occupant = try daemon.connect()
    _ = occupant.ask(eval(6, #"import Foundation\nlet long = String(repeating: \"a\", count: 60)"#))
    occupant.send(eval(7, #"long.range(of: \"(a*)*b\", options: .regularExpression)"#))
    let reader = try daemon.connect()
    while !inflight(reader) {}
    for _ in 0..<20 { #expect(reader.ask(get)?.contains(#""value":0"#) == true) }
    #expect(inflight(reader))
    #expect(occupant.ask(#"{"method":"$/cancel","params":{"id":7}}"#)?.contains(#""kind":"cancelled""#) == true)
    #expect(daemon.kill(SIGTERM) == 0)
  }

  private let set = #"{"id":9,"method":"store.set","params":{"path":"s.n","value":3}}"#

  /// Of those that have waited for another, the first is paused for the others.
  @Test func whoHasWaitedDoesNotHoldTheOthers() throws {
    let daemon = try start()
    let occupant = try occupy(daemon, "s.grow()")
    let (next, writer) = (try daemon.connect(), try daemon.connect())
    next.send(eval(8, "while true {}"))
    // Behind it: its client is answered what it has asked after it.
    #expect(next.ask(ping)?.contains(#""id":3,"result""#) == true)
    #expect(writer.ask(set)?.contains(#""result""#) == true)
    #expect(occupant.nextLine()?.contains(#""id":7,"error""#) == true)
    #expect(next.ask(#"{"method":"$/cancel","params":{"id":8}}"#)?.contains(#""kind":"cancelled""#) == true)
    #expect(daemon.kill(SIGTERM) == 0)
  }

  /// It is paused for others, again and again, and is none the worse for it.
  @Test func writesPassWhatHasChangedNothing() throws {
    let daemon = try start()
    let occupant = try occupy(
      daemon,
      "func f() -> Int { var sum = 0; while s.n < 3 { sum &+= 1 }; return s.n }\\nlet found = f()\\nprint(found)\\ns.n = 7"
    )
    let writer = try daemon.connect()
    #expect(writer.ask(eval(1, "1 + 1"))?.contains(#""text":"2""#) == true)
    #expect(
      writer.ask(#"{"id":2,"method":"program.check","params":{"source":"let t = s.n"}}"#)?.contains(#""result""#)
        == true)
    #expect(writer.ask(set)?.contains(#""changed":true"#) == true)
    var lines: [String] = []
    while let line = occupant.nextLine() {
      lines.append(line)
      if line.contains(#""id":7"#) { break }
    }
    #expect(lines.last?.contains(#""printed":["3"]"#) == true, "\(lines)")
    #expect(writer.ask(get)?.contains(#""value":7"#) == true)
    #expect(daemon.kill(SIGTERM) == 0)
  }

  /// Whoever computes and has changed nothing holds no timer, and no task.
  @Test func timersAreOnTimeMeanwhile() throws {
    let daemon = try start("steps=30000000")
    let client = try daemon.connect()
    _ = client.ask(
      eval(5, "let t = Timer.publish(every: 0.01, on: .main, in: .common).autoconnect().sink { _ in s.n += 1 }"))
    let reply = client.ask(
      eval(6, "func f() -> Int { while s.n < 20 {}; return s.n }\\nlet found = f()\\nprint(found >= 20)"))
    #expect(reply?.contains(#""printed":["true"]"#) == true, "\(reply ?? "")")
    let slept = try daemon.connect()
    let occupant = try occupy(daemon)
    #expect(slept.ask(eval(6, "try await Task.sleep(for: .milliseconds(5)); print(2)"))?.contains(#"["2"]"#) == true)
    #expect(occupant.ask(#"{"method":"$/cancel","params":{"id":7}}"#)?.contains(#""kind":"cancelled""#) == true)
    #expect(daemon.kill(SIGTERM) == 0)
  }

  /// Nor does what is due when a request comes, and has to be begun before it, hold that one.
  @Test(arguments: 1...3) func whatIsDueBeforeARequestHoldsItNot(_ attempt: Int) throws {
    let daemon = try start("transactionMs=600000")
    let client = try daemon.connect()
    let reader = try daemon.connect()
    _ = client.ask(eval(5, "1"))
    // The ping comes while that is evaluated, and is read in the turn that follows, where the task goes on.
    client.send(eval(6, "Task { try? await Task.sleep(for: .nanoseconds(1)); s.grow() }"))
    for _ in 0..<20 { #expect(reader.ask(ping)?.contains(#""id":3,"result""#) == true) }
    #expect(reader.ask(get)?.contains(#""value":0"#) == true)
    _ = daemon.kill(SIGKILL)
  }

  /// What waits there is not passed by what its client asks next.
  @Test(arguments: 1...3) func aRequestBeforeWhichSomethingIsDueKeepsItsPlace(_ attempt: Int) throws {
    let daemon = try start("transactionMs=100")
    let client = try daemon.connect()
    let writer = try daemon.connect()
    _ = client.ask(eval(5, "1"))
    client.send(eval(6, "Task { try? await Task.sleep(for: .nanoseconds(1)); s.grow() }"))
    writer.send(Client.completed(set) + "\n" + Client.completed(get))
    #expect(writer.nextLine()?.contains(#""changed":true"#) == true)
    #expect(writer.nextLine()?.contains(#""value":3"#) == true)
    // Also where the task goes on only after that.
    #expect(daemon.kill(SIGTERM) == 0)
  }

  /// Alone, and paused for others; what has changed something goes on to its end.
  @Test(arguments: [false, true]) func whatNobodyWaitsForEnds(isPaused: Bool) throws {
    let daemon = try start()
    let other = try daemon.connect()
    var occupant: BlockingClient? = try occupy(daemon)
    if isPaused { #expect(other.ask(set)?.contains(#""changed":true"#) == true) }
    occupant = nil
    #expect(occupant == nil)
    let clients = #"{"id":1,"method":"server.clients"}"#
    var left = 3000
    while left > 0, other.ask(clients)?.contains(#""inflight":1"#) == true { left -= 1 }
    #expect(left > 0)
    #expect(daemon.kill(SIGTERM) == 0)
  }

  /// It came while a program ran, and waits for it.
  @Test func whatWaitsIsDoneWhoeverHasGone() throws {
    let daemon = try start()
    let other = try daemon.connect()
    var client: BlockingClient? = try daemon.connect()
    let occupant = try occupy(daemon)
    client?.send(#"{"method":"program.eval","params":{"source":"s.n = 6"}}"#)
    client?.send(#"{"id":1,"method":"store.set","params":{"path":"s.n","value":7}}"#)
    client = nil
    #expect(client == nil)
    _ = occupant.ask(#"{"method":"$/cancel","params":{"id":7}}"#)
    _ = other.ask(#"{"id":1,"method":"wait","params":{"path":"s.n","when":"s.n == 7","timeout":"60s"}}"#)
    #expect(other.ask(get)?.contains(#""value":7"#) == true)
    #expect(daemon.kill(SIGTERM) == 0)
  }

  /// Whoever sends a notification, and goes, does not wait for anything. It computes for longer than others are served apart.
  @Test func aNotificationIsDoneWhoeverHasGone() throws {
    let daemon = try start()
    let other = try daemon.connect()
    var client: BlockingClient? = try daemon.connect()
    client?.send(
      #"{"method":"program.eval","params":{"source":"var sum = 0\nfor i in 0..<300000 { sum &+= i }\ns.n = 5"}}"#)
    client = nil
    #expect(client == nil)
    _ = other.ask(#"{"id":1,"method":"wait","params":{"path":"s.n","when":"s.n == 5","timeout":"60s"}}"#)
    #expect(other.ask(get)?.contains(#""value":5"#) == true)
    #expect(daemon.kill(SIGTERM) == 0)
  }

  /// What its own client asks next finds it done.
  @Test func whatIsBehindAPausedOneWaits() throws {
    let daemon = try start()
    let occupant = try occupy(
      daemon, "func f() -> Int { while s.n < 3 {}; return s.n }\\nlet found = f()\\nlet other = found + 1")
    occupant.send(eval(8, "other"))
    occupant.send(get)
    let writer = try daemon.connect()
    #expect(writer.ask(eval(1, "1 + 1"))?.contains(#""text":"2""#) == true)
    #expect(occupant.ask(ping)?.contains(#""id":3"#) == true)
    #expect(writer.ask(set)?.contains(#""changed":true"#) == true)
    #expect(occupant.nextLine()?.contains(#""id":7,"result""#) == true)
    #expect(occupant.nextLine()?.contains(#""text":"4""#) == true)
    #expect(occupant.nextLine()?.contains(#""value":3"#) == true)
    #expect(daemon.kill(SIGTERM) == 0)
  }

  /// All its parts together have the steps of one activation, and what they do at last fails as a whole.
  @Test func aPausedOneHasOneBudget() throws {
    let daemon = try start("steps=2000000")
    let occupant = try daemon.connect()
    occupant.send(eval(7, "func f() { for i in 0..<1_000_000 {}; s.n = 1; while true {} }\\nf()"))
    let writer = try daemon.connect()
    var done = 0
    while writer.ask(eval(1, "1 + 1"))?.contains(#""text":"2""#) == true, done < 20 { done += 1 }
    #expect(occupant.nextLine()?.contains("stopped after 2000000 steps") == true)
    #expect(writer.ask(get)?.contains(#""value":0"#) == true)
    #expect(daemon.kill(SIGTERM) == 0)
  }

  @Test func aPausedOneCanBeCancelled() throws {
    let daemon = try start()
    let occupant = try occupy(daemon)
    let writer = try daemon.connect()
    for _ in 0..<3 { #expect(writer.ask(eval(1, "1 + 1"))?.contains(#""text":"2""#) == true) }
    occupant.send(eval(8, "5 + 5"))
    #expect(occupant.ask(#"{"method":"$/cancel","params":{"id":7}}"#)?.contains(#""id":7,"error""#) == true)
    #expect(occupant.nextLine()?.contains(#""text":"10""#) == true)
    #expect(daemon.kill(SIGTERM) == 0)
  }

  /// A text whose check takes long.
  private func long(_ first: String) -> String {
    ([first] + (0..<1500).map { "let n\($0) = \($0) + 2 * 3" }).joined(separator: "\\n")
  }

  private func inflight(_ client: BlockingClient) -> Bool {
    client.ask(#"{"id":1,"method":"server.clients"}"#)?.contains(#""inflight":1"#) == true
  }

  @Test func aCheckIsPausedToo() throws {
    let daemon = try start()
    let (checking, other) = (try daemon.connect(), try daemon.connect())
    checking.send(#"{"id":7,"method":"program.check","params":{"source":"\#(long("let a = 1"))"}}"#)
    while !inflight(other) {}
    #expect(other.ask(set)?.contains(#""changed":true"#) == true)
    #expect(inflight(other))
    #expect(checking.ask(#"{"method":"$/cancel","params":{"id":7}}"#)?.contains(#""id":7,"error""#) == true)
    #expect(checking.ask(eval(8, "s.n"))?.contains(#""text":"3""#) == true)
    #expect(daemon.kill(SIGTERM) == 0)
  }

  /// Others' programs are asked meanwhile, and who has typed on wants to hear nothing of it.
  @Test func aCompletionIsPausedToo() throws {
    let daemon = try start()
    let (completing, other) = (try daemon.connect(), try daemon.connect())
    let text = long("let a = s.n")
    completing.send(
      #"{"id":7,"method":"program.complete","params":{"source":"\#(text)\nn","offset":\#(text.utf8.count)}}"#)
    while !inflight(other) {}
    #expect(other.ask(set)?.contains(#""changed":true"#) == true)
    #expect(other.ask(eval(2, "s.n"))?.contains(#""text":"3""#) == true)
    #expect(inflight(other))
    #expect(completing.ask(#"{"method":"$/cancel","params":{"id":7}}"#)?.contains(#""id":7,"error""#) == true)
    #expect(daemon.kill(SIGTERM) == 0)
  }

  /// What others declare while it is checked, it finds.
  @Test func aCheckBeginsAnew() throws {
    let daemon = try start()
    let (checking, other) = (try daemon.connect(), try daemon.connect())
    checking.send(eval(7, long("let found = fresh")))
    checking.send(eval(8, "found"))
    while !inflight(other) {}
    #expect(other.ask(eval(1, "let fresh = 5"))?.contains(#""result""#) == true)
    #expect(inflight(other))
    #expect(checking.nextLine()?.contains(#""id":7,"result""#) == true)
    #expect(checking.nextLine()?.contains(#""text":"5""#) == true)
    #expect(daemon.kill(SIGTERM) == 0)
  }

  @Test func aRedefinitionBeginsACheckAnew() throws {
    let daemon = try start()
    let (checking, other) = (try daemon.connect(), try daemon.connect())
    #expect(other.ask(eval(1, "let k = 1"))?.contains(#""result""#) == true)
    checking.send(eval(7, long("let found: String = k")))
    while !inflight(other) {}
    #expect(other.ask(eval(1, #"let k = \"one\""#))?.contains(#""result""#) == true)
    #expect(checking.nextLine()?.contains(#""id":7,"result""#) == true)
    #expect(other.ask(eval(1, "found"))?.contains("one") == true)
    #expect(daemon.kill(SIGTERM) == 0)
  }

  /// A redefinition ends it, as it ends what waits.
  @Test func aRedefinitionEndsAPausedOne() throws {
    let daemon = try start()
    let occupant = try occupy(daemon)
    let writer = try daemon.connect()
    #expect(writer.ask(eval(1, "let k = 1"))?.contains(#""result""#) == true)
    #expect(writer.ask(eval(2, "let k = 2"))?.contains(#""result""#) == true)
    #expect(occupant.nextLine()?.contains(#""id":7,"error""#) == true)
    #expect(writer.ask(set)?.contains(#""changed":true"#) == true)
    #expect(daemon.kill(SIGTERM) == 0)
  }

  /// While a program takes the place of another, what was committed before is told.
  @Test func readsAreAnsweredInARedefinition() throws {
    let daemon = try start()
    #expect(try daemon.connect().ask(set)?.contains(#""changed":true"#) == true)
    let again = try occupy(
      daemon, "class S: ObservableObject { @Published var n = 0; init() { while true {} } }")
    let reader = try daemon.connect()
    #expect(reader.ask(get)?.contains(#""value":3"#) == true)
    #expect(reader.ask(#"{"id":4,"method":"store.list"}"#)?.contains(#""path":"s.n""#) == true)
    #expect(again.ask(#"{"method":"$/cancel","params":{"id":7}}"#) != nil)
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
    let client = try occupy(daemon, "s.grow()")
    #expect(try daemon.connect().ask(set)?.contains(#""changed":true"#) == true)
    let reply = client.nextLine()
    #expect(reply?.contains("stopped: it has changed something, and others have waited for it for 20 ms") == true)
    #expect(reply?.contains(#""line":1"#) == true)
    #expect(client.ask(get)?.contains(#""value":3"#) == true)
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
