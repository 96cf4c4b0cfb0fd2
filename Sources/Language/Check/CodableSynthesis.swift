/// Whether `encode(to:)` and `init(from:)` can be derived for a type that says it is `Codable`.
struct CodableSynthesis {
  let environment: TypeEnvironment
  let nominal: Nominal
  let proto: Nominal

  /// Calls back with what stands in the way, if anything does.
  func check(_ fail: ([(String, Span)]) -> Void) {
    let notes = nominal.kind == .enumeration ? payloads() : properties()
    if !notes.isEmpty { fail(notes) }
  }

  private func payloads() -> [(String, Span)] {
    if nominal.rawType != nil { return [] }
    return nominal.cases.flatMap { enumCase in
      enumCase.payload.compactMap { conforms($0.type) ? nil : note($0.type, $0.span) }
    }
  }

  private func properties() -> [(String, Span)] {
    let keys = codingKeys
    let inherited = nominal.superclass?.nominal?.storedProperties.count ?? 0
    return nominal.storedProperties.dropFirst(inherited).compactMap { property in
      property.declaration.resolved()
      let name = property.wrapped ?? property.name
      if property.isLazy { return nil }
      if let keys, !keys.contains(name) {
        // It keeps the value it begins with, so it needs one.
        let hasValue = property.initial != nil || (!property.isLet && property.type.wrapped != nil)
        if proto.name == "Encodable" || hasValue { return nil }
        return (
          "cannot automatically synthesize '\(proto.name)' because '\(name)' does not have a matching CodingKey and does "
            + "not have a default value", property.declaration.span
        )
      }
      if property.isPublished {
        return note(property.declaration.result, property.declaration.span, wrapper: "Published")
      }
      let type = property.declaration.result
      return conforms(type) ? nil : note(type, property.declaration.span)
    }
  }

  private func note(_ type: Type, _ span: Span, wrapper: String? = nil) -> (String, Span) {
    let spelled = wrapper.map { "\($0)<\(type)>" } ?? "\(type)"
    return (
      "cannot automatically synthesize '\(proto.name)' because '\(spelled)' does not conform to '\(proto.name)'", span
    )
  }

  private var codingKeys: Set<String>? {
    switch environment.typeMember(of: nominal, named: "CodingKeys") {
    case .nominal(let keys)?: Set(keys.cases.map(\.name))
    default: nil
    }
  }

  private func conforms(_ type: Type) -> Bool {
    switch type {
    // What is not known yet, or only known where it is used.
    case .hole, .variable, .parameter, .member: return true
    default: break
    }
    guard case .yes(let conditions) = environment.conformance(of: type, to: proto, context: []) else { return false }
    return conditions.allSatisfy { condition in
      if case .conforms(let inner, proto) = condition { return conforms(inner) }
      return true
    }
  }
}
