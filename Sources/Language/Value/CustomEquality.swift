/// The program's own `==` and `hash(into:)`, where collections and the library compare values.
///
/// They stand in the type, in an extension of it, in one of a protocol it conforms to; `==` at top level too.
extension Nominal {
  /// The program's own `==`.
  var customEquality: FunctionValue? {
    if node == nil { return nil }
    if let known = runtime.equals { return known.isPlaceholder ? nil : known }
    let equality = equality
    let found = equality.flatMap { function($0.operation) }
    runtime.equals = found ?? FunctionValue.placeholder
    runtime.comparable = equality?.type
    home?.note(searched: self)
    return found
  }

  /// Whether its own `==`, which has been found, takes a value of the other type too: one of a class beside it.
  func isComparable(to other: Nominal) -> Bool {
    if other === self { return true }
    guard kind == .classType, let common = runtime.comparable else { return false }
    return other.lineage.contains(common)
  }

  /// The `==` with which the type is `Equatable`, and the type that is so. A class that inherits this inherits its
  /// meaning: what subclasses declare beside it is another operator.
  private var equality: (operation: Declaration, type: Nominal)? {
    guard let environment = home?.machine?.program.environment else { return nil }
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
    let given = inherited("==", environment) { $0.isStatic && $0.parameters.count == 2 }
    return given.map { ($0, lineage[equatable ?? 0]) }
  }

  private var hashing: Declaration? {
    guard let environment = home?.machine?.program.environment else { return nil }
    for ancestor in lineage {
      let own = environment.members(of: ancestor, named: "hash")
      if let found = own.first(where: { !$0.isStatic && $0.labels == ["into"] }) { return found }
    }
    return inherited("hash", environment) { !$0.isStatic && $0.labels == ["into"] }
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

  func customHash(_ value: Value, _ hasher: inout Hasher) -> Bool {
    if node == nil { return false }
    if runtime.hash == nil {
      runtime.hash = hashing.flatMap { function($0) } ?? FunctionValue.placeholder
      home?.note(searched: self)
    }
    guard let function = runtime.hash, !function.isPlaceholder, let machine = home?.machine else { return false }
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
  func function(_ declaration: Declaration) -> FunctionValue? {
    guard case .function(let context) = declaration.implementation, let machine = home?.machine else { return nil }
    return ClosureValue(machine.compiled(context), []).withReceiver(
      context.isStatic ? .metatype(TypeBox(selfType)) : nil)
  }
}

extension Machine {
  /// Keeps the first fault met where nothing can be thrown.
  func note(_ abort: Abort) {
    if case .fault(let fault) = abort, pendingFault == nil { pendingFault = fault }
  }
}

extension FunctionValue {
  var isPlaceholder: Bool { self is Placeholder }
  static var placeholder: FunctionValue { Placeholder() }

  /// Whether it says true; a fault is noted and counts as false.
  func test(_ left: Value, _ right: Value) -> Bool {
    guard let machine = (self as? BoundFunction)?.machine ?? (self as? ClosureValue)?.function.machine else {
      return false
    }
    do throws(Abort) {
      let value = try machine.activate { () throws(Abort) in try call([left, right]) }
      if case .bool(let result) = value { return result }
    } catch { machine.note(error) }
    return false
  }
}

private final class Placeholder: FunctionValue {}

/// A function that takes its type as `self` first.
final class BoundFunction: FunctionValue {
  private let closure: ClosureValue
  private let receiver: Value?
  var machine: Machine { closure.function.machine }

  init(_ closure: ClosureValue, _ receiver: Value?) {
    self.closure = closure
    self.receiver = receiver
  }

  override func call(_ arguments: [Value]) throws(Abort) -> Value {
    try closure.call((receiver.map { [$0] } ?? []) + arguments)
  }

  func callChanging(_ arguments: inout [Value]) throws(Abort) -> Value {
    guard let receiver else { return try (closure as FunctionValue).callInout(&arguments) }
    arguments.insert(receiver, at: 0)
    defer { arguments.removeFirst() }
    return try (closure as FunctionValue).callInout(&arguments)
  }
}

extension ClosureValue {
  func withReceiver(_ receiver: Value?) -> FunctionValue { receiver == nil ? self : BoundFunction(self, receiver) }
}

/// `Hasher` for the program's own `hash(into:)`.
final class HasherObject: NativeObject {
  var hasher: Hasher
  init(_ hasher: Hasher) {
    self.hasher = hasher
    super.init(type: .hole)
  }

  func combine(_ value: Value) { hasher.combine(value) }
}
