/// Whether a block always leaves by `return`, `throw`, a jump, or a call that does not come back.
enum Exits {
  static func always(_ body: [Stmt], _ library: Library) -> Bool {
    body.contains { always($0, library) }
  }

  private static func always(_ statement: Stmt, _ library: Library) -> Bool {
    switch statement.kind {
    case .returns, .throwing, .breaking, .continuing, .fallThrough: true
    case .expression(let expression): expression.type == library.never
    case .ifElse(let node): always(node, library)
    case .switching(let node):
      !node.cases.isEmpty && node.cases.allSatisfy { always($0.body, library) && !breaks($0.body) }
    case .doCatch(let node):
      always(node.body, library) && node.clauses.allSatisfy { always($0.body, library) }
    case .whileLoop(_, let conditions, let body):
      isTrue(conditions) && !breaks(body)
    case .repeatLoop(_, let body, let condition):
      (always(body, library) || isTrue([.expression(condition)])) && !breaks(body)
    case .deferred: false
    default: false
    }
  }

  private static func always(_ node: IfNode, _ library: Library) -> Bool {
    var current = node
    while true {
      guard always(current.then, library) else { return false }
      if isTrue(current.conditions) { return true }
      switch current.otherwise {
      case .block(let block)?: return always(block, library)
      case .chained(let next)?: current = next
      case nil: return false
      }
    }
  }

  /// The literal `true`.
  static func isTrue(_ conditions: [Condition]) -> Bool {
    guard conditions.count == 1, case .expression(let value) = conditions[0], case .boolean(true) = value.kind else {
      return false
    }
    return true
  }

  /// A `break` that leaves this very loop or switch.
  private static func breaks(_ body: [Stmt]) -> Bool {
    body.contains { statement in
      switch statement.kind {
      case .breaking: return true
      case .ifElse(let node):
        var current: IfNode? = node
        while let step = current {
          if breaks(step.then) { return true }
          current = nil
          switch step.otherwise {
          case .block(let block)?: if breaks(block) { return true }
          case .chained(let next)?: current = next
          case nil: break
          }
        }
        return false
      case .doCatch(let node): return breaks(node.body) || node.clauses.contains { breaks($0.body) }
      case .guarding(_, let body): return breaks(body)
      default: return false
      }
    }
  }
}
