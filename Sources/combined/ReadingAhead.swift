internal import EventLoop
internal import Language

/// Lets the library be read ahead while nobody asks for anything, a part at a time.
final class ReadingAhead {
  private let loop: EventLoop
  private let library: SharedLibrary
  /// In the middle of a part.
  private let lookAfterOthers: () -> Void
  private var part = 0
  /// How often the loop had turned when it was last looked.
  private var turns = 0

  /// How long nothing must have happened before it begins, or goes on after something has.
  private static let rest = Duration.milliseconds(100)
  /// Between two parts, for whoever comes.
  private static let gap = Duration.milliseconds(5)

  private init(_ library: SharedLibrary, on loop: EventLoop, _ lookAfterOthers: @escaping () -> Void) {
    self.loop = loop
    self.library = library
    self.lookAfterOthers = lookAfterOthers
  }

  /// Its timer keeps it until all is read.
  static func begin(_ library: SharedLibrary, on loop: EventLoop, _ lookAfterOthers: @escaping () -> Void) {
    ReadingAhead(library, on: loop, lookAfterOthers).look(after: rest)
  }

  private func look(after delay: Duration) {
    turns = loop.turnTimes.count
    _ = loop.after(delay) { [self] in goOn() }
  }

  private func goOn() {
    // One turn is that of its own timer.
    guard loop.turnTimes.count - turns <= 1 else { return look(after: Self.rest) }
    guard library.readAhead(part, lookAfterOthers) else { return }
    part += 1
    look(after: Self.gap)
  }
}
