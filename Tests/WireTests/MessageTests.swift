/// What the lines of a connection mean: the cases of JSON-RPC 2.0 that need no server.
import TestSupport
import Testing
import Wire

@Suite struct MessageTests {
  /// Feeds a whole stream and tells what it meant, one line each.
  static func read(_ pieces: [[UInt8]], finish: Bool = false) -> [String] {
    var decoder = MessageDecoder()
    var parser = JSONParser()
    var seen: [String] = []
    for piece in pieces {
      decoder.append(piece)
      while let incoming = decoder.next(&parser) { seen.append(describe(incoming)) }
    }
    if finish, let incoming = decoder.finish(&parser) { seen.append(describe(incoming)) }
    return seen
  }

  static func describe(_ incoming: Incoming) -> String {
    switch incoming {
    case .single(let message): describe(message)
    case .batch(let messages): "[" + messages.map(describe).joined(separator: "; ") + "]"
    case .unreadable(let error, let closing): "unreadable \(error.code)" + (closing ? ", close" : "")
    }
  }

  static func describe(_ message: Message) -> String {
    func params(_ view: JSONView?) -> String { view.map { " " + JSONValue($0).description } ?? "" }
    return switch message {
    case .request(let request): "request \(request.id) \(request.method)" + params(request.params)
    case .notification(let notification): "notification \(notification.method)" + params(notification.params)
    case .response(let response):
      switch response.outcome {
      case .success(let result): "response \(response.id?.description ?? "null") = \(JSONValue(result))"
      case .failure(let error): "response \(response.id?.description ?? "null") failed \(error.kind)"
      }
    case .invalid(let id, let error): "invalid \(id?.description ?? "null") \(error.code) \(error.kind)"
    }
  }

  struct Line: CustomTestStringConvertible, Sendable {
    var name: String
    var input: String
    var expected: String
    var testDescription: String { name }
  }

  static let lines: [Line] = [
    // Requests and notifications
    Line(
      name: "a request", input: #"{"jsonrpc":"2.0","id":1,"method":"store.get","params":{"path":"a"}}"#,
      expected: #"request 1 store.get {"path":"a"}"#),
    Line(name: "no params", input: #"{"jsonrpc":"2.0","id":"x","method":"m"}"#, expected: #"request "x" m"#),
    Line(
      name: "members in another order, and one more",
      input: #"{"params":{},"trace":7,"method":"m","id":-3,"jsonrpc":"2.0"}"#, expected: "request -3 m {}"),
    Line(
      name: "a notification", input: #"{"jsonrpc":"2.0","method":"$/cancel","params":{"id":1}}"#,
      expected: #"notification $/cancel {"id":1}"#),
    Line(
      name: "duplicate names: the last counts", input: #"{"jsonrpc":"2.0","id":1,"id":2,"method":"a","method":"b"}"#,
      expected: "request 2 b"),
    Line(
      name: "a method with a space at its end", input: #"{"jsonrpc":"2.0","id":1,"method":"store.get "}"#,
      expected: "request 1 store.get "),
    // Ids
    Line(
      name: "id null", input: #"{"jsonrpc":"2.0","id":null,"method":"m"}"#,
      expected: "invalid null -32600 invalidRequest"),
    Line(
      name: "id 1.5", input: #"{"jsonrpc":"2.0","id":1.5,"method":"m"}"#, expected: "invalid null -32600 invalidRequest"
    ),
    Line(
      name: "id 1.0", input: #"{"jsonrpc":"2.0","id":1.0,"method":"m"}"#, expected: "request 1 m"),
    Line(
      name: "id 2^53, as a double", input: #"{"jsonrpc":"2.0","id":9007199254740992.0,"method":"m"}"#,
      expected: "invalid null -32600 invalidRequest"),
    Line(
      name: "id true", input: #"{"jsonrpc":"2.0","id":true,"method":"m"}"#,
      expected: "invalid null -32600 invalidRequest"),
    Line(
      name: "id []", input: #"{"jsonrpc":"2.0","id":[],"method":"m"}"#, expected: "invalid null -32600 invalidRequest"),
    Line(name: "id \"\"", input: #"{"jsonrpc":"2.0","id":"","method":"m"}"#, expected: #"request "" m"#),
    Line(
      name: "id 2^53 - 1", input: #"{"jsonrpc":"2.0","id":9007199254740991,"method":"m"}"#,
      expected: "request 9007199254740991 m"),
    Line(
      name: "id 2^53", input: #"{"jsonrpc":"2.0","id":9007199254740992,"method":"m"}"#,
      expected: "invalid null -32600 invalidRequest"),
    Line(
      name: "id -2^53", input: #"{"jsonrpc":"2.0","id":-9007199254740992,"method":"m"}"#,
      expected: "invalid null -32600 invalidRequest"),
    Line(
      name: "an id of 256 bytes",
      input: #"{"jsonrpc":"2.0","id":"\#(String(repeating: "i", count: 256))","method":"m"}"#,
      expected: #"request "\#(String(repeating: "i", count: 256))" m"#),
    Line(
      name: "an id of 257 bytes",
      input: #"{"jsonrpc":"2.0","id":"\#(String(repeating: "i", count: 257))","method":"m"}"#,
      expected: "invalid null -32600 invalidRequest"),
    // No requests
    Line(name: "no version", input: #"{"id":1,"method":"m"}"#, expected: "invalid 1 -32600 invalidRequest"),
    Line(
      name: "version 1.0", input: #"{"jsonrpc":"1.0","id":1,"method":"m"}"#, expected: "invalid 1 -32600 invalidRequest"
    ),
    Line(
      name: "version 2", input: #"{"jsonrpc":2.0,"id":1,"method":"m"}"#, expected: "invalid 1 -32600 invalidRequest"),
    Line(name: "no method", input: #"{"jsonrpc":"2.0","id":1}"#, expected: "invalid 1 -32600 invalidRequest"),
    Line(
      name: "method number", input: #"{"jsonrpc":"2.0","id":1,"method":1}"#, expected: "invalid 1 -32600 invalidRequest"
    ),
    Line(
      name: "method number, no id", input: #"{"jsonrpc":"2.0","method":1,"params":"bar"}"#,
      expected: "invalid null -32600 invalidRequest"),
    Line(
      name: "params string", input: #"{"jsonrpc":"2.0","id":1,"method":"m","params":"x"}"#,
      expected: "invalid 1 -32600 invalidRequest"),
    Line(
      name: "params null", input: #"{"jsonrpc":"2.0","id":1,"method":"m","params":null}"#,
      expected: "invalid 1 -32600 invalidRequest"),
    Line(
      name: "params array", input: #"{"jsonrpc":"2.0","id":1,"method":"m","params":[1]}"#,
      expected: "invalid 1 -32602 invalidParams"),
    Line(
      name: "params array of a notification", input: #"{"jsonrpc":"2.0","method":"m","params":[1]}"#,
      expected: "notification m [1]"),
    Line(name: "a number", input: "1", expected: "invalid null -32600 invalidRequest"),
    Line(name: "a string", input: #""m""#, expected: "invalid null -32600 invalidRequest"),
    Line(name: "an empty object", input: "{}", expected: "invalid null -32600 invalidRequest"),
    // Batches
    Line(name: "an empty batch", input: "[]", expected: "invalid null -32600 invalidRequest"),
    Line(name: "a batch of 1", input: "[1]", expected: "[invalid null -32600 invalidRequest]"),
    Line(
      name: "a batch of several", input: "[1,2,3]",
      expected: "[" + Array(repeating: "invalid null -32600 invalidRequest", count: 3).joined(separator: "; ") + "]"),
    Line(
      name: "a mixed batch",
      input: #"[{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","method":"b"},{"foo":1},[]]"#,
      expected: "[request 1 a; notification b; invalid null -32600 invalidRequest; invalid null -32600 invalidRequest]"),
    Line(
      name: "a batch of 100",
      input: "[" + Array(repeating: #"{"jsonrpc":"2.0","method":"n"}"#, count: 100).joined(separator: ",") + "]",
      expected: "[" + Array(repeating: "notification n", count: 100).joined(separator: "; ") + "]"),
    Line(
      name: "a batch of 101",
      input: "[" + Array(repeating: #"{"jsonrpc":"2.0","method":"n"}"#, count: 101).joined(separator: ",") + "]",
      expected: "invalid null -32600 invalidRequest"),
    // Responses
    Line(name: "a response", input: #"{"jsonrpc":"2.0","id":1,"result":{"a":1}}"#, expected: #"response 1 = {"a":1}"#),
    Line(name: "a response of null", input: #"{"jsonrpc":"2.0","id":1,"result":null}"#, expected: "response 1 = null"),
    Line(
      name: "an error response",
      input: #"{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"no","data":{"kind":"notFound"}}}"#,
      expected: "response 1 failed notFound"),
    Line(
      name: "an error without an id",
      input: #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}"#,
      expected: "response null failed parse"),
    Line(
      name: "an error that is none", input: #"{"jsonrpc":"2.0","id":1,"error":"no"}"#,
      expected: "invalid 1 -32600 invalidRequest"),
    // No JSON
    Line(name: "cut off", input: #"{"jsonrpc":"2.0","id":1,"met"#, expected: "unreadable -32700"),
    Line(name: "two values", input: "{}{}", expected: "unreadable -32700"),
    Line(
      name: "NaN", input: #"{"jsonrpc":"2.0","id":1,"method":"m","params":{"value":NaN}}"#,
      expected: "unreadable -32700"),
    Line(
      name: "10^400",
      input: #"{"jsonrpc":"2.0","id":1,"method":"m","params":{"value":1\#(String(repeating: "0", count: 400))}}"#,
      expected: "unreadable -32700"),
    Line(
      name: "a lone surrogate", input: #"{"jsonrpc":"2.0","id":1,"method":"\ud800"}"#, expected: "unreadable -32700"),
    Line(name: "513 levels", input: String(repeating: "[", count: 513), expected: "unreadable -32700"),
    Line(name: "a byte order mark", input: "\u{feff}{}", expected: "unreadable -32700"),
    Line(name: "LSP", input: "Content-Length: 10", expected: "unreadable -32700, close"),
    Line(name: "HTTP", input: "GET / HTTP/1.1", expected: "unreadable -32700, close"),
    Line(name: "one byte too long", input: String(repeating: "1", count: 1_048_577), expected: "unreadable -32013"),
  ]

  @Test(arguments: lines)
  func aLineMeans(_ line: Line) {
    let bytes = Array((line.input + "\n").utf8)
    #expect(Self.read([bytes]) == [line.expected], "whole")
    var random = SeededRandom()
    #expect(Self.read(random.cuts(of: bytes)) == [line.expected], "cut at random, seed \(random.seed)")
    if bytes.count < 3000 { #expect(Self.read(bytes.map { [$0] }) == [line.expected], "byte by byte") }
    #expect(Self.read([bytes.dropLast()], finish: true) == [line.expected], "without a line end")
  }

  /// A frame of exactly the limit is a frame.
  @Test func aFrameOfOneMebibyte() {
    let head = #"{"jsonrpc":"2.0","id":1,"method":"m","params":{"value":""#
    let tail = #""}}"#
    let filler = String(repeating: "x", count: 1_048_576 - head.utf8.count - tail.utf8.count)
    let seen = Self.read([Array((head + filler + tail + "\n").utf8)])
    #expect(seen.count == 1 && seen[0].hasPrefix("request 1 m"))
  }

  @Test func aStrangerIsSentAwayAfterThreeErrors() {
    #expect(
      Self.read([Array("x\ny\nz\n".utf8)]) == ["unreadable -32700", "unreadable -32700", "unreadable -32700, close"])
    #expect(
      Self.read([Array("1\n2\n{}\n".utf8)]) == [
        "invalid null -32600 invalidRequest", "invalid null -32600 invalidRequest", "unreadable -32600, close",
      ])
    // Whoever has sent one valid frame may err as often as they like.
    let known = #"{"jsonrpc":"2.0","method":"m"}"# + "\n" + String(repeating: "x\n", count: 5)
    #expect(
      Self.read([Array(known.utf8)]) == ["notification m"] + Array(repeating: "unreadable -32700", count: 5))
  }

  /// Any bytes at all: every line is answered or is a message, nothing traps, and the pieces do not matter.
  @Test func anyBytesAreReadTheSameInAnyPieces() {
    var random = SeededRandom()
    let fragments =
      Self.lines.map(\.input).filter { $0.utf8.count < 300 }.map { Array($0.utf8) } + [[0], [0xff], [0x0d]]
    for _ in 0..<300 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        var fragment = fragments.randomElement(using: &random)!
        if Bool.random(using: &random), !fragment.isEmpty {
          fragment[Int.random(in: 0..<fragment.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        bytes += fragment
        if Int.random(in: 0..<4, using: &random) > 0 { bytes.append(0x0a) }
      }
      let whole = Self.read([bytes], finish: true)
      #expect(Self.read(bytes.map { [$0] }, finish: true) == whole, "seed \(random.seed)")
      #expect(Self.read(random.cuts(of: bytes), finish: true) == whole, "seed \(random.seed)")
    }
  }
}
