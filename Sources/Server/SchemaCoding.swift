// Swift's types as JSON Schema, for clients that want to know before they ask.

internal import Engine
internal import Language
internal import Wire

/// JSON Schemas of values. A struct or an enumeration is described once, under its name in `types`, and referred to.
struct SchemaWriter {
  /// Where references lead: the prefix of the place at which `types` will stand.
  var root = "#/x-types/"
  /// The named types that were met, in the order of meeting.
  private(set) var types: [JSONValue.Member] = []

  mutating func schema(_ schema: Schema) -> JSONValue {
    switch schema {
    case .bool: return ["type": "boolean"]
    // Beyond what every reader's double holds, integers travel as text.
    case .int: return ["type": ["integer", "string"], "x-swift": "Int"]
    case .double: return ["type": "number"]
    case .string: return ["type": "string"]
    case .decimal: return ["type": ["number", "string"], "x-swift": "Decimal"]
    case .coded(let name): return ["x-swift": .string(name)]
    case .date: return ["type": "string", "format": "date-time"]
    case .data: return ["type": "string", "contentEncoding": "base64"]
    case .uuid: return ["type": "string", "format": "uuid"]
    case .url: return ["type": "string", "format": "uri"]
    case .optional(let wrapped): return ["anyOf": [self.schema(wrapped), ["type": "null"]]]
    case .list(let element): return ["type": "array", "items": self.schema(element)]
    case .dictionary(.string, let value), .dictionary(.int, let value):
      return ["type": "object", "additionalProperties": self.schema(value)]
    case .dictionary(let key, let value) where key.isNameOfMember:
      return [
        "type": "object", "additionalProperties": self.schema(value), "propertyNames": names(key),
        "x-key": self.schema(key),
      ]
    case .dictionary(let key, let value): return ["type": "array", "items": tuple([key, value])]
    case .tuple(let fields):
      return fields.allSatisfy { Int($0.name) != nil } ? tuple(fields.map(\.schema)) : object(fields)
    case .record(let name, let fields, _): return reference(name) { writer in writer.object(fields) }
    case .enumeration(let name, let cases): return reference(name) { writer in writer.enumeration(cases) }
    case .object(let name): return ["type": "object", "x-swift": .string(name)]
    case .opaque(let name): return ["x-swift": .string(name)]
    }
  }

  /// Describes a named type unless that has happened already; inside itself a type is only referred to.
  private mutating func reference(_ name: String, _ describe: (inout SchemaWriter) -> JSONValue) -> JSONValue {
    if !types.contains(where: { $0.name == name }) {
      let position = types.count
      types.append(.init(name, .null))
      types[position].value = describe(&self)
    }
    return ["$ref": .string(root + name)]
  }

  /// What keys are called as names of members: the text of their value.
  private mutating func names(_ key: Schema) -> JSONValue {
    guard case .enumeration(_, let cases) = key else { return schema(key) }
    return [
      "enum": .array(
        cases.map { enumCase in
          guard let raw = enumCase.rawValue?.json else { return .string(enumCase.name) }
          return .string(raw.string ?? raw.description)
        })
    ]
  }

  private mutating func tuple(_ elements: [Schema]) -> JSONValue {
    let schemas = elements.map { schema($0) }
    return ["type": "array", "prefixItems": .array(schemas), "minItems": .int(schemas.count)]
  }

  private mutating func object(_ fields: [Schema.Field]) -> JSONValue {
    let properties = fields.map { JSONValue.Member($0.name, schema($0.schema)) }
    return [
      "type": "object", "properties": .object(properties),
      "required": .array(fields.map { .string($0.name) }),
    ]
  }

  private mutating func enumeration(_ cases: [Schema.Case]) -> JSONValue {
    let bare = cases.filter(\.payload.isEmpty)
    let words: JSONValue = [
      "enum": .array(bare.map { $0.rawValue?.json ?? .string($0.name) }),
      "x-cases": .array(bare.map { .string($0.name) }),
    ]
    let loaded = cases.filter { !$0.payload.isEmpty }.map { enumCase -> JSONValue in
      // A payload of one part without a label stands for itself.
      let isBare = enumCase.payload.count == 1 && enumCase.payload[0].name == "_0"
      let payload = isBare ? schema(enumCase.payload[0].schema) : object(enumCase.payload)
      return [
        "type": "object", "properties": .object([.init(enumCase.name, payload)]), "required": [.string(enumCase.name)],
      ]
    }
    if loaded.isEmpty { return words }
    return ["anyOf": .array((bare.isEmpty ? [] : [words]) + loaded)]
  }
}

extension Schema {
  /// Whether all of its values are text or integers: a dictionary of such keys is an object.
  fileprivate var isNameOfMember: Bool {
    switch self {
    case .string, .int, .uuid, .url, .date, .data: true
    case .enumeration(_, let cases):
      cases.allSatisfy { enumCase in
        guard enumCase.payload.isEmpty else { return false }
        switch enumCase.rawValue {
        case nil, .string, .int: return true
        default: return false
        }
      }
    default: false
    }
  }
}

extension SchemaWriter {
  /// A schema that stands by itself: what a property, or a store as an object of its properties, can hold.
  static func whole(_ description: Engine.Description) -> JSONValue {
    var writer = SchemaWriter()
    writer.root = "#/$defs/"
    var schema = writer.schema(description.schema)
    if let properties = description.properties {
      let members = properties.map { property -> JSONValue.Member in
        var schema = writer.schema(property.info.schema)
        if case .object(let members) = schema, !property.info.isSettable {
          schema = .object(members + [.init("readOnly", true)])
        }
        return .init(property.info.name, schema)
      }
      schema = ["type": "object", "x-swift": .string(description.typeName), "properties": .object(members)]
    }
    guard !writer.types.isEmpty, case .object(let members) = schema else { return schema }
    return .object(members + [.init("$defs", .object(writer.types))])
  }
}

extension SchemaWriter {
  /// A method of a store: what `store.call` takes and answers. What it returns is left out where that has no value in JSON.
  fileprivate mutating func method(_ method: MethodSignature) -> JSONValue {
    var params: [JSONValue] = []
    for (position, label) in method.labels.enumerated() where method.schemas[position].mayBePlain {
      params.append(
        .object(
          (label.map { [.init("label", .string($0))] } ?? []) + [
            .init("name", .string(method.parameterNames[position])),
            .init("type", .string(method.typeNames[position])),
            .init("required", .bool(!method.defaults[position])),
          ] + (method.areVariadic[position] ? [.init("variadic", true)] : []) + [
            .init("schema", schema(method.schemas[position]))
          ]))
    }
    var members: [JSONValue.Member] = [
      .init("name", .string(method.name)), .init("signature", .string(method.text)), .init("params", .array(params)),
    ]
    if let type = method.resultTypeName, method.resultSchema.mayBePlain {
      members.append(.init("result", ["type": .string(type), "schema": schema(method.resultSchema)]))
    }
    return .object(members)
  }
}

extension OpenRPC {
  /// The document of this daemon as it is now: the protocol, and the stores with their properties' types.
  static func document(for call: Call) -> JSONValue {
    let engine = call.engine
    var writer = SchemaWriter()
    let stores = engine.storeList.map { store -> JSONValue in
      let visible = store.visibleProperties
      let properties = zip(visible, StoreInfo(store).properties).map { property, entry -> JSONValue in
        guard case .object(let members) = entry.json else { return entry.json }
        return .object(members + [.init("schema", writer.schema(property.info.schema))])
      }
      let namespace = StoreInfo(store).namespace.map { [JSONValue.Member("namespace", .string($0))] } ?? []
      return .object(
        [.init("path", .string(store.path)), .init("type", .string(store.className))] + namespace
          + [
            .init("properties", .array(properties)),
            .init("methods", .array(engine.methods(of: store).map { writer.method($0) })),
          ])
    }
    guard
      case .object(let members) = document(
        stores: .array(stores), pipelines: .array(engine.pipelines.all.map { PipelineInfo($0, call).json }),
        namespaces: .array(engine.namespaceNames.map { .string($0) }))
    else { return .null }
    return .object(members + [.init("x-types", .object(writer.types))])
  }
}
