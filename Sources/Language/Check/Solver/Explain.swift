/// Broken constraints become messages, worded and placed as swiftc does.
extension ConstraintSystem {
  func explain(_ solution: State) {
    let file = context.file
    // Where a member is not here at all, what stands behind it is not looked at.
    let isRefused = solution.fixes.contains { refusal(of: $0) != nil }
    for fix in solution.fixes {
      if isRefused, case .noContext = fix.reason { continue }
      guard let explanation = explanation(fix) else { continue }
      checker.diagnostics.add(
        .error, explanation.message, file, explanation.span ?? fix.expression.anchor, notes: explanation.notes,
        fixIts: explanation.fixIts)
    }
    if solution.fixes.isEmpty, isTooComplex { explainComplexity(solution) }
  }

  func explainComplexity(_ solution: State?) {
    guard let origin = solution?.variables.first?.origin ?? state.variables.first?.origin else { return }
    checker.error(
      "the compiler is unable to type-check this expression in reasonable time; "
        + "try breaking up the expression into distinct sub-expressions", context.file, origin.span)
  }

  struct Explanation {
    var message: String
    var span: Span?
    var notes: [(String, Span)] = []
    var fixIts: [Repair] = []

    init(_ message: String, at span: Span? = nil, notes: [(String, Span)] = [], fixIts: [Repair] = []) {
      self.message = message
      self.span = span
      self.notes = notes
      self.fixIts = fixIts
    }
  }

  /// What is said of a member that the library's type has elsewhere.
  private func refusal(of fix: Fix) -> String? {
    guard case .noMember(let base, let name) = fix.reason else { return nil }
    let type = if case .metatype(let instance) = shown(base) { instance } else { shown(base) }
    return type.nominal.flatMap { Refusals.message(forMember: name.text, of: $0) }
  }

  private func explanation(_ fix: Fix) -> Explanation? {
    let expression = fix.expression
    if let explanation = methodOnType(fix) { return explanation }
    switch fix.reason {
    case .mismatch(let from, let to): return mismatch(shown(from), shown(to), fix)
    case .unwrap(let from, let to):
      return unwrapPart(shown(from), expression) ?? unwrap(shown(from), shown(to), expression)
    case .noMember(let base, let name): return noMember(shown(base), name, expression)
    case .optionalMember(let base, let name):
      if case .keyPath(let node)? = baseExpression(expression)?.kind { return chain(shown(base), name, in: node) }
      return chain(shown(base), name.text, baseExpression(expression) ?? expression, whole: expression.span)
    case .noContext(let name):
      if wanted == .hole { return nil }
      if isWithoutContext(expression) {
        return Explanation(
          "reference to member '\(name.text)' cannot be resolved without a contextual type", at: name.span)
      }
      return Explanation(
        "cannot infer contextual base in reference to member '\(name.text)'", at: implicitSpan(expression))
    case .nonConforming(let type, let proto): return nonConforming(shown(type), proto, fix)
    case .notSubclass(let type, let base): return Explanation("'\(shown(type))' is not a subclass of '\(shown(base))'")
    case .takesNoKeywords(let type):
      return Explanation(
        "'@dynamicCallable' type '\(shown(type))' cannot be applied with keyword arguments; missing "
          + "'dynamicCall(withKeywordArguments:)' method [#DynamicCallable]")
    case .notCallable(let type):
      if case .metatype(let instance) = type, case .existential = instance {
        return Explanation(
          "type '\(instance)' cannot be instantiated", at: expression.span)
      }
      return Explanation(
        "cannot call value of non-function type '\(shown(type))'", at: calleeExpression(expression)?.anchor,
        fixIts: withoutCall(expression))
    case .arguments(let failure, let declaration): return arguments(failure, declaration, expression)
    case .noOverload(let candidates): return noOverload(candidates, expression)
    case .notOptional(let type):
      switch expression.kind {
      case .forceUnwrap:
        return Explanation(
          "cannot force unwrap value of non-optional type '\(shown(type))'", at: expression.span,
          fixIts: [("remove '!'", [(lastCharacter(of: expression), "")])])
      case .bindOptional:
        return Explanation(
          "cannot use optional chaining on non-optional value of type '\(shown(type))'", at: expression.span,
          fixIts: [("remove '?'", [(lastCharacter(of: expression), "")])])
      default:
        return Explanation(
          "initializer for conditional binding must have Optional type, not '\(shown(type))'", at: expression.span)
      }
    case .nullMismatch(let type): return null(shown(type), fix)
    case .closureParameters(let expected, let got, let implicit, let type):
      return closureParameters(expected, got, implicit, shown(type), expression)
    case .throwingClosure(let from, let to):
      return Explanation(
        "invalid conversion from throwing function of type '\(shown(from))' to non-throwing function type '\(shown(to))'",
        at: expression.span)
    case .asynchronousFunction(let from, let to):
      if case .argument = fix.role {
        return Explanation(
          "cannot pass function of type '\(shown(from))' to parameter expecting synchronous function type",
          at: expression.span)
      }
      return Explanation(
        "invalid conversion from 'async' function of type '\(shown(from))' to synchronous function type '\(shown(to))'",
        at: expression.span)
    case .keyPathRoot:
      return Explanation(
        "cannot infer key path type from context; consider explicitly specifying a root type", at: expression.span)
    case .instanceOnType(let declaration, let type):
      return Explanation(
        "instance member '\(declaration.name)' cannot be used on type '\(shown(type))'; did you mean to use a value of "
          + "this type instead?", at: expression.span)
    case .staticOnInstance(let declaration, let type): return staticMember(declaration, shown(type), expression)
    case .inaccessible(let declaration):
      let what =
        declaration.kind == .initializer ? "'\(declaration.owner?.name ?? "")' initializer" : "'\(declaration.name)'"
      return Explanation(
        "\(what) is inaccessible due to '\(declaration.access == .private ? "private" : "fileprivate")' protection level",
        at: declaration.kind == .initializer ? expression.span : nil,
        notes: declaration.declaredIn === context.file
          ? [("'\(declaration.fullName)' declared here", declaration.span)] : [])
    case .notSubscriptable(let type):
      return Explanation("value of type '\(shown(type))' has no subscripts", at: baseExpression(expression)?.anchor)
    case .unresolved: return unresolved(expression)
    case .notInout(let type):
      return Explanation(
        "passing value of type '\(shown(type))' to an inout parameter requires explicit '&'", at: expression.span,
        fixIts: [("insert '&'", [(Span(start: expression.span.start, end: expression.span.start), "&")])])
    case .needless:
      return Explanation(
        "'&' used with non-inout argument of type '\(shown(type(of: expression)))'", at: expression.span,
        fixIts: [("remove '&'", [(Span(start: expression.span.start, end: expression.span.start + 1), "")])])
    case .needsExplicitClosureTypes:
      return Explanation("unable to infer type of a closure parameter in the current context", at: expression.span)
    case .emptyCollection: return Explanation("empty collection literal requires an explicit type", at: expression.span)
    case .ambiguous: return Explanation("ambiguous use of this name", at: expression.span)
    case .noAssociatedType(let type, let name):
      return Explanation("'\(name)' is not a member type of type '\(shown(type))'")
    }
  }

  /// A type for a message: literals as what they would be by default.
  func shown(_ type: Type) -> Type {
    let type = full(type)
    guard type.hasVariables else { return type }
    return type.replacing(.variables) { leaf in
      guard case .variable(let id) = leaf else { return nil }
      return literalDefault(id)
    }
  }

  func baseExpression(_ expression: Expr) -> Expr? {
    switch expression.kind {
    case .member(let base, _), .subscripted(let base, _): base
    default: nil
    }
  }

  private func implicitSpan(_ expression: Expr) -> Span {
    expression.span
  }

  // MARK: Mismatches

  private func mismatch(_ from: Type, _ to: Type, _ fix: Fix) -> Explanation? {
    let expression = fix.expression
    if from == .hole && to == .hole { return nil }
    if let explanation = insteadOfConversion(from, to, fix) { return explanation }
    if let wrapped = from.wrapped, wrapped == to, to != .hole { return unwrap(from, to, expression) }
    var explanation = plainMismatch(from, to, fix)
    if explanation?.fixIts.isEmpty == true { explanation?.fixIts = conversions(from, to, fix) }
    return explanation
  }

  private func plainMismatch(_ from: Type, _ to: Type, _ fix: Fix) -> Explanation? {
    let expression = fix.expression
    let start = expression.anchor
    switch fix.role {
    case .initialization, .coercion:
      if case .coercion = fix.role {
        return Explanation("cannot convert value of type '\(from)' to type '\(to)' in coercion", at: start)
      }
      return Explanation(
        "cannot convert value of type '\(from)' to specified type '\(to)'", at: start, notes: unequal(from, to, start))
    case .assignment:
      return Explanation(
        "cannot assign value of type '\(from)' to type '\(to)'", at: start, notes: unequal(from, to, start))
    case .returned, .impliedReturn:
      return Explanation(
        "cannot convert return expression of type '\(from)' to return type '\(to)'", at: start,
        notes: unequal(from, to, start))
    case .closureResult:
      if from.isVoid, let written = state.closures.first(where: { $0.0.singleExpression === expression })?.0.resultType
      {
        return Explanation(
          "declared closure result '\(to)' is incompatible with return type '()'", at: written.span)
      }
      var place = start
      if case .closure(let node) = expression.kind, let single = node.singleExpression { place = single.anchor }
      return Explanation("cannot convert value of type '\(from)' to closure result type '\(to)'", at: place)
    case .condition:
      if from.wrapped != nil {
        return asCondition(from, expression)
      }
      if library.isInteger(from) {
        return Explanation(
          "type '\(from)' cannot be used as a boolean; test for '!= 0' instead", at: start,
          fixIts: [("test for '!= 0'", comparing(expression, "!= 0"))])
      }
      if case .assign(let target, let value) = expression.withoutParentheses.kind,
        let sign = context.file.first("=", from: target.span.end, to: value.span.start)
      {
        return Explanation(
          "use of '=' in a boolean context, did you mean '=='?", at: sign, fixIts: [("use '=='", [(sign, "==")])])
      }
      return Explanation("cannot convert value of type '\(from)' to expected condition type 'Bool'", at: start)
    case .argument(let index, let call):
      if case .closure = expression.kind, case .function = to {
        return Explanation(
          "cannot convert value of type '\(from)' to expected argument type '\(to)'", at: expression.span)
      }
      _ = index
      _ = call
      return Explanation(
        "cannot convert value of type '\(from)' to expected argument type '\(to)'", at: start,
        notes: unequal(from, to, start))
    case .operand(let operation, let index): return operands(operation, index, from, to)
    case .ternary(let whole):
      if whole === root, wanted != nil {
        var inner = fix
        inner.role = rootRole
        return mismatch(from, to, inner)
      }
      if case .ternary(_, let first, let second) = whole.kind {
        let a = shown(type(of: first))
        let b = shown(type(of: second))
        if a != b {
          return Explanation(
            "result values in '? :' expression have mismatching types '\(a)' and '\(b)'", at: first.anchor)
        }
      }
      return Explanation("cannot convert value of type '\(from)' to specified type '\(to)'", at: start)
    case .element:
      if let root, isWithoutContext(root), case .array(let elements) = root.kind,
        elements.contains(where: { $0 === expression })
      {
        return Explanation(
          "heterogeneous collection literal could only be inferred to '[\(elements.haveNil ? "Any?" : "Any")]'; add "
            + "explicit type annotation if this is intentional", at: root.span)
      }
      return Explanation("cannot convert value of type '\(from)' to expected element type '\(to)'", at: start)
    case .dictionaryKey:
      return Explanation("cannot convert value of type '\(from)' to expected dictionary key type '\(to)'", at: start)
    case .dictionaryValue:
      if let root, isWithoutContext(root), case .dictionary(let pairs) = root.kind,
        pairs.contains(where: { $0.value === expression }),
        case .nominal(_, let arguments) = shown(type(of: root)), let key = arguments.first
      {
        return Explanation(
          "heterogeneous collection literal could only be inferred to '[\(key) : \(pairs.map(\.value).haveNil ? "Any?" : "Any")]'; "
            + "add explicit type annotation if this is intentional", at: root.span)
      }
      return Explanation("cannot convert value of type '\(from)' to expected dictionary value type '\(to)'", at: start)
    case .keyPathValue:
      if case .nominal(let nominal, let arguments) = shown(type(of: expression)), arguments.count == 2 {
        return Explanation(
          "cannot convert value of type '\(nominal.name)<\(arguments[0]), \(from)>' to expected argument type "
            + "'\(nominal.name)<\(arguments[0]), \(to)>'", at: expression.span,
          notes: [
            ("arguments to generic parameter 'Value' ('\(from)' and '\(to)') are expected to be equal", expression.span)
          ])
      }
      return Explanation(
        "key path value type '\(from)' cannot be converted to contextual type '\(to)'", at: expression.span)
    case .inoutArgument:
      return Explanation(
        "cannot pass immutable value of type '\(from)' as inout argument of type '\(to)'".isEmpty
          ? "" : "cannot convert value of type '\(from)' to expected argument type '\(to)'", at: start)
    case .thrown: return Explanation("thrown expression type '\(from)' does not conform to 'Error'", at: start)
    case .defaultArgument:
      return Explanation("default argument value of type '\(from)' cannot be converted to type '\(to)'", at: start)
    default:
      // What is wrong with a member or a call is wrong with it as what it is used for.
      if case .plain = fix.role, let use = use(of: expression) {
        var seen = fix
        seen.role = use
        return mismatch(from, to, seen)
      }
      return Explanation("cannot convert value of type '\(from)' to expected type '\(to)'", at: start)
    }
  }

  private func operands(_ operation: Expr, _ index: Int, _ from: Type, _ to: Type) -> Explanation? {
    switch operation.kind {
    case .binary(let name, let left, let right):
      if name.text == "&&" || name.text == "||" || name.text == "??" {
        let operand = index == 0 ? left : right
        if from.wrapped != nil, to == library.bool { return asCondition(from, operand) }
        return Explanation(
          "cannot convert value of type '\(from)' to expected argument type '\(to)'", at: operand.anchor)
      }
      return operands(name, left, right)
    case .prefix(let name, let operand), .postfix(let name, let operand):
      let type = shown(type(of: operand))
      if name.text == "!" {
        if type.wrapped != nil { return asCondition(type, operand, negation: name.span) }
        return Explanation(
          "cannot convert value of type '\(type)' to expected argument type 'Bool'", at: operand.anchor)
      }
      return Explanation(
        "unary operator '\(name.text)' cannot be applied to an operand of type '\(type)'", at: name.span)
    default: return nil
    }
  }

  func unwrap(_ from: Type, _ to: Type, _ expression: Expr) -> Explanation {
    let start = Span(start: expression.span.start, end: expression.span.start)
    let end = Span(start: expression.span.end, end: expression.span.end)
    let value = " ?? " + (library.emptyValue(of: from.wrapped ?? to) ?? "<#default value#>")
    let isLoose = expression.bindsLessThanCoalescing
    let isBeside = standsBesideOperator(expression.span)
    let front = (isBeside ? "(" : "") + (isLoose ? "(" : "")
    let coalescing =
      (front.isEmpty ? [] : [(start, front)]) + [(end, (isLoose ? ")" : "") + value + (isBeside ? ")" : ""))]
    let coalesce = "coalesce using '??' to provide a default when the optional value contains 'nil'"
    let force = "force-unwrap using '!' to abort execution if the optional value contains 'nil'"
    if case .attempt(.optional, _) = expression.kind {
      let word = Span(start: expression.span.start, end: expression.span.start + 4)
      return Explanation(
        "value of optional type '\(from)' not unwrapped; did you mean to use 'try!' or chain with '?'?",
        at: expression.anchor,
        fixIts: [("use 'try!'", [(word, "try!")]), (coalesce, coalescing)])
    }
    return Explanation(
      "value of optional type '\(from)' must be unwrapped to a value of type '\(from.wrapped ?? to)'",
      at: expression.anchor,
      notes: [(coalesce, expression.anchor), (force, expression.anchor)],
      fixIts: (isChanged(expression.span) ? [] : [(coalesce, coalescing)])
        + [(force, expression.bindsLessThanPostfix ? [(start, "("), (end, ")!")] : [(end, "!")])])
  }

  /// `count += 1`: what changes is no value that another could stand for.
  private func isChanged(_ span: Span) -> Bool {
    let rest = context.file.text.utf8.dropFirst(span.end).drop { $0 == UInt8(ascii: " ") }
    return ["+=", "-=", "*=", "/=", "%="].contains { rest.starts(with: $0.utf8) }
  }

  /// Whether an operator before or behind an expression would take a part of what is put behind it.
  func standsBesideOperator(_ span: Span) -> Bool {
    let text = context.file.text.utf8
    let operators = Set("+-*/%&|^<>=!~".utf8)
    // These bind less than anything, or are no operators.
    let harmless: Set = ["", "=", "->", "//", "/*"]
    func word(_ bytes: some Sequence<UInt8>) -> [UInt8] {
      Array(bytes.drop { $0 == UInt8(ascii: " ") }.prefix { operators.contains($0) })
    }
    let before = word(text.prefix(span.start).suffix(32).reversed()).reversed()
    let after = word(text.dropFirst(span.end).prefix(32))
    return !harmless.contains(String(decoding: before, as: UTF8.self))
      || !harmless.contains(String(decoding: after, as: UTF8.self))
  }

  private func null(_ type: Type, _ fix: Fix) -> Explanation {
    let span = fix.expression.span
    if type == .hole { return Explanation("'nil' requires a contextual type", at: span) }
    switch fix.role {
    case .initialization:
      return Explanation(
        "'nil' cannot initialize specified type '\(type)'", at: span, fixIts: optionalAnnotation(type, span))
    case .defaultArgument:
      return Explanation(
        "nil default argument value cannot be converted to type '\(type)'", at: span,
        fixIts: optionalAnnotation(type, span))
    case .assignment: return Explanation("'nil' cannot be assigned to type '\(type)'", at: span)
    case .returned, .impliedReturn: return Explanation("'nil' is incompatible with return type '\(type)'", at: span)
    case .argument: return Explanation("'nil' is not compatible with expected argument type '\(type)'", at: span)
    case .closureResult: return Explanation("'nil' is not compatible with closure result type '\(type)'", at: span)
    case .element: return Explanation("'nil' is not compatible with expected element type '\(type)'", at: span)
    default: return Explanation("'nil' is not compatible with expected type '\(type)'", at: span)
    }
  }

  // MARK: Members

  private func noMember(_ base: Type, _ name: Name, _ expression: Expr) -> Explanation {
    let isType: Bool
    let type: Type
    if case .metatype(let instance) = base { (isType, type) = (true, instance) } else { (isType, type) = (false, base) }
    let other = lookup(isType ? type : .metatype(type), name)
    if let found = other.first?.declaration {
      if isType {
        return Explanation(
          "instance member '\(name.text)' cannot be used on type '\(type)'; did you mean to use a value of this type "
            + "instead?",
          at: baseExpression(expression)?.anchor ?? expression.span)
      }
      if found.kind == .enumCase {
        return Explanation("enum case '\(name.text)' cannot be used as an instance member", at: name.span)
      }
      if found.isStatic {
        return staticMember(found, type, expression)
      }
    }
    let text =
      isType ? "type '\(type)' has no member '\(name.text)'" : "value of type '\(type)' has no member '\(name.text)'"
    if let explanation = wrapperMissing(type, name, expression) { return explanation }
    if let message = type.nominal.flatMap({ Refusals.message(forMember: name.text, of: $0) }) {
      return Explanation(message, at: name.text == "init" ? expression.span : name.span)
    }
    if name.text == "init" {
      return Explanation(
        "'\(type)' cannot be constructed because it has no accessible initializers", at: expression.span)
    }
    let members = checker.memberNames(of: type, isStatic: isType, environment)
    let isOwn = type.nominal?.isUserType == true
    if let near = Spelling.meant(name.text, among: isOwn ? members : [], ofLibrary: isOwn ? [] : members) {
      return Explanation(
        text + "; did you mean '\(near)'?", at: name.span, fixIts: [("use '\(near)'", [(name.span, near)])])
    }
    return Explanation(text, at: name.span, fixIts: publisherMeant(name, expression))
  }

  private func nonConforming(_ type: Type, _ proto: Nominal, _ fix: Fix) -> Explanation {
    let expression = fix.expression
    if case .operand(let operation, _) = fix.role { _ = operation }
    if case .binary(let name, let left, let right) = expression.kind {
      return operands(name, left, right)
    }
    if case .prefix(let name, let operand) = expression.kind {
      return Explanation(
        "unary operator '\(name.text)' cannot be applied to an operand of type '\(shown(self.type(of: operand)))'",
        at: name.span)
    }
    if environment.isOf(type, proto) {
      return Explanation(ExistentialType.cannotConform(type, proto), at: expression.span)
    }
    if let choice = state.choices[ObjectIdentifier(expression)] {
      let declaration = choice.declaration
      switch declaration.kind {
      case .function:
        let isOwn = declaration.requirements.contains { requirement in
          if case .conforms(.parameter(let parameter), proto) = requirement {
            return declaration.generics.contains(parameter)
          }
          return false
        }
        // What an extension asks for is asked of whoever speaks of its members.
        let what =
          isOwn
          ? "\(declaration.describedKind) '\(declaration.name)'"
          : "referencing \(declaration.describedKind) '\(declaration.shortName)' on '\(declaration.owner?.name ?? "")'"
        return Explanation(
          "\(what) requires that '\(type)' conform to '\(proto.name)'",
          at: declaration.owner == nil ? expression.span : nil,
          fixIts: checker.conforming(type, to: proto, context.file))
      case .initializer:
        if let owner = declaration.owner, !owner.requirements.isEmpty {
          return Explanation(
            "generic \(owner.describedKind) '\(owner.name)' requires that '\(type)' conform to '\(proto.name)'",
            at: expression.span)
        }
        return Explanation(
          "initializer '\(declaration.fullName)' requires that '\(type)' conform to '\(proto.name)'",
          at: expression.span, fixIts: checker.conforming(type, to: proto, context.file))
      default:
        return Explanation("property '\(declaration.name)' requires that '\(type)' conform to '\(proto.name)'")
      }
    }
    switch fix.role {
    case .thrown:
      return Explanation(
        "thrown expression type '\(type)' does not conform to 'Error'", at: expression.anchor,
        fixIts: checker.conforming(type, to: proto, context.file))
    case .sequence: return Explanation("for-in loop requires '\(type)' to conform to 'Sequence'", at: expression.span)
    case .argument:
      return Explanation(
        "argument type '\(type)' does not conform to expected type '\(proto.name)'", at: expression.anchor,
        fixIts: checker.conforming(type, to: proto, context.file))
    case .initialization:
      return Explanation(
        "value of type '\(type)' does not conform to specified type '\(proto.name)'", at: expression.anchor)
    case .returned, .impliedReturn:
      return Explanation(
        "return expression of type '\(type)' does not conform to '\(proto.name)'", at: expression.anchor)
    default: return Explanation("type '\(type)' does not conform to protocol '\(proto.name)'", at: expression.anchor)
    }
  }

  private func unresolved(_ expression: Expr) -> Explanation {
    if let parameter = unresolvedParameter {
      return Explanation("generic parameter '\(parameter.name)' could not be inferred", at: expression.span)
    }
    switch expression.kind {
    case .array(let elements) where elements.isEmpty, .array(let elements) where elements.isEmpty:
      return Explanation("empty collection literal requires an explicit type", at: expression.span)
    case .dictionary(let pairs) where pairs.isEmpty:
      return Explanation("empty collection literal requires an explicit type", at: expression.span)
    case .closure(let node):
      if let name = node.parameters?.first?.name ?? (node.anonymousCount > 0 ? "$0" : nil) {
        return Explanation(
          "cannot infer type of closure parameter '\(name)' without a type annotation",
          at: node.parameters?.first?.span ?? expression.span)
      }
      return Explanation("unable to infer closure type without a type annotation", at: expression.span)
    default: return Explanation("type of expression is ambiguous without a type annotation", at: expression.span)
    }
  }
}
