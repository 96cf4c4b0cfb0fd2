/// Calls whose target is found while running.
extension Machine {
  /// Calls a declaration of the program or the library with a receiver and arguments in hand.
  /// - Parameter types: what its generic parameters stand for.
  func invoke(
    _ declaration: Declaration, receiver: Value, _ arguments: [Value], types: Value? = nil
  ) throws(Abort) -> Value {
    switch declaration.implementation {
    case .function(let context):
      let operands = context.selfVariable == nil ? arguments : [receiver] + arguments
      if let types { return try call(compiled(context), operands, types: types) }
      return try call(compiled(context), captures: [], operands)
    case .accessors(let getter, _): return try call(compiled(getter), captures: [], [receiver] + arguments)
    case .native(let native):
      return try invoke(native, [receiver] + arguments, result: declaration.result)
    case .stored(let slot):
      switch receiver {
      case .instance(let instance): return try read(instance, slot)
      case .record(let record): return record[slot]
      default: return .void
      }
    case .enumCase(let enumCase):
      return enumCase.value(arguments)
    case .derived(.rawValue): return receiver.enumCase?.rawValue ?? .void
    case .global(let variable):
      if !variable.isInitialized { try initialize(variable, .unknown) }
      return variable.value
    default: throw .fault("'\(declaration.fullName)' cannot be called here")
    }
  }

  func invoke(_ native: Native, _ operands: [Value], result: Type) throws(Abort) -> Value {
    switch native {
    case .nullary(let body): return try body()
    case .unary(let body): return try body(operands.first ?? .void)
    case .binary(let body): return try body(operands[0], operands.count > 1 ? operands[1] : .void)
    case .ternary(let body):
      guard operands.count > 2 else { return .void }
      return try body(operands[0], operands[1], operands[2])
    case .list(let body), .property(let body, _): return try body(operands)
    case .mutating(let body):
      guard var target = operands.first else { return .void }
      return try body(&target, Array(operands.dropFirst()))
    case .writing: throw .fault("a function that changes its argument cannot be a value here")
    case .contextual(let body), .reference(let body, _):
      let site = CallSite(
        location: .unknown, file: SourceFile(SourceText(file: "", text: "")), span: .none,
        types: ["Self": dynamicType(operands.first ?? .void, .hole)], result: result, parameterTypes: [])
      return try body(NativeCall(machine: self, arguments: operands, site: site))
    }
  }

  /// Calls a mutating function: the receiver is moved into the frame and back.
  func callMutating(
    _ function: CompiledFunction, _ target: inout Value, _ arguments: [Value], types: Value? = nil
  ) throws(Abort) -> Value {
    try function.prepare()
    let size = function.frameSize
    let frame = try enter(size)
    if let types, let slot = function.typesSlot { frame[slot] = types }
    frame[0] = target
    target = .void
    for (index, value) in arguments.enumerated() { frame[index + 1] = value }
    do throws(Abort) {
      let value = try function.code(frame)
      target = frame[0]
      leave(frame, size)
      return value
    } catch {
      target = frame[0]
      leave(frame, size)
      throw error.leaving(function)
    }
  }

  /// Calls a function with `inout` parameters. The arguments hold then what the parameters became, also if it throws.
  func callInout(
    _ function: CompiledFunction, captures: [Value], _ arguments: inout [Value], types: Value? = nil
  ) throws(Abort) -> Value {
    try function.prepare()
    let size = function.frameSize
    let frame = try enter(size)
    if let types, let slot = function.typesSlot { frame[slot] = types }
    for index in arguments.indices {
      frame[index] = arguments[index]
      arguments[index] = .void
    }
    var slot = function.parameterCount
    for value in captures {
      frame[slot] = value
      slot += 1
    }
    defer {
      for index in arguments.indices { arguments[index] = frame[index] }
      leave(frame, size)
    }
    do throws(Abort) { return try function.code(frame) } catch { throw error.leaving(function) }
  }

  // MARK: Finding

  /// What a subclass has in place of a method.
  func override(_ declaration: Declaration, in nominal: Nominal, _ environment: TypeEnvironment) -> CompiledFunction? {
    let key = ObjectIdentifier(declaration)
    if let known = nominal.runtime.overrides[key] { return known.map { compiled($0) } }
    var found: FunctionContext?
    for ancestor in nominal.lineage {
      if ancestor === declaration.owner { break }
      let members = program.environment(for: ancestor, environment).members(of: ancestor, named: declaration.name)
      let types = declaration.parameters.map(\.type)
      let match = members.first { member -> Bool in
        guard member.isStatic == declaration.isStatic, member.kind == declaration.kind else { return false }
        return member.labels == declaration.labels && member.parameters.map(\.type) == types
      }
      if let match, case .function(let context) = match.implementation {
        found = context
        break
      }
    }
    nominal.runtime.overrides[key] = .some(found)
    return found.map { compiled($0) }
  }

  /// The member with which a value's own type meets a protocol's requirement.
  /// - Parameter known: the value's type, where the value does not tell: an optional is what it wraps.
  func witness(
    _ requirement: Declaration, for value: Value, as known: Type? = nil, _ environment: TypeEnvironment
  ) -> Declaration? {
    let type = known.flatMap { $0.wrapped == nil ? nil : $0 } ?? dynamicType(value.unboxed, .hole)
    var target = type
    if case .metatype(let instance) = type { target = instance }
    guard let nominal = target.nominal else { return nil }
    let key = ObjectIdentifier(requirement)
    if let known = nominal.isUserType ? nominal.runtime.witnesses[key] : witnesses[nominal]?[key] { return known }
    let place = program.environment(for: nominal, environment)
    var candidates: [Declaration] = []
    for ancestor in nominal.lineage { candidates += place.members(of: ancestor, named: requirement.name) }
    for conformance in place.protocols(of: nominal) {
      candidates += place.members(of: conformance.proto, named: requirement.name).filter {
        !$0.implementation.isRequirement
      }
    }
    let found = candidates.first { candidate in
      candidate.resolved()
      return candidate.labels == requirement.labels && !candidate.implementation.isRequirement
        && (candidate.isStatic == requirement.isStatic || candidate.kind == .enumCase)
    }
    if nominal.isUserType {
      nominal.runtime.witnesses[key] = .some(found)
      program.home.note(searched: nominal)
    } else {
      witnesses[nominal, default: [:]][key] = .some(found)
    }
    return found
  }
}
