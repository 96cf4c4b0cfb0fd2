/// Every message is written and read as its schema says: each member of the schema, and no other.
///
/// The samples are made from the schemas, so that a new member has its test already, and a record that reads and writes
/// itself by hand cannot forget one.
import Testing
import Wire

@Suite struct RecordTests {
  /// A message by its name, its schema, and how it reads and writes itself.
  struct Record: CustomTestStringConvertible, Sendable {
    var name: String
    var shape: Shape
    /// What is written of what is read; fails if reading that again gives something else.
    var copy: @Sendable (JSONValue) throws -> JSONValue
    var testDescription: String { name }

    init<Value: WireCodable & Hashable>(_ name: String, _ shape: Shape, strict: Bool = true, _: Value.Type) {
      self.name = name
      self.shape = shape
      copy = { sample in
        let value = try Self.read(Value.self, sample, strict: strict)
        var writer = JSONWriter()
        value.encode(to: &writer)
        let written = try JSONValue(parsing: writer.text)
        #expect(try Self.read(Value.self, written, strict: strict) == value, "\(writer.text)")
        return written
      }
    }

    private static func read<Value: WireCodable>(_: Value.Type, _ json: JSONValue, strict: Bool) throws -> Value {
      var parser = JSONParser()
      return try Value(json: try parser.parse(json.description).root, strict: strict)
    }
  }

  static func records<Definition: MethodDefinition>(of _: Definition.Type) -> [Record] {
    let method = Definition.method
    return [
      Record(method.name + " params", .object(method.params), Definition.Params.self),
      Record(method.name + " result", method.result, Definition.Result.self),
    ]
  }

  /// One for each type of a notification.
  static func records(of entry: MethodTable.NotificationEntry) -> [Record] {
    let types = entry.types.isEmpty ? [nil] : entry.types.map { Optional($0) }
    return types.map { type in
      let fields = entry.params.fields.map { field in
        guard let type, field.name.description == "type" else { return field }
        var field = field
        field.shape = .choice([type.type])
        return field
      }
      let shape = Shape.object(ObjectSchema(fields + (type?.fields ?? [])))
      let name = entry.name + " " + (type?.type ?? "params")
      // What the daemon sends is read leniently.
      return switch entry.name {
      case SubscriptionNotice.name: Record(name, shape, strict: false, SubscriptionNotice.self)
      case SessionNotice.name: Record(name, shape, strict: false, SessionNotice.self)
      case ProvideRequest.name: Record(name, shape, strict: false, ProvideRequest.self)
      default: Record(name, shape, CancelParams.self)
      }
    }
  }

  static let all: [Record] =
    MethodTable.definitions.flatMap { records(of: $0) } + MethodTable.notifications.flatMap { records(of: $0) }

  @Test(arguments: all)
  func everyMemberIsReadAndWritten(_ record: Record) throws {
    var given: Set<String> = []
    var kept: Set<String> = []
    // Several, since a member that has its usual value is left out, and is shown by another sample.
    for variant in 0..<6 {
      let sample = record.shape.sample(variant, withOptional: true)
      let written = try record.copy(sample)
      given.formUnion(sample.places)
      kept.formUnion(written.places)
      #expect(sample.keeping(written) == written, "in the same order, with the same values")
    }
    #expect(kept == given)
  }

  /// Those that need one of `source` and `files`, or one of `set` and `patch`, though the schema cannot say so.
  static let needingOneOfSeveral = ["program.eval params", "program.check params", "tx.commit params"]

  /// Members that are left out stay out, unless they are always written; then they say the same.
  @Test(arguments: all)
  func optionalMembersMayBeMissing(_ record: Record) throws {
    for variant in 0..<6 {
      let sample = record.shape.sample(variant, withOptional: false)
      guard !Self.needingOneOfSeveral.contains(record.name) else {
        #expect(throws: ShapeError.self) { try record.copy(sample) }
        continue
      }
      let written = try record.copy(sample)
      #expect(written.keeping(sample) == sample.keeping(written))
      #expect(record.shape.complaint(about: written) == nil)
    }
  }

  static func replaced<Definition: MethodDefinition>(_: Definition.Type, in sample: JSONValue) throws -> JSONValue {
    var parser = JSONParser()
    var params = try Definition.Params(json: try parser.parse(sample.description).root, strict: true)
    params.replacePaths { "seen." + $0 }
    var writer = JSONWriter()
    params.encode(to: &writer)
    return try JSONValue(parsing: writer.text)
  }

  /// What the schema calls a path is one for who looks for the one path of an object, however deep it stands.
  @Test(arguments: MethodTable.names)
  func everyPathIsReplaced(_ name: String) throws {
    let definition = try #require(MethodTable.definitions.first { $0.method.name == name })
    for variant in 0..<2 {
      let sample = Shape.object(definition.method.params).sample(variant, withOptional: true)
      var parser = JSONParser()
      let uses = definition.method.params.uses(
        in: try parser.parse(try Self.replaced(definition, in: sample).description).root)
      for use in uses {
        switch use {
        case .reads(let path), .writes(let path): #expect(path.hasPrefix("seen.a"))
        case .runs: break
        }
      }
    }
  }

  /// What does not belong there is refused, in every object that comes from a client.
  @Test(arguments: all.filter { $0.name.hasSuffix("params") && $0.name != ProvideRequest.name + " params" })
  func otherMembersAreRefused(_ record: Record) throws {
    guard case .object(let members) = record.shape.sample(0, withOptional: true) else { return }
    #expect(throws: ShapeError.self) { try record.copy(.object(members + [.init("surelyNoMember", 1)])) }
  }
}

extension Shape {
  /// A value of this shape; another one for each variant, where there are several.
  fileprivate func sample(_ variant: Int, withOptional: Bool) -> JSONValue {
    switch self {
    case .bool: .bool(variant % 2 == 0)
    case .int: .int(variant + 1)
    case .count(let bounds): .int(min(bounds.lowerBound + variant, bounds.upperBound))
    case .number(let bounds): .double(min(max(Double(variant) + 1.5, bounds.lowerBound), bounds.upperBound))
    case .string, .source: .string("text \(variant)")
    case .path: .string("a.b\(variant)")
    case .time: .string("2026-11-21T01:17:0\(variant).001Z")
    case .duration: .string("\(variant + 1)ms")
    case .any: [["a": [1, 2.5, nil]], .null, 7][variant % 3]
    case .choice(let words): .string(words[variant % words.count])
    case .either(let shapes): shapes[variant % shapes.count].sample(variant, withOptional: withOptional)
    case .list(let element): .array([element.sample(variant, withOptional: withOptional)])
    case .object(let schema):
      // A schema without members stands for one described elsewhere: the notes of a diagnostic.
      if schema.name == "Diagnostic", schema.fields.isEmpty {
        DiagnosticReport.example
      } else {
        .object(
          schema.fields.filter { withOptional || $0.isRequired }.map {
            JSONValue.Member($0.name.description, $0.shape.sample(variant, withOptional: withOptional))
          })
      }
    }
  }
}

extension DiagnosticReport {
  fileprivate static let example: JSONValue = [
    "severity": "note", "message": "m", "file": "f", "line": 1, "column": 2, "endLine": 3, "endColumn": 4, "notes": [],
    "fixIts": [],
  ]
}

extension JSONValue {
  /// The members of all its objects, each by the names that lead there.
  fileprivate var places: Set<String> {
    switch self {
    case .object(let members):
      Set(members.flatMap { member in [member.name] + member.value.places.map { member.name + "." + $0 } })
    case .array(let elements): Set(elements.flatMap(\.places))
    default: []
    }
  }

  /// This without the members that another value does not have at the same place.
  fileprivate func keeping(_ other: JSONValue) -> JSONValue {
    switch (self, other) {
    case (.object(let members), .object):
      .object(
        members.compactMap { member in
          other[member.name].map { JSONValue.Member(member.name, member.value.keeping($0)) }
        })
    case (.array(let elements), .array(let others)) where elements.count == others.count:
      .array(zip(elements, others).map { $0.keeping($1) })
    default: self
    }
  }
}
