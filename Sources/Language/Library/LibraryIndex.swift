/// Where the library looks for a name: the tables of all its parts. Nothing is parsed or built here.
enum LibraryIndex {
  private static let parts: [[String: @Sendable () -> LibraryType]] = [
    StandardLibrary.types, FoundationLibrary.types, CombineLibrary.types, ConcurrencyLibrary.types,
    CodingLibrary.types, ScreenLibrary.types, ExtrasLibrary.types,
  ]

  /// The table of a type; a nested type's name is qualified, `String.Index`.
  static func type(named name: String) -> LibraryType? {
    guard let table = parts.lazy.compactMap({ $0[name] }).first?() else { return nil }
    let more =
      (CombineLibrary.additions[name]?() ?? []) + (FoundationLibrary.additions[name]?() ?? [])
      + (ExtrasLibrary.additions[name]?() ?? [])
    return more.isEmpty ? table : LibraryType(table.header, table.entries + more)
  }

  /// Other names for types, as source text.
  static let aliases: [String: String] = StandardLibrary.aliases.merging(CombineLibrary.aliases) { first, _ in first }

  /// Functions and operators at top level.
  static var globals: [LibraryEntry] {
    StandardLibrary.globals() + ProgramLibrary.globals() + CombineLibrary.globals() + ConcurrencyLibrary.globals()
      + SourcesLibrary.globals() + ExpectationLibrary.globals() + ScreenLibrary.globals()
  }

  /// Every type there is, for completion and for tests.
  static var typeNames: [String] {
    parts.flatMap(\.keys).sorted()
  }

  /// Values of these types are objects that know their type, so that an `Any` needs no box around them.
  static func isNativeObject(_ name: String) -> Bool {
    FoundationLibrary.types[name] != nil || ConcurrencyLibrary.types[name] != nil || CodingLibrary.types[name] != nil
      || ScreenLibrary.types[name] != nil && name != "NavigationPath" || name == "ObjectIdentifier"
      || CombineLibrary.types[name] != nil && name != "Subscribers.Completion"
      || ExtrasLibrary.types[name] != nil && name != "ExpectationFailedError"
  }
}
