/// The static types of parts of values: `shelf.books[id: 1].title`.
extension Type {
  /// The type of what the steps lead to, optionals on the way looked through; `nil` where only a value knows.
  func part(along steps: [PathStep]) -> Type? {
    steps.reduce(self) { type, step in type?.strippingOptionals.0.part(at: step) }
  }

  private func part(at step: PathStep) -> Type? {
    switch (libraryName, step) {
    case ("Array", .index), ("ArraySlice", .index), ("ContiguousArray", .index), ("Array", .identified),
      ("ArraySlice", .identified), ("ContiguousArray", .identified):
      return argument(0)
    case ("Dictionary", _): return argument(1)
    default: break
    }
    guard case .member(let name) = step else { return nil }
    if case .tuple(let elements) = self {
      return elements.enumerated().first { $1.label == name || String($0) == name }?.element.type
    }
    guard let nominal, let property = nominal.storedProperties.first(where: { $0.name == name }) else { return nil }
    return nominal.settled(property.settledType.substituting(TypeArguments.of(self)?.substitution ?? [:]))
  }
}

extension Type {
  /// Why clients may not write what the steps lead to, as a sentence; `nil` if they may. The steps are those of a patch, which
  /// sees the plain form: a value of an enumeration is a record of its case there, and a pair is a list.
  fileprivate func writeRefusal(of steps: [PathStep]) -> String? {
    var type = self
    for step in steps {
      type = type.strippingOptionals.0
      if case .member(let name) = step, let nominal = type.nominal, nominal.kind == .structure, nominal.isUserType,
        let refusal = nominal.storedProperties.first(where: { $0.name == name })?.writeRefusal
      {
        return refusal
      }
      guard let part = type.plainPart(at: step) else { return nil }
      type = part
    }
    return nil
  }

  private func plainPart(at step: PathStep) -> Type? {
    switch (self, step) {
    case (.tuple(let elements), .index(let index)): return elements.indices.contains(index) ? elements[index].type : nil
    case (_, .index) where libraryName == "Dictionary" || libraryName == "KeyValuePairs":
      return .tuple([.init(type: argument(0)), .init(type: argument(1))])
    case (_, .index): return nominal?.isUserType == false ? argument(0) : nil
    case (_, .member(let name)):
      guard let nominal, nominal.kind == .enumeration, let found = nominal.cases.first(where: { $0.name == name })
      else {
        return part(at: step)
      }
      let types = found.payloadTypes(self).map { nominal.settled($0) }
      if types.count == 1, found.payload[0].label == nil { return types[0] }
      return .tuple(zip(found.payloadNames, types).map { Type.TupleElement(label: $0, type: $1) })
    case (_, .key), (_, .identified): return part(at: step)
    }
  }
}

extension Nominal {
  /// What the type of a part of it stands for: `T.Item` of a `T` that is known.
  func settled(_ type: Type) -> Type {
    guard type.hasMembers else { return type }
    return home?.machine?.program.environment.resolve(type, []) ?? type
  }
}

extension PropertyInfo {
  /// The type of a part of its value, if it is known before there is one.
  public func part(along steps: [PathStep]) -> (typeName: String, schema: Schema)? {
    steps.isEmpty ? (typeName, schema) : type.part(along: steps).map { ($0.description, $0.schema) }
  }

  /// Why clients may not write what a patch of a part of its value writes, as a sentence; `nil` if they may.
  public func writeRefusal(of steps: [PathStep], in part: [PathStep]) -> String? {
    type.part(along: part)?.writeRefusal(of: steps)
  }

  /// What a part of its value was in another type, in the form of the one it has now; `nil` if nothing can be made to fit.
  public func past(_ portable: PortableValue, along steps: [PathStep]) -> PortableValue? {
    type.part(along: steps).flatMap { try? Value(past: portable, as: $0) }?.portable
  }

  /// How many times its type says that it may be nil.
  public var optionalDepth: Int { type.strippingOptionals.depth }
}

extension NamedBinding {
  /// As of a property.
  public func writeRefusal(of steps: [PathStep], in part: [PathStep]) -> String? {
    type.part(along: part)?.writeRefusal(of: steps)
  }
}

extension Global {
  /// The same for a named value.
  public func part(along steps: [PathStep]) -> (typeName: String, schema: Schema)? {
    type.part(along: steps).map { ($0.description, $0.schema) }
  }

  public var optionalDepth: Int { type.strippingOptionals.depth }
}
