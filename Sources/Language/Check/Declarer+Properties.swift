/// Properties and global variables: stored, computed, observed, lazy, published, wrapped.
extension Declarer {
  func declareProperties(
    _ node: VariableNode, _ member: Decl, owner: Nominal?, requirements: [Requirement], inExtension: Bool
  ) -> [Declaration] {
    var result: [Declaration] = []
    refuseWrapper(node, member, owner)
    for written in owner == nil ? node.bindings : node.bindings.flatMap(separated) {
      let binding = placed(written, member.modifiers)
      guard case .binding(let name, _) = binding.pattern.kind else {
        if owner != nil {
          diagnostics.error("a property with this pattern is not supported here", file, binding.pattern.span)
        }
        continue
      }
      if let owner, owner.kind != .protocolType, !inExtension || member.modifiers.isStatic, !file.isLibrary {
        let wrappers = wrappers(member.modifiers)
        if wrappers.contains(where: { $0.type.declaring == .underWay }), !member.modifiers.isStatic {
          diagnostics.error("circular reference", file, binding.pattern.span)
          result.append(placeholder(name, binding, owner))
          continue
        }
        if !wrappers.isEmpty {
          result += declareWrapped(name, binding, member, wrappers, owner: owner)
          continue
        }
      }
      let declaration = Declaration(.variable, name, owner: owner)
      let modifiers = member.modifiers
      declaration.isStatic = modifiers.isStatic
      declaration.isLet = node.isLet
      declaration.isUnwrapped = binding.type?.isUnwrapped ?? false
      declaration.isOverride = modifiers.isOverride
      declaration.isFinal = modifiers.isFinal
      declaration.isClassMember = modifiers.isClassMember
      declaration.access = modifiers.access
      declaration.setterAccess = modifiers.setterAccess ?? modifiers.access
      // A constant can be read from everywhere.
      declaration.isMainActor = !(node.isLet && owner != nil) && isMainActor(modifiers, owner)
      declaration.isActorIsolated = !node.isLet && isActorIsolated(modifiers, owner)
      declaration.requirements = requirements
      declaration.declaredIn = file
      declaration.span = binding.pattern.span
      if !modifiers.attributes.isEmpty { declaration.builder = builder(among: modifiers.attributes, resolver(owner)) }
      if let accessors = binding.accessors, accessors.getter != nil || accessors.isRequirement {
        declareComputed(declaration, binding, accessors, owner: owner)
        checkReference(declaration.result, binding, modifiers, owner)
      } else if let owner, owner.kind == .protocolType, inExtension {
        // A static one has been refused already.
        if !declaration.isStatic {
          diagnostics.error("extensions must not contain stored properties", file, binding.pattern.span)
        }
        declaration.result = .hole
      } else if inExtension, !declaration.isStatic {
        diagnostics.error("extensions must not contain stored properties", file, binding.pattern.span)
        declaration.result = .hole
      } else if declaration.isStatic || owner == nil {
        declareGlobal(declaration, binding, node, modifiers, owner: owner)
      } else if let owner {
        declareStored(declaration, binding, node, modifiers, owner: owner)
      }
      result.append(declaration)
    }
    return result
  }

  /// `var (a, b) = (0, 1)` as two properties. What gives a tuple in another way would have to be computed for each.
  private func separated(_ binding: VariableNode.Binding) -> [VariableNode.Binding] {
    guard case .tuple(let elements) = binding.pattern.kind, binding.accessors == nil,
      case .tuple(let items)? = binding.value?.kind, items.count == elements.count, elements.count > 1
    else { return [binding] }
    var types: [TypeNode?] = elements.map { _ in nil }
    if let type = binding.type {
      guard case .tuple(let parts) = type.kind, parts.count == elements.count else { return [binding] }
      types = parts.map(\.type)
    }
    return elements.indices.flatMap { index -> [VariableNode.Binding] in
      if case .wildcard = elements[index].pattern.kind { return [] }
      return separated(
        VariableNode.Binding(
          pattern: elements[index].pattern, type: types[index], value: items[index].value, accessors: nil,
          span: binding.span))
    }
  }

  /// The function of the library that finds an object by its type.
  static let environmentFunction = "environmentObject"

  /// `@EnvironmentObject var settings: Settings` begins with the object of that type.
  private func placed(_ binding: VariableNode.Binding, _ modifiers: Modifiers) -> VariableNode.Binding {
    guard let attribute = modifiers.attribute("EnvironmentObject"), binding.value == nil, let type = binding.type else {
      return binding
    }
    let callee = Name(text: Self.environmentFunction, span: attribute.span, isOfLibrary: true)
    var placed = binding
    placed.value = Expr(
      .call(
        Expr(.name(callee), attribute.span), [Argument(label: nil, value: Expr(.type(type), attribute.span))]),
      attribute.span)
    return placed
  }

  /// What stands for a property that cannot be declared, so that its uses say nothing more.
  private func placeholder(_ name: String, _ binding: VariableNode.Binding, _ owner: Nominal) -> Declaration {
    let declaration = Declaration(.variable, name, owner: owner)
    declaration.declaredIn = file
    declaration.span = binding.pattern.span
    return declaration
  }

  /// A wrapper is around one stored variable.
  private func refuseWrapper(_ node: VariableNode, _ member: Decl, _ owner: Nominal?) {
    guard owner != nil, !file.isLibrary, !member.modifiers.attributes.isEmpty else { return }
    let own = wrappers(member.modifiers)
    let published = member.modifiers.attribute("Published")
    guard let attribute = published ?? own.first?.attribute else { return }
    if published != nil, let other = own.first?.attribute {
      diagnostics.error(
        "'@\(other.name)' together with '@Published' is not supported here; keep one of them, and do the other's work "
          + "in 'didSet' or in the setter of a computed property", file, other.span)
    }
    for binding in node.bindings {
      if attribute.name == "TaskLocal", !member.modifiers.isStatic, own.first?.type.isUserType == false {
        diagnostics.error(
          "'@TaskLocal' can only be applied to 'static' property, or global variables (from macro 'TaskLocal ')", file,
          attribute.span)
      } else if node.bindings.count > 1 {
        diagnostics.error("property wrapper can only apply to a single variable", file, attribute.span)
      } else if member.modifiers.isStatic, attribute.name == "Published" {
        diagnostics.error(
          "'wrappedValue' is unavailable: @Published is only available on properties of classes", file, attribute.span)
      } else if binding.accessors?.getter != nil {
        diagnostics.error("property wrapper cannot be applied to a computed property", file, attribute.span)
      } else if published == nil, node.isLet {
        let word = file.keyword("let", before: binding.pattern.span.start)
        diagnostics.add(
          .error, "property wrapper can only be applied to a 'var'", file, attribute.span,
          fixIts: word.map { [("change 'let' to 'var'", [($0, "var")])] } ?? [])
      }
    }
  }

  // MARK: Computed

  private func declareComputed(
    _ declaration: Declaration, _ binding: VariableNode.Binding, _ accessors: Accessors, owner: Nominal?
  ) {
    declaration.isLet = false
    declaration.isSettable = accessors.setter != nil
    guard let annotation = binding.type else {
      diagnostics.error("computed property must have an explicit type", file, binding.pattern.span)
      return
    }
    var resolver = resolver(owner)
    resolver.concrete = declaration.requirements.concrete
    declaration.result = resolver.resolve(annotation)
    if accessors.getter != nil, !accessors.isRequirement, !file.isLibrary {
      hide(declaration, annotation, owner: owner)
    }
    declaration.isThrowing = accessors.getter?.isThrowing ?? false
    declaration.isAsync = accessors.getter?.isAsync ?? false
    if file.isLibrary { return }
    if accessors.isRequirement {
      declaration.implementation = .requirement
      return
    }
    guard let getter = accessors.getter else {
      diagnostics.error("variable with a setter must also have a getter", file, binding.span)
      return
    }
    let read = context(.getter, declaration, owner: owner, parent: nil, name: declaration.name)
    read.result = declaration.bodyResult ?? declaration.result
    read.isThrowing = getter.isThrowing
    read.isAsync = getter.isAsync
    if getter.isMutating, let owner, owner.kind != .classType, !declaration.isStatic {
      read.isMutating = true
      addSelf(read, owner, declaration)
    }
    finish(read, getter.body, getter.span)
    var write: FunctionContext?
    if let setter = accessors.setter {
      let context = context(.setter, declaration, owner: owner, parent: nil, name: declaration.name)
      context.isMutating = !setter.isNonmutating && owner?.kind != .classType && owner != nil && !declaration.isStatic
      if owner != nil { addSelf(context, owner, declaration) }
      addValue(setter.parameter ?? "newValue", declaration.bodyResult ?? declaration.result, to: context)
      finish(context, setter.body, setter.span)
      write = context
    }
    declaration.implementation = .accessors(getter: read, setter: write)
  }

  /// The written type, unless it leaves generic arguments for the value to say.
  private func annotation(
    _ binding: VariableNode.Binding, _ owner: Nominal?, _ requirements: [Requirement] = []
  ) -> Type? {
    guard let node = binding.type else { return nil }
    var resolver = resolver(owner)
    resolver.concrete = requirements.concrete
    guard binding.value != nil else { return resolver.resolve(node) }
    var isOpen = false
    resolver.placeholder = {
      isOpen = true
      return .hole
    }
    let type = resolver.resolve(node)
    return isOpen ? nil : type
  }

  // MARK: Stored in instances

  /// - Parameter knownType: the type, where it is known and nobody wrote it.
  func declareStored(
    _ declaration: Declaration, _ binding: VariableNode.Binding, _ node: VariableNode, _ modifiers: Modifiers,
    owner: Nominal, knownType: Type? = nil
  ) {
    guard owner.kind != .enumeration else {
      diagnostics.error("enums must not contain stored properties", file, binding.pattern.span)
      return
    }
    guard owner.kind != .protocolType else {
      // `let` has been refused already.
      if !node.isLet {
        diagnostics.add(
          .error, "property in protocol must have explicit { get } or { get set } specifier", file,
          binding.pattern.span,
          fixIts: (binding.type?.span.back).map { [("add '{ get }'", [($0, " { get }")])] } ?? [])
      }
      return
    }
    if overrideComputed(declaration, binding, modifiers, owner) || overrideObservers(declaration, binding, owner) {
      return
    }
    declaration.isSettable = !node.isLet
    let slot = owner.storedProperties.count
    let property = StoredProperty(
      name: declaration.name, type: .hole, isLet: node.isLet, slot: slot, declaration: declaration)
    property.isLazy = modifiers.isLazy
    property.isWeak = modifiers.isWeak
    property.isUnowned = modifiers.isUnowned
    owner.storedProperties.append(property)
    declaration.implementation = .stored(slot: slot)

    for attribute in modifiers.attributes {
      switch attribute.name {
      case "Published":
        if owner.kind != .classType {
          diagnostics.error(
            "'wrappedValue' is unavailable: @Published is only available on properties of classes", file, attribute.span
          )
        } else if node.isLet {
          let word = file.keyword("let", before: binding.pattern.span.start)
          diagnostics.add(
            .error, "property wrapper can only be applied to a 'var'", file, attribute.span,
            fixIts: word.map { [("change 'let' to 'var'", [($0, "var")])] } ?? [])
        } else {
          property.isPublished = true
        }
      case "EnvironmentObject" where binding.type != nil && !node.isLet: property.isFromEnvironment = true
      case "AppStorage" where owner.kind == .classType && !node.isLet:
        declareSetting(property, attribute)
      case _ where declaration.builder != nil:
        if let type = binding.type, resolver(owner).resolve(type).strippingOptionals.0.asFunction == nil {
          diagnostics.error(
            "a result builder on a property that holds no function is not supported here; take a closure in 'init', "
              + "and keep what it gives", file, attribute.span)
        }
      case "ObservationIgnored": break
      case _ where ModifierTable.knows(attribute): break
      default:
        if ScreenPart(named: attribute.name) == nil, Refusals.message(for: attribute.name) == nil {
          let name = Span(start: attribute.span.start + 1, end: attribute.span.end)
          diagnostics.error("unknown attribute '\(attribute.name)'", file, name)
        } else {
          // That it has no value besides is not said.
          property.isLazy = true
          let instead = Refusals.instead(ofWrapper: attribute.name).map { "; " + $0 } ?? ""
          diagnostics.error(
            "the property wrapper '@\(attribute.name)' is not supported here" + instead, file, attribute.span)
        }
      }
    }

    property.isTracked =
      owner.isObservable && !node.isLet && !property.isLazy && !property.isPublished
      && modifiers.attribute("ObservationIgnored") == nil
    // The initial value is a body of its own: it may use closures, and `self` if it is lazy.
    var initial: FunctionContext?
    if let value = binding.value {
      let context = context(.initialValue, nil, owner: owner, parent: nil, name: declaration.name)
      context.requirements += owner.requirements
      if !modifiers.isLazy {
        context.selfVariable = nil
        context.generics += owner.genericParameters
      }
      context.expression = value
      context.span = value.span
      context.result = .hole
      initial = context
      bodies.append(context)
      property.initial = context
    } else if modifiers.isLazy {
      diagnostics.error("lazy properties must have an initializer", file, binding.pattern.span)
    }
    declareObservers(declaration, binding, owner, property)

    if let type = knownType ?? annotation(binding, owner) {
      property.type = type
      declaration.result = type
      initial?.result = type
      checkReference(type, binding, modifiers, owner)
    } else if let initial {
      declaration.resolve = { [self] declaration in
        let type = self.inferred(declaration, binding, initial, modifiers)
        property.type = type
        declaration.result = type
        self.checkReference(type, binding, modifiers, owner)
      }
    } else {
      diagnostics.error("type annotation missing in pattern", file, binding.pattern.span)
    }
    if property.isPublished, property.settingsKey == nil { declareProjection(property, owner) }
  }

  private func inferred(
    _ declaration: Declaration, _ binding: VariableNode.Binding, _ initial: FunctionContext, _ modifiers: Modifiers
  ) -> Type {
    let type = infer?(declaration, binding, initial) ?? .hole
    // What may be nil is optional, written or not.
    return modifiers.isWeak && type.nominal?.kind == .classType ? library.optional(type) : type
  }

  /// What `weak` and `unowned` are said of.
  private func checkReference(
    _ type: Type, _ binding: VariableNode.Binding, _ modifiers: Modifiers, _ owner: Nominal?
  ) {
    guard modifiers.isWeak || modifiers.isUnowned, !file.isLibrary else { return }
    ReferenceRule(modifiers).check(
      type, environment, owner?.requirements ?? [], diagnostics, file, binding.pattern.span, written: binding.type?.span
    )
  }

  /// `@AppStorage("name")`: observers of the object hear of it as of a published property, which it is otherwise.
  private func declareSetting(_ property: StoredProperty, _ attribute: Modifiers.Attribute) {
    guard case .string(let segments)? = attribute.arguments.first?.value.kind, segments.count <= 1,
      case .text(let key) = segments.first ?? .text("")
    else { return diagnostics.error("the name in '@AppStorage' has to be a text here", file, attribute.span) }
    if let store = attribute.arguments.first(where: { $0.label == "store" }) {
      diagnostics.error("'@AppStorage' with a 'store' is not supported here; leave it out", file, store.value.span)
    }
    property.settingsKey = key
    property.isPublished = true
  }

  private func declareObservers(
    _ declaration: Declaration, _ binding: VariableNode.Binding, _ owner: Nominal, _ property: StoredProperty
  ) {
    property.willSet = observer(binding.accessors?.willSet, "newValue", declaration, owner)
    property.didSet = observer(binding.accessors?.didSet, "oldValue", declaration, owner)
  }

  private func observer(
    _ accessor: Accessors.Accessor?, _ name: String, _ declaration: Declaration, _ owner: Nominal?,
    isStatic: Bool = false
  ) -> FunctionContext? {
    guard let accessor else { return nil }
    let context = context(.observer, declaration, owner: owner, parent: nil, name: declaration.name)
    context.isMutating = !isStatic && owner?.kind != .classType
    context.isStatic = isStatic
    addSelf(context, owner, nil)
    // Its type is the property's, which may still have to be inferred.
    let variable = LocalVariable(accessor.parameter ?? name, .hole, isLet: true, owner: context)
    variable.declaration = declaration
    context.parameters.append(variable)
    finish(context, accessor.body, accessor.span)
    return context
  }

  /// `override var x: T { didSet { … } }`: the inherited slot, with these observers around those it has.
  private func overrideObservers(_ declaration: Declaration, _ binding: VariableNode.Binding, _ owner: Nominal) -> Bool
  {
    guard declaration.isOverride, binding.value == nil, binding.accessors != nil,
      let slot = owner.storedProperties.lastIndex(where: { $0.name == declaration.name })
    else { return false }
    let base = owner.storedProperties[slot]
    base.declaration.resolved()
    // A generic superclass' property, with the types that the subclass gives it.
    let seen = base.declaration.owner.flatMap { environment.upcast(owner.selfType, to: $0) }
    let type = seen?.nominal.map { base.declaration.result.substituting($0.substitution(seen?.genericArguments ?? [])) }
    declaration.result = type ?? base.declaration.result
    let property = StoredProperty(
      name: base.name, type: declaration.result, isLet: base.isLet, slot: slot, declaration: declaration)
    property.isPublished = base.isPublished
    property.isLazy = base.isLazy
    property.initial = base.initial
    property.overridden = base
    owner.storedProperties[slot] = property
    declaration.isSettable = true
    declaration.implementation = .stored(slot: slot)
    declareObservers(declaration, binding, owner, property)
    return true
  }

  /// The same where the superclass computes it: a getter and a setter that go to the superclass', with the observers, which
  /// may return early and are functions for that, around the setting.
  private func overrideComputed(
    _ declaration: Declaration, _ binding: VariableNode.Binding, _ modifiers: Modifiers, _ owner: Nominal
  ) -> Bool {
    guard declaration.isOverride, binding.value == nil, let observers = binding.accessors,
      let base = owner.superclass?.nominal?.lineage.lazy.flatMap({ $0.members[declaration.name] ?? [] })
        .first(where: { $0.kind == .variable && !$0.isStatic }),
      case .accessors = base.implementation, base.resolved(), base.isSettable
    else { return false }
    let seen = base.owner.flatMap { environment.upcast(owner.selfType, to: $0) }
    let type =
      seen?.nominal.map { base.result.substituting($0.substitution(seen?.genericArguments ?? [])) } ?? base.result
    let span = binding.pattern.span
    let written = TypeNode(.known(type), span)
    func name(_ text: String) -> Expr { Expr(.name(Name(text: text, span: span)), span) }
    let above = Name(text: declaration.name, span: span)
    func inherited() -> Expr { Expr(.member(Expr(.superReference, span), above), span) }
    /// Declares an observer's body, and calls it. Its name is none that a program can write.
    func calling(_ accessor: Accessors.Accessor, _ what: String, _ parameter: String, _ value: Expr?) -> Stmt {
      let hidden = "\(what) \(declaration.name) of \(owner.name)"
      let node = FunctionNode(
        kind: .function, name: hidden, nameSpan: accessor.span, generics: GenericsNode(),
        parameters: value == nil
          ? []
          : [
            FunctionNode.Parameter(
              label: nil, name: accessor.parameter ?? parameter, type: written, isVariadic: false, span: accessor.span)
          ], resultType: nil, body: accessor.body, bodyEnd: accessor.span)
      var modifiers = modifiers
      modifiers.isOverride = false
      modifiers.access = .private
      add(
        declareFunction(
          node, Decl(.function(node), accessor.span, modifiers: modifiers), owner: owner, requirements: []), to: owner)
      let callee = Expr(.member(name("self"), Name(text: hidden, span: span)), span)
      return Stmt(.expression(Expr(.call(callee, value.map { [Argument(label: nil, value: $0)] } ?? []), span)), span)
    }
    var setting: [Stmt] = []
    let (old, new) = ("old value of \(declaration.name)", "new value of \(declaration.name)")
    let isOldNeeded = observers.didSet.map { $0.parameter != nil || $0.body.speak(of: "oldValue") } ?? false
    if isOldNeeded {
      let kept = VariableNode.Binding(
        pattern: Pattern(.binding(name: old, isLet: true), span), type: written, value: inherited(), accessors: nil,
        span: span)
      setting.append(Stmt(.declaration(Decl(.variable(VariableNode(isLet: true, bindings: [kept])), span)), span))
    }
    if let accessor = observers.willSet { setting.append(calling(accessor, "willSet", "newValue", name(new))) }
    setting.append(Stmt(.expression(Expr(.assign(inherited(), name(new)), span)), span))
    if let accessor = observers.didSet {
      setting.append(calling(accessor, "didSet", "oldValue", isOldNeeded ? name(old) : nil))
    }
    let accessors = Accessors()
    accessors.getter = .init(body: [Stmt(.returns(inherited()), span)], span: span)
    accessors.setter = .init(parameter: new, body: setting, span: span)
    var computed = binding
    (computed.type, computed.accessors) = (written, accessors)
    declareComputed(declaration, computed, accessors, owner: owner)
    return true
  }

  /// `$name`, the publisher of a `@Published` property.
  private func declareProjection(_ property: StoredProperty, _ owner: Nominal) {
    let projection = Declaration(.variable, "$" + property.name, owner: owner)
    projection.access = property.declaration.access
    projection.setterAccess = property.declaration.setterAccess
    projection.isSettable = true
    projection.declaredIn = file
    projection.span = property.declaration.span
    projection.implementation = .projected(slot: property.slot)
    projection.resolve = { [self] projection in
      property.declaration.resolved()
      projection.result = .nominal(library.publishedPublisher, [property.type])
    }
    owner.members[projection.name, default: []].append(projection)
    // `_x = Published(initialValue: v)` in an initialiser: the storage is the value itself.
    let storage = Declaration(.variable, "_" + property.name, owner: owner)
    storage.access = .private
    storage.setterAccess = .private
    storage.isSettable = true
    storage.declaredIn = file
    storage.span = property.declaration.span
    storage.implementation = .stored(slot: property.slot)
    storage.resolve = { [self] storage in
      property.declaration.resolved()
      storage.result = .nominal(library.publishedNominal, [property.type])
    }
    owner.members[storage.name, default: []].append(storage)
  }

  // MARK: Global and static

  /// - Parameter knownType: the type, where it is known and nobody wrote it.
  func declareGlobal(
    _ declaration: Declaration, _ binding: VariableNode.Binding, _ node: VariableNode, _ modifiers: Modifiers,
    owner: Nominal?, knownType: Type? = nil
  ) {
    declaration.isSettable = !node.isLet
    if file.isLibrary {
      declaration.result = binding.type.map { resolver(owner).resolve($0) } ?? .hole
      return
    }
    let variable = GlobalVariable(declaration.name, .hole, isLet: node.isLet)
    variable.isWeak = modifiers.isWeak
    variable.isOfLocalType = owner != nil && environment.isLocal
    variable.declaration = declaration
    declaration.implementation = .global(variable)
    let initial = context(.initialValue, nil, owner: owner, parent: nil, name: declaration.name)
    if owner != nil {
      initial.isStatic = true
      initial.requirements += declaration.requirements
      addSelf(initial, owner, nil)
    } else {
      // A statement at top level: it may wait, and what it throws ends the program.
      initial.isThrowing = true
      initial.isAsync = true
      initial.isOfScript = true
      if node.isAsync { variable.asyncLet = initial.becomeChildTask() }
    }
    initial.expression = binding.value
    initial.span = binding.span
    initial.result = .hole
    if binding.value != nil {
      bodies.append(initial)
      variable.initial = initial
      variable.isLazy = owner != nil || !file.isScript
    }
    if let type = knownType ?? annotation(binding, owner, declaration.requirements) {
      checkReference(type, binding, modifiers, owner)
      declaration.result = type
      initial.result = declaration.result
      variable.type = declaration.result
      if owner != nil, binding.value == nil, type.wrapped != nil, !node.isLet {
        initial.expression = Expr(.nilLiteral, binding.span)
        bodies.append(initial)
        variable.initial = initial
        variable.isLazy = true
      }
    } else if binding.value != nil {
      declaration.resolve = { [self] declaration in
        declaration.result = self.inferred(declaration, binding, initial, modifiers)
        variable.type = declaration.result
        self.checkReference(declaration.result, binding, modifiers, owner)
      }
    } else {
      diagnostics.error("type annotation missing in pattern", file, binding.pattern.span)
    }
    variable.willSet = observer(binding.accessors?.willSet, "newValue", declaration, owner, isStatic: true)
    variable.didSet = observer(binding.accessors?.didSet, "oldValue", declaration, owner, isStatic: true)
    if owner != nil, initial.expression == nil {
      diagnostics.error("'static var' declaration requires an initializer expression", file, binding.pattern.span)
    }
  }
}
