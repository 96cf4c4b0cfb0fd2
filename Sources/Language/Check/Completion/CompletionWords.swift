/// The words of the language by the places where they can stand, the usual ones first.
enum CompletionWords {
  static let inExpressions = ["try", "await", "if", "switch", "nil", "true", "false"]
  static let beforeStatements = [
    "let", "var", "func", "class", "struct", "enum", "protocol", "extension", "import", "typealias", "if", "guard",
    "for",
    "while", "switch", "do", "repeat", "defer", "throw", "try", "await", "final", "actor", "indirect", "private",
    "fileprivate", "public",
  ]
  static let insideFunctions = ["return"]
  static let insideLoops = ["break", "continue"]
  /// Of a variable that has a value.
  static let observers = ["didSet", "willSet"]
  /// Of one that has none: what computes it may stand there as well.
  static let accessors = ["get", "set", "didSet", "willSet"]
  static let amongMembers = [
    "var", "let", "func", "init", "static", "private", "lazy", "weak", "override", "deinit", "struct", "enum", "class",
    "case", "mutating", "subscript", "typealias", "required", "convenience", "final", "unowned", "associatedtype",
    "fileprivate", "public", "internal", "nonisolated",
  ]
  static let types = ["some", "any", "Any", "AnyObject", "Void", "Self"]
  static let inSignatures = ["throws", "async", "rethrows", "where"]
  /// Those that are meant at a place come first.
  static func attributes(_ use: AttributeUse) -> [String] {
    let first: [String] =
      switch use {
      case .declaration: ["MainActor", "Observable", "propertyWrapper", "discardableResult", "main"]
      case .member: ["Published", "MainActor", "discardableResult", "ObservationIgnored"]
      case .parameter: ["escaping", "autoclosure", "Sendable", "MainActor"]
      }
    return first + all.filter { !first.contains($0) }
  }
  private static let all = [
    "Published", "MainActor", "discardableResult", "escaping", "propertyWrapper", "Sendable", "autoclosure", "main",
    "dynamicMemberLookup", "resultBuilder", "Observable", "ObservationIgnored",
  ]

  /// What is named most often of the library, where a type is wanted.
  static func types(_ use: TypeUse) -> [String] {
    switch use {
    case .value, .argument, .requirement: ["String", "Int", "Double", "Bool", "Date", "URL", "Data", "Void"]
    case .constraint:
      ["Equatable", "Hashable", "Comparable", "Codable", "Publisher", "Sequence", "Collection", "Error", "Sendable"]
    case .inherited(.structure, _):
      ["Codable", "Equatable", "Hashable", "Identifiable", "Comparable", "Sendable", "Error"]
    case .inherited(.classType, _): ["ObservableObject", "Codable", "Equatable", "Hashable", "Identifiable"]
    case .inherited(.enumeration, let besides):
      (besides.count > 2 ? [] : ["String", "Int"]) + ["CaseIterable", "Codable", "Error", "Identifiable", "Comparable"]
    case .inherited(.other, _): ["Equatable", "Hashable", "Identifiable", "Codable", "Comparable", "Sendable"]
    }
  }
  static let macros = ["expect", "require", "function", "line", "file", "column"]
  static let modules = ["Combine", "Foundation", "SwiftUI", "Dispatch"]
}
