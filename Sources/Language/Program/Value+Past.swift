/// Values that were kept, as values of types that have changed since.
///
/// A structure that has got a property takes that one's initial value; one that has lost a property lets go of what it had;
/// one whose type changed begins anew. So what still fits stays, as a database's tables do when a column is added. Clients
/// are not treated like that: what they write is refused where it does not fit.
extension Value {
  /// - Throws: `ValueMismatch` for what cannot be made to fit: a new property without an initial value, say.
  init(past portable: PortableValue, as type: Type) throws(ValueMismatch) {
    do { self = try Value(kept: portable, as: type) } catch {
      self = try Value(kept: portable.fitted(to: type), as: type)
    }
  }
}

extension PortableValue {
  fileprivate func fitted(to type: Type) -> PortableValue {
    guard StackGuard.hasRoom else { return self }
    if let wrapped = type.wrapped { return self == .null ? self : fitted(to: wrapped) }
    switch (self, type.libraryName) {
    case (.list(let items), "Array"), (.list(let items), "ContiguousArray"), (.list(let items), "Set"):
      return .list(items.map { $0.fitted(to: type.argument(0)) })
    case (.list(let pairs), "Dictionary"):
      let pair = Type.tuple([.init(type: type.argument(0)), .init(type: type.argument(1))])
      return .list(pairs.map { $0.fitted(to: pair) })
    case (.record(let fields), "Dictionary"):
      return .record(fields.map { Field($0.name, $0.value.fitted(to: type.argument(1))) })
    default: break
    }
    switch (self, type) {
    case (.list(let items), .tuple(let elements)) where items.count == elements.count:
      return .list(zip(items, elements).map { $0.fitted(to: $1.type) })
    case (.record(let fields), .tuple(let elements)):
      return .record(
        fields.map { field in
          let element = elements.enumerated().first { ($1.label ?? String($0)) == field.name }?.element
          return element.map { Field(field.name, field.value.fitted(to: $0.type)) } ?? field
        })
    case (.record(let fields), .nominal(let nominal, _)) where nominal.kind == .enumeration:
      guard let field = fields.first, let found = nominal.cases.first(where: { $0.name == field.name }) else {
        return self
      }
      let types = found.payloadTypes(type).map(nominal.settled)
      let isBare = types.count == 1 && found.payload[0].label == nil
      let payload = isBare ? types[0] : .tuple(zip(found.payloadNames, types).map { .init(label: $0, type: $1) })
      return .record([Field(field.name, field.value.fitted(to: payload))])
    case (.record(let fields), .nominal(let nominal, _)) where nominal.isPlainRecord && nominal.isUserType:
      return .record(nominal.plainProperties.compactMap { $0.past(fields, of: nominal, type) })
    default: return self
    }
  }
}

extension StoredProperty {
  /// What it had; its initial value where it had nothing that fits. `nil` if there is neither.
  fileprivate func past(_ fields: [PortableValue.Field], of nominal: Nominal, _ owner: Type) -> PortableValue.Field? {
    let type = nominal.settled(settledType.substituting(nominal.substitution(owner.genericArguments)))
    if let field = fields.first(where: { $0.name == name }) {
      let fitted = field.value.fitted(to: type)
      if (try? Value(kept: fitted, as: type)) != nil { return .init(name, fitted) }
    }
    guard let initial, let machine = nominal.home?.machine else { return nil }
    let value = try? machine.activate { () throws(Abort) in
      try machine.initialValue(machine.compiled(initial), TypeArguments.of(owner))
    }
    return value?.portable.map { .init(name, $0) }
  }
}
