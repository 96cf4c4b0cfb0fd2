/// How types are written in messages: as swiftc writes them.
extension Type: CustomStringConvertible {
  var description: String { spelled(qualified: false) }

  /// With the names of enclosing types and modules only where swiftc's messages have them.
  private func spelled(qualified: Bool) -> String {
    switch self {
    case .nominal(let nominal, let arguments): return Self.spell(nominal, arguments.list)
    case .tuple(let elements):
      let items = elements.map { element in
        (element.label.map { $0 + ": " } ?? "") + element.type.description
      }
      return "(" + items.joined(separator: ", ") + ")"
    case .function(let function):
      let parameters = function.parameters.map { parameter in
        (parameter.isInout ? "inout " : "") + parameter.type.description + (parameter.isVariadic ? "..." : "")
      }
      return "(" + parameters.joined(separator: ", ") + ")" + (function.isAsync ? " async" : "")
        + (function.isThrowing ? " throws" + (function.thrown.map { "(\($0))" } ?? "") : "") + " -> "
        + function.result.description
    case .variable: return "_"
    case .parameter(let parameter): return parameter.name
    case .member(let base, let name): return base.description + "." + name
    case .existential(let existential):
      if existential.isAnyObject && existential.protocols.isEmpty { return "AnyObject" }
      if existential.protocols.isEmpty { return "Any" }
      let names =
        existential.base.map(\.description)
        + existential.protocols.map { proto in
          let arguments = proto.primaryAssociatedTypes.compactMap { existential.arguments[$0] }
          return proto.qualifiedName
            + (arguments.isEmpty ? "" : "<" + arguments.map(\.description).joined(separator: ", ") + ">")
        }
      return "any " + names.joined(separator: " & ")
    case .metatype(let instance): return parenthesised(instance) + ".Type"
    case .hole: return "_"
    }
  }

  private func parenthesised(_ type: Type) -> String {
    switch type {
    case .function: "(" + type.description + ")"
    case .existential(let existential) where !existential.protocols.isEmpty: "(" + type.description + ")"
    default: type.description
    }
  }

  private static func spell(_ nominal: Nominal, _ arguments: [Type]) -> String {
    switch nominal.sugar {
    case .array: return "[" + arguments[0].description + "]"
    case .dictionary: return "[" + arguments[0].description + " : " + arguments[1].description + "]"
    case .optional:
      switch arguments[0] {
      case .function, .existential: return "(" + arguments[0].description + ")?"
      default: return arguments[0].description + "?"
      }
    case nil: break
    }
    // Arguments belong to the type that declares the parameters: `Published<Int>.Publisher`.
    var parts: [String] = []
    var chain: [Nominal] = []
    var current: Nominal? = nominal
    while let next = current {
      chain.insert(next, at: 0)
      current = next.parent
    }
    var used = 0
    for part in chain {
      let own = part.genericParameters.count - used
      var text = part.name
      if own > 0, arguments.count >= used + own {
        text += "<" + arguments[used..<(used + own)].map(\.description).joined(separator: ", ") + ">"
        used += own
      }
      parts.append(text)
    }
    return parts.joined(separator: ".")
  }
}

extension Declaration {
  /// The signature as Swift writes it: `func move(by distance: Int) -> Bool`.
  var asWritten: String {
    resolved()
    let prefix = isStatic && kind != .enumCase ? "static " : ""
    let list = "(" + parameters.map(\.asWritten).joined(separator: ", ") + ")"
    let effects = (isAsync ? " async" : "") + (isThrowing ? " throws" : "")
    let arrow = result.description == "Void" || result.description == "()" ? "" : " -> \(result)"
    return switch kind {
    case .variable: prefix + (isLet ? "let" : "var") + " \(name): \(result)"
    case .enumCase: "case \(name)" + (parameters.isEmpty ? "" : list)
    case .initializer: "init" + (isFailable ? "?" : "") + list + effects
    case .subscripted: prefix + "subscript" + list + " -> \(result)"
    case .function: prefix + "func \(name)" + list + effects + arrow
    }
  }
}

extension Declaration.Parameter {
  fileprivate var asWritten: String {
    let names = label == name ? name : (label ?? "_") + (name.isEmpty ? "" : " \(name)")
    return "\(names): " + (isInout ? "inout " : "") + "\(type)" + (isVariadic ? "..." : "") + (hasDefault ? " = …" : "")
  }
}
