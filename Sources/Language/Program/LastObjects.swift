/// The objects that names and static variables of a program lead to, for its end.
///
/// An object that holds itself, by a closure for instance, would stay for ever, and with it all that its program was: in
/// Swift one object leaks, but here a program ends whenever something is declared anew. So those that are still there when
/// nothing of the program runs any more let go of what they hold.
struct LastObjects {
  private var found: [WeakReference] = []
  private var known: Set<ObjectIdentifier> = []

  /// O(what the variables hold); lists of plain values are not looked through.
  init(in variables: [GlobalVariable]) {
    var rest: [Value] = []
    for variable in variables where !variable.isPlain && !variable.isWeak { rest.append(variable.value) }
    while let value = rest.popLast() { look(at: value, &rest) }
  }

  private mutating func look(at value: Value, _ rest: inout [Value]) {
    switch value {
    case .instance(let object):
      guard known.insert(ObjectIdentifier(object)).inserted else { return }
      found.append(WeakReference(value))
      rest += object.slots
    case .array(let elements): if mayLead(elements.first) { rest += elements }
    case .dictionary(let elements): if mayLead(elements.first?.value) { rest += elements.values }
    case .set(let elements): if mayLead(elements.first) { rest += elements }
    case .tuple(let tuple): rest += tuple.elements
    case .record(let record): rest += record.fields
    case .payload(let payload): rest += payload.values
    case .any(let box): rest.append(box.value)
    default: break
    }
  }

  /// Whether an element of a list may lead to objects: the others are like it.
  private func mayLead(_ value: Value?) -> Bool {
    switch value {
    case .instance, .array, .dictionary, .set, .tuple, .record, .payload, .any, .null: true
    default: false
    }
  }

  /// - Precondition: nothing of the program runs any more.
  func letGo() {
    for reference in found {
      guard let object = reference.instance else { continue }
      var held: [Value] = []
      swap(&held, &object.slots)
      object.slots = Array(repeating: .void, count: held.count)
      object.publishers = nil
    }
  }
}

extension UnitContents {
  /// Those of its types.
  var staticVariables: [GlobalVariable] {
    nominals.flatMap(\.memberOrder).compactMap { declaration in
      if case .global(let variable) = declaration.implementation { variable } else { nil }
    }
  }
}
