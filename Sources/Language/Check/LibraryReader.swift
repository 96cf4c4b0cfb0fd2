/// The library's texts as declarations: read by the same parser and checker as programs are.
struct LibraryReader: LibraryReading {
  func declare(_ entry: LibraryType, parent: Nominal?, in library: Library, known: (Nominal) -> Void) -> Nominal? {
    let diagnostics = Diagnostics()
    let (file, statements) = SourceParser.parseLibrary(entry.header)
    var first: Nominal?
    let declarer = Declarer(environment: library.environment, file: file, diagnostics: diagnostics)
    for statement in statements {
      guard case .declaration(let declaration) = statement.kind else { continue }
      if case .nominal(let node) = declaration.kind {
        let nominal = declarer.makeNominal(node, declaration, parent: parent)
        nominal.node = nil
        nominal.isUserType = false
        nominal.library = LibraryMembers(entry)
        if first == nil { first = nominal }
        known(nominal)
        switch nominal.name {
        case "Array": nominal.sugar = .array
        case "Dictionary": nominal.sugar = .dictionary
        case "Optional": nominal.sugar = .optional
        default: break
        }
        declarer.fillHeader(nominal, node)
        declarer.declareLibraryMembers(nominal, node)
        if nominal.has(.inheritable) { declarer.addImplicitInitializer(nominal) }
      }
    }
    for statement in statements {
      guard case .declaration(let declaration) = statement.kind, case .extension(let node) = declaration.kind else {
        continue
      }
      declarer.declareLibraryExtension(node)
    }
    precondition(!diagnostics.hasErrors, "library: \(entry.header): \(diagnostics.list.map(\.message))")
    return first
  }

  func resolve(_ text: String, in library: Library) -> Type? {
    let diagnostics = Diagnostics()
    let (file, statements) = SourceParser.parseLibrary("typealias A = " + text)
    guard case .declaration(let declaration)? = statements.first?.kind, case .alias(let node) = declaration.kind
    else { return nil }
    return TypeResolver(environment: library.environment, file: file, diagnostics: diagnostics).resolve(node.type)
  }

  /// Parses the signatures of entries that share a name.
  func parse(_ entries: [LibraryEntry], owner: Nominal?, in library: Library) -> [Declaration] {
    let text = "struct Members {\n" + entries.map(\.member).joined(separator: "\n") + "\n}"
    let diagnostics = Diagnostics()
    let (file, statements) = SourceParser.parseLibrary(text)
    guard case .declaration(let declaration)? = statements.first?.kind,
      case .nominal(let node) = declaration.kind, node.members.count == entries.count
    else { preconditionFailure("library: cannot parse \(text): \(diagnostics.list.map(\.message))") }
    let declarer = Declarer(environment: library.environment, file: file, diagnostics: diagnostics)
    var result: [Declaration] = []
    for (member, entry) in zip(node.members, entries) {
      guard let declared = declarer.declareMember(member, owner: owner).first else {
        preconditionFailure("library: \(entry.signature)")
      }
      declared.resolved()
      if let condition = entry.condition, let owner {
        declared.requirements += requirements(condition, of: owner, in: library)
      }
      declared.implementation = .native(entry.native)
      declared.documentation = entry.signature
      result.append(declared)
    }
    precondition(!diagnostics.hasErrors, "library: \(text): \(diagnostics.list.map(\.message))")
    return result
  }

  /// What the condition of a property says: `where Failure == Never`.
  private func requirements(_ condition: String, of owner: Nominal, in library: Library) -> [Requirement] {
    let text = "extension Owner \(condition) {}"
    let diagnostics = Diagnostics()
    let (file, statements) = SourceParser.parseLibrary(text)
    guard case .declaration(let declaration)? = statements.first?.kind,
      case .extension(let node) = declaration.kind
    else { preconditionFailure("library: \(condition)") }
    return TypeResolver(environment: library.environment, file: file, diagnostics: diagnostics, nominal: owner)
      .requirements(node.requirements)
  }
}
