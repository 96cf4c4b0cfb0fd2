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

extension Nominal {
  /// What the type of a part of it stands for: `T.Item` of a `T` that is known.
  func settled(_ type: Type) -> Type {
    guard type.contains({ if case .member = $0 { true } else { false } }) else { return type }
    return home?.machine?.program.environment.resolve(type, []) ?? type
  }
}

extension PropertyInfo {
  /// The type of a part of its value, if it is known before there is one.
  public func part(along steps: [PathStep]) -> (typeName: String, schema: Schema)? {
    steps.isEmpty ? (typeName, schema) : type.part(along: steps).map { ($0.description, $0.schema) }
  }

  /// What a part of its value was in another type, in the form of the one it has now; `nil` if nothing can be made to fit.
  public func past(_ portable: PortableValue, along steps: [PathStep]) -> PortableValue? {
    type.part(along: steps).flatMap { try? Value(past: portable, as: $0) }?.portable
  }

  /// How many times its type says that it may be nil.
  public var optionalDepth: Int { type.strippingOptionals.depth }
}

extension Global {
  /// The same for a named value.
  public func part(along steps: [PathStep]) -> (typeName: String, schema: Schema)? {
    type.part(along: steps).map { ($0.description, $0.schema) }
  }

  public var optionalDepth: Int { type.strippingOptionals.depth }
}
