/// The static variables of all types that a program declares.
extension TypeEnvironment {
  /// All that the program declares, in types within types and in extensions, too.
  var staticVariables: [GlobalVariable] {
    var found: [GlobalVariable] = []
    func take(_ members: some Sequence<Declaration>) {
      for case .global(let variable) in members.lazy.filter(\.isStatic).map(\.implementation) { found.append(variable) }
    }
    var types = Array(self.types.values) + extensionTypes.values.flatMap(\.values)
    while let next = types.popLast() {
      guard case .nominal(let nominal) = next, nominal.isUserType else { continue }
      take(nominal.memberOrder)
      types += nominal.typeMembers.values
    }
    for members in extensionMembers.values { take(members.values.joined()) }
    return found
  }
}
