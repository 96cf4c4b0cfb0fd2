// program.*: Swift source in, values and diagnostics out.

public enum ProgramEval: MethodDefinition {
  public typealias Params = EvaluationParams

  public struct Result: WireRecord {
    public var rev = 0
    public var defined: [DefinedName] = []
    public var values: [EvaluatedValue] = []
    public var printed: [String] = []
    public var warnings: [DiagnosticReport] = []
    public var rendered: String?
    public var redefined: [String] = []
    public var unchanged: [String] = []
    public var expectations: ExpectationTally?

    public init() {}

    public static let layout = Layout<Result>([
      .required("rev", \.rev, "the revision after the last statement"),
      .required("defined", \.defined, "what came into being, in the order of the source"),
      .required("values", \.values, "the value of each bare expression that has one"),
      .required(
        "printed", \.printed, "lines printed before the reply, in order, but for those that were told as they came"
      ),
      .required("warnings", \.warnings, "diagnostics of source that was accepted"),
      .optional("rendered", \.rendered, "the warnings in the annotated source; missing when there are none"),
      .usually("redefined", \.redefined, "names that took the place of older ones; missing when there are none"),
      .usually("unchanged", \.unchanged, "declarations that were there already, word for word; missing when none"),
      .optional("expectations", \.expectations, "how `#expect`s came out; missing when there were none"),
    ])
  }

  public static let method = Method(
    "program.eval", access: .own, changes: .values,
    "Checks Swift source as a whole, then runs its statements in order.",
    notes: """
      If anything in the source does not check, nothing runs and nothing is defined: the error `diagnostics` has every \
      diagnostic, and `rendered` the annotated source as people read it. Each statement is a transaction of its own. When \
      one fails while running (`trap`, or `thrown` for an error that nobody caught), its own writes are undone and what \
      ran before it stays. One that waits when something is declared anew or removed ends there (`superseded`).

      A named store, value or pipeline belongs to the daemon and outlives the connection, unless it is in a namespace \
      that has an `owner`: that one is there from this request on, ends with its owner, with all that is in it, whoever \
      made that, and is not kept over a restart. Of `watchers`, the session that made it counts until the first of them \
      has come. A connection that comes back is another session. The value of a bare \
      expression is kept as `$R0`, `$R1`, … until the connection ends. Lines printed after the reply come as \
      `session.notice` of type `print`. So do, as they are printed, lines of source that waits; and, before the \
      reply, lines of more than 131072 bytes together: then its \
      `printed` is empty, and a notice has many lines, each with its line feed.
      """,
    params: Params.schema, result: Result.shape, errors: [.diagnostics, .trap, .thrown, .conflict, .superseded],
    isAsync: true,
    complexity: "O(source) to check; running it costs what it does, within the step limit",
    example: .init(
      params: #"{"source":"let signup = SignUp()\nsignup.username = \"ada\"","file":"repl"}"#,
      result: #"""
        {"rev":12,"defined":[{"kind":"store","name":"signup","type":"SignUp"}],"values":[],"printed":[],"warnings":[]}
        """#))
}

public enum ProgramCheck: MethodDefinition {
  public typealias Params = SourceParams

  public struct Result: WireRecord {
    public var diagnostics: [DiagnosticReport] = []
    public var rendered = ""

    public init() {}

    public static let layout = Layout<Result>([
      .required("diagnostics", \.diagnostics, "every diagnostic; empty when all is well"),
      .required("rendered", \.rendered, "the diagnostics in the annotated source; empty when there are none"),
    ])
  }

  public static let method = Method(
    "program.check", access: .read, "Says what is wrong with Swift source, and runs nothing.",
    notes: "Errors in the source are the result here, not an error of the request.",
    params: Params.schema, result: Result.shape, isAsync: true, complexity: "O(source)",
    example: .init(params: #"{"source":"let x: Int = 1"}"#, result: #"{"diagnostics":[],"rendered":""}"#))
}

public enum ProgramComplete: MethodDefinition {
  public struct Params: WireRecord {
    public var source = ""
    public var offset = 0
    public var file: String?
    public var namespace: String?

    public init() {}

    public init(source: String, offset: Int, namespace: String?) {
      self.source = source
      self.offset = offset
      self.namespace = namespace
    }

    public static let layout = Layout<Params>([
      .required("source", \.source, "what has been typed"),
      .required("offset", .count(0 ... .max), \.offset, "where the cursor is, in UTF-8 bytes from 0"),
      .optional("file", \.file, "a name for the source"),
      .optional("namespace", \.namespace, namespaceDoc),
    ])
  }

  public struct Result: WireRecord {
    public var start = 0
    public var end: Int?
    public var candidates: [CompletionCandidate] = []

    public init() {}

    public static let layout = Layout<Result>([
      .required(
        "start", \.start, "where the text that a candidate replaces begins, in UTF-8 bytes"),
      .optional("end", \.end, "where it ends: behind the name that the cursor is in"),
      .required("candidates", \.candidates, "what could stand there, best first"),
    ])
  }

  public static let method = Method(
    "program.complete", access: .read, "Says what could stand at a place in Swift source.",
    notes: """
      The source need not be whole, nor right: what is wrong elsewhere does not matter, and the cursor may be in the middle. \
      What has the type that is wanted at the cursor comes first, then what is nearest: local names, members of the type \
      around it, what the program has at top level, the words of the language, the library. Behind a dot they are members, \
      in a call the labels that can follow, in a `switch` its cases. Nothing is run, and the program stays as it is.
      """,
    params: Params.schema, result: Result.shape, errors: [.invalidParams], isAsync: true,
    complexity: "O(source + names in scope)",
    example: .init(
      params: #"{"source":"signup.us","offset":9}"#,
      result: #"""
        {"start":7,"end":9,"candidates":[{"name":"username","kind":"property","type":"String",\#
        "detail":"var username: String  // The name, as it is typed.","signature":"var username: String",\#
        "summary":"The name, as it is typed."}]}
        """#))
}

public enum ProgramList: MethodDefinition {
  public struct Params: WireRecord {
    public var namespace: String?
    public init() {}
    public init(namespace: String?) { self.namespace = namespace }
    public static let layout = Layout<Params>([.optional("namespace", \.namespace, namespaceDoc)])
  }

  public struct Result: WireRecord {
    public var rev = 0
    public var declarations: [DeclarationInfo] = []
    public var namespaces: [String] = []
    public var owned: [OwnedNamespace] = []
    public init() {}
    public static let layout = Layout<Result>([
      .required("rev", \.rev, "the revision of the list"),
      .required("declarations", \.declarations, "what the daemon keeps, in the order of evaluation"),
      .usually("namespaces", \.namespaces, "the namespaces there are, by name; missing when there are none"),
      .usually("owned", \.owned, "those of them that end with an owner; missing when none does"),
    ])
  }

  public static let method = Method(
    "program.list", access: .read, needs: .commits, "Lists the declarations that the daemon keeps.",
    notes: "These, in this order, are what it evaluates again after a restart.",
    params: Params.schema, result: Result.shape, complexity: "O(declarations)",
    example: .init(
      params: "{}",
      result: #"""
        {"rev":12,"declarations":[{"names":["signup"],"file":"repl","line":1,"text":"let signup = SignUp()"}]}
        """#))
}

// MARK: What they are made of

/// Swift source, and a name for it in messages; or several files that are one program.
public struct SourceParams: WireRecord {
  /// `nil` where there are `files`.
  public var source: String?
  public var file: String?
  public var files: [SourceFileText] = []
  public var namespace: String?

  public init() {}

  public init(source: String, file: String? = nil, namespace: String? = nil) {
    self.source = source
    self.file = file
    self.namespace = namespace
  }

  public init(files: [SourceFileText], namespace: String? = nil) {
    self.files = files
    self.namespace = namespace
  }

  public static let layout = Layout<SourceParams>([
    .optional("source", \.source, "Swift source: declarations and statements; needed unless there are `files`"),
    .optional("file", \.file, "a name for the source in messages; `input` when left out"),
    .usually(
      "files", \.files,
      "instead of `source`: the files of one program. Their declarations see each other in any order, and only "
        + "`main.swift` can have statements at top level"),
    .optional("namespace", \.namespace, namespaceDoc),
  ])

  public init(members: ObjectReader) throws(ShapeError) {
    try read(members)
    try requireSource(members)
  }

  mutating func requireSource(_ members: ObjectReader) throws(ShapeError) {
    if files.isEmpty, source == nil { source = try members.required("source") }
  }
}

/// Swift source that is run, and what its namespace ends with.
public struct EvaluationParams: WireRecord {
  public var text = SourceParams()
  public var owner: NamespaceOwnership?
  public var wantsSource = false

  public init() {}
  public init(_ text: SourceParams, owner: NamespaceOwnership? = nil, wantsSource: Bool = false) {
    (self.text, self.owner, self.wantsSource) = (text, owner, wantsSource)
  }

  public static let layout = Layout<EvaluationParams>(
    Layout.members(of: SourceParams.layout, at: \.text) + [
      .optional(
        "owner", \.owner,
        "what the namespace ends with, if it is new; it must be this if it is there already. Left out, it stays"),
      .usually("sources", \.wantsSource, "whether values come with their `source` and `description`, too"),
    ])

  public init(members: ObjectReader) throws(ShapeError) {
    try read(members)
    try text.requireSource(members)
  }
}

/// What a namespace can end with.
public enum NamespaceOwnership: String, WireChoice {
  /// The connection that asks.
  case session
  /// The last who watches something in it.
  case watchers
}

/// A namespace that ends with its owner.
public struct OwnedNamespace: WireRecord, Equatable {
  public var namespace = ""
  public var owner = NamespaceOwnership.session
  public var session: String?

  public init() {}

  public static let layout = Layout<OwnedNamespace>(
    "OwnedNamespace", doc: "A namespace that ends with its owner.",
    [
      .required("namespace", \.namespace, "its name"),
      .required("owner", \.owner, "`session`: one session; `watchers`: the last who watches something in it"),
      .optional("session", \.session, "which session that is"),
    ])
}

/// What every `namespace` among params means.
let namespaceDoc =
  "the world of names it belongs to: what is declared there is found at paths that begin with this name; left out, it is "
  + "the one without a name"

/// One file of a program of several.
public struct SourceFileText: WireRecord {
  public var file = ""
  public var source = ""
  public init() {}
  public init(file: String, source: String) {
    self.file = file
    self.source = source
  }
  public static let layout = Layout<SourceFileText>(
    "SourceFile", doc: "One file of a program of several.",
    [
      .required("file", \.file, "its name, as messages show it"),
      .required("source", \.source, "its Swift source"),
    ])
}

/// Something that source brought into being.
public struct DefinedName: WireRecord {
  /// `store`, `value`, `function`, `type`, `pipeline`; others may come.
  public var kind = ""
  public var name = ""
  public var type = ""
  public var isVariable = false

  public init() {}

  public static let layout = Layout<DefinedName>(
    "Definition", doc: "Something that source brought into being.",
    [
      .required("kind", \.kind, "`store`, `value`, `function`, `type` or `pipeline`; others may come"),
      .required("name", \.name, "its name"),
      .required("type", \.type, "its Swift type"),
      .usually("variable", \.isVariable, "whether it is a value that is declared with `var`"),
    ])
}

/// The value of a bare expression.
public struct EvaluatedValue: WireRecord {
  public var name = ""
  public var type = ""
  public var text = ""
  /// Missing where the value has no plain form.
  public var value: JSONValue?
  public var source: String?
  public var description: String?

  public init() {}

  public static let layout = Layout<EvaluatedValue>(
    "Value", doc: "The value of a bare expression.",
    [
      .required("name", \.name, "the name under which it is kept, such as `$R0`"),
      .required("type", \.type, "its Swift type"),
      .required("text", \.text, "as Swift's own prompt shows it"),
      .optional("value", \.value, "as JSON; missing where it has no plain form, such as a subscription"),
      .optional("source", \.source, "with `sources`: Swift that makes an equal value, if there is any"),
      .optional(
        "description", \.description,
        "with `sources`: its `String(describing:)` as a literal of Swift, if that tells it"),
    ])
}

/// Something that could stand at the cursor.
public struct CompletionCandidate: WireRecord {
  public var name = ""
  public var kind = ""
  public var type: String?
  public var fits = false
  public var detail: String?
  public var signature: String?
  public var summary: String?

  public init() {}

  public static let layout = Layout<CompletionCandidate>(
    "Candidate", doc: "Something that could stand at the cursor.",
    [
      .required("name", \.name, "the text to insert"),
      .required(
        "kind", \.kind,
        "what it is: `property`, `method`, `case`, `store`, `value`, `function`, `type`, `label` of an argument, `keyword`, "
          + "`attribute`, `macro`, `module`"),
      .optional("type", \.type, "its Swift type"),
      .usually("fits", \.fits, "whether it has the type that is wanted at the cursor; missing when not"),
      .optional("detail", \.detail, "what to show beside it: its declaration, and behind `//` what is said of it"),
      .optional("signature", \.signature, "its declaration as Swift writes it; of a label, that of what is called"),
      .optional("summary", \.summary, "what help or the comment above it says of it, in one line"),
    ])
}

/// A piece of source that the daemon keeps.
public struct DeclarationInfo: WireRecord {
  public var names: [String] = []
  public var file = ""
  public var line = 0
  public var text = ""

  public init() {}

  public static let layout = Layout<DeclarationInfo>(
    "Declaration", doc: "A piece of source that the daemon keeps.",
    [
      .required("names", \.names, "what it declares"),
      .required("file", \.file, "the name of the source it came in"),
      .required("line", \.line, "the line of that source where it begins, from 1"),
      .required("text", \.text, "the source itself"),
    ])
}
