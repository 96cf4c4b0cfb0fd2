/// Expressions of the text.
internal import SwiftParser
internal import SwiftSyntax

extension Translator {
  func invalid(_ node: some SyntaxProtocol) -> Expr { Expr(.invalid, span(node)) }

  /// A whole expression: operators are folded first.
  func expression(_ node: ExprSyntax) -> Expr {
    nested(node) { chained(node) } ?? invalid(node)
  }

  /// Translates what a chain of calls begins with, so that its length is not the depth of the stack.
  private func translateInnerLinks(of node: ExprSyntax) {
    var links: [ExprSyntax] = []
    var current = node
    while let call = current.as(FunctionCallExprSyntax.self),
      let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base, base.is(FunctionCallExprSyntax.self)
    {
      links.append(base)
      current = base
    }
    for inner in links.reversed() { translatedLinks[inner.id] = nested(inner) { unchained(inner) } ?? invalid(inner) }
  }

  /// Puts the boundary of optional chaining around a chain that has a `?` in it.
  private func chained(_ node: ExprSyntax) -> Expr {
    translateInnerLinks(of: node)
    let result = unchained(node)
    return isPostfixChain(result) && hasOptionalLink(result) ? Expr(.optionalChain(result), result.span) : result
  }

  private func isPostfixChain(_ expression: Expr) -> Bool {
    switch expression.kind {
    case .member, .call, .subscripted, .forceUnwrap, .bindOptional: true
    default: false
    }
  }

  private func hasOptionalLink(_ expression: Expr) -> Bool {
    var current = expression
    while true {
      switch current.kind {
      case .bindOptional: return true
      case .member(let base, _), .call(let base, _), .subscripted(let base, _), .forceUnwrap(let base): current = base
      default: return false
      }
    }
  }

  /// Without the boundary, for the inside of a chain.
  private func link(_ node: ExprSyntax) -> Expr {
    if let known = translatedLinks.removeValue(forKey: node.id) { return known }
    translateInnerLinks(of: node)
    return nested(node) { unchained(node) } ?? invalid(node)
  }

  private func unchained(_ node: ExprSyntax) -> Expr {
    let span = span(node)
    switch node.as(ExprSyntaxEnum.self) {
    case .sequenceExpr: return invalid(node)  // Folding has said why.
    case .integerLiteralExpr(let literal):
      let text = literal.literal.text
      let digits = text.filter { $0 != "_" }
      let radix: Int? = ["0x": 16, "0b": 2, "0o": 8][digits.prefix(2)]
      let value = radix.map { Int128(digits.dropFirst(2), radix: $0) } ?? Int128(digits)
      return Expr(.integer(value), span)
    case .floatLiteralExpr(let literal):
      return Expr(.floating(Double(literal.literal.text.filter { $0 != "_" }) ?? .infinity), span)
    case .booleanLiteralExpr(let literal): return Expr(.boolean(literal.literal.text == "true"), span)
    case .nilLiteralExpr: return Expr(.nilLiteral, span)
    case .stringLiteralExpr(let literal): return string(literal)
    case .simpleStringLiteralExpr(let literal):
      return Expr(.string([.text(literal.segments.map { $0.content.text }.joined())]), span)
    case .arrayExpr(let array): return Expr(.array(array.elements.map { expression($0.expression) }), span)
    case .dictionaryExpr(let dictionary):
      guard case .elements(let elements) = dictionary.content else { return Expr(.dictionary([]), span) }
      return Expr(.dictionary(elements.map { (expression($0.key), expression($0.value)) }), span)
    case .tupleExpr(let tuple):
      refuseRepeated(tuple.elements.map(\.label), tuple)
      return Expr(
        .tuple(
          tuple.elements.map { TupleItem(label: $0.label.map { identifier($0) }, value: expression($0.expression)) }),
        span)
    case .declReferenceExpr(let reference): return self.reference(reference, span)
    case .memberAccessExpr(let access): return member(access, span)
    case .functionCallExpr(let call): return self.call(call, span)
    case .subscriptCallExpr(let call):
      var arguments = self.arguments(call.arguments)
      trailing(call.trailingClosure, call.additionalTrailingClosures, &arguments)
      if arguments.count == 1, arguments[0].label == nil, case .name(let name) = arguments[0].value.kind,
        name.text == "..."
      {
        return whole(link(call.calledExpression), span)
      }
      return Expr(
        .subscripted(link(call.calledExpression), arguments), span,
        caret: call.leftSquare.positionAfterSkippingLeadingTrivia.utf8Offset)
    case .closureExpr(let closure): return self.closure(closure)
    case .prefixOperatorExpr(let prefix):
      let name = Name(text: prefix.operator.text, span: self.span(prefix.operator))
      let operand = expression(prefix.expression)
      // A sign belongs to its literal: Int.min has no positive counterpart.
      if name.text == "-" {
        if case .integer(let value?) = operand.kind { return Expr(.integer(-value), span) }
        if case .floating(let value) = operand.kind { return Expr(.floating(-value), span) }
      }
      return Expr(.prefix(name, operand), span)
    case .postfixOperatorExpr(let postfix):
      let name = Name(text: postfix.operator.text, span: self.span(postfix.operator))
      return Expr(.postfix(name, expression(postfix.expression)), span)
    case .infixOperatorExpr(let infix): return self.infix(infix, span)
    case .ternaryExpr(let ternary):
      return Expr(
        .ternary(
          expression(ternary.condition), expression(ternary.thenExpression), expression(ternary.elseExpression)), span,
        caret: ternary.questionMark.positionAfterSkippingLeadingTrivia.utf8Offset)
    case .isExpr(let check):
      return Expr(
        .isType(expression(check.expression), type(check.type)), span,
        caret: check.isKeyword.positionAfterSkippingLeadingTrivia.utf8Offset)
    case .asExpr(let cast):
      let kind: CastKind =
        switch cast.questionOrExclamationMark?.text {
        case "?": .conditional
        case "!": .forced
        default: .coerce
        }
      return Expr(
        .asType(expression(cast.expression), kind, type(cast.type)), span,
        caret: cast.asKeyword.positionAfterSkippingLeadingTrivia.utf8Offset)
    case .inOutExpr(let reference): return Expr(.inoutReference(expression(reference.expression)), span)
    case .optionalChainingExpr(let chain): return Expr(.bindOptional(link(chain.expression)), span)
    case .forceUnwrapExpr(let force): return Expr(.forceUnwrap(link(force.expression)), span)
    case .keyPathExpr(let path): return keyPath(path, span)
    case .superExpr: return Expr(.superReference, span)
    case .tryExpr(let attempt):
      let kind: TryKind =
        switch attempt.questionOrExclamationMark?.text {
        case "?": .optional
        case "!": .forced
        default: .plain
        }
      return Expr(.attempt(kind, expression(attempt.expression)), span)
    case .awaitExpr(let wait): return Expr(.await(expression(wait.expression)), span)
    case .ifExpr(let node):
      refuseInside(node, "if")
      return Expr(.ifExpression(ifNode(node)), span)
    case .switchExpr(let node):
      refuseInside(node, "switch")
      return Expr(.switchExpression(switchNode(node, label: nil)), span)
    case .typeExpr(let node): return Expr(.type(type(node.type)), span)
    case .genericSpecializationExpr(let node): return specialization(node, span)
    case .discardAssignmentExpr: return Expr(.discard, span)
    case .macroExpansionExpr(let macro): return self.macro(macro, span)
    case .patternExpr(let pattern):
      unsupported("a pattern in an expression", pattern)
      return invalid(node)
    case .editorPlaceholderExpr(let placeholder):
      error("editor placeholder in source file", placeholder)
      return invalid(node)
    case .regexLiteralExpr(let literal):
      var pattern = literal.regex.text
      // In a literal of several lines white space means nothing.
      if pattern.contains(where: \.isNewline) { pattern = "(?x)" + pattern }
      do throws(RegexFailure) { _ = try RegexProgram(RegexPattern(pattern)) } catch let failure {
        error("cannot parse regular expression: \(failure.message)", literal)
        return invalid(node)
      }
      return Expr(.regex(pattern), span)
    case .consumeExpr(let consume): return expression(consume.expression)
    case .copyExpr(let copy): return expression(copy.expression)
    case .borrowExpr(let borrow): return expression(borrow.expression)
    case .postfixIfConfigExpr(let conditional): return self.conditional(conditional, span)
    default:
      unsupported(phrase(node, "this expression"), node)
      return invalid(node)
    }
  }

  /// `if` and `switch` are values where they are all there is: of a variable, an assignment, what is returned or thrown.
  private func refuseInside(_ node: some ExprSyntaxProtocol, _ word: String) {
    let isPart =
      switch node.parent?.kind {
      case .labeledExpr, .arrayElement, .dictionaryElement, .ternaryExpr, .memberAccessExpr, .functionCallExpr: true
      case .infixOperatorExpr:
        node.parent?.as(InfixOperatorExprSyntax.self)?.operator.is(BinaryOperatorExprSyntax.self) == true
      default: false
      }
    if isPart {
      error("'\(word)' may only be used as expression in return, throw, or as the source of an assignment", node)
    }
  }

  /// `list #if … .sorted() #endif`: the members of the active clause are those of what stands before.
  private func conditional(_ node: PostfixIfConfigExprSyntax, _ span: Span) -> Expr {
    guard let syntax = node.base else { return invalid(node) }
    let base = link(syntax)
    guard case .postfixExpression(let chain)? = activeClause(node.config)?.elements else { return base }
    var first = chain
    while let inner = first.chainBase { first = inner }
    conditionalBases[first.id] = base
    defer { conditionalBases[first.id] = nil }
    return link(chain)
  }

  func reference(_ node: DeclReferenceExprSyntax, _ span: Span) -> Expr {
    let text = identifier(node.baseName)
    if case .dollarIdentifier = node.baseName.tokenKind, let number = Int(text.dropFirst()),
      number < ClosureNode.anonymousCountMax, let closure = closures.last
    {
      closure.anonymousCount = max(closure.anonymousCount, number + 1)
    }
    return Expr(.name(name(node)), span)
  }

  func name(_ node: DeclReferenceExprSyntax) -> Name {
    Name(
      text: identifier(node.baseName), span: span(node.baseName),
      labels: node.argumentNames?.arguments.map { identifier($0.name) })
  }

  private func member(_ access: MemberAccessExprSyntax, _ span: Span) -> Expr {
    let name = name(access.declName)
    guard let base = access.base else {
      if let base = conditionalBases[access.id] {
        return Expr(.member(base, name), span, caret: name.span.start)
      }
      return Expr(.implicitMember(name), span, caret: name.span.start)
    }
    if let module = base.as(DeclReferenceExprSyntax.self)?.baseName.text, Self.modules.contains(module),
      !conventions.isDeclared(module)
    {
      var name = name
      name.isOfLibrary = true
      return Expr(.name(name), span, caret: name.span.start)
    }
    return Expr(.member(link(base), name), span, caret: name.span.start)
  }

  static let modules: Set<String> = ["Swift", "Combine", "Foundation", "Dispatch"]

  private func specialization(_ node: GenericSpecializationExprSyntax, _ span: Span) -> Expr {
    let arguments = node.genericArgumentClause.arguments.compactMap { argument -> TypeNode? in
      guard case .type(let type) = argument.argument else { return nil }
      return self.type(type)
    }
    let base = link(node.expression)
    switch base.kind {
    case .name(var name):
      name.genericArguments = arguments
      return Expr(.name(name), span)
    case .member(let inner, var name):
      name.genericArguments = arguments
      return Expr(.member(inner, name), span, caret: name.span.start)
    default:
      unsupported("generic arguments on this expression", node)
      return invalid(node)
    }
  }

  private func call(_ call: FunctionCallExprSyntax, _ span: Span) -> Expr {
    let callee = link(call.calledExpression)
    var arguments = arguments(call.arguments)
    trailing(call.trailingClosure, call.additionalTrailingClosures, &arguments)
    // `Void()` is the empty tuple.
    if arguments.isEmpty, case .name(let name) = callee.kind, name.text == "Void" { return Expr(.tuple([]), span) }
    return Expr(.call(callee, arguments), span, caret: callee.caret)
  }

  func arguments(_ list: LabeledExprListSyntax) -> [Argument] {
    list.map { argument in
      Argument(
        label: argument.label.map { identifier($0) }, value: self.argument(argument.expression),
        labelSpan: argument.label.map { span($0) }, isUnfinished: holdsCompletionToken(argument))
    }
  }

  /// `list[...]` is the slice that nothing is left out of.
  private func whole(_ base: Expr, _ span: Span) -> Expr {
    let member = Expr(.member(base, Name(text: "dropFirst", span: span)), span)
    return Expr(.call(member, [Argument(label: nil, value: Expr(.integer(0), span))]), span)
  }

  /// An operator by itself is a function: `.map(==)`.
  private func argument(_ node: ExprSyntax) -> Expr {
    if let binary = node.as(BinaryOperatorExprSyntax.self) {
      return Expr(.name(Name(text: binary.operator.text, span: span(binary))), span(binary))
    }
    return expression(node)
  }

  private func trailing(
    _ first: ClosureExprSyntax?, _ more: MultipleTrailingClosureElementListSyntax, _ arguments: inout [Argument]
  ) {
    guard let first else { return }
    arguments.append(
      Argument(
        label: nil, value: closure(first), isTrailingClosure: true, isUnfinished: holdsCompletionToken(first)))
    for element in more {
      arguments.append(
        Argument(
          label: identifier(element.label), value: closure(element.closure), isTrailingClosure: true,
          labelSpan: span(element.label), isUnfinished: holdsCompletionToken(element)))
    }
  }

  private func holdsCompletionToken(_ node: some SyntaxProtocol) -> Bool {
    guard let completionToken else { return false }
    let span = span(node)
    return span.start <= completionToken && completionToken <= span.end
  }

  private func infix(_ node: InfixOperatorExprSyntax, _ span: Span) -> Expr {
    if node.operator.is(ArrowExprSyntax.self), let type = spelledType(ExprSyntax(node)) {
      return Expr(.type(type), span)
    }
    let left = expression(node.leftOperand)
    if node.operator.is(AssignmentExprSyntax.self) {
      let right = expression(node.rightOperand)
      let caret = self.span(node.operator).start
      return assigning(left) { Expr(.assign($0, right), span, caret: caret) }
    }
    guard let token = node.operator.as(BinaryOperatorExprSyntax.self) else {
      unsupported("this operator", node.operator)
      return invalid(node)
    }
    let name = Name(text: token.operator.text, span: self.span(token))
    let right = expression(node.rightOperand)
    if assignmentOperators.contains(name.text) {
      return assigning(left) { Expr(.binary(name, $0, right), span, caret: name.span.start) }
    }
    let word =
      node.rightOperand.is(TryExprSyntax.self) ? "try" : node.rightOperand.is(AwaitExprSyntax.self) ? "await" : nil
    if let word { error("'\(word)' cannot appear to the right of a non-assignment operator", node.rightOperand) }
    return Expr(.binary(name, left, right), span, caret: name.span.start)
  }

  /// `a?.b = c` assigns inside the chain: the right side is not evaluated when `a` is nil.
  private func assigning(_ left: Expr, _ make: (Expr) -> Expr) -> Expr {
    guard case .optionalChain(let inner) = left.kind else { return make(left) }
    let assignment = make(inner)
    return Expr(.optionalChain(assignment), assignment.span, caret: assignment.caret)
  }

  private func keyPath(_ path: KeyPathExprSyntax, _ span: Span) -> Expr {
    var components: [KeyPathNode.Component] = []
    for component in path.components {
      switch component.component {
      case .property(let property): components.append(.member(name(property.declName)))
      case .subscript(let call): components.append(.subscripted(arguments(call.arguments), self.span(call)))
      case .optional(let mark):
        components.append(
          mark.questionOrExclamationMark.text == "!" ? .force(self.span(mark)) : .optionalChain(self.span(mark)))
      default: unsupported("this key path component", component)
      }
    }
    return Expr(.keyPath(KeyPathNode(root: path.root.map { type($0) }, components: components)), span)
  }

  // MARK: Strings

  private func string(_ literal: StringLiteralExprSyntax) -> Expr {
    var segments: [StringSegment] = []
    let isRaw = literal.openingPounds != nil
    if let plain = literal.representedLiteralValue {
      segments = [.text(plain)]
    } else {
      for segment in literal.segments {
        switch segment {
        case .stringSegment(let text):
          segments.append(
            .text(
              isRaw ? text.content.text : unescaped(text.content.text, multiline: literal.openingQuote.text.count > 1)))
        case .expressionSegment(let interpolation):
          if let logged = logged(interpolation, in: literal) {
            segments.append(logged)
          } else if let first = interpolation.expressions.first, interpolation.expressions.count == 1,
            first.label == nil, !conventions.hasOwnInterpolations || first.expression.is(StringLiteralExprSyntax.self)
          {
            segments.append(.expression(expression(first.expression)))
          } else {
            segments.append(.expression(appended(interpolation)))
          }
        @unknown default: unsupported("this part of a string", segment)
        }
      }
    }
    return Expr(.string(segments), span(literal))
  }

  /// What `appendInterpolation` of the program's own makes of a part: `\(price, format: "%.2f")`.
  private func appended(_ interpolation: ExpressionSegmentSyntax) -> Expr {
    let span = span(interpolation)
    func name(_ text: String) -> Name { Name(text: text, span: span) }
    func called(_ callee: Expr, _ arguments: [Argument]) -> Expr { Expr(.call(callee, arguments), span) }
    // No program can write its name.
    let text = "text of \\()"
    func member(_ member: String) -> Expr { Expr(.member(Expr(.name(name(text)), span), name(member)), span) }
    let type = Expr(.name(Name(text: "DefaultStringInterpolation", span: span, isOfLibrary: true)), span)
    let binding = VariableNode.Binding(
      pattern: Pattern(.binding(name: text, isLet: false), span), value: called(type, []), span: span)
    let closure = ClosureNode(span: span, openBrace: span)
    closure.parameters = []
    closure.resultType = TypeNode(.named([("String", [], span)]), span)
    closure.body = [
      Stmt(.declaration(Decl(.variable(VariableNode(isLet: false, bindings: [binding])), span)), span),
      Stmt(.expression(called(member("appendInterpolation"), arguments(interpolation.expressions))), span),
      Stmt(.returns(member("description")), span),
    ]
    return called(Expr(.closure(closure), span), [])
  }

  /// The methods of a `Logger`, whose messages may say of each value who may read it.
  private static let logMethods: Set<String> = [
    "log", "trace", "debug", "info", "notice", "warning", "error", "critical", "fault",
  ]

  /// A value of a message for a `Logger`: `\(name, privacy: .public)`. What is private is not told, and columns are not aligned.
  private func logged(_ interpolation: ExpressionSegmentSyntax, in literal: StringLiteralExprSyntax) -> StringSegment? {
    guard let argument = literal.parent?.as(LabeledExprSyntax.self),
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
      let method = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
      Self.logMethods.contains(method), let first = interpolation.expressions.first, first.label == nil,
      interpolation.expressions.count > 1,
      interpolation.expressions.dropFirst().allSatisfy({ ["privacy", "align"].contains($0.label?.text) })
    else { return nil }
    let privacy = interpolation.expressions.first { $0.label?.text == "privacy" }?.expression
    let name =
      privacy?.as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      ?? privacy?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    if name == "private" || name == "sensitive" { return .text("<private>") }
    return .expression(expression(first.expression))
  }

  /// The text of a segment with its escapes resolved. SwiftParser resolves them only for literals without interpolation.
  private func unescaped(_ text: String, multiline: Bool) -> String {
    guard text.contains("\\") else { return text }
    var result = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "\\" else {
        result.append(character)
        continue
      }
      switch rest.popFirst() {
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "r": result.append("\r")
      case "0": result.append("\0")
      case "\\": result.append("\\")
      case "\"": result.append("\"")
      case "'": result.append("'")
      case "u":
        guard rest.first == "{", let close = rest.firstIndex(of: "}") else { continue }
        let digits = rest[rest.index(after: rest.startIndex)..<close]
        if let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) {
          result.unicodeScalars.append(scalar)
        }
        rest = rest[rest.index(after: close)...]
      case let other?:
        // A line continuation in a multi-line literal.
        if multiline, other.isWhitespace {
          while let next = rest.first, next.isWhitespace, next != "\n" { rest.removeFirst() }
          if other != "\n", rest.first == "\n" { rest.removeFirst() }
        }
      case nil: break
      }
    }
    return result
  }

  // MARK: Closures

  func closure(_ node: ClosureExprSyntax) -> Expr {
    let closure = ClosureNode(span: span(node), openBrace: span(node.leftBrace))
    closure.isUnfinished = holdsCompletionToken(node)
    if let signature = node.signature {
      closure.isMainActor = signature.attributes.contains { $0.trimmedDescription == "@MainActor" }
      for capture in signature.capture?.items ?? [] {
        let strength: ClosureNode.Capture.Strength =
          switch capture.specifier?.specifier.text {
          case "weak": .weak
          case "unowned": .unowned
          default: .strong
          }
        let name = identifier(capture.name)
        let value =
          capture.initializer.map { expression($0.value) }
          ?? Expr(.name(Name(text: name, span: span(capture.name))), span(capture.name))
        closure.captures.append(.init(strength: strength, name: name, value: value, span: span(capture)))
      }
      switch signature.parameterClause {
      case .simpleInput(let names):
        closure.parameters = names.map { .init(name: identifier($0.name), type: nil, span: span($0.name)) }
      case .parameterClause(let clause):
        closure.parameters = clause.parameters.map { parameter in
          .init(
            name: identifier(parameter.secondName ?? parameter.firstName), type: parameter.type.map { type($0) },
            span: span(parameter.firstName))
        }
      case nil: break
      @unknown default: unsupported("this form of closure parameters", signature)
      }
      closure.resultType = signature.returnClause.map { type($0.type) }
      closure.isThrowing = signature.effectSpecifiers?.throwsClause != nil
      closure.thrownType = signature.effectSpecifiers?.throwsClause?.type.map { type($0) }
      closure.isAsync = signature.effectSpecifiers?.asyncSpecifier != nil
    }
    closures.append(closure)
    closure.body = statements(node.statements)
    closures.removeLast()
    // `$0` in an inner closure without parameters of its own is the inner one's.
    return Expr(.closure(closure), span(node))
  }

  /// `#warning("…")` and `#error("…")`.
  func says(_ node: some FreestandingMacroExpansionSyntax) -> Bool {
    guard node.arguments.count == 1, let text = node.arguments.first?.expression.as(StringLiteralExprSyntax.self),
      let message = text.representedLiteralValue
    else { return false }
    switch node.macroName.text {
    case "warning": diagnostics.add(.warning, message, file, self.span(text))
    case "error": diagnostics.error(message, file, self.span(text))
    default: return false
    }
    return true
  }

  private func macro(_ node: MacroExpansionExprSyntax, _ span: Span) -> Expr {
    switch node.macroName.text {
    case "function": return Expr(.magic(.function(functionNames.last ?? "main")), span)
    case "line": return Expr(.magic(.line(file.position(span.start).line)), span)
    case "column": return Expr(.magic(.column(file.position(span.start).column)), span)
    case "file", "filePath": return Expr(.magic(.file(file.name)), span)
    case "fileID": return Expr(.magic(.fileID(file.nameInModule)), span)
    default:
      if let expectation = expectation(node, span) { return expectation }
      if says(node) { return Expr(.tuple([]), span) }
      unsupported("the macro '#\(node.macroName.text)'", node)
      return invalid(node)
    }
  }
}

extension ExprSyntax {
  /// What a member, a call or a mark behind it belongs to.
  fileprivate var chainBase: ExprSyntax? {
    switch self.as(ExprSyntaxEnum.self) {
    case .memberAccessExpr(let access): access.base
    case .functionCallExpr(let call): call.calledExpression
    case .subscriptCallExpr(let call): call.calledExpression
    case .optionalChainingExpr(let chain): chain.expression
    case .forceUnwrapExpr(let force): force.expression
    case .postfixIfConfigExpr(let conditional): conditional.base
    default: nil
    }
  }
}
