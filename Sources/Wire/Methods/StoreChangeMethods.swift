// store.*: writing in other ways than by assignment.

/// How far a write must have got before it is answered.
public enum WriteStage: String, WireChoice {
  case applied, derived, durable

  static let doc = "answer when it is applied (when left out), when what it has scheduled is done too, or on disk"
}

/// How a patch is spelled.
public enum PatchFormat: String, WireChoice {
  /// `{"set":{…},"unset":[…],"patch":{…}}` for objects, a list of operations for lists: what events tell with `"value":"patch"`.
  case native
  /// RFC 7396.
  case merge
  /// RFC 6902.
  case jsonPatch = "json-patch"
}

public enum StorePatch: MethodDefinition {
  public struct Params: WireRecord {
    public var path = ""
    public var patch = JSONValue.null
    public var format = PatchFormat.native
    public var ifRev: Int?
    public var force = false
    public var note: String?
    public var until = WriteStage.applied
    public init() {}

    public static let layout = Layout<Params>([
      .required("path", .path(.writes), \.path, "a property or a part of its value"),
      .required("patch", \.patch, "what to change in it"),
      .usually("format", \.format, "how the patch is spelled; `\"native\"` when left out"),
      .optional("ifRev", \.ifRev, "refuse unless the path changed last in this commit"),
      .usually("force", \.force, "make a commit even if nothing differs in the end"),
      .optional("note", \.note, "why, for whoever asks for causes"),
      .usually("await", \.until, WriteStage.doc),
    ])
  }

  public typealias Result = StoreSet.Result

  public static let method = Method(
    "store.patch", access: .write, changes: .values, "Changes a part of the value at a path.",
    notes: """
      `native` is what events tell with `"value":"patch"`: `{"set":{"title":"…"},"unset":["note"],"patch":{"rows":…}}` for an \
      object, where `patch` has a patch for each member that changes in part, and for a list operations that are applied from left to right: `["insert",at,[…]]`, `["remove",at,count]`, \
      `["move",from,to]`, `["set",at,value]`, and `["patch",at,patch]` for a part of an element. `merge` is RFC 7396, \
      where `null` removes a member; it is refused where the type has members that may be nil, since it cannot say which \
      is meant. `json-patch` is RFC 6902, with `test`.
      """,
    params: Params.schema, result: Result.shape,
    errors: [.notFound, .typeMismatch, .validation, .conflict, .readOnly, .trap], isAsync: true,
    complexity:
      "O(size of the value + operations × length of the list / 128 + what depends on it + subscriptions that match)",
    example: .init(
      params: #"{"path":"todo.items","patch":[["remove",3,1],["insert",0,[{"id":"t9","done":false}]]]}"#,
      result: #"{"rev":14,"v":2,"changed":true}"#))
}

public enum StoreReset: MethodDefinition {
  public struct Params: WireRecord {
    public var path = ""
    public var note: String?
    public init() {}
    public init(path: String) { self.path = path }

    public static let layout = Layout<Params>([
      .required("path", .path(.writes), \.path, "a property, or a store for all its properties"),
      .optional("note", \.note, "why, for whoever asks for causes"),
    ])
  }

  public typealias Result = TransactionCommit.Result

  public static let method = Method(
    "store.reset", access: .write, changes: .values,
    "Gives properties the values again that their declaration gives them.",
    notes: """
      The store's declaration is evaluated once more beside the program, without anything being kept, and what its \
      settable properties hold then is written in one transaction.
      """,
    params: Params.schema, result: Result.shape, errors: [.notFound, .readOnly, .trap],
    complexity: "O(evaluating the program)",
    example: .init(params: #"{"path":"signup.username"}"#, result: #"{"rev":15,"changed":2}"#))
}

public enum StoreCall: MethodDefinition {
  public struct Params: WireRecord {
    public var path = ""
    public var arguments: JSONValue?
    public var note: String?
    public var until = WriteStage.applied
    public var isSingleFlight = false
    public init() {}

    public init(path: String, arguments: JSONValue? = nil) {
      self.path = path
      self.arguments = arguments
    }

    public static let layout = Layout<Params>([
      .required("path", .path(.writes), \.path, "a store and its method, such as `counter.add`"),
      .optional(
        "args", \.arguments,
        "an object by label (`_` for one without, or its own name; `_0`, `_1`, … by its position), an array in order, or the first one alone, where the others may be left out; "
          + "a variadic parameter takes a list, and one that is the last what is left of an array"
      ),
      .optional("note", \.note, "why, for whoever asks for causes"),
      .usually("await", \.until, WriteStage.doc),
      .usually(
        "singleFlight", \.isSingleFlight,
        "whether to join a call of the same method with the same arguments that is under way, and share its reply"),
    ])
  }

  public struct Result: WireRecord {
    public var rev = 0
    public var type = "Void"
    public var text: String?
    public var value: JSONValue?
    public var printed: [String] = []
    public var settled: Int?
    public init() {}

    public static let layout = Layout<Result>([
      .required("rev", \.rev, "the revision afterwards"),
      .required("type", \.type, "the Swift type of what it returned"),
      .optional("text", \.text, "what it returned, as Swift's prompt shows it"),
      .optional("value", \.value, "the same as JSON, where it has such a form"),
      .usually(
        "printed", \.printed,
        "the lines it printed, in order, but for those that were told as they came, since it waited"),
      .optional("settled", \.settled, "with `\"await\":\"derived\"`: the last commit that followed from it"),
    ])
  }

  public static let method = Method(
    "store.call", access: .write, changes: .values, "Calls a method of a store.",
    notes: """
      Arguments are matched to the parameters' labels and converted to their types; defaults may be left out. What the \
      method writes is one transaction, undone if it traps or throws. An `async` method runs as a task does: it begins in a \
      turn of its own, what it has written is committed each time it waits and at its end, and a trap or an error undoes \
      nothing. The reply comes when it is done; what it prints meanwhile comes as notices. `$/cancel` cancels its task, unless others have joined the call. When something is declared anew or removed, a call that \
      waits is answered with `superseded`.
      """,
    params: Params.schema, result: Result.shape,
    errors: [.notFound, .invalidParams, .typeMismatch, .trap, .thrown, .conflict, .cancelled, .superseded],
    isAsync: true,
    complexity: "O(what the method does)",
    example: .init(
      params: #"{"path":"counter.add","args":{"by":3}}"#,
      result: #"{"rev":16,"type":"Int","text":"3","value":3}"#))
}
