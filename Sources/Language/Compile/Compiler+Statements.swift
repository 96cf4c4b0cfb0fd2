/// Statements to closures.
extension FunctionCompiler {
  func compile(block: [Stmt]) -> Exec {
    // Local functions first: they may be called before their place. What they share with the block has its cells then.
    var prologue: [Exec] = []
    let functions = block.flatMap(\.localFunctions).compactMap(\.variable)
    let boxed = block.flatMap(\.declaredVariables).filter { $0.isNeededEarly && $0.isBoxed }
    if !boxed.isEmpty {
      let (slots, home) = (boxed.map { slot($0) }, machine.program.home)
      let open: Exec = { frame throws(Abort) in
        for slot in slots { frame[slot] = .cell(Cell(.void, of: home)) }
        return .next
      }
      prologue.append(open)
    }
    for variable in functions {
      if let inner = variable.function { prologue.append(localFunction(variable, inner)) }
    }
    let codes =
      prologue
      + block.compactMap { statement -> Exec? in
        if case .deferred = statement.kind { return nil }
        return compile(statement)
      }
    let body = block.contains(where: { $0.hasEpilogue }) ? deferring(prologue, block) : sequence(codes)
    return lettingGo(block.flatMap(\.declaredVariables), body)
  }

  /// At the end of a block its variables go, the last first: objects that nobody else has end there, and not with the function.
  private func lettingGo(_ variables: [LocalVariable], _ body: @escaping Exec) -> Exec {
    let slots = variables.filter { $0.accessors == nil && $0.hooks == nil && $0.type.mayHoldObjects }.map { slot($0) }
    if slots.isEmpty { return body }
    let last = Array(slots.reversed())
    return { frame throws(Abort) in
      do throws(Abort) {
        let flow = try body(frame)
        for slot in last { frame[slot] = .void }
        return flow
      } catch {
        for slot in last { frame[slot] = .void }
        throw error
      }
    }
  }

  func sequence(_ codes: [Exec]) -> Exec {
    switch codes.count {
    case 0: return { _ throws(Abort) in .next }
    case 1: return codes[0]
    case 2:
      let (a, b) = (codes[0], codes[1])
      return { frame throws(Abort) in
        let flow = try a(frame)
        if flow != .next { return flow }
        return try b(frame)
      }
    default:
      return { frame throws(Abort) in
        for code in codes {
          let flow = try code(frame)
          if flow != .next { return flow }
        }
        return .next
      }
    }
  }

  /// A block with `defer`: what was reached runs at its end, last first, however it is left.
  private func cleanup(_ body: [Stmt]) -> Exec {
    let outer = isDeferring
    isDeferring = true
    defer { isDeferring = outer }
    return compile(block: body)
  }

  private func deferring(_ prologue: [Exec], _ block: [Stmt]) -> Exec {
    enum Step {
      case run(Exec)
      case later(Exec)
    }
    let steps =
      prologue.map { Step.run($0) }
      + block.flatMap { statement -> [Step] in
        if case .deferred(let body) = statement.kind { return [.later(cleanup(body))] }
        if let children = statement.asyncLet { return [.run(compile(statement)), .later(ending(children))] }
        return [.run(compile(statement))]
      }
    let machine = machine
    return { frame throws(Abort) in
      var pending: [Exec] = []
      func finish() throws(Abort) {
        let result = machine.result
        while let next = pending.popLast() { _ = try next(frame) }
        machine.result = result
      }
      do throws(Abort) {
        for step in steps {
          switch step {
          case .later(let body): pending.append(body)
          case .run(let code):
            let flow = try code(frame)
            if flow != .next {
              try finish()
              return flow
            }
          }
        }
      } catch {
        if case .ended = error { throw error }
        try finish()
        throw error
      }
      try finish()
      return .next
    }
  }

  private func localFunction(_ variable: LocalVariable, _ inner: FunctionContext) -> Exec {
    let make = declared(variable, inner)
    let store = initialize(variable)
    return { frame throws(Abort) in
      store(frame, try make(frame))
      return .next
    }
  }

  func compile(_ statement: Stmt) -> Exec {
    switch statement.kind {
    case .expression(let expression):
      let code = compile(expression)
      return { frame throws(Abort) in
        _ = try code(frame)
        return .next
      }
    case .declaration(let declaration): return compile(declaration)
    case .returns(let value): return returning(value)
    case .ifElse(let node): return compile(node)
    case .guarding(let conditions, let body):
      let test = compile(conditions: conditions)
      let otherwise = compile(block: body)
      return { frame throws(Abort) in try test(frame) ? .next : try otherwise(frame) }
    case .whileLoop(let label, let conditions, let body): return whileLoop(label, conditions, body)
    case .repeatLoop(let label, let body, let condition): return repeatLoop(label, body, condition)
    case .forIn(let node): return compile(node)
    case .switching(let node): return compile(node)
    case .breaking(let label):
      let target = jumps.last { label == nil || $0.label == label }?.id ?? 0
      return { _ throws(Abort) in .breaks(target) }
    case .continuing(let label):
      let target = jumps.last { $0.isLoop && (label == nil || $0.label == label) }?.id ?? 0
      return { _ throws(Abort) in .continues(target) }
    case .fallThrough: return { _ throws(Abort) in .fallThrough }
    case .throwing(let value):
      let code = compile(value, to: library.anyError)
      let location = location(statement.span)
      return { frame throws(Abort) in throw .thrown(try code(frame).unboxed, at: location) }
    case .deferred(let body): return cleanup(body)
    case .doCatch(let node): return compile(node)
    case .invalid: return { _ throws(Abort) in .next }
    }
  }

  private func returning(_ value: Expr?) -> Exec {
    let machine = machine
    guard let value else {
      return { _ throws(Abort) in
        machine.result = .void
        return .returned
      }
    }
    if context.kind == .initializer {
      return { _ throws(Abort) in
        machine.result = .null
        return .returned
      }
    }
    let code = context.result.isVoid ? compile(value) : compile(value, to: context.result)
    return { frame throws(Abort) in
      machine.result = try code(frame)
      return .returned
    }
  }

  private func compile(_ declaration: Decl) -> Exec {
    guard case .variable(let node) = declaration.kind else { return { _ throws(Abort) in .next } }
    if node.isAsync { return sequence(starting(node)) }
    var codes: [Exec] = []
    for binding in node.bindings {
      if let variable = binding.pattern.simpleVariable, variable.hooks?.initial != nil {
        let store = initialize(variable)
        let open: Exec = { frame throws(Abort) in
          store(frame, .void)
          return .next
        }
        codes.append(open)
      } else if let value = binding.value {
        let code = compile(value, to: binding.pattern.type == .hole ? value.type : binding.pattern.type)
        if let variable = binding.pattern.simpleVariable {
          let store = initialize(variable)
          let take: Exec = { frame throws(Abort) in
            store(frame, try code(frame))
            return .next
          }
          codes.append(take)
        } else {
          let match = match(binding.pattern)
          let take: Exec = { frame throws(Abort) in
            let value = try code(frame)
            _ = try match(frame, value)
            return .next
          }
          codes.append(take)
        }
      } else {
        binding.pattern.forEachVariable { variable in
          let slot = slot(variable)
          let first: Value = variable.isOptionalVariable ? .null : .void
          if variable.isWeak {
            let take: Exec = { frame throws(Abort) in
              frame[slot] = .weak(WeakReference(.null))
              return .next
            }
            codes.append(take)
          } else if variable.isNeededEarly, variable.isBoxed {
            let store = initialize(variable)
            let take: Exec = { frame throws(Abort) in
              store(frame, first)
              return .next
            }
            codes.append(take)
          } else if variable.isBoxed {
            let home = machine.program.home
            let take: Exec = { frame throws(Abort) in
              frame[slot] = .cell(Cell(first, of: home))
              return .next
            }
            codes.append(take)
          } else {
            let take: Exec = { frame throws(Abort) in
              frame[slot] = first
              return .next
            }
            codes.append(take)
          }
        }
      }
    }
    return sequence(codes)
  }

  private func compile(_ node: IfNode) -> Exec {
    let test = compile(conditions: node.conditions)
    let then = compile(block: node.then)
    switch node.otherwise {
    case .block(let block)?:
      let otherwise = compile(block: block)
      return { frame throws(Abort) in try test(frame) ? try then(frame) : try otherwise(frame) }
    case .chained(let next)?:
      let otherwise = compile(next)
      return { frame throws(Abort) in try test(frame) ? try then(frame) : try otherwise(frame) }
    case nil: return { frame throws(Abort) in try test(frame) ? try then(frame) : .next }
    }
  }

  func compile(conditions: [Condition]) -> Test {
    let tests = conditions.map { compile(condition: $0) }
    if tests.count == 1 { return tests[0] }
    return { frame throws(Abort) in
      for test in tests where !(try test(frame)) { return false }
      return true
    }
  }

  private func compile(condition: Condition) -> Test {
    switch condition {
    case .expression(let expression): return test(expression)
    case .binding(let pattern, let value, _):
      let code = compile(value)
      if case .optionalSome(let inner) = pattern.kind, let variable = inner.simpleVariable {
        let store = initialize(variable)
        return { frame throws(Abort) in
          let optional = try code(frame)
          guard let found = optional.unwrapped else { return false }
          store(frame, found)
          return true
        }
      }
      let match = match(pattern)
      return { frame throws(Abort) in
        let subject = try code(frame)
        return try match(frame, subject)
      }
    }
  }

  // MARK: Loops

  private func whileLoop(_ label: String?, _ conditions: [Condition], _ body: [Stmt]) -> Exec {
    let id = newJump(label, isLoop: true)
    let test = compile(conditions: conditions)
    let body = compile(block: body)
    jumps.removeLast()
    let machine = machine
    return { frame throws(Abort) in
      while try test(frame) {
        try machine.step()
        switch try body(frame) {
        case .next, .continues(id): continue
        case .breaks(id): return .next
        case let flow: return flow
        }
      }
      return .next
    }
  }

  private func repeatLoop(_ label: String?, _ body: [Stmt], _ condition: Expr) -> Exec {
    let id = newJump(label, isLoop: true)
    let body = compile(block: body)
    jumps.removeLast()
    let test = test(condition)
    let machine = machine
    return { frame throws(Abort) in
      repeat {
        try machine.step()
        switch try body(frame) {
        case .next, .continues(id): break
        case .breaks(id): return .next
        case let flow: return flow
        }
      } while try test(frame)
      return .next
    }
  }

  private func compile(_ node: ForNode) -> Exec {
    let sequence = compile(node.sequence)
    let isAsync = node.isAsync
    let id = newJump(node.label, isLoop: true)
    let bind: (Frame, Value) throws(Abort) -> Bool
    if let variable = node.pattern.simpleVariable {
      let store = initialize(variable)
      bind = { frame, value throws(Abort) in
        store(frame, value)
        return true
      }
    } else {
      bind = match(node.pattern)
    }
    let condition = node.condition.map { test($0) }
    let body = compile(block: node.body)
    jumps.removeLast()
    let machine = machine
    let location = location(node.sequence.span)
    let type = node.sequence.type
    return { frame throws(Abort) in
      let values = try sequence(frame)
      var outcome = Flow.next
      do throws(Abort) {
        try machine.forEach(values, type, isAsync: isAsync) { value throws(Abort) in
          try machine.step()
          guard try bind(frame, value) else { return true }
          if let condition, !(try condition(frame)) { return true }
          switch try body(frame) {
          case .next, .continues(id): return true
          case .breaks(id): return false
          case let flow:
            outcome = flow
            return false
          }
        }
      } catch { throw error.at(location) }
      return outcome
    }
  }

  // MARK: Switch

  private func compile(_ node: SwitchNode) -> Exec {
    let subject = compile(node.subject)
    let place = newSlot()
    let id = newJump(node.label, isLoop: false)
    let cases = node.cases.map { clause in (match(clause, place), compile(block: clause.body)) }
    jumps.removeLast()
    let location = location(node.span)
    return { frame throws(Abort) in
      frame[place] = try subject(frame)
      var index = 0
      while index < cases.count {
        if try cases[index].0(frame) { break }
        index += 1
      }
      guard index < cases.count else {
        throw .fault(Fault(message: "no case of the switch matches", location: location))
      }
      while index < cases.count {
        let flow = try cases[index].1(frame)
        if flow == .fallThrough {
          index += 1
          continue
        }
        return flow == .breaks(id) ? .next : flow
      }
      return .next
    }
  }

  /// Whether a case matches the value in a slot; binds its variables.
  func match(_ clause: SwitchNode.Case, _ place: Int) -> Test {
    if clause.isDefault { return { _ throws(Abort) in true } }
    let labels = clause.labels.map { label in (match(label.pattern), label.guardExpression.map { test($0) }) }
    if labels.count == 1 {
      let (match, condition) = labels[0]
      guard let condition else { return { frame throws(Abort) in try match(frame, frame[place]) } }
      return { frame throws(Abort) in
        guard try match(frame, frame[place]) else { return false }
        return try condition(frame)
      }
    }
    return { frame throws(Abort) in
      for (match, condition) in labels where try match(frame, frame[place]) {
        if let condition {
          if try condition(frame) { return true }
        } else {
          return true
        }
      }
      return false
    }
  }

  // MARK: Errors

  private func compile(_ node: DoNode) -> Exec {
    let id = newJump(node.label, isLoop: false)
    // An unlabelled `break` inside belongs to what is outside.
    if node.label == nil { jumps.removeLast() }
    let body = compile(block: node.body)
    let clauses = node.clauses.map { clause -> (Test?, (Frame, Value) -> Void, Exec, Int) in
      let place = newSlot()
      let store = clause.errorVariable.map { initialize($0) } ?? { _, _ in }
      let labels = clause.patterns.map { (match($0.pattern), $0.guardExpression.map { test($0) }) }
      let applies: Test? =
        labels.isEmpty
        ? nil
        : { frame throws(Abort) in
          for (match, condition) in labels where try match(frame, frame[place]) {
            if let condition {
              if try condition(frame) { return true }
            } else {
              return true
            }
          }
          return false
        }
      return (applies, store, compile(block: clause.body), place)
    }
    if node.label != nil { jumps.removeLast() }
    return { frame throws(Abort) in
      do throws(Abort) {
        let flow = try body(frame)
        return flow == .breaks(id) ? .next : flow
      } catch {
        guard case .thrown(let thrown, _) = error else { throw error }
        let value = thrown.value
        for (test, store, handler, place) in clauses {
          frame[place] = value
          if let test, !(try test(frame)) { continue }
          store(frame, value)
          return try handler(frame)
        }
        throw error
      }
    }
  }
}

extension Pattern {
  /// The variable, if the pattern is just a name.
  var simpleVariable: LocalVariable? {
    switch kind {
    case .binding: variable
    case .typed(let inner, _): inner.simpleVariable
    default: nil
    }
  }
}

extension Stmt {
  /// The variables that a statement adds to its block.
  fileprivate var declaredVariables: [LocalVariable] {
    var result: [LocalVariable] = []
    switch kind {
    case .declaration(let declaration):
      guard case .variable(let node) = declaration.kind else { break }
      for binding in node.bindings { binding.pattern.forEachVariable { result.append($0) } }
    case .guarding(let conditions, _):
      for case .binding(let pattern, _, _) in conditions { pattern.forEachVariable { result.append($0) } }
    default: break
    }
    return result
  }

  /// The functions a statement declares in its block: those behind computed variables too.
  fileprivate var localFunctions: [FunctionNode] {
    guard case .declaration(let declaration) = kind else { return [] }
    switch declaration.kind {
    case .function(let node): return [node]
    case .variable(let node):
      return node.accessors.sorted { $0.key < $1.key }.flatMap(\.value.functions)
        + node.hooks.sorted { $0.key < $1.key }.flatMap(\.value.functions)
    default: return []
    }
  }
}

extension Type {
  /// Whether a value of the type may be an object, or have one in it, whose end somebody can see.
  fileprivate var mayHoldObjects: Bool { mayHoldObjects(4) }

  private func mayHoldObjects(_ depth: Int) -> Bool {
    if depth == 0 { return true }
    switch self {
    case .nominal(let nominal, let arguments):
      switch nominal.kind {
      case .classType: return true
      case .protocolType: return true
      case .structure, .enumeration:
        if nominal.library != nil {
          return !arguments.isEmpty
            ? arguments.contains { $0.mayHoldObjects(depth - 1) } : nominal.name == "AnyCancellable"
        }
        return nominal.storedProperties.contains { $0.declaration.result.mayHoldObjects(depth - 1) }
          || nominal.cases.contains { $0.payload.contains { $0.type.mayHoldObjects(depth - 1) } }
      }
    case .tuple(let elements): return elements.contains { $0.type.mayHoldObjects(depth - 1) }
    case .metatype: return false
    default: return true
    }
  }
}
