/// One live chain, seen from its end: a `sink` or an `assign` and what feeds it.
public final class Pipeline {
  public enum State {
    case live
    case finished
    case cancelled
    case failed(Fault)
  }

  /// Unique in its program, in the order of creation.
  public let id: Int
  /// Where the chain's terminal stands in the source.
  public let location: Location
  /// The id of the session whose statement made it; empty for one that a timer or a client's write made.
  public let definedIn: String
  /// The chain as written.
  public let text: String
  public internal(set) var state: State = .live

  /// `signup.isValid` for a chain that assigns to a property of a store, the variable's name for a named
  /// subscription, `$R0` for an unnamed one, else what the chain ends in and its number.
  public var name: String {
    if let givenName { return givenName }
    if let owner, let property = ownerProperty { return "\(owner.displayName).\(property)" }
    return "\(terminal)#\(id)"
  }

  var givenName: String?
  weak var owner: Instance?
  var ownerProperty: String?
  let terminal: String

  init(id: Int, location: Location, text: String, terminal: String, definedIn: String) {
    self.id = id
    self.definedIn = definedIn
    self.location = location
    self.text = text
    self.terminal = terminal
  }
}
