import Testing
import Wire

@testable import REPL

/// What `:stub` takes.
@Suite struct StubTextTests {
  private func json(_ text: String) throws -> String {
    var writer = JSONWriter()
    try StubText(text).params.encode(to: &writer)
    return writer.text
  }

  @Test(arguments: [
    ("https://a.test/* 200", #"{"url":"https://a.test/*","answers":[{"status":200}]}"#),
    (
      "GET https://a.test/* {\"x\":[1,2]}",
      #"{"url":"https://a.test/*","method":"GET","answers":[{"body":{"x":[1,2]}}]}"#
    ),
    (
      "* 503 ×2 after 1s, 200 {\"a\":\"}, {\"} after 3s",
      #"{"url":"*","answers":[{"status":503,"delay":"1s","times":2},{"status":200,"body":{"a":"}, {"},"delay":"3s"}]}"#
    ),
    (
      "* 503 Retry-After:5 X-A:b:c",
      #"{"url":"*","answers":[{"status":503,"headers":{"Retry-After":"5","X-A":"b:c"}}]}"#
    ),
    ("* timedOut", #"{"url":"*","answers":[{"fail":"timedOut"}]}"#),
    ("* \"plain text\"", #"{"url":"*","answers":[{"body":"plain text"}]}"#),
  ])
  func isRead(_ text: String, _ expected: String) throws { #expect(try json(text) == expected) }

  @Test(arguments: [
    "", "https://a.test/*", "GET https://a.test/*", "* {nonsense}", "* 200 after", "* 200 after soon", "* 200, , 300",
  ])
  func isRefused(_ text: String) { #expect(throws: UsageError.self) { try json(text) } }
}
