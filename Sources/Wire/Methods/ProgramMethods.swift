// program.*: Swift source in, values and diagnostics out.

public enum ProgramEval: MethodDefinition {
  public typealias Params = SourceParams

  public struct Result: WireObject {
    public var rev: Int
    public var defined: [DefinedName]
    public var values: [EvaluatedValue]
    public var printed: [String]
    public var warnings: [DiagnosticReport]
    public var rendered: String?
    public var redefined: [String]
    public var unchanged: [String]
    public var expectations: ExpectationTally?

    public init(
      rev: Int, defined: [DefinedName] = [], values: [EvaluatedValue] = [], printed: [String] = [],
      warnings: [DiagnosticReport] = [], rendered: String? = nil, redefined: [String] = [], unchanged: [String] = [],
      expectations: ExpectationTally? = nil
    ) {
      self.rev = rev
      self.defined = defined
      self.values = values
      self.printed = printed
      self.warnings = warnings
      self.rendered = rendered
      self.redefined = redefined
      self.unchanged = unchanged
      self.expectations = expectations
    }

    public static let schema = ObjectSchema([
      .required("rev", .int, "the revision after the last statement"),
      .required("defined", .list(.object(DefinedName.schema)), "what came into being, in the order of the source"),
      .required("values", .list(.object(EvaluatedValue.schema)), "the value of each bare expression that has one"),
      .required("printed", .list(.string), "lines printed before the reply, in order"),
      .required("warnings", .list(.object(DiagnosticReport.schema)), "remarks about source that was accepted"),
      .optional("rendered", .string, "the warnings in the annotated source; missing when there are none"),
      .optional("redefined", .list(.string), "names that took the place of older ones; missing when there are none"),
      .optional("unchanged", .list(.string), "declarations that were there already, word for word; missing when none"),
      .optional(
        "expectations", .object(ExpectationTally.schema), "how `#expect`s came out; missing when there were none"),
    ])

    public init(members: ObjectReader) throws(ShapeError) {
      rev = try members.required("rev")
      defined = try members.required("defined")
      values = try members.required("values")
      printed = try members.required("printed")
      warnings = try members.required("warnings")
      rendered = try members.optional("rendered")
      redefined = try members.list("redefined")
      unchanged = try members.list("unchanged")
      expectations = try members.optional("expectations")
    }

    public func encodeMembers(to writer: inout JSONWriter) {
      writer.field("rev", rev)
      writer.field("defined", defined)
      writer.field("values", values)
      writer.field("printed", printed)
      writer.field("warnings", warnings)
      writer.field("rendered", ifPresent: rendered)
      if !redefined.isEmpty { writer.field("redefined", redefined) }
      if !unchanged.isEmpty { writer.field("unchanged", unchanged) }
      writer.field("expectations", ifPresent: expectations)
    }
  }

  public static let method = Method(
    "program.eval", access: .own, "Checks Swift source as a whole, then runs its statements in order.",
    notes: """
      If anything in the source does not check, nothing runs and nothing is defined: the error `diagnostics` has every \
      remark, and `rendered` the annotated source as people read it. Each statement is a transaction of its own. When \
      one fails while running (`trap`, or `thrown` for an error that nobody caught), its own writes are undone and what \
      ran before it stays.

      A named store, value or pipeline belongs to the daemon and outlives the connection. The value of a bare \
      expression is kept as `$R0`, `$R1`, … until the connection ends. Lines printed after the reply come as \
      `session.notice` of type `print`.
      """,
    params: Params.schema, result: Result.shape, errors: [.diagnostics, .trap, .thrown], isAsync: true,
    complexity: "O(source) to check; running it costs what it does, within the step limit",
    example: .init(
      params: #"{"source":"let signup = SignUp()\nsignup.username = \"ada\"","file":"repl"}"#,
      result: #"""
        {"rev":12,"defined":[{"kind":"store","name":"signup","type":"SignUp"}],"values":[],"printed":[],"warnings":[]}
        """#))
}

public enum ProgramCheck: MethodDefinition {
  public typealias Params = SourceParams

  public struct Result: WireObject {
    public var diagnostics: [DiagnosticReport]
    public var rendered: String

    public init(diagnostics: [DiagnosticReport], rendered: String) {
      self.diagnostics = diagnostics
      self.rendered = rendered
    }

    public static let schema = ObjectSchema([
      .required("diagnostics", .list(.object(DiagnosticReport.schema)), "every remark; empty when all is well"),
      .required("rendered", .string, "the remarks in the annotated source; empty when there are none"),
    ])

    public init(members: ObjectReader) throws(ShapeError) {
      diagnostics = try members.required("diagnostics")
      rendered = try members.required("rendered")
    }

    public func encodeMembers(to writer: inout JSONWriter) {
      writer.field("diagnostics", diagnostics)
      writer.field("rendered", rendered)
    }
  }

  public static let method = Method(
    "program.check", access: .read, "Says what is wrong with Swift source, and runs nothing.",
    notes: "Errors in the source are the result here, not an error of the request.",
    params: Params.schema, result: Result.shape, complexity: "O(source)",
    example: .init(params: #"{"source":"let x: Int = 1"}"#, result: #"{"diagnostics":[],"rendered":""}"#))
}

public enum ProgramComplete: MethodDefinition {
  public struct Params: WireObject {
    public var source: String
    public var offset: Int
    public var file: String?
    public var namespace: String?

    public init(source: String, offset: Int, file: String? = nil, namespace: String? = nil) {
      self.source = source
      self.offset = offset
      self.file = file
      self.namespace = namespace
    }

    public static let schema = ObjectSchema([
      .required("source", .string, "what has been typed"),
      .required("offset", .count(0 ... .max), "where the cursor is, in UTF-8 bytes from 0"),
      .optional("file", .string, "a name for the source"),
      .optional("namespace", .string, namespaceDoc),
    ])

    public init(members: ObjectReader) throws(ShapeError) {
      source = try members.required("source")
      offset = try members.required("offset")
      file = try members.optional("file")
      namespace = try members.optional("namespace")
    }

    public func encodeMembers(to writer: inout JSONWriter) {
      writer.field("source", source)
      writer.field("offset", offset)
      writer.field("file", ifPresent: file)
      writer.field("namespace", ifPresent: namespace)
    }
  }

  public struct Result: WireObject {
    public var start: Int
    public var candidates: [CompletionCandidate]

    public init(start: Int, candidates: [CompletionCandidate]) {
      self.start = start
      self.candidates = candidates
    }

    public static let schema = ObjectSchema([
      .required(
        "start", .int, "where the text that a candidate replaces begins, in UTF-8 bytes; it ends at the cursor"),
      .required("candidates", .list(.object(CompletionCandidate.schema)), "what could stand there, best first"),
    ])

    public init(members: ObjectReader) throws(ShapeError) {
      start = try members.required("start")
      candidates = try members.required("candidates")
    }

    public func encodeMembers(to writer: inout JSONWriter) {
      writer.field("start", start)
      writer.field("candidates", candidates)
    }
  }

  public static let method = Method(
    "program.complete", access: .read, "Says what could stand at a place in Swift source.",
    params: Params.schema, result: Result.shape, errors: [.invalidParams], complexity: "O(source + names in scope)",
    example: .init(
      params: #"{"source":"signup.us","offset":9}"#,
      result: #"{"start":7,"candidates":[{"name":"username","kind":"property","type":"String"}]}"#))
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
    public init() {}
    public static let layout = Layout<Result>([
      .required("rev", \.rev, "the revision of the list"),
      .required("declarations", \.declarations, "what the daemon keeps, in the order of evaluation"),
      .usually("namespaces", \.namespaces, "the namespaces there are, by name; missing when there are none"),
    ])
  }

  public static let method = Method(
    "program.list", access: .read, "Lists the declarations that the daemon keeps.",
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
public struct SourceParams: WireObject {
  /// `nil` where there are `files`.
  public var source: String?
  public var file: String?
  public var files: [SourceFileText]
  public var namespace: String?

  public init(source: String, file: String? = nil, namespace: String? = nil) {
    self.source = source
    self.file = file
    self.namespace = namespace
    files = []
  }

  public init(files: [SourceFileText], namespace: String? = nil) {
    self.files = files
    self.namespace = namespace
  }

  public static let schema = ObjectSchema([
    .optional("source", .string, "Swift source: declarations and statements; needed unless there are `files`"),
    .optional("file", .string, "a name for the source in messages; `input` when left out"),
    .optional(
      "files", .list(.object(SourceFileText.schema)),
      "instead of `source`: the files of one program. Their declarations see each other in any order, and only "
        + "`main.swift` can have statements at top level"),
    .optional("namespace", .string, namespaceDoc),
  ])

  public init(members: ObjectReader) throws(ShapeError) {
    files = try members.list("files")
    if files.isEmpty { source = try members.required("source") } else { source = try members.optional("source") }
    file = try members.optional("file")
    namespace = try members.optional("namespace")
  }

  public func encodeMembers(to writer: inout JSONWriter) {
    writer.field("source", ifPresent: source)
    writer.field("file", ifPresent: file)
    if !files.isEmpty { writer.field("files", files) }
    writer.field("namespace", ifPresent: namespace)
  }
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
public struct DefinedName: WireObject {
  /// `store`, `value`, `function`, `type`, `pipeline`; others may come.
  public var kind: String
  public var name: String
  public var type: String

  public init(kind: String, name: String, type: String) {
    self.kind = kind
    self.name = name
    self.type = type
  }

  public static let schema = ObjectSchema(
    "Definition", doc: "Something that source brought into being.",
    [
      .required("kind", .string, "`store`, `value`, `function`, `type` or `pipeline`; others may come"),
      .required("name", .string, "its name"),
      .required("type", .string, "its Swift type"),
    ])

  public init(members: ObjectReader) throws(ShapeError) {
    kind = try members.required("kind")
    name = try members.required("name")
    type = try members.required("type")
  }

  public func encodeMembers(to writer: inout JSONWriter) {
    writer.field("kind", kind)
    writer.field("name", name)
    writer.field("type", type)
  }
}

/// The value of a bare expression.
public struct EvaluatedValue: WireObject {
  public var name: String
  public var type: String
  public var text: String
  /// Missing where the value has no plain form.
  public var value: JSONValue?

  public init(name: String, type: String, text: String, value: JSONValue?) {
    self.name = name
    self.type = type
    self.text = text
    self.value = value
  }

  public static let schema = ObjectSchema(
    "Value", doc: "The value of a bare expression.",
    [
      .required("name", .string, "the name under which it is kept, such as `$R0`"),
      .required("type", .string, "its Swift type"),
      .required("text", .string, "as Swift's own prompt shows it"),
      .optional("value", .any, "as JSON; missing where it has no plain form, such as a subscription"),
    ])

  public init(members: ObjectReader) throws(ShapeError) {
    name = try members.required("name")
    type = try members.required("type")
    text = try members.required("text")
    value = try members.optional("value")
  }

  public func encodeMembers(to writer: inout JSONWriter) {
    writer.field("name", name)
    writer.field("type", type)
    writer.field("text", text)
    writer.field("value", ifPresent: value)
  }
}

/// Something that could stand at the cursor.
public struct CompletionCandidate: WireObject {
  public var name: String
  public var kind: String
  public var type: String?
  public var detail: String?

  public init(name: String, kind: String, type: String? = nil, detail: String? = nil) {
    self.name = name
    self.kind = kind
    self.type = type
    self.detail = detail
  }

  public static let schema = ObjectSchema(
    "Candidate", doc: "Something that could stand at the cursor.",
    [
      .required("name", .string, "the text to insert"),
      .required("kind", .string, "what it is: `property`, `method`, `store`, `type`, `keyword`, …"),
      .optional("type", .string, "its Swift type"),
      .optional("detail", .string, "what to show beside it"),
    ])

  public init(members: ObjectReader) throws(ShapeError) {
    name = try members.required("name")
    kind = try members.required("kind")
    type = try members.optional("type")
    detail = try members.optional("detail")
  }

  public func encodeMembers(to writer: inout JSONWriter) {
    writer.field("name", name)
    writer.field("kind", kind)
    writer.field("type", ifPresent: type)
    writer.field("detail", ifPresent: detail)
  }
}

/// A piece of source that the daemon keeps.
public struct DeclarationInfo: WireObject {
  public var names: [String]
  public var file: String
  public var line: Int
  public var text: String

  public init(names: [String], file: String, line: Int, text: String) {
    self.names = names
    self.file = file
    self.line = line
    self.text = text
  }

  public static let schema = ObjectSchema(
    "Declaration", doc: "A piece of source that the daemon keeps.",
    [
      .required("names", .list(.string), "what it declares"),
      .required("file", .string, "the name of the source it came in"),
      .required("line", .int, "the line of that source where it begins, from 1"),
      .required("text", .string, "the source itself"),
    ])

  public init(members: ObjectReader) throws(ShapeError) {
    names = try members.required("names")
    file = try members.required("file")
    line = try members.required("line")
    text = try members.required("text")
  }

  public func encodeMembers(to writer: inout JSONWriter) {
    writer.field("names", names)
    writer.field("file", file)
    writer.field("line", line)
    writer.field("text", text)
  }
}
