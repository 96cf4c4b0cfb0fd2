/// The OpenRPC document (https://spec.open-rpc.org) of this protocol, made from the method table.
///
/// `rpc.discover` answers with it, `Protocol/openrpc.json` is its copy for people without a daemon. What OpenRPC has no
/// word for stands under `x-`: notifications, errors, what a method costs, whether its reply may come late.
public enum OpenRPC {
  /// - Parameters:
  ///   - stores: the value of `x-stores`: what exists in this daemon now. Left out in the copy on disk.
  ///   - pipelines: the same for `x-pipelines`.
  ///   - namespaces: and for `x-namespaces`.
  public static func document(
    stores: JSONValue? = nil, pipelines: JSONValue? = nil, namespaces: JSONValue? = nil
  ) -> JSONValue {
    var schemas = Schemas()
    let methods = MethodTable.methods.map { schemas.method($0) }
    let notifications = MethodTable.notifications.map { schemas.notification($0) }
    _ = schemas.reference(RPCError.schema)
    return object([
      ("openrpc", "1.3.2"),
      (
        "info",
        [
          "title": "combined", "version": "1",
          "description": "Observable stores and Combine pipelines, shared by every process on the machine.",
          "license": ["name": "Apache-2.0"],
        ]
      ),
      ("methods", .array(methods)),
      ("components", ["schemas": .object(schemas.named)]),
      ("x-notifications", .array(notifications)),
      ("x-errors", .array(ErrorCode.allCases.map(error))),
      ("x-stores", stores),
      ("x-pipelines", pipelines),
      ("x-namespaces", namespaces),
    ])
  }

  private static func error(_ code: ErrorCode) -> JSONValue {
    let entry = code.entry
    return [
      "code": .int(code.rawValue), "kind": .string(entry.kind), "meaning": .string(entry.meaning),
      "data": .array(entry.data.map(JSONValue.string)), "retry": .string(entry.retry.rawValue),
      "exitStatus": .int(Int(entry.exitStatus)),
    ]
  }

  /// An object without the members that have no value.
  fileprivate static func object(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(members.compactMap { name, value in value.map { JSONValue.Member(name, $0) } })
  }
}

/// Shapes → JSON Schema. Objects with a name are described once and referred to.
private struct Schemas {
  var named: [JSONValue.Member] = []

  mutating func schema(_ shape: Shape) -> JSONValue {
    switch shape {
    case .bool: return ["type": "boolean"]
    case .int: return ["type": "integer"]
    case .count(let bounds):
      return OpenRPC.object([
        ("type", "integer"), ("minimum", .int(bounds.lowerBound)),
        ("maximum", .int(min(bounds.upperBound, WireLimits.integerBound - 1))),
      ])
    case .number(let bounds):
      return [
        "type": "number", "minimum": .double(bounds.lowerBound), "maximum": .double(bounds.upperBound),
      ]
    case .string: return ["type": "string"]
    case .path(let use): return ["type": "string", "x-path": .string(use.rawValue)]
    case .source: return ["type": "string", "x-source": true]
    case .time: return ["type": "string", "format": "date-time"]
    case .duration: return ["type": "string", "pattern": #"^[+]?[0-9.]+(ns|us|ms|s|m|h|d)$"#]
    case .any: return true
    case .choice(let words): return ["enum": .array(words.map(JSONValue.string))]
    case .either(let shapes): return ["anyOf": .array(shapes.map { schema($0) })]
    case .list(let element): return ["type": "array", "items": schema(element)]
    case .object(let schema): return schema.name.isEmpty ? object(schema) : reference(schema)
    }
  }

  mutating func reference(_ schema: ObjectSchema) -> JSONValue {
    // Without fields it stands for one that is being described already.
    if !schema.fields.isEmpty, !named.contains(where: { $0.name == schema.name }) {
      let position = named.count
      named.append(.init(schema.name, nil))
      named[position].value = object(schema)
    }
    return ["$ref": .string("#/components/schemas/" + schema.name)]
  }

  private mutating func object(_ schema: ObjectSchema) -> JSONValue {
    let properties = schema.fields.map { field in
      JSONValue.Member(field.name.description, described(self.schema(field.shape), field.doc))
    }
    let required = schema.fields.filter(\.isRequired).map { JSONValue.string($0.name.description) }
    return OpenRPC.object([
      ("type", "object"),
      ("description", schema.doc.isEmpty ? nil : .string(schema.doc)),
      ("properties", .object(properties)),
      ("required", required.isEmpty ? nil : .array(required)),
    ])
  }

  private func described(_ schema: JSONValue, _ doc: String) -> JSONValue {
    guard case .object(let members) = schema else { return ["description": .string(doc)] }
    return .object([.init("description", .string(doc))] + members)
  }

  mutating func method(_ method: Method) -> JSONValue {
    let params = method.params.fields.map { field -> JSONValue in
      [
        "name": .string(field.name.description), "description": .string(field.doc),
        "required": .bool(field.isRequired), "schema": schema(field.shape),
      ]
    }
    let errors = method.errors.map { code -> JSONValue in
      ["code": .int(code.rawValue), "message": .string(code.entry.meaning), "data": ["kind": .string(code.kind)]]
    }
    return OpenRPC.object([
      ("name", .string(method.name)),
      ("summary", .string(method.summary)),
      ("description", method.notes.isEmpty ? nil : .string(method.notes)),
      ("paramStructure", "by-name"),
      ("params", .array(params)),
      ("result", ["name": "result", "schema": schema(method.result)]),
      ("errors", errors.isEmpty ? nil : .array(errors)),
      ("examples", [example(method)]),
      ("x-since", .string(method.since)),
      ("x-async", .bool(method.isAsync)),
      ("x-direction", method.direction == .both ? "both" : "toDaemon"),
      ("x-complexity", .string(method.complexity)),
      ("x-role", .string(method.access.role)),
    ])
  }

  private func example(_ method: Method) -> JSONValue {
    // The tests parse every example, so what is written here is JSON.
    let params = (try? JSONValue(parsing: method.example.params))?.object ?? []
    let result = (try? JSONValue(parsing: method.example.result)) ?? .null
    return [
      "name": "example",
      "params": .array(params.map { ["name": .string($0.name), "value": $0.value] }),
      "result": ["name": "result", "value": result],
    ]
  }

  mutating func notification(_ entry: MethodTable.NotificationEntry) -> JSONValue {
    let types = entry.types.map { type -> JSONValue in
      OpenRPC.object([
        ("type", .string(type.type)),
        ("summary", .string(type.summary)),
        ("sent", .bool(type.isSent)),
        ("members", object(ObjectSchema(type.fields))),
      ])
    }
    return OpenRPC.object([
      ("name", .string(entry.name)),
      ("from", entry.fromDaemon ? "daemon" : "client"),
      ("summary", .string(entry.summary)),
      ("params", object(entry.params)),
      ("types", types.isEmpty ? nil : .array(types)),
    ])
  }
}
