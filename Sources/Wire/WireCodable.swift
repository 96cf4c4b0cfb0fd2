/// What writes itself as a JSON value.
public protocol WireEncodable {
  func encode(to writer: inout JSONWriter)
}

/// What both sides read and write. Reading never trusts, writing never fails.
public protocol WireCodable: WireEncodable, SendableMetatype {
  /// What a value must be, for the sentence of the error.
  static var shape: Shape { get }
  /// - Parameter strict: whether a member that is not known here is an error (what clients send to the daemon) or
  ///   ignored (what the daemon sends to clients, which may be newer).
  init(json: JSONView, strict: Bool) throws(ShapeError)
}

/// An object of the protocol with a schema of its own.
public protocol WireObject: WireCodable, Hashable, Sendable {
  static var schema: ObjectSchema { get }
  /// Reads its members; the reader has checked that this is an object, and that its members are known.
  init(members: ObjectReader) throws(ShapeError)
  func encodeMembers(to writer: inout JSONWriter)
}

extension WireObject {
  public static var shape: Shape { .object(schema) }

  @inlinable
  public init(json: JSONView, strict: Bool) throws(ShapeError) {
    try self.init(members: ObjectReader(json, Self.schema, strict: strict))
    // The reader has no claim on the document; this has.
    withExtendedLifetime(json) {}
  }

  /// Reads the params of a message. Missing ones are the same as ones without members.
  public init(params: JSONView?, strict: Bool) throws(ShapeError) {
    try self.init(json: params ?? noMembers, strict: strict)
  }

  public func encode(to writer: inout JSONWriter) {
    writer.beginObject()
    encodeMembers(to: &writer)
    writer.endObject()
  }
}

/// `{}`, parsed.
private let noMembers: JSONView = {
  var parser = JSONParser(depthMax: 1)
  do { return try parser.parse("{}").root } catch { preconditionFailure("{} is JSON") }
}()

/// Reads the members of one object by name. Nothing is allocated but the values.
///
/// It is lent to an `init(members:)` and must not be kept: it has no claim on the document.
public struct ObjectReader {
  private let document: Unmanaged<JSONDocument>
  private let nodes: JSONNodes
  private let index: Int
  private let strict: Bool

  /// - Parameter view: held by the caller for as long as this is used.
  @usableFromInline
  init(_ view: JSONView, _ schema: ObjectSchema, strict: Bool) throws(ShapeError) {
    document = .passUnretained(view.document)
    nodes = view.document.nodeList
    index = view.index
    self.strict = strict
    guard nodes[index].kind == .object else { throw .mismatch(expected: "an object", got: view) }
    for field in schema.bounded {
      guard let member = nodes.member(of: index, named: field.name) else { continue }
      let value = JSONView(document: view.document, index: member)
      if value.isNull || (value.wholeNumber.map(field.shape.admits) ?? value.double.map(field.shape.admits) ?? false) {
        continue
      }
      throw ShapeError(
        place: field.name.description,
        problem: .mismatch(expected: field.shape.phrase, got: value.quantity))
    }
    guard strict, let unknown = nodes.firstMember(of: index, notIn: schema.names) else { return }
    let name = nodes.string(of: unknown)
    let near = didYouMean(name, among: schema.names.map(\.description))
    throw ShapeError(place: name, problem: .unknown(didYouMean: near))
  }

  /// The member as it is, or `nil`.
  public func view(_ name: StaticString) -> JSONView? {
    guard let member = nodes.member(of: index, named: name) else { return nil }
    return JSONView(document: document.takeUnretainedValue(), index: member)
  }

  /// A member that must be there.
  public func required<Value: WireCodable>(_ name: StaticString, as type: Value.Type = Value.self) throws(ShapeError)
    -> Value
  {
    guard let member = view(name) else {
      throw ShapeError(place: name.description, problem: .missing(expected: Value.shape.phrase))
    }
    do { return try Value(json: member, strict: strict) } catch { throw error.within(name.description) }
  }

  /// A member that may be missing. `null` means the same as leaving it out, except where any value is welcome.
  public func optional<Value: WireCodable>(_ name: StaticString, as type: Value.Type = Value.self) throws(ShapeError)
    -> Value?
  {
    guard let member = view(name), !member.isNull || type == JSONValue.self else { return nil }
    do { return try Value(json: member, strict: strict) } catch { throw error.within(name.description) }
  }

  /// An array member; missing means empty.
  public func list<Value: WireCodable>(_ name: StaticString, of type: Value.Type = Value.self) throws(ShapeError)
    -> [Value]
  {
    try optional(name, as: [Value].self) ?? []
  }

  // Strings and integers are most of what there is, and are read without a view in between.

  public func required(_ name: StaticString) throws(ShapeError) -> String {
    guard let member = nodes.member(of: index, named: name), nodes[member].kind == .string
    else { return try required(name, as: String.self) }
    return nodes.string(of: member)
  }

  public func required(_ name: StaticString) throws(ShapeError) -> Int {
    guard let member = nodes.member(of: index, named: name), nodes[member].kind == .int,
      nodes.int(of: member).magnitude < WireLimits.integerBound
    else { return try required(name, as: Int.self) }
    return nodes.int(of: member)
  }
}

// MARK: The plain values

extension Bool: WireCodable {
  public static var shape: Shape { .bool }
  public init(json: JSONView, strict: Bool) throws(ShapeError) {
    guard let value = json.bool else { throw .mismatch(expected: Self.shape.phrase, got: json) }
    self = value
  }
  public func encode(to writer: inout JSONWriter) { writer.value(self) }
}

extension Int: WireCodable {
  public static var shape: Shape { .int }
  public init(json: JSONView, strict: Bool) throws(ShapeError) {
    guard let value = json.wholeNumber else { throw .mismatch(expected: Self.shape.phrase, got: json) }
    guard value.magnitude < WireLimits.integerBound else {
      let bound = WireLimits.integerBound - 1
      throw ShapeError(
        place: "", problem: .mismatch(expected: "an integer from -\(bound) to \(bound)", got: String(value)))
    }
    self = value
  }
  public func encode(to writer: inout JSONWriter) { writer.value(self) }
}

extension Double: WireCodable {
  public static var shape: Shape { .number(-.greatestFiniteMagnitude ... .greatestFiniteMagnitude) }
  public init(json: JSONView, strict: Bool) throws(ShapeError) {
    guard let value = json.double else { throw .mismatch(expected: Self.shape.phrase, got: json) }
    self = value
  }
  public func encode(to writer: inout JSONWriter) { writer.value(self) }
}

extension String: WireCodable {
  public static var shape: Shape { .string }
  public init(json: JSONView, strict: Bool) throws(ShapeError) {
    guard let value = json.string else { throw .mismatch(expected: Self.shape.phrase, got: json) }
    self = value
  }
  public func encode(to writer: inout JSONWriter) { writer.value(self) }
}

extension JSONValue: WireCodable {
  public static var shape: Shape { .any }
  public init(json: JSONView, strict: Bool) { self = JSONValue(json) }
  public func encode(to writer: inout JSONWriter) { writer.value(self) }
}

extension Timestamp: WireCodable {
  public static var shape: Shape { .time }
  public init(json: JSONView, strict: Bool) throws(ShapeError) {
    guard let text = json.string, let time = Timestamp(text) else {
      throw .mismatch(expected: Self.shape.phrase, got: json)
    }
    self = time
  }
  public func encode(to writer: inout JSONWriter) { writer.time(self) }
}

extension Array: WireEncodable where Element: WireCodable {
  public func encode(to writer: inout JSONWriter) {
    writer.beginArray()
    for (number, element) in enumerated() {
      element.encode(to: &writer)
      writer.look(after: number)
    }
    writer.endArray()
  }
}

extension Array: WireCodable where Element: WireCodable {
  public static var shape: Shape { .list(Element.shape) }
  public init(json: JSONView, strict: Bool) throws(ShapeError) {
    guard json.kind == .array else { throw .mismatch(expected: Self.shape.phrase, got: json) }
    self = []
    reserveCapacity(json.count)
    for element in json.elements {
      do { append(try Element(json: element, strict: strict)) } catch { throw error.within("[\(count)]") }
    }
  }
}

/// A string of a fixed set: an enum whose raw values are the words.
public protocol WireChoice: WireCodable, RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {}

extension WireChoice {
  public static var shape: Shape { .choice(allCases.map(\.rawValue)) }
  public init(json: JSONView, strict: Bool) throws(ShapeError) {
    guard let text = json.string else { throw .mismatch(expected: Self.shape.phrase, got: json) }
    guard let value = Self(rawValue: text) else {
      throw ShapeError(
        place: "", problem: .mismatch(expected: Self.shape.phrase, got: JSONValue.string(text).abbreviated))
    }
    self = value
  }
  public func encode(to writer: inout JSONWriter) { writer.value(rawValue) }
}
