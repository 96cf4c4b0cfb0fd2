/// Compiles one body: gives variables their slots and turns the checked tree into closures.
final class FunctionCompiler {
  let function: CompiledFunction
  let context: FunctionContext
  let machine: Machine
  private(set) var slots: [ObjectIdentifier: Int] = [:]
  private var slotCount = 0
  /// Numbers of the loops and switches around the statement, with their labels.
  var jumps: [(id: Int, label: String?, isLoop: Bool)] = []
  private var jumpCount = 0
  /// The local functions of this body.
  var localFunctions: [ObjectIdentifier: CompiledFunction] = [:]
  /// What leads to places that are changed: kept here, since slots know variables by who they are.
  var placeVariables: [LocalVariable] = []
  /// Where the child tasks of `async let _` are kept.
  var discardedSlots: [ObjectIdentifier: Int] = [:]

  /// What is noted of the condition that is compiled, if it is that of an `#expect`.
  var observer: Observer?
  /// Whether what is compiled stands in a `defer`.
  var isDeferring = false

  var library: Library { machine.library }
  var environment: TypeEnvironment { context.environment }
  var file: SourceFile { context.file }

  init(_ function: CompiledFunction, _ machine: Machine) {
    self.function = function
    context = function.context
    self.machine = machine
  }

  func location(_ span: Span) -> Location { file.location(span) }

  /// Of the `!` that ends an expression: the line of a long chain that it stands on is the one to look at.
  func locationOfMark(_ span: Span) -> Location {
    let mark = Span(start: span.end - 1, end: span.end)
    return file.location(file.slice(mark) == "!" ? mark : span)
  }

  // MARK: Slots

  func newSlot() -> Int {
    slotCount += 1
    return slotCount - 1
  }

  func slot(_ variable: LocalVariable) -> Int {
    if let known = slots[ObjectIdentifier(variable)] { return known }
    let slot = newSlot()
    slots[ObjectIdentifier(variable)] = slot
    return slot
  }

  var size: Int { slotCount }

  /// Evaluates the context's expression, takes it apart and stores the parts in top-level variables.
  func binding(_ pattern: Pattern, _ variables: [GlobalVariable]) -> Code {
    guard let expression = context.expression else { return { _ throws(Abort) in .void } }
    let value = compile(expression, to: context.result == .hole ? expression.type : context.result)
    let match = match(pattern)
    var stores: [(Int, GlobalVariable)] = []
    pattern.forEachVariable { local in
      if let global = variables.first(where: { $0.name == local.name }) { stores.append((slot(local), global)) }
    }
    return { frame throws(Abort) in
      _ = try match(frame, try value(frame))
      for (slot, global) in stores { global.value = frame[slot] }
      return .void
    }
  }

  /// A `guard` at top level: what it binds is stored in top-level variables.
  func guarding(_ conditions: [Condition], _ otherwise: [Stmt], _ variables: [GlobalVariable]) -> Code {
    let test = compile(conditions: conditions)
    let leave = compile(block: otherwise)
    var stores: [(Code, GlobalVariable)] = []
    for case .binding(let pattern, _, _) in conditions {
      pattern.forEachVariable { local in
        if let global = variables.first(where: { $0.name == local.name }) { stores.append((read(local), global)) }
      }
    }
    let place = location(context.span)
    return { frame throws(Abort) in
      guard try test(frame) else {
        _ = try leave(frame)
        throw .fault(Fault(message: "the program ends here", location: place))
      }
      for (value, global) in stores { global.value = try value(frame) }
      return .void
    }
  }

  func newJump(_ label: String?, isLoop: Bool) -> Int {
    jumpCount += 1
    jumps.append((jumpCount, label, isLoop))
    return jumpCount
  }

  // MARK: The body

  func compile() {
    var parameters: [LocalVariable] = []
    if let own = context.selfVariable { parameters.append(own) }
    parameters += context.parameters
    for parameter in parameters { _ = slot(parameter) }
    function.parameterCount = slotCount
    for captured in context.carried { _ = slot(captured) }
    for copy in context.copyOrder { _ = slot(copy) }
    if context.isGeneric { function.typesSlot = newSlot() }

    var body: Code
    if let expression = context.expression, context.kind != .topLevel || !context.result.isVoid || context.body.isEmpty
    {
      let value = compile(expression, to: context.result == .hole ? expression.type : resultType(expression))
      body = value
    } else if context.kind == .closure, let single = closureSingle() {
      body = single
    } else {
      let statements = compile(block: context.body)
      let machine = machine
      let isInitializer = context.kind == .initializer
      let selfSlot = context.selfVariable.map { slot($0) } ?? 0
      body = { frame throws(Abort) in
        if try statements(frame) == .returned {
          let result = machine.result
          machine.result = .void
          return result
        }
        return .void
      }
      if isInitializer { body = initializer(body, selfSlot) }
    }
    body = boxing(parameters, body)
    // Asynchronous code runs where it belongs, and comes back to its caller's place.
    if context.isAsync, !context.isOfScript {
      body = hopping(to: context.isMainActor ? machine.main : machine.shared, body)
    }
    function.code = body
    function.frameSize = slotCount
  }

  private func resultType(_ expression: Expr) -> Type { context.result.isVoid ? expression.type : context.result }

  private func closureSingle() -> Code? {
    guard context.body.count == 1 else { return nil }
    switch context.body[0].kind {
    case .expression(let value):
      if context.result.isVoid, !value.type.isVoid {
        let code = compile(value)
        return { frame throws(Abort) in
          _ = try code(frame)
          return .void
        }
      }
      return compile(value, to: context.result)
    case .returns(let value?): return compile(value, to: context.result)
    default: return nil
    }
  }

  /// `init` gives back what it made: the instance or record, or nil.
  private func initializer(_ body: @escaping Code, _ selfSlot: Int) -> Code {
    let isFailable = context.declaration?.isFailable ?? false
    let own = context.selfVariable
    let isBoxed = own?.isBoxed ?? false
    let above = implicitSuper()
    return { frame throws(Abort) in
      let outcome: Value
      do throws(Abort) { outcome = try body(frame) } catch {
        // The initialiser to which it delegates has failed.
        if isFailable, case .missing = error { return .null }
        throw error
      }
      if isFailable, outcome.isNull { return .null }
      if let above { try above(frame) }
      if isBoxed, case .cell(let cell) = frame[selfSlot] { return cell.value }
      return frame[selfSlot]
    }
  }

  /// The `super.init()` that need not be written.
  private func implicitSuper() -> ((Frame) throws(Abort) -> Void)? {
    guard let own = context.selfVariable, let base = InstanceUnderConstruction(context)?.implicitSuper else {
      return nil
    }
    let choice = Choice(declaration: base, base: context.nominal?.superclass)
    let place = Expr(.invalid, context.span)
    let codes = base.parameters.map { parameter in
      parameter.isVariadic ? constant(.array([])) : defaultValue(parameter, parameter.type, choice, place)
    }
    let (read, machine) = (read(own), machine)
    return { frame throws(Abort) in
      guard case .instance(let instance) = try read(frame) else { return }
      _ = try machine.initialize(instance, base, try codes.values(frame))
    }
  }

  /// Parameters that closures share and change live in cells.
  private func boxing(_ parameters: [LocalVariable], _ body: @escaping Code) -> Code {
    let boxed = parameters.filter(\.isBoxed)
    guard !boxed.isEmpty else { return body }
    let places = boxed.map { (slot($0), $0.isInout) }
    let home = machine.program.home
    return { frame throws(Abort) in
      for (slot, _) in places { frame[slot] = .cell(Cell(frame[slot], of: home)) }
      defer {
        for (slot, isInout) in places where isInout {
          if case .cell(let cell) = frame[slot] { frame[slot] = cell.value }
        }
      }
      return try body(frame)
    }
  }
}
