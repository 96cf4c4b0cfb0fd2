/// `self` in an initialiser, before it is whole.
struct InstanceUnderConstruction {
  enum Kind {
    /// A struct that sets its own properties.
    case value
    /// A class without a superclass in the program.
    case root
    case derived
    /// Another initialiser does the work, or `self` is assigned: `self.init(…)`, the initialisers of enums.
    case delegating
  }

  let kind: Kind
  let isValue: Bool
  /// The type's own stored properties that have no value of their own.
  let properties: [StoredProperty]
  /// The type's own constants that have their value already.
  let constants: [StoredProperty]
  let start: Span
  /// What `super.init()` calls, where it need not be written.
  let implicitSuper: Declaration?
  var hasImplicitSuper: Bool { implicitSuper != nil }

  /// `nil` if the body initialises nothing.
  init?(_ context: FunctionContext) {
    guard context.kind == .initializer, let nominal = context.nominal, nominal.isUserType,
      let declaration = context.declaration
    else { return nil }
    isValue = nominal.kind != .classType
    let base = nominal.superclass?.nominal
    var (callsSuper, callsOwn) = (false, false)
    context.body.forEachExpression { expression in
      guard expression.isDelegation, case .call(let callee, _) = expression.kind,
        case .member(let receiver, _) = callee.kind
      else { return }
      if receiver.isSuper { callsSuper = true } else { callsOwn = true }
    }
    if nominal.kind == .enumeration || declaration.isConvenience || callsOwn {
      kind = .delegating
    } else if isValue {
      kind = .value
    } else {
      kind = base?.isUserType == true ? .derived : .root
    }
    let own = nominal.storedProperties.dropFirst(base?.storedProperties.count ?? 0)
    properties = own.filter { property in
      property.initial == nil && !property.isLazy && !property.isWeak
        && !(property.type.wrapped != nil && !property.isLet && property.wrapped == nil)
    }
    constants = own.filter { $0.isLet && $0.initial != nil }
    start = declaration.span
    if kind == .derived, let base {
      let designated = (base.members["init"] ?? []).filter { !$0.isConvenience }
      let isImplicit =
        !callsSuper && designated.count == 1
        && designated.allSatisfy { $0.parameters.allSatisfy { $0.hasDefault || $0.isVariadic } }
      implicitSuper = isImplicit ? designated.first : nil
    } else {
      implicitSuper = nil
    }
  }
}

extension StoredProperty {
  /// Its value is in a wrapper, and reached through all of `self`.
  fileprivate var isWrapped: Bool { isPublished || wrapped != nil }
}

/// How `self` is used, which decides the words.
enum SelfUse {
  case plain
  case method(String)
  case access(String)
  case closure
}

extension DefiniteInitialization {
  private func isSet(_ property: StoredProperty) -> Bool {
    state?.definite.contains(.property(slot: property.slot)) ?? true
  }

  private var unset: [StoredProperty] { instance?.properties.filter { !isSet($0) } ?? [] }
  private var hasBase: Bool { state?.definite.contains(.base) ?? true }

  /// What is missing is shown where it is declared; what is in a wrapper, where it is missed.
  private func notes(_ properties: [StoredProperty], _ span: Span) -> [(String, Span)] {
    properties.map { property in
      (
        "'self.\(property.wrapped ?? property.name)' not initialized",
        property.isWrapped ? stand?.span ?? span : property.declaration.span
      )
    }
  }

  /// The property that a member of `self` is, if the initialiser has to set it.
  private func property(_ declaration: Declaration?) -> StoredProperty? {
    guard let declaration, let instance else { return nil }
    if case .stored(let slot) = declaration.implementation { return instance.properties.first { $0.slot == slot } }
    return instance.properties.first { $0.wrapped == declaration.name }
  }

  /// A property of the type itself: a derived class may use it before `super.init`.
  private func isOwnStored(_ declaration: Declaration) -> Bool {
    guard case .stored(let slot) = declaration.implementation, let nominal = context.nominal else { return false }
    let property = nominal.storedProperties[slot]
    return declaration.owner === nominal && !property.isLazy
      && !(property.isPublished && property.name == declaration.name)
  }

  // MARK: Reading

  func readMember(_ declaration: Declaration?, isCalled: Bool, _ span: Span) {
    guard let instance, let declaration, !declaration.isStatic, declaration.kind != .initializer else { return }
    if instance.kind == .delegating { return fullSelf(.plain, span) }
    if let property = property(declaration), !property.isWrapped {
      if !isSet(property) { readUnset(property, span) }
      return
    }
    if isOwnStored(declaration) { return }
    let name = declaration.kind == .subscripted ? "subscript" : declaration.name
    if declaration.kind == .function {
      fullSelf(isCalled ? .method(name) : .plain, span)
    } else {
      fullSelf(.access(name), span)
    }
  }

  private func readUnset(_ property: StoredProperty, _ span: Span) {
    if instance?.isValue == true, stand?.isCapture != true {
      error("'self' used before all stored properties are initialized", span, notes: notes([property], span))
    } else {
      error("variable 'self.\(property.name)' used before being initialized", span)
    }
  }

  /// `self` as a value.
  func readSelf(_ span: Span) {
    guard let instance else { return }
    if instance.kind == .root, let first = unset.first {
      error("variable 'self.\(first.name)' used before being initialized", span)
    } else {
      fullSelf(.plain, span)
    }
  }

  /// Something needs all of `self`.
  func fullSelf(_ use: SelfUse, _ span: Span) {
    guard let instance else { return }
    let missing = unset
    switch instance.kind {
    case .delegating:
      if !hasBase { error("'self' used before 'self.init' call or assignment to 'self'", span) }
      return
    case .derived: if hasBase { return }
    case .root, .value: if missing.isEmpty { return }
    }
    if case .closure = use {
      if instance.isValue, let first = missing.first {
        error("variable 'self.\(first.name)' captured by a closure before being initialized", span)
      } else {
        error(
          "'self' captured by a closure before all members were initialized", span,
          notes: instance.kind == .derived ? [] : notes(missing, span))
      }
      return
    }
    let until =
      instance.kind == .derived ? "before 'super.init' call" : "before all stored properties are initialized"
    let how: String
    switch use {
    case .method(let name) where !instance.isValue: how = " in method call '\(name)'"
    case .access(let name) where !instance.isValue: how = " in property access '\(name)'"
    default: how = ""
    }
    error("'self' used\(how) \(until)", span, notes: instance.kind == .derived ? [] : notes(missing, span))
  }

  /// A `defer` that speaks of `self` is a function that does.
  func capturesInstance(_ body: [Stmt], _ span: Span) {
    guard instance != nil else { return }
    var speaksOfSelf = false
    body.forEachExpression { if $0.local?.isSelf == true { speaksOfSelf = true } }
    if speaksOfSelf { fullSelf(.method("$defer"), span) }
  }

  // MARK: Setting

  func assignMember(_ declaration: Declaration?, _ span: Span, _ target: Span) {
    guard let instance, let declaration, !declaration.isStatic else { return }
    if instance.kind == .delegating { return fullSelf(.plain, target) }
    if let property = property(declaration) {
      if property.isLet, state?.possible.contains(.property(slot: property.slot)) == true {
        setTwice("self." + property.name, property.declaration.span, span)
      }
      state?.set(.property(slot: property.slot))
      return
    }
    if let constant = instance.constants.first(where: { $0.declaration === declaration }) {
      return setTwice("self." + constant.name, constant.declaration.span, span, isProvided: true)
    }
    if case .stored(let slot) = declaration.implementation, declaration.owner === context.nominal,
      context.nominal?.storedProperties[slot].isLazy == false
    {
      return
    }
    fullSelf(.access(declaration.name), span)
  }

  func assignSelf() {
    guard let instance else { return }
    state?.set(.base)
    for property in instance.properties { state?.set(.property(slot: property.slot)) }
  }

  func changeMember(_ declaration: Declaration?, _ how: String, _ span: Span, _ target: Span) {
    guard instance?.kind != .delegating, let property = property(declaration), !property.isWrapped else {
      if instance?.kind == .root, let declaration, !declaration.isStatic, !isOwnStored(declaration) {
        return readSelf(target)
      }
      return readMember(declaration, isCalled: false, span)
    }
    if !isSet(property) { error("variable 'self.\(property.name)' \(how)", span) }
    state?.set(.property(slot: property.slot))
  }

  func changePart(of declaration: Declaration, _ span: Span) {
    guard instance?.kind != .delegating, let property = property(declaration), !property.isWrapped else {
      return readMember(declaration, isCalled: false, span)
    }
    guard !isSet(property) || property.isLet else { return }
    guard case .nominal(let nominal, _) = property.type, nominal.kind == .structure else {
      // The elements of a tuple get their values one by one.
      if case .tuple = property.type { state?.set(.property(slot: property.slot)) }
      return
    }
    if !isSet(property) {
      error("struct 'self.\(property.name)' must be completely initialized before a member is stored to", span)
      state?.set(.property(slot: property.slot))
    }
  }

  // MARK: The other initialiser

  func delegate(isSuper: Bool, _ span: Span) {
    guard let instance else { return }
    if isSuper, instance.kind == .derived {
      if let first = unset.first {
        error("property 'self.\(first.wrapped ?? first.name)' not initialized at super.init call", span)
      } else if state?.possible.contains(.base) == true {
        error("'super.init' called multiple times in initializer", span)
      }
    }
    if isSuper, instance.kind == .root { return }
    state?.set(.base)
    for property in instance.properties where isSuper == false { state?.set(.property(slot: property.slot)) }
    // What was missing has been said; the superclass' part counts as done.
    if isSuper { for property in instance.properties { state?.set(.property(slot: property.slot)) } }
  }

  /// A call of the superclass' initialiser that asks for least: with what the parameters are, or empty values.
  private func superCall(before brace: Span) -> [Repair] {
    guard let base = context.nominal?.superclass?.nominal, file.slice(brace) == "}" else { return [] }
    let designated = (base.members["init"] ?? []).filter { !$0.isConvenience }
    guard let least = designated.min(by: { $0.parameters.count < $1.parameters.count }) else { return [] }
    var arguments: [String] = []
    for parameter in least.parameters where !parameter.hasDefault && !parameter.isVariadic {
      let own = context.parameters.first { $0.name == parameter.name && $0.type == parameter.type }
      guard let value = own?.name ?? library.emptyValue(of: parameter.type) else { return [] }
      arguments.append((parameter.label.map { $0 + ": " } ?? "") + value)
    }
    let call = "super.init(" + arguments.joined(separator: ", ") + ")"
    return [("call '\(call)'", [file.statement(call, before: brace, behind: context.body.last?.span)])]
  }

  /// The initialiser is done: at its end, or at a `return` of a value's.
  func leaveInitializer(_ span: Span) {
    guard let instance, state != nil else { return }
    let missing = unset
    switch instance.kind {
    case .delegating:
      if !hasBase { error("'self.init' isn't called on all paths before returning from initializer", span) }
    case .derived:
      if hasBase { return }
      if !instance.hasImplicitSuper {
        error(
          "'super.init' isn't called on all paths before returning from initializer", span,
          fixIts: superCall(before: span))
      } else if let first = missing.first {
        error(
          "property 'self.\(first.wrapped ?? first.name)' not initialized at implicitly generated super.init call",
          instance.start)
      }
    case .root, .value:
      if !missing.isEmpty {
        error("return from initializer without initializing all stored properties", span, notes: notes(missing, span))
      }
    }
  }
}
