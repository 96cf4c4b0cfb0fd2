/// Two uses of one variable at the same time, one of which changes it: `swap(&a[0], &a[1])`.
///
/// What a call changes while it runs is compared with what its other arguments change, and with what the closures use
/// that it runs. Properties of objects are not looked at: who shares an object is known only when the program runs.
struct Exclusivity {
  let diagnostics: Diagnostics
  let file: SourceFile

  static func check(_ context: FunctionContext, _ diagnostics: Diagnostics) {
    let exclusivity = Exclusivity(diagnostics: diagnostics, file: context.file)
    if context.body.isEmpty {
      context.expression?.walk(exclusivity.check)
    } else {
      context.body.forEachExpression(exclusivity.check)
    }
  }

  /// A variable, or a stored part of it.
  private struct Access {
    let root: ObjectIdentifier
    var path: [String]
    /// A global can be changed by others too; that is not known here.
    let isLocal: Bool
    /// The variable by its name alone.
    let isPlain: Bool
    let span: Span

    func overlaps(_ other: Access) -> Bool {
      root == other.root && zip(path.dropFirst(), other.path.dropFirst()).allSatisfy { $0 == $1 }
    }
  }

  private func check(_ expression: Expr) {
    guard case .call(let callee, let arguments) = expression.kind else { return }
    var accesses: [Access] = []
    let declaration = callee.choice?.declaration
    if case .member(let base, _) = callee.kind, declaration?.isMutating == true, declaration?.kind == .function,
      let access = access(base, base.span)
    {
      accesses.append(access)
    }
    for argument in arguments {
      if case .inoutReference(let inner) = argument.value.kind, let access = access(inner, argument.value.span) {
        accesses.append(access)
      }
    }
    guard !accesses.isEmpty else { return }
    for (index, second) in accesses.enumerated() {
      guard let first = accesses[..<index].first(where: { $0.overlaps(second) }) else { continue }
      if first.isPlain, second.isPlain {
        diagnostics.add(
          .error, "inout arguments are not allowed to alias each other", file, second.span,
          notes: [("previous aliasing argument", first.span)])
      }
      let isSwap = declaration?.name == "swap" && declaration?.isOfLibrary == true && arguments.allSatisfy(isElement)
      report(first, second, isSwap ? "calling MutableCollection.swapAt(_:_:)" : "copying to a local variable")
    }
    for argument in arguments {
      guard case .closure(let node) = argument.value.kind, node.function?.isEscapingClosure == false else { continue }
      compare(accesses, node)
    }
  }

  /// What the closure uses while the call runs it.
  private func compare(_ accesses: [Access], _ node: ClosureNode) {
    for access in accesses where access.isLocal {
      guard node.function?.captures.contains(where: { ObjectIdentifier($0) == access.root }) == true else { continue }
      var conflict: Access?
      // What a longer path leads through is not a use of its own; the longer is met first.
      var passed: Set<ObjectIdentifier> = []
      node.body.forEachExpression { expression in
        switch expression.kind {
        case .member(let base, _) where self.access(expression, .none) != nil: passed.insert(ObjectIdentifier(base))
        default: break
        }
        guard conflict == nil, !passed.contains(ObjectIdentifier(expression)),
          let use = self.access(expression, expression.span), access.overlaps(use)
        else { return }
        conflict = use
      }
      if let conflict { report(access, conflict, "copying to a local variable") }
    }
  }

  private func report(_ first: Access, _ second: Access, _ advice: String) {
    let name = (first.path.count <= second.path.count ? first.path : second.path).joined(separator: ".")
    diagnostics.add(
      .error,
      "overlapping accesses to '\(name)', but modification requires exclusive access; consider \(advice) "
        + "[#ExclusivityViolation]", file, first.span, notes: [("conflicting access is here", second.span)])
  }

  private func isElement(_ argument: Argument) -> Bool {
    guard case .inoutReference(let inner) = argument.value.kind, case .subscripted = inner.kind else { return false }
    return true
  }

  private func access(_ expression: Expr, _ span: Span) -> Access? {
    switch expression.kind {
    case .name(let name):
      if let declaration = expression.choice?.declaration {
        if case .global(let variable) = declaration.implementation, declaration.owner == nil {
          return Access(
            root: ObjectIdentifier(variable), path: [name.text], isLocal: false, isPlain: true, span: span)
        }
        // A property reached without `self.`.
        guard let own = expression.local, own.isSelf, !own.type.isClass, isStored(declaration) else { return nil }
        return Access(
          root: ObjectIdentifier(own), path: ["self", name.text], isLocal: true, isPlain: false, span: span)
      }
      guard let variable = expression.local, variable.function == nil, !variable.type.isClass || !variable.isSelf else {
        return nil
      }
      return Access(
        root: ObjectIdentifier(variable), path: [name.text], isLocal: true, isPlain: !variable.isSelf, span: span)
    case .member(let base, let name):
      guard !base.type.isClass, let declaration = expression.choice?.declaration, isStored(declaration),
        let inner = access(base, span)
      else { return nil }
      return Access(
        root: inner.root, path: inner.path + [name.text], isLocal: inner.isLocal, isPlain: false, span: span)
    case .subscripted(let base, _):
      // Elements are reached through the whole.
      guard case .nominal(let nominal, _) = base.type, nominal.library != nil, nominal.kind != .classType,
        let inner = access(base, span)
      else { return nil }
      return Access(root: inner.root, path: inner.path, isLocal: inner.isLocal, isPlain: false, span: span)
    case .tuple(let items) where items.count == 1: return access(items[0].value, span)
    default: return nil
    }
  }

  private func isStored(_ declaration: Declaration) -> Bool {
    guard case .stored = declaration.implementation, !declaration.isStatic else { return false }
    return true
  }
}
