/// Functions, initialisers and subscripts: their signatures, and the bodies that wait to be checked.
extension Declarer {
  func declareFunction(
    _ node: FunctionNode, _ member: Decl, owner: Nominal?, requirements: [Requirement], parent: FunctionContext? = nil
  ) -> Declaration {
    let kind: Declaration.Kind =
      switch node.kind {
      case .function: .function
      case .initializer: .initializer
      case .deinitializer: .function
      case .subscripted: .subscripted
      }
    let declaration = Declaration(kind, node.name, owner: owner)
    let modifiers = member.modifiers
    declaration.isStatic = modifiers.isStatic || kind == .initializer
    declaration.isMutating = modifiers.isMutating
    declaration.isOverride = modifiers.isOverride
    declaration.isRequired = modifiers.isRequired
    declaration.isConvenience = modifiers.isConvenience
    declaration.isFinal = modifiers.isFinal
    declaration.isClassMember = modifiers.isClassMember
    declaration.fixity = modifiers.fixity
    declaration.access = modifiers.access
    declaration.setterAccess = modifiers.setterAccess ?? modifiers.access
    declaration.isThrowing = node.isThrowing
    declaration.isRethrowing = node.isRethrowing
    declaration.isAsync = node.isAsync
    declaration.isMainActor = isMainActor(modifiers, owner)
    declaration.isActorIsolated =
      kind != .initializer && node.name != "deinit" && isActorIsolated(modifiers, owner)
    declaration.isDiscardable = modifiers.attribute("discardableResult") != nil
    declaration.declaredIn = file
    declaration.span = node.nameSpan
    if case .initializer(let isFailable) = node.kind { declaration.isFailable = isFailable }
    if case .initializer = node.kind, let owner, owner.kind == .structure || owner.kind == .enumeration {
      declaration.isMutating = false
    }
    if case .subscripted(let accessors) = node.kind {
      declaration.isSettable = accessors.setter != nil
    }
    declaration.resolve = { [self] declaration in
      self.fillSignature(declaration, node, owner: owner, requirements: requirements, parent: parent)
      if !modifiers.attributes.isEmpty {
        declaration.builder = builder(among: modifiers.attributes, resolver(owner, generics: declaration.generics))
        if declaration.builder == nil { refuseUnknown(modifiers.attributes) }
      }
    }
    if file.isLibrary { return declaration }
    // Signatures are complete before any body is looked at; types of the text all exist by now.
    declaration.resolved()
    makeBodies(declaration, node, owner: owner, parent: parent)
    return declaration
  }

  /// Members belong to their type's actor, if nothing else is said.
  func isMainActor(_ modifiers: Modifiers, _ owner: Nominal?) -> Bool {
    if modifiers.attribute("MainActor") != nil { return true }
    return owner?.isMainActor == true && !modifiers.isNonisolated
  }

  /// Members of an actor's objects belong to it, if nothing else is said.
  func isActorIsolated(_ modifiers: Modifiers, _ owner: Nominal?) -> Bool {
    owner?.isActor == true && !modifiers.isStatic && !modifiers.isNonisolated
      && modifiers.attribute("MainActor") == nil
  }

  private func fillSignature(
    _ declaration: Declaration, _ node: FunctionNode, owner: Nominal?, requirements: [Requirement],
    parent: FunctionContext?
  ) {
    declaration.generics = node.generics.parameters.map { GenericParameter($0.name) }
    let outer = parent?.generics ?? []
    var resolver = resolver(owner ?? parent?.nominal, generics: outer + declaration.generics)
    resolver.concrete = requirements.concrete
    declaration.requirements = requirements + resolver.requirements(node.generics, parameters: declaration.generics)
    resolver.known = declaration.requirements.aboutParameters
    declaration.parameters = node.parameters.map { parameter in
      var type = resolver.parameter(parameter.type, isVariadic: parameter.isVariadic)
      if parameter.type.isOpaque, case .existential(let existential) = type.type {
        // `some P` is a generic parameter without a name.
        let generic = GenericParameter("some " + existential.protocols.map(\.name).joined(separator: " & "))
        declaration.generics.append(generic)
        for proto in existential.protocols {
          declaration.requirements.append(.conforms(.parameter(generic), proto))
        }
        for (name, argument) in existential.arguments {
          declaration.requirements.append(.same(.member(.parameter(generic), name), argument))
        }
        type.type = .parameter(generic)
      }
      var result = Declaration.Parameter(label: parameter.label, name: parameter.name, type: type.type)
      result.isInout = type.isInout
      result.isAutoclosure = type.isAutoclosure
      result.isEscaping = type.attributes.contains("escaping")
      result.isMainActor = type.attributes.contains("MainActor")
      result.isSendable = type.attributes.contains("Sendable")
      result.builder = builder(among: parameter.attributes, resolver)
      result.isWrapped = parameter.attributes.contains { wrapper(named: $0.name) != nil }
      if result.builder == nil, !result.isWrapped { refuseUnknown(parameter.attributes) }
      result.isVariadic = parameter.isVariadic
      refuseMeaningless(parameter, isInout: type.isInout)
      result.isUnwrapped = parameter.type.isUnwrapped
      result.hasDefault = parameter.defaultValue != nil
      result.defaultValue = type.isInout || parameter.isVariadic ? nil : parameter.defaultValue
      result.span = parameter.span
      result.typeSpan = parameter.type.span
      return result
    }
    declaration.thrownType = node.thrownType.map { resolver.resolve($0) }
    if declaration.thrownType == library.never { declaration.isThrowing = false }
    switch declaration.kind {
    case .initializer:
      let type = owner?.selfType ?? .hole
      declaration.result = declaration.isFailable ? library.optional(type) : type
    default:
      declaration.result = node.resultType.map { resolver.resolve($0) } ?? .void
      declaration.isUnwrapped = node.resultType?.isUnwrapped ?? false
      if let result = node.resultType, owner?.kind != .protocolType || node.body != nil {
        hide(declaration, result, owner: owner, outer: outer)
      }
      declaration.givesOwnType = owner?.kind == .classType && node.resultType?.isOwnType == true
    }
    if !file.isLibrary, !declaration.generics.isEmpty { addImpliedRequirements(declaration) }
  }

  private func refuseMeaningless(_ parameter: FunctionNode.Parameter, isInout: Bool) {
    if isInout, parameter.isVariadic {
      diagnostics.error("'inout' must not be used on variadic parameters", file, parameter.type.span)
    }
    guard let value = parameter.defaultValue else { return }
    if isInout {
      diagnostics.error("cannot provide default value to inout parameter '\(parameter.name)'", file, value.span)
    } else if parameter.isVariadic {
      diagnostics.error("variadic parameter cannot have a default value", file, value.span)
    }
  }

  /// What the types in a signature ask of their arguments: with `Endpoint<T>`, `T` is what an endpoint's parameter is.
  private func addImpliedRequirements(_ declaration: Declaration) {
    let own = Set(declaration.generics)
    for type in declaration.parameters.map(\.type) + [declaration.result] {
      _ = type.contains { part in
        guard case .nominal(let nominal, let arguments) = part, !nominal.requirements.isEmpty else { return false }
        for requirement in nominal.requirements {
          let implied = requirement.substituting(nominal.substitution(arguments)).mapTypes { type in
            // `AnyPublisher<Int, Failure>.Failure` is a way of saying `Failure`.
            type.replacing(.members) { leaf in
              guard case .member(.nominal(let known, let given), let name) = leaf else { return nil }
              return environment.memberType(of: .nominal(known, given), named: name, context: [])
            }
          }
          if case .same(let left, let right) = implied, left == right { continue }
          if implied.speaks(of: own), !declaration.requirements.contains(implied) {
            declaration.requirements.append(implied)
          }
        }
        return false
      }
    }
  }

  /// Default values are bodies of their own, checked against their parameters' types.
  func declareDefaults(_ parameters: [Declaration.Parameter], of declaration: Declaration? = nil, owner: Nominal?) {
    for parameter in parameters {
      guard let value = parameter.defaultValue else { continue }
      let context = context(.initialValue, nil, owner: owner, parent: nil, name: parameter.name)
      context.selfVariable = nil
      context.generics = declaration?.generics ?? []
      context.requirements += declaration?.requirements ?? []
      context.expression = value
      context.isDefaultArgument = true
      let isFunction = parameter.type.strippingOptionals.0.asFunction != nil
      context.result =
        parameter.type.hasParameters && !isFunction && !value.needsContext ? .hole : parameter.type
      context.span = value.span
      bodies.append(context)
    }
  }

  /// The contexts in which the bodies will be checked.
  private func makeBodies(_ declaration: Declaration, _ node: FunctionNode, owner: Nominal?, parent: FunctionContext?) {
    declareDefaults(declaration.parameters, of: declaration, owner: owner)
    switch node.kind {
    case .subscripted(let accessors):
      guard let getter = accessors.getter, !accessors.isRequirement else {
        declaration.implementation = owner?.kind == .protocolType ? .requirement : .none
        return
      }
      let read = context(.getter, declaration, owner: owner, parent: parent, name: "subscript")
      addParameters(declaration, to: read)
      read.result = declaration.bodyResult ?? declaration.result
      read.isThrowing = getter.isThrowing
      read.isAsync = getter.isAsync
      declaration.isThrowing = getter.isThrowing
      declaration.isAsync = getter.isAsync
      finish(read, getter.body, getter.span)
      var write: FunctionContext?
      if let setter = accessors.setter {
        let context = context(.setter, declaration, owner: owner, parent: parent, name: "subscript")
        context.isMutating = !setter.isNonmutating && owner?.kind != .classType
        addSelf(context, owner, declaration)
        addParameters(declaration, to: context)
        addValue(setter.parameter ?? "newValue", declaration.result, to: context)
        finish(context, setter.body, setter.span)
        write = context
      }
      declaration.implementation = .accessors(getter: read, setter: write)
    case .function, .initializer, .deinitializer:
      guard let body = node.body else {
        declaration.implementation = .requirement
        if owner?.kind != .protocolType {
          diagnostics.error("expected '{' in body of function declaration", file, node.nameSpan)
        }
        return
      }
      let kind: FunctionContext.Kind =
        switch node.kind {
        case .initializer: .initializer
        case .deinitializer: .deinitializer
        default: .function
        }
      let context = context(kind, declaration, owner: owner, parent: parent, name: declaration.fullName)
      context.isMutating = declaration.isMutating
      addParameters(declaration, to: context)
      context.result = kind == .initializer ? .void : declaration.bodyResult ?? declaration.result
      context.isThrowing = declaration.isThrowing || declaration.isRethrowing
      context.thrownType = declaration.thrownType
      context.isAsync = declaration.isAsync
      context.bodyEnd = node.bodyEnd
      // `init?(…) { nil }`
      if declaration.isFailable, body.count == 1, case .expression(let value) = body[0].kind,
        case .nilLiteral = value.kind
      {
        finish(context, [Stmt(.returns(value), body[0].span)], node.nameSpan)
      } else {
        finish(context, wrapping(node, body, in: declaration), node.nameSpan)
      }
      declaration.implementation = .function(context)
    }
  }

  /// The body, after a variable of its own for each parameter with a property wrapper: `@Wrapper var x = x`.
  private func wrapping(_ node: FunctionNode, _ body: [Stmt], in declaration: Declaration) -> [Stmt] {
    guard declaration.parameters.contains(where: \.isWrapped) else { return body }
    var result: [Stmt] = []
    for (parameter, written) in zip(declaration.parameters, node.parameters) where parameter.isWrapped {
      var type = written.type
      if case .attributed(_, let inner) = type.kind { type = inner }
      let value = Expr(.name(Name(text: parameter.variableName, span: written.span)), written.span)
      let variable = VariableNode(
        isLet: false,
        bindings: [
          .init(
            pattern: Pattern(.binding(name: written.name, isLet: false), written.span), type: type, value: value,
            accessors: nil, span: written.span)
        ])
      var modifiers = Modifiers()
      modifiers.attributes = written.attributes
      result.append(Stmt(.declaration(Decl(.variable(variable), written.span, modifiers: modifiers)), written.span))
    }
    if body.count == 1, case .expression(let value) = body[0].kind, declaration.kind == .function,
      !declaration.result.isVoid
    {
      return result + [Stmt(.returns(value), body[0].span)]
    }
    return result + body
  }

  /// Attributes that name no type of the program, where it would change what they are at.
  private func refuseUnknown(_ attributes: [Modifiers.Attribute]) {
    for attribute in attributes
    where attribute.name.first?.isUppercase == true && !Self.attributesOfFunctions.contains(attribute.name)
      && ScreenPart(named: attribute.name) == nil
    {
      let name = Span(start: attribute.span.start + 1, end: attribute.span.end)
      let message = Refusals.message(for: attribute.name) ?? "unknown attribute '\(attribute.name)'"
      diagnostics.error(message, file, name)
    }
  }

  private static let attributesOfFunctions: Set<String> = ["MainActor", "Sendable", "IBAction", "GKInspectable"]

  func context(
    _ kind: FunctionContext.Kind, _ declaration: Declaration?, owner: Nominal?, parent: FunctionContext?, name: String
  ) -> FunctionContext {
    let context = FunctionContext(
      kind, name: owner.map { $0.name + "." + name } ?? name, parent: parent, file: file, environment: environment,
      nominal: owner ?? parent?.nominal)
    context.declaration = declaration
    context.generics += declaration?.generics ?? []
    context.requirements += (declaration?.requirements ?? []) + (owner?.requirements ?? [])
    if owner?.kind == .protocolType, let own = owner?.selfParameter, let owner {
      context.requirements.append(.conforms(.parameter(own), owner))
    }
    context.isStatic = declaration.map { $0.isStatic && $0.kind != .initializer } ?? false
    if owner != nil { addSelf(context, owner, declaration) }
    return context
  }

  func addSelf(_ context: FunctionContext, _ owner: Nominal?, _ declaration: Declaration?) {
    guard let owner else { return }
    if context.isStatic {
      let type = owner.selfType.substituting(context.requirements.concrete)
      let variable = LocalVariable("self", .metatype(type), isLet: true, owner: context)
      variable.isSelf = true
      context.selfVariable = variable
      return
    }
    let isReference = owner.kind == .classType
    let isChangeable =
      !isReference && (context.isMutating || context.kind == .initializer || declaration?.isMutating == true)
    let type = owner.selfType.substituting(context.requirements.concrete)
    let variable = LocalVariable("self", type, isLet: !isChangeable, owner: context)
    variable.isSelf = true
    variable.isInout = isChangeable && context.kind != .initializer
    variable.isMutated = isChangeable
    context.selfVariable = variable
  }

  func addParameters(_ declaration: Declaration, to context: FunctionContext) {
    for parameter in declaration.parameters {
      var type = parameter.type
      if parameter.isVariadic { type = library.array(type) }
      if parameter.isAutoclosure { type = .function(FunctionType([], type, isThrowing: false)) }
      let variable = LocalVariable(
        parameter.variableName, type, isLet: !parameter.isInout, owner: context, span: parameter.span)
      variable.isInout = parameter.isInout
      variable.isMutated = parameter.isInout
      variable.isUnwrapped = parameter.isUnwrapped
      variable.typeSpan = parameter.typeSpan
      if case .function = type { variable.isNonEscaping = !parameter.isEscaping && !parameter.isVariadic }
      context.parameters.append(variable)
    }
  }

  func addValue(_ name: String, _ type: Type, to context: FunctionContext) {
    context.parameters.append(LocalVariable(name, type, isLet: true, owner: context))
  }

  func finish(_ context: FunctionContext, _ body: [Stmt], _ span: Span) {
    context.body = body
    context.span = span
    bodies.append(context)
  }
}
