/// One method: its params and result as types, and its entry in the table.
///
/// Adding a method is one file with such a definition in this folder, and its line in `MethodTable.definitions`.
public protocol MethodDefinition: Sendable {
  associatedtype Params: WireObject
  associatedtype Result: WireCodable & Hashable & Sendable
  static var method: Method { get }
}

/// What a method needs: each includes those before it.
public enum Access: Int, Comparable, Sendable {
  /// Looks and listens.
  case read
  /// Changes values.
  case write
  /// Runs source, and rules the daemon.
  case own

  public static func < (left: Access, right: Access) -> Bool { left.rawValue < right.rawValue }

  /// The least role that has it.
  public var role: String {
    switch self {
    case .read: "viewer"
    case .write: "writer"
    case .own: "owner"
    }
  }
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
  /// What its client must be allowed to do.
  public var access: Access { Access.needed[name] ?? .read }
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
    _ name: String, since: String = "0.1", _ summary: String, notes: String = "", params: ObjectSchema, result: Shape,
    errors: [ErrorCode] = [], isAsync: Bool = false, direction: Direction = .toDaemon, complexity: String,
    example: Example
  ) {
    self.name = name
    self.since = since
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
public struct Nothing: WireObject {
  public static let schema = ObjectSchema([])
  public init() {}
  public init(members: ObjectReader) {}
  public func encodeMembers(to writer: inout JSONWriter) {}
}

extension Access {
  /// The methods that do more than look.
  fileprivate static let needed: [String: Access] = [
    "store.set": .write, "store.patch": .write, "store.call": .write, "store.reset": .write, "tx.commit": .write,
    "bus.post": .write,
    "program.eval": .own, "program.remove": .own, "pipe.define": .own, "pipe.remove": .own, "pipe.pause": .own,
    "pipe.resume": .own, "pipe.step": .own, "clock.use": .own, "clock.advance": .own, "clock.run": .own,
    "server.kick": .own, "server.config": .own, "server.shutdown": .own, "http.stub": .own, "http.clear": .own,
  ]
}
