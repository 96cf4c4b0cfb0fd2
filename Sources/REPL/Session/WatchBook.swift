// What a session is subscribed to, under the names it gave its subscriptions.

struct WatchBook {
  struct Watch: Equatable {
    /// On the wire.
    var name: String
    /// As it was asked for: the paths, with spaces between them.
    var pattern: String
    /// Values of the first snapshot that were left out, since there were too many.
    var hidden = 0
    var shown = 0
    var isReady = false
  }

  private(set) var watches: [Watch] = []
  private var lastNumber = 0
  /// Whether everything is followed, with its causes.
  var isTailing = false

  static let tailName = "tail"

  mutating func add(_ pattern: String) -> String {
    lastNumber += 1
    let name = "watch\(lastNumber)"
    watches.append(Watch(name: name, pattern: pattern))
    return name
  }

  /// Forgets a watch; returns what it watched.
  mutating func remove(_ name: String) -> String? {
    guard let index = watches.firstIndex(where: { $0.name == name }) else { return nil }
    return watches.remove(at: index).pattern
  }

  func named(pattern: String) -> Watch? { watches.first { $0.pattern == pattern } }

  mutating func update(_ name: String, _ change: (inout Watch) -> Void) {
    if let index = watches.firstIndex(where: { $0.name == name }) { change(&watches[index]) }
  }

  func watch(_ name: String) -> Watch? { watches.first { $0.name == name } }
}
