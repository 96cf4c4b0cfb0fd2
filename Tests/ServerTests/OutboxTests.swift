// What goes in comes out in order, however little the socket takes at a time; and what is taken back is gone.
import EventLoop
import Testing
import TestSupport
import Wire

@testable import Server

@Suite struct OutboxTests {
  /// Takes at most so many bytes a call.
  private final class Dripping: Transport {
    var taken: [UInt8] = []
    var room: () -> Int
    init(_ room: @escaping () -> Int) { self.room = room }
    let peer = PeerCredentials.own
    func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome { .wouldBlock }
    func write(_ vector: WriteVector) -> WriteOutcome {
      var rest = room()
      if rest == 0 { return .wouldBlock }
      let before = taken.count
      vector.forEach { bytes in
        taken += bytes.prefix(rest)
        rest -= min(rest, bytes.count)
      }
      return .written(taken.count - before)
    }
    func attach(to loop: EventLoop, interest: Readiness, handler: any ReadyHandler) {}
    func setInterest(_ interest: Readiness) {}
    func close() {}
  }

  private func shared(_ text: String) -> SharedBytes { Array(text.utf8).withUnsafeBytes { SharedBytes($0) } }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func orderIsKept(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var outbox = Outbox()
    var expected: [UInt8] = []
    let transport = Dripping { 0 }
    let vector = WriteVector()
    for number in 0..<300 {
      if Bool.random(using: &random) {
        outbox.encoder.respond(.number(number), JSONValue.int(number))
        expected += Array("{\"jsonrpc\":\"2.0\",\"id\":\(number),\"result\":\(number)}\n".utf8)
      } else {
        let text = String(repeating: "s\(number)", count: Int.random(in: 1..<50, using: &random)) + "\n"
        outbox.append(shared(text))
        expected += Array(text.utf8)
      }
      #expect(outbox.count == expected.count - transport.taken.count)
      if Int.random(in: 0..<4, using: &random) == 0, !outbox.isEmpty {
        let room = Int.random(in: 0..<200, using: &random)
        transport.room = { room }
        _ = outbox.send(to: transport, using: vector)
      }
    }
    transport.room = { 17 }
    while !outbox.isEmpty { _ = outbox.send(to: transport, using: vector) }
    #expect(transport.taken == expected)
  }

  @Test func aLongRowOfSharedPiecesIsSentInSeveralCalls() {
    var outbox = Outbox()
    for number in 0..<1000 { outbox.append(shared("\(number) ")) }
    let transport = Dripping { .max }
    let vector = WriteVector()
    var calls = 0
    while !outbox.isEmpty {
      _ = outbox.send(to: transport, using: vector)
      calls += 1
    }
    #expect(calls == 4)
    #expect(String(decoding: transport.taken, as: UTF8.self) == (0..<1000).map { "\($0) " }.joined())
  }

  @Test(arguments: [false, true]) func whatIsTakenBackIsGoneAndWhatWasThereBeforeIsNot(partlySent: Bool) {
    var outbox = Outbox()
    let vector = WriteVector()
    outbox.encoder.respond(.number(1), JSONValue.bool(true))
    outbox.append(shared("first shared\n"))
    outbox.encoder.respond(.number(2), JSONValue.bool(true))
    let transport = Dripping { 10 }
    if partlySent { _ = outbox.send(to: transport, using: vector) }
    let mark = outbox.mark
    outbox.encoder.respond(.number(3), JSONValue.bool(true))
    outbox.append(shared("second shared\n"))
    outbox.encoder.respond(.number(4), JSONValue.bool(true))
    outbox.rollBack(to: mark)
    outbox.encoder.respond(.number(5), JSONValue.bool(false))
    transport.room = { .max }
    while !outbox.isEmpty { _ = outbox.send(to: transport, using: vector) }
    #expect(
      String(decoding: transport.taken, as: UTF8.self) == """
        {"jsonrpc":"2.0","id":1,"result":true}
        first shared
        {"jsonrpc":"2.0","id":2,"result":true}
        {"jsonrpc":"2.0","id":5,"result":false}

        """)
  }
}
