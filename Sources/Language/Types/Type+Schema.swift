/// The shape a client sees behind a Swift type.
extension Type {
  /// A type that contains itself is described once; inside itself it is only named, as a record without fields or an
  /// enumeration without cases. So is one that contains itself with ever larger arguments, after a few of them.
  /// O(size of the type); worth keeping per property.
  var schema: Schema {
    var builder = SchemaBuilder()
    return builder.schema(of: self)
  }

  /// The bounds of an integer type; `nil` for all other types. Those of 64 bits without sign end where `Int` does;
  /// what is above is no `Value.int`.
  var integerBounds: ClosedRange<Int>? {
    switch libraryName {
    case "Int", "Int64": Int.min...Int.max
    case "Int8": Int(Int8.min)...Int(Int8.max)
    case "Int16": Int(Int16.min)...Int(Int16.max)
    case "Int32": Int(Int32.min)...Int(Int32.max)
    case "UInt", "UInt64": 0...Int.max
    case "UInt8": 0...Int(UInt8.max)
    case "UInt16": 0...Int(UInt16.max)
    case "UInt32": 0...Int(UInt32.max)
    default: nil
    }
  }
}

extension EnumCase {
  /// The names of the payload's parts: a label, or `_0`, `_1` by position.
  var payloadNames: [String] {
    payload.enumerated().map { $1.label ?? "_\($0)" }
  }
}

extension Nominal {
  /// A range of the library: it goes out as the list of its bounds.
  var isRange: Bool {
    switch name {
    case "Range", "ClosedRange", "PartialRangeFrom", "PartialRangeUpTo", "PartialRangeThrough": !isUserType
    default: false
    }
  }

  /// Whether its values are records of plain data: the program's own, and those of the library that show their
  /// properties. What refers to an object that has to be there cannot be made again.
  var isPlainRecord: Bool {
    kind == .structure && (isUserType || !storedProperties.isEmpty) && !storedProperties.contains(where: \.isUnowned)
  }

  /// What the plain form of its values consists of: not what is made when first asked for, nor what refers to an object.
  var plainProperties: [StoredProperty] {
    storedProperties.contains(where: \.isMadeAnew) ? storedProperties.filter { !$0.isMadeAnew } : storedProperties
  }
}

private struct SchemaBuilder {
  /// The types around the present one, by their declaration.
  private var enclosing: [Nominal: [Type]] = [:]
  private var depth = 0
  /// Beyond this nobody reads it.
  private static let depthMax = 100
  private static let namesMax = 1000
  /// How often a generic type may be inside itself with larger arguments.
  private static let growthMax = 3
  /// Types described so far. One in which types hold two of the next again and again would have no end.
  private var count = 0
  private static let countMax = 10_000

  mutating func schema(of type: Type) -> Schema {
    if let wrapped = type.wrapped { return .optional(schema(of: wrapped)) }
    if let known = libraryType(type) { return known }
    switch type {
    case .tuple(let elements) where !elements.isEmpty:
      return .tuple(
        elements.enumerated().map { index, element in
          Schema.Field(name: element.label ?? String(index), schema: schema(of: element.type))
        })
    case .nominal(let nominal, let arguments): return declared(type, nominal, nominal.substitution(arguments))
    default: return .opaque(type.description)
    }
  }

  private mutating func libraryType(_ type: Type) -> Schema? {
    if type.integerBounds != nil { return .int }
    switch type.libraryName {
    case "Double", "Float", "CGFloat", "Float32", "Float64": return .double
    case "Bool": return .bool
    case "String", "Substring", "Character", "Unicode.Scalar": return .string
    case "Date": return .date
    case "Data": return .data
    case "UUID": return .uuid
    case "URL": return .url
    case "Decimal": return .decimal
    case "Duration": return .tuple([.init(name: "0", schema: .int), .init(name: "1", schema: .int)])
    case "Measurement":
      return .record(
        name: type.description, fields: [.init(name: "unit", schema: .string), .init(name: "value", schema: .double)],
        identifiedBy: nil)
    case "IndexSet": return .list(.int)
    case _? where type.nominal?.has(.coded) == true: return .coded(type.description)
    case "Array", "ArraySlice", "ContiguousArray", "Set", "CollectionOfOne", "Repeated":
      return .list(schema(of: type.argument(0)))
    case "KeyValuePairs":
      return .list(
        .tuple([
          .init(name: "0", schema: schema(of: type.argument(0))),
          .init(name: "1", schema: schema(of: type.argument(1))),
        ]))
    case "Dictionary": return .dictionary(key: schema(of: type.argument(0)), value: schema(of: type.argument(1)))
    default: return nil
    }
  }

  /// Whether its parts are described here: unless it stands in itself.
  private mutating func opens(_ type: Type, _ nominal: Nominal) -> Bool {
    let around = enclosing[nominal, default: []]
    guard depth <= Self.depthMax, !around.contains(type) else { return false }
    if around.count >= Self.growthMax {
      let size = type.nameCount
      guard around.count(where: { $0.nameCount < size }) < Self.growthMax else { return false }
    }
    enclosing[nominal] = around + [type]
    return true
  }

  private mutating func declared(_ type: Type, _ nominal: Nominal, _ substitution: Substitution) -> Schema {
    guard !type.isLarger(than: Self.namesMax) else { return .opaque(nominal.name) }
    let name = type.description
    if nominal.kind == .classType, nominal.isUserType { return .object(name: name) }
    if nominal.isRange {
      let bound = schema(of: type.argument(0))
      let names = nominal.name.hasPrefix("Partial") ? ["0"] : ["0", "1"]
      return .tuple(names.map { Schema.Field(name: $0, schema: bound) })
    }
    count += 1
    guard count <= Self.countMax else { return .opaque(name) }
    depth += 1
    defer { depth -= 1 }
    let isRecord = nominal.isPlainRecord
    guard isRecord || nominal.kind == .enumeration && !nominal.cases.isEmpty else { return .opaque(name) }
    let isOutermost = opens(type, nominal)
    defer { if isOutermost { enclosing[nominal]?.removeLast() } }
    if isRecord {
      var fields: [Schema.Field] = []
      if isOutermost {
        for property in nominal.plainProperties {
          let type = property.settledType.substituting(substitution)
          fields.append(Schema.Field(name: property.name, schema: schema(of: type)))
        }
      }
      return .record(name: name, fields: fields, identifiedBy: nominal.identityField)
    }
    var cases: [Schema.Case] = []
    if isOutermost {
      for enumCase in nominal.cases {
        let types = enumCase.payloadTypes(type)
        var payload: [Schema.Field] = []
        for (name, type) in zip(enumCase.payloadNames, types) {
          payload.append(Schema.Field(name: name, schema: schema(of: type)))
        }
        cases.append(Schema.Case(name: enumCase.name, rawValue: enumCase.rawValue?.portable, payload: payload))
      }
    }
    return .enumeration(name: name, cases: cases)
  }
}

extension Type {
  /// Whether a `Binding` is in it: by itself, or in an optional, a tuple, an array or a structure.
  var holdsBindings: Bool {
    var known: Set<Type> = []
    return holdsBindings(&known)
  }

  /// - Parameter known: structures that have been looked into, or are being. Each is looked into once: types that hold two of
  ///   the next again and again would have no end, and neither would one in itself with ever larger arguments.
  private func holdsBindings(_ known: inout Set<Type>) -> Bool {
    if let wrapped { return wrapped.holdsBindings(&known) }
    switch self {
    case .tuple(let elements):
      for element in elements where element.type.holdsBindings(&known) { return true }
      return false
    case .nominal(let nominal, let arguments):
      switch libraryName {
      case "Binding": return true
      case "Array": return argument(0).holdsBindings(&known)
      default: break
      }
      guard nominal.isUserType, nominal.kind == .structure, known.count < 1000, !isLarger(than: 1000),
        known.insert(self).inserted
      else { return false }
      let substitution = nominal.substitution(arguments)
      for property in nominal.storedProperties where !property.isLazy {
        if property.type.substituting(substitution).holdsBindings(&known) { return true }
      }
      return false
    default: return false
    }
  }
}
