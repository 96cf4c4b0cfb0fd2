/// Types while running: what a value is, and casts.
extension Machine {
  /// The type of a value, as far as the value tells; the static type fills in the rest.
  func dynamicType(_ value: Value, _ known: Type) -> Type {
    switch value {
    case .any(let box): return box.type.wrapped == nil ? dynamicType(box.value, box.type) : box.type
    case .bool: return library.bool
    case .int: return library.isInteger(known) ? known : library.int
    case .word:
      return library.isInteger(known) ? known : library.type(named: "UInt").map { .nominal($0, []) } ?? library.int
    case .double:
      return known.nominal?.library != nil && known.nominal?.kind == .structure && known != library.int
        ? known : library.double
    case .float: return library.float
    case .string: return known.nominal?.name == "String" || !known.isNominalOfLibrary ? library.string : library.string
    case .character: return library.character
    case .void: return .void
    case .instance(let instance):
      if let nominal = known.nominal, nominal === instance.type { return known }
      return instance.ownType
    case .record(let record):
      if known.nominal === record.type { return known }
      let known = record.typeArguments?.substitution
      return .nominal(record.type, record.type.genericParameters.map { known?[$0] ?? .hole })
    case .choice, .payload:
      guard let owner = value.enumCase?.owner else { return known }
      if known.nominal === owner { return known }
      return .nominal(owner, owner.genericParameters.map { _ in .hole })
    case .native(let object):
      if object.type != .hole { return object.type }
      if known == .hole, object is TextPart {
        return library.type(named: "Substring").map { .nominal($0, []) } ?? known
      }
      if known == .hole, let part = object as? ArrayPart, let nominal = library.type(named: "ArraySlice") {
        return .nominal(nominal, [part.slice.first.map { dynamicType($0, .hole) } ?? .any])
      }
      return known
    case .metatype(let box): return .metatype(box.type)
    case .array(let list):
      if known.nominal === library.arrayNominal { return known }
      return library.array(list.first.map { dynamicType($0, .hole) } ?? .any)
    case .set(let set):
      if known.nominal === library.setNominal { return known }
      return .nominal(library.setNominal, [set.first.map { dynamicType($0, .hole) } ?? .any])
    case .dictionary(let items):
      if known.nominal === library.dictionaryNominal { return known }
      return library.dictionary(
        items.first.map { dynamicType($0.key, .hole) } ?? .any, items.first.map { dynamicType($0.value, .hole) } ?? .any
      )
    case .tuple(let tuple):
      if case .tuple = known { return known }
      return .tuple(
        tuple.elements.enumerated().map { index, item in
          Type.TupleElement(
            label: tuple.labels.indices.contains(index) ? tuple.labels[index] : nil, type: dynamicType(item, .hole))
        })
    case .null: return known.wrapped != nil ? known : library.optional(.any)
    case .function, .cell, .weak, .fault: return known
    }
  }

  /// The value as the other type, or nil if it is none.
  func cast(_ value: Value, from: Type, to: Type) -> Value? {
    var value = value
    var type = from
    if case .any(let box) = value {
      value = box.value
      type = box.type
    }
    if case .weak(let reference) = value { value = reference.value }
    if let wrapped = to.wrapped {
      if value.isNull { return type.wrapped != nil || to.isAny ? .null : nil }
      if type.wrapped != nil { return cast(value.unwrapped ?? value, from: type.wrapped ?? .hole, to: wrapped)?.some }
      return cast(value, from: type, to: wrapped)?.some
    }
    // An optional inside is looked through.
    while let wrapped = type.wrapped {
      guard let inner = value.unwrapped else { return to.isAny ? .any(Existential(value, type)) : nil }
      if to.isAny { return .any(Existential(value, type)) }
      value = inner
      type = wrapped
    }
    if case .null = value { return nil }
    let actual = dynamicType(value, type)
    switch to {
    case .hole, .parameter, .member, .variable: return value
    case .existential(let existential):
      if existential.isAnyObject, !actual.isClass { return nil }
      for base in existential.base.compactMap(\.nominal) {
        guard program.environment.upcast(actual, to: base) != nil else { return nil }
      }
      for proto in existential.protocols {
        guard conforms(actual, proto) else { return nil }
      }
      return Existential.needed(for: actual, library) ? .any(Existential(value, actual)) : value
    case .nominal(let nominal, let arguments): return cast(value, actual, to: nominal, arguments.list, to)
    case .tuple(let elements):
      guard case .tuple(let tuple) = value, tuple.elements.count == elements.count, case .tuple(let given) = actual
      else { return elements.isEmpty && actual.isVoid ? value : nil }
      var result: [Value] = []
      for (index, item) in tuple.elements.enumerated() {
        guard let part = cast(item, from: given[index].type, to: elements[index].type) else { return nil }
        result.append(part)
      }
      return .tuple(Tuple(result, labels: elements.contains { $0.label != nil } ? elements.map(\.label) : []))
    case .metatype(let instance):
      guard case .metatype(let box) = value else { return nil }
      if box.type == instance { return value }
      if let nominal = instance.nominal, program.environment.upcast(box.type, to: nominal) != nil { return value }
      if case .existential(let existential) = instance {
        return existential.protocols.allSatisfy { conforms(box.type, $0) } ? value : nil
      }
      return nil
    case .function: return actual == to ? value : nil
    }
  }

  /// Whether what a member or a conformance of a type asks for is there, as far as the type's arguments are known.
  func hold(_ requirements: [Requirement], of owner: Nominal, for type: Type) -> Bool {
    if requirements.isEmpty { return true }
    let environment = program.environment
    var substitution: Substitution = [:]
    if let own = owner.selfParameter {
      substitution[own] = type
    } else if let seen = environment.upcast(type, to: owner) {
      substitution = owner.substitution(seen.genericArguments)
    }
    func known(_ type: Type) -> Type? {
      let resolved = environment.resolve(type.substituting(substitution), [])
      return resolved.hasParameters || resolved.hasHoles ? nil : resolved
    }
    return requirements.allSatisfy { requirement in
      switch requirement {
      case .conforms(let subject, let proto): known(subject).map { conforms($0, proto) } ?? true
      case .same(let left, let right):
        if let left = known(left), let right = known(right) { left == right } else { true }
      case .subclass(let subject, let base):
        if let subject = known(subject), let nominal = base.nominal {
          environment.upcast(subject, to: nominal) != nil
        } else {
          true
        }
      }
    }
  }

  func conforms(_ type: Type, _ proto: Nominal) -> Bool {
    switch program.environment.conformance(of: type, to: proto, context: []) {
    case .no: return false
    case .yes(let conditions):
      return conditions.allSatisfy { condition in
        switch condition {
        case .conforms(let inner, let bound): conforms(inner, bound)
        case .same(let left, let right): left == right
        case .subclass: true
        }
      }
    }
  }

  private func cast(_ value: Value, _ actual: Type, to nominal: Nominal, _ arguments: [Type], _ to: Type) -> Value? {
    guard let own = actual.nominal else { return nil }
    if own === nominal {
      if arguments.isEmpty || actual == to { return value }
      switch value {
      case .array(let list):
        var result: [Value] = []
        for item in list {
          guard let part = cast(item, from: actual.genericArguments[0], to: arguments[0]) else { return nil }
          result.append(part)
        }
        return .array(result)
      case .set(let set):
        var result: Set<Value> = []
        for item in set {
          guard let part = cast(item, from: actual.genericArguments[0], to: arguments[0]) else { return nil }
          result.insert(part)
        }
        return .set(result)
      case .dictionary(let items):
        var result: [Value: Value] = [:]
        for (key, item) in items {
          guard let newKey = cast(key, from: actual.genericArguments[0], to: arguments[0]),
            let newItem = cast(item, from: actual.genericArguments[1], to: arguments[1])
          else { return nil }
          result[newKey] = newItem
        }
        return .dictionary(result)
      default:
        let matches = zip(actual.genericArguments, arguments).allSatisfy {
          $0 == $1 || $0 == .hole || $1 == .hole || $1.hasParameters
        }
        return matches ? value : nil
      }
    }
    if program.environment.upcast(actual, to: nominal) != nil { return value }
    if nominal.name == "AnyHashable" { return value }
    if library.bridges(actual, to) { return program.services.bridge(value, to: to, self) }
    if actual.libraryName == "NSNumber" { return program.services.number(value, as: to, self) }
    return nil
  }
}

extension Type {
  var isNominalOfLibrary: Bool { nominal?.library != nil }
}
