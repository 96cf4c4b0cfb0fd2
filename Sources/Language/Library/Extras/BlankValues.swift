/// Data that has the form of a type and says nothing: what a property holds until its owner has told what it is.
extension Type {
  /// `nil` for what has no plain form, and for what contains itself without an end.
  var blank: PortableValue? { blank(inside: []) }

  /// - Parameter outer: what it is a part of.
  private func blank(inside outer: [Nominal]) -> PortableValue? {
    if wrapped != nil { return .null }
    if integerBounds != nil { return .int(0) }
    switch libraryName {
    case "Bool": return .bool(false)
    case "Double", "Float", "CGFloat", "Float32", "Float64": return .double(0)
    case "Decimal": return .int(0)
    case "String", "Substring", "Data": return .string("")
    case "Character", "Unicode.Scalar": return .string(" ")
    case "Date": return .string("1970-01-01T00:00:00Z")
    case "UUID": return .string("00000000-0000-0000-0000-000000000000")
    case "URL": return .string("about:blank")
    case "Duration": return .list([.int(0), .int(0)])
    case "Measurement":
      return FoundationLibrary.baseSymbol(of: argument(0).libraryName).map {
        .record([.init("unit", .string($0)), .init("value", .double(0))])
      }
    case "Array", "ArraySlice", "ContiguousArray", "Set", "IndexSet", "KeyValuePairs": return .list([])
    case "Dictionary": return .record([])
    default: break
    }
    if let form = CodedForm.of(self) { return form.portable(form.blank(self)) }
    if case .tuple(let elements) = self, !elements.isEmpty {
      let isLabelled = elements.contains { $0.label != nil }
      let parts = Self.blanks(elements.enumerated().map { ($1.label ?? String($0), $1.type) }, inside: outer)
      return parts.map { isLabelled ? .record($0) : .list(PortableList($0.map(\.value))) }
    }
    guard let nominal, !outer.contains(where: { $0 === nominal }) else { return nil }
    if nominal.isRange {
      return argument(0).blank(inside: outer).map { bound in
        .list(nominal.name.hasPrefix("Partial") ? [bound] : [bound, bound])
      }
    }
    if nominal.kind == .enumeration { return choice(nominal, inside: outer + [nominal]) }
    guard nominal.isPlainRecord else { return nil }
    let substitution = nominal.substitution(genericArguments)
    let fields = nominal.plainProperties.map { ($0.name, $0.settledType.substituting(substitution)) }
    return Self.blanks(fields, inside: outer + [nominal]).map { .record($0) }
  }

  private static func blanks(_ fields: [(name: String, type: Type)], inside outer: [Nominal])
    -> [PortableValue.Field]?
  {
    var values: [PortableValue.Field] = []
    for (name, type) in fields {
      guard let value = type.blank(inside: outer) else { return nil }
      values.append(.init(name, value))
    }
    return values
  }

  /// Its first case that says nothing more, or else the first whose values have blanks.
  private func choice(_ nominal: Nominal, inside outer: [Nominal]) -> PortableValue? {
    if let plain = nominal.cases.first(where: { $0.payload.isEmpty }) {
      return plain.rawValue?.portable ?? .string(plain.name)
    }
    for choice in nominal.cases {
      let fields = zip(choice.payloadNames, choice.payloadTypes(self)).map { ($0, $1) }
      guard let values = Self.blanks(fields, inside: outer) else { continue }
      // A value without a label stands alone.
      let isBare = values.count == 1 && choice.payload[0].label == nil
      return .record([.init(choice.name, isBare ? values[0].value : .record(values))])
    }
    return nil
  }
}
