import ClientConnection
import Testing
import Wire

@testable import REPL

/// What `:expect` takes, and how it compares.
@Suite struct ExpectTests {
  @Test(arguments: [
    ("form.ok true", "form.ok=true"),
    ("form.n 1 2 3", "form.n=1 form.n=2 form.n=3"),
    ("form.name \"a, b\", form.ok true", "form.name=\"a, b\" form.ok=true"),
    ("form.$name \"a\"", "form.name=\"a\""),
    ("prices[\"tea, green\"] 3 gone", "prices[\"tea, green\"]=3 prices[\"tea, green\"]=gone"),
    ("form.items [1, 2] {\"a\": \"}\"}", "form.items=[1,2] form.items={\"a\":\"}\"}"),
    ("unordered a.x 1, b.y 2 within 2s", "unordered a.x=1 b.y=2 2s"),
    ("form.ok true within 800ms", "form.ok=true 800ms"),
    ("nothing", "nothing"),
    ("nothing form.* !form.name for 1h", "nothing form.* !form.name 1h"),
    ("form.ok", "from form.ok"),
    ("form.{a,b}, search.**", "from form.{a,b} search.**"),
  ])
  func isRead(_ text: String, _ expected: String) throws { #expect(try ExpectText(text).described == expected) }

  @Test(arguments: [
    "", "unordered", "form.ok ada", "form.ok true, form.n", "form.ok true within", "form.ok true within soon",
    "form.ok within 2s", "nothing within 2s", "form.ok true for 2s", "form.ok true within 2s 3",
  ])
  func isRefused(_ text: String) { #expect(throws: UsageError.self) { try ExpectText(text) } }

  /// Commits are `path=value` with spaces between what one changes, a semicolon between them.
  @Test(arguments: [
    ("a.n=1; a.n=2", "a.n 1", "met | a.n=2"),
    ("a.n=1; a.n=2", "a.n 1 2", "met |"),
    ("a.n=1; a.n=2", "a.n 2", "wrong a.n=1 | a.n=2"),
    ("a.n=1", "a.n 1 2", "missing a.n=2 | a.n=1"),
    ("", "a.n 1", "missing a.n=1 |"),
    ("b.n=5; a.n=1", "a.n 1", "met | b.n=5"),
    // What one commit changes has no order, what several change has one.
    ("a.n=1 b.n=2", "b.n 2, a.n 1", "met |"),
    ("a.n=1; b.n=2", "b.n 2, a.n 1", "wrong a.n=1 | b.n=2"),
    ("a.n=1; b.n=2", "unordered b.n 2, a.n 1", "met |"),
    ("a.n=1; b.n=3", "unordered b.n 2, a.n 1", "wrong b.n=3 |"),
    ("a.n=1", "unordered b.n 2, a.n 1", "missing b.n=2 | a.n=1"),
    ("a.n=1 b.n=9; b.n=2", "a.n 1, b.n 2", "wrong b.n=9 | b.n=2"),
    ("a.n=gone", "a.n gone", "met |"),
    ("a.n=gone", "a.n null", "wrong a.n=gone |"),
    ("a.n=5.0; a.n=[1,2.0]", "a.n 5 [1.0,2]", "met |"),
    ("a.n={\"x\":1,\"y\":2}", "a.n {\"y\":2,\"x\":1}", "met |"),
    ("a.n={\"x\":1}", "a.n {\"y\":1}", "wrong a.n={\"x\":1} |"),
  ])
  func comparesNextChanges(_ commits: String, _ text: String, _ expected: String) throws {
    var ledger = ledger(commits)
    guard case .changes(let items, let inOrder) = try ExpectText(text).wanted else {
      Issue.record("\(text) expects no changes")
      return
    }
    let outcome = ledger.take(items, inOrder: inOrder).described
    let left = ledger.events.map(\.described).joined(separator: " ")
    #expect("\(outcome) |\(left.isEmpty ? "" : " " + left)" == expected)
  }

  @Test func whatTheSessionDidItselfIsNotUnexpected() {
    var ledger = EventLedger()
    ledger.session = "c1"
    ledger.asked(.number(4), for: "form.name = \"ada\"")
    var commit = change("form.name=\"ada\" form.ok=true", rev: 2)
    commit.cause = ChangeCause(by: "c1", req: .number(4))
    ledger.add(commit) { $0 }
    commit.cause = ChangeCause(by: "c2", req: .number(4))
    ledger.add(commit) { $0 }
    let found = ledger.unexpected(PathFilter([]))
    #expect(found.map(\.described) == ["form.ok=true", "form.name=\"ada\"", "form.ok=true"])
  }

  @Test func whatComesToBeIsNoChange() {
    var ledger = EventLedger()
    var commit = change("form.name=\"\"", rev: 1)
    commit.changes[0].old = nil
    ledger.add(commit) { $0 }
    #expect(ledger.unexpected(PathFilter([])).isEmpty)
    #expect(ledger.take([.init(path: "form.name", value: "")], inOrder: true).described == "missing form.name=\"\"")
  }

  @Test(arguments: [
    ("form.name = \"ada\"", true), ("form.name=\"ada\"", true), ("form.name == \"ada\"", false),
    ("print(form.name)", false), ("form.name.append(\"a\")", true), ("form.name += \"a\"", true),
    ("form.names = []", false), ("a.form.name = 1", false), ("let x = form.name\nform.name = x", true),
    ("form.name[0].title = \"x\"", true), ("set form.name \"x\"", true), ("form.name < 3", false),
    ("form.name >= 3", false), ("form.name <<= 1", true), ("x = form.name", false), ("form.name?.count = 1", true),
  ])
  func knowsWhatAStatementWrites(_ source: String, _ writes: Bool) {
    #expect(WrittenPath("form.name").isWritten(in: source) == writes)
  }

  @Test(arguments: [
    ("", true), ("form", true), ("form.name", true), ("form.*", true), ("**", true), ("**.name", true),
    ("form.n*e", true),
    ("form.{ok,name}", true), ("form.nam", false), ("*.ok", false), ("form.** !form.name", false), ("!form.ok", true),
    ("other.**", false), ("form.name.first", false),
  ])
  func choosesPaths(_ patterns: String, _ matches: Bool) {
    #expect(PathFilter(patterns.words).matches("form.name") == matches)
  }

  // MARK: Helpers

  private func change(_ text: String, rev: Int) -> SubscriptionEvent.Change {
    var commit = SubscriptionEvent.Change()
    commit.rev = rev
    commit.changes = text.split(separator: " ").map { word in
      let parts = word.split(separator: "=", maxSplits: 1)
      var change = PathChange()
      change.path = String(parts[0])
      change.op = parts[1] == "gone" ? .remove : .set
      change.value = parts[1] == "gone" ? nil : try? JSONValue(parsing: String(parts[1]))
      change.old = "before"
      return change
    }
    return commit
  }

  private func ledger(_ commits: String) -> EventLedger {
    var ledger = EventLedger()
    for (index, text) in commits.split(separator: ";").enumerated() {
      ledger.add(change(text.trimmed, rev: index + 1)) { $0 }
    }
    return ledger
  }
}

extension ExpectText {
  fileprivate var described: String {
    let time = time.map { ["\($0)"] } ?? []
    return switch wanted {
    case .changes(let items, let inOrder):
      ((inOrder ? [] : ["unordered"]) + items.map(\.described) + time).joined(separator: " ")
    case .nothing(let paths): (["nothing"] + paths + time).joined(separator: " ")
    case .beginning(let paths): (["from"] + paths).joined(separator: " ")
    }
  }
}

extension EventLedger.Item {
  fileprivate var described: String { "\(path)=\(value.map(\.description) ?? "gone")" }
}

extension EventLedger.Event {
  fileprivate var described: String { "\(path)=\(value.map(\.description) ?? "gone")" }
}

extension EventLedger.Outcome {
  fileprivate var described: String {
    switch self {
    case .met: "met"
    case .wrong(let event, _): "wrong \(event.described)"
    case .missing(let items): "missing " + items.map(\.described).joined(separator: " ")
    }
  }
}
