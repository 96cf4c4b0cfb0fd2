/// Forms of expressions that inference asks for.
extension Expr {
  var isMember: Bool {
    if case .member = kind { return true }
    return false
  }

  /// `if` or `switch` as a value.
  var isBranching: Bool {
    switch kind {
    case .ifExpression, .switchExpression: true
    default: false
    }
  }

  /// `super`, or `self` where it is an object or a value.
  var isOwnObject: Bool {
    switch kind {
    case .superReference: true
    case .name(let name): name.text == "self"
    default: false
    }
  }

  /// `super.init(…)`, `self.init(…)`
  var isDelegation: Bool {
    guard case .call(let callee, _) = kind, case .member(let base, let name) = callee.kind else { return false }
    return name.text == "init" && base.isOwnObject
  }
}
