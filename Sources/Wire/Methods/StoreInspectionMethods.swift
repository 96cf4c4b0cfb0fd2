// store.*: what a value was, and what it may be.

public enum StoreHistory: MethodDefinition {
  public struct Params: WireRecord {
    public var path = ""
    public var limit = 50
    public var before: Int?
    public var since: String?
    public var within: Int?
    public init() {}

    public static let layout = Layout<Params>([
      .required("path", .path(.reads), \.path, "a property, or a store for all its properties"),
      .usually("limit", \.limit, in: 1...1000, "how many changes at most; 50 when left out"),
      .optional(
        "before", \.before, in: 0 ... .max, "only changes before this commit: the last `rev` of the page before"),
      .optional("since", \.since, "only changes after a time, or after so long ago, such as `-10m`"),
      .optional(
        "within", \.within, in: 1 ... .max,
        "only the last change and those in so many commits before it; all that history has when left out"),
    ])
  }

  public struct Result: WireRecord {
    public var path = ""
    public var entries: [HistoryEntry] = []
    public var oldestRev = 0
    public var more = false
    public init() {}

    public static let layout = Layout<Result>([
      .required("path", \.path, "the path that was asked for"),
      .required("entries", \.entries, "its changes, newest first"),
      .required("oldestRev", \.oldestRev, "how far history reaches back"),
      .required("more", \.more, "whether there are older ones; ask with `before`"),
    ])
  }

  public static let method = Method(
    "store.history", access: .read, needs: .commits,
    "Tells the values that a path has had, newest first.",
    notes: """
      Of a value over 64 KiB it tells the patch (`op` is `patch`), and where that is as long, only that it has changed (`touch`); \
      a reply of 512 KiB ends with `more`. History is looked through in parts, so that nobody waits for it: what is asked after it may \
      be answered before it. Of a commit it has what it has made of a property, which is the last of the values it may have had within; \
      `sub.open` of `pipe:NAME` tells each that goes through a pipeline.
      """,
    params: Params.schema, result: Result.shape, errors: [.notFound, .readOnly, .invalidParams, .cancelled],
    isAsync: true, complexity: "O(commits that are looked through)",
    example: .init(
      params: #"{"path":"signup.username","limit":1}"#,
      result: #"""
        {"path":"signup.username","entries":[{"path":"signup.username","rev":13,"at":"2026-11-21T01:17:03.001Z",\#
        "op":"set","value":"ada","old":"","v":1,"cause":{"by":"c9","req":42}}],"oldestRev":1,"more":false}
        """#))
}

/// One change of history.
public struct HistoryEntry: WireRecord {
  public var path = ""
  public var rev = 0
  public var at = Timestamp(nanoseconds: 0)
  public var op = PathChange.Operation.set
  public var value: JSONValue?
  public var old: JSONValue?
  public var patch: JSONValue?
  public var v = 0
  public var cause = ChangeCause(by: "")
  public init() {}

  public static let layout = Layout<HistoryEntry>(
    "HistoryEntry", doc: "One change of history.",
    [
      .required("path", \.path, "what changed"),
      .required("rev", \.rev, "the commit"),
      .required("at", \.at, "when"),
      .required("op", \.op, "whether it got a value, was changed in part, is only named, or went"),
      .optional("value", \.value, "the value it got"),
      .optional("old", \.old, "the value before"),
      .optional("patch", \.patch, "what makes the value of the value before, where both are long"),
      .required("v", \.v, "how often it had changed"),
      .required("cause", \.cause, "why"),
    ])
}

public enum StoreSchema: MethodDefinition {
  public struct Params: WireRecord {
    public var path = ""
    public init() {}
    public static let layout = Layout<Params>([.required("path", .path(.reads), \.path, "a store or a property")])
  }

  public struct Result: WireRecord {
    public var path = ""
    public var type = ""
    public var schema = JSONValue.null
    public var methods: [MethodInfo] = []
    public var computed: [ComputedEntry] = []
    public init() {}

    public static let layout = Layout<Result>([
      .required("path", \.path, "the path that was asked for"),
      .required("type", \.type, "the Swift type"),
      .required("schema", \.schema, "a JSON Schema of the value"),
      .usually("methods", \.methods, "of a store: what `store.call` can call"),
      .usually(
        "computed", \.computed,
        "of a store: the properties that `store.list` leaves out, since to tell them something is run"),
    ])
  }

  public static let method = Method(
    "store.schema", access: .read, "Describes what a path can hold, as a JSON Schema.",
    params: Params.schema, result: Result.shape, errors: [.notFound, .readOnly], complexity: "O(size of the type)",
    example: .init(
      params: #"{"path":"signup.username"}"#,
      result: #"{"path":"signup.username","type":"String","schema":{"type":"string"}}"#))
}

/// A property of a store that is made by code of its own when it is asked for.
public struct ComputedEntry: WireRecord {
  public enum Kind: String, WireChoice { case computed, wrapped, lazy }

  public var path = ""
  public var type = ""
  public var kind = Kind.computed
  public var access = PropertyEntry.Access.readOnly
  public var unmade = false
  public init() {}

  public static let layout = Layout<ComputedEntry>(
    "ComputedProperty", doc: "A property of a store that is made by code of its own when it is asked for.",
    [
      .required("path", \.path, "where `store.get` has it"),
      .required("type", \.type, "its Swift type"),
      .required("kind", \.kind, "with a getter, behind a property wrapper of the program, or lazy"),
      .required("access", \.access, "whether it can be set"),
      .usually("unmade", \.unmade, "that it is lazy and has not been asked for: to ask makes it"),
    ])
}

/// A method of a store.
public struct MethodInfo: WireRecord {
  public var name = ""
  public var signature = ""
  public init() {}

  public static let layout = Layout<MethodInfo>(
    "StoreMethod", doc: "A method of a store.",
    [
      .required("name", \.name, "its name"),
      .required("signature", \.signature, "its declaration, without the body"),
    ])
}
