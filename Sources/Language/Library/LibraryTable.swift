/// How the library is written down: one line of Swift and one closure per member.
///
/// The line is the member's real signature. It is parsed by the same parser as programs, the first time a program
/// mentions the name; checking, completion, help and messages all come from it.
struct LibraryEntry {
  let signature: String
  let native: Native

  /// `count` of `var count: Int { get }`.
  var baseName: String { Self.name(in: signature) }

  /// The condition under which a property is there, `where Failure == Never`: Swift has it on an extension around it.
  var condition: String? {
    guard let range = split else { return nil }
    return String(signature[signature.index(after: range)...])
  }

  /// The signature as a member by itself.
  var member: String { split.map { String(signature[..<$0]) } ?? signature }

  private var split: String.Index? {
    guard let brace = signature.lastIndex(of: "}"), signature[brace...].hasPrefix("} where ") else { return nil }
    return signature.index(after: brace)
  }

  static func name(in signature: String) -> String {
    let keywords: Set<Substring> = ["func", "var", "let", "init", "subscript", "case"]
    var words = signature[...]
    while !words.isEmpty {
      words = words.drop { $0 == " " || $0 == "\n" }
      let word = words.prefix { $0.isLetter || $0.isNumber || $0 == "@" || $0 == "_" }
      if word.isEmpty {
        words = words.dropFirst()
        continue
      }
      words = words.dropFirst(word.count)
      guard keywords.contains(word) else { continue }
      if word == "init" || word == "subscript" { return String(word) }
      words = words.drop { $0 == " " }
      if let first = words.first, first.isLetter || first == "_" || first == "`" {
        return String(words.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }.filter { $0 != "`" })
      }
      var name = words.prefix { operatorCharacters.contains($0) }
      // The `<` of generic parameters is not the operator's.
      if name.count > 1, name.last == "<", words.dropFirst(name.count).first?.isLetter == true {
        name = name.dropLast()
      }
      return String(name)
    }
    return ""
  }

  private static let operatorCharacters: Set<Character> = [
    "/", "=", "-", "+", "!", "*", "%", "<", ">", "&", "|", "^", "~", "?", ".",
  ]
}

/// What the library knows of one type: its declaration, and its members.
struct LibraryType {
  /// The declaration without members, and extensions that make it conform: `struct Array<Element>: Sequence {}`.
  let header: String
  let entries: [LibraryEntry]

  init(_ header: String, _ entries: [LibraryEntry] = []) {
    self.header = header
    self.entries = entries
  }
}

/// A member's implementation. The operands are the receiver, if there is one, and the arguments in the order of the
/// parameters; defaulted ones are filled in, variadic ones are one array.
enum Native {
  case nullary(() throws(Abort) -> Value)
  case unary((Value) throws(Abort) -> Value)
  case binary((Value, Value) throws(Abort) -> Value)
  case ternary((Value, Value, Value) throws(Abort) -> Value)
  case list(([Value]) throws(Abort) -> Value)
  /// Changes its receiver in place.
  case mutating((inout Value, [Value]) throws(Abort) -> Value)
  /// Changes its last argument, and needs the machine: `print(_:to:)`.
  case writing((NativeCall, inout Value) throws(Abort) -> Value)
  /// Needs the machine, the place of the call or the types.
  case contextual((NativeCall) throws(Abort) -> Value)
  /// A property or subscript that can be set: reading, and writing the last operand.
  case property(get: ([Value]) throws(Abort) -> Value, set: (inout Value, [Value], Value) throws(Abort) -> Void)
  /// A property of a reference or of a type: writing needs no place.
  case reference(get: (NativeCall) throws(Abort) -> Value, set: (NativeCall, Value) throws(Abort) -> Void)
}

/// What a contextual member is called with.
struct NativeCall {
  let machine: Machine
  let arguments: [Value]
  let site: CallSite

  subscript(index: Int) -> Value { index < arguments.count ? arguments[index] : .void }

  var location: Location { site.location }
  /// The types that stand for the generic parameters of the call, by name; `Self` is the receiver's.
  func type(_ name: String) -> Type { site.types[name] ?? .hole }
  var result: Type { site.result }

  func fault(_ message: String) -> Abort { .fault(Fault(message: message, location: location)) }
}

/// What the checker knows of one call in the source.
final class CallSite {
  let location: Location
  let file: SourceFile
  let span: Span
  let types: [String: Type]
  let result: Type
  let parameterTypes: [Type]
  /// The call stands in generic code, and its types are those of one activation.
  let isGeneric: Bool

  init(
    location: Location, file: SourceFile, span: Span, types: [String: Type], result: Type, parameterTypes: [Type],
    isGeneric: Bool = false
  ) {
    self.isGeneric = isGeneric
    self.location = location
    self.file = file
    self.span = span
    self.types = types
    self.result = result
    self.parameterTypes = parameterTypes
  }

  /// The call as written.
  var text: String { file.slice(span) }

  /// Without the type of the receiver.
  var general: CallSite {
    var types = types
    types["Self"] = nil
    return CallSite(
      location: location, file: file, span: span, types: types, result: result, parameterTypes: parameterTypes)
  }
}

func nullary(_ signature: String, _ body: @escaping () throws(Abort) -> Value) -> LibraryEntry {
  LibraryEntry(signature: signature, native: .nullary(body))
}
func unary(_ signature: String, _ body: @escaping (Value) throws(Abort) -> Value) -> LibraryEntry {
  LibraryEntry(signature: signature, native: .unary(body))
}
func binary(_ signature: String, _ body: @escaping (Value, Value) throws(Abort) -> Value) -> LibraryEntry {
  LibraryEntry(signature: signature, native: .binary(body))
}
func ternary(_ signature: String, _ body: @escaping (Value, Value, Value) throws(Abort) -> Value) -> LibraryEntry {
  LibraryEntry(signature: signature, native: .ternary(body))
}
func list(_ signature: String, _ body: @escaping ([Value]) throws(Abort) -> Value) -> LibraryEntry {
  LibraryEntry(signature: signature, native: .list(body))
}
func mutating(_ signature: String, _ body: @escaping (inout Value, [Value]) throws(Abort) -> Value) -> LibraryEntry {
  LibraryEntry(signature: signature, native: .mutating(body))
}
func writing(_ signature: String, _ body: @escaping (NativeCall, inout Value) throws(Abort) -> Value) -> LibraryEntry {
  LibraryEntry(signature: signature, native: .writing(body))
}
func contextual(_ signature: String, _ body: @escaping (NativeCall) throws(Abort) -> Value) -> LibraryEntry {
  LibraryEntry(signature: signature, native: .contextual(body))
}
func property(
  _ signature: String, get: @escaping ([Value]) throws(Abort) -> Value,
  set: @escaping (inout Value, [Value], Value) throws(Abort) -> Void
) -> LibraryEntry {
  LibraryEntry(signature: signature, native: .property(get: get, set: set))
}
func reference(
  _ signature: String, get: @escaping (NativeCall) throws(Abort) -> Value,
  set: @escaping (NativeCall, Value) throws(Abort) -> Void
) -> LibraryEntry {
  LibraryEntry(signature: signature, native: .reference(get: get, set: set))
}
