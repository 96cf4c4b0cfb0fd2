/// Local functions that are used before what they capture is declared: the variable is not there yet.
struct EarlyCaptures {
  static func check(_ context: FunctionContext, _ diagnostics: Diagnostics) {
    var closures: [ClosureNode] = []
    var uses: [Expr] = []
    func visit(_ expression: Expr) {
      if case .closure(let node) = expression.kind { closures.append(node) }
      if expression.functionsUsed.isEmpty { return }
      uses.append(expression)
    }
    if context.body.isEmpty {
      context.expression?.walk(visit)
    } else {
      context.body.forEachExpression(visit)
    }
    if uses.isEmpty { return }
    var reported: Set<ObjectIdentifier> = []
    for use in uses {
      for function in use.functionsUsed {
        // What belongs to a body further out is a question of where this one is used.
        for variable in function.function?.allCaptures ?? []
        where variable.span.start > use.span.start && variable.owner.isInside(context)
          && reported.insert(ObjectIdentifier(variable)).inserted
        {
          let closure = closures.first { node in
            node.function.map { $0 !== variable.owner && !variable.owner.isInside($0) } ?? false
              && node.span.start <= use.span.start && use.span.end <= node.span.end
          }
          report(variable, function, closure, use, context.file, diagnostics)
        }
      }
    }
  }

  private static func report(
    _ variable: LocalVariable, _ function: LocalVariable, _ closure: ClosureNode?, _ use: Expr, _ file: SourceFile,
    _ diagnostics: Diagnostics
  ) {
    diagnostics.add(
      .error, "closure captures '\(variable.name)' before it is declared", file, closure?.span ?? function.span,
      notes: [("captured value declared here", variable.span), ("'\(function.name)' is used here", use.span)])
  }
}

extension Expr {
  /// The local functions that a name stands for: itself, or those behind a computed variable.
  fileprivate var functionsUsed: [LocalVariable] {
    guard case .name = kind, let local else { return [] }
    if local.function != nil { return [local] }
    return local.accessors?.functions.compactMap(\.variable) ?? []
  }
}

extension FunctionContext {
  /// It is the other, or stands in it.
  fileprivate func isInside(_ other: FunctionContext) -> Bool {
    var current: FunctionContext? = self
    while let context = current {
      if context === other { return true }
      current = context.parent
    }
    return false
  }
}
