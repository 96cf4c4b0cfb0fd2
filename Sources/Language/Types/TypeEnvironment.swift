/// Names and what they stand for: one environment for what has been executed, one over it for a unit being checked,
/// one for the types declared inside a function's body.
final class TypeEnvironment {
  let parent: TypeEnvironment?
  let library: Library
  /// The way to what runs the program; nil for the library's own.
  let home: Home?
  /// Another one whenever something more is declared.
  var version = 0
  /// Of the types declared inside a function's body.
  let isLocal: Bool
  var types: [String: TypeMember] = [:]
  /// Those of which several files have one of the name, each its own, by the file.
  var typesOfFiles: [String: [String: TypeMember]] = [:]
  var values: [String: [Declaration]] = [:]
  /// What extensions add, by the extended type.
  var extensionMembers: [Nominal: [String: [Declaration]]] = [:]
  var extensionTypes: [Nominal: [String: TypeMember]] = [:]
  var extensionConformances: [Nominal: [Conformance]] = [:]
  /// Types of the unit that are a matter of the screen, with what they are.
  var skippedTypes: [String: String] = [:]
  /// Operators and precedence groups as written, by what they declare.
  var operators: [String: String] = [:]
  /// How many questions for a type's member are asked to answer the first of them, and how many may be.
  var memberDepth = 0
  static let memberDepthMax = 2_000
  /// The same of types that a program's own members say: sequences of sequences, each of larger ones.
  var inferredDepth = 0
  static let inferredDepthMax = 64
  /// The text of each declaration in force, by the name it is known under.
  var sources: [String: SourceText] = [:]

  /// Declares the members of a type of the unit that is being checked, which others may speak of before its turn comes:
  /// `Item.ID` follows from `id`.
  var declareMembers: ((Nominal) -> Void)?

  /// The unit whose names they are, or those of a block in it.
  weak var contents: UnitContents?

  init(library: Library, parent: TypeEnvironment? = nil, home: Home? = nil, isLocal: Bool = false) {
    self.isLocal = isLocal
    self.library = library
    self.parent = parent
    self.home = home ?? parent?.home
    contents = parent?.contents
  }

  var lineage: UnfoldSequence<TypeEnvironment, (TypeEnvironment?, Bool)> {
    sequence(first: self) { $0.parent }
  }

  /// - Parameter file: where the name stands: a type that only one file knows hides others there.
  func type(named name: String, in file: SourceFile? = nil) -> TypeMember? {
    for environment in lineage {
      if let file, !environment.typesOfFiles.isEmpty, let found = environment.typesOfFiles[file.name]?[name] {
        return found
      }
      if let found = environment.types[name] { return found }
    }
    guard let found = library.type(named: name) else { return library.alias(named: name) }
    return .nominal(found)
  }

  /// A type declared in one of the bodies around a place: it hides what the enclosing type has under the name.
  /// - Parameter nominal: the enclosing type; one that is local itself has its own types nearer by.
  func localType(named name: String, inside nominal: Nominal?) -> TypeMember? {
    guard isLocal else { return nil }
    var outermost = nominal
    while let parent = outermost?.parent { outermost = parent }
    for environment in lineage where environment.isLocal {
      for case .nominal(let local) in environment.types.values where local === outermost { return nil }
    }
    return lineage.prefix { $0.isLocal }.lazy.compactMap { $0.types[name] }.first
  }

  /// The declarations a bare name can mean at top level: the newest first, the library's last.
  /// - Parameter file: where the name stands: what only one file knows hides the like of it there, and is nowhere else.
  func values(named name: String, in file: SourceFile? = nil) -> [Declaration] {
    var result: [Declaration] = []
    for environment in lineage {
      // Within one text functions may differ by their results alone; a later text's takes the place of an earlier one's.
      let newer = result
      for declaration in environment.values[name] ?? [] where !newer.contains(where: { $0.isShadowing(declaration) }) {
        if declaration.isOfFile, let file, declaration.declaredIn?.name != file.name { continue }
        if result.contains(where: { $0.isShadowing(declaration) && $0.result == declaration.result }) { continue }
        if declaration.kind == .variable, result[newer.count...].contains(where: { $0.isShadowing(declaration) }) {
          continue
        }
        result.append(declaration)
      }
      if result.contains(where: \.isOfFile) {
        let own = result.filter(\.isOfFile)
        result.removeAll { declaration in !declaration.isOfFile && own.contains { $0.isAlike(declaration) } }
      }
      if result.contains(where: { $0.kind == .variable }) { return result }
    }
    for declaration in library.globals(named: name) where !result.contains(where: { $0.isShadowing(declaration) }) {
      result.append(declaration)
    }
    return result
  }

  /// The program says how values without a label are put into texts.
  var hasOwnInterpolations: Bool {
    guard
      let nominal = lineage.first(where: { !$0.extensionMembers.isEmpty }).flatMap({ _ in
        library.type(named: "DefaultStringInterpolation")
      })
    else { return false }
    return lineage.contains { environment in
      environment.extensionMembers[nominal]?["appendInterpolation"]?.contains { declaration in
        declaration.resolved() && declaration.parameters.first?.label == nil
          && declaration.parameters.dropFirst().allSatisfy(\.hasDefault)
      } ?? false
    }
  }

  func skipped(_ name: String) -> String? {
    lineage.lazy.compactMap { $0.skippedTypes[name] }.first
  }

  func source(of name: String) -> SourceText? { lineage.lazy.compactMap { $0.sources[name] }.first }
  func text(of name: String) -> String? { source(of: name)?.text }

  /// The members a type itself has under a name, its extensions' included, a superclass' not.
  func members(of nominal: Nominal, named name: String) -> [Declaration] {
    nominal.library?.load(name, into: nominal, library)
    var result = nominal.members[name] ?? []
    for environment in lineage {
      guard let added = environment.extensionMembers[nominal]?[name] else { continue }
      for declaration in added where !result.contains(where: { $0 === declaration }) { result.append(declaration) }
    }
    return result
  }

  /// What the extensions of this environment add to a type, in the order of declaration.
  func addedMembers(of nominal: Nominal) -> [Declaration] {
    (extensionMembers[nominal] ?? [:]).values.joined().sorted {
      ($0.order, $0.span.start) < ($1.order, $1.span.start)
    }
  }

  /// What a program declares in a type: the type's own members first, then those of its extensions, a superclass' not.
  func declaredMembers(of nominal: Nominal) -> [Declaration] {
    (nominal.library == nil ? nominal.memberOrder : [])
      + Array(lineage).reversed().flatMap { $0.addedMembers(of: nominal) }
  }

  func typeMember(of nominal: Nominal, named name: String) -> TypeMember? {
    if let found = nominal.typeMembers[name] { return found }
    for environment in lineage {
      if let found = environment.extensionTypes[nominal]?[name] { return found }
    }
    return library.nestedType(of: nominal, named: name).map { .nominal($0) }
  }

  func conformances(of nominal: Nominal) -> [Conformance] {
    var result = nominal.conformances
    for environment in lineage { result += environment.extensionConformances[nominal] ?? [] }
    return result
  }

  /// Every protocol a type conforms to, inherited ones included, nearest first.
  ///
  /// - Parameter own: without those that only its superclass conforms to.
  func protocols(of nominal: Nominal, own: Bool = false) -> [Conformance] {
    var result: [Conformance] = []
    var seen: Set<Nominal> = []
    // What is still to be added, the next one last. Protocols can refine each other in a longer chain than calls may nest.
    var waiting: [Conformance] = []
    for step in own ? [nominal] : nominal.lineage {
      waiting.append(contentsOf: conformances(of: step).reversed())
      while let conformance = waiting.popLast() {
        guard seen.insert(conformance.proto).inserted else { continue }
        result.append(conformance)
        for inherited in conformances(of: conformance.proto).reversed() {
          waiting.append(Conformance(proto: inherited.proto, conditions: conformance.conditions))
        }
      }
    }
    return result
  }

  /// A protocol and all it inherits from.
  func closure(of proto: Nominal) -> [Nominal] {
    [proto] + protocols(of: proto).map(\.proto)
  }

  /// Moves everything into the parent: the unit has been executed.
  func commit(type name: String, to target: TypeEnvironment) {
    if let member = types[name] { target.types[name] = member }
  }
}

extension Declaration {
  /// A newer declaration hides an older one if a use could not tell them apart.
  func isShadowing(_ older: Declaration) -> Bool { !isApart(from: older) && isAlike(older) }

  /// Whether it can stand in place of an inherited member.
  /// - Parameter known: what the parameters of that one's class stand for here.
  func takesParameters(of inherited: Declaration, where known: Substitution) -> Bool {
    guard labels == inherited.labels, generics.count == inherited.generics.count else { return false }
    var known = known
    for (own, other) in zip(generics, inherited.generics) { known[other] = .parameter(own) }
    return parameters.map(\.type) == inherited.parameters.map { $0.type.substituting(known) }
  }

  /// No text can mean both: each is known in its own file alone.
  func isApart(from other: Declaration) -> Bool {
    isOfFile && other.isOfFile && declaredIn?.name != other.declaredIn?.name
  }

  fileprivate func isAlike(_ older: Declaration) -> Bool {
    resolved()
    older.resolved()
    // A function with parameters has another name than a variable.
    if kind == .variable || older.kind == .variable {
      return kind == older.kind || (kind == .variable ? older : self).parameters.isEmpty
    }
    return labels == older.labels && parameters.map(\.type) == older.parameters.map(\.type)
      && isSettable == older.isSettable && generics.count == older.generics.count && fixity == older.fixity
  }
}
