// What is written of a change that is read in place is what is written of it decoded.
import Testing
import Wire

@testable import REPL

struct TailLineTests {
  private static let changes = [
    #""rev":2,"at":"2026-11-28T08:12:52.635205416Z","changes":[{"path":"a.b","op":"set","value":"x","old":"","v":3}],"cause":{"by":"c9","req":2}"#,
    #""rev":2,"at":"2026-11-28T08:12:52Z","changes":[{"path":"a.b","op":"set","value":true,"v":3}],"cause":{"by":"timer","of":1,"via":["p","q"]}"#,
    #""rev":2,"at":"2026-11-28T08:12:52Z","changes":[{"path":"a","op":"set","value":1,"v":3},{"path":"b","op":"set","value":1,"v":3},{"path":"c","op":"set","value":1,"v":3}],"cause":{"by":"c1","req":2,"via":["s","b","c"]}"#,
    #""rev":31,"merged":4,"at":"2026-11-28T00:00:00.5Z","changes":[{"path":"a","op":"set","value":-7,"v":3},{"path":"b","op":"set","value":null,"old":1,"v":1}]"#,
    #""rev":2,"at":"2026-11-29T08:12:52.63Z","changes":[{"path":"a.b","op":"set","value":1,"v":3}]"#,
    #""rev":2,"at":"2026-11-28T08:12:52.63Z","changes":[{"path":"a.b","op":"set","value":1.5,"v":3}]"#,
  ]

  @Test(arguments: [TailFormat.short, .json], changes)
  func bothWaysSayTheSame(format: TailFormat, change: String) throws {
    let text = #"{"jsonrpc":"2.0","method":"sub.event","params":{"sub":"tail","n":1,"type":"change",\#(change)}}"#
    var renderer = TailRenderer(
      format: format, events: EventRenderer(style: .plain, valueLengthMax: nil), isTail: true,
      now: Timestamp("2026-11-28T12:00:00Z")!)
    #expect(renderer.readsLines)
    var decoder = MessageDecoder()
    decoder.append(Array((text + "\n").utf8))
    var output = ByteBuffer()
    let isTaken = decoder.nextChange(EventPrefix(subscription: "tail")) { renderer.append($0, to: &output) }

    var parser = JSONParser()
    let event = try SubscriptionNotice(json: try parser.parse(text).root["params"]!, strict: false).event
    let lines = renderer.lines(event).map { $0 + "\n" }.joined()
    // Another day and a fraction are for the long way.
    #expect(isTaken == (!change.contains("1.5") && (format == .json || !change.contains("11-29"))))
    #expect(String(decoding: output.bytes(), as: UTF8.self) == (isTaken ? lines : ""))
  }

  @Test func coloursTakeTheLongWay() {
    let events = EventRenderer(style: Style(isColored: true))
    let renderer = TailRenderer(format: .short, events: events, isTail: true, now: Timestamp(nanoseconds: 0))
    #expect(!renderer.readsLines)
  }
}
