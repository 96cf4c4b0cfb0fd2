/// Times, errors, guesses, buffers.
import TestSupport
import Testing
import Wire

@Suite struct TimestampTests {
  static let cases: [(Int, String)] = [
    (0, "1970-01-01T00:00:00Z"),
    (1, "1970-01-01T00:00:00.000000001Z"),
    (-1, "1969-12-31T23:59:59.999999999Z"),
    (1_500_000_000, "1970-01-01T00:00:01.5Z"),
    (951_782_400_000_000_000, "2000-02-29T00:00:00Z"),
    (951_868_799_000_000_000, "2000-02-29T23:59:59Z"),
    (951_868_800_000_000_000, "2000-03-01T00:00:00Z"),
    (1_700_000_000_123_456_789, "2023-11-14T22:13:20.123456789Z"),
    (1_795_223_823_001_000_000, "2026-11-21T01:17:03.001Z"),
    (4_107_542_400_000_000_000, "2100-03-01T00:00:00Z"),
    (-2_203_891_200_000_000_000, "1900-03-01T00:00:00Z"),
    (Int.max, "2262-04-11T23:47:16.854775807Z"),
    (Int.min, "1677-09-21T00:12:43.145224192Z"),
  ]

  @Test(arguments: cases)
  func isWrittenAndRead(_ nanoseconds: Int, _ text: String) {
    #expect(Timestamp(nanoseconds: nanoseconds).description == text)
    // The least one lies before a whole second that is out of range.
    if nanoseconds != .min { #expect(Timestamp(text)?.nanoseconds == nanoseconds) }
  }

  @Test func readsWhatItWrites() {
    var random = SeededRandom()
    for _ in 0..<5000 {
      let time = Timestamp(nanoseconds: Int(bitPattern: UInt(random.next())) / 2)
      #expect(Timestamp(time.description) == time, "seed \(random.seed)")
    }
  }

  static let readable: [(String, String)] = [
    ("2026-11-21T02:17:03+01:00", "2026-11-21T01:17:03Z"), ("2026-11-20T20:17:03-05:00", "2026-11-21T01:17:03Z"),
    ("2026-11-21t01:17:03z", "2026-11-21T01:17:03Z"), ("2026-11-21 01:17:03Z", "2026-11-21T01:17:03Z"),
    ("2026-11-21T01:17:03.10Z", "2026-11-21T01:17:03.1Z"),
    ("2026-11-21T01:17:03.1234567899Z", "2026-11-21T01:17:03.123456789Z"),
  ]

  @Test(arguments: readable)
  func otherFormsAreRead(_ text: String, _ canonical: String) {
    #expect(Timestamp(text)?.description == canonical)
  }

  @Test(arguments: [
    "", "2026", "2026-11-21", "2026-11-21T01:17Z", "2026-11-21T01:17:03", "2026-13-01T00:00:00Z",
    "2026-02-29T00:00:00Z", "2026-00-10T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z",
    "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z", "2026-01-01T00:00:00.Z",
    "2026-01-01T00:00:00Zx", "2026-01-01T00:00:00+0100", "2026-1-1T00:00:00Z", "9999-01-01T00:00:00Z",
  ])
  func nonsenseIsRefused(_ text: String) {
    #expect(Timestamp(text) == nil)
  }
}

@Suite struct ErrorCodeTests {
  @Test func kindsAreUniqueAndSentencesAreParts() {
    #expect(Set(ErrorCode.allCases.map(\.kind)).count == ErrorCode.allCases.count)
    for code in ErrorCode.allCases { #expect(!code.entry.meaning.hasSuffix("."), "\(code)") }
  }

  /// combinectl's classes: failed, timed out, conflict, sysexits, interrupted.
  @Test func exitStatusesAreClasses() {
    let classes: Set<Int32> = [1, 8, 9, 64, 65, 66, 69, 70, 75, 76, 77, 130]
    for code in ErrorCode.allCases { #expect(classes.contains(code.exitStatus), "\(code)") }
    #expect(ErrorCode.conflict.exitStatus == 9)
    #expect(ErrorCode.notFound.exitStatus == 66)
    #expect(ErrorCode.diagnostics.exitStatus == 65)
    #expect(RPCError(.timeout, "").exitStatus == 8)
  }

  @Test(arguments: ErrorCode.allCases)
  func errorsReadBack(_ code: ErrorCode) throws {
    let fields: KeyValuePairs<String, JSONValue> = ["path": "a", "value": ["x": nil]]
    for error in [
      RPCError(code, "What, where."), RPCError(code, "What.", fields, hint: "Do this.", retry: .now),
      RPCError(code, kind: "another", "What."),
    ] {
      var writer = JSONWriter()
      error.encode(to: &writer)
      var parser = JSONParser()
      let view = try parser.parse(writer.text).root
      #expect(try RPCError(json: view, strict: false) == error)
    }
  }

  @Test func errorsOfOthersAreReadToo() throws {
    var parser = JSONParser()
    let error = try RPCError(json: try parser.parse(#"{"code":-32099,"message":"new"}"#).root, strict: false)
    #expect(error.kind == "unknown")
    #expect(error.exitStatus == 1)
    #expect(error.known == nil)
  }
}

@Suite struct DidYouMeanTests {
  static let cases: [(String, [String], [String])] = [
    ("usernme", ["username", "isValid", "password"], ["username"]),
    ("sotre.set", ["store.set", "store.get", "sub.open"], ["store.set", "store.get"]),
    ("Username", ["username"], ["username"]),
    ("store.get ", ["store.get"], ["store.get"]),
    ("x", ["y", "zz", "abc"], ["y"]),
    ("", ["a"], []),
    ("same", ["same"], []),
    ("entirelydifferent", ["username"], []),
    ("abcd", ["abce", "abcf", "abcg", "abch"], ["abce", "abcf", "abcg"]),
    (String(repeating: "a", count: 65), [String(repeating: "a", count: 64)], []),
  ]

  @Test(arguments: cases)
  func namesAreGuessed(_ name: String, _ known: [String], _ expected: [String]) {
    #expect(didYouMean(name, among: known) == expected)
  }
}

@Suite struct ByteBufferTests {
  /// Whatever is appended comes out in order, compared with an array.
  @Test func behavesLikeAQueue() {
    var random = SeededRandom()
    var buffer = ByteBuffer(capacity: 8)
    var model: [UInt8] = []
    for _ in 0..<20_000 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        let byte = UInt8.random(in: 0...255, using: &random)
        buffer.append(byte)
        model.append(byte)
      case 1:
        let bytes = (0..<Int.random(in: 0...40, using: &random)).map { UInt8(truncatingIfNeeded: $0) }
        buffer.append(bytes)
        model += bytes
      case 2:
        let count = Int.random(in: 0...20, using: &random)
        buffer.withSpace(atLeast: 20) { space in
          for index in 0..<count { space[index] = 7 }
          return count
        }
        model += Array(repeating: 7, count: count)
      case 3:
        let count = Int.random(in: 0...model.count, using: &random)
        buffer.consume(count)
        model.removeFirst(count)
      default:
        let count = Int.random(in: model.count / 2...model.count, using: &random)
        buffer.truncate(to: count)
        model.removeLast(model.count - count)
        buffer.shrink(to: 8)
      }
      #expect(buffer.count == model.count)
      if random.next() % 16 == 0 { #expect(buffer.bytes() == model, "seed \(random.seed)") }
    }
    // A queue that is emptied regularly does not grow with what went through it.
    #expect(buffer.capacity < 8192)
  }
}
