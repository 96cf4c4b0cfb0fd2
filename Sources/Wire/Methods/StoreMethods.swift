// store.*: reading and writing values by path.

public enum StoreList: MethodDefinition {
  public struct Params: WireRecord {
    public var pattern: String?
    public var values = false
    public var owners = false

    public init() {}
    public init(pattern: String? = nil, values: Bool = false, owners: Bool = false) {
      self.pattern = pattern
      self.values = values
      self.owners = owners
    }

    public static let layout = Layout<Params>([
      .optional(
        "pattern", .path(.reads), \.pattern, "only stores whose path matches, such as `home.*`; all when left out"),
      .usually("values", \.values, "whether to tell what each property is, and since when"),
      .usually("owners", \.owners, "whether to tell who keeps each store, and who watches it"),
    ])
  }

  public struct Result: WireRecord {
    public var rev = 0
    public var stores: [StoreInfo] = []
    public var now: Timestamp?

    public init() {}

    public static let layout = Layout<Result>([
      .required("rev", \.rev, "the revision of the list"),
      .required("stores", \.stores, "in the order in which they were defined"),
      .optional(
        "now", \.now,
        "with `values`, or where a store belongs to another process: the daemon's time, from which ages follow"),
    ])
  }

  public static let method = Method(
    "store.list", access: .read, needs: .commits, "Lists the stores and their properties with types.",
    notes: """
      With `values` each property has its value, the commit that changed it last, and when that was: a whole picture at one \
      revision. Nothing is run for it, so that what is computed is not among them. With `owners` each store says who keeps it.
      """,
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
  public struct Params: WireRecord {
    public var path = ""
    public var offset: Int?
    public var length: Int?
    public var stored = false

    public init() {}
    public init(path: String, offset: Int? = nil, length: Int? = nil) {
      self.path = path
      self.offset = offset
      self.length = length
    }

    public static let layout = Layout<Params>([
      .required("path", .path(.reads), \.path, "a property, a part of its value, or a store, spelled as in Swift"),
      .optional(
        "offset", \.offset, in: 0 ... .max, "for a large value: give its JSON text from this byte on, as `text`"),
      .optional("length", \.length, in: 1...262_144, "how many bytes of the text; 262144 when left out"),
      .usually("stored", \.stored, "refuse with `readOnly` what would have to be computed: a look that runs nothing"),
    ])

    // One of those that come by the hundred thousand; see `WireRecord`.
    public init(members: ObjectReader) throws(ShapeError) {
      path = try members.path("path")
      offset = try members.optional("offset")
      length = try members.optional("length")
      stored = try members.optional("stored") ?? false
    }

    public func encodeMembers(to writer: inout JSONWriter) {
      writer.field("path", path)
      writer.field("offset", ifPresent: offset)
      writer.field("length", ifPresent: length)
      if stored { writer.field("stored", stored) }
    }
  }

  public struct Result: WireRecord {
    public var path = ""
    public var value = JSONValue.null
    public var type = ""
    public var rev = 0
    public var v = 0
    public var at = Timestamp(nanoseconds: 0)
    public var text: String?
    public var size: Int?

    public init() {}

    public static let layout = Layout<Result>([
      .required("path", \.path, "the path that was asked for"),
      .required("value", \.value, "the value; for a store an object of its properties; null when a part was asked for"),
      .required("type", \.type, "the Swift type"),
      .required("rev", \.rev, "the commit that changed it last"),
      .required("v", \.v, "how often it has changed; 0 for what is computed"),
      .required("at", \.at, "when it changed last"),
      .optional("text", \.text, "the part of the JSON text that was asked for, cut between characters"),
      .optional("size", \.size, "bytes of the whole text; the next `offset` is this one plus the bytes of `text`"),
    ])

    // One of those that come by the hundred thousand; see `WireRecord`.
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
    "store.get", access: .read, needs: .commits, "Reads the value at a path.",
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
  public struct Params: WireRecord {
    public var path = ""
    public var value = JSONValue.null
    public var ifRev: Int?
    public var ifValue: JSONValue?
    public var force = false
    public var note: String?
    public var until = WriteStage.applied

    public init() {}

    public init(path: String, value: JSONValue) {
      self.path = path
      self.value = value
    }

    public static let layout = Layout<Params>([
      .required("path", .path(.writes), \.path, "a property or a part of its value, spelled as in Swift"),
      .required("value", \.value, "the new value, of the property's type"),
      .optional("ifRev", \.ifRev, "refuse unless the path changed last in this commit"),
      .optional("ifValue", \.ifValue, "refuse unless this is the present value"),
      .usually("force", \.force, "make a commit even if nothing differs in the end"),
      .optional("note", \.note, "why, for whoever asks for causes"),
      .usually("await", \.until, WriteStage.doc),
    ])

    // One of those that come by the hundred thousand; see `WireRecord`.
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

  public struct Result: WireRecord {
    public var rev = 0
    public var v = 0
    public var changed = false
    public var settled: Int?

    public init() {}

    public static let layout = Layout<Result>([
      .required("rev", \.rev, "the commit that changed the path last: this one, when something changed"),
      .required("v", \.v, "how often the path has changed"),
      .required("changed", \.changed, "whether there was a commit"),
      .optional("settled", \.settled, "with `\"await\":\"derived\"`: the last commit that followed from it"),
    ])

    // One of those that come by the hundred thousand; see `WireRecord`.
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
    "store.set", access: .write, changes: .values, "Sets the value at a path, as an assignment in Swift would.",
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
public struct StoreInfo: WireRecord {
  public var path = ""
  public var type = ""
  public var namespace: String?
  public var provider: ProviderInfo?
  public var owner: StoreOwner?
  public var properties: [PropertyEntry] = []

  public init() {}

  public static let layout = Layout<StoreInfo>(
    "Store", doc: "A store and its properties.",
    [
      .required("path", \.path, "where it is"),
      .required("type", \.type, "its class"),
      .optional("namespace", \.namespace, "the first name of the path, where that is a namespace"),
      .optional("provider", \.provider, "the process that it belongs to; left out for the daemon's own"),
      .optional("owner", \.owner, "with `owners`: who keeps it, and who watches it"),
      .required("properties", \.properties, "what it holds, in the order of declaration"),
    ])
}

/// Who keeps a store, and who watches it.
public struct StoreOwner: WireRecord {
  public enum Kind: String, WireChoice { case daemon, namespace, session, watchers, store, provider }
  public enum Work: String, WireChoice { case waiting, running }

  public var kind = Kind.daemon
  public var name: String?
  public var session: String?
  public var holders: [String] = []
  public var watchers: [String] = []
  public var work: Work?
  public var drafts: [StoreDraft] = []

  public init() {}

  public static let layout = Layout<StoreOwner>(
    "Owner", doc: "Who keeps a store, and who watches it.",
    [
      .required(
        "kind", \.kind,
        "`daemon`, `namespace`: a declaration, until it is removed; `session`, `watchers`: a declaration in a namespace that "
          + "ends with its session, or with the last who watches something in it; `store`: another store, until its "
          + "property has another value; `provider`: a client, until it goes"),
      .optional("name", \.name, "of a namespace, a provider; the path of a store"),
      .optional("session", \.session, "the session that its namespace ends with"),
      .usually("holders", \.holders, "other places that hold the same object"),
      .usually("watchers", \.watchers, "the sessions that watch it by name, or something in it"),
      .optional("work", \.work, "of what it does while it is watched: `running`, or `waiting` for a watcher"),
      .usually("drafts", \.drafts, "copies of parts of it that sessions edit, and that end with them"),
    ])
}

/// A copy that a session edits.
public struct StoreDraft: WireRecord {
  public var session = ""
  public var draft = ""
  public var path = ""

  public init() {}

  public static let layout = Layout<StoreDraft>(
    "StoreDraft", doc: "A copy that a session edits.",
    [
      .required("session", \.session, "whose it is"),
      .required("draft", \.draft, "its name there"),
      .required("path", \.path, "of what"),
    ])
}

/// A property of a store.
public struct PropertyEntry: WireRecord {
  public enum Access: String, WireChoice { case readWrite, readOnly }

  public var path = ""
  public var type = ""
  public var access = Access.readWrite
  public var observable = false
  public var secret = false
  public var value: JSONValue?
  public var rev: Int?
  public var at: Timestamp?

  public init() {}

  public static let layout = Layout<PropertyEntry>(
    "Property", doc: "A property of a store.",
    [
      .required("path", \.path, "where it is"),
      .required("type", \.type, "its Swift type"),
      .required("access", \.access, "whether it can be set"),
      .required("observable", \.observable, "whether a subscription hears of its changes"),
      .usually("secret", \.secret, "that its value is never shown; missing otherwise"),
      .optional("value", \.value, "with `values`: what it is"),
      .optional("rev", \.rev, "with `values`: the commit that changed it last"),
      .optional("at", \.at, "with `values`: when that was"),
    ])
}
