// program.leaks: what nobody can get at any more.

public enum ProgramLeaks: MethodDefinition {
  public typealias Params = ProgramList.Params

  public struct Result: WireRecord {
    public var rev = 0
    public var leaks: [LeakedObject] = []
    public init() {}
    public static let layout = Layout<Result>([
      .required("rev", \.rev, "the revision of the list"),
      .required("leaks", \.leaks, "the objects, in the order of their oldest pipelines"),
    ])
  }

  public static let method = Method(
    "program.leaks", access: .read, "Lists the objects that only pipelines of their own keep alive.",
    notes: """
      Such an object is no store: no name leads to it. A closure in one of its pipelines mostly holds it, where \
      `[weak self]` would not. Removing the pipelines with `pipe.remove` lets it go.
      """,
    params: Params.schema, result: Result.shape, errors: [.validation, .exists],
    complexity: "O(everything the program holds)",
    example: .init(
      params: "{}",
      result: #"""
        {"rev":13,"leaks":[{"type":"Form","pipelines":[{"name":"sink#2","id":2,"state":"live",\#
        "text":"$name.sink { self.count = $0.count }","file":"repl","line":5,"column":11}]}]}
        """#))
}

/// An object that nothing leads to but its own pipelines.
public struct LeakedObject: WireRecord {
  public var type = ""
  public var pipelines: [PipelineInfo] = []
  public init() {}
  public static let layout = Layout<LeakedObject>(
    "Leak", doc: "An object that nothing leads to but its own pipelines.",
    [
      .required("type", \.type, "its class"),
      .required("pipelines", \.pipelines, "those that listen to it"),
    ])
}
