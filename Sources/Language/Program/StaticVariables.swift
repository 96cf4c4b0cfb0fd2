/// What static variables hold is kept like what names at top level hold, once it was written. They are initialised when they
/// are first used, and it is then that they get it back.

extension GlobalVariable {
  /// What the variable is called among all that is kept: `count`, or `Counter.count` of a static one. Nil where nothing says
  /// for good which one it is, in types that bodies declare and in generic ones.
  public var place: String? {
    guard let owner = declaration?.owner else { return name }
    guard !isOfLocalType, owner.genericParameters.isEmpty else { return nil }
    return owner.qualifiedName + "." + name
  }
}

extension Program {
  /// The static variable at a place, if it is one that can be written.
  public func staticVariable(at place: String) -> GlobalVariable? {
    guard let dot = place.lastIndex(of: "."), let owner = nominal(named: String(place[..<dot])) else { return nil }
    for declaration in environment.members(of: owner, named: String(place[place.index(after: dot)...])) {
      guard case .global(let variable) = declaration.implementation, !variable.isLet, variable.place == place else {
        continue
      }
      return variable
    }
    return nil
  }

  /// The variable at a place: at top level, or a static one that can be written.
  public func variable(at place: String) -> GlobalVariable? {
    place.contains(".") ? staticVariable(at: place) : variable(place)
  }
}
