// program.help: what a name is, and an example of it.

public enum ProgramHelp: MethodDefinition {
  public struct Params: WireRecord {
    public var name = ""
    public var namespace: String?
    public init() {}
    public init(name: String, namespace: String? = nil) {
      self.name = name
      self.namespace = namespace
    }
    public static let layout = Layout<Params>([
      .required(
        "name", \.name,
        "`map`, `Publisher.map`, `Just`, `+`, `guard`; a name of the program, `signup.isValid`; a method or an error of the protocol, `store.set`, `notFound`"
      ),
      .optional("namespace", \.namespace, namespaceDoc),
    ])
  }

  public struct Result: WireRecord {
    public var entries: [HelpEntry] = []
    public init() {}
    public init(entries: [HelpEntry]) { self.entries = entries }
    public static let layout = Layout<Result>([
      .required("entries", \.entries, "what has the name, the likeliest first; at least one")
    ])
  }

  public static let method = Method(
    "program.help", access: .read, "Explains a name: its declarations, one line about it, and an example that runs.",
    notes: """
      A name of the program stands before one of the library. A member may be given alone; then there is an entry for \
      each of the types that are best known for it. The beginning of a name, from three letters on, finds what begins \
      so: one name is explained, and of several there is a line each.
      """,
    params: Params.schema, result: Result.shape, errors: [.notFound], complexity: "O(the library)",
    example: .init(
      params: #"{"name":"signup.isValid"}"#,
      result: #"{"entries":[{"name":"SignUp.isValid","signatures":["var isValid: Bool"]}]}"#))
}

/// What help says of one name.
public struct HelpEntry: WireRecord {
  public var name = ""
  public var signatures: [String] = []
  public var summary: String?
  public var example: String?
  public var output: [String] = []
  public var trial: String?
  public init() {}
  public static let layout = Layout<HelpEntry>(
    "HelpEntry", doc: "What help says of one name.",
    [
      .required("name", \.name, "with the type it belongs to: `Publisher.map`"),
      .required(
        "signatures", \.signatures,
        "the declarations under the name, as Swift writes them; the forms of a word, the params of a method"),
      .optional("summary", \.summary, "one line about it"),
      .optional("example", \.example, "a few lines of Swift that run by themselves"),
      .usually("output", \.output, "the lines that the example prints; of a method, a request and its reply"),
      .optional(
        "try", \.trial,
        "of an operator, what shows it: operators, and marble diagrams in quotes, for `pipe.try`"),
    ])
}
