/// Which declarations in force have to be checked again together with those that take the place of others.
///
/// A class that is declared anew and the class of its parent, which is not, name each other. What the old parent says is
/// about the old child; beside the new one it has to be declared again, from its own text. The same holds for whatever
/// leads from the new text, over any number of declarations, back to a name that it declares anew: by the words in their
/// texts, so rather too many than too few.
struct CarriedDeclarations {
  private struct Node {
    let source: SourceText
    let keys: [String]
    /// The names that others refer to it by; those of its members, of an extension.
    let names: [String]
    let isExtension: Bool
    let words: Set<String>
    /// It stands in one of the texts, with the text it has already.
    let isInUnit: Bool

    init(_ source: SourceText, _ keys: [String], isInUnit: Bool) {
      self.source = source
      self.keys = keys
      self.isInUnit = isInUnit
      words = source.words
      let parts = keys.map(Self.parts)
      isExtension = parts.first?.isExtension ?? false
      names = parts.compactMap(\.name)
    }

    /// `Child.name` and `extension Child: Equatable`, whose name nobody uses; but not an operator with a dot in its name.
    private static func parts(_ key: String) -> (isExtension: Bool, name: String?) {
      if key.hasPrefix("extension ") { return (true, nil) }
      let name = key.prefix { $0 != "(" }
      guard let first = name.first, first.isLetter || "_`[".contains(first), let dot = name.lastIndex(of: ".") else {
        return (false, String(name))
      }
      return (true, String(name[name.index(after: dot)...]))
    }
  }

  private var nodes: [Node] = []
  private var keys: Set<String> = []
  private var redeclared: Set<String> = []
  /// What the new texts refer to.
  private var wanted: Set<String> = []

  mutating func add(_ source: SourceText, keys: [String], isNew: Bool, redeclares: Bool) {
    let node = Node(source, keys, isInUnit: true)
    self.keys.formUnion(keys)
    if redeclares { redeclared.formUnion(node.names) }
    if isNew { wanted.formUnion(node.words) } else { nodes.append(node) }
  }

  /// - Returns: the names of those in the texts, and the texts of the others, in the order of their files and lines.
  /// - Parameter progress: each text of the program is looked through, which together may take long.
  mutating func carried(of program: TypeEnvironment, _ progress: Progress?) -> (
    names: Set<[String]>, sources: [SourceText]
  ) {
    var known: [SourceText: [String]] = [:]
    for environment in program.lineage {
      for (key, source) in environment.sources where !keys.contains(key) { known[source, default: []].append(key) }
    }
    for (source, keys) in known {
      progress?.advance()
      nodes.append(Node(source, keys, isInUnit: false))
    }
    let dependent = dependents()
    var carried: [Node] = []
    var rest = dependent
    // What an extension brings need not be named where it is used: initializers, subscripts, conformances.
    while let next = rest.firstIndex(where: { node in
      node.isInUnit || node.isExtension || node.names.contains(where: wanted.contains)
    }) {
      let node = rest.remove(at: next)
      carried.append(node)
      wanted.formUnion(node.words)
    }
    let sources = carried.filter { !$0.isInUnit }.map(\.source)
    return (
      Set(carried.filter(\.isInUnit).map(\.keys)),
      sources.sorted { ($0.file, $0.firstLine, $0.text) < ($1.file, $1.firstLine, $1.text) }
    )
  }

  /// Those that come to a name which is declared anew, through whatever they name.
  private func dependents() -> [Node] {
    var reached = redeclared
    var found: [Node] = []
    var rest = nodes
    while true {
      let count = found.count
      rest.removeAll { node in
        guard !node.words.isDisjoint(with: reached) else { return false }
        found.append(node)
        reached.formUnion(node.names)
        return true
      }
      if found.count == count { return found }
    }
  }
}
