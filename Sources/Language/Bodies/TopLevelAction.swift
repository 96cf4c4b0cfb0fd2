/// What executing a top-level statement does.
enum TopLevelAction {
  case nothing
  case declare(Commit)
  /// A `let` or `var`: the value, the pattern it goes into, the variables.
  case bind(FunctionContext, Pattern, [GlobalVariable], Commit)
  /// A `guard` that binds variables.
  case unwrap(FunctionContext, [GlobalVariable], Commit)
  case evaluate(FunctionContext, Type)
  case run(FunctionContext)
}

/// What a statement adds to the program's names, from the unit's environment.
struct Commit {
  let environment: TypeEnvironment
  var types: [String] = []
  /// The file that alone knows these types.
  var file: String?
  var declarations: [Declaration] = []
  var extended: Nominal?
  var members: [Declaration] = []
  var conformances: [Conformance] = []
  /// The names the text is known under.
  var keys: [String] = []
  var source: SourceText
  var isOperator = false

  func apply(to target: TypeEnvironment) {
    target.version += 1
    if let file {
      for name in types { target.typesOfFiles[file, default: [:]][name] = environment.typesOfFiles[file]?[name] }
    }
    for name in types where file == nil { if let member = environment.types[name] { target.types[name] = member } }
    for declaration in declarations {
      var known = target.values[declaration.name] ?? []
      known.removeAll { declaration.isShadowing($0) }
      target.values[declaration.name] = [declaration] + known
    }
    if let extended {
      for member in members {
        member.order = target.version
        target.extensionMembers[extended, default: [:]][member.name, default: []].append(member)
      }
      target.extensionConformances[extended, default: []] += conformances
      if let nested = environment.extensionTypes[extended] {
        target.extensionTypes[extended, default: [:]].merge(nested) { _, new in new }
      }
    }
    if extended != nil || isOperator || declarations.contains(where: { $0.name == "==" }) {
      target.home?.searchAgain()
    }
    for key in keys {
      target.sources[key] = source
      if isOperator { target.operators[key] = source.text }
    }
  }
}
