public import Language

/// Who reads files, runs commands and says which of them a program may reach.
///
/// Everything it calls back is called on the engine's thread, outside of any command.
public protocol System: AnyObject {
  func allows(_ access: Access) -> Bool

  /// `receive` is called as far as lines were asked for; never after the work was cancelled, nor inside a call to it.
  func lines(of source: LineSource, _ receive: @escaping (LineEvent) -> Void) -> any LineWork

  /// Bytes that the process uses.
  var memoryInUse: Int { get }
  /// Has the process give back what it has freed, as far as it can.
  func giveBackMemory()

  /// Never waits. `failed` is called later, with a sentence that says what went wrong.
  func perform(_ effect: Effect, failed: @escaping (String) -> Void)
}

/// An effect that waits for the end of the turn.
struct PendingEffect {
  let effect: Effect
  let pipeline: Pipeline?
  let location: Location
  /// The transaction it belongs to.
  let transaction: Int?
}
