// What `rpc.discover` says, as the writers of typed clients need it.
import Wire

/// A type of JSON, as far as JSON Schema can say it.
indirect enum JSONType: Hashable, Sendable {
  case any, bool, number, string, null
  /// Beyond ±(2⁵³ − 1) the integers of stores travel as strings; those of the protocol itself never get there.
  case int(canBeText: Bool)
  case time
  /// One of several words; in a program they have names of their own.
  case choice([JSONValue], names: [String])
  case either([JSONType])
  case list(JSONType)
  case tuple([JSONType])
  case dictionary(JSONType)
  case object([Member])
  /// A type that is described under its name.
  case named(String)

  struct Member: Hashable, Sendable {
    var name: String
    var type: JSONType
    var isRequired: Bool
    var doc: String
  }

  /// - Parameter schema: a JSON Schema, of the kind that the daemon writes.
  init(_ schema: JSONValue) {
    if let reference = schema["$ref"]?.string {
      self = .named(String(reference.split(separator: "/").last ?? ""))
    } else if let choices = schema["enum"]?.array {
      let names = schema["x-cases"]?.array?.compactMap(\.string)
      self = .choice(choices, names: names ?? choices.map { $0.string ?? $0.description })
    } else if let types = schema["anyOf"]?.array {
      self = .either(types.map { JSONType($0) })
    } else if schema["type"] == ["integer", "string"] {
      self = .int(canBeText: true)
    } else {
      switch schema["type"]?.string {
      case "boolean": self = .bool
      case "integer": self = .int(canBeText: false)
      case "number": self = .number
      case "null": self = .null
      case "string": self = schema["format"] == "date-time" ? .time : .string
      case "array":
        if let elements = schema["prefixItems"]?.array {
          self = .tuple(elements.map { JSONType($0) })
        } else {
          self = .list(schema["items"].map { JSONType($0) } ?? .any)
        }
      case "object":
        if let value = schema["additionalProperties"], value.bool == nil {
          self = .dictionary(JSONType(value))
        } else {
          self = .object(Member.list(schema))
        }
      default: self = .any
      }
    }
  }

  /// What it is if it is not null, and whether it can be that.
  var withoutNull: (type: JSONType, isNullable: Bool) {
    guard case .either(let types) = self, types.contains(.null) else { return (self, false) }
    let rest = types.filter { $0 != .null }
    return (rest.count == 1 ? rest[0] : .either(rest), true)
  }
}

extension JSONType.Member {
  static func list(_ schema: JSONValue) -> [Self] {
    let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
    return (schema["properties"]?.object ?? []).map { member in
      Self(
        name: member.name, type: JSONType(member.value), isRequired: required.contains(member.name),
        doc: member.value["description"]?.string ?? "")
    }
  }
}

/// A daemon: its protocol, and what exists in it.
struct DaemonDescription: Sendable {
  struct Named: Sendable {
    var name: String
    var doc: String
    var type: JSONType
  }

  struct Method: Sendable {
    /// `noun.verb`.
    var name: String
    var doc: String
    var params: [JSONType.Member]
    var result: JSONType
  }

  /// One value of the member `type` of a notification, and the further members that go with it.
  struct EventType: Sendable {
    var type: String
    var doc: String
    var members: [JSONType.Member]
  }

  struct ErrorKind: Sendable {
    var kind: String
    var code: Int
    var meaning: String
    var retry: String
  }

  struct Property: Sendable {
    var path: String
    var swiftType: String
    var type: JSONType
    var isSettable: Bool

    /// The last part of the path.
    var name: String { String(path.split(separator: ".").last ?? "") }
  }

  struct Store: Sendable {
    var path: String
    var className: String
    var properties: [Property]
  }

  /// The objects that the protocol's messages are made of.
  var objects: [Named]
  var methods: [Method]
  var subscriptionEvents: [EventType]
  var notices: [EventType]
  var errors: [ErrorKind]
  /// The structs and enumerations of the user's program.
  var types: [Named]
  var stores: [Store]

  /// - Parameter document: the result of `rpc.discover`.
  init(_ document: JSONValue) {
    func named(_ list: JSONValue?) -> [Named] {
      (list?.object ?? []).map { member in
        Named(name: member.name, doc: member.value["description"]?.string ?? "", type: JSONType(member.value))
      }
    }
    func events(_ notification: String) -> [EventType] {
      let entry = document["x-notifications"]?.array?.first { $0["name"]?.string == notification }
      return (entry?["types"]?.array ?? []).map { type in
        EventType(
          type: type["type"]?.string ?? "", doc: type["summary"]?.string ?? "",
          members: type["members"].map { JSONType.Member.list($0) } ?? [])
      }
    }
    objects = named(document["components"]?["schemas"])
    methods = (document["methods"]?.array ?? []).map { method in
      Method(
        name: method["name"]?.string ?? "", doc: method["summary"]?.string ?? "",
        params: (method["params"]?.array ?? []).map { param in
          JSONType.Member(
            name: param["name"]?.string ?? "", type: JSONType(param["schema"] ?? true),
            isRequired: param["required"]?.bool ?? false, doc: param["description"]?.string ?? "")
        },
        result: JSONType(method["result"]?["schema"] ?? true))
    }
    subscriptionEvents = events(SubscriptionNotice.name)
    notices = events(SessionNotice.name)
    errors = (document["x-errors"]?.array ?? []).map { error in
      ErrorKind(
        kind: error["kind"]?.string ?? "", code: error["code"]?.int ?? 0, meaning: error["meaning"]?.string ?? "",
        retry: error["retry"]?.string ?? "never")
    }
    types = named(document["x-types"])
    stores = (document["x-stores"]?.array ?? []).map { store in
      Store(
        path: store["path"]?.string ?? "", className: store["type"]?.string ?? "",
        properties: (store["properties"]?.array ?? []).map { property in
          Property(
            path: property["path"]?.string ?? "", swiftType: property["type"]?.string ?? "",
            type: JSONType(property["schema"] ?? true), isSettable: property["access"] == "readWrite")
        })
    }
  }
}

/// A language that typed clients are written in.
enum ClientLanguage: String, CaseIterable, Sendable {
  case typescript, python, swift

  func client(of description: DaemonDescription) -> String {
    switch self {
    case .typescript: TypeScriptClient(description).text
    case .python: PythonClient(description).text
    case .swift: SwiftClient(description).text
    }
  }
}

// MARK: Names

extension String {
  /// `store.get` → `StoreGet`, `Pair<Int>` → `PairInt`: an identifier that begins with a capital.
  var capitalizedIdentifier: String {
    split { !($0.isLetter || $0.isNumber || $0 == "_") }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// `store.get` → `store_get`, `durableRev` → `durable_rev`.
  var snakeCase: String {
    var result = ""
    for character in self {
      if character.isUppercase {
        if result.last.map({ $0 != "_" }) ?? false { result += "_" }
        result += character.lowercased()
      } else {
        result.append(character.isLetter || character.isNumber ? character : "_")
      }
    }
    return result
  }

  /// `shelf.front` → `shelfFront`.
  var lowercasedIdentifier: String {
    let name = capitalizedIdentifier
    return name.prefix(1).lowercased() + name.dropFirst()
  }
}
