// Whether everything goes when it is over.

import Combine
import Synchronization

/// Runs `body`, cancels what it has left running, and returns what is still there of the `ManualPublisher`s and
/// `RecordingSubscriber`s that it made: normally nothing, since whatever has ended lets go of both sides. A leak in an
/// operator holds one of them.
///
/// Objects that `body` makes on other threads than those of its task are not seen. With Swift Testing this makes a trait:
/// `TestScoping.provideScope` calls `leftovers` around a test and expects an empty result.
/// - Returns: the types of what was not released.
public func leftovers(
  isolation: isolated (any Actor)? = #isolation, of body: () async throws -> Void
) async rethrows -> [String] {
  let census = Census()
  try await Census.$current.withValue(census) { try await body() }
  return census.close()
}

/// Who is there. The testing kit's objects report themselves when they are made.
final class Census: Sendable {
  @TaskLocal static var current: Census?

  /// The references are used by the task that owns the census, after its body.
  private struct Entry: Sendable {
    nonisolated(unsafe) weak var object: AnyObject?
    let name: String
    nonisolated(unsafe) let end: (AnyObject) -> Void
  }

  private let entries = Mutex<[Entry]>([])

  /// Counts `object` in. `end` stops what it does, when the scope is over.
  static func add<Object: AnyObject>(_ object: Object, end: @escaping (Object) -> Void) {
    guard let current else { return }
    let entry = Entry(object: object, name: "\(Object.self)") { if let object = $0 as? Object { end(object) } }
    current.entries.withLock { $0.append(entry) }
  }

  /// Ends what still runs, and returns who stays.
  func close() -> [String] {
    let entries = entries.withLock { $0 }
    for entry in entries { if let object = entry.object { entry.end(object) } }
    return entries.filter { $0.object != nil }.map(\.name)
  }
}
