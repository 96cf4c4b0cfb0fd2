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
    checkWords(declaration, in: place)
    checkAttributes(declaration, in: place)
    switch declaration.kind {
    case .variable(let node):
      for binding in node.bindings { check(binding, node, modifiers, place, keyword: declaration.keyword) }
    case .function(let node): check(node, place, modifiers)
    case .extension(let node):
      if !node.inherited.isEmpty, let access = modifiers.words.first(where: { Self.access.contains($0.name) }) {
        error(
          "'\(access.name)' modifier cannot be used with extensions that declare protocol conformances",
          declaration.span)
      }
    default: break
    }
  }

  // MARK: Modifiers

  private static let access = ["private", "fileprivate", "internal", "package", "public", "open"]

  private func checkWords(_ declaration: Decl, in place: Surroundings) {
    guard let kind = declaration.modified else { return }
    var known: Set<String> = []
    for word in declaration.modifiers.words {
      if !known.insert(word.text).inserted {
        error("duplicate modifier", word.span, removing(word.span))
      } else if case .local = place, Self.access.contains(word.name) {
        error("attribute '\(word.name)' can only be used in a non-local scope", word.span, removing(word.span))
      } else if let refusal = ModifierTable.refusal(of: word, on: kind) {
        error(refusal, word.span, removing(word.span))
      } else {
        check(word, kind, declaration, place)
      }
    }
  }

  /// What a modifier means depends on where the declaration stands, too.
  private func check(_ word: Modifiers.Word, _ kind: ModifierTable.Kinds, _ declaration: Decl, _ place: Surroundings) {
    let modifiers = declaration.modifiers
    let isClass = place.nominal?.kind == .classType
    let isActor = place.nominal?.isActor == true
    let isMember = place.nominal != nil
    func refuse(_ message: String) { error(message, word.span, removing(word.span)) }
    switch word.name {
    case _ where Self.access.contains(word.name):
      if place.isProtocolBody, kind != .protocolType, ModifierTable.Kinds.concrete.isDisjoint(with: kind) {
        refuse("'\(word.name)' modifier cannot be used in protocols")
      } else if word.isOfSetter {
        checkSetter(word, declaration, place)
      } else if word.name == "open" {
        let isOverridable = isClass && !isActor && [.variable, .function, .subscripted].contains(kind)
        if kind == .extensions {
          refuse("extensions cannot be declared 'open'; declare individual members as 'open' instead")
        } else if isClass, case .variable(let node) = declaration.kind, node.isLet {
          refuse("'let' properties are implicitly 'final'; use 'public' instead of 'open'")
        } else if kind != .classType, kind != .imported, !isOverridable {
          refuse("only classes and overridable class members can be declared 'open'; use 'public'")
        }
      }
    case "static", "class":
      let (what, many) =
        switch kind {
        case .variable: ("property", "properties")
        case .function: ("method", "methods")
        default: ("subscript", "subscripts")
        }
      if !isMember {
        error("\(word.name) \(many) may only be declared on a type", declaration.keyword, removing(word.span))
      } else if word.name == "class", !isClass || isActor, kind != .subscripted || !place.isExtension {
        let meant =
          place.isProtocolBody
          ? "requirement fulfilled by either a static or class \(what)" : "static \(what)"
        error(
          "class \(many) are only allowed within classes; use 'static' to declare a \(meant)", word.span,
          [("use 'static'", [(word.span, "static")])])
      }
    case "final":
      if !isClass, kind != .classType, kind != .actor {
        refuse("only classes and class members may be marked with 'final'")
      }
    case "override":
      let what =
        switch kind {
        case .variable: "property does not override any property"
        case .function: "method does not override any method"
        case .subscripted: "subscript does not override any subscript"
        default: "initializer does not override a designated initializer"
        }
      if kind == .associatedType { return }
      if place.nominal?.kind == .protocolType {
        // What a protocol inherits may be declared again.
        guard place.isExtension || place.nominal?.node?.inherited.isEmpty != false else { return }
        error("\(what) from its parent protocol", word.span)
      } else if !isClass {
        refuse("'override' can only be specified on class members")
      } else if place.isExtension, place.nominal?.node?.inherited.isEmpty == true {
        refuse("\(what) from its superclass")
      }
    case "mutating", "nonmutating":
      if !isMember { refuse("'\(word.name)' is only valid on methods") }
      if isClass {
        refuse("'\(word.name)' is not valid on \(modifiers.isStatic ? "static" : "instance") methods in classes")
      }
      if isMember, modifiers.isStatic { refuse("static functions must not be declared mutating") }
    case "prefix", "postfix", "infix":
      guard case .function(let node) = declaration.kind else { return }
      if word.name == "infix" {
        refuse("'infix' modifier is not required or allowed on func declarations")
      } else if !node.isOperator {
        refuse("'\(word.name)' requires a function with an operator identifier")
      } else if node.parameters.count != 1 {
        error("'\(word.name)' requires a function with one argument", word.span)
      }
    case "required":
      guard let nominal = place.nominal else { return }
      if !isClass || isActor {
        error("'required' initializer in non-class type '\(nominal.name)'", word.span, removing(word.span))
      } else if place.isExtension {
        error(
          "'required' initializer must be declared directly in class '\(nominal.name)' (not in an extension)", word.span
        )
      }
    case "convenience":
      guard let nominal = place.nominal, !isClass else { return }
      let whose = nominal.kind == .protocolType ? nominal.name : nominal.describedKind + "s"
      refuse("initializers in \(whose) are not marked with 'convenience'")
    case "lazy":
      if case .variable(let node) = declaration.kind, !isMember || modifiers.isStatic {
        if case .local = place { return }
        refuse("'lazy' cannot be used on an already-lazy global")
        for binding in node.bindings where binding.value == nil && binding.accessors?.isComputed != true {
          error("lazy properties must have an initializer", binding.pattern.span)
        }
      }
      if place.isProtocolBody { refuse("'lazy' cannot be used on a protocol requirement") }
    case "weak", "unowned":
      if place.isProtocolBody { refuse("'\(word.text)' cannot be applied to a property declaration in a protocol") }
    case "nonisolated": checkNonisolated(word, declaration, place)
    case "indirect":
      guard case .cases(let cases) = declaration.kind else { return }
      for element in cases where !element.hasPayload {
        error("enum case '\(element.name)' without associated value cannot be 'indirect'", element.span)
      }
    default: break
    }
  }

  private func checkNonisolated(_ word: Modifiers.Word, _ declaration: Decl, _ place: Surroundings) {
    guard word.detail == nil, case .variable(let node) = declaration.kind else { return }
    let isStored = !node.isLet && node.bindings.contains { $0.accessors?.isComputed != true }
    switch place {
    case .topLevel where isStored, .local where isStored:
      error("'nonisolated' cannot be applied to mutable stored properties", word.span)
    case .local: error("'nonisolated' can not be applied to local variables", word.span, removing(word.span))
    case .type(let nominal) where isStored && nominal.isActor:
      error("'nonisolated' cannot be applied to mutable stored properties", word.span)
    default: break
    }
  }

  /// `private(set)` is said of what can be set, and no wider than the rest of it.
  private func checkSetter(_ word: Modifiers.Word, _ declaration: Decl, _ place: Surroundings) {
    let what: String
    var isConstant = false
    var isReadOnly: Bool
    switch declaration.kind {
    case .variable(let node):
      what = place.nominal == nil ? "variable" : "property"
      isConstant = node.isLet
      isReadOnly =
        node.isLet || node.bindings.contains { $0.accessors.map { $0.isComputed && $0.setter == nil } ?? false }
    case .function(let node):
      guard case .subscripted(let accessors) = node.kind else { return }
      what = "subscript"
      isReadOnly = accessors.setter == nil
    default: return
    }
    if isReadOnly {
      let many = what == "property" ? "properties" : what + "s"
      error(
        "'\(word.text)' modifier cannot be applied to "
          + (isConstant && place.nominal == nil ? "constants" : "read-only \(many)"), word.span, removing(word.span))
    }
    let levels = Self.access
    let whole = declaration.modifiers.words.first { !$0.isOfSetter && levels.contains($0.name) }?.name ?? "internal"
    guard let setter = levels.firstIndex(of: word.name), let own = levels.firstIndex(of: whole), setter > own else {
      return
    }
    let article = ["internal", "open"].contains(word.name) ? "an" : "a"
    error("\(whole) \(what) cannot have \(article) \(word.name) setter", word.span)
  }

  private func check(_ node: FunctionNode, _ place: Surroundings, _ modifiers: Modifiers) {
    switch node.kind {
    case .initializer:
      if case .extension(let nominal, _) = place, nominal.kind == .classType, !modifiers.isConvenience {
        error(
          "designated initializer cannot be declared in an extension of '\(nominal.name)'; did you mean this to be a "
            + "convenience initializer?", node.nameSpan,
          [("add 'convenience'", [(node.nameSpan.front, "convenience ")])])
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
      guard let nominal = place.nominal, !modifiers.isStatic, node.isOperator else { break }
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
    let isComputed = accessors?.isComputed ?? false
    if let lazy = modifiers.span(of: "lazy") {
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

  private func checkAttributes(_ declaration: Decl, in place: Surroundings) {
    guard let kind = declaration.modified else { return }
    for attribute in declaration.modifiers.attributes {
      let name = Span(start: attribute.span.start + 1, end: attribute.span.end)
      if let refusal = ModifierTable.refusal(of: attribute, on: kind) {
        error(refusal, attribute.span, removing(attribute.span))
      } else if attribute.name == "MainActor" {
        if let what = withoutGlobalActor(declaration, place) { error("\(what) cannot have a global actor", name) }
      } else if attribute.name == "warn_unqualified_access", place.nominal == nil {
        error("only methods can be declared @warn_unqualified_access", attribute.span, removing(attribute.span))
      } else if attribute.name.first?.isLowercase == true, ModifierTable.attributes[attribute.name] == nil {
        error("unknown attribute '\(attribute.name)'", name)
      }
    }
  }

  private func withoutGlobalActor(_ declaration: Decl, _ place: Surroundings) -> String? {
    switch declaration.kind {
    case .nominal(let node) where node.isActor: return "actor '\(node.name)'"
    case .alias: return "type alias"
    case .cases: return "enum case"
    case .associatedType: return "associated type"
    case .variable(let node):
      guard case .local = place, case .binding(let name, _)? = node.bindings.first?.pattern.kind else { return nil }
      return "local variable '\(name)'"
    default: return nil
    }
  }

  private func error(_ message: String, _ span: Span, _ fixIts: [Repair] = []) {
    diagnostics.add(.error, message, file, span, fixIts: fixIts)
  }
}
