public import Language

/// Where the engine keeps what must outlive it. The engine declares it; `Journal` implements it on SQLite.
///
/// Called on the engine's thread only. `append` is called at most once per turn of the loop, with everything that turn
/// committed; no reply of the turn leaves before it returns. An error from it poisons the engine: nothing of the turn
/// was acknowledged, and every later command is answered with the reason.
public protocol JournalStorage: AnyObject {
  /// Everything that was kept, read once at start. An empty journal gives `JournalContents.empty`.
  func load() throws -> JournalContents

  /// Keeps all records, in order, as one database transaction, and returns when they are durable.
  ///
  /// The commits of one call are consecutive, so an implementation may store them as one row; only the last value of a
  /// path in the call needs to reach the table of current values.
  func append(_ records: [JournalRecord]) throws

  /// Commits with a revision greater than `revision`, oldest first, at most `limit`: for subscriptions that resume from
  /// further back than the engine's memory reaches. Empty when nothing that old is kept.
  func commits(after revision: Int, limit: Int) throws -> [CommitRecord]

  /// The same, and no more once their values have about so many bytes: at least one, if there is one.
  func commits(after revision: Int, limit: Int, bytes: Int) throws -> [CommitRecord]

  /// The oldest revision that `commits(after:limit:)` can still give; `nil` when the log is empty.
  var oldestRevision: Int? { get }

  /// How many commits it keeps at most.
  var commitsKept: Int { get }
}

extension JournalStorage {
  public var commitsKept: Int { .max }

  public func commits(after revision: Int, limit: Int, bytes: Int) throws -> [CommitRecord] {
    try commits(after: revision, limit: limit)
  }
}

/// One thing to keep. Nearly all are commits: what is larger is in a box, so that passing one on takes one reference.
public enum JournalRecord: Equatable, Sendable {
  /// The history's name. Written first in a new journal; a second one starts a history that cannot be resumed from.
  case epoch(String)
  case commit(CommitRecord)
  /// A declaration was accepted; one with the same `order` replaces it.
  indirect case declare(DeclarationRecord)
  /// The declaration with this order is gone.
  case withdraw(order: Int)
  /// The value at this path is gone (its store or property no longer exists).
  case forget(path: String)
  /// The value at this path is kept although a commit says that it is gone: its name is declared and not there.
  indirect case keep(KeptValue)
  /// What a name holds that is no property of a store, or no data: see `HeldValue`; or, for an owner, what is over of its work:
  /// see `OverWork`. `nil`: nothing that is kept.
  indirect case hold(path: String, value: PortableValue?)
  /// So many nanoseconds is the calendar that is shown ahead of the machine's; the last one counts.
  case lead(Int)
}

/// One commit, as history keeps it. A reference, since the log, the journal and everybody who hears of it hold the same one.
public final class CommitRecord: Equatable, Sendable {
  public let revision: Int
  /// Nanoseconds since 1970, engine time.
  public let at: Int
  public let cause: Cause
  public let changes: [Change]
  /// What followed from what within it, as long as that is remembered: storage does not keep it.
  public let links: [WriteLink]?

  public init(
    revision: Int, at: Int, cause: Cause, changes: [Change], links: [WriteLink]? = nil
  ) {
    self.revision = revision
    self.at = at
    self.cause = cause
    self.changes = changes
    self.links = links
  }

  public static func == (left: CommitRecord, right: CommitRecord) -> Bool {
    left === right
      || (left.revision == right.revision && left.at == right.at && left.cause == right.cause
        && left.changes == right.changes)
  }

  public struct Change: Equatable, Sendable {
    public var path: String
    /// `nil`: the path was removed.
    public var value: PortableValue?
    public var old: PortableValue?
    /// How often this path has changed, this change included; starts at 1.
    public var version: Int
    /// Whether the property announced its changes to clients then: what is gone cannot be asked any more.
    public var isWatchable: Bool

    public init(
      path: String, value: PortableValue?, old: PortableValue?, version: Int, isWatchable: Bool = true
    ) {
      self.path = path
      self.value = value
      self.old = old
      self.version = version
      self.isWatchable = isWatchable
    }
  }
}

/// Why a commit happened.
public struct Cause: Equatable, Sendable {
  /// The session that asked, or `"timer"`, or `"engine"`.
  public var by: String
  /// The request's id as JSON text, where a request asked.
  public var request: String?
  /// The revision this one follows from.
  public var of: Int?
  /// The pipelines it came through, nearest last.
  public var via: [String]
  /// What the writer said about it.
  public var note: String?
  /// The method of the protocol that asked.
  public var method: String?
  /// The program whose session it was.
  public var client: Client?
  /// What a write that a client asks for does not have. Apart, since there is one of these for each commit that memory holds, and
  /// each copy takes a reference to every part of it.
  private var further: Further?

  /// The statement, as far as it is remembered.
  public var text: String? {
    get { further?.parts.text }
    set { change { $0.text = newValue } }
  }
  /// Where the statement stands: `setup.swift:3`.
  public var place: String? {
    get { further?.parts.place }
    set { change { $0.place = newValue } }
  }
  /// Where the task was made that went on with it.
  public var task: Location? {
    get { further?.parts.task }
    set { change { $0.task = newValue } }
  }
  /// What came from outside and set it off: `GET https://example.com/books`.
  public var awaited: String? {
    get { further?.parts.awaited }
    set { change { $0.awaited = newValue } }
  }
  /// What it goes back to, if that is not what asks here. Storage keeps it where nothing between the two was committed.
  public var asked: Asked? {
    get { further?.parts.asked }
    set { change { $0.asked = newValue } }
  }
  /// Which change of the commit that it follows from set it off, as long as that is remembered: storage does not keep it.
  public var ofPath: String? {
    get { further?.parts.ofPath }
    set { change { $0.ofPath = newValue } }
  }

  private struct FurtherParts: Equatable {
    var text: String?
    var place: String?
    var task: Location?
    var awaited: String?
    var asked: Asked?
    var ofPath: String?
  }

  private final class Further: Equatable, Sendable {
    let parts: FurtherParts

    init(_ parts: FurtherParts) { self.parts = parts }

    static func == (left: Further, right: Further) -> Bool { left === right || left.parts == right.parts }
  }

  private mutating func change(_ body: (inout FurtherParts) -> Void) {
    let before = further?.parts ?? FurtherParts()
    var parts = before
    body(&parts)
    if parts != before { further = parts == FurtherParts() ? nil : Further(parts) }
  }

  public init(
    by: String, request: String? = nil, of: Int? = nil, via: [String] = [], note: String? = nil, method: String? = nil,
    client: Client? = nil, asked: Asked? = nil
  ) {
    self.by = by
    self.request = request
    self.of = of
    self.via = via
    self.note = note
    self.method = method
    self.client = client
    further = asked.map { Further(FurtherParts(asked: $0)) }
  }

  /// Who a session said it is. A reference, since all causes of the session hold the same one.
  public final class Client: Equatable, Sendable {
    public let name: String
    public let pid: Int?

    public init(name: String, pid: Int?) {
      self.name = name
      self.pid = pid
    }

    public static func == (left: Client, right: Client) -> Bool {
      left === right || left.name == right.name && left.pid == right.pid
    }
  }

  /// The beginning of a chain of causes. A reference, since all that follows from it holds the same one.
  public final class Asked: Equatable, Sendable {
    public let cause: Cause
    /// Nanoseconds since 1970, engine time.
    public let at: Int

    public init(_ cause: Cause, at: Int) {
      self.cause = cause
      self.at = at
    }

    public static func == (left: Asked, right: Asked) -> Bool {
      left === right || left.at == right.at && left.cause == right.cause
    }
  }
}

/// Within one commit: what was written in the middle of another write, or by a pipeline.
public struct WriteLink: Equatable, Sendable {
  public let effect: String
  public let cause: String?
  public let via: String?
}

/// A piece of accepted source: a type, a function, an extension, a named value.
public struct DeclarationRecord: Equatable, Sendable {
  /// Its place in the order of evaluation; unique, may have holes.
  public var order: Int
  /// The namespace it belongs to; empty for the one without a name.
  public var namespace: String
  public var names: [String]
  public var file: String
  /// The line of `file` where `text` begins.
  public var line: Int
  public var text: String
  /// Whether it comes from a script, whose statements run in their order. In the other files of a program a value is made
  /// when it is first needed.
  public var isScript: Bool

  public init(
    order: Int, namespace: String = "", names: [String], file: String, line: Int, text: String, isScript: Bool = true
  ) {
    self.order = order
    self.namespace = namespace
    self.names = names
    self.file = file
    self.line = line
    self.text = text
    self.isScript = isScript
  }

  /// Its names as everybody else finds them.
  public var paths: [String] { names.map { namespace.isEmpty ? $0 : namespace + "." + $0 } }
}

/// The value a path had, with when it came to be.
public struct KeptValue: Equatable, Sendable {
  public var path: String
  public var value: PortableValue
  public var revision: Int
  public var at: Int
  public var version: Int

  public init(path: String, value: PortableValue, revision: Int, at: Int, version: Int) {
    self.path = path
    self.value = value
    self.revision = revision
    self.at = at
    self.version = version
  }
}

/// What a journal holds when it is opened.
public struct JournalContents: Equatable, Sendable {
  public var epoch: String?
  /// The revision of the last commit; 0 when there is none.
  public var revision: Int
  /// In order.
  public var declarations: [DeclarationRecord]
  public var values: [KeptValue]
  /// What top-level names hold, and which objects are where, by path.
  public var variables: [String: PortableValue]
  /// How far the calendar that was shown was ahead of the machine's.
  public var lead = 0
  /// The machine may have lost commits that were delivered to clients: what comes now is another history.
  public var mayHaveLost = false
  /// What is known to be lost, for people.
  public var damage: String?

  public init(
    epoch: String?, revision: Int, declarations: [DeclarationRecord], values: [KeptValue],
    variables: [String: PortableValue] = [:]
  ) {
    self.epoch = epoch
    self.revision = revision
    self.declarations = declarations
    self.values = values
    self.variables = variables
  }

  public static let empty = JournalContents(epoch: nil, revision: 0, declarations: [], values: [])
}
