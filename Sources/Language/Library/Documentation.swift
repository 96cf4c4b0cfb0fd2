/// What help says of a member beyond its signature: one line, and an example that runs.
struct Documentation: Sendable {
  let summary: String
  /// A few lines of Swift. They run by themselves, with Combine and Foundation imported.
  let example: String
  /// What the example prints.
  let prints: [String]

  init(_ summary: String, _ example: String, prints: [String]) {
    self.summary = summary
    self.example = example
    self.prints = prints
  }

  private static let parts = [operatorsOfValues, operatorsOfSeveral, typesAndMembers]

  /// By type and name; types themselves stand under the empty name.
  static func of(_ name: String, in type: String) -> Documentation? {
    for part in parts {
      if let found = part[type]?[name] { return found }
    }
    return nil
  }

  static var all: [(type: String, name: String, documentation: Documentation)] {
    parts.flatMap { part in
      part.flatMap { type, members in members.map { (type, $0.key, $0.value) } }
    }
  }

  /// The types that have a member of a name with documentation, or all types that have such a member.
  static func types(with name: String) -> [String] {
    Set(parts.flatMap { part in part.filter { $0.value[name] != nil }.keys }).sorted()
  }
}

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
}

extension Program {
  /// Help for a name: `map`, `Publisher.map`, `Just`, `print`. Empty for what the library does not have.
  public static func help(_ name: String) -> [HelpTopic] {
    let parts = name.split(separator: ".").map(String.init)
    guard let last = parts.last else { return [] }
    if parts.count > 1 {
      if LibraryIndex.type(named: name) != nil { return [typeHelp(name)] }
      return memberHelp(last, of: parts.dropLast().joined(separator: ".")).map { [$0] } ?? []
    }
    var topics: [HelpTopic] = []
    if LibraryIndex.type(named: name) != nil { topics.append(typeHelp(name)) }
    let globals = LibraryIndex.globals.filter { $0.baseName == name }
    if !globals.isEmpty {
      topics.append(topic(name, globals.map(\.signature), Documentation.of(name, in: "")))
    }
    let documented = Documentation.types(with: name).filter { !$0.isEmpty }
    // What is documented stands for the rest; else the first types that have such a member.
    let owners =
      documented.isEmpty
      ? Array(LibraryIndex.typeNames.lazy.filter { has(name, $0) }.prefix(5)) : documented
    topics += owners.compactMap { memberHelp(name, of: $0) }
    return topics
  }

  private static func has(_ name: String, _ type: String) -> Bool {
    LibraryIndex.type(named: type)?.entries.contains { $0.baseName == name } ?? false
  }

  private static func memberHelp(_ name: String, of type: String) -> HelpTopic? {
    var entries = LibraryIndex.type(named: type)?.entries.filter { $0.baseName == name } ?? []
    if entries.isEmpty, let owner = LibraryIndex.typeNames.first(where: { has(name, $0) }) {
      // A protocol has it.
      entries = LibraryIndex.type(named: owner)?.entries.filter { $0.baseName == name } ?? []
    }
    let documentation = Documentation.of(name, in: type)
    guard LibraryIndex.type(named: type) != nil, !entries.isEmpty else { return nil }
    return topic(type + "." + name, entries.map(\.signature), documentation)
  }

  private static func typeHelp(_ name: String) -> HelpTopic {
    let header = LibraryIndex.type(named: name)?.header ?? ""
    let first = header.split(separator: "{", maxSplits: 1).first.map(String.init) ?? name
    let initialisers = LibraryIndex.type(named: name)?.entries.filter { $0.baseName == "init" } ?? []
    let lines = first.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return topic(name, [lines] + initialisers.map(\.signature), Documentation.of(name, in: ""))
  }

  private static func topic(_ title: String, _ signatures: [String], _ documentation: Documentation?) -> HelpTopic {
    HelpTopic(
      title: title, signatures: signatures.map(onOneLine), summary: documentation?.summary ?? "",
      example: documentation?.example ?? "", prints: documentation?.prints ?? [])
  }

  private static func onOneLine(_ signature: String) -> String {
    signature.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ")
      .replacing("( ", with: "(")
  }
}
