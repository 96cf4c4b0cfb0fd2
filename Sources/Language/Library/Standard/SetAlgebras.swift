/// What sets of the program's own have beside the operations that they write: `SetAlgebra`.
extension StandardLibrary {
  static func setAlgebraProtocol() -> LibraryType {
    func asking(_ signature: String, _ ask: @escaping (NativeCall) throws(Abort) -> Bool) -> LibraryEntry {
      contextual(signature) { call throws(Abort) in .bool(try ask(call)) }
    }
    return LibraryType(
      """
      protocol SetAlgebra<Element>: Equatable, ExpressibleByArrayLiteral {
        associatedtype Element
        associatedtype ArrayLiteralElement = Element
      }
      """,
      [
        contextual("init(arrayLiteral elements: Element...)") { call throws(Abort) in
          try made(call, of: call[0].items)
        },
        contextual("init<S: Sequence>(_ sequence: S) where S.Element == Element") { call throws(Abort) in
          try made(call, of: try Elements.list(call[0]))
        },
        asking("func isSubset(of other: Self) -> Bool") { call throws(Abort) in
          try isSubset(call[0], of: call[1], call.machine)
        },
        asking("func isSuperset(of other: Self) -> Bool") { call throws(Abort) in
          try isSubset(call[1], of: call[0], call.machine)
        },
        asking("func isStrictSubset(of other: Self) -> Bool") { call throws(Abort) in
          let isPart = try isSubset(call[0], of: call[1], call.machine)
          return try isPart ? !call.areEqual(call[0], call[1]) : false
        },
        asking("func isStrictSuperset(of other: Self) -> Bool") { call throws(Abort) in
          let isPart = try isSubset(call[1], of: call[0], call.machine)
          return try isPart ? !call.areEqual(call[0], call[1]) : false
        },
        asking("func isDisjoint(with other: Self) -> Bool") { call throws(Abort) in
          try isEmpty(try own("intersection", call[0], call[1], call.machine), call.machine)
        },
        asking("var isEmpty: Bool { get }") { call throws(Abort) in try isEmpty(call[0], call.machine) },
        contextual("func subtracting(_ other: Self) -> Self") { call throws(Abort) in
          try without(call[0], call[1], call.machine)
        },
        mutating("mutating func subtract(_ other: Self)") { value, operands throws(Abort) in
          guard let machine = Machine.current else { return .void }
          value = try without(value, operands[0], machine)
          return .void
        },
      ])
  }

  /// An operation of the type's own, on two sets.
  private static func own(_ name: String, _ left: Value, _ right: Value, _ machine: Machine) throws(Abort) -> Value {
    guard let method = machine.method(name, of: left.unboxed, labels: [nil]) else {
      throw .trap("this set has no '\(name)'")
    }
    return try machine.invoke(method, receiver: left.unboxed, [right])
  }

  private static func areEqual(_ left: Value, _ right: Value, _ machine: Machine) throws(Abort) -> Bool {
    let isEqual = left == right
    try machine.raisePending()
    return isEqual
  }

  private static func isSubset(_ left: Value, of right: Value, _ machine: Machine) throws(Abort) -> Bool {
    try areEqual(try own("intersection", left, right, machine), left, machine)
  }

  private static func without(_ left: Value, _ right: Value, _ machine: Machine) throws(Abort) -> Value {
    try own("intersection", left, try own("symmetricDifference", left, right, machine), machine)
  }

  private static func isEmpty(_ value: Value, _ machine: Machine) throws(Abort) -> Bool {
    try areEqual(value, try empty(machine.dynamicType(value.unboxed, .hole), machine), machine)
  }

  private static func empty(_ type: Type, _ machine: Machine) throws(Abort) -> Value {
    let environment = machine.program.environment
    guard let nominal = type.nominal,
      let first = environment.members(of: nominal, named: "init").first(where: {
        $0.resolved() && $0.parameters.isEmpty
      })
    else { throw .trap("this set has no 'init()'") }
    return try machine.make(nominal, type, first, [], environment)
  }

  private static func made(_ call: NativeCall, of elements: [Value]) throws(Abort) -> Value {
    let machine = call.machine
    var value = try empty(call.type("Self"), machine)
    guard let insert = machine.method("insert", of: value, labels: [nil]),
      case .function(let context) = insert.implementation
    else { throw .trap("this set has no 'insert'") }
    for element in elements {
      _ = try machine.callMutating(machine.compiled(context), &value, [element])
    }
    return value
  }
}
