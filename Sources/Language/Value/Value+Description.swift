/// What a value looks like as text: `print`, string interpolation, `String(describing:)` and `String(reflecting:)`.
///
/// The rules are Swift's. A value alone is described; inside anything else it is described for debugging, where text is
/// quoted and the program's types carry the name of their module.

/// Describes values, asking the program for those types that describe themselves.
struct Describer {
  /// The two protocols by which a type describes itself.
  enum SelfDescription { case description, debugDescription }

  /// Runs the program's `description` or `debugDescription` of a value; `nil` if its type does not have it.
  typealias DescribeInstance = (Value, Type, SelfDescription) throws(Abort) -> String?

  /// What stands before the program's own types where they are written in full; compiled programs print their module.
  var module = "main"
  var describeInstance: DescribeInstance = { _, _, _ in nil }
  /// What the library says of a value whose type does not describe itself: a coding key.
  var describeOther: (Value) throws(Abort) -> String? = { _ in nil }

  /// Beyond this nesting a value is cut off with an ellipsis, to spare the stack.
  private static let depthMax = 500
  /// What a value counts as: two steps.
  static let levels = 16

  /// `String(describing:)`.
  /// - Parameter type: the static type; a hole will do where the value itself says enough, which is everywhere but for
  ///   optionals, the arguments of generic types and unsigned integers.
  func description(of value: Value, type: Type = .hole) throws(Abort) -> String {
    try text(value, type, isDebug: false, depth: 0)
  }

  /// `String(reflecting:)`, and how elements of collections look.
  func debugDescription(of value: Value, type: Type = .hole) throws(Abort) -> String {
    try text(value, type, isDebug: true, depth: 0)
  }

  func typeName(_ type: Type, isQualified: Bool) -> String {
    type.runtimeName(isQualified: isQualified, module: module)
  }

  private func text(_ value: Value, _ type: Type, isDebug: Bool, depth: Int) throws(Abort) -> String {
    guard depth < Self.depthMax else { return "…" }
    guard StackGuard.hasRoom else { throw .nestedTooDeeply }
    // A value that holds another twice, in each of sixty steps. The fault has been noted.
    guard StackGuard.takesLevels(Self.levels) else { return "…" }
    // A static optional first: what is in the box of an `Any?` is its content, not the optional.
    if let wrapped = type.wrapped {
      guard let inside = value.unwrapped else { return "nil" }
      if case .weak(let reference) = inside {
        return try text(reference.value, type, isDebug: isDebug, depth: depth)
      }
      return "Optional(" + (try text(inside, wrapped, isDebug: true, depth: depth + 1)) + ")"
    }
    if isDebug, let nominal = type.nominal, nominal.name == "AnyHashable", !nominal.isUserType {
      return "AnyHashable(" + (try text(value, .hole, isDebug: true, depth: depth + 1)) + ")"
    }
    switch value {
    case .any(let box): return try text(box.value, box.type, isDebug: isDebug, depth: depth + 1)
    case .void: return "()"
    case .bool(let value): return value ? "true" : "false"
    case .int(let value): return String(value)
    case .word(let value): return String(value)
    case .double(let value): return value.description
    case .float(let value): return value.description
    case .string(let value): return isDebug ? value.debugDescription : value
    case .character(let value): return isDebug ? value.debugDescription : String(value)
    case .null(let around):
      return String(repeating: "Optional(", count: around) + "nil" + String(repeating: ")", count: around)
    case .array(let elements):
      if let whole = try wrapper(elements, type, isDebug, depth) { return whole }
      let body = try list(elements, type.argument(0), depth)
      return isDebug && type.libraryName == "ArraySlice" ? "ArraySlice(" + body + ")" : body
    case .native(let part as ArrayPart):
      let body = try list(part.elements, type.argument(0), depth)
      return isDebug ? "ArraySlice(" + body + ")" : body
    case .set(let elements):
      let body = try list(Array(elements), type.argument(0), depth)
      return isDebug ? "Set(" + body + ")" : body
    case .dictionary(let elements):
      if elements.isEmpty { return "[:]" }
      var result = "["
      for (key, value) in elements {
        if result.utf8.count > 1 { result += ", " }
        result += try text(key, type.argument(0), isDebug: true, depth: depth + 1)
        result += ": "
        result += try text(value, type.argument(1), isDebug: true, depth: depth + 1)
      }
      return result + "]"
    case .tuple(let tuple): return try self.tuple(tuple, type, depth)
    case .record(let record): return try self.record(value, record, type, isDebug, depth)
    case .choice(let enumCase):
      let own = type.dynamic(enumCase.owner)
      if let described = try described(value, own, isDebug) { return described }
      return isDebug ? typeName(own, isQualified: true) + "." + enumCase.name : enumCase.name
    case .payload(let payload): return try self.payload(value, payload, type, isDebug, depth)
    case .instance(let instance):
      let own = type.dynamic(instance.type)
      return try described(value, own, isDebug) ?? typeName(own, isQualified: true)
    case .function: return "(Function)"
    case .metatype(let box): return typeName(box.type, isQualified: isDebug)
    case .native(let object): return try describeOther(value) ?? (isDebug ? object.debugText : object.text)
    case .weak(let reference): return try text(reference.value, type, isDebug: isDebug, depth: depth)
    case .cell(let cell): return try text(cell.value, type, isDebug: isDebug, depth: depth)
    case .fault(let box): return box.fault.message
    }
  }

  /// The program's own text, if its type conforms: the protocol that fits the occasion comes first.
  func described(_ value: Value, _ type: Type, _ isDebug: Bool) throws(Abort) -> String? {
    let first = isDebug ? SelfDescription.debugDescription : .description
    let second = isDebug ? SelfDescription.description : .debugDescription
    if let text = try describeInstance(value, type, first) { return text }
    if let text = try describeInstance(value, type, second) { return text }
    return try describeOther(value)
  }

  /// As a part of something else.
  func inside(_ value: Value, _ type: Type, _ depth: Int) throws(Abort) -> String {
    try text(value, type, isDebug: true, depth: depth)
  }

  private func list(_ elements: [Value], _ type: Type, _ depth: Int) throws(Abort) -> String {
    // Into one text at once: to join millions of them at the end cannot be left in the middle.
    var result = "["
    var isFirst = true
    for element in elements {
      if !isFirst { result += ", " }
      isFirst = false
      result += try text(element, type, isDebug: true, depth: depth + 1)
    }
    return result + "]"
  }

  private func tuple(_ tuple: Tuple, _ type: Type, _ depth: Int) throws(Abort) -> String {
    var items: [String] = []
    for (index, element) in tuple.elements.enumerated() {
      let text = try text(element, type.element(index), isDebug: true, depth: depth + 1)
      items.append((tuple.label(index, type).map { $0 + ": " } ?? "") + text)
    }
    return "(" + items.joined(separator: ", ") + ")"
  }

  private func record(_ value: Value, _ record: Record, _ type: Type, _ isDebug: Bool, _ depth: Int) throws(Abort)
    -> String
  {
    let own = type.dynamic(record.type)
    if let described = try described(value, own, isDebug) { return described }
    if let range = try self.range(record, own, isDebug, depth) { return range }
    let substitution = record.type.substitution(own.genericArguments)
    var items: [String] = []
    for property in record.type.storedProperties {
      let type = property.settledType.substituting(substitution)
      let field = property.stored(in: record.fields)
      let text =
        property.isLazy ? try lazy(field, type, depth) : try text(field, type, isDebug: true, depth: depth + 1)
      items.append(property.storageName + ": " + text)
    }
    return typeName(own, isQualified: isDebug) + "(" + items.joined(separator: ", ") + ")"
  }

  /// What is made when first asked for is reflected as an optional.
  func lazy(_ value: Value, _ type: Type, _ depth: Int) throws(Abort) -> String {
    value.isUnmadeLazy ? "nil" : "Optional(" + (try text(value, type, isDebug: true, depth: depth + 1)) + ")"
  }

  /// `0..<3` alone, `Range(0..<3)` inside something else.
  private func range(_ record: Record, _ type: Type, _ isDebug: Bool, _ depth: Int) throws(Abort) -> String? {
    guard type.isTwoSidedRange, record.fields.count == 2, let name = type.libraryName else { return nil }
    let between = name == "Range" ? "..<" : "..."
    let lower = try text(record[0], type.argument(0), isDebug: isDebug, depth: depth + 1)
    let upper = try text(record[1], type.argument(0), isDebug: isDebug, depth: depth + 1)
    let body = lower + between + upper
    return isDebug ? name + "(" + body + ")" : body
  }

  private func payload(_ value: Value, _ payload: Payload, _ type: Type, _ isDebug: Bool, _ depth: Int) throws(Abort)
    -> String
  {
    let own = type.dynamic(payload.enumCase.owner)
    if let described = try described(value, own, isDebug) { return described }
    let name = isDebug ? typeName(own, isQualified: true) + "." + payload.enumCase.name : payload.enumCase.name
    let types = payload.types(own)
    // A single tuple without label cannot be distinguished from several values, and is written as they are.
    if payload.values.count == 1, payload.enumCase.payload.first?.label == nil {
      switch payload.values[0] {
      case .tuple(let tuple) where types[0].wrapped == nil:
        return name + (try self.tuple(tuple, types[0], depth))
      case .void where types[0].wrapped == nil: return name + "()"
      default: break
      }
    }
    var items: [String] = []
    for (index, element) in payload.values.enumerated() {
      let label = payload.enumCase.payload[index].label.map { $0 + ": " } ?? ""
      items.append(label + (try text(element, types[index], isDebug: true, depth: depth + 1)))
    }
    return name + "(" + items.joined(separator: ", ") + ")"
  }
}
