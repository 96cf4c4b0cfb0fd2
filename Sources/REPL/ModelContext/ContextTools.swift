// The methods of the daemon's protocol as tools of the Model Context Protocol.
import Wire

/// What may be called, by the role that a connection has.
struct ContextTools {
  struct Tool {
    let method: Method
    /// Names with a dot are not taken by everybody: `store_get` for `store.get`.
    var name: String { method.name.replacing(".", with: "_") }
    let json: JSONValue
  }

  let tools: [Tool]

  init(for role: RoleName) {
    let document = OpenRPC.document()
    let entries = document["methods"]?.array ?? []
    let schemas = document["components"]?["schemas"]?.object ?? []
    tools = zip(MethodTable.methods, entries).filter { Self.isTool($0.0) && $0.0.access.isIncluded(in: role) }
      .map { method, entry in Tool(method: method, json: Self.json(method, entry, schemas, role)) }
  }

  func tool(named name: String) -> Tool? { tools.first { $0.name == name || $0.method.name == name } }

  /// What a connection is and hears is not for one that only asks: greetings, and events that nobody would be told.
  static func isTool(_ method: Method) -> Bool {
    !method.name.hasPrefix("session.") && !method.name.hasPrefix("sub.") && method.name != "pipe.tap"
  }

  private static func json(
    _ method: Method, _ entry: JSONValue, _ schemas: [JSONValue.Member], _ role: RoleName
  ) -> JSONValue {
    let params = (entry["params"]?.array ?? []).filter { role == .owner || $0["schema"]?["x-source"] == nil }
    let properties = params.map { param in
      JSONValue.Member(param["name"]?.string ?? "", described(param["schema"] ?? true, param["description"]))
    }
    let required = params.filter { $0["required"] == true }.compactMap { $0["name"] }
    let input: JSONValue = [
      "type": "object", "properties": .object(properties), "required": .array(required), "additionalProperties": false,
    ]
    let name = method.name.replacing(".", with: "_")
    var members: [JSONValue.Member] = [
      .init("name", .string(name)), .init("title", .string(method.name)),
      .init("description", .string([method.summary, method.notes].filter { !$0.isEmpty }.joined(separator: "\n\n"))),
      .init("inputSchema", standing(input, schemas)),
      .init(
        "annotations",
        [
          "readOnlyHint": .bool(method.access == .read), "destructiveHint": .bool(method.access == .own),
          "openWorldHint": false,
        ]),
    ]
    // Only an object can be a structured result.
    if let result = entry["result"]?["schema"], case .object = method.result {
      members.append(.init("outputSchema", standing(result, schemas)))
    }
    return .object(members)
  }

  private static func described(_ schema: JSONValue, _ description: JSONValue?) -> JSONValue {
    guard let description else { return schema }
    guard case .object(let members) = schema else { return ["description": description] }
    return .object([.init("description", description)] + members)
  }

  // MARK: Schemas

  /// A schema that stands by itself: what it refers to comes along.
  private static func standing(_ schema: JSONValue, _ schemas: [JSONValue.Member]) -> JSONValue {
    var defined: [JSONValue.Member] = []
    func local(_ value: JSONValue) -> JSONValue {
      switch value {
      case .array(let elements): return .array(elements.map(local))
      case .object(let members):
        return .object(
          members.map { member in
            guard member.name == "$ref", let name = member.value.string?.split(separator: "/").last.map(String.init)
            else { return .init(member.name, local(member.value)) }
            if !defined.contains(where: { $0.name == name }), let schema = schemas.first(where: { $0.name == name }) {
              let position = defined.count
              defined.append(.init(name, true))
              defined[position].value = local(schema.value)
            }
            return .init("$ref", .string("#/$defs/" + name))
          })
      default: return value
      }
    }
    var whole = local(schema)
    // A reference at the top is written out: the top has to be an object.
    if let name = whole["$ref"]?.string?.split(separator: "/").last,
      let referred = defined.first(where: { $0.name == name })
    {
      whole = referred.value
    }
    guard !defined.isEmpty, case .object(let members) = whole else { return whole }
    return .object(members + [.init("$defs", .object(defined))])
  }
}

extension AccessLevel {
  fileprivate func isIncluded(in role: RoleName) -> Bool {
    switch role {
    case .viewer: self == .read
    case .writer: self <= .writeAnywhere
    case .owner: true
    }
  }
}
