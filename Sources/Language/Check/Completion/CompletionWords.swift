/// The words of the language by the places where they can stand, the usual ones first.
enum CompletionWords {
  static let inExpressions = ["try", "await", "if", "switch", "nil", "true", "false"]
  static let beforeStatements = [
    "let", "var", "func", "class", "struct", "enum", "protocol", "extension", "import", "typealias", "if", "guard",
    "for",
    "while", "switch", "do", "repeat", "defer", "throw", "try", "await",
  ]
  static let insideFunctions = ["return"]
  static let insideLoops = ["break", "continue"]
  static let amongMembers = [
    "var", "let", "func", "init", "static", "private", "lazy", "weak", "override", "deinit", "struct", "enum", "class",
    "case", "mutating", "subscript", "typealias", "required", "convenience", "final", "unowned", "associatedtype",
    "fileprivate", "public", "internal", "nonisolated",
  ]
  static let types = ["some", "any", "Any", "AnyObject", "Void", "Self"]
  static let attributes = [
    "Published", "MainActor", "discardableResult", "escaping", "propertyWrapper", "Sendable", "autoclosure", "main",
    "dynamicMemberLookup", "resultBuilder",
  ]
  static let macros = ["expect", "require", "function", "line", "file", "column"]
  static let modules = ["Combine", "Foundation", "SwiftUI", "Dispatch"]
}
