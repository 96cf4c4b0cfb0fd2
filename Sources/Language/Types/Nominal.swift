/// A struct, class, enum or protocol: its shape for the checker and its tables for running programs.
public final class Nominal {
  enum Kind { case structure, classType, enumeration, protocolType }
  enum Sugar { case array, dictionary, optional }
  enum Declaring { case waiting, underWay, done }

  let name: String
  let kind: Kind
  let parent: Nominal?
  var sugar: Sugar?
  /// Those of enclosing types first.
  var genericParameters: [GenericParameter] = []
  var requirements: [Requirement] = []
  /// The parameter `Self` of a protocol.
  var selfParameter: GenericParameter?
  var primaryAssociatedTypes: [String] = []
  var associatedTypes: [String: AssociatedType] = [:]

  var superclass: Type?
  var conformances: [Conformance] = []
  /// Members by base name, in the order of declaration. Library types fill in what is asked for.
  var members: [String: [Declaration]] = [:]
  var typeMembers: [String: TypeMember] = [:]
  /// The `CodingKeys` that it has without writing them.
  var madeCodingKeys: Nominal?
  /// Names in the order of declaration, for completion and did-you-mean.
  var memberOrder: [Declaration] = []
  /// Of a type of the program: how far the declaration of its members has come.
  var declaring = Declaring.waiting

  /// Struct and class: stored instance properties, a superclass' first. The index is the slot.
  /// Where a struct's values have references that do not keep what they refer to. Asked for when all is declared.
  private(set) lazy var referenceSlots = storedProperties.filter { $0.isWeak || $0.isUnowned }.map(\.slot)
  var storedProperties: [StoredProperty] = []
  var cases: [EnumCase] = []
  var rawType: Type?

  /// Set for types of the library: where members not looked at yet come from.
  var library: LibraryMembers?
  /// It belongs to the program.
  var isUserType = false
  /// How it is written; for types of the program, as long as that is wanted.
  var node: NominalNode?
  var file: SourceFile?
  var span = Span.none
  var isObservableObject = false
  /// Its objects belong to another process: it conforms to `_Provided`.
  var isProvided = false
  /// `@MainActor`, or inherited from such a class.
  var isMainActor = false
  var isFinal = false
  var isActor = false
  /// `@Observable`, or inherited from such a class.
  var isObservable = false
  /// `@dynamicMemberLookup`: members that are not declared are asked of a subscript.
  var hasDynamicMembers: Bool { dynamicMembersSpan != nil }
  var dynamicMembersSpan: Span?
  /// Where `@dynamicCallable` stands: values that are called give their arguments to `dynamicallyCall`.
  var dynamicCallsSpan: Span?
  /// Where `@resultBuilder` stands.
  var builderSpan: Span?
  var isResultBuilder: Bool { builderSpan != nil }
  /// Where `@propertyWrapper` stands.
  var wrapperSpan: Span?
  /// What is behind a `some P`: it has no values, theirs are of another type.
  var isOpaque = false
  /// An enum whose values are behind references.
  var isIndirect = false
  /// A protocol that only classes conform to.
  var isClassBound = false
  /// Private to its file or type.
  var access: Modifiers.Access = .internal
  /// Private to its file, and others have one of the name: it is known there alone.
  var isOfFile = false
  /// A view or a preview that was skipped: using it is refused by name.
  var isSkipped = false

  // Running.
  /// The way to what runs the program it belongs to; nil for types of the library.
  var home: Home?
  var runtime = RuntimeTable()

  init(_ name: String, _ kind: Kind, parent: Nominal? = nil) {
    self.name = name
    self.kind = kind
    self.parent = parent
    if let parent { genericParameters = parent.genericParameters }
  }

  var isOptional: Bool { sugar == .optional }
  /// What the classes of provided objects conform to.
  var isProvidedMark: Bool { library != nil && name == "_Provided" }

  var qualifiedName: String { parent.map { $0.qualifiedName + "." + name } ?? name }

  /// The one at top level that it is in, or itself.
  var outermost: Nominal { parent?.outermost ?? self }

  /// The type with its own parameters as arguments: what `self` is inside.
  var selfType: Type {
    if let selfParameter { return .parameter(selfParameter) }
    return .nominal(self, genericParameters.map { .parameter($0) })
  }

  func substitution(_ arguments: some Sequence<Type>) -> Substitution {
    Substitution(zip(genericParameters, arguments), uniquingKeysWith: { first, _ in first })
  }

  /// The properties that the derived initialiser of a struct takes: not those that have their value for good.
  var memberwiseProperties: [StoredProperty] {
    storedProperties.filter { property in
      !property.isLazy && !(property.isLet && property.initial != nil)
        && !(property.wrapped != nil && property.initial != nil && property.wrapping == nil)
    }
  }

  /// Itself and what it inherits from, nearest first. It has an end: no class inherits from itself.
  var lineage: [Nominal] {
    var result = [self]
    var next = superclass?.nominal
    while let ancestor = next {
      result.append(ancestor)
      next = ancestor.superclass?.nominal
    }
    return result
  }

  var describedKind: String {
    switch kind {
    case .structure: "struct"
    case .classType: "class"
    case .enumeration: "enum"
    case .protocolType: "protocol"
    }
  }
}

extension Nominal: Hashable {
  public static func == (left: Nominal, right: Nominal) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

struct Conformance {
  var proto: Nominal
  /// What must hold of the generic arguments.
  var conditions: [Requirement] = []
}

struct AssociatedType {
  var name: String
  var bounds: [Nominal] = []
  var defaultType: Type?
  var requirements: [Requirement] = []
}

enum TypeMember {
  case nominal(Nominal)
  case alias(Type, [GenericParameter])

  /// Why a type at top level cannot be named in a file: it is private to another one.
  func refusal(in file: SourceFile) -> String? {
    guard case .nominal(let nominal) = self, nominal.parent == nil, let own = nominal.file, own.name != file.name else {
      return nil
    }
    return nominal.access.refusal(of: nominal.name)
  }
}

extension Modifiers.Access {
  /// What is said to who names something from outside of the file it is private to.
  func refusal(of name: String) -> String? {
    switch self {
    case .private: "'\(name)' is inaccessible due to 'private' protection level"
    case .fileprivate: "'\(name)' is inaccessible due to 'fileprivate' protection level"
    default: nil
    }
  }
}

extension Declaration {
  /// The same for a function or a value at top level.
  func refusal(in file: SourceFile) -> String? {
    guard owner == nil, let own = declaredIn, !own.isLibrary, own.name != file.name else { return nil }
    return access.refusal(of: name)
  }
}

final class StoredProperty {
  let name: String
  var type: Type
  let isLet: Bool
  let slot: Int
  var isPublished = false
  /// It holds what was found in the environment: `@EnvironmentObject`.
  var isFromEnvironment = false
  /// Of an `@Observable` class: who has read it under observation is told before it changes.
  var isTracked = false
  /// What it stands for in the program's settings: `@AppStorage("name")`.
  var settingsKey: String?
  /// The name of the property whose wrapper this is.
  var wrapped: String?
  /// Makes the wrapper of a value, if the wrapper can be made of one: `_x = Wrapper(wrappedValue: value)`.
  var wrapping: FunctionContext?
  var isLazy = false
  var isWeak = false
  var isUnowned = false
  var declaration: Declaration
  /// The body of the initial value, and the observers.
  var initial: FunctionContext?
  var willSet: FunctionContext?
  var didSet: FunctionContext?
  /// The superclass' property that this one only adds observers to.
  var overridden: StoredProperty?
  var isObserved: Bool { self.willSet != nil || didSet != nil || overridden?.isObserved ?? false }
  /// An observer is told the new value beforehand, or reads the old one: it cannot be changed where it is.
  var needsOldValue: Bool {
    isObserved && (!willSetChain.isEmpty || didSetChain.contains { $0.parameters.last?.isUsed ?? true })
  }
  /// Its own first, then those of what it overrides.
  var willSetChain: [FunctionContext] { (willSet.map { [$0] } ?? []) + (overridden?.willSetChain ?? []) }
  var didSetChain: [FunctionContext] { (overridden?.didSetChain ?? []) + (didSet.map { [$0] } ?? []) }

  func release() { (initial, willSet, didSet, wrapping, overridden) = (nil, nil, nil, nil, nil) }

  init(name: String, type: Type, isLet: Bool, slot: Int, declaration: Declaration) {
    self.name = name
    self.type = type
    self.isLet = isLet
    self.slot = slot
    self.declaration = declaration
  }
}

/// One case of an enum. Its identity is the object's.
public final class EnumCase {
  let name: String
  let owner: Nominal
  let index: Int
  var payload: [Declaration.Parameter] = []
  var isIndirect = false
  var rawValue: Value?

  init(name: String, owner: Nominal, index: Int) {
    self.name = name
    self.owner = owner
    self.index = index
  }
}
