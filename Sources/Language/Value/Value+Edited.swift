/// The plain form of a long list that was made of another, of the parts in which the two differ.
///
/// A list of a hundred thousand elements takes a tenth of a second to be made plain data; to find the one element that is
/// not the object it was takes less than a thousandth of that for each thousand.

/// A part of an array, and what is in its place in a newer one.
struct ArrayChange {
  var old: Range<Int>
  var new: Range<Int>
}

extension [Value] {
  /// How far a place is looked for at which two arrays go on alike.
  private static let reach = 8

  /// Where it differs from an older one, from left to right; nil where that is more than an eighth. O(count), and quick
  /// where elements share their storage.
  func changes(from old: [Value]) -> [ArrayChange]? {
    var changes: [ArrayChange] = []
    var left = count / 8
    var (from, to) = (0, 0)
    while true {
      while from < old.count, to < count, old[from].isIdentical(to: self[to]) { (from, to) = (from + 1, to + 1) }
      if from == old.count, to == count { return changes }
      let (skipped, added) = meeting(old, from, to) ?? untilCommonEnd(old, from, to)
      left -= skipped + added
      guard left >= 0 else { return nil }
      changes.append(ArrayChange(old: from..<from + skipped, new: to..<to + added))
      (from, to) = (from + skipped, to + added)
    }
  }

  /// The fewest elements to leave out of both after which two are the same.
  private func meeting(_ old: [Value], _ from: Int, _ to: Int) -> (Int, Int)? {
    for sum in 1...2 * Self.reach {
      for skipped in Swift.max(0, sum - Self.reach)...Swift.min(sum, Self.reach) {
        let (place, other) = (from + skipped, to + sum - skipped)
        guard place < old.count, other < count, old[place].isIdentical(to: self[other]) else { continue }
        return (skipped, sum - skipped)
      }
    }
    return nil
  }

  private func untilCommonEnd(_ old: [Value], _ from: Int, _ to: Int) -> (Int, Int) {
    var (end, newEnd) = (old.count, count)
    while end > from, newEnd > to, old[end - 1].isIdentical(to: self[newEnd - 1]) {
      (end, newEnd) = (end - 1, newEnd - 1)
    }
    return (end - from, newEnd - to)
  }
}

extension Value {
  /// - Parameters:
  ///   - before: the older list, whose plain form is `plain`.
  ///   - bytes: for each element.
  /// - Returns: nil if it has to be made anew, as it is no long list or is another one.
  func plainForm(after before: Value, _ plain: PortableValue, within bytes: Int) -> (PortableValue, isChanged: Bool)? {
    guard case .list(let list) = plain, list.isLong, case .array(let old) = before, case .array(let new) = self,
      old.count == list.count, let changes = new.changes(from: old)
    else { return nil }
    var edited = list
    for change in changes {
      var added: [PortableValue] = []
      for element in new[change.new] {
        guard case .plain(let form) = element.plainForm(within: bytes, depth: 1) else { return nil }
        added.append(form)
      }
      let place = change.new.lowerBound
      edited.replaceSubrange(place..<place + change.old.count, with: added)
    }
    return (.list(edited), !changes.isEmpty)
  }
}
