/// An object of the protocol as a table: each line says a member's name, where it is kept and what it means. Reading,
/// writing and the description all come from it.
///
/// For messages of which a connection sends a few; those that come by the hundred thousand (`store.set`, events) read
/// and write themselves by hand.
public protocol WireRecord: WireObject {
  /// Every optional member left out.
  init()
  static var layout: Layout<Self> { get }
}

extension WireRecord {
  public static var schema: ObjectSchema { layout.schema }

  /// A record with the members that `fill` sets.
  public init(_ fill: (inout Self) -> Void) {
    self.init()
    fill(&self)
  }

  public init(members: ObjectReader) throws(ShapeError) {
    self.init()
    for member in Self.layout.members { try member.read(&self, members) }
  }

  public func encodeMembers(to writer: inout JSONWriter) {
    for member in Self.layout.members { member.write(self, &writer) }
  }
}

/// The members of a `WireRecord`, in the order in which they are written.
public struct Layout<Root: Sendable>: Sendable {
  public struct Member: Sendable {
    let field: Field
    let read: @Sendable (inout Root, ObjectReader) throws(ShapeError) -> Void
    let write: @Sendable (Root, inout JSONWriter) -> Void
  }

  let schema: ObjectSchema
  let members: [Member]

  /// Params or a result.
  public init(_ members: [Member]) { self.init("", doc: "", members) }

  /// An object that documents describe on its own, under this name.
  public init(_ name: String, doc: String, _ members: [Member]) {
    schema = ObjectSchema(name, doc: doc, members.map(\.field))
    self.members = members
  }
}

extension Layout.Member {
  public typealias Place<Value> = WritableKeyPath<Root, Value> & Sendable

  public static func required<Value: WireCodable>(
    _ name: StaticString, _ place: any Place<Value>, _ doc: String
  ) -> Self {
    Self(field: .required(name, Value.shape, doc)) { (root, members) throws(ShapeError) in
      root[keyPath: place] = try members.required(name, as: Value.self)
    } write: { root, writer in
      writer.field(name, root[keyPath: place])
    }
  }

  /// The same with a shape that says more than the type of the value.
  public static func required<Value: WireCodable>(
    _ name: StaticString, _ shape: Shape, _ place: any Place<Value>, _ doc: String
  ) -> Self {
    required(name, place, doc).with(shape)
  }

  public static func optional<Value: WireCodable>(
    _ name: StaticString, _ shape: Shape, _ place: any Place<Value?>, _ doc: String
  ) -> Self {
    optional(name, place, doc).with(shape)
  }

  public static func usually<Value: WireCodable & Equatable & Sendable>(
    _ name: StaticString, _ shape: Shape, _ place: any Place<Value>, _ doc: String
  ) -> Self where Root: WireRecord {
    usually(name, place, doc).with(shape)
  }

  /// An integer that is refused outside of these bounds.
  public static func optional(
    _ name: StaticString, _ place: any Place<Int?>, in bounds: ClosedRange<Int>, _ doc: String
  ) -> Self {
    optional(name, place, doc).with(.count(bounds))
  }

  public static func usually(
    _ name: StaticString, _ place: any Place<Int>, in bounds: ClosedRange<Int>, _ doc: String
  ) -> Self where Root: WireRecord {
    usually(name, place, doc).with(.count(bounds))
  }

  /// A number that is refused outside of these bounds.
  public static func optional(
    _ name: StaticString, _ place: any Place<Double?>, in bounds: ClosedRange<Double>, _ doc: String
  ) -> Self {
    optional(name, place, doc).with(.number(bounds))
  }

  func with(_ shape: Shape) -> Self {
    var field = field
    field.shape = shape
    return Self(field: field, read: read, write: write)
  }

  public static func optional<Value: WireCodable>(
    _ name: StaticString, _ place: any Place<Value?>, _ doc: String
  ) -> Self {
    Self(field: .optional(name, Value.shape, doc)) { (root, members) throws(ShapeError) in
      root[keyPath: place] = try members.optional(name, as: Value.self)
    } write: { root, writer in
      writer.field(name, ifPresent: root[keyPath: place])
    }
  }

  /// A member that has its usual value when it is left out, and is left out when it has that.
  public static func usually<Value: WireCodable & Equatable & Sendable>(
    _ name: StaticString, _ place: any Place<Value>, _ doc: String
  ) -> Self where Root: WireRecord {
    let usual = Root()[keyPath: place]
    return Self(field: .optional(name, Value.shape, doc)) { (root, members) throws(ShapeError) in
      if let value = try members.optional(name, as: Value.self) { root[keyPath: place] = value }
    } write: { root, writer in
      let value = root[keyPath: place]
      if value != usual { writer.field(name, value) }
    }
  }
}
