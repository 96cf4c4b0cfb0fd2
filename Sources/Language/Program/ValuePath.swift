/// Reading and replacing a part of a value: `[0].title`, `["tea"]`, `[id: "b7"].done`.
///
/// Optionals on the way are looked through. Replacing copies the values along the path and shares all others.
extension Value {
  /// The value at the end of the steps. Reads into objects too: their stored properties, those that are private
  /// excepted.
  /// - Complexity: O(steps), plus the length of a list for an identity and of a dictionary for a key that is no text.
  func projected(along steps: [PathStep]) throws(PathError) -> Value {
    var value = self
    for index in steps.indices {
      switch value.find(steps[index]) {
      case .success(let place): value = place.value
      case .failure(let reason):
        throw PathError(message: reason.text, at: Array(steps[...index]).text, isGone: reason.isGone)
      }
    }
    return value
  }

  /// A copy in which the part at the end of the steps is `portable`. A dictionary's new key is added, and a key that
  /// becomes null is removed; everything else must exist.
  /// - Parameter type: the static type of the whole.
  func replacing(_ type: Type, along steps: [PathStep], with portable: PortableValue) throws(ReplacementError) -> Value
  {
    try replacing(type, steps, 0, portable)
  }

  /// The same of an array, as the element that is changed and its place.
  /// - Parameter hint: where it is, if that is known.
  /// - Returns: nil if it is no array.
  func replacingElement(_ type: Type, along steps: [PathStep], at hint: Int?, with portable: PortableValue)
    throws(ReplacementError) -> (place: Int, element: Value)?
  {
    guard case .array(let elements) = self, type.libraryName == "Array", let step = steps.first else { return nil }
    if let hint, elements.indices.contains(hint), case .identified(let field, let identity) = step,
      Self.place(of: identity, in: field, of: [elements[hint]]) != nil
    {
      return (hint, try elements[hint].replacing(type.argument(0), steps, 1, portable).identified(by: step))
    }
    switch find(step) {
    case .failure(let reason): throw .path(PathError(message: reason.text, at: [step].text, isGone: reason.isGone))
    case .success(let found):
      return (found.index, try found.value.replacing(type.argument(0), steps, 1, portable).identified(by: step))
    }
  }

  private func replacing(_ type: Type, _ steps: [PathStep], _ index: Int, _ portable: PortableValue)
    throws(ReplacementError) -> Value
  {
    guard index < steps.count else {
      do { return try Value(portable, as: type) } catch { throw .mismatch(error.inside(steps.text)) }
    }
    if case .any(let box) = self, type.wrapped == nil {
      return .any(Existential(try box.value.replacing(box.type, steps, index, portable), box.type))
    }
    func failed(_ message: String, isGone: Bool = false) -> ReplacementError {
      .path(PathError(message: message, at: Array(steps[...index]).text, isGone: isGone))
    }
    let type = type.strippingOptionals.0
    if case .dictionary(var elements) = self {
      let key: Value
      do { key = try Self.key(steps[index], type.argument(0)) } catch {
        throw failed("a key of type \(error.expected) is expected")
      }
      if index == steps.count - 1, portable == .null {
        elements.removeValue(forKey: key)
        return .dictionary(elements)
      }
      let valueType = type.argument(1)
      if index < steps.count - 1 {
        guard let present = elements[key] else { throw failed("there is no such key", isGone: true) }
        elements[key] = try present.replacing(valueType, steps, index + 1, portable)
      } else {
        elements[key] = try Value.void.replacing(valueType, steps, index + 1, portable)
      }
      return .dictionary(elements)
    }
    let place: Place
    switch find(steps[index]) {
    case .success(let found): place = found
    case .failure(let reason): throw failed(reason.text, isGone: reason.isGone)
    }
    func changed(_ type: Type) throws(ReplacementError) -> Value {
      try place.value.replacing(type, steps, index + 1, portable)
    }
    switch self {
    case .array(var elements):
      elements[place.index] = try changed(type.argument(0)).identified(by: steps[index])
      return .array(elements)
    case .tuple(let tuple):
      var elements = tuple.elements
      elements[place.index] = try changed(type.element(place.index))
      return .tuple(Tuple(elements, labels: tuple.labels))
    case .record(let record):
      let property = record.type.storedProperties[place.index]
      if let refusal = property.writeRefusal { throw failed(refusal) }
      let substitution = record.type.substitution(type.dynamic(record.type).genericArguments)
      var fields = record.fields
      fields[property.slot] = try changed(record.type.settled(property.settledType.substituting(substitution)))
      return .record(Record(record.type, fields))
    case .instance(let instance):
      throw failed("'\(instance.className)' is a class; its objects are changed by themselves, not as part of a value")
    default: throw failed("'\(kindName)' cannot be changed in part")
    }
  }

  // MARK: One step

  private struct Place {
    /// Among the elements or the stored properties.
    var index: Int
    var value: Value
  }

  private struct Reason: Error {
    var text: String
    var isGone = false
  }

  /// Itself, unless it is another one than the element that was meant by its identity.
  private func identified(by step: PathStep) throws(ReplacementError) -> Value {
    guard case .identified(let field, let identity) = step, case .record(let record) = self,
      record.type.identityField == field, Self.place(of: identity, in: field, of: [self]) == nil
    else { return self }
    let reason = "the element is known by \(step.identityText), which stays what it is"
    throw .path(PathError(message: reason, at: [step].text))
  }

  private func find(_ step: PathStep) -> Result<Place, Reason> {
    func failure(_ text: String) -> Result<Place, Reason> { .failure(Reason(text: text)) }
    func missing(_ text: String) -> Result<Place, Reason> { .failure(Reason(text: text, isGone: true)) }
    switch self {
    case .null: return missing("the value is nil")
    case .any(let box): return box.value.find(step)
    case .weak(let reference): return reference.value.find(step)
    case .array(let elements):
      switch step {
      case .index(let index):
        guard elements.indices.contains(index) else {
          let present = elements.count == 1 ? "is 1 element" : "are \(elements.count) elements"
          return missing("index \(index) is out of range; there \(present)")
        }
        return .success(Place(index: index, value: elements[index]))
      case .identified(let field, let identity):
        let found = Self.place(of: identity, in: field, of: elements)
        guard let found else {
          return missing("there is no element with \(step.identityText)")
        }
        return .success(Place(index: found, value: elements[found]))
      case .member, .key: return failure("a list takes an index or an identity such as [id: 1]")
      }
    case .dictionary(let elements):
      guard let value = Self.lookUp(step, in: elements) else { return missing("there is no such key") }
      return .success(Place(index: 0, value: value))
    case .tuple(let tuple):
      for (index, element) in tuple.elements.enumerated()
      where step == .member(String(index)) || step == .member(tuple.label(index, .hole) ?? "") {
        return .success(Place(index: index, value: element))
      }
      return failure("the tuple has no such element")
    case .record(let record):
      guard let found = record.type.place(of: step) else { return failure(record.type.lacks(step)) }
      return .success(Place(index: found, value: record.type.storedProperties[found].stored(in: record.fields)))
    case .instance(let instance):
      guard let found = instance.type.place(of: step),
        instance.type.storedProperties[found].isVisible
      else { return failure(instance.type.lacks(step)) }
      return .success(Place(index: found, value: instance.type.storedProperties[found].stored(in: instance.slots)))
    default: return failure("'\(kindName)' has no parts")
    }
  }

  /// The first element with the identity. O(count), a few nanoseconds for each element of a struct.
  private static func place(of identity: PortableValue, in field: String, of elements: [Value]) -> Int? {
    var (type, slot): (Nominal?, Int) = (nil, 0)
    if case .record(let first)? = elements.first, let found = first.type.place(of: .member(field)) {
      (type, slot) = (first.type, first.type.storedProperties[found].slot)
    }
    return elements.firstIndex { element in
      if case .record(let record) = element, record.type === type {
        switch (record.fields[slot], identity) {
        case (.int(let number), .int(let wanted)): return number == wanted
        case (.string(let text), .string(let wanted)): return text == wanted
        default: break
        }
      }
      return (try? element.find(.member(field)).get())?.value.portable == identity
    }
  }

  private static func key(_ step: PathStep, _ type: Type) throws(ValueMismatch) -> Value {
    switch step {
    case .key(let name), .member(let name): try Value(fieldName: name, as: type)
    case .index(let number): try Value(.int(number), as: type)
    case .identified: throw ValueMismatch(expected: type.description, got: "an identity", at: "")
    }
  }

  /// Without the static type: a key that is text at once, any other by its plain form.
  private static func lookUp(_ step: PathStep, in elements: [Value: Value]) -> Value? {
    let name: String
    switch step {
    case .key(let text), .member(let text): name = text
    case .index(let number): name = String(number)
    case .identified: return nil
    }
    if let found = elements[.string(name)] { return found }
    return elements.first { $0.key.portable?.fieldName == name }?.value
  }

  /// For messages about what cannot be stepped into.
  private var kindName: String {
    switch self {
    case .bool: "Bool"
    case .int: "Int"
    case .word: "UInt"
    case .double: "Double"
    case .float: "Float"
    case .string: "String"
    case .character: "Character"
    case .set: "Set"
    case .choice(let enumCase): enumCase.owner.name
    case .payload(let payload): payload.enumCase.owner.name
    case .native(let object): object.type.description
    default: "the value"
    }
  }
}

extension Nominal {
  /// The index among the stored properties.
  fileprivate func place(of step: PathStep) -> Int? {
    guard case .member(let name) = step else { return nil }
    return storedProperties.firstIndex { $0.name == name }
  }

  fileprivate func lacks(_ step: PathStep) -> String {
    guard case .member(let name) = step else { return "'\(self.name)' takes the name of a property" }
    return "'\(self.name)' has no stored property '\(name)'"
  }
}

/// Why a part of a value cannot be replaced.
public enum ReplacementError: Error, Hashable, Sendable {
  /// The path leads nowhere.
  case path(PathError)
  /// The new part does not fit; `at` is the path of the part that does not, seen from the whole.
  case mismatch(ValueMismatch)
}

extension PathStep {
  /// As it is written in a path, without the point between members.
  var text: String {
    switch self {
    case .member(let name): name
    case .index(let index): "[\(index)]"
    case .key(let name): "[\(Self.quoted(name))]"
    case .identified: "[\(identityText)]"
    }
  }

  fileprivate var identityText: String {
    guard case .identified(let field, let value) = self else { return "" }
    switch value {
    case .string(let text): return "\(field): \(Self.quoted(text))"
    default: return "\(field): \(value.fieldName ?? value.kindName)"
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

extension [PathStep] {
  /// `[0].title`: as it is written after the name of the whole.
  public var text: String {
    reduce(into: "") { text, step in
      if case .member = step, !text.isEmpty { text += "." }
      text += step.text
    }
  }
}
