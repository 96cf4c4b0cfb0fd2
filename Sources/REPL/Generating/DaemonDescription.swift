// What `rpc.discover` says, as the writers of typed clients need it.
import Wire

/// A type of JSON, as far as JSON Schema can say it.
indirect enum JSONType: Hashable, Sendable {
  case any, bool, number, string, null
  /// Beyond ±(2⁵³ − 1) the integers of stores travel as strings; those of the protocol itself never get there.
  case int(canBeText: Bool)
  case time
  /// As text: base64; a number or its digits; the usual forms.
  case data, decimal, uuid, url
  /// One of several words; in a program they have names of their own.
  case choice([JSONValue], names: [String])
  case either([JSONType])
  case list(JSONType)
  case tuple([JSONType])
  /// An object whose members are called what the text of a key is.
  case dictionary(key: JSONType, JSONType)
  case object([Member])
  /// A type that is described under its name.
  case named(String)

  struct Member: Hashable, Sendable {
    var name: String
    var type: JSONType
    var isRequired: Bool
    var doc: String
  }

  /// - Parameters:
  ///   - schema: a JSON Schema, of the kind that the daemon writes.
  ///   - names: what the types of the program are called in a client.
  init(_ schema: JSONValue, _ names: [String: String] = [:]) {
    if let reference = schema["$ref"]?.string {
      let name = String(reference.split(separator: "/").last ?? "")
      self = .named(reference.contains("x-types") ? names[name] ?? name : name)
    } else if let choices = schema["enum"]?.array {
      let cases = schema["x-cases"]?.array?.compactMap(\.string)
      self = .choice(choices, names: cases ?? choices.map { $0.string ?? $0.description })
    } else if let types = schema["anyOf"]?.array {
      self = .either(types.map { JSONType($0, names) })
    } else if schema["type"] == ["integer", "string"] {
      self = .int(canBeText: true)
    } else if schema["type"] == ["number", "string"] {
      self = .decimal
    } else {
      switch schema["type"]?.string {
      case "boolean": self = .bool
      case "integer": self = .int(canBeText: false)
      case "number": self = .number
      case "null": self = .null
      case "string": self = schema["contentEncoding"] == "base64" ? .data : Self.text(schema["format"]?.string)
      case "array":
        if let elements = schema["prefixItems"]?.array {
          self = .tuple(elements.map { JSONType($0, names) })
        } else {
          self = .list(schema["items"].map { JSONType($0, names) } ?? .any)
        }
      case "object":
        if let value = schema["additionalProperties"], value.bool == nil {
          self = .dictionary(key: schema["x-key"].map { JSONType($0, names) } ?? .string, JSONType(value, names))
        } else {
          self = .object(Member.list(schema, names))
        }
      default: self = .any
      }
    }
  }

  private static func text(_ format: String?) -> JSONType {
    switch format {
    case "date-time": .time
    case "uuid": .uuid
    case "uri": .url
    default: .string
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
  static func list(_ schema: JSONValue, _ names: [String: String] = [:]) -> [Self] {
    let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
    return (schema["properties"]?.object ?? []).map { member in
      Self(
        name: member.name, type: JSONType(member.value, names), isRequired: required.contains(member.name),
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
    /// Whether nobody is told its value.
    var isSecret = false

    /// The last part of the path.
    var name: String { String(path.split(separator: ".").last ?? "") }
  }

  struct Store: Sendable {
    var path: String
    var className: String
    /// What its class is called in a client.
    var clientName: String
    var properties: [Property]
    var methods: [StoreMethod]
  }

  struct StoreMethod: Sendable {
    struct Parameter: Sendable {
      /// `nil` for one without.
      var label: String?
      /// What the method itself calls it.
      var name: String
      /// Its name among the arguments of `store.call`.
      var argument: String
      var type: JSONType
      var isRequired: Bool
      /// Whether its type is a list of any number of arguments.
      var isVariadic = false
    }

    var name: String
    /// What sets it apart from others of its name with the same labels: its types.
    var typeNames: [String]
    /// Its declaration, without the body.
    var signature: String
    var parameters: [Parameter]
    /// `nil` where it returns nothing that JSON could say.
    var result: JSONType?
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
    func events(_ notification: String) -> [EventType] {
      let entry = document["x-notifications"]?.array?.first { $0["name"]?.string == notification }
      return (entry?["types"]?.array ?? []).map { type in
        EventType(
          type: type["type"]?.string ?? "", doc: type["summary"]?.string ?? "",
          members: type["members"].map { JSONType.Member.list($0) } ?? [])
      }
    }
    subscriptionEvents = events(SubscriptionNotice.name)
    notices = events(SessionNotice.name)
    let (names, storeNames) = Self.ownNames(in: document, events: subscriptionEvents, notices: notices)
    func named(_ list: JSONValue?) -> [Named] {
      (list?.object ?? []).map { member in
        Named(
          name: member.name, doc: member.value["description"]?.string ?? "", type: JSONType(member.value, names))
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
    errors = (document["x-errors"]?.array ?? []).map { error in
      ErrorKind(
        kind: error["kind"]?.string ?? "", code: error["code"]?.int ?? 0, meaning: error["meaning"]?.string ?? "",
        retry: error["retry"]?.string ?? "never")
    }
    types = named(document["x-types"]).map { type in
      Named(name: names[type.name] ?? type.name, doc: type.doc, type: type.type)
    }
    stores = zip(document["x-stores"]?.array ?? [], storeNames).map { store, clientName in
      let properties = (store["properties"]?.array ?? []).map { property in
        Property(
          path: property["path"]?.string ?? "", swiftType: property["type"]?.string ?? "",
          type: JSONType(property["schema"] ?? true, names), isSettable: property["access"] == "readWrite",
          isSecret: property["secret"] == true)
      }
      return Store(
        path: store["path"]?.string ?? "", className: store["type"]?.string ?? "", clientName: clientName,
        properties: properties, methods: StoreMethod.list(store["methods"], names))
    }
  }
}

extension DaemonDescription {
  /// What the program's types and the classes of its stores are called: as nothing else in a client is.
  private static func ownNames(
    in document: JSONValue, events: [EventType], notices: [EventType]
  ) -> (types: [String: String], stores: [String]) {
    let methods = (document["methods"]?.array ?? []).compactMap { $0["name"]?.string?.capitalizedIdentifier }
    var names = UniqueNames(
      besides: reserved.union(document["components"]?["schemas"]?.object?.map(\.name.capitalizedIdentifier) ?? [])
        .union(methods.map { $0 + "Result" })
        .union(events.map { $0.type.capitalizedIdentifier + "Event" })
        .union(notices.map { $0.type.capitalizedIdentifier + "Notice" }))
    let types = (document["x-types"]?.object ?? []).map(\.name)
    let stores = (document["x-stores"]?.array ?? []).map { ($0["path"]?.string ?? "") + "Store" }
    let found = names.take(types, or: ["Value"], as: \.capitalizedIdentifier)
    return (
      Dictionary(zip(types, found), uniquingKeysWith: { first, _ in first }),
      names.take(stores, as: \.capitalizedIdentifier)
    )
  }

  /// What the clients use or declare themselves.
  static let reserved: Set<String> = [
    "Any", "AsyncGenerator", "AsyncIterable", "Base64", "Bool", "ClientError", "CombineClient", "Connection", "Daemon",
    "Data", "Decimal", "Dict", "Double", "ErrorKind", "False", "Hashable", "Int", "Iterator", "JSONValue", "List",
    "Literal", "Methods", "None", "NotRequired", "Omit", "Partial", "Promise", "Properties", "Protocol",
    "RemoteKey", "RemoteProperty", "RemoteValue", "Secret", "SecretProperties", "Sendable", "SessionNotice",
    "SettablePath", "StoreMethods", "String",
    "toNumber",
    "SubscriptionEvent", "TYPE_CHECKING", "Time", "Timestamp", "True", "Tuple", "TypedDict", "URL", "UUID", "Union",
  ]
}

extension DaemonDescription.StoreMethod {
  fileprivate static func list(_ methods: JSONValue?, _ names: [String: String]) -> [Self] {
    var found: [Self] = []
    for method in methods?.array ?? [] {
      let params = method["params"]?.array ?? []
      let areSeveralUnlabelled = params.count { $0["label"] == nil } > 1
      let parameters = params.enumerated().map { position, param in
        let label = param["label"]?.string
        return Parameter(
          label: label, name: param["name"]?.string ?? "",
          argument: label ?? (areSeveralUnlabelled ? "_\(position)" : "_"),
          type: JSONType(param["schema"] ?? true, names), isRequired: param["required"]?.bool ?? true,
          isVariadic: param["variadic"]?.bool ?? false)
      }
      let name = method["name"]?.string ?? ""
      found.append(
        Self(
          name: name, typeNames: params.map { $0["type"]?.string ?? "" }, signature: method["signature"]?.string ?? "",
          parameters: parameters,
          result: method["result"].map { JSONType($0["schema"] ?? true, names) }))
    }
    return found
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
  /// `store.get` → `StoreGet`, `Pair<Int>` → `PairInt`: an identifier that begins with a capital. What no other language has in
  /// an identifier (`🐶`) is left out; where nothing is left, it is `X`.
  var capitalizedIdentifier: String {
    let name = split { !$0.isOfIdentifier }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    guard let first = name.unicodeScalars.first else { return "X" }
    return first == "_" || first.properties.isXIDStart ? name : "X" + name
  }

  /// `store.get` → `store_get`, `durableRev` → `durable_rev`.
  var snakeCase: String {
    var result = ""
    for character in self {
      if character.isUppercase {
        if result.last.map({ $0 != "_" }) ?? false { result += "_" }
        result += character.lowercased()
      } else {
        result.append(character.isOfIdentifier ? character : "_")
      }
    }
    return result
  }

  /// Whether it is an identifier in every language.
  var isIdentifier: Bool {
    guard let first = unicodeScalars.first else { return false }
    return (first == "_" || first.properties.isXIDStart) && allSatisfy(\.isOfIdentifier)
  }

  /// `shelf.front` → `shelfFront`.
  var lowercasedIdentifier: String {
    let name = capitalizedIdentifier
    return name.prefix(1).lowercased() + name.dropFirst()
  }
}

extension Character {
  /// Whether identifiers have it, in every language.
  fileprivate var isOfIdentifier: Bool { unicodeScalars.allSatisfy(\.properties.isXIDContinue) }
}
