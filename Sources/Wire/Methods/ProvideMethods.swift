// provide.*: a client whose objects are stores here.

public enum ProvideOpen: MethodDefinition {
  public struct Params: WireRecord {
    public var provider = ""
    public var namespace: String?
    public var types: [String] = []
    public var stores: [ProvidedStore] = []
    public var requests = ProvideDelivery.pushed
    public var deadlineMs = 5000
    public var missed = 0
    public var watchers = false
    public var parts = false

    public init() {}

    public static let layout = Layout<Params>([
      .required("provider", \.provider, "a name for it, the same each time it comes back"),
      .optional(
        "namespace", \.namespace,
        "the name before those of the stores, which nothing else has; without one they are at top level"),
      .usually("types", \.types, "the types that the properties speak of, as Swift declares them"),
      .required("stores", \.stores, "what it offers"),
      .usually(
        "requests", \.requests, "whether requests are `pushed`, as `provide.request`, or taken by `provide.next`"),
      .usually(
        "deadlineMs", \.deadlineMs, in: 1...3_600_000, "how long it may take to answer one; 5000 when left out"),
      .usually("missed", \.missed, in: 0 ... .max, "how many changes it could not tell while it was away"),
      .usually(
        "watchers", \.watchers,
        "whether it is told who watches any of its stores: the first one to come, the last to go"),
      .usually(
        "parts", \.parts,
        "whether it takes a change of a part of a property as one: a native `patch` of what it has told; it is asked for the "
          + "whole value otherwise"),
    ])
  }

  public struct Result: WireRecord {
    public var provider = ""
    public var rev = 0
    public var stores: [String] = []
    public var away: ProviderAbsence?

    public init() {}

    public static let layout = Layout<Result>([
      .required("provider", \.provider, "its name"),
      .required("rev", \.rev, "the commit in which its stores came"),
      .required("stores", \.stores, "their paths"),
      .optional("away", \.away, "that it was here before, and what was missed"),
    ])
  }

  public static let method = Method(
    "provide.open", access: .own, "Makes stores of this client's objects, for as long as it is connected.",
    notes: """
      They are read, watched, waited for and used by pipelines as all others are. What they are is said by `provide.change`; \
      who wants to set one or to call a method has to ask, and the client is sent a `provide.request`, which it answers with \
      `provide.answer` in time. It asks for one after the other with `provide.next` instead, if it says so.

      When the connection ends, its stores are gone. What was declared for them stays, and so does what uses it: under the \
      same name the client comes back to both. Until then nobody else gets its names, and what others ask is refused with \
      `away`. `program.remove` ends that.

      Types are Swift's; what is declared in `types` has no name that the library has. A method without a parameter's `label` \
      is called with its name; `"_"` is for none. A property without a `value` is what it was before, or a value of its type \
      that says nothing. A value that is refused is named by the error's `path`: leave it out, and open the rest. A number that \
      JSON has no text for is `{"$notFinite":"inf"}`, `"-inf"` or `"nan"`. Stores whose `type` is the same are of one class, and \
      have the same members.
      """,
    params: Params.schema, result: Result.shape, errors: [.exists, .validation, .typeMismatch, .diagnostics],
    isAsync: true, complexity: "O(what it offers), and of all declarations when it offers something else than before",
    example: .init(
      params: #"""
        {"provider":"till","namespace":"shop","stores":[{"name":"cart","type":"Cart","properties":[\#
        {"name":"total","type":"Double","value":7.5},{"name":"coupon","type":"String","settable":true,"value":""}],\#
        "methods":[{"name":"add","parameters":[{"name":"price","type":"Double"}],"result":"Int"}]}]}
        """#,
      result: #"{"provider":"till","rev":14,"stores":["shop.cart"]}"#))
}

public enum ProvideChange: MethodDefinition {
  public struct Params: WireRecord {
    public var provider = ""
    public var changes: [ProvidedChange] = []
    public var note: String?

    public init() {}

    public static let layout = Layout<Params>([
      .required("provider", \.provider, "its name"),
      .required("changes", \.changes, "what is another now: one commit"),
      .optional("note", \.note, "why, for whoever asks for causes"),
    ])
  }

  public typealias Result = ProvideClose.Result

  public static let method = Method(
    "provide.change", access: .own, "Tells what a provided store's properties are now.",
    notes: """
      All of it is one commit, with what pipelines make of it; or none of it, where a value cannot be kept: then everybody hears \
      so by a notice `provider`. Paths are as the client knows them, without the namespace. A number that JSON has no text \
      for is `{"$notFinite":"inf"}`, `"-inf"` or `"nan"`. Without changes it says that the client is well.
      """,
    params: Params.schema, result: Result.shape, errors: [.notFound, .typeMismatch, .validation, .readOnly, .tooLarge],
    complexity: "O(size of the values + what depends on them + subscriptions that match)",
    example: .init(
      params: #"{"provider":"till","changes":[{"path":"cart.total","value":9}]}"#, result: #"{"rev":15}"#))
}

public enum ProvideNext: MethodDefinition {
  public struct Params: WireRecord {
    public var provider = ""
    public init() {}
    public static let layout = Layout<Params>([.required("provider", \.provider, "its name")])
  }

  public typealias Result = ProvideRequest

  public static let method = Method(
    "provide.next", access: .own, "Waits for the next request to a provider whose requests are not pushed.",
    notes: "The deadline of a request counts from when it was made, taken or not.",
    params: Params.schema, result: Result.shape, errors: [.notFound, .validation], isAsync: true, complexity: "O(1)",
    example: .init(
      params: #"{"provider":"till"}"#,
      result: #"""
        {"provider":"till","request":3,"type":"set","changes":[{"path":"cart.coupon","value":"SAVE"}],"by":"c2",\#
        "at":"2026-11-21T01:17:03.001Z","seen":1,"deadlineMs":5000}
        """#))
}

public enum ProvideAnswer: MethodDefinition {
  public struct Params: WireRecord {
    public var provider = ""
    public var request = 0
    public var value: JSONValue?
    public var error: String?
    public var working = false
    public var changes: [ProvidedChange] = []

    public init() {}

    public static let layout = Layout<Params>([
      .required("provider", \.provider, "its name"),
      .required("request", \.request, "which"),
      .optional("value", \.value, "what a method gives; null or left out for nothing"),
      .optional("error", \.error, "why not, in a sentence for whoever asked"),
      .usually("working", \.working, "it takes longer: the deadline counts from now"),
      .usually("changes", \.changes, "what is another now because of it"),
    ])
  }

  public struct Result: WireRecord {
    public var rev = 0
    public var wanted = true

    public init() {}

    public static let layout = Layout<Result>([
      .required("rev", \.rev, "the revision afterwards"),
      .usually("wanted", \.wanted, "false: nobody waits for it any more; its changes count all the same"),
    ])
  }

  public static let method = Method(
    "provide.answer", access: .own, "Answers a request to a provided store.",
    notes: """
      What changed with it is one commit, whose cause is whoever asked, and comes before the answer. A request that is set \
      and changes nothing is answered without changes. What is too long for a line is best answered with an `error`, at once. \
      A number that JSON has no text for is `{"$notFinite":"inf"}`, `"-inf"` or `"nan"`.
      """,
    params: Params.schema, result: Result.shape, errors: [.notFound, .typeMismatch, .validation, .readOnly, .tooLarge],
    complexity: "O(size of the values + what depends on them + subscriptions that match)",
    example: .init(
      params: #"{"provider":"till","request":3,"changes":[{"path":"cart.coupon","value":"SAVE"}]}"#,
      result: #"{"rev":16}"#))
}

public enum ProvideClose: MethodDefinition {
  public struct Params: WireRecord {
    public var provider = ""
    public var note: String?
    public init() {}
    public static let layout = Layout<Params>([
      .required("provider", \.provider, "its name"),
      .optional("note", \.note, "why, for those who watch"),
    ])
  }

  public struct Result: WireRecord {
    public var rev = 0
    public init() {}
    public static let layout = Layout<Result>([.required("rev", \.rev, "the revision afterwards")])
  }

  public static let method = Method(
    "provide.close", access: .own, "Takes a provider's stores away, as the end of its connection does.",
    params: Params.schema, result: Result.shape, errors: [.notFound],
    complexity: "O(its properties + subscriptions that match)",
    example: .init(params: #"{"provider":"till"}"#, result: #"{"rev":17}"#))
}

// MARK: What they are made of

/// How requests reach a provider.
public enum ProvideDelivery: String, WireChoice { case pushed, taken }

/// A store that a client offers.
public struct ProvidedStore: WireRecord {
  public var name = ""
  public var type: String?
  public var doc: String?
  public var properties: [ProvidedProperty] = []
  public var methods: [ProvidedMethod] = []
  public var watchers = false

  public init() {}

  public static let layout = Layout<ProvidedStore>(
    "ProvidedStore", doc: "A store that a client offers.",
    [
      .required("name", \.name, "its name, `cart`"),
      .optional("type", \.type, "the name of its class; made of its own when left out"),
      .optional("doc", \.doc, "what it is, for help"),
      .required("properties", \.properties, "its properties"),
      .usually("methods", \.methods, "its methods"),
      .usually("watchers", \.watchers, "whether its provider is told who watches it, where it is not of all of them"),
    ])
}

/// A property of a store that a client offers.
public struct ProvidedProperty: WireRecord {
  public var name = ""
  public var type = ""
  public var settable = false
  public var value: JSONValue?
  public var doc: String?

  public init() {}

  public static let layout = Layout<ProvidedProperty>(
    "ProvidedProperty", doc: "A property of a store that a client offers.",
    [
      .required("name", \.name, "its name"),
      .required("type", \.type, "its Swift type"),
      .usually("settable", \.settable, "whether others may ask for another value"),
      .optional("value", \.value, "what it is now"),
      .optional("doc", \.doc, "what it is, for help"),
    ])
}

/// A method of a store that a client offers.
public struct ProvidedMethod: WireRecord {
  public struct Parameter: WireRecord {
    public var name = ""
    public var label: String?
    public var type = ""

    public init() {}

    public static let layout = Layout<Parameter>(
      "ProvidedParameter", doc: "A parameter of a method that a client offers.",
      [
        .required("name", \.name, "its name, under which the client is given the argument"),
        .optional("label", \.label, "what a caller writes before it, `_` for nothing; its name when left out"),
        .required("type", \.type, "its Swift type"),
      ])
  }

  public var name = ""
  public var parameters: [Parameter] = []
  public var result: String?
  public var `async` = false
  public var `throws` = false
  public var doc: String?

  public init() {}

  public static let layout = Layout<ProvidedMethod>(
    "ProvidedMethod", doc: "A method of a store that a client offers.",
    [
      .required("name", \.name, "its name"),
      .usually("parameters", \.parameters, "what it takes"),
      .optional("result", \.result, "the Swift type of what it gives; left out for nothing"),
      .usually("async", \.async, "whether callers in Swift have to `await` it"),
      .usually("throws", \.throws, "whether it may fail: then callers have to `try`, else a refusal is a trap"),
      .optional("doc", \.doc, "what it does, for help"),
    ])
}

/// What a property is now, or a part of it.
public struct ProvidedChange: WireRecord {
  public var path = ""
  public var value = JSONValue.null
  public var patch = false
  public var format = PatchFormat.native

  public init() {}
  public init(path: String, value: JSONValue) {
    self.path = path
    self.value = value
  }

  public static let layout = Layout<ProvidedChange>(
    "ProvidedChange", doc: "What a property of a provided store is now, or a part of it.",
    [
      .required("path", \.path, "which, without the namespace: `cart.total`, `cart.items[2].count`"),
      .required("value", \.value, "what it is, or the patch"),
      .usually("patch", \.patch, "the value is a patch"),
      .usually("format", \.format, "how the patch is spelled; `\"native\"` when left out"),
    ])
}

/// Since when a provider was away, and what it missed.
public struct ProviderAbsence: WireRecord {
  public var at: Timestamp?
  public var rev: Int?
  public var refused = 0

  public init() {}

  public static let layout = Layout<ProviderAbsence>(
    "ProviderAbsence", doc: "Since when a provider was away, and what it missed.",
    [
      .optional("at", \.at, "when it left; left out if the daemon was started since"),
      .optional("rev", \.rev, "the revision when it left; left out if the daemon was started since"),
      .required("refused", \.refused, "how many requests to its stores were refused since"),
    ])
}

/// Who a store belongs to, and how it is.
public struct ProviderInfo: WireRecord {
  public var name = ""
  public var session: String?
  public var client: String?
  public var stores: [String]?
  public var heard: Timestamp?
  public var waiting = 0
  public var owes: Timestamp?
  public var left: Timestamp?

  public init() {}

  public static let layout = Layout<ProviderInfo>(
    "Provider", doc: "Another process to which stores belong.",
    [
      .required("name", \.name, "its name"),
      .optional("session", \.session, "its connection; left out when it is away"),
      .optional("client", \.client, "as it introduced itself"),
      .optional("stores", \.stores, "in lists of providers: the paths of its stores"),
      .optional("heard", \.heard, "when it was last heard of"),
      .usually("waiting", \.waiting, "how many requests it has not answered"),
      .optional("owes", \.owes, "since when the first of them waits"),
      .optional("left", \.left, "when it left, if it is away and was here since the daemon started"),
    ])
}

/// What a provider is asked: the params of a `provide.request` notification, and the result of `provide.next`.
public struct ProvideRequest: WireRecord {
  public static let name = "provide.request"

  public enum Kind: String, WireChoice { case set, call, cancel, watch }

  public var provider = ""
  public var request = 0
  public var type = Kind.set
  public var changes: [ProvidedChange]?
  public var method: String?
  public var args: JSONValue?
  public var store: String?
  public var watched: Bool?
  public var by = ""
  public var client: String?
  public var note: String?
  public var at = Timestamp(nanoseconds: 0)
  public var seen = 0
  public var conditional = false
  public var deadlineMs = 0

  public init() {}

  public static let layout = Layout<ProvideRequest>([
    .required("provider", \.provider, "which provider of the connection is asked"),
    .required("request", \.request, "its number; for `cancel` that of the request that is not wanted any more"),
    .required(
      "type", \.type,
      "`set`, `call`, or what is not answered: `cancel`, and with `watchers` also `watch`; ignore those you do not know"
    ),
    .optional(
      "changes", \.changes,
      "of `set`: the properties, all of them or none, and what they are to be; with `parts`, and where it is `conditional`, as a "
        + "patch"),
    .optional("method", \.method, "of `call`: which, `cart.add`"),
    .optional("args", \.args, "of `call`: the arguments, by the names of the parameters"),
    .optional("store", \.store, "of `watch`: which store"),
    .optional("watched", \.watched, "of `watch`: whether somebody watches it, by name, from now on"),
    .required("by", \.by, "the session that asked, or `timer`, …, as in causes"),
    .optional("client", \.client, "the client, as it introduced itself"),
    .optional("note", \.note, "what it said about it"),
    .required("at", \.at, "when it asked"),
    .required("seen", \.seen, "how many of the provider's changes and answers were known when it was decided"),
    .usually(
      "conditional", \.conditional, "it was decided by what the properties were: refuse it if they have changed since"),
    .required("deadlineMs", \.deadlineMs, "how long it is waited for, from `at` on"),
  ])
}
