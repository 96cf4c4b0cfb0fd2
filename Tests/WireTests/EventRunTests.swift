import Testing
import Wire

@Suite struct EventRunTests {
  @Test(arguments: [1, 8, 98, 998, 99_998, 12_345_678]) func manyAreWhatTheyAreOneByOne(first: Int) {
    let prefix = EventPrefix(subscription: "w")
    let bodies = (0..<5).map { number in EventBody(.progress(rev: 17 + number * 1000)).bytes }
    var spans: [BodySpan] = []
    // In another order than they lie in, and with something between them.
    var bytes: [UInt8] = []
    for body in bodies.reversed() {
      bytes += [0, 0]
      spans.insert(BodySpan(offset: bytes.count, count: body.count), at: 0)
      bytes += body
    }
    let together = EncoderTests.lines { encoder in
      spans.withUnsafeBufferPointer { spans in
        bytes.withUnsafeBytes { encoder.events(prefix, from: first, spans, in: $0) }
      }
    }
    let alone = EncoderTests.lines { encoder in
      for (index, body) in bodies.enumerated() {
        body.withUnsafeBytes { encoder.event(prefix, number: first + index, body: $0) }
      }
    }
    #expect(together.count == 5)
    #expect(together == alone)
  }
}
