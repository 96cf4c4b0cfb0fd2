/// What static variables hold is kept like what names at top level hold: data once it was written, objects from their first
/// use on. Variables are initialised when they are first used. It is then that data comes back; an object is made
/// again when everything else is, since clients may ask for it.

extension GlobalVariable {
  /// What the variable is called among all that is kept: `count`, or `Counter.count` of a static one. Nil where nothing says
  /// for good which one it is, in types that bodies declare, in generic ones and in those of which several files have one.
  public var place: String? {
    guard let owner = declaration?.owner else { return name }
    guard !isOfLocalType, owner.genericParameters.isEmpty, !owner.outermost.isOfFile else { return nil }
    return owner.qualifiedName + "." + name
  }
}

extension Program {
  var staticVariables: [GlobalVariable] { environment.staticVariables }

  /// The static variable at a place, if what it holds is kept: one that can be written, or that holds an object.
  public func staticVariable(at place: String) -> GlobalVariable? {
    guard let dot = place.lastIndex(of: "."), let owner = nominal(named: String(place[..<dot])) else { return nil }
    for declaration in environment.members(of: owner, named: String(place[place.index(after: dot)...])) {
      guard case .global(let variable) = declaration.implementation, variable.place == place else { continue }
      declaration.resolved()
      return !variable.isLet || variable.keepsObject ? variable : nil
    }
    return nil
  }

  /// The variable at a place: at top level, or a static one whose value is kept.
  public func variable(at place: String) -> GlobalVariable? {
    place.contains(".") ? staticVariable(at: place) : variable(place)
  }

  /// The same as a named value.
  public func global(at place: String) -> Global? { variable(at: place).map { Global($0, self) } }

  /// Gives a static variable its first value, as if it were used.
  /// - Parameters:
  ///   - goingOn: where the initial value waits, this is given each part that follows, the completion included, to run it.
  ///   - completion: called once, with what went wrong: before this returns, unless the initial value waits.
  public func initialize(
    _ variable: GlobalVariable, goingOn: ((_ part: () -> Void) -> Void)? = nil,
    completion: @escaping (RunFailure?) -> Void
  ) {
    let (machine, task) = (machine, TaskState(machine))
    machine.launch(on: machine.main, task: task, goingOn: goingOn) { () throws(Abort) in
      try machine.initialize(variable, variable.location ?? .unknown)
    } completion: { abort in
      task.finish(.value(.void))
      completion(abort.map { machine.outside($0) })
    }
  }
}
