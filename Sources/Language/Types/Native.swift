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
  /// Changes its last argument, or what it is a member of, and needs the machine: `print(_:to:)`.
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
  /// What runs the program; `machine` says what it is.
  let abstractMachine: AbstractMachine
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
  /// A short text that tells it from what is written otherwise, in all processes the same.
  private(set) lazy var digest = String(
    file.slice(span).utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 },
    radix: 36)

  /// Without the type of the receiver.
  var general: CallSite {
    var types = types
    types["Self"] = nil
    return CallSite(
      location: location, file: file, span: span, types: types, result: result, parameterTypes: parameterTypes)
  }
}
