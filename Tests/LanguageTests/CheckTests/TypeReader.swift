// Types and protocols by their spelling, for tests of the checker's parts.
import InterpreterHarness

@testable import Language

/// A program with a few types of its own. `a`, `b`, `c` and `d` are its generic parameters; a test may take them for the
/// variables of a constraint system.
final class TypeReader {
  private static let declarations = """
    class Animal {}
    class Dog: Animal { var age = 1 }
    struct Plain {}
    struct Key: Hashable { var id = 1 }
    struct Box<T> { var value: T }
    extension Box: Equatable where T: Equatable {}
    protocol Named { associatedtype Name; var name: Name { get } }
    struct Person: Named { var name = "ada" }
    enum Failure: Error { case bad }
    """
  static let letters = ["a", "b", "c", "d"]

  let program = Program(host: VirtualHost(), library: LibraryPool.take())
  private var count = 0

  init() { run(Self.declarations) }

  var environment: TypeEnvironment { program.environment }

  private func run(_ text: String) {
    let results = program.openResults(of: "types")
    let checked = program.check(SourceText(file: "types.swift", text: text), session: results)
    guard let unit = checked.unit else { preconditionFailure(checked.rendered) }
    for statement in unit.statements { program.execute(statement, session: results) { _ in } }
  }

  func types(_ texts: [String]) -> [Type] {
    count += 1
    let parameters = texts.map { "_: " + $0 }.joined(separator: ", ")
    run("func types\(count)<\(Self.letters.joined(separator: ", "))>(\(parameters)) {}")
    return environment.values(named: "types\(count)")[0].parameters.map(\.type)
  }

  func type(_ text: String) -> Type { types([text])[0] }

  func proto(_ name: String) -> Nominal {
    guard case .existential(let existential) = type("any " + name) else {
      preconditionFailure("\(name) is no protocol")
    }
    return existential.protocols[0]
  }
}
