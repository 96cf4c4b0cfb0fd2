// A change that is read in place says what decoding it would have found; any other line is left to be decoded.
import Testing
import Wire

@Suite struct ChangeLineTests {
  /// The line of an event, as the daemon writes it.
  private static func line(_ event: String, _ sub: String = "tail", n: String = "17") -> String {
    #"{"jsonrpc":"2.0","method":"sub.event","params":{"sub":"\#(sub)","n":\#(n),\#(event)}}"#
  }

  private static let at = #""at":"2026-11-28T08:12:52.25Z""#
  private static let cause = #""cause":{"by":"c9"}"#

  private static func change(_ change: String, _ cause: String = cause) -> String {
    line(#""type":"change","rev":8844,\#(at),"changes":[{\#(change)}],\#(cause)"#)
  }

  private static func set(_ value: String) -> String { change(#""path":"a.b","op":"set","value":\#(value),"v":3"#) }

  /// What a reader makes of a line: all the same, whether it was read in place or decoded.
  private static func read(_ line: String, inPlace: Bool) -> (text: String, isInPlace: Bool) {
    var decoder = MessageDecoder()
    var parser = JSONParser()
    decoder.append(Array((line + "\n").utf8))
    if inPlace {
      var text = ""
      let isTaken = decoder.nextChange(EventPrefix(subscription: "tail")) { change in
        func string(_ place: Range<Int>) -> String { String(decoding: change[place], as: UTF8.self) }
        let parts = change.parts.map { part in
          "\(string(part.path)) \(part.old.map(string) ?? "-") \(string(part.value))"
        }
        let cause = change.cause.map { cause in
          "\(string(cause.by)) \(cause.request ?? -1) \(cause.of ?? -1) \(cause.via.map(string))"
        }
        text = "\(change.n) \(change.rev) \(change.merged) \(string(change.at)) \(parts) \(cause ?? "")"
        text += " {\(string(change.members))}"
        return true
      }
      if isTaken { return (text, true) }
    }
    guard case .single(.notification(let notification))? = decoder.next(&parser), let params = notification.params,
      let notice = try? SubscriptionNotice(json: params, strict: false), case .change(let change) = notice.event
    else { return ("no change", false) }
    let parts = change.changes.map { "\($0.path) \($0.old?.description ?? "-") \($0.value?.description ?? "")" }
    let cause = change.cause.map { "\($0.by) \($0.req?.description ?? "-1") \($0.of ?? -1) \($0.via)" }
    let head = "\(notice.n) \(change.rev) \(change.merged) \(change.at) \(parts) \(cause ?? "")"
    return (head + " " + notice.event.object(), false)
  }

  @Test(arguments: [
    set("1"), set("-7"), set("0"), set("true"), set("null"), set(#""""#), set(#""some text of eight and more""#),
    change(#""path":"a.b","op":"set","value":2,"old":"1","v":3"#),
    change(#""path":"a","op":"set","value":2,"v":3},{"path":"b","op":"set","value":2,"old":1,"v":1"#),
    change(#""path":"a","op":"set","value":2,"v":3"#, #""cause":{"by":"c1","req":42,"of":7,"via":["x","y z"]}"#),
    line(#""type":"change","rev":5,"merged":3,\#(at),"changes":[{"path":"a","op":"set","value":1,"v":1}]"#),
    line(#""type":"change","rev":5,\#(at),"changes":[{"path":"a","op":"set","value":1,"v":1}]"#, n: "999999999"),
  ])
  func whatTheDaemonWritesIsReadInPlace(line: String) {
    let read = Self.read(line, inPlace: true)
    #expect(read.isInPlace)
    #expect(read.text == Self.read(line, inPlace: false).text)
  }

  @Test(arguments: [
    // What means something else than what is written, or would be written otherwise.
    set(#""an \"escape\"""#), set(#""é""#), set("1.5"), set("1e3"), set("-0"), set("[1]"), set(#"{"a":1}"#), set("01"),
    set("9223372036854775807"), set("tru"), set("\"a\u{1}b\""), set(""), set("1 "), set("-"),
    change(#""path":"a\"b","op":"set","value":2,"v":3"#), change(#""path":"a","op":"remove","v":3"#),
    change(#""path":"a","op":"touch","v":3"#), change(#""op":"set","path":"a","value":2,"v":3"#),
    change(#""path":"a","op":"patch","base":1,"patch":[],"v":3"#),
    change(#""path":"a","op":"set","value":2,"v":3,"w":1"#),
    change(#""path":"a","op":"set","value":2,"v":3"#, #""cause":{"by":"c1","req":"two"}"#),
    change(#""path":"a","op":"set","value":2,"v":3"#, #""cause":{"by":"c1","note":"why"}"#),
    change(#""path":"a","op":"set","value":2,"v":3"#, #""more":1"#),
    line(#""type":"ready","rev":5,"count":0"#), line(#""type":"change","rev":5,\#(at),"changes":[]"#),
    line(#""type":"change","rev":5,"at":"soon","changes":[{"path":"a","op":"set","value":1,"v":1}]"#),
    set("1") + "}", String(set("1").dropLast()), set("1").replacing(#""sub":"tail""#, with: #""sub":"other""#),
  ])
  func theRestIsDecoded(line: String) {
    let read = Self.read(line, inPlace: true)
    #expect(!read.isInPlace)
    #expect(read.text == Self.read(line, inPlace: false).text)
  }

  /// Cut short anywhere, it is nothing, and nothing is read beyond its end.
  @Test func aPieceOfALineIsNone() {
    let whole = Self.change(#""path":"a.b","op":"set","value":"x","old":-1,"v":3"#, #""cause":{"by":"c","via":["p"]}"#)
    for count in 0..<whole.utf8.count {
      #expect(!Self.read(String(whole.prefix(count)), inPlace: true).isInPlace, "\(count)")
    }
  }
}
