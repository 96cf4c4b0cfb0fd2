/// A part of an array that was given others in its place, where it is.
///
/// What is known of such a change does for all that is done at a write: the value before can be had again, and the plain
/// form of the one after is made of that of the one before. Neither costs more in a longer list.
public struct ElementEdit {
  public var place: Int
  public var removed: [Value]
  public var added: [Value]

  /// Whether nothing is another than before.
  var changesNothing: Bool {
    removed.count == added.count && zip(removed, added).allSatisfy { $0.isIdentical(to: $1) }
  }

  func undo(in elements: inout [Value]) {
    // Those of another list than the one that was edited stay as they are.
    guard place + added.count <= elements.count else { return }
    elements.replaceSubrange(place..<place + added.count, with: removed)
  }
}

/// A part of an array, and what is to be there.
public typealias ListPart = (range: Range<Int>, elements: [Value])

extension Value {
  /// What an array was before edits, which were made one after the other. O(count).
  public func undone(_ edits: [ElementEdit]) -> Value {
    guard case .array(var elements) = self else { return self }
    for edit in edits.reversed() { edit.undo(in: &elements) }
    return .array(elements)
  }
}

extension PortableValue {
  /// Whether a list is another than before, at a glance.
  func differs(from older: PortableValue) -> Bool {
    guard case .list(let list) = self, case .list(let older) = older else { return true }
    return !list.regions(from: older).isEmpty
  }

  /// The plain form after edits of the value that this is the form of.
  /// - Returns: nil if it has to be made anew.
  func edited(by edits: [ElementEdit], within bytes: Int) -> PortableValue? {
    guard case .list(var list) = self, list.isLong else { return nil }
    for edit in edits {
      var added: [PortableValue] = []
      for element in edit.added {
        guard case .plain(let form) = element.plainForm(within: bytes, depth: 1) else { return nil }
        added.append(form)
      }
      guard edit.place + edit.removed.count <= list.count else { return nil }
      list.replaceSubrange(edit.place..<edit.place + edit.removed.count, with: added)
    }
    return .list(list)
  }
}
