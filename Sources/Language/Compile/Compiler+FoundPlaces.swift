/// What leads to a place is found before what is put there is worked out, and once, as in Swift: in `list[n] = next()` the
/// index is the one before `next` changes `n`, in `here.n = next()` the object is the one that `here` names before it, and in
/// `a()?.n = next()` nothing is called for nothing.
///
/// Indices and objects wait in variables of their own, which stand in the tree in the place of what they were found with.
extension FunctionCompiler {
  /// - Returns: nil for what changes no place, and where nothing that leads to one can change meanwhile.
  func changeOfFoundPlace(_ expression: Expr) -> Code? {
    var steps = PlaceSteps(self)
    let code: Code
    switch expression.kind {
    case .assign(let target, let value) where !value.isPlain:
      let found = steps.found(target)
      guard !steps.isEmpty else { return nil }
      code = assignment(found, value, expression)
    case .binary(let name, let left, let right) where !right.isPlain && expression.changesLeftOperand:
      let found = steps.found(left)
      guard !steps.isEmpty else { return nil }
      let change = expression.copy(.binary(name, found, right))
      change.arguments = expression.arguments?.map { argument in
        if case .given(let value) = argument, value === left { .given(found) } else { argument }
      }
      code = operation(change)
    case .call(let callee, let arguments) where !arguments.allSatisfy(\.value.isPlain):
      var method = callee
      if case .member(let base, let name) = callee.kind {
        let isMutating = callee.choice?.declaration.isMutating == true && !base.type.isClass
        let lends = arguments.contains { if case .inoutReference = $0.value.kind { true } else { false } }
        if isMutating || lends && base.type.isClass && !base.isPlain {
          method = callee.copy(.member(steps.foundBase(base), name))
        }
      }
      // What a method is called on comes before its arguments.
      let isFirst = callee.isPlain || method !== callee
      let lent = isFirst ? steps.found(lentIn: arguments.map(\.value)) : Replacements()
      guard !steps.isEmpty else { return nil }
      let change = expression.copy(
        .call(method, arguments.map { Argument(label: $0.label, value: lent[$0.value]) }))
      change.arguments = expression.arguments?.map { argument in
        if case .given(let value) = argument { .given(lent[value]) } else { argument }
      }
      code = call(method, change)
    default: return nil
    }
    return steps.before(code)
  }
}

/// What is done before a place is changed.
private struct PlaceSteps {
  private let compiler: FunctionCompiler
  private var steps: [(code: Code, slot: Int?)] = []

  init(_ compiler: FunctionCompiler) { self.compiler = compiler }

  var isEmpty: Bool { steps.isEmpty }

  /// The place, with variables for what leads to it.
  mutating func found(_ place: Expr) -> Expr {
    switch place.kind {
    case .tuple(let items):
      return place.copy(.tuple(items.map { TupleItem(label: $0.label, value: found($0.value)) }))
    case .member(let base, let name):
      guard let choice = place.choice, !choice.isOnMetatype, !choice.declaration.isStatic else { return place }
      return place.copy(.member(foundBase(base), name))
    case .subscripted(let base, let arguments):
      let base = foundBase(base)
      let parameters = place.choice?.declaration.parameters
      var kept = Replacements()
      for (index, argument) in (place.arguments ?? arguments.map { .given($0.value) }).enumerated() {
        if let parameters, parameters.indices.contains(index), parameters[index].isAutoclosure { continue }
        switch argument {
        case .given(let value): kept[value] = self.kept(value)
        case .variadic(let values): for value in values { kept[value] = self.kept(value) }
        case .defaulted: break
        }
      }
      let copy = place.copy(
        .subscripted(base, arguments.map { Argument(label: $0.label, value: kept[$0.value]) }))
      copy.arguments = place.arguments?.map { argument in
        switch argument {
        case .given(let value): .given(kept[value])
        case .variadic(let values): .variadic(values.map { kept[$0] })
        case .defaulted: .defaulted
        }
      }
      return copy
    case .bindOptional(let inner):
      // An object may be held; everything else has to be changed where it is.
      if inner.type.wrapped?.isClass == true { return kept(place) }
      let copy = place.copy(.bindOptional(found(inner)))
      steps.append((compiler.compile(copy), nil))
      return copy
    case .forceUnwrap(let inner): return place.copy(.forceUnwrap(found(inner)))
    default: return place
    }
  }

  /// What is lent with `&` in front of an argument that calls something.
  mutating func found(lentIn arguments: [Expr]) -> Replacements {
    var lent = Replacements()
    for (index, argument) in arguments.enumerated() {
      guard case .inoutReference(let place) = argument.kind, arguments[..<index].allSatisfy(\.isPlain),
        !arguments[index...].allSatisfy(\.isPlain)
      else { continue }
      lent[argument] = argument.copy(.inoutReference(found(place)))
    }
    return lent
  }

  /// What a member or an element is looked for in: an object, or a place.
  mutating func foundBase(_ base: Expr) -> Expr { base.type.isClass ? kept(base) : found(base) }

  private mutating func kept(_ value: Expr) -> Expr {
    guard !value.isConstant else { return value }
    let (variable, name) = compiler.keptVariable(value)
    steps.append((compiler.compile(value), compiler.slot(variable)))
    return name
  }

  func before(_ change: @escaping Code) -> Code {
    let steps = steps
    return { frame throws(Abort) in
      defer { for case (_, let slot?) in steps { frame[slot] = .void } }
      for (code, slot) in steps {
        let value = try code(frame)
        if let slot { frame[slot] = value }
      }
      return try change(frame)
    }
  }
}

/// Nodes in the place of others; every other node is its own.
private struct Replacements {
  private var nodes: [ObjectIdentifier: Expr] = [:]

  subscript(_ node: Expr) -> Expr {
    get { nodes[ObjectIdentifier(node)] ?? node }
    set { nodes[ObjectIdentifier(node)] = newValue }
  }
}

extension FunctionCompiler {
  fileprivate func keptVariable(_ value: Expr) -> (LocalVariable, Expr) {
    let variable = LocalVariable("", value.type, isLet: true, owner: context, span: value.span)
    placeVariables.append(variable)
    let name = Expr(.name(Name(text: "", span: value.span)), value.span, caret: value.caret)
    name.type = value.type
    name.local = variable
    return (variable, name)
  }
}

extension Expr {
  /// Another node with what the checker found out about this one.
  fileprivate func copy(_ kind: Kind) -> Expr {
    let copy = Expr(kind, span, caret: caret)
    copy.type = type
    copy.choice = choice
    copy.arguments = arguments
    copy.local = local
    copy.note = note
    copy.crossing = crossing
    return copy
  }

  fileprivate var changesLeftOperand: Bool { choice?.declaration.parameters.first?.isInout == true }

  /// Nothing that is done meanwhile changes what it is.
  fileprivate var isConstant: Bool {
    switch kind {
    case .integer, .floating, .boolean, .nilLiteral, .magic, .superReference, .implicitMember, .type, .closure,
      .keyPath:
      return true
    case .string(let segments): return segments.allSatisfy { if case .expression = $0 { false } else { true } }
    case .tuple(let items): return items.allSatisfy(\.value.isConstant)
    case .prefix(_, let operand): return isLibraryArithmetic && operand.isConstant
    case .binary(_, let left, let right): return isLibraryArithmetic && left.isConstant && right.isConstant
    case .name:
      if let choice { return choice.declaration.isLet }
      guard let local else { return true }
      if local.isSelf { return true }
      return !local.isInout && !local.isWeak && !local.isUnowned && local.accessors == nil && local.hooks == nil
        && local.asyncLet == nil && (local.isLet || !local.isMutated)
    default: return false
    }
  }

  /// It calls nothing of the program's, and changes nothing.
  fileprivate var isPlain: Bool {
    switch kind {
    case .integer, .floating, .boolean, .nilLiteral, .magic, .name, .superReference, .implicitMember, .closure,
      .keyPath:
      true
    case .member(let base, _), .bindOptional(let base), .forceUnwrap(let base), .optionalChain(let base),
      .inoutReference(let base):
      base.isPlain
    case .subscripted(let base, let arguments): base.isPlain && arguments.allSatisfy(\.value.isPlain)
    case .tuple(let items): items.allSatisfy(\.value.isPlain)
    case .array(let elements): elements.allSatisfy(\.isPlain)
    case .prefix(_, let operand): isLibraryArithmetic && operand.isPlain
    case .binary(_, let left, let right): isLibraryArithmetic && left.isPlain && right.isPlain
    case .string(let segments):
      segments.allSatisfy { if case .expression(let value) = $0 { value.isPlain } else { true } }
    default: false
    }
  }

  private var isLibraryArithmetic: Bool {
    let name: Name
    switch kind {
    case .binary(let operation, _, _), .prefix(let operation, _): name = operation
    default: return false
    }
    return choice?.declaration.declaredIn?.isLibrary == true
      && ["+", "-", "*", "/", "%", "&+", "&-", "&*", "...", "..<", "!"].contains(name.text)
  }
}
