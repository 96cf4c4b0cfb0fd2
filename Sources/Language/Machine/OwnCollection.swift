/// A collection that the program declares, by way of its own indices and subscripts.
struct OwnCollection {
  private let machine: Machine
  private let value: Value

  /// `nil` for everything else.
  init?(_ value: Value) {
    switch value {
    case .record(let record) where record.type.isUserType: break
    case .instance, .payload, .choice: break
    default: return nil
    }
    guard let machine = value.declaringMachine, machine.isCollection(value) else { return nil }
    self.machine = machine
    self.value = value
  }

  var start: Value { get throws(Abort) { try property("startIndex") } }
  var end: Value { get throws(Abort) { try property("endIndex") } }

  func element(_ index: Value) throws(Abort) -> Value {
    guard let found = machine.elementSubscript(of: value) else { throw .fault("the collection has no subscript") }
    return try machine.invoke(found, receiver: value, [index])
  }

  /// The elements and their indices, and the index behind the last.
  var part: IndexedPart {
    get throws(Abort) {
      var (index, end) = (try start, try end)
      var elements: [Value] = []
      var indices: [Value] = []
      while index != end {
        elements.append(try element(index))
        indices.append(index)
        try ValueSize.check(elements.count, adding: 1)
        index = try after(index)
      }
      end = index
      return IndexedPart(elements, at: indices, end: end)
    }
  }

  func ordinal(_ index: Value) throws(Abort) -> Int {
    let start = try start
    if case .int(let from) = start, case .int(let to) = index, machine.isRandomAccess(value) {
      return try Positions.difference(to, from)
    }
    let end = try end
    var (step, count) = (start, 0)
    while step != index {
      if step == end { throw .indexOutOfRange }
      step = try after(step)
      count += 1
    }
    return count
  }

  /// An index moved by some elements.
  func moved(_ index: Value, by distance: Int) throws(Abort) -> Value {
    if case .int = index, machine.isRandomAccess(value) {
      return try Arithmetic.apply(.add, index, .int(distance), as: nil)
    }
    var index = index
    if distance >= 0 {
      for _ in 0..<distance { index = try after(index) }
    } else {
      for _ in 0..<distance.magnitude { index = try before(index) }
    }
    return index
  }

  var indices: Value {
    get throws(Abort) {
      let start = try start
      if case .int = start, machine.isRandomAccess(value) { return machine.range(start, try end) }
      let part = try part
      return .native(IndexedPart(part.indices, at: part.indices, end: part.end))
    }
  }

  private func after(_ index: Value) throws(Abort) -> Value {
    guard let after = machine.method("index", of: value, labels: ["after"]) else {
      return try Arithmetic.apply(.add, index, .int(1), as: nil)
    }
    return try machine.invoke(after, receiver: value, [index])
  }

  private func before(_ index: Value) throws(Abort) -> Value {
    guard let before = machine.method("index", of: value, labels: ["before"]) else {
      return try Arithmetic.apply(.subtract, index, .int(1), as: nil)
    }
    return try machine.invoke(before, receiver: value, [index])
  }

  private func property(_ name: String) throws(Abort) -> Value {
    guard let value = try machine.member(name, of: value) else { throw .fault("the collection has no '\(name)'") }
    return value
  }

  // MARK: Changing

  /// Puts elements in the place of those between two indices.
  static func replace(_ range: (Value, Value), with elements: [Value], in value: inout Value) throws(Abort) {
    guard let machine = value.declaringMachine,
      let replace = machine.method("replaceSubrange", of: value, labels: [nil, "with"]),
      case .function(let context) = replace.implementation
    else { throw .fault("the collection has no 'replaceSubrange(_:with:)'") }
    let arguments: [Value] = [machine.range(range.0, range.1), .array(elements)]
    if replace.isMutating {
      _ = try machine.callMutating(machine.compiled(context), &value, arguments)
    } else {
      _ = try machine.invoke(replace, receiver: value, arguments)
    }
  }

  /// Changes elements in place, each by its index.
  static func change(_ value: inout Value, _ body: (inout [Value]) throws(Abort) -> Void) throws(Abort) {
    guard let own = OwnCollection(value), let found = own.machine.elementSubscript(of: value),
      case .accessors(_, let setter?) = found.implementation
    else { throw .fault("the collection's elements cannot be changed") }
    let part = try own.part
    var elements = part.elements
    try body(&elements)
    for (index, element) in zip(part.indices, elements) {
      if setter.isMutating {
        _ = try own.machine.callMutating(own.machine.compiled(setter), &value, [index, element])
      } else {
        _ = try own.machine.call(own.machine.compiled(setter), captures: [], [value, index, element])
      }
    }
  }
}

extension Machine {
  fileprivate func isCollection(_ value: Value) -> Bool { conforms(value, to: "Collection") }
  fileprivate func isRandomAccess(_ value: Value) -> Bool { conforms(value, to: "RandomAccessCollection") }

  private func conforms(_ value: Value, to name: String) -> Bool {
    guard let nominal = value.declaringType, let proto = library.type(named: name) else { return false }
    if let known = nominal.runtime.conformances[name] { return known }
    let found = program.environment.protocols(of: nominal).contains { $0.proto === proto }
    nominal.runtime.conformances[name] = found
    program.home.note(searched: nominal)
    return found
  }

  /// A range of indices.
  func range(_ lower: Value, _ upper: Value) -> Value {
    library.type(named: "Range").map { .record(Record($0, [lower, upper])) } ?? .void
  }
}
