import Testing

@testable import Wire

@Suite struct PathTextTests {
  @Test(arguments: [
    ("draft?.title", "draft.title"), ("draft!.save", "draft.save"), ("a?.b!.c?", "a.b.c"), ("a??.b", "a.b"),
    ("books[0]?.title", "books[0].title"), ("prices?[\"tea?\"]!.cents", "prices[\"tea?\"].cents"),
    ("books[id: \"a]?.\\\"b\"]?.title", "books[id: \"a]?.\\\"b\"].title"), ("!home.key", "!home.key"),
    ("!home?.key", "!home.key"), ("is it?now", "is it?now"), ("plain", "plain"), ("?", "?"), ("a.?", "a."),
  ])
  func marksOfOptionalsAreLeftOut(_ text: String, _ plain: String) {
    #expect(PathText.plain(text) == plain)
  }
}
