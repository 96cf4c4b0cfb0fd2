/// The method table and its types: what one side writes, the other reads.
import TestSupport
import Testing
import Wire

@Suite struct MethodTests {
  /// Writes a value, reads it back strictly, and compares; the text must also be what the schema says.
  static func roundTrip<Value: WireCodable & Hashable>(_ value: Value, _ shape: Shape) throws {
    var writer = JSONWriter()
    value.encode(to: &writer)
    let text = writer.text
    var parser = JSONParser()
    let view = try parser.parse(text).root
    let read = try Value(json: view, strict: true)
    #expect(read == value, "\(text)")
    #expect(shape.complaint(about: JSONValue(view)) == nil, "\(text)")
  }

  @Test(arguments: MethodTable.names)
  func paramsReadBack(_ name: String) throws {
    let method = try #require(MethodTable[name])
    let definition = try #require(MethodTable.definitions.first { $0.method.name == name })
    try Self.expectExampleReadsBack(definition)
    for sample in Samples.params[name] ?? [] { try Self.roundTrip(sample, .object(method.params)) }
  }

  @Test(arguments: MethodTable.names)
  func resultsReadBack(_ name: String) throws {
    let method = try #require(MethodTable[name])
    for sample in Samples.results[name] ?? [] { try Self.roundTrip(sample, method.result) }
  }

  /// What the example says is read, and written again as it stands there.
  static func expectExampleReadsBack<Definition: MethodDefinition>(_: Definition.Type) throws {
    let example = Definition.method.example
    func readBack<Value: WireCodable & Hashable>(_: Value.Type, _ text: String) throws {
      var parser = JSONParser()
      let value = try Value(json: try parser.parse(text).root, strict: true)
      var writer = JSONWriter()
      value.encode(to: &writer)
      let written = try JSONValue(parsing: writer.text)
      let original = try JSONValue(parsing: text)
      // A member with its usual value may be left out or written.
      for member in original.object ?? [] { #expect(written[member.name] == member.value, "\(member.name) of \(text)") }
      try roundTrip(value, Value.shape)
    }
    try readBack(Definition.Params.self, example.params)
    try readBack(Definition.Result.self, example.result)
  }

  @Test(arguments: Samples.events)
  func eventsReadBack(_ event: SubscriptionEvent) throws {
    var writer = JSONWriter()
    SubscriptionNotice(sub: "w", n: 3, event: event).encode(to: &writer)
    var parser = JSONParser()
    let view = try parser.parse(writer.text).root
    // What the daemon sends is read leniently: it may say more than this client knows.
    let read = try SubscriptionNotice(json: view, strict: false)
    #expect(read == SubscriptionNotice(sub: "w", n: 3, event: event))
    try Self.expectDescribed(SubscriptionNotice.name, JSONValue(view))
  }

  @Test(arguments: Samples.notices)
  func noticesReadBack(_ notice: SessionNotice) throws {
    var writer = JSONWriter()
    notice.encode(to: &writer)
    var parser = JSONParser()
    let view = try parser.parse(writer.text).root
    #expect(try SessionNotice(json: view, strict: false) == notice)
    try Self.expectDescribed(SessionNotice.name, JSONValue(view))
  }

  /// Every member that a notification has is in the table.
  static func expectDescribed(_ name: String, _ params: JSONValue) throws {
    let entry = try #require(MethodTable.notifications.first { $0.name == name })
    let type = try #require(params["type"]?.string)
    guard type != "later" else { return }
    let described = try #require(entry.types.first { $0.type == type }, "the type \(type) is not in the table")
    let schema = ObjectSchema(entry.params.fields + described.fields)
    #expect(Shape.object(schema).complaint(about: params) == nil)
  }

  /// Every type of the table has a sample, so that nothing is described that nobody sends.
  @Test func everyTypeHasASample() throws {
    let events = try #require(MethodTable.notifications.first { $0.name == SubscriptionNotice.name })
    #expect(Set(events.types.map(\.type)) == Set(Samples.events.map(\.type)).subtracting(["later"]))
  }

  @Test(arguments: MethodTable.methods.map(\.name))
  func examplesAreWhatTheSchemaSays(_ name: String) throws {
    let method = try #require(MethodTable[name])
    #expect(Shape.object(method.params).complaint(about: try JSONValue(parsing: method.example.params)) == nil)
    #expect(method.result.complaint(about: try JSONValue(parsing: method.example.result)) == nil)
    let definition = try #require(MethodTable.definitions.first { $0.method.name == name })
    try Self.expectReadable(definition, method.example)
  }

  static func expectReadable<Definition: MethodDefinition>(_: Definition.Type, _ example: Method.Example) throws {
    var parser = JSONParser()
    _ = try Definition.Params(json: try parser.parse(example.params).root, strict: true)
    _ = try Definition.Result(json: try parser.parse(example.result).root, strict: true)
  }

  @Test func theTableIsWhole() {
    #expect(Set(MethodTable.names).count == MethodTable.names.count)
    for method in MethodTable.methods {
      #expect(method.summary.hasSuffix("."), "\(method.name)")
      #expect(!method.complexity.isEmpty, "\(method.name)")
    }
  }

  // MARK: What is refused

  struct Refusal: CustomTestStringConvertible, Sendable {
    var method: String
    var params: String
    var message: String
    var data: JSONValue
    var testDescription: String { "\(method) \(params)" }
  }

  static let refusals: [Refusal] = [
    Refusal(
      method: "store.get", params: "{}", message: "'path' is missing: expected a string.",
      data: ["kind": "invalidParams", "param": "path", "expected": "a string", "retry": "never"]),
    Refusal(
      method: "store.get", params: #"{"path":1}"#, message: "'path' must be a string, not an integer.",
      data: ["kind": "invalidParams", "param": "path", "expected": "a string", "retry": "never"]),
    Refusal(
      method: "store.get", params: #"{"path":null}"#, message: "'path' must be a string, not null.",
      data: ["kind": "invalidParams", "param": "path", "expected": "a string", "retry": "never"]),
    Refusal(
      method: "store.get", params: #"{"path":"a","pathh":"a"}"#,
      message: "'pathh' is not a parameter of this method.",
      data: [
        "kind": "invalidParams", "param": "pathh", "didYouMean": ["path"], "hint": "Did you mean 'path'?",
        "retry": "never",
      ]),
    Refusal(
      method: "store.set", params: #"{"path":"a"}"#, message: "'value' is missing: expected a value.",
      data: ["kind": "invalidParams", "param": "value", "expected": "a value", "retry": "never"]),
    Refusal(
      method: "store.set", params: #"{"path":"a","value":1,"ifRev":1.5}"#,
      message: "'ifRev' must be an integer, not a number.",
      data: ["kind": "invalidParams", "param": "ifRev", "expected": "an integer", "retry": "never"]),
    Refusal(
      method: "store.history", params: #"{"path":"a","limit":-3}"#,
      message: "'limit' must be an integer from 1 to 1000, not -3.",
      data: ["kind": "invalidParams", "param": "limit", "expected": "an integer from 1 to 1000", "retry": "never"]),
    Refusal(
      method: "store.history", params: #"{"path":"a","before":9223372036854775808}"#,
      message: "'before' must be an integer of at least 0, not a number beyond 64 bits.",
      data: ["kind": "invalidParams", "param": "before", "expected": "an integer of at least 0", "retry": "never"]),
    Refusal(
      method: "http.stub", params: #"{"url":"*","answers":[{"times":0}]}"#,
      message: "'answers[0].times' must be an integer of at least 1, not 0.",
      data: [
        "kind": "invalidParams", "param": "answers[0].times", "expected": "an integer of at least 1", "retry": "never",
      ]),
    Refusal(
      method: "tx.commit", params: #"{"ops":[{"set":"a","value":1},{"sett":"b","value":1}]}"#,
      message: "'ops[1].sett' is not a parameter of this method.",
      data: [
        "kind": "invalidParams", "param": "ops[1].sett", "didYouMean": ["set"], "hint": "Did you mean 'set'?",
        "retry": "never",
      ]),
    Refusal(
      method: "tx.commit", params: #"{"ops":{}}"#, message: "'ops' must be an array, not an object.",
      data: ["kind": "invalidParams", "param": "ops", "expected": "an array", "retry": "never"]),
    Refusal(
      method: "tx.commit", params: #"{"ops":[7]}"#, message: "'ops[0]' must be an object, not an integer.",
      data: ["kind": "invalidParams", "param": "ops[0]", "expected": "an object", "retry": "never"]),
    Refusal(
      method: "sub.open", params: #"{"sub":"w","paths":["a",2]}"#,
      message: "'paths[1]' must be a string, not an integer.",
      data: ["kind": "invalidParams", "param": "paths[1]", "expected": "a string", "retry": "never"]),
    Refusal(
      method: "sub.open", params: #"{"sub":"w","paths":[],"deliver":{"mode":"lastest"}}"#,
      message: #"'deliver.mode' must be one of "latest", "every", "sample", "signal", not "lastest"."#,
      data: [
        "kind": "invalidParams", "param": "deliver.mode", "expected": #"one of "latest", "every", "sample", "signal""#,
        "retry": "never",
      ]),
    Refusal(
      method: "sub.open", params: #"{"sub":"w","paths":[],"from":{"rev":1}}"#,
      message: "'from.epoch' is missing: expected a string.",
      data: ["kind": "invalidParams", "param": "from.epoch", "expected": "a string", "retry": "never"]),
    Refusal(
      method: "session.bye", params: #"{"now":true}"#, message: "'now' is not a parameter of this method.",
      data: ["kind": "invalidParams", "param": "now", "retry": "never"]),
  ]

  @Test(arguments: refusals)
  func paramsAreRefused(_ refusal: Refusal) throws {
    let definition = try #require(MethodTable.definitions.first { $0.method.name == refusal.method })
    let found = Self.refusal(definition, refusal.params)
    let error = try #require(found, "the params were accepted")
    let wire = RPCError.invalidParams(error)
    #expect(wire.message == refusal.message)
    var writer = JSONWriter()
    wire.encode(to: &writer)
    let written = try JSONValue(parsing: writer.text)
    #expect(written["code"] == -32602)
    #expect(written["data"] == refusal.data)
  }

  /// Every bound of the table holds, and is told with the parameter's name.
  @Test func integersOutOfBoundsAreRefused() throws {
    var count = 0
    for definition in MethodTable.definitions {
      for field in definition.method.params.fields {
        guard case .count(let bounds) = field.shape else { continue }
        var wrong = ["\(bounds.lowerBound - 1)", "9007199254740992", "9223372036854775808"]
        if bounds.upperBound < .max { wrong.append("\(bounds.upperBound + 1)") }
        for value in wrong {
          count += 1
          let found = Self.refusal(definition, "{\"\(field.name)\":\(value)}")
          let error = try #require(found, "\(definition.method.name) takes \(value)")
          #expect(error.place == field.name.description)
          #expect(error.expected == field.shape.phrase)
        }
      }
    }
    #expect(count > 20)
  }

  static func refusal<Definition: MethodDefinition>(_: Definition.Type, _ params: String) -> ShapeError? {
    var parser = JSONParser()
    guard let view = try? parser.parse(params).root else { return nil }
    do {
      _ = try Definition.Params(json: view, strict: true)
      return nil
    } catch {
      return error
    }
  }

  @Test func unknownParamsPassWhenNotStrict() throws {
    var parser = JSONParser()
    let view = try parser.parse(#"{"path":"a","more":1}"#).root
    #expect(try StoreGet.Params(json: view, strict: false).path == "a")
  }

  @Test func anUnknownMethodIsGuessed() {
    let error = MethodTable.unknown("store.get ")
    #expect(error.code == -32601)
    #expect(error.didYouMean == ["store.get", "store.set"])
    #expect(error.hint == "Did you mean 'store.get'?")
    #expect(MethodTable.unknown("nothing.like.it").hint == "rpc.discover lists the methods.")
    #expect(MethodTable.unknown("").didYouMean.isEmpty)
  }

  /// Records of sessions and notices of requests that changed nothing go by it.
  @Test(arguments: MethodTable.methods) func whoeverMayWriteSaysWhatChanges(_ method: Method) {
    if [.write, .writeAnywhere].contains(method.access) { #expect(method.changes != .nothing, "\(method.name)") }
    if method.needs != .program { #expect(method.changes == .nothing, "\(method.name)") }
  }
}

extension Shape {
  /// What is wrong with a value by this description; `nil` when nothing is.
  func complaint(about value: JSONValue) -> String? {
    switch (self, value) {
    case (.count(let bounds), .int(let value)): return bounds.contains(value) ? nil : "\(value) is out of \(bounds)"
    case (.number(let bounds), .double(let value)):
      return bounds.contains(value) ? nil : "\(value) is out of \(bounds)"
    case (.any, _), (.bool, .bool), (.int, .int), (.number, .int), (.string, .string), (.path, .string),
      (.source, .string):
      return nil
    case (.duration, .string(let text)): return WireDuration(text) == nil ? "\(text) is no duration" : nil
    case (.time, .string(let text)): return Timestamp(text) == nil ? "\(text) is no time" : nil
    case (.choice(let words), .string(let word)): return words.contains(word) ? nil : "\(word) is none of \(words)"
    case (.either(let shapes), _):
      return shapes.contains { $0.complaint(about: value) == nil } ? nil : "\(value) is none of several"
    case (.list(let element), .array(let values)):
      return values.lazy.compactMap { element.complaint(about: $0) }.first
    case (.object(let schema), .object(let members)):
      // A schema without fields of its own stands for one described elsewhere.
      if !schema.name.isEmpty, schema.fields.isEmpty { return nil }
      for field in schema.fields where field.isRequired && value[field.name.description] == nil {
        return "\(schema.name).\(field.name) is missing"
      }
      for member in members {
        guard let field = schema.fields.first(where: { $0.name.description == member.name }) else {
          // Errors carry what belongs to their kind.
          if schema.fields.contains(where: { $0.name.description == "retry" }) { continue }
          return "\(schema.name).\(member.name) is not described"
        }
        if !field.isRequired, member.value.isNull { continue }
        if let complaint = field.shape.complaint(about: member.value) { return complaint }
      }
      return nil
    default: return "\(value) is not \(phrase)"
    }
  }
}
