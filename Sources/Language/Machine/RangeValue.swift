/// A range of integers, for loops: no collection of its elements is made.
struct RangeValue {
  private let lower: Int
  /// `nil`: without end.
  private let end: Int?
  private let holdsLast: Bool

  init?(_ record: Record) {
    guard record.type.library != nil, let bounds = Elements.bounds(record) else { return nil }
    (lower, end) = bounds
    holdsLast = Elements.holdsLastInteger(record)
  }

  /// Calls back with each element until it answers false.
  func forEach(_ body: (Value) throws(Abort) -> Bool) throws(Abort) {
    var index = lower
    while end.map({ index < $0 }) ?? true {
      // As Swift's: the next one is computed before this one is given.
      let (next, isOverflown) = index.addingReportingOverflow(1)
      if isOverflown { throw .overflow }
      if !(try body(.int(index))) { return }
      index = next
    }
    if holdsLast { _ = try body(.int(.max)) }
  }
}
