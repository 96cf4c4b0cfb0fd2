// tx.*: several writes as one.

public enum TransactionCommit: MethodDefinition {
  public struct Params: WireObject {
    public var ops: [Operation]
    public var conditions: [Condition]
    public var force: Bool
    public var note: String?
    public var until: WriteStage

    public init(
      ops: [Operation], conditions: [Condition] = [], force: Bool = false, note: String? = nil,
      until: WriteStage = .applied
    ) {
      self.ops = ops
      self.conditions = conditions
      self.force = force
      self.note = note
      self.until = until
    }

    public static let schema = ObjectSchema([
      .required("ops", .list(.object(Operation.schema)), "the writes, in order; a later one sees the earlier ones"),
      .optional("if", .list(.object(Condition.schema)), "conditions that must all hold before anything is written"),
      .optional("force", .bool, "make a commit even if nothing differs in the end"),
      .optional("note", .string, "why, for whoever asks for causes"),
      .optional("await", WriteStage.shape, WriteStage.doc),
    ])

    public init(members: ObjectReader) throws(ShapeError) {
      ops = try members.required("ops")
      conditions = try members.list("if")
      force = try members.optional("force") ?? false
      note = try members.optional("note")
      until = try members.optional("await") ?? .applied
    }

    public func encodeMembers(to writer: inout JSONWriter) {
      writer.field("ops", ops)
      if !conditions.isEmpty { writer.field("if", conditions) }
      if force { writer.field("force", force) }
      writer.field("note", ifPresent: note)
      if until != .applied { writer.field("await", until) }
    }
  }

  public struct Result: WireObject {
    public var rev: Int
    public var changed: Int
    public var settled: Int?

    public init(rev: Int, changed: Int, settled: Int? = nil) {
      self.rev = rev
      self.changed = changed
      self.settled = settled
    }

    public static let schema = ObjectSchema([
      .required("rev", .int, "the revision afterwards: this commit's, when something changed"),
      .required("changed", .int, "how many paths differ, consequences included"),
      .optional("settled", .int, "with `\"await\":\"derived\"`: the last commit that followed from it"),
    ])

    public init(members: ObjectReader) throws(ShapeError) {
      rev = try members.required("rev")
      changed = try members.required("changed")
      settled = try members.optional("settled")
    }

    public func encodeMembers(to writer: inout JSONWriter) {
      writer.field("rev", rev)
      writer.field("changed", changed)
      writer.field("settled", ifPresent: settled)
    }
  }

  /// One write.
  public struct Operation: WireObject {
    public var path: String
    public var value: JSONValue
    /// `nil`: the value is the whole new value.
    public var patch: PatchFormat?

    public init(set path: String, value: JSONValue) {
      self.path = path
      self.value = value
    }

    public init(patch path: String, value: JSONValue, format: PatchFormat = .native) {
      self.path = path
      self.value = value
      patch = format
    }

    public static let schema = ObjectSchema(
      "Operation", doc: "One write of a transaction: `set` or `patch`.",
      [
        .optional("set", .path(.writes), "the path to write"),
        .optional("patch", .path(.writes), "the path to change in part"),
        .required("value", .any, "its new value, or the patch"),
        .optional("format", PatchFormat.shape, "how the patch is spelled; `\"native\"` when left out"),
      ])

    public init(members: ObjectReader) throws(ShapeError) {
      if let path: String = try members.optional("patch") {
        self.path = PathText.plain(path)
        patch = try members.optional("format") ?? .native
      } else {
        path = try members.path("set")
      }
      value = try members.required("value")
    }

    public func encodeMembers(to writer: inout JSONWriter) {
      if let patch {
        writer.field("patch", path)
        writer.field("value", value)
        if patch != .native { writer.field("format", patch) }
      } else {
        writer.field("set", path)
        writer.field("value", value)
      }
    }
  }

  /// What must hold for the transaction to happen.
  public struct Condition: WireObject {
    public var path: String
    public var rev: Int?
    public var value: JSONValue?

    public init(path: String, rev: Int? = nil, value: JSONValue? = nil) {
      self.path = path
      self.rev = rev
      self.value = value
    }

    public static let schema = ObjectSchema(
      "Condition", doc: "What must hold for a transaction to happen.",
      [
        .required("path", .path(.reads), "a path"),
        .optional("rev", .int, "the commit that must have changed it last"),
        .optional("value", .any, "the value it must have"),
      ])

    public init(members: ObjectReader) throws(ShapeError) {
      path = try members.path("path")
      rev = try members.optional("rev")
      value = try members.optional("value")
    }

    public func encodeMembers(to writer: inout JSONWriter) {
      writer.field("path", path)
      writer.field("rev", ifPresent: rev)
      writer.field("value", ifPresent: value)
    }
  }

  public static let method = Method(
    "tx.commit", access: .write, "Writes several paths as one transaction: all of them or none.",
    notes: """
      Conditions are tested and all values checked before anything is written. Observers see the writes and their \
      consequences as one commit.
      """,
    params: Params.schema, result: Result.shape,
    errors: [.notFound, .typeMismatch, .validation, .conflict, .readOnly, .trap], isAsync: true,
    complexity: "O(writes + what depends on them + subscriptions that match)",
    example: .init(
      params: #"""
        {"ops":[{"set":"home.a","value":1},{"patch":"home.b","value":{"set":{"x":2}}}],"if":[{"path":"home.a","rev":8790}]}
        """#,
      result: #"{"rev":8848,"changed":2}"#))
}
