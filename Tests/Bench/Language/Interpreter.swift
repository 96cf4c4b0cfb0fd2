// A program of the language without a daemon around it.

import InterpreterHarness
import Language

final class Interpreter {
  let program = Program(host: VirtualHost(), limits: Limits(stepsPerActivation: 1_000_000_000))
  let session: SessionResults

  init() { session = program.openResults(of: "bench") }

  /// Statements that are checked, for running as often as is wanted.
  func statements(_ text: String) -> [CheckedStatement] {
    let checked = program.check(SourceText(file: "bench", text: text), session: session)
    guard let unit = checked.unit else { fatalError(checked.rendered) }
    return unit.statements
  }

  func run(_ statements: [CheckedStatement]) {
    for statement in statements {
      do throws(RunFailure) { _ = try program.execute(statement, session: session) } catch { fatalError("\(error)") }
    }
  }

  /// Text to effect.
  func evaluate(_ text: String) { run(statements(text)) }
}
