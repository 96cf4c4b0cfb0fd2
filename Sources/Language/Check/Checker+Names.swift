/// What a bare name means.
extension Checker {
  func lookup(_ name: Name, _ scope: Scope) -> Scope.Meaning {
    let text = name.text
    if name.isOfLibrary {
      let functions = library.globals(named: text)
      if !functions.isEmpty { return .declarations(functions) }
      switch library.environment.type(named: text) {
      case .nominal(let found)? where found.kind == .protocolType:
        return .type(.existential(ExistentialType(protocols: [found])))
      case .nominal(let found)?: return .type(unspecialized(found, inside: scope.context))
      case .alias(let type, let parameters)?: return .type(specialized(type, parameters, name, scope))
      case nil: return .nothing
      }
    }
    if let local = scope.local(named: text) { return .local(local) }
    if text.hasPrefix("$R"), let variable = session?.result(named: text), let declaration = variable.declaration {
      return .declarations([declaration])
    }
    // A type of a function is nearer than a member of the type around it.
    if case .nominal(let nearer)? = scope.environment.localType(named: text, inside: scope.context.nominal),
      nearer.kind != .protocolType, let type = typeMeaning(name, scope)
    {
      return .type(type)
    }
    // An operator as a value is any of that name, wherever it is declared.
    if let first = text.unicodeScalars.first, !first.properties.isXIDStart, !"_$".unicodeScalars.contains(first) {
      let operators = scope.environment.values(named: text, in: scope.context.file)
      if !operators.isEmpty { return .declarations(operators) }
    }
    if text != "init", let member = memberMeaning(text, scope) { return member }
    // Values of the program, then types, then the library's functions.
    let values = scope.environment.values(named: text, in: scope.context.file)
    if let first = values.first, first.declaredIn?.isLibrary != true {
      let file = scope.context.file
      let accessible = values.filter { $0.refusal(in: file) == nil }
      if accessible.isEmpty, let refusal = first.refusal(in: file) { diagnostics.error(refusal, file, name.span) }
      return .declarations(accessible.isEmpty ? values : accessible)
    }
    if let type = typeMeaning(name, scope) {
      if let refusal = scope.environment.type(named: text, in: scope.context.file)?.refusal(in: scope.context.file) {
        diagnostics.error(refusal, scope.context.file, name.span)
      }
      return .type(type)
    }
    if !values.isEmpty { return .declarations(values) }
    return .nothing
  }

  private func memberMeaning(_ name: String, _ scope: Scope) -> Scope.Meaning? {
    let context = scope.context
    var nominal = context.nominal
    var isInner = true
    let system = ConstraintSystem(self, context, scope.environment)
    while let type = nominal {
      let selfType = type.selfType.substituting(context.requirements.concrete)
      let own = scope.selfVariable
      if isInner, let own, !context.isStatic {
        let candidates = system.lookup(selfType, Name(text: name, span: .none))
        if !candidates.isEmpty { return .members(candidates, selfVariable: own) }
      }
      let statics = system.lookup(.metatype(selfType), Name(text: name, span: .none)).filter { !$0.isUnapplied }
      if !statics.isEmpty {
        if isInner, context.isStatic, let own { return .members(statics, selfVariable: own) }
        // Cases and static members are not reached by their bare names from instance code.
        if !isInner || context.isStatic || scope.selfVariable == nil {
          if isInner, context.kind == .initialValue || context.isStatic {
            return .declarations(statics.map(\.declaration))
          }
        }
      }
      isInner = false
      nominal = type.parent
    }
    return nil
  }

  func typeMeaning(_ name: Name, _ scope: Scope) -> Type? {
    let text = name.text
    let context = scope.context
    if let generic = context.generics.last(where: { $0.name == text }) { return .parameter(generic) }
    switch text {
    case "Any": return .any
    case "Void": return .void
    case "Self":
      if let nominal = context.nominal { return nominal.selfType.substituting(context.requirements.concrete) }
    default: break
    }
    if case .nominal(let local)? = scope.environment.localType(named: text, inside: context.nominal),
      local.kind != .protocolType
    {
      return unspecialized(local, inside: context)
    }
    var nominal = context.nominal
    while let type = nominal {
      if let parameter = type.genericParameters.last(where: { $0.name == text }) {
        return context.requirements.concrete[parameter] ?? .parameter(parameter)
      }
      for ancestor in type.lineage {
        switch scope.environment.typeMember(of: ancestor, named: text) {
        case .nominal(let nested)?: return unspecialized(nested, inside: context)
        case .alias(let alias, let parameters)?: return specialized(alias, parameters, name, scope)
        case nil: break
        }
      }
      if type.kind != .protocolType {
        for conformance in scope.environment.protocols(of: type) {
          guard let own = conformance.proto.selfParameter,
            case .alias(let alias, let parameters)? = scope.environment.typeMember(of: conformance.proto, named: text)
          else { continue }
          let seen = alias.substituting([own: type.selfType])
          return scope.environment.resolve(specialized(seen, parameters, name, scope), context.requirements)
        }
      }
      if let own = type.selfParameter,
        scope.environment.closure(of: type).contains(where: { $0.associatedTypes[text] != nil })
      {
        return .member(.parameter(own), text)
      }
      if type.kind != .protocolType,
        scope.environment.protocols(of: type).contains(where: { $0.proto.associatedTypes[text] != nil }),
        let witness = scope.environment.memberType(of: type.selfType, named: text, context: context.requirements)
      {
        return witness
      }
      nominal = type.parent
    }
    switch scope.environment.type(named: text, in: scope.context.file) {
    case .nominal(let found)?:
      if found.kind == .protocolType { return .existential(ExistentialType(protocols: [found])) }
      return unspecialized(found, inside: context)
    case .alias(let type, let parameters)?: return specialized(type, parameters, name, scope)
    case nil: return nil
    }
  }

  /// A generic `typealias` with its arguments; what is not given is for the context to say.
  private func specialized(_ alias: Type, _ parameters: [GenericParameter], _ name: Name, _ scope: Scope) -> Type {
    if parameters.isEmpty { return alias }
    let isGiven = name.genericArguments.count == parameters.count
    let given =
      isGiven
      ? name.genericArguments.map { resolve($0, scope.context, nil, environment: scope.environment, isOpen: true) }
      : parameters.map { _ in .hole }
    return alias.substituting(Substitution(uniqueKeysWithValues: zip(parameters, given)))
  }

  /// A generic type by its bare name: open, except inside itself.
  private func unspecialized(_ found: Nominal, inside context: FunctionContext) -> Type {
    if found.genericParameters.isEmpty { return .nominal(found, []) }
    var scope = context.nominal
    while let type = scope {
      if type === found { return found.selfType.substituting(context.requirements.concrete) }
      scope = type.parent
    }
    // A type inside a generic one has that one's arguments.
    scope = context.nominal
    while let type = scope {
      if type === found.parent {
        return .nominal(
          found,
          found.genericParameters.map { type.genericParameters.contains($0) ? .parameter($0) : .hole })
      }
      scope = type.parent
    }
    return .nominal(found, found.genericParameters.map { _ in .hole })
  }

  func reportUnknown(_ name: Name, _ scope: Scope) {
    let file = scope.context.file
    let text = name.text
    if text == "self" {
      return error("cannot find 'self' in scope", file, name.span)
    }
    if reportEarlyUse(name, scope) { return }
    if let nominal = scope.context.nominal, scope.selfVariable == nil || scope.context.isStatic {
      let system = ConstraintSystem(self, scope.context, scope.environment)
      if !system.lookup(nominal.selfType, name).isEmpty {
        return error(
          scope.context.isStatic
            ? "instance member '\(text)' cannot be used on type '\(nominal.name)'"
            : "cannot use instance member '\(text)' within property initializer; property initializers run before 'self' is available",
          file, name.span)
      }
    }
    if let nominal = scope.context.nominal, !scope.context.isStatic, scope.selfVariable != nil {
      let system = ConstraintSystem(self, scope.context, scope.environment)
      if system.lookup(.metatype(nominal.selfType), name).contains(where: {
        !$0.isUnapplied && $0.declaration.kind != .initializer
      }) {
        return diagnostics.add(
          .error, "static member '\(text)' cannot be used on instance of type '\(nominal.name)'", file, name.span,
          fixIts: [
            (
              "replace with '\(nominal.name).\(text)'",
              [(Span(start: name.span.start, end: name.span.start), nominal.name + ".")]
            )
          ])
      }
    }
    if text.hasPrefix("$"), let number = Int(text.dropFirst()), number < ClosureNode.anonymousCountMax {
      return error("anonymous closure argument not contained in a closure", file, name.span)
    }
    if let part = scope.environment.skipped(text) {
      return error("'\(text)' is \(part) and was skipped: there is no screen here", file, name.span)
    }
    if let refusal = Refusals.message(for: text) { return error(refusal, file, name.span) }
    if session?.wentWithItsProgram(text) == true {
      return error(
        "'\(text)' went when something was declared anew, with all results that are no data; a declaration is made again: write "
          + "'let' before what made it", file, name.span)
    }
    if session?.isGone(text) == true {
      return error(
        "'\(text)' is not kept any more: of results that are only data a session has the last "
          + "\(SessionResults.dataMax); give it a name with 'let' to keep it", file, name.span)
    }
    // A type is meant by what is called, has a member of types behind it, or is written like one.
    let isUpper = text.first?.isUppercase == true
    let rest = file.text.utf8.dropFirst(name.span.end)
    let isCalled = ["(", "<", " {", ".self", ".init"].contains { rest.starts(with: $0.utf8) }
    let meansTypes = isUpper || isCalled
    func fits(_ candidate: String) -> Bool { !(isUpper && isCalled) || candidate.first?.isUppercase == true }
    var names = scope.visibleLocals.map(\.name).filter(fits)
    if let nominal = scope.context.nominal {
      names += memberNames(of: nominal.selfType, isStatic: scope.context.isStatic, scope.environment).filter(fits)
    }
    for environment in scope.environment.lineage {
      names += environment.values.keys.sorted().filter(fits) + (meansTypes ? environment.types.keys.sorted() : [])
    }
    var others = isCalled ? library.globalNames.filter { $0.first?.isLetter == true }.sorted() : []
    if meansTypes { others += library.index.typeNames }
    if let type = scope.environment.enumeration(with: text) {
      return diagnostics.add(
        .error, "cannot find '\(text)' in scope; did you mean '\(type.name).\(text)'?", file, name.span,
        fixIts: [("use '\(type.name).\(text)'", [(name.span.front, type.name + ".")])])
    }
    others += ["nil", "true", "false"]
    if scope.selfVariable != nil { others.append("self") }
    if let near = Spelling.meant(text, among: names, ofLibrary: others) {
      diagnostics.add(
        .error, "cannot find '\(text)' in scope; did you mean '\(near)'?", file, name.span,
        fixIts: [("use '\(near)'", [(name.span, near)])])
    } else {
      error("cannot find '\(text)' in scope", file, name.span)
    }
  }

  /// A local variable that is declared further down.
  private func reportEarlyUse(_ name: Name, _ scope: Scope) -> Bool {
    let file = scope.context.file
    var closure: FunctionContext?
    var current: Scope? = scope
    while let step = current {
      if let declared = step.block.lazy.compactMap({ $0.declaration(of: name.text) }).first {
        if let closure {
          diagnostics.add(
            .error, "closure captures '\(name.text)' before it is declared", file, closure.span,
            notes: [("captured here", name.span), ("captured value declared here", declared)])
        } else {
          diagnostics.add(
            .error, "use of local variable '\(name.text)' before its declaration", file, name.span,
            notes: [("'\(name.text)' declared here", declared)])
        }
        return true
      }
      if let parent = step.parent, parent.context !== step.context { closure = step.context }
      current = step.parent
    }
    return false
  }

  /// Names a member of the type can have.
  func memberNames(of type: Type, isStatic: Bool, _ environment: TypeEnvironment) -> [String] {
    var names: [String] = []
    func add(_ nominal: Nominal) {
      names += nominal.library?.names ?? []
      for (name, members) in nominal.members.sorted(by: { $0.key < $1.key })
      where members.contains(where: { $0.isStatic == isStatic }) { names.append(name) }
      for step in environment.lineage {
        for (name, members) in (step.extensionMembers[nominal] ?? [:]).sorted(by: { $0.key < $1.key })
        where members.contains(where: { $0.isStatic == isStatic }) { names.append(name) }
      }
    }
    switch type {
    case .nominal(let nominal, _):
      nominal.lineage.forEach(add)
      environment.protocols(of: nominal).map(\.proto).forEach(add)
    case .existential(let existential): existential.protocols.flatMap { environment.closure(of: $0) }.forEach(add)
    default: break
    }
    return names.filter { $0 != "init" && $0 != "subscript" && $0.first?.isLetter == true }
  }

  /// Private members are reached from their type's own text in one file, extensions and nested types included.
  func isInside(_ context: FunctionContext, _ owner: Nominal?, _ declaration: Declaration) -> Bool {
    guard declaration.declaredIn?.name == context.file.name else { return false }
    guard let owner else { return true }
    var nominal = context.nominal
    while let current = nominal {
      if current === owner { return true }
      nominal = current.parent
    }
    return false
  }

  /// Whether a property's setter can be reached from a body.
  func canSet(_ declaration: Declaration, from context: FunctionContext) -> Bool {
    switch declaration.setterAccess {
    case .private: isInside(context, declaration.owner, declaration)
    case .fileprivate: declaration.declaredIn?.name == context.file.name
    default: true
    }
  }
}

extension Stmt {
  /// Where the statement declares a variable of this name.
  fileprivate func declaration(of name: String) -> Span? {
    guard case .declaration(let declaration) = kind, case .variable(let node) = declaration.kind else { return nil }
    for binding in node.bindings {
      if case .binding(name, _) = binding.pattern.kind { return binding.pattern.span }
    }
    return nil
  }
}

extension Scope {
  /// What a name stands for at a place.
  enum Meaning {
    case local(LocalVariable)
    case declarations([Declaration])
    /// Members of the enclosing type, reached through the implicit `self`.
    case members([Candidate], selfVariable: LocalVariable)
    case type(Type)
    case nothing
  }
}
