/// The `CodingKeys` that a type has without writing them, for the half of `Codable` that it writes itself.
extension Declarer {
  /// After it is known what the types conform to, and before their members are declared.
  func addCodingKeys() {
    guard file.text.contains("CodingKeys") else { return }
    for nominal in nominals where nominal.kind == .structure || nominal.kind == .classType {
      guard let node = nominal.node, environment.typeMember(of: nominal, named: "CodingKeys") == nil,
        isCodedPartlyByItself(nominal, node)
      else { continue }
      let names = node.members.flatMap(\.storedNames)
      let span = node.nameSpan
      let cases = names.map { CaseNode(name: $0, parameters: [], hasPayload: false, rawValue: nil, span: span) }
      let keys = NominalNode(
        kind: .enumeration, name: "CodingKeys", nameSpan: span, generics: GenericsNode(),
        inherited: [TypeNode(.named([("CodingKey", [], span)]), span)], members: [Decl(.cases(cases), span)],
        end: node.end)
      var modifiers = Modifiers()
      modifiers.access = .private
      let made = makeNominal(keys, Decl(.nominal(keys), span, modifiers: modifiers), parent: nominal)
      nominal.typeMembers["CodingKeys"] = .nominal(made)
      fillHeader(made, keys)
      nominal.madeCodingKeys = made
    }
  }

  /// It says that it can be coded, and does not write both halves, for which it would write the keys, too.
  private func isCodedPartlyByItself(_ nominal: Nominal, _ node: NominalNode) -> Bool {
    let protocols = environment.protocols(of: nominal, own: true).filter { $0.proto.library != nil }.map(\.proto.name)
    let isEncoded = protocols.contains("Encodable") && !node.members.contains { $0.declares("encode", "to") }
    let isDecoded = protocols.contains("Decodable") && !node.members.contains { $0.declares("init", "from") }
    return isEncoded || isDecoded
  }
}

extension Decl {
  fileprivate var storedNames: [String] {
    guard case .variable(let node) = kind, !modifiers.isStatic, !modifiers.isClassMember, !modifiers.isLazy else {
      return []
    }
    return node.bindings.compactMap { binding in
      guard binding.accessors?.isComputed != true, case .binding(let name, _) = binding.pattern.kind else { return nil }
      return name
    }
  }

  fileprivate func declares(_ name: String, _ label: String) -> Bool {
    guard case .function(let node) = kind else { return false }
    return node.name == name && node.parameters.map(\.label) == [label]
  }
}
