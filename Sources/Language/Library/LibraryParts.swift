/// What programs find: the parts of the library, those of Apple's modules and our own.
extension LibraryIndex {
  static let all = LibraryIndex([
    LibraryPart(types: StandardLibrary.types, aliases: StandardLibrary.aliases, globals: StandardLibrary.globals),
    LibraryPart(
      types: FoundationLibrary.types, traits: .objects, additions: FoundationLibrary.additions,
      globals: FoundationLibrary.globals),
    LibraryPart(globals: ProgramLibrary.globals),
    LibraryPart(
      types: CombineLibrary.types, traits: .objects, additions: CombineLibrary.additions,
      aliases: CombineLibrary.aliases, globals: CombineLibrary.globals),
    LibraryPart(types: ConcurrencyLibrary.types, traits: .objects, globals: ConcurrencyLibrary.globals),
    LibraryPart(types: CodingLibrary.types, traits: .objects),
    LibraryPart(types: ScreenLibrary.types, traits: .objects, globals: ScreenLibrary.globals),
    LibraryPart(
      types: ExtrasLibrary.types, traits: .objects, additions: ExtrasLibrary.additions, globals: ExtrasLibrary.globals),
  ])
}

extension Library {
  /// All that programs find.
  convenience init() { self.init(.all, LibraryReader()) { InstancePublishers() } }
}

extension SharedLibrary {
  convenience init() { self.init(Library()) }
}
