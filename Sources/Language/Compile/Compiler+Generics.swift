/// Generic parameters in running code: where their types are found, and how they are handed on.
extension FunctionContext {
  /// A frame of the body has a slot for the types of the generic parameters in scope.
  var isGeneric: Bool { !generics.isEmpty || isInGenericType || declaration?.handedTypes.isEmpty == false }

  /// A closure or a local function in a method of a generic type, or of an extension of a protocol: it has no `self` of
  /// its own to ask.
  private var isInGenericType: Bool {
    guard parent != nil, selfVariable == nil, let nominal else { return false }
    return nominal.hasTypeParameters
  }
}

extension FunctionCompiler {
  /// The type itself.
  func metatype(_ type: Type) -> Code {
    guard let reified = reified(type) else { return constant(.metatype(TypeBox(type))) }
    return { frame throws(Abort) in .metatype(TypeBox(reified(frame))) }
  }

  /// The type with what its parameters stand for in a frame; `nil` if it has none.
  func reified(_ type: Type) -> ((Frame) -> Type)? {
    guard type.hasParameters, let substitution = substitution() else { return nil }
    let (environment, machine) = (environment, machine)
    let requirements = context.requirements
    return { frame in machine.bounded(environment.resolve(type.substituting(substitution(frame)), requirements)) }
  }

  /// Puts types in the place of parameters, frame by frame.
  func substituting() -> ((Frame, Type) -> Type)? {
    guard let substitution = substitution() else { return nil }
    let environment = environment
    let requirements = context.requirements
    return { frame, type in
      type.hasParameters ? environment.resolve(type.substituting(substitution(frame)), requirements) : type
    }
  }

  /// What the parameters in scope stand for in a frame.
  private func substitution() -> ((Frame) -> Substitution)? {
    let slot = function.typesSlot
    let own = context.selfVariable.map { (read($0), context.nominal) }
    guard slot != nil || own != nil else { return nil }
    let machine = machine
    return { frame in
      var result: Substitution = [:]
      if let (read, nominal) = own, let value = try? read(frame) {
        result = machine.typeArguments(of: value, nominal)
      }
      if let slot, case .native(let object) = frame[slot], let types = object as? TypeArguments {
        result.merge(types.substitution) { _, passed in passed }
      }
      return result
    }
  }

  /// What a closure takes along of the types that are known where it is made.
  func capturedTypes(_ inner: FunctionContext) -> ((Frame) -> Value)? {
    guard inner.isGeneric else { return nil }
    if context.selfVariable == nil || context.nominal?.hasTypeParameters != true {
      return function.typesSlot.map { slot in { frame in frame[slot] } }
    }
    return substitution().map { substitution in { frame in .native(TypeArguments(substitution(frame))) } }
  }

  /// The type that decides which member meets a requirement, where a value does not tell: an optional is its content.
  func receiverType(_ choice: Choice) -> ((Frame) -> Type)? {
    guard let base = choice.base, let proto = choice.declaration.owner,
      environment.conformances(of: library.optionalNominal).contains(where: {
        $0.proto.isUserType && environment.closure(of: $0.proto).contains(proto)
      })
    else { return nil }
    if let reified = reified(base) { return reified }
    return base.wrapped == nil ? nil : { _ in base }
  }

  /// What a call hands on for the generic parameters of what is called; `nil` if it has none.
  func typeArguments(_ choice: Choice) -> ((Frame) -> Value)? {
    typeArguments(choice, of: choice.declaration.generics + choice.declaration.handedTypes)
  }

  func typeArguments(_ choice: Choice, of generics: [GenericParameter]) -> ((Frame) -> Value)? {
    guard !generics.isEmpty else { return nil }
    var known: Substitution = [:]
    for parameter in generics { known[parameter] = choice.substitution[parameter] }
    guard known.values.contains(where: \.hasParameters), let substitution = substitution() else {
      let value = Value.native(TypeArguments(known))
      return { _ in value }
    }
    let (environment, machine) = (environment, machine)
    let requirements = context.requirements
    return { frame in
      let own = substitution(frame)
      return .native(
        TypeArguments(
          known.mapValues { machine.bounded(environment.resolve($0.substituting(own), requirements)) }))
    }
  }
}

extension FunctionCompiler {
  /// The generic parameters that an existential is passed for, each with the slot of that argument: inside the call they
  /// are the types of the values.
  func openedParameters(_ choice: Choice, offset: Int) -> [(GenericParameter, slot: Int)] {
    choice.declaration.generics.compactMap { parameter in
      guard choice.substitution[parameter]?.isOpened == true,
        let index = choice.declaration.parameters.firstIndex(where: { $0.type == .parameter(parameter) }),
        // What others have to be of, too, is the existential itself.
        choice.declaration.parameters.filter({ $0.type.contains { $0 == .parameter(parameter) } }).count == 1
      else { return nil }
      return (parameter, index + offset)
    }
  }
}

extension Type {
  /// Only its values know their type.
  fileprivate var isOpened: Bool {
    switch self {
    case .existential(let existential): !existential.protocols.isEmpty
    default: nominal?.isOpaque ?? false
    }
  }
}

extension Nominal {
  fileprivate var hasTypeParameters: Bool { !genericParameters.isEmpty || selfParameter != nil }
}

extension Machine {
  /// A type that running code has made. One that is too large ends the activation: a function can call itself with types
  /// that double each time.
  fileprivate func bounded(_ type: Type) -> Type {
    guard type.isLarger(than: Type.namesMax) else { return type }
    stop("\(Type.tooLarge): a generic function that calls itself with ever larger types?")
    return .hole
  }

  /// What the values in a frame say of the parameters that existentials were passed for.
  func opening(_ types: Value, _ opened: [(GenericParameter, slot: Int)], _ frame: Frame) -> Value {
    var result = types.typeArguments?.substitution ?? [:]
    for (parameter, slot) in opened {
      frame[slot] = frame[slot].unboxed
      result[parameter] = dynamicType(frame[slot], .hole)
    }
    return .native(TypeArguments(result))
  }

  /// The same of values that are passed.
  func opening(_ types: Value, _ opened: [(GenericParameter, slot: Int)], _ values: inout [Value]) -> Value {
    var result = types.typeArguments?.substitution ?? [:]
    for (parameter, slot) in opened where values.indices.contains(slot) {
      values[slot] = values[slot].unboxed
      result[parameter] = dynamicType(values[slot], .hole)
    }
    return .native(TypeArguments(result))
  }

  /// A call of a generic function.
  func call(_ function: CompiledFunction, _ arguments: [Value], types: Value) throws(Abort) -> Value {
    try function.prepare()
    let size = function.frameSize
    let frame = try enter(size)
    for (index, value) in arguments.enumerated() where index < function.parameterCount { frame[index] = value }
    if let slot = function.typesSlot { frame[slot] = types }
    return try run(function, frame, size, [])
  }

  /// The types of the generic parameters of a receiver's own type.
  fileprivate func typeArguments(of value: Value, _ nominal: Nominal?) -> Substitution {
    switch value {
    case .instance(let instance):
      var result = instance.typeArguments?.substitution ?? [:]
      if let own = nominal?.selfParameter { result[own] = dynamicType(value, .hole) }
      return result
    case .record(let record):
      var result = record.typeArguments?.substitution ?? [:]
      if let own = nominal?.selfParameter { result[own] = dynamicType(value, .hole) }
      return result
    case .metatype(let box):
      if let own = nominal?.selfParameter { return [own: box.type] }
      guard case .nominal(let nominal, let arguments) = box.type else { return [:] }
      return nominal.substitution(arguments)
    case .cell(let cell): return typeArguments(of: cell.value, nominal)
    default:
      if let own = nominal?.selfParameter { return [own: dynamicType(value, .hole)] }
      // Where nobody has handed them on, a library type's values tell what they hold.
      guard let nominal, case .nominal(let found, let arguments) = dynamicType(value, .hole), found === nominal else {
        return [:]
      }
      return nominal.substitution(arguments).filter { $0.value != .any && $0.value != .hole }
    }
  }
}

extension Declaration {
  /// The parameters of a library's type that a member in an extension of the program is told: its values do not know them.
  fileprivate var handedTypes: [GenericParameter] {
    guard let owner, owner.library != nil, declaredIn?.isLibrary == false, kind == .function || kind == .initializer
    else { return [] }
    return owner.genericParameters
  }
}

extension CallSite {
  /// With what the generic parameters of the calling code stand for.
  func substituting(_ substitute: (Type) -> Type) -> CallSite {
    CallSite(
      location: location, file: file, span: span, types: types.mapValues(substitute), result: substitute(result),
      parameterTypes: parameterTypes.map(substitute), isGeneric: true)
  }
}

extension Value {
  /// The types of a requirement's parameters for those of what meets it.
  var typeArguments: TypeArguments? {
    if case .native(let object) = self { object as? TypeArguments } else { nil }
  }

  /// The same for an overridden subscript's.
  func passed(from declaration: Declaration, to function: CompiledFunction) -> Value {
    function.context.declaration.map { $0 === declaration ? self : passed(from: declaration, to: $0) } ?? self
  }

  func passed(from requirement: Declaration, to found: Declaration) -> Value {
    guard let given = typeArguments?.substitution else { return self }
    var result: Substitution = [:]
    for (asked, own) in zip(requirement.generics, found.generics) { result[own] = given[asked] }
    return .native(TypeArguments(result))
  }
}
