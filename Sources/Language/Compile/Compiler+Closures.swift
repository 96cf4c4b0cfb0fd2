/// Closures, local functions and key paths as values.
extension FunctionCompiler {
  func closure(_ node: ClosureNode) -> Code {
    guard let inner = node.function else { return constant(.void) }
    let copies = node.captures.map { capture -> (LocalVariable, Code)? in
      inner.captureCopies[capture.name].map { ($0, compile(capture.value)) }
    }
    return closure(inner, copies: copies.compactMap { $0 })
  }

  /// A function value: the body, and the variables it shares or copies.
  func closure(_ inner: FunctionContext, copies: [(LocalVariable, Code)] = []) -> Code {
    closure(inner, machine.compiled(inner), copies)
  }

  private func closure(_ inner: FunctionContext, _ target: CompiledFunction, _ copies: [(LocalVariable, Code)]) -> Code
  {
    let captured = inner.carried.map { raw($0) }
    inner.copyOrder = copies.map(\.0)
    let weak = copies.map { ($0.0.isWeak || $0.0.isUnowned, $0.0.isBoxed, $0.1) }
    let types = capturedTypes(inner)
    if captured.isEmpty, weak.isEmpty, types == nil {
      let value = Value.function(ClosureValue(target, []))
      return { _ throws(Abort) in value }
    }
    let home = machine.program.home
    return { frame throws(Abort) in
      var values: [Value] = []
      values.reserveCapacity(captured.count + weak.count)
      for code in captured { values.append(code(frame)) }
      for (isWeak, isBoxed, code) in weak {
        let value = try code(frame)
        values.append(isWeak ? .weak(WeakReference(value)) : isBoxed ? .cell(Cell(value, of: home)) : value)
      }
      // Right behind what is captured, where the closure's frame has them.
      if let types { values.append(types(frame)) }
      return .function(ClosureValue(target, values))
    }
  }

  /// What a closure takes along: the cell of a shared variable, the value of another, the bare body of a local function.
  private func raw(_ variable: LocalVariable) -> (Frame) -> Value {
    if let inner = variable.function, variable.owner === context {
      let bare = Value.function(ClosureValue(localFunction(variable, inner), []))
      return { _ in bare }
    }
    let slot = slot(variable)
    if variable.isBoxed {
      let home = machine.program.home
      return { frame in
        if case .cell = frame[slot] {} else { frame[slot] = .cell(Cell(frame[slot], of: home)) }
        return frame[slot]
      }
    }
    return { frame in frame[slot] }
  }

  // MARK: Local functions

  // Functions that call themselves or each other would hold each other for ever if each carried the others as values. So
  // bodies inside carry bare functions, with all that these need of their surroundings, and put them together where they are used.

  private func localFunction(_ variable: LocalVariable, _ inner: FunctionContext) -> CompiledFunction {
    let key = ObjectIdentifier(variable)
    if let known = localFunctions[key] { return known }
    let made = machine.compiled(inner)
    localFunctions[key] = made
    return made
  }

  /// The value of a local function of this body, for its variable.
  func declared(_ variable: LocalVariable, _ inner: FunctionContext) -> Code {
    closure(inner, localFunction(variable, inner), [])
  }

  /// A local function where it is used: what it is, and what its value carries.
  /// - Parameter choice: says what its generic parameters stand for there.
  func localFunction(_ variable: LocalVariable, _ inner: FunctionContext, _ choice: Choice?) -> (
    target: (Frame) throws(Abort) -> CompiledFunction, captures: (Frame) -> [Value]
  ) {
    let captured = inner.carried.map { raw($0) }
    let types = capturedTypes(inner)
    let own = choice.flatMap { typeArguments($0) }
    let captures: (Frame) -> [Value] = { frame in
      var values: [Value] = []
      values.reserveCapacity(captured.count + 1)
      for code in captured { values.append(code(frame)) }
      if let own {
        let around = types?(frame).typeArguments?.substitution ?? [:]
        let inside = own(frame).typeArguments?.substitution ?? [:]
        values.append(.native(TypeArguments(around.merging(inside) { _, inner in inner })))
      } else if let types {
        values.append(types(frame))
      }
      return values
    }
    if variable.owner === context {
      let function = localFunction(variable, inner)
      return ({ _ throws(Abort) in function }, captures)
    }
    let slot = slot(variable)
    return (
      { frame throws(Abort) in
        guard case .function(let bare as ClosureValue) = frame[slot] else {
          throw .fault("a local function is used before its place")
        }
        return bare.function
      }, captures
    )
  }

  /// A local function as a value.
  func reference(_ variable: LocalVariable, _ inner: FunctionContext, _ choice: Choice? = nil) -> Code {
    let (target, captures) = localFunction(variable, inner, choice)
    return { frame throws(Abort) in .function(ClosureValue(try target(frame), captures(frame))) }
  }

  // MARK: Key paths

  func keyPath(_ expression: Expr) -> Code {
    guard case .keyPath(let components)? = expression.note, case .keyPath(let node) = expression.kind else {
      return constant(.void)
    }
    var steps: [KeyPathObject.Step] = []
    for (component, written) in zip(components, node.components) {
      switch written {
      case .optionalChain: steps.append(.optionalChain)
      case .force: steps.append(.force(location(expression.span)))
      case .member(let name) where name.text == "self": continue
      case .member, .subscripted:
        guard let choice = component.choice else { continue }
        var operands: [Code] = []
        if case .subscripted(_, let span) = written, let bound = component.arguments {
          let step = Expr(.invalid, span)
          operands = compile(bound, choice, step).map(\.code)
        }
        steps.append(.member(choice.declaration, operands, receiverType(choice)))
      }
    }
    let machine = machine
    let environment = environment
    let type = expression.type
    let location = location(expression.span)
    let text = file.slice(expression.span)
    let valueType = components.last?.type ?? type.argument(0)
    // A key path where a function is wanted is that function.
    let isFunction = expression.type.asFunction != nil
    return { frame throws(Abort) in
      var resolved: [KeyPathObject.Resolved] = []
      for step in steps {
        switch step {
        case .member(var declaration, let operands, let type):
          let values = try operands.values(frame)
          if let type = type?(frame), type.wrapped != nil,
            let found = machine.witness(declaration, for: .null, as: type, environment)
          {
            declaration = found
          }
          resolved.append(.member(declaration, values))
        case .optionalChain: resolved.append(.optionalChain)
        case .force(let place): resolved.append(.force(place))
        }
      }
      let object = KeyPathObject(
        type: type, valueType: valueType, steps: resolved, text: text, machine: machine, environment: environment,
        location: location)
      if isFunction {
        return .function(NativeFunction { values throws(Abort) in try object.get(values.first ?? .void) })
      }
      return .native(object)
    }
  }
}
