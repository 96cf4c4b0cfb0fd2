// Whether to look again before going to sleep.
//
// Being woken costs more than a whole turn: on a virtual machine the processor has to come back from its idle state, 20 to
// 40 µs (measured: set-to-notification 64 µs with sleeping, 36 µs without; the turn itself takes 10). So while somebody is
// in conversation with us, question after answer after question, we look for the next question for a moment instead of
// sleeping at once. The moment is as long as it may be that such a conversation pauses, and one pause that was longer ends
// the habit: an idle daemon sleeps, and one that is asked every millisecond sleeps as well.

/// Decides from the waits so far how long the next one may look without sleeping.
struct Eagerness {
  /// The longest wait that counts as conversation, and how long to look. Of the order of what being woken costs, so that
  /// looking in vain at most doubles it.
  static let shortWaitMax: Int64 = 80_000
  /// So many short waits in a row make a conversation.
  static let habitAfter = 8

  private var shortWaits = 0
  private let isAllowed: Bool

  /// - Parameter processors: with a single one, looking would keep whoever is to speak from running.
  init(processors: Int) { isAllowed = processors > 1 }

  /// How long to look before sleeping, in nanoseconds; 0 most of the time.
  var lookFor: Int64 { isAllowed && shortWaits >= Self.habitAfter ? Self.shortWaitMax : 0 }

  /// Takes note of a wait: how long it was, and whether something came.
  mutating func note(waited nanoseconds: Int64, somethingCame: Bool) {
    if somethingCame, nanoseconds < Self.shortWaitMax {
      shortWaits = min(shortWaits + 1, Self.habitAfter)
    } else {
      shortWaits = 0
    }
  }
}
