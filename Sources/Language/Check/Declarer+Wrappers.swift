/// Property wrappers of the program, and `@Binding`: `@Wrapper(arguments) var x = value` is three properties.
///
/// `_x` is stored and holds the wrapper; `x` and `$x` are computed and go to its `wrappedValue` and `projectedValue`.
/// Of several wrappers the first is around what the second makes, and so on.
extension Declarer {
  /// One of the program's property wrappers, and the attribute that names it.
  typealias Wrapper = (attribute: Modifiers.Attribute, type: Nominal)

  /// Those of a property, the outermost first.
  func wrappers(_ modifiers: Modifiers) -> [Wrapper] {
    modifiers.attributes.compactMap { attribute in
      wrapper(named: attribute.name).map { (attribute, $0) }
    }
  }

  func wrapper(named name: String) -> Nominal? {
    guard case .nominal(let nominal)? = environment.type(named: name, in: file) else { return nil }
    guard nominal.isUserType else { return nominal.has(.wrapper) ? nominal : nil }
    ensureMembers(of: nominal)
    let isWrapper =
      nominal.declaring == .underWay
      ? nominal.node?.declares("wrappedValue") == true : member("wrappedValue", of: nominal) != nil
    return isWrapper ? nominal : nil
  }

  private func member(_ name: String, of nominal: Nominal) -> Declaration? {
    environment.members(of: nominal, named: name).first { !$0.isStatic && $0.kind == .variable }
  }

  /// - Returns: the declarations of `x`, `_x` and, if the wrapper projects anything, `$x`.
  func declareWrapped(
    _ name: String, _ binding: VariableNode.Binding, _ member: Decl,
    _ wrappers: [Wrapper], owner: Nominal
  ) -> [Declaration] {
    let span = binding.pattern.span
    let storage = Declaration(.variable, "_" + name, owner: owner)
    storage.access = .private
    storage.setterAccess = .private
    storage.declaredIn = file
    storage.span = span
    var hidden = Modifiers()
    hidden.access = .private
    let known = annotated(binding, wrappers, owner)
    var stored = binding
    stored.pattern = Pattern(.binding(name: storage.name, isLet: false), span)
    stored.type = nil
    stored.accessors = nil
    stored.value = initialValue(binding, wrappers)
    // What is static and may be nil is nil, if the wrapper is made of a value.
    if stored.value == nil, member.modifiers.isStatic, let type = binding.type,
      resolver(owner).resolve(type).wrapped != nil
    {
      var empty = binding
      empty.value = Expr(.nilLiteral, span)
      stored.value = initialValue(empty, wrappers)
    }
    if stored.value == nil, known == nil {
      diagnostics.error("type annotation missing in pattern", file, span)
      return []
    }
    let node = VariableNode(isLet: false, bindings: [stored])
    let value: Declaration
    if member.modifiers.isStatic {
      storage.isStatic = true
      declareGlobal(storage, stored, node, hidden, owner: owner, knownType: known)
      value = computed(name, "wrappedValue", wrappers, storage, binding, owner)
    } else {
      declareStored(storage, stored, node, hidden, owner: owner, knownType: known)
      let property = owner.storedProperties.last
      property?.wrapped = name
      value = computed(name, "wrappedValue", wrappers, storage, binding, owner)
      value.storage = property
      property?.wrapping = wrapping(binding, wrappers, owner, value)
    }
    value.access = member.modifiers.access
    value.setterAccess = member.modifiers.setterAccess ?? member.modifiers.access
    var result = [value, storage]
    if self.member("projectedValue", of: wrappers[0].type) != nil {
      let projection = computed("$" + name, "projectedValue", [wrappers[0]], storage, nil, owner)
      projection.access = value.access
      projection.setterAccess = value.setterAccess
      result.append(projection)
    }
    for declaration in result {
      declaration.isMainActor = isMainActor(member.modifiers, owner)
      declaration.isActorIsolated = declaration !== storage && isActorIsolated(member.modifiers, owner)
    }
    // Who asks for the storage's type settles the others: their bodies need it.
    let settle = storage.resolve
    storage.resolve = { storage in
      settle?(storage)
      for declaration in result where declaration !== storage { declaration.resolved() }
    }
    return result
  }

  /// The wrapper's type, if the annotation says all of it: `@Clamped var x: Int` of a wrapper around its one parameter.
  private func annotated(_ binding: VariableNode.Binding, _ wrappers: [Wrapper], _ owner: Nominal) -> Type? {
    let resolver = resolver(owner)
    var inside = binding.type.map { resolver.resolve($0) }
    for wrapper in wrappers.reversed() { inside = type(of: wrapper, around: inside, resolver) }
    return inside
  }

  private func type(of wrapper: Wrapper, around inside: Type?, _ resolver: TypeResolver) -> Type? {
    let nominal = wrapper.type
    if !wrapper.attribute.genericArguments.isEmpty {
      return .nominal(nominal, wrapper.attribute.genericArguments.map { resolver.resolve($0) })
    }
    if nominal.genericParameters.isEmpty { return .nominal(nominal, []) }
    guard let inside, let value = member("wrappedValue", of: nominal), value.resolved() else { return nil }
    var found: Substitution = [:]
    guard match(value.result, inside, &found) else { return nil }
    let arguments = nominal.genericParameters.compactMap { found[$0] }
    return arguments.count == nominal.genericParameters.count ? .nominal(nominal, arguments) : nil
  }

  private func match(_ pattern: Type, _ type: Type, _ found: inout Substitution) -> Bool {
    switch (pattern, type) {
    case (.parameter(let parameter), _):
      found[parameter] = type
      return true
    case (.nominal(let a, let first), .nominal(let b, let second)) where a === b && first.count == second.count:
      return zip(first, second).allSatisfy { match($0, $1, &found) }
    default: return pattern == type
    }
  }

  /// `Wrapper(wrappedValue: value, arguments)`; `nil` if there is neither a value nor anything to make one from.
  private func initialValue(_ binding: VariableNode.Binding, _ wrappers: [Wrapper]) -> Expr? {
    var value = binding.value
    for wrapper in wrappers.reversed() {
      if value == nil, wrapper.attribute.arguments.isEmpty, !hasPlainInit(wrapper.type) { return nil }
      value = made(wrapper.attribute, of: value)
    }
    return value
  }

  private func made(_ attribute: Modifiers.Attribute, of value: Expr?) -> Expr {
    let given = value.map { [Argument(label: "wrappedValue", value: $0)] } ?? []
    let callee = Expr(
      .name(Name(text: attribute.name, span: attribute.span, genericArguments: attribute.genericArguments)),
      attribute.span)
    return Expr(.call(callee, given + attribute.arguments), value?.span ?? attribute.span)
  }

  /// `{ value in Wrapper(wrappedValue: value, arguments) }`; `nil` if the wrapper is not made of a value, or not here.
  private func wrapping(
    _ binding: VariableNode.Binding, _ wrappers: [Wrapper], _ owner: Nominal, _ value: Declaration
  ) -> FunctionContext? {
    let takeValue = wrappers.allSatisfy { attribute, type in
      guard binding.value != nil || attribute.arguments.isEmpty else { return false }
      return environment.members(of: type, named: "init").contains { candidate in
        candidate.resolved()
        return candidate.parameters.first?.label == "wrappedValue"
          && (!attribute.arguments.isEmpty || candidate.parameters.dropFirst().allSatisfy(\.hasDefault))
      }
    }
    guard takeValue else { return nil }
    let context = context(.closure, nil, owner: owner, parent: nil, name: value.name)
    context.selfVariable = nil
    let parameter = LocalVariable("$value", .hole, isLet: true, owner: context)
    parameter.declaration = value
    context.parameters.append(parameter)
    let span = wrappers[0].attribute.span
    let given = Expr(.name(Name(text: parameter.name, span: span)), span)
    context.expression = wrappers.reversed().reduce(given) { made($1.attribute, of: $0) }
    context.span = span
    context.result = .hole
    bodies.append(context)
    return context
  }

  private func hasPlainInit(_ nominal: Nominal) -> Bool {
    environment.members(of: nominal, named: "init").contains { candidate in
      candidate.resolved()
      return candidate.parameters.allSatisfy(\.hasDefault)
    }
  }

  /// `var name: T { get { _x.member } set { _x.member = newValue } }`; of several wrappers through the member of each.
  private func computed(
    _ name: String, _ memberName: String, _ wrappers: [Wrapper], _ storage: Declaration,
    _ binding: VariableNode.Binding?, _ owner: Nominal
  ) -> Declaration {
    let span = storage.span
    let declaration = Declaration(.variable, name, owner: owner)
    declaration.isStatic = storage.isStatic
    declaration.declaredIn = file
    declaration.span = span
    let targets = wrappers.map { member(memberName, of: $0.type) }
    func part() -> Expr {
      let own = Expr(.name(Name(text: "self", span: span)), span)
      let box = Expr(.member(own, Name(text: storage.name, span: span)), span)
      return wrappers.reduce(box) { inside, _ in Expr(.member(inside, Name(text: memberName, span: span)), span) }
    }
    let read = context(.getter, declaration, owner: owner, parent: nil, name: name)
    let isReadMutating = targets.contains { target in
      if case .accessors(let getter, _)? = target?.implementation { getter.isMutating } else { false }
    }
    if isReadMutating, owner.kind != .classType {
      read.isMutating = true
      addSelf(read, owner, declaration)
    }
    finish(read, [Stmt(.returns(part()), span)], span)
    var write: FunctionContext?
    let isSettable = targets.allSatisfy { target in
      target?.isSettable == true && target?.setterAccess.rawValue ?? 0 > Modifiers.Access.fileprivate.rawValue
    }
    if isSettable {
      declaration.isSettable = true
      let setter = context(.setter, declaration, owner: owner, parent: nil, name: name)
      // What is behind an object, or set by a setter that changes nothing, goes no further out.
      let changesStorage = zip(wrappers, targets).allSatisfy { wrapper, target in
        let isMutating =
          switch target?.implementation {
          case .accessors(_, let setter?)?: setter.isMutating
          case .native(.reference)?: false
          default: true
          }
        return isMutating && wrapper.type.kind != .classType
      }
      setter.isMutating = !storage.isStatic && owner.kind != .classType && changesStorage
      addSelf(setter, owner, declaration)
      let value = LocalVariable("newValue", .hole, isLet: true, owner: setter)
      value.declaration = declaration
      setter.parameters.append(value)
      let assignment = Expr(.assign(part(), Expr(.name(Name(text: "newValue", span: span)), span)), span)
      finish(setter, [Stmt(.expression(assignment), span)], span)
      write = setter
    }
    declaration.implementation = .accessors(getter: read, setter: write)
    declaration.resolve = { [self] declaration in
      storage.resolved()
      targets.forEach { $0?.resolved() }
      if let annotation = binding?.type {
        declaration.result = resolver(owner).resolve(annotation)
      } else {
        declaration.result = zip(wrappers, targets).reduce(storage.result) { outer, step in
          step.1?.result.substituting(step.0.type.substitution(outer.genericArguments)) ?? .hole
        }
      }
      read.result = declaration.result
      write?.parameters.last?.type = declaration.result
    }
    return declaration
  }
}
