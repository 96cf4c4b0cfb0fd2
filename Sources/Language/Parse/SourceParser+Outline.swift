/// What a text declares, and where: for lists of symbols. Nothing is checked, and the text need not be right.
internal import SwiftParser
internal import SwiftSyntax

/// One declaration of a text.
public struct OutlineEntry: Hashable, Sendable {
  public enum Kind: String, Sendable {
    case `class`, `struct`, `enum`, `actor`, `protocol`, `extension`, function, method, initializer, `subscript`, value
    case property, `case`, alias
  }

  public var name: String
  public var kind: Kind
  /// How many types it stands in; those of one come behind it.
  public var depth: Int
  /// What is written before its body or its value, in one line.
  public var detail: String
  /// In UTF-8 bytes.
  public var range: Range<Int>
  public var nameRange: Range<Int>
  /// A member of the type itself, not of its values.
  public var isStatic = false
}

extension SourceParser {
  /// The declarations at top level and the members of types, in the order of the text.
  static func outline(of text: String) -> [OutlineEntry] {
    guard SourceDepth.tooDeep(text) == nil else { return [] }
    let tree = Parser.parse(source: text)
    guard TreeDepth.tooDeep(tree, textBytes: text.utf8.count) == nil else { return [] }
    let visitor = OutlineVisitor(viewMode: .sourceAccurate)
    visitor.walk(tree)
    return visitor.entries
  }
}

private final class OutlineVisitor: SyntaxVisitor {
  var entries: [OutlineEntry] = []
  private var depth = 0

  private func add(
    _ kind: OutlineEntry.Kind, _ name: String, at token: some SyntaxProtocol, of node: some SyntaxProtocol,
    until body: (any SyntaxProtocol)?, modifiers: DeclModifierListSyntax
  ) {
    let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
    let end = node.endPositionBeforeTrailingTrivia.utf8Offset
    let nameRange =
      token.positionAfterSkippingLeadingTrivia.utf8Offset..<token.endPositionBeforeTrailingTrivia.utf8Offset
    // While it is being typed it has no name.
    guard !nameRange.isEmpty, nameRange.lowerBound >= start, nameRange.upperBound <= end else { return }
    let head = body.map { $0.position.utf8Offset } ?? end
    let bytes = Array(node.trimmedDescription.utf8.prefix(max(0, head - start)))
    let detail = String(decoding: bytes, as: UTF8.self)
      .split(whereSeparator: { $0.isNewline || $0 == " " || $0 == "\t" }).joined(separator: " ")
    entries.append(
      OutlineEntry(
        name: name, kind: kind, depth: depth, detail: detail, range: start..<end,
        nameRange: nameRange,
        isStatic: kind == .case || modifiers.contains { ["static", "class"].contains($0.name.text) }))
  }

  private func type(
    _ kind: OutlineEntry.Kind, _ name: TokenSyntax, _ node: some DeclGroupSyntax
  ) -> SyntaxVisitorContinueKind {
    add(kind, name.text, at: name, of: node, until: node.memberBlock, modifiers: node.modifiers)
    depth += 1
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { type(.class, node.name, node) }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { type(.struct, node.name, node) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { type(.enum, node.name, node) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { type(.actor, node.name, node) }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { type(.protocol, node.name, node) }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.extendedType.trimmedDescription
    add(.extension, name, at: node.extendedType, of: node, until: node.memberBlock, modifiers: node.modifiers)
    depth += 1
    return .visitChildren
  }

  override func visitPost(_ node: ClassDeclSyntax) { depth -= 1 }
  override func visitPost(_ node: StructDeclSyntax) { depth -= 1 }
  override func visitPost(_ node: EnumDeclSyntax) { depth -= 1 }
  override func visitPost(_ node: ActorDeclSyntax) { depth -= 1 }
  override func visitPost(_ node: ProtocolDeclSyntax) { depth -= 1 }
  override func visitPost(_ node: ExtensionDeclSyntax) { depth -= 1 }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    add(
      depth == 0 ? .function : .method, node.name.text, at: node.name, of: node, until: node.body,
      modifiers: node.modifiers)
    return .skipChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    add(.initializer, "init", at: node.initKeyword, of: node, until: node.body, modifiers: node.modifiers)
    return .skipChildren
  }

  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    add(
      .subscript, "subscript", at: node.subscriptKeyword, of: node, until: node.accessorBlock, modifiers: node.modifiers
    )
    return .skipChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    for binding in node.bindings {
      for name in names(of: binding.pattern) {
        add(
          depth == 0 ? .value : .property, name.text, at: name, of: node,
          until: binding.accessorBlock.map { $0 as any SyntaxProtocol } ?? binding.initializer,
          modifiers: node.modifiers)
      }
    }
    return .skipChildren
  }

  private func names(of pattern: PatternSyntax) -> [TokenSyntax] {
    if let name = pattern.as(IdentifierPatternSyntax.self) { return [name.identifier] }
    return pattern.as(TuplePatternSyntax.self)?.elements.flatMap { names(of: $0.pattern) } ?? []
  }

  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind {
    for element in node.elements {
      add(
        .case, element.name.text, at: element.name, of: element, until: element.trailingComma, modifiers: node.modifiers
      )
    }
    return .skipChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    add(.alias, node.name.text, at: node.name, of: node, until: nil, modifiers: node.modifiers)
    return .skipChildren
  }

  // What stands in bodies is nobody else's.
  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
