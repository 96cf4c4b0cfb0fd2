import Testing

@testable import Outside

@Suite struct LineBufferTests {
  @Test func piecesOfAnySizeGiveTheSameLines() {
    let text = "one\r\n\nthree \u{e9}\nfour"
    for size in 1...text.utf8.count {
      var buffer = LineBuffer()
      var lines: [String] = []
      var bytes = Array(text.utf8)[...]
      while !bytes.isEmpty {
        buffer.append(Array(bytes.prefix(size)))
        bytes = bytes.dropFirst(size)
        while buffer.hasLine, let line = buffer.next() { lines.append(line) }
      }
      #expect(buffer.next() == nil)
      #expect(lines == ["one", "", "three \u{e9}"])
      #expect(buffer.rest() == "four")
      #expect(buffer.rest() == nil && buffer.isEmpty)
    }
  }

  @Test func aLineWithoutEndComesInParts() {
    var buffer = LineBuffer()
    buffer.append(Array(repeating: UInt8(ascii: "x"), count: LineBuffer.lineMax + 5))
    #expect(buffer.next()?.utf8.count == LineBuffer.lineMax)
    #expect(buffer.next() == nil)
    buffer.append([UInt8(ascii: "\n")])
    #expect(buffer.next() == "xxxxx")
  }
}
