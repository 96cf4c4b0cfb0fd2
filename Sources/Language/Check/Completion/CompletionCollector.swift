/// Everything that could stand at the cursor, what fits first.
struct CompletionCollector {
  let checker: Checker
  let place: CompletionPlace
  let found: CompletionQuery.Found?
  /// What has been typed of the name.
  let prefix: String
  /// Where the cursor is, in UTF-8 bytes; what is declared further down is not there yet.
  let offset: Int
  /// The program's values, the newest first.
  let globalNames: [String]
  /// What is assigned to, as it is written before the cursor.
  let target: String?
  /// Whether `&` stands before the cursor.
  let isReference: Bool

  private var environment: TypeEnvironment { found?.scope.environment ?? checker.environment }
  private var library: Library { checker.library }
  private var expected: Type { found?.expected ?? .hole }
  private let wanted: [Wanted]

  init(
    checker: Checker, place: CompletionPlace, found: CompletionQuery.Found?, prefix: String, offset: Int,
    globalNames: [String], target: String?, isReference: Bool
  ) {
    self.checker = checker
    self.place = place
    self.found = found
    self.prefix = prefix
    self.offset = offset
    self.globalNames = globalNames
    self.target = target
    self.isReference = isReference
    var wanted = Self.wanted(found, found?.scope.environment ?? checker.environment, checker.library)
    if wanted.isEmpty, case .expression(_, let wish) = place {
      if wish.contains(.error) { wanted = [.protocols([checker.library.errorProtocol])] }
      if wish.contains(.sequence), let proto = checker.library.type(named: "Sequence") {
        wanted = [.protocols([proto])]
      }
    }
    self.wanted = wanted
  }

  func candidates() -> [CompletionCandidate] {
    let all: [CompletionCandidate]
    switch place {
    case .none: all = []
    case .attribute(let use): all = attributes(use)
    case .signature: all = words(CompletionWords.inSignatures)
    case .observers: all = words(CompletionWords.observers)
    case .setter: all = words(["set"])
    case .macro: all = CompletionWords.macros.map { CompletionCandidate($0, .macro, .word) }
    case .module: all = CompletionWords.modules.map { CompletionCandidate($0, .module, .word) }
    case .memberDeclaration: all = words(CompletionWords.amongMembers)
    case .type(_, .requirement(let parameters, let extended)): all = subjects(parameters, extended)
    case .type(let path, let use): all = path.isEmpty ? types(for: use) : nestedTypes(path)
    case .newMember(let path, let isFunction, let isOverride, let isStatic):
      all = inherited(path, isFunction: isFunction, isOverride: isOverride, isStatic: isStatic)
    case .expression(let startsStatement, _): all = expressions(startsStatement)
    }
    let begun = all.filter { $0.name.hasPrefix(prefix) && (!$0.name.hasPrefix("_") || prefix.hasPrefix("_")) }
    // Sorting keeps the order of what is alike.
    return begun.enumerated().sorted { a, b in
      if a.element.fit != b.element.fit { return a.element.fit < b.element.fit }
      let (missing, other) = (missingEffects(a.element), missingEffects(b.element))
      if missing != other { return missing < other }
      if a.element.nearness != b.element.nearness { return a.element.nearness < b.element.nearness }
      return a.offset < b.offset
    }.map(\.element)
  }

  private func expressions(_ startsStatement: Bool) -> [CompletionCandidate] {
    guard let found else {
      return startsStatement ? names(nil, startsStatement: true) : []
    }
    switch found.kind {
    case .member(.hole), .keyPathStep(.hole): return []
    case .member(.metatype(let instance)): return members(of: .metatype(instance), found) + ofTypes(instance, found)
    case .member(let base): return members(of: base, found)
    case .keyPathStep(let base):
      return members(of: base, found).filter { candidate in
        if case .declaration(let declaration) = candidate.subject { declaration.kind == .variable } else { true }
      }
    case .implicitMember: return implicitMembers(found, dotted: false)
    // What is compared may still have to be typed.
    case .pattern: return Self.says(expected) ? implicitMembers(found, dotted: false) : cases(found)
    case .name:
      let labels = found.call.map { self.labels($0) }
      if let labels, labels.areRequired { return labels.candidates }
      return (labels?.candidates ?? []) + names(found, startsStatement: startsStatement)
    }
  }

  // MARK: Fit

  private var wish: CompletionWish { if case .expression(_, let wish) = place { wish } else { [] } }

  /// How little reason a candidate gives for the `try` and `await` that stand before it.
  private func missingEffects(_ candidate: CompletionCandidate) -> Int {
    // What the library has at top level is seldom meant before what the program has.
    missingOwnEffects(candidate) + (candidate.nearness == .libraryFunction ? 1 : 0)
  }

  private func missingOwnEffects(_ candidate: CompletionCandidate) -> Int {
    guard wish.contains(.asynchronous) || wish.contains(.throwing) else { return 0 }
    func missing(_ declaration: Declaration) -> Int {
      (wish.contains(.asynchronous) && !declaration.isAsync ? 1 : 0)
        + (wish.contains(.throwing) && !declaration.isThrowing ? 1 : 0)
    }
    switch (found?.kind, candidate.subject) {
    case (.member?, .declaration(let declaration)): return missing(declaration)
    case (.name?, .declaration(let declaration)) where declaration.kind != .variable:
      return missing(declaration) == 0 ? 0 : 2
    // An object may have what is waited for; a number has nothing.
    case (.name?, .declaration), (.name?, .local): return candidate.type?.isClass == true ? 1 : 2
    case (.name?, _): return 2
    default: return 0
    }
  }

  private func fit(_ type: Type?) -> CompletionCandidate.Fit {
    guard let found, let type else { return .unknown }
    let given = [type, type.asFunction.map(\.result)].compactMap(\.self)
    if wanted.isEmpty, wish.contains(.optional) {
      return given.contains { $0.wrapped != nil } ? .converted : .unknown
    }
    if wanted.isEmpty { return .unknown }
    let types = wanted.compactMap { wanted -> Type? in if case .type(let type) = wanted { type } else { nil } }
    if given.contains(where: { given in types.contains { given == $0 || given == $0.wrapped } }) { return .exact }
    let system = ConstraintSystem(checker, found.scope.context, found.scope.environment)
    func converts(_ type: Type) -> Bool {
      wanted.contains { wanted in
        switch wanted {
        // To an optional converts what is one, or what converts to what it holds.
        case .type(let wanted):
          system.nestedConverts(type.strippingOptionals.0, wanted.strippingOptionals.0)
            && type.strippingOptionals.1 <= wanted.strippingOptionals.1
        case .protocols(let protocols): conforms(type, to: protocols)
        }
      }
    }
    for type in given where !type.isVoid {
      // A question to a system that is no more has no answer.
      if type.hasHoles || type.hasParameters || type.hasVariables {
        // Whatever a function is generic over, what it gives may be known not to fit.
        if let result = type.asFunction?.result, Self.says(result), !result.isVoid, !converts(result) { continue }
        return .unknown
      }
      if converts(type) { return .converted }
    }
    return .none
  }

  private func conforms(_ type: Type, to protocols: [Nominal]) -> Bool {
    protocols.allSatisfy { proto in
      if case .yes = environment.conformance(of: type, to: proto, context: []) { true } else { false }
    }
  }

  /// What the surroundings want: a value of a type, or of any that does what a generic parameter asks for.
  private enum Wanted {
    case type(Type)
    case protocols([Nominal])
  }

  private static func says(_ type: Type) -> Bool {
    if case .existential(let any) = type, any.protocols.isEmpty, any.base.isEmpty { return false }
    return !type.hasHoles && !type.hasParameters && !type.hasVariables
  }

  private static func wanted(
    _ found: CompletionQuery.Found?, _ environment: TypeEnvironment, _ library: Library
  ) -> [Wanted] {
    guard let found else { return [] }
    // Nothing is a value of `Never`: it only says that what fails is not known yet.
    if says(found.expected), found.expected != library.never { return [.type(found.expected)] }
    guard let call = found.call, found.expected.hasHoles else { return [] }
    // Several declarations may be meant: what any of them takes there, and what the likeliest does first.
    let chosen = call.chosen.map { [Candidate(declaration: $0.declaration, base: $0.base)] } ?? []
    return (chosen + call.candidates).compactMap { candidate in
      guard candidate.declaration.resolved(), candidate.declaration.kind != .variable,
        let index = call.parameter(of: candidate.declaration)
      else { return nil }
      let type = candidate.seenType(environment, found.scope.context.requirements).asFunction?.parameters[index].type
      if let type, says(type) { return .type(type) }
      if let assumed = assumed(
        candidate.declaration.parameters[index].type, candidate.declaration, environment, library)
      {
        return .type(assumed)
      }
      let protocols = environment.knownProtocols(
        of: candidate.declaration.parameters[index].type,
        candidate.declaration.requirements + (candidate.declaration.owner?.requirements ?? []))
      return protocols.isEmpty ? nil : .protocols(protocols)
    }
  }

  /// `S.SchedulerTimeType.Stride` while the argument that settles `S` is still to come: as it is with a type of the library
  /// that `S` may be. They have in common what the protocol asks of them.
  private static func assumed(
    _ type: Type, _ declaration: Declaration, _ environment: TypeEnvironment, _ library: Library
  ) -> Type? {
    var root = type
    while case .member(let base, _) = root { root = base }
    guard root != type, case .parameter(let parameter) = root else { return nil }
    let protocols = environment.knownProtocols(of: .parameter(parameter), declaration.requirements)
    guard let first = protocols.first else { return nil }
    for name in library.index.typeNames where library.index.type(named: name)?.header.contains(first.name) == true {
      guard case .nominal(let nominal)? = environment.type(named: name), nominal.kind != .protocolType else { continue }
      let settled = environment.resolve(type.substituting([parameter: nominal.selfType]), [])
      if says(settled) { return settled }
    }
    return nil
  }

  // MARK: Members

  private func members(of base: Type, _ found: CompletionQuery.Found) -> [CompletionCandidate] {
    if case .tuple(let elements) = base {
      return elements.enumerated().map { index, element in
        let name = element.label ?? "\(index)"
        return CompletionCandidate(name, .word, .ownMember, type: element.type, fit: fit(element.type))
      }
    }
    var result = declared(on: base, found)
    if case .metatype(let instance) = base { result += nestedTypes(of: instance) }
    if let nominal = base.nominal, nominal.hasDynamicMembers, !nominal.isUserType {
      result = bound(by: base, found) + result
    }
    return result
  }

  /// What every type has: how its values are made, and itself as a value.
  private func ofTypes(_ instance: Type, _ found: CompletionQuery.Found) -> [CompletionCandidate] {
    let system = ConstraintSystem(checker, found.scope.context, found.scope.environment)
    let made = system.lookup(.metatype(instance), Name(text: "init", span: .none)).filter { candidate in
      candidate.declaration.resolved() && system.isAccessible(candidate.declaration)
        && candidate.declaration.owner.map { $0.kind != .protocolType } ?? true
    }
    let takesType = if case .metatype = found.expected { true } else { !typesAsValues.isEmpty }
    let itself = CompletionCandidate(
      "self", .word, .word, type: .metatype(instance), fit: takesType ? .exact : wanted.isEmpty ? .unknown : .none)
    return made.map { candidate in
      CompletionCandidate(
        "init", .declaration(candidate.declaration), .word, type: instance,
        fit: wanted.isEmpty ? .unknown : fit(instance))
    } + [itself]
  }

  /// What a binding leads on to: the properties of its value that can be set.
  private func bound(by binding: Type, _ found: CompletionQuery.Found) -> [CompletionCandidate] {
    declared(on: binding.argument(0), found).filter { candidate in
      guard case .declaration(let declaration) = candidate.subject, candidate.name.first != "$" else { return false }
      return declaration.kind == .variable && declaration.isSettable
        && checker.canSet(declaration, from: found.scope.context)
    }
  }

  /// Every member of a value, or of a type as a metatype, as it is seen through it.
  private func declared(on base: Type, _ found: CompletionQuery.Found) -> [CompletionCandidate] {
    let system = ConstraintSystem(checker, found.scope.context, found.scope.environment)
    let instance: Type = if case .metatype(let instance) = base { instance } else { base }
    var result: [CompletionCandidate] = []
    var seen: Set<String> = []
    for (name, depth) in memberNames(of: instance) where name.hasPrefix(prefix) && seen.insert(name).inserted {
      for candidate in system.lookup(base, Name(text: name, span: .none)) {
        let declaration = candidate.declaration
        guard !candidate.isUnapplied, declaration.resolved(), system.isAccessible(declaration),
          system.fitsRequirements(candidate)
        else { continue }
        let type = seenType(candidate)
        result.append(
          CompletionCandidate(name, .declaration(declaration), .member(depth: depth), type: type, fit: fit(type)))
      }
    }
    return result
  }

  private func seenType(_ candidate: Candidate) -> Type {
    candidate.seenType(environment, found?.scope.context.requirements ?? [])
  }

  /// Names of members: the program's, nearest types first and in the order in which they are declared, then the library's,
  /// from wherever in it they come: what is wanted most often, then all by name.
  private func memberNames(of type: Type) -> [(name: String, depth: Int)] {
    let steps: [Nominal]
    switch type {
    case .nominal(let nominal, _): steps = nominal.lineage + environment.protocols(of: nominal).map(\.proto)
    case .existential(let existential):
      steps =
        environment.classes(of: existential).compactMap(\.nominal).flatMap(\.lineage)
        + existential.protocols.flatMap { environment.closure(of: $0) }
    case .parameter, .member: steps = environment.knownProtocols(of: type, found?.scope.context.requirements ?? [])
    default: return []
    }
    var result: [(name: String, depth: Int)] = []
    var libraryNames: [String] = []
    var commonest: [String] = []
    func isMember(_ name: String) -> Bool {
      guard let first = name.first, first.isLetter || first == "$" || first == "_" else { return false }
      return name != "init" && name != "subscript" && name != "deinit"
    }
    for (depth, step) in steps.enumerated() {
      var names = step.memberOrder.flatMap {
        step.members["$" + $0.name] == nil ? [$0.name] : [$0.name, "$" + $0.name]
      }
      if let own = step.library {
        libraryNames += own.names
        commonest += library.index.commonest[step.qualifiedName] ?? []
        // What a protocol asks for is no nearer than what it gives.
        if step.kind == .protocolType { (libraryNames, names) = (libraryNames + names, []) }
      }
      for environment in environment.lineage { names += (environment.extensionMembers[step] ?? [:]).keys.sorted() }
      if step.kind == .enumeration, step.isUserType { names = step.cases.map(\.name) + names }
      result += names.filter(isMember).map { ($0, depth) }
      if step.kind == .enumeration, step.isUserType { result += [("allCases", depth), ("rawValue", depth)] }
    }
    return result + (commonest + libraryNames.filter(isMember).sorted()).map { ($0, steps.count) }
  }

  /// What a type being typed can declare: what its superclass has, with `override`, or else what its protocols ask for. It is
  /// offered as it would be written.
  private func inherited(
    _ path: [String], isFunction: Bool, isOverride: Bool, isStatic: Bool
  ) -> [CompletionCandidate] {
    guard let nominal = self.nominal(at: path) else { return [] }
    let own = Set(nominal.memberOrder.map(\.asWritten))
    let sources = isOverride ? Array(nominal.lineage.dropFirst()) : environment.protocols(of: nominal).map(\.proto)
    var result: [CompletionCandidate] = []
    for (depth, source) in sources.enumerated() {
      let names = source.memberOrder.map(\.name) + (source.library?.names.sorted() ?? [])
      var seen: Set<String> = []
      for name in names where seen.insert(name).inserted {
        for declaration in environment.members(of: source, named: name) where declaration.resolved() {
          let isRequirement = if case .requirement = declaration.implementation { true } else { false }
          guard declaration.kind == (isFunction ? .function : .variable), !declaration.isFinal,
            declaration.isStatic == isStatic, isOverride ? declaration.access != .private : isRequirement,
            !own.contains(declaration.asWritten)
          else { continue }
          // The word that declares it stands there already, and the type's own names are called by themselves.
          let keyword = isFunction ? "func " : declaration.isLet ? "let " : "var "
          let asWritten = declaration.asWritten.replacing(" = …", with: "").replacing("Self.", with: "")
          guard let start = asWritten.firstRange(of: keyword)?.upperBound else { continue }
          let written = asWritten[start...]
          let type = declaration.result
          let text = isFunction || !type.hasParameters && !type.hasHoles ? String(written) : name
          result.append(CompletionCandidate(text, .declaration(declaration), .member(depth: depth), type: type))
        }
      }
    }
    if isFunction, !isOverride { result += derivedByTheLanguage(nominal, isStatic: isStatic) }
    return result
  }

  /// What the language would derive, and a type may have of its own.
  private func derivedByTheLanguage(_ nominal: Nominal, isStatic: Bool) -> [CompletionCandidate] {
    let texts =
      isStatic
      ? [
        "Equatable": "== (lhs: \(nominal.selfType), rhs: \(nominal.selfType)) -> Bool",
        "Comparable": "< (lhs: \(nominal.selfType), rhs: \(nominal.selfType)) -> Bool",
      ]
      : ["Encodable": "encode(to encoder: any Encoder) throws", "Hashable": "hash(into hasher: inout Hasher)"]
    let names = environment.protocols(of: nominal).map(\.proto).filter { $0.library != nil }.map(\.name)
    return names.compactMap { texts[$0] }.map { CompletionCandidate($0, .word, .word) }
  }

  // MARK: Behind a dot without a base

  /// Cases and static members of what is wanted that give what is wanted.
  private func implicitMembers(_ found: CompletionQuery.Found, dotted: Bool) -> [CompletionCandidate] {
    var bases = [expected]
    while let wrapped = bases[0].wrapped { bases.insert(wrapped, at: 0) }
    if !Self.says(expected) {
      bases = wanted.flatMap { wanted -> [Type] in
        switch wanted {
        case .type(let type): [type]
        case .protocols(let protocols): protocols.map { .existential(ExistentialType(protocols: [$0])) }
        }
      }
    }
    var result: [CompletionCandidate] = []
    for (index, base) in bases.enumerated() {
      if case .existential(let any) = base, any.protocols.isEmpty { continue }
      for var candidate in declared(on: .metatype(base), found) {
        let given = candidate.type?.asFunction?.result ?? candidate.type
        guard
          given == base || given?.hasParameters == true && base.nominal == nil || given?.wrapped == base
            || given?.nominal == base.nominal && base.nominal != nil
        else { continue }
        if dotted { candidate.name = "." + candidate.name }
        let isCase =
          if case .declaration(let declaration) = candidate.subject { declaration.kind == .enumCase } else { false }
        candidate.fit = index == 0 ? isCase ? .exact : .converted : .unknown
        result.append(candidate)
      }
    }
    return result
  }

  /// The cases of every enum of the program, and of an optional.
  private func cases(_ found: CompletionQuery.Found) -> [CompletionCandidate] {
    var enums: [Nominal] = []
    func add(_ types: [String: TypeMember]) {
      for (_, member) in types.sorted(by: { $0.key < $1.key }) {
        guard case .nominal(let nominal) = member, nominal.isUserType else { continue }
        if nominal.kind == .enumeration { enums.append(nominal) }
        add(nominal.typeMembers)
      }
    }
    for environment in environment.lineage where environment !== library.environment { add(environment.types) }
    if let optional = library.type(named: "Optional") { enums.append(optional) }
    return enums.flatMap { declared(on: .metatype($0.selfType), found) }.filter { candidate in
      if case .declaration(let declaration) = candidate.subject { declaration.kind == .enumCase } else { false }
    }
  }

  // MARK: Arguments

  /// The labels that can follow, and whether one must.
  private func labels(_ call: CompletionQuery.Call) -> (candidates: [CompletionCandidate], areRequired: Bool) {
    guard call.arguments[call.index].label == nil else { return ([], false) }
    var result: [CompletionCandidate] = []
    var seen: Set<String> = []
    var mayBeValue = call.candidates.isEmpty
    for candidate in call.candidates {
      let declaration = candidate.declaration
      guard declaration.resolved(), declaration.kind != .variable, let first = call.parameter(of: declaration) else {
        if declaration.kind == .variable { mayBeValue = true }
        continue
      }
      guard case .function(let function) = seenType(candidate) else { continue }
      for index in first..<declaration.parameters.count {
        let parameter = declaration.parameters[index]
        if let label = parameter.label {
          if seen.insert(label).inserted {
            result.append(
              CompletionCandidate(
                label + ":", .label(declaration), .local, type: function.parameters[index].type, fit: .exact))
          }
        } else if index == first {
          mayBeValue = true
        }
        if !parameter.hasDefault, !parameter.isVariadic { break }
      }
    }
    return (result, !mayBeValue && !result.isEmpty)
  }

  // MARK: Names

  private func names(_ found: CompletionQuery.Found?, startsStatement: Bool) -> [CompletionCandidate] {
    var result: [CompletionCandidate] = []
    var seen: Set<String> = []
    func add(_ candidate: CompletionCandidate) {
      guard candidate.name.hasPrefix(prefix) else { return }
      if case .declaration(let declaration) = candidate.subject, declaration.kind == .function {
        result.append(candidate)
      } else if seen.insert(candidate.name).inserted {
        result.append(candidate)
      }
    }
    for local in found?.locals ?? [] where !local.name.isEmpty && local.name != "_" {
      add(CompletionCandidate(local.name, .local(local), .local, type: local.type, fit: fit(local.type)))
    }
    if let found, prefix.isEmpty, !wanted.isEmpty, !startsStatement {
      literals(found).forEach(add)
      wantedNestedTypes.forEach(add)
    }
    if wish.contains(.accessor) { words(CompletionWords.accessors).forEach(add) }
    typesAsValues.forEach(add)
    if let found, let nominal = found.scope.context.nominal, found.scope.selfVariable != nil {
      let own = nominal.selfType.substituting(found.scope.context.requirements.concrete)
      for var member in declared(on: found.scope.context.isStatic ? .metatype(own) : own, found) {
        if case .declaration(let declaration) = member.subject, declaration.owner?.library != nil { continue }
        member.nearness = .ownMember
        add(member)
      }
    }
    let values = globals
    values.forEach(add)
    if let found, prefix.isEmpty, !wanted.isEmpty || wish.contains(.optional), !startsStatement {
      propertiesOfStores(among: values, found).forEach(add)
    }
    types(mayBeValue: true).forEach(add)
    words(CompletionWords.inExpressions).forEach { word in
      var word = word
      if found != nil, !startsStatement, !mayBeLiteral(word.name) { word.fit = .none }
      add(word)
    }
    if startsStatement {
      words(CompletionWords.beforeStatements).forEach(add)
      if let found, found.scope.context.kind != .topLevel { words(CompletionWords.insideFunctions).forEach(add) }
      if let found, found.scope.allowsContinue(nil) { words(CompletionWords.insideLoops).forEach(add) }
    }
    for name in library.globalNames.sorted() where name.first?.isLetter == true && name.hasPrefix(prefix) {
      if prefix.isEmpty, name.first!.isUppercase { continue }
      for function in library.globals(named: name) where function.resolved() {
        // `NSNotFound` and `isKnownUniquelyReferenced` are what is meant when their names have begun.
        add(
          CompletionCandidate(
            name, .declaration(function), .libraryFunction, type: function.valueType,
            fit: !prefix.isEmpty ? fit(function.valueType) : wanted.isEmpty ? .unknown : .none))
      }
    }
    return wantsReference ? result.map(referred) : result
  }

  /// Whether what is called changes its argument.
  private var wantsReference: Bool {
    guard let found, let call = found.call, !isReference, prefix.isEmpty else { return false }
    return call.candidates.contains { candidate in
      guard candidate.declaration.resolved(), candidate.declaration.kind != .variable,
        let index = call.parameter(of: candidate.declaration)
      else { return false }
      return seenType(candidate).asFunction?.parameters[index].isInout == true
    }
  }

  /// `&bag`, of a variable that fits.
  private func referred(_ candidate: CompletionCandidate) -> CompletionCandidate {
    guard candidate.fit == .exact || candidate.fit == .converted else { return candidate }
    let isVariable =
      switch candidate.subject {
      case .declaration(let declaration): declaration.kind == .variable && !declaration.isLet
      case .local(let local): !local.isLet
      default: false
      }
    guard isVariable else { return candidate }
    var candidate = candidate
    candidate.name = "&" + candidate.name
    return candidate
  }

  /// What can be written for a value of the type that is wanted.
  private func literals(_ found: CompletionQuery.Found) -> [CompletionCandidate] {
    var result: [CompletionCandidate] = []
    if (expected.wrapped ?? expected) == library.bool {
      result += ["true", "false"].map { CompletionCandidate($0, .word, .literal, type: library.bool, fit: .exact) }
    }
    result += implicitMembers(found, dotted: true).filter { $0.fit == .exact }.map { candidate in
      var candidate = candidate
      candidate.nearness = .literal
      return candidate
    }
    if wanted.contains(where: {
      if case .type(let type) = $0 { type.strippingOptionals.0.asFunction != nil } else { false }
    }) {
      result.append(CompletionCandidate("{", .word, .literal, type: expected, fit: .exact))
      result += orderings(found)
    }
    if expected.wrapped != nil {
      result.append(CompletionCandidate("nil", .word, .global, type: expected, fit: .exact))
    }
    return result
  }

  /// `sorted(by: >)`
  private func orderings(_ found: CompletionQuery.Found) -> [CompletionCandidate] {
    guard case .type(let type)? = wanted.first, let function = type.strippingOptionals.0.asFunction,
      function.result == library.bool, function.parameters.count == 2,
      function.parameters[0].type == function.parameters[1].type,
      let comparable = library.type(named: "Comparable"), conforms(function.parameters[0].type, to: [comparable])
    else { return [] }
    return [">", "<"].map { CompletionCandidate($0, .word, .literal, type: type, fit: .exact) }
  }

  /// `nil`, `true` and `false` are of no other type; what begins an expression may stand anywhere.
  private func mayBeLiteral(_ word: String) -> Bool {
    guard ["nil", "true", "false"].contains(word), Self.says(expected) else { return true }
    if case .existential = expected.strippingOptionals.0 { return true }
    return word == "nil" ? expected.wrapped != nil : expected.strippingOptionals.0 == library.bool
  }

  /// `Notification.Name`, where one is wanted: it is no name of its own.
  private var wantedNestedTypes: [CompletionCandidate] {
    guard let found else { return [] }
    let system = ConstraintSystem(checker, found.scope.context, found.scope.environment)
    return wanted.compactMap { wanted in
      guard case .type(let type) = wanted, let nominal = type.strippingOptionals.0.nominal, nominal.parent != nil,
        system.lookup(.metatype(type.strippingOptionals.0), Name(text: "init", span: .none)).contains(where: {
          system.isAccessible($0.declaration)
        })
      else { return nil }
      return CompletionCandidate(nominal.qualifiedName, .nominal(nominal), .type, fit: .converted)
    }
  }

  /// What stores at top level have of the type that is wanted: `login.ok`.
  private func propertiesOfStores(
    among values: [CompletionCandidate], _ found: CompletionQuery.Found
  ) -> [CompletionCandidate] {
    values.flatMap { store -> [CompletionCandidate] in
      guard let type = store.type, let nominal = type.nominal, nominal.isUserType, nominal.isObservableObject
      else { return [] }
      return declared(on: type, found).compactMap { property in
        guard case .declaration(let declaration) = property.subject, declaration.kind == .variable,
          declaration.owner?.library == nil, property.fit == .exact || property.fit == .converted
        else { return nil }
        var property = property
        property.name = store.name + "." + property.name
        return property.name == target ? nil : property
      }
    }
  }

  /// Values and functions at top level.
  private var globals: [CompletionCandidate] {
    var result = (checker.session?.kept ?? []).reversed().map { variable in
      CompletionCandidate(
        variable.name, variable.declaration.map { .declaration($0) } ?? .word, .global, type: variable.type,
        fit: fit(variable.type))
    }
    for environment in environment.lineage where environment !== library.environment {
      let isOwn = environment === checker.environment
      let order = Dictionary(globalNames.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      let all = environment.values.sorted { a, b in
        let (x, y) = (a.value[0].span.start, b.value[0].span.start)
        if isOwn { return x == y ? a.key < b.key : x > y }
        let (m, n) = (order[a.key] ?? .max, order[b.key] ?? .max)
        return m == n ? a.key < b.key : m < n
      }
      for (name, declarations) in all where name.first?.isLetter == true && name.hasPrefix(prefix) {
        for declaration in declarations where declaration.owner == nil && declaration.resolved() {
          // In a script a variable is there behind its declaration.
          if isOwn, declaration.kind == .variable {
            if declaration.span.end > offset { continue }
            if case .global(let variable) = declaration.implementation, let initial = variable.initial,
              initial.span.start <= offset, offset <= initial.span.end
            {
              continue
            }
          }
          let type = declaration.valueType
          result.append(CompletionCandidate(name, .declaration(declaration), .global, type: type, fit: fit(type)))
        }
      }
    }
    return result
  }

  /// `Point.self`, where a type is to be passed that does something: `decode(_:from:)`.
  private var typesAsValues: [CompletionCandidate] {
    guard let call = found?.call else { return [] }
    for candidate in call.candidates {
      guard candidate.declaration.resolved(), candidate.declaration.kind != .variable,
        let index = call.parameter(of: candidate.declaration),
        case .metatype(let parameter) = candidate.declaration.parameters[index].type
      else { continue }
      let protocols = environment.knownProtocols(of: parameter, candidate.declaration.requirements)
      if protocols.isEmpty { continue }
      var result: [CompletionCandidate] = []
      for environment in environment.lineage where environment !== library.environment {
        for (name, member) in environment.types.sorted(by: { $0.key < $1.key }) {
          guard case .nominal(let nominal) = member, nominal.kind != .protocolType,
            conforms(nominal.selfType, to: protocols)
          else { continue }
          result.append(CompletionCandidate(name + ".self", .nominal(nominal), .literal, fit: .exact))
        }
      }
      return result + ["String.self", "Int.self"].map { CompletionCandidate($0, .word, .type, fit: .converted) }
    }
    return []
  }

  /// Types at a place where one is named, those first that are meant there.
  private func types(for use: TypeUse) -> [CompletionCandidate] {
    if case .argument(let path, let index) = use, let generic = nominal(at: path) {
      return types(asArgument: index, of: generic)
    }
    let usual = CompletionWords.types(use)
    var besides: [String] = []
    var takesClasses = false
    if case .inherited(let inheritor, let said) = use {
      besides = said
      takesClasses = inheritor == .classType
    }
    return types(mayBeValue: false).compactMap { candidate in
      if besides.contains(candidate.name) { return nil }
      var candidate = candidate
      if let place = usual.firstIndex(of: candidate.name) {
        candidate.nearness = .usualType(place)
        if use != .value { candidate.fit = .converted }
      } else if use != .value, case .nominal(let nominal) = candidate.subject {
        let isMeant = nominal.kind == .protocolType || takesClasses && nominal.kind == .classType && !nominal.isFinal
        candidate.fit = isMeant ? .exact : .none
      } else if case .word = candidate.subject, use != .value, candidate.name != "AnyObject" {
        candidate.fit = .none
      }
      return candidate
    }
  }

  /// What a `where` clause may ask something of: parameters, and the associated types of a protocol.
  private func subjects(_ parameters: [String], _ extended: [String]) -> [CompletionCandidate] {
    var names = parameters
    if let nominal = nominal(at: extended) {
      names += nominal.genericParameters.map(\.name)
      names += nominal.primaryAssociatedTypes
      names += nominal.associatedTypes.keys.sorted().filter { !nominal.primaryAssociatedTypes.contains($0) }
      names.append("Self")
    }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.map { CompletionCandidate($0, .alias, .local, fit: .exact) }
  }

  /// Types that can stand for a generic parameter, those first that do what it asks for.
  private func types(asArgument index: Int, of generic: Nominal) -> [CompletionCandidate] {
    let all = types(for: .value)
    guard generic.genericParameters.indices.contains(index) else { return all }
    let parameter = generic.genericParameters[index]
    let protocols = environment.knownProtocols(of: .parameter(parameter), generic.requirements)
    // What fails most often cannot.
    let mayFail = protocols.contains(library.errorProtocol)
    return all.map { candidate in
      var candidate = candidate
      if mayFail, candidate.name == "Never" { (candidate.fit, candidate.nearness) = (.exact, .local) }
      if mayFail, candidate.name == "Error" { candidate.nearness = .ownMember }
      guard !protocols.isEmpty, candidate.name != "Never" else { return candidate }
      switch candidate.subject {
      case .nominal(let nominal): candidate.fit = conforms(nominal.selfType, to: protocols) ? .converted : .none
      case .libraryType(let name):
        // Looking at all of the library would take long: what is named most often, and what speaks of the protocol.
        let isUsual = if case .usualType = candidate.nearness { true } else { false }
        let speaks = library.index.type(named: name).map { type in protocols.contains { type.header.contains($0.name) }
        }
        guard isUsual || speaks == true, case .nominal(let nominal)? = environment.type(named: name),
          nominal.kind != .protocolType || name == "Error"
        else {
          candidate.fit = .none
          break
        }
        candidate.fit = name == "Error" || conforms(nominal.selfType, to: protocols) ? .converted : .none
      case .word: candidate.fit = candidate.name == "any" && mayFail ? .converted : .none
      default: break
      }
      return candidate
    }
  }

  private func types(mayBeValue: Bool) -> [CompletionCandidate] {
    var result: [CompletionCandidate] = []
    func fit(_ name: String) -> CompletionCandidate.Fit {
      guard mayBeValue, !wanted.isEmpty else { return .unknown }
      if wish.contains(.sequence) { return .none }
      for wanted in wanted {
        switch wanted {
        case .type(let type): if (type.wrapped ?? type).nominal?.qualifiedName == name { return .converted }
        case .protocols(let protocols):
          // Of the library only what speaks of the protocol is looked at.
          let header = library.index.type(named: name)?.header
          if header.map({ header in protocols.contains { header.contains($0.name) } }) ?? true,
            case .nominal(let nominal)? = environment.type(named: name), conforms(nominal.selfType, to: protocols)
          {
            return .converted
          }
        }
      }
      return .none
    }
    for parameter in found?.scope.context.generics ?? [] {
      result.append(CompletionCandidate(parameter.name, .alias, .local, type: .parameter(parameter)))
    }
    var nominal = found?.scope.context.nominal
    while let current = nominal {
      result += nestedTypes(of: current.selfType)
      nominal = current.parent
    }
    for environment in environment.lineage {
      for (name, member) in environment.types.sorted(by: { $0.key < $1.key }) where name.hasPrefix(prefix) {
        switch member {
        case .nominal(let nominal):
          result.append(CompletionCandidate(name, .nominal(nominal), .type, fit: fit(name)))
        case .alias(let type, _): result.append(CompletionCandidate(name, .alias, .type, type: type, fit: fit(name)))
        }
      }
    }
    if !mayBeValue { result += words(CompletionWords.types) }
    for name in library.index.typeNames + library.index.aliases.keys.sorted()
    where !name.contains(".") && !name.hasPrefix("_") && name.hasPrefix(prefix) {
      result.append(CompletionCandidate(name, .libraryType(name), .libraryType, fit: fit(name)))
    }
    return result
  }

  private func nestedTypes(_ path: [String]) -> [CompletionCandidate] {
    self.nominal(at: path).map { nestedTypes(of: $0.selfType) } ?? []
  }

  private func nominal(at path: [String]) -> Nominal? {
    var current: Nominal?
    for (index, name) in path.enumerated() {
      let member =
        index == 0 ? environment.type(named: name) : current.flatMap { environment.typeMember(of: $0, named: name) }
      switch member {
      case .nominal(let nominal)?: current = nominal
      case .alias(let type, _)?: current = type.nominal
      case nil: return nil
      }
    }
    return current
  }

  private func nestedTypes(of type: Type) -> [CompletionCandidate] {
    guard let nominal = type.nominal else { return [] }
    var names = nominal.typeMembers.keys.sorted()
    for environment in environment.lineage { names += (environment.extensionTypes[nominal] ?? [:]).keys.sorted() }
    var result = names.compactMap { name -> CompletionCandidate? in
      switch environment.typeMember(of: nominal, named: name) {
      case .nominal(let nested)?: CompletionCandidate(name, .nominal(nested), .type)
      case .alias(let type, _)?: CompletionCandidate(name, .alias, .type, type: type)
      case nil: nil
      }
    }
    guard nominal.library != nil else { return result }
    let start = nominal.qualifiedName + "."
    for name in library.index.typeNames where name.hasPrefix(start) && !name.dropFirst(start.count).contains(".") {
      let own = String(name.dropFirst(start.count))
      if !names.contains(own) { result.append(CompletionCandidate(own, .libraryType(name), .type)) }
    }
    return result
  }

  private func attributes(_ use: AttributeUse) -> [CompletionCandidate] {
    var result = words(CompletionWords.attributes(use)).map { CompletionCandidate($0.name, .attribute, .word) }
    for environment in environment.lineage {
      for (name, member) in environment.types.sorted(by: { $0.key < $1.key }) {
        guard case .nominal(let nominal) = member, nominal.isUserType,
          !environment.members(of: nominal, named: "wrappedValue").isEmpty
        else { continue }
        result.append(CompletionCandidate(name, .nominal(nominal), .type))
      }
    }
    return result
  }

  private func words(_ words: [String]) -> [CompletionCandidate] {
    words.map { CompletionCandidate($0, .word, .word) }
  }
}
