// store.*: reading and writing values by path.

public enum StoreList: MethodDefinition {
  public struct Params: WireObject {
    public var pattern: String?

    public init(pattern: String? = nil) { self.pattern = pattern }

    public static let schema = ObjectSchema([
      .optional("pattern", .path(.reads), "only stores whose path matches, such as `home.*`; all when left out")
    ])
    public init(members: ObjectReader) throws(ShapeError) { pattern = try members.optional("pattern") }
    public func encodeMembers(to writer: inout JSONWriter) { writer.field("pattern", ifPresent: pattern) }
  }

  public struct Result: WireObject {
    public var rev: Int
    public var stores: [StoreInfo]

    public init(rev: Int, stores: [StoreInfo]) {
      self.rev = rev
      self.stores = stores
    }

    public static let schema = ObjectSchema([
      .required("rev", .int, "the revision of the list"),
      .required("stores", .list(.object(StoreInfo.schema)), "in the order in which they were defined"),
    ])

    public init(members: ObjectReader) throws(ShapeError) {
      rev = try members.required("rev")
      stores = try members.required("stores")
    }

    public func encodeMembers(to writer: inout JSONWriter) {
      writer.field("rev", rev)
      writer.field("stores", stores)
    }
  }

  public static let method = Method(
    "store.list", access: .read, "Lists the stores and their properties with types.",
    params: Params.schema, result: Result.shape, errors: [.tooLarge], complexity: "O(stores + their properties)",
    example: .init(
      params: "{}",
      result: #"""
        {"rev":13,"stores":[{"path":"signup","type":"SignUp","properties":[\#
        {"path":"signup.username","type":"String","access":"readWrite","observable":true},\#
        {"path":"signup.isValid","type":"Bool","access":"readWrite","observable":true}]}]}
        """#))
}

public enum StoreGet: MethodDefinition {
  public struct Params: WireObject {
    public var path: String
    public var offset: Int?
    public var length: Int?

    public init(path: String, offset: Int? = nil, length: Int? = nil) {
      self.path = path
      self.offset = offset
      self.length = length
    }

    public static let schema = ObjectSchema([
      .required("path", .path(.reads), "a property, a part of its value, or a store, spelled as in Swift"),
      .optional("offset", .count(0 ... .max), "for a large value: give its JSON text from this byte on, as `text`"),
      .optional("length", .count(1...262_144), "how many bytes of the text; 262144 when left out"),
    ])
    public init(members: ObjectReader) throws(ShapeError) {
      path = try members.path("path")
      offset = try members.optional("offset")
      length = try members.optional("length")
    }
    public func encodeMembers(to writer: inout JSONWriter) {
      writer.field("path", path)
      writer.field("offset", ifPresent: offset)
      writer.field("length", ifPresent: length)
    }
  }

  public struct Result: WireObject {
    public var path: String
    public var value: JSONValue
    public var type: String
    public var rev: Int
    public var v: Int
    public var at: Timestamp
    public var text: String?
    public var size: Int?

    public init(
      path: String, value: JSONValue, type: String, rev: Int, v: Int, at: Timestamp, text: String? = nil,
      size: Int? = nil
    ) {
      self.path = path
      self.value = value
      self.type = type
      self.rev = rev
      self.v = v
      self.at = at
      self.text = text
      self.size = size
    }

    public static let schema = ObjectSchema([
      .required("path", .string, "the path that was asked for"),
      .required("value", .any, "the value; for a store an object of its properties; null when a part was asked for"),
      .required("type", .string, "the Swift type"),
      .required("rev", .int, "the commit that changed it last"),
      .required("v", .int, "how often it has changed; 0 for what is computed"),
      .required("at", .time, "when it changed last"),
      .optional("text", .string, "the part of the JSON text that was asked for, cut between characters"),
      .optional("size", .int, "bytes of the whole text; the next `offset` is this one plus the bytes of `text`"),
    ])

    public init(members: ObjectReader) throws(ShapeError) {
      path = try members.required("path")
      value = try members.required("value")
      type = try members.required("type")
      rev = try members.required("rev")
      v = try members.required("v")
      at = try members.required("at")
      text = try members.optional("text")
      size = try members.optional("size")
    }

    public func encodeMembers(to writer: inout JSONWriter) {
      writer.field("path", path)
      writer.field("value", value)
      writer.field("type", type)
      writer.field("rev", rev)
      writer.field("v", v)
      writer.field("at", at)
      writer.field("text", ifPresent: text)
      writer.field("size", ifPresent: size)
    }
  }

  public static let method = Method(
    "store.get", access: .read, "Reads the value at a path.",
    notes: """
      A value over the frame limit is answered with `tooLarge`; read it in parts with `offset` and `length`. When `rev` \
      changes between two parts, begin again.
      """,
    params: Params.schema, result: Result.shape, errors: [.notFound, .readOnly, .validation, .trap, .tooLarge],
    complexity: "O(size of the value)",
    example: .init(
      params: #"{"path":"signup.isValid"}"#,
      result: #"""
        {"path":"signup.isValid","value":true,"type":"Bool","rev":13,"v":1,"at":"2026-11-21T01:17:03.001Z"}
        """#))
}

public enum StoreSet: MethodDefinition {
  public struct Params: WireObject {
    public var path: String
    public var value: JSONValue
    public var ifRev: Int?
    public var ifValue: JSONValue?
    public var force: Bool
    public var note: String?
    public var until: WriteStage

    public init(
      path: String, value: JSONValue, ifRev: Int? = nil, ifValue: JSONValue? = nil, force: Bool = false,
      note: String? = nil, until: WriteStage = .applied
    ) {
      self.path = path
      self.value = value
      self.ifRev = ifRev
      self.ifValue = ifValue
      self.force = force
      self.note = note
      self.until = until
    }

    public static let schema = ObjectSchema([
      .required("path", .path(.writes), "a property or a part of its value, spelled as in Swift"),
      .required("value", .any, "the new value, of the property's type"),
      .optional("ifRev", .int, "refuse unless the path changed last in this commit"),
      .optional("ifValue", .any, "refuse unless this is the present value"),
      .optional("force", .bool, "make a commit even if nothing differs in the end"),
      .optional("note", .string, "why, for whoever asks for causes"),
      .optional("await", WriteStage.shape, WriteStage.doc),
    ])

    public init(members: ObjectReader) throws(ShapeError) {
      path = try members.path("path")
      value = try members.required("value")
      ifRev = try members.optional("ifRev")
      ifValue = try members.optional("ifValue")
      force = try members.optional("force") ?? false
      note = try members.optional("note")
      until = try members.optional("await") ?? .applied
    }

    public func encodeMembers(to writer: inout JSONWriter) {
      writer.field("path", path)
      writer.field("value", value)
      writer.field("ifRev", ifPresent: ifRev)
      writer.field("ifValue", ifPresent: ifValue)
      if force { writer.field("force", force) }
      writer.field("note", ifPresent: note)
      if until != .applied { writer.field("await", until) }
    }
  }

  public struct Result: WireObject {
    public var rev: Int
    public var v: Int
    public var changed: Bool
    public var settled: Int?

    public init(rev: Int, v: Int, changed: Bool, settled: Int? = nil) {
      self.rev = rev
      self.v = v
      self.changed = changed
      self.settled = settled
    }

    public static let schema = ObjectSchema([
      .required("rev", .int, "the commit that changed the path last: this one, when something changed"),
      .required("v", .int, "how often the path has changed"),
      .required("changed", .bool, "whether there was a commit"),
      .optional("settled", .int, "with `\"await\":\"derived\"`: the last commit that followed from it"),
    ])

    public init(members: ObjectReader) throws(ShapeError) {
      rev = try members.required("rev")
      v = try members.required("v")
      changed = try members.required("changed")
      settled = try members.optional("settled")
    }

    public func encodeMembers(to writer: inout JSONWriter) {
      writer.field("rev", rev)
      writer.field("v", v)
      writer.field("changed", changed)
      writer.field("settled", ifPresent: settled)
    }
  }

  public static let method = Method(
    "store.set", access: .write, "Sets the value at a path, as an assignment in Swift would.",
    notes: """
      Pipelines hear every value that is set, equal ones too, and run to rest before the reply. A commit and its events \
      exist only if something differs in the end; otherwise the reply says `"changed":false`.

      `await` says when the reply comes. `applied`: the write and all that followed at once are in the journal. `derived`: \
      what it has scheduled (a debounce, a delay) has happened as well, or was cancelled; on a virtual clock that takes \
      `clock.advance`. `durable`: it is on the disk itself, and survives a loss of power.
      """,
    params: Params.schema, result: Result.shape,
    errors: [.notFound, .typeMismatch, .validation, .conflict, .readOnly, .trap], isAsync: true,
    complexity: "O(size of the value + what depends on it + subscriptions that match)",
    example: .init(
      params: #"{"path":"signup.username","value":"ada"}"#, result: #"{"rev":13,"v":1,"changed":true}"#))
}

// MARK: What they are made of

/// A store and its properties.
public struct StoreInfo: WireObject {
  public var path: String
  public var type: String
  public var namespace: String?
  public var properties: [PropertyEntry]

  public init(path: String, type: String, namespace: String? = nil, properties: [PropertyEntry]) {
    self.path = path
    self.type = type
    self.namespace = namespace
    self.properties = properties
  }

  public static let schema = ObjectSchema(
    "Store", doc: "A store and its properties.",
    [
      .required("path", .string, "where it is"),
      .required("type", .string, "its class"),
      .optional("namespace", .string, "the first name of the path, where that is a namespace"),
      .required("properties", .list(.object(PropertyEntry.schema)), "what it holds, in the order of declaration"),
    ])

  public init(members: ObjectReader) throws(ShapeError) {
    path = try members.required("path")
    type = try members.required("type")
    namespace = try members.optional("namespace")
    properties = try members.required("properties")
  }

  public func encodeMembers(to writer: inout JSONWriter) {
    writer.field("path", path)
    writer.field("type", type)
    writer.field("namespace", ifPresent: namespace)
    writer.field("properties", properties)
  }
}

/// A property of a store, without its value.
public struct PropertyEntry: WireObject {
  public enum Access: String, WireChoice { case readWrite, readOnly }

  public var path: String
  public var type: String
  public var access: Access
  public var observable: Bool
  public var secret: Bool

  public init(path: String, type: String, access: Access, observable: Bool, secret: Bool = false) {
    self.path = path
    self.type = type
    self.access = access
    self.observable = observable
    self.secret = secret
  }

  public static let schema = ObjectSchema(
    "Property", doc: "A property of a store, without its value.",
    [
      .required("path", .string, "where it is"),
      .required("type", .string, "its Swift type"),
      .required("access", Access.shape, "whether it can be set"),
      .required("observable", .bool, "whether a subscription hears of its changes"),
      .optional("secret", .bool, "that its value is never told; missing otherwise"),
    ])

  public init(members: ObjectReader) throws(ShapeError) {
    path = try members.required("path")
    type = try members.required("type")
    access = try members.required("access")
    observable = try members.required("observable")
    secret = try members.optional("secret") ?? false
  }

  public func encodeMembers(to writer: inout JSONWriter) {
    writer.field("path", path)
    writer.field("type", type)
    writer.field("access", access)
    writer.field("observable", observable)
    if secret { writer.field("secret", true) }
  }
}
