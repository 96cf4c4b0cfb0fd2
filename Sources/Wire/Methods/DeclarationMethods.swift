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
  public struct Params: WireRecord {
    public var name: String?
    public var namespace: String?
    public var everything = false
    public init() {}
    public init(name: String, namespace: String? = nil) {
      self.name = name
      self.namespace = namespace
    }
    public static let layout = Layout<Params>([
      .optional("name", \.name, "a type, a function or a named value of the program"),
      .optional("namespace", \.namespace, namespaceDoc),
      .usually(
        "everything", \.everything,
        "in place of a name: all that is declared in the namespace, but for what providers that are connected declare"),
    ])
  }

  public struct Result: WireRecord {
    public var rev = 0
    public var removed: [String] = []
    public var kept: [String]?
    public init() {}
    public static let layout = Layout<Result>([
      .required("rev", \.rev, "the revision afterwards"),
      .required("removed", \.removed, "the names that are gone"),
      .optional("kept", \.kept, "with `everything`: the names that are left, if any are"),
    ])
  }

  public static let method = Method(
    "program.remove", access: .own, changes: .state, "Takes a declaration out of the program, or all.",
    notes: """
      Refused with `diagnostics` when something else needs it. What stays keeps its values; unnamed results of all \
      sessions end, as with any redefinition. All are taken out at once, whatever needs which; what a provider needs that \
      is connected stays.
      """,
    params: Params.schema, result: Result.shape, errors: [.notFound, .diagnostics, .exists, .validation],
    complexity: "O(the program)",
    example: .init(params: #"{"name":"signup"}"#, result: #"{"rev":14,"removed":["signup"]}"#))
}
