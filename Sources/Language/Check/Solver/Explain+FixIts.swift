/// What can be written instead of what does not fit, as swiftc offers it.
extension ConstraintSystem {
  private var file: SourceFile { context.file }

  func lastCharacter(of expression: Expr) -> Span {
    Span(start: expression.span.end - 1, end: expression.span.end)
  }

  // MARK: Optionals

  /// What is looked at in an optional: a member, an element, what a function in it gives.
  func unwrapPart(_ from: Type, _ expression: Expr) -> Explanation? {
    switch expression.kind {
    case .subscripted(let base, _) where shown(type(of: base)) == from:
      return chain(from, "subscript", base, whole: expression.span)
    case .call(let callee, _) where shown(type(of: callee)) == from:
      let call = "use optional chaining to call this value of function type when optional is non-'nil'"
      let force = "force-unwrap using '!' to abort execution if the optional value contains 'nil'"
      return Explanation(
        "value of optional type '\(from)' must be unwrapped to a value of type '\(from.wrapped ?? from)'",
        at: callee.anchor, notes: [(call, callee.anchor), (force, callee.anchor)],
        fixIts: [(call, [(callee.span.back, "?")]), (force, [(callee.span.back, "!")])])
    default: return nil
    }
  }

  func chain(_ type: Type, _ member: String, _ base: Expr, whole: Span) -> Explanation {
    let chain = "chain the optional using '?' to access member '\(member)' only for non-'nil' base values"
    let force = "force-unwrap using '!' to abort execution if the optional value contains 'nil'"
    return Explanation(
      "value of optional type '\(type)' must be unwrapped to refer to member '\(member)' of wrapped base type "
        + "'\(type.wrapped ?? type)'", at: base.anchor, notes: [(chain, whole), (force, whole)],
      fixIts: [(chain, [(base.span.back, "?")]), (force, [(base.span.back, "!")])])
  }

  /// `\.name.count`: in a key path the part in front of the member is unwrapped, not the key path.
  func chain(_ type: Type, _ name: Name, in path: KeyPathNode) -> Explanation {
    let isFirst = if case .member(let first)? = path.components.first { first.span == name.span } else { false }
    let place = isFirst ? name.span.front : Span(start: name.span.start - 1, end: name.span.start - 1)
    let wrapped = type.wrapped ?? type
    let chain = "chain the optional using '?' to access member '\(name.text)' only for non-'nil' base values"
    let force = "force-unwrap using '!' to abort execution if the optional value contains 'nil'"
    let message =
      isFirst && path.root == nil
      ? "key path root inferred as optional type '\(type)' must be unwrapped to refer to member '\(name.text)' of "
        + "unwrapped type '\(wrapped)'"
      : "value of optional type '\(type)' must be unwrapped to refer to member '\(name.text)' of wrapped base type "
        + "'\(wrapped)'"
    return Explanation(
      message, at: name.span, notes: [(chain, name.span), (force, name.span)],
      fixIts: [(chain, [(place, isFirst ? "?." : "?")]), (force, [(place, isFirst ? "!." : "!")])])
  }

  func asCondition(_ type: Type, _ expression: Expr, negation: Span? = nil) -> Explanation {
    let test = negation == nil ? "!= nil" : "== nil"
    return Explanation(
      "optional type '\(type)' cannot be used as a boolean; test for '\(test)' instead", at: expression.anchor,
      fixIts: [("test for '\(test)'", (negation.map { [($0, "")] } ?? []) + comparing(expression, test))])
  }

  /// The edits that compare a value with something.
  func comparing(_ expression: Expr, _ test: String) -> [(Span, String)] {
    let span = expression.span
    return expression.isOperation || standsBesideOperator(span) && !isNegated(span)
      ? [(span.front, "("), (span.back, " \(test))")] : [(span.back, " " + test)]
  }

  private func isNegated(_ span: Span) -> Bool {
    file.slice(Span(start: max(0, span.start - 1), end: span.start)) == "!"
      && !standsBesideOperator(Span(start: span.start - 1, end: span.end))
  }

  /// `let n: Int = nil`: the type that is written there, made optional.
  func optionalAnnotation(_ type: Type, _ value: Span) -> [Repair] {
    guard type.nominal != nil, let end = file.endOfAnnotation(before: value.start) else { return [] }
    return [("add '?' to form the optional type '\(type)?'", [(Span(start: end, end: end), "?")])]
  }

  // MARK: Conversions

  func conversions(_ from: Type, _ to: Type, _ fix: Fix) -> [Repair] {
    let expression = fix.expression
    let span = expression.span
    switch fix.role {
    case .coercion:
      guard let root = castPlace(of: expression) else { return [] }
      return downcast(from, to, root)
    case .initialization, .assignment, .returned, .impliedReturn, .argument, .closureResult, .element, .plain,
      .dictionaryValue, .inoutArgument, .ternary:
      break
    default: return []
    }
    if case .inoutReference(let inner) = expression.kind { return projection(of: inner, to) }
    if isLiteral(expression) { return [] }
    if let (title, before, after) = library.conversion(from: from, to: to) {
      return [(title, [(span.front, before), (span.back, after)].filter { !$0.1.isEmpty })]
    }
    if let erased = erasure(from, to) { return [(erased, [(span.back, "." + erased)])] }
    if isAbove(from, to) {
      let isInside = expression.isOperation || standsBesideOperator(span)
      return [
        (
          "downcast with 'as! \(to)'",
          isInside ? [(span.front, "("), (span.back, " as! \(to))")] : [(span.back, " as! \(to)")]
        )
      ]
    }
    return []
  }

  private func isLiteral(_ expression: Expr) -> Bool {
    switch expression.kind {
    case .integer, .floating, .string, .boolean, .nilLiteral, .array, .dictionary, .closure: true
    case .prefix(_, let operand): isLiteral(operand)
    default: false
    }
  }

  /// A value of the first can be one of the second at run time.
  private func isAbove(_ from: Type, _ to: Type) -> Bool {
    let inner = from.strippingOptionals.0
    if case .existential = inner {
      switch to {
      case .nominal(let nominal, _): return !nominal.isOptional
      default: return false
      }
    }
    guard let base = inner.nominal, let nominal = to.nominal, base !== nominal else { return false }
    return nominal.kind == .classType && nominal.lineage.contains(base)
  }

  /// `as` in `value as T`, of which the value is known.
  private func castPlace(of expression: Expr) -> (Expr, Span)? {
    var end = expression.span.end
    let bytes = file.text.utf8.count
    while end < bytes, file.slice(Span(start: end, end: end + 1)).allSatisfy(\.isWhitespace) { end += 1 }
    let word = Span(start: end, end: end + 2)
    return file.slice(word) == "as" ? (expression, word) : nil
  }

  private func downcast(_ from: Type, _ to: Type, _ place: (value: Expr, word: Span)) -> [Repair] {
    if isAbove(from, to) { return [("did you mean to use 'as!' to force downcast?", [(place.word, "as!")])] }
    guard let (title, before, after) = library.conversion(from: from, to: to), !before.isEmpty else { return [] }
    // The type's name ends where the text has it.
    let rest = file.slice(Span(start: place.word.end, end: file.text.utf8.count))
    let blanks = rest.prefix { $0 == " " }.utf8.count
    guard rest.dropFirst(blanks).hasPrefix("\(to)") else { return [] }
    let end = place.word.end + blanks + "\(to)".utf8.count
    let span = place.value.span
    return [(title, [(span.front, before), (Span(start: span.end, end: end), after)])]
  }

  /// `eraseToAnyPublisher()`, where that is all that is missing.
  private func erasure(_ from: Type, _ to: Type) -> String? {
    guard to.nominal?.library != nil, to.nominal?.name == "AnyPublisher", case .nominal(_, let wanted) = to,
      wanted.count == 2
    else { return nil }
    let given = ["Output", "Failure"].map {
      environment.memberType(of: from, named: $0, context: context.requirements)
    }
    return given[0] == wanted[0] && given[1] == wanted[1] ? "eraseToAnyPublisher()" : nil
  }

  /// `&$count` where `&count` is written, for `assign(to:)`.
  private func projection(of expression: Expr, _ to: Type) -> [Repair] {
    guard let declaration = state.choices[ObjectIdentifier(expression)]?.declaration ?? expression.choice?.declaration,
      let owner = declaration.owner,
      let projection = environment.members(of: owner, named: "$" + declaration.name).first, projection.resolved(),
      projection.result.nominal === to.nominal
    else { return [] }
    let name = if case .member(_, let own) = expression.kind { own.span } else { expression.span }
    return [("use '$\(declaration.name)'", [(name.front, "$")])]
  }

  /// Numbers of two types, a text and what is none: one of them as a value of the other's type.
  func alike(_ name: Name, _ left: Expr, _ a: Type, _ right: Expr, _ b: Type) -> [Repair] {
    if case .existential = a, !b.hasHoles, isAbove(a, b) { return downcastOperand(left, b) }
    if case .existential = b, !a.hasHoles, isAbove(b, a) { return downcastOperand(right, a) }
    let (from, to, operand): (Type, Type, Expr)
    if library.isInteger(a), library.isFloating(b) {
      (from, to, operand) = (a, b, left)
    } else if library.isFloating(a), library.isInteger(b) {
      (from, to, operand) = (b, a, right)
    } else if library.isInteger(a), library.isInteger(b) {
      (from, to, operand) = (b, a, right)
    } else if name.text == "+", a == library.string {
      (from, to, operand) = (b, a, right)
    } else if name.text == "+", b == library.string {
      (from, to, operand) = (a, b, left)
    } else {
      return []
    }
    guard let (title, before, after) = library.conversion(from: from, to: to), after == ")" else { return [] }
    if case .tuple(let items) = operand.kind, items.count == 1 {
      return [(title, [(operand.span.front, String(before.dropLast()))])]
    }
    return [(title, [(operand.span.front, before), (operand.span.back, after)])]
  }

  private func downcastOperand(_ operand: Expr, _ to: Type) -> [Repair] {
    [("downcast with 'as! \(to)'", [(operand.span.front, "("), (operand.span.back, " as! \(to))")])]
  }

  // MARK: Members and calls

  /// A member of the type, reached through a value of it.
  func staticMember(_ declaration: Declaration, _ type: Type, _ expression: Expr) -> Explanation {
    let base = baseExpression(expression)
    let isPlain = type.nominal != nil && type.genericArguments.isEmpty
    return Explanation(
      "static member '\(declaration.name)' cannot be used on instance of type '\(type)'",
      at: base?.anchor ?? expression.span,
      fixIts: base.flatMap { isPlain ? [("use '\(type).\(declaration.name)'", [($0.span, "\(type)")])] : nil } ?? [])
  }

  /// `names.count()`: the parentheses go.
  func withoutCall(_ expression: Expr) -> [Repair] {
    guard case .call(let callee, let arguments) = expression.kind, arguments.isEmpty else { return [] }
    return [("remove '()'", [(Span(start: callee.span.end, end: expression.span.end), "")])]
  }

  private func span(_ argument: Argument) -> Span {
    Span(start: argument.labelSpan?.start ?? argument.value.span.start, end: argument.value.span.end)
  }

  func moving(_ late: Argument, before early: Argument, _ arguments: [Argument]) -> [Repair] {
    let own = span(late)
    guard !late.isTrailingClosure, let index = arguments.firstIndex(where: { $0.value === late.value }), index > 0
    else {
      return []
    }
    let end = span(arguments[index - 1]).end
    return [
      (
        "move '\(late.label ?? "")' to the front",
        [(span(early).front, file.slice(own) + ", "), (Span(start: end, end: own.end), "")]
      )
    ]
  }

  func inserting(
    _ parameter: Declaration.Parameter, _ spot: Span, _ arguments: [Argument], _ call: Expr
  ) -> [Repair] {
    guard case .call = call.kind else { return [] }
    let type = shown(parameter.type)
    let value = library.emptyValue(of: type) ?? "<#\(type)#>"
    let text = (parameter.label.map { $0 + ": " } ?? "") + value
    let given = arguments.filter { !$0.isTrailingClosure }
    let edit: (Span, String)
    if let next = given.first(where: { span($0).start == spot.start }) {
      edit = (span(next).front, text + ", ")
    } else if let last = given.last {
      edit = (last.value.span.back, ", " + text)
    } else if arguments.isEmpty {
      edit = (spot.front, text)
    } else {
      return []
    }
    return [("insert '\(text)'", [edit])]
  }

  func removing(_ index: Int, _ arguments: [Argument]) -> [Repair] {
    let own = span(arguments[index])
    guard !arguments[index].isTrailingClosure else { return [] }
    let title = "remove '\(file.slice(own))'"
    if index > 0 { return [(title, [(Span(start: span(arguments[index - 1]).end, end: own.end), "")])] }
    if arguments.count > 1, !arguments[1].isTrailingClosure {
      return [(title, [(Span(start: own.start, end: span(arguments[1]).start), "")])]
    }
    return [(title, [(own, "")])]
  }

  func relabelling(_ arguments: [Argument], _ parameters: [Declaration.Parameter]) -> [Repair] {
    var edits: [(Span, String)] = []
    for (argument, parameter) in zip(arguments, parameters)
    where argument.label != parameter.label && !argument.isTrailingClosure {
      let value = argument.value.span
      switch (argument.labelSpan, parameter.label) {
      case (nil, let label?): edits.append((value.front, label + ": "))
      case (let have?, nil): edits.append((Span(start: have.start, end: value.start), ""))
      case (let have?, let label?): edits.append((have, label))
      case (nil, nil): break
      }
    }
    let labels = parameters.map { ($0.label ?? "_") + ":" }.joined()
    return edits.isEmpty ? [] : [("use the labels '\(labels)'", edits)]
  }
}
