// Places in a text, as editors, the daemon and files count them.
import Testing
import Wire

@testable import REPL

struct TextDocumentTests {
  private static let text = "let é = \"𝄞x\"\r\nb\rc\n\nlast"

  /// A place as each encoding says it, and its offset in UTF-8 bytes.
  static let places: [(line: Int, utf8: Int, utf16: Int, utf32: Int, offset: Int)] = [
    (0, 0, 0, 0, 0), (0, 4, 4, 4, 4), (0, 6, 5, 5, 6), (0, 10, 9, 9, 10), (0, 14, 11, 10, 14), (0, 16, 13, 12, 16),
    (1, 0, 0, 0, 18), (1, 1, 1, 1, 19), (2, 1, 1, 1, 21), (3, 0, 0, 0, 22), (4, 4, 4, 4, 27),
  ]

  @Test(arguments: places.indices)
  func aPlaceHasOneOffset(_ index: Int) {
    let document = TextDocument(uri: "file:///a", version: 1, text: Self.text)
    let place = Self.places[index]
    for (encoding, character) in [(PositionEncoding.utf8, place.utf8), (.utf16, place.utf16), (.utf32, place.utf32)] {
      let position = EditorPosition(line: place.line, character: character)
      #expect(document.offset(position, encoding) == place.offset, "\(encoding)")
      #expect(document.position(place.offset, encoding) == position, "\(encoding)")
    }
  }

  @Test func whatIsBeyondIsAtTheEnd() {
    let document = TextDocument(uri: "file:///a", version: 1, text: Self.text)
    #expect(document.offset(EditorPosition(line: 0, character: 99), .utf16) == 16)
    #expect(document.offset(EditorPosition(line: 99, character: 0), .utf16) == 27)
    #expect(document.offset(EditorPosition(line: 4, character: .max), .utf16) == 27)
    // Between the two halves of a letter is before it.
    #expect(document.offset(EditorPosition(line: 0, character: 10), .utf16) == 10)
    // Between the two bytes of a line's end is at the end of the line.
    #expect(document.position(17, .utf16) == EditorPosition(line: 0, character: 13))
  }

  @Test func changesAreDoneInOrder() throws {
    var document = TextDocument(uri: "file:///a", version: 1, text: "𝄞a\nb")
    for change in [
      #"{"range":{"start":{"line":0,"character":2},"end":{"line":0,"character":3}},"text":"x\ny"}"#,
      #"{"range":{"start":{"line":1,"character":0},"end":{"line":2,"character":0}},"text":""}"#,
      #"{"range":{"start":{"line":1,"character":1},"end":{"line":1,"character":1}},"text":"!"}"#,
    ] {
      document.change(try JSONValue(parsing: change), .utf16)
    }
    #expect(document.text == "𝄞x\nb!")
    document.change(try JSONValue(parsing: #"{"text":"all anew\n"}"#), .utf16)
    #expect(document.text == "all anew\n" && document.lineCount == 2)
  }

  @Test(arguments: [("/a b/ä.swift", "file:///a%20b/%C3%A4.swift"), ("/x", "file:///x")])
  func pathsAreURIs(_ path: String, _ uri: String) {
    #expect(FileURI.uri(path) == uri)
    #expect(FileURI.path(uri) == path)
  }

  @Test func otherURIsAreNoPaths() {
    #expect(FileURI.path("untitled:Untitled-1") == nil)
    #expect(FileURI.path("file://host/a") == "/a")
  }

  @Test func commandsLeaveTheirPlace() {
    let (text, commands) = CheckedText.withoutCommands(
      ":source a.swift\r\nlet x = true\n  ? 1\n: no\nlet y = \"\"\"\n:clock 1s\n\"\"\"\n:clock 2s\nlet z = (\n:no\n1)")
    #expect(
      text
        == "               \r\nlet x = true\n  ? 1\n: no\nlet y = \"\"\"\n:clock 1s\n\"\"\"\n         \nlet z = (\n:no\n1)"
    )
    #expect(commands == [.init(line: 0, text: "source a.swift"), .init(line: 7, text: "clock 2s")])
  }

  @Test func namedFilesStandInFront() {
    let files = ["/f/a.swift": ":source b.swift\nlet a = b", "/f/b.swift": "let b = 1\n:source a.swift"]
    let checked = CheckedText("let x = a\n:source a.swift\n:source no.swift\n", path: "/f/x.test") { files[$0] }
    #expect(
      checked.text
        == "let b = 1\n               \n               \nlet a = b\nlet x = a\n               \n                \n")
    #expect(checked.sources.map(\.path) == ["/f/b.swift", "/f/a.swift"])
    #expect(checked.sources.map(\.lines) == [1..<3, 3..<5])
    #expect(checked.linesBefore == 4)
    #expect(checked.source(ofLine: 4)?.namedOn == 1)
    #expect(checked.source(ofLine: 5) == nil)
    #expect(checked.text.utf8.dropFirst(checked.bytesBefore).first == UInt8(ascii: "l"))
  }
}
