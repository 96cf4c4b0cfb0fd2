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
      if declaration.owner == nil {
        // An operator at top level that meets what a protocol asks of its types.
        var type = dynamicType(receiver, .hole)
        if case .metatype(let instance) = type { type = instance }
        return try invoke(native, arguments, result: declaration.result, generics: declaration.generics, as: type)
      }
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

  /// - Parameter type: what its generic parameters stand for.
  func invoke(
    _ native: Native, _ operands: [Value], result: Type, generics: [GenericParameter] = [], as type: Type = .hole
  ) throws(Abort) -> Value {
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
      var types = ["Self": dynamicType(operands.first ?? .void, .hole)]
      for parameter in generics { types[parameter.name] = type }
      let site = CallSite(
        location: .unknown, file: SourceFile(SourceText(file: "", text: "")), span: .none,
        types: types, result: result, parameterTypes: [])
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
    if case .function(let context)? = overriding(declaration, in: nominal, environment)?.implementation {
      found = context
    }
    nominal.runtime.overrides[key] = .some(found)
    return found.map { compiled($0) }
  }

  /// The same for a subscript.
  func overridingSubscript(_ declaration: Declaration, in nominal: Nominal, _ environment: TypeEnvironment)
    -> Declaration?
  {
    let key = ObjectIdentifier(declaration)
    if let known = nominal.runtime.subscripts[key] { return known }
    let found = overriding(declaration, in: nominal, environment)
    nominal.runtime.subscripts[key] = .some(found)
    return found
  }

  /// The nearest member that takes the place of one that has parameters.
  private func overriding(_ declaration: Declaration, in nominal: Nominal, _ environment: TypeEnvironment)
    -> Declaration?
  {
    guard let owner = declaration.owner else { return nil }
    for ancestor in nominal.lineage {
      if ancestor === owner { return nil }
      let environment = program.environment(for: ancestor, environment)
      // What it inherits from may be generic, and say what the parameters stand for: `class Shelf: Store<Book>`.
      var known = Substitution()
      if !owner.genericParameters.isEmpty, let inherited = environment.upcast(ancestor.selfType, to: owner) {
        known = owner.substitution(inherited.genericArguments)
      }
      for member in environment.members(of: ancestor, named: declaration.name)
      where member.isStatic == declaration.isStatic && member.kind == declaration.kind
        && member.takesParameters(of: declaration, where: known)
      {
        return member
      }
    }
    return nil
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
    let candidates = fitting(candidates(for: requirement, of: nominal, environment), requirement, nominal, environment)
    var found: Declaration?
    if candidates.allSatisfy({ $0.owner == nil || $0.requirements.isEmpty }) {
      found = candidates.first
    } else {
      // Of those that one extension or several have under conditions, the one with most of them.
      let full = withArguments(target, of: value)
      let fitting = candidates.filter { hold($0.requirements, of: $0.owner ?? nominal, for: full) }
      found = fitting.first
      for other in fitting where other.owner === found?.owner {
        if other.requirements.count > found?.requirements.count ?? 0 { found = other }
      }
      if !nominal.genericParameters.isEmpty { return found }
    }
    if nominal.isUserType {
      nominal.runtime.witnesses[key] = .some(found)
      program.home.note(searched: nominal)
    } else {
      witnesses[nominal, default: [:]][key] = .some(found)
    }
    return found
  }

  /// What may meet a requirement: the type's own members first, then what extensions of its protocols have, and for an
  /// operator those at top level.
  private func candidates(
    for requirement: Declaration, of nominal: Nominal, _ environment: TypeEnvironment
  ) -> [Declaration] {
    let place = program.environment(for: nominal, environment)
    var members: [Declaration] = []
    for ancestor in nominal.lineage { members += place.members(of: ancestor, named: requirement.name) }
    for conformance in place.protocols(of: nominal) {
      members += place.members(of: conformance.proto, named: requirement.name).filter {
        !$0.implementation.isRequirement
      }
    }
    members = members.filter { candidate in
      candidate.resolved()
      return candidate.labels == requirement.labels && !candidate.implementation.isRequirement
        && (candidate.isStatic == requirement.isStatic || candidate.kind == .enumCase)
    }
    guard requirement.isStatic, requirement.kind == .function else { return members }
    let operators = place.values(named: requirement.name).filter { candidate in
      guard candidate.kind == .function, candidate.owner == nil, candidate.resolved() else { return false }
      return candidate.parameters.count == requirement.parameters.count
        && zip(candidate.parameters, requirement.parameters).allSatisfy { own, asked in
          guard case .parameter = asked.type else { return true }
          switch own.type {
          case .nominal(let taken, _): return taken === nominal
          case .parameter: return hold(candidate.requirements.about(own.type), of: nominal, for: nominal.selfType)
          default: return false
          }
        }
    }
    return members + operators
  }

  /// Of overloads those that have the types which the requirement has in this type; all, if none says so in so many words.
  private func fitting(
    _ candidates: [Declaration], _ requirement: Declaration, _ nominal: Nominal, _ environment: TypeEnvironment
  ) -> [Declaration] {
    guard candidates.count > 1, requirement.kind != .variable, requirement.resolved(),
      let own = requirement.owner?.selfParameter
    else { return candidates }
    let place = program.environment(for: nominal, environment)
    func types(_ declaration: Declaration, _ known: Substitution) -> [Type] {
      (declaration.parameters.map(\.type) + [declaration.result]).map {
        place.resolve($0.substituting(known), nominal.requirements)
      }
    }
    let wanted = types(requirement, [own: nominal.selfType])
    let fitting = candidates.filter { candidate in
      guard candidate.generics.count == requirement.generics.count else { return false }
      var known = Substitution()
      if let proto = candidate.owner, let other = proto.selfParameter {
        known[other] = nominal.selfType
      } else if let ancestor = candidate.owner, ancestor !== nominal, !ancestor.genericParameters.isEmpty,
        let seen = place.upcast(nominal.selfType, to: ancestor)
      {
        known = ancestor.substitution(seen.genericArguments)
      }
      for (mine, other) in zip(candidate.generics, requirement.generics) { known[mine] = .parameter(other) }
      return types(candidate, known) == wanted
    }
    return fitting.isEmpty ? candidates : fitting
  }

  /// A value's type with the arguments that the value knows.
  private func withArguments(_ type: Type, of value: Value) -> Type {
    guard case .nominal(let nominal, let arguments) = type, arguments.contains(.hole) else { return type }
    let known =
      switch value.unboxed {
      case .instance(let instance): instance.typeArguments?.substitution
      case .record(let record): record.typeArguments?.substitution
      default: nil as Substitution?
      }
    return .nominal(nominal, nominal.genericParameters.map { known?[$0] ?? .hole })
  }
}

extension [Requirement] {
  /// What is asked of a generic parameter, as it would be asked of the type that is looked at.
  fileprivate func about(_ parameter: Type) -> [Requirement] {
    filter { if case .conforms(parameter, _) = $0 { true } else { false } }
  }
}
