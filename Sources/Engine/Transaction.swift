import Language

/// What one activation has written so far.
///
/// An activation is a client's write, a statement, or a timer; everything it sets off synchronously belongs to it.
/// Transactions do not nest: what starts one while another is open (a `send` within a `sink`) joins it.
final class Transaction {
  struct Write {
    let object: Instance
    let slot: Int
    let old: Value
  }

  /// Distinguishes transactions in `Property.writtenIn`.
  let number: Int
  var cause: Cause
  /// Every write, in order: the undo log.
  var writes: [Write] = []
  /// Written properties of stores, in order of first write.
  var touched: [Property] = []
  /// Stores that came to be, whose values are news.
  var created: [Store] = []
  /// Paths that ceased to be.
  var removed: [Property] = []
  /// Objects held by stores that were replaced: the store, the slot, and the object that was there.
  var replaced: [(store: Store, slot: Int, child: Store)] = []
  /// The revision it was committed as: timers it set name it as their cause.
  var revision: Int?
  /// Whether a commit is made even if nothing differs.
  var isForced = false

  init(number: Int, cause: Cause) {
    self.number = number
    self.cause = cause
  }
}
