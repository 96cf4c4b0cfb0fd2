// tx.*: several writes as one.

public enum TransactionCommit: MethodDefinition {
  public struct Params: WireRecord {
    public var ops: [Operation] = []
    public var conditions: [Condition] = []
    public var force = false
    public var note: String?
    public var until = WriteStage.applied

    public init() {}

    public static let layout = Layout<Params>([
      .required("ops", \.ops, "the writes, in order; a later one sees the earlier ones"),
      .usually("if", \.conditions, "conditions that must all hold before anything is written"),
      .usually("force", \.force, "make a commit even if nothing differs in the end"),
      .optional("note", \.note, "why, for whoever asks for causes"),
      .usually("await", \.until, WriteStage.doc),
    ])
  }

  public struct Result: WireRecord {
    public var rev = 0
    public var changed = 0
    public var settled: Int?

    public init() {}

    public static let layout = Layout<Result>([
      .required("rev", \.rev, "the revision afterwards: this commit's, when something changed"),
      .required("changed", \.changed, "how many paths differ, consequences included"),
      .optional("settled", \.settled, "with `\"await\":\"derived\"`: the last commit that followed from it"),
    ])
  }

  /// One write: `set` has the path of a whole new value, or `patch` the path of one that changes in part.
  public struct Operation: WireRecord {
    public var set: String?
    public var patch: String?
    public var value = JSONValue.null
    public var format = PatchFormat.native

    public init() {}

    /// The path that is written; that of a patch if both are there.
    public var path: String { patch ?? set ?? "" }

    public static let layout = Layout<Operation>(
      "Operation", doc: "One write of a transaction: `set` or `patch`.",
      [
        .optional("set", .path(.writes), \.set, "the path to write"),
        .optional("patch", .path(.writes), \.patch, "the path to change in part"),
        .required("value", \.value, "its new value, or the patch"),
        .usually("format", \.format, "how the patch is spelled; `\"native\"` when left out"),
      ])

    // One of those that come by the hundred thousand; see `WireRecord`.
    public init(members: ObjectReader) throws(ShapeError) {
      let patched: String? = try members.optional("patch")
      patch = patched.map(PathText.plain)
      let replaced: String? = patch == nil ? try members.required("set") : try members.optional("set")
      set = replaced.map(PathText.plain)
      value = try members.required("value")
      format = try members.optional("format") ?? .native
    }

    public func encodeMembers(to writer: inout JSONWriter) {
      writer.field("set", ifPresent: set)
      writer.field("patch", ifPresent: patch)
      writer.field("value", value)
      if format != .native { writer.field("format", format) }
    }
  }

  /// What must hold for the transaction to happen.
  public struct Condition: WireRecord {
    public var path = ""
    public var rev: Int?
    public var value: JSONValue?

    public init() {}
    public init(path: String, rev: Int? = nil, value: JSONValue? = nil) {
      self.path = path
      self.rev = rev
      self.value = value
    }

    public static let layout = Layout<Condition>(
      "Condition", doc: "What must hold for a transaction to happen.",
      [
        .required("path", .path(.reads), \.path, "a path"),
        .optional("rev", \.rev, "the commit that must have changed it last"),
        .optional("value", \.value, "the value it must have"),
      ])
  }

  public static let method = Method(
    "tx.commit", access: .write, changes: .values, "Writes several paths as one transaction: all of them or none.",
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

public enum TransactionUndo: MethodDefinition {
  public struct Params: WireRecord {
    public var rev: Int?
    public var note: String?
    public var until = WriteStage.applied

    public init() {}

    public static let layout = Layout<Params>([
      .optional("rev", \.rev, in: 1 ... .max, "the commit; the last one of this connection when left out"),
      .optional("note", \.note, "why, for whoever asks for causes; `undo of REV` when left out"),
      .usually("await", \.until, WriteStage.doc),
    ])
  }

  public struct Result: WireRecord {
    public var rev = 0
    public var undone = 0
    public var changes: [PathChange] = []
    public var settled: Int?

    public init() {}

    public static let layout = Layout<Result>([
      .required("rev", \.rev, "the revision afterwards: this commit's, when something changed"),
      .required("undone", \.undone, "the commit that was set back"),
      .required("changes", \.changes, "what changed, with the values before as `old`"),
      .optional("settled", \.settled, "with `\"await\":\"derived\"`: the last commit that followed from it"),
    ])
  }

  public static let method = Method(
    "tx.undo", access: .writeAnywhere, changes: .values, "Sets back what a commit changed, as a commit of its own.",
    notes: """
      All that the commit changed gets the value it had before, what cannot be set from outside and what was derived included, \
      or nothing does. When any of it has changed since, it is refused: `conflict`, with the path, the commit `rev` that changed \
      it, whom that was made for (`by`, and `client` if it is connected), and the value now. The same method sets the undoing \
      back. A commit that brought properties into being or took them away is set back by a declaration, not by this: `validation`.
      """,
    params: Params.schema, result: Result.shape,
    errors: [.conflict, .notFound, .validation, .revisionInFuture, .typeMismatch, .trap], isAsync: true,
    complexity: "O(paths of the commit, and what follows)",
    example: .init(
      params: #"{"rev":13}"#,
      result: #"""
        {"rev":14,"undone":13,"changes":[{"path":"signup.username","op":"set","value":"","old":"ada","v":3},\#
        {"path":"signup.isValid","op":"set","value":false,"old":true,"v":3}]}
        """#))
}
