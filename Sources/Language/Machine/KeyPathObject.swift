/// A key path: a way from a value to one of its parts.
final class KeyPathObject: NativeObject {
  enum Step {
    /// With the type whose member meets a requirement, where a value does not tell.
    case member(Declaration, [Code], ((Frame) -> Type)?)
    case optionalChain
    case force(Location)
  }
  enum Resolved {
    case member(Declaration, [Value])
    case optionalChain
    case force(Location)
  }

  private let steps: [Resolved]
  private let spelling: String
  private let machine: Machine
  private let environment: TypeEnvironment
  private let location: Location
  /// A chain with `?` gives an optional.
  private let isOptional: Bool
  /// The type of what it leads to.
  private let valueType: Type

  init(
    type: Type, valueType: Type, steps: [Resolved], text: String, machine: Machine, environment: TypeEnvironment,
    location: Location
  ) {
    self.valueType = valueType
    self.steps = steps
    spelling = text
    self.machine = machine
    self.environment = environment
    self.location = location
    isOptional = steps.contains { if case .optionalChain = $0 { true } else { false } }
    super.init(type: type)
  }

  override var text: String { spelling }

  func appending(_ other: KeyPathObject, type: Type) -> KeyPathObject {
    KeyPathObject(
      type: type, valueType: other.valueType, steps: steps + other.steps,
      text: spelling + other.spelling.drop { $0 != "." }, machine: machine, environment: environment,
      location: location)
  }

  /// The value in a box, for a key path that does not say its type; `nil` if the root is of another type than it wants.
  func getAny(_ root: Value) throws(Abort) -> Value {
    let value = try get(root)
    return Existential.needed(for: valueType, machine.library) ? .any(Existential(value, valueType)) : value
  }

  /// The name of the property it leads to, if it is one property of the root.
  var propertyName: String? {
    if steps.count == 1, case .member(let declaration, _) = steps[0] { return declaration.name }
    return nil
  }

  /// The names of the properties that it goes through.
  var names: [String] {
    steps.compactMap { step in
      if case .member(let declaration, _) = step, declaration.kind == .variable { declaration.name } else { nil }
    }
  }

  /// Whether it goes through properties, and nothing else.
  var hasNamesOnly: Bool { names.count == steps.count }

  override func isEqual(to other: NativeObject) -> Bool {
    guard let other = other as? KeyPathObject, steps.count == other.steps.count else { return false }
    return zip(steps, other.steps).allSatisfy { pair in
      switch pair {
      case (.member(let a, let x), .member(let b, let y)): a === b && x == y
      case (.optionalChain, .optionalChain), (.force, .force): true
      default: false
      }
    }
  }

  override func hash(into hasher: inout Hasher) { hasher.combine(steps.count) }

  func get(_ root: Value) throws(Abort) -> Value {
    var value = root
    for step in steps {
      switch step {
      case .member(let declaration, let operands):
        do { value = try machine.get(declaration, of: value, operands, environment) } catch { throw error.at(location) }
      case .optionalChain:
        guard let inner = value.unwrapped else { return .null }
        value = inner
      case .force(let place):
        guard let inner = value.unwrapped else {
          throw .fault(Fault(message: "Unexpectedly found nil while unwrapping an Optional value", location: place))
        }
        value = inner
      }
    }
    return isOptional && !value.isNull ? value.some : value
  }

  /// - Parameter isPart: the value has a part in it that was read from there.
  func set(_ root: inout Value, _ value: Value, isPart: Bool = false) throws(Abort) { try set(&root, value, isPart, 0) }

  private func set(_ target: inout Value, _ value: Value, _ isPart: Bool, _ index: Int) throws(Abort) {
    guard index < steps.count else {
      target = value
      return
    }
    switch steps[index] {
    case .member(let declaration, let operands):
      if index == steps.count - 1 {
        do throws(Abort) {
          if isPart, let (instance, slot) = provided(target, declaration) {
            return try machine.modify(instance, slot) { $0 = value }
          }
          try machine.setMember(&target, declaration, value, operands, environment)
        } catch { throw error.at(location) }
        return
      }
      var part = try machine.get(declaration, of: target, operands, environment)
      if case .instance = part { return try set(&part, value, isPart, index + 1) }
      if let (instance, slot) = provided(target, declaration) {
        return try machine.modify(instance, slot) { whole throws(Abort) in try set(&whole, value, isPart, index + 1) }
      }
      try set(&part, value, isPart, index + 1)
      try machine.setMember(&target, declaration, part, operands, environment)
    case .optionalChain, .force:
      guard var inner = target.unwrapped else { return }
      try set(&inner, value, isPart, index + 1)
      target = inner.some
    }
  }

  /// The place of a property of another process' object.
  private func provided(_ target: Value, _ declaration: Declaration) -> (Instance, slot: Int)? {
    guard case .instance(let instance) = target, instance.isProvided,
      case .stored(let slot) = declaration.implementation
    else { return nil }
    return (instance, slot)
  }
}

extension Machine {
  func get(_ declaration: Declaration, of value: Value, _ operands: [Value], _ environment: TypeEnvironment)
    throws(Abort) -> Value
  {
    var declaration = declaration
    let receiver = value.unboxed
    switch declaration.implementation {
    case .requirement: if let found = witness(declaration, for: receiver, environment) { declaration = found }
    case .builtin(.tupleElement(let index)):
      return receiver.tupleElement(index)
    case .projected(let slot):
      if case .instance(let instance) = receiver {
        return .native(projection(instance, slot, declaration.result.genericArguments.first ?? .hole))
      }
      return .void
    case .accessors where declaration.owner?.kind == .classType:
      if case .instance(let instance) = receiver, let found = overridden(declaration, in: instance.type, environment) {
        declaration = found
      }
    default: break
    }
    return try invoke(declaration, receiver: receiver, operands)
  }

  /// Writes a property of a record or an instance by its declaration.
  func setMember(
    _ target: inout Value, _ declaration: Declaration, _ value: Value, _ operands: [Value] = [],
    _ environment: TypeEnvironment? = nil
  ) throws(Abort) {
    switch declaration.implementation {
    case .stored(let slot):
      switch target {
      case .instance(let instance): try write(instance, slot, value)
      case .record(var record):
        target = .void
        if !isKnownUniquelyReferenced(&record) { record = record.copy() }
        defer { target = .record(record) }
        try record.withField(slot) { field throws(Abort) in field = value }
      default: break
      }
    case .accessors(_, let setter?):
      if setter.isMutating {
        _ = try callMutating(compiled(setter), &target, operands + [value])
      } else {
        _ = try call(compiled(setter), captures: [], [target] + operands + [value])
      }
    case .native(.property(_, let set)): try set(&target, operands, value)
    case .builtin(.tupleElement(let index)):
      if case .tuple(let tuple) = target {
        var elements = tuple.elements
        elements[index] = value
        target = .tuple(Tuple(elements, labels: tuple.labels))
      }
    default: break
    }
  }

  func set(_ instance: Instance, _ declaration: Declaration, _ value: Value) throws(Abort) {
    var target = Value.instance(instance)
    try setMember(&target, declaration, value)
  }

  /// The declaration that takes an inherited property's place in a subclass.
  func overridden(_ declaration: Declaration, in nominal: Nominal, _ environment: TypeEnvironment) -> Declaration? {
    for ancestor in nominal.lineage {
      if ancestor === declaration.owner { return nil }
      let members = program.environment(for: ancestor, environment).members(of: ancestor, named: declaration.name)
      if let match = members.first(where: { $0.kind == .variable && $0.isStatic == declaration.isStatic }) {
        return match
      }
    }
    return nil
  }
}
