/// `@EnvironmentObject var settings: Settings`: the object of that type that the program has a name for. Where no name at top level
/// holds one, it is that of a static property. It is looked up
/// when the object that wants it is made: one that is missing is an error there, and not at its first use.
extension ScreenLibrary {
  static func environmentObjects() -> [LibraryEntry] {
    [
      contextual("func \(Declarer.environmentFunction)<T: AnyObject>(_ type: T.Type) -> T") { call throws(Abort) in
        guard case .metatype(let box) = call[0].unboxed, let nominal = box.type.nominal else { return .void }
        var found = call.machine.namedObjects(of: nominal)
        if found.isEmpty { found = try call.machine.staticObjects(of: nominal) }
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
      // A function of the same name may stand beside it.
      guard case .global(let variable)? = declarations.last(where: { $0.kind == .variable })?.implementation,
        !variable.isWeak, let object = variable.value.object, object.type.lineage.contains(where: { $0 === nominal }),
        !found.contains(where: { $0.object === object })
      else { continue }
      found.append((name, object))
    }
    return found
  }

  /// Where no name at top level holds one: those of static properties, such as `Settings.shared`, which are made by that.
  fileprivate func staticObjects(of nominal: Nominal) throws(Abort) -> [(name: String, object: Instance)] {
    var found: [(name: String, object: Instance)] = []
    for variable in program.environment.staticVariables {
      variable.declaration?.resolved()
      guard let place = variable.place, !variable.isWeak,
        let type = variable.type.strippingOptionals.0.nominal, type.lineage.contains(where: { $0 === nominal })
      else { continue }
      try initialize(variable, variable.location ?? .unknown)
      guard let object = variable.value.object, !found.contains(where: { $0.object === object }) else { continue }
      found.append((place, object))
    }
    return found.sorted { $0.name < $1.name }
  }
}
