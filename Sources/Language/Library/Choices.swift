/// An enumeration that programs name, and what its cases stand for here: one table for both, so that there is no case
/// without a meaning, and no meaning for what is no case.
struct Choices<Meaning: Sendable>: Sendable {
  let meanings: [(name: String, meaning: Meaning)]

  init(_ meanings: KeyValuePairs<String, Meaning>) { self.meanings = meanings.map { ($0.key, $0.value) } }

  /// The cases as a declaration has them: `case strict, nextTime`.
  var cases: String { "case " + meanings.map(\.name).joined(separator: ", ") }

  /// - Throws: a fault for the value of another type, which only a mistake of ours can bring here.
  func callAsFunction(_ value: Value) throws(Abort) -> Meaning {
    let name = value.caseName
    guard let found = meanings.first(where: { $0.name == name }) else {
      throw .trap("library: '\(name)' is no case here")
    }
    return found.meaning
  }
}
