import Foundation
package import Language

/// Libraries for tests that run one after the other: what a library declares is found out once, and not for every test,
/// where it is most of what a small one costs. That nothing of a program stays in one is tested with it.
package enum LibraryPool {
  private static let lock = NSLock()
  /// Under the lock.
  nonisolated(unsafe) private static var unused: [SharedLibrary.Unused] = []

  /// One that nobody else uses until the last program with it has gone.
  package static func take() -> SharedLibrary {
    if let known = lock.withLock({ unused.popLast() }) { return SharedLibrary(known, keep: giveBack) }
    return SharedLibrary(keep: giveBack)
  }

  private static func giveBack(_ library: SharedLibrary.Unused) { lock.withLock { unused.append(library) } }
}
