/// Structs and enums that have themselves as a part: they would need room without end.
struct RecursiveValues {
  let environment: TypeEnvironment
  let diagnostics: Diagnostics

  func check(_ nominal: Nominal, _ file: SourceFile) {
    switch nominal.kind {
    case .structure:
      for property in nominal.storedProperties {
        property.declaration.resolved()
        guard contains(property.declaration.result, nominal) else { continue }
        diagnostics.error(
          "value type '\(nominal.name)' cannot have a stored property that recursively contains it", file,
          property.declaration.span)
        return
      }
    case .enumeration:
      guard nominal.directPayload.contains(where: { contains($0, nominal) }) else { return }
      diagnostics.error("recursive enum '\(nominal.name)' is not marked 'indirect'", file, nominal.span)
    case .classType, .protocolType: break
    }
  }

  private func contains(_ type: Type, _ wanted: Nominal) -> Bool {
    var seen: Set<Type> = []
    return contains(type, wanted, &seen)
  }

  private func contains(_ type: Type, _ wanted: Nominal, _ seen: inout Set<Type>) -> Bool {
    switch type {
    case .tuple(let elements): return elements.contains { contains($0.type, wanted, &seen) }
    case .nominal(let nominal, let arguments):
      if nominal === wanted { return true }
      guard nominal.isUserType else {
        return nominal.isOptional && arguments.contains { contains($0, wanted, &seen) }
      }
      // A generic type may contain itself with ever larger arguments.
      guard seen.count < 100, seen.insert(type).inserted else { return false }
      let substitution = nominal.substitution(arguments)
      return nominal.directParts.contains { contains($0.substituting(substitution), wanted, &seen) }
    default: return false
    }
  }
}

extension Nominal {
  /// What an enum has in itself, and not behind a reference.
  fileprivate var directPayload: [Type] {
    isIndirect ? [] : cases.filter { !$0.isIndirect }.flatMap { $0.payload.map(\.type) }
  }

  fileprivate var directParts: [Type] {
    switch kind {
    case .structure:
      storedProperties.map { property in
        property.declaration.resolved()
        return property.declaration.result
      }
    case .enumeration: directPayload
    case .classType, .protocolType: []
    }
  }
}
