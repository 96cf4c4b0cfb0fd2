// A program of the language without a daemon around it.

import Language

/// A host whose time stands still and who keeps nothing.
final class BenchHost: Host {
  final class Timer: HostTimer {
    func cancel() {}
  }

  var nowNanoseconds: Int { 0 }
  func schedule(atNanoseconds deadline: Int, _ action: @escaping () -> Void) -> any HostTimer { Timer() }
  func printed(_ text: String, endsLine: Bool, by pipeline: Pipeline?) {}
  func wrote(_ object: Instance, slot: Int, old: Value) {}
  func failed(_ pipeline: Pipeline, with fault: Fault) { fatalError("\(fault)") }
  func keptValue(store: String, property: String, schema: Schema) -> PortableValue? { nil }
}

final class Interpreter {
  let program = Program(host: BenchHost(), limits: Limits(stepsPerActivation: 1_000_000_000))
  let session: Session

  init() { session = program.openSession("bench") }

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
