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

  /// Never waits. What goes wrong is told to `failed`, in a sentence and later.
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

extension Engine {
  /// Each line is an activation of its own, on engine time, with a cause that names what kind of source it came from.
  func lines(of source: LineSource, _ receive: @escaping (LineEvent) -> Void) -> any LineWork {
    guard let system else { preconditionFailure("nothing is granted") }
    let origin = transaction
    let kind = if case .file = source { "file" } else { "command" }
    return system.lines(of: source) { [link] event in
      link.engine?.perform(Cause(by: kind, of: origin?.revision)) { receive(event) }
    }
  }

  /// What was taken back with its transaction is not among them, and what remains is in the journal by now: nobody is told
  /// outside of what did not happen.
  func performEffects() {
    let due = effects
    effects.removeAll(keepingCapacity: true)
    for pending in due {
      system?.perform(pending.effect) { [link] text in
        link.engine?.notify(.trouble(Fault(message: text, location: pending.location)), pending.pipeline)
      }
    }
  }
}
