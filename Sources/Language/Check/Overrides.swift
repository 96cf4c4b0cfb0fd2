/// What a class overrides: with the word for it, nothing final, nothing narrower, and all that is required.
struct Overrides {
  let checker: Checker
  let declarer: Declarer
  private var environment: TypeEnvironment { declarer.environment }

  init(_ checker: Checker, _ declarer: Declarer) {
    self.checker = checker
    self.declarer = declarer
  }

  /// `override` where it is needed, and only there; nothing final is overridden or inherited from.
  func check(_ nominal: Nominal) {
    let file = declarer.file
    if let base = nominal.superclass?.nominal, base.isFinal, base.isUserType {
      checker.error("inheritance from a final class '\(base.name)'", file, nominal.span)
    }
    checkRequired(nominal)
    for member in nominal.memberOrder where member.span != .none && member.name != "deinit" && member.kind != .enumCase
    {
      member.resolved()
      let base = nominal.superclass.flatMap { overridden(member, $0) }
      if let base {
        check(member, overriding: base, nominal)
        if member.kind == .initializer, base.isRequired, !member.isRequired {
          checker.diagnostics.add(
            .error, "'required' modifier must be present on all overrides of a required initializer", file, member.span,
            fixIts: [("add 'required'", [(start(of: member, in: nominal), "required ")])])
        } else if !member.isOverride && !(member.kind == .initializer && (member.isRequired || base.isConvenience)) {
          checker.diagnostics.add(
            .error, "overriding declaration requires an 'override' keyword", file, member.span,
            notes: [("overridden declaration is here", base.span)],
            fixIts: [("add 'override'", [(start(of: member, in: nominal), "override ")])])
        } else if base.isStatic, !base.isClassMember, member.kind != .initializer {
          checker.error(
            "cannot override static \(member.kind == .variable ? "property" : "method")", file, member.span)
        } else if base.isFinal {
          let what = member.kind == .variable ? "property" : member.isStatic ? "class method" : "instance method"
          checker.diagnostics.add(
            .error, "\(what) overrides a 'final' \(what)", file, member.span,
            notes: [("overridden declaration is here", base.span)])
        }
      } else if member.isOverride, !overridesDerived(member, nominal) {
        let what =
          switch member.kind {
          case .variable: "property does not override any property"
          case .initializer: "initializer does not override a designated initializer"
          case .subscripted: "subscript does not override any subscript"
          default: "method does not override any method"
          }
        let word = node(of: member, in: nominal)?.modifiers.span(of: "override")
        checker.diagnostics.add(
          .error, "\(what) from its superclass", file, member.span,
          fixIts: word.map { [("remove 'override'", [file.removal(of: $0)])] } ?? [])
      }
    }
  }

  /// Before the member's keyword, behind its attributes and access level, as the compiler has it.
  private func start(of member: Declaration, in nominal: Nominal) -> Span {
    let start = node(of: member, in: nominal)?.keyword.start ?? member.span.start
    return Span(start: start, end: start)
  }

  private func node(of member: Declaration, in nominal: Nominal) -> Decl? {
    nominal.node?.members.first { $0.span.start <= member.span.start && member.span.end <= $0.span.end }
  }

  private func check(_ member: Declaration, overriding base: Declaration, _ nominal: Nominal) {
    let file = declarer.file
    let levels = AccessLevels(environment: environment, diagnostics: checker.diagnostics, file: file)
    let wanted = levels.reach(of: base).narrowed(to: levels.reach(of: nominal))
    if member.kind != .initializer, !levels.reach(of: member).includes(wanted) {
      let what =
        member.kind == .variable ? "property" : member.kind == .subscripted ? "subscript" : "instance method"
      checker.error("overriding \(what) must be as accessible as the declaration it overrides", file, member.span)
    }
    guard member.kind == .variable, !member.isStatic, member.isOverride else { return }
    switch (member.implementation, base.implementation) {
    case (.accessors, .stored) where base.isLet:
      checker.error(
        "cannot override immutable 'let' property '\(member.name)' with the getter of a 'var'", file, member.span)
    case (.accessors, _) where base.isSettable && !member.isSettable:
      checker.error(
        "cannot override mutable property with read-only property '\(member.name)'", file, member.span)
    case (.stored(let slot), _) where slot >= (nominal.superclass?.nominal?.storedProperties.count ?? 0):
      checker.error("cannot override with a stored property '\(member.name)'", file, member.span)
    default: break
    }
  }

  /// Whoever has initialisers of its own has those that its superclass requires.
  private func checkRequired(_ nominal: Nominal) {
    let own = nominal.memberOrder.filter { $0.kind == .initializer }
    guard let node = nominal.node, let base = nominal.superclass?.nominal, own.contains(where: { !$0.isConvenience })
    else { return }
    var missing: [String] = []
    for ancestor in base.lineage where ancestor.isUserType {
      for required in ancestor.memberOrder
      where required.kind == .initializer && required.isRequired && !required.isConvenience {
        // What overrides it has the word, or is refused for not having it.
        guard !own.contains(where: { $0.labels == required.labels }), !missing.contains(required.fullName) else {
          continue
        }
        missing.append(required.fullName)
        let stub = Stubs(nominal, node.members, at: nominal.span, end: node.end, environment, declarer.file)
          .fixIt(for: [required])
        checker.diagnostics.add(
          .error, "'required' initializer '\(required.fullName)' must be provided by subclass of '\(base.name)'",
          declarer.file, node.end, fixIts: stub)
      }
    }
  }

  /// `override func encode(to:)` where the superclass' own is derived.
  private func overridesDerived(_ member: Declaration, _ nominal: Nominal) -> Bool {
    guard member.name == "encode", member.labels == ["to"], let base = nominal.superclass?.nominal else { return false }
    return base.lineage.contains { ancestor in
      environment.protocols(of: ancestor).contains { $0.proto.name == "Encodable" && $0.proto.library != nil }
    }
  }

  private func overridden(_ member: Declaration, _ superclass: Type) -> Declaration? {
    var current: Type? = superclass
    while let type = current, let nominal = type.nominal {
      for candidate in nominal.members[member.name] ?? []
      where candidate !== member && candidate.kind == member.kind && candidate.isStatic == member.isStatic
        && candidate.access != .private
      {
        candidate.resolved()
        if member.kind == .variable { return candidate }
        if case .implicitInit = candidate.implementation, member.kind == .initializer, !member.parameters.isEmpty {
          continue
        }
        // One that waits and one that does not are two.
        if candidate.isAsync, !member.isAsync, !member.isOverride { continue }
        if member.takesParameters(of: candidate, where: nominal.substitution(type.genericArguments)) {
          return candidate
        }
      }
      current = nominal.superclass?.substituting(nominal.substitution(type.genericArguments))
    }
    return nil
  }
}
