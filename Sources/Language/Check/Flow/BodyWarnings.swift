/// What swiftc warns of in a body that is right: variables that nobody reads or changes, statements that are never reached,
/// and comparisons whose outcome is known. One warning is ours: a second source of truth.
///
/// One walk over a body and those inside it. What stands at top level is left out: entries to come may use it. Where it is not
/// certain what swiftc says, nothing is said.
final class BodyWarnings {
  /// Where a variable is declared.
  private enum Site {
    /// One binding of a `let` or `var`, which may have several.
    case binding(VariableNode, VariableNode.Binding)
    /// `if let`; whether it is the only condition.
    case condition(value: Expr, span: Span, isOnly: Bool)
    case loop
    case pattern
  }

  private let diagnostics: Diagnostics
  private let library: Library
  private let file: SourceFile
  /// Of an initialiser of a class that is observed: this class.
  private let observed: Nominal?
  private var declared: [(variable: LocalVariable, site: Site)] = []
  private var isRead: Set<ObjectIdentifier> = []
  private var isWritten: Set<ObjectIdentifier> = []

  private init(_ context: FunctionContext, _ library: Library, _ diagnostics: Diagnostics) {
    (self.diagnostics, self.library, file) = (diagnostics, library, context.file)
    let isDraft = context.nominal.map { nominal in
      context.environment.protocols(of: nominal).contains { $0.proto.name == "Draft" && $0.proto.library != nil }
    }
    observed = context.kind == .initializer && isDraft == false ? context.nominal : nil
  }

  /// Those inside are looked at with the body around them.
  static func check(_ context: FunctionContext, _ library: Library, _ diagnostics: Diagnostics) {
    guard context.parent == nil, !context.file.isLibrary else { return }
    let warnings = BodyWarnings(context, library, diagnostics)
    if context.body.isEmpty {
      if let expression = context.expression { warnings.read(expression) }
    } else if context.kind == .topLevel, case .guarding(let conditions, let body)? = context.body.first?.kind {
      // What it binds is there for the rest of the program.
      warnings.visit(conditions, areDeclared: false)
      warnings.visit(body)
    } else {
      warnings.visit(context.body)
    }
    warnings.report()
  }

  // MARK: Statements

  private func visit(_ block: [Stmt]) {
    for statement in block { visit(statement) }
    reach(block)
  }

  private func visit(_ statement: Stmt) {
    switch statement.kind {
    case .expression(let value), .throwing(let value): read(value)
    case .returns(let value): if let value { read(value) }
    case .declaration(let declaration): visit(declaration)
    case .ifElse(let node): visit(node)
    case .guarding(let conditions, let body):
      visit(conditions)
      visit(body)
    case .whileLoop(_, let conditions, let body):
      visit(conditions)
      visit(body)
    case .repeatLoop(_, let body, let condition):
      visit(body)
      read(condition)
    case .forIn(let node):
      read(node.sequence)
      visit(node.pattern, .loop)
      if let condition = node.condition { read(condition) }
      visit(node.body)
    case .switching(let node): visit(node)
    case .deferred(let body): visit(body)
    case .doCatch(let node):
      visit(node.body)
      for clause in node.clauses {
        visit(clause.patterns)
        visit(clause.body)
      }
    case .breaking, .continuing, .fallThrough, .invalid: break
    }
  }

  private func visit(_ declaration: Decl) {
    switch declaration.kind {
    case .variable(let node):
      for binding in node.bindings {
        if let value = binding.value { read(value) }
        // A wrapper, or what computes or observes the variable, has a part in it.
        if node.wrapped == nil, binding.accessors == nil { visit(binding.pattern, .binding(node, binding)) }
        if node.wrapped != nil { binding.pattern.forEachVariable { isRead.insert(ObjectIdentifier($0)) } }
      }
      for accessors in node.accessors.values { accessors.functions.compactMap(\.variable?.function).forEach(inside) }
      for hooks in node.hooks.values { hooks.functions.compactMap(\.variable?.function).forEach(inside) }
    case .function(let node): if let function = node.variable?.function { inside(function) }
    default: break
    }
  }

  private func inside(_ function: FunctionContext) {
    if function.body.isEmpty, let expression = function.expression { return read(expression) }
    visit(function.body)
  }

  private func visit(_ conditions: [Condition], areDeclared: Bool = true) {
    for condition in conditions {
      switch condition {
      case .expression(let value): read(value)
      case .binding(let pattern, let value, let span):
        read(value)
        guard areDeclared else { break }
        if case .optionalSome(let inner) = pattern.kind, case .binding = inner.kind {
          visit(pattern, .condition(value: value, span: span, isOnly: conditions.count == 1))
        } else {
          visit(pattern, .pattern)
        }
      }
    }
  }

  private func visit(_ node: IfNode) {
    var current: IfNode? = node
    while let step = current {
      visit(step.conditions)
      visit(step.then)
      current = nil
      switch step.otherwise {
      case .block(let block)?: visit(block)
      case .chained(let next)?: current = next
      case nil: break
      }
    }
  }

  private func visit(_ node: SwitchNode) {
    read(node.subject)
    for clause in node.cases {
      visit(clause.labels)
      visit(clause.body)
    }
  }

  /// Of several patterns for one body the variables are the same, which is not followed here.
  private func visit(_ labels: [SwitchNode.Label]) {
    for label in labels {
      visit(label.pattern, labels.count == 1 ? .pattern : nil)
      if let condition = label.guardExpression { read(condition) }
    }
  }

  private func visit(_ pattern: Pattern, _ site: Site?) {
    if let variable = pattern.variable, let site { declared.append((variable, site)) }
    switch pattern.kind {
    case .tuple(let elements): for element in elements { visit(element.pattern, site) }
    case .enumCase(_, _, let payload): for element in payload ?? [] { visit(element.pattern, site) }
    case .optionalSome(let inner), .asType(let inner, _), .typed(let inner, _): visit(inner, site)
    case .expression(let value): read(pattern.match ?? value)
    case .wildcard, .binding, .isType, .invalid: break
    }
  }

  // MARK: Expressions

  private func read(_ expression: Expr) {
    switch expression.kind {
    case .name: if let variable = expression.local { isRead.insert(ObjectIdentifier(variable)) }
    case .assign(let target, let value):
      copies(target, value)
      write(target)
      read(value)
    case .binary(let name, let left, let right):
      compare(name, left, right, expression)
      read(left)
      read(right)
    case .member(let base, _):
      if expression.choice?.declaration.changesWhenRead == true { change(base) }
      read(base)
    case .closure(let node):
      for capture in node.captures { read(capture.value) }
      visit(node.body)
    case .ifExpression(let node): visit(node)
    case .switchExpression(let node): visit(node)
    default: expression.children.forEach(read)
    }
  }

  /// `book = source.wrappedValue` in an `init`: from then on there are two, and nobody sees here what is changed there.
  private func copies(_ target: Expr, _ value: Expr) {
    guard let observed, case .member(let source, let part) = value.kind, part.text == "wrappedValue",
      source.type.libraryName == "Binding", let name = target.choice?.declaration.name,
      observed.storedProperties.contains(where: { $0.name == name && $0.isPublished })
    else { return }
    diagnostics.add(
      .warning,
      "'\(name)' is a copy of what '\(file.slice(source.span))' leads to: neither sees the other's edits; make "
        + "'\(observed.name)' a 'Draft', or keep the binding",
      file, value.span)
  }

  /// Assigning to a part, or an element, counts as reading what it is a part of.
  private func write(_ target: Expr) {
    switch target.kind {
    case .name: if let variable = target.local { isWritten.insert(ObjectIdentifier(variable)) }
    case .tuple(let items): for item in items { write(item.value) }
    case .discard: break
    default: read(target)
    }
  }

  /// What a lazy property is read of gets its value.
  private func change(_ base: Expr) {
    switch base.kind {
    case .name: if let variable = base.local { isWritten.insert(ObjectIdentifier(variable)) }
    case .member(let inner, _), .subscripted(let inner, _), .forceUnwrap(let inner), .bindOptional(let inner):
      change(inner)
    default: break
    }
  }

  private func compare(_ name: Name, _ left: Expr, _ right: Expr, _ expression: Expr) {
    guard name.text == "==" || name.text == "!=", expression.choice?.declaration.isOfLibrary == true else { return }
    let value: Expr
    switch (left.kind, right.kind) {
    case (.nilLiteral, .nilLiteral): return
    case (.nilLiteral, _): value = right
    case (_, .nilLiteral): value = left
    default: return
    }
    let literal = value === right ? left : right
    switch value.kind {
    case .name, .member, .call, .subscripted, .tuple, .string: break
    // What a literal is follows from the comparison.
    default: return
    }
    // An object may be held weakly.
    // An object may be held weakly.
    guard value.type != .hole, value.type.wrapped == nil, !value.type.hasHoles, literal.type != value.type,
      !value.type.isClass
    else { return }
    diagnostics.add(
      .warning,
      "comparing non-optional value of type '\(value.type)' to 'nil' always returns \(name.text == "==" ? "false" : "true")",
      file, name.span)
  }

  // MARK: What is never reached

  private func reach(_ block: [Stmt]) {
    for (statement, next) in zip(block, block.dropFirst()) {
      guard let message = Self.unreachable(behind: statement, library) else { continue }
      if case .declaration(let declaration) = next.kind {
        guard case .variable = declaration.kind else { return }
      }
      return diagnostics.add(.warning, message, file, next.span)
    }
  }

  private static func unreachable(behind statement: Stmt, _ library: Library) -> String? {
    switch statement.kind {
    case .returns: "code after 'return' will never be executed"
    case .throwing: "code after 'throw' will never be executed"
    case .breaking: "code after 'break' will never be executed"
    case .continuing: "code after 'continue' will never be executed"
    case .expression(let value) where value.type == library.never: "will never be executed"
    case .ifElse(let node) where leaves(node): "will never be executed"
    default: nil
    }
  }

  private static func leaves(_ node: IfNode) -> Bool {
    var current = node
    while leaves(current.then) {
      switch current.otherwise {
      case .block(let block)?: return leaves(block)
      case .chained(let next)?: current = next
      case nil: return false
      }
    }
    return false
  }

  private static func leaves(_ block: [Stmt]) -> Bool {
    switch block.last?.kind {
    case .returns?, .throwing?, .breaking?, .continuing?: true
    case .ifElse(let node)?: leaves(node)
    default: false
    }
  }

  // MARK: Variables

  private func report() {
    for (variable, site) in declared {
      // A name that the language gives is not written: `error` in a `catch`.
      guard !variable.isSelf, !variable.isWeak, !variable.isUnowned, variable.accessors == nil, variable.hooks == nil,
        variable.standsFor == nil, variable.asyncLet == nil, file.slice(variable.span) == variable.name
      else { continue }
      let isWritten = isWritten(variable)
      if !isRead.contains(ObjectIdentifier(variable)) {
        if variable.isLet || !isWritten {
          unused(variable, site)
        } else {
          warn("variable '\(variable.name)' was written to, but never read", variable)
        }
        // Iterators of collections are objects here. Swift's own are values, which `next()` changes.
      } else if !variable.isLet, !isWritten, !["AnyIterator", "IndexingIterator"].contains(variable.type.libraryName) {
        neverMutated(variable, site)
      }
    }
  }

  private func isWritten(_ variable: LocalVariable) -> Bool {
    isWritten.contains(ObjectIdentifier(variable)) || !variable.isLet && variable.isMutated
  }

  private func warn(_ message: String, _ variable: LocalVariable, fixIts: [Repair] = []) {
    diagnostics.add(.warning, message, file, variable.span, fixIts: fixIts)
  }

  private func unused(_ variable: LocalVariable, _ site: Site) {
    let name = variable.name
    let what = variable.isLet ? "immutable value" : "variable"
    let underscore = "replace with '_'"
    switch site {
    case .binding(let node, let binding) where node.bindings.count == 1 && binding.value != nil && binding.isPlain:
      let keyword = file.keyword(variable.isLet ? "let" : "var", before: variable.span.start)
      return warn(
        "initialization of \(what) '\(name)' was never used; consider replacing with assignment to '_' or removing it",
        variable,
        fixIts: keyword.map { [(underscore, [(Span(start: $0.start, end: variable.span.end), "_")])] } ?? [])
    case .condition(let value, _, isOnly: true):
      return warn(
        "value '\(name)' was defined but never used; consider replacing with boolean test", variable,
        fixIts: booleanTest(variable, value))
    case .binding where variable.isLet && isWritten(variable):
      return warn("immutable value '\(name)' was never used; consider removing it", variable)
    default: break
    }
    // `case .row(let id)`: with the word that declares it.
    var place = variable.span
    if case .pattern = site, let keyword = file.keyword(variable.isLet ? "let" : "var", before: place.start),
      file.endOfText(before: place.start) == keyword.end
    {
      place = Span(start: keyword.start, end: place.end)
    }
    warn(
      "\(what) '\(name)' was never used; consider replacing with '_' or removing it", variable,
      fixIts: [(underscore, [(place, "_")])])
  }

  /// `if let a = find()` becomes `if find() != nil`.
  private func booleanTest(_ variable: LocalVariable, _ value: Expr) -> [Repair] {
    guard let keyword = file.keyword(variable.isLet ? "let" : "var", before: variable.span.start) else { return [] }
    switch value.kind {
    case .name, .member, .call, .subscripted, .optionalChain: break
    default: return []
    }
    let edits: [(Span, String)] =
      value.span.start <= variable.span.start
      ? [(Span(start: keyword.start, end: variable.span.end), "\(variable.name) != nil")]
      : [(Span(start: keyword.start, end: value.span.start), ""), (value.span.back, " != nil")]
    return [("replace with boolean test", edits)]
  }

  private func neverMutated(_ variable: LocalVariable, _ site: Site) {
    let name = variable.name
    let keyword = file.keyword("var", before: variable.span.start)
    switch site {
    case .binding(let node, let binding):
      // One that gets its value later, and one beside another that changes.
      guard binding.value != nil else { return }
      var changes = false
      for binding in node.bindings { binding.pattern.forEachVariable { changes = changes || isWritten($0) } }
      guard !changes else { return }
      let isSingle = node.bindings.count == 1 && binding.pattern.isSingleName
      warn(
        "variable '\(name)' was never mutated; consider changing to 'let' constant", variable,
        fixIts: isSingle ? keyword.map { [("change 'var' to 'let'", [($0, "let")])] } ?? [] : [])
    case .loop:
      warn(
        "variable '\(name)' was never mutated; consider removing 'var' to make it constant", variable,
        fixIts: keyword.map { [("remove 'var'", [(Span(start: $0.start, end: variable.span.start), "")])] } ?? [])
    case .condition, .pattern:
      warn(
        "variable '\(name)' was never mutated; consider changing to 'let' constant", variable,
        fixIts: keyword.map { [("change 'var' to 'let'", [($0, "let")])] } ?? [])
    }
  }
}

extension VariableNode.Binding {
  /// A name without a type.
  fileprivate var isPlain: Bool {
    if case .binding = pattern.kind { type == nil } else { false }
  }
}

extension Pattern {
  fileprivate var isSingleName: Bool {
    switch kind {
    case .binding: true
    case .typed(let inner, _): inner.isSingleName
    default: false
    }
  }
}

extension Declaration {
  /// Reading it changes what it is a property of: it is lazy, or its getter is `mutating`.
  fileprivate var changesWhenRead: Bool {
    switch implementation {
    case .accessors(let getter, _): getter.isMutating
    case .stored: owner?.storedProperties.contains { $0.name == name && $0.isLazy } ?? false
    default: false
    }
  }
}
