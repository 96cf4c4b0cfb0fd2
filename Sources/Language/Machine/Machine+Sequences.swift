/// Walking through sequences, those of the program's own types too.
extension Machine {
  /// Calls back with each element until it answers false.
  func forEach(_ sequence: Value, _ type: Type, _ body: (Value) throws(Abort) -> Bool) throws(Abort) {
    switch sequence {
    case .array(let list): for value in list where !(try body(value)) { return }
    case .set(let set): for value in set where !(try body(value)) { return }
    case .dictionary(let items):
      for (key, value) in items where !(try body(Elements.pair(key, value))) { return }
    case .string(let text): for character in text where !(try body(.character(character))) { return }
    case .any(let box): try forEach(box.value, box.type, body)
    case .record(let record):
      if let range = RangeValue(record) { return try range.forEach(body) }
      try iterate(sequence, body)
    default: try iterate(sequence, body)
    }
  }

  private func iterate(_ sequence: Value, _ body: (Value) throws(Abort) -> Bool) throws(Abort) {
    let source = Elements.iterator(sequence)
    while let element = try source.next() {
      if !(try body(element)) { return }
    }
  }

  /// What walks a sequence of the program's own: `makeIterator()` and `next()`, or a collection's indices. The iterator
  /// is made at the first step.
  func source(of sequence: Value) -> any ElementSource {
    var next: (() throws(Abort) -> Value?)?
    return FunctionSource { [self] () throws(Abort) in
      let step: () throws(Abort) -> Value?
      if let next {
        step = next
      } else {
        step = try stepping(sequence)
        next = step
      }
      return try step()
    }
  }

  private func stepping(_ sequence: Value) throws(Abort) -> () throws(Abort) -> Value? {
    var iterator = sequence
    if let make = method("makeIterator", of: sequence) {
      iterator = try invoke(make, receiver: sequence, []).unboxed
    } else if method("next", of: sequence) == nil {
      return try steppingByIndex(sequence)
    }
    guard iterator.declaringMachine != nil else {
      let source = Elements.iterator(iterator)
      return { () throws(Abort) in try source.next() }
    }
    guard let next = method("next", of: iterator), case .function(let context) = next.implementation else {
      throw .fault("the sequence has no iterator")
    }
    let function = compiled(context)
    return { [self] () throws(Abort) in
      next.isMutating
        ? try callMutating(function, &iterator, []).unwrapped
        : try call(function, captures: [], iterator).unwrapped
    }
  }

  /// A collection that declares its indices and its subscript.
  private func steppingByIndex(_ collection: Value) throws(Abort) -> () throws(Abort) -> Value? {
    guard let start = try member("startIndex", of: collection), let end = try member("endIndex", of: collection),
      let element = elementSubscript(of: collection)
    else { throw .fault("the sequence has no iterator") }
    let after = method("index", of: collection, labels: ["after"])
    var index = start
    return { [self] () throws(Abort) in
      if index == end { return nil }
      let value = try invoke(element, receiver: collection, [index])
      index =
        if let after { try invoke(after, receiver: collection, [index]) } else {
          try Arithmetic.apply(.add, index, .int(1), as: nil)
        }
      return value
    }
  }

  func member(_ name: String, of value: Value) throws(Abort) -> Value? {
    guard let found = declaration(of: value, { $0.kind == .variable && !$0.isStatic }, named: name) else { return nil }
    return try invoke(found, receiver: value, [])
  }

  /// The subscript that takes an index.
  func elementSubscript(of value: Value) -> Declaration? {
    declaration(
      of: value,
      { $0.kind == .subscripted && $0.parameters.count == 1 && !$0.parameters[0].type.isRange }, named: "subscript")
  }

  func method(_ name: String, of value: Value, labels: [String?] = []) -> Declaration? {
    declaration(of: value, { $0.kind == .function && !$0.isStatic && $0.labels == labels }, named: name)
  }

  /// A member of the program, of the value's own type, a superclass or a protocol it conforms to.
  private func declaration(of value: Value, _ test: (Declaration) -> Bool, named name: String) -> Declaration? {
    guard let nominal = dynamicType(value, .hole).nominal else { return nil }
    let environment = program.environment
    for owner in nominal.lineage + environment.protocols(of: nominal).map(\.proto) {
      if owner.kind == .protocolType, owner.library != nil { continue }
      for found in environment.members(of: owner, named: name)
      where !found.implementation.isRequirement && found.resolved() && test(found) {
        return found
      }
    }
    return nil
  }

  /// All elements at once.
  func elements(_ sequence: Value, _ type: Type = .hole) throws(Abort) -> [Value] {
    if case .array(let list) = sequence { return list }
    var result: [Value] = []
    try forEach(sequence, type) { value throws(Abort) in
      result.add(value)
      try ValueSize.check(result.count, adding: 1)
      return true
    }
    return result
  }
}

extension Type {
  fileprivate var isRange: Bool { libraryName?.contains("Range") ?? false }
}
