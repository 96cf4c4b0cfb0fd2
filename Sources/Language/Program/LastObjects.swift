/// The objects that names and static variables of a program lead to, for its end.
///
/// An object that holds itself, by a closure for instance, would stay for ever, and with it all that its program was: in
/// Swift one object leaks, but here a program ends whenever something is declared anew. So those that are still there when
/// nothing of the program runs any more let go of what they hold.
struct LastObjects {
  private var found: [WeakReference] = []
  private var known: Set<ObjectIdentifier> = []
  /// Values that hold the same value many times over may be endless to look through. Objects that are not found stay.
  private static let looksMax = 1_000_000

  /// O(what the variables hold), up to a million values; lists of plain values are not looked through.
  init(in variables: [GlobalVariable]) {
    var rest: [Value] = []
    for variable in variables where !variable.isPlain && !variable.isWeak { rest.append(variable.value) }
    var looks = 0
    while looks < Self.looksMax, let value = rest.popLast() {
      looks += 1
      look(at: value, &rest)
    }
  }

  private mutating func look(at value: Value, _ rest: inout [Value]) {
    switch value {
    case .instance(let object):
      guard isNew(object) else { return }
      found.append(WeakReference(value))
      for property in object.properties where !property.schema.isPlain {
        if let slot = property.slot { rest.append(object.slots[slot]) }
      }
    case .array(let elements): if mayLead(elements.first) { rest += elements }
    case .dictionary(let elements): if mayLead(elements.first?.value) { rest += elements.values }
    case .set(let elements): if mayLead(elements.first) { rest += elements }
    case .tuple(let tuple): if isNew(tuple) { rest += tuple.elements }
    case .record(let record): if isNew(record) { rest += record.fields }
    case .payload(let payload): if isNew(payload) { rest += payload.values }
    case .any(let box): if isNew(box) { rest.append(box.value) }
    default: break
    }
  }

  /// All that is looked at is held meanwhile, so that no other takes its place.
  private mutating func isNew(_ object: AnyObject) -> Bool { known.insert(ObjectIdentifier(object)).inserted }

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
