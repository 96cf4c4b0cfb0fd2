/// What a declaration may not say, whatever the types in it are: modifiers where they mean nothing, accessors that do not go
/// together, bodies of requirements.
struct DeclarationRules {
  /// Where a declaration stands.
  enum Surroundings {
    case topLevel, local
    case type(Nominal)
    /// - Parameter isConcrete: whether it says what the type's parameters are.
    case `extension`(Nominal, isConcrete: Bool)

    var nominal: Nominal? {
      switch self {
      case .type(let nominal), .extension(let nominal, _): nominal
      case .topLevel, .local: nil
      }
    }
    var isProtocolBody: Bool { if case .type(let nominal) = self { nominal.kind == .protocolType } else { false } }
    var isConcrete: Bool { if case .extension(_, true) = self { true } else { false } }
    var isExtension: Bool { if case .extension = self { true } else { false } }
  }

  let diagnostics: Diagnostics
  let file: SourceFile

  func check(_ members: [Decl], in place: Surroundings) {
    for member in members { check(member, in: place) }
  }

  private func removing(_ word: Span) -> [Repair] { [("remove '\(file.slice(word))'", [file.removal(of: word)])] }

  func check(_ declaration: Decl, in place: Surroundings) {
    let modifiers = declaration.modifiers
    refuseUnknownAttributes(modifiers)
    switch declaration.kind {
    case .variable(let node):
      checkMember(modifiers, place, in: declaration)
      for binding in node.bindings { check(binding, node, modifiers, place, keyword: declaration.keyword) }
    case .function(let node):
      checkMember(modifiers, place, in: declaration)
      check(node, modifiers, place)
    case .extension(let node):
      if !node.inherited.isEmpty, let access = modifiers.spelledAccess {
        error(
          "'\(access)' modifier cannot be used with extensions that declare protocol conformances", declaration.span)
      }
    case .nominal(let node) where node.kind != .classType:
      if let final = modifiers.written["final"] {
        error("'final' modifier cannot be applied to this declaration", final, removing(final))
      }
    default: break
    }
  }

  // MARK: Modifiers

  private func checkMember(_ modifiers: Modifiers, _ place: Surroundings, in declaration: Decl) {
    guard let nominal = place.nominal else { return }
    let isClass = nominal.kind == .classType
    if !isClass, let final = modifiers.written["final"] {
      error("only classes and class members may be marked with 'final'", final, removing(final))
    }
    if let override = modifiers.written["override"], !isClass, nominal.kind != .protocolType {
      error("'override' can only be specified on class members", override, removing(override))
    }
    if let override = modifiers.written["override"], nominal.kind == .protocolType, place.isExtension {
      let what = if case .function = declaration.kind { "method" } else { "property" }
      error("\(what) does not override any \(what) from its parent protocol", override)
    }
    if let word = modifiers.written["class"], !isClass {
      let what = if case .function = declaration.kind { "methods" } else { "properties" }
      error(
        "class \(what) are only allowed within classes; use 'static' to declare a static \(what == "methods" ? "method" : "property")",
        word, [("use 'static'", [(word, "static")])])
    }
  }

  private func check(_ node: FunctionNode, _ modifiers: Modifiers, _ place: Surroundings) {
    if let mutating = modifiers.written["mutating"], let nominal = place.nominal {
      if nominal.kind == .classType {
        error(
          "'mutating' is not valid on \(modifiers.isStatic ? "static" : "instance") methods in classes", mutating,
          removing(mutating))
      }
      if modifiers.isStatic { error("static functions must not be declared mutating", mutating, removing(mutating)) }
    }
    switch node.kind {
    case .initializer:
      if case .extension(let nominal, _) = place, nominal.kind == .classType, !modifiers.isConvenience {
        error(
          "designated initializer cannot be declared in an extension of '\(nominal.name)'; did you mean this to be a "
            + "convenience initializer?", node.nameSpan,
          [("add 'convenience'", [(node.nameSpan.front, "convenience ")])])
      }
      guard let required = modifiers.written["required"], let nominal = place.nominal else { break }
      if nominal.kind != .classType {
        error("'required' initializer in non-class type '\(nominal.name)'", required, removing(required))
      } else if place.isExtension {
        error(
          "'required' initializer must be declared directly in class '\(nominal.name)' (not in an extension)", required)
      }
    case .deinitializer:
      if case .type(let nominal) = place, nominal.kind == .structure || nominal.kind == .enumeration {
        error(
          "deinitializer cannot be declared in \(nominal.describedKind) '\(nominal.name)' that conforms to 'Copyable'",
          node.nameSpan)
      } else if place.isExtension || place.isProtocolBody {
        error("deinitializers may only be declared within a class, actor, or noncopyable type", node.nameSpan)
      }
    case .subscripted(let accessors):
      if accessors.setter != nil, accessors.getter == nil, !accessors.isRequirement {
        error("subscript with a setter must also have a getter", accessors.setter?.span ?? node.nameSpan)
      }
      refuseObservers(accessors)
    case .function:
      guard let nominal = place.nominal, !modifiers.isStatic, let first = node.name.first, !first.isLetter,
        first != "_", first != "`"
      else { break }
      let whose =
        place.isExtension
        ? "extension of '\(nominal.name)'" : "\(nominal.kind == .protocolType ? "protocol" : "type") '\(nominal.name)'"
      let word = file.keyword("func", before: node.nameSpan.start)
      error(
        "operator '\(node.name)' declared in \(whose) must be 'static'", node.nameSpan,
        word.map { [("add 'static'", [($0.front, "static ")])] } ?? [])
    }
    if place.isProtocolBody { checkRequirement(node) }
  }

  private func checkRequirement(_ node: FunctionNode) {
    let what: String
    switch node.kind {
    case .function: what = "method"
    case .initializer: what = "initializer"
    case .subscripted: what = "subscript"
    case .deinitializer: return
    }
    if node.body != nil { error("protocol \(what)s must not have bodies", node.nameSpan) }
    for parameter in node.parameters {
      guard let value = parameter.defaultValue else { continue }
      error("default argument not permitted in a protocol \(what)", value.span)
    }
  }

  // MARK: Variables

  private func check(
    _ binding: VariableNode.Binding, _ node: VariableNode, _ modifiers: Modifiers, _ place: Surroundings, keyword: Span
  ) {
    let asVariable: [Repair] = [("change 'let' to 'var'", [(keyword, "var")])]
    let accessors = binding.accessors
    if let accessors {
      refuseObservers(accessors)
      if accessors.setter != nil, accessors.getter == nil, !accessors.isRequirement {
        error("variable with a setter must also have a getter", accessors.setter?.span ?? binding.span)
      }
    }
    let isComputed = accessors.map { $0.getter != nil || $0.setter != nil || $0.isRequirement } ?? false
    if let lazy = modifiers.written["lazy"] {
      if node.isLet { error("'lazy' cannot be used on a let", lazy, asVariable) }
      if isComputed {
        error("lazy properties must have an initializer", lazy)
        error("'lazy' cannot be used on a computed property", lazy)
      }
    }
    if node.isLet {
      if isComputed {
        error("'let' declarations cannot be computed properties", binding.span, asVariable)
      } else if accessors != nil {
        error("'let' declarations cannot be observing properties", binding.span, asVariable)
      } else if place.isProtocolBody {
        error(
          "protocols cannot require properties to be immutable; declare read-only properties by using 'var' with a "
            + "'{ get }' specifier", binding.pattern.span,
          binding.type.map { [("declare it as 'var' with '{ get }'", [(keyword, "var"), ($0.span.back, " { get }")])] }
            ?? [])
      }
    }
    guard modifiers.isStatic, !isComputed, let nominal = place.nominal else { return }
    if modifiers.isClassMember, nominal.kind == .classType {
      error("class stored properties not supported in classes; did you mean 'static'?", binding.pattern.span)
    } else if nominal.kind == .protocolType, place.isExtension {
      error("static stored properties not supported in protocol extensions", binding.pattern.span)
    } else if nominal.kind != .protocolType, !nominal.genericParameters.isEmpty, !place.isConcrete {
      error("static stored properties not supported in generic types", binding.pattern.span)
    }
  }

  /// What is computed has a setter for what an observer would do.
  private func refuseObservers(_ accessors: Accessors) {
    guard accessors.getter != nil else { return }
    for (word, observer) in [("willSet", accessors.willSet), ("didSet", accessors.didSet)] {
      guard let observer else { continue }
      error("'\(word)' cannot be provided together with a getter", observer.span)
    }
  }

  // MARK: Attributes

  /// Swift's own begin with a small letter; the others are types, which are looked for where they are used.
  private func refuseUnknownAttributes(_ modifiers: Modifiers) {
    for attribute in modifiers.attributes
    where attribute.name.first?.isLowercase == true && !Self.attributes.contains(attribute.name) {
      let name = Span(start: attribute.span.start + 1, end: attribute.span.end)
      error("unknown attribute '\(attribute.name)'", name)
    }
  }

  private static let attributes: Set<String> = [
    "abi", "attached", "autoclosure", "available", "backDeployed", "concurrent", "convention", "derivative",
    "differentiable", "discardableResult", "dynamicCallable", "dynamicMemberLookup", "escaping", "exclusivity",
    "export",
    "freestanding", "frozen", "globalActor", "implementation", "inlinable", "inline", "isolated", "main",
    "noDerivative", "nonisolated", "nonobjc", "objc", "objcMembers", "preconcurrency", "propertyWrapper",
    "requires_stored_property_inits", "resultBuilder", "retroactive", "rethrows", "section", "specialize", "testable",
    "transpose", "unchecked", "unsafe", "usableFromInline", "used", "warn_unqualified_access", "weakLinked",
  ]

  private func error(_ message: String, _ span: Span, _ fixIts: [Repair] = []) {
    diagnostics.add(.error, message, file, span, fixIts: fixIts)
  }
}
