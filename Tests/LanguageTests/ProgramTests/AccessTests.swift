/// What is private stays so in texts that come later: at the prompt, and in other files.
import InterpreterHarness
import Language
import Testing

@Suite struct AccessTests {
  private static let counter = """
    class Counter: ObservableObject {
      @Published private(set) var count = 0
      @Published fileprivate(set) var step = 1
      private var secret = 1
      fileprivate var shared = 2
      private func hide() {}
      func raise() { count += step }
    }
    let counter = Counter()
    """

  /// The errors of a text in a file of its own, checked after the counter's.
  private func errors(_ text: String) -> [String] {
    let program = Program(host: VirtualHost(), library: LibraryPool.take())
    let session = program.openResults(of: "main")
    let declared = program.check(SourceText(file: "counter.swift", text: Self.counter), session: session)
    for statement in declared.unit?.statements ?? [] { program.execute(statement, session: session) { _ in } }
    let checked = program.check(SourceText(file: "repl", text: text), session: session)
    session.close()
    program.close()
    return checked.diagnostics.filter { $0.severity == .error }.map(\.message)
  }

  @Test(arguments: ["counter.raise()", "print(counter.count, counter.step)", "counter.$count.sink { print($0) }"])
  func whatIsNotPrivateIsReached(_ text: String) {
    #expect(errors(text).isEmpty)
  }

  @Test(arguments: [
    ("print(counter.secret)", "'secret' is inaccessible due to 'private' protection level"),
    ("print(counter.shared)", "'shared' is inaccessible due to 'fileprivate' protection level"),
    ("counter.hide()", "'hide' is inaccessible due to 'private' protection level"),
    ("counter.count = 2", "cannot assign to property: 'count' setter is inaccessible"),
    ("counter.step = 2", "cannot assign to property: 'step' setter is inaccessible"),
    ("counter.step += 2", "left side of mutating operator isn't mutable: 'step' setter is inaccessible"),
    (
      "Just(3).assign(to: &counter.$count)",
      "cannot pass immutable value as inout argument: '$count' setter is inaccessible"
    ),
    (
      "extension Counter { func reset() { count = 0 } }",
      "cannot assign to property: 'count' setter is inaccessible"
    ),
    (
      "extension Counter { var revealed: Int { secret } }",
      "'secret' is inaccessible due to 'private' protection level"
    ),
  ])
  func whatIsPrivateIsNot(_ text: String, _ message: String) {
    #expect(errors(text) == [message])
  }
}
