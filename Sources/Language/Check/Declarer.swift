/// Declarations as written become `Nominal`s and `Declaration`s. Types first, then what they inherit, then members: so
/// that everything may speak of everything, whatever the order of the text.
final class Declarer: TypeDeclarer {
  let environment: TypeEnvironment
  let file: SourceFile
  let diagnostics: Diagnostics
  /// Finds the type of a variable from its value; the checker's part.
  var infer: ((Declaration, VariableNode.Binding, FunctionContext) -> Type)?
  /// That of another file of the unit; `nil` for types that are not of the unit.
  var declarer: (SourceFile) -> Declarer? = { _ in nil }
  /// Bodies to be checked once everything is declared, in the order of the text.
  var bodies: [FunctionContext] = []
  /// Types of the text, for checks of the whole.
  var nominals: [Nominal] = []
  /// The identities that classes have without writing one.
  var identities: [(Nominal, Declaration)] = []
  private var order = 0

  init(environment: TypeEnvironment, file: SourceFile, diagnostics: Diagnostics) {
    self.environment = environment
    self.file = file
    self.diagnostics = diagnostics
  }

  var library: Library { environment.library }

  func resolver(_ nominal: Nominal?, generics: [GenericParameter] = [], into other: Diagnostics? = nil) -> TypeResolver
  {
    TypeResolver(
      environment: environment, file: file, diagnostics: other ?? diagnostics, nominal: nominal, generics: generics)
  }

  // MARK: Types

  /// The type without what it inherits and without members, nested types included.
  func makeNominal(_ node: NominalNode, _ declaration: Decl, parent: Nominal?) -> Nominal {
    let nominal = Nominal(node.name, node.kind, parent: parent)
    nominal.node = node
    nominal.isUserType = true
    nominal.file = file
    nominal.home = environment.home
    nominal.span = node.nameSpan
    nominal.access = declaration.modifiers.access
    nominal.isMainActor = declaration.modifiers.attribute("MainActor") != nil
    nominal.isFinal = declaration.modifiers.isFinal
    nominal.isActor = node.isActor
    nominal.isObservable = isObservable(node, declaration)
    nominal.isIndirect = declaration.modifiers.isIndirect
    nominal.dynamicMembersSpan = declaration.modifiers.attribute("dynamicMemberLookup")?.span
    nominal.dynamicCallsSpan = declaration.modifiers.attribute("dynamicCallable")?.span
    nominal.builderSpan = declaration.modifiers.attribute("resultBuilder")?.span
    nominal.wrapperSpan = declaration.modifiers.attribute("propertyWrapper")?.span
    if node.kind == .protocolType {
      let own = GenericParameter("Self", isSelf: true)
      nominal.selfParameter = own
      nominal.primaryAssociatedTypes = node.generics.parameters.map(\.name)
      own.proto = nominal
    } else {
      nominal.genericParameters += node.generics.parameters.map { GenericParameter($0.name) }
    }
    if !file.isLibrary {
      DeclarationRules(diagnostics: diagnostics, file: file).check(node.members, in: .type(nominal))
    }
    declareNested(node.members, in: nominal) { nominal.typeMembers[$0] = $1 }
    if !file.isLibrary { nominals.append(nominal) }
    return nominal
  }

  /// Whether the macro is applied to it, which is for classes.
  private func isObservable(_ node: NominalNode, _ declaration: Decl) -> Bool {
    guard let attribute = declaration.modifiers.attribute("Observable") else { return false }
    if node.kind == .classType, !node.isActor { return true }
    let kind = node.isActor ? "actor" : Nominal(node.name, node.kind).describedKind
    diagnostics.error("'@Observable' cannot be applied to \(kind) type '\(node.name)'", file, attribute.span)
    return false
  }

  /// - Parameter access: what is written at the extension, for those at which nothing is.
  private func declareNested(
    _ members: [Decl], in nominal: Nominal, access: Modifiers.Access = .internal, _ add: (String, TypeMember) -> Void
  ) {
    var aliases: Set<String> = []
    for member in members {
      if case .alias(let alias) = member.kind, !file.isLibrary {
        if !aliases.insert(alias.name).inserted || nominal.typeMembers[alias.name] != nil {
          diagnostics.error("invalid redeclaration of '\(alias.name)'", file, alias.nameSpan)
        }
      }
      guard case .nominal(let inner) = member.kind else { continue }
      if nominal.typeMembers[inner.name] != nil || aliases.contains(inner.name) {
        diagnostics.error("invalid redeclaration of '\(inner.name)'", file, inner.nameSpan)
        continue
      }
      let nested = makeNominal(inner, member, parent: nominal)
      if member.modifiers.access == .internal { nested.access = access }
      add(inner.name, .nominal(nested))
    }
  }

  /// What it inherits, its bounds, its aliases. Every type of the text exists by now.
  func fillHeader(_ nominal: Nominal, _ node: NominalNode) {
    let resolver = resolver(nominal)
    if node.kind == .protocolType {
      fillProtocol(nominal, node, resolver)
    } else {
      let own = Array(nominal.genericParameters.suffix(node.generics.parameters.count))
      nominal.requirements =
        (nominal.parent?.requirements ?? []) + resolver.requirements(node.generics, parameters: own)
      fillAliases(node.members, nominal) { nominal.typeMembers[$0] = $1 }
      fillInheritance(nominal, node.inherited, resolver, conditions: []) { nominal.conformances.append($0) }
      if nominal.superclass?.nominal?.isMainActor == true { nominal.isMainActor = true }
      if nominal.superclass?.nominal?.isObservable == true { nominal.isObservable = true }
      for name in [nominal.isActor ? "Actor" : nil, nominal.isObservable ? "Observable" : nil] {
        guard let name, let proto = library.type(named: name) else { continue }
        nominal.conformances.append(Conformance(proto: proto))
      }
    }
    for member in node.members {
      guard case .nominal(let inner) = member.kind, case .nominal(let nested)? = nominal.typeMembers[inner.name] else {
        continue
      }
      fillHeader(nested, inner)
    }
  }

  private func fillProtocol(_ nominal: Nominal, _ node: NominalNode, _ resolver: TypeResolver) {
    for member in node.members {
      guard case .associatedType(let associated) = member.kind else { continue }
      nominal.associatedTypes[associated.name] = AssociatedType(name: associated.name)
    }
    for inherited in node.inherited {
      if case .named(let path) = inherited.kind, path.last?.name == "AnyObject" {
        nominal.isClassBound = true
        continue
      }
      let type = resolver.resolve(inherited)
      if type.isClass, let own = nominal.selfParameter {
        nominal.isClassBound = true
        nominal.requirements.append(.subclass(.parameter(own), type))
      }
      guard case .existential(let existential) = type else { continue }
      nominal.conformances += existential.protocols.map { Conformance(proto: $0) }
    }
    for member in node.members {
      guard case .associatedType(let associated) = member.kind else { continue }
      // Worked out before anything is changed: it may come back here.
      var bounds = associated.bounds.flatMap { resolver.resolveProtocols($0) }
      let defaultType = associated.defaultType.map { resolver.resolve($0) }
      var requirements = resolver.requirements(associated.requirements)
      // `associatedtype Items: Collection<Item>` says what the elements are.
      for bound in associated.bounds {
        guard let own = nominal.selfParameter, case .existential(let existential) = resolver.resolve(bound) else {
          continue
        }
        let subject = Type.member(.parameter(own), associated.name)
        requirements += existential.arguments.map { .same(.member(subject, $0.key), $0.value) }
      }
      // `associatedtype Toy where Toy: Vehicle` is `associatedtype Toy: Vehicle`.
      for case .conforms(.member(.parameter, associated.name), let proto) in requirements where !bounds.contains(proto)
      {
        bounds.append(proto)
      }
      nominal.associatedTypes[associated.name] = AssociatedType(
        name: associated.name, bounds: bounds, defaultType: defaultType, requirements: requirements)
    }
    nominal.requirements += resolver.requirements(node.generics.requirements)
    fillAliases(node.members, nominal) { nominal.typeMembers[$0] = $1 }
  }

  func fillAliases(_ members: [Decl], _ nominal: Nominal, _ add: (String, TypeMember) -> Void) {
    for member in members {
      guard case .alias(let alias) = member.kind else { continue }
      add(alias.name, self.alias(alias, in: nominal))
    }
  }

  /// - Parameters:
  ///   - outer: the generic parameters of the functions around it.
  ///   - diagnostics: where it is said what is wrong with it, if it is not to be said at all.
  func alias(
    _ node: AliasNode, in nominal: Nominal?, generics outer: [GenericParameter] = [],
    into diagnostics: Diagnostics? = nil
  ) -> TypeMember {
    let parameters = node.generics.parameters.map { GenericParameter($0.name) }
    var resolver = resolver(nominal, generics: outer + parameters, into: diagnostics)
    guard parameters.isEmpty, case .named = node.type.kind else {
      return .alias(resolver.resolve(node.type), parameters)
    }
    // `typealias Table = Dictionary`: what is left open there is said where the alias is used.
    var open: [GenericParameter] = []
    resolver.placeholder = {
      let parameter = GenericParameter("T\(open.count)")
      open.append(parameter)
      return .parameter(parameter)
    }
    let type = resolver.resolve(node.type)
    return .alias(type, open)
  }

  private func fillInheritance(
    _ nominal: Nominal, _ inherited: [TypeNode], _ resolver: TypeResolver, conditions: [Requirement],
    _ add: (Conformance) -> Void
  ) {
    for (index, node) in inherited.enumerated() {
      let type = resolver.resolve(node)
      switch type {
      case .existential(let existential):
        for proto in existential.protocols {
          add(Conformance(proto: proto, conditions: conditions))
          for (name, argument) in existential.arguments { nominal.typeMembers[name] = .alias(argument, []) }
        }
      case .nominal(let base, _) where base.kind == .classType && nominal.kind == .classType && index == 0:
        if base.isActor || nominal.isActor {
          diagnostics.error("actor types do not support inheritance", file, node.span)
        } else if base.lineage.contains(nominal) {
          diagnostics.error("'\(nominal.name)' inherits from itself", file, node.span)
        } else if base.library != nil && nominal.isUserType && !base.has(.inheritable) {
          diagnostics.error("inheriting from '\(base.name)' is not supported here", file, node.span)
        } else {
          nominal.superclass = type
          // What is overridden is looked for among the members that are known.
          for name in base.library?.names ?? [] { base.library?.load(name, into: base, library) }
        }
      case .hole: break
      case .nominal where nominal.kind == .enumeration: nominal.rawType = type
      default:
        diagnostics.error(
          nominal.kind == .classType
            ? "inheritance from non-protocol, non-class type '\(type)'"
            : "inheritance from non-protocol type '\(type)'",
          file, node.span)
      }
    }
  }

  /// `class B<T>: A<(T, T)>`, and so on: seen as the class at the top, the type doubles with each of them.
  func refuseGrowingSuperclasses() {
    /// How often a parameter stands in the arguments of what a class inherits from, up to the top.
    var growth: [Nominal: Int] = [:]
    for nominal in nominals where nominal.kind == .classType {
      var unknown: [Nominal] = []
      var next: Nominal? = nominal
      while let type = next, growth[type] == nil {
        unknown.append(type)
        next = type.superclass?.nominal
      }
      for type in unknown.reversed() {
        guard case .nominal(let base, let arguments)? = type.superclass else {
          growth[type] = 1
          continue
        }
        let factor = arguments.map(\.parameterCount).max() ?? 0
        let own = factor == 0 ? 1 : factor * growth[base, default: 1]
        growth[type] = own
        guard own > Type.namesMax else { continue }
        diagnostics.error(Type.tooLarge, type.file ?? file, type.span)
        type.superclass = nil
        growth[type] = 1
      }
    }
  }

  // MARK: Extensions

  /// The extended type, or `nil` after a message.
  func extended(_ node: ExtensionNode, into other: Diagnostics? = nil) -> Nominal? {
    var resolver = resolver(nil, into: other)
    resolver.placeholder = { .hole }
    switch resolver.resolve(node.extended) {
    case .nominal(let nominal, _): return nominal
    case .existential(let existential) where existential.protocols.count == 1: return existential.protocols[0]
    case .hole: return nil
    case let type:
      (other ?? diagnostics).error("non-nominal type '\(type)' cannot be extended", file, node.extended.span)
      return nil
    }
  }

  /// `extension [Int]`, `extension Array<Int>` constrain the parameters by what they spell.
  func extensionRequirements(_ node: ExtensionNode, _ nominal: Nominal) -> [Requirement] {
    var resolver = resolver(nominal)
    resolver.placeholder = { .hole }
    var result = resolver.shortened(resolver.requirements(node.requirements))
    if case .nominal(_, let arguments) = resolver.resolve(node.extended) {
      for (parameter, argument) in zip(nominal.genericParameters, arguments)
      where argument != .hole && argument != .parameter(parameter) {
        result.append(.same(.parameter(parameter), argument))
      }
    }
    return result
  }

  func declareExtensionTypes(_ node: ExtensionNode, _ modifiers: Modifiers, of nominal: Nominal) {
    DeclarationRules(diagnostics: diagnostics, file: file)
      .check(node.members, in: .extension(nominal, isConcrete: node.isConcrete))
    declareNested(node.members, in: nominal, access: modifiers.accessOfMembers) {
      environment.extensionTypes[nominal, default: [:]][$0] = $1
    }
  }

  func fillExtension(_ node: ExtensionNode, of nominal: Nominal) {
    let conditions = extensionRequirements(node, nominal)
    fillAliases(node.members, nominal) { environment.extensionTypes[nominal, default: [:]][$0] = $1 }
    fillInheritance(nominal, node.inherited, resolver(nominal), conditions: conditions) {
      environment.extensionConformances[nominal, default: []].append($0)
    }
    for member in node.members {
      guard case .nominal(let inner) = member.kind,
        case .nominal(let nested)? = environment.extensionTypes[nominal]?[inner.name]
      else { continue }
      fillHeader(nested, inner)
    }
  }

  func declareExtensionMembers(_ node: ExtensionNode, of nominal: Nominal) -> [Declaration] {
    let requirements = extensionRequirements(node, nominal)
    var result: [Declaration] = []
    if nominal.isUserType { addIdentity(nominal, environment.conformances(of: nominal).map(\.proto)) }
    for member in node.members {
      if case .nominal(let inner) = member.kind,
        case .nominal(let nested)? = environment.extensionTypes[nominal]?[inner.name]
      {
        declareMembers(of: nested, inner)
        continue
      }
      for declaration in declareMember(member, owner: nominal, requirements: requirements, inExtension: true) {
        declaration.extensionDepth = nominal.kind == .protocolType ? 2 : 0
        environment.extensionMembers[nominal, default: [:]][declaration.name, default: []].append(declaration)
        result.append(declaration)
      }
    }
    return result
  }

  // MARK: Members

  func declareMembers(of nominal: Nominal, _ node: NominalNode) {
    guard nominal.declaring == .waiting else { return }
    nominal.declaring = .underWay
    // What it inherits from comes first, from the top.
    for ancestor in waitingAncestors(of: nominal).reversed() { ensureMembers(of: ancestor) }
    if let base = nominal.superclass?.nominal {
      // Its members need those of a class that inherits from it.
      if base.declaring == .underWay { diagnostics.error("circular reference", file, node.nameSpan) }
      nominal.storedProperties = base.storedProperties
    }
    let base = nominal.superclass?.nominal
    nominal.isObservableObject =
      base?.isObservableObject == true || nominal.isObservable
      || environment.protocols(of: nominal, own: base?.declaring == .done).contains {
        $0.proto === library.observableObject
      }
    nominal.isProvided = nominal.kind == .classType && nominal.conformances.contains { $0.proto.isProvidedMark }
    for member in node.members {
      switch member.kind {
      case .nominal: break
      case .cases(let cases): declareCases(cases, nominal, indirect: member.modifiers.isIndirect)
      default:
        for declaration in declareMember(member, owner: nominal) { add(declaration, to: nominal) }
      }
    }
    if nominal.kind == .enumeration, nominal.cases.isEmpty, let raw = nominal.rawType {
      diagnostics.error("an enum with no cases cannot declare a raw type", file, node.nameSpan)
      _ = raw
    }
    if let raw = nominal.rawType, let inherited = node.inherited.first { checkRawType(raw, nominal, inherited.span) }
    synthesize(nominal, node)
    nominal.declaring = .done
    // A type inside may inherit from this one, or be wrapped in it.
    for member in node.members {
      guard case .nominal(let inner) = member.kind, case .nominal(let nested)? = nominal.typeMembers[inner.name] else {
        continue
      }
      declareMembers(of: nested, inner)
    }
    if let keys = nominal.madeCodingKeys, let inner = keys.node { declareMembers(of: keys, inner) }
  }

  /// The classes above whose members are not declared yet, nearest first.
  private func waitingAncestors(of nominal: Nominal) -> [Nominal] {
    var result: [Nominal] = []
    var next = nominal.superclass?.nominal
    while let base = next, base.isUserType, base.declaring == .waiting {
      result.append(base)
      next = base.superclass?.nominal
    }
    return result
  }

  private func checkRawType(_ raw: Type, _ nominal: Nominal, _ span: Span) {
    diagnostics.whenDeclared { [self] in
      let isWritten = ["Integer", "Float", "String", "ExtendedGraphemeCluster", "UnicodeScalar"].contains { kind in
        guard let proto = environment.library.type(named: "ExpressibleBy\(kind)Literal") else { return false }
        if case .yes = environment.conformance(of: raw, to: proto, context: []) { return true }
        return false
      }
      if !isWritten {
        diagnostics.error(
          "raw type '\(raw)' is not expressible by a string, integer, or floating-point literal", file, span)
        cannotSynthesizeRawValue(nominal, raw, span)
      }
    }
  }

  /// Declares the members of a type, of whatever file, unless that has been done.
  func ensureMembers(of nominal: Nominal) {
    guard nominal.declaring == .waiting, let node = nominal.node, let home = nominal.file else { return }
    (home === file ? self : declarer(home))?.declareMembers(of: nominal, node)
  }

  func add(_ declaration: Declaration, to nominal: Nominal) {
    // Members are found by their names, and by this one the initializers are.
    if declaration.name == "init", declaration.kind != .initializer, !file.isLibrary {
      return diagnostics.error(
        "a member named 'init' is not supported here; give it another name", file, declaration.span)
    }
    order += 1
    declaration.order = order
    if declaration.kind == .variable,
      let old = nominal.members[declaration.name]?.first(where: {
        $0.kind == .variable && $0.isStatic == declaration.isStatic
      }),
      !file.isLibrary
    {
      diagnostics.add(
        .error, "invalid redeclaration of '\(declaration.name)'", file, declaration.span,
        notes: [("'\(old.name)' previously declared here", old.span)])
      return
    }
    nominal.members[declaration.name, default: []].append(declaration)
    nominal.memberOrder.append(declaration)
  }

  /// The properties, cases and requirements that a library type's header writes out.
  func declareLibraryMembers(_ nominal: Nominal, _ node: NominalNode) {
    defer { if nominal.kind == .enumeration { addEnumMembers(nominal) } }
    for member in node.members {
      switch member.kind {
      case .cases(let cases): declareCases(cases, nominal, indirect: false)
      case .variable, .function:
        for declaration in declareMember(member, owner: nominal) {
          if declaration.kind == .initializer { declaration.resolved() }
          if nominal.kind == .protocolType {
            declaration.implementation = .requirement
          } else if declaration.kind == .variable, !declaration.isStatic {
            addLibraryProperty(declaration, to: nominal)
          }
          add(declaration, to: nominal)
        }
      default: break
      }
    }
  }

  /// Library structs whose values are records, such as ranges, write out their stored properties.
  private func addLibraryProperty(_ declaration: Declaration, to nominal: Nominal) {
    declaration.resolved()
    let slot = nominal.storedProperties.count
    let property = StoredProperty(
      name: declaration.name, type: declaration.result, isLet: declaration.isLet, slot: slot, declaration: declaration)
    nominal.storedProperties.append(property)
    declaration.implementation = .stored(slot: slot)
  }

  /// An extension in a library type's header: conformances, with their conditions.
  func declareLibraryExtension(_ node: ExtensionNode) {
    guard let nominal = extended(node) else { return }
    fillExtension(node, of: nominal)
  }

  /// The declarations that one member makes; several for `let a = 1, b = 2`.
  func declareMember(
    _ member: Decl, owner: Nominal?, requirements: [Requirement] = [], inExtension: Bool = false
  ) -> [Declaration] {
    switch member.kind {
    case .function(let node):
      return [declareFunction(node, member, owner: owner, requirements: requirements)]
    case .variable(let node):
      return declareProperties(node, member, owner: owner, requirements: requirements, inExtension: inExtension)
    case .cases where inExtension:
      diagnostics.error("enum 'case' is not allowed outside of an enum", file, member.span)
      return []
    case .nominal, .alias, .associatedType, .skipped, .cases: return []
    case .extension, .operators:
      diagnostics.error("declaration is only valid at file scope", file, member.span)
      return []
    }
  }

  private func declareCases(_ cases: [CaseNode], _ nominal: Nominal, indirect: Bool) {
    for node in cases {
      guard nominal.kind == .enumeration else {
        diagnostics.error("enum 'case' is not allowed outside of an enum", file, node.span)
        continue
      }
      let enumCase = EnumCase(name: node.name, owner: nominal, index: nominal.cases.count)
      enumCase.isIndirect = indirect
      if nominal.cases.contains(where: { $0.name == node.name && $0.payload.count == node.parameters.count }) {
        diagnostics.error("invalid redeclaration of '\(node.name)'", file, node.span)
        continue
      }
      let resolver = resolver(nominal)
      enumCase.payload = node.parameters.map { parameter in
        let type = resolver.resolve(parameter.type)
        var result = Declaration.Parameter(label: parameter.label, name: parameter.name, type: type)
        result.hasDefault = parameter.defaultValue != nil
        result.defaultValue = parameter.defaultValue
        result.span = parameter.span
        return result
      }
      declareDefaults(enumCase.payload, owner: nominal)
      if let raw = nominal.rawType, let inherited = nominal.node?.inherited.first, node.hasPayload {
        diagnostics.add(
          .error, "enum with raw type cannot have cases with arguments", file, node.span,
          notes: [("declared raw type '\(raw)' here", inherited.span)])
        cannotSynthesizeRawValue(nominal, raw, inherited.span)
      }
      if nominal.rawType != nil {
        enumCase.rawValue = rawValue(node, nominal)
      } else if let raw = node.rawValue {
        diagnostics.error("enum case cannot have a raw value if the enum does not have a raw type", file, raw.span)
      }
      nominal.cases.append(enumCase)
      let declaration = Declaration(.enumCase, node.name, owner: nominal)
      declaration.isStatic = true
      declaration.parameters = enumCase.payload
      declaration.result = nominal.selfType
      declaration.implementation = .enumCase(enumCase)
      declaration.declaredIn = file
      declaration.span = node.span
      nominal.members[node.name, default: []].append(declaration)
      nominal.memberOrder.append(declaration)
    }
  }

  private func cannotSynthesizeRawValue(_ nominal: Nominal, _ raw: Type, _ span: Span) {
    diagnostics.error(
      "'\(nominal.name)' declares raw type '\(raw)', but does not conform to RawRepresentable and conformance could "
        + "not be synthesized", file, span)
  }

  private func integerRawValue(_ number: Int128, _ type: Type?, _ span: Span) -> Value {
    let kind = IntegerKind.of(type) ?? .int
    if !kind.contains(number) {
      diagnostics.error("integer literal '\(number)' overflows when stored into '\(kind.name)'", file, span)
    }
    return kind.value(truncating: number)
  }

  private func rawValue(_ node: CaseNode, _ nominal: Nominal) -> Value? {
    let raw = nominal.rawType
    if let expression = node.rawValue {
      let value: Value? =
        switch expression.kind {
        case .integer(let number?) where raw == library.double: .double(Double(number))
        case .integer(let number?): integerRawValue(number, raw, expression.span)
        case .floating(let number): .double(number)
        case .string(let segments):
          if segments.count <= 1, case .text(let text)? = segments.first ?? .text("") {
            raw == library.character ? text.first.map { .character($0) } : .string(text)
          } else {
            nil
          }
        default: nil
        }
      guard let value else {
        diagnostics.error("raw value for enum case must be a literal", file, expression.span)
        return nil
      }
      let fits =
        switch value {
        case .int: raw != library.string
        case .string: raw == library.string
        case .double: raw == library.double
        default: true
        }
      if !fits, let raw {
        diagnostics.error(
          "cannot convert value of type '\(value.isText ? "String" : "Int")' to raw type '\(raw)'", file,
          expression.span)
        if let inherited = nominal.node?.inherited.first { cannotSynthesizeRawValue(nominal, raw, inherited.span) }
      }
      if nominal.cases.contains(where: { $0.rawValue == value }) {
        diagnostics.error("raw value for enum case is not unique", file, expression.span)
      }
      return value
    }
    if raw == library.string { return .string(node.name) }
    if let last = nominal.cases.last?.rawValue, last.isInteger {
      return integerRawValue(IntegerKind.int.wide(last) + 1, raw, node.span)
    }
    if nominal.cases.isEmpty, raw != library.character { return .int(0) }
    if let raw, let inherited = nominal.node?.inherited.first {
      diagnostics.error(
        raw == library.character
          ? "enum cases require explicit raw values when the raw type is not expressible by integer or string literal"
          : "enum case must declare a raw value when the preceding raw value is not an integer", file, node.span)
      cannotSynthesizeRawValue(nominal, raw, inherited.span)
    }
    return nil
  }
}

extension Value {
  var isText: Bool {
    switch self {
    case .string, .character: true
    default: false
    }
  }
}
