/// The program's own `==` and `hash(into:)`, where collections and the library compare values.
extension Nominal {
  /// The program's own `==`.
  var customEquality: FunctionValue? {
    if node == nil { return nil }
    if let known = runtime.equals { return known.isPlaceholder ? nil : known }
    for ancestor in lineage {
      if let declaration = ancestor.members["=="]?.first(where: { $0.isStatic && $0.parameters.count == 2 }),
        let found = function(declaration)
      {
        runtime.equals = found
        return found
      }
    }
    runtime.equals = FunctionValue.placeholder
    return nil
  }

  func customHash(_ value: Value, _ hasher: inout Hasher) -> Bool {
    if node == nil { return false }
    if runtime.hash == nil {
      runtime.hash = FunctionValue.placeholder
      for ancestor in lineage {
        if let declaration = ancestor.members["hash"]?.first(where: { !$0.isStatic && $0.labels == ["into"] }),
          let found = function(declaration)
        {
          runtime.hash = found
          break
        }
      }
    }
    guard let function = runtime.hash, !function.isPlaceholder, let machine = home?.machine else { return false }
    let state = HasherObject(hasher)
    do throws(Abort) {
      let outcome = try machine.activate { () throws(Abort) in try function.callInout([value, .native(state)]) }
      if outcome.1.count > 1, case .native(let object) = outcome.1[1], let changed = object as? HasherObject {
        hasher = changed.hasher
      }
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
    guard let machine = (self as? BoundFunction)?.machine else { return false }
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
