internal import EventLoop
internal import Language

/// Lets the library be read ahead while nobody asks for anything, a part at a time.
final class ReadingAhead {
  private let loop: EventLoop
  private let library: SharedLibrary
  private var part = 0
  /// How often the loop had turned when it was last looked.
  private var turns = 0
  private var timer: LoopTimer?

  /// How long nothing must have happened before it begins, or goes on after something has.
  private static let rest = Duration.milliseconds(100)
  /// Between two parts, for whoever comes.
  private static let gap = Duration.milliseconds(5)

  init(_ library: SharedLibrary, on loop: EventLoop) {
    self.loop = loop
    self.library = library
    look(after: Self.rest)
  }

  private func look(after delay: Duration) {
    turns = loop.turnTimes.count
    timer = loop.after(delay) { [weak self] in self?.goOn() }
  }

  private func goOn() {
    // One turn is that of its own timer.
    guard loop.turnTimes.count - turns <= 1 else { return look(after: Self.rest) }
    guard library.readAhead(part) else { return timer = nil }
    part += 1
    look(after: Self.gap)
  }
}
