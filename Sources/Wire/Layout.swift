/// An object of the protocol as a table: each line says a member's name, where it is kept and what it means. Reading,
/// writing and the description all come from it.
///
/// A member costs some 100 ns more than when it is read or written by hand. So the few records that come by the hundred
/// thousand (`store.get`, `store.set`, the writes of a transaction, events) have an `init(members:)` and an `encodeMembers`
/// of their own beside their layout; a test holds all records to their layout, both ways (`RecordTests`).
public protocol WireRecord: WireObject {
  /// Every optional member left out.
  init()
  static var layout: Layout<Self> { get }
  /// Puts another path in the place of each, those in other records among the members included.
  mutating func replacePaths(_ replace: (String) -> String)
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
    try read(members)
  }

  /// For those whose members depend on each other, and who look at them afterwards in an `init(members:)` of their own.
  mutating func read(_ members: ObjectReader) throws(ShapeError) {
    for member in Self.layout.members { try member.read(&self, members) }
  }

  public func encodeMembers(to writer: inout JSONWriter) {
    for member in Self.layout.members { member.write(self, &writer) }
  }

  public mutating func replacePaths(_ replace: (String) -> String) {
    for member in Self.layout.members { member.replacePaths?(&self, replace) }
  }
}

/// The members of a `WireRecord`, in the order in which they are written.
public struct Layout<Root: Sendable>: Sendable {
  public struct Member: Sendable {
    var field: Field
    var read: @Sendable (inout Root, ObjectReader) throws(ShapeError) -> Void
    let write: @Sendable (Root, inout JSONWriter) -> Void
    /// Nil of one that is no path, and has none in it.
    var replacePaths: (@Sendable (inout Root, (String) -> String) -> Void)?
  }

  let schema: ObjectSchema
  let members: [Member]

  /// Params or a result.
  public init(_ members: [Member]) { self.init("", doc: "", members) }

  /// Those of another record, which stand among one's own.
  static func members<Part>(of part: Layout<Part>, at place: any Member.Place<Part>) -> [Member] {
    part.members.map { member in
      Member(field: member.field) { (root, members) throws(ShapeError) in
        try member.read(&root[keyPath: place], members)
      } write: { root, writer in
        member.write(root[keyPath: place], &writer)
      } replacePaths: { root, replace in
        member.replacePaths?(&root[keyPath: place], replace)
      }
    }
  }

  /// An object that documents describe on its own, under this name.
  public init(_ name: String, doc: String, _ members: [Member]) {
    schema = ObjectSchema(name, doc: doc, members.map(\.field))
    self.members = members
  }
}

extension Layout.Member {
  public typealias Place<Value> = WritableKeyPath<Root, Value> & Sendable

  // MARK: Must be there

  public static func required<Value: WireCodable>(
    _ name: StaticString, _ place: any Place<Value>, _ doc: String
  ) -> Self {
    required(name, Value.shape, place, doc)
  }

  /// The same with a shape that says more than the type of the value.
  public static func required<Value: WireCodable>(
    _ name: StaticString, _ shape: Shape, _ place: any Place<Value>, _ doc: String
  ) -> Self {
    Self(field: .required(name, shape, doc)) { (root, members) throws(ShapeError) in
      root[keyPath: place] = try members.required(name, as: Value.self)
    } write: { root, writer in
      writer.field(name, root[keyPath: place])
    }
  }

  // MARK: May be left out, and is when it is nil

  public static func optional<Value: WireCodable>(
    _ name: StaticString, _ place: any Place<Value?>, _ doc: String
  ) -> Self {
    optional(name, Value.shape, place, doc)
  }

  public static func optional<Value: WireCodable>(
    _ name: StaticString, _ shape: Shape, _ place: any Place<Value?>, _ doc: String
  ) -> Self {
    Self(field: .optional(name, shape, doc)) { (root, members) throws(ShapeError) in
      if let value = try members.optional(name, as: Value.self) { root[keyPath: place] = value }
    } write: { root, writer in
      writer.field(name, ifPresent: root[keyPath: place])
    }
  }

  /// An integer that is refused outside of these bounds.
  public static func optional(
    _ name: StaticString, _ place: any Place<Int?>, in bounds: ClosedRange<Int>, _ doc: String
  ) -> Self {
    optional(name, .count(bounds), place, doc)
  }

  /// A number that is refused outside of these bounds.
  public static func optional(
    _ name: StaticString, _ place: any Place<Double?>, in bounds: ClosedRange<Double>, _ doc: String
  ) -> Self {
    optional(name, .number(bounds), place, doc)
  }

  // MARK: Has its usual value, the one of `Root()`, when it is left out, and is left out when it has that

  public static func usually<Value: WireCodable & Equatable & Sendable>(
    _ name: StaticString, _ place: any Place<Value>, _ doc: String
  ) -> Self where Root: WireRecord {
    usually(name, Value.shape, place, doc)
  }

  public static func usually<Value: WireCodable & Equatable & Sendable>(
    _ name: StaticString, _ shape: Shape, _ place: any Place<Value>, _ doc: String
  ) -> Self where Root: WireRecord {
    let usual = Root()[keyPath: place]
    return Self(field: .optional(name, shape, doc)) { (root, members) throws(ShapeError) in
      if let value = try members.optional(name, as: Value.self) { root[keyPath: place] = value }
    } write: { root, writer in
      let value = root[keyPath: place]
      if value != usual { writer.field(name, value) }
    }
  }

  public static func usually(
    _ name: StaticString, _ place: any Place<Int>, in bounds: ClosedRange<Int>, _ doc: String
  ) -> Self where Root: WireRecord {
    usually(name, .count(bounds), place, doc)
  }

  // MARK: Has its usual value when it is left out, and is written all the same

  public static func always<Value: WireCodable>(_ name: StaticString, _ place: any Place<Value>, _ doc: String) -> Self
  {
    Self(field: .optional(name, Value.shape, doc)) { (root, members) throws(ShapeError) in
      if let value = try members.optional(name, as: Value.self) { root[keyPath: place] = value }
    } write: { root, writer in
      writer.field(name, root[keyPath: place])
    }
  }

  /// The same where nothing is usual: null says so.
  public static func orNull<Value: WireCodable>(_ name: StaticString, _ place: any Place<Value?>, _ doc: String) -> Self
  {
    let optional = Self.optional(name, place, doc)
    return Self(field: optional.field, read: optional.read) { root, writer in
      writer.key(name)
      if let value = root[keyPath: place] { value.encode(to: &writer) } else { writer.null() }
    }
  }
}
