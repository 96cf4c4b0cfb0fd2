/// One method: its params and result as types, and its entry in the table.
///
/// How to add one: "Anatomy of a method" in `Sources/README.md`.
public protocol MethodDefinition: Sendable {
  associatedtype Params: WireRecord
  associatedtype Result: WireCodable & Hashable & Sendable
  static var method: Method { get }
}

/// What a client must be allowed to do: each includes those before it.
public enum AccessLevel: Int, Comparable, Sendable {
  /// Looks and listens.
  case read
  /// Changes values, at the paths that the parameters name: those with the shape `.path(.writes)`.
  case write
  /// Changes values anywhere: more than a writer of some paths may.
  case writeAnywhere
  /// Runs source, and rules the daemon.
  case own

  public static func < (left: AccessLevel, right: AccessLevel) -> Bool { left.rawValue < right.rawValue }

  /// The least role that has it.
  public var role: String {
    switch self {
    case .read: "viewer"
    case .write, .writeAnywhere: "writer"
    case .own: "owner"
    }
  }
}

/// What a method needs in order to be answered: what needs less need not wait for what runs.
public enum MethodNeed: Sendable {
  /// Nothing of stores and programs.
  case nothing
  /// What is committed. It is answered as it is, also while a program is about to change it.
  case commits
  /// The program: one after the other, in the order in which they came.
  case program
}

/// What a method can change. What makes a record of a session, and who tells of requests that changed nothing, goes by it.
public enum MethodChange: Sendable {
  /// It only looks, or is about its own connection.
  case nothing
  /// What is no value: pipelines, the clock, stubs, drafts.
  case state
  case values
}

/// What documents, help and completion say of a method.
public struct Method: Sendable {
  public enum Direction: Sendable {
    case toDaemon
    /// Either side may ask the other.
    case both
  }

  /// `noun.verb`.
  public var name: String
  /// The protocol's version and the daemon's in which it came.
  public var since: String
  /// One line.
  public var summary: String
  /// Paragraphs of Markdown.
  public var notes: String
  public var params: ObjectSchema
  public var result: Shape
  /// The errors of its own; every method can answer with those of JSON-RPC, `overloaded` and `shuttingDown`.
  public var errors: [ErrorCode]
  /// Whether its reply may come later than replies to newer requests.
  public var isAsync: Bool
  public var direction: Direction
  /// What it costs the daemon.
  public var complexity: String
  /// What its client must be allowed to do, whatever the parameters are. Which paths they write, and which of them are
  /// source that is run, say their shapes.
  public var access: AccessLevel
  public var needs: MethodNeed
  public var changes: MethodChange
  public var example: Example

  /// The params and the result of one call, as JSON.
  public struct Example: Sendable {
    public var params: String
    public var result: String

    public init(params: String, result: String) {
      self.params = params
      self.result = result
    }
  }

  public init(
    _ name: String, since: String = "0.1", access: AccessLevel, needs: MethodNeed = .program,
    changes: MethodChange = .nothing, _ summary: String,
    notes: String = "",
    params: ObjectSchema, result: Shape,
    errors: [ErrorCode] = [], isAsync: Bool = false, direction: Direction = .toDaemon, complexity: String,
    example: Example
  ) {
    self.name = name
    self.since = since
    self.access = access
    self.needs = needs
    self.changes = changes
    self.summary = summary
    self.notes = notes
    self.params = params
    self.result = result
    self.errors = errors
    self.isAsync = isAsync
    self.direction = direction
    self.complexity = complexity
    self.example = example
  }
}

/// The params of a method that takes none, and the result of one that has nothing to say: `{}`.
public struct Nothing: WireRecord {
  public init() {}
  public static let layout = Layout<Nothing>([])
}
