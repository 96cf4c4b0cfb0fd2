/// Checks messages of the protocol against `Protocol/schemas`: everything that is said is described, and as it is described.
///
/// The schemas leave room for members to come; here there is none, so that nothing is sent that no document knows.
public struct MessageValidator: Sendable {
  private let schemas: [String: WirePattern]
  /// The requests that have not been answered, by connection and id.
  private var asked: [String: WirePattern] = [:]
  /// Connections that are not held to the params there are.
  private var relaxed: Set<String> = []

  /// As the schemas were when the tests began; `nil` where they cannot be read.
  public static let known = try? MessageValidator()

  public init() throws {
    var schemas: [String: WirePattern] = [:]
    for path in try Repository.files(in: "Protocol/schemas", extension: "json") {
      schemas[String(path.split(separator: "/").last!)] = try WirePattern(try Repository.text(path))
    }
    self.schemas = schemas
  }

  /// Takes note of what a client has sent. Tests send a lot of nonsense, so nothing is expected of it unless it is answered
  /// with a result: then it must be as the schemas say.
  public mutating func sent(_ line: String, by client: String) {
    guard let message = try? WirePattern(line) else { return }
    if case .array(let messages, _) = message {
      for message in messages { note(message, client) }
    } else {
      note(message, client)
    }
  }

  private mutating func note(_ message: WirePattern, _ client: String) {
    guard let id = message["id"], case .string? = message["method"] else { return }
    asked["\(client) \(id)"] = message
    if message["params"]?["strict"] == .word("false") { relaxed.insert(client) }
  }

  /// What is wrong with a line that a client has received; `nil` when nothing is.
  public mutating func complaint(_ line: String, to client: String) -> String? {
    guard let message = try? WirePattern(line) else { return "not JSON: \(line.prefix(200))" }
    if case .array(let messages, _) = message {
      for message in messages { if let complaint = complaint(message, client) { return complaint } }
      return nil
    }
    return complaint(message, client)
  }

  private mutating func complaint(_ message: WirePattern, _ client: String) -> String? {
    if case .string(let method)? = message["method"] {
      let file = method + ".json"
      guard let schema = schemas[file] else { return "\(method) is described nowhere" }
      return check(message, schema, in: file, at: method)
    }
    if message["error"] != nil {
      if let id = message["id"] { asked["\(client) \(id)"] = nil }
      return check(message, reference("common.json#/$defs/errorReply"), in: "common.json", at: "an error")
    }
    guard let id = message["id"], let request = asked.removeValue(forKey: "\(client) \(id)"),
      case .string(let method)? = request["method"]
    else { return nil }
    let file = method + ".json"
    if !relaxed.contains(client), let params = request["params"],
      let complaint = check(params, reference("\(file)#/$defs/params"), in: file, at: "what \(method) was asked with")
    {
      return complaint
    }
    return check(message, reference("\(file)#/$defs/reply"), in: file, at: "the reply to \(method)")
  }

  private func reference(_ text: String) -> WirePattern { .object([.init("$ref", .string(text))], rest: false) }

  /// - Parameter file: what references without a file are about.
  private func check(_ value: WirePattern, _ schema: WirePattern, in file: String, at place: String) -> String? {
    guard case .object(let keywords, _) = schema else { return nil }
    for keyword in keywords {
      let complaint: String? =
        switch (keyword.name, keyword.value) {
        case ("$ref", .string(let target)): follow(value, target, file, place)
        case ("const", let expected): value == expected ? nil : "\(place) is \(value), not \(expected)"
        case ("enum", .array(let choices, _)):
          choices.contains(value) ? nil : "\(place) is \(value), none of \(choices)"
        case ("anyOf", .array(let schemas, _)): any(value, schemas, file, place)
        case ("type", .string(let type)): isOf(value, type) ? nil : "\(place) is \(value), not of type \(type)"
        case ("type", .array(let types, _)):
          types.contains { if case .string(let type) = $0 { isOf(value, type) } else { false } }
            ? nil : "\(place) is \(value), of none of the types \(types)"
        case ("properties", .object(let properties, _)): members(value, properties, schema, file, place)
        case ("required", .array(let names, _)): missing(value, names, place)
        case ("minimum", let bound): isOrdered(bound, value) ? nil : "\(place) is \(value), below \(bound)"
        case ("maximum", let bound): isOrdered(value, bound) ? nil : "\(place) is \(value), above \(bound)"
        case ("items", let element): elements(value, element, file, place)
        case ("format", .string(let format)): hasFormat(value, format) ? nil : "\(place) is \(value), no \(format)"
        default:
          Self.remarks.contains(keyword.name) ? nil : "the schema of \(place) says '\(keyword.name)', unknown here"
        }
      if let complaint { return complaint }
    }
    return nil
  }

  /// What says nothing about a value. Members that are not described are refused in any case.
  private static let remarks: Set = [
    "$schema", "$id", "$defs", "title", "description", "additionalProperties", "default", "x-path", "x-source",
    "pattern",
  ]

  private func isOrdered(_ low: WirePattern, _ high: WirePattern) -> Bool {
    guard case .number(let low) = low, case .number(let high) = high else { return true }
    return Double(low)! <= Double(high)!
  }

  private func hasFormat(_ value: WirePattern, _ format: String) -> Bool {
    guard case .string(let text) = value else { return true }
    return switch format {
    case "date-time":
      (try? /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z/.wholeMatch(in: text)) != nil
    default: false
    }
  }

  private func follow(_ value: WirePattern, _ target: String, _ file: String, _ place: String) -> String? {
    let parts = target.split(separator: "#", omittingEmptySubsequences: false)
    let file = parts[0].isEmpty ? file : String(parts[0])
    var schema = schemas[file]
    for step in parts[1].split(separator: "/") { schema = schema?[String(step)] }
    guard let schema else { return "\(target) leads nowhere" }
    return check(value, schema, in: file, at: place)
  }

  /// Where one schema at least is about this type of message, what that one says.
  private func any(_ value: WirePattern, _ schemas: [WirePattern], _ file: String, _ place: String) -> String? {
    var complaints: [String] = []
    for schema in schemas {
      guard let complaint = check(value, schema, in: file, at: place) else { return nil }
      let isSameType = value["type"] != nil && schema["properties"]?["type"]?["const"] == value["type"]
      if isSameType { return complaint }
      complaints.append(complaint)
    }
    return complaints.first
  }

  private func isOf(_ value: WirePattern, _ type: String) -> Bool {
    switch (value, type) {
    case (.object, "object"), (.array, "array"), (.string, "string"), (.number, "number"): true
    case (.number(let text), "integer"): !text.contains { ".eE".contains($0) }
    case (.word(let word), "boolean"): word != "null"
    case (.word(let word), "null"): word == "null"
    default: false
    }
  }

  private func members(
    _ value: WirePattern, _ properties: [WirePattern.Member], _ schema: WirePattern, _ file: String, _ place: String
  ) -> String? {
    guard case .object(let members, _) = value else { return nil }
    for member in members {
      guard let described = properties.first(where: { $0.name == member.name }) else {
        return "\(place) has the member '\(member.name)', which is described nowhere"
      }
      if let complaint = check(member.value, described.value, in: file, at: "\(place).\(member.name)") {
        return complaint
      }
    }
    return nil
  }

  private func missing(_ value: WirePattern, _ names: [WirePattern], _ place: String) -> String? {
    guard case .object = value else { return nil }
    for case .string(let name) in names where value[name] == nil { return "\(place) lacks '\(name)'" }
    return nil
  }

  private func elements(_ value: WirePattern, _ element: WirePattern, _ file: String, _ place: String) -> String? {
    guard case .array(let elements, _) = value else { return nil }
    return elements.enumerated().lazy.compactMap { check($1, element, in: file, at: "\(place)[\($0)]") }.first
  }
}
