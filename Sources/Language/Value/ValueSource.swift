/// A value as Swift source, so that what was seen can be written down and compared again.

/// Writes values as source, asking the program for those types that describe themselves.
struct ValueSource {
  let describer: Describer

  /// Longer than so many bytes nobody reads an expression.
  private static let bytesMax = 2_000
  private static let depthMax = 50

  // MARK: Expressions

  /// An expression that makes an equal value where `type` is known; `nil` where there is none: of what is equal to nothing,
  /// as not a number is, of objects, functions and whatever holds them, and of what is too long.
  func expression(_ value: Value, _ type: Type) -> String? {
    var left = Self.bytesMax
    return expression(value, type, 0, &left)
  }

  private func expression(_ value: Value, _ type: Type, _ depth: Int, _ left: inout Int) -> String? {
    left -= 1
    guard left > 0, depth < Self.depthMax, StackGuard.hasRoom else { return nil }
    guard let text = whole(value, type, depth, &left) else { return nil }
    // What is inside has been counted already.
    if !value.mayHoldValues { left -= text.utf8.count }
    return left > 0 ? text : nil
  }

  private func whole(_ value: Value, _ type: Type, _ depth: Int, _ left: inout Int) -> String? {
    if let wrapped = type.wrapped {
      guard let inside = value.unwrapped else { return "nil" }
      guard let text = expression(inside, wrapped, depth + 1, &left) else { return nil }
      // `nil` alone is that of the outermost optional.
      return text == "nil" || text.hasPrefix(".some(") ? ".some(\(text))" : text
    }
    switch value {
    case .bool(let value): return value ? "true" : "false"
    case .int(let value): return String(value)
    case .word(let value): return String(value)
    case .double(let value): return value.isNaN ? nil : Self.number(value)
    case .float(let value): return value.isNaN ? nil : value.isFinite ? "\(value)" : Self.number(Double(value))
    case .string(let text): return Self.quoted(text)
    case .character(let character): return Self.quoted(String(character))
    case .array(let elements): return list(elements, type.argument(0), depth, &left)
    case .native(let part as ArrayPart): return list(part.elements, type.argument(0), depth, &left)
    case .set(let elements):
      guard var items = items(Array(elements), type.argument(0), depth, &left) else { return nil }
      items.sort()
      return "[" + items.joined(separator: ", ") + "]"
    case .dictionary(let elements):
      var items: [String] = []
      for (key, value) in elements {
        guard let key = expression(key, type.argument(0), depth + 1, &left),
          let value = expression(value, type.argument(1), depth + 1, &left)
        else { return nil }
        items.append(key + ": " + value)
      }
      return items.isEmpty ? "[:]" : "[" + items.sorted().joined(separator: ", ") + "]"
    case .tuple(let tuple):
      let labels = tuple.elements.indices.map { tuple.label($0, type) }
      let types = tuple.elements.indices.map { type.element($0) }
      return arguments(tuple.elements, types, labels, depth, &left)
    case .record(let record): return self.record(record, type, depth, &left)
    case .choice(let enumCase): return type.dynamic(enumCase.owner).description + "." + enumCase.name
    case .payload(let payload):
      let own = type.dynamic(payload.enumCase.owner)
      return arguments(
        payload.values, payload.types(own), payload.enumCase.payload.map(\.label), depth, &left
      ).map { own.description + "." + payload.enumCase.name + $0 }
    case .native(let object): return object.expression
    case .void, .null, .instance, .function, .metatype, .any, .cell, .weak, .fault: return nil
    }
  }

  private func items(_ values: [Value], _ type: Type, _ depth: Int, _ left: inout Int) -> [String]? {
    var items: [String] = []
    for value in values {
      guard let item = expression(value, type, depth + 1, &left) else { return nil }
      items.append(item)
    }
    return items
  }

  private func list(_ elements: [Value], _ type: Type, _ depth: Int, _ left: inout Int) -> String? {
    items(elements, type, depth, &left).map { "[" + $0.joined(separator: ", ") + "]" }
  }

  /// `(x: 1, "a")`
  private func arguments(
    _ values: [Value], _ types: [Type], _ labels: [String?], _ depth: Int, _ left: inout Int
  ) -> String? {
    var items: [String] = []
    for (index, value) in values.enumerated() {
      guard let item = expression(value, types[index], depth + 1, &left) else { return nil }
      items.append((labels[index].map { $0 + ": " } ?? "") + item)
    }
    return "(" + items.joined(separator: ", ") + ")"
  }

  /// A range, or a structure by the initialiser that is derived for it.
  private func record(_ record: Record, _ type: Type, _ depth: Int, _ left: inout Int) -> String? {
    let own = type.dynamic(record.type)
    if own.isTwoSidedRange, record.fields.count == 2, let name = own.libraryName {
      guard let lower = expression(record[0], own.argument(0), depth + 1, &left),
        let upper = expression(record[1], own.argument(0), depth + 1, &left)
      else { return nil }
      return "(" + lower + (name == "Range" ? "..<" : "...") + upper + ")"
    }
    guard record.type.isUserType else { return nil }
    let properties = record.type.memberwiseProperties
    // What the initialiser does not take might be something else by now; what a wrapper holds is no argument.
    guard properties.count == record.type.storedProperties.filter({ !($0.isLet && $0.initial != nil) }).count,
      properties.allSatisfy({ $0.wrapped == nil })
    else { return nil }
    let substitution = record.type.substitution(own.genericArguments)
    return arguments(
      properties.map { $0.stored(in: record.fields) }, properties.map { $0.settledType.substituting(substitution) },
      properties.map { $0.name }, depth, &left
    ).map { own.description + $0 }
  }

  // MARK: Descriptions

  /// `String(describing:)`, where it says what the value is, and says the same whenever it is asked; `nil` of objects and
  /// functions, of which there is nothing to say, and of sets and dictionaries, which have no order.
  func description(_ value: Value, _ type: Type) throws(Abort) -> String? {
    guard try isTelling(value, type, 0) else { return nil }
    let text = try describer.description(of: value, type: type)
    return text.utf8.count <= Self.bytesMax ? text : nil
  }

  private func isTelling(_ value: Value, _ type: Type, _ depth: Int) throws(Abort) -> Bool {
    guard depth < Self.depthMax, StackGuard.hasRoom else { return false }
    if let wrapped = type.wrapped {
      guard let inside = value.unwrapped else { return true }
      return try isTelling(inside, wrapped, depth + 1)
    }
    func all(_ values: [Value], _ type: (Int) -> Type) throws(Abort) -> Bool {
      for (index, value) in values.prefix(Self.bytesMax).enumerated() {
        guard try isTelling(value, type(index), depth + 1) else { return false }
      }
      return true
    }
    let element = type.argument(0)
    switch value {
    case .any(let box): return try isTelling(box.value, box.type, depth + 1)
    case .array(let elements): return try all(elements) { _ in element }
    case .native(let part as ArrayPart): return try all(part.elements) { _ in element }
    case .set(let elements):
      guard elements.count < 2 else { return false }
      return try all(Array(elements)) { _ in element }
    case .dictionary(let elements):
      guard elements.count < 2, try all(Array(elements.keys), { _ in element }) else { return false }
      let content = type.argument(1)
      return try all(Array(elements.values)) { _ in content }
    case .tuple(let tuple): return try all(tuple.elements) { type.element($0) }
    case .record(let record):
      let own = type.dynamic(record.type)
      if try describer.described(value, own, false) != nil { return true }
      let substitution = record.type.substitution(own.genericArguments)
      let properties = record.type.storedProperties
      return try all(properties.map { $0.stored(in: record.fields) }) {
        properties[$0].settledType.substituting(substitution)
      }
    case .payload(let payload):
      let own = type.dynamic(payload.enumCase.owner)
      if try describer.described(value, own, false) != nil { return true }
      let types = payload.types(own)
      return try all(payload.values) { types[$0] }
    case .instance(let instance): return try describer.described(value, type.dynamic(instance.type), false) != nil
    case .native(let object): return object.text != object.type.description
    case .bool, .int, .word, .double, .float, .string, .character, .null, .choice, .metatype: return true
    case .void, .function, .cell, .weak, .fault: return false
    }
  }

  // MARK: Literals

  /// A number that is one.
  static func number(_ value: Double) -> String {
    value == .infinity ? ".infinity" : value == -.infinity ? "-.infinity" : value.description
  }

  /// A text in quotes. What cannot be seen is written by its number, but for what joins the parts of an emoji.
  static func quoted(_ text: String) -> String {
    var result = "\""
    var isFirst = true
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0": result += "\\0"
      case " ", "\u{200D}": result.unicodeScalars.append(scalar)
      default:
        if isHidden(scalar) || isFirst && isMark(scalar) {
          result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
      isFirst = false
    }
    return result + "\""
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse, .surrogate, .unassigned:
      true
    default: false
    }
  }

  /// What would become one character with the quote before it.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}
