/// What two files of a program may both declare: a type, a function, a value or a member that is private to each of them.
///
/// A declaration is known by its key (`Row`, `text(of:)`, `String.trimmed`). Where another file has one of that key, a private
/// one has the file's name behind it: `Row(Cart)`. It keeps that as long as it is in force, also where its file comes alone.
struct NamesOfFiles {
  /// Of a declaration, what it is known by and which of that is private to its file.
  struct Names {
    var keys: [String]
    var isPrivate: (String) -> Bool
    /// It is a type or a value.
    var isOne: Bool
    /// Of an extension: the first word of the type's name.
    var extended: String?
  }

  private let program: TypeEnvironment
  /// The files that declare each key.
  private var files: [String: Set<String>] = [:]
  /// Keys of what is declared for all files.
  private var open: Set<String> = []
  /// The types of which a file has one of its own.
  private var types: [String: Set<String>] = [:]

  init(program: TypeEnvironment) { self.program = program }

  mutating func add(_ names: Names, of file: SourceFile) {
    for key in names.keys {
      files[key, default: []].insert(file.name)
      if !names.isPrivate(key) { open.insert(key) }
    }
  }

  /// The keys of a declaration among all that have been added.
  /// - Returns: them, and whether its file alone knows it.
  mutating func keys(of names: Names, in file: SourceFile, isType: Bool) -> (keys: [String], isOfFile: Bool) {
    let mark = Self.mark(of: file)
    let ofOwnType = names.extended.map { isOwn($0, in: file) } ?? false
    var isOfFile = false
    let keys = names.keys.flatMap { key -> [String] in
      let own = key + mark
      let isKnown = program.text(of: own) != nil
      // A type or a value for all files is there in each of them. Of functions there may be several.
      let isAlone = files[key, default: []].count < 2 || names.isOne && open.contains(key)
      guard ofOwnType || names.isPrivate(key), ofOwnType || isKnown || !isAlone else {
        // It is private no more: what was known by the other key gives way.
        return isKnown ? [key, own] : [key]
      }
      isOfFile = true
      if isType { types[file.name, default: []].insert(key) }
      // So does what the file declared before others came with the same.
      return program.source(of: key)?.file == file.name ? [own, key] : [own]
    }
    return (keys, isOfFile)
  }

  private func isOwn(_ name: String, in file: SourceFile) -> Bool {
    types[file.name]?.contains(name) ?? false
      || program.lineage.contains { $0.typesOfFiles[file.name]?[name] != nil }
  }

  /// Files of one program have names that differ, whatever their folders.
  private static func mark(of file: SourceFile) -> String {
    var name = file.name.split(separator: "/").last.map(String.init) ?? file.name
    if name.hasSuffix(".swift") { name.removeLast(".swift".count) }
    return "(" + name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined() + ")"
  }
}

extension Decl {
  /// Whether what it declares by a key is private to its file.
  func isPrivate(_ key: String, named: (Decl) -> String?) -> Bool {
    switch kind {
    case .extension(let node):
      node.members.contains { member in
        guard let name = named(member), key.hasSuffix("." + name) else { return false }
        let access = member.modifiers.access == .internal ? modifiers.access : member.modifiers.access
        return access.isOfFile
      }
    case .variable(let node):
      modifiers.access.isOfFile
        && node.bindings.allSatisfy { if case .binding = $0.pattern.kind { true } else { false } }
    case .nominal, .alias, .function: modifiers.access.isOfFile
    default: false
    }
  }
}

extension Modifiers.Access {
  var isOfFile: Bool { self == .private || self == .fileprivate }
}
