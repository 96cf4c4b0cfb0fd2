/// The course of a body: what is read before it is set, what escapes, what overflows, what overlaps. Bodies in, messages
/// with their lines and columns out.
import InterpreterHarness
import Language
import Testing

@Suite struct FlowTests {
  @Test(arguments: [
    // Definite initialisation
    ("let n: Int\nprint(n)", ["2:7: constant 'n' used before being initialized"]),
    ("var n: Int\nif flag { n = 1 }\nprint(n)", ["3:7: variable 'n' used before being initialized"]),
    ("let n: Int\nif flag { n = 1 } else { n = 2 }\nprint(n)", []),
    ("let n: Int\nswitch flag {\ncase true: n = 1\ncase false: n = 2\n}\nprint(n)", []),
    ("let n: Int\nguard flag else { return }\nn = 1\nprint(n)", []),
    ("let n: Int\nn = 1\nn = 2", ["3:3: immutable value 'n' may only be initialized once"]),
    ("let n: Int\nwhile flag { n = 1 }", ["2:16: immutable value 'n' may only be initialized once"]),
    ("let n: Int\nrepeat { n = 1; break } while flag\nprint(n)", []),
    ("let n: Int\ndo { n = try risky() } catch { return }\nprint(n)", []),
    ("let n: Int\ndo { n = try risky() } catch {}\nprint(n)", ["3:7: constant 'n' used before being initialized"]),
    // What cannot be computed
    ("let n: Int8 = 100 + 100", ["1:19: arithmetic operation '100 + 100' (on type 'Int8') results in an overflow"]),
    ("print(1 / 0)", ["1:9: division by zero"]),
    (
      "let n = 9223372036854775807 + 1",
      ["1:29: arithmetic operation '9223372036854775807 + 1' (on type 'Int') results in an overflow"]
    ),
    ("let n: UInt8 = 5\nprint(n / 2)", []),
    // What must not escape
    (
      "_ = Kept(action)", ["1:10: passing non-escaping parameter 'action' to function expecting an '@escaping' closure"]
    ),
    ("let f = action\nf()", []),
    ("action()", []),
    // Overlapping accesses
    (
      "var n = 1\nswap(&n, &n)",
      [
        "2:6: overlapping accesses to 'n', but modification requires exclusive access; consider copying to a local "
          + "variable [#ExclusivityViolation]", "2:10: inout arguments are not allowed to alias each other",
      ]
    ),
    ("var (n, m) = (1, 2)\nswap(&n, &m)", []),
  ])
  func body(_ text: String, _ messages: [String]) {
    let program = Program(host: VirtualHost(), library: LibraryPool.take())
    let whole = """
      func risky() throws -> Int { 1 }
      struct Kept { init(_ action: @escaping () -> Void) {} }
      func body(_ flag: Bool, _ action: () -> Void) {
      \(text)
      }
      """
    let checked = program.check(SourceText(file: "body.swift", text: whole), session: program.openResults(of: "s"))
    let found = checked.diagnostics.filter { $0.severity == .error }
      .map { "\($0.start.line - 3):\($0.start.column): \($0.message)" }
    #expect(found == messages)
  }
}
