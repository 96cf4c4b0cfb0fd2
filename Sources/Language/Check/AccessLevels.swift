/// How far something is seen, and that nothing is seen further than the types it speaks of.
///
/// Only types of the same file count: what an earlier text of a session declares `private` can be used by all of the session.
struct AccessLevels {
  let environment: TypeEnvironment
  let diagnostics: Diagnostics
  let file: SourceFile

  /// From where something is seen.
  enum Reach {
    case type(Nominal)
    case file, module, everywhere

    init(_ access: Modifiers.Access, in owner: Nominal?) {
      switch access {
      case .private: self = owner.map { .type($0) } ?? .file
      case .fileprivate: self = .file
      case .internal: self = .module
      case .public, .open: self = .everywhere
      }
    }

    private var rank: Int {
      switch self {
      case .type: 0
      case .file: 1
      case .module: 2
      case .everywhere: 3
      }
    }

    func includes(_ other: Reach) -> Bool {
      guard case .type(let own) = self, case .type(let inner) = other else { return rank >= other.rank }
      return sequence(first: inner, next: \.parent).contains { $0 === own }
    }

    func narrowed(to other: Reach) -> Reach { includes(other) ? other : self }

    var word: String {
      switch self {
      case .type: "private"
      case .file: "fileprivate"
      case .module: "internal"
      case .everywhere: "public"
      }
    }
  }

  // MARK: Reach

  func reach(of nominal: Nominal) -> Reach {
    guard nominal.isUserType else { return .everywhere }
    guard nominal.file === file else {
      return nominal.access.rawValue > Modifiers.Access.internal.rawValue ? .everywhere : .module
    }
    let own = Reach(nominal.access, in: nominal.parent)
    return nominal.parent.map { own.narrowed(to: reach(of: $0)) } ?? own
  }

  func reach(of declaration: Declaration) -> Reach {
    let own = Reach(declaration.access, in: declaration.owner)
    return declaration.owner.map { own.narrowed(to: reach(of: $0)) } ?? own
  }

  /// The type in another that is seen least.
  private func narrowest(in type: Type) -> (nominal: Nominal, reach: Reach)? {
    var result: (nominal: Nominal, reach: Reach)?
    func note(_ nominal: Nominal) {
      let reach = reach(of: nominal)
      if result?.reach.includes(reach) ?? true { result = (nominal, reach) }
    }
    _ = type.contains { part in
      switch part {
      case .nominal(let nominal, _): note(nominal)
      case .existential(let existential): existential.protocols.forEach(note)
      default: break
      }
      return false
    }
    return result
  }

  // MARK: Members, functions and variables

  /// - Parameter inferred: whether nobody wrote the type of the variable.
  func check(_ declaration: Declaration, inferred: Bool) {
    guard declaration.resolved(), declaration.owner?.kind != .protocolType || !declaration.implementation.isRequirement
    else {
      return
    }
    let what: String
    let isMember = declaration.owner != nil
    switch declaration.kind {
    case .variable: what = isMember ? "property" : declaration.isLet ? "constant" : "variable"
    case .function: what = isMember ? "method" : "function"
    case .initializer: what = "initializer"
    case .subscripted: what = "subscript"
    case .enumCase: return checkCase(declaration)
    }
    let reach = reach(of: declaration)
    let index = declaration.kind == .subscripted ? "index" : "parameter"
    for parameter in declaration.parameters
    where refuse(what, parameter.type, "\(index) uses", reach, declaration) { return }
    switch declaration.kind {
    case .variable:
      let shown =
        if case .nominal(let nominal, let arguments) = declaration.result, arguments.isEmpty {
          nominal.qualifiedName
        } else {
          "\(declaration.result)"
        }
      _ = refuse(what, declaration.result, inferred ? "type '\(shown)' uses" : "type uses", reach, declaration)
    case .subscripted: _ = refuse(what, declaration.result, "element type uses", reach, declaration)
    case .function: _ = refuse(what, declaration.result, "result uses", reach, declaration)
    case .initializer, .enumCase: break
    }
  }

  private func refuse(
    _ what: String, _ type: Type, _ role: String, _ reach: Reach, _ declaration: Declaration
  ) -> Bool {
    guard let part = narrowest(in: type), !part.reach.includes(reach) else { return false }
    refuse(
      what, declaration.access, part.reach, "its \(role) \(Self.described(part.nominal.access)) type",
      declaration.owner, declaration.span)
    return true
  }

  private func refuse(
    _ what: String, _ access: Modifiers.Access, _ wanted: Reach, _ why: String, _ owner: Nominal?, _ span: Span
  ) {
    var wish = "must be declared \(wanted.word)"
    if access != .internal {
      wish = "cannot be declared \(access)"
    } else if owner == nil, case .file = wanted {
      wish = "must be declared private or fileprivate"
    }
    diagnostics.error("\(what) \(wish) because \(why)", file, span)
  }

  private static func described(_ access: Modifiers.Access) -> String {
    (access == .internal ? "an " : "a ") + "\(access)"
  }

  private func checkCase(_ declaration: Declaration) {
    guard let owner = declaration.owner else { return }
    let reach = reach(of: owner)
    for parameter in declaration.parameters {
      guard let part = narrowest(in: parameter.type), !part.reach.includes(reach) else { continue }
      diagnostics.error(
        "enum case in \(Self.described(owner.access)) enum uses \(Self.described(part.nominal.access)) type", file,
        declaration.span)
    }
  }

  // MARK: Types

  func check(_ nominal: Nominal) {
    let reach = reach(of: nominal)
    func refuseType(_ what: String, _ part: Nominal, _ why: String) {
      let wanted = self.reach(of: part)
      guard !wanted.includes(reach) else { return }
      refuse(what, nominal.access, wanted, why, nominal.parent, nominal.span)
    }
    if let base = nominal.superclass?.nominal {
      refuseType("class", base, "its superclass is \(base.access)")
    }
    if nominal.kind == .protocolType {
      for conformance in nominal.conformances {
        refuseType("protocol", conformance.proto, "it refines \(Self.described(conformance.proto.access)) protocol")
      }
    } else if !nominal.genericParameters.isEmpty {
      for case .conforms(.parameter, let proto) in nominal.requirements {
        refuseType(
          "generic \(nominal.describedKind)", proto,
          "its generic parameter uses \(Self.described(proto.access)) type")
      }
    }
    let inferred = nominal.node?.members.inferredVariables ?? []
    for member in nominal.memberOrder where member.declaredIn === file {
      check(member, inferred: inferred.contains(member.name))
    }
  }

  func check(_ alias: AliasNode, _ access: Modifiers.Access, _ type: Type) {
    guard let part = narrowest(in: type), !part.reach.includes(Reach(access, in: nil)) else { return }
    refuse(
      "type alias", access, part.reach, "its underlying type uses \(Self.described(part.nominal.access)) type", nil,
      alias.nameSpan)
  }

  // MARK: Conformances

  /// What a requirement is met by is seen as far as the conformance is.
  func checkWitness(_ witness: Declaration, _ proto: Nominal, _ nominal: Nominal) {
    guard witness.owner === nominal, witness.declaredIn === file, witness.span != .none else { return }
    let wanted = reach(of: nominal).narrowed(to: reach(of: proto))
    // A member of a private type is seen wherever its type is.
    guard !Reach(witness.access, in: witness.owner).includes(wanted) else { return }
    let what =
      switch witness.kind {
      case .variable: "property '\(witness.name)'"
      case .initializer: "initializer '\(witness.fullName)'"
      case .subscripted: "subscript '\(witness.fullName)'"
      default:
        "method '\(witness.name.first?.isLetter == false && witness.name.first != "_" ? witness.name : witness.fullName)'"
      }
    diagnostics.error(
      "\(what) must be declared \(wanted.word) because it matches a requirement in "
        + "\(proto.isUserType ? "\(proto.access)" : "public") protocol '\(proto.name)'", file, witness.span)
  }
}

extension [Decl] {
  /// The variables without a written type.
  var inferredVariables: Set<String> {
    var result: Set<String> = []
    for case .variable(let node) in map(\.kind) {
      for binding in node.bindings where binding.type == nil {
        if case .binding(let name, _) = binding.pattern.kind { result.insert(name) }
      }
    }
    return result
  }
}
