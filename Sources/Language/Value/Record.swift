/// A struct's value: its type and its stored properties, in one allocation.
///
/// Copy-on-write: `mutate` on a shared record copies it first.
public final class Record {
  let type: Nominal
  private(set) var fields: [Value]
  /// The arguments of a generic type, where they are known.
  var typeArguments: TypeArguments?

  init(_ type: Nominal, _ fields: [Value]) {
    self.type = type
    self.fields = fields
    for slot in type.referenceSlots {
      switch fields[slot] {
      case .void, .weak: break
      case let value: self.fields[slot] = .weak(WeakReference(value))
      }
    }
  }

  subscript(index: Int) -> Value {
    @inline(__always) get {
      if case .weak(let reference) = fields[index] { return reference.value }
      return fields[index]
    }
  }

  /// The field has no value: it is lazy, or its initialiser has not come to it.
  @inline(__always)
  func isUnset(_ index: Int) -> Bool {
    if case .void = fields[index] { return true }
    return false
  }

  /// Calls `body` with the field in place. The caller must hold the only reference.
  @inline(__always)
  func withField<T>(_ index: Int, _ body: (inout Value) throws(Abort) -> T) throws(Abort) -> T {
    if type.referenceSlots.isEmpty || !type.referenceSlots.contains(index) { return try body(&fields[index]) }
    var value = self[index]
    defer { fields[index] = .weak(WeakReference(value)) }
    return try body(&value)
  }

  deinit { StackGuard.release(&fields) }

  func copy() -> Record {
    let copy = Record(type, fields)
    copy.typeArguments = typeArguments
    return copy
  }
}
