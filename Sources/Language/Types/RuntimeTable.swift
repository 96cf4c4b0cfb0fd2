/// What running code has found out about a type, found once and kept.
struct RuntimeTable {
  /// What meets a protocol's requirements, by the requirement.
  var witnesses: [ObjectIdentifier: Declaration?] = [:]
  /// What a class has in place of an inherited method, by the method.
  var overrides: [ObjectIdentifier: FunctionContext?] = [:]
  /// The same for subscripts.
  var subscripts: [ObjectIdentifier: Declaration?] = [:]
  /// The computed properties that take the place of inherited stored ones, by name.
  var storageOverrides: [String: Declaration]?
  /// What its stored properties are kept under, by slot.
  var keptNames: [String]?
  /// The `deinit`s to run, the class' own first.
  var deinitializers: [FunctionContext]?
  /// The program's own `==` and `hash(into:)`, if it has them.
  var equals: FunctionValue?
  var hash: FunctionValue?
  /// It is the getter of `hashValue` that stands there.
  var hashesByValue = false
  /// The type whose values that `==` takes: the class itself or what it inherits from.
  var comparable: Nominal?
  /// Whether it conforms to protocols of the library, by their names.
  var conformances: [String: Bool] = [:]
  /// Its other operators, by their names.
  var operators: [String: FunctionValue] = [:]
  /// The properties as clients see them, by the class with its generic arguments.
  var properties: [Type: [PropertyInfo]] = [:]
}

extension Nominal {
  /// The name that each stored property is kept under, by slot: its own. Where a class and what it inherits from have private
  /// ones of one name, the topmost has it, or the one that others see; the rest say their class, too.
  var keptNames: [String] {
    if let known = runtime.keptNames { return known }
    var names = storedProperties.map(\.name)
    for same in Dictionary(grouping: storedProperties, by: \.name).values where same.count > 1 {
      let named = same.last { $0.declaration.access != .private && $0.declaration.access != .fileprivate } ?? same[0]
      for property in same where property !== named {
        // A dot would lead on from it.
        let owner = property.declaration.owner?.qualifiedName.replacing(".", with: "/") ?? ""
        names[property.slot] += "(\(owner))"
      }
    }
    runtime.keptNames = names
    return names
  }

  /// The class' own `deinit` first, then its superclass'.
  var deinitializers: [FunctionContext] {
    if let known = runtime.deinitializers { return known }
    let found = lineage.compactMap { ancestor -> FunctionContext? in
      guard let declaration = ancestor.members["deinit"]?.first,
        case .function(let context) = declaration.implementation
      else {
        return nil
      }
      return context
    }
    runtime.deinitializers = found
    return found
  }

  var hasDeinitializer: Bool { !deinitializers.isEmpty }
}
