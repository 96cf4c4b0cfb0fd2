import Language
import Testing

@testable import Engine

@Suite struct PathTests {
  @Test(
    arguments: [
      ("n", [.member("n")]),
      ("signup.username", [.member("signup"), .member("username")]),
      ("shelf.books[0].title", [.member("shelf"), .member("books"), .index(0), .member("title")]),
      ("shelf.books[-1]", [.member("shelf"), .member("books"), .index(-1)]),
      (
        #"shelf.books[id: "b7"].title"#,
        [.member("shelf"), .member("books"), .identified(field: "id", value: .string("b7")), .member("title")]
      ),
      ("shelf.books[isbn:97]", [.member("shelf"), .member("books"), .identified(field: "isbn", value: .int(97))]),
      (#"prices["a.b]\"c"]"#, [.member("prices"), .key(#"a.b]"c"#)]),
      ("größe.wert", [.member("größe"), .member("wert")]),
    ] as [(String, [PathStep])])
  func parses(text: String, steps: [PathStep]) throws {
    #expect(try Path(text).steps == steps)
  }

  @Test(arguments: [
    ("", "a name is missing at column 1"),
    ("a..b", "a name is missing at column 3"),
    ("a.", "a name is missing at column 3"),
    ("a[0", "expected ']' at column 4"),
    (#"a["x"#, "the closing quote is missing at column 5"),
    ("a[x]", "expected an index, a quoted key or 'id: value' at column 4"),
    ("a b", "expected '.' or '[' at column 2"),
  ])
  func refuses(text: String, reason: String) {
    do {
      _ = try Path(text)
      Issue.record("'\(text)' was accepted")
    } catch {
      guard case .malformedPath(text, reason) = error else {
        Issue.record("unexpected: \(error)")
        return
      }
    }
  }
}

@Suite struct PathFilterTests {
  @Test(arguments: [
    (["signup.username"], "signup.username", true),
    (["signup.username"], "signup.isValid", false),
    (["signup"], "signup.username", true),
    (["signup"], "signups.username", false),
    (["*.temp"], "kitchen.temp", true),
    (["*.temp"], "home.kitchen.temp", false),
    (["**.temp"], "home.kitchen.temp", true),
    (["**.temp"], "temp", true),
    (["home.**"], "home.kitchen.temp", true),
    (["home.**"], "garden.temp", false),
    (["{kitchen,hall}.temp"], "hall.temp", true),
    (["{kitchen,hall}.temp"], "attic.temp", false),
    (["room{1,2}.x"], "room2.x", true),
    (["**", "!*.secret"], "a.secret", false),
    (["**", "!*.secret"], "a.open", true),
    (["a.**.z"], "a.b.c.z", true),
    (["a.**.z"], "a.z", true),
    (["a.**.z"], "a.b", false),
    (["{a*,n*}.x"], "name.x", true),
    (["a*a"], "a", false),
    (["*son.name"], "person.name", true),
    (["p*n.*a*e"], "person.name", true),
    (["per*"], "person.name", true),
    (["person.a*"], "person.name", false),
    (["person.a*"], "person.age", true),
    (["a.**.b.**.c"], "a.x.b.y.b.c", true),
    (["a.**.b.c"], "a.b.x.b.c.d", true),
    (["**.*.a"], "a", false),
    (["**.*.a"], "x.a", true),
    (["a.**.**"], "a", true),
    (["{a}.b"], "a.b.c", true),
    (["c", "a.b", "d"], "a.b.c", true),
    (["c", "a.b", "d"], "a.bc", false),
    (["a.*.c", "a.b.*", "b.*"], "a.b.d", true),
    (["a.*.c", "a.b.*", "b.*"], "a.x.c", true),
    (["a.*.c", "a.b.*", "b.*"], "a.x.d", false),
    (["a.*.c", "**.z", "b.*"], "a.x.z", true),
    (["a", "!a.b", "!a.c"], "a.c.d", false),
    (["a", "!a.b", "!a.c"], "a.d", true),
  ])
  func matches(patterns: [String], path: String, expected: Bool) throws {
    let filter = try PathFilter(patterns)
    #expect(filter.matches(path.split(separator: ".").map(String.init)) == expected)
  }

  /// Trying each way in which so many `**` can be laid over the names would not come to an end.
  @Test func manyDoubleStarsAreTriedOnce() throws {
    let pattern = try PathPattern(Array(repeating: "**.a", count: 60).joined(separator: ".") + ".b")
    #expect(!pattern.matches(Array(repeating: "a", count: 127) + ["c"]))
    #expect(pattern.matches(Array(repeating: "a", count: 127) + ["b"]))
  }

  @Test(arguments: [["a..b"], ["{a,b"], ["a[0]"], ["!a"], []])
  func refuses(patterns: [String]) {
    #expect(throws: EngineError.self) { try PathFilter(patterns) }
  }
}
