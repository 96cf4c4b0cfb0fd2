/// How running programs spell types: `print(type(of: x))` and the prefixes in descriptions.
///
/// The runtime's spelling differs from the compiler's messages: `Array<Int>` not `[Int]`, `Error` not `any Error`, and
/// unqualified names leave out enclosing types.
extension Type {
  /// - Parameters:
  ///   - isQualified: with module and enclosing types, as `String(reflecting:)` writes it.
  ///   - module: the module that the program's own types belong to.
  ///   - isSugared: `[Swift.Int]`, as some of the compiler's messages have it.
  func runtimeName(isQualified: Bool, module: String, isSugared: Bool = false) -> String {
    func name(_ type: Type) -> String {
      type.runtimeName(isQualified: isQualified, module: module, isSugared: isSugared)
    }
    switch self {
    case .nominal(let nominal, let arguments) where isSugared && nominal.sugar != nil:
      switch nominal.sugar {
      case .array?: return "[" + name(arguments[0]) + "]"
      case .dictionary?: return "[" + name(arguments[0]) + " : " + name(arguments[1]) + "]"
      default: return name(arguments[0]) + "?"
      }
    case .nominal(let nominal, let arguments):
      return isQualified
        ? nominal.qualifiedRuntimeName(arguments.list, module: module)
        : nominal.name + Self.list(arguments.dropFirst(nominal.parent?.genericParameters.count ?? 0).map(name))
    case .tuple(let elements):
      return "(" + elements.map { ($0.label.map { $0 + ": " } ?? "") + name($0.type) }.joined(separator: ", ") + ")"
    case .function(let function):
      let parameters = function.parameters.map {
        ($0.isInout ? "inout " : "") + name($0.type) + ($0.isVariadic ? "..." : "")
      }
      return "(" + parameters.joined(separator: ", ") + ")" + (function.isAsync ? " async" : "")
        + (function.isThrowing ? " throws" : "") + " -> " + name(function.result)
    case .existential(let existential):
      var names = existential.protocols.map { isQualified ? $0.qualifiedRuntimeName([], module: module) : $0.name }
      names = existential.base.map { name($0) } + names
      if existential.isAnyObject, existential.base.isEmpty {
        names.append(isQualified ? "Swift.AnyObject" : "AnyObject")
      }
      return names.isEmpty ? "Any" : names.joined(separator: " & ")
    case .metatype(let instance):
      if case .function = instance { return "(" + name(instance) + ").Type" }
      return name(instance) + ".Type"
    case .member(let base, let member): return name(base) + "." + member
    case .parameter(let parameter): return parameter.name
    case .variable, .hole: return "_"
    }
  }

  fileprivate static func list(_ names: [String]) -> String {
    names.isEmpty ? "" : "<" + names.joined(separator: ", ") + ">"
  }
}

extension Nominal {
  /// `Module.Outer<Swift.Int>.Inner`: each enclosing type with the arguments of its own parameters.
  fileprivate func qualifiedRuntimeName(_ arguments: [Type], module: String) -> String {
    let inherited = parent?.genericParameters.count ?? 0
    let own = arguments.dropFirst(inherited).map { $0.runtimeName(isQualified: true, module: module) }
    let prefix =
      parent?.qualifiedRuntimeName(Array(arguments.prefix(inherited)), module: module)
      ?? (isUserType ? module : library?.module ?? "Swift")
    return (prefix.isEmpty ? "" : prefix + ".") + name + Type.list(own)
  }
}
