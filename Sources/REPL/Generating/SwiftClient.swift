// A typed client in Swift: the program's types and stores over CombineClient, which has the protocol's own types already.
import Wire

struct SwiftClient {
  private(set) var text = ""
  /// What would be taken for a type where one is meant.
  private let typeNames: Set<String>

  init(_ description: DaemonDescription) {
    typeNames = DaemonDescription.reserved.union(description.types.map(\.name.capitalizedIdentifier))
    var parts = [Self.header(of: description)]
    let indirect = description.types.holdingThemselves
    parts += description.types.compactMap { declaration($0, isIndirect: indirect.contains($0.name)) }
    var names = UniqueNames()
    let accessors = names.take(description.stores.map(\.path)) { path in
      let name = path.lowercasedIdentifier
      return Self.clientMembers.contains(name) ? name + "Store" : name
    }
    parts += zip(description.stores, accessors).map { store($0, accessor: $1) }
    text = parts.joined(separator: "\n")
  }

  /// What a `CombineClient` has already.
  private static let clientMembers: Set<String> = [
    "call", "callMethod", "close", "connect", "evaluate", "get", "isConnected", "mirror", "notices", "property",
    "publisher",
    "set", "subscribe", "unownedExecutor",
  ]

  private static func header(of description: DaemonDescription) -> String {
    """
    // Written by `combinectl gen swift` from what the daemon says of itself. Do not edit; write it again.
    //
    //     let client = try CombineClient.connect()
    //     try await client.signup.username.set("ada")
    //     client.signup.isValid.sink(receiveCompletion: { _ in }, receiveValue: { print($0) })
    //
    // Methods, events and errors of the protocol have their types in CombineClient.
    import CombineClient
    \(description.usesFoundation ? "import Foundation\n" : "")
    """
  }

  private func type(_ type: JSONType) -> String {
    let (present, isNullable) = type.withoutNull
    if isNullable {
      let text = self.type(present)
      return text + "?"
    }
    switch type {
    case .any, .null, .tuple, .object, .either: return "JSONValue"
    case .bool: return "Bool"
    case .number: return "Double"
    case .string: return "String"
    case .int: return "Int"
    case .time: return "Timestamp"
    case .data: return "Data"
    case .decimal: return "Decimal"
    case .uuid: return "UUID"
    case .url: return "URL"
    case .choice(let values, _): return values.allSatisfy { $0.string != nil } ? "String" : "JSONValue"
    case .list(let element): return "[\(self.type(element))]"
    case .dictionary(let key, let value): return "[\(self.type(key)): \(self.type(value))]"
    case .named(let name): return name.capitalizedIdentifier
    }
  }

  private func identifier(_ name: String) -> String {
    Self.keywords.contains(name) ? "`\(name)`" : name
  }

  /// As the label of a parameter, where all but three keywords are names.
  private func label(_ name: String) -> String { ["inout", "let", "var"].contains(name) ? "`\(name)`" : name }

  /// Of what is said of any value these are not its members, unless they are written so.
  private static let ownNames: Set<String> = ["Protocol", "Type", "init"]

  private static let keywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while", "Any", "Protocol", "Self", "Type",
  ]

  private func declaration(_ named: DaemonDescription.Named, isIndirect: Bool) -> String? {
    let name = named.name.capitalizedIdentifier
    switch named.type {
    case .object(let members): return structure(name, members)
    case .choice(let values, let names): return enumeration(name, values, names)
    case .either(let types): return enumeration(name, types, isIndirect: isIndirect)
    default: return "public typealias \(name) = \(self.type(named.type))\n"
    }
  }

  private func structure(_ name: String, _ members: [JSONType.Member]) -> String {
    var taken = UniqueNames(besides: typeNames.union(["hashValue", "json", "self"]))
    let names = taken.take(members.map(\.name)) { $0 }
    let properties = zip(names, members).map { "  public var \(identifier($0)): \(self.type($1.type))\n" }
    let params = zip(names, members).map { "\(identifier($0)): \(self.type($1.type))" }
    let assignments = names.map { "    self.\(Self.ownNames.contains($0) ? "`\($0)`" : $0) = \(identifier($0))\n" }
    let read = zip(names, members).map {
      "let \(identifier($0)) = \(self.type($1.type))(json: json[\"\($1.name)\"] ?? .null)"
    }
    let written = zip(names, members).map { "      .init(\"\($1.name)\", \(identifier($0)).json),\n" }
    let object = written.isEmpty ? ".object([])" : ".object([\n\(written.joined())    ])"
    return """
      public struct \(name): RemoteValue, Hashable {
      \(properties.joined())
        public init(\(params.joined(separator: ", "))) {
      \(assignments.joined())  }

        public init?(json: JSONValue) {
          guard
            \((["json.object != nil"] + read).joined(separator: ",\n      "))
          else { return nil }
      \(assignments.joined())  }

        public var json: JSONValue {
          \(object)
        }
      }

      """
  }

  private func enumeration(_ name: String, _ values: [JSONValue], _ names: [String]) -> String {
    var taken = UniqueNames(besides: typeNames.union(["hashValue", "json", "rawValue", "self"]))
    let names = taken.take(names) { $0 }
    let isText = values.allSatisfy { $0.string != nil }
    let raw = isText ? "String" : values.allSatisfy { $0.int != nil } ? "Int" : "Double"
    let cases = zip(names, values).map { "  case \(identifier($0)) = \(literal($1))\n" }
    let kind = raw == "Double" ? "RemoteValue, Hashable" : "RemoteKey"
    return "public enum \(name): \(raw), \(kind) {\n\(cases.joined())}\n"
  }

  /// As Swift writes it, whose escapes are not those of JSON.
  private func literal(_ value: JSONValue) -> String {
    guard let text = value.string else { return value.description }
    let characters = text.unicodeScalars.map { character -> String in
      switch character {
      case "\"", "\\": return "\\\(character)"
      case "\0"..<" ", "\u{7F}", "\u{2028}", "\u{2029}": return "\\u{\(String(character.value, radix: 16))}"
      default: return String(character)
      }
    }
    return "\"" + characters.joined() + "\""
  }

  /// Cases with payloads: each is an object with one member, those without are a string.
  private func enumeration(_ name: String, _ types: [JSONType], isIndirect: Bool) -> String? {
    // The value of one is read as its `json`.
    var taken = UniqueNames(besides: typeNames.union(["hashValue", "json", "self"]))
    let all = types.flatMap { type -> [String] in
      switch type {
      case .choice(_, let names): names
      case .object(let members): members.map(\.name)
      default: []
      }
    }
    let own = Dictionary(zip(all, taken.take(all) { $0 }), uniquingKeysWith: { first, _ in first })
    func identifier(_ name: String) -> String { self.identifier(own[name] ?? name) }
    var cases = ""
    var reading = ""
    var writing = ""
    for type in types {
      switch type {
      case .choice(let values, let names):
        for (value, name) in zip(values, names) {
          cases += "  case \(identifier(name))\n"
          reading += "    if json == \(literal(value)) {\n      self = .\(identifier(name))\n      return\n    }\n"
          writing += "    case .\(identifier(name)): \(literal(value))\n"
        }
      case .object(let members) where members.count == 1:
        let member = members[0]
        let payload: [JSONType.Member]
        if case .object(let parts) = member.type { payload = parts } else { payload = [] }
        if payload.isEmpty {
          cases += "  case \(identifier(member.name))(\(self.type(member.type)))\n"
          reading += "    if let value = json[\"\(member.name)\"].flatMap({ \(self.type(member.type))(json: $0) }) {"
          reading += "\n      self = .\(identifier(member.name))(value)\n      return\n    }\n"
          writing +=
            "    case .\(identifier(member.name))(let value): .object([.init(\"\(member.name)\", value.json)])\n"
        } else {
          // A part without a label is `_0`, `_1`, … in JSON.
          func label(_ part: JSONType.Member) -> String {
            let hasNone = part.name.first == "_" && Int(part.name.dropFirst()) != nil
            return hasNone ? "" : "\(self.label(part.name)): "
          }
          let parts = payload.map { label($0) + self.type($0.type) }
          let reads = payload.enumerated().map {
            "let p\($0) = \(self.type($1.type))(json: json[\"\(member.name)\"]?[\"\($1.name)\"] ?? .null)"
          }
          let given = payload.enumerated().map { label($1) + "p\($0)" }
          let members = payload.enumerated().map { ".init(\"\($1.name)\", p\($0).json)" }
          cases += "  case \(identifier(member.name))(\(parts.joined(separator: ", ")))\n"
          reading += "    if json[\"\(member.name)\"] != nil, \(reads.joined(separator: ",\n      "))\n    {"
          reading +=
            "\n      self = .\(identifier(member.name))(\(given.joined(separator: ", ")))\n      return\n    }\n"
          writing +=
            "    case .\(identifier(member.name))(\(payload.indices.map { "let p\($0)" }.joined(separator: ", "))):"
          writing += " .object([.init(\"\(member.name)\", .object([\(members.joined(separator: ", "))]))])\n"
        }
      default: return "public typealias \(name) = JSONValue\n"
      }
    }
    return """
      public \(isIndirect ? "indirect " : "")enum \(name): RemoteValue, Hashable {
      \(cases)
        public init?(json: JSONValue) {
      \(reading)    return nil
        }

        public var json: JSONValue {
          switch self {
      \(writing)    }
        }
      }

      """
  }

  private func store(_ store: DaemonDescription.Store, accessor: String) -> String {
    let name = store.clientName
    var names = UniqueNames(besides: typeNames.union(["client", "self"]))
    let members = names.take(store.properties.map(\.name)) { $0 }
    let properties = zip(store.properties, members).map { property, member -> String in
      if property.isSecret {
        guard property.isSettable else { return "" }
        let setter = names.take("set" + member.prefix(1).uppercased() + member.dropFirst())
        return """
            /// Sets `\(property.path)`, whose value the daemon tells to nobody.
            @discardableResult
            public func \(identifier(setter))(_ value: \(self.type(property.type))) async throws(ClientError) -> StoreSet.Result {
              try await client.property("\(property.path)").set(value)
            }

          """
      }
      let doc = property.isSettable ? "" : "  /// Read only.\n"
      return doc + "  public var \(identifier(member)): RemoteProperty<\(self.type(property.type))> "
        + "{ client.property(\"\(property.path)\") }\n"
    }
    return """
      /// The store `\(store.path)`, a \(store.className).
      public struct \(name): Sendable {
        public let client: CombineClient
      \(properties.joined())\(store.methods.map { method($0, of: store) }.joined())}

      extension CombineClient {
        public nonisolated var \(identifier(accessor)): \(name) { \(name)(client: self) }
      }

      """
  }

  private func method(_ method: DaemonDescription.StoreMethod, of store: DaemonDescription.Store) -> String {
    // Its own names must not be those that the body uses.
    var names = UniqueNames(besides: typeNames.union(["_", "arguments", "client", "self"]))
    let locals = names.take(method.parameters.map(\.name)) { $0 }
    let named = Array(zip(method.parameters, locals))
    let parameters = named.map { parameter, name -> String in
      let label = parameter.label ?? "_"
      let type = self.type(parameter.type)
      return (label == name ? identifier(name) : "\(self.label(label)) \(identifier(name))")
        + ": \(variadic(parameter) ?? (parameter.isRequired ? type : type + "? = nil"))"
    }
    let members = named.filter { $0.0.isRequired || $0.0.isVariadic }.map {
      ".init(\"\($0.argument)\", \(identifier($1)).json)"
    }
    let optional = named.filter { !$0.0.isRequired && !$0.0.isVariadic }
    var text = "\n  /// `\(method.signature)`\n  public func \(identifier(method.name))"
    text += "(\(parameters.joined(separator: ", "))) async throws(ClientError)"
    text += method.result.map { " -> \(self.type($0))" } ?? ""
    text += " {\n    \(optional.isEmpty ? "let" : "var") arguments: [JSONValue.Member] = "
    text += "[\(members.joined(separator: ", "))]\n"
    for (parameter, local) in optional {
      let name = identifier(local)
      text += "    if let \(name) { arguments.append(.init(\"\(parameter.argument)\", \(name).json)) }\n"
    }
    let call = "try await client.callMethod(\"\(store.path).\(method.name)\", .object(arguments)"
    text += "    " + (method.result.map { "return \(call), as: \(self.type($0)).self)" } ?? call + ")")
    return text + "\n  }\n"
  }

  private func variadic(_ parameter: DaemonDescription.StoreMethod.Parameter) -> String? {
    guard parameter.isVariadic, case .list(let element) = parameter.type else { return nil }
    return type(element) + "..."
  }
}

extension [DaemonDescription.Named] {
  /// Those whose values hold others of the same type, not in a list or a dictionary: of the enumerations among them Swift
  /// wants to hear it.
  fileprivate var holdingThemselves: Set<String> {
    let held = Dictionary(map { ($0.name, $0.type.held) }, uniquingKeysWith: { first, _ in first })
    return Set(
      map(\.name).filter { name in
        var reached: Set<String> = []
        var next = held[name] ?? []
        while let one = next.popFirst() {
          if reached.insert(one).inserted { next.formUnion(held[one] ?? []) }
        }
        return reached.contains(name)
      })
  }
}

extension JSONType {
  /// The types that have a place within each value of it.
  fileprivate var held: Set<String> {
    switch self {
    case .named(let name): [name]
    case .either(let types): Set(types.flatMap(\.held))
    case .object(let members): Set(members.flatMap(\.type.held))
    default: []
    }
  }
}

extension DaemonDescription {
  /// Whether Swift needs Foundation to name its types.
  fileprivate var usesFoundation: Bool {
    let values = stores.flatMap { store in
      store.properties.map(\.type) + store.methods.flatMap { $0.parameters.map(\.type) + [$0.result ?? .null] }
    }
    return (types.map(\.type) + values).contains(where: \.isOfFoundation)
  }
}

extension JSONType {
  fileprivate var isOfFoundation: Bool {
    switch self {
    case .data, .decimal, .uuid, .url: true
    case .either(let types), .tuple(let types): types.contains(where: \.isOfFoundation)
    case .list(let type): type.isOfFoundation
    case .dictionary(let key, let value): key.isOfFoundation || value.isOfFoundation
    case .object(let members): members.contains { $0.type.isOfFoundation }
    default: false
    }
  }
}
