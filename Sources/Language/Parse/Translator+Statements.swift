/// Statements, conditions and patterns of the text.
internal import SwiftSyntax

extension Translator {
  func statements(_ list: CodeBlockItemListSyntax) -> [Stmt] {
    active(list).compactMap { statement($0) }
  }

  func block(_ node: CodeBlockSyntax) -> [Stmt] { statements(node.statements) }

  func statement(_ item: CodeBlockItemSyntax) -> Stmt? {
    nested(item) { unguarded(item) } ?? Stmt(.invalid, span(item))
  }

  private func unguarded(_ item: CodeBlockItemSyntax) -> Stmt? {
    let span = span(item)
    switch item.item {
    case .decl(let declaration):
      if functionNames.isEmpty, isOnScreen(declaration) { return nil }
      return self.declaration(declaration).map { Stmt(.declaration($0), span) }
    case .expr(let expression):
      if isOnScreen(expression) { return nil }
      switch expression.as(ExprSyntaxEnum.self) {
      case .ifExpr(let node): return Stmt(.ifElse(ifNode(node)), span)
      case .switchExpr(let node): return Stmt(.switching(switchNode(node, label: nil)), span)
      default: return Stmt(.expression(self.expression(expression)), span)
      }
    case .stmt(let node): return statement(node, label: nil, span)
    @unknown default:
      unsupported("this statement", item)
      return nil
    }
  }

  private func statement(_ node: StmtSyntax, label: String?, _ span: Span) -> Stmt? {
    switch node.as(StmtSyntaxEnum.self) {
    case .labeledStmt(let labeled): return statement(labeled.statement, label: identifier(labeled.label), span)
    case .expressionStmt(let inner):
      switch inner.expression.as(ExprSyntaxEnum.self) {
      case .ifExpr(let node): return Stmt(.ifElse(ifNode(node)), span)
      case .switchExpr(let node): return Stmt(.switching(switchNode(node, label: label)), span)
      default: return Stmt(.expression(expression(inner.expression)), span)
      }
    case .returnStmt(let statement): return Stmt(.returns(statement.expression.map { expression($0) }), span)
    case .guardStmt(let statement):
      return Stmt(.guarding(conditions(statement.conditions), block(statement.body)), span)
    case .whileStmt(let loop):
      return Stmt(.whileLoop(label: label, conditions(loop.conditions), block(loop.body)), span)
    case .repeatStmt(let loop):
      return Stmt(.repeatLoop(label: label, block(loop.body), expression(loop.condition)), span)
    case .forStmt(let loop):
      var pattern = pattern(loop.pattern, binding: loop.caseKeyword == nil ? true : nil)
      if loop.caseKeyword == nil, let word = loop.pattern.as(ValueBindingPatternSyntax.self)?.bindingSpecifier,
        word.text == "let"
      {
        diagnostics.add(
          .error, "'let' pattern cannot appear nested in an already immutable context", file, self.span(word),
          fixIts: [("remove 'let'", [file.removal(of: self.span(word))])])
      }
      if let annotation = loop.typeAnnotation {
        pattern = Pattern(.typed(pattern, type(annotation.type)), pattern.span)
      }
      return Stmt(
        .forIn(
          ForNode(
            label: label, pattern: pattern, sequence: expression(loop.sequence),
            condition: loop.whereClause.map { expression($0.condition) }, body: block(loop.body),
            isAsync: loop.awaitKeyword != nil, isTrying: loop.tryKeyword != nil, span: span)), span)
    case .breakStmt(let jump): return Stmt(.breaking(label: jump.label.map { identifier($0) }), span)
    case .continueStmt(let jump): return Stmt(.continuing(label: jump.label.map { identifier($0) }), span)
    case .fallThroughStmt: return Stmt(.fallThrough, span)
    case .throwStmt(let statement): return Stmt(.throwing(expression(statement.expression)), span)
    case .deferStmt(let statement): return Stmt(.deferred(block(statement.body)), span)
    case .doStmt(let statement):
      let clauses = statement.catchClauses.map { clause in
        DoNode.Clause(
          patterns: clause.catchItems.compactMap { item in
            guard item.pattern != nil || item.whereClause != nil else { return nil }
            // `catch where …` binds `error` too.
            return SwitchNode.Label(
              pattern: item.pattern.map { self.pattern($0) }
                ?? Pattern(.binding(name: "error", isLet: true), self.span(item)),
              guardExpression: item.whereClause.map { expression($0.condition) })
          }, body: block(clause.body), span: self.span(clause))
      }
      return Stmt(
        .doCatch(
          DoNode(
            label: label, body: block(statement.body), clauses: clauses,
            thrownType: statement.throwsClause?.type.map { type($0) })), span)
    default:
      unsupported(phrase(node, "this statement"), node)
      return Stmt(.invalid, span)
    }
  }

  func ifNode(_ node: IfExprSyntax) -> IfNode {
    // An else-if ladder may be long; it is walked from its end.
    var ladder = [node]
    while case .ifExpr(let next)? = ladder.last?.elseBody { ladder.append(next) }
    var result: IfNode?
    for step in ladder.reversed() {
      let otherwise: IfNode.Else? =
        if let result { .chained(result) } else if case .codeBlock(let block)? = step.elseBody {
          .block(self.block(block))
        } else { nil }
      result = IfNode(
        conditions: conditions(step.conditions), then: block(step.body), otherwise: otherwise, span: span(step))
    }
    return result!
  }

  func conditions(_ list: ConditionElementListSyntax) -> [Condition] {
    list.compactMap { element in
      switch element.condition {
      case .expression(let condition): return .expression(expression(condition))
      case .optionalBinding(let binding):
        let isLet = binding.bindingSpecifier.text == "let"
        var pattern = pattern(binding.pattern, binding: isLet)
        if let annotation = binding.typeAnnotation {
          pattern = Pattern(.typed(pattern, type(annotation.type)), pattern.span)
        }
        let value: Expr
        if let initializer = binding.initializer {
          value = expression(initializer.value)
        } else {
          let name = binding.pattern.trimmedDescription
          value = Expr(.name(Name(text: name, span: span(binding.pattern))), span(binding.pattern))
        }
        return .binding(Pattern(.optionalSome(pattern), pattern.span), value, span(binding))
      case .matchingPattern(let matching):
        return .binding(self.pattern(matching.pattern), expression(matching.initializer.value), span(matching))
      case .availability(let available):
        // Whatever a program asks for is here.
        guard available.availabilityKeyword.text == "#unavailable" else { return nil }
        return .expression(Expr(.boolean(false), span(available)))
      @unknown default:
        unsupported("this condition", element)
        return nil
      }
    }
  }

  func switchNode(_ node: SwitchExprSyntax, label: String?) -> SwitchNode {
    let cases = active(node.cases).map { clause -> SwitchNode.Case in
      var labels: [SwitchNode.Label] = []
      var isDefault = false
      switch clause.label {
      case .default: isDefault = true
      case .case(let items):
        labels = items.caseItems.map {
          SwitchNode.Label(
            pattern: pattern($0.pattern), guardExpression: $0.whereClause.map { expression($0.condition) })
        }
      @unknown default: unsupported("this case", clause)
      }
      return SwitchNode.Case(
        labels: labels, isDefault: isDefault, body: statements(clause.statements), span: span(clause.label))
    }
    return SwitchNode(subject: expression(node.subject), cases: cases, label: label, span: span(node))
  }

  // MARK: Patterns

  /// - Parameter binding: inside `let` or `var`, where bare names bind; `nil` where they are expressions.
  func pattern(_ node: PatternSyntax, binding: Bool? = nil) -> Pattern {
    let span = span(node)
    switch node.as(PatternSyntaxEnum.self) {
    case .identifierPattern(let name):
      return Pattern(.binding(name: declared(name.identifier), isLet: binding ?? true), span)
    case .wildcardPattern: return Pattern(.wildcard, span)
    case .valueBindingPattern(let value):
      return pattern(value.pattern, binding: value.bindingSpecifier.text == "let")
    case .tuplePattern(let tuple):
      return Pattern(
        .tuple(tuple.elements.map { ($0.label.map { identifier($0) }, pattern($0.pattern, binding: binding)) }), span)
    case .isTypePattern(let check): return Pattern(.isType(type(check.type)), span)
    case .expressionPattern(let expression): return pattern(expression.expression, binding)
    default:
      unsupported("this pattern", node)
      return Pattern(.invalid, span)
    }
  }

  /// A name that a pattern declares.
  private func declared(_ token: TokenSyntax) -> String {
    let name = identifier(token)
    if name.first == "$" {
      error(
        "cannot declare entity named '\(name)'; the '$' prefix is reserved for implicitly-synthesized declarations",
        token)
    }
    return name
  }

  /// Patterns arrive as expressions where the grammar cannot tell them apart.
  private func pattern(_ node: ExprSyntax, _ binding: Bool?) -> Pattern {
    let span = span(node)
    switch node.as(ExprSyntaxEnum.self) {
    case .patternExpr(let inner): return pattern(inner.pattern, binding: binding)
    case .discardAssignmentExpr: return Pattern(.wildcard, span)
    case .declReferenceExpr(let reference) where binding != nil && reference.argumentNames == nil:
      return Pattern(.binding(name: declared(reference.baseName), isLet: binding!), span)
    case .tupleExpr(let tuple):
      if tuple.elements.count == 1, let only = tuple.elements.first, only.label == nil {
        return pattern(only.expression, binding)
      }
      return Pattern(
        .tuple(tuple.elements.map { ($0.label.map { identifier($0) }, pattern($0.expression, binding)) }), span)
    case .optionalChainingExpr(let chain):
      return Pattern(.optionalSome(pattern(chain.expression, binding)), span)
    case .asExpr(let cast) where cast.questionOrExclamationMark == nil:
      return Pattern(.asType(pattern(cast.expression, binding), type(cast.type)), span)
    case .memberAccessExpr(let access):
      guard access.declName.argumentNames == nil else { break }
      guard let base = access.base else {
        return Pattern(.enumCase(base: nil, name: name(access.declName), payload: nil), span)
      }
      // `Focus.none`: a case if the base is a type, which the checker decides.
      if let path = typePath(base) {
        return Pattern(.enumCase(base: path, name: name(access.declName), payload: nil), span)
      }
    case .functionCallExpr(let call):
      guard let access = call.calledExpression.as(MemberAccessExprSyntax.self), call.trailingClosure == nil,
        access.base == nil || typePath(access.base!) != nil
      else { break }
      let payload = call.arguments.map { ($0.label.map { identifier($0) }, pattern($0.expression, binding)) }
      return Pattern(
        .enumCase(base: access.base.flatMap { typePath($0) }, name: name(access.declName), payload: payload), span)
    default: break
    }
    return Pattern(.expression(expression(node)), span)
  }

  /// An expression that could name a type: `A`, `A.B`, upper case by convention.
  private func typePath(_ node: ExprSyntax) -> TypeNode? {
    if let reference = node.as(DeclReferenceExprSyntax.self), reference.baseName.text.first?.isUppercase == true {
      return TypeNode(.named([(identifier(reference.baseName), [], span(reference.baseName))]), span(node))
    }
    if let generic = node.as(GenericSpecializationExprSyntax.self), let plain = typePath(generic.expression),
      case .named(var path) = plain.kind, let last = path.popLast()
    {
      return TypeNode(
        .named(path + [(last.name, arguments(generic.genericArgumentClause), last.span)]), span(node))
    }
    if let access = node.as(MemberAccessExprSyntax.self), let base = access.base, let outer = typePath(base),
      access.declName.baseName.text.first?.isUppercase == true, case .named(let path) = outer.kind
    {
      return TypeNode(
        .named(path + [(identifier(access.declName.baseName), [], span(access.declName.baseName))]), span(node))
    }
    return nil
  }
}
