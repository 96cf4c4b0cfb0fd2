/// Calls, subscripts and key paths: arguments meet parameters.
struct CallShape {
  var arguments: [Argument]
  var types: [Type]
}

extension ConstraintSystem {
  func apply(_ callee: Type, _ arguments: [Type], _ result: Type, _ constraint: Constraint) -> Answer {
    let type = head(callee)
    switch type {
    case .variable: return .waiting
    case .hole:
      hole(result)
      return .solved
    case .function(let function): return apply(function, arguments, result, constraint)
    case .metatype(let instance): return construct(instance, arguments, result, constraint)
    case .nominal, .existential, .parameter, .member:
      if lookup(full(type), Name(text: "callAsFunction", span: .none)).isEmpty {
        return isCalledDynamically(type)
          ? callDynamically(type, arguments, result, constraint) : notCallable(type)
      }
      let function = fresh(constraint.expression)
      // The callee keeps its own meaning; what is called is the call's.
      let expression = constraint.expression
      callShapes[ObjectIdentifier(expression)] = CallShape(
        arguments: callArguments(constraint.expression), types: arguments)
      add(.member(base: type, name: Name(text: "callAsFunction", span: .none), result: function), expression, .callee)
      add(.apply(callee: function, arguments: arguments, result: result), constraint.expression)
      return .solved
    default: return notCallable(type)
    }
  }

  private func notCallable(_ type: Type) -> Answer {
    if let wrapped = type.wrapped, case .function = head(wrapped) { return .failed(.unwrap(full(type), full(wrapped))) }
    return .failed(.notCallable(full(type)))
  }

  private func isCalledDynamically(_ type: Type) -> Bool {
    type.nominal?.lineage.contains { $0.dynamicCallsSpan != nil } == true
  }

  /// `value(1, x: 2)` of a `@dynamicCallable` type: `dynamicallyCall` is given all that is written as one literal, with
  /// the labels as keys if there are any.
  private func callDynamically(_ callee: Type, _ types: [Type], _ result: Type, _ constraint: Constraint) -> Answer {
    let call = constraint.expression
    guard case .call(_, let written) = call.kind else { return .failed(.notCallable(full(callee))) }
    let name = Name(text: "dynamicallyCall", span: .none)
    let ways = lookup(full(callee), name).compactMap { candidate in
      candidate.declaration.resolved() && !candidate.declaration.isMutating ? candidate.declaration.labels : nil
    }
    guard ways.contains(["withArguments"]) || ways.contains(["withKeywordArguments"]) else {
      return .failed(.notCallable(full(callee)))
    }
    let isKeyed =
      !ways.contains(["withArguments"]) || written.contains { $0.label != nil && !$0.isTrailingClosure }
    if isKeyed, !ways.contains(["withKeywordArguments"]) { return .failed(.takesNoKeywords(full(callee))) }
    let known = dynamicArguments[ObjectIdentifier(call)]?.value
    let literal: Expr
    let type: Type
    if isKeyed {
      let pairs = written.map { argument in
        (key: Expr(.string([.text(argument.label ?? "")]), argument.value.span), value: argument.value)
      }
      literal = known ?? Expr(.dictionary(pairs), call.span)
      type = fresh(literal, literal: .dictionary)
      let (key, value) = (fresh(literal), fresh(literal))
      add(.dictionaryLiteral(type, key: key, value: value), literal)
      guard case .dictionary(let pairs) = literal.kind else { return .failed(.notCallable(full(callee))) }
      for (index, (pair, given)) in zip(pairs, types).enumerated() {
        add(.convert(record(pair.key, fresh(pair.key, literal: .string)), key), pair.key, .dictionaryKey)
        add(.convert(given, value), pair.value, .argument(index: index, call: call))
      }
    } else {
      literal = known ?? Expr(.array(written.map(\.value)), call.span)
      type = fresh(literal, literal: .array)
      let element = fresh(literal)
      add(.arrayLiteral(type, element: element), literal)
      for (index, given) in types.enumerated() {
        add(.convert(given, element), written[index].value, .argument(index: index, call: call))
      }
    }
    _ = record(literal, type)
    let argument = Argument(label: isKeyed ? "withKeywordArguments" : "withArguments", value: literal)
    dynamicArguments[ObjectIdentifier(call)] = argument
    callShapes[ObjectIdentifier(call)] = CallShape(arguments: [argument], types: [type])
    let function = fresh(call)
    add(.member(base: callee, name: name, result: function), call, .callee)
    add(.apply(callee: function, arguments: [type], result: result), call)
    return .solved
  }

  /// The expression that stands for what is called: its choice says which declaration it is.
  func calleeExpression(_ call: Expr) -> Expr? {
    switch call.kind {
    case .call(let callee, _): return stripped(callee)
    case .binary, .prefix, .postfix: return call
    default: return nil
    }
  }

  /// Without parentheses.
  func stripped(_ expression: Expr) -> Expr {
    if case .tuple(let items) = expression.kind, items.count == 1, items[0].label == nil {
      return stripped(items[0].value)
    }
    return expression
  }

  func callArguments(_ call: Expr) -> [Argument] {
    if let made = dynamicArguments[ObjectIdentifier(call)] { return [made] }
    switch call.kind {
    case .call(_, let arguments), .subscripted(_, let arguments): return arguments
    case .binary(_, let left, let right):
      return [Argument(label: nil, value: left), Argument(label: nil, value: right)]
    case .prefix(_, let operand), .postfix(_, let operand): return [Argument(label: nil, value: operand)]
    default: return []
    }
  }

  /// `T(…)`: the initialisers of `T`.
  private func construct(_ instance: Type, _ arguments: [Type], _ result: Type, _ constraint: Constraint) -> Answer {
    guard let callee = calleeExpression(constraint.expression) else {
      return .failed(.notCallable(.metatype(instance)))
    }
    let function = fresh(constraint.expression)
    let name = Name(text: "init", span: callee.span)
    if case .existential = head(instance) { return .failed(.notCallable(full(.metatype(instance)))) }
    add(.member(base: .metatype(instance), name: name, result: function), callee, .callee)
    add(.apply(callee: function, arguments: arguments, result: result), constraint.expression)
    return .solved
  }

  private func apply(_ function: FunctionType, _ types: [Type], _ result: Type, _ constraint: Constraint) -> Answer {
    let call = constraint.expression
    let arguments = callArguments(call)
    let choice =
      state.choices[ObjectIdentifier(call)] ?? calleeExpression(call).flatMap { state.choices[ObjectIdentifier($0)] }
    let isLabelled = calleeExpression(call)?.hasLabels ?? false
    let declaration = choice.flatMap {
      $0.isUnapplied || isLabelled || $0.declaration.kind == .variable ? nil : $0.declaration
    }
    let parameters: [Declaration.Parameter]
    if let declaration, declaration.parameters.count == function.parameters.count {
      parameters = declaration.parameters
    } else {
      parameters = function.parameters.map { parameter in
        var result = Declaration.Parameter(label: nil, name: "_", type: parameter.type)
        result.isInout = parameter.isInout
        result.isVariadic = parameter.isVariadic
        result.isAutoclosure = parameter.isAutoclosure
        return result
      }
      // A function of one tuple takes its elements apart: `promise(.success(1))` stays one, `f(1, 2)` on a pair works.
    }
    let unlabelled =
      declaration == nil
      ? arguments.map { argument in
        var argument = argument
        if argument.isTrailingClosure { argument.label = nil }
        return argument
      } : arguments
    switch ArgumentMatching.match(unlabelled, parameters) {
    case .failed(let failure):
      if parameters.count == 1, arguments.isEmpty, head(function.parameters[0].type).isVoid {
        state.arguments[ObjectIdentifier(call)] = [.given(voidExpression(call))]
        return unify(function.result, result) ? .solved : .failed(.mismatch(full(function.result), full(result)))
      }
      return .failed(.arguments(failure, declaration ?? choice?.declaration))
    case .matched(let matched):
      var bound: [BoundArgument] = []
      for (index, indices) in matched.enumerated() {
        let parameter = function.parameters[index]
        if parameters[index].isVariadic {
          bound.append(.variadic(indices.map { arguments[$0].value }))
        } else {
          bound.append(indices.first.map { .given(arguments[$0].value) } ?? .defaulted)
        }
        for argument in indices {
          if let builder = parameters[index].builder, case .closure(let node) = stripped(arguments[argument].value).kind
          {
            state.builders[ObjectIdentifier(node)] = builder.substituting(choice?.substitution ?? [:])
          }
          pass(arguments[argument].value, types[argument], to: parameter, role(call, argument), call)
        }
      }
      state.arguments[ObjectIdentifier(call)] = bound
      if declaration?.isUnwrapped == true, declaration?.kind == .function {
        add(.unwrapped(function.result, result: result), call, constraint.role)
        return .solved
      }
      return unify(function.result, result) ? .solved : .failed(.mismatch(full(function.result), full(result)))
    }
  }

  private func voidExpression(_ call: Expr) -> Expr {
    let expression = Expr(.tuple([]), call.span)
    _ = record(expression, .void)
    return expression
  }

  private func role(_ call: Expr, _ index: Int) -> Role {
    if case .call = call.kind { return .argument(index: index, call: call) }
    if case .subscripted = call.kind { return .argument(index: index, call: call) }
    return .operand(of: call, index: index)
  }

  private func pass(
    _ argument: Expr, _ type: Type, to parameter: FunctionType.Parameter, _ role: Role, _ call: Expr
  ) {
    if parameter.isInout {
      if case .inoutReference = argument.kind {
      } else if call.isOperation {
      } else {
        if !isDiagnosing { state.score.forced += 1 }
        state.fixes.append(Fix(reason: .notInout(full(type)), expression: argument, role: role))
        state.score.fixes += 1
      }
      add(.equal(type, parameter.type), argument, .inoutArgument)
      return
    }
    if case .inoutReference = argument.kind {
      state.fixes.append(Fix(reason: .needless(full(type)), expression: argument, role: role))
      state.score.fixes += 1
    }
    if parameter.isAutoclosure, let function = head(parameter.type).asFunction {
      add(.convert(type, function.result), argument, role)
    } else {
      add(.convert(type, parameter.type), argument, role)
    }
  }

  // MARK: Subscripts

  func subscripted(_ base: Type, _ arguments: [Type], _ result: Type, _ constraint: Constraint) -> Answer {
    let base = head(base)
    switch base {
    case .variable: return .waiting
    case .hole:
      hole(result)
      return .solved
    default: break
    }
    let expression = constraint.expression
    if case .subscripted(_, let written) = expression.kind, written.count == 1, written[0].label == "keyPath" {
      return keyPathSubscript(base, arguments[0], result, constraint)
    }
    let name = Name(text: "subscript", span: expression.span)
    let candidates = lookup(full(base), name)
    guard !candidates.isEmpty else {
      if let wrapped = base.wrapped, !lookup(full(wrapped), name).isEmpty {
        return .failed(.unwrap(full(base), full(wrapped)))
      }
      return .failed(.notSubscriptable(full(base)))
    }
    let function = fresh(expression)
    callShapes[ObjectIdentifier(expression)] = CallShape(arguments: callArguments(expression), types: arguments)
    add(.applySubscript(function, arguments, result), expression)
    return refer(to: candidates, function, constraint)
  }

  private func keyPathSubscript(_ base: Type, _ path: Type, _ result: Type, _ constraint: Constraint) -> Answer {
    if case .nominal(let nominal, let arguments) = head(path), arguments.count < 2, nominal.has(.keyPath) {
      // What it leads to is known when it is used.
      if let root = arguments.first { add(.convert(base, root), constraint.expression) }
      let value = arguments.isEmpty ? library.optional(.any) : .any
      return unify(value, result) ? .solved : .failed(.mismatch(value, full(result)))
    }
    guard case .nominal(let nominal, let arguments) = head(path), nominal.has(.keyPath),
      arguments.count == 2
    else {
      guard let keyPath = library.type(named: "KeyPath") else { return .failed(.notSubscriptable(full(base))) }
      if case .variable = head(path) {
        // A literal: its root is the base.
        add(.convert(path, .nominal(keyPath, [base, result])), constraint.expression)
        return .solved
      }
      return .failed(.notSubscriptable(full(base)))
    }
    add(.convert(base, arguments[0]), constraint.expression)
    return unify(arguments[1], result) ? .solved : .failed(.mismatch(full(arguments[1]), full(result)))
  }

  /// The call of a subscript, once it is known which.
  func applySubscript(_ callee: Type, _ arguments: [Type], _ result: Type, _ constraint: Constraint) -> Answer {
    guard case .function(let function) = head(callee) else {
      if head(callee) == .hole {
        hole(result)
        return .solved
      }
      return .waiting
    }
    return subscriptCall(function, arguments, result, constraint)
  }

  private func subscriptCall(_ function: FunctionType, _ types: [Type], _ result: Type, _ constraint: Constraint)
    -> Answer
  {
    let expression = constraint.expression
    guard let choice = state.choices[ObjectIdentifier(expression)] else { return .waiting }
    let arguments = callArguments(expression)
    switch ArgumentMatching.match(arguments, choice.declaration.parameters) {
    case .failed(let failure): return .failed(.arguments(failure, choice.declaration))
    case .matched(let matched):
      var bound: [BoundArgument] = []
      for (index, indices) in matched.enumerated() {
        bound.append(indices.first.map { .given(arguments[$0].value) } ?? .defaulted)
        for argument in indices {
          add(
            .convert(types[argument], function.parameters[index].type), arguments[argument].value,
            .argument(index: argument, call: expression))
        }
      }
      state.arguments[ObjectIdentifier(expression)] = bound
      return unify(function.result, result) ? .solved : .failed(.mismatch(full(function.result), full(result)))
    }
  }

  // MARK: Key paths

  /// A key path literal must allow writing; that is known when all its components are.
  func writable(_ path: Expr, _ kind: String) -> Answer {
    guard !isDiagnosing, case .keyPath(let node) = path.kind else { return .solved }
    for index in node.components.indices {
      guard let step = keyPathSteps[ObjectIdentifier(path)]?[index] else { continue }
      if case .bindOptional = step.kind { continue }
      if state.choices[ObjectIdentifier(step)] == nil { return .waiting }
    }
    let ranks = ["KeyPath": 0, "WritableKeyPath": 1, "ReferenceWritableKeyPath": 2]
    return ranks[keyPathClass(path), default: 0] < ranks[kind, default: 0] ? .failed(.keyPathRoot) : .solved
  }

  func keyPath(_ type: Type, _ root: Type, _ value: Type, _ constraint: Constraint) -> Answer {
    switch head(type) {
    case .variable: return .waiting
    case .hole:
      hole(root)
      return .solved
    case .function(let function):
      guard function.parameters.count == 1 else { return .failed(.mismatch(.hole, full(type))) }
      state.score.functions += 1
      add(.equal(root, function.parameters[0].type), constraint.expression)
      add(.convert(value, function.result), constraint.expression, .keyPathValue)
      return .solved
    case .nominal(let nominal, let arguments) where nominal.has(.keyPath):
      if arguments.count > 0, !unify(root, arguments[0]) {
        guard let owner = full(arguments[0]).nominal, environment.upcast(full(root), to: owner) != nil else {
          return .failed(.mismatch(full(root), full(arguments[0])))
        }
      }
      if arguments.count > 1 { add(.equal(value, arguments[1]), constraint.expression, .keyPathValue) }
      if nominal.name.contains("Writable") {
        keyPathsToCheck.append((constraint.expression, nominal.name))
        if !isDiagnosing { add(.writable(constraint.expression, nominal.name), constraint.expression) }
      }
      return .solved
    case let other: return .failed(.mismatch(.hole, full(other)))
    }
  }
}

extension Expr {
  /// `f(a:b:)`: the labels belong to the name, and a call of it has none.
  var hasLabels: Bool {
    switch kind {
    case .name(let name), .member(_, let name), .implicitMember(let name): name.labels != nil
    default: false
    }
  }
}
