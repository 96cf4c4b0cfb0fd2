/// Where values are compared and hashed by the program's own `==` and `hash(into:)`, which its machine finds and runs.
extension Nominal {
  /// The program's own `==`.
  var customEquality: FunctionValue? {
    if node == nil { return nil }
    if let known = runtime.equals { return known.isPlaceholder ? nil : known }
    return home?.abstractMachine?.findEquality(of: self)
  }

  /// Whether its own `==`, which has been found, takes a value of the other type too: one of a class beside it.
  func isComparable(to other: Nominal) -> Bool {
    if other === self { return true }
    guard kind == .classType, let common = runtime.comparable else { return false }
    return other.lineage.contains(common)
  }

  /// - Returns: whether there is such a `hash(into:)`.
  func customHash(_ value: Value, _ hasher: inout Hasher) -> Bool {
    if node == nil || runtime.hash?.isPlaceholder == true { return false }
    return home?.abstractMachine?.hash(value, of: self, into: &hasher) ?? false
  }
}
