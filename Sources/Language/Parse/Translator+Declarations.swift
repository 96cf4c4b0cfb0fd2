/// Declarations of the text.
internal import SwiftSyntax

extension Translator {
  func declaration(_ node: DeclSyntax) -> Decl? {
    let span = span(node)
    switch node.as(DeclSyntaxEnum.self) {
    case .importDecl(let declaration): return importing(declaration, span)
    case .variableDecl(let declaration): return variable(declaration, span)
    case .functionDecl(let declaration): return function(declaration, span)
    case .initializerDecl(let declaration): return initializer(declaration, span)
    case .deinitializerDecl(let declaration):
      let body = inFunction("deinit") { declaration.body.map { block($0) } }
      return Decl(
        .function(
          FunctionNode(
            kind: .deinitializer, name: "deinit", nameSpan: self.span(declaration.deinitKeyword),
            generics: GenericsNode(),
            parameters: [], resultType: nil, body: body ?? [], bodyEnd: end(declaration.body))), span,
        modifiers: modifiers(declaration.modifiers, declaration.attributes))
    case .subscriptDecl(let declaration): return subscripted(declaration, span)
    case .structDecl(let declaration):
      return nominal(
        .structure, declaration.name, declaration.genericParameterClause, declaration.genericWhereClause,
        declaration.inheritanceClause, declaration.memberBlock, declaration.modifiers, declaration.attributes, span)
    case .classDecl(let declaration):
      return nominal(
        .classType, declaration.name, declaration.genericParameterClause, declaration.genericWhereClause,
        declaration.inheritanceClause, declaration.memberBlock, declaration.modifiers, declaration.attributes, span)
    case .enumDecl(let declaration):
      return nominal(
        .enumeration, declaration.name, declaration.genericParameterClause, declaration.genericWhereClause,
        declaration.inheritanceClause, declaration.memberBlock, declaration.modifiers, declaration.attributes, span)
    case .protocolDecl(let declaration):
      var generics = generics(nil, declaration.genericWhereClause)
      generics.parameters = (declaration.primaryAssociatedTypeClause?.primaryAssociatedTypes ?? []).map {
        .init(name: identifier($0.name), bound: nil, span: self.span($0))
      }
      return nominal(
        .protocolType, declaration.name, generics, declaration.inheritanceClause, declaration.memberBlock,
        declaration.modifiers, declaration.attributes, span)
    case .extensionDecl(let declaration):
      if let part = screenPart(declaration) {
        return skipped(declaration.extendedType.trimmedDescription, part, declaration.extendedType)
      }
      return Decl(
        .extension(
          ExtensionNode(
            extended: type(declaration.extendedType), inherited: inherited(declaration.inheritanceClause),
            requirements: requirements(declaration.genericWhereClause),
            members: members(declaration.memberBlock, of: declaration.extendedType))),
        span,
        modifiers: modifiers(declaration.modifiers, declaration.attributes))
    case .typeAliasDecl(let declaration):
      return Decl(
        .alias(
          AliasNode(
            name: identifier(declaration.name), nameSpan: self.span(declaration.name),
            generics: generics(declaration.genericParameterClause, declaration.genericWhereClause),
            type: type(declaration.initializer.value))), span,
        modifiers: modifiers(declaration.modifiers, declaration.attributes))
    case .associatedTypeDecl(let declaration):
      return Decl(
        .associatedType(
          AssociatedTypeNode(
            name: identifier(declaration.name), bounds: inherited(declaration.inheritanceClause),
            requirements: requirements(declaration.genericWhereClause),
            defaultType: declaration.initializer.map { type($0.value) })), span,
        modifiers: modifiers(declaration.modifiers, declaration.attributes))
    case .enumCaseDecl(let declaration):
      return Decl(
        .cases(declaration.elements.map { enumCase($0) }), span,
        modifiers: modifiers(declaration.modifiers, declaration.attributes))
    case .operatorDecl(let declaration):
      if let group = declaration.operatorPrecedenceAndTypes?.precedenceGroup { checkGroup(group) }
      return Decl(.operators(declaration.key), span)
    case .precedenceGroupDecl(let declaration):
      for case .precedenceGroupRelation(let relation) in declaration.groupAttributes {
        for group in relation.precedenceGroups { checkGroup(group.name) }
      }
      return Decl(.operators(declaration.key), span)
    case .macroExpansionDecl(let macro):
      if ScreenPart.isPreview(macro.macroName) { return skipped("#\(macro.macroName.text)", .preview, macro) }
      if says(macro) { return nil }
      unsupported("the macro '#\(macro.macroName.text)'", macro)
      return nil
    case .actorDecl(let declaration):
      return nominal(
        .classType, declaration.name, declaration.genericParameterClause, declaration.genericWhereClause,
        declaration.inheritanceClause, declaration.memberBlock, declaration.modifiers, declaration.attributes, span,
        isActor: true)
    case .macroDecl(let declaration):
      unsupported("a macro declaration", declaration)
      return nil
    default:
      unsupported(phrase(node, "this declaration"), node)
      return nil
    }
  }

  private func checkGroup(_ name: TokenSyntax) {
    if DeclaredOperators.standardGroups[name.text] != nil { return }
    if conventions.operators["precedencegroup " + name.text] != nil { return }
    error("unknown precedence group '\(name.text)'", name)
  }

  // MARK: Modifiers

  /// Attributes that change what a declaration means in a way that does not exist here.
  private static let refusedAttributes: [String: (what: String, instead: String)] = [
    "IBOutlet": ("'@IBOutlet'", "there is no screen"),
    "NSManaged": ("'@NSManaged'", "there is no Core Data"),
    "_cdecl": ("'@_cdecl'", "programs have no access to C"),
    "_silgen_name": ("'@_silgen_name'", "programs have no access to C"),
    "globalActor": ("a global actor", "everything runs on one thread"),
    "Model": ("the macro '@Model'", "make the class '@Observable'"),
    "Test": ("the macro '@Test'", "call the function and use '#expect'"),
    "Suite": ("the macro '@Suite'", "use '#expect' at top level"),
  ]

  func modifiers(_ list: DeclModifierListSyntax, _ attributes: AttributeListSyntax) -> Modifiers {
    var result = Modifiers()
    for modifier in list {
      let isSetter = modifier.detail?.detail.text == "set"
      result.words.append(.init(name: modifier.name.text, detail: modifier.detail?.detail.text, span: span(modifier)))
      switch modifier.name.text {
      case "private": if isSetter { result.setterAccess = .private } else { result.access = .private }
      case "fileprivate": if isSetter { result.setterAccess = .fileprivate } else { result.access = .fileprivate }
      case "internal": if isSetter { result.setterAccess = .internal } else { result.access = .internal }
      case "public", "package": if isSetter { result.setterAccess = .public } else { result.access = .public }
      case "open": result.access = .open
      case "static": result.isStatic = true
      case "class":
        result.isStatic = true
        result.isClassMember = true
      case "mutating": result.isMutating = true
      case "nonmutating": result.isNonmutating = true
      case "lazy": result.isLazy = true
      case "weak": result.isWeak = true
      case "unowned": result.isUnowned = true
      case "override": result.isOverride = true
      case "required": result.isRequired = true
      case "convenience": result.isConvenience = true
      case "final": result.isFinal = true
      case "indirect": result.isIndirect = true
      case "prefix": result.fixity = .prefix
      case "postfix": result.fixity = .postfix
      case "nonisolated": result.isNonisolated = true
      case "infix", "dynamic", "async": break
      default: unsupported("'\(modifier.name.text)'", modifier)
      }
    }
    result.attributes = self.attributes(attributes)
    return result
  }

  private func attributes(_ list: AttributeListSyntax) -> [Modifiers.Attribute] {
    var result: [Modifiers.Attribute] = []
    for element in list {
      guard let attribute = element.as(AttributeSyntax.self) else { continue }
      var name = attribute.attributeName.trimmedDescription
      var generic: [TypeNode] = []
      if let named = attribute.attributeName.as(IdentifierTypeSyntax.self) {
        name = named.name.text
        generic = (named.genericArgumentClause?.arguments ?? []).compactMap {
          guard case .type(let type) = $0.argument else { return nil }
          return self.type(type)
        }
      }
      if let refusal = Self.refusedAttributes[name] {
        unsupported(refusal.what, attribute, instead: refusal.instead)
        continue
      }
      var arguments: [Argument] = []
      if case .argumentList(let list)? = attribute.arguments { arguments = self.arguments(list) }
      result.append(
        .init(name: name, arguments: arguments, genericArguments: generic, span: span(attribute)))
    }
    return result
  }

  // MARK: Variables

  private func variable(_ declaration: VariableDeclSyntax, _ span: Span) -> Decl {
    let isLet = declaration.bindingSpecifier.text == "let"
    var bindings: [VariableNode.Binding] = []
    for binding in declaration.bindings {
      let name = binding.pattern.trimmedDescription
      bindings.append(
        VariableNode.Binding(
          pattern: pattern(binding.pattern, binding: isLet), type: binding.typeAnnotation.map { type($0.type) },
          value: binding.initializer.map { initializer in named(name) { expression(initializer.value) } },
          accessors: binding.accessorBlock.map { accessors($0, name) }, span: self.span(binding)))
    }
    // `let a, b: Int` gives the annotation to both.
    for index in bindings.indices.reversed().dropFirst()
    where bindings[index].type == nil && bindings[index].value == nil && bindings[index].accessors == nil {
      bindings[index].type = bindings[index + 1].type
    }
    let isAsync = declaration.modifiers.contains { $0.name.text == "async" }
    return Decl(
      .variable(VariableNode(isLet: isLet, bindings: bindings, isAsync: isAsync)), span,
      modifiers: modifiers(declaration.modifiers, declaration.attributes),
      keyword: self.span(declaration.bindingSpecifier))
  }

  private func accessors(_ block: AccessorBlockSyntax, _ name: String) -> Accessors {
    let result = Accessors()
    switch block.accessors {
    case .getter(let statements):
      result.getter = .init(
        parameter: nil, body: inFunction(name) { self.statements(statements) }, span: span(block))
    case .accessors(let list):
      let names = Set(list.map(\.accessorSpecifier.text))
      for node in list {
        // Beside `set` and `get`, what they do more cheaply.
        if ["_modify": "set", "_read": "get"][node.accessorSpecifier.text].map(names.contains) == true { continue }
        let accessor = Accessors.Accessor(
          parameter: node.parameters.map { identifier($0.name) },
          body: inFunction(name) { node.body.map { self.block($0) } ?? [] }, span: span(node),
          isThrowing: node.effectSpecifiers?.throwsClause != nil, isAsync: node.effectSpecifiers?.asyncSpecifier != nil,
          isMutating: node.modifier?.name.text == "mutating", isNonmutating: node.modifier?.name.text == "nonmutating")
        if node.body == nil {
          result.isRequirement = true
          if let kind = ["get": "getter", "set": "setter"][node.accessorSpecifier.text],
            list.contains(where: { $0.body != nil })
          {
            error("expected '{' to start \(kind) definition", node)
          }
        }
        switch node.accessorSpecifier.text {
        case "get": result.getter = accessor
        case "set": result.setter = accessor
        case "willSet": result.willSet = accessor
        case "didSet": result.didSet = accessor
        default: unsupported("the accessor '\(node.accessorSpecifier.text)'", node, instead: "write 'get' and 'set'")
        }
      }
    @unknown default: unsupported("this form of accessors", block)
    }
    return result
  }

  // MARK: Functions

  func inFunction<T>(_ name: String, _ body: () -> T) -> T {
    let outer = closures
    closures = []
    defer { closures = outer }
    return named(name, body)
  }

  /// What `#function` says in the body, which may belong to a closure: `{ let first = $0 … }`.
  private func named<T>(_ name: String, _ body: () -> T) -> T {
    functionNames.append(name)
    defer { functionNames.removeLast() }
    return body()
  }

  private func end(_ body: CodeBlockSyntax?) -> Span { body.map { span($0.rightBrace) } ?? .none }

  private func parameters(_ clause: FunctionParameterClauseSyntax) -> [FunctionNode.Parameter] {
    clause.parameters.map { parameter in
      let first = identifier(parameter.firstName)
      let name = parameter.secondName.map { identifier($0) } ?? first
      return FunctionNode.Parameter(
        label: first == "_" ? nil : first, name: name, type: type(parameter.type),
        defaultValue: parameter.defaultValue.map { expression($0.value) }, isVariadic: parameter.ellipsis != nil,
        span: span(parameter.secondName ?? parameter.firstName),
        attributes: attributes(parameter.attributes).filter { $0.name != "escaping" })
    }
  }

  private func signatureName(_ name: String, _ clause: FunctionParameterClauseSyntax) -> String {
    name + "(" + clause.parameters.map { identifier($0.firstName) + ":" }.joined() + ")"
  }

  private func function(_ declaration: FunctionDeclSyntax, _ span: Span) -> Decl {
    let name = identifier(declaration.name)
    let effects = declaration.signature.effectSpecifiers
    let body = inFunction(signatureName(name, declaration.signature.parameterClause)) {
      declaration.body.map { block($0) }
    }
    return Decl(
      .function(
        FunctionNode(
          kind: .function, name: name, nameSpan: self.span(declaration.name),
          generics: generics(declaration.genericParameterClause, declaration.genericWhereClause),
          parameters: parameters(declaration.signature.parameterClause).map { parameter in
            // Operators are called without labels.
            var parameter = parameter
            if declaration.name.tokenKind.isOperator { parameter.label = nil }
            return parameter
          },
          resultType: declaration.signature.returnClause.map { type($0.type) },
          isThrowing: effects?.throwsClause != nil,
          isRethrowing: effects?.throwsClause?.throwsSpecifier.text == "rethrows",
          isAsync: effects?.asyncSpecifier != nil, thrownType: effects?.throwsClause?.type.map { type($0) }, body: body,
          bodyEnd: end(declaration.body))), span,
      modifiers: modifiers(declaration.modifiers, declaration.attributes), keyword: self.span(declaration.funcKeyword))
  }

  private func initializer(_ declaration: InitializerDeclSyntax, _ span: Span) -> Decl {
    let effects = declaration.signature.effectSpecifiers
    let body = inFunction(signatureName("init", declaration.signature.parameterClause)) {
      declaration.body.map { block($0) }
    }
    return Decl(
      .function(
        FunctionNode(
          kind: .initializer(isFailable: declaration.optionalMark != nil), name: "init",
          nameSpan: self.span(declaration.initKeyword),
          generics: generics(declaration.genericParameterClause, declaration.genericWhereClause),
          parameters: parameters(declaration.signature.parameterClause), resultType: nil,
          isThrowing: effects?.throwsClause != nil,
          isRethrowing: effects?.throwsClause?.throwsSpecifier.text == "rethrows",
          isAsync: effects?.asyncSpecifier != nil, thrownType: effects?.throwsClause?.type.map { type($0) }, body: body,
          bodyEnd: end(declaration.body))), span,
      modifiers: modifiers(declaration.modifiers, declaration.attributes))
  }

  private func subscripted(_ declaration: SubscriptDeclSyntax, _ span: Span) -> Decl {
    let accessors = declaration.accessorBlock.map { self.accessors($0, "subscript") } ?? Accessors()
    return Decl(
      .function(
        FunctionNode(
          kind: .subscripted(accessors), name: "subscript", nameSpan: self.span(declaration.subscriptKeyword),
          generics: generics(declaration.genericParameterClause, declaration.genericWhereClause),
          parameters: parameters(declaration.parameterClause).map { parameter in
            // A subscript's parameter has a label only if one is written before the name.
            var result = parameter
            if result.label == result.name,
              !declaration.parameterClause.parameters.contains(where: {
                $0.secondName != nil && identifier($0.firstName) == result.label
              })
            {
              result.label = nil
            }
            return result
          }, resultType: type(declaration.returnClause.type), body: nil, bodyEnd: .none)), span,
      modifiers: modifiers(declaration.modifiers, declaration.attributes))
  }

  // MARK: Types

  private func inherited(_ clause: InheritanceClauseSyntax?) -> [TypeNode] {
    (clause?.inheritedTypes ?? []).flatMap { inherited -> [TypeNode] in
      let node = type(inherited.type)
      if case .composition(let parts) = node.kind { return parts }
      if case .attributed(_, let inner) = node.kind { return [inner] }
      return [node]
    }
  }

  private func members(_ block: MemberBlockSyntax, of extended: TypeSyntax? = nil) -> [Decl] {
    active(block.members).compactMap { member in
      nested(member) {
        isOnScreen(member.decl) || isDrawing(member.decl, in: extended) ? nil : declaration(member.decl)
      } ?? nil
    }
  }

  private func nominal(
    _ kind: Nominal.Kind, _ name: TokenSyntax, _ parameters: GenericParameterClauseSyntax?,
    _ whereClause: GenericWhereClauseSyntax?, _ inheritance: InheritanceClauseSyntax?, _ block: MemberBlockSyntax,
    _ modifierList: DeclModifierListSyntax, _ attributes: AttributeListSyntax, _ span: Span, isActor: Bool = false
  ) -> Decl? {
    if let part = ScreenPart(inheritance, attributes, block, generics: parameters, conventions) {
      return skipped(identifier(name), part, name)
    }
    return nominal(
      kind, name, generics(parameters, whereClause), inheritance, block, modifierList, attributes, span,
      isActor: isActor)
  }

  private func nominal(
    _ kind: Nominal.Kind, _ name: TokenSyntax, _ generics: GenericsNode, _ inheritance: InheritanceClauseSyntax?,
    _ block: MemberBlockSyntax, _ modifierList: DeclModifierListSyntax, _ attributes: AttributeListSyntax, _ span: Span,
    isActor: Bool = false
  ) -> Decl {
    Decl(
      .nominal(
        NominalNode(
          kind: kind, name: identifier(name), nameSpan: self.span(name), generics: generics,
          inherited: inherited(inheritance), members: inFunction(identifier(name)) { members(block) },
          isActor: isActor, end: self.span(block.rightBrace))), span,
      modifiers: modifiers(modifierList, attributes))
  }

  private func enumCase(_ element: EnumCaseElementSyntax) -> CaseNode {
    let parameters = (element.parameterClause?.parameters ?? []).map { parameter in
      FunctionNode.Parameter(
        label: parameter.firstName.flatMap { $0.text == "_" ? nil : identifier($0) },
        name: (parameter.secondName ?? parameter.firstName).map { identifier($0) } ?? "_", type: type(parameter.type),
        defaultValue: parameter.defaultValue.map { expression($0.value) }, isVariadic: false, span: span(parameter))
    }
    return CaseNode(
      name: identifier(element.name), parameters: parameters, hasPayload: element.parameterClause != nil,
      rawValue: element.rawValue.map { expression($0.value) }, span: span(element.name))
  }
}

extension TokenKind {
  fileprivate var isOperator: Bool {
    switch self {
    case .binaryOperator, .prefixOperator, .postfixOperator: true
    default: false
    }
  }
}
