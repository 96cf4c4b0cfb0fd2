/// From one type to another where a value is passed on.
///
/// Most conversions cost nothing: an optional of a value is the value, a subclass' instance is an instance. What is left
/// is the boxing of values whose type cannot be read off them, and functions whose parameters differ.
extension FunctionCompiler {
  func coerce(_ code: @escaping Code, from: Type, to: Type) -> Code {
    if case .existential = to, from.hasParameters, from.nominal?.isOpaque != true, let reified = reified(from) {
      // Only here it is known whether it is an optional, say.
      let library = library
      return { frame throws(Abort) in
        let value = try code(frame)
        if case .any = value { return value }
        let type = reified(frame)
        return Existential.needed(for: type, library) ? .any(Existential(value, type)) : value
      }
    }
    if from.hasParameters, from.wrapped == nil, let wrapped = to.wrapped, case .existential = to.strippingOptionals.0 {
      let inside = coerce(code, from: from, to: wrapped)
      return { frame throws(Abort) in wrap(try inside(frame), 1) }
    }
    guard let convert = converter(from: from, to: to) else { return code }
    return { frame throws(Abort) in try convert(try code(frame)) }
  }

  /// `nil` if the value can stay as it is.
  func converter(from: Type, to: Type) -> ((Value) throws(Abort) -> Value)? {
    if from == to || to == .hole || from == .hole { return nil }
    // Depth of optionals: each one more wraps.
    let (inner, depth) = from.strippingOptionals
    let (target, wanted) = to.strippingOptionals
    if wanted > depth {
      let more = wanted - depth
      let convert = converter(from: from, to: unwrapped(to, more))
      if depth == 0, convert == nil { return couldBeNull(from) ? { value throws(Abort) in wrap(value, more) } : nil }
      return { value throws(Abort) in
        let converted = try convert?(value) ?? value
        return wrap(converted, more)
      }
    }
    if depth > 0, wanted > 0, depth == wanted {
      guard let convert = converter(from: inner, to: target) else { return nil }
      return { value throws(Abort) in
        if case .null = value { return value }
        return try convert(value)
      }
    }
    switch to {
    case .existential:
      // What is behind an opaque type has its own with it.
      if case .existential = from { return nil }
      if from.nominal?.isOpaque == true { return nil }
      if !Existential.needed(for: from, library) { return nil }
      return { value throws(Abort) in
        if case .any = value { return value }
        return .any(Existential(value, from))
      }
    case .function(let wantedFunction):
      guard let given = from.asFunction else { return nil }
      return functionConverter(given, wantedFunction)
    case .nominal(let nominal, let arguments):
      guard from.nominal === nominal else { return nil }
      let given = from.genericArguments
      if nominal === library.arrayNominal || nominal === library.setNominal, given.count == 1,
        let convert = converter(from: given[0], to: arguments[0])
      {
        return { value throws(Abort) in
          switch value {
          case .array(let list):
            var result: [Value] = []
            result.reserveCapacity(list.count)
            for item in list { result.append(try convert(item)) }
            return .array(result)
          case .set(let set):
            var result: Set<Value> = []
            for item in set { result.insert(try convert(item)) }
            return .set(result)
          default: return value
          }
        }
      }
      if nominal === library.dictionaryNominal, given.count == 2,
        let convert = converter(from: given[1], to: arguments[1])
      {
        return { value throws(Abort) in
          guard case .dictionary(let items) = value else { return value }
          var result: [Value: Value] = [:]
          for (key, item) in items { result[key] = try convert(item) }
          return .dictionary(result)
        }
      }
      return nil
    case .tuple(let elements):
      guard case .tuple(let given) = from, given.count == elements.count else { return nil }
      let converts = zip(given, elements).map { converter(from: $0.type, to: $1.type) }
      let labels = elements.contains { $0.label != nil } ? elements.map(\.label) : []
      let sameLabels = given.map(\.label) == elements.map(\.label)
      if converts.allSatisfy({ $0 == nil }), sameLabels { return nil }
      return { value throws(Abort) in
        guard case .tuple(let tuple) = value else { return value }
        var result: [Value] = []
        for (convert, item) in zip(converts, tuple.elements) { result.append(try convert?(item) ?? item) }
        return .tuple(Tuple(result, labels: labels))
      }
    default: return nil
    }
  }

  private func unwrapped(_ type: Type, _ count: Int) -> Type {
    var type = type
    for _ in 0..<count { type = type.wrapped ?? type }
    return type
  }

  /// A type parameter may stand for an optional.
  private func couldBeNull(_ type: Type) -> Bool {
    switch type {
    case .parameter, .member, .variable, .hole: true
    default: false
    }
  }

  private func functionConverter(_ given: FunctionType, _ wanted: FunctionType) -> ((Value) throws(Abort) -> Value)? {
    // Several parameters where one tuple is passed: the tuple is taken apart.
    let spreads = given.parameters.count > 1 && wanted.parameters.count == 1
    let ignores = given.parameters.isEmpty && wanted.parameters.count == 1
    let result = wanted.result.isVoid ? nil : converter(from: given.result, to: wanted.result)
    var arguments: [((Value) throws(Abort) -> Value)?] = []
    if !spreads, !ignores {
      arguments = zip(wanted.parameters, given.parameters).map { converter(from: $0.type, to: $1.type) }
    }
    if !spreads, !ignores, result == nil, arguments.allSatisfy({ $0 == nil }) { return nil }
    if wanted.parameters.contains(where: \.isInout), !spreads, !ignores {
      return { value throws(Abort) in
        guard case .function(let function) = value else { return value }
        return .function(
          InoutFunction { values throws(Abort) in
            let outcome = try function.callInout(&values)
            return try result?(outcome) ?? outcome
          })
      }
    }
    return { value throws(Abort) in
      guard case .function(let function) = value else { return value }
      return .function(
        NativeFunction { values throws(Abort) in
          var passed = values
          if ignores {
            passed = []
          } else if spreads {
            if values.count == 1, case .tuple(let tuple) = values[0] { passed = tuple.elements }
          } else if !arguments.isEmpty {
            passed = []
            for (index, item) in values.enumerated() {
              if arguments.indices.contains(index), let convert = arguments[index] {
                passed.append(try convert(item))
              } else {
                passed.append(item)
              }
            }
          }
          let outcome = try function.call(passed)
          return try result?(outcome) ?? outcome
        })
    }
  }
}

private func wrap(_ value: Value, _ count: Int) -> Value {
  var value = value
  for _ in 0..<count { value = value.some }
  return value
}

extension Existential {
  /// Whether a value of the type, by itself, does not tell its type.
  static func needed(for type: Type, _ library: Library) -> Bool {
    switch type {
    case .nominal(let nominal, let arguments):
      if nominal.isUserType { return !arguments.isEmpty }
      switch nominal.name {
      case "Int", "Double", "Float", "Bool", "String", "Character": return false
      default:
        // Cases and records know the type they are of.
        let isSelfDescribing = arguments.isEmpty && (!nominal.cases.isEmpty || !nominal.storedProperties.isEmpty)
        return !isSelfDescribing && !library.isNativeObject(nominal)
      }
    case .metatype: return false
    case .existential: return false
    default: return true
    }
  }
}
