// Bytes and back, exactly; and bytes that nobody wrote, which must end in an error and nothing worse.
import Engine
import Language
import TestSupport
import Testing

@testable import Journal

@Suite struct EncodingTests {
  private func encode(_ value: PortableValue) throws -> [UInt8] {
    var encoder = Encoder()
    encoder.reset()
    try encoder.append(value)
    return encoder.bytes
  }

  private func decode(_ bytes: [UInt8]) throws -> PortableValue {
    try bytes.withUnsafeBytes { pointer in
      var decoder = try Decoder(pointer)
      let value = try decoder.value()
      guard decoder.isAtEnd else { throw EncodingError.malformed("rest", at: 0) }
      return value
    }
  }

  private func commits(_ bytes: [UInt8]) throws -> [CommitRecord] {
    try bytes.withUnsafeBytes { pointer in
      var decoder = try Decoder(pointer)
      var found: [CommitRecord] = []
      while !decoder.isAtEnd { found.append(try decoder.commit().record) }
      return found
    }
  }

  @Test(
    arguments: [
      (.null, [1, 0]), (.bool(false), [1, 1]), (.bool(true), [1, 2]), (.int(0), [1, 3, 0]), (.int(-1), [1, 3, 1]),
      (.int(1), [1, 3, 2]), (.int(63), [1, 3, 126]), (.int(64), [1, 3, 0x80, 1]),
      (.string("å"), [1, 5, 2, 0xC3, 0xA5]),
      (.double(1), [1, 4, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F]), (.list([.null, .bool(true)]), [1, 6, 2, 0, 2]),
      (.record([.init("a", .int(0))]), [1, 7, 1, 1, 0x61, 3, 0]),
    ] as [(PortableValue, [UInt8])])
  func theFormatIsFixed(value: PortableValue, expected: [UInt8]) throws {
    #expect(try encode(value) == expected)
    #expect(try decode(expected) == value)
  }

  @Test(arguments: [Int.max, .min, .max - 1, .min + 1, 1 << 53, -(1 << 53), 127, 128, -128, -129])
  func integersOfAllSizesAreExact(number: Int) throws {
    #expect(try decode(encode(.int(number))) == .int(number))
  }

  @Test func theSignOfZeroAndTheBitsOfNaNSurvive() throws {
    guard case .double(let zero) = try decode(encode(.double(-0.0))),
      case .double(let nan) = try decode(encode(.double(.signalingNaN)))
    else {
      Issue.record("not doubles")
      return
    }
    #expect(zero.bitPattern == (-0.0).bitPattern)
    #expect(nan.bitPattern == Double.signalingNaN.bitPattern)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>) func valuesComeBackAsTheyWere(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<50 {
      let value = PortableValue.random(using: &random)
      #expect(try decode(encode(value)) == value)
    }
  }

  @Test func commitsComeBackAsTheyWere() throws {
    var workload = Workload(seed: 7)
    let written = (0..<200).map { _ in workload.commit() }
    var encoder = Encoder()
    encoder.reset()
    for commit in written { try encoder.append(commit) }
    #expect(try commits(encoder.bytes) == written)
  }

  @Test func everyTruncationIsNoticed() throws {
    var workload = Workload(seed: 3)
    var encoder = Encoder()
    encoder.reset()
    for _ in 0..<5 { try encoder.append(workload.commit()) }
    var whole = 0
    for count in 0..<encoder.bytes.count {
      // A cut between two commits leaves fewer commits, and nothing in the bytes can tell; any other is an error.
      if (try? commits(Array(encoder.bytes.prefix(count)))) != nil { whole += 1 }
    }
    #expect(whole == 5)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func damagedBytesNeverCrash(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var workload = Workload(seed: seed)
    var encoder = Encoder()
    encoder.reset()
    for _ in 0..<5 { try encoder.append(workload.commit()) }
    var outcomes = (decoded: 0, refused: 0)
    for _ in 0..<500 {
      var bytes = encoder.bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if (try? commits(bytes)) == nil { outcomes.refused += 1 } else { outcomes.decoded += 1 }
    }
    #expect(outcomes.refused > 0 && outcomes.decoded > 0, "both were seen")
  }

  @Test(
    arguments: [
      ([], .malformed("an end", at: 0)), ([7, 0], .version(7)), ([1], .malformed("an end", at: 1)),
      ([1, 9], .malformed("tag 9", at: 1)), ([1, 5, 2, 0xC3], .malformed("a count of 2", at: 2)),
      ([1, 5, 1, 0xFF], .malformed("text that is not UTF-8", at: 3)),
      ([1, 6, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F], .malformed("a count of 4294967295", at: 2)),
      ([1, 3] + Array(repeating: 0xFF, count: 10), .malformed("a number of more than 64 bits", at: 12)),
      ([1, 3] + Array(repeating: 0xFF, count: 9) + [2], .malformed("a number of more than 64 bits", at: 12)),
      ([1, 4, 0, 0], .malformed("an end", at: 4)),
    ] as [([UInt8], EncodingError)])
  func damageIsNamed(bytes: [UInt8], error: EncodingError) {
    #expect(throws: error) { try decode(bytes) }
  }

  @Test func depthIsBoundedOnBothSides() throws {
    func nested(_ depth: Int) -> PortableValue { (1..<depth).reduce(.list([])) { inner, _ in .list([inner]) } }
    let deepest = nested(Encoding.depthMax)
    #expect(try decode(encode(deepest)) == deepest)
    #expect(throws: EncodingError.tooDeep) { try encode(nested(Encoding.depthMax + 1)) }
    let level: [UInt8] = [Encoding.Tag.list, 1]
    let bytes: [UInt8] = [1] + Array(repeating: level, count: Encoding.depthMax).joined() + [0]
    #expect(throws: EncodingError.tooDeep) { try decode(bytes) }
  }
}
