/// The same member twice.
struct Redeclarations {
  let diagnostics: Diagnostics
  let file: SourceFile

  /// - Parameter members: those of a type and of its extensions, in the order of the text.
  func check(_ members: [Declaration]) {
    var known: [String: [Declaration]] = [:]
    for member in members where member.span != .none && member.kind != .enumCase {
      member.resolved()
      let twin = known[member.name, default: []].first { isSame($0, member) }
      known[member.name, default: []].append(member)
      guard let twin, member.declaredIn === file else { continue }
      diagnostics.add(
        .error, "invalid redeclaration of '\(member.redeclaredName)'", file, member.span,
        notes: twin.declaredIn === file ? [("'\(twin.redeclaredName)' previously declared here", twin.span)] : [])
    }
  }

  private func isSame(_ first: Declaration, _ second: Declaration) -> Bool {
    guard !first.isApart(from: second), first.isStatic == second.isStatic, first.fixity == second.fixity,
      first.requirements == second.requirements
    else { return false }
    switch (first.kind, second.kind) {
    case (.function, .variable), (.variable, .function): return first.parameters.isEmpty && second.parameters.isEmpty
    // Two in the type itself have been refused where they were declared: one of these is an extension's.
    case (.variable, .variable): return true
    default: break
    }
    return first.kind == second.kind && first.labels == second.labels && first.isAsync == second.isAsync
      && first.generics.isEmpty && second.generics.isEmpty
      && first.functionType.parameters == second.functionType.parameters
      && (first.kind == .initializer || first.result == second.result)
  }
}

extension Declaration {
  /// As swiftc names what is there already: without labels if it has none.
  var redeclaredName: String {
    kind == .function && !parameters.isEmpty && labels.allSatisfy { $0 == nil } ? name : fullName
  }
}
