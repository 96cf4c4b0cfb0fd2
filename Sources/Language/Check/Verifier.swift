/// What types do not say: whether something may be changed, whether errors are marked and go somewhere, which variables
/// a closure captures, where `self` must be spelled.
struct Verifier {
  let checker: Checker
  let scope: Scope
  private(set) var context: FunctionContext
  private(set) var isTrying = false
  /// The `try` that covers what is looked at.
  private(set) var trying: Span?
  private(set) var isAwaiting = false
  /// What is wrong about waiting, gathered for whole expressions.
  let waits = Waits()
  /// The expression in front of which an `await` would be written.
  private(set) var outermost: Expr
  /// What is assigned to, not read.
  private var target: Expr?
  /// What is looked at next is called, or a member of it is meant.
  private var mayNameType = false

  init(_ checker: Checker, _ scope: Scope, _ expression: Expr) {
    outermost = expression
    self.checker = checker
    self.scope = scope
    context = scope.context
  }

  var library: Library { checker.library }
  var file: SourceFile { context.file }

  func error(
    _ message: String, _ span: Span, notes: [(String, Span)] = [], fixIts: [(String, [(Span, String)])] = []
  ) {
    checker.diagnostics.add(.error, message, file, span, notes: notes, fixIts: fixIts)
  }

  /// A chain of calls is as deep as it is long: what its links need of the stack is kept small, and all else stands in `verifyOther`.
  mutating func verify(_ expression: Expr) {
    let mayNameType = mayNameType
    self.mayNameType = false
    if !mayNameType, expression.namesType, !file.isLibrary { refuseType(expression) }
    switch expression.kind {
    case .call(let callee, let arguments): call(callee, arguments, expression)
    case .member(let base, _):
      self.mayNameType = true
      verify(base)
      member(of: base, expression)
    default: verifyOther(expression, mayNameType: mayNameType)
    }
  }

  private mutating func member(of base: Expr, _ expression: Expr) {
    if let declaration = expression.choice?.declaration { checkExistential(base, declaration, expression) }
    effects(expression, expression.choice?.declaration, [], isAssigned: expression === target)
    if let choice = expression.choice, choice.declaration.isMutating, choice.declaration.kind == .function,
      !choice.isUnapplied
    {
      changeable(base, .method(choice.declaration.name))
    }
  }

  private mutating func verifyOther(_ expression: Expr, mayNameType: Bool) {
    switch expression.kind {
    case .name(let name):
      if let own = expression.local {
        let variable = expression.choice?.declaration.owner == nil ? own : strongSelf(own)
        expression.local = variable
        use(variable)
        // A member reached without `self.`.
        if expression.choice?.declaration.owner != nil, variable.isSelf { implicitSelf(name, expression, variable) }
        if let choice = expression.choice, choice.declaration.kind == .function, choice.declaration.isMutating,
          !choice.isUnapplied, variable.isSelf, !variable.isMutated, !variable.isWeak, !isReference(variable.type)
        {
          refuseSelf(expression, .method(name.text))
        }
        if let task = variable.asyncLet { reads(variable.name, task, expression) }
      }
      if let declaration = expression.choice?.declaration, declaration.kind == .variable {
        effects(expression, declaration, [], isAssigned: expression === target)
        if case .global(let variable) = declaration.implementation, let task = variable.asyncLet {
          reads(variable.name, task, expression)
        }
      }
    case .superReference: if let variable = expression.local { use(variable) }
    case .assign(let target, let value):
      if expression === outermost { outermost = value }
      verify(value)
      if case .discard = target.kind { return }
      keep(value, "assigning", at: expression.anchor)
      self.target = target
      verify(target)
      changeable(target, .assignment(.whole))
    case .binary(let name, let left, let right):
      verify(left)
      if case .given? = expression.arguments?.first, expression.choice?.declaration.parameters.first?.isInout == true {
        changeable(left, .operation(name))
      }
      let outer = isTrying
      verify(right)
      isTrying = outer
      effects(expression, expression.choice?.declaration, [left, right])
    case .prefix(_, let operand), .postfix(_, let operand):
      verify(operand)
      if expression.choice?.declaration.parameters.first?.isInout == true { changeable(operand, .unaryOperation) }
      effects(expression, expression.choice?.declaration, [operand])
    case .inoutReference(let inner):
      verify(inner)
      changeable(inner, .inout)
    case .attempt(let kind, let inner):
      let (outer, outerPlace) = (isTrying, trying)
      isTrying = true
      trying = expression.span
      // `await` comes behind `try`.
      if expression === outermost { outermost = inner }
      let handled = kind != .plain
      if handled { catching += 1 }
      let hadThrown = waits.hasThrown
      let surelyThrew = waits.surelyThrows
      waits.hasThrown = false
      verify(inner)
      if handled { waits.surelyThrows = surelyThrew }
      if !waits.hasThrown {
        checker.diagnostics.add(
          .warning, "no calls to throwing functions occur within 'try' expression", file, expression.span,
          fixIts: kind == .plain
            ? [("remove 'try'", [(Span(start: expression.span.start, end: inner.span.start), "")])] : [])
      }
      waits.hasThrown = waits.hasThrown || hadThrown
      if handled { catching -= 1 }
      isTrying = outer
      trying = outerPlace
    case .await(let inner): wait(expression, inner)
    case .closure(let node): closure(node)
    case .array(let elements):
      for element in elements {
        keep(element, "using")
        verify(element)
      }
    case .subscripted(let base, let arguments):
      self.mayNameType = true
      verify(base)
      for argument in arguments { verify(argument.value) }
      effects(expression, expression.choice?.declaration, [])
    case .string(let segments):
      for case .expression(let value) in segments {
        var inner = self
        inner.outermost = value
        inner.verify(value)
      }
    case .ifExpression(let node): verify(node)
    case .switchExpression(let node):
      for clause in node.cases { for statement in clause.body { verifyBranch(statement) } }
    case .keyPath(let node):
      if case .keyPath(let components)? = expression.note { refuseMethods(of: components, in: node) }
      for child in expression.children { verify(child) }
    default:
      var copy = self
      for child in expression.children {
        if case .tuple(let items) = expression.kind, items.count == 1 { copy.mayNameType = mayNameType }
        copy.verify(child)
      }
    }
  }

  /// A key path leads through properties and subscripts.
  private func refuseMethods(of components: [ResolvedComponent], in node: KeyPathNode) {
    for (component, resolved) in zip(node.components, components) {
      guard case .member(let name) = component, let declaration = resolved.choice?.declaration,
        declaration.kind == .function
      else { continue }
      error(
        "key path cannot refer to \(declaration.isStatic ? "static" : "instance") method '\(declaration.redeclaredName)'",
        name.span)
    }
  }

  /// `decode(User, from: data)`: the type as a value is `User.self`.
  private func refuseType(_ expression: Expr) {
    let construct = "add arguments after the type to construct a value of the type"
    let refer = "use '.self' to reference the type object"
    error(
      "expected member name or initializer call after type name", expression.span,
      notes: [(construct, expression.span.back), (refer, expression.span.back)],
      fixIts: [(refer, [(expression.span.back, ".self")])])
  }

  private(set) var catching = 0

  private mutating func wait(_ expression: Expr, _ inner: Expr) {
    let (outer, outerUse) = (isAwaiting, waits.isUsed)
    isAwaiting = true
    waits.isUsed = false
    verify(inner)
    if !waits.isUsed {
      checker.diagnostics.add(
        .warning, "no 'async' operations occur within 'await' expression", file, expression.span,
        fixIts: [("remove 'await'", [(Span(start: expression.span.start, end: inner.span.start), "")])])
    }
    isAwaiting = outer
    waits.isUsed = waits.isUsed || outerUse
  }

  /// The value of an `async let`: everything in it may throw and wait, for it is marked where the variable is read.
  /// Gives back whether it can throw.
  mutating func verifyChild(_ expression: Expr) -> Bool {
    isTrying = true
    isAwaiting = true
    catching = 1
    waits.surelyThrows = false
    verify(expression)
    return waits.surelyThrows
  }

  private mutating func verify(_ node: IfNode) {
    for statement in node.then { verifyBranch(statement) }
    switch node.otherwise {
    case .block(let block)?: for statement in block { verifyBranch(statement) }
    case .chained(let next)?: verify(next)
    case nil: break
    }
  }

  private mutating func verifyBranch(_ statement: Stmt) {
    switch statement.kind {
    case .expression(let value): verify(value)
    case .ifElse(let node): verify(node)
    case .switching(let node): for clause in node.cases { for inner in clause.body { verifyBranch(inner) } }
    default: break
    }
  }

  // MARK: Captures

  private func use(_ variable: LocalVariable) {
    if let accessors = variable.accessors {
      for function in accessors.functions { if let hidden = function.variable { use(hidden) } }
      return
    }
    if variable.owner !== context { context.capture(variable) }
    for function in variable.hooks?.functions ?? [] {
      if let hidden = function.variable, hidden.function !== context { use(hidden) }
    }
    if let function = variable.function {
      // Whoever calls a local function needs what the function needs.
      for captured in function.captures where captured.owner !== context && captured.owner !== function {
        context.capture(captured)
      }
    }
  }

  /// `queue.sync { [weak self] in … count }`: what does not outlive the call reaches members through the `self` around it,
  /// whatever it calls its own.
  private func strongSelf(_ variable: LocalVariable) -> LocalVariable {
    let closure = variable.owner
    guard variable.isSelf, variable.isWeak, closure.kind == .closure, !closure.isEscapingClosure else {
      return variable
    }
    return sequence(first: closure, next: \.parent).dropFirst().lazy.compactMap(\.selfVariable).first ?? variable
  }

  /// In a closure that outlives the call, what is reached through `self` says so.
  private func implicitSelf(_ name: Name, _ expression: Expr, _ own: LocalVariable) {
    guard let declaration = expression.choice?.declaration, own.isWeak || own.type.isClass else { return }
    var closure: FunctionContext?
    var inner: FunctionContext? = context
    while let current = inner, current !== own.owner {
      if current.kind == .closure, current.isEscapingClosure, !current.impliesSelf { closure = current }
      inner = current.parent
    }
    if own.isWeak { closure = own.owner }
    guard let closure else { return }
    let what = declaration.kind == .variable ? "reference to property" : "call to method"
    let spelled = "reference 'self.' explicitly"
    let notes =
      own.isWeak
      ? []
      : [
        (spelled, name.span), ("capture 'self' explicitly to enable implicit 'self' in this closure", closure.span),
      ]
    let explicit: Repair =
      own.isWeak
      ? ("reference 'self?.' explicitly", [(name.span.front, "self?.")]) : (spelled, [(name.span.front, "self.")])
    let captured = own.isWeak ? [] : file.capture(ofSelfIn: closure.span).map { [(notes[1].0, [$0])] } ?? []
    error(
      "\(what) '\(name.text)' in closure requires explicit use of 'self' to make capture semantics explicit", name.span,
      notes: notes, fixIts: [explicit] + captured)
  }

  private mutating func closure(_ node: ClosureNode) {
    for capture in node.captures { verify(capture.value) }
    guard let function = node.function else { return }
    if function.isEscapingClosure { keepCaptures(of: function, node) }
    guard let single = node.singleExpression, !node.isStatement else {
      // Its statements have been verified one by one; what it captures from here is captured here too.
      return
    }
    var inner = self
    inner.context = function
    inner.isTrying = false
    inner.isAwaiting = false
    inner.outermost = single
    inner.catching = 0
    inner.verify(single)
  }

  // MARK: Calls and errors

  private mutating func call(_ callee: Expr, _ arguments: [Argument], _ expression: Expr) {
    let target = callee.withoutParentheses
    if expression.isDelegation, case .member(let receiver, _) = target.kind { delegate(to: receiver) }
    mayNameType = true
    verify(target)
    called(target, arguments, expression)
  }

  private mutating func called(_ target: Expr, _ arguments: [Argument], _ expression: Expr) {
    let choice = expression.choice ?? target.choice
    let declaration = choice?.declaration
    if expression.choice?.declaration.isMutating == true { changeable(target, .method("callAsFunction")) }
    let checker = checker
    lazy var parameters = checker.parameters(ofArguments: expression)
    let mayOutlive = declaration?.parameters.contains { $0.isAutoclosure && $0.isEscaping } == true
    for argument in arguments {
      if declaration != nil { keepArgument(argument.value, parameters[ObjectIdentifier(argument.value)]) }
      if mayOutlive, let parameter = parameters[ObjectIdentifier(argument.value)], parameter.isAutoclosure,
        parameter.isEscaping
      {
        // What it speaks of is shared with it, as with a closure.
        [Stmt(.expression(argument.value), argument.value.span)].forEachExpression { $0.local?.isCaptured = true }
      }
      verify(argument.value)
    }
    effects(
      expression, choice.map { $0.isUnapplied ? nil : $0.declaration } ?? nil, arguments.map(\.value),
      callee: target)
  }

  /// Designated initialisers go up, convenience ones stay.
  private func delegate(to receiver: Expr) {
    guard context.kind == .initializer, let declaration = context.declaration, let nominal = context.nominal,
      nominal.kind == .classType
    else { return }
    if receiver.isSuper, declaration.isConvenience {
      error(
        "convenience initializer for '\(nominal.name)' must delegate (with 'self.init') rather than chaining to a "
          + "superclass initializer (with 'super.init')", declaration.span)
    } else if !receiver.isSuper, !declaration.isConvenience, declaration.extensionDepth == 0 {
      error(
        "designated initializer for '\(nominal.name)' cannot delegate (with 'self.init'); did you mean this to be a "
          + "convenience initializer?", declaration.span,
        fixIts: [("add 'convenience'", [(declaration.span.front, "convenience ")])])
    }
  }

  // MARK: Changing

  private enum Change {
    /// What is assigned to is what is looked at, or has it as a part.
    case assignment(Extent)
    case `inout`
    case method(String)
    case operation(Name)
    /// `n++`
    case unaryOperation
    enum Extent { case whole, property, element }
    var isPlain: Bool { if case .assignment = self { true } else { false } }

    /// Seen from the value around what changes.
    func through(_ extent: Extent) -> Change {
      if case .assignment(.whole) = self { return .assignment(extent) }
      return self
    }

    /// What it would need, before the reason why that cannot be.
    func refusal(ofMember isMember: Bool) -> String {
      switch self {
      case .assignment(.whole): isMember ? "cannot assign to property: " : "cannot assign to value: "
      case .assignment(.property): "cannot assign to property: "
      case .assignment(.element): "cannot assign through subscript: "
      case .inout: "cannot pass immutable value as inout argument: "
      case .method: "cannot use mutating member on immutable value: "
      case .operation: "left side of mutating operator isn't mutable: "
      case .unaryOperation: "cannot pass immutable value to mutating operator: "
      }
    }

    /// Where swiftc points, if not at what changes.
    var span: Span? {
      if case .operation(let name) = self { return name.span }
      return nil
    }
  }

  /// Refuses to change what cannot be changed, and notes what is.
  private func changeable(_ target: Expr, _ change: Change) {
    switch target.kind {
    case .tuple(let items):
      for item in items { changeable(item.value, change) }
    case .name(let name):
      if let declaration = target.choice?.declaration {
        changeable(declaration, target, name, base: target.local, change)
      } else if let variable = target.local {
        if variable.accessors?.setter == nil, variable.accessors != nil {
          return refuse("'\(name.text)' is a get-only property", target, change, nil)
        }
        if variable.isSelf, !variable.isMutated { return refuseSelf(target, change) }
        if variable.isLet, !variable.isInout, !(variable.isDeferred && variable.owner === context && change.isPlain) {
          return refuse("'\(name.text)' is a 'let' constant", target, change, variable)
        }
        if variable.owner !== context || variable.isLet == false { variable.isMutated = true }
      }
    case .member(let base, let name):
      guard let declaration = target.choice?.declaration else { return }
      changeable(declaration, target, name, base: nil, change)
      if !reachesReference(base, declaration) { changeable(base, change.through(.property)) }
    case .subscripted(let base, let arguments):
      if arguments.count == 1, arguments[0].label == "keyPath" {
        return changeable(through: arguments[0].value, base, target, change)
      }
      if let declaration = target.choice?.declaration, !declaration.isSettable {
        return error("cannot assign through subscript: subscript is get-only", base.span)
      }
      if !isReference(base.type), !target.goesThroughReference { changeable(base, change.through(.element)) }
    case .bindOptional(let inner), .forceUnwrap(let inner), .optionalChain(let inner): changeable(inner, change)
    case .superReference: break
    case .attempt(_, let inner): changeable(inner, change)
    case .call:
      if case .method = change {
        error("cannot use mutating member on immutable value: function call returns immutable value", target.span)
      } else {
        error("expression is not assignable: function call returns immutable value", target.span)
      }
    case .discard: break
    case .integer, .floating, .string, .boolean, .nilLiteral, .array, .dictionary:
      error("cannot assign to value: literals are not mutable", target.span)
    case .binary, .ternary, .prefix: error("cannot assign to value: expression is not assignable", target.span)
    default: break
    }
  }

  /// `base[keyPath: path] = value`
  private func changeable(through path: Expr, _ base: Expr, _ target: Expr, _ change: Change) {
    guard case .nominal(let kind, _) = path.type, kind.has(.keyPath) else { return }
    var reaches = kind.name == "ReferenceWritableKeyPath"
    var isReadOnly = kind.name == "KeyPath"
    if case .keyPath(let components)? = path.note {
      isReadOnly = components.contains { component in
        component.isOptionalChain
          || component.choice.map { !$0.declaration.isSettable || !checker.canSet($0.declaration, from: context) }
            ?? false
      }
      reaches = reaches || components.contains { $0.choice?.base?.isClass == true }
    }
    if isReadOnly {
      var reason = "key path is read-only"
      if case .name(let name) = path.kind { reason = "'\(name.text)' is a read-only key path" }
      return error(change.through(.element).refusal(ofMember: false) + reason, change.span ?? target.anchor)
    }
    if !reaches, !isReference(base.type) { changeable(base, change.through(.element)) }
  }

  private func isReference(_ type: Type) -> Bool { type.isReference(scope.environment, context.requirements) }

  /// The base is an object or a type: what it holds can change though it does not.
  private func reachesReference(_ base: Expr, _ declaration: Declaration) -> Bool {
    if declaration.isStatic { return true }
    if isReference(base.type) { return true }
    if case .metatype = base.type { return true }
    return setsElsewhere(declaration)
  }

  /// Its setter does not change what it is a property of.
  private func setsElsewhere(_ declaration: Declaration) -> Bool {
    switch declaration.implementation {
    case .accessors(_, let setter?): !setter.isMutating
    case .native(.reference): true
    default: false
    }
  }

  private func changeable(
    _ declaration: Declaration, _ target: Expr, _ name: Name, base: LocalVariable?, _ change: Change
  ) {
    guard declaration.kind == .variable else {
      if declaration.kind == .function { error("cannot assign to value: '\(name.text)' is a method", name.span) }
      return
    }
    if case .builtin = declaration.implementation { return }
    if declaration.isLet {
      // In its own initialiser a constant gets its value.
      if context.kind == .initializer, change.isPlain, declaration.owner === context.nominal,
        case .stored = declaration.implementation
      {
        return
      }
      // At top level it may get its value later.
      if context.kind == .topLevel, change.isPlain, case .global(let variable) = declaration.implementation,
        variable.isDeferred
      {
        return
      }
      return refuse("'\(name.text)' is a 'let' constant", target, change, nil, declaration)
    }
    if !declaration.isSettable {
      return refuse("'\(name.text)' is a get-only property", target, change, nil, declaration)
    }
    if !checker.canSet(declaration, from: context) {
      return refuse("'\(name.text)' setter is inaccessible", target, change, nil, declaration)
    }
    if let own = base, own.isSelf, declaration.owner != nil, !declaration.isStatic {
      // Through a weak reference nothing is reached without a word; that has been said.
      if isReference(own.type) || own.isWeak || setsElsewhere(declaration) { return }
      if !own.isMutated { return refuseSelf(target, change) }
    }
  }

  private func refuse(
    _ reason: String, _ target: Expr, _ change: Change, _ variable: LocalVariable?, _ declaration: Declaration? = nil
  ) {
    var notes: [(String, Span)] = []
    var fixIts: [(String, [(Span, String)])] = []
    let declared = variable?.span ?? (declaration?.isLet == true ? declaration?.span : nil)
    if let declared, declared != .none, declaration == nil || declaration?.declaredIn === file,
      let keyword = file.keyword("let", before: declared.start),
      !file.slice(Span(start: keyword.end, end: declared.start)).contains(where: { "{}".contains($0) })
    {
      notes = [("change 'let' to 'var' to make it mutable", keyword)]
      fixIts = [("change 'let' to 'var' to make it mutable", [(keyword, "var")])]
      // `for x in`: a word that ends in front of the name is no `let` of it.
      if let word = file.keyword("for", before: declared.start), file.endOfText(before: declared.start) == word.end {
        notes = []
        fixIts = [("declare '\(file.slice(declared))' as a variable", [(declared.front, "var ")])]
      }
    } else if let variable, variable.span != .none, let word = file.keyword("for", before: variable.span.start),
      file.endOfText(before: variable.span.start) == word.end
    {
      fixIts = [("declare '\(variable.name)' as a variable", [(variable.span.front, "var ")])]
    } else if let declaration, declaration.isLet, declaration.owner == nil, declaration.declaredIn !== file,
      let text = scope.environment.text(of: declaration.name), text.hasPrefix("let ")
    {
      // Declared before this text: there it cannot be changed, here it can be declared anew.
      fixIts = [
        (
          "declare '\(declaration.name)' anew, with 'var'",
          [(Span(start: 0, end: 0), "var " + text.dropFirst(4).trimmingNewlines + "\n")]
        )
      ]
    }
    error(
      change.refusal(ofMember: declaration?.owner != nil) + reason, change.span ?? target.anchor, notes: notes,
      fixIts: fixIts)
  }

  private func refuseSelf(_ target: Expr, _ change: Change) {
    var notes: [(String, Span)] = []
    var fixIts: [(String, [(Span, String)])] = []
    let body = sequence(first: scope.context) { $0.parent }.first { $0.kind != .closure }
    if let body, body.kind == .function, !body.isStatic, let declared = body.declaration?.span,
      body.declaration?.declaredIn === file, let keyword = file.keyword("func", before: declared.start)
    {
      let mark = "mark method 'mutating' to make 'self' mutable"
      notes = [(mark, keyword)]
      fixIts = [(mark, [(Span(start: keyword.start, end: keyword.start), "mutating ")])]
    }
    error(
      change.refusal(ofMember: true) + "'self' is immutable", change.span ?? target.anchor, notes: notes, fixIts: fixIts
    )
  }
}

extension Expr {
  /// The name of a type, and not a value that is one.
  fileprivate var namesType: Bool {
    guard case .metatype = type, choice == nil else { return false }
    switch kind {
    case .name: return local == nil || isTypeReference
    case .member(_, let name): return name.text != "self"
    case .array, .dictionary, .type: return isTypeReference
    default: return false
    }
  }

  private var isTypeReference: Bool { if case .isTypeReference? = note { true } else { false } }
}

extension Substring {
  fileprivate var trimmingNewlines: Substring {
    var text = self
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }
}
