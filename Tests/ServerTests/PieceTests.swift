// store.get with an offset: the pieces of a value's JSON text, cut between characters, are the text.
import TestSupport
import Testing
import Wire

@testable import Server

@Suite struct PieceTests {
  private static let word = "a\u{e9}\u{1F600}\"\n\u{4e2d}z"

  private func piece(_ client: Client, _ offset: Int, _ length: Int?) throws -> (text: String, size: Int) {
    let more = length.map { ",\"length\":\($0)" } ?? ""
    let line = try #require(
      client.ask("{\"id\":2,\"method\":\"store.get\",\"params\":{\"path\":\"k.s\",\"offset\":\(offset)\(more)}}").last)
    let result = try #require(try JSONValue(parsing: Client.completed(line))["result"], "\(line)")
    #expect(result["value"] == .null)
    return (try #require(result["text"]?.string), try #require(result["size"]?.int))
  }

  @Test(arguments: 1...9)
  func piecesOfAnyLengthAreTheWhole(_ length: Int) throws {
    let stage = try Stage("class K: ObservableObject { @Published var s = \"\" }\nlet k = K()")
    let client = try stage.connect()
    let whole = JSONValue.string(Self.word).description
    _ = client.ask("{\"id\":1,\"method\":\"store.set\",\"params\":{\"path\":\"k.s\",\"value\":\(whole)}}")
    var text = ""
    var pieces = 0
    while text.utf8.count < whole.utf8.count {
      let (piece, size) = try piece(client, text.utf8.count, length)
      #expect(size == whole.utf8.count)
      // A character that is longer than the piece comes whole.
      try #require(!piece.isEmpty && (piece.utf8.count <= length || piece.unicodeScalars.count == 1))
      text += piece
      pieces += 1
    }
    #expect(text == whole)
    #expect(pieces >= whole.utf8.count / max(4, length))
    #expect(try piece(client, 0, nil) == (whole, whole.utf8.count))
    #expect(try piece(client, whole.utf8.count + 5, nil) == ("", whole.utf8.count))
  }

  /// An offset within a character begins with the next one.
  @Test func anOffsetWithinACharacterGoesOnBehindIt() throws {
    let stage = try Stage("class K: ObservableObject { @Published var s = \"\u{e9}z\" }\nlet k = K()")
    #expect(try piece(try stage.connect(), 2, nil) == ("z\"", 5))
  }
}
