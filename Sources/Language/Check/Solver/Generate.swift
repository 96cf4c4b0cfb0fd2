/// An expression becomes type variables and constraints.
extension ConstraintSystem {
  /// Holes of one text whose types are looked for together.
  private static let holesTogether = 64

  @discardableResult
  func generate(_ expression: Expr, _ scope: Scope) -> Type {
    let type = generateLink(expression, scope)
    // The end of a chain that begins with `.member` is what the context's type must be.
    guard isChain(expression), let root = implicitRoot(expression), let base = implicitBases[ObjectIdentifier(root)]
    else {
      return type
    }
    add(.convert(type, base), expression, .plain)
    return base
  }

  private func isChain(_ expression: Expr) -> Bool {
    switch expression.kind {
    case .implicitMember, .member, .call, .subscripted, .forceUnwrap, .bindOptional: true
    default: false
    }
  }

  private func implicitRoot(_ expression: Expr) -> Expr? {
    var current = expression
    while true {
      switch current.kind {
      case .implicitMember: return current
      case .member(let base, _), .call(let base, _), .subscripted(let base, _), .forceUnwrap(let base),
        .bindOptional(let base):
        current = base
      default: return nil
      }
    }
  }

  private func generateLink(_ expression: Expr, _ scope: Scope) -> Type {
    guard checker.stack.hasRoom else {
      checker.error("this is nested too deeply", scope.context.file, expression.span)
      return record(expression, .hole)
    }
    if let known = generatedLinks.removeValue(forKey: ObjectIdentifier(expression)) { return known }
    generateInnerLinks(of: expression) { record($0, unrecorded($0, scope)) }
    return record(expression, unrecorded(expression, scope))
  }

  private func unrecorded(_ expression: Expr, _ scope: Scope) -> Type {
    switch expression.kind {
    case .integer(let value):
      if value == nil {
        let digits = scope.context.file.digits(of: expression.span)
        checker.error(
          "integer literal '\(digits)' overflows when stored into 'Int'", scope.context.file, expression.span)
      }
      return fresh(expression, literal: .integer)
    case .floating: return fresh(expression, literal: .floating)
    case .boolean: return fresh(expression, literal: .boolean)
    case .nilLiteral: return fresh(expression, literal: .null)
    case .magic(.line), .magic(.column): return fresh(expression, literal: .integer)
    case .magic: return fresh(expression, literal: .string)
    case .regex(let pattern):
      // The parser has refused what is no pattern.
      return (try? RegexPattern(pattern)).map { library.regex($0.groups) } ?? .hole
    case .string(let segments):
      // What stands in one hole says nothing about another. A long text is not to be one large question.
      let isLong = segments.count > Self.holesTogether && state.localTypes.isEmpty && !isDiagnosing
      for case .expression(let value) in segments {
        if isLong {
          checker.solvePart(value, scope)
          continue
        }
        let type = generate(value, scope)
        if type.isVariable { add(.interpolated(type), value, .interpolation) }
      }
      if segments.count == 1, case .text(let text) = segments[0], text.count == 1 {
        return fresh(expression, literal: .character)
      }
      return fresh(expression, literal: .string)
    case .array(let elements): return array(elements, expression, scope)
    case .dictionary(let pairs): return dictionary(pairs, expression, scope)
    case .tuple(let items):
      if items.count == 1, items[0].label == nil { return generate(items[0].value, scope) }
      return .tuple(items.map { Type.TupleElement(label: $0.label, type: generate($0.value, scope)) })
    case .name(let name): return reference(name, expression, scope)
    case .member(let base, let name): return member(base, name, expression, scope)
    case .implicitMember(let name):
      if name.isCompletionToken { return completionToken(.implicitMember, expression, scope) }
      let base = fresh(expression)
      implicitBases[ObjectIdentifier(expression)] = base
      let result = fresh(expression)
      add(.implicitMember(base: base, name: name, result: result), expression)
      return result
    case .call(let callee, let arguments): return call(callee, arguments, expression, scope)
    case .subscripted(let base, let arguments):
      let baseType = generateLink(base, scope)
      let types = arguments.map { generate($0.value, scope) }
      let result = fresh(expression)
      add(.subscripted(base: baseType, arguments: types, result: result), expression)
      return result
    case .closure(let node): return closure(node, expression, scope)
    case .prefix(let name, let operand):
      let type = generate(operand, scope)
      return operation(name, [Argument(label: nil, value: operand)], [type], expression, scope)
    case .postfix(let name, let operand):
      let type = generate(operand, scope)
      return operation(name, [Argument(label: nil, value: operand)], [type], expression, scope)
    case .binary(let name, let left, let right):
      let types = [generate(left, scope), generate(right, scope)]
      return operation(
        name, [Argument(label: nil, value: left), Argument(label: nil, value: right)], types, expression, scope)
    case .assign(let target, let value):
      if case .discard = target.kind {
        _ = record(target, generate(value, scope))
        return .void
      }
      let wanted = assigned(target, scope)
      let given = generate(value, scope)
      add(.convert(given, wanted), value, .assignment)
      return .void
    case .ternary(let condition, let first, let second):
      add(.convert(generate(condition, scope), library.bool), condition, .condition)
      let result = fresh(expression)
      add(.convert(generate(first, scope), result), first, .ternary(expression))
      add(.convert(generate(second, scope), result), second, .ternary(expression))
      return result
    case .isType(let value, let node):
      generate(value, scope)
      expression.note = .isTypeReference(checker.resolve(node, scope.context, self, environment: scope.environment))
      return library.bool
    case .asType(let value, let kind, let node):
      let type = checker.resolve(node, scope.context, self, environment: scope.environment)
      expression.note = .isTypeReference(type)
      let given = generate(value, scope)
      switch kind {
      case .coerce:
        add(.convert(given, type), value, .coercion)
        return type
      case .conditional: return library.optional(type)
      case .forced: return type
      }
    case .inoutReference(let inner): return generate(inner, scope)
    case .bindOptional(let inner):
      let object = fresh(expression)
      add(.optionalObject(generateLink(inner, scope), object), expression)
      return object
    case .optionalChain(let inner):
      if spellsType(inner, scope) {
        // `Int?.none`: nothing is looked into, a type is spelled.
        expression.kind = .tuple([TupleItem(label: nil, value: inner)])
        return generate(inner, scope)
      }
      let result = fresh(expression)
      add(.chain(inside: generate(inner, scope), result: result), expression)
      return result
    case .forceUnwrap(let inner):
      let object = fresh(expression)
      add(.optionalObject(generateLink(inner, scope), object), expression)
      return object
    case .keyPath(let node): return keyPath(node, expression, scope)
    case .superReference:
      guard let base = scope.context.nominal?.superclass, let own = scope.selfVariable else {
        checker.error("'super' cannot be used outside of class members", scope.context.file, expression.span)
        return .hole
      }
      expression.local = own
      return scope.context.isStatic ? .metatype(base) : base
    case .attempt(let kind, let inner):
      let type = generate(inner, scope)
      guard kind == .optional else { return type }
      let result = fresh(expression)
      add(.chain(inside: type, result: result), expression)
      return result
    case .await(let inner): return generate(inner, scope)
    case .ifExpression(let node):
      let result = fresh(expression)
      branches(node, result, expression, scope)
      return result
    case .switchExpression(let node):
      let result = fresh(expression)
      checker.checkSwitchHeader(node, scope, isValue: true)
      for (index, clause) in node.cases.enumerated() {
        branch(clause.body, result, expression, checker.caseScope(node, index, scope))
      }
      return result
    case .type(let node):
      return .metatype(checker.resolve(node, scope.context, self, environment: scope.environment))
    case .discard:
      checker.error(
        "'_' can only appear in a pattern or on the left side of an assignment", scope.context.file, expression.span)
      return .hole
    case .invalid: return .hole
    }
  }

  /// What is assigned to: of a tuple some parts may go nowhere.
  private func assigned(_ target: Expr, _ scope: Scope) -> Type {
    guard case .tuple(let items) = target.kind, items.count > 1 else { return generate(target, scope) }
    let elements = items.map { item in
      var type: Type
      if case .discard = item.value.kind {
        type = record(item.value, fresh(item.value))
      } else {
        type = assigned(item.value, scope)
      }
      return Type.TupleElement(label: item.label, type: type)
    }
    return record(target, .tuple(elements))
  }

  // MARK: Names

  private func reference(_ name: Name, _ expression: Expr, _ scope: Scope) -> Type {
    if name.isCompletionToken { return completionToken(.name, expression, scope) }
    switch checker.lookup(name, scope) {
    case .local(let variable):
      if let (storage, part) = variable.standsFor {
        let base = Expr(.name(Name(text: storage, span: name.span)), expression.span)
        let target = Name(text: part, span: name.span)
        expression.kind = .member(base, target)
        return member(base, target, expression, scope)
      }
      expression.local = variable
      variable.isUsed = true
      if let function = variable.function, let declaration = variable.declaration, function.declaration === declaration
      {
        let result = fresh(expression)
        add(.overload(type: result, candidates: [Candidate(declaration: declaration)]), expression)
        return result
      }
      let type = state.localTypes[ObjectIdentifier(variable)] ?? variable.type
      guard variable.isUnwrapped else { return type }
      let result = fresh(expression)
      add(.unwrapped(type, result: result), expression)
      return result
    case .declarations(let declarations):
      let result = fresh(expression)
      let candidates = filtered(declarations.map { Candidate(declaration: $0) }, name)
      add(.overload(type: result, candidates: candidates), expression)
      return result
    case .members(let candidates, let own):
      expression.local = own
      own.isUsed = true
      let result = fresh(expression)
      add(
        .overload(type: result, candidates: filtered(candidates, name) + hidden(by: candidates, name, scope)),
        expression)
      return result
    case .type(let type):
      if !name.genericArguments.isEmpty || type.isUnspecialized {
        return .metatype(open(type, name, expression, scope))
      }
      if name.text == "Self", scope.context.nominal?.kind == .classType, let own = scope.selfVariable {
        // The class of the object at hand, which may be a subclass.
        expression.local = own
        own.isUsed = true
        return .metatype(type)
      }
      expression.note = .isTypeReference(type)
      return .metatype(type)
    case .nothing:
      if let made = bindable(name, expression, scope) { return made }
      checker.reportUnknown(name, scope)
      return .hole
    }
  }

  /// `$signup` where `signup` is an object: `Bindable(signup)`, whose members are bindings to its properties.
  private func bindable(_ name: Name, _ expression: Expr, _ scope: Scope) -> Type? {
    guard name.text.first == "$", name.text.count > 1 else { return nil }
    let object = Name(text: String(name.text.dropFirst()), span: name.span)
    let type: Type? =
      switch checker.lookup(object, scope) {
      case .local(let variable): state.localTypes[ObjectIdentifier(variable)] ?? variable.type
      case .declarations(let declarations): declarations.first { $0.resolved() }?.result
      case .members(let candidates, _): candidates.first { $0.declaration.resolved() }?.declaration.result
      case .type, .nothing: nil
      }
    guard let type, type.strippingOptionals.0.isClass else { return nil }
    return bindable(Expr(.name(object), name.span), expression, scope)
  }

  private func bindable(_ object: Expr, _ expression: Expr, _ scope: Scope) -> Type {
    let callee = Expr(.name(Name(text: "Bindable", span: object.span, isOfLibrary: true)), object.span)
    let arguments = [Argument(label: nil, value: object)]
    expression.kind = .call(callee, arguments)
    return call(callee, arguments, expression, scope)
  }

  /// `$shop.cart` where another process provides `shop.cart`: the object is part of a name, no property that could be another.
  private func bindable(_ base: Expr, _ name: Name, _ expression: Expr, _ scope: Scope) -> Type? {
    guard case .name(let outer) = base.kind, outer.text.first == "$", !name.isCompletionToken,
      case .nothing = checker.lookup(outer, scope)
    else { return nil }
    let namespace = Name(text: String(outer.text.dropFirst()), span: outer.span)
    guard case .declarations(let found) = checker.lookup(namespace, scope),
      let nominal = found.first(where: { $0.resolved() })?.result.nominal, nominal.isProvided,
      let held = environment.members(of: nominal, named: name.text).first(where: {
        $0.kind == .variable && !$0.isStatic
      }),
      held.resolved(), held.result.nominal?.isProvided == true
    else { return nil }
    return bindable(Expr(.member(Expr(.name(namespace), base.span), name), expression.span), expression, scope)
  }

  /// The global functions behind methods of the same name: `max(a, b)` inside an extension of `String`.
  private func hidden(by members: [Candidate], _ name: Name, _ scope: Scope) -> [Candidate] {
    guard members.allSatisfy({ $0.declaration.kind == .function }) else { return [] }
    return scope.environment.values(named: name.text, in: scope.context.file).filter {
      $0.kind == .function && $0.owner == nil
    }.map {
      var candidate = Candidate(declaration: $0)
      candidate.isHidden = true
      return candidate
    }
  }

  private func filtered(_ candidates: [Candidate], _ name: Name) -> [Candidate] {
    guard let labels = name.labels else { return candidates }
    let fitting = candidates.filter { candidate in
      candidate.declaration.resolved()
      return candidate.declaration.parameters.map { $0.label ?? "_" } == labels
    }
    return fitting.isEmpty ? candidates : fitting
  }

  /// A generic type without (all) its arguments: the rest is for the context to say.
  private func open(_ type: Type, _ name: Name, _ expression: Expr, _ scope: Scope) -> Type {
    guard case .nominal(let nominal, let arguments) = type else { return type }
    var given = arguments.list
    let own = Array(nominal.genericParameters.dropFirst(nominal.parent?.genericParameters.count ?? 0))
    // A generic `typealias` has its arguments already.
    if !name.genericArguments.isEmpty, nominal.name == name.text {
      if name.genericArguments.count != own.count {
        checker.error(
          "generic type '\(nominal.name)' specialized with too \(name.genericArguments.count < own.count ? "few" : "many") "
            + "type parameters (got \(name.genericArguments.count), but expected \(own.count))", scope.context.file,
          expression.span)
        return .hole
      }
      let start = nominal.genericParameters.count - own.count
      for (index, node) in name.genericArguments.enumerated() {
        given[start + index] = checker.resolve(node, scope.context, self, environment: scope.environment)
      }
    }
    for index in given.indices where given[index] == .hole {
      let parameter = nominal.genericParameters[index]
      given[index] = fresh(expression, parameter: parameter, fallback: library.fallback(of: parameter, in: nominal))
    }
    return .nominal(nominal, given)
  }

  private func member(_ base: Expr, _ name: Name, _ expression: Expr, _ scope: Scope) -> Type {
    // `[Int].self`, `[String: Int].self`: a literal that is a type.
    if let type = typeReading(base, scope) {
      _ = record(base, .metatype(type))
      base.note = .isTypeReference(type)
      if name.isCompletionToken { return completionToken(.member(of: .metatype(type)), expression, scope) }
      if name.text == "self" {
        expression.note = .isTypeReference(type)
        return .metatype(type)
      }
      let result = fresh(expression)
      add(.member(base: .metatype(type), name: name, result: result), expression)
      return result
    }
    if let made = bindable(base, name, expression, scope) { return made }
    let type = generateLink(base, scope)
    if name.isCompletionToken { return completionToken(.member(of: type), expression, scope) }
    let result = fresh(expression)
    // `super.init` and `self.init` go on making the object at hand: the type's initialisers are meant.
    let isDelegating = name.text == "init" && scope.context.kind == .initializer && base.isOwnObject
    add(.member(base: isDelegating ? .metatype(type) : type, name: name, result: result), expression)
    return result
  }

  /// `[T]` and `[K: V]` where a type is meant: before `(` or `.self`.
  private func typeReading(_ expression: Expr, _ scope: Scope) -> Type? {
    guard let node = typeNode(expression, scope) else { return nil }
    if case .named = node.kind { return nil }
    return checker.resolve(node, scope.context, self, environment: scope.environment)
  }

  /// Every `?` in the chain belongs to a type: `Int?.none`, `[Int]?.self`.
  private func spellsType(_ chain: Expr, _ scope: Scope) -> Bool {
    var current = chain
    while true {
      switch current.kind {
      case .bindOptional: return typeNode(current, scope) != nil
      case .member(let base, _), .call(let base, _), .subscripted(let base, _), .forceUnwrap(let base): current = base
      default: return false
      }
    }
  }

  private func typeNode(_ expression: Expr, _ scope: Scope) -> TypeNode? {
    switch expression.kind {
    case .array(let elements) where elements.count == 1:
      return typeNode(elements[0], scope).map { TypeNode(.array($0), expression.span) }
    case .dictionary(let pairs) where pairs.count == 1:
      guard let key = typeNode(pairs[0].key, scope), let value = typeNode(pairs[0].value, scope) else { return nil }
      return TypeNode(.dictionary(key, value), expression.span)
    case .name(let name) where name.labels == nil:
      if scope.local(named: name.text) != nil { return nil }
      if ["Any", "Void", "Self", "AnyObject"].contains(name.text) {
        return TypeNode(.named([(name.text, [], name.span)]), expression.span)
      }
      guard case .type = checker.lookup(name, scope) else { return nil }
      return TypeNode(.named([(name.text, name.genericArguments, name.span)]), expression.span)
    case .member(let base, let name):
      guard name.text.first?.isUppercase == true, let node = typeNode(base, scope) else { return nil }
      return node.member((name.text, name.genericArguments, name.span), expression.span)
    case .optionalChain(let inner): return typeNode(inner, scope)
    case .bindOptional(let inner):
      return typeNode(inner, scope).map { TypeNode(.optional($0), expression.span) }
    case .tuple(let items):
      let nodes = items.map { typeNode($0.value, scope) }
      guard !items.isEmpty, nodes.allSatisfy({ $0 != nil }) else { return nil }
      return TypeNode(.tuple(zip(items, nodes).map { ($0.label, $1!) }), expression.span)
    case .type(let node): return node
    default: return nil
    }
  }

  // MARK: Calls

  private func call(_ callee: Expr, _ arguments: [Argument], _ expression: Expr, _ scope: Scope) -> Type {
    let target = stripped(callee)
    let calleeType: Type
    if let type = typeReading(target, scope) {
      target.note = .isTypeReference(type)
      calleeType = record(target, .metatype(type))
      if target !== callee { _ = record(callee, calleeType) }
    } else {
      calleeType = generateLink(target, scope)
      if target !== callee { _ = record(callee, calleeType) }
    }
    let types = arguments.map { generate($0.value, scope) }
    callShapes[ObjectIdentifier(target)] = CallShape(arguments: arguments, types: types)
    let result = fresh(expression)
    add(.apply(callee: calleeType, arguments: types, result: result), expression)
    return result
  }

  private func operation(
    _ name: Name, _ arguments: [Argument], _ types: [Type], _ expression: Expr, _ scope: Scope
  ) -> Type {
    var candidates = scope.environment.values(named: name.text, in: scope.context.file).filter { declaration in
      declaration.resolved()
      guard declaration.parameters.count == arguments.count else { return false }
      return arguments.count > 1 || isPostfix(expression) == (declaration.fixity == .postfix)
    }.map { Candidate(declaration: $0) }
    // Operators of the types declared inside this body.
    candidates = candidates.filter { $0.declaration.kind == .function }
    guard !candidates.isEmpty else {
      if let step = ["++": "+= 1", "--": "-= 1"][name.text], arguments.count == 1 {
        // As a value it has no other form.
        let isStatement = expression === root && wanted == nil && scope.context.file.beginsStatement(expression.span)
        let edits =
          isPostfix(expression) ? [(name.span, " " + step)] : [(name.span, ""), (expression.span.back, " " + step)]
        checker.diagnostics.add(
          .error, "cannot find operator '\(name.text)' in scope; did you mean '\(step)'?", scope.context.file,
          name.span, fixIts: isStatement ? [("use '\(step)'", edits)] : [])
        return .hole
      }
      checker.error(
        arguments.count == 1
          ? "'\(name.text)' is not a \(isPostfix(expression) ? "postfix" : "prefix") unary operator"
          : "cannot find operator '\(name.text)' in scope", scope.context.file, name.span)
      return .hole
    }
    let function = fresh(expression)
    callShapes[ObjectIdentifier(expression)] = CallShape(arguments: arguments, types: types)
    let result = fresh(expression)
    add(.overload(type: function, candidates: candidates), expression, .callee)
    add(.apply(callee: function, arguments: types, result: result), expression)
    return result
  }

  private func isPostfix(_ expression: Expr) -> Bool {
    if case .postfix = expression.kind { return true }
    return false
  }

  // MARK: Literals

  private func array(_ elements: [Expr], _ expression: Expr, _ scope: Scope) -> Type {
    let result = fresh(expression, literal: .array)
    let element = elementOfAnyKind(expression)
    add(.arrayLiteral(result, element: element), expression)
    generate(elements, as: element, .element, scope)
    return result
  }

  private func dictionary(_ pairs: [(key: Expr, value: Expr)], _ expression: Expr, _ scope: Scope) -> Type {
    let result = fresh(expression, literal: .dictionary)
    let key = fresh(expression)
    let value = elementOfAnyKind(expression)
    add(.dictionaryLiteral(result, key: key, value: value), expression)
    if pairs.count < Self.alikeMin {
      for pair in pairs {
        add(.convert(generate(pair.key, scope), key), pair.key, .dictionaryKey)
        add(.convert(generate(pair.value, scope), value), pair.value, .dictionaryValue)
      }
    } else {
      generate(pairs.map(\.key), as: key, .dictionaryKey, scope)
      generate(pairs.map(\.value), as: value, .dictionaryValue, scope)
    }
    return result
  }

  private func generate(_ elements: [Expr], as type: Type, _ role: Role, _ scope: Scope) {
    let (first, others) = divideAlike(elements)
    for element in first { add(.convert(generate(element, scope), type), element, role) }
    for (element, prototype) in others { generate(element, like: prototype) }
  }

  // MARK: Key paths

  private func keyPath(_ node: KeyPathNode, _ expression: Expr, _ scope: Scope) -> Type {
    let root =
      node.root.map { checker.resolve($0, scope.context, self, environment: scope.environment) } ?? fresh(expression)
    var current = root
    // A closure's body is generated for each alternative, and what was chosen in one of them is known by these expressions.
    var steps = keyPathSteps[ObjectIdentifier(expression)] ?? [:]
    var isOptional = false
    for (index, component) in node.components.enumerated() {
      switch component {
      case .member(let name):
        if name.text == "self" { continue }
        let step = steps[index] ?? Expr(.member(expression, name), name.span, caret: name.span.start)
        steps[index] = step
        if name.isCompletionToken {
          current = record(step, completionToken(.keyPathStep(of: current), step, scope))
          continue
        }
        let next = fresh(step)
        add(.member(base: current, name: name, result: next), step)
        current = record(step, next)
      case .subscripted(let arguments, let span):
        let step = steps[index] ?? Expr(.subscripted(expression, arguments), span)
        steps[index] = step
        let types = arguments.map { generate($0.value, scope) }
        let next = fresh(step)
        add(.subscripted(base: current, arguments: types, result: next), step)
        current = record(step, next)
      case .optionalChain(let span), .force(let span):
        let step = steps[index] ?? Expr(.bindOptional(expression), span)
        steps[index] = step
        let object = fresh(step)
        add(.optionalObject(current, object), step)
        current = record(step, object)
        if case .optionalChain = component { isOptional = true }
      }
    }
    keyPathSteps[ObjectIdentifier(expression)] = steps
    if isOptional {
      let whole = fresh(expression)
      add(.chain(inside: current, result: whole), expression)
      current = whole
    }
    let result = fresh(expression)
    add(.keyPath(result, root: root, value: current), expression)
    return result
  }
}
