// program.*: single declarations.

/// The params of methods that name a declaration.
public struct DeclarationName: WireRecord {
  public var name = ""
  public var namespace: String?
  public init() {}
  public init(name: String, namespace: String? = nil) {
    self.name = name
    self.namespace = namespace
  }
  public static let layout = Layout<DeclarationName>([
    .required("name", \.name, "a type, a function or a named value of the program"),
    .optional("namespace", \.namespace, namespaceDoc),
  ])
}

public enum ProgramSource: MethodDefinition {
  public typealias Params = DeclarationName

  public struct Result: WireRecord {
    public var declarations: [DeclarationInfo] = []
    public init() {}
    public static let layout = Layout<Result>([
      .required("declarations", \.declarations, "the declaration of that name, and extensions of it, in order")
    ])
  }

  public static let method = Method(
    "program.source", access: .read, needs: .commits, "Gives the source of one declaration as it was accepted.",
    params: Params.schema,
    result: Result.shape, errors: [.notFound], complexity: "O(declarations)",
    example: .init(
      params: #"{"name":"signup"}"#,
      result: #"{"declarations":[{"names":["signup"],"file":"repl","line":6,"text":"let signup = SignUp()"}]}"#))
}

public enum ProgramRemove: MethodDefinition {
  public typealias Params = DeclarationName

  public struct Result: WireRecord {
    public var rev = 0
    public var removed: [String] = []
    public init() {}
    public static let layout = Layout<Result>([
      .required("rev", \.rev, "the revision afterwards"),
      .required("removed", \.removed, "the names that are gone"),
    ])
  }

  public static let method = Method(
    "program.remove", access: .own, "Takes a declaration out of the program.",
    notes: """
      Refused with `diagnostics` when something else needs it. What stays keeps its values; unnamed results of all \
      sessions end, as with any redefinition.
      """,
    params: Params.schema, result: Result.shape, errors: [.notFound, .diagnostics], complexity: "O(the program)",
    example: .init(params: #"{"name":"signup"}"#, result: #"{"rev":14,"removed":["signup"]}"#))
}
