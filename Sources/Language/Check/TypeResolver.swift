/// Types as written to types as meant.
struct TypeResolver {
  let environment: TypeEnvironment
  let file: SourceFile
  var diagnostics: Diagnostics
  /// The type whose body we are in.
  var nominal: Nominal?
  /// Generic parameters in scope, innermost last.
  var generics: [GenericParameter] = []
  /// In expressions a generic type may stand without arguments: each becomes a fresh variable.
  var placeholder: (() -> Type)?

  /// What a constrained extension knows of its type's parameters.
  var concrete: Substitution = [:]
  /// What the parameters in scope conform to.
  var known: [Requirement] = []

  var library: Library { environment.library }

  /// `T!` is an optional; who declares something of that type notes that it is unwrapped where it is used.
  func resolve(_ node: TypeNode) -> Type {
    switch node.kind {
    case .unwrappedOptional(let wrapped): return library.optional(part(wrapped))
    case .inoutParameter(let inner): return resolve(inner)
    case .attributed(let names, let inner):
      if names.contains("escaping") { error("'@escaping' may only be used in function parameter position", node) }
      return resolve(inner)
    default: return part(node)
    }
  }

  /// The type of a function's parameter, which alone may be escaping or an autoclosure.
  func parameter(
    _ node: TypeNode, isVariadic: Bool, isPart: Bool = false
  ) -> (type: Type, isInout: Bool, isAutoclosure: Bool, attributes: [String]) {
    var node = node
    var attributes: [String] = []
    if case .attributed(let names, let inner) = node.kind {
      attributes = names
      node = inner
    }
    if case .inoutParameter(let inner) = node.kind {
      return (isPart ? part(inner) : resolve(inner), true, false, attributes)
    }
    let type = isPart ? part(node) : resolve(node)
    let function = type.asFunction
    if type.hasHoles || file.isLibrary {
    } else if attributes.contains("escaping"), function == nil {
      error(
        type.strippingOptionals.0.asFunction == nil
          ? "'@escaping' only applies to function types" : "closure is already escaping in optional type argument", node
      )
    } else if attributes.contains("autoclosure") {
      if isVariadic {
        error("'@autoclosure' must not be used on variadic parameters", node)
      } else if function == nil {
        error("'@autoclosure' only applies to function types", node)
      } else if function?.parameters.isEmpty == false {
        error("argument type of '@autoclosure' parameter must be '()'", node)
      }
    }
    if attributes.contains("autoclosure"), let function { return (function.result, false, true, attributes) }
    return (type, false, false, attributes)
  }

  /// A type as a part of another.
  private func part(_ node: TypeNode) -> Type {
    switch node.kind {
    case .named(let path): return named(path)
    case .member(let base, let path): return inside(part(base), path[...])
    case .array(let element): return library.array(part(element))
    case .dictionary(let key, let value):
      let arguments = [part(key), part(value)]
      checkBounds(library.dictionaryNominal, arguments, node.span)
      return library.dictionary(arguments[0], arguments[1])
    case .optional(let wrapped):
      if case .attributed(let names, let inner) = wrapped.parenthesized.kind, names.contains("escaping") {
        error("closure is already escaping in optional type argument", wrapped)
        return library.optional(part(inner))
      }
      return library.optional(part(wrapped))
    case .unwrappedOptional(let wrapped):
      if !file.isLibrary { error("using '!' is not allowed here; perhaps '?' was intended?", node) }
      return library.optional(part(wrapped))
    case .tuple(let elements):
      if elements.count == 1 { return part(elements[0].type) }
      return .tuple(elements.map { Type.TupleElement(label: $0.label, type: part($0.type)) })
    case .function(let parameters, let result, let isThrowing, let thrown, let isAsync):
      return .function(
        FunctionType(
          parameters.map { parameter in
            let (type, isInout, isAutoclosure, _) = self.parameter(
              parameter.type, isVariadic: parameter.isVariadic, isPart: true)
            return FunctionType.Parameter(
              type: type, isInout: isInout, isVariadic: parameter.isVariadic, isAutoclosure: isAutoclosure)
          }, part(result), isThrowing: isThrowing, thrown: thrown.map { part($0) }, isAsync: isAsync))
    case .metatype(let instance): return .metatype(part(instance))
    case .composition(let parts): return composition(parts, node)
    case .existential(let inner), .opaque(let inner): return part(inner)
    case .inoutParameter(let inner): return part(inner)
    case .attributed(let names, let inner):
      if names.contains("escaping") { error("'@escaping' may only be used in function parameter position", node) }
      return part(inner)
    case .known(let type):
      // What is open in it is found out where it is used.
      guard let placeholder, type.hasHoles else { return type }
      return type.replacing(.holes) { _ in placeholder() }
    case .inferred:
      if let placeholder { return placeholder() }
      error("type placeholder not allowed here", node)
      return .hole
    case .invalid: return .hole
    }
  }

  private func error(_ message: String, _ node: TypeNode) { diagnostics.error(message, file, node.span) }

  private func composition(_ parts: [TypeNode], _ node: TypeNode) -> Type {
    var result = ExistentialType()
    for part in parts {
      let type = resolve(part)
      if type.isClass, result.base.isEmpty {
        result.base = [type]
        result.isAnyObject = true
        continue
      }
      guard case .existential(let existential) = type else {
        if type == .hole { return .hole }
        error("non-protocol, non-class type cannot be used within a protocol-constrained type", part)
        return .hole
      }
      result.protocols += existential.protocols.filter { !result.protocols.contains($0) }
      result.isAnyObject = result.isAnyObject || existential.isAnyObject
      if result.base.isEmpty { result.base = existential.base }
      result.arguments.merge(existential.arguments) { first, _ in first }
    }
    return .existential(result)
  }

  private typealias PathItem = TypeNode.Step

  private func named(_ path: [PathItem]) -> Type {
    var path = path[...]
    let start: Type?
    if path.count > 1, Translator.modules.contains(path[0].name), environment.type(named: path[0].name, in: file) == nil
    {
      start = ofLibrary(path[1], module: path[0].name)
      path = path.dropFirst()
    } else {
      start = first(path[0])
    }
    guard let start else { return .hole }
    return inside(start, path.dropFirst())
  }

  private func inside(_ type: Type, _ path: ArraySlice<PathItem>) -> Type {
    var current = type
    for item in path {
      if current == .hole { return .hole }
      guard let next = member(item, of: current) else {
        let kind = current.nominal.map { ($0.genericParameters.isEmpty ? "" : "generic ") + $0.describedKind } ?? "type"
        let name = current.runtimeName(isQualified: true, module: "main", isSugared: true)
        diagnostics.error("'\(item.name)' is not a member type of \(kind) '\(name)'", file, item.span)
        return .hole
      }
      current = next
    }
    return current
  }

  /// `Swift.Error`: the library's, whatever the program calls so.
  private func ofLibrary(_ item: PathItem, module: String) -> Type? {
    switch item.name {
    case "Any": return .any
    case "Void": return .void
    case "AnyObject": return .existential(ExistentialType(isAnyObject: true))
    default: break
    }
    guard let found = library.environment.type(named: item.name) else {
      diagnostics.error(
        Refusals.message(for: item.name) ?? "no type named '\(item.name)' in module '\(module)'", file, item.span)
      return nil
    }
    return specialize(found, item, base: nil)
  }

  private func first(_ item: PathItem) -> Type? {
    if let generic = generics.last(where: { $0.name == item.name }) { return .parameter(generic) }
    switch item.name {
    case "Any": return .any
    case "Void": return .void
    case "AnyObject": return .existential(ExistentialType(isAnyObject: true))
    case "Self": if let nominal { return nominal.selfType.substituting(concrete) }
    default: break
    }
    if let local = environment.localType(named: item.name, inside: nominal) {
      return specialize(local, item, base: nil)
    }
    // The enclosing types' own parameters and member types.
    var scope = nominal
    while let type = scope {
      // The innermost of several of that name.
      if let parameter = type.genericParameters.last(where: { $0.name == item.name }) {
        return concrete[parameter] ?? .parameter(parameter)
      }
      for ancestor in type.lineage {
        if let found = environment.typeMember(of: ancestor, named: item.name) {
          let inherited = environment.upcast(type.selfType, to: ancestor) ?? ancestor.selfType
          return specialize(found, item, base: inherited)
        }
      }
      if let alias = protocolAlias(item, of: type) { return alias }
      if type.kind == .protocolType || type.library != nil || !environment.conformances(of: type).isEmpty {
        if let own = type.selfParameter, associatedOwner(of: type, item.name) {
          return .member(.parameter(own), item.name)
        }
        if type.kind != .protocolType,
          let witness = environment.memberType(of: type.selfType, named: item.name, context: [])
        {
          return witness
        }
      }
      scope = type.parent
    }
    if let found = environment.type(named: item.name, in: file) {
      if let refusal = found.refusal(in: file) { diagnostics.error(refusal, file, item.span) }
      return specialize(found, item, base: nil)
    }
    if let part = environment.skipped(item.name) {
      diagnostics.error("'\(item.name)' is \(part) and was skipped: there is no screen here", file, item.span)
    } else {
      refuseUnknown(item)
    }
    return nil
  }

  private func refuseUnknown(_ item: PathItem) {
    if let refusal = Refusals.message(for: item.name) { return diagnostics.error(refusal, file, item.span) }
    let message = "cannot find type '\(item.name)' in scope"
    let names =
      generics.map(\.name) + environment.lineage.flatMap { $0.types.keys.sorted() }
    guard !file.isLibrary,
      let near = Spelling.meant(item.name, among: names, ofLibrary: environment.library.index.typeNames)
    else {
      return diagnostics.error(message, file, item.span)
    }
    let name = Span(start: item.span.start, end: item.span.start + item.name.utf8.count)
    diagnostics.add(
      .error, message + "; did you mean '\(near)'?", file, item.span, fixIts: [("use '\(near)'", [(name, near)])])
  }

  /// A `typealias` that one of its protocols has.
  private func protocolAlias(_ item: PathItem, of type: Nominal) -> Type? {
    for conformance in environment.protocols(of: type) {
      guard let own = conformance.proto.selfParameter, conformance.proto !== type,
        case .alias(let alias, let parameters)? = environment.typeMember(of: conformance.proto, named: item.name)
      else { continue }
      return specialize(.alias(alias.substituting([own: type.selfType]), parameters), item, base: nil)
    }
    return nil
  }

  private func associatedOwner(of proto: Nominal, _ name: String) -> Bool {
    environment.closure(of: proto).contains { $0.associatedTypes[name] != nil }
  }

  private func member(_ item: PathItem, of base: Type) -> Type? {
    switch base {
    case .nominal(let nominal, _):
      for ancestor in nominal.lineage {
        if let found = environment.typeMember(of: ancestor, named: item.name) {
          return specialize(found, item, base: environment.upcast(base, to: ancestor) ?? base)
        }
      }
      // `Box<Int>.Value` is a type only where a protocol asks for one of that name.
      if !file.isLibrary, nominal.genericParameters.contains(where: { $0.name == item.name }),
        !environment.protocols(of: nominal).contains(where: { $0.proto.associatedTypes[item.name] != nil })
      {
        return nil
      }
      return environment.memberType(of: base, named: item.name, context: [])
    case .parameter: return .member(base, item.name)
    case .member:
      return environment.memberType(of: base, named: item.name, context: known) ?? .member(base, item.name)
    default: return nil
    }
  }

  private func specialize(_ member: TypeMember, _ item: PathItem, base: Type?) -> Type? {
    let given = item.arguments.map { resolve($0) }
    switch member {
    case .alias(let type, let parameters):
      var type = type
      if case .nominal(let owner, let arguments)? = base { type = type.substituting(owner.substitution(arguments)) }
      if !parameters.isEmpty, given.isEmpty, let placeholder {
        type = type.substituting(Substitution(uniqueKeysWithValues: parameters.map { ($0, placeholder()) }))
      } else if !parameters.isEmpty, given.isEmpty {
        diagnostics.error("reference to generic type '\(item.name)' requires arguments in <...>", file, item.span)
        return nil
      } else if !parameters.isEmpty, given.count == parameters.count {
        type = type.substituting(Substitution(uniqueKeysWithValues: zip(parameters, given)))
      }
      let result = environment.resolve(type, [])
      guard !result.isLarger(than: Type.namesMax) else {
        diagnostics.error(Type.tooLarge, file, item.span)
        return .hole
      }
      return result
    case .nominal(let found):
      if found.kind == .protocolType {
        var existential = ExistentialType(protocols: [found])
        for (name, type) in zip(found.primaryAssociatedTypes, given) { existential.arguments[name] = type }
        return .existential(existential)
      }
      let outer = base.map { Array($0.genericArguments.prefix(found.parent?.genericParameters.count ?? 0)) } ?? []
      let needed = found.genericParameters.count - outer.count
      if given.count == needed {
        if needed > 0 { checkBounds(found, outer + given, item.span) }
        return .nominal(found, outer + given)
      }
      if given.isEmpty {
        // Inside its own declaration a generic type's name means the type itself.
        var scope = nominal
        while let type = scope {
          if type === found { return found.selfType.substituting(concrete) }
          scope = type.parent
        }
        if let placeholder { return .nominal(found, outer + (0..<needed).map { _ in placeholder() }) }
        diagnostics.error(
          "reference to generic type '\(found.qualifiedName)' requires arguments in <...>", file, item.span)
        return nil
      }
      let few = given.count < needed
      diagnostics.error(
        needed == 0
          ? "cannot specialize non-generic type '\(found.qualifiedName)'"
          : "generic type '\(found.qualifiedName)' specialized with too \(few ? "few" : "many") type parameters "
            + "(got \(given.count), but expected \(needed))", file, item.span)
      return nil
    }
  }

  /// The arguments of a generic type do what it asks of them, as far as they are known here.
  private func checkBounds(_ nominal: Nominal, _ arguments: [Type], _ span: Span) {
    guard !file.isLibrary, !nominal.requirements.isEmpty else { return }
    diagnostics.whenDeclared { [environment, diagnostics, file] in
      let substitution = nominal.substitution(arguments)
      for case .conforms(let subject, let proto) in nominal.requirements {
        let type = subject.substituting(substitution)
        switch type {
        case .nominal, .function, .tuple, .existential: break
        default: continue
        }
        if type.hasParameters || type.hasHoles { continue }
        if case .no = environment.conformance(of: type, to: proto, context: []) {
          diagnostics.add(
            .error,
            environment.isOf(type, proto)
              ? ExistentialType.cannotConform(type, proto)
              : "type '\(type)' does not conform to protocol '\(proto.name)'", file, span,
            fixIts: type.conforming(to: proto, file, environment))
        }
      }
    }
  }

  /// A name that must be a protocol.
  func resolveProtocols(_ node: TypeNode) -> [Nominal] {
    guard case .existential(let existential) = resolve(node) else { return [] }
    return existential.protocols
  }

  /// Bounds and where clauses as requirements.
  func requirements(_ node: GenericsNode, parameters: [GenericParameter]) -> [Requirement] {
    var result: [Requirement] = []
    for (parameter, written) in zip(parameters, node.parameters) {
      if let bound = written.bound { result += bounds(.parameter(parameter), bound) }
    }
    result += requirements(node.requirements)
    return shortened(result)
  }

  /// `S.Iterator.Element` is `S.Element`, as what is known of `S` says.
  func shortened(_ requirements: [Requirement]) -> [Requirement] {
    let bounds = requirements.aboutParameters
    return requirements.map { requirement in
      switch requirement {
      case .same(let left, let right): .same(environment.resolve(left, bounds), environment.resolve(right, bounds))
      case .conforms(let subject, let proto): .conforms(environment.resolve(subject, bounds), proto)
      case .subclass: requirement
      }
    }
  }

  func requirements(_ nodes: [GenericsNode.Requirement]) -> [Requirement] {
    nodes.flatMap { requirement -> [Requirement] in
      switch requirement {
      case .conforms(let subject, let bound): return bounds(resolve(subject), bound)
      case .same(let left, let right): return [.same(resolve(left), resolve(right))]
      }
    }
  }

  private func bounds(_ subject: Type, _ bound: TypeNode) -> [Requirement] {
    switch resolve(bound) {
    case .existential(let existential):
      return existential.protocols.map { .conforms(subject, $0) }
        + existential.base.map { .subclass(subject, $0) }
        + (existential.isAnyObject && existential.base.isEmpty
          ? [.subclass(subject, .existential(ExistentialType(isAnyObject: true)))] : [])
        + existential.arguments.map { .same(.member(subject, $0.key), $0.value) }
    case .hole: return []
    case let type where type.isClass: return [.subclass(subject, type)]
    default:
      error("type '\(subject)' constrained to non-protocol, non-class type '\(resolve(bound))'", bound)
      return []
    }
  }
}

extension [Requirement] {
  /// What generic parameters by themselves conform to.
  var aboutParameters: [Requirement] {
    filter { if case .conforms(.parameter, _) = $0 { true } else { false } }
  }
}

extension FunctionContext {
  func resolver(_ diagnostics: Diagnostics) -> TypeResolver {
    TypeResolver(
      environment: environment, file: file, diagnostics: diagnostics, nominal: nominal, generics: generics)
  }
}
