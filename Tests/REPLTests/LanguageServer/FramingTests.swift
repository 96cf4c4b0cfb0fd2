// Messages with a header, in any pieces.
import Testing

@testable import REPL

struct FramingTests {
  private static let two = Array(
    "Content-Length: 2\r\n\r\n{}Content-Type: x; charset=utf-8\r\ncontent-length:3\r\n\r\n\"é\"".utf8)

  private func read(_ pieces: [[UInt8]]) throws -> [String] {
    var framing = HeaderFraming()
    var messages: [String] = []
    for piece in pieces {
      framing.add(piece)
      while let message = try framing.next() { messages.append(String(decoding: message, as: UTF8.self)) }
    }
    return messages
  }

  @Test func lengthsAreBytes() throws {
    var bytes = Self.two
    // The quotes and two bytes of a letter.
    bytes = Array(String(decoding: bytes, as: UTF8.self).replacing("content-length:3", with: "content-length:4").utf8)
    #expect(try read([bytes]) == ["{}", "\"é\""])
    #expect(try read(bytes.map { [$0] }) == ["{}", "\"é\""])
    for cut in bytes.indices {
      #expect(try read([Array(bytes[..<cut]), Array(bytes[cut...])]) == ["{}", "\"é\""], "cut at \(cut)")
    }
    #expect(HeaderFraming.framed("\"é\"") == "Content-Length: 4\r\n\r\n\"é\"")
  }

  @Test func lineFeedsAloneWillDo() throws {
    #expect(try read([Array("Content-Length: 2\n\n{}".utf8)]) == ["{}"])
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0"}"#, "Content-Length: two\r\n\r\n{}", "Content-Length: -2\r\n\r\n{}", "Content-Type: x\r\n\r\n{}",
    "hello\r\n\r\n", String(repeating: "x", count: 10_000),
  ])
  func whatIsNoMessageIsSaid(_ text: String) {
    #expect(throws: HeaderFraming.Failure.self) { try read([Array(text.utf8)]) }
  }

  @Test func whatIsTooLongIsNotWaitedFor() {
    #expect(throws: HeaderFraming.Failure.tooLong(1 << 40)) {
      try read([Array("Content-Length: \(1 << 40)\r\n\r\n".utf8)])
    }
  }
}
