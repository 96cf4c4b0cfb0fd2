/// What can be said of a value with the help of its static type, for all who walk through values: descriptions, dumps,
/// plain forms, paths.

extension Type {
  /// A generic argument; a hole for what is not known.
  func argument(_ index: Int) -> Type {
    let arguments = genericArguments
    return index < arguments.count ? arguments[index] : .hole
  }

  /// A tuple's element; a hole for what is not known.
  func element(_ index: Int) -> Type {
    if case .tuple(let elements) = self, index < elements.count { return elements[index].type }
    return .hole
  }

  /// The type of a value whose declaration is known: the static type where that has the generic arguments, else the
  /// declaration alone, as for a subclass or a value in an existential.
  func dynamic(_ nominal: Nominal) -> Type {
    self.nominal === nominal ? self : .nominal(nominal, nominal.genericParameters.map { _ in .hole })
  }

  /// The name of a type of the library; `nil` for the program's own, which may be called the same.
  var libraryName: String? {
    guard let nominal, !nominal.isUserType else { return nil }
    return nominal.qualifiedName
  }

  /// `Range` and `ClosedRange`: records of a lower and an upper bound.
  var isTwoSidedRange: Bool { libraryName == "Range" || libraryName == "ClosedRange" }

  /// Whether a kept value is a `LoadState` that was loading: whoever was at it is gone.
  func isLoading(_ kept: PortableValue) -> Bool {
    guard libraryName == "LoadState", case .record(let fields) = kept else { return false }
    return fields.first?.name == "loading"
  }

  /// `UInt` and `UInt64`, whose upper half is kept in the sign.
  var isUnsignedWord: Bool { libraryName == "UInt" || libraryName == "UInt64" }
}

extension Nominal {
  /// The value's identity for collections and patches: `"id"`, if it is stored and the type is `Identifiable`.
  var identityField: String? {
    identitySlot == nil ? nil : "id"
  }

  /// Where the identity is stored.
  var identitySlot: Int? {
    guard let slot = storedProperties.firstIndex(where: { $0.name == "id" && !$0.isLazy }), isIdentifiable else {
      return nil
    }
    return slot
  }

  var isIdentifiable: Bool { conformsToLibrary("Identifiable") }

  /// Whether the type, a superclass or a protocol they conform to conforms to a protocol of the library.
  private func conformsToLibrary(_ name: String) -> Bool {
    var seen: Set<Nominal> = []
    var rest = lineage
    while let next = rest.popLast() {
      guard seen.insert(next).inserted else { continue }
      if next.kind == .protocolType, next.name == name, !next.isUserType { return true }
      rest += next.conformances.map(\.proto)
    }
    return false
  }
}

extension Tuple {
  /// The static type knows labels that a tuple made elsewhere may lack.
  func label(_ index: Int, _ type: Type) -> String? {
    if case .tuple(let elements) = type, index < elements.count { return elements[index].label }
    return index < labels.count ? labels[index] : nil
  }
}

extension Payload {
  /// The types of the values, given the enum's.
  func types(_ type: Type) -> [Type] { enumCase.payloadTypes(type) }
}

extension EnumCase {
  func payloadTypes(_ type: Type) -> [Type] {
    let substitution = owner.substitution(type.genericArguments)
    return payload.map { $0.type.substituting(substitution) }
  }
}

extension StoredProperty {
  /// The type of what the slot holds, which is the wrapper where there is one.
  /// The type; worked out now, if it is inferred and nobody asked before.
  var settledType: Type {
    if case .hole = type { declaration.resolved() }
    return type
  }

  /// The name as reflection shows it.
  var storageName: String { isLazy ? "$__lazy_storage_$_" + name : name }

  /// Whether clients may read it.
  var isVisible: Bool { declaration.access.rawValue > Modifiers.Access.fileprivate.rawValue }

  /// Why clients may not write it, as a sentence; `nil` if they may.
  var writeRefusal: String? {
    if isLet { return "'\(name)' is a 'let' constant" }
    guard declaration.setterAccess.rawValue > Modifiers.Access.fileprivate.rawValue, isVisible else {
      return "'\(name)' setter is inaccessible"
    }
    return nil
  }

  /// The slot's value without the ways of holding it.
  func stored(in slots: [Value]) -> Value {
    switch slots[slot] {
    case .weak(let reference): reference.value
    case .cell(let cell): cell.value
    default: slots[slot]
    }
  }
}

extension Value {
  /// A lazy property's slot before its first use.
  var isUnmadeLazy: Bool {
    switch self {
    case .void, .null(0): true
    default: false
    }
  }
}

extension StoredProperty {
  /// A value that is made of its plain form does not have what was there before: it is made again, or nil.
  var isMadeAnew: Bool { isLazy || isWeak }

  /// It keeps an object of the program, if only sometimes.
  var holdsObject: Bool {
    guard !isLazy, !isWeak, !isUnowned else { return false }
    let type = declaration.result.strippingOptionals.0
    return type.nominal.map { $0.kind == .classType && $0.isUserType } ?? false
  }
}
