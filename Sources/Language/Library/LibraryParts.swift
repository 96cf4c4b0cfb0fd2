/// What programs find: the parts of the library, those of Apple's modules and our own.
extension LibraryIndex {
  static let all = LibraryIndex([
    LibraryPart(commonest: CommonestMembers.all),
    LibraryPart(types: StandardLibrary.types, aliases: StandardLibrary.aliases, globals: StandardLibrary.globals),
    LibraryPart(
      module: "Foundation", types: FoundationLibrary.types, traits: .objects, additions: FoundationLibrary.additions,
      aliases: FoundationLibrary.aliases, globals: FoundationLibrary.globals),
    LibraryPart(globals: ProgramLibrary.globals),
    LibraryPart(
      module: "Combine", types: CombineLibrary.types, traits: .objects, additions: CombineLibrary.additions,
      aliases: CombineLibrary.aliases, globals: CombineLibrary.globals),
    LibraryPart(module: "Dispatch", types: CombineLibrary.dispatch(), traits: .objects),
    LibraryPart(module: "Foundation", types: CombineLibrary.foundation, traits: .objects),
    LibraryPart(types: ConcurrencyLibrary.types, traits: .objects, globals: ConcurrencyLibrary.globals),
    LibraryPart(
      module: "Observation", types: ObservationLibrary.types, traits: .objects, globals: ObservationLibrary.globals),
    LibraryPart(types: CodingLibrary.types, traits: .objects),
    LibraryPart(module: "Foundation", types: CodingLibrary.coders(), traits: .objects),
    LibraryPart(
      module: "SwiftUI", types: ScreenLibrary.types, traits: .objects, additions: ScreenLibrary.additions,
      aliases: ScreenLibrary.aliases, globals: ScreenLibrary.globals),
    LibraryPart(
      types: ExtrasLibrary.types, traits: .objects, additions: ExtrasLibrary.additions, globals: ExtrasLibrary.globals),
  ])
}

extension Library {
  /// All that programs find.
  convenience init() { self.init(.all, LibraryReader()) { InstancePublishers() } }
}

extension SharedLibrary {
  public convenience init() { self.init(Library(), keep: nil) }
  package convenience init(keep: @escaping (Unused) -> Void) { self.init(Library(), keep: keep) }
}
