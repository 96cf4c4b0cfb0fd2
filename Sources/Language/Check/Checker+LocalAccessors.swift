/// Local variables with code of their own. A computed one, `var total: Double { … }`, is a local function that is called
/// where it is read, and another where it is assigned to.
extension Checker {
  /// Makes the functions and the name, before anything of the block is checked: as local functions are.
  func declareAccessors(_ node: VariableNode, _ scope: Scope) {
    for binding in node.bindings {
      guard let accessors = binding.accessors, let getter = accessors.getter,
        case .binding(let name, _) = binding.pattern.kind
      else { continue }
      guard let annotation = binding.type else {
        error("computed property must have an explicit type", scope.context.file, binding.pattern.span)
        continue
      }
      if node.accessors[name] == nil {
        node.accessors[name] = LocalAccessors(
          getter: function(name + ".get", getter, [], annotation, binding),
          setter: accessors.setter.map { setter in
            let value = FunctionNode.Parameter(
              label: nil, name: setter.parameter ?? "newValue", type: annotation, defaultValue: nil, isVariadic: false,
              span: setter.span)
            return function(name + ".set", setter, [value], nil, binding)
          })
      }
      guard let made = node.accessors[name] else { continue }
      for function in made.functions { declareLocalFunction(function, Decl(.function(function), binding.span), scope) }
      let variable = LocalVariable(
        name, resolve(annotation, scope.context, nil, environment: scope.environment), isLet: false,
        owner: scope.context, span: binding.pattern.span)
      variable.accessors = made
      scope.add(variable)
    }
  }

  /// A lazy local variable's value is made by a function where it is first used; observers are functions that whoever
  /// changes the variable calls.
  func declareHooks(
    _ binding: VariableNode.Binding, _ node: VariableNode, _ type: Type, isLazy: Bool, _ scope: Scope
  ) {
    guard !isQuiet, let variable = binding.pattern.variable else { return }
    let known = TypeNode(.known(type), binding.pattern.span)
    let hooks =
      node.hooks[variable.name]
      ?? LocalHooks(
        initial: isLazy ? binding.value.map { initial(variable.name, $0, known, binding) } : nil,
        willSet: observer(variable.name + ".willSet", binding.accessors?.willSet, "newValue", known, binding),
        didSet: observer(variable.name + ".didSet", binding.accessors?.didSet, "oldValue", known, binding))
    node.hooks[variable.name] = hooks
    variable.hooks = hooks
    if isLazy { variable.isMutated = true }
    for function in hooks.functions {
      declareLocalFunction(function, Decl(.function(function), binding.span), scope)
      postponeLocalFunction(function, scope)
    }
  }

  private func initial(_ name: String, _ value: Expr, _ type: TypeNode, _ binding: VariableNode.Binding)
    -> FunctionNode
  {
    FunctionNode(
      kind: .function, name: name + ".initial", nameSpan: binding.pattern.span, generics: GenericsNode(),
      parameters: [], resultType: type, body: [Stmt(.expression(value), value.span)], bodyEnd: value.span)
  }

  private func observer(
    _ name: String, _ accessor: Accessors.Accessor?, _ parameter: String, _ type: TypeNode,
    _ binding: VariableNode.Binding
  ) -> FunctionNode? {
    accessor.map { accessor in
      let value = FunctionNode.Parameter(
        label: nil, name: accessor.parameter ?? parameter, type: type, defaultValue: nil, isVariadic: false,
        span: accessor.span)
      return function(name, accessor, [value], nil, binding)
    }
  }

  private func function(
    _ name: String, _ accessor: Accessors.Accessor, _ parameters: [FunctionNode.Parameter], _ result: TypeNode?,
    _ binding: VariableNode.Binding
  ) -> FunctionNode {
    FunctionNode(
      kind: .function, name: name, nameSpan: binding.pattern.span, generics: GenericsNode(), parameters: parameters,
      resultType: result, body: accessor.body, bodyEnd: accessor.span)
  }
}
