/// A text that is still being typed, for completion.
internal import SwiftParser
internal import SwiftSyntax

extension SourceParser {
  /// Parses a text with the completion token in it. What cannot be understood is left out without a word.
  /// - Parameters:
  ///   - token: where the token begins, in UTF-8 bytes.
  ///   - syntax: that of the text before this one.
  static func parseUnfinished(
    _ file: SourceFile, _ known: Conventions, token: Int, after syntax: UnfinishedSyntax
  ) -> (statements: [Stmt], place: CompletionPlace) {
    guard SourceDepth.tooDeep(file.text) == nil else { return ([], .none) }
    let tree = syntax.tree(of: file.text)
    guard TreeDepth.tooDeep(tree, textBytes: file.text.utf8.count) == nil,
      let found = tree.token(at: AbsolutePosition(utf8Offset: token)),
      found.positionAfterSkippingLeadingTrivia.utf8Offset == token, found.text == CompletionToken.text
    else { return ([], .none) }
    let unheard = Diagnostics()
    var conventions = known
    conventions.learn(from: [tree])
    let folding = Folding(tree, file, conventions, unheard, isUnfinished: true)
    guard let folded = folding.tree else { return ([], .none) }
    let translator = Translator(
      file: file, assignmentOperators: folding.assignmentOperators, conventions: conventions, diagnostics: unheard)
    translator.completionToken = token
    let place = GenericArgumentPlace(before: file.text.utf8.prefix(token)).map(\.completed) ?? place(of: found)
    return (translator.statements(folded.statements), place)
  }

  private static func place(of token: TokenSyntax) -> CompletionPlace {
    guard let parent = token.parent else { return .none }
    if isBehindSignature(token) { return .signature }
    if let accessors = accessors(of: token) { return accessors }
    if isSetterAccess(token) { return .setter }
    switch parent.kind {
    case .declReferenceExpr: return .expression(startsStatement: startsStatement(token), wish: wish(of: token))
    case .identifierPattern where isShorthand(parent): return .expression(startsStatement: false, wish: .optional)
    case .functionDecl, .identifierPattern: return newMember(token) ?? .none
    case .identifierType:
      return parent.parent?.is(AttributeSyntax.self) == true
        ? .attribute(attributeUse(parent)) : .type(path: [], use: typeUse(parent))
    case .memberType:
      let base = parent.as(MemberTypeSyntax.self)?.baseType.trimmedDescription ?? ""
      return .type(path: base.split(separator: ".").map(String.init), use: .value)
    case .macroExpansionExpr, .macroExpansionDecl: return .macro
    case .importPathComponent: return .module
    case .unexpectedNodes: return isAmongMembers(parent) ? .memberDeclaration : .none
    default: return .none
    }
  }

  /// `if let name`, which is a name already.
  private static func isShorthand(_ pattern: Syntax) -> Bool {
    pattern.parent?.as(OptionalBindingConditionSyntax.self).map { $0.initializer == nil } ?? false
  }

  /// `var count = 0 { |`, `var count: Int { |`. The parser takes the first for a closure behind the value.
  private static func accessors(of token: TokenSyntax) -> CompletionPlace? {
    guard let brace = token.previousToken(viewMode: .sourceAccurate), brace.tokenKind == .leftBrace,
      let braced = brace.parent, braced.is(AccessorBlockSyntax.self) || braced.is(ClosureExprSyntax.self)
    else { return nil }
    var node = braced
    while !node.is(PatternBindingSyntax.self) {
      guard let parent = node.parent else { return nil }
      // The closure is what the value is called with, not a part of it.
      let isLast = parent.lastToken(viewMode: .sourceAccurate) == node.lastToken(viewMode: .sourceAccurate)
      guard isLast, !parent.is(LabeledExprSyntax.self), !parent.is(CodeBlockItemSyntax.self) else { return nil }
      node = parent
    }
    guard let binding = node.as(PatternBindingSyntax.self),
      node.parent?.parent?.as(VariableDeclSyntax.self)?.bindingSpecifier.tokenKind == .keyword(.var)
    else { return nil }
    if let value = binding.initializer {
      // `= {` begins a closure.
      return value.equal == brace.previousToken(viewMode: .sourceAccurate) ? nil : .observers
    }
    return .expression(startsStatement: true, wish: .accessor)
  }

  private static func isSetterAccess(_ token: TokenSyntax) -> Bool {
    guard let parenthesis = token.previousToken(viewMode: .sourceAccurate), parenthesis.tokenKind == .leftParen,
      let level = parenthesis.previousToken(viewMode: .sourceAccurate)
    else { return false }
    return ["private", "fileprivate", "internal", "public"].contains(level.text)
  }

  private static func isBehindSignature(_ token: TokenSyntax) -> Bool {
    guard !token.leadingTrivia.contains(where: \.isNewline), let last = token.previousToken(viewMode: .sourceAccurate),
      !last.trailingTrivia.contains(where: \.isNewline)
    else { return false }
    var node = last.parent
    while let step = node, !step.is(FunctionSignatureSyntax.self) {
      guard step.is(FunctionParameterClauseSyntax.self) || step.is(FunctionEffectSpecifiersSyntax.self) else {
        return false
      }
      node = step.parent
    }
    return node?.parent?.as(FunctionDeclSyntax.self).map { $0.body == nil } ?? false
  }

  private static func attributeUse(_ name: Syntax) -> AttributeUse {
    var node: Syntax? = name
    while let step = node {
      if step.is(FunctionParameterSyntax.self) || step.is(AttributedTypeSyntax.self) { return .parameter }
      if step.is(MemberBlockSyntax.self) { return .member }
      if step.is(CodeBlockSyntax.self) { break }
      node = step.parent
    }
    return .declaration
  }

  private static func typeUse(_ type: Syntax) -> TypeUse {
    guard let parent = type.parent else { return .value }
    if let subject = requirementUse(type, in: parent) { return subject }
    switch parent.kind {
    case .someOrAnyType, .genericParameter, .conformanceRequirement: return .constraint
    case .inheritedType: break
    default: return .value
    }
    guard let clause = parent.parent?.parent?.as(InheritanceClauseSyntax.self), let owner = clause.parent else {
      return .value
    }
    var said = clause.inheritedTypes.map { $0.type.trimmedDescription }
    if let name = owner.asProtocol((any NamedDeclSyntax).self)?.name.text { said.append(name) }
    let inheritor: TypeUse.Inheritor =
      switch owner.kind {
      case .structDecl: .structure
      case .classDecl: .classType
      case .enumDecl: .enumeration
      default: .other
      }
    return .inherited(by: inheritor, besides: said)
  }

  /// On the left of a requirement, which may end there.
  private static func requirementUse(_ type: Syntax, in requirement: Syntax) -> TypeUse? {
    let left =
      requirement.as(ConformanceRequirementSyntax.self).map { Syntax($0.leftType) }
      ?? requirement.as(SameTypeRequirementSyntax.self).map { Syntax($0.leftType) }
    guard left?.id == type.id else { return nil }
    var names: [String] = []
    var extended: [String] = []
    var node: Syntax? = requirement
    while let step = node {
      if let generic = step.asProtocol((any WithGenericParametersSyntax).self) {
        names += generic.genericParameterClause?.parameters.map(\.name.text) ?? []
      } else if let declaration = step.as(ExtensionDeclSyntax.self) {
        extended = declaration.extendedType.trimmedDescription.split(separator: ".").map(String.init)
      } else if let declaration = step.as(ProtocolDeclSyntax.self) {
        extended = [declaration.name.text]
      }
      node = step.parent
    }
    return .requirement(of: names, extending: extended)
  }

  private static func startsStatement(_ token: TokenSyntax) -> Bool {
    var node = Syntax(token)
    while let parent = node.parent {
      if parent.is(CodeBlockItemSyntax.self) {
        return parent.positionAfterSkippingLeadingTrivia == token.positionAfterSkippingLeadingTrivia
      }
      node = parent
    }
    return false
  }

  /// What stands before the chain that the token ends.
  private static func wish(of token: TokenSyntax) -> CompletionWish {
    var wish: CompletionWish = []
    var node = Syntax(token)
    while let parent = node.parent {
      switch parent.kind {
      case .declReferenceExpr, .memberAccessExpr, .optionalChainingExpr, .forceUnwrapExpr: break
      case .functionCallExpr: if parent.as(FunctionCallExprSyntax.self)?.calledExpression.id != node.id { return wish }
      case .tryExpr: wish.insert(.throwing)
      case .awaitExpr: wish.insert(.asynchronous)
      case .forStmt:
        if parent.as(ForStmtSyntax.self)?.sequence.id == node.id { wish.insert(.sequence) }
        return wish
      case .throwStmt:
        wish.insert(.error)
        return wish
      case .initializerClause:
        if parent.parent?.is(OptionalBindingConditionSyntax.self) == true { wish.insert(.optional) }
        return wish
      default: return wish
      }
      node = parent
    }
    return wish
  }

  /// `override func |`, `var |`: among the members of a type.
  private static func newMember(_ token: TokenSyntax) -> CompletionPlace? {
    var node = Syntax(token)
    while !node.is(FunctionDeclSyntax.self), !node.is(VariableDeclSyntax.self) {
      guard let parent = node.parent, !parent.is(CodeBlockItemSyntax.self) else { return nil }
      node = parent
    }
    let modifiers = node.as(FunctionDeclSyntax.self)?.modifiers ?? node.as(VariableDeclSyntax.self)?.modifiers
    guard let modifiers, node.parent?.is(MemberBlockItemSyntax.self) == true else { return nil }
    var path: [String] = []
    var outer = node.parent
    while let step = outer {
      if let type = step.asProtocol((any DeclGroupSyntax).self) {
        if let named = type.asProtocol((any NamedDeclSyntax).self) {
          path.insert(named.name.text, at: 0)
        } else if let extended = type.as(ExtensionDeclSyntax.self) {
          let names = extended.extendedType.trimmedDescription.split(separator: ".").map(String.init)
          path.insert(contentsOf: names, at: 0)
        }
      }
      outer = step.parent
    }
    return .newMember(
      of: path, isFunction: node.is(FunctionDeclSyntax.self),
      isOverride: modifiers.contains { $0.name.tokenKind == .keyword(.override) },
      isStatic: modifiers.contains { $0.name.tokenKind == .keyword(.static) })
  }

  private static func isAmongMembers(_ node: Syntax) -> Bool {
    var current: Syntax? = node
    while let step = current {
      if step.is(MemberBlockSyntax.self) { return true }
      if step.is(CodeBlockSyntax.self) || step.is(ClosureExprSyntax.self) { return false }
      current = step.parent
    }
    return false
  }
}
