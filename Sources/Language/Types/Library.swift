/// The types and functions programs find, parsed from the table as they are asked for.
///
/// Programs share one. Nothing is parsed before its name occurs, so making one costs next to nothing.
final class Library {
  let index: LibraryIndex
  private let reader: any LibraryReading
  /// What the `@Published` properties of an object publish through.
  let makePublishers: () -> PropertyPublishers
  private var types: [String: Nominal] = [:]
  private var nested: [Nominal: [String: Nominal]] = [:]
  private var globalEntries: [String: [LibraryEntry]]?
  private var loadedGlobals: [String: [Declaration]] = [:]
  private var aliases: [String: TypeMember] = [:]
  /// The environment of the library's own declarations.
  var environment: TypeEnvironment {
    if let root { return root }
    let made = TypeEnvironment(library: self)
    root = made
    return made
  }
  private var root: TypeEnvironment?
  /// That of the check for which it is read at present. One type leads to a hundred others, and all of them are read
  /// before anybody may see one of them.
  var progress: Progress?

  init(_ index: LibraryIndex, _ reader: any LibraryReading, publishers: @escaping () -> PropertyPublishers) {
    self.index = index
    self.reader = reader
    makePublishers = publishers
  }

  /// Its types and functions refer to each other, and all of them to it.
  func dismantle() {
    let all = Array(types.values) + nested.values.flatMap(\.values)
    for declaration in loadedGlobals.values.joined() { declaration.dismantle() }
    (types, nested, loadedGlobals, aliases) = ([:], [:], [:], [:])
    root?.dismantle()
    root = nil
    for nominal in all { nominal.dismantle() }
  }

  /// Integers share one representation.
  func isInteger(_ type: Type) -> Bool {
    guard let nominal = type.nominal, nominal.library != nil else { return false }
    switch nominal.name {
    case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64": return true
    default: return false
    }
  }

  /// A type whose values are objects of the library, which know their types.
  func isNativeObject(_ nominal: Nominal) -> Bool { nominal.has(.objects) }

  // MARK: Types

  /// A top-level type of the library.
  func type(named name: String) -> Nominal? {
    if let known = types[name] { return known }
    guard let entry = index.type(named: name) else { return nil }
    return declare(entry, parent: nil)
  }

  func alias(named name: String) -> TypeMember? {
    if let known = aliases[name] { return known }
    guard let text = index.aliases[name] else { return nil }
    guard let type = resolve(text) else { return nil }
    aliases[name] = .alias(type, [])
    return aliases[name]
  }

  func nestedType(of parent: Nominal, named name: String) -> Nominal? {
    if let known = nested[parent]?[name] { return known }
    guard parent.library != nil, let entry = index.type(named: parent.qualifiedName + "." + name) else {
      return nil
    }
    return declare(entry, parent: parent)
  }

  /// How many types have been read.
  var typesRead: Int { types.count + nested.values.reduce(0) { $0 + $1.count } }

  private func declare(_ entry: LibraryType, parent: Nominal?) -> Nominal? {
    progress?.lookAfterOthers()
    return reader.declare(entry, parent: parent, in: self) { nominal in
      // Known before its bounds and conformances are looked at: they may speak of it.
      if let parent { nested[parent, default: [:]][nominal.name] = nominal } else { types[nominal.name] = nominal }
    }
  }

  func resolve(_ text: String) -> Type? { reader.resolve(text, in: self) }

  /// Protocols without members that everything here conforms to.
  func isMarker(_ proto: Nominal) -> Bool {
    switch proto.name {
    case "Sendable", "Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable": proto.library != nil
    case "_ElseNever", "_ElseVoid": proto.library != nil
    default: false
    }
  }

  /// What a generic parameter with this bound is if nothing says so: `Task.isCancelled` speaks of no task's type, and a
  /// continuation that is resumed with nothing gives nothing.
  func fallback(of proto: Nominal) -> Type? {
    switch proto.name {
    case "_ElseNever": never
    case "_ElseVoid": .void
    default: nil
    }
  }

  func fallback(of parameter: GenericParameter, in nominal: Nominal) -> Type? {
    guard nominal.library != nil else { return nil }
    for case .conforms(.parameter(parameter), let proto) in nominal.requirements {
      if let found = fallback(of: proto) { return found }
    }
    return nil
  }

  // MARK: Functions

  func globals(named name: String) -> [Declaration] {
    if let loaded = loadedGlobals[name] { return loaded }
    if globalEntries == nil { globalEntries = Dictionary(grouping: index.globals, by: \.baseName) }
    guard let entries = globalEntries?[name] else { return [] }
    loadedGlobals[name] = []
    loadedGlobals[name] = parse(entries, owner: nil)
    return loadedGlobals[name] ?? []
  }

  var globalNames: [String] {
    if globalEntries == nil { globalEntries = Dictionary(grouping: index.globals, by: \.baseName) }
    return globalEntries.map { Array($0.keys) } ?? []
  }

  /// Parses the signatures of entries that share a name.
  func parse(_ entries: [LibraryEntry], owner: Nominal?) -> [Declaration] {
    if entries.isEmpty { return [] }
    progress?.lookAfterOthers()
    return reader.parse(entries, owner: owner, in: self)
  }

  // MARK: The types the language itself speaks of

  private func required(_ name: String) -> Nominal {
    guard let found = type(named: name) else { preconditionFailure("library: no type \(name)") }
    return found
  }
  private func simple(_ name: String) -> Type { .nominal(required(name), []) }

  private(set) lazy var int = simple("Int")
  private(set) lazy var double = simple("Double")
  private(set) lazy var float = simple("Float")
  private(set) lazy var bool = simple("Bool")
  private(set) lazy var string = simple("String")
  private(set) lazy var character = simple("Character")
  private(set) lazy var never = simple("Never")
  private(set) lazy var anyHashable = simple("AnyHashable")
  private(set) lazy var optionalNominal = required("Optional")
  private(set) lazy var arrayNominal = required("Array")
  private(set) lazy var dictionaryNominal = required("Dictionary")
  private(set) lazy var setNominal = required("Set")
  private(set) lazy var publishedNominal = required("Published")
  private(set) lazy var publishedPublisher = nestedType(of: publishedNominal, named: "Publisher")!
  private(set) lazy var observableObject = required("ObservableObject")
  private(set) lazy var equatable = required("Equatable")
  private(set) lazy var hashable = required("Hashable")
  private(set) lazy var comparable = required("Comparable")
  private(set) lazy var errorProtocol = required("Error")
  private(set) lazy var anyError = Type.existential(ExistentialType(protocols: [errorProtocol]))
  private(set) lazy var cancellable = simple("AnyCancellable")

  /// `1.5 as NSNumber`, `path as NSString` and back, `path as AnyObject`; any error as an `NSError`.
  func bridges(_ from: Type, _ to: Type) -> Bool {
    switch (from.libraryName, to.libraryName) {
    case ("NSError", "NSError"): false
    case (_, "NSError"):
      if case .yes = environment.conformance(of: from, to: errorProtocol, context: []) { true } else { false }
    case ("String", "NSString"), ("NSString", "String"), ("URL", "NSURL"), ("NSURL", "URL"): true
    case ("Double", "NSNumber"), ("Float", "NSNumber"), ("Bool", "NSNumber"), ("Decimal", "NSNumber"),
      ("Decimal", "NSDecimalNumber"):
      true
    case ("String", nil), ("URL", nil), ("Double", nil), ("Float", nil), ("Bool", nil), ("Decimal", nil):
      to.isAnyObject
    case (_, nil): to.isAnyObject && isInteger(from)
    case (_, "NSNumber"): isInteger(from)
    default: false
    }
  }

  /// The type of a regular expression: its output is the whole match, and what its groups capture.
  func regex(_ groups: [RegexPattern.Group]) -> Type {
    let whole = simple("Substring")
    let captured = groups.map { group in
      Type.TupleElement(label: group.name, type: group.isOptional ? optional(whole) : whole)
    }
    let output = groups.isEmpty ? whole : .tuple([Type.TupleElement(type: whole)] + captured)
    return .nominal(required("Regex"), [output])
  }

  func optional(_ type: Type) -> Type { .nominal(optionalNominal, [type]) }
  func array(_ type: Type) -> Type { .nominal(arrayNominal, [type]) }
  func dictionary(_ key: Type, _ value: Type) -> Type { .nominal(dictionaryNominal, [key, value]) }
}

/// Makes declarations of the library's texts: the parser and the checker do.
protocol LibraryReading {
  /// The first type that a table's header declares.
  /// - Parameter known: called with each before it is complete.
  func declare(_ type: LibraryType, parent: Nominal?, in library: Library, known: (Nominal) -> Void) -> Nominal?
  func resolve(_ text: String, in library: Library) -> Type?
  /// Of signatures that share a name.
  func parse(_ entries: [LibraryEntry], owner: Nominal?, in library: Library) -> [Declaration]
}

/// The members of one library type that are still text.
final class LibraryMembers {
  private var entries: [String: [LibraryEntry]]
  let names: [String]
  let traits: LibraryType.Traits
  let module: String

  init(_ type: LibraryType) {
    var entries: [String: [LibraryEntry]] = [:]
    var names: [String] = []
    for entry in type.entries {
      let name = entry.baseName
      if entries[name] == nil { names.append(name) }
      entries[name, default: []].append(entry)
    }
    self.entries = entries
    self.names = names
    traits = type.traits
    module = type.module
  }

  /// Parses what is there under a name, once.
  func load(_ name: String, into nominal: Nominal, _ library: Library) {
    guard let found = entries.removeValue(forKey: name) else { return }
    let declarations = library.parse(found, owner: nominal)
    nominal.members[name, default: []] += declarations
  }
}

/// A library and those who share it, all on one thread. What it declares is found out once, when it is first spoken of,
/// which is most of what a program costs. It takes itself apart when the last of them has gone.
public final class SharedLibrary {
  let library: Library
  /// Takes the library when nobody shares it any more, for others.
  private let keep: ((Unused) -> Void)?

  /// A library that nobody uses.
  package struct Unused {
    fileprivate let library: Library
  }

  init(_ library: Library, keep: ((Unused) -> Void)?) { (self.library, self.keep) = (library, keep) }

  /// One that was used before, perhaps on another thread.
  package convenience init(_ unused: Unused, keep: @escaping (Unused) -> Void) {
    self.init(unused.library, keep: keep)
  }

  deinit {
    if let keep { keep(Unused(library: library)) } else { library.dismantle() }
  }
}
