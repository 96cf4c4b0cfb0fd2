/// How the library's own functions read their operands.
///
/// The checker has matched operands to parameters, so a value of another kind is a mistake of ours. It is a fault of the
/// program that met it, and of nobody else: a neutral value is read, and the activation ends at its next step.
extension Value {
  private func misfit<T>(_ neutral: T, _ wanted: StaticString) -> T {
    AbstractMachine.running?.stop(
      "internal error: a value is not the \(wanted) it should be; please report this program")
    return neutral
  }

  /// Of an integer without sign above `Int.max`, the bits.
  var integer: Int {
    switch self {
    case .int(let value): value
    case .word(let value): Int(bitPattern: value)
    case .any(let box): box.value.integer
    default: misfit(0, "integer")
    }
  }

  /// The nearest `Int`, of an integer without sign.
  var clampedInteger: Int {
    if case .word(let value) = self { Int(clamping: value) } else { integer }
  }

  /// A `Double`, whatever the number.
  var number: Double {
    switch self {
    case .double(let value): value
    case .int(let value): Double(value)
    case .word(let value): Double(value)
    case .float(let value): Double(value)
    case .any(let box): box.value.number
    default: misfit(0, "number")
    }
  }

  var single: Float {
    switch self {
    case .float(let value): value
    case .double(let value): Float(value)
    case .any(let box): box.value.single
    default: misfit(0, "number")
    }
  }

  var flag: Bool {
    switch self {
    case .bool(let value): value
    case .any(let box): box.value.flag
    default: misfit(false, "truth value")
    }
  }

  /// A `String`, `Substring` or `Character`, or a sequence of characters.
  var text: String {
    switch self {
    case .string(let value): value
    case .character(let value): String(value)
    case .array(let elements): String(elements.map(\.symbol))
    case .set(let elements): String(elements.map(\.symbol))
    case .any(let box): box.value.text
    case .native(let part as TextPart): part.content
    case .native(let units as TextUnits): units.content
    case .native(let part as any ListedObject): String(part.elements.map(\.symbol))
    default: misfit("", "text")
    }
  }

  var symbol: Character {
    switch self {
    case .character(let value): value
    case .string(let value): value.first ?? "\0"
    case .any(let box): box.value.symbol
    default: misfit("\0", "character")
    }
  }

  /// An array's elements.
  var items: [Value] {
    switch self {
    case .array(let elements): elements
    case .any(let box): box.value.items
    case .native(let part as any ListedObject): part.elements
    default: misfit([], "array")
    }
  }

  var table: [Value: Value] {
    switch self {
    case .dictionary(let elements): elements
    case .any(let box): box.value.table
    default: misfit([:], "dictionary")
    }
  }

  var members: Set<Value> {
    switch self {
    case .set(let elements): elements
    case .any(let box): box.value.members
    default: misfit([], "set")
    }
  }

  var closure: FunctionValue {
    switch self {
    case .function(let function): function
    case .any(let box): box.value.closure
    default: misfit(NativeFunction { _ in .void }, "function")
    }
  }

  /// The fields of a library struct that is written down as a record: a range, for one.
  var fields: [Value] {
    switch self {
    case .record(let record): record.fields
    case .any(let box): box.value.fields
    default: misfit([.int(0), .int(0)], "record")
    }
  }

  /// The name of an enum's case.
  var caseName: String {
    switch self {
    case .choice(let enumCase): enumCase.name
    case .payload(let payload): payload.enumCase.name
    case .any(let box): box.value.caseName
    default: misfit("", "case")
    }
  }

  func object<Object: NativeObject>(_ kind: Object.Type = Object.self) -> Object? {
    switch self {
    case .native(let object): object as? Object
    case .any(let box): box.value.object(kind)
    default: misfit(nil, "object")
    }
  }

  static func pair(_ first: Value, _ second: Value, _ labels: [String?] = []) -> Value {
    .tuple(Tuple([first, second], labels: labels))
  }

  /// Two parts of a tuple.
  var parts: (Value, Value) {
    switch self {
    case .tuple(let tuple) where tuple.elements.count == 2: (tuple.elements[0], tuple.elements[1])
    case .any(let box): box.value.parts
    default: misfit((.void, .void), "pair")
    }
  }
}

// MARK: Changing in place

/// Calls `body` with the array in place: no copy is made if nobody else holds it.
func withItems<T>(_ value: inout Value, _ body: (inout [Value]) throws(Abort) -> T) throws(Abort) -> T {
  let start: Int? = if case .native(let object) = value { (object as? ArrayPart)?.start } else { nil }
  let units: TextUnits? = if case .native(let object) = value { object as? TextUnits } else { nil }
  let sliced: (any SlicedObject)? = if case .native(let object) = value { object as? any SlicedObject } else { nil }
  var items = value.items
  value = .void
  let place = items.place
  defer {
    items.countMove(from: place)
    value =
      start.map { .native(ArrayPart(items[...], from: $0)) } ?? units.map { .native($0.replaced(by: items)) }
      ?? sliced.map { .native($0.replaced(by: items)) } ?? .array(items)
  }
  return try body(&items)
}

func withText<T>(_ value: inout Value, _ body: (inout String) throws(Abort) -> T) throws(Abort) -> T {
  let part: TextPart? = if case .native(let object) = value { object as? TextPart } else { nil }
  var text = value.text
  value = .void
  defer { value = part.map { .native($0.replaced(by: text)) } ?? .string(text) }
  return try body(&text)
}

func withTable<T>(_ value: inout Value, _ body: (inout [Value: Value]) throws(Abort) -> T) throws(Abort) -> T {
  var table = value.table
  value = .void
  defer { value = .dictionary(table) }
  return try AbstractMachine.onMany(table.count) { () throws(Abort) in try body(&table) }
}

func withMembers<T>(_ value: inout Value, _ body: (inout Set<Value>) throws(Abort) -> T) throws(Abort) -> T {
  var members = value.members
  value = .void
  defer { value = .set(members) }
  return try AbstractMachine.onMany(members.count) { () throws(Abort) in try body(&members) }
}

/// Calls a closure whose first parameter is `inout`.
func callChanging(_ function: FunctionValue, _ value: inout Value, _ rest: Value...) throws(Abort) -> Value {
  var arguments = [value] + rest
  value = .void
  defer { value = arguments[0] }
  return try function.callInout(&arguments)
}

/// For the standard library's functions that pass on whatever their closures throw.
func rethrowing<T>(_ body: () throws -> T) throws(Abort) -> T {
  do { return try body() } catch let abort as Abort { throw abort } catch { throw .trap("\(error)") }
}
