/// Which modifiers and attributes there are, and on which kinds of declarations each may stand. Where one of them means nothing
/// all the same, in a body or a protocol for example, `DeclarationRules` says.
enum ModifierTable {
  struct Kinds: OptionSet {
    let rawValue: Int

    static let variable = Kinds(rawValue: 1)
    static let function = Kinds(rawValue: 1 << 1)
    static let initializer = Kinds(rawValue: 1 << 2)
    static let deinitializer = Kinds(rawValue: 1 << 3)
    static let subscripted = Kinds(rawValue: 1 << 4)
    static let structure = Kinds(rawValue: 1 << 5)
    static let classType = Kinds(rawValue: 1 << 6)
    static let enumeration = Kinds(rawValue: 1 << 7)
    static let protocolType = Kinds(rawValue: 1 << 8)
    static let actor = Kinds(rawValue: 1 << 9)
    static let extensions = Kinds(rawValue: 1 << 10)
    static let alias = Kinds(rawValue: 1 << 11)
    static let associatedType = Kinds(rawValue: 1 << 12)
    static let enumCase = Kinds(rawValue: 1 << 13)
    static let imported = Kinds(rawValue: 1 << 14)

    /// What has a value, or is called.
    static let storedOrCalled: Kinds = [.variable, .function, .initializer, .subscripted]
    /// Types with values of their own.
    static let concrete: Kinds = [.structure, .classType, .enumeration, .actor]
    static let nominal = concrete.union(.protocolType)
    static let operators = Kinds(rawValue: 1 << 15)
    static let all = Kinds(rawValue: 1 << 16 - 1)

    /// The word that begins one, if it is the only kind.
    var keyword: String? {
      switch self {
      case .variable: "var"
      case .function: "func"
      case .initializer: "init"
      case .classType: "class"
      case .imported: "import"
      default: nil
      }
    }
  }

  static let modifiers: [String: Kinds] = {
    // `prefix operator` is a declaration, too, and so the message names no kind.
    let operators: Kinds = [.function, .operators]
    let access = Kinds.storedOrCalled.union(.nominal).union([.alias, .extensions, .imported])
    return [
      "private": access, "fileprivate": access, "internal": access, "package": access, "public": access,
      "open": access, "(set)": [.variable, .subscripted],
      "static": [.variable, .function, .subscripted], "class": [.variable, .function, .subscripted],
      "final": [.variable, .function, .subscripted, .classType, .actor],
      "override": Kinds.storedOrCalled.union(.associatedType), "dynamic": .storedOrCalled,
      "required": .initializer, "convenience": .initializer, "lazy": .variable, "weak": .variable, "unowned": .variable,
      "mutating": .function, "nonmutating": .function, "prefix": operators, "postfix": operators, "infix": operators,
      "indirect": [.enumeration, .enumCase],
      "nonisolated": Kinds.all.subtracting([.actor, .alias, .associatedType, .enumCase]),
    ]
  }()

  /// Swift's own attributes. The others are types, which are looked for where they are used.
  static let attributes: [String: Kinds] = {
    let functions: Kinds = [.function, .initializer, .deinitializer]
    let bodies = functions.union([.variable, .subscripted])
    let builders: Kinds = .nominal
    var table: [String: Kinds] = [
      "discardableResult": [.function, .initializer], "warn_unqualified_access": .function,
      "inlinable": bodies, "inline": bodies, "testable": .imported,
      "main": Kinds.concrete.union(.extensions), "propertyWrapper": .concrete, "globalActor": .concrete,
      "resultBuilder": builders, "dynamicMemberLookup": builders, "dynamicCallable": builders,
      "frozen": [.structure, .enumeration],
      "usableFromInline": bodies.union(.nominal).union(.alias), "available": .all,
      "preconcurrency": Kinds.storedOrCalled.union(.nominal).union([.alias, .enumCase, .imported]),
    ]
    for name in ofTypes { table[name] = [] }
    // What stands for Objective-C has no meaning here, and no place where it is wrong.
    for name in [
      "abi", "attached", "backDeployed", "concurrent", "derivative", "differentiable", "exclusivity", "export",
      "freestanding", "implementation", "noDerivative", "nonobjc", "objc", "objcMembers",
      "requires_stored_property_inits",
      "section", "specialize", "transpose", "unsafe", "used", "weakLinked",
    ] { table[name] = .all }
    return table
  }()

  /// Attributes that types have, not declarations.
  private static let ofTypes = [
    "autoclosure", "convention", "escaping", "isolated", "retroactive", "rethrows", "unchecked",
  ]

  /// Whether the language has the attribute itself. The others are types: property wrappers, result builders, macros.
  static func knows(_ attribute: Modifiers.Attribute) -> Bool {
    attribute.name.first?.isLowercase == true || ["MainActor", "Sendable"].contains(attribute.name)
  }

  /// Why a modifier may not stand on a declaration of the kind.
  static func refusal(of modifier: Modifiers.Word, on kind: Kinds) -> String? {
    guard let kinds = modifiers[modifier.isOfSetter ? "(set)" : modifier.name], !kinds.contains(kind) else {
      return nil
    }
    if modifier.name == "static" || modifier.name == "class" {
      return "declaration cannot be marked '\(modifier.name)'"
    }
    let shown = modifier.isOfSetter ? modifier.name : modifier.text
    if let keyword = kinds.keyword { return "'\(shown)' may only be used on '\(keyword)' declarations" }
    return "'\(shown)' modifier cannot be applied to this declaration"
  }

  /// Why an attribute of Swift's own may not.
  static func refusal(of attribute: Modifiers.Attribute, on kind: Kinds) -> String? {
    if attribute.name == "Sendable", !Kinds([.function, .initializer]).contains(kind) {
      return "'@Sendable' attribute cannot be applied to this declaration"
    }
    guard let kinds = attributes[attribute.name], !kinds.contains(kind) else { return nil }
    if kinds.isEmpty { return "attribute can only be applied to types, not declarations" }
    if let keyword = kinds.keyword { return "@\(attribute.name) may only be used on '\(keyword)' declarations" }
    return "'@\(attribute.name)' attribute cannot be applied to this declaration"
  }
}

extension Decl {
  /// What it is to modifiers; `nil` for what has none that matter.
  var modified: ModifierTable.Kinds? {
    switch kind {
    case .variable: .variable
    case .function(let node):
      switch node.kind {
      case .function: .function
      case .initializer: .initializer
      case .deinitializer: .deinitializer
      case .subscripted: .subscripted
      }
    case .nominal(let node):
      switch node.kind {
      case .structure: .structure
      case .classType: node.isActor ? .actor : .classType
      case .enumeration: .enumeration
      case .protocolType: .protocolType
      }
    case .extension: .extensions
    case .alias: .alias
    case .cases: .enumCase
    case .associatedType: .associatedType
    case .skipped, .operators: nil
    }
  }
}
