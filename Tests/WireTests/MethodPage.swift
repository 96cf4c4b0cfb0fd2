/// The page of one method, for `Protocol/methods/`.
import Wire

struct MethodPage {
  let method: Method

  init(_ method: Method) { self.method = method }

  var text: String {
    var text = "# \(method.name)\n\n\(method.summary)\n"
    text += "\nSince \(method.since). "
    text +=
      method.isAsync
      ? "Its reply may come later than replies to newer requests."
      : "Its reply comes before anything that later requests of the connection cause."
    if method.direction == .both { text += " Either side may ask." }
    if method.access != .read { text += " Needs the role \(method.access.role)." }
    text += " Costs \(method.complexity).\n"
    if !method.notes.isEmpty { text += "\n\(method.notes)\n" }

    text += "\n## Params\n\n" + (method.params.fields.isEmpty ? "None.\n" : Self.table(method.params.fields))
    text += "\n## Result\n\n" + result
    text += "\n## Errors\n\n"
    if method.errors.isEmpty {
      text += "None of its own; see [the errors every method has](../README.md#8-errors).\n"
    } else {
      text += "| kind | code | when |\n| --- | --- | --- |\n"
      for code in method.errors { text += "| `\(code.kind)` | \(code.rawValue) | \(code.entry.meaning) |\n" }
    }
    text += "\n## Example\n\n```\n"
    text += #"> {"jsonrpc":"2.0","id":1,"method":"\#(method.name)","params":\#(method.example.params)}"# + "\n"
    text += #"< {"jsonrpc":"2.0","id":1,"result":\#(method.example.result)}"# + "\n```\n"
    for schema in objects {
      text += "\n## \(schema.name)\n\n\(schema.doc)\n\n" + Self.table(schema.fields)
    }
    return text
  }

  private var result: String {
    switch method.result {
    case .object(let schema) where schema.fields.isEmpty: return "An empty object.\n"
    case .object(let schema): return Self.table(schema.fields)
    case .any: return "A document; see above.\n"
    default: return "\(Self.type(method.result)).\n"
    }
  }

  /// The named objects that params and result are made of, each once, in the order of their first use.
  private var objects: [ObjectSchema] {
    var found: [ObjectSchema] = []
    func visit(_ shape: Shape) {
      switch shape {
      case .list(let element): visit(element)
      case .either(let shapes): shapes.forEach(visit)
      case .object(let schema):
        if !schema.name.isEmpty, !schema.fields.isEmpty {
          guard !found.contains(where: { $0.name == schema.name }) else { return }
          found.append(schema)
        }
        for field in schema.fields { visit(field.shape) }
      default: break
      }
    }
    visit(.object(method.params))
    visit(method.result)
    return found
  }

  static func table(_ fields: [Field]) -> String {
    var text = "| name | type | | meaning |\n| --- | --- | --- | --- |\n"
    for field in fields {
      let presence = field.isRequired ? "required" : "optional"
      text += "| `\(field.name)` | \(type(field.shape)) | \(presence) | \(field.doc) |\n"
    }
    return text
  }

  static func type(_ shape: Shape) -> String {
    switch shape {
    case .bool: "boolean"
    case .int: "integer"
    case .count(let bounds):
      "integer, \(bounds.lowerBound)" + (bounds.upperBound == .max ? " or more" : " to \(bounds.upperBound)")
    case .number(let bounds): "number, \(JSONValue.double(bounds.lowerBound)) to \(JSONValue.double(bounds.upperBound))"
    case .string: "string"
    case .path(.reads): "path"
    case .path(.writes): "path, written"
    case .source: "Swift, run"
    case .time: "time"
    case .duration: "duration"
    case .any: "any value"
    case .choice(let words): words.map { "`\"\($0)\"`" }.joined(separator: ", ")
    case .either(let shapes): shapes.map(type).joined(separator: " or ")
    case .list(let element): "array of \(type(element))"
    case .object(let schema): schema.name.isEmpty ? "object" : schema.name
    }
  }
}

/// The tables within `Protocol/README.md`.
enum SpecificationTables {
  static func table(_ name: String) -> String {
    switch name {
    case "methods": methods
    case "errors": errors
    case "events": types(of: SubscriptionNotice.name)
    case "notices": types(of: SessionNotice.name)
    default: limits
    }
  }

  private static var methods: String {
    "| method | what it does |\n| --- | --- |\n"
      + MethodTable.methods.map { "| [`\($0.name)`](methods/\($0.name).md) | \($0.summary) |\n" }.joined()
  }

  private static var errors: String {
    "| code | kind | when | further `data` | retry | combinectl exits with |\n| --- | --- | --- | --- | --- | --- |\n"
      + ErrorCode.allCases.map { code in
        let entry = code.entry
        let data = entry.data.map { "`\($0)`" }.joined(separator: ", ")
        return
          "| \(code.rawValue) | `\(entry.kind)` | \(entry.meaning) | \(data) | \(entry.retry.rawValue) | \(entry.exitStatus) |\n"
      }.joined()
  }

  private static func types(of name: String) -> String {
    let entry = MethodTable.notifications.first { $0.name == name }!
    return "| `type` | further members | meaning |\n| --- | --- | --- |\n"
      + entry.types.map { type in
        let members = type.fields.map { $0.isRequired ? "`\($0.name)`" : "(`\($0.name)`)" }.joined(separator: ", ")
        return "| `\(type.type)` | \(members) | \(type.summary)\(type.isSent ? "" : " *Not sent yet.*") |\n"
      }.joined()
  }

  private static var limits: String {
    let limits = SessionLimits()
    let values: [(String, Int)] = [
      ("frame", limits.frame), ("batch", limits.batch), ("inflight", limits.inflight), ("subs", limits.subs),
      ("queue", limits.queue),
    ]
    return "| limit | what | default |\n| --- | --- | --- |\n"
      + zip(values, SessionLimits.schema.fields).map { "| `\($0.0)` | \($1.doc) | \($0.1) |\n" }.joined()
  }
}
