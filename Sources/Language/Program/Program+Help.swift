/// Help for the program's own names; for the library's, its tables are asked.
extension Program {
  /// Help for a name as it is in scope: `signup`, `SignUp`, `signup.isValid`, or else what the library has.
  public func help(_ name: String, session: SessionResults) -> [HelpTopic] {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let last = parts.last, !last.isEmpty, !parts.contains("") else { return library.help(name) }
    if parts.count == 1 {
      let own = ownTopics(name, session)
      return own.isEmpty ? library.help(name) : own
    }
    guard let nominal = nominal(of: Array(parts.dropLast()), session) else { return library.help(name) }
    let found = declarations(of: nominal).filter { $0.name == last }
    // A type's own member says all there is; the library's has an example, too.
    guard let owner = found.first?.owner, owner.library == nil else {
      return library.help(member: last, of: nominal).map { [$0] } ?? []
    }
    return [
      HelpTopic(title: owner.name + "." + last, signatures: found.map(\.asWritten), comment: found[0].comment)
    ]
  }

  /// What help can be asked for: the program's own names and the library's, an operator without its type, too.
  public var namesWithHelp: [String] {
    let globalsAndTypes = globals.map(\.name) + environment.types.keys + environment.values.keys
    return globalsAndTypes + LibraryIndex.all.globals.map(\.baseName) + LibraryIndex.all.typeNames
      + Documentation.entries.keys.map { $0.split(separator: ".").last.map(String.init) ?? $0 }
  }

  private func ownTopics(_ name: String, _ session: SessionResults) -> [HelpTopic] {
    if case .nominal(let nominal)? = environment.types[name], nominal.isUserType {
      return [
        HelpTopic(
          title: name,
          signatures: [nominal.header]
            + environment.declaredMembers(of: nominal).filter(\.isForOthers).map(\.asWritten),
          comment: nominal.comment)
      ]
    }
    if let variable = session.result(named: name) {
      return [HelpTopic(title: name, signatures: ["let \(name): \(variable.type)"])]
    }
    let own = (environment.values[name] ?? []).filter { $0.resolved() && $0.owner == nil }
    guard let first = own.first else { return [] }
    return [HelpTopic(title: name, signatures: own.map(\.asWritten), comment: first.comment)]
  }

  /// The type that the names before the last dot lead to: a type of the program, or the type of a value.
  private func nominal(of names: [String], _ session: SessionResults) -> Nominal? {
    if names.count == 1, case .nominal(let nominal)? = environment.types[names[0]] { return nominal }
    return type(ofChain: names, session)?.nominal
  }
}

extension Program {
  /// The type of `signup.$username`, by the declared types of its parts.
  func type(ofChain names: [String], _ session: SessionResults) -> Type? {
    guard var type = type(of: names[0], session) else { return nil }
    for name in names.dropFirst() {
      guard let nominal = type.nominal, let member = declarations(of: nominal).first(where: { $0.name == name }),
        member.resolved(), member.kind == .variable
      else { return nil }
      type = member.result.wrapped ?? member.result
    }
    return type
  }

  private func type(of name: String, _ session: SessionResults) -> Type? {
    let variable =
      session.result(named: name)
      ?? environment.values[name]?.lazy.compactMap { declaration -> GlobalVariable? in
        if case .global(let variable) = declaration.implementation { variable } else { nil }
      }.first
    guard let variable else { return nil }
    return variable.type.wrapped ?? variable.type
  }

  /// Everything a value of the type offers: its own members, a superclass', its protocols'.
  func declarations(of nominal: Nominal) -> [Declaration] {
    var result: [Declaration] = []
    for step in nominal.lineage + environment.protocols(of: nominal).map(\.proto) {
      for name in step.library?.names ?? [] { result += environment.members(of: step, named: name) }
      // The `$name` of a published property is not in the order of declaration; that of other wrappers is.
      let ordered = Set(step.memberOrder.map(ObjectIdentifier.init))
      let projections = step.memberOrder.flatMap { step.members["$" + $0.name] ?? [] }
      result += (step.memberOrder + projections.filter { !ordered.contains(ObjectIdentifier($0)) })
        .filter(\.isForOthers)
      result += environment.addedMembers(of: step).filter(\.isForOthers)
    }
    return result.filter { $0.name.first.map { $0.isLetter || $0 == "$" || $0 == "_" } ?? false && $0.name != "deinit" }
  }
}

extension HelpTopic {
  fileprivate init(title: String, signatures: [String], comment: String? = nil) {
    self.init(
      title: title, signatures: signatures, summary: comment?.split(separator: "\n").joined(separator: " ") ?? "",
      example: "", prints: [], trial: "")
  }
}

extension Nominal {
  /// `class SignUp: ObservableObject`
  fileprivate var header: String {
    let inherited = [superclass?.description, rawType?.description].compactMap(\.self) + conformances.map(\.proto.name)
    return "\(describedKind) \(name)" + (inherited.isEmpty ? "" : ": " + inherited.joined(separator: ", "))
  }
}

extension Declaration {
  fileprivate var isForOthers: Bool { access != .private && access != .fileprivate && name != "deinit" }
}
