// Where the engine's values and the wire's meet: the only place that knows both.

internal import Engine
internal import Language
internal import Wire

/// JSON has one kind of number and every reader's double is exact up to here only; larger integers travel as text.
private let exactIntegerMax = 1 << 53

extension PortableValue {
  /// What a client sent. Integers stay integers, so that `1` for a `Double` and `"12345678901234567890"` for an `Int`
  /// are decided where the type is known; what stands for a number that JSON has not is that number everywhere.
  init(_ json: JSONValue) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .array(let elements): self = .list(elements.map { PortableValue($0) })
    case .object(let members):
      if let kind = NotFinite(json) {
        self = .double(kind.number)
      } else {
        self = .record(members.map { Field($0.name, PortableValue($0.value)) })
      }
    }
  }

  /// As a value that stands by itself, for results that are built from typed parts.
  var json: JSONValue {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): value.magnitude < exactIntegerMax ? .int(value) : .string(String(value))
    case .double(let value): value.isFinite ? .double(value) : NotFinite(value).json
    case .string(let value): .string(value)
    case .list(let elements): .array(elements.map(\.json))
    case .record(let fields): .object(fields.map { JSONValue.Member($0.name, $0.value.json) })
    }
  }

  /// Writes itself without passing through a tree.
  func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.value(value)
    case .int(let value):
      if value.magnitude < exactIntegerMax { writer.value(value) } else { writer.value(String(value)) }
    case .double(let value): if value.isFinite { writer.value(value) } else { writer.value(NotFinite(value).json) }
    case .string(let value): writer.value(value)
    case .list(let elements):
      writer.beginArray()
      for element in elements { element.write(to: &writer) }
      writer.endArray()
    case .record(let fields):
      writer.beginObject()
      for field in fields {
        writer.key(field.name)
        field.value.write(to: &writer)
      }
      writer.endObject()
    }
  }
}
