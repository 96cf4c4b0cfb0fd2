internal import SwiftParser
internal import SwiftSyntax

/// What stands at the top level of a text: for those who may not declare everything.
public struct TopLevelItem: Hashable, Sendable {
  public enum Kind: Sendable {
    case type, alias, function, `extension`, `import`
    /// A value, a statement, an operator.
    case other
  }

  public var kind: Kind
  /// What it declares; of an extension the type that it extends, and of a member type that in which it stands.
  public var name: String
}

extension SourceText {
  /// `nil` for what is no Swift by itself, as a text whose braces are closed in another one. Nothing is checked.
  public var topLevelItems: [TopLevelItem]? {
    guard SourceDepth.tooDeep(text) == nil else { return nil }
    let tree = Parser.parse(source: text)
    guard !tree.hasError else { return nil }
    return tree.statements.map { TopLevelItem($0.item) }
  }
}

extension TopLevelItem {
  fileprivate init(_ item: CodeBlockItemSyntax.Item) {
    guard case .decl(let decl) = item else {
      self.init(kind: .other, name: "")
      return
    }
    func named(_ kind: Kind, _ token: TokenSyntax) -> Self {
      Self(kind: kind, name: token.identifier?.name ?? token.text)
    }
    switch decl.as(DeclSyntaxEnum.self) {
    case .structDecl(let node): self = named(.type, node.name)
    case .classDecl(let node): self = named(.type, node.name)
    case .enumDecl(let node): self = named(.type, node.name)
    case .actorDecl(let node): self = named(.type, node.name)
    case .protocolDecl(let node): self = named(.type, node.name)
    case .typeAliasDecl(let node): self = named(.alias, node.name)
    case .functionDecl(let node): self = named(.function, node.name)
    case .importDecl: self.init(kind: .import, name: "")
    case .extensionDecl(let node):
      self.init(kind: .extension, name: Self.outermost(node.extendedType))
    default: self.init(kind: .other, name: "")
    }
  }

  private static func outermost(_ type: TypeSyntax) -> String {
    if let member = type.as(MemberTypeSyntax.self) { return outermost(member.baseType) }
    guard let name = type.as(IdentifierTypeSyntax.self)?.name else { return type.trimmedDescription }
    return name.identifier?.name ?? name.text
  }
}
