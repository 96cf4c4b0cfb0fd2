// A long list that was edited is kept as the edits. Its commits would else each have the whole list twice in the log: before
// and after. Both can be made of the edits and any value of the list near by: see `Journal+Edits.swift`.

internal import Engine
internal import Language

/// A part of a list that has another in its place.
struct ListEdit: Equatable {
  var place: Int
  var removed: PortableList
  var added: PortableList

  func apply(to list: inout PortableList) -> Bool { replace(removed.count, with: added, in: &list) }

  func undo(in list: inout PortableList) -> Bool { replace(added.count, with: removed, in: &list) }

  private func replace(_ count: Int, with elements: PortableList, in list: inout PortableList) -> Bool {
    guard place >= 0, place <= list.count, count <= list.count - place else { return false }
    list.replaceSubrange(place..<place + count, with: elements)
    return true
  }
}

extension [ListEdit] {
  /// What makes one list of another, if both are long and it is little beside them: one edit after the other.
  init?(from old: PortableList, to new: PortableList) {
    guard old.isLong, new.isLong else { return nil }
    let regions = new.regions(from: old)
    let changed = regions.reduce(0) { $0 + $1.old.count + $1.new.count }
    guard changed <= new.count / 8 else { return nil }
    self = regions.map {
      ListEdit(
        place: $0.new.lowerBound, removed: PortableList(old[$0.old]), added: PortableList(new[$0.new]))
    }
  }

  /// - Returns: nil if they do not fit, which is damage.
  func applied(to value: PortableValue?) -> PortableValue? {
    guard case .list(var list)? = value else { return nil }
    for edit in self where !edit.apply(to: &list) { return nil }
    return .list(list)
  }

  /// The value that these edits have made another of.
  func undone(in value: PortableValue?) -> PortableValue? {
    guard case .list(var list)? = value else { return nil }
    for edit in reversed() where !edit.undo(in: &list) { return nil }
    return .list(list)
  }
}

/// A commit as it is in the log.
struct StoredCommit: Equatable {
  /// Without the values that its edits stand for.
  var record: CommitRecord
  /// By the position of the change. The change has its value as well if it is there as a whole; what was before never is.
  var edits: [Int: [ListEdit]] = [:]

  var revision: Int { record.revision }
}
