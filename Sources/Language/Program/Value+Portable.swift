/// Plain data as a value of a given type; the inverse of `Value.portable`.
extension Value {
  /// - Throws: what was expected, what was there instead, and where inside `portable`. The place is relative to the
  ///   value; see `ValueMismatch.inside`.
  init(_ portable: PortableValue, as type: Type) throws(ValueMismatch) {
    self = try PortableReader().value(portable, type)
  }

  /// The same for what the program itself has had.
  init(kept portable: PortableValue, as type: Type) throws(ValueMismatch) {
    self = try PortableReader(isTrusting: true).value(portable, type)
  }

  /// A dictionary's key from a field's name.
  init(fieldName name: String, as type: Type) throws(ValueMismatch) {
    self = try PortableReader().value(named: name, type)
  }
}

/// Parts of plain data that are read one after the other. Each is a step of the activation that reads them.
struct CountedParts {
  private var left = Self.portion
  private static let portion = 64

  mutating func count() throws(ValueMismatch) {
    left -= 1
    guard left == 0 else { return }
    left = Self.portion
    guard AbstractMachine.running?.takesSteps(Self.portion) ?? true else {
      throw ValueMismatch(expected: "less", got: "more than can be read at one go", at: "")
    }
  }
}

/// Reads plain data as values.
struct PortableReader {
  /// What the program cannot judge, as its own `<` fails, is taken for right: it has been so before.
  var isTrusting = false
  /// That of the program: others are looked after while it reads what is long.
  var machine: Machine?

  func value(_ portable: PortableValue, _ type: Type) throws(ValueMismatch) -> Value {
    try within(type) { () throws(ValueMismatch) in try read(portable, type) }
  }

  func value(named name: String, _ type: Type) throws(ValueMismatch) -> Value {
    try within(type) { () throws(ValueMismatch) in try key(named: name, type) }
  }

  /// Code of the program that `read` runs, such as the `<` of a range's bounds, is one activation in all, with the budget
  /// of one.
  /// - Parameter type: of what is read, or of its elements.
  func within<T>(_ type: Type, _ read: () throws(ValueMismatch) -> T) throws(ValueMismatch) -> T {
    guard let machine = type.machineOfParts ?? machine, !machine.isRunning, !machine.isOver else { return try read() }
    var result: Result<T, ValueMismatch>?
    do throws(Abort) {
      try machine.look { () throws(Abort) in
        do throws(ValueMismatch) { result = .success(try read()) } catch { result = .failure(error) }
      }
    } catch {
      // What goes wrong in a `==` or `hash(into:)` cannot be thrown there.
      let mismatch = ValueMismatch(
        expected: type.description, got: "a value that cannot be compared: \(error.reason)", at: "")
      guard isTrusting, let result else { throw mismatch }
      return try result.get()
    }
    return try result!.get()
  }

  private func read(_ portable: PortableValue, _ type: Type) throws(ValueMismatch) -> Value {
    if let wrapped = type.wrapped {
      return portable == .null ? .null : try read(portable, wrapped).some
    }
    if type.isUnsignedWord, case .string(let text) = portable, let word = UInt(text), word > Int.max,
      String(word) == text
    {
      return .word(word)
    }
    if let bounds = type.integerBounds { return .int(try integer(portable, bounds, type)) }
    switch (type.libraryName, portable) {
    case ("Bool", .bool(let value)): return .bool(value)
    case ("Double", .double(let value)), ("CGFloat", .double(let value)), ("Float64", .double(let value)):
      return .double(value)
    case ("Double", .int(let value)), ("CGFloat", .int(let value)), ("Float64", .int(let value)):
      return .double(Double(value))
    case ("Float", .double(let value)), ("Float32", .double(let value)):
      guard Float(value).isFinite || !value.isFinite else {
        throw mismatch("\(type) (at most 3.4028235e+38)", portable)
      }
      return .float(Float(value))
    case ("Float", .int(let value)), ("Float32", .int(let value)): return .float(Float(value))
    case ("String", .string(let text)), ("Substring", .string(let text)): return .string(text)
    case ("Character", .string(let text)):
      guard text.count == 1, let character = text.first else {
        throw ValueMismatch(expected: "Character", got: "a text of \(text.count) characters", at: "")
      }
      return .character(character)
    case ("Unicode.Scalar", .string(let text)):
      guard text.unicodeScalars.count == 1 else {
        throw ValueMismatch(
          expected: "Unicode.Scalar", got: "a text of \(text.unicodeScalars.count) scalars", at: "")
      }
      return .character(Character(text))
    case ("ArraySlice", .list(let items)): return .native(ArrayPart(try list(items, type.argument(0))[...]))
    case ("Array", .list(let items)), ("ContiguousArray", .list(let items)), ("CollectionOfOne", .list(let items)),
      ("Repeated", .list(let items)):
      return .array(try list(items, type.argument(0)))
    case ("KeyValuePairs", .list(let items)):
      return .array(try list(items, .tuple([.init(type: type.argument(0)), .init(type: type.argument(1))])))
    case ("IndexSet", .list(let items)):
      return .array(try positions(items))
    case ("Set", .list(let items)): return .set(Set(try list(items, type.argument(0))))
    case ("Dictionary", .record(let fields)): return try dictionary(fields, type.argument(0), type.argument(1))
    case ("Dictionary", .list(let pairs)): return try dictionary(pairs, type.argument(0), type.argument(1))
    default: break
    }
    if let form = PlainObjects.form(of: type) {
      if let object = PlainObjects.object(portable, as: type) { return .native(object) }
      guard case .string(let text) = portable else { throw mismatch(form, portable) }
      guard let object = PlainObjects.object(text, as: type) else {
        throw ValueMismatch(expected: form, got: "'\(text)'", at: "")
      }
      return .native(object)
    }
    if case .tuple(let elements) = type, !elements.isEmpty { return try tuple(portable, elements, type) }
    guard let nominal = type.nominal else { throw mismatch(type.description, portable) }
    if nominal.isRange { return try range(portable, nominal, type) }
    if nominal.kind == .enumeration { return try enumeration(portable, nominal, type) }
    guard nominal.isPlainRecord else { throw mismatch(type.description, portable) }
    let substitution = nominal.substitution(type.genericArguments)
    let properties = nominal.plainProperties
    let fields = properties.map { ($0.name, nominal.settled($0.settledType.substituting(substitution))) }
    let values = try record(portable, fields, type.description)
    guard properties.count < nominal.storedProperties.count else { return .record(Record(nominal, values)) }
    var all: [Value] = nominal.storedProperties.map { $0.isLazy ? .void : .null }
    for (property, value) in zip(properties, values) { all[property.slot] = value }
    return .record(Record(nominal, all))
  }

  private func mismatch(_ expected: String, _ portable: PortableValue) -> ValueMismatch {
    ValueMismatch(expected: expected, got: portable.kindName, at: "")
  }

  /// Integers that the wire cannot carry as numbers come as text; no other text is one.
  private func integer(_ portable: PortableValue, _ bounds: ClosedRange<Int>, _ type: Type)
    throws(ValueMismatch) -> Int
  {
    func outOfBounds(_ got: String) -> ValueMismatch {
      ValueMismatch(
        expected:
          "\(type.description) (\(bounds.lowerBound) to \(type.isUnsignedWord ? UInt.max : UInt(bounds.upperBound)))",
        got: got, at: "")
    }
    if let whole = whole(portable) {
      guard bounds.contains(whole) else { throw outOfBounds(String(whole)) }
      return whole
    }
    switch portable {
    case .string(let text):
      // An integer of twenty digits is an integer all the same.
      if Int(text) == nil, isInteger(text) { throw outOfBounds(text.count > 40 ? text.prefix(40) + "…" : text) }
      guard let value = Int(text), String(value) == text, value.magnitude >= 1 << 53 else {
        throw mismatch(type.description, portable)
      }
      guard bounds.contains(value) else { throw outOfBounds(text) }
      return value
    // What a reader of JSON makes of such a one.
    case .double(let value) where value.magnitude >= 0x1p63: throw outOfBounds("\(value)")
    default: throw mismatch(type.description, portable)
    }
  }

  /// A number that is an integer: some languages' JSON writes 5.0 for 5. From 2⁵³ on that could have been another number.
  private func whole(_ portable: PortableValue) -> Int? {
    switch portable {
    case .int(let value): value
    case .double(let value) where value.magnitude < 0x1p53: Int(exactly: value)
    default: nil
    }
  }

  private func isInteger(_ text: String) -> Bool {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
    return !digits.isEmpty && text.utf8.count - digits.count <= 1
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private func list(_ items: PortableList, _ type: Type) throws(ValueMismatch) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(items.count)
    var parts = CountedParts()
    for (index, item) in items.enumerated() {
      try parts.count()
      values.append(try read(item, type, at: "[\(index)]"))
    }
    return values
  }

  private func positions(_ items: PortableList) throws(ValueMismatch) -> [Value] {
    var positions: Set<Int> = []
    for (index, item) in items.enumerated() {
      guard let position = whole(item), position >= 0 else {
        throw ValueMismatch(expected: "a position", got: item.kindName, at: "[\(index)]")
      }
      positions.insert(position)
    }
    return positions.sorted().map { .int($0) }
  }

  private func read(_ portable: PortableValue, _ type: Type, at place: @autoclosure () -> String)
    throws(ValueMismatch) -> Value
  {
    do { return try read(portable, type) } catch { throw error.inside(place()) }
  }

  // MARK: Dictionaries

  private func dictionary(_ fields: [PortableValue.Field], _ keyType: Type, _ valueType: Type)
    throws(ValueMismatch) -> Value
  {
    var elements: [Value: Value] = [:]
    var parts = CountedParts()
    for field in fields {
      try parts.count()
      var place: String { PathStep.key(field.name).text }
      let key = try key(named: field.name, keyType, place)
      let value = try read(field.value, valueType, at: place)
      guard elements.updateValue(value, forKey: key) == nil else {
        throw ValueMismatch(expected: "every key once", got: "'\(field.name)' twice", at: place)
      }
    }
    return .dictionary(elements)
  }

  private func key(named name: String, _ type: Type, _ place: @autoclosure () -> String) throws(ValueMismatch) -> Value
  {
    do { return try key(named: name, type) } catch { throw error.inside(place()) }
  }

  private func key(named name: String, _ type: Type) throws(ValueMismatch) -> Value {
    do { return try read(.string(name), type) } catch {
      guard let number = Int(name) else { throw error }
      return try read(.int(number), type)
    }
  }

  private func dictionary(_ pairs: PortableList, _ keyType: Type, _ valueType: Type)
    throws(ValueMismatch) -> Value
  {
    var elements: [Value: Value] = [:]
    var parts = CountedParts()
    for (index, pair) in pairs.enumerated() {
      try parts.count()
      guard case .list(let parts) = pair, parts.count == 2 else {
        throw ValueMismatch(expected: "[key, value]", got: pair.kindName, at: "[\(index)]")
      }
      let key = try read(parts[0], keyType, at: "[\(index)][0]")
      let value = try read(parts[1], valueType, at: "[\(index)][1]")
      guard elements.updateValue(value, forKey: key) == nil else {
        throw ValueMismatch(expected: "every key once", got: "a key twice", at: "[\(index)]")
      }
    }
    return .dictionary(elements)
  }

  // MARK: Records, tuples, enums

  /// The values of named fields in the order of the type. Fields may come in any order; those of an optional type may
  /// be left out, and no others may be there.
  private func record(
    _ portable: PortableValue, _ fields: [(name: String, type: Type)], _ typeName: @autoclosure () -> String
  )
    throws(ValueMismatch) -> [Value]
  {
    guard case .record(let given) = portable else { throw mismatch(typeName(), portable) }
    var values = [Value?](repeating: nil, count: fields.count)
    for field in given {
      guard let index = fields.firstIndex(where: { $0.name == field.name }) else {
        let known = fields.isEmpty ? "no fields" : fields.map(\.name).joined(separator: ", ")
        throw ValueMismatch(expected: "\(typeName()) (\(known))", got: "an unknown field", at: field.name)
      }
      guard values[index] == nil else {
        throw ValueMismatch(expected: "every field once", got: "'\(field.name)' twice", at: field.name)
      }
      values[index] = try read(field.value, fields[index].type, at: field.name)
    }
    var result: [Value] = []
    for (index, field) in fields.enumerated() {
      if let value = values[index] {
        result.append(value)
      } else if field.type.wrapped != nil {
        result.append(.null)
      } else {
        throw ValueMismatch(expected: field.type.description, got: "nothing", at: field.name)
      }
    }
    return result
  }

  private func tuple(_ portable: PortableValue, _ elements: [Type.TupleElement], _ type: Type)
    throws(ValueMismatch) -> Value
  {
    let labels = elements.map(\.label)
    if labels.contains(where: { $0 != nil }) {
      let fields = elements.enumerated().map { ($1.label ?? String($0), $1.type) }
      return .tuple(Tuple(try record(portable, fields, type.description), labels: labels))
    }
    guard case .list(let items) = portable, items.count == elements.count else {
      throw mismatch(type.description, portable)
    }
    var values: [Value] = []
    for (index, item) in items.enumerated() {
      values.append(try read(item, elements[index].type, at: "[\(index)]"))
    }
    return .tuple(Tuple(values, labels: labels))
  }

  /// The bounds of a range are in order: code relies on that.
  private func range(_ portable: PortableValue, _ nominal: Nominal, _ type: Type) throws(ValueMismatch) -> Value {
    let isPartial = nominal.name.hasPrefix("Partial")
    guard case .list(let items) = portable, items.count == (isPartial ? 1 : 2) else {
      throw ValueMismatch(
        expected: type.description + (isPartial ? " ([bound])" : " ([lower, upper])"), got: portable.kindName, at: "")
    }
    let bounds = try list(items, type.argument(0))
    if !isPartial, let fault = misorder(bounds[0], bounds[1]) {
      throw ValueMismatch(expected: type.description + " ([lower, upper])", got: fault, at: "")
    }
    return .record(Record(nominal, bounds))
  }

  /// What is wrong with the order of two bounds; `nil` if nothing is, or nobody can tell.
  private func misorder(_ lower: Value, _ upper: Value) -> String? {
    if lower.declaringMachine == nil, Ordering.precedes(upper, lower) == nil { return nil }
    do throws(Abort) {
      return try Ordering.isAtMost(lower, upper) ? nil : "bounds out of order"
    } catch {
      return isTrusting ? nil : "bounds that cannot be compared: \(error.reason)"
    }
  }

  private func enumeration(_ portable: PortableValue, _ nominal: Nominal, _ type: Type)
    throws(ValueMismatch) -> Value
  {
    if let rawType = nominal.rawType, let raw = try? read(portable, rawType),
      let found = nominal.cases.first(where: { $0.rawValue == raw })
    {
      return .choice(found)
    }
    switch portable {
    case .string(let name):
      guard let found = nominal.cases.first(where: { $0.name == name }) else {
        throw ValueMismatch(expected: expectation(nominal, type), got: "'\(name)'", at: "")
      }
      guard found.payload.isEmpty else {
        throw ValueMismatch(expected: "'\(name)' with its values", got: "the name alone", at: "")
      }
      return .choice(found)
    case .record(let fields):
      guard fields.count == 1, let found = nominal.cases.first(where: { $0.name == fields[0].name }),
        !found.payload.isEmpty
      else { throw ValueMismatch(expected: expectation(nominal, type), got: described(fields), at: "") }
      return .payload(Payload(found, try payload(fields[0].value, found, type)))
    case .int, .double, .bool, .null, .list: throw mismatch(expectation(nominal, type), portable)
    }
  }

  private func payload(_ portable: PortableValue, _ enumCase: EnumCase, _ type: Type) throws(ValueMismatch)
    -> [Value]
  {
    let types = enumCase.payloadTypes(type).map { type.nominal?.settled($0) ?? $0 }
    do {
      if types.count == 1, enumCase.payload[0].label == nil { return [try read(portable, types[0])] }
      let fields = zip(enumCase.payloadNames, types).map { ($0, $1) }
      return try record(portable, fields, "the values of '\(enumCase.name)'")
    } catch { throw error.inside(enumCase.name) }
  }

  private func described(_ fields: [PortableValue.Field]) -> String {
    fields.count == 1 ? "'\(fields[0].name)'" : "a record of \(fields.count) fields"
  }

  /// The type and, where they are few, its cases: a message that can be acted on.
  private func expectation(_ nominal: Nominal, _ type: Type) -> String {
    let names = nominal.cases.map { $0.rawValue?.portable?.fieldName ?? $0.name }
    guard names.count <= 8 else { return type.description }
    return type.description + " (" + names.joined(separator: ", ") + ")"
  }
}

extension ValueMismatch {
  /// The same, seen from around: `inside("books")` makes `[0].title` into `books[0].title`.
  public func inside(_ place: String) -> ValueMismatch {
    var result = self
    result.at = at.isEmpty || at.hasPrefix("[") || place.isEmpty ? place + at : place + "." + at
    return result
  }
}

extension Type {
  /// The machine of the program that declares a type in it, as it is written. What a type has in it that the program
  /// declares is in such a one.
  fileprivate var machineOfParts: Machine? {
    switch self {
    case .nominal(let nominal, let arguments):
      if nominal.isUserType { return nominal.home?.machine }
      return arguments.lazy.compactMap(\.machineOfParts).first
    case .tuple(let elements): return elements.lazy.compactMap(\.type.machineOfParts).first
    default: return nil
    }
  }
}

extension Abort {
  /// What went wrong, in words.
  fileprivate var reason: String { fault(at: .unknown).message }
}
