// A typed client in Python: dataclasses and enumerations for the program's types, typed dictionaries for the protocol's.
import Wire

struct PythonClient {
  private(set) var text = ""
  /// The types of the program that are classes: their values are made from JSON and turned back.
  private let classes: [String: JSONType]

  init(_ description: DaemonDescription) {
    var classes: [String: JSONType] = [:]
    for type in description.types {
      switch type.type {
      case .object, .choice: classes[type.name] = type.type
      default: break
      }
    }
    self.classes = classes
    text = write(description)
  }

  private func write(_ description: DaemonDescription) -> String {
    var parts = [Self.header]
    parts.append("# What the protocol's messages are made of\n\n" + description.objects.map(dictionary).joined())
    parts.append(
      events("SubscriptionEvent", "Event", description.subscriptionEvents, common: ["sub": "str", "n": "int"]))
    parts.append(events("SessionNotice", "Notice", description.notices, common: [:]))
    parts.append(errors(description.errors))
    if !description.types.isEmpty {
      parts.append("# The types of this daemon's program\n" + description.types.map(declaration).joined())
    }
    parts += description.stores.map(store)
    let results = description.methods.compactMap { method -> String? in
      guard case .object(let members) = method.result, !members.isEmpty else { return nil }
      return dictionary(named: method.name.pythonClassName + "Result", members)
    }
    parts.append("# What methods answer\n\n" + results.joined())
    parts.append(daemon(description))
    return parts.joined(separator: "\n\n")
  }

  static let header = #"""
    """Written by `combinectl gen python` from what the daemon says of itself. Do not edit; write it again.

        from combined import Client    # examples/clients/python, or anything else that is a Connection

        daemon = Daemon(Client())
    """

    from __future__ import annotations

    import base64 as _base64
    import dataclasses
    import decimal as _decimal
    import enum
    import math as _math
    import uuid as _uuid
    from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Protocol, Tuple, TypedDict, Union

    if TYPE_CHECKING:
        from typing import Literal, NotRequired


    class Connection(Protocol):
        """What carries the messages."""

        def call(self, method: str, /, **params: Any) -> Any:
            """The result of a request."""

        def subscribe(self, *paths: str, name: str = ...) -> Any:
            """Opens a subscription."""

        def events(self) -> Iterator[Any]:
            """The events of all subscriptions: dictionaries."""


    # What is not given.
    _LEFT_OUT: Any = ...


    def _integer(value: int) -> Union[int, str]:
        """Beyond what every reader of JSON keeps exact, integers travel as text."""
        return value if abs(value) < 1 << 53 else str(value)


    def _number(value: Any) -> float:
        """What JSON has no number for is an object of one member, `{"$notFinite": "nan"}`."""
        return float(value["$notFinite"] if isinstance(value, dict) else value)


    def _finite(value: float) -> Any:
        """The other way round."""
        return value if _math.isfinite(value) else {"$notFinite": str(float(value))}


    def _given(params: Dict[str, Any]) -> Dict[str, Any]:
        """Those that were not left out."""
        return {name: value for name, value in params.items() if value is not ...}

    """#

  // MARK: Types

  private func type(_ type: JSONType) -> String {
    switch type {
    case .any: return "Any"
    case .bool: return "bool"
    case .number: return "float"
    case .string, .time, .url: return "str"
    case .data: return "bytes"
    case .decimal: return "_decimal.Decimal"
    case .uuid: return "_uuid.UUID"
    case .null: return "None"
    case .int: return "int"
    case .choice(let values, _): return "Literal[" + values.map(literal).joined(separator: ", ") + "]"
    case .either(let types):
      return types.count == 1 ? self.type(types[0]) : "Union[" + types.map(self.type).joined(separator: ", ") + "]"
    case .list(let element): return "List[\(self.type(element))]"
    case .tuple(let elements): return "Tuple[" + elements.map(self.type).joined(separator: ", ") + "]"
    case .dictionary(let key, let value): return "Dict[\(self.type(key)), \(self.type(value))]"
    case .object: return "Dict[str, Any]"
    case .named(let name): return name.pythonClassName
    }
  }

  private func literal(_ value: JSONValue) -> String {
    switch value {
    case .null: "None"
    case .bool(let value): value ? "True" : "False"
    default: value.description
    }
  }

  /// A name that Python lets be an attribute or a parameter.
  private func identifier(_ name: String) -> String {
    var name = name.snakeCase
    // Two of them make it one of the language's own (`__init__`), or of the class it is written in.
    while name.hasPrefix("__") { name.removeFirst() }
    return Self.keywords.contains(name) ? name + "_" : name
  }

  private static let keywords: Set<String> = [
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
    "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise",
    "return", "try", "while", "with", "yield", "None", "True", "False", "self",
    // Not theirs, but within a class they would be taken for the types.
    "bool", "bytes", "float", "int", "str",
  ]

  /// A name that an enumeration lets be one of its members: those of underscores are its own.
  private func constant(_ name: String) -> String {
    let name = identifier(name).uppercased()
    let bare = name.drop { $0 == "_" }
    return bare.first?.isNumber == false ? String(bare) : "N" + name
  }

  /// What is written within a class, and would be taken for a member of it.
  private var usedInClasses: Set<String> {
    Set(classes.keys.map(\.pythonClassName)).union(["_base64", "_decimal", "_uuid", "classmethod", "property"])
  }

  /// What is written within a function, and would be taken for a parameter of it.
  private static let usedInFunctions: Set<String> = [
    "_LEFT_OUT", "_base64", "_decimal", "_finite", "_given", "_integer", "_math", "_number", "_result", "_uuid",
    "_value", "format",
  ]

  private func dictionary(_ named: DaemonDescription.Named) -> String {
    guard case .object(let members) = named.type else {
      return "\(named.name.pythonClassName) = \"\(type(named.type))\"\n\n"
    }
    return dictionary(named: named.name.pythonClassName, members)
  }

  private func dictionary(named name: String, _ members: [JSONType.Member]) -> String {
    let lines = members.map { member -> String in
      let type = type(member.type)
      return "    \"\(member.name)\": '\(member.isRequired ? type : "NotRequired[\(type)]")',  # \(member.doc)\n"
    }
    return "\(name) = TypedDict(\"\(name)\", {\n" + lines.joined() + "})\n\n"
  }

  private func events(
    _ name: String, _ suffix: String, _ types: [DaemonDescription.EventType], common: [String: String]
  ) -> String {
    let names = types.map { $0.type.pythonClassName + suffix }
    let dictionaries = zip(names, types).map { name, type -> String in
      let shared = common.sorted { $0.key > $1.key }.map { "    \"\($0.key)\": \"\($0.value)\",\n" }.joined()
      let members = type.members.map { member in
        let text = self.type(member.type)
        return "    \"\(member.name)\": '\(member.isRequired ? text : "NotRequired[\(text)]")',  # \(member.doc)\n"
      }
      return "# \(type.doc)\n\(name) = TypedDict(\"\(name)\", {\n\(shared)    \"type\": 'Literal[\"\(type.type)\"]',\n"
        + members.joined() + "})\n\n"
    }
    return dictionaries.joined() + "\(name) = Union[\(names.joined(separator: ", "))]\n"
  }

  private func errors(_ errors: [DaemonDescription.ErrorKind]) -> String {
    let lines = errors.map { "    \($0.kind.snakeCase.uppercased()) = \"\($0.kind)\"  # \($0.meaning)\n" }
    return "class ErrorKind(str, enum.Enum):\n    \"\"\"The kinds of errors: `Refused.kind`.\"\"\"\n\n" + lines.joined()
  }

  // MARK: The program's types

  private func declaration(_ named: DaemonDescription.Named) -> String {
    let name = named.name.pythonClassName
    switch named.type {
    case .object(let members):
      var names = UniqueNames(besides: usedInClasses.union(["from_json", "to_json"]))
      let attributes = Array(zip(names.take(members.map(\.name), as: identifier), members))
      let fields = attributes.map { "    \($0): \(type($1.type))\n" }.joined()
      let decoded = attributes.map { "\($0)=\(decode($1.type, "value[\"\($1.name)\"]"))" }
      let encoded = attributes.map { "\"\($1.name)\": \(encode($1.type, "self.\($0)"))" }
      return """


        @dataclasses.dataclass
        class \(name):
        \(fields.isEmpty ? "    pass\n" : fields)
            @classmethod
            def from_json(cls, value: Any) -> \(name):
                return cls(\(decoded.joined(separator: ", ")))

            def to_json(self) -> Any:
                return {\(encoded.joined(separator: ", "))}

        """
    case .choice(let values, let cases):
      var names = UniqueNames()
      let members = names.take(cases, as: constant)
      let lines = zip(members, values).map { "    \($0) = \(literal($1))\n" }
      return "\n\nclass \(name)(enum.Enum):\n" + lines.joined()
    default: return "\n\n# As it is in JSON\n\(name) = Any  # \(type(named.type))\n"
    }
  }

  /// The expression that makes a value out of JSON.
  private func decode(_ type: JSONType, _ value: String, depth: Int = 0) -> String {
    let item = "x\(depth)"
    let (present, isNullable) = type.withoutNull
    if isNullable {
      let inner = decode(present, value, depth: depth)
      return inner == value ? value : "(None if \(value) is None else \(inner))"
    }
    switch type {
    case .int(canBeText: true): return "int(\(value))"
    case .number: return "_number(\(value))"
    case .data: return "_base64.b64decode(\(value))"
    case .decimal: return "_decimal.Decimal(str(\(value)))"
    case .uuid: return "_uuid.UUID(\(value))"
    case .list(let element):
      let inner = decode(element, item, depth: depth + 1)
      return inner == item ? value : "[\(inner) for \(item) in \(value)]"
    case .dictionary(let keyType, let element):
      let inner = decode(element, item, depth: depth + 1)
      let key = decode(keyType, hasNumbers(keyType) ? "int(k\(depth))" : "k\(depth)")
      return inner == item && key == "k\(depth)"
        ? value : "{\(key): \(inner) for k\(depth), \(item) in \(value).items()}"
    case .tuple(let elements):
      return "(" + elements.enumerated().map { decode($1, "\(value)[\($0)]", depth: depth) + ", " }.joined() + ")"
    case .named(let name):
      switch classes[name] {
      case .object: return "\(name.pythonClassName).from_json(\(value))"
      case .choice: return "\(name.pythonClassName)(\(value))"
      default: return value
      }
    default: return value
    }
  }

  /// The expression that turns a value into JSON.
  private func encode(_ type: JSONType, _ value: String, depth: Int = 0) -> String {
    let item = "x\(depth)"
    let (present, isNullable) = type.withoutNull
    if isNullable {
      let inner = encode(present, value, depth: depth)
      return inner == value ? value : "(None if \(value) is None else \(inner))"
    }
    switch type {
    case .int(canBeText: true): return "_integer(\(value))"
    case .number: return "_finite(\(value))"
    case .data: return "_base64.b64encode(\(value)).decode()"
    case .decimal: return "format(\(value), \"f\")"
    case .uuid: return "str(\(value)).upper()"
    case .list(let element):
      let inner = encode(element, item, depth: depth + 1)
      return inner == item ? value : "[\(inner) for \(item) in \(value)]"
    case .dictionary(let keyType, let element):
      let inner = encode(element, item, depth: depth + 1)
      let encoded = encode(keyType, "k\(depth)")
      let key = hasNumbers(keyType) ? "str(\(encoded))" : encoded
      return inner == item && key == "k\(depth)"
        ? value : "{\(key): \(inner) for k\(depth), \(item) in \(value).items()}"
    case .tuple(let elements):
      return "[" + elements.enumerated().map { encode($1, "\(value)[\($0)]", depth: depth) }.joined(separator: ", ")
        + "]"
    case .named(let name):
      switch classes[name] {
      case .object: return "\(value).to_json()"
      case .choice: return "\(value).value"
      default: return value
      }
    default: return value
    }
  }

  /// Whether it is an enumeration of numbers.
  private func hasNumbers(_ type: JSONType) -> Bool {
    guard case .named(let name) = type, case .choice(let values, _) = classes[name] else { return false }
    return values.contains { $0.int != nil }
  }

  // MARK: Stores and methods

  private func store(_ store: DaemonDescription.Store) -> String {
    var text = """
      class \(store.clientName.pythonClassName):
          \"\"\"The store `\(store.path)`, a \(store.className). Reading and assigning ask the daemon.\"\"\"

          def __init__(self, client: Connection) -> None:
              self._client = client

      """
    // The names of the program first: what is added to them gives way.
    var names = UniqueNames(besides: usedInClasses.union(["_client"]))
    let properties = names.take(store.properties.map(\.name), as: identifier)
    let methods = store.methods.map { method in
      let labels = method.parameters.compactMap(\.label?.pythonClassName).joined()
      let types = method.typeNames.map(\.pythonClassName).joined()
      return names.take(
        identifier(method.name), or: [identifier(method.name + labels), identifier(method.name + labels + types)])
    }
    for (property, name) in zip(store.properties, properties) {
      guard !property.isSecret else {
        guard property.isSettable else { continue }
        text += """

              def \(names.take("set_" + name))(self, value: \(type(property.type))) -> None:
                  \"\"\"Sets `\(property.path)`, whose value the daemon tells to nobody.\"\"\"
                  self._client.call("store.set", path="\(property.path)", value=\(encode(property.type, "value")))

          """
        continue
      }
      let read = "self._client.call(\"store.get\", path=\"\(property.path)\")[\"value\"]"
      text += """

            @property
            def \(name)(self) -> \(type(property.type)):
                value = \(read)
                result: \(type(property.type)) = \(decode(property.type, "value"))
                return result

        """
      if property.isSettable {
        text += """

              @\(name).setter
              def \(name)(self, value: \(type(property.type))) -> None:
                  self._client.call("store.set", path="\(property.path)", value=\(encode(property.type, "value")))

          """
      }
      text += """

            def \(names.take("watch_" + name))(self) -> Iterator[\(type(property.type))]:
                \"\"\"The present value, then each change. For a client of its own.\"\"\"
                self._client.subscribe("\(property.path)", name="\(property.path)")
                for event in self._client.events():
                    for one in event.get("entries", []) + event.get("changes", []):
                        if event.get("sub") == "\(property.path)" and "value" in one:
                            value = one["value"]
                            yield \(decode(property.type, "value"))

        """
    }
    return text + zip(store.methods, methods).map { method($0, called: $1, of: store) }.joined()
  }

  private func method(
    _ method: DaemonDescription.StoreMethod, called methodName: String, of store: DaemonDescription.Store
  ) -> String {
    var names = UniqueNames(besides: Self.usedInFunctions.union(classes.keys.map(\.pythonClassName)))
    let parameters = Array(
      zip(method.parameters, names.take(method.parameters.map { $0.label ?? $0.name }, as: identifier)))
    // Whoever follows one that must be given cannot be left out by position.
    let unlabelled = parameters.filter { $0.0.label == nil }
    let lastRequired = unlabelled.lastIndex { $0.0.isRequired } ?? -1
    func isVariadic(_ parameter: DaemonDescription.StoreMethod.Parameter) -> Bool {
      parameter.isVariadic && parameter.label == nil
    }
    func declared(
      _ parameter: DaemonDescription.StoreMethod.Parameter, _ name: String, _ isRequired: Bool
    ) -> String {
      if isVariadic(parameter), case .list(let element) = parameter.type { return "*\(name): \(type(element))" }
      return "\(name): \(type(parameter.type))" + (isRequired ? "" : " = _LEFT_OUT")
    }
    let labelled = parameters.filter { $0.0.label != nil }.map { declared($0, $1, $0.isRequired) }
    let list =
      ["self"] + unlabelled.enumerated().map { declared($1.0, $1.1, $0 <= lastRequired) }
      // Behind one that takes all there is, everything has its name anyway.
      + (labelled.isEmpty ? [] : (unlabelled.contains { isVariadic($0.0) } ? [] : ["*"]) + labelled)
    let given = parameters.map { parameter, name in
      let value = isVariadic(parameter) ? encode(parameter.type, "list(\(name))") : encode(parameter.type, name)
      let isLeftOut = parameter.isRequired || value == name || isVariadic(parameter)
      return "\"\(parameter.argument)\": " + (isLeftOut ? value : "... if \(name) is _LEFT_OUT else \(value)")
    }
    let call =
      "self._client.call(\"store.call\", path=\"\(store.path).\(method.name)\", "
      + "args=_given({\(given.joined(separator: ", "))}))"
    var body = call
    if let result = method.result {
      body = """
        _value = \(call)["value"]
                _result: \(type(result)) = \(decode(result, "_value"))
                return _result
        """
    }
    return """

          def \(methodName)(\(list.joined(separator: ", "))) -> \(method.result.map { type($0) } ?? "None"):
              \"\"\"`\(method.signature)`\"\"\"
              \(body)

      """
  }

  private func daemon(_ description: DaemonDescription) -> String {
    var names = UniqueNames(besides: ["client"])
    let methods = names.take(description.methods.map(\.name), as: identifier)
    let attributes = names.take(description.stores.map(\.path), or: ["_store"], as: identifier)
    let stores = zip(attributes, description.stores).map {
      "        self.\($0) = \($1.clientName.pythonClassName)(client)\n"
    }
    var text = """
      class Daemon:
          \"\"\"The daemon, typed.\"\"\"

          def __init__(self, client: Connection) -> None:
              self.client = client

      """ + stores.joined()
    for (method, name) in zip(description.methods, methods) {
      let params = method.params.sorted { $0.isRequired && !$1.isRequired }
      let list = params.map { param in
        "\(identifier(param.name)): \(type(param.type))" + (param.isRequired ? "" : " = _LEFT_OUT")
      }
      let given = method.params.map { "\"\($0.name)\": \(identifier($0.name))" }.joined(separator: ", ")
      var result = type(method.result)
      if case .object(let members) = method.result, !members.isEmpty {
        result = method.name.pythonClassName + "Result"
      }
      let docs = params.filter { !$0.doc.isEmpty }.map { "\n        \(identifier($0.name)): \($0.doc)" }.joined()
      text += """

            def \(name)(self\(list.isEmpty ? "" : ", *, ")\(list.joined(separator: ", "))) -> \(result):
                \"\"\"\(method.doc)\(docs.isEmpty ? "" : "\n" + docs + "\n        ")\"\"\"
                result: \(result) = self.client.call("\(method.name)", **_given({\(given)}))
                return result

        """
    }
    return text
  }
}

extension String {
  /// As a class; two underscores in front would make it a private name of the class in which it is used.
  fileprivate var pythonClassName: String {
    var name = capitalizedIdentifier
    while name.hasPrefix("__") { name.removeFirst() }
    return name
  }
}
