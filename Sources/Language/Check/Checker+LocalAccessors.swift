/// Computed local variables: `var total: Double { … }` in a body is a local function that is called where it is read, and
/// another where it is assigned to.
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

  private func function(
    _ name: String, _ accessor: Accessors.Accessor, _ parameters: [FunctionNode.Parameter], _ result: TypeNode?,
    _ binding: VariableNode.Binding
  ) -> FunctionNode {
    FunctionNode(
      kind: .function, name: name, nameSpan: binding.pattern.span, generics: GenericsNode(), parameters: parameters,
      resultType: result, body: accessor.body, bodyEnd: accessor.span)
  }
}

/// The functions behind a computed local variable.
final class LocalAccessors {
  let getter: FunctionNode
  let setter: FunctionNode?

  init(getter: FunctionNode, setter: FunctionNode?) {
    self.getter = getter
    self.setter = setter
  }

  var functions: [FunctionNode] { [getter] + (setter.map { [$0] } ?? []) }
}
