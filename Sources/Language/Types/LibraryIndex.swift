/// One part of the library, which it is put together of: the tables of a module, or of our own.
///
/// A table is made when its type is first asked for; here are only the functions that make them.
struct LibraryPart: Sendable {
  typealias Table = @Sendable () -> LibraryType

  var module = "Swift"
  /// By the names of the types; a nested type's is qualified, `String.Index`.
  var types: [String: Table] = [:]
  /// What all its types have in common.
  var traits: LibraryType.Traits = []
  /// What it adds to types of other parts.
  var additions: [String: @Sendable () -> [LibraryEntry]] = [:]
  /// By the names of types: those of their members that are wanted most often, in this order.
  var commonest: [String: [String]] = [:]
  /// Other names for types, as source text.
  var aliases: [String: String] = [:]
  /// Functions and operators at top level.
  var globals: @Sendable () -> [LibraryEntry] = { [] }
}

/// Where the library looks for a name: the tables of all its parts. Nothing is parsed or built here.
struct LibraryIndex: Sendable {
  private let parts: [LibraryPart]
  let aliases: [String: String]
  /// The members of a type or protocol that completion shows before the others.
  let commonest: [String: [String]]

  init(_ parts: [LibraryPart]) {
    self.parts = parts
    commonest = parts.reduce(into: [:]) { all, part in all.merge(part.commonest) { first, _ in first } }
    aliases = parts.reduce(into: [:]) { aliases, part in aliases.merge(part.aliases) { first, _ in first } }
  }

  /// The table of a type; a nested type's name is qualified, `String.Index`.
  func type(named name: String) -> LibraryType? {
    for part in parts {
      guard let table = part.types[name]?() else { continue }
      let traits = table.traits.contains(.values) ? table.traits : table.traits.union(part.traits)
      let additions = parts.flatMap { $0.additions[name]?() ?? [] }
      return LibraryType(table.header, table.entries + additions, traits, module: part.module)
    }
    return nil
  }

  /// Functions and operators at top level.
  var globals: [LibraryEntry] { parts.flatMap { $0.globals() } }

  /// Every type there is, for completion and for tests.
  var typeNames: [String] { parts.flatMap(\.types.keys).sorted() }
}
