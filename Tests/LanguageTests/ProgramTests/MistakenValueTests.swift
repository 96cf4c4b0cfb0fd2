// A value of another kind than the checker has found is a mistake of ours, and a fault of the program that met it.
import InterpreterHarness
import Testing

@testable import Language

@Suite struct MistakenValueTests {
  private static var cases: [(declaration: String, value: Value, use: String)] {
    [
      ("var n = 1", .string("x"), "_ = [1, 2].prefix(n)"),
      ("var n = 1", .array([]), "_ = String(repeating: \"a\", count: n)"),
      ("var a = [1]", .int(7), "_ = a.sorted()"),
      ("var t = \"a\"", .bool(true), "print(t.uppercased())"),
      ("var f = { (x: Int) in x }", .int(1), "_ = [1].map(f)"),
      ("var d = [1: 2]", .void, "_ = d.mapValues { $0 }"),
      ("var s: Set = [1]", .double(1), "_ = s.union([2])"),
      ("var p = (1...3)", .int(1), "_ = p.map { $0 }"),
      ("var b = true", .int(1), "_ = [1].filter { _ in b }"),
      ("var x = 1.5", .string(""), "_ = x.rounded()"),
    ]
  }

  @Test(arguments: cases.indices) func isAFaultWithItsPlace(number: Int) throws {
    let (declaration, value, use) = Self.cases[number]
    let host = VirtualHost()
    let program = Program(host: host, library: LibraryPool.take())
    let session = program.openResults(of: "main")
    func run(_ text: String) throws {
      let checked = program.check(SourceText(file: "main.swift", text: text), session: session)
      for statement in try #require(checked.unit, "\(checked.rendered)").statements {
        _ = try program.execute(statement, session: session)
      }
    }
    try run(declaration)
    let name = String(declaration.dropFirst(4).prefix(1))
    try #require(program.variable(name)).value = value
    do {
      try run(use)
      Issue.record("it ran")
    } catch RunFailure.trap(let fault) {
      let isTold =
        fault.message.hasPrefix("internal error: a value is not the")
        || fault.message == "this sequence cannot be walked here"
      #expect(isTold, "\(fault.message)")
      #expect(fault.location.file == "main.swift" && fault.location.line == 1, "\(fault.location)")
    }
    // Nobody else is concerned.
    try run("print(\"still here\")")
    #expect(host.output == "still here\n")
    session.close()
    program.close()
  }
}
