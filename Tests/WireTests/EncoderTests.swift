/// The bytes that messages become.
import TestSupport
import Testing
import Wire

@Suite struct EncoderTests {
  /// What `body` writes, as lines.
  static func lines(frameBytesMax: Int = WireLimits.frameBytesMax, _ body: (inout FrameEncoder) throws -> Void) rethrows
    -> [String]
  {
    var encoder = FrameEncoder(frameBytesMax: frameBytesMax)
    try body(&encoder)
    let text = encoder.withReadable { String(decoding: $0, as: UTF8.self) }
    #expect(text.isEmpty || text.hasSuffix("\n"))
    return text.split(separator: "\n").map(String.init)
  }

  @Test func replies() {
    let lines = Self.lines { encoder in
      encoder.respond(
        .number(1),
        StoreSet.Result {
          $0.rev = 13
          $0.v = 1
          $0.changed = true
        })
      encoder.respond(.string("a\"b"), Nothing())
      encoder.fail(.number(3), RPCError(.notFound, "Nothing is at 'x'.", ["path": "x"], hint: "Try store.list."))
      encoder.fail(nil, RPCError(.overloaded, "Busy.", ["limit": 128, "retryAfterMs": 50]))
    }
    #expect(
      lines == [
        #"{"jsonrpc":"2.0","id":1,"result":{"rev":13,"v":1,"changed":true}}"#,
        #"{"jsonrpc":"2.0","id":"a\"b","result":{}}"#,
        #"{"jsonrpc":"2.0","id":3,"error":{"code":-32002,"message":"Nothing is at 'x'.","data":{"kind":"notFound","path":"x","hint":"Try store.list.","retry":"never"}}}"#,
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32012,"message":"Busy.","data":{"kind":"overloaded","limit":128,"retryAfterMs":50,"retry":"later"}}}"#,
      ])
  }

  @Test func requestsAndNotifications() throws {
    let lines = try Self.lines { encoder in
      try encoder.send("store.get", id: .number(1), StoreGet.Params(path: "a"))
      try encoder.send("session.bye", id: .string("x"), Nothing?.none)
      try encoder.send("$/cancel", CancelParams(id: .number(1)))
    }
    #expect(
      lines == [
        #"{"jsonrpc":"2.0","id":1,"method":"store.get","params":{"path":"a"}}"#,
        #"{"jsonrpc":"2.0","id":"x","method":"session.bye"}"#,
        #"{"jsonrpc":"2.0","method":"$/cancel","params":{"id":1}}"#,
      ])
  }

  @Test func aBatchIsOneFrame() {
    let lines = Self.lines { encoder in
      encoder.respond(.number(0), Nothing())
      encoder.beginBatch()
      encoder.respond(.number(1), SessionPing.Params(t: 1))
      encoder.fail(nil, .invalidRequest("No."))
      encoder.respond(.number(2), Nothing())
      encoder.endBatch()
      encoder.respond(.number(3), Nothing())
    }
    #expect(
      lines == [
        #"{"jsonrpc":"2.0","id":0,"result":{}}"#,
        #"[{"jsonrpc":"2.0","id":1,"result":{"t":1}},{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"No.","data":{"kind":"invalidRequest","retry":"never"}}},{"jsonrpc":"2.0","id":2,"result":{}}]"#,
        #"{"jsonrpc":"2.0","id":3,"result":{}}"#,
      ])
  }

  @Test func aBatchOfNotificationsIsSilent() {
    let lines = Self.lines { encoder in
      encoder.beginBatch()
      encoder.endBatch()
      encoder.respond(.number(3), Nothing())
    }
    #expect(lines == [#"{"jsonrpc":"2.0","id":3,"result":{}}"#])
  }

  @Test func aResultOverTheLimitBecomesAnError() throws {
    let big = JSONValue.string(String(repeating: "x", count: 500))
    let lines = Self.lines(frameBytesMax: 400) { encoder in
      encoder.respond(.number(1), SessionPing.Params(t: big))
      encoder.respond(.number(2), SessionPing.Params(t: 2))
      encoder.fail(.number(3), RPCError(.conflict, "Differs.", ["value": big]))
    }
    #expect(lines.count == 3)
    let first = try JSONValue(parsing: lines[0])
    #expect(first["id"] == 1)
    #expect(first["error"]?["data"]?["kind"] == "tooLarge")
    #expect(first["error"]?["data"]?["limit"] == 400)
    #expect(first["error"]?["data"]?["size"] == 542)
    #expect(lines[1] == #"{"jsonrpc":"2.0","id":2,"result":{"t":2}}"#)
    #expect(try JSONValue(parsing: lines[2])["error"]?["data"]?["kind"] == "tooLarge")
    #expect(throws: FrameError.tooLarge(size: 566, limit: 400)) {
      try Self.lines(frameBytesMax: 400) { try $0.send("session.ping", id: .number(1), SessionPing.Params(t: big)) }
    }
  }

  /// However much its members have to say, the reply to a batch is a frame.
  @Test func aFullBatchStaysWithinTheLimit() throws {
    let lines = Self.lines { encoder in
      encoder.beginBatch()
      for number in 0..<WireLimits.batchMax {
        let id = RequestID.string(String(repeating: "i", count: 250) + "\(number)")
        encoder.respond(id, SessionPing.Params(t: .string(String(repeating: "x", count: 20_000))))
      }
      encoder.endBatch()
    }
    #expect(lines.count == 1)
    #expect(lines[0].utf8.count <= WireLimits.frameBytesMax)
    let replies = try #require(JSONValue(parsing: lines[0]).array)
    #expect(replies.count == WireLimits.batchMax)
    #expect(replies.first?["result"] != nil)
    #expect(replies.last?["error"]?["data"]?["kind"] == "tooLarge")
  }

  /// The same of errors that have much to say, whatever the ids are made of.
  @Test(arguments: ["i", "\u{1}", "\"", "\u{e9}"]) func aBatchOfLongErrorsAnswersEachMember(_ character: String) throws
  {
    let ids = (0..<WireLimits.batchMax).map { number in
      let count = (WireLimits.requestIDBytesMax - 2) / character.utf8.count
      return RequestID.string(String(repeating: character, count: count) + "\(number)")
    }
    let text = String(repeating: "x", count: 30_000)
    for error in [
      RPCError(.validation, text, ["path": .string(text)]),
      RPCError(.validation, "no", ["much": .array(Array(repeating: .string("much"), count: 4_000))]),
    ] {
      let lines = Self.lines { encoder in
        encoder.beginBatch()
        for id in ids { encoder.fail(id, error) }
        encoder.endBatch()
      }
      #expect(lines.count == 1)
      #expect(lines[0].utf8.count <= WireLimits.frameBytesMax)
      let replies = try #require(JSONValue(parsing: lines[0]).array)
      #expect(replies.map { $0["id"] } == ids.map { JSONValue($0) })
    }
  }

  /// An event put together from its shared parts is the same as one encoded in one piece.
  @Test(arguments: Samples.events)
  func aSharedEventIsTheSame(_ event: SubscriptionEvent) throws {
    let notice = SubscriptionNotice(sub: "kitchen \"2\"", n: 17, event: event)
    let lines = try Self.lines { encoder in
      encoder.event(EventPrefix(subscription: notice.sub), number: 17, EventBody(event))
      try encoder.send(SubscriptionNotice.name, notice)
    }
    #expect(lines.count == 2)
    #expect(lines.first == lines.last)
  }

  /// A change that is written from where its values are is the one that is built first.
  @Test func aChangeWrittenByHandIsTheSame() {
    let at = Timestamp(nanoseconds: 1_795_223_823_001_000_000)
    let cause = ChangeCause(by: "c9", req: .number(42), of: 8843, via: ["smooth"], note: "too cold")
    let built = SubscriptionEvent.change(
      .init {
        $0.rev = 8844
        $0.merged = 3
        $0.at = at
        $0.changes = [
          Samples.change("kitchen.temp", 21.5, old: 21.0, v: 12), Samples.change("kitchen.old", .remove, v: 2),
        ]
        $0.cause = cause
      })
    let written = EventBody.change(rev: 8844, merged: 3, at: at, cause: cause) { writer in
      writer.change(path: "kitchen.temp", v: 12, value: { $0.value(21.5) }, old: { $0.value(21.0) })
      writer.removal(path: "kitchen.old", v: 2)
    }
    #expect(written == EventBody(built))
    let snapshot = EventBody.snapshot(rev: 7) { $0.entry(path: "a", rev: 3, at: at) { $0.value(1) } }
    let entry = SubscriptionEvent.Entry {
      $0.path = "a"
      $0.value = 1
      $0.rev = 3
      $0.at = at
    }
    #expect(snapshot == EventBody(.snapshot(rev: 7, entries: [entry])))
  }

  /// Bytes are taken out in any portions.
  @Test func bytesAreTakenInPortions() {
    var random = SeededRandom()
    var encoder = FrameEncoder()
    var written = ""
    var taken: [UInt8] = []
    for number in 0..<500 {
      encoder.respond(.number(number), SessionPing.Params(t: .string(String(repeating: "é", count: number % 50))))
      written +=
        #"{"jsonrpc":"2.0","id":\#(number),"result":{"t":"\#(String(repeating: "é", count: number % 50))"}}"# + "\n"
      let portion = Int.random(in: 0...encoder.count, using: &random)
      taken += encoder.withReadable { Array($0.prefix(portion)) }
      encoder.consume(portion)
    }
    taken += encoder.bytes()
    #expect(String(decoding: taken, as: UTF8.self) == written, "seed \(random.seed)")
  }
}
