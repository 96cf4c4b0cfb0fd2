/// JSON Schemas of every message, for `Protocol/schemas/`: one file per method and notification, and one for what they share.
import Wire

struct MessageSchemas {
  /// The files by name, in the order of the method table.
  private(set) var files: [(name: String, schema: JSONValue)] = []

  init(_ document: JSONValue) {
    files.append(("common.json", Self.common(document)))
    for method in document["methods"]?.array ?? [] { files.append(Self.method(method)) }
    for notification in document["x-notifications"]?.array ?? [] { files.append(Self.notification(notification)) }
  }

  private static let dialect = JSONValue.string("https://json-schema.org/draft/2020-12/schema")

  /// References lead to the shared file, and what may be left out may be null as well.
  private static func adapted(_ schema: JSONValue) -> JSONValue {
    switch schema {
    case .object(var members):
      let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
      for index in members.indices {
        switch members[index].name {
        case "$ref":
          let name = members[index].value.string?.split(separator: "/").last ?? ""
          members[index].value = .string("common.json#/$defs/\(name)")
        case "properties":
          let properties = (members[index].value.object ?? []).map { property -> JSONValue.Member in
            let value = adapted(property.value)
            return .init(property.name, required.contains(property.name) ? value : orNull(value))
          }
          members[index].value = .object(properties)
        default: members[index].value = adapted(members[index].value)
        }
      }
      return .object(members)
    case .array(let elements): return .array(elements.map { adapted($0) })
    default: return schema
    }
  }

  private static func orNull(_ schema: JSONValue) -> JSONValue {
    schema == true || schema["type"] == nil && schema["$ref"] == nil && schema["enum"] == nil && schema["anyOf"] == nil
      ? schema : ["anyOf": [schema, ["type": "null"]]]
  }

  private static func message(_ members: [(String, JSONValue)], required: [String]) -> JSONValue {
    [
      "type": "object",
      "properties": .object(
        [.init("jsonrpc", ["const": "2.0"])] + members.map { JSONValue.Member($0.0, $0.1) }),
      "required": .array((["jsonrpc"] + required).map { .string($0) }),
    ]
  }

  private static let id: JSONValue = ["$ref": "common.json#/$defs/id"]

  private static func common(_ document: JSONValue) -> JSONValue {
    let details = Set((document["x-errors"]?.array ?? []).flatMap { ($0["data"]?.array ?? []).compactMap(\.string) })
    let objects = (document["components"]?["schemas"]?.object ?? []).map { object -> JSONValue.Member in
      let schema = adapted(object.value)
      return .init(object.name, object.name == "Error" ? withDetails(schema, details.sorted()) : schema)
    }
    let errorReply = message(
      [("id", ["anyOf": [id, ["type": "null"]]]), ("error", ["$ref": "common.json#/$defs/Error"])],
      required: ["id", "error"])
    return [
      "$schema": dialect, "$id": "common.json", "title": "What messages share",
      "$defs": .object(
        [.init("id", ["type": ["string", "integer"]]), .init("errorReply", errorReply)] + objects),
    ]
  }

  /// What errors say depends on their kind, as the table of errors has it: any of these.
  private static func withDetails(_ schema: JSONValue, _ names: [String]) -> JSONValue {
    guard case .object(var members) = schema else { return schema }
    for index in members.indices where members[index].name == "properties" {
      var properties = members[index].value.object ?? []
      if let data = properties.firstIndex(where: { $0.name == "data" }) {
        properties[data].value = withDetails(properties[data].value, names)
      } else if properties.contains(where: { $0.name == "kind" }) {
        let known = Set(properties.map(\.name))
        properties += names.filter { !known.contains($0) }.map { .init($0, true) }
      }
      members[index].value = .object(properties)
    }
    return .object(members)
  }

  private static func method(_ method: JSONValue) -> (String, JSONValue) {
    let name = method["name"]?.string ?? ""
    let params = method["params"]?.array ?? []
    let required = params.filter { $0["required"] == true }.compactMap { $0["name"]?.string }
    let properties = params.map { param -> JSONValue.Member in
      let name = param["name"]?.string ?? ""
      let schema = adapted(param["schema"] ?? true)
      return .init(name, required.contains(name) ? schema : orNull(schema))
    }
    let paramsSchema: JSONValue = [
      "type": "object", "properties": .object(properties), "required": .array(required.map { .string($0) }),
      "additionalProperties": false,
    ]
    let request = message(
      [("id", id), ("method", ["const": .string(name)]), ("params", ["$ref": "#/$defs/params"])],
      required: ["method"] + (required.isEmpty ? [] : ["params"]))
    let reply = message([("id", id), ("result", ["$ref": "#/$defs/result"])], required: ["id", "result"])
    return (
      "\(name).json",
      [
        "$schema": dialect, "$id": .string("\(name).json"), "title": .string(name),
        "description": method["summary"] ?? "",
        "$defs": [
          "params": paramsSchema, "request": request, "result": adapted(method["result"]?["schema"] ?? true),
          "reply": reply,
        ],
        "anyOf": [
          ["$ref": "#/$defs/request"], ["$ref": "#/$defs/reply"], ["$ref": "common.json#/$defs/errorReply"],
        ],
      ]
    )
  }

  private static func notification(_ notification: JSONValue) -> (String, JSONValue) {
    let name = notification["name"]?.string ?? ""
    let shared = notification["params"] ?? [:]
    let types = notification["types"]?.array ?? []
    let params: JSONValue =
      types.isEmpty
      ? adapted(shared)
      : ["anyOf": .array(types.map { adapted(merged(shared, $0["members"] ?? [:], type: $0["type"] ?? "")) })]
    let file = name.filter { $0 != "$" && $0 != "/" } + ".json"
    return (
      file,
      [
        "$schema": dialect, "$id": .string(file), "title": .string(name), "description": notification["summary"] ?? "",
        "$defs": ["params": params],
        "type": "object",
        "properties": [
          "jsonrpc": ["const": "2.0"], "method": ["const": .string(name)], "params": ["$ref": "#/$defs/params"],
        ],
        "required": ["jsonrpc", "method", "params"],
      ]
    )
  }

  /// The members that all types have and those of one.
  private static func merged(_ shared: JSONValue, _ members: JSONValue, type: JSONValue) -> JSONValue {
    let properties = (shared["properties"]?.object ?? []).map {
      $0.name == "type" ? JSONValue.Member("type", ["const": type]) : $0
    }
    return [
      "type": "object", "properties": .object(properties + (members["properties"]?.object ?? [])),
      "required": .array((shared["required"]?.array ?? []) + (members["required"]?.array ?? [])),
    ]
  }
}
