// program.lookup and program.outline: what editors want to know of a text.

public enum ProgramLookup: MethodDefinition {
  public typealias Params = ProgramComplete.Params

  public struct Result: WireRecord {
    public var start = 0
    public var end = 0
    public var name = ""
    public var kind = ""
    public var type: String?
    public var signatures: [String] = []
    public var summary: String?
    public var definition: SourcePlace?

    public init() {}

    public static let layout = Layout<Result>([
      .required("start", \.start, "where the name begins, in UTF-8 bytes"),
      .required("end", \.end, "where it ends"),
      .required("name", \.name, "the name"),
      .required("kind", \.kind, "what it is, as `program.complete` and `program.outline` say it"),
      .optional("type", \.type, "its Swift type"),
      .required("signatures", \.signatures, "the declarations that may be meant, as Swift writes them"),
      .optional("summary", \.summary, "what help or the comment above it says of it, in one line"),
      .optional(
        "definition", \.definition, "where the program or the text declares it; missing for what the library has"),
    ])
  }

  public static let method = Method(
    "program.lookup", access: .read, "Says what the name at a place in Swift source refers to.",
    notes: """
      The source need not be whole, nor right. Its own names stand before those of the program, and these before the \
      library's. Nothing is run, and the program stays as it is.
      """,
    params: Params.schema, result: Result.shape, errors: [.notFound, .invalidParams],
    complexity: "O(source + names in scope)",
    example: .init(
      params: #"{"source":"signup.username","offset":9}"#,
      result: #"""
        {"start":7,"end":15,"name":"username","kind":"property","type":"String",\#
        "signatures":["var username: String"],\#
        "definition":{"file":"repl","line":2,"column":18,"endLine":2,"endColumn":26}}
        """#))
}

/// A piece of a file.
public struct SourcePlace: WireRecord {
  public var file = ""
  public var line = 0
  public var column = 0
  public var endLine = 0
  public var endColumn = 0

  public init() {}

  public static let layout = Layout<SourcePlace>(
    "SourcePlace", doc: "A piece of a file. Lines and columns count from 1, columns in UTF-8 bytes.",
    [
      .required("file", \.file, "the name of the source, as whoever sent it said"),
      .required("line", \.line, "where it begins"),
      .required("column", \.column, "where it begins"),
      .required("endLine", \.endLine, "where it ends"),
      .required("endColumn", \.endColumn, "just past its end"),
    ])
}

public enum ProgramOutline: MethodDefinition {
  public struct Params: WireRecord {
    public var source = ""
    public init() {}
    public init(source: String) { self.source = source }
    public static let layout = Layout<Params>([.required("source", \.source, "Swift source")])
  }

  public struct Result: WireRecord {
    public var symbols: [OutlineSymbol] = []
    public init() {}
    public static let layout = Layout<Result>([
      .required("symbols", \.symbols, "the declarations at top level and the members of types, in order")
    ])
  }

  public static let method = Method(
    "program.outline", access: .read, needs: .program, "Lists what Swift source declares, and where.",
    notes: "The source need not be right: it is read, and not checked.",
    params: Params.schema, result: Result.shape, complexity: "O(source)",
    example: .init(
      params: #"{"source":"let x = 1"}"#,
      result: #"""
        {"symbols":[{"name":"x","kind":"value","depth":0,"detail":"let x","start":0,"end":9,"nameStart":4,"nameEnd":5}]}
        """#))
}

/// A declaration of a text.
public struct OutlineSymbol: WireRecord {
  public var name = ""
  public var kind = ""
  public var depth = 0
  public var detail = ""
  public var start = 0
  public var end = 0
  public var nameStart = 0
  public var nameEnd = 0

  public init() {}

  public static let layout = Layout<OutlineSymbol>(
    "Symbol", doc: "A declaration of a text. Places are UTF-8 bytes from its beginning.",
    [
      .required("name", \.name, "its name; of an extension the type"),
      .required(
        "kind", \.kind,
        "`class`, `struct`, `enum`, `actor`, `protocol`, `extension`, `function`, `method`, `initializer`, `subscript`, "
          + "`value`, `property`, `case` or `alias`"),
      .required("depth", \.depth, "how many types it stands in: members follow their type"),
      .required("detail", \.detail, "what is written before its body or value, in one line"),
      .required("start", \.start, "where it begins"),
      .required("end", \.end, "where it ends"),
      .required("nameStart", \.nameStart, "where its name begins"),
      .required("nameEnd", \.nameEnd, "where its name ends"),
    ])
}
