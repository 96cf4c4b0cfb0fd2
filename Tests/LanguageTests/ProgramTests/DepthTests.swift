/// What is nested deeper than a stack reaches is a fault with its place, on a main thread's stack and on a task's.
import InterpreterHarness
import Testing

@Suite struct DepthTests {
  private static let list = """
    import Foundation
    indirect enum L: Hashable, Codable { case end; case more(L) }
    func make(_ n: Int) -> L { var l = L.end; for _ in 0..<n { l = .more(l) }; return l }
    let a = make(40_000), b = make(40_000)

    """
  private static let chain = """
    import Combine
    func chain(_ n: Int) -> AnyPublisher<Int, Never> {
      var p = CurrentValueSubject<Int, Never>(1).eraseToAnyPublisher()
      for _ in 0..<n { p = p.map { $0 + 1 }.eraseToAnyPublisher() }
      return p
    }

    """

  @Test(
    arguments: [
      list + "print(a == b)", list + "print([a] == [b])", list + "print((a, 1) == (b, 1))",
      list + "print(try JSONEncoder().encode(a).count)",

      chain + "let c = chain(150_000).sink { print($0) }",
      "import Combine\nimport Foundation\nfunc f() -> AnyPublisher<Int, URLError> "
        + "{ Fail(error: URLError(.badURL)).catch { _ in f() }.eraseToAnyPublisher() }\n"
        + "let c = f().sink(receiveCompletion: { print($0) }, receiveValue: { _ in })",
      "print(Array((0..<40_000).reduce(AnySequence([1])) { s, _ in AnySequence(s.lazy.map { $0 }) }))",
    ], ["", "try await Task.sleep(for: .zero)\n"])
  func isAFault(_ text: String, _ waiting: String) {
    let run = ProgramRun.onItsOwnStack(waiting + text)
    #expect(run.failure?.contains("fault: stack overflow: something is nested too deeply") == true)
    #expect(run.failure?.hasPrefix("main.swift:") == true)
  }

  /// Where a closure on the way takes the fault, and what it goes to is not there any more, the statement still ends with it;
  /// what ended its own pipeline is told of that, and the statement goes on.
  @Test func whatIsBrokenOffIsNotLost() {
    let doubled = """
      import Combine
      import Foundation
      let start: AnyPublisher<Int, Error> = Just(1).setFailureType(to: Error.self).eraseToAnyPublisher()
      let p = (0..<40).reduce(start) { p, _ in
        p.tryMap { _ in throw URLError(.badURL) }.catch { _ in p.append(p) }.eraseToAnyPublisher()
      }
      let c = p.count().sink(receiveCompletion: { _ in }, receiveValue: { print($0) })
      """
    #expect(ProgramRun.onItsOwnStack(doubled).failure?.contains("something is nested too deeply") == true)
    let compared = Self.list + "import Combine\nlet c = Just(1).map { _ in a == b }.sink { print($0) }\nprint(\"on\")"
    let run = ProgramRun.onItsOwnStack(compared)
    #expect(run.output == "" && run.failure?.contains("something is nested too deeply") == true)
  }

  @Test(
    arguments: [
      (list + "print(a.hashValue == b.hashValue)", "true"),
      (chain + "let c = chain(300).sink { print($0) }", "301"),
      ("do { var f = { 0 }\nfor _ in 0..<50_000 { let g = f; f = { g() + 1 } } }\nprint(1)", "1"),
      (
        "class A { var a: A?; deinit { n += 1 } }\nvar n = 0\n"
          + "do { var a = A()\nfor _ in 0..<30_000 { let b = A(); b.a = a; a = b } }\nprint(n)", "30001"
      ),
    ], ["", "try await Task.sleep(for: .zero)\n"])
  func isDone(_ program: (text: String, output: String), _ waiting: String) {
    let run = ProgramRun.onItsOwnStack(waiting + program.text)
    #expect(run.failure == nil)
    #expect(run.output == program.output + "\n")
  }

  /// Foundation's reader of property lists would call itself for each level.
  @Test(arguments: [
    ("<?xml version=\\\"1.0\\\"?><plist version=\\\"1.0\\\">", "<array>", "</array>", "</plist>"), ("", "(", ")", ""),
    ("", "{a=", ";}", ""), ("", "[", "]", ""),
  ])
  func aPropertyListIsRefused(_ head: String, _ open: String, _ close: String, _ foot: String) {
    let run = ProgramRun.onItsOwnStack(
      """
      import Foundation
      struct T: Decodable { init(from d: Decoder) throws { var c = try d.unkeyedContainer(); _ = try c.decode(T.self) } }
      let text = "\(head)" + String(repeating: "\(open)", count: 100_000) + String(repeating: "\(close)", count: 100_000) + "\(foot)"
      do { _ = try PropertyListDecoder().decode(T.self, from: Data(text.utf8)) } catch { print("refused") }
      """)
    #expect(run.failure == nil)
    #expect(run.output == "refused\n")
  }
}
