// A typed client in TypeScript: types for everything that crosses the wire, and one class over any connection.
import Wire

struct TypeScriptClient {
  let text: String

  init(_ description: DaemonDescription) {
    var parts = [Self.header]
    parts.append("// What the protocol's messages are made of\n")
    parts += description.objects.map { Self.declaration($0) }
    parts.append(Self.methods(description.methods))
    parts.append(Self.union("SubscriptionEvent", "An event of a subscription.", description.subscriptionEvents))
    parts.append(Self.union("SessionNotice", "Something the connection should know.", description.notices))
    parts.append(Self.errors(description.errors))
    if !description.types.isEmpty { parts.append("// The types of this daemon's program\n") }
    parts += description.types.map { type in
      var type = type
      type.type = type.type.withDoubles
      return Self.declaration(type)
    }
    parts.append(Self.properties(description.stores))
    parts.append(Self.storeMethods(description.stores))
    parts.append(Self.daemon)
    text = parts.joined(separator: "\n")
  }

  static let header = """
    // Written by `combinectl gen typescript` from what the daemon says of itself. Do not edit; write it again.
    // tsc needs "target": "es2018" or newer in tsconfig.json (or --target es2018), for its asynchronous generators.

    export type JSONValue = null | boolean | number | string | JSONValue[] | { [name: string]: JSONValue };

    /** An integer of a store; beyond ±(2⁵³ − 1) it is a string of digits, so that nothing is rounded. */
    export type Int = number | `${bigint}`;

    /** A number of a store; what JSON has no number for is an object. `toNumber` makes a number of both. */
    export type Double = number | { $notFinite: 'nan' | 'inf' | '-inf' };

    export function toNumber(value: Double): number {
      if (typeof value === 'number') return value;
      return value.$notFinite === 'nan' ? NaN : value.$notFinite === 'inf' ? Infinity : -Infinity;
    }

    /** What stands in place of a value that the daemon keeps to itself. */
    export interface Secret { $secret: true }

    /** A decimal number; where a number of JSON would round it, a string of its digits. */
    export type Decimal = number | `${number}`;

    /** Bytes, as base64. */
    export type Base64 = string;

    /** A time: RFC 3339 in UTC with up to nine digits of a second. */
    export type Time = string;

    /** What carries the messages: the client in examples/clients/node, or anything else with these two functions. */
    export interface Connection {
      call(method: string, params?: object): Promise<any>;
      subscribe(paths: string[], options?: object): AsyncIterable<any>;
    }

    """

  static let daemon = """
    /** The daemon, typed: wrong methods, params, paths and values do not compile. */
    export class Daemon {
      constructor(readonly connection: Connection) {}

      call<M extends keyof Methods>(method: M, params: Methods[M]['params']): Promise<Methods[M]['result']> {
        return this.connection.call(method, params);
      }

      async get<P extends keyof Properties>(path: P): Promise<Properties[P]> {
        return (await this.connection.call('store.get', { path })).value;
      }

      set<P extends SettablePath>(
        path: P, value: P extends keyof SecretProperties ? SecretProperties[P] : Properties[P],
      ): Promise<Methods['store.set']['result']> {
        return this.connection.call('store.set', { path, value });
      }

      /** Calls a method of a store, and gives what it returns. */
      async invoke<M extends keyof StoreMethods>(
        path: M, ...[args]: {} extends StoreMethods[M]['args'] ? [args?: StoreMethods[M]['args']] : [args: StoreMethods[M]['args']]
      ): Promise<StoreMethods[M]['value']> {
        return (await this.connection.call('store.call', { path, args: args ?? {} })).value;
      }

      subscribe(
        paths: string[], options: Partial<Omit<Methods['sub.open']['params'], 'sub' | 'paths'>> = {},
      ): AsyncIterable<SubscriptionEvent> {
        return this.connection.subscribe(paths, options);
      }

      /** The present value of a property, then each change. */
      async *values<P extends keyof Properties>(path: P): AsyncGenerator<Properties[P]> {
        for await (const event of this.subscribe([path])) {
          const news = event.type === 'snapshot' ? event.entries : event.type === 'change' ? event.changes : [];
          for (const one of news) {
            if (one.path === path && 'value' in one) yield one.value as unknown as Properties[P];
          }
        }
      }
    }

    """

  static func type(_ type: JSONType, indent: String = "") -> String {
    switch type {
    case .any: return "JSONValue"
    case .bool: return "boolean"
    case .number: return "number"
    case .string, .uuid, .url: return "string"
    case .data: return "Base64"
    case .decimal: return "Decimal"
    case .null: return "null"
    case .int(let canBeText): return canBeText ? "Int" : "number"
    case .time: return "Time"
    case .choice(let values, _): return values.map(literal).joined(separator: " | ")
    case .either(let types): return types.map { self.type($0, indent: indent) }.joined(separator: " | ")
    case .list(let element):
      let text = self.type(element, indent: indent)
      return element.isUnion ? "(\(text))[]" : text + "[]"
    case .tuple(let elements):
      return "[" + elements.map { self.type($0, indent: indent) }.joined(separator: ", ") + "]"
    case .dictionary(key: .named(let key), let value):
      return "{ [name in \(key.capitalizedIdentifier)]?: \(self.type(value, indent: indent)) }"
    case .dictionary(_, let value): return "{ [name: string]: \(self.type(value, indent: indent)) }"
    case .object(let members): return object(members, indent: indent)
    case .named(let name): return name.capitalizedIdentifier
    }
  }

  private static func literal(_ value: JSONValue) -> String {
    if let text = value.string { return quoted(text) }
    return value.description
  }

  private static func quoted(_ text: String) -> String {
    let characters = text.unicodeScalars.map { character -> String in
      switch character {
      case "'", "\\": return "\\\(character)"
      // No line may end within a literal.
      case "\0"..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(character.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: return String(character)
      }
    }
    return "'" + characters.joined() + "'"
  }

  private static func object(_ members: [JSONType.Member], indent: String) -> String {
    if members.isEmpty { return "{}" }
    let lines = members.map { member -> String in
      let doc = member.doc.isEmpty ? "" : "\(indent)  /** \(member.doc) */\n"
      let name = member.name.isIdentifier ? member.name : quoted(member.name)
      return doc + "\(indent)  \(name)\(member.isRequired ? "" : "?"): \(type(member.type, indent: indent + "  "));\n"
    }
    return "{\n" + lines.joined() + indent + "}"
  }

  private static func declaration(_ named: DaemonDescription.Named) -> String {
    let doc = named.doc.isEmpty ? "" : "/** \(named.doc) */\n"
    let name = named.name.capitalizedIdentifier
    if case .object(let members) = named.type {
      return doc + "export interface \(name) \(object(members, indent: ""))\n"
    }
    return doc + "export type \(name) = \(type(named.type));\n"
  }

  private static func methods(_ methods: [DaemonDescription.Method]) -> String {
    var text = "/** The methods: what goes in and what comes out. */\nexport interface Methods {\n"
    for method in methods {
      text += "  /** \(method.doc) */\n  \(quoted(method.name)): {\n"
      text += "    params: \(object(method.params, indent: "    "));\n"
      text += "    result: \(type(method.result, indent: "    "));\n  };\n"
    }
    return text + "}\n"
  }

  private static func union(_ name: String, _ doc: String, _ types: [DaemonDescription.EventType]) -> String {
    let isSubscription = name == "SubscriptionEvent"
    let common = isSubscription ? "{ sub: string; n: number } & " : ""
    var text = "/** \(doc) Others may come: ignore what you do not know. */\nexport type \(name) = \(common)(\n"
    for type in types {
      let members = [
        JSONType.Member(name: "type", type: .choice([.string(type.type)], names: []), isRequired: true, doc: type.doc)
      ]
      text += "  | \(object(members + type.members, indent: "  "))\n"
    }
    return text + ");\n"
  }

  private static func errors(_ errors: [DaemonDescription.ErrorKind]) -> String {
    var text = "/** The kinds of errors, for `error.data.kind`. */\nexport const errors = {\n"
    for error in errors {
      text += "  /** \(error.meaning) */\n"
      text += "  \(error.kind): { code: \(error.code), retry: \(quoted(error.retry)) },\n"
    }
    return text + "} as const;\n\nexport type ErrorKind = keyof typeof errors;\n"
  }

  private static func properties(_ stores: [DaemonDescription.Store]) -> String {
    var text = "/** The properties of all stores by path. */\nexport interface Properties {\n"
    for property in stores.flatMap(\.properties) {
      text += "  /** \(property.swiftType)\(property.isSettable ? "" : ", read only") */\n"
      let shown = property.isSecret ? "Secret" : type(property.type.withDoubles, indent: "  ")
      text += "  \(quoted(property.path)): \(shown);\n"
    }
    text += "}\n\n/** What those take that are told to nobody. */\nexport interface SecretProperties {\n"
    for property in stores.flatMap(\.properties) where property.isSecret && property.isSettable {
      text += "  \(quoted(property.path)): \(type(property.type.withDoubles, indent: "  "));\n"
    }
    let settable = stores.flatMap(\.properties).filter(\.isSettable).map { quoted($0.path) }
    return text + "}\n\n/** The paths that can be set. */\nexport type SettablePath = "
      + (settable.isEmpty ? "never" : settable.joined(separator: " | ")) + ";\n"
  }

  private static func storeMethods(_ stores: [DaemonDescription.Store]) -> String {
    var text = "/** The methods of all stores by path: their arguments, and what they return. */\n"
    text += "export interface StoreMethods {\n"
    for store in stores {
      // Those of one name differ in their labels or types.
      for name in store.methods.map(\.name).unique {
        let methods = store.methods.filter { $0.name == name }
        let arguments = methods.map { method in
          object(
            method.parameters.map {
              JSONType.Member(name: $0.argument, type: $0.type.withDoubles, isRequired: $0.isRequired, doc: "")
            }, indent: "    ")
        }
        let values = methods.map { $0.result.map { type($0.withDoubles, indent: "    ") } ?? "void" }
        text += methods.map { "  /** \($0.signature) */\n" }.joined()
        text += "  \(quoted("\(store.path).\(name)")): {\n    args: \(arguments.joined(separator: " | "));\n"
        text += "    value: \(values.unique.joined(separator: " | "));\n  };\n"
      }
    }
    return text + "}\n"
  }
}

extension JSONType {
  /// The numbers of programs, which may be none that JSON has; those of the protocol always are.
  fileprivate var withDoubles: JSONType {
    switch self {
    case .number: .named("Double")
    case .either(let types): .either(types.map(\.withDoubles))
    case .list(let element): .list(element.withDoubles)
    case .tuple(let elements): .tuple(elements.map(\.withDoubles))
    case .dictionary(let key, let value): .dictionary(key: key, value.withDoubles)
    case .object(let members):
      .object(
        members.map { member in
          var member = member
          member.type = member.type.withDoubles
          return member
        })
    default: self
    }
  }

  /// Whether it is written as one of several.
  fileprivate var isUnion: Bool {
    switch self {
    case .either(let types): types.count > 1 || types.contains(where: \.isUnion)
    case .choice(let values, _): values.count > 1
    default: false
    }
  }
}

extension Array where Element: Hashable {
  /// Without repetitions, in order.
  fileprivate var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
