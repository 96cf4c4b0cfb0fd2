/// Property wrappers on local variables: `@Wrapper(arguments) var x = value` declares `_x`, which holds the wrapper.
/// `x` and `$x` are other names for what it wraps and projects.
extension Checker {
  /// Rewrites the declaration to that of `_x`; false if nothing of the program wraps it.
  func rewriteWrapped(_ node: VariableNode, _ modifiers: Modifiers, _ scope: Scope) -> Bool {
    let wrappers = modifiers.attributes.compactMap { attribute in
      self.wrapper(attribute, scope).map { (attribute, $0) }
    }
    guard let (attribute, wrapper) = wrappers.first else { return false }
    if wrappers.count > 1, node.wrapped == nil {
      error(
        "several property wrappers on a local variable are not supported here; make it a property of a type",
        scope.context.file, wrappers[1].0.span)
    }
    for index in node.bindings.indices {
      guard case .binding(let name, _) = node.bindings[index].pattern.kind else {
        error("property wrapper can only apply to a single variable", scope.context.file, attribute.span)
        continue
      }
      let wrapped = node.wrapped ?? name
      if node.wrapped == nil {
        node.wrapped = name
        rewrite(&node.bindings[index], name, attribute)
      }
      declare(wrapped, "wrappedValue", wrapped, node.bindings[index], scope)
      if member("projectedValue", of: wrapper, scope) != nil {
        declare("$" + wrapped, "projectedValue", wrapped, node.bindings[index], scope)
      }
    }
    return true
  }

  private func wrapper(_ attribute: Modifiers.Attribute, _ scope: Scope) -> Nominal? {
    guard case .nominal(let nominal)? = scope.environment.type(named: attribute.name, in: scope.context.file),
      nominal.isUserType,
      member("wrappedValue", of: nominal, scope) != nil
    else { return nil }
    return nominal
  }

  private func member(_ name: String, of nominal: Nominal, _ scope: Scope) -> Declaration? {
    scope.environment.members(of: nominal, named: name).first { !$0.isStatic && $0.kind == .variable }
  }

  /// `var _x = Wrapper(wrappedValue: value, arguments)`
  private func rewrite(_ binding: inout VariableNode.Binding, _ name: String, _ attribute: Modifiers.Attribute) {
    var arguments = attribute.arguments
    if let value = binding.value {
      let typed = binding.type.map { Expr(.asType(value, .coerce, $0), value.span) } ?? value
      arguments.insert(Argument(label: "wrappedValue", value: typed), at: 0)
    }
    let callee = Expr(
      .name(Name(text: attribute.name, span: attribute.span, genericArguments: attribute.genericArguments)),
      attribute.span)
    binding.value = Expr(.call(callee, arguments), binding.value?.span ?? attribute.span)
    binding.pattern = Pattern(.binding(name: "_" + name, isLet: false), binding.pattern.span)
    binding.type = nil
  }

  private func declare(
    _ name: String, _ member: String, _ wrapped: String, _ binding: VariableNode.Binding, _ scope: Scope
  ) {
    let variable = LocalVariable(name, .hole, isLet: false, owner: scope.context, span: binding.pattern.span)
    variable.standsFor = (storage: "_" + wrapped, member: member)
    scope.add(variable)
  }
}
