internal import SwiftParser
internal import SwiftSyntax

extension SourceText {
  /// Whether a declaration can have this name as it stands: an identifier that is no keyword.
  public static func canName(_ text: String) -> Bool { text.isValidSwiftIdentifier(for: .variableName) }

  /// The names, operators and keywords that stand anywhere in the text, within strings' interpolations too: whatever it
  /// refers to is among them.
  public var words: Set<String> {
    Set(Parser.parse(source: text).tokens(viewMode: .sourceAccurate).compactMap(\.word))
  }

  /// Those of its words that may mean something declared at top level: neither what stands behind a dot, nor the label of an
  /// argument, nor the members of the type that it declares, which a name alone means there.
  public var references: Set<String> {
    let file = Parser.parse(source: text)
    var members: Set<String> = []
    for statement in file.statements {
      guard let block = statement.item.asProtocol((any DeclGroupSyntax).self)?.memberBlock else { continue }
      for member in block.members { members.formUnion(member.decl.declaredNames) }
    }
    return Set(
      file.tokens(viewMode: .sourceAccurate).lazy.filter { !$0.isMemberOrLabel }.compactMap(\.word)
    ).subtracting(members)
  }
}

extension TokenSyntax {
  fileprivate var word: String? {
    switch tokenKind {
    case .stringSegment, .integerLiteral, .floatLiteral, .endOfFile: return nil
    default:
      let word = text.trimmingPrefix("$")
      return word.hasPrefix("`") ? String(word.dropFirst().dropLast()) : String(word)
    }
  }

  fileprivate var isMemberOrLabel: Bool {
    guard let parent else { return false }
    if let labeled = parent.as(LabeledExprSyntax.self) { return labeled.label == self }
    if let member = parent.as(MemberTypeSyntax.self) { return member.name == self }
    guard let name = parent.as(DeclReferenceExprSyntax.self), name.baseName == self else { return false }
    if let access = name.parent?.as(MemberAccessExprSyntax.self) { return access.declName == name }
    return name.parent?.is(KeyPathPropertyComponentSyntax.self) ?? false
  }
}

extension DeclSyntax {
  /// The names of variables and functions that it declares.
  fileprivate var declaredNames: [String] {
    if let function = self.as(FunctionDeclSyntax.self) { return [function.name].compactMap(\.word) }
    guard let variable = self.as(VariableDeclSyntax.self) else { return [] }
    return variable.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.word }
  }
}
