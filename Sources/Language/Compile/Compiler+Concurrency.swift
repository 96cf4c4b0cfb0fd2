/// Waiting: hops between places, child tasks of `async let`.
extension FunctionCompiler {
  /// Goes to an actor for one call or access. An actor that is not the main one is where no actor is: code takes turns.
  func across(_ crossing: Expr.Crossing, _ code: @escaping Code) -> Code {
    switch crossing {
    case .toMain: hopping(to: machine.main, code)
    case .toActor: hopping(to: machine.shared, code)
    }
  }

  func hopping(to target: Executor, _ code: @escaping Code) -> Code {
    let machine = machine
    return { frame throws(Abort) in
      let outer = machine.executor
      if outer === target { return try code(frame) }
      try machine.hop(to: target)
      do throws(Abort) {
        let value = try code(frame)
        try machine.hop(to: outer)
        return value
      } catch {
        if case .thrown = error { try machine.hop(to: outer) }
        throw error
      }
    }
  }

  // MARK: async let

  /// Reads a variable whose value a child task gives.
  /// - Parameter path: where the variable's own part of it is.
  func awaiting(_ slot: Int, _ path: [Int]) -> Code {
    return { frame throws(Abort) in
      guard case .native(let object) = frame[slot], let child = object as? ChildTask else {
        throw .fault("an 'async let' is used before it has begun")
      }
      return path.reduce(try child.state.value()) { $0.tupleElement($1) }
    }
  }

  /// Starts the child tasks of a declaration.
  func starting(_ node: VariableNode) -> [Exec] {
    let machine = machine
    var codes: [Exec] = []
    for binding in node.bindings {
      guard let child = binding.pattern.asyncVariables.first?.asyncLet ?? node.discarded else { continue }
      let make = closure(child.body)
      let slots = childSlots(binding, node)
      let start: Exec = { frame throws(Abort) in
        guard case .function(let body) = try make(frame) else { return .next }
        let state = TaskState(machine, priority: machine.fiber?.task?.priority ?? TaskState.userInitiated)
        machine.fiber?.task?.adopt(state)
        state.start(on: machine.shared) { () throws(Abort) in try body.call([]) }
        for slot in slots { frame[slot] = .native(ChildTask(state, type: .hole)) }
        return .next
      }
      codes.append(start)
    }
    return codes
  }

  /// The end of the scope: a child that nobody waited for is cancelled and waited for.
  func ending(_ node: VariableNode) -> Exec {
    let slots = node.bindings.flatMap { childSlots($0, node) }
    return { frame throws(Abort) in
      for slot in slots {
        guard case .native(let object) = frame[slot], let child = object as? ChildTask else { continue }
        child.state.cancel()
        _ = try child.state.wait()
      }
      return .next
    }
  }

  /// Where the child task of one binding is: with each of its names, if it has any.
  private func childSlots(_ binding: VariableNode.Binding, _ node: VariableNode) -> [Int] {
    let named = binding.pattern.asyncVariables.map { slot($0) }
    return named.isEmpty ? [childSlot(node)] : named
  }

  private func childSlot(_ node: VariableNode) -> Int {
    if let known = discardedSlots[ObjectIdentifier(node)] { return known }
    let slot = newSlot()
    discardedSlots[ObjectIdentifier(node)] = slot
    return slot
  }
}

/// What the slot of an `async let` holds.
final class ChildTask: NativeObject {
  let state: TaskState

  init(_ state: TaskState, type: Type) {
    self.state = state
    super.init(type: type)
  }
}

extension Pattern {
  fileprivate var asyncVariables: [LocalVariable] {
    var found: [LocalVariable] = []
    forEachVariable { found.append($0) }
    return found
  }
}

extension Stmt {
  /// Something has to happen at the end of the block because of it.
  var hasEpilogue: Bool {
    if case .deferred = kind { return true }
    return asyncLet != nil
  }

  var asyncLet: VariableNode? {
    if case .declaration(let declaration) = kind, case .variable(let node) = declaration.kind, node.isAsync {
      return node
    }
    return nil
  }
}
