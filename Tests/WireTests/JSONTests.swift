/// Reading and writing JSON: the cases of the data files, whatever the parser was fed before.
import TestSupport
import Testing
import Wire

@Suite struct JSONTests {
  @Test(arguments: try JSONCase.load("accepted"))
  func isAccepted(_ json: JSONCase) throws {
    var parser = JSONParser()
    let document = try json.input.withUnsafeBytes { try parser.parse($0) }
    var writer = JSONWriter()
    writer.value(JSONValue(document.root))
    #expect(writer.text == String(decoding: json.expected, as: UTF8.self))
  }

  @Test(arguments: try JSONCase.load("refused"))
  func isRefused(_ json: JSONCase) {
    var parser = JSONParser()
    let error = #expect(throws: JSONError.self) { try json.input.withUnsafeBytes { _ = try parser.parse($0) } }
    if let error {
      let told = "\(error.reason) @ \(error.offset)"
      #expect(told == String(decoding: json.expected, as: UTF8.self))
    }
  }

  /// What is written can be read again, and is the same.
  @Test(arguments: try JSONCase.load("accepted"))
  func writtenTextReadsBack(_ json: JSONCase) throws {
    let value = try JSONValue(parsing: String(decoding: json.expected, as: UTF8.self))
    #expect(try JSONValue(parsing: value.description) == value)
  }

  /// One parser used for everything, good and bad, gives what a fresh one gives.
  @Test func aParserForgetsWhatItRead() throws {
    let cases = try JSONCase.load("accepted") + JSONCase.load("refused")
    var random = SeededRandom()
    var parser = JSONParser()
    for json in cases.shuffled(using: &random) {
      let reused = json.input.withUnsafeBytes { bytes in Result { JSONValue(try parser.parse(bytes).root) } }
      var fresh = JSONParser()
      let single = json.input.withUnsafeBytes { bytes in Result { JSONValue(try fresh.parse(bytes).root) } }
      #expect((try? reused.get()) == (try? single.get()), "line \(json.line), seed \(random.seed)")
    }
  }

  /// What takes minutes to be compared and hashed is not taken, where that is asked for: written as it is, and as escapes.
  @Test(arguments: [
    ("\u{301}", 1000, true), ("\u{323}\u{301}", 4, true), ("\u{301}\u{323}", 4, true), ("\u{301}\u{323}", 5, false),
    ("a\u{301}\u{323}", 1000, true), ("\u{301}\u{323}", 1000, false), ("\\u0301\\u0323", 5, false),
    ("\\u0301", 1000, true),
  ])
  func marksInDisorderAreRefused(_ marks: String, _ count: Int, _ isTaken: Bool) throws {
    var parser = JSONParser(marksMax: 8)
    for text in [
      "[\"a" + String(repeating: marks, count: count) + "\"]",
      "{\"" + String(repeating: marks, count: count) + "b\":1}",
    ] {
      if isTaken {
        _ = try parser.parse(text)
      } else {
        #expect(throws: JSONError.self) { _ = try parser.parse(text) }
        var other = JSONParser()
        _ = try other.parse(text)
      }
    }
  }

  /// Others are looked after while a long list is written.
  @Test func aLongListIsWrittenInParts() {
    var looks = 0
    var writer = JSONWriter { looks += 1 }
    Array(0..<1000).encode(to: &writer)
    #expect(looks == 1000 / 32)
    #expect(writer.text.hasSuffix("998,999]"))
  }

  /// A document that is held keeps its content while the parser goes on.
  @Test func aHeldDocumentDoesNotChange() throws {
    var parser = JSONParser()
    let first = try parser.parse(#"{"a":"first"}"#)
    let second = try parser.parse(#"{"a":"second one","b":[1,2,3]}"#)
    #expect(first.root["a"]?.string == "first")
    #expect(second.root["a"]?.string == "second one")
  }

  @Test func viewsLookInside() throws {
    var parser = JSONParser()
    let root = try parser.parse(#"{"a":[1,2.5,"x",null,true,{"b":{}}],"c":3,"c":4}"#).root
    #expect(root.kind == .object)
    #expect(root.count == 3)
    #expect(root["a"]?.count == 6)
    #expect(root["a"]?.elements.map(\.kind) == [.int, .double, .string, .null, .bool, .object])
    #expect(root["c"]?.int == 4)
    #expect(root["d"] == nil)
    #expect(root.members.map(\.name) == ["a", "c", "c"])
    #expect(root["a"]?.equals("x") == false)
    #expect(root["a"]?.elements.map { $0.equals("x") } == [false, false, true, false, false, false])
    #expect(root["c"]?.double == 4)
    #expect(root["a"]?.int == nil)
  }

  /// A million doubles of all sizes would be better; these take a moment and have found every mistake so far.
  @Test func doublesReadBackAsTheyWere() throws {
    var random = SeededRandom()
    var parser = JSONParser()
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      var writer = JSONWriter()
      writer.value(value)
      let text = writer.text
      let read = try parser.parse(text).root.double
      #expect(read?.bitPattern == value.bitPattern || (value == 0 && read == 0), "\(text), seed \(random.seed)")
    }
    for value in [0.5, 100, 1e14, 1e15, 999_999_999_999_999, -3, 1.5e300, .leastNonzeroMagnitude] {
      var writer = JSONWriter()
      writer.value(value)
      #expect(try JSONValue(parsing: writer.text) == .double(value))
    }
  }

  /// Strings of all characters at all positions, against what a character-by-character writer gives.
  @Test func stringsAreEscapedWhereTheyMustBe() throws {
    var random = SeededRandom()
    let characters = (0..<0x30).map { Unicode.Scalar($0)! } + Array("\\\"/~\u{7f}\u{80}éé€😀\u{2028}".unicodeScalars)
    for _ in 0..<5000 {
      var text = String.UnicodeScalarView()
      var expected = "\""
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        let scalar = Int.random(in: 0..<3, using: &random) == 0 ? characters.randomElement(using: &random)! : "x"
        text.append(scalar)
        switch scalar {
        case "\"", "\\": expected += "\\\(scalar)"
        case "\n": expected += "\\n"
        case "\r": expected += "\\r"
        case "\t": expected += "\\t"
        case "\u{8}": expected += "\\b"
        case "\u{c}": expected += "\\f"
        case ..<" ": expected += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
        default: expected.unicodeScalars.append(scalar)
        }
      }
      let value = JSONValue.string(String(text))
      #expect(value.description == expected + "\"", "seed \(random.seed)")
      #expect(try JSONValue(parsing: value.description) == value, "seed \(random.seed)")
    }
  }

  @Test func integersReadBackAsTheyWere() throws {
    var random = SeededRandom()
    var edges = [0, 1, -1, 9, 10, -10, 99, 100, Int.max, Int.min, Int.max - 1, Int.min + 1]
    for shift in 0..<64 { edges.append(Int(bitPattern: UInt(random.next() >> UInt64(shift)))) }
    for value in edges {
      var writer = JSONWriter()
      writer.value(value)
      #expect(writer.text == "\(value)")
      #expect(try JSONValue(parsing: writer.text) == .int(value), "seed \(random.seed)")
    }
  }

  /// Bytes that were JSON before something happened to them: the parser says yes or no, and what it accepts can be
  /// written and read again as the same value.
  @Test func damagedTextIsAcceptedOrRefused() throws {
    var random = SeededRandom()
    let cases = try JSONCase.load("accepted").map(\.input).filter { $0.count < 200 }
    var parser = JSONParser()
    var accepted = 0
    var refused = 0
    for _ in 0..<20_000 {
      var bytes = cases.randomElement(using: &random)!
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let position = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where position < bytes.count: bytes.remove(at: position)
        case 1 where position < bytes.count: bytes[position] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes.insert("{}[],:\"\\0e.-u".utf8.randomElement(using: &random)!, at: position)
        default: bytes = bytes[..<position] + cases.randomElement(using: &random)!
        }
      }
      guard let document = try? bytes.withUnsafeBytes({ try parser.parse($0) }) else {
        refused += 1
        continue
      }
      accepted += 1
      let value = JSONValue(document.root)
      #expect(String(validating: bytes, as: UTF8.self) != nil, "seed \(random.seed): invalid UTF-8 accepted")
      #expect(try JSONValue(parsing: value.description) == value, "seed \(random.seed)")
    }
    // Both outcomes were seen, so that the test says something.
    #expect(accepted > 100 && refused > 100)
  }
}
