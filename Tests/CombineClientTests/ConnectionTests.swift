// A connection on a socket pair: partial writes, the end of the other side, coming back, deadlines.
import Glibc
import Testing
import Wire

@testable import ClientConnection
@testable import CombineClient

/// The daemon's end of a socket pair.
private struct Peer {
  let socket: UnixSocket

  static func pair() -> (UnixSocket, Peer) {
    var ends: [Int32] = [0, 0]
    let status = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
    precondition(status == 0)
    return (UnixSocket(owning: ends[0]), Peer(socket: UnixSocket(owning: ends[1])))
  }

  func send(_ lines: String...) {
    for line in lines {
      let bytes = Array(Harness.line(line).utf8)
      #expect(bytes.withUnsafeBytes { socket.write($0) } == bytes.count)
    }
  }

  /// What has arrived.
  func received() -> String {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case .bytes(let count) = buffer.withUnsafeMutableBytes({ socket.read(into: $0) }) {
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
    return text
  }
}

struct ConnectionTests {
  @Test func callReturnsTheReplyAndDeliversEventsOnTheWay() throws {
    let (end, peer) = Peer.pair()
    let connection = Connection(core: ClientCore(client: Agent(name: "test")))
    var log: [String] = []
    connection.core.onEvent = { log.append(Harness.describe($0)) }
    connection.attach(end)
    peer.send(
      "{\"id\":1,\"result\":\(helloResult())}",
      #"{"method":"session.notice","params":{"type":"print","text":"hi","by":"$R0","rev":11}}"#,
      Harness.value(.number(2), "42"))
    #expect(try connection.call(StoreGet.self, .init(path: "a.b")).value == 42)
    #expect(log == ["connected c1", "print $R0: hi"])
    #expect(peer.received().split(separator: "\n").count == 2)
  }

  @Test func aCallThatIsNotAnsweredEndsAtItsDeadline() throws {
    let (end, peer) = Peer.pair()
    let connection = Connection(core: ClientCore(client: Agent(name: "test")))
    connection.attach(end)
    let error = #expect(throws: ClientError.self) {
      try connection.call(StoreGet.self, .init(path: "a"), timeout: .milliseconds(20))
    }
    #expect(error == .timedOut(method: "store.get", after: .milliseconds(20)))
    #expect(peer.received().contains("$/cancel"), "the daemon need not go on with it")
  }

  @Test func aCallFailsWhenTheDaemonGoes() throws {
    let (end, peer) = Peer.pair()
    let connection = Connection(core: ClientCore(client: Agent(name: "test")))
    connection.attach(end)
    shutdown(peer.socket.descriptor, Int32(SHUT_RDWR))
    #expect(throws: ClientError.lost(method: "store.get")) { try connection.call(StoreGet.self, .init(path: "a")) }
    #expect(connection.descriptor == nil && connection.retryAt == nil, "nobody asked to come back")
  }

  @Test func aRequestLargerThanTheSocketsBufferGoesOutInParts() throws {
    let (end, peer) = Peer.pair()
    let connection = Connection(core: ClientCore(client: Agent(name: "test")))
    connection.attach(end)
    connection.core.request(StoreSet.self, .init(path: "a", value: .string(String(repeating: "x", count: 900_000)))) {
      _ in
    }
    connection.flush()
    #expect(connection.wantsToWrite)
    var received = 0
    while connection.wantsToWrite {
      received += peer.received().utf8.count
      connection.process(now: .now)
    }
    received += peer.received().utf8.count
    #expect(received > 900_000)
  }

  /// The waiting times are checked against the back-off, on a clock that the test moves.
  @Test func itComesBackWithGrowingPausesAndGreetsAgain() {
    let start = ContinuousClock.now
    let (first, firstPeer) = Peer.pair()
    let (second, secondPeer) = Peer.pair()
    let connection = Connection(core: ClientCore(client: Agent(name: "test")), random: { 1 })
    var log: [String] = []
    connection.core.onEvent = { log.append(Harness.describe($0)) }
    var attempts: [Duration] = []
    var now = start
    connection.attach(first)
    firstPeer.send("{\"id\":1,\"result\":\(helloResult(rev: 5))}")
    connection.process(now: now)
    connection.reconnect = { () throws(ClientError) in
      attempts.append(start.duration(to: now))
      guard attempts.count == 4 else { throw .noDaemon(path: "/s") }
      return second
    }
    shutdown(firstPeer.socket.descriptor, Int32(SHUT_RDWR))
    connection.process(now: now)
    #expect(connection.descriptor == nil)
    while let retryAt = connection.retryAt {
      connection.process(now: now)
      now = retryAt
      connection.process(now: now)
    }
    #expect(attempts == [50, 150, 350, 750].map { .milliseconds($0) })
    #expect(connection.descriptor == second.descriptor)
    secondPeer.send("{\"id\":2,\"result\":\(helloResult(rev: 9))}")
    connection.process(now: now)
    #expect(log == ["connected c1", "lost", "connected c1 again, missed 4"])
  }
}
