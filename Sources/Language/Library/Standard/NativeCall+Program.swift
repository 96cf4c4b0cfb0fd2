/// Where the library's functions ask the running program: a type of its own may bring its own `==`, `<` or
/// `description`.
extension NativeCall {
  /// `==` as the values' type defines it.
  func areEqual(_ left: Value, _ right: Value) throws(Abort) -> Bool {
    let isEqual = left == right
    try machine.raisePending()
    return isEqual
  }

  /// `<` as the values' type defines it.
  func isLess(_ left: Value, _ right: Value) throws(Abort) -> Bool { try Ordering.isLess(left, right) }

  /// What `String(describing:)` gives.
  func describe(_ value: Value, as type: Type) throws(Abort) -> String { try machine.describe(value, type) }

  /// What `String(reflecting:)` gives.
  func debugDescribe(_ value: Value, as type: Type) throws(Abort) -> String { try machine.describeInside(value, type) }

  /// A property that the value's own type declares; `nil` if it does not, or is not the program's.
  func property(_ name: String, of value: Value) throws(Abort) -> Value? {
    try machine.member(named: name, of: value.unboxed)
  }

  /// A static member of the type that generic code runs with, where that type brings its own.
  func ownStatic(_ name: String) -> Declaration? {
    guard let nominal = type("Self").nominal, nominal.isUserType else { return nil }
    return machine.program.environment.members(of: nominal, named: name).first {
      $0.isStatic && $0.resolved() && $0.labels.count == arguments.count
    }
  }

  /// The calendar's time since 1970.
  var nowSeconds: Double { Double(machine.program.host.dateNanoseconds) / 1e9 }
}
