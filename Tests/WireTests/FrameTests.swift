/// Frames: whatever pieces the bytes come in, the same lines come out.
import TestSupport
import Testing
import Wire

@Suite struct FrameTests {
  /// Feeds the pieces one after another and tells what came out.
  static func decode(_ pieces: [[UInt8]], frameBytesMax: Int, finish: Bool = true) -> [String] {
    var decoder = FrameDecoder(frameBytesMax: frameBytesMax)
    var seen: [String] = []
    func note(_ result: Result<UnsafeRawBufferPointer, FrameError>) {
      switch result {
      case .success(let bytes): seen.append(String(decoding: bytes, as: UTF8.self))
      case .failure(.tooLarge(let size, let limit)): seen.append("too large: \(size) of \(limit)")
      case .failure(.byteOrderMark): seen.append("BOM")
      case .failure(.greeting(let greeting)): seen.append("greeting: \(greeting.rawValue)")
      }
    }
    for piece in pieces {
      decoder.append(piece)
      while decoder.next(note) != nil {}
      // One frame, its line end and the piece it came with are all that is ever kept.
      #expect(decoder.pendingCount <= frameBytesMax + 2)
    }
    if finish { _ = decoder.finish(note) }
    return seen
  }

  struct Stream: CustomTestStringConvertible, Sendable {
    var name: String
    var input: String
    var expected: [String]
    var testDescription: String { name }
  }

  static let streams = [
    Stream(name: "one line", input: "{}\n", expected: ["{}"]),
    Stream(name: "two lines", input: "{}\n[]\n", expected: ["{}", "[]"]),
    Stream(name: "CRLF", input: "{}\r\n[]\r\n", expected: ["{}", "[]"]),
    Stream(name: "blank lines", input: "\n\r\n  \n{}\n\n\t\n[]\n", expected: ["{}", "[]"]),
    Stream(name: "a CR within", input: "a\rb\n", expected: ["a\rb"]),
    Stream(name: "two CRs", input: "a\r\r\n", expected: ["a\r"]),
    Stream(name: "no line end", input: "{}\n[1", expected: ["{}", "[1"]),
    Stream(name: "no line end but a CR", input: "{}\r", expected: ["{}"]),
    Stream(name: "nothing", input: "", expected: []),
    Stream(name: "only line ends", input: "\n\n\n", expected: []),
    Stream(name: "at the limit", input: "1234567890\n2\n", expected: ["1234567890", "2"]),
    Stream(name: "at the limit, CRLF", input: "1234567890\r\n2\n", expected: ["1234567890", "2"]),
    Stream(name: "one over", input: "12345678901\n2\n", expected: ["too large: 11 of 10", "2"]),
    Stream(name: "one over, CRLF", input: "12345678901\r\n2\n", expected: ["too large: 11 of 10", "2"]),
    Stream(
      name: "far over", input: String(repeating: "x", count: 5000) + "\n2\n",
      expected: ["too large: 5000 of 10", "2"]),
    Stream(
      name: "far over, CRLF", input: String(repeating: "x", count: 5000) + "\r\n2\r\n",
      expected: ["too large: 5000 of 10", "2"]),
    Stream(
      name: "over twice", input: "xxxxxxxxxxxx\nyyyyyyyyyyyyyyy\n1\n",
      expected: ["too large: 12 of 10", "too large: 15 of 10", "1"]),
    Stream(name: "over and no line end", input: "1\nxxxxxxxxxxxxxxxx", expected: ["1", "too large: 16 of 10"]),
    Stream(name: "over with CRs", input: "\r\r\r\r\r\r\r\r\r\r\r\r\r\n1\n", expected: ["too large: 12 of 10", "1"]),
    Stream(name: "byte order mark", input: "\u{feff}{}\n{}\n", expected: ["BOM", "{}"]),
    Stream(name: "byte order mark later", input: "{}\n\u{feff}{}\n", expected: ["{}", "BOM"]),
  ]

  @Test(arguments: streams)
  func linesComeOut(_ stream: Stream) {
    let bytes = Array(stream.input.utf8)
    #expect(Self.decode([bytes], frameBytesMax: 10) == stream.expected, "whole")
    #expect(Self.decode(bytes.map { [$0] }, frameBytesMax: 10) == stream.expected, "byte by byte")
    var random = SeededRandom()
    for _ in 0..<50 {
      let cuts = random.cuts(of: bytes)
      #expect(Self.decode(cuts, frameBytesMax: 10) == stream.expected, "cut at random, seed \(random.seed)")
    }
  }

  static let greetings = [
    Stream(
      name: "LSP", input: "Content-Length: 52\r\n\r\n{}\n",
      expected: ["greeting: Content-Length framing (LSP)", "{}"]),
    Stream(
      name: "LSP in lower case", input: "content-length: 5\n", expected: ["greeting: Content-Length framing (LSP)"]),
    Stream(name: "HTTP", input: "GET / HTTP/1.1\r\n", expected: ["greeting: HTTP"]),
    Stream(name: "POST", input: "POST /rpc HTTP/1.1\r\n", expected: ["greeting: HTTP"]),
    Stream(name: "after a blank line", input: "\nGET / HTTP/1.1\n", expected: ["greeting: HTTP"]),
    Stream(name: "not on the second line", input: "{}\nGET / HTTP/1.1\n", expected: ["{}", "GET / HTTP/1.1"]),
    Stream(name: "a word that begins like it", input: "GETTING\n", expected: ["GETTING"]),
    Stream(name: "in pieces and cut off", input: "GET /", expected: ["greeting: HTTP"]),
  ]

  @Test(arguments: greetings)
  func otherProtocolsAreRecognised(_ stream: Stream) {
    let bytes = Array(stream.input.utf8)
    #expect(Self.decode([bytes], frameBytesMax: 1000) == stream.expected, "whole")
    #expect(Self.decode(bytes.map { [$0] }, frameBytesMax: 1000) == stream.expected, "byte by byte")
  }

  /// The limit of the protocol itself, to the byte.
  @Test func theLimitIsOneMebibyte() {
    let limit = WireLimits.frameBytesMax
    #expect(limit == 1_048_576)
    let full = [UInt8](repeating: 0x31, count: limit) + [0x0a]
    let over = [UInt8](repeating: 0x31, count: limit + 1) + [0x0a]
    var random = SeededRandom()
    for pieces in [[full], random.cuts(of: full)] {
      #expect(Self.decode(pieces, frameBytesMax: limit).map(\.utf8.count) == [limit])
    }
    for pieces in [[over], random.cuts(of: over)] {
      #expect(Self.decode(pieces, frameBytesMax: limit) == ["too large: 1048577 of 1048576"], "seed \(random.seed)")
    }
  }

  /// Many frames in any pieces, against what splitting the whole text gives.
  @Test func manyFramesInRandomPieces() {
    var random = SeededRandom()
    for _ in 0..<200 {
      var text = ""
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        text += String(
          repeating: "é€x1 "[...].randomElement(using: &random)!, count: Int.random(in: 0...30, using: &random))
        text += ["\n", "\r\n", "\n\n"].randomElement(using: &random)!
      }
      let expected = text.utf8.split(separator: 0x0a).compactMap { line -> String? in
        var line = Array(line)
        if line.last == 0x0d { line.removeLast() }
        if line.allSatisfy({ $0 == 0x20 }) { return nil }
        return String(decoding: line, as: UTF8.self)
      }
      let seen = Self.decode(random.cuts(of: Array(text.utf8)), frameBytesMax: 1000)
      #expect(seen == expected, "seed \(random.seed)")
    }
  }
}
