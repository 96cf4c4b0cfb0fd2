/// A property of an instance, as a client sees it. A class, because the engine passes it on with every write.
public final class PropertyInfo {
  public let name: String
  /// What its value is kept under, in the place of its name; where that is another one, no client sees the property.
  public let keptName: String
  /// Where it is stored; nil if it is computed.
  public let slot: Int?
  public let schema: Schema
  /// As its object has it: of a generic class' `Value` nothing is left.
  let type: Type
  /// Whether plain data of one kind is a value of its type as it is.
  let plainKind: PlainKind
  enum PlainKind { case text, integer, truth, other }
  public let typeName: String
  /// Whether its class tells of its changes: it is `@Published`, or a stored property of an `@Observable` class.
  public let isAnnounced: Bool
  /// Whether a client may set it: not a constant, not get-only, its setter not private.
  public let isSettable: Bool
  public let isPrivate: Bool
  /// It holds an object with properties of its own.
  public let isObject: Bool
  /// Its value is made at first use.
  public let isLazy: Bool
  /// It does not keep the object it refers to.
  public let isReference: Bool
  /// It gets its value once.
  public var isConstant: Bool { declaration.isLet }
  /// Its class is `@Observable`.
  public var isOfObservable: Bool { declaration.owner?.isObservable ?? false }
  /// It stands for what a property wrapper of the program has.
  public let isWrapped: Bool
  let declaration: Declaration
  /// Writing it runs nothing of the class, whoever listens to it: it has no observers, and is the state of no setting.
  let isQuiet: Bool

  init(
    name: String, keptName: String, slot: Int?, type: Type, isAnnounced: Bool, isSettable: Bool, isPrivate: Bool,
    isObject: Bool, isLazy: Bool, isReference: Bool, isQuiet: Bool, isWrapped: Bool, declaration: Declaration
  ) {
    self.name = name
    self.keptName = keptName
    self.slot = slot
    self.type = type
    plainKind =
      switch type.libraryName {
      case "String": .text
      case "Int": .integer
      case "Bool": .truth
      default: .other
      }
    schema = type.schema
    typeName = type.description
    self.isAnnounced = isAnnounced
    self.isSettable = isSettable
    self.isPrivate = isPrivate
    self.isObject = isObject
    self.isLazy = isLazy
    self.isReference = isReference
    self.isQuiet = isQuiet
    self.isWrapped = isWrapped
    self.declaration = declaration
  }
  /// What a wrapper has its value in, in the place of the property that it wraps.
  init(_ value: PropertyInfo, inPlaceOf wrapped: PropertyInfo) {
    name = wrapped.name
    keptName = value.keptName
    slot = value.slot
    schema = value.schema
    type = value.type
    plainKind = value.plainKind
    typeName = value.typeName
    isAnnounced = value.isAnnounced
    isSettable = value.isSettable && wrapped.isSettable
    isPrivate = wrapped.isPrivate
    isObject = value.isObject
    isLazy = value.isLazy
    isReference = value.isReference
    isWrapped = true
    declaration = value.declaration
    isQuiet = value.isQuiet
  }
}
