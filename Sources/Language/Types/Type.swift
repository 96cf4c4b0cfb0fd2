/// Static types.
indirect enum Type: Hashable {
  /// A struct, class, enum with its generic arguments; those of enclosing types come first.
  case nominal(Nominal, GenericArguments)
  /// `()` is `Void`. Never exactly one element.
  case tuple([TupleElement])
  case function(FunctionType)
  /// A question to the constraint system.
  case variable(Int)
  /// A generic parameter seen from inside its declaration.
  case parameter(GenericParameter)
  /// `T.Output` of a type that is not known yet.
  case member(Type, String)
  /// `any P`, `any P & Q`; `Any` is the empty one.
  case existential(ExistentialType)
  case metatype(Type)
  /// What could not be found out; fits everything, so that one error is reported once.
  case hole

  static var void: Type { .tuple([]) }
  static var any: Type { .existential(ExistentialType()) }

  struct TupleElement: Hashable, TypedPart {
    var label: String?
    var type: Type
  }

  var isVoid: Bool { self == .tuple([]) }

  /// The declaration behind a nominal type.
  var nominal: Nominal? {
    if case .nominal(let nominal, _) = self { return nominal }
    return nil
  }

  var genericArguments: [Type] {
    if case .nominal(_, let arguments) = self { return arguments.list }
    return []
  }

  /// What an optional wraps.
  var wrapped: Type? {
    if case .nominal(let nominal, let arguments) = self, nominal.isOptional { return arguments[0] }
    return nil
  }

  /// The type without the optionals around it, and how many there were.
  var strippingOptionals: (Type, depth: Int) {
    var type = self
    var depth = 0
    while let wrapped = type.wrapped {
      type = wrapped
      depth += 1
    }
    return (type, depth)
  }

  var asFunction: FunctionType? {
    if case .function(let function) = self { return function }
    return nil
  }

  var isVariable: Bool {
    if case .variable = self { return true }
    return false
  }

  var isAny: Bool {
    if case .existential(let existential) = self { return existential.protocols.isEmpty && !existential.isAnyObject }
    return false
  }

  /// Nothing that a program declares is part of it.
  var isOfLibrary: Bool { !contains { $0.nominal?.isUserType == true } }
  var isClass: Bool { nominal?.kind == .classType }

  var hasVariables: Bool { contents.contains(.variables) }

  var hasHoles: Bool { contents.contains(.holes) }

  var hasParameters: Bool { contents.contains(.parameters) }

  /// Whether a member of something that is not known yet is part of it: `T.Output`.
  var hasMembers: Bool { contents.contains(.members) }

  func contains(_ test: (Type) -> Bool) -> Bool {
    if test(self) { return true }
    switch self {
    case .nominal(_, let arguments): return arguments.contains { $0.contains(test) }
    case .tuple(let elements): return elements.contains { $0.type.contains(test) }
    case .function(let function):
      return function.parameters.contains { $0.type.contains(test) } || function.result.contains(test)
        || function.thrown?.contains(test) ?? false
    case .member(let base, _): return base.contains(test)
    case .metatype(let instance): return instance.contains(test)
    case .existential(let existential):
      return existential.arguments.contains { $0.value.contains(test) }
        || existential.base.contains { $0.contains(test) }
    case .variable, .parameter, .hole: return false
    }
  }

  /// With a hole for what is not decided yet.
  var withHoles: Type {
    replacing(.variables) { type in
      if case .variable = type { .hole } else { nil }
    }
  }

  /// Replaces what `replace` has an answer for, everywhere, which may be of these kinds only. Parts in which nothing is replaced
  /// are shared with this type, not made anew: most of a long chain's type is that of the chain before its last link.
  func replacing(_ kinds: Contents, _ replace: (Type) -> Type?) -> Type { changed(kinds, replace) ?? self }

  /// Nil where nothing is replaced.
  private func changed(_ kinds: Contents, _ replace: (Type) -> Type?) -> Type? {
    switch self {
    case .nominal(let nominal, let arguments):
      if arguments.contents.isDisjoint(with: kinds) { return nil }
      return Self.changed(arguments.list, kinds, replace).map { .nominal(nominal, $0) }
    case .tuple(let elements): return Self.changed(elements, kinds, replace).map { .tuple($0) }
    case .function(var function):
      let parameters = Self.changed(function.parameters, kinds, replace)
      let result = function.result.changed(kinds, replace)
      let thrown = function.thrown?.changed(kinds, replace)
      if parameters == nil, result == nil, thrown == nil { return nil }
      if let parameters { function.parameters = parameters }
      if let result { function.result = result }
      if let thrown { function.thrown = thrown }
      return .function(function)
    case .member(let base, let name):
      return (kinds.contains(.members) ? replace(self) : nil) ?? base.changed(kinds, replace).map { .member($0, name) }
    case .metatype(let instance): return instance.changed(kinds, replace).map { .metatype($0) }
    case .existential(var existential):
      if existential.arguments.isEmpty, existential.base.isEmpty { return nil }
      existential.base = existential.base.map { $0.replacing(kinds, replace) }
      existential.arguments = existential.arguments.mapValues { $0.replacing(kinds, replace) }
      return .existential(existential)
    case .variable: return kinds.contains(.variables) ? replace(self) : nil
    case .parameter: return kinds.contains(.parameters) ? replace(self) : nil
    case .hole: return kinds.contains(.holes) ? replace(self) : nil
    }
  }

  private static func changed(
    _ types: [Type], _ kinds: Contents, _ replace: (Type) -> Type?
  ) -> [Type]? {
    var result: [Type]?
    for index in types.indices {
      guard let new = types[index].changed(kinds, replace) else { continue }
      if result == nil { result = types }
      result?[index] = new
    }
    return result
  }

  private static func changed<Part: TypedPart>(
    _ parts: [Part], _ kinds: Contents, _ replace: (Type) -> Type?
  ) -> [Part]? {
    var result: [Part]?
    for index in parts.indices {
      guard let new = parts[index].type.changed(kinds, replace) else { continue }
      if result == nil { result = parts }
      result?[index].type = new
    }
    return result
  }

  func substituting(_ substitution: Substitution) -> Type {
    if substitution.isEmpty { return self }
    return replacing(.parameters) { type in
      if case .parameter(let parameter) = type { return substitution[parameter] }
      return nil
    }
  }
}

/// A part of a type that has more to it than its type.
protocol TypedPart {
  var type: Type { get set }
}

typealias Substitution = [GenericParameter: Type]

extension [Requirement] {
  /// The generic parameters that are known to be one type: `where Element == Int`.
  var concrete: Substitution {
    var result: Substitution = [:]
    for requirement in self {
      switch requirement {
      case .same(.parameter(let parameter), let type), .same(let type, .parameter(let parameter)):
        // A dependent type is known by the parameter it equals, not the other way round.
        if case .member = type { continue }
        if type != .parameter(parameter), result[parameter] == nil { result[parameter] = type }
      default: break
      }
    }
    return result
  }
}

struct FunctionType: Hashable {
  struct Parameter: Hashable, TypedPart {
    var type: Type
    var isInout = false
    var isVariadic = false
    var isAutoclosure = false
  }
  var parameters: [Parameter]
  var result: Type
  var isThrowing = false
  /// The type of what it throws, if it says more than `any Error`.
  var thrown: Type?
  var isAsync = false

  init(
    _ parameters: [Parameter], _ result: Type, isThrowing: Bool = false, thrown: Type? = nil, isAsync: Bool = false
  ) {
    self.thrown = thrown
    self.parameters = parameters
    self.result = result
    self.isThrowing = isThrowing
    self.isAsync = isAsync
  }
}

extension Type {
  /// `AnyObject` by itself.
  var isAnyObject: Bool { self == .existential(ExistentialType(isAnyObject: true)) }
}

struct ExistentialType: Hashable {
  var protocols: [Nominal] = []
  var isAnyObject = false
  /// The class of `Class & Protocol`, if it has one.
  var base: [Type] = []
  /// Primary associated types that are given: `any Publisher<Int, Never>`.
  var arguments: [String: Type] = [:]
}

/// A generic parameter of one declaration. Identity is the object's.
final class GenericParameter: Hashable {
  let name: String
  /// `Self` of a protocol.
  let isSelf: Bool
  /// That protocol.
  weak var proto: Nominal?

  init(_ name: String, isSelf: Bool = false) {
    self.name = name
    self.isSelf = isSelf
  }

  static func == (left: GenericParameter, right: GenericParameter) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What a generic declaration asks of its parameters.
enum Requirement: Hashable {
  case conforms(Type, Nominal)
  case same(Type, Type)
  case subclass(Type, Type)

  func speaks(of parameters: Set<GenericParameter>) -> Bool {
    func test(_ type: Type) -> Bool {
      type.contains { if case .parameter(let parameter) = $0 { parameters.contains(parameter) } else { false } }
    }
    return switch self {
    case .conforms(let type, _): test(type)
    case .same(let left, let right), .subclass(let left, let right): test(left) || test(right)
    }
  }

  func substituting(_ substitution: Substitution) -> Requirement { mapTypes { $0.substituting(substitution) } }

  func mapTypes(_ change: (Type) -> Type) -> Requirement {
    switch self {
    case .conforms(let type, let proto): .conforms(change(type), proto)
    case .same(let left, let right): .same(change(left), change(right))
    case .subclass(let type, let base): .subclass(change(type), change(base))
    }
  }
}

extension Type {
  /// A generic type whose arguments are not given.
  var isUnspecialized: Bool {
    if case .nominal(let nominal, let arguments) = self {
      return arguments.count < nominal.genericParameters.count || arguments.contains(.hole)
    }
    return false
  }
}

extension Type {
  /// Types can be made of themselves, each time with larger arguments. Nobody writes one of so many names, or so many
  /// levels of brackets.
  static let namesMax = 10_000
  private static let levelsMax = 500
  static let tooLarge =
    "the type is too large: it would be written with more than \(namesMax) names, or on more than \(levelsMax) levels"

  /// How many generic parameters are written in it.
  var parameterCount: Int {
    var count = 0
    _ = contains { type in
      if case .parameter = type { count += 1 }
      return false
    }
    return count
  }

  /// How many names it is written with.
  var nameCount: Int {
    var count = 0
    _ = contains { _ in
      count += 1
      return false
    }
    return count
  }

  /// Whether it is written with more than so many names, or on more levels than any type may be.
  func isLarger(than max: Int) -> Bool {
    var left = max
    return exceeds(&left, levels: Self.levelsMax)
  }

  private func exceeds(_ left: inout Int, levels: Int) -> Bool {
    left -= 1
    guard left >= 0, levels > 0 else { return true }
    switch self {
    case .nominal(_, let arguments): return arguments.contains { $0.exceeds(&left, levels: levels - 1) }
    case .tuple(let elements): return elements.contains { $0.type.exceeds(&left, levels: levels - 1) }
    case .function(let function):
      return function.parameters.contains { $0.type.exceeds(&left, levels: levels - 1) }
        || function.result.exceeds(&left, levels: levels - 1)
        || function.thrown?.exceeds(&left, levels: levels - 1) ?? false
    case .member(let base, _): return base.exceeds(&left, levels: levels - 1)
    case .metatype(let instance): return instance.exceeds(&left, levels: levels - 1)
    case .existential(let existential):
      return existential.arguments.contains { $0.value.exceeds(&left, levels: levels - 1) }
        || existential.base.contains { $0.exceeds(&left, levels: levels - 1) }
    case .variable, .parameter, .hole: return false
    }
  }
}
