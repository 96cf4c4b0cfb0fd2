/// Whether types do what they say they conform to.
struct Conformances {
  let checker: Checker
  let declarer: Declarer
  private var environment: TypeEnvironment { declarer.environment }
  private var library: Library { declarer.library }
  private var levels: AccessLevels {
    AccessLevels(environment: environment, diagnostics: checker.diagnostics, file: declarer.file)
  }

  /// What has been found, said at once for each declaration: one fix-it adds all that is missing.
  private final class Findings {
    var failures: [(proto: Nominal, notes: [(String, Span)], requirements: [Declaration], repairs: [Repair])] = []
  }
  private let findings = Findings()

  init(_ checker: Checker, _ declarer: Declarer) {
    self.checker = checker
    self.declarer = declarer
  }

  func check(_ nominal: Nominal) {
    checkAttributes(nominal)
    guard nominal.kind != .protocolType else { return }
    if nominal.kind == .classType { Overrides(checker, declarer).check(nominal) }
    for conformance in nominal.conformances {
      for proto in environment.closure(of: conformance.proto) { check(nominal, proto) }
    }
    let span = nominal.file === declarer.file ? nominal.span : .none
    report(nominal, at: span) {
      nominal.node.flatMap { node in
        span == .none
          ? nil : Stubs(nominal, node.members, at: span, end: node.end, environment, declarer.file)
      }
    }
    for property in nominal.storedProperties { property.declaration.resolved() }
  }

  /// What the attributes of a type ask of its members.
  private func checkAttributes(_ nominal: Nominal) {
    checkDynamicMembers(nominal)
    checkDynamicCalls(nominal)
    if let attribute = nominal.wrapperSpan, nominal.kind != .protocolType { checkWrapper(nominal, attribute) }
    if let attribute = nominal.builderSpan { checkBuilder(nominal, attribute) }
  }

  private func checkWrapper(_ nominal: Nominal, _ attribute: Span) {
    let values = environment.members(of: nominal, named: "wrappedValue").filter { !$0.isStatic && $0.kind == .variable }
    guard let value = values.first else {
      return checker.error(
        "property wrapper type '\(nominal.qualifiedName)' does not contain a non-static property named 'wrappedValue' "
          + "[#PropertyWrappers]", declarer.file, attribute)
    }
    guard value.access.rawValue < min(nominal.access.rawValue, Modifiers.Access.internal.rawValue) else { return }
    checker.error(
      "\(value.access) property 'wrappedValue' cannot have more restrictive access than its enclosing property wrapper type "
        + "'\(nominal.qualifiedName)' (which is \(nominal.access)) [#PropertyWrappers]", declarer.file, value.span)
  }

  private func checkBuilder(_ nominal: Nominal, _ attribute: Span) {
    func has(_ name: String, _ labels: [String?]) -> Bool {
      nominal.lineage.flatMap { environment.members(of: $0, named: name) }.contains {
        $0.isStatic && (name == "buildBlock" || $0.labels == labels)
      }
    }
    if has("buildBlock", []) { return }
    if has("buildPartialBlock", ["first"]), has("buildPartialBlock", ["accumulated", "next"]) { return }
    checker.error(
      "result builder must provide at least one static 'buildBlock' method, or both 'buildPartialBlock(first:)' and "
        + "'buildPartialBlock(accumulated:next:)' [#ResultBuilderMethods]", declarer.file, attribute)
  }

  private func checkDynamicCalls(_ nominal: Nominal) {
    guard let attribute = nominal.dynamicCallsSpan else { return }
    let methods = nominal.lineage.flatMap { environment.members(of: $0, named: "dynamicallyCall") }
    if methods.contains(where: { $0.labels == ["withArguments"] || $0.labels == ["withKeywordArguments"] }) { return }
    checker.error(
      "'@dynamicCallable' requires '\(nominal.qualifiedName)' to have either a valid 'dynamicallyCall(withArguments:)' "
        + "method or 'dynamicallyCall(withKeywordArguments:)' method [#DynamicCallable]", declarer.file, attribute)
  }

  private func checkDynamicMembers(_ nominal: Nominal) {
    guard nominal.hasDynamicMembers, let attribute = nominal.dynamicMembersSpan else { return }
    let subscripts = nominal.lineage.flatMap { environment.members(of: $0, named: "subscript") }
    if subscripts.contains(where: { $0.labels == ["dynamicMember"] }) { return }
    checker.error(
      "'@dynamicMemberLookup' requires '\(nominal.qualifiedName)' to have a 'subscript(dynamicMember:)' method that accepts "
        + "either 'ExpressibleByStringLiteral' or a key path", declarer.file, attribute)
  }

  /// - Parameter conformances: what it says of the type, and nothing that others say.
  func checkExtension(_ node: ExtensionNode, at span: Span, of nominal: Nominal, _ conformances: [Conformance]) {
    guard nominal.kind != .protocolType else { return }
    for conformance in conformances {
      for proto in environment.closure(of: conformance.proto) { check(nominal, proto) }
    }
    report(nominal, at: span.front) {
      Stubs(nominal, node.members, at: span, end: span, isExtension: true, environment, declarer.file)
    }
  }

  private func fail(
    _ proto: Nominal, _ requirements: [Declaration] = [], notes: [(String, Span)] = [], repairs: [Repair] = []
  ) {
    findings.failures.append((proto, notes, requirements, repairs))
  }

  private func report(_ nominal: Nominal, at span: Span, _ stubs: () -> Stubs?) {
    let failures = findings.failures
    findings.failures = []
    // A type that is part of it may be all that is wrong.
    var repaired: Set<String> = []
    let missing = failures.filter(\.repairs.isEmpty).map { ($0.proto, $0.requirements) }
    var added = missing.isEmpty ? [] : stubs()?.fixIt(for: missing) ?? []
    for failure in failures {
      var fixIts: [Repair] = []
      if let first = failure.repairs.first {
        let edits = failure.repairs.flatMap(\.1).filter { repaired.insert("\($0.0)").inserted }
        if !edits.isEmpty { fixIts = [(first.0, edits)] }
      } else {
        (fixIts, added) = (added, [])
      }
      checker.diagnostics.add(
        .error, "type '\(nominal.name)' does not conform to protocol '\(failure.proto.name)'", declarer.file, span,
        notes: failure.notes + fixIts.map { ($0.0, span) }, fixIts: fixIts)
    }
  }

  private func check(_ nominal: Nominal, _ proto: Nominal) {
    if proto.library != nil {
      checkKnown(nominal, proto)
    }
    guard proto.library == nil || !Self.derived.contains(proto.name) else { return }
    // Requirements of the program's own protocols, and of the library's that are written as such.
    var notes: [(String, Span)] = []
    var missing: [Declaration] = []
    for requirement in proto.memberOrder where requirement.implementation.isRequirement {
      if !hasWitness(nominal, proto, requirement) {
        let type = requirement.kind == .variable ? requirement.result : requirement.valueType
        let what =
          requirement.kind == .variable ? "property" : requirement.kind == .initializer ? "initializer" : "function"
        missing.append(requirement)
        notes.append(
          (
            "protocol requires \(what) '\(requirement.fullName)' with type '\(type)'",
            proto.file === declarer.file ? requirement.span : nominal.span
          ))
      }
    }
    if !missing.isEmpty { fail(proto, missing, notes: notes) }
  }

  private static let derived: Set<String> = [
    "Equatable", "Hashable", "Comparable", "Identifiable", "Error", "CaseIterable", "Codable", "Encodable", "Decodable",
    "RawRepresentable", "ObservableObject", "Sendable", "AnyObject",
  ]

  private func checkKnown(_ nominal: Nominal, _ proto: Nominal) {
    switch proto.name {
    case "ObservableObject":
      if nominal.kind != .classType {
        let word = nominal.kind == .structure ? declarer.file.keyword("struct", before: nominal.span.start) : nil
        checker.diagnostics.add(
          .error, "non-class type '\(nominal.name)' cannot conform to class protocol 'ObservableObject'",
          declarer.file, nominal.span, fixIts: word.map { [("make it a class", [($0, "class")])] } ?? [])
      }
    case "Publisher" where !hasMember(nominal, "receive"): fail(proto)
    case "Subscription" where !declares(nominal, "request") || !declares(nominal, "cancel"): fail(proto)
    case "Equatable" where !hasOperator(nominal, "=="),
      "Hashable" where !hasOperator(nominal, "==") || !hasMember(nominal, "hash"):
      if nominal.kind == .classType {
        if proto.name == "Equatable" || !hasMember(nominal, "hash") && !hasMember(nominal, "hashValue") {
          fail(proto)
        }
        return
      }
      if proto.name == "Hashable", hasMember(nominal, "hash") || hasMember(nominal, "hashValue") { return }
      let unfit = parts(nominal).filter { !conforms($0.type, proto, in: nominal) }
      if let part = unfit.first {
        fail(
          proto,
          notes: [
            (
              "\(nominal.kind == .enumeration ? "associated value" : "stored property") type '\(part.type)' does not conform to protocol "
                + "'\(proto.name)', preventing synthesized conformance of '\(nominal.name)' to '\(proto.name)'",
              part.span
            )
          ], repairs: repairs(of: unfit.map(\.type), proto))
      }
    case "Encodable" where !hasMember(nominal, "encode"), "Decodable" where !hasDecoder(nominal):
      CodableSynthesis(environment: environment, nominal: nominal, proto: proto).check {
        let unfit = parts(nominal).map(\.type).filter { !conforms($0, proto, in: nominal) }
        fail(proto, notes: $0, repairs: repairs(of: unfit, proto))
      }
    case "Comparable":
      let isStrideable = hasMember(nominal, "distance") && hasMember(nominal, "advanced")
      if !hasOperator(nominal, "<"), !isStrideable, !(nominal.kind == .enumeration && nominal.rawType == nil) {
        fail(proto)
      }
    case "Identifiable":
      if nominal.kind != .classType, !hasMember(nominal, "id") { fail(proto) }
    case "CaseIterable":
      if nominal.kind != .enumeration || nominal.cases.contains(where: { !$0.payload.isEmpty }),
        !hasOwnCases(nominal)
      {
        fail(proto)
      }
    default: break
    }
  }

  /// What makes the parts conform, if nothing else is wrong.
  private func repairs(of parts: [Type], _ proto: Nominal) -> [Repair] {
    let repairs = parts.map { $0.conforming(to: proto, declarer.file, environment) }
    return repairs.contains(where: \.isEmpty) ? [] : repairs.flatMap { $0 }
  }

  private func declares(_ nominal: Nominal, _ name: String) -> Bool {
    nominal.lineage.contains { !environment.members(of: $0, named: name).isEmpty }
      || environment.protocols(of: nominal).contains { conformance in
        conformance.proto.library == nil
          && environment.members(of: conformance.proto, named: name).contains { !$0.implementation.isRequirement }
      }
  }

  private func hasDecoder(_ nominal: Nominal) -> Bool {
    environment.members(of: nominal, named: "init").contains { $0.labels == ["from"] }
  }

  private func conforms(_ type: Type, _ proto: Nominal, in nominal: Nominal) -> Bool {
    if type == .hole { return true }
    let conditions = environment.conformances(of: nominal).filter { $0.proto === proto }.flatMap(\.conditions)
    switch environment.conformance(of: type, to: proto, context: nominal.requirements + conditions) {
    case .no:
      if case .parameter = type { return true }
      return false
    case .yes(let conditions):
      return conditions.allSatisfy { condition in
        if case .conforms(let inner, let bound) = condition { return conforms(inner, bound, in: nominal) }
        return true
      }
    }
  }

  private func parts(_ nominal: Nominal) -> [(type: Type, span: Span)] {
    if nominal.kind == .enumeration {
      return nominal.cases.flatMap { enumCase in enumCase.payload.map { ($0.type, $0.span) } }
    }
    return nominal.storedProperties.map { property in
      property.declaration.resolved()
      return (property.declaration.result, property.declaration.span)
    }
  }

  private func hasOperator(_ nominal: Nominal, _ name: String) -> Bool {
    nominal.lineage.contains { ancestor in
      environment.members(of: ancestor, named: name).contains { $0.isStatic }
        || environment.values(named: name).contains {
          $0.declaredIn?.isLibrary == false && $0.resolved() && $0.parameters.count == 2
            && $0.parameters.allSatisfy { $0.type.nominal === ancestor }
        }
    }
      || environment.protocols(of: nominal).contains { conformance in
        conformance.proto.library == nil
          && environment.members(of: conformance.proto, named: name).contains {
            $0.isStatic && !$0.implementation.isRequirement
          }
      }
  }

  /// An `allCases` that the program wrote.
  private func hasOwnCases(_ nominal: Nominal) -> Bool {
    environment.members(of: nominal, named: "allCases").contains { declaration in
      if case .derived = declaration.implementation { return false }
      return declaration.isStatic
    }
  }

  private func hasMember(_ nominal: Nominal, _ name: String) -> Bool {
    nominal.lineage.contains { !environment.members(of: $0, named: name).isEmpty }
      || environment.protocols(of: nominal).contains { conformance in
        environment.members(of: conformance.proto, named: name).contains {
          !$0.implementation.isRequirement && conformance.proto.library == nil
        }
      }
  }

  /// A member that does what the requirement asks; associated types are read off it.
  private func hasWitness(_ nominal: Nominal, _ proto: Nominal, _ requirement: Declaration) -> Bool {
    requirement.resolved()
    let own = proto.selfParameter
    var candidates: [Declaration] = nominal.lineage.flatMap { environment.members(of: $0, named: requirement.name) }
    for conformance in environment.protocols(of: nominal) {
      candidates += environment.members(of: conformance.proto, named: requirement.name).filter {
        !$0.implementation.isRequirement
      }
    }
    if requirement.isStatic, requirement.kind == .function {
      candidates += (environment.values[requirement.name] ?? []).filter { $0.kind == .function }
    }
    for candidate in candidates
    where candidate.kind == requirement.kind || (candidate.kind == .enumCase && requirement.isStatic) {
      candidate.resolved()
      guard candidate.isStatic == requirement.isStatic, candidate.labels == requirement.labels else { continue }
      var bindings: [String: Type] = [:]
      let substitution: Substitution = own.map { [$0: nominal.selfType] } ?? [:]
      let wanted = (requirement.parameters.map(\.type) + [requirement.result]).map {
        environment.resolve($0.substituting(substitution), nominal.requirements)
      }
      var given = candidate.parameters.map(\.type) + [candidate.result]
      if let owner = candidate.owner, owner.kind == .protocolType, let other = owner.selfParameter {
        given = given.map { $0.substituting([other: nominal.selfType]) }
      }
      given = given.map { environment.resolve($0, nominal.requirements) }
      if candidate.kind == .initializer {
        levels.checkWitness(candidate, proto, nominal)
        return true
      }
      guard wanted.count == given.count, zip(wanted, given).allSatisfy({ fits($0, $1, nominal, &bindings) }) else {
        continue
      }
      for (name, type) in bindings where environment.memberType(of: nominal.selfType, named: name, context: []) == nil {
        nominal.typeMembers[name] = .alias(type, [])
      }
      if requirement.isSettable && requirement.kind == .variable && !candidate.isSettable { continue }
      levels.checkWitness(candidate, proto, nominal)
      return true
    }
    return false
  }

  private func fits(_ wanted: Type, _ given: Type, _ nominal: Nominal, _ bindings: inout [String: Type]) -> Bool {
    if wanted == given || given == .hole || wanted == .hole { return true }
    if case .member(let base, let name) = wanted, base == nominal.selfType {
      let context = nominal.requirements
      let known =
        environment.memberType(of: nominal.selfType, named: name, context: context)
        .map { environment.resolve($0, context) } ?? bindings[name]
      if let known, known != given { return false }
      bindings[name] = given
      return true
    }
    switch (wanted, given) {
    case (.nominal(let a, let first), .nominal(let b, let second)):
      guard a === b, first.count == second.count else { return false }
      for (x, y) in zip(first, second) where !fits(x, y, nominal, &bindings) { return false }
      return true
    case (.function(let a), .function(let b)):
      guard a.parameters.count == b.parameters.count else { return false }
      for (x, y) in zip(a.parameters, b.parameters) where !fits(x.type, y.type, nominal, &bindings) { return false }
      return fits(a.result, b.result, nominal, &bindings)
    case (.tuple(let a), .tuple(let b)):
      guard a.count == b.count else { return false }
      for (x, y) in zip(a, b) where !fits(x.type, y.type, nominal, &bindings) { return false }
      return true
    case (.parameter, .parameter): return true
    case (.member(let a, let first), .member(let b, let second)):
      return first == second && fits(a, b, nominal, &bindings)
    case (.metatype(let a), .metatype(let b)): return fits(a, b, nominal, &bindings)
    default: return false
    }
  }
}
