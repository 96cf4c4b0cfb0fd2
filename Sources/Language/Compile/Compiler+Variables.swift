/// Reading and writing variables.
extension FunctionCompiler {
  func read(_ variable: LocalVariable) -> Code {
    if let accessors = variable.accessors { return computed(accessors).read }
    let slot = slot(variable)
    if variable.asyncLet != nil { return awaiting(slot) }
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
      return { frame throws(Abort) in
        guard case .cell(let cell) = frame[slot] else { throw .fault("'\(name)' is used before it has a value") }
        return cell.value
      }
    }
    return { frame throws(Abort) in frame[slot] }
  }

  /// Gives a variable its first value.
  func initialize(_ variable: LocalVariable) -> (Frame, Value) -> Void {
    let slot = slot(variable)
    if variable.isWeak || variable.isUnowned { return { frame, value in frame[slot] = .weak(WeakReference(value)) } }
    if variable.isBoxed {
      if variable.isDeferred || variable.isNeededEarly || variable.function != nil {
        // Closures made before this point hold the cell already.
        return { frame, value in
          if case .cell(let cell) = frame[slot] { cell.value = value } else { frame[slot] = .cell(Cell(value)) }
        }
      }
      return { frame, value in frame[slot] = .cell(Cell(value)) }
    }
    return { frame, value in frame[slot] = value }
  }

  func place(_ variable: LocalVariable) -> Place {
    if let accessors = variable.accessors { return computed(accessors) }
    let slot = slot(variable)
    let read = read(variable)
    if variable.isWeak || variable.isUnowned {
      return Place(
        read: read, write: { frame, value throws(Abort) in frame[slot] = .weak(WeakReference(value)) },
        modify: { frame, body throws(Abort) in
          var value = try read(frame)
          try body(&value)
          frame[slot] = .weak(WeakReference(value))
        })
    }
    if variable.isBoxed {
      return Place(
        read: read,
        write: { frame, value throws(Abort) in
          if case .cell(let cell) = frame[slot] { cell.value = value } else { frame[slot] = .cell(Cell(value)) }
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

  /// A computed local variable: its functions are called.
  private func computed(_ accessors: LocalAccessors) -> Place {
    func calling(_ function: FunctionNode?) -> (Frame, [Value]) throws(Abort) -> Value {
      let code = function?.variable.map { read($0) } ?? constant(.void)
      return { frame, arguments throws(Abort) in
        guard case .function(let target) = try code(frame) else { throw .fault("a variable is used before its place") }
        return try target.call(arguments)
      }
    }
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
        return variable.value
      }
    }
    let name = variable.name
    return { _ throws(Abort) in
      if !variable.isInitialized { throw Abort.fault("'\(name)' is used before it has a value").at(location) }
      return variable.value
    }
  }

  func place(_ variable: GlobalVariable, _ span: Span) -> Place {
    let read = read(variable, span)
    if variable.willSet != nil || variable.didSet != nil { return observedPlace(variable, read) }
    let machine = machine
    return Place(
      read: read,
      write: { _, value throws(Abort) in
        machine.willWrite(variable)
        variable.value = value
        variable.isInitialized = true
      },
      modify: { frame, body throws(Abort) in
        if !variable.isInitialized { _ = try read(frame) }
        machine.willWrite(variable)
        var value = variable.value
        variable.value = .void
        defer { variable.value = value }
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
    return Place(
      read: read, write: write,
      modify: { frame, body throws(Abort) in
        var value = try read(frame)
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
    if let state = VariableState(variable) { program.host.willWrite(state) }
  }

  /// A static variable at its first use, or one at top level of a file that is no script.
  func initialize(_ variable: GlobalVariable, _ location: Location) throws(Abort) {
    guard !variable.isInitialized, let initial = variable.initial else { return }
    variable.isInitialized = true
    let outer = program.construction
    if initial.nominal == nil { program.constructs([variable]) }
    defer { program.construction = outer }
    do throws(Abort) {
      let own: [Value] = initial.nominal.map { [.metatype(TypeBox($0.selfType))] } ?? []
      variable.value = try call(compiled(initial), captures: [], own)
    } catch {
      variable.isInitialized = false
      throw error.at(location)
    }
  }
}
