// A line that is recognised by its bytes means what decoding it would have found; any other is left to be decoded.
import TestSupport
import Testing
import Wire

@Suite struct RecurringSetTests {
  private static func request(_ id: String, _ value: String, path: String = "a.n") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"store.set","params":{"path":"\#(path)","value":\#(value)}}"#
  }

  /// What a connection makes of the lines: those that were recognised with a mark.
  private static func read(_ lines: [String], takingSets: Bool) -> [String] {
    var decoder = MessageDecoder()
    var parser = JSONParser()
    var seen: [String] = []
    decoder.append(Array(lines.map { $0 + "\n" }.joined().utf8))
    while true {
      if takingSets, let set = decoder.nextSet() {
        seen.append("\(set.id) \(set.path) \(set.value) recognised")
        continue
      }
      guard let incoming = decoder.next(&parser) else { return seen }
      guard case .single(.request(let request)) = incoming, request.method == "store.set",
        let params = try? StoreSet.Params(params: request.params, strict: false), params.ifRev == nil,
        params.note == nil
      else {
        seen.append(MessageTests.describe(incoming))
        continue
      }
      seen.append("\(request.id) \(params.path) \(params.value)")
    }
  }

  @Test(arguments: [
    ("2", "1", true), ("2", "-7", true), ("2", "0", true), ("2", "true", true), ("2", "false", true),
    ("2", #""""#, true), ("2", #""a text of more than eight bytes""#, true), ("0", #""x""#, true),
    ("999999999999999", "123456789012345", true),
    // What is in doubt is decoded.
    ("2", #""an \"escape\"""#, false), ("2", #""é""#, false), ("2", "1.5", false), ("2", "1e3", false),
    ("2", "-0", false),
    ("2", "null", false), ("2", "[1]", false), ("2", #"{"a":1}"#, false), ("2", "9223372036854775807", false),
    (#""two""#, "1", false), ("9007199254740991", "1", false), ("-3", "1", false),
  ])
  func aLineLikeOneBeforeItIsRecognised(id: String, value: String, isRecognised: Bool) {
    let lines = [Self.request("1", #""first""#), Self.request(id, value)]
    let recognised = Self.read(lines, takingSets: true)
    #expect(recognised.last?.hasSuffix(" recognised") == isRecognised)
    #expect(recognised.map { $0.replacing(" recognised", with: "") } == Self.read(lines, takingSets: false))
  }

  @Test(arguments: [
    Self.request("2", "01"), Self.request("2", "1x"), Self.request("02", "1"), Self.request("2", "\"a\u{1}b\""),
    Self.request("2", "tru"), Self.request("2", "\"a"), Self.request("", "1"), Self.request("2", ""),
    Self.request("2", "1").dropLast() + " ", Self.request("2", "1") + "}", Self.request("2", "1, \"value\":3"),
    Self.request("2", #"1},"id":{"x":1"#),
  ])
  func whatIsNoRequestStaysNone(line: String) {
    let lines = [Self.request("1", "1"), line, Self.request("3", "3")]
    let recognised = Self.read(lines, takingSets: true)
    #expect(recognised.map { $0.replacing(" recognised", with: "") } == Self.read(lines, takingSets: false))
    #expect(recognised.last == "3 a.n 3 recognised")
  }

  @Test func theMembersMayStandInAnyOrderAndWithSpace() {
    let lines = (1...3).map {
      #"  { "params" : {"value": \#($0 * 10) , "path":"b?.n"}, "method":"store.set", "jsonrpc":"2.0" , "id" :\#($0)}"#
    }
    #expect(Self.read(lines, takingSets: true) == ["1 b.n 10", "2 b.n 20 recognised", "3 b.n 30 recognised"])
  }

  /// What says more than a path and a value, and what is no `store.set`, is no pattern.
  @Test(arguments: [
    #"{"jsonrpc":"2.0","id":1,"method":"store.set","params":{"path":"a.n","value":1,"note":"why"}}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"store.set","params":{"path":"a.n","value":1},"more":2}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"store.get","params":{"path":"a.n","value":1}}"#,
    #"{"jsonrpc":"2.0","method":"store.set","params":{"path":"a.n","value":1}}"#,
    #"{"jsonrpc":"2.0","id":1,"id":1,"method":"store.set","params":{"path":"a.n","value":1}}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"store.set","params":{"path":"a.n","path":"a.m","value":1}}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"store.set","params":{"path":"a\u002en","value":1}}"#,
  ])
  func otherRequestsAreNoPattern(line: String) {
    #expect(!Self.read([line, line], takingSets: true).contains { $0.hasSuffix(" recognised") })
    #expect(Self.read([line, line], takingSets: true) == Self.read([line, line], takingSets: false))
  }

  /// Lines by chance, of several paths in turn: the same with and without.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func recognisingChangesNothing(seed: UInt64) {
    var chance = SeededRandom(seed: seed)
    let values = [
      "1", "-12", "true", "\"\"", "\"abc\"", "\"é\"", "\"\\n\"", "1.5", "null", "[1,2]", "{\"a\":1}", "x", "\"",
    ]
    let paths = ["a.n", "b.text", "c.list[0]", "d", "e.f.g", "h"]
    let lines = (0..<200).map { number in
      let id = Int.random(in: 0..<10, using: &chance) == 0 ? "\"\(number)\"" : "\(number)"
      return Self.request(id, values.randomElement(using: &chance)!, path: paths.randomElement(using: &chance)!)
    }
    #expect(
      Self.read(lines, takingSets: true).map { $0.replacing(" recognised", with: "") }
        == Self.read(lines, takingSets: false))
  }

  @Test(arguments: [(1, 2, 3, true), (0, 0, 0, false), (987_654_321_012, 10, 99_999, true), (10, 9, 100, false)])
  func theReplyIsThatOfTheResult(id: Int, rev: Int, v: Int, changed: Bool) {
    var result = StoreSet.Result()
    (result.rev, result.v, result.changed) = (rev, v, changed)
    #expect(
      EncoderTests.lines { $0.respond(id, rev: rev, v: v, changed: changed) }
        == EncoderTests.lines { $0.respond(.number(id), result) })
  }
}
