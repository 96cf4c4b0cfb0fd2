/// `@EnvironmentObject var settings: Settings`: the object of that type that the program has a name for. It is looked up
/// when the object that wants it is made: one that is missing is an error there, and not at its first use.
extension ScreenLibrary {
  static func environmentObjects() -> [LibraryEntry] {
    [
      contextual("func \(Declarer.environmentFunction)<T: AnyObject>(_ type: T.Type) -> T") { call throws(Abort) in
        guard case .metatype(let box) = call[0].unboxed, let nominal = box.type.nominal else { return .void }
        let found = call.machine.namedObjects(of: nominal)
        if found.count == 1 { return .instance(found[0].object) }
        let type = box.type.description
        throw .trap(
          found.isEmpty
            ? "no object of type '\(type)' is in the environment; give one a name at top level first"
            : "several objects of type '\(type)' are in the environment, "
              + "\(found.map { "'\($0.name)'" }.joined(separator: ", ")); pass the one that is meant to the initializer"
        )
      }
    ]
  }
}

extension Machine {
  /// The objects of a class that names at top level hold, by their first name in the order of the alphabet.
  fileprivate func namedObjects(of nominal: Nominal) -> [(name: String, object: Instance)] {
    var found: [(name: String, object: Instance)] = []
    for (name, declarations) in program.environment.values.sorted(by: { $0.key < $1.key }) {
      guard case .global(let variable)? = declarations.last?.implementation, !variable.isWeak,
        let object = variable.value.object, object.type.lineage.contains(where: { $0 === nominal }),
        !found.contains(where: { $0.object === object })
      else { continue }
      found.append((name, object))
    }
    return found
  }
}
