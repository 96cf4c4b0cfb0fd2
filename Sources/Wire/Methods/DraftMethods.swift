// draft.*: a copy of a value that a client edits, and saves as a whole or drops.

public enum DraftOpen: MethodDefinition {
  public struct Params: WireRecord {
    public var draft = ""
    public var path = ""

    public init() {}

    public static let layout = Layout<Params>([
      .required("draft", \.draft, "a name for it, new on this connection"),
      .required("path", .path(.writes), \.path, "what to copy: a property or a part of its value, spelled as in Swift"),
    ])
  }

  public typealias Result = DraftInfo

  public static let method = Method(
    "draft.open", access: .write, changes: .state,
    "Opens a copy of a value, to be edited and then saved as a whole or dropped.",
    notes: """
      Nobody else sees the copy. An element of a list that is `Identifiable` is meant by its identity, wherever it moves: the \
      reply says so in `path`. Any other is meant by its place (one whose `id` is computed, too), and another that stands \
      there later is a conflict. Drafts end with the connection; in a program, a class that is a `Draft` stays, and has pipelines \
      of its own.
      """,
    params: Params.schema, result: Result.shape,
    errors: [.notFound, .readOnly, .validation, .exists, .limit, .trap, .away],
    complexity: "O(size of the property)",
    example: .init(
      params: #"{"draft":"d","path":"signup.username"}"#,
      result: #"{"draft":"d","path":"signup.username","type":"String","value":"ada","present":"ada"}"#))
}

public enum DraftGet: MethodDefinition {
  public struct Params: WireRecord {
    public var draft = ""
    public init() {}
    public static let layout = Layout<Params>([.required("draft", \.draft, "its name")])
  }

  public typealias Result = DraftInfo

  public static let method = Method(
    "draft.get", access: .read, "Tells a draft: the copy, what is there by now, and what was changed on either side.",
    params: Params.schema, result: Result.shape, errors: [.notFound], complexity: "O(size of the value)",
    example: .init(
      params: #"{"draft":"d"}"#,
      result: #"""
        {"draft":"d","path":"signup.username","type":"String","value":"bob","present":"ada","changed":[""]}
        """#))
}

public enum DraftList: MethodDefinition {
  public struct Params: WireRecord {
    public init() {}
    public static let layout = Layout<Params>([])
  }

  public struct Result: WireRecord {
    public var drafts: [DraftEntry] = []
    public init() {}
    public static let layout = Layout<Result>([.required("drafts", \.drafts, "by name")])
  }

  public static let method = Method(
    "draft.list", access: .read, "Lists the drafts of this connection; `draft.get` tells the values of one.",
    params: Params.schema, result: Result.shape, errors: [], complexity: "O(drafts)",
    example: .init(params: "{}", result: #"{"drafts":[]}"#))
}

public enum DraftSet: MethodDefinition {
  public struct Params: WireRecord {
    public var draft = ""
    public var part: String?
    public var value = JSONValue.null
    public var patch = false
    public var format = PatchFormat.native

    public init() {}

    public static let layout = Layout<Params>([
      .required("draft", \.draft, "its name"),
      .optional("part", \.part, "what of the copy: `title`, `[0].count`; all of it when left out"),
      .required("value", \.value, "what it is to be, or the patch"),
      .usually("patch", \.patch, "the value is a patch"),
      .usually("format", \.format, "how the patch is spelled; `\"native\"` when left out"),
    ])
  }

  public typealias Result = DraftInfo

  public static let method = Method(
    "draft.set", access: .write, changes: .state, "Edits a draft, or a part of it. The source is not changed.",
    notes: "What does not fit the type is refused at once, with its place, as `store.set` would refuse it.",
    params: Params.schema, result: Result.shape,
    errors: [.notFound, .readOnly, .typeMismatch, .validation, .trap, .away],
    complexity: "O(size of the property that it is a part of)",
    example: .init(
      params: #"{"draft":"d","value":"bob"}"#,
      result: #"""
        {"draft":"d","path":"signup.username","type":"String","value":"bob","present":"ada","changed":[""]}
        """#))
}

public enum DraftSave: MethodDefinition {
  public struct Params: WireRecord {
    public var draft = ""
    public var overwriting = false
    public var keep = false
    public var note: String?
    public var until = WriteStage.applied

    public init() {}

    public static let layout = Layout<Params>([
      .required("draft", \.draft, "its name"),
      .usually("overwriting", \.overwriting, "save also what others have changed since, too"),
      .usually("keep", \.keep, "keep the draft, to go on from what was saved"),
      .optional("note", \.note, "why, for whoever asks for causes"),
      .usually("await", \.until, WriteStage.doc),
    ])
  }

  public typealias Result = StoreSet.Result

  public static let method = Method(
    "draft.save", access: .write, changes: .values, "Saves a draft as one commit, and ends it.",
    notes: """
      Fields that were changed elsewhere since it was opened, and not in the draft, are kept; so are those that were changed to \
      the same. One that was changed on both sides is the error `conflict`, with the `parts` and what is there: nothing is saved, \
      unless `overwriting` says so. Lists, dictionaries and enumerations are merged as a whole. What is gone by now is `notFound`. \
      The draft stays when it is refused. When its type is declared anew meanwhile, it keeps what still fits, as a store does; if \
      something was edited that does not (`lost`), that is a `conflict`, too.
      """,
    params: Params.schema, result: Result.shape,
    errors: [.notFound, .conflict, .typeMismatch, .validation, .readOnly, .trap, .away], isAsync: true,
    complexity: "O(size of the value + what depends on it + subscriptions that match)",
    example: .init(params: #"{"draft":"d"}"#, result: #"{"rev":14,"v":2,"changed":true}"#))
}

public enum DraftCancel: MethodDefinition {
  public typealias Params = DraftGet.Params

  public struct Result: WireRecord {
    public var rev = 0
    public init() {}
    public static let layout = Layout<Result>([.required("rev", \.rev, "the present revision")])
  }

  public static let method = Method(
    "draft.cancel", access: .read, changes: .state, "Drops a draft, with what was edited in it.",
    params: Params.schema, result: Result.shape, errors: [.notFound], complexity: "O(1)",
    example: .init(params: #"{"draft":"d"}"#, result: #"{"rev":14}"#))
}

// MARK: What they are made of

/// A draft, without its values.
public struct DraftEntry: WireRecord {
  public var draft = ""
  public var path = ""
  public var type = ""

  public init() {}

  public static let layout = Layout<DraftEntry>(
    "DraftEntry", doc: "A draft, without its values.",
    [
      .required("draft", \.draft, "its name"),
      .required("path", \.path, "what it is a copy of"),
      .required("type", \.type, "its Swift type"),
    ])
}

/// A draft, and how it stands to what it is a copy of.
public struct DraftInfo: WireRecord {
  public var draft = ""
  public var path = ""
  public var type = ""
  public var value = JSONValue.null
  public var present: JSONValue?
  public var gone: String?
  public var changed: [String] = []
  public var conflicts: [String] = []
  public var lost: [String] = []

  public init() {}

  public static let layout = Layout<DraftInfo>(
    "Draft", doc: "A draft, and how it stands to what it is a copy of.",
    [
      .required("draft", \.draft, "its name"),
      .required("path", \.path, "what it is a copy of"),
      .required("type", \.type, "its Swift type"),
      .required("value", \.value, "the copy"),
      .optional("present", \.present, "what is at the path by now; left out when nothing is"),
      .optional("gone", \.gone, "why nothing is there"),
      .usually("changed", \.changed, "which parts were edited; an empty one is all of it"),
      .usually("conflicts", \.conflicts, "which of them others have changed since, too"),
      .usually(
        "lost", \.lost,
        "parts that were edited, and do not fit the type any more, which was declared anew: the copy is without"
      ),
    ])
}
