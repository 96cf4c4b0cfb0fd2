/// What repairs write: conformances, values that stand for nothing, conversions.
extension Nominal {
  /// Makes a type of this text conform to a protocol.
  func conforming(to name: String, in file: SourceFile) -> [Repair] {
    guard self.file === file, let node else { return [] }
    if let last = node.inherited.last {
      return [("make '\(self.name)' conform to '\(name)'", [(last.span.back, ", " + name)])]
    }
    var end = node.nameSpan.back
    if let parameter = node.generics.parameters.last {
      guard let angle = file.first(">", from: parameter.span.end, to: node.end.start) else { return [] }
      end = angle.back
    }
    return [("make '\(self.name)' conform to '\(name)'", [(end, ": " + name)])]
  }
}

extension Library {
  /// What stands for nothing in a type, as it is written; `nil` where there is no such value.
  func emptyValue(of type: Type) -> String? {
    if isInteger(type) || isFloating(type) { return "0" }
    if type == string { return "\"\"" }
    if type == bool { return "false" }
    switch type.nominal?.sugar {
    case .array?: return "[]"
    case .dictionary?: return "[:]"
    case .optional?: return "nil"
    case nil: return type.nominal?.library != nil && type.nominal?.name == "Set" ? "[]" : nil
    }
  }

  func isFloating(_ type: Type) -> Bool {
    type == double || type.nominal?.library != nil && ["Float", "CGFloat"].contains(type.nominal?.name)
  }

  /// What makes a value of a type of one of another, in front of it and behind it.
  func conversion(from: Type, to: Type) -> (title: String, before: String, after: String)? {
    let isNumber = isInteger(from) || isFloating(from)
    if isInteger(to) || isFloating(to) {
      if isNumber { return ("convert with '\(to)(…)'", "\(to)(", ")") }
      if from == string { return ("convert with '\(to)(…) ?? 0'", "\(to)(", ") ?? 0") }
    }
    if to == string, isNumber || from == bool || from.nominal?.name == "Character" {
      return ("convert with 'String(…)'", "String(", ")")
    }
    if let nominal = to.nominal, nominal.kind == .enumeration, nominal.rawType == from,
      let first = nominal.cases.first(where: { $0.payload.isEmpty })
    {
      return ("make a case of its raw value", "\(to)(rawValue: ", ") ?? .\(first.name)")
    }
    if let raw = from.nominal?.rawType, raw == to { return ("use its raw value", "", ".rawValue") }
    return nil
  }
}
