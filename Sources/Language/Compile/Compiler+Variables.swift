/// Reading and writing variables.
extension FunctionCompiler {
  func read(_ variable: LocalVariable) -> Code {
    if let accessors = variable.accessors { return computed(accessors).read }
    if variable.hooks?.initial != nil { return hooked(variable).read }
    if let inner = variable.function, variable.owner !== context { return reference(variable, inner) }
    return readStored(variable)
  }

  private func readStored(_ variable: LocalVariable) -> Code {
    let slot = slot(variable)
    if variable.asyncLet != nil { return awaiting(slot, variable.asyncPath) }
    if variable.isWeak || variable.isUnowned {
      let isUnowned = variable.isUnowned
      let name = variable.name
      return { frame throws(Abort) in
        guard case .weak(let reference) = frame[slot] else { return frame[slot] }
        let value = reference.value
        if isUnowned, value.isNull {
          throw .fault("attempted to read an unowned reference '\(name)' but the object was already deallocated")
        }
        return value
      }
    }
    if variable.isBoxed {
      let name = variable.name
      // Taken out where it is changed; what has no value yet is nobody's to read.
      let isChecked =
        variable.type.nominal != nil && variable.hooks?.initial == nil && !variable.isSelf
      return { frame throws(Abort) in
        guard case .cell(let cell) = frame[slot] else { throw .fault("'\(name)' is used before it has a value") }
        if isChecked, case .void = cell.value { throw .simultaneousAccess(to: name) }
        return cell.value
      }
    }
    return { frame throws(Abort) in frame[slot] }
  }

  /// Gives a variable its first value.
  func initialize(_ variable: LocalVariable) -> (Frame, Value) -> Void {
    let slot = slot(variable)
    if variable.isWeak || variable.isUnowned {
      let isUnowned = variable.isUnowned
      return { frame, value in frame[slot] = WeakReference.held(value, isUnowned: isUnowned) }
    }
    if variable.isBoxed {
      let home = machine.program.home
      if variable.isDeferred || variable.isNeededEarly {
        // Closures made before this point hold the cell already.
        return { frame, value in
          if case .cell(let cell) = frame[slot] {
            cell.value = value
          } else {
            frame[slot] = .cell(Cell(value, of: home))
          }
        }
      }
      return { frame, value in frame[slot] = .cell(Cell(value, of: home)) }
    }
    return { frame, value in frame[slot] = value }
  }

  func place(_ variable: LocalVariable) -> Place {
    if let accessors = variable.accessors { return computed(accessors) }
    return variable.hooks == nil ? storedPlace(variable) : hooked(variable)
  }

  private func storedPlace(_ variable: LocalVariable) -> Place {
    let slot = slot(variable)
    let read = readStored(variable)
    if variable.isWeak || variable.isUnowned {
      let isUnowned = variable.isUnowned
      return Place(
        read: read,
        write: { frame, value throws(Abort) in frame[slot] = WeakReference.held(value, isUnowned: isUnowned) },
        modify: { frame, body throws(Abort) in
          var value = try read(frame)
          try body(&value)
          frame[slot] = WeakReference.held(value, isUnowned: isUnowned)
        })
    }
    if variable.isBoxed {
      let home = machine.program.home
      return Place(
        read: read,
        write: { frame, value throws(Abort) in
          if case .cell(let cell) = frame[slot] {
            cell.value = value
          } else {
            frame[slot] = .cell(Cell(value, of: home))
          }
        },
        modify: { frame, body throws(Abort) in
          guard case .cell(let cell) = frame[slot] else { throw .fault("a variable is used before it has a value") }
          // Taken out while it changes, so that it has one owner and nobody else's access can overlap.
          var value = cell.value
          cell.value = .void
          defer { cell.value = value }
          try body(&value)
        })
    }
    return Place(
      slot: slot, read: read, write: { frame, value throws(Abort) in frame[slot] = value },
      modify: { frame, body throws(Abort) in try body(&frame[slot]) })
  }

  private func calling(_ function: FunctionNode?) -> (Frame, [Value]) throws(Abort) -> Value {
    let code = function?.variable.map { read($0) } ?? constant(.void)
    return { frame, arguments throws(Abort) in
      guard case .function(let target) = try code(frame) else { throw .fault("a variable is used before its place") }
      return try target.call(arguments)
    }
  }

  /// A lazy or observed local variable.
  private func hooked(_ variable: LocalVariable) -> Place {
    let stored = storedPlace(variable)
    var read = stored.read
    if let initial = variable.hooks?.initial {
      let make = calling(initial)
      read = { frame throws(Abort) in
        let value = try stored.read(frame)
        guard case .void = value else { return value }
        let made = try make(frame, [])
        try stored.write(frame, made)
        return made
      }
    }
    // An observer's own changes are nobody's concern.
    let isInside = Swift.sequence(first: context, next: \.parent).contains { own in
      variable.hooks?.functions.contains { $0.variable?.function === own } ?? false
    }
    let (hasWill, hasDid) = (!isInside && variable.hooks?.willSet != nil, !isInside && variable.hooks?.didSet != nil)
    let willSet = calling(variable.hooks?.willSet)
    let didSet = calling(variable.hooks?.didSet)
    let get = read
    let write: (Frame, Value) throws(Abort) -> Void = { frame, value throws(Abort) in
      let old: Value = hasDid ? try get(frame) : .void
      if hasWill { _ = try willSet(frame, [value]) }
      try stored.write(frame, value)
      if hasDid { _ = try didSet(frame, [old]) }
    }
    return Place(
      read: read, write: write,
      modify: { frame, body throws(Abort) in
        var value = try get(frame)
        try body(&value)
        try write(frame, value)
      })
  }

  /// A computed local variable: its functions are called.
  private func computed(_ accessors: LocalAccessors) -> Place {
    let get = calling(accessors.getter)
    let set = calling(accessors.setter)
    return Place(
      read: { frame throws(Abort) in try get(frame, []) },
      write: { frame, value throws(Abort) in _ = try set(frame, [value]) },
      modify: { frame, body throws(Abort) in
        var value = try get(frame, [])
        try body(&value)
        _ = try set(frame, [value])
      })
  }

  // MARK: Globals

  func read(_ variable: GlobalVariable, _ span: Span) -> Code {
    let location = location(span)
    if variable.isLazy {
      let machine = machine
      return { _ throws(Abort) in
        if !variable.isInitialized { try machine.initialize(variable, location) }
        if variable.isAccessed { throw Abort.simultaneousAccess(to: variable.name).at(location) }
        return variable.value
      }
    }
    let name = variable.name
    if variable.asyncLet != nil {
      return { _ throws(Abort) in
        if variable.isInitialized { return variable.value }
        guard let child = variable.child as? TaskState else {
          throw Abort.fault("'\(name)' is used before it has begun").at(location)
        }
        _ = try child.value()
        return variable.value
      }
    }
    return { _ throws(Abort) in
      if !variable.isInitialized { throw Abort.fault("'\(name)' is used before it has a value").at(location) }
      if variable.isAccessed { throw Abort.simultaneousAccess(to: name).at(location) }
      return variable.value
    }
  }

  func place(_ variable: GlobalVariable, _ span: Span) -> Place {
    let read = read(variable, span)
    if variable.willSet != nil || variable.didSet != nil { return observedPlace(variable, read) }
    let machine = machine
    return Place(
      read: read,
      write: { frame, value throws(Abort) in
        if variable.isAccessed { throw .simultaneousAccess(to: variable.name) }
        if variable.isLet, variable.isInitialized {
          throw .fault("immutable value '\(variable.name)' may only be initialized once")
        }
        if variable.isLazy, !variable.isInitialized { _ = try read(frame) }
        machine.willWrite(variable)
        var old = value
        swap(&old, &variable.value)
        variable.isInitialized = true
      },
      modify: { frame, body throws(Abort) in
        if !variable.isInitialized || variable.isAccessed { _ = try read(frame) }
        machine.willWrite(variable)
        var value = variable.value
        variable.value = .void
        variable.isAccessed = true
        defer {
          variable.value = value
          variable.isAccessed = false
        }
        try body(&value)
      })
  }
}

extension FunctionCompiler {
  /// A static or global variable with observers; inside them it is just stored.
  private func observedPlace(_ variable: GlobalVariable, _ read: @escaping Code) -> Place {
    let machine = machine
    let own: [Value] = variable.declaration?.owner.map { [.metatype(TypeBox($0.selfType))] } ?? []
    let isInside = context.kind == .observer && context.declaration === variable.declaration
    let willSet = isInside ? nil : variable.willSet.map { machine.compiled($0) }
    let didSet = isInside ? nil : variable.didSet.map { machine.compiled($0) }
    let write: (Frame, Value) throws(Abort) -> Void = { frame, value throws(Abort) in
      let old = try read(frame)
      if let willSet { _ = try machine.call(willSet, captures: [], own + [value]) }
      machine.willWrite(variable)
      variable.value = value
      variable.isInitialized = true
      if let didSet { _ = try machine.call(didSet, captures: [], own + [old]) }
    }
    let needsOldValue =
      variable.willSet != nil || variable.didSet?.parameters.last?.isUsed ?? false
    return Place(
      read: read, write: write,
      modify: { frame, body throws(Abort) in
        var value = try read(frame)
        guard needsOldValue else {
          machine.willWrite(variable)
          variable.value = .void
          variable.isAccessed = true
          do throws(Abort) { try body(&value) } catch {
            (variable.value, variable.isAccessed) = (value, false)
            throw error
          }
          (variable.value, variable.isAccessed) = (value, false)
          value = .void
          if let didSet { _ = try machine.call(didSet, captures: [], own + [.void]) }
          return
        }
        try body(&value)
        try write(frame, value)
      })
  }
}

extension Machine {
  /// Lets the host take what is written back, should the activation fail.
  @inline(__always)
  func willWrite(_ variable: GlobalVariable) {
    guard variable.toldIn != activation else { return }
    variable.toldIn = activation
    let isDerived = program.registry.current?.derivesVariable(isEdited: isEditing) ?? false
    program.host.willWrite(VariableState(variable, isDerived: isDerived))
  }

  /// A static variable at its first use, or one at top level of a file that is no script.
  func initialize(_ variable: GlobalVariable, _ location: Location) throws(Abort) {
    while let other = variable.initialization {
      if other.fiber === fiber {
        throw Abort.fault("the initial value of '\(variable.name)' needs itself").at(location)
      }
      try park { waker in other.waiters.append { waker.wake() } }
    }
    guard !variable.isInitialized, let initial = variable.initial else { return }
    let before = VariableState(variable)
    if initial.nominal == nil || !variable.isLet, let kept = keptValue(of: variable) {
      variable.value = kept
      variable.isInitialized = true
      return
    }
    let outer = program.construction
    program.constructs(variable)
    let owner = program.workOwner(variable)
    program.ledger.enter(owner, in: program.registry.current)
    let initialization = Initialization(by: fiber)
    variable.initialization = initialization
    defer {
      program.construction = outer
      program.ledger.leave(isDone: true)
      variable.initialization = nil
      for resume in initialization.waiters { resume() }
    }
    do throws(Abort) {
      let own: [Value] = initial.nominal.map { [.metatype(TypeBox($0.selfType))] } ?? []
      variable.value = try call(compiled(initial), captures: [], own)
      owner.close()
      variable.isInitialized = true
    } catch { throw error.at(location) }
    guard variable.declaration?.owner != nil, variable.mayBeStore, !variable.isWeak, let place = variable.place else {
      return
    }
    if let object = variable.value.object, object.storeName == nil {
      object.storeName = program.registry.prefix + place
    }
    program.host.didInitialize(before)
  }
}
