/// What expressions read, change and set.
extension DefiniteInitialization {
  func visit(_ expression: Expr) {
    switch expression.kind {
    case .name(let name): read(name, expression)
    case .member(let base, let name):
      guard base.isOwnObject else { return visit(base) }
      if let declaration = expression.choice?.declaration {
        readMember(declaration, isCalled: false, name.span)
      } else {
        visit(base)
      }
    case .assign(let target, let value):
      if case .discard = target.kind, case .name = value.kind, let variable = value.local, !variable.isSelf {
        use(variable, "used before being initialized", expression.anchor)
      } else {
        visit(value)
      }
      assign(target, expression.anchor)
    case .call(let callee, let arguments): visitCall(expression, callee, arguments)
    case .subscripted(let base, let arguments):
      if base.isOwnObject {
        readMember(expression.choice?.declaration, isCalled: false, expression.anchor)
      } else {
        visit(base)
      }
      for argument in arguments { visit(argument.value) }
    case .binary(let name, let left, let right):
      let parameters = expression.choice?.declaration.parameters ?? []
      if parameters.first?.isInout == true {
        visit(right)
        change(left, "passed by reference before being initialized", name.span)
      } else {
        visit(left)
        argument(right, parameters.last)
      }
    case .prefix(let name, let operand), .postfix(let name, let operand):
      if expression.choice?.declaration.parameters.first?.isInout == true {
        change(operand, "passed by reference before being initialized", name.span)
      } else {
        visit(operand)
      }
    case .inoutReference(let inner):
      change(inner, "passed by reference before being initialized", call ?? expression.span)
    case .ternary(let condition, let first, let second):
      visit(condition)
      let before = state
      visit(first)
      let after = state
      state = before
      visit(second)
      state = State.merge(after, state)
    case .attempt(let kind, let inner):
      if kind == .plain {
        raise()
        visit(inner)
        // An initialiser that fails has been called all the same.
        if inner.isDelegation { raise() }
      } else {
        containingErrors { visit(inner) }
      }
    case .closure(let node): visit(node)
    case .ifExpression(let node): visit(node)
    case .switchExpression(let node): visit(node)
    default: for child in expression.children { visit(child) }
    }
  }

  private func read(_ name: Name, _ expression: Expr) {
    // `Self` is there before the object is complete.
    guard let variable = expression.local, name.text != "Self" else { return }
    if variable.isSelf {
      if let declaration = expression.choice?.declaration, declaration.owner != nil {
        readMember(declaration, isCalled: false, name.span)
      } else if variable.owner === context {
        readSelf(expression.span)
      }
    } else if let function = variable.function {
      captures(of: function, "used by function definition before being initialized", expression.span)
      if function.capturesSelf { fullSelf(.method(variable.name), expression.span) }
    } else {
      use(variable, "used before being initialized", expression.span)
    }
  }

  // MARK: Calls

  private func visitCall(_ expression: Expr, _ callee: Expr, _ arguments: [Argument]) {
    let declaration = callee.choice?.declaration
    // `type(of: self)` asks nothing of the value.
    if declaration?.name == "type", declaration?.owner == nil, arguments.first?.label == "of" { return }
    let outer = call
    call = expression.span
    if case .member(let base, let name) = callee.kind, base.isOwnObject, name.text == "init" {
      for argument in arguments {
        self.argument(argument.value, parameter(of: argument.value, expression, declaration))
      }
      delegate(isSuper: base.isSuper, name.span)
    } else {
      visit(callee: callee, declaration)
      for argument in arguments {
        if passesSelf(argument.value, parameter(of: argument.value, expression, declaration)) {
          let place = calleeSpan(callee)
          fullSelf(declaration?.kind == .function ? .method(declaration?.name ?? "") : .plain, place)
        } else {
          self.argument(argument.value, parameter(of: argument.value, expression, declaration))
        }
      }
    }
    call = outer
    if expression.type == library.never { state = nil }
  }

  private func visit(callee: Expr, _ declaration: Declaration?) {
    switch callee.kind {
    case .member(let base, let name):
      guard let declaration, !base.isOwnObject else {
        if base.isOwnObject { readMember(declaration, isCalled: true, name.span) } else { visit(base) }
        return
      }
      if declaration.isMutating, declaration.kind == .function {
        change(base, "used before being initialized", name.span)
      } else {
        visit(base)
      }
    case .name(let name):
      if name.text != "Self", callee.local?.isSelf == true, declaration?.owner != nil {
        readMember(declaration, isCalled: true, name.span)
      } else {
        visit(callee)
      }
    default: visit(callee)
    }
  }

  /// An object that is passed on as what it is.
  private func passesSelf(_ value: Expr, _ parameter: Declaration.Parameter?) -> Bool {
    guard let instance, !instance.isValue, case .name = value.kind, let variable = value.local, variable.isSelf,
      variable.owner === context, value.choice?.declaration.owner == nil
    else { return false }
    return parameter?.type.isClass == true
  }

  private func calleeSpan(_ callee: Expr) -> Span {
    if case .member(_, let name) = callee.kind { return name.span }
    return callee.span
  }

  private func parameter(
    of value: Expr, _ call: Expr, _ declaration: Declaration?
  ) -> Declaration.Parameter? {
    guard let parameters = declaration?.parameters else { return nil }
    for (index, bound) in (call.arguments ?? []).enumerated() {
      if case .given(let given) = bound, given === value, parameters.indices.contains(index) {
        return parameters[index]
      }
    }
    return nil
  }

  private func argument(_ value: Expr, _ parameter: Declaration.Parameter?) {
    guard parameter?.isAutoclosure == true else { return visit(value) }
    // It is evaluated later, or not at all.
    let (before, outer) = (state, stand)
    if stand == nil { stand = (value.span, true) }
    visit(value)
    state = before
    stand = outer
  }

  private func visit(_ node: ClosureNode) {
    for capture in node.captures {
      if case .name = capture.value.kind, let variable = capture.value.local, variable.isSelf {
        readSelf(capture.value.span)
      } else {
        visit(capture.value)
      }
    }
    guard let function = node.function else { return }
    captures(of: function, "captured by a closure before being initialized", node.span)
    if function.capturesSelf, !node.captures.contains(where: { $0.name == "self" }) { fullSelf(.closure, node.span) }
    inside(function)
  }

  // MARK: Changes

  private func assign(_ target: Expr, _ span: Span) {
    switch target.kind {
    case .tuple(let items): for item in items { assign(item.value, span) }
    case .name:
      guard let variable = target.local else { return }
      if !variable.isSelf { return assign(variable, span) }
      if let declaration = target.choice?.declaration, declaration.owner != nil {
        assignMember(declaration, span, target.span)
      } else if variable.owner === context {
        assignSelf()
      }
    case .member(let base, _) where base.isOwnObject: assignMember(target.choice?.declaration, span, target.span)
    case .member(let base, _): changePart(base, span)
    case .subscripted(let base, let arguments):
      for argument in arguments { visit(argument.value) }
      if base.isOwnObject {
        readMember(target.choice?.declaration, isCalled: false, span)
      } else if base.type.isClass {
        visit(base)
      } else {
        change(base, "used before being initialized", span)
      }
    case .discard: break
    default: visit(target)
    }
  }

  /// `a.b = value`: `a` is read if it is an object, changed if it is a value.
  private func changePart(_ base: Expr, _ span: Span) {
    switch base.kind {
    case .name:
      guard let variable = base.local, !base.type.isClass else { return visit(base) }
      if variable.isSelf, let declaration = base.choice?.declaration {
        changePart(of: declaration, span)
      } else if !variable.isSelf {
        changePart(of: variable, base, span)
      }
    case .member(let inner, _) where inner.isOwnObject && !base.type.isClass:
      if let declaration = base.choice?.declaration { changePart(of: declaration, span) }
    case .member(let inner, _) where !base.type.isClass: changePart(inner, span)
    case .tuple(let items) where items.count == 1: changePart(items[0].value, span)
    default: visit(base)
    }
  }

  /// Changed in place: it has to be there.
  private func change(_ target: Expr, _ how: String, _ span: Span) {
    switch target.kind {
    case .name:
      guard let variable = target.local else { return }
      if !variable.isSelf {
        use(variable, how, span)
        state?.set(.variable(ObjectIdentifier(variable)))
      } else if let declaration = target.choice?.declaration, declaration.owner != nil {
        changeMember(declaration, how, span, target.span)
      } else if variable.owner === context {
        fullSelf(.plain, span)
      }
    case .member(let base, _) where base.isOwnObject: changeMember(target.choice?.declaration, how, span, target.span)
    case .member(let base, _) where !base.type.isClass: change(base, how, span)
    case .tuple(let items) where items.count == 1: change(items[0].value, how, span)
    default: visit(target)
    }
  }
}

extension Expr {
  var isSuper: Bool {
    if case .superReference = kind { true } else { false }
  }
}

extension SourceFile {
  /// The last brace of what ends with one.
  func closingBrace(of span: Span) -> Span {
    let written = Array(slice(span).utf8)
    let offset = written.lastIndex(of: UInt8(ascii: "}")) ?? max(written.count - 1, 0)
    return Span(start: span.start + offset, end: span.start + offset + 1)
  }

  /// The last occurrence of a word before a place: the `let` of a constant whose name is known.
  func keyword(_ word: String, before offset: Int) -> Span? {
    let bytes = Array(text.utf8.prefix(offset))
    let wanted = Array(word.utf8)
    var start = bytes.count - wanted.count
    func isLetter(_ index: Int) -> Bool {
      guard bytes.indices.contains(index) else { return false }
      let byte = bytes[index]
      return byte == UInt8(ascii: "_") || byte > 127 || (byte | 0x20 >= 97 && byte | 0x20 <= 122)
    }
    while start >= 0, bytes.count - start < 1000 {
      if bytes[start..<start + wanted.count].elementsEqual(wanted), !isLetter(start - 1),
        !isLetter(start + wanted.count)
      {
        return Span(start: start, end: start + wanted.count)
      }
      start -= 1
    }
    return nil
  }
}
