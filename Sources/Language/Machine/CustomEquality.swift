/// The program's own `==` and `hash(into:)`, where collections and the library compare values.
///
/// They stand in the type, in an extension of it, in one of a protocol it conforms to; `==` at top level too.
extension Nominal {
  func findEquality(_ machine: Machine) -> FunctionValue? {
    let equality = equality(machine.program.environment)
    let found = equality.flatMap { function($0.operation, machine) }
    runtime.equals = found ?? FunctionValue.placeholder
    runtime.comparable = equality?.type
    home?.note(searched: self)
    return found
  }

  /// The `==` with which the type is `Equatable`, and the type that is so. A class that inherits this inherits its
  /// meaning: what subclasses declare beside it is another operator.
  private func equality(_ environment: TypeEnvironment) -> (operation: Declaration, type: Nominal)? {
    let lineage = lineage
    let equatable = lineage.lastIndex { ancestor in
      environment.conformances(of: ancestor).contains { conformance in
        environment.closure(of: conformance.proto).contains { $0.name == "Equatable" && $0.library != nil }
      }
    }
    for ancestor in lineage[(equatable ?? 0)...] {
      let own = environment.members(of: ancestor, named: "==").filter(\.isStatic)
      if let found = (own + environment.values(named: "==")).first(where: { $0.isOperator(on: ancestor, 2) }) {
        return (found, ancestor)
      }
    }
    // What Foundation's `==` asks.
    if lineage.contains(where: { $0.has(.inheritable) }) {
      for ancestor in lineage {
        let own = environment.members(of: ancestor, named: "isEqual")
        if let found = own.first(where: { if case .function = $0.implementation { true } else { false } }) {
          return (found, ancestor)
        }
      }
    }
    let given = inherited("==", environment) { $0.isStatic && $0.parameters.count == 2 }
    return given.map { ($0, lineage[equatable ?? 0]) }
  }

  private func hashing(_ environment: TypeEnvironment) -> Declaration? {
    for ancestor in lineage {
      let own = environment.members(of: ancestor, named: "hash")
      if let found = own.first(where: { !$0.isStatic && $0.labels == ["into"] }) { return found }
    }
    return inherited("hash", environment) { !$0.isStatic && $0.labels == ["into"] }
  }

  /// The older way to say it.
  private func hashValueGetter(_ environment: TypeEnvironment) -> FunctionContext? {
    for ancestor in lineage {
      for name in lineage.contains(where: { $0.has(.inheritable) }) ? ["hashValue", "hash"] : ["hashValue"] {
        for own in environment.members(of: ancestor, named: name) {
          if case .accessors(let getter, _) = own.implementation { return getter }
        }
      }
    }
    return nil
  }

  /// What an extension of a protocol gives the type.
  func inherited(
    _ name: String, _ environment: TypeEnvironment, _ fits: (Declaration) -> Bool
  ) -> Declaration? {
    for proto in environment.protocols(of: self).map(\.proto) {
      for declaration in environment.members(of: proto, named: name) {
        declaration.resolved()
        if case .function = declaration.implementation, fits(declaration) { return declaration }
      }
    }
    return nil
  }

  func customHash(_ value: Value, _ hasher: inout Hasher, _ machine: Machine) -> Bool {
    if runtime.hash == nil {
      let environment = machine.program.environment
      runtime.hash = hashing(environment).flatMap { function($0, machine) }
      if runtime.hash == nil, let getter = hashValueGetter(environment) {
        runtime.hash = ClosureValue(machine.compiled(getter), [])
        runtime.hashesByValue = true
      }
      if runtime.hash == nil { runtime.hash = FunctionValue.placeholder }
      home?.note(searched: self)
    }
    guard let function = runtime.hash, !function.isPlaceholder else { return false }
    if runtime.hashesByValue {
      do throws(Abort) {
        hasher.combine(try machine.activate { () throws(Abort) in try function.call(value) })
      } catch { machine.note(error) }
      return true
    }
    let state = HasherObject(hasher)
    // What the program compares to make a hash is compared as ever.
    let isMovingKeys = machine.isMovingKeys
    machine.isMovingKeys = false
    defer { machine.isMovingKeys = isMovingKeys }
    do throws(Abort) {
      var arguments = [value, .native(state)]
      _ = try machine.activate { () throws(Abort) in try function.callInout(&arguments) }
      if case .native(let object) = arguments[1], let changed = object as? HasherObject { hasher = changed.hasher }
    } catch { machine.note(error) }
    return true
  }

  /// A static function or method of the program as a function value.
  func function(_ declaration: Declaration, _ machine: Machine) -> FunctionValue? {
    guard case .function(let context) = declaration.implementation else { return nil }
    return ClosureValue(machine.compiled(context), []).withReceiver(
      context.isStatic ? .metatype(TypeBox(selfType)) : nil)
  }
}

extension FunctionValue {
  /// Whether it says true; a fault is noted and counts as false.
  func test(_ left: Value, _ right: Value, _ machine: Machine) -> Bool {
    do throws(Abort) {
      let value = try machine.activate { () throws(Abort) in try call([left, right]) }
      if case .bool(let result) = value { return result }
    } catch { machine.note(error) }
    return false
  }
}

/// A function that takes its type as `self` first.
final class BoundFunction: FunctionValue {
  private let closure: ClosureValue
  private let receiver: Value?

  init(_ closure: ClosureValue, _ receiver: Value?) {
    self.closure = closure
    self.receiver = receiver
  }

  override func call(_ arguments: [Value]) throws(Abort) -> Value {
    try closure.call((receiver.map { [$0] } ?? []) + arguments)
  }

  override func callInout(_ arguments: inout [Value]) throws(Abort) -> Value {
    guard let receiver else { return try closure.callInout(&arguments) }
    arguments.insert(receiver, at: 0)
    defer { arguments.removeFirst() }
    return try closure.callInout(&arguments)
  }

  override func test(_ left: Value, _ right: Value) -> Bool { test(left, right, closure.function.machine) }
}

extension ClosureValue {
  func withReceiver(_ receiver: Value?) -> FunctionValue { receiver == nil ? self : BoundFunction(self, receiver) }
}
