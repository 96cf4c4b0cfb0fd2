/// What help says of one name.
public struct HelpTopic: Hashable, Sendable {
  /// `Publisher.map`, `Just`, `print`.
  public var title: String
  /// The declarations under the name as Swift writes them.
  public var signatures: [String]
  public var summary: String
  /// A few lines of Swift that run by themselves; empty if there are none.
  public var example: String
  public var prints: [String]
  /// Operators and marble diagrams that show what it does, `debounce 300ms "a-bc----d|"`; empty if there are none.
  public var trial: String
}

/// Help for the names of the library and for the words of the language.
extension Library {
  /// What is known of a name: `map`, `Publisher.map`, `Just`, `print`, `+`, `guard`. Empty for what is not known.
  func help(_ name: String) -> [HelpTopic] {
    let isOperator = !name.contains { $0.isLetter || $0.isNumber }
    if let word = Documentation.of(name), !word.forms.isEmpty {
      // `catch` and `prefix` are operators of publishers, too.
      return [HelpTopic(name, word.forms, word)] + (isOperator ? [] : help(alone: name))
    }
    guard !isOperator, let dot = name.lastIndex(of: ".") else { return help(alone: name) }
    if let type = known(name) { return [typeHelp(type)] }
    guard let type = known(String(name[..<dot])) else { return [] }
    return help(member: String(name[name.index(after: dot)...]), of: type).map { [$0] } ?? []
  }

  /// A member of a type, its own, inherited or a protocol's. What a protocol of the type declares again is left out.
  func help(member name: String, of type: Nominal) -> HelpTopic? {
    let steps = type.lineage + environment.protocols(of: type).map(\.proto)
    let owners = steps.filter { !Self.entries($0, name).isEmpty }
    guard let first = owners.first else { return declaredHelp(name, of: steps) ?? constantHelp(name, of: type) }
    var seen: Set<String> = []
    let signatures = owners.flatMap { Self.entries($0, name) }.map { HelpTopic.onOneLine($0.signature) }
      .filter { seen.insert($0.split(separator: " -> ")[0].description).inserted }
    let documentation = ([type] + owners).lazy.compactMap { Documentation.of(name, in: $0.qualifiedName) }.first
    // What a protocol alone says of all its types has the protocol's name, if the type is known for something else.
    let isOwn = first === type || type.library != nil && !type.qualifiedName.contains(".")
    return HelpTopic((isOwn ? type : first).qualifiedName + "." + name, signatures, documentation)
  }

  /// What stands in the declaration of a type itself: what a protocol asks for.
  private func declaredHelp(_ name: String, of steps: [Nominal]) -> HelpTopic? {
    for owner in steps {
      let found = environment.members(of: owner, named: name)
      guard !found.isEmpty else { continue }
      let path = owner.qualifiedName
      // A case shares what is said of its type.
      return HelpTopic(
        path + "." + name, found.map(\.asWritten), Documentation.of(name, in: path) ?? Documentation.of(path))
    }
    return nil
  }

  private func constantHelp(_ name: String, of type: Nominal) -> HelpTopic? {
    guard type.cases.contains(where: { $0.name == name }) else { return nil }
    return HelpTopic("\(type.qualifiedName).\(name)", ["case \(name)"], Documentation.of(type.qualifiedName))
  }

  private func help(alone name: String) -> [HelpTopic] {
    var topics: [HelpTopic] = []
    if let type = known(name) { topics.append(typeHelp(type)) }
    if let aliased = LibraryIndex.all.aliases[name] {
      topics.append(HelpTopic(name, ["typealias \(name) = \(aliased)"], Documentation.of(name)))
    }
    let globals = LibraryIndex.all.globals.filter { $0.baseName == name }
    if !globals.isEmpty { topics.append(HelpTopic(name, globals.map(\.signature), Documentation.of(name))) }
    return topics
      + Self.owners(of: name).prefix(Self.topicLimit - topics.count).compactMap { owner in
        known(owner).flatMap { help(member: name, of: $0) }
      }
  }

  /// More than a few are not read.
  private static let topicLimit = 6

  /// The types with a member of that name, one of each family, the best known first.
  static func owners(of name: String) -> [String] {
    var owners: [String] = []
    for type in LibraryIndex.all.typeNames
    where LibraryIndex.all.type(named: type)!.entries.contains(where: { $0.baseName == name }) {
      let owner = Documentation.family(of: type)
      if !owner.hasPrefix("_"), !owners.contains(owner) { owners.append(owner) }
    }
    let known = ["Publisher", "Sequence", "Collection", "Array", "String", "Optional", "Int", "Double", "Dictionary"]
    func rank(_ owner: String) -> Int { known.firstIndex(of: owner) ?? known.count }
    return owners.sorted { (rank($0), $0) < (rank($1), $1) }
  }

  private static func entries(_ type: Nominal, _ name: String) -> [LibraryEntry] {
    guard type.library != nil else { return [] }
    return LibraryIndex.all.type(named: type.qualifiedName)?.entries.filter { $0.baseName == name } ?? []
  }

  private func typeHelp(_ type: Nominal) -> HelpTopic {
    let name = type.qualifiedName
    let table = LibraryIndex.all.type(named: name)
    let header = table?.header.split(separator: "{", maxSplits: 1).first.map(String.init) ?? name
    let initialisers = table?.entries.filter { $0.baseName == "init" }.map(\.signature) ?? []
    return HelpTopic(name, [header] + initialisers, Documentation.of(name))
  }

  private func known(_ name: String) -> Nominal? {
    type(path: name.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
  }

  /// A type of the library by its whole name, `Calendar.Component`.
  func type(path: [String]) -> Nominal? {
    guard let first = path.first, !first.hasPrefix("_") else { return nil }
    return path.dropFirst().reduce(type(named: first)) { outer, name in
      outer.flatMap { nestedType(of: $0, named: name) }
    }
  }
}

extension HelpTopic {
  fileprivate init(_ title: String, _ signatures: [String], _ documentation: Documentation?) {
    self.init(
      title: title, signatures: signatures.map(Self.onOneLine), summary: documentation?.summary ?? "",
      example: documentation?.example ?? "", prints: documentation?.prints ?? [],
      trial: documentation?.trial ?? "")
  }

  static func onOneLine(_ signature: String) -> String {
    signature.split(whereSeparator: \.isWhitespace).joined(separator: " ").replacing("( ", with: "(")
  }
}
